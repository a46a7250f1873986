"""`hoodwink bench --solvers`: how fast small games are solved exactly, here and elsewhere.

case.py      what one process measures
clocked.py   rates by CPU time and by the clock
ours.py      our solvers; those of others are in bench/peers
plan.py      which cases a run has
run.py       the command: cases one after the other, the table, the JSON
"""
