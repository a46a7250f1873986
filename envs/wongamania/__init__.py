"""Wongamania: Banana Economy: the rules in words are RULES.md; the files, in reading order.

state.py, actions.py                     the records; actions, outcomes and events as numbers
rules.py                                 who decides, what is possible, and what follows
rounds.py                                deal, mulligan, rounds and laps, Payday, scores
cards.py, opps.py, effects.py            Phase 2; the windows for Opps!; what cards do
turn.py                                  steps that all share: Wonga, sales, Bankruptcy
worlds.py, observe.py, length.py         other worlds; what a seat sees; how long a game can last
tables.py                                options and data files, checked and frozen
text.py, words.py, position.py, ansi.py  the game in words, and in a terminal
load.py, reading.py, pending.py          a position read into a state
<<<<<<< HEAD
invariants.py, ending.py                 what holds in every position; how a game ended
=======
portrait.py                              how a strategy is shown
>>>>>>> c0ec8214363c9f108da938db805504fd84128e06
game.py                                  all of it, tied together for core
"""
