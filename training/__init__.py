"""Who learns: algorithms, opponents, drivers for other libraries, and checkpoints."""

import os

# Read when torch is first imported: threads that wait shall sleep, not spin. Where the cores are
# shared with anything else, spinning makes learning several times slower.
os.environ.setdefault("OMP_WAIT_POLICY", "PASSIVE")
