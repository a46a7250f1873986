"""leduc."""
