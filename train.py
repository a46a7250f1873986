"""Train agents by self-play: `python train.py --env kuhn` is `hoodwink train --env kuhn`."""

import sys

try:
    from hoodwink.cli import main
except ModuleNotFoundError as error:
    if (error.name or "").startswith("hoodwink"):
        sys.exit(f"train.py: {error.name} is missing: see Links in README.md")
    sys.exit(
        f"train.py: this Python lacks {error.name}. Call .venv/bin/python train.py instead\n"
        "(make setup makes .venv), or install what is missing: pip install '.[train]'"
    )

if __name__ == "__main__":  # worker processes import this file and must not train themselves
    sys.exit(main(["train", *sys.argv[1:]]))
