"""Games as lists of words: saved one a line as JSON, loaded, and replayed with every move checked.

A file is written beside its place and renamed, so that it is whole or absent. `append` adds whole
lines under a lock, and takes back what it could not write completely.
"""

import json
import os
from collections.abc import Iterable, Iterator
from dataclasses import asdict, dataclass, field
from pathlib import Path
from typing import Any

from hoodwink.envs.core.errors import HoodwinkError
from hoodwink.envs.core.files import write_whole
from hoodwink.envs.core.match import Match
from hoodwink.envs.core.registry import find_game
from hoodwink.envs.core.single import shortened

try:
    import fcntl
except ImportError:  # Windows: one process at a time must append
    fcntl = None  # type: ignore[assignment]  # of a module: asked for before each use

TOLERANCE = 1e-6


@dataclass(frozen=True)
class Recording:
    """A game that was played: what, by whom, every word of it, and how it ended.

    `position` is where it began if that was not the deal. `winners` and `payoffs` are empty if the
    game did not end. `place` (file:line) says where it was loaded from and is not saved.
    """

    game: str
    rules_version: str
    options: dict[str, Any]
    moves: list[str]
    seed: int | None = None
    agents: list[str] = field(default_factory=list)
    winners: list[str] = field(default_factory=list)
    payoffs: dict[str, float] = field(default_factory=dict)
    position: dict[str, Any] | None = None
    place: str = field(default="", compare=False)


KINDS: dict[str, Any] = {
    "game": str, "rules_version": str, "options": dict, "moves": list, "seed": int | None,
    "agents": list, "winners": list, "payoffs": dict, "position": dict | None,
}  # fmt: skip


def record(match: Match, *, agents: Iterable[str] = (), seed: int | None = None) -> Recording:
    """Return the recording of a match as far as it has gone."""
    return Recording(
        match.game.name,
        match.game.rules_version,
        dict(match.options),
        match.moves,
        seed,
        list(agents),
        match.winners,
        match.payoffs,
        match.start,
    )


def replay(recording: Recording) -> Match:
    """Play a recording again and return the match; every move and the result are checked.

    Raises HoodwinkError naming the place and the move: another rules version, a move that cannot be
    played, or another result.
    """
    at = f"{recording.place}: " if recording.place else ""
    try:
        game = find_game(recording.game)
        if game.rules_version != recording.rules_version:
            raise HoodwinkError(
                f"recorded with rules {shortened(recording.rules_version)} of {game.name}, "
                f"here are rules {game.rules_version!r}"
            )
        options = game.normal_options(**recording.options)
        match = Match(game.name, recording.position, seed=0, **options)
    except (HoodwinkError, TypeError) as error:
        raise HoodwinkError(f"{at}{error}") from None
    for i, word in enumerate(recording.moves):
        try:
            match.play(word)
        except HoodwinkError as error:
            raise HoodwinkError(f"{at}move {i + 1}: {error}") from None
    _check_result(match, recording, at)
    return match


def _check_result(match: Match, recording: Recording, at: str) -> None:
    if not recording.payoffs and not recording.winners:
        return
    if not match.over:
        raise HoodwinkError(f"{at}the game is not over after {len(recording.moves)} moves")
    if match.winners != recording.winners:
        raise HoodwinkError(f"{at}winners are {match.winners}, recorded {recording.winners}")
    found = match.payoffs
    if found.keys() != recording.payoffs.keys() or any(
        abs(found[seat] - payoff) > TOLERANCE for seat, payoff in recording.payoffs.items()
    ):
        raise HoodwinkError(f"{at}payoffs are {found}, recorded {recording.payoffs}")


# -- files ----------------------------------------------------------------------------------------


def _line(recording: Recording) -> str:
    fields = {key: value for key, value in asdict(recording).items() if key != "place"}
    return json.dumps(fields, ensure_ascii=False, allow_nan=False) + "\n"


def save(path: str | Path, recordings: Iterable[Recording]) -> None:
    """Write a file of recordings; an earlier one is replaced in one step, or kept on an error."""
    lines = "".join(map(_line, recordings))
    try:
        write_whole(Path(path), lines.encode())
    except OSError as error:
        raise HoodwinkError(f"cannot write {path}: {error.strerror}") from None


def append(path: str | Path, recordings: Iterable[Recording]) -> None:
    """Add recordings to a file, which is made if need be; on an error the file is as it was."""
    lines = "".join(map(_line, recordings)).encode()
    try:
        with open(path, "ab+", buffering=0) as out:
            if fcntl is not None:
                fcntl.flock(out, fcntl.LOCK_EX)
            before = out.seek(0, os.SEEK_END)
            if before:
                out.seek(before - 1)
                if out.read(1) != b"\n":
                    raise HoodwinkError(f"{path}: the last line is cut short; mend the file first")
            try:
                written = 0
                while written < len(lines):
                    written += out.write(lines[written:])
                os.fsync(out.fileno())
            except OSError:
                out.truncate(before)
                raise
    except OSError as error:
        raise HoodwinkError(f"cannot write {path}: {error.strerror}") from None


def load(path: str | Path) -> list[Recording]:
    """Return the recordings of a file; raise HoodwinkError naming file and line of what is none."""
    return list(iterate(path))


def iterate(path: str | Path) -> Iterator[Recording]:
    """Yield the recordings of a file one by one; raise HoodwinkError as `load` does."""
    try:
        with open(path, encoding="utf-8") as lines:
            for number, line in enumerate(lines, 1):
                yield _parsed(f"{path}:{number}", line)
    except OSError as error:
        raise HoodwinkError(f"{path}: {error.strerror}") from None
    except UnicodeDecodeError:
        raise HoodwinkError(f"{path}: no text file (not UTF-8)") from None


def _parsed(place: str, line: str) -> Recording:
    try:
        fields = json.loads(line, parse_constant=_no_constant)
    except RecursionError:
        raise HoodwinkError(f"{place}: nested too deeply") from None
    except ValueError as error:
        raise HoodwinkError(f"{place}: no JSON: {error}") from None
    if not isinstance(fields, dict):
        raise HoodwinkError(f"{place}: a recording is a JSON object, got {shortened(fields)}")
    for key in fields:
        if key not in KINDS:
            raise HoodwinkError(
                f"{place}: unknown key {shortened(key)}; there are: {', '.join(KINDS)}"
            )
    for key in ("game", "rules_version", "options", "moves"):
        if key not in fields:
            raise HoodwinkError(f"{place}: {key} is missing")
    for key, value in fields.items():
        if not isinstance(value, KINDS[key]) or isinstance(value, bool):
            raise HoodwinkError(f"{place}: {key} has the wrong type: {shortened(value)}")
    for key in ("moves", "agents", "winners"):
        for word in fields.get(key, []):
            if not isinstance(word, str):
                raise HoodwinkError(f"{place}: {key} must hold words only, got {shortened(word)}")
    for payoff in fields.get("payoffs", {}).values():
        if not isinstance(payoff, int | float) or isinstance(payoff, bool):
            raise HoodwinkError(f"{place}: payoffs must be numbers, got {shortened(payoff)}")
    return Recording(**fields, place=place)


def _no_constant(name: str) -> Any:
    raise ValueError(f"{name} is no JSON number")
