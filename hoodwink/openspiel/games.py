"""The games as OpenSpiel knows them: names, parameters, types, and how they are registered."""

from collections.abc import Mapping
from typing import Any, Final

import pyspiel

from hoodwink.envs.core.errors import HoodwinkError
from hoodwink.envs.core.game import Game
from hoodwink.envs.core.registry import NAMES, find_game
from hoodwink.envs.core.single import shortened
from hoodwink.envs.core.spec import parse_env
from hoodwink.openspiel.observer import Observer
from hoodwink.openspiel.pieces import Pieces
from hoodwink.openspiel.position import Position, Rules, rules_of
from hoodwink.openspiel.sizes import Sizes
from hoodwink.openspiel.state import HoodwinkState

PREFIX: Final = "hoodwink_"
OWN: Final = {"options": "", "plain": False}  # parameters that are no options of a game


def names() -> dict[str, str]:
    """Return the short names of OpenSpiel, each with hoodwink's name of the game or variant."""
    found = [name for base in NAMES for name in (base, *find_game(base).variants)]
    return {PREFIX + name.replace("-", "_"): name for name in found}


def register() -> None:
    """Register every game and named variant that is not registered yet."""
    known = set(pyspiel.registered_names())
    for short_name, name in names().items():
        if short_name not in known:
            made = game_class(short_name, name)
            pyspiel.register_game(made.kind, made)


def game_class(short_name: str, name: str) -> "type[HoodwinkGame]":
    """Return the class of a game or variant, called with the parameters.

    OpenSpiel keeps it beyond the end of Python and drops it there, without Python's lock. A class
    survives that, since it is part of a cycle; of any other callable this would be the last
    reference, and freeing it kills the process.
    """
    return type(
        short_name.title().replace("_", ""),
        (HoodwinkGame,),
        {"kind": game_type(short_name, name), "name": name, "__doc__": f"The game {name}."},
    )


def game_type(short_name: str, name: str) -> Any:
    """Return OpenSpiel's type of a game or variant of hoodwink."""
    game, given = parse_env(name)
    options = game.normal_options(**given)
    fixed = options["players"] if given else None  # a variant has its number of seats
    kinds = pyspiel.GameType
    return kinds(
        short_name=short_name,
        long_name=f"{game.title} ({name})" if given else game.title,
        dynamics=kinds.Dynamics.SEQUENTIAL,
        chance_mode=kinds.ChanceMode.EXPLICIT_STOCHASTIC,
        information=kinds.Information.IMPERFECT_INFORMATION,
        utility=kinds.Utility.ZERO_SUM,
        reward_model=kinds.RewardModel.TERMINAL,
        max_num_players=fixed or game.seats,
        min_num_players=fixed or game.min_seats,
        provides_information_state_string=True,
        provides_information_state_tensor=True,
        provides_observation_string=True,
        provides_observation_tensor=True,
        provides_factored_observation_string=True,
        parameter_specification=_parameters(options, given),
    )


def _parameters(options: Mapping[str, Any], given: Mapping[str, Any]) -> dict[str, Any]:
    """Return the parameters with their defaults: the options that are numbers or flags."""
    plain = {k: v for k, v in options.items() if k not in given and isinstance(v, int | float)}
    return plain | OWN


class HoodwinkGame(pyspiel.Game):  # type: ignore[misc]  # a class of C++ without annotations
    """A game of hoodwink with its options, compiled once for all its states.

    Attributes:
        kind, name: of the class: OpenSpiel's type, and hoodwink's name of the game or variant.
        game, options: what is played, with all options.
        sizes: how long, wide and dear it can be.
        start: the position before the deal.
        pieces: what observations are made of.
    """

    kind: Any
    name: str
    game: Game
    options: dict[str, Any]
    sizes: Sizes
    start: Position
    pieces: Pieces

    def __init__(self, params: Mapping[str, Any] | None = None) -> None:
        """Take the parameters; raise HoodwinkError that names the option which is refused."""
        given = dict(params or {})
        rules = rules_of(_spec(self.kind, self.name, given), bool(given.get("plain", False)))
        least, most = self.kind.min_num_players, self.kind.max_num_players
        if not least <= rules.n_seats <= most:
            raise HoodwinkError(
                f"{self.kind.short_name} has {least} to {most} players, these options make it "
                f"{rules.n_seats}; a variant is a game of its own, such as hoodwink_warumono2_nano"
            )
        super().__init__(self.kind, _info(rules), given)
        self.game, self.options, self.sizes = rules.game, rules.options, rules.sizes
        self.start = rules.start()
        self.pieces = Pieces(rules)

    def __reduce__(self) -> tuple[Any, ...]:
        """Pickle as name and parameters: the rest is made of them."""
        return pyspiel.load_game, (self.to_string(),)

    def new_initial_state(self) -> HoodwinkState:
        """Return a state before the deal."""
        return HoodwinkState(self)

    def max_chance_nodes_in_history(self) -> int:
        """Return the most moves of chance in a game."""
        return self.sizes.chances

    def action_to_string(self, player: int, action: int) -> str:
        """Return the word of an action of a seat, or of an outcome of chance."""
        return self.start.rules.word(player, action)

    def make_py_observer(self, iig_obs_type: Any = None, params: Any = None) -> Observer:
        """Return an observer, by default of what the game's observation shows a seat."""
        default = pyspiel.IIGObservationType(perfect_recall=False)
        return Observer(self, iig_obs_type or default, params)


def _spec(kind: Any, name: str, given: Mapping[str, Any]) -> str:
    """Return parameters as hoodwink's spec of a game: `kuhn:players=3`."""
    defaults = kind.parameter_specification
    chosen = {k: v for k, v in given.items() if k not in OWN and v != defaults.get(k)}
    text = given.get("options", "")
    for part in filter(None, text.split(";")):
        key, colon, value = part.partition(":")
        if not colon:
            raise HoodwinkError(
                "the parameter options is written key:value with semicolons between, got "
                f"{shortened(text)}"
            )
        if key in chosen:
            raise HoodwinkError(
                f"the option {shortened(key)} is given twice: {shortened(chosen[key])} and "
                f"{shortened(value)}"
            )
        chosen[key] = value
    pairs = ",".join(f"{key}={value}" for key, value in chosen.items())
    return f"{name}:{pairs}" if pairs else name


def _info(rules: Rules) -> Any:
    sizes = rules.sizes
    return pyspiel.GameInfo(
        num_distinct_actions=sizes.actions,
        max_chance_outcomes=sizes.outcomes,
        num_players=rules.n_seats,
        min_utility=sizes.low,
        max_utility=sizes.high,
        utility_sum=0.0,
        max_game_length=sizes.decisions,
    )
