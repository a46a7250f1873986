"""Train agents by self-play: `python train.py --env kuhn` is `hoodwink train --env kuhn`."""

import sys

from hoodwink.cli import main

if __name__ == "__main__":  # worker processes import this file and must not train themselves
    sys.exit(main(["train", *sys.argv[1:]]))
