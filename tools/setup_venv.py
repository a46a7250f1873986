"""Make .venv, install hoodwink into it and say what happens: `make setup` and `make dev` run this.

Usage: python tools/setup_venv.py EXTRAS STAMP..., for example train,test .venv/.installed

The STAMP files are written last and hold the path of this checkout: without one, or after the
checkout moved, .venv counts as half made. Only the standard library is there yet.
"""

import importlib.util
import os
import shutil
import subprocess
import sys
import threading
import time
from pathlib import Path
from typing import IO

VENV = Path(".venv")
PYTHON = VENV / "bin" / "python"
LOG = VENV / "setup.log"
MADE_HERE = VENV / ".made-by-hoodwink"
CONSTRAINTS = Path("configs/constraints.txt")
HEARTBEAT = 5.0  # seconds between two lines while pip works

# What a finished environment must be able to import; an interrupted pip can leave half a package.
CORE_MODULES = ["numpy", "numba", "gymnasium", "pettingzoo", "yaml", "pydantic", "platformdirs"]
EXTRA_MODULES = {
    "train": ["torch", "stable_baselines3", "sb3_contrib", "safetensors", "rich"],
    "test": ["pytest", "xdist", "hypothesis"],
    "openspiel": ["pyspiel", "tree"],
    "bench": ["pyspiel", "rlcard", "pygame", "jax", "pgx"],
    "dev": ["mypy", "build"],
}


class SetupFailed(Exception):
    """A step failed; the message says which and what helps."""


def main(extras: list[str], stamps: list[Path]) -> None:
    """Run the steps; a .venv that turns out to be broken is made anew, once."""
    began = time.monotonic()
    check_python()
    check_links()
    fresh = not is_usable()
    if fresh:
        make_venv()
    try:
        install(extras)
        verify(extras)
    except SetupFailed as failure:
        if fresh:
            raise
        say(f"{failure} In case {VENV} is broken, it is made anew.")
        make_venv()
        install(extras)
        verify(extras)
    for stamp in stamps:
        stamp.write_text(os.getcwd())
    say(f"ready after {time.monotonic() - began:.0f} s: {VENV}")


def check_python() -> None:
    """Refuse a Python that cannot make environments; some systems split these modules off."""
    for name in ("venv", "ensurepip"):
        if importlib.util.find_spec(name) is None:
            raise SetupFailed(
                f"{sys.executable} has no {name}; on Debian, apt-get install python3-venv. "
                "Or name another Python: make setup PYTHON=/path/to/python3"
            )


def check_links() -> None:
    """Refuse a checkout whose links were lost on the way: nothing could be imported."""
    if not Path("hoodwink/envs/core").is_dir():
        raise SetupFailed("hoodwink/envs is no link to envs any more: see Links in README.md")


def is_usable() -> bool:
    """Return whether .venv can be built on: finished earlier, or sound and not from here."""
    if not VENV.exists():
        return False
    if MADE_HERE.exists() and not is_finished():
        say(f"{VENV} is half made or was moved: it is made anew")
        return False
    question = "import sys; sys.exit(sys.version_info < (3, 11))"
    if succeeds([str(PYTHON), "-c", question]) and succeeds(
        [str(PYTHON), "-m", "pip", "--version"]
    ):
        return True
    say(f"{VENV} does not work: it is made anew")
    return False


def is_finished() -> bool:
    """Return whether an earlier setup in this very folder came to its end."""
    return any(stamp.read_text() == os.getcwd() for stamp in stamps_left())


def stamps_left() -> list[Path]:
    """Return the stamp files of earlier setups."""
    return list(VENV.glob(".installed*"))


def succeeds(command: list[str]) -> bool:
    """Return whether `command` can be started and ends well."""
    try:
        return (
            subprocess.run(command, stdin=subprocess.DEVNULL, capture_output=True).returncode == 0
        )
    except OSError:
        return False


def make_venv() -> None:
    """Make an empty .venv in place of whatever is there."""
    say(f"making {VENV} with Python {sys.version.split()[0]} (about 5 s)")
    if VENV.is_symlink() or VENV.is_file():
        VENV.unlink()
    shutil.rmtree(VENV, ignore_errors=True)
    VENV.mkdir(exist_ok=True)
    MADE_HERE.touch()
    made = subprocess.run([sys.executable, "-m", "venv", VENV], capture_output=True, text=True)
    if made.returncode:
        raise SetupFailed(f"python -m venv failed. It said:\n{made.stdout}{made.stderr}")


def install(extras: list[str]) -> None:
    """Install hoodwink from this folder with `extras`, at the pinned versions."""
    size = "2.1 GB" if "bench" in extras else "1.1 GB"
    say(f"installing hoodwink[{','.join(extras)}] (first time: 1 to 3 minutes, {size})")
    for stamp in stamps_left():
        stamp.unlink()  # from here to the end it is half made
    command = [str(PYTHON), "-m", "pip", "install", "-e", f".[{','.join(extras)}]", "--no-input"]
    # To compile all of torch to bytecode takes longer than to unpack it: modules do it when used.
    command += ["--no-compile", "--progress-bar=off", "--disable-pip-version-check"]
    # As variables, the pins also hold for what builds hoodwink.
    pins = dict.fromkeys(("PIP_CONSTRAINT", "PIP_BUILD_CONSTRAINT"), str(CONSTRAINTS))
    if watch(command, {**os.environ, "PYTHONUNBUFFERED": "1", **pins}):
        tail = "\n".join(LOG.read_text(errors="replace").splitlines()[-15:])
        raise SetupFailed(f"pip could not install hoodwink. {LOG} ends:\n{tail}\n")


def watch(command: list[str], environment: dict[str, str]) -> int:
    """Run pip with its output in a log, say how far it is every few seconds, return its status."""
    began = time.monotonic()
    news = {"doing": "starting"}
    with subprocess.Popen(
        command,
        env=environment,
        stdin=subprocess.DEVNULL,
        stdout=subprocess.PIPE,
        stderr=subprocess.STDOUT,
        text=True,
        errors="replace",
    ) as pip:
        assert pip.stdout
        reader = threading.Thread(target=follow, args=(pip.stdout, news), daemon=True)
        reader.start()
        while True:
            reader.join(HEARTBEAT)
            if not reader.is_alive():
                return pip.wait()
            say(f"{time.monotonic() - began:4.0f} s  {news['doing']}")


def follow(output: IO[str], news: dict[str, str]) -> None:
    """Copy pip's `output` into the log and keep in `news` what it is doing."""
    packages = 0
    with LOG.open("w") as log:
        for line in output:
            log.write(line)
            log.flush()
            words = line.split()
            if words[:1] == ["Collecting"]:
                packages += 1
                news["doing"] = f"fetching {words[1]} (package {packages})"
            elif words[:2] == ["Installing", "collected"]:
                news["doing"] = f"unpacking {len(words) - 3} packages"


def verify(extras: list[str]) -> None:
    """Check that the new environment imports what it should."""
    modules = CORE_MODULES + [module for extra in extras for module in EXTRA_MODULES[extra]]
    say("checking that everything can be imported")
    command = [str(PYTHON), "-c", "import " + ", ".join(modules)]
    check = subprocess.run(command, stdin=subprocess.DEVNULL, capture_output=True, text=True)
    if check.returncode:
        reason = "".join(check.stderr.strip().splitlines()[-1:])
        raise SetupFailed(f"an installed package cannot be imported: {reason}.")


def say(text: str) -> None:
    """Print one line at once, also into a pipe."""
    print(f"setup: {text}", flush=True)


if __name__ == "__main__":
    try:
        main(sys.argv[1].split(","), [Path(name) for name in sys.argv[2:]])
    except SetupFailed as failure:
        sys.exit(f"setup: {failure}")
    except KeyboardInterrupt:
        sys.exit(130)
