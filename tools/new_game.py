"""Begin a game as a copy of Kuhn poker, registered and playable, as ADDING_A_GAME.md tells.

    python tools/new_game.py my_game "My game"

Copies the folder of the game, its module `<name>_v0.py` and its settings under the new name, and
adds the name to NAMES (envs/core/registry.py) and ENVIRONMENTS (hoodwink/__init__.py). Nothing that
is there is overwritten.
"""

import argparse
import keyword
import re
import sys
from pathlib import Path

TEMPLATE, TITLE = "kuhn", "Kuhn poker"
LISTS = {
    "envs/core/registry.py": ("NAMES", "{}"),
    "hoodwink/__init__.py": ("ENVIRONMENTS", "{}_v0"),
}


def main() -> int:
    """Copy the template; return 2 if the name cannot be had."""
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("name", help="lower case, words joined by _: the folder and the id")
    parser.add_argument("title", help="as people write it")
    parser.add_argument("--root", type=Path, default=Path(__file__).resolve().parents[1])
    args = parser.parse_args()
    if wrong := refusal(args.root, args.name, args.title):
        print(f"new_game: {wrong}", file=sys.stderr)
        return 2
    for path in copies(args.root, args.name, args.title):
        print(path)
    for file, (variable, pattern) in LISTS.items():
        enlist(args.root / file, variable, pattern.format(args.name))
        print(f"{file}: {variable}")
    return 0


def refusal(root: Path, name: str, title: str) -> str:
    """Return what is wrong with a name or title; "" if nothing is."""
    if not re.fullmatch(r"[a-z][a-z0-9]*(_[a-z0-9]+)*", name) or keyword.iskeyword(name):
        return f"{name!r}: lower case letters, digits and _ (- sets a variant apart)"
    if name == "core" or any(path.exists() for path in targets(root, name).values()):
        return f"{name!r} is there already"
    if not title.strip() or set(title) & set('"\\\n'):
        return "the title goes into a string: not empty, no double quotes, no backslash"
    return ""


def targets(root: Path, name: str) -> dict[Path, Path]:
    """Return what is copied, and where to."""
    parts = ("envs/{}", "envs/{}_v0.py", "configs/{}")
    return {root / part.format(TEMPLATE): root / part.format(name) for part in parts}


def copies(root: Path, name: str, title: str) -> list[str]:
    """Copy what is written by hand (generated pages and pictures are not); return the paths."""
    made = []
    for source, target in targets(root, name).items():
        files = [source] if source.is_file() else sorted(source.iterdir())
        for file in (f for f in files if f.suffix in (".py", ".yaml")):
            there = target if source.is_file() else target / file.name
            there.parent.mkdir(exist_ok=True)
            there.write_text(renamed(file.read_text(encoding="utf-8"), name, title), "utf-8")
            made.append(str(there.relative_to(root)))
    return made


def renamed(text: str, name: str, title: str) -> str:
    """Return a file of the template as one of the new game."""
    words = "".join(part.capitalize() for part in name.split("_"))
    text = text.replace(", and the template that ADDING_A_GAME.md follows", "")
    text = text.replace(TITLE, title).replace("Kuhn", words)
    return re.sub(rf"\b{TEMPLATE}(?=\b|_v0)", name, text)


def enlist(file: Path, variable: str, entry: str) -> None:
    """Add an entry to the end of a tuple of strings."""
    text = file.read_text(encoding="utf-8")
    tuple_of = re.compile(rf"^({variable} = \([^)]*[^),\s]),?(\s*\))", re.MULTILINE)
    changed, n = tuple_of.subn(rf'\1, "{entry}"\2', text, count=1)
    if n != 1:
        raise SystemExit(f"new_game: no tuple {variable} in {file}: add {entry!r} by hand")
    file.write_text(changed, encoding="utf-8")


if __name__ == "__main__":
    sys.exit(main())
