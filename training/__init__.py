"""Who learns: algorithms, opponents, drivers for other libraries, and checkpoints."""
