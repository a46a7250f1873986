"""The peers: which of our games each of them has, how it plays them, and whether it is here."""

from dataclasses import dataclass
from importlib.metadata import PackageNotFoundError, version

BATCHES = (1, 256, 4096)  # games at once in Pgx
PGX = tuple(f"{way}_{n}" for way in ("loop", "scan") for n in BATCHES)


@dataclass(frozen=True)
class Peer:
    """A library: its distributions, and for each of our games what it calls it and how it plays.

    The first distribution gives the version; all of them must be there.
    """

    distributions: tuple[str, ...]
    games: dict[str, str]
    apis: tuple[str, ...]

    @property
    def missing(self) -> list[str]:
        """The distributions that are not installed."""
        return [name for name in self.distributions if _version(name) is None]

    @property
    def version(self) -> str:
        """The version that is installed."""
        return _version(self.distributions[0]) or ""


def _version(distribution: str) -> str | None:
    try:
        return version(distribution)
    except PackageNotFoundError:
        return None


PEERS = {
    "openspiel": Peer(
        ("open_spiel",),
        {"kuhn": "kuhn_poker", "leduc": "leduc_poker"},
        ("numpy", "unobserved"),
    ),
    "pettingzoo": Peer(
        ("pettingzoo", "rlcard", "pygame-ce"), {"leduc": "leduc_holdem_v4"}, ("env", "raw_env")
    ),
    "rlcard": Peer(("rlcard",), {"leduc": "leduc-holdem"}, ("step",)),
    "pgx": Peer(("pgx", "jax"), {"kuhn": "kuhn_poker", "leduc": "leduc_holdem"}, PGX),
}
