"""Parts of the rule bot of Warumono 2: what it reads off an observation, how it judges places."""
