"""Every game and named variant as an OpenSpiel game; importing this registers them all.

    import hoodwink.openspiel, pyspiel
    game = pyspiel.load_game("hoodwink_warumono2(players=3,scenario=2)")

The names are those of hoodwink with `hoodwink_` before and `_` for `-`: `hoodwink_kuhn`,
`hoodwink_warumono2_nano`. Parameters are the game's options, and two more: `options` takes what is
no number and no flag, as text (`options=scenario:choose;board:my_board.yaml`), and `plain=True`
runs the rules as plain Python, for a debugger. Actions and outcomes keep the ids of hoodwink.

games.py      the games and what OpenSpiel wants to know of them
sizes.py      how long, wide and dear a game can be, exact where all of it can be walked
state.py      the state
position.py   what a state holds: never changed, so that a clone costs nothing
news.py       what seats were told by a move, and what of it is public
observer.py   observations and information states: OpenSpiel's observer
pieces.py     the parts that observations are made of, as tensors and as text
sequences.py  told events as tensors
"""

try:
    import pyspiel  # noqa: F401 - only whether it is there
except ImportError as error:
    raise ImportError(
        "hoodwink.openspiel needs OpenSpiel; install it with: pip install 'hoodwink[openspiel]' "
        "(in a checkout: pip install '.[openspiel]' or make dev)"
    ) from error


from hoodwink.openspiel.games import HoodwinkGame, names, register
from hoodwink.openspiel.state import HoodwinkState

__all__ = ["HoodwinkGame", "HoodwinkState", "names", "register"]

register()
