"""Warumono, the first game.

state.py, actions.py, table.py  records and numbers
tables.py, boards.py  options and data, checked and frozen
rules.py, deal.py, movement.py, contact.py, turn.py  the rules
knowledge.py, worlds.py, news.py, observe.py  who knows and sees what
words.py, position.py, text.py, ansi.py  a state in words
load.py, reading.py, holdings.py, midturn.py  a position as a state
length.py, ending.py, invariants.py  how long it lasts, how it ends, what always holds
game.py  all of it tied together
"""
