"""Build sdist and wheel, install the wheel in a new environment far from the checkout, and use it.

Checks that the wheel holds every data file, that nothing but `hoodwink` is installed, and that a
whole game can be played from it without the training extra.
"""

import os
import shutil
import subprocess
import sys
import tempfile
import venv
import zipfile
from collections.abc import Iterator
from pathlib import Path

ROOT = Path(__file__).resolve().parents[1]
PARTS = ("envs", "agents", "training", "configs")
NOT_PACKED = {"configs/constraints.txt"}  # for this checkout only
NOT_COPIED = (".*", "build", "dist", "runs", "*.egg-info", "__pycache__")

USE = """
import sys
from importlib.resources import files

import hoodwink

assert "site-packages" in hoodwink.__file__, hoodwink.__file__
assert (files("hoodwink") / "configs" / "warumono2").is_dir()
env = hoodwink.make("warumono2", players=4, scenario=5)
env.reset(seed=1)
returns = dict.fromkeys(env.agents, 0.0)
decisions = 0
for agent in env.agent_iter():
    observation, reward, termination, truncation, _ = env.last()
    returns[agent] += reward
    over = termination or truncation
    decisions += not over
    env.step(None if over else env.action_space(agent).sample(observation["action_mask"]))
assert decisions and any(returns.values()) and abs(sum(returns.values())) < 1e-6, returns
assert not {"envs", "agents", "training", "torch"} & set(sys.modules)
print(f"played {decisions} decisions of warumono2 from the wheel: {returns}")
"""


def main() -> None:
    """Run all checks; the first that fails ends the program with its reason."""
    with tempfile.TemporaryDirectory(prefix="hoodwink-wheel-") as folder:
        work = Path(folder)
        wheel = build(work)
        check_contents(wheel)
        python = install(wheel, work / "venv")
        use(python, work)
    say("all good")


def build(work: Path) -> Path:
    """Build the sdist from a clean copy of the checkout and from it the wheel; return the wheel."""
    say("building sdist and wheel")
    source = work / "source"
    # A copy, since setuptools packs again what an earlier build left in the checkout.
    shutil.copytree(ROOT, source, symlinks=True, ignore=shutil.ignore_patterns(*NOT_COPIED))
    run([sys.executable, "-m", "build", "--outdir", str(work / "dist"), str(source)], cwd=work)
    (wheel,) = (work / "dist").glob("*.whl")
    return wheel


def check_contents(wheel: Path) -> None:
    """Compare the files in the wheel with those in the checkout."""
    names = set(zipfile.ZipFile(wheel).namelist())
    say(f"{wheel.name}: {len(names)} files, {wheel.stat().st_size / 1024:.0f} kB")
    tops = {name.split("/")[0] for name in names}
    info = wheel.name.removesuffix("-py3-none-any.whl") + ".dist-info"
    if tops != {"hoodwink", info}:
        sys.exit(f"the wheel would install {sorted(tops)}")
    missing = sorted(set(package_files()) - names)
    if missing:
        sys.exit(f"missing from the wheel (see package-data in pyproject.toml): {missing}")


def package_files() -> Iterator[str]:
    """Yield the name in the wheel of every file of the package."""
    for part in PARTS:
        for path in (ROOT / part).rglob("*"):
            name = path.relative_to(ROOT)
            hidden = any(p.startswith(".") or p == "__pycache__" for p in name.parts)
            if path.is_file() and not hidden and name.as_posix() not in NOT_PACKED:
                yield f"hoodwink/{name.as_posix()}"


def install(wheel: Path, folder: Path) -> Path:
    """Install the wheel in a new environment, see what came, and return its Python."""
    say("installing the wheel in a new environment")
    venv.create(folder, with_pip=True)
    python = folder / "bin" / "python"
    pip = [str(python), "-m", "pip", "install", "--quiet", "--no-compile", str(wheel)]
    run([*pip, "--constraint", str(ROOT / "configs" / "constraints.txt")], cwd=folder)
    (packages,) = folder.glob("lib/*/site-packages")
    strays = [part for part in (*PARTS, "tests", "tools", "train.py") if (packages / part).exists()]
    if strays:
        sys.exit(f"site-packages got {strays}")
    return python


def use(python: Path, work: Path) -> None:
    """Play a game and call the commands, from a folder where the checkout cannot be found."""
    elsewhere = work / "elsewhere"
    elsewhere.mkdir()
    run([str(python), "-c", USE], cwd=elsewhere)
    command = str(python.with_name("hoodwink"))
    run([command, "--version"], cwd=elsewhere)
    run([command, "games"], cwd=elsewhere)
    run([command, "case", "--help"], cwd=elsewhere)
    run([command, "bench", "--env", "kuhn", "--drivers", "plain", "--quick"], cwd=elsewhere)
    refused = subprocess.run(
        [command, "train", "--env", "kuhn"], cwd=elsewhere, capture_output=True, text=True
    )
    if refused.returncode == 0 or "hoodwink[train]" not in refused.stderr:
        sys.exit(f"without torch, `hoodwink train` said: {refused.stdout}{refused.stderr}")


def run(command: list[str], cwd: Path) -> None:
    """Run `command` in `cwd`, away from the checkout; show all of its output only if it fails."""
    clean = {name: value for name, value in os.environ.items() if not name.startswith("PYTHON")}
    done = subprocess.run(
        command, cwd=cwd, env=clean, stdin=subprocess.DEVNULL, capture_output=True, text=True
    )
    if done.returncode:
        output = done.stdout + done.stderr
        sys.exit(f"{' '.join(command)}\n{output}\nfailed with status {done.returncode}")
    for line in done.stdout.strip().splitlines()[-1:]:
        say(f"  {line}")


def say(text: str) -> None:
    """Print one line at once."""
    print(f"wheel-check: {text}", flush=True)


if __name__ == "__main__":
    main()
