"""Rule cases: the rulebook as data, and `hoodwink case`, which plays them.

A case is a position, what is played, and what must then be true, in YAML. A file that is no list of
cases is refused as a whole (HoodwinkError, naming file and line); a case that does not hold, or in
which the game itself breaks, has failed and the others go on.
"""

import argparse
import json
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

import numpy as np

from hoodwink.envs.core.case_files import Case, Story, load_cases
from hoodwink.envs.core.errors import HoodwinkError
from hoodwink.envs.core.files import check_output, write_whole
from hoodwink.envs.core.match import Match
from hoodwink.envs.core.registry import find_game
from hoodwink.envs.core.single import shortened

TOLERANCE = 1e-6  # of payoffs and other numbers with a point
MISSING = "nothing"  # what is found where a key is left out

Watch = Callable[[Match], None]  # is shown the match; what it raises is a failure of the case


@dataclass
class Failure:
    """A case that does not hold: what was expected and what was found, by where."""

    id: str
    place: str  # file:line
    expected: dict[str, Any] = field(default_factory=dict)
    found: dict[str, Any] = field(default_factory=dict)

    def add(self, where: str, expected: Any, found: Any) -> None:
        """Note one difference; a second one at the same place keeps the first."""
        self.expected.setdefault(where, expected)
        self.found.setdefault(where, found)

    def __bool__(self) -> bool:
        return bool(self.expected)

    def __str__(self) -> str:
        parts = [
            f"{where}: expected {_text(value)}, found {_text(self.found[where])}"
            for where, value in self.expected.items()
        ]
        return f"FAILED {self.id} ({self.place}): {'; '.join(parts)}"


def check_case(case: Case, watch: Watch | None = None) -> Failure:
    """Play a case and return what does not hold; the failure is false if everything does.

    `watch` is shown the match where each story begins, behind each word, and where it is checked.
    """
    failure = Failure(case.id, case.place)
    try:
        _check_from_position(case, failure, watch or _look_away)
    except Exception as error:  # whatever the game does, the other cases are still to be played
        failure.add("the game", "no crash", f"{type(error).__name__}: {error}")
    return failure


def _look_away(match: Match) -> None:
    pass


def _check_from_position(case: Case, failure: Failure, watch: Watch) -> None:
    story = case.story
    try:
        match = Match(case.game, position=case.position)
    except HoodwinkError as error:
        if story.error is None:
            failure.add("position", "loads", str(error))
        elif story.error.lower() not in str(error).lower():
            failure.add("error", f"... {story.error} ...", str(error))
        return
    _check_story(match, story, "", failure, watch)


def _check_story(
    match: Match, story: Story, where: str, failure: Failure, watch: Watch
) -> Match | None:
    """Play a story from where `match` stands and check it; return the match behind it, settled."""
    watch(match)
    last = len(story.play) - 1
    for i, word in enumerate(story.play):
        try:
            match.play(word)
        except HoodwinkError as error:
            _check_refusal(story, i == last, f"{where}play {i + 1} ({word})", str(error), failure)
            return None
        watch(match)
    if story.error is not None:
        failure.add(f"{where}error", f"... {story.error} ...", "no error")
        return None
    settled = match.copy()
    settled.play_forced()
    watch(settled)
    for key, expected in story.then.items():
        _check_then(settled, key, expected, f"{where}{key}", failure)
    _check_branches(match, story, where, failure, watch)
    return settled


def _check_refusal(story: Story, is_last: bool, where: str, error: str, failure: Failure) -> None:
    if story.error is None or not is_last:
        failure.add(where, "is played", error)
    elif story.error.lower() not in error.lower():
        failure.add(where, f"an error with {story.error}", error)


def _check_branches(match: Match, story: Story, where: str, failure: Failure, watch: Watch) -> None:
    ends = []
    for i, branch in enumerate(story.branches):
        end = _check_story(match.copy(), branch, f"{where}branch {i + 1}: ", failure, watch)
        if end is not None:
            ends.append((i + 1, end))
    for seat in story.same_view:
        for i, end in ends[1:]:
            _check_same(ends[0], (i, end), seat, f"{where}same_view {seat}", failure)


def _check_same(
    one: tuple[int, Match], two: tuple[int, Match], seat: str, where: str, failure: Failure
) -> None:
    """Compare what a seat gets in two branches, bit by bit."""
    (i, a), (j, b) = one, two
    pairs = {
        "observation": (a.observation(seat), b.observation(seat)),
        "mask": (a.mask(seat), b.mask(seat)),
    }
    for what, (x, y) in pairs.items():
        if x.tobytes() != y.tobytes():
            places = ", ".join(str(k) for k in np.flatnonzero(x != y)[:8])
            failure.add(
                f"{where}, {what}", f"equal in branches {i} and {j}", f"differs at {places}"
            )
    x_text, y_text = (json.dumps(m.view(seat), default=str) for m in (a, b))
    if x_text != y_text:
        failure.add(f"{where}, view", x_text, y_text)


# -- what must then be true -----------------------------------------------------------------------


def _check_then(match: Match, key: str, expected: Any, where: str, failure: Failure) -> None:
    if key in ("legal", "illegal", "only"):
        _check_legal(match, key, expected, where, failure)
    elif key == "sees":
        for seat, view in expected.items():
            for difference in differences(view, match.view(seat), f"{where}.{seat}"):
                failure.add(*difference)
    elif key == "winners":
        if sorted(expected) != sorted(match.winners) or (not match.over):
            failure.add(where, expected, match.winners if match.over else "not over")
    elif key in ("to_move", "over", "payoffs", "position"):
        found = match.dump() if key == "position" else getattr(match, key)
        for difference in differences(expected, found, where):
            failure.add(*difference)
    else:
        _check_explored(match, key, expected, where, failure)


def _check_legal(match: Match, key: str, words: list[str], where: str, failure: Failure) -> None:
    legal = match.legal()
    given = set(words)
    wrong = {
        "legal": given - set(legal),
        "illegal": given & set(legal),
        "only": given ^ set(legal),
    }
    if wrong[key]:
        failure.add(where, words, legal)


def _check_explored(match: Match, key: str, expected: Any, where: str, failure: Failure) -> None:
    """Check a key that belongs to this game alone, such as `ends`; lists are sets here."""
    try:
        found = match.game.words.explore(match.copy(), key)
    except KeyError:
        failure.add(where, "a key of `then`", f"unknown key {key!r}")
        return
    if isinstance(expected, list) and isinstance(found, Sequence | set | frozenset):
        if set(map(str, expected)) != set(map(str, found)):
            failure.add(where, expected, sorted(map(str, found)))
    else:
        for difference in differences(expected, found, where):
            failure.add(*difference)


def differences(expected: Any, found: Any, where: str) -> Iterator[tuple[str, Any, Any]]:
    """Yield (where, expected, found) for every value of `expected` that does not hold in `found`.

    Mappings may be partial, but an empty one stands for an empty one; lists and all else are exact,
    numbers with a point to TOLERANCE. A key left out in `found` holds if false or nothing is
    expected.
    """
    if isinstance(expected, Mapping) and isinstance(found, Mapping):
        if not expected and found:
            yield where, expected, found
        for key, value in expected.items():
            if key in found:
                yield from differences(value, found[key], f"{where}.{key}")
            elif not (value is None or value is False or value == [] or value == {}):
                yield f"{where}.{key}", value, MISSING
    elif not _equal(expected, found):
        yield where, expected, found


def _equal(expected: Any, found: Any) -> bool:
    if isinstance(expected, list) and isinstance(found, list | tuple):
        pairs = zip(expected, found, strict=False)
        return len(expected) == len(found) and all(_equal(x, y) for x, y in pairs)
    if isinstance(expected, Mapping) and isinstance(found, Mapping):  # within a list
        return expected.keys() == found.keys() and all(
            _equal(v, found[k]) for k, v in expected.items()
        )
    if isinstance(expected, bool) or isinstance(found, bool):
        return expected is found
    if isinstance(expected, int | float) and isinstance(found, int | float):
        return abs(expected - found) <= TOLERANCE
    return bool(expected == found)


# -- the command ----------------------------------------------------------------------------------


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Add the arguments of `hoodwink case`."""
    parser.add_argument("files", nargs="+", metavar="FILE", help="file of rule cases (YAML)")
    parser.add_argument(
        "--json", type=Path, metavar="FILE", help="write what was found to FILE as well"
    )


def run(args: argparse.Namespace) -> int:
    """Play the cases of all files, unless one is broken; return 1 if a case does not hold."""
    if args.json is not None:
        check_output(args.json, "--json")
    cases: dict[str, Case] = {}
    for file in args.files:
        for case in load_cases(file):
            if case.id in cases:
                raise HoodwinkError(f"{case.place}: id {case.id} is also in {cases[case.id].place}")
            cases[case.id] = case
    failures = []
    for case in cases.values():
        for remark in remarks(case):
            print(f"note: {case.id} ({case.place}): {remark}")
        failure = check_case(case)
        if failure:
            failures.append(failure)
            print(failure)
    passed = len(cases) - len(failures)
    if args.json is not None:
        _write_json(args.json, passed, failures)
    print(f"{passed} passed, {len(failures)} failed")
    return 1 if failures else 0


def remarks(case: Case) -> Iterator[str]:
    """Yield what looks like a slip of the pen: an `illegal` word that no game of this kind has."""
    known = find_game(case.game).words.known
    stories = [case.story]
    while stories:
        story = stories.pop()
        stories.extend(story.branches)
        for word in story.then.get("illegal", []):
            if not known(word):
                yield f"illegal: {shortened(word)} is no word of {case.game}"


def _write_json(path: Path, passed: int, failures: list[Failure]) -> None:
    report = {
        "passed": passed,
        "failed": len(failures),
        "failures": [{"id": f.id, "expected": f.expected, "found": f.found} for f in failures],
    }
    text = json.dumps(report, indent=2, default=str) + "\n"
    try:
        write_whole(path, text.encode())
    except OSError as error:
        raise HoodwinkError(f"cannot write {path}: {error.strerror}") from None


def _text(value: Any) -> str:
    """Return a value as one line of YAML-like text."""
    if isinstance(value, str):
        return " ".join(value.split())
    return json.dumps(value, default=str, ensure_ascii=False)


if __name__ == "__main__":
    import sys

    from hoodwink.cli import main

    sys.exit(main(["case", *sys.argv[1:]]))
