"""What all games share; its files, in the order in which to read them.

game.py                                 the contract: functions over one record, sizes, words
state.py, rng.py, jit.py                records and news, random numbers, what is compiled
drivers.py, batch.py, single.py         the loops: many games at once, or one
soak.py                                 a million games at random, every position checked
seats.py                                many games, in each one seat that learns
match.py, perspective.py, recording.py  a game in words, as one seat knows it, and as a file
aec.py, gym.py, spaces.py               PettingZoo and Gymnasium
registry.py, spec.py, layout.py         games by name, with options, and the page of their numbers
portrait.py                             which words a picture of a strategy uses
case_files.py, cases.py, checks/        rule cases as text, and the test kit
data.py, words.py, cards.py, poker.py   what the files of games are made of
bits.py, instructions.py                packed masks, and what a processor does at once
errors.py, files.py                     what can go wrong; files written whole or not at all
"""
