"""Warumono, the first game: so far its action table; it is not among the games yet.

actions.py  actions and outcomes as numbers
"""
