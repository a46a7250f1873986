"""Kuhn poker, a yardstick, and the template that ADDING_A_GAME.md follows."""
