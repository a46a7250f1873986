"""warumono2."""
