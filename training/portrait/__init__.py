"""What a strategy does, in words and as a picture: how often it bluffs, and with what in hand.

gather.py   the decisions of a strategy, each with a state of it and how often it is met
scenes.py   thousands of probabilities summed up as scenes, holdings and deeds
text.py     that as a table in a terminal, or as Markdown
svg.py      that drawn
show.py     any of them written to a file
command.py  the options of `hoodwink solve` for it
"""
