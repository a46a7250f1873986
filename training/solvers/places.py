"""Where a walk keeps what, and how it ends; walk.py and news.py write it, compiler.py reads it."""

# Places in `size`: where the walk stands and how much it has found.
DEPTH, NODES, ENDS, ROWS, SEQUENCES, ENTRIES, DECISIONS, CHOICES, SEAT, N_SIZES = range(10)
# How a walk stops.
DONE, TOO_DEEP, FULL, TOO_MUCH_NEWS, OTHER_KEY, OTHER_PAST, OTHER_ACTIONS = range(7)
OTHER_TREE = -1  # in place of a number of rows: the tree is of another game
BEFORE = -1  # depth of a walk that has not begun
