"""`python -m hoodwink`: the same as the command `hoodwink`."""

import sys

from hoodwink.cli import main

if __name__ == "__main__":
    sys.exit(main())
