"""Leduc poker, a yardstick."""
