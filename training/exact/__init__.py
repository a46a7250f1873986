"""What is known exactly of the games small enough to be walked: sizes, values, NashConv.

small.py       which they are: the variants of a game, or its numbers of seats
histories.py   a tree length by length, and how often a strategy comes by each history
numbers.py     sizes and constants of one game, and the file that keeps them
pages.py       the page of each game's numbers; rewrites file and page
"""
