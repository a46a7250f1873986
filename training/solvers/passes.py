"""The loops over a sequence form that all exact solvers are made of.

`x` holds how likely each seat plays its part of every sequence, `g` what each sequence is worth to
its seat given how the others play, weighted with how likely they and chance let it come about.
"""

from typing import Any

from hoodwink.envs.core.jit import inlined, rule

# Regrets that sum to less are 0 but for rounding. Ties are frequent (alike cards, uniform play) and
# must be seen as such, or the last digit of a sum would choose the next policy.
ROUNDING = 1e-12


@inlined
def gradient(start: Any, others: Any, worth: Any, low: int, high: int, x: Any, g: Any) -> None:
    """Write to `g` what the sequences low..high-1 of one seat end with, others playing `x`."""
    rivals = others.shape[1]
    for s in range(low, high):
        total = 0.0
        if rivals == 1:
            for e in range(start[s], start[s + 1]):
                total += worth[e] * x[others[e, 0]]
        elif rivals == 2:
            for e in range(start[s], start[s + 1]):
                total += worth[e] * x[others[e, 0]] * x[others[e, 1]]
        else:
            for e in range(start[s], start[s + 1]):
                product = worth[e]
                for q in range(rivals):
                    product *= x[others[e, q]]
                total += product
        g[s] = total


@rule
def expected(low: int, high: int, x: Any, g: Any) -> float:
    """Return what a seat expects that plays `x` where its sequences end with `g`."""
    total = 0.0
    for s in range(low, high):
        total += x[s] * g[s]
    return total


@rule
def spread(choices: Any, low: int, high: int, policy: Any, x: Any) -> None:
    """Write to `x` how likely a seat plays each sequence, from the probabilities of its choices."""
    for c in range(low, high):
        first = choices[c].first
        reach = x[choices[c].parent]
        for s in range(first, first + choices[c].actions):
            x[s] = reach * policy[s]


@rule
def reach_all(base: Any, bounds: Any, choices: Any, policy: Any, x: Any) -> None:
    """Write to `x` how likely every seat plays each of its sequences."""
    for p in range(len(bounds) - 1):
        x[base[p]] = 1.0
        spread(choices, bounds[p], bounds[p + 1], policy, x)


@rule
def best(choices: Any, low: int, high: int, root: int, g: Any) -> float:
    """Return what the best of a seat's plays is worth; adds to `g` what follows each sequence."""
    for c in range(high - 1, low - 1, -1):
        first = choices[c].first
        most = g[first]
        for s in range(first + 1, first + choices[c].actions):
            most = max(most, g[s])
        g[choices[c].parent] += most
    return float(g[root])


def evaluate(
    base: Any, bounds: Any, choices: Any, start: Any, others: Any, worth: Any, policy: Any, x: Any,
    g: Any, values: Any, best_values: Any,
) -> None:  # fmt: skip
    """Write what each seat expects of `policy` (Q,), and what it would by its best response."""
    reach_all(base, bounds, choices, policy, x)
    for p in range(len(values)):
        gradient(start, others, worth, base[p], base[p + 1], x, g)
        values[p] = expected(base[p], base[p + 1], x, g)
        best_values[p] = best(choices, bounds[p], bounds[p + 1], base[p], g)


# -- counterfactual regret -------------------------------------------------------------------------


@inlined
def regret_step(
    choices: Any, low: int, high: int, g: Any, policy: Any, regret: Any, keep: float, drop: float
) -> None:
    """Add to the regrets of one seat, last choices first, and match the policy to them.

    `keep` and `drop` multiply the regrets above and below zero afterwards.
    """
    for c in range(high - 1, low - 1, -1):
        first = choices[c].first
        n = choices[c].actions
        value = 0.0
        for s in range(first, first + n):
            value += policy[s] * g[s]
        g[choices[c].parent] += value
        total = 0.0
        for s in range(first, first + n):
            r = regret[s] + g[s] - value
            r *= keep if r > 0.0 else drop
            regret[s] = r
            total += max(r, 0.0)
        if total > ROUNDING:
            for s in range(first, first + n):
                policy[s] = max(regret[s], 0.0) / total
        else:
            for s in range(first, first + n):
                policy[s] = 1.0 / n


@rule
def remember(low: int, high: int, weight: float, x: Any, g: Any, history: Any) -> float:
    """Add what the sequences of a seat end with to `history`; return what the seat got."""
    value = 0.0
    for s in range(low, high):
        history[s] += weight * g[s]
        value += x[s] * g[s]
    return weight * value


def iterate(
    base: Any, bounds: Any, choices: Any, start: Any, others: Any, worth: Any, policy: Any, x: Any,
    g: Any, regret: Any, average: Any, history: Any, got: Any, steps: Any, track: int,
) -> None:  # fmt: skip
    """Run one iteration for each row of `steps` (T, 3): weight of the average, keep, drop.

    The seats learn one after the other, each from what those before it have just become. With
    `track`, history (Q,) and got (n,) sum up the play at the beginning of each iteration.
    """
    seats = len(bounds) - 1
    reach_all(base, bounds, choices, policy, x)
    for i in range(len(steps)):
        weight, keep, drop = steps[i, 0], steps[i, 1], steps[i, 2]
        for k in range(2 * seats):
            learns = k >= seats
            p = k - seats if learns else k
            if not learns and (p == 0 or track == 0):
                continue
            low, high = base[p], base[p + 1]
            gradient(start, others, worth, low, high, x, g)
            if track != 0 and learns == (p == 0):
                got[p] += remember(low, high, weight, x, g, history)
            if learns:
                for s in range(low, high):
                    average[s] += weight * x[s]
                regret_step(choices, bounds[p], bounds[p + 1], g, policy, regret, keep, drop)
                spread(choices, bounds[p], bounds[p + 1], policy, x)


def deviate(base: Any, bounds: Any, choices: Any, history: Any, g: Any, best_values: Any) -> None:
    """Write what each seat would have got at best by one fixed play against the whole history."""
    for p in range(len(best_values)):
        for s in range(base[p], base[p + 1]):
            g[s] = history[s]
        best_values[p] = best(choices, bounds[p], bounds[p + 1], base[p], g)


def normalise(rows: Any, average: Any, policy: Any) -> int:
    """Write the average policy of choices, or of rows; return how many were never reached.

    Those are uniform; where nothing is to be chosen, they do not count.
    """
    unseen = 0
    for r in range(len(rows)):
        first = rows[r].first
        n = rows[r].actions
        total = 0.0
        for s in range(first, first + n):
            total += average[s]
        if total <= 0.0 and n > 1:
            unseen += 1
        for s in range(first, first + n):
            policy[s] = average[s] / total if total > 0.0 else 1.0 / n
    return unseen
