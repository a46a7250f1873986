"""A case: one game on one driver, measured in a process of its own."""

from dataclasses import dataclass

HASHED = 1000  # decisions whose observations and masks make up a checksum
SPREAD, SPREAD_DECISIONS = 16, 100  # games over a whole batch, and decisions of each


@dataclass(frozen=True)
class Case:
    """What one process measures.

    Attributes:
        env: game, perhaps with options, as on the command line.
        game: its name alone.
        driver: one of ours, "reference", or the name of a peer.
        api: which of a peer's ways to play; "" for ours.
        threads: that step a batch.
        games: that a batch steps together; 1 if games are played one by one.
        seed: of games and choices.
        seconds: of CPU time that one repetition takes, about.
        repetitions: of the measurement; 0 only makes the driver ready, which compiles it.
        counted: decisions among which the forced ones are counted.
    """

    env: str
    game: str
    driver: str
    api: str = ""
    threads: int = 1
    games: int = 1
    seed: int = 0
    seconds: float = 0.7
    repetitions: int = 5
    counted: int = 20_000

    @property
    def name(self) -> str:
        """What people call it: the driver, and its threads or its way to play."""
        if self.driver == "batch":
            return f"batch, {self.threads} thread{'s' * (self.threads > 1)}"
        return f"{self.driver} {self.api}".rstrip()


def spread(games: int) -> list[int]:
    """Return up to SPREAD games of a batch of `games`, the first and the last among them."""
    n = min(SPREAD, games)
    return [i * (games - 1) // max(n - 1, 1) for i in range(n)]
