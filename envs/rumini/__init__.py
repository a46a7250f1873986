"""Rumini: the rules in words are RULES.md; the files, in the order in which to read them.

state.py, table.py, actions.py          the records; actions, outcomes and events as numbers
rules.py                                who decides, what is possible, and what follows
deal.py, rolling.py, spaces.py          the set-up; from the roll to the move; sailing and spaces
deeds.py, decks.py, turn.py             decisions behind the move; the decks; steps that all share
knowledge.py, observe.py, length.py     who can tell which card; what a seat sees; the longest game
tables.py, boards.py                    options and data files, checked and frozen
text.py, words.py, position.py, ansi.py the game in words, and in a terminal
load.py, reading.py, midturn.py         a position read into a state
invariants.py, ending.py                what holds in every position; how a game ended
game.py                                 all of it, tied together for core
"""
