"""The exceptions of hoodwink: each says what was given, what is allowed, and where."""


class HoodwinkError(ValueError):
    """Base of every error that a user's input can cause; the command line prints it as one line."""


class IllegalAction(HoodwinkError):
    """An action, outcome or word that cannot be played now; nothing has changed."""


class BadPosition(HoodwinkError):
    """A position, option or data file that the game refuses; the message names the key."""


def quoted(value: object) -> str:
    """Return repr of a value, or its type where that fails: no value breaks the error about it."""
    try:
        return repr(value)
    except Exception:  # a number of thousands of digits, an object of somebody else
        return f"a {type(value).__name__}"
