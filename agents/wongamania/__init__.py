"""Parts of the rule bot of Wongamania: what it reads off an observation, what things are worth."""
