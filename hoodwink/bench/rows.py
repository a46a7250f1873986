"""A row of the result: what one case measured, in the units that are printed."""

from dataclasses import dataclass
from statistics import median
from typing import Any

from hoodwink.bench.case import Case
from hoodwink.bench.peers import PEERS


@dataclass(frozen=True)
class Row:
    """One case, measured. None stands for what is not known or does not apply.

    Attributes:
        game, env: what was played: its name, and as it was asked for.
        driver, api: `batch`, `aec`, `aec_wrapped`, `single`, `plain`, or a peer and its way to
            play.
        peer_version: "" for ours.
        threads: that may step the games.
        batch: games stepped together.
        decisions_per_cpu_s, decisions_per_s: medians over the repetitions, per second of CPU time
            of the process (all threads) and per second by the clock.
        games_per_cpu_s, games_per_s: the same of finished games.
        decisions, games: made and finished in all repetitions.
        decisions_per_game: their ratio.
        forced_share: of decisions with one legal action, among `forced_counted` untimed ones.
        state_bytes, observation_bytes, mask_bytes: of one game at one decision.
        copy_share: CPU time that a plain memory copy of these bytes takes, by that of a decision.
        compile_cold_s, compile_warm_s: seconds by the clock until the driver has played its first
            decision, imports not counted: with nothing compiled, and with all of it on disk.
        compile_cold_cpu_s: CPU seconds of the former, helper processes included.
        import_cpu_s: CPU seconds that Python and all imports take.
        peak_mib, peak_cold_mib: the most memory held while measuring, and while compiling cold.
        checksum: of the observations and masks of the first 1,000 decisions of game 0.
        batch_checksum: the same of the first 100 decisions of 16 games all over the batch.
        checksum_reproduced: whether the rules run as plain Python gave the same; None for peers.
        repetitions: decisions, games, CPU seconds and seconds of each.
    """

    game: str
    env: str
    driver: str
    api: str
    peer_version: str
    threads: int
    batch: int
    decisions_per_cpu_s: float
    decisions_per_s: float
    games_per_cpu_s: float
    games_per_s: float
    decisions: int
    games: int
    decisions_per_game: float | None
    forced_share: float
    forced_counted: int
    state_bytes: int | None
    observation_bytes: int
    mask_bytes: int
    copy_share: float | None
    compile_cold_s: float | None
    compile_warm_s: float | None
    compile_cold_cpu_s: float | None
    import_cpu_s: float
    peak_mib: float | None
    peak_cold_mib: float | None
    checksum: str | None
    batch_checksum: str | None
    checksum_reproduced: bool | None
    repetitions: list[dict[str, float]]

    @property
    def name(self) -> str:
        """What people call the driver."""
        return Case(self.env, self.game, self.driver, self.api, self.threads).name


def make_row(
    case: Case, measured: dict[str, Any], cold: dict[str, Any] | None, warm: bool,
    reference: dict[str, Any] | None,
) -> Row:  # fmt: skip
    """Return the row of a case.

    Args:
        case: what was measured.
        measured: what its process reported.
        cold: what the process reported that compiled everything, if there was one.
        warm: whether `measured` found everything compiled.
        reference: the checksums of the plain engine; None for a peer.
    """
    repetitions = measured["repetitions"]
    decisions = sum(each["decisions"] for each in repetitions)
    games = sum(each["games"] for each in repetitions)
    rates = {
        f"{what}_per_{time}": median(each[what] / each[time] for each in repetitions)
        for what in ("decisions", "games")
        for time in ("cpu_s", "s")
    }
    copy_s = measured.get("copy_s")
    return Row(
        game=case.game, env=case.env, driver=case.driver, api=case.api,
        peer_version=PEERS[case.driver].version if case.driver in PEERS else "",
        threads=case.threads, batch=case.games, **rates, decisions=decisions, games=games,
        decisions_per_game=decisions / games if games else None,
        forced_share=measured["forced_share"], forced_counted=measured["forced_counted"],
        state_bytes=measured.get("state_bytes"),
        observation_bytes=measured["observation_bytes"], mask_bytes=measured["mask_bytes"],
        copy_share=None if copy_s is None else copy_s * rates["decisions_per_cpu_s"],
        compile_cold_s=cold["ready_s"] if cold else None,
        compile_warm_s=measured["ready_s"] if warm else None,
        compile_cold_cpu_s=cold["ready_cpu_s"] if cold else None,
        import_cpu_s=measured["import_cpu_s"], peak_mib=measured["peak_mib"],
        peak_cold_mib=cold["peak_mib"] if cold else None,
        checksum=measured["checksum"], batch_checksum=measured.get("batch_checksum"),
        checksum_reproduced=None if reference is None else _agrees(measured, reference),
        repetitions=repetitions,
    )  # fmt: skip


def _agrees(measured: dict[str, Any], reference: dict[str, Any]) -> bool:
    """Return whether every checksum that was measured is that of the plain engine."""
    kinds = [kind for kind in ("checksum", "batch_checksum") if kind in measured]
    return all(measured[kind] == reference[kind] for kind in kinds)


@dataclass(frozen=True)
class Ratio:
    """Our rate by a peer's, the fastest row of either driver; `per` is "cpu_s" or "s"."""

    game: str
    per: str
    ours: str
    ours_threads: int
    peer: str
    peer_api: str
    ratio: float


# Ours and theirs that do the same for their user; a peer's api is "" if the fastest counts.
COMPARED = (
    ("batch", "pgx", ""),
    ("batch", "openspiel", "numpy"),
    ("single", "openspiel", "numpy"),
    ("aec", "pettingzoo", "env"),
    ("aec_wrapped", "pettingzoo", "env"),
    ("single", "rlcard", "step"),
)


def ratios(rows: list[Row]) -> list[Ratio]:
    """Return how we compare with every peer, in CPU time and by the clock."""
    found = []
    for env in dict.fromkeys(row.env for row in rows):
        for ours, peer, api in COMPARED:
            mine = [r for r in rows if r.env == env and r.driver == ours]
            theirs = [
                r for r in rows if r.env == env and r.driver == peer and r.api in (api or r.api,)
            ]
            if mine and theirs:
                found += [_ratio(mine, theirs, per) for per in ("cpu_s", "s")]
    return found


def _ratio(mine: list[Row], theirs: list[Row], per: str) -> Ratio:
    def rate(row: Row) -> float:
        return row.decisions_per_cpu_s if per == "cpu_s" else row.decisions_per_s

    best, other = max(mine, key=rate), max(theirs, key=rate)
    return Ratio(
        best.game, per, best.driver, best.threads, other.driver, other.api,
        rate(best) / rate(other),
    )  # fmt: skip
