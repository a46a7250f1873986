"""What a strategy does, in words and as a picture: how often it bluffs, and with what in hand.

scenes.py   sums thousands of probabilities up to scenes, holdings and deeds
text.py     shows them as a table in a terminal, or as Markdown
svg.py      draws them
show.py     writes what was asked for, by the ending of the file
"""
