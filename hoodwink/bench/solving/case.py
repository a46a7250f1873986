"""A case of `hoodwink bench --solvers`: one task on one library, in a process of its own."""

from dataclasses import dataclass

OURS = "hoodwink"
TASKS = {
    "cfr+": "CFR+ iterations",
    "mccfr": "external-sampling MCCFR traversals",
    "nash_conv": "exact NashConv of uniform play",
    "cold": "CFR+ from nothing compiled",
    "solve": "compile the game, CFR+ to NashConv < 1 % of the payoffs",
}
RATES = ("cfr+", "mccfr")  # tasks that are rates; the others are done once


@dataclass(frozen=True)
class Case:
    """What one process measures.

    Attributes:
        task: one of TASKS.
        env: the game, as our command line takes it.
        who: OURS, or a peer.
        began: the time (`time.time`) at which the process was started.
        budget: seconds that the task `cold` has, from then on.
        seconds: of CPU time that one repetition of a rate takes, about.
        repetitions: of a rate.
        seed: of what draws.
    """

    task: str
    env: str
    who: str
    began: float = 0.0
    budget: float = 20.0
    seconds: float = 0.7
    repetitions: int = 5
    seed: int = 0
