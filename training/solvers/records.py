"""The records of a compiled game: histories, information states, and what seats were told."""

import numpy as np

from hoodwink.envs.core.state import record

NODE = record(  # one history; a parent stands before its children, and those stand together
    [
        ("parent", np.int32),  # -1 at the root
        ("first", np.int32),  # its first child; of an end the number of its payoffs
        ("children", np.int32),  # how many; 0 at an end
        ("row", np.int32),  # the information state of the seat to move, else -1
        ("weight", np.int32),  # of the outcome that led here, 0 if that was a decision
        ("total", np.int32),  # weight of all outcomes of a chance node, else 0
        ("move", np.int32),  # action or outcome that led here, -1 at the root
        ("actor", np.int32),  # who is to move: a seat, CHANCE or OVER
    ]
)
ROW = record(  # one information state: a seat with a decision, and all that it was told
    [
        ("key", np.uint64),  # as the state has it
        ("seat", np.int32),
        ("first", np.int32),  # its first sequence: its actions stand together, in rising order
        ("actions", np.int32),  # how many
        ("parent", np.int32),  # sequence of the seat's own last decision, -1 if it is the first
        ("depth", np.int32),  # decisions of the seat before this one
        ("node", np.int32),  # a history of it, the one met first
    ]
)
NEWS = record(  # the end of one sequence of events that a seat was told
    [
        ("parent", np.int32),  # the sequence without its last event, -1 for none
        ("code", np.int32),  # the last event
        ("row", np.int32),  # the information state, -1 where the seat had no decision yet
    ]
)
LEVEL = record(  # one level of a walk
    [
        ("actor", np.int32),
        ("at", np.int32),  # moves below it have been walked
        ("node", np.int32),
        ("next", np.int32),  # node of the next child
    ]
)
