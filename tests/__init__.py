"""All tests; the file makes this the package `tests`, where pgx installs one of that name."""
