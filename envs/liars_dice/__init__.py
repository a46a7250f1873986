"""Liar's Dice, a yardstick: bids on hidden dice, and who doubts them."""
