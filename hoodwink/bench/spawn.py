"""Run a case in a fresh process, so that its memory and its compiling are its own."""

import json
import os
import subprocess
import sys
import tempfile
from collections.abc import Callable
from dataclasses import asdict
from pathlib import Path
from typing import Any

from hoodwink.bench.case import Case
from hoodwink.bench.peers import PEERS

HERE = Path(__file__).resolve().parent
LOOK_EVERY = 0.2  # seconds


class CaseFailed(Exception):
    """The process of a case ended badly; the message is the last line it wrote."""


def run_apart(
    case: Any, tick: Callable[[], None], cache: str | None = None, module: str | None = None
) -> dict[str, Any]:
    """Return what the process of a case reports; raises CaseFailed if it ends badly.

    Calls `tick` while it waits. `cache` names another folder for compiled code. A case of another
    kind than `bench.case.Case` needs the `module` that measures it.
    """
    with tempfile.TemporaryDirectory(prefix="hoodwink-bench-") as name:
        folder = Path(name)
        task, result, log = folder / "task.json", folder / "result.json", folder / "log.txt"
        kind = {"module": module or _module(case), "cases": type(case).__module__}
        task.write_text(json.dumps({**kind, "case": asdict(case)}))
        command = [sys.executable, "-P", str(HERE / "worker.py"), str(task), str(result)]
        with log.open("wb") as out:
            process = subprocess.Popen(
                command, env=_environment(cache), stdin=subprocess.DEVNULL, stdout=out, stderr=out
            )
            _wait(process, tick)
        if process.returncode or not result.exists():
            lines = log.read_text(errors="replace").strip().splitlines()
            raise CaseFailed(lines[-1] if lines else f"ended with status {process.returncode}")
        reported: dict[str, Any] = json.loads(result.read_text())
        return reported


def _module(case: Case) -> str:
    if case.driver in PEERS:
        return f"hoodwink.bench.peers.{case.driver}"
    return f"hoodwink.bench.{'reference' if case.driver == 'reference' else 'ours'}"


def _environment(cache: str | None) -> dict[str, str]:
    paths = os.pathsep.join(path or os.getcwd() for path in sys.path)
    own = {"PYTHONPATH": paths} | ({"HOODWINK_CACHE_DIR": cache} if cache else {})
    return {**os.environ, **own}


def _wait(process: "subprocess.Popen[bytes]", tick: Callable[[], None]) -> None:
    """Wait for a process; if this one is interrupted, end it."""
    try:
        while process.poll() is None:
            tick()
            try:
                process.wait(LOOK_EVERY)
            except subprocess.TimeoutExpired:
                continue
    finally:
        if process.poll() is None:
            process.kill()
            process.wait()
