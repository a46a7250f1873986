"""Warumono 2: the rules in words are RULES.md; the files, in the order in which to read them.

state.py, table.py, actions.py                the records; actions, outcomes and events as numbers
rules.py                                      who decides, what is possible, and what follows
deal.py, movement.py, contact.py              the set-up; where one may step; switch and arrest
cards.py, scenario.py                         the Back Alley; the sheet
turn.py, news.py, knowledge.py                steps that all share; who was told; who knows a card
worlds.py                                     other worlds that a seat cannot tell apart
observe.py, length.py                         what a seat sees; how long a game can last
invariants.py, ending.py                      what holds in every position; how a game ended
tables.py, boards.py, sheets.py               options and data files, checked and frozen
text.py, words.py, position.py, ansi.py       the game in words, and in a terminal
portrait.py                                   how a strategy is shown
load.py, reading.py, holdings.py, midturn.py  a position read into a state
game.py                                       all of it, tied together for core
"""
