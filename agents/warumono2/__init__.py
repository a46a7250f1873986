"""Parts of the rule bot of Warumono 2: what it reads off an observation, and how it judges places."""
