"""The process of one case: `python -P worker.py CASE RESULT`, both files of JSON.

A peer's process loads nothing of ours but the stopwatch, so that its memory is its own.
"""

import json
import sys
from importlib import import_module
from pathlib import Path
from types import ModuleType
from typing import Any

PACKAGE = Path(__file__).resolve().parents[1]


def main(case_file: str, result_file: str) -> None:
    """Run the case of one file and write what comes out into the other."""
    task = json.loads(Path(case_file).read_text(encoding="utf-8"))
    if ".peers." in task["module"]:
        without_ours()
    case: Any = import_module(task["cases"]).Case(**task["case"])
    result = import_module(task["module"]).run(case)
    Path(result_file).write_text(json.dumps(result), encoding="utf-8")


def without_ours() -> None:
    """Let `hoodwink.bench` be imported without `hoodwink` itself, which would load PettingZoo."""
    bare = ModuleType("hoodwink")
    bare.__path__ = [str(PACKAGE)]
    sys.modules["hoodwink"] = bare


if __name__ == "__main__":
    main(*sys.argv[1:])
