"""Who plays: random, rule bots, search and trained policies, and the arena where they meet."""
