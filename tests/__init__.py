"""The tests. A package of its own, since some packages leave theirs, also named `tests`, on the path."""
