"""`hoodwink bench`: how fast random legal play is, here and on other libraries, in one run."""
