"""The tests: a package, since others leave one of this name where Python looks for it later."""
