"""The games: what they share in `core`, and for each a folder, and a module of its environments."""
