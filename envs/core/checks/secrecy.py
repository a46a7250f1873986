"""Checks of secrecy and memory: by all histories of a small variant, or by resampling."""

from collections.abc import Callable, Hashable
from typing import Any

import numpy as np
from numpy.typing import NDArray

from hoodwink.envs.core.checks.histories import Layer, Tree, rows
from hoodwink.envs.core.checks.run import Options, Run, Starts, generator, play_all
from hoodwink.envs.core.game import Game
from hoodwink.envs.core.state import CHANCE, OVER, States, View, silence

Told = tuple[int, int]  # seat, key of all that it was told
Sight = Callable[[Run, int], Hashable]
CORE = ("key", "told", "events")


def sight(run: Run, p: int) -> Hashable:
    """Return all that seat `p` gets: observation, mask, turn, end, return, view, picture."""
    words = (repr(run.view(p)), run.ansi(p)) if run.game.words else ()
    return (*bare_sight(run, p), *words)


def bare_sight(run: Run, p: int) -> tuple[Hashable, ...]:
    """Return what seat `p` gets without words: observation, mask, turn, return."""
    end = float(run.payoffs[p]) if run.over else None
    return run.observe(p).tobytes(), run.mask_of(p), run.actor == p, run.over, end


# -- all histories ---------------------------------------------------------------------------------


def check_secrecy_exact(
    game: Game, options: Options, *, plain: bool = True, words_of: int = 1
) -> int:
    """Check over all histories: equal told sequences mean equal observation, mask, turn and return.

    And equal view and picture, for one in `words_of` sequences. For small variants; returns the
    number of states.
    """
    tree, count = Tree(game, options, plain=plain), 0
    facts: list[dict[int, bytes]] = [{} for _ in tree.seats]
    texts: list[dict[int, str]] = [{} for _ in tree.seats]
    for layer in tree.layers():
        count += len(layer.states)
        for p in tree.seats:
            keys = layer.states["key"][:, p]
            for key, fact in _pairs(keys, _facts(layer, p)):
                known = facts[p].setdefault(key, fact)
                assert known == fact, _complaint(layer, p, key, "observation, mask, turn or return")
            if game.words:
                for i in np.flatnonzero(keys % np.uint64(words_of) == 0):
                    key, text = int(keys[i]), _text(layer, p, int(i))
                    known_text = texts[p].setdefault(key, text)
                    assert known_text == text, _complaint(layer, p, key, f"{known_text} and {text}")
    return count


def _facts(layer: Layer, p: int) -> NDArray[Any]:
    """Return all that seat `p` gets in each state, and what it was told last (N,)."""
    observation, payoffs = layer.see(p)
    turn = np.stack([layer.actor == p, layer.actor == OVER, layer.actor == CHANCE], axis=1)
    told = [
        np.ascontiguousarray(part).view(np.int8)
        for part in (layer.states["told"][:, p : p + 1], layer.states["events"][:, p])
    ]
    parts = (observation, layer.mask_of(p), turn.astype(np.int8), payoffs.view(np.int8), *told)
    return rows(np.concatenate(parts, axis=1))


def _pairs(keys: NDArray[Any], facts: NDArray[Any]) -> dict[tuple[int, bytes], None]:
    """Return the different pairs of a key and what goes with it."""
    _, first, number = np.unique(keys, return_index=True, return_inverse=True)
    others = np.flatnonzero(facts != facts[first][number.ravel()])
    chosen = np.concatenate([first, others])
    return dict.fromkeys(zip(keys[chosen].tolist(), map(bytes, facts[chosen]), strict=True))


def _text(layer: Layer, p: int, i: int) -> str:
    tree = layer.tree
    state = (View(layer.states, i), View(tree.tables), tree.options, p)
    return f"{tree.game.words.view(*state)!r} {tree.game.words.ansi(*state)}"


def _complaint(layer: Layer, p: int, key: int, what: str) -> str:
    i = int(np.flatnonzero(layer.states["key"][:, p] == np.uint64(key))[0])
    return (
        f"seat {p} of {layer.tree.game.name} {layer.tree.options} was told the same in two worlds "
        f"and sees a difference in {what}; one world is {layer.states[i]}"
    )


def check_recall(game: Game, options: Options, *, plain: bool = True) -> None:
    """Check over all histories: equal observations mean equal told sequences.

    Only for games whose observation promises perfect recall.
    """
    tree = Tree(game, options, plain=plain)
    seen: list[dict[bytes, int]] = [{} for _ in tree.seats]
    for layer in tree.layers():
        for p in tree.seats:
            for key, sight in _pairs(layer.states["key"][:, p], rows(layer.see(p)[0])):
                known = seen[p].setdefault(sight, key)
                assert known == key, (
                    f"seat {p} of {game.name} {dict(options)} sees the same, but was told otherwise"
                )


def check_worlds_exact(
    game: Game, options: Options, hidden: Callable[[View], Hashable], *, plain: bool = True,
    draws: int = 200, seed: int = 0, one_in: int = 1, shares: bool = True,
) -> None:  # fmt: skip
    """Check over all histories that the worlds drawn are those that can be, with their shares.

    `hidden` tells the secret part of a state, or None for one that is passed over. No world that
    cannot be is drawn, none that can be is left out, and with `shares` their number is right within
    five standard deviations (all decisions of a history count alike). Worlds are drawn for one in
    `one_in` told sequences, `draws` or more for each.
    """
    tree = Tree(game, options, plain=plain)
    worlds: dict[Told, dict[Hashable, float]] = {}
    example: dict[Told, States] = {}
    for layer in tree.layers():
        for p in tree.seats:
            keys = layer.states["key"][:, p]
            for i in np.flatnonzero(keys % np.uint64(one_in) == 0).tolist():
                told, what = (p, int(keys[i])), hidden(View(layer.states, i))
                if what is not None:
                    odds = worlds.setdefault(told, {})
                    odds[what] = odds.get(what, 0.0) + float(layer.share[i])
                    example.setdefault(told, layer.states[i : i + 1])
    rng, run = generator(seed), Run(game, options, plain=plain)
    for (p, key), odds in worlds.items():
        run.states[:] = example[p, key]
        drawn = dict.fromkeys(odds, 0)
        for _ in range(max(draws, 30 * len(odds)) if len(odds) > 1 else 1):
            world = hidden(View(run.resampled(p, rng)))
            assert world in odds, f"seat {p} knows that this cannot be: {world}"
            drawn[world] += 1
        assert all(drawn.values()), f"seat {p} is never shown some of {list(odds)}"
        if shares:
            _check_shares(p, odds, drawn)


def _check_shares(p: int, odds: dict[Hashable, float], drawn: dict[Hashable, int]) -> None:
    total, n = sum(odds.values()), sum(drawn.values())
    for world, count in drawn.items():
        share = odds[world] / total
        assert abs(count - n * share) <= 1 + 5 * (n * share * (1 - share)) ** 0.5, (
            f"seat {p}: world {world} has the share {share:.3f} and was drawn {count} times of {n}"
        )


# -- by resampling ---------------------------------------------------------------------------------


def check_secrecy(
    game: Game, options: Options, *, games: int = 2, seed: int = 0, plain: bool = True,
    starts: Starts = (), see: Sight = sight, every: int = 1,
) -> set[int]:  # fmt: skip
    """Check at each `every`th move that nothing a seat gets differs in a resampled world.

    Returns the phases that were seen, if the game's state has phases.
    """
    rng, phases, other = generator(seed), set(), None
    for run in play_all(game, options, games=games, seed=seed, plain=plain, starts=starts):
        if other is None or not run.moves:
            other = run.copy()
        if (len(run.moves) + seed) % every:
            continue
        phases.add(getattr(run.s, "phase", 0))
        for p in run.seats:
            other.put(run.resampled(p, rng))
            ours, theirs = see(run, p), see(other, p)
            assert ours == theirs, (
                f"seat {p} sees what it was not told: {_difference(ours, theirs)}: {run}"
            )
    return phases


def _difference(ours: Any, theirs: Any) -> str:
    parts = ("observation", "mask", "turn", "end", "return", "view", "picture")
    return ", ".join(
        f"{name} {a!r} and {b!r}" if name not in ("observation", "mask")
        else f"{name} at {[i for i, (x, y) in enumerate(zip(a, b, strict=True)) if x != y]}"
        for name, a, b in zip(parts, ours, theirs, strict=False) if a != b
    )  # fmt: skip


def check_resample(
    game: Game, options: Options, *, games: int = 2, seed: int = 0, plain: bool = True,
    starts: Starts = (), invariants: Callable[[Run], None] | None = None, every: int = 1,
) -> float:  # fmt: skip
    """Check at each `every`th move, for every seat, what `resample` promises.

    What the seat was told stays and what the others were told is gone; the truth is not looked at
    (resampling twice is resampling once, byte for byte); the world obeys `invariants` and goes
    on. Returns the share of worlds other than the truth.
    """
    moved = total = 0
    other = None
    for run in play_all(game, options, games=games, seed=seed, plain=plain, starts=starts):
        if other is None or not run.moves:
            other = run.copy()
        if (len(run.moves) + seed) % every:
            continue
        for p in run.seats:
            world = run.resampled(p, generator(seed + total + 1))
            _check_told(run, world, p)
            other.put(world)
            again = other.resampled(p, generator(seed + total))
            once = run.resampled(p, generator(seed + total))
            assert again.tobytes() == once.tobytes(), f"resampling for seat {p} peeks: {run}"
            # Which of the others is to move may be hidden; sights of it are compared elsewhere.
            asked = {run.actor, other.actor}
            hidden = game.silent and min(asked) >= 0 and p not in asked
            assert len(asked) == 1 or hidden, f"another seat is to move: {run}"
            assert other.over or other.ids(), f"nothing can be played in a world: {run}"
            if invariants is not None:
                invariants(other)
            moved += _silenced(run.states, p, run.seats) != _silenced(world, p, run.seats)
            total += 1
    assert moved, f"no world but the truth was ever drawn: {game.name} {dict(options)}"
    return moved / total


def _check_told(run: Run, world: States, p: int) -> None:
    for name in CORE:
        ours, theirs = run.states[name][0], world[name][0]
        assert (ours[p] == theirs[p]).all(), f"seat {p} forgets what it was told: {run}"
        for q in run.seats:
            assert q == p or not theirs[q].any() or name == "key", f"{q} remembers: {run}"
    quiet = run.states.copy()
    for q in run.seats:
        if q != p:
            silence(View(quiet), q)
            assert quiet["key"][0][q] == world["key"][0][q], f"seat {q} remembers: {run}"


def _silenced(states: States, p: int, seats: range) -> bytes:
    quiet = states.copy()
    for q in seats:
        if q != p:
            silence(View(quiet), q)
    return quiet.tobytes()
