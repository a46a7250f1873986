"""Where networks run, and on how many threads."""

import os
from collections.abc import Iterator
from contextlib import contextmanager

import torch

from hoodwink.envs.core.errors import HoodwinkError

DEVICES = ("cpu", "cuda", "mps", "auto")


def find_device(name: str) -> torch.device:
    """Return the device called `name`; auto is the first GPU there is, or else the CPU.

    Raises HoodwinkError for a name that is none of DEVICES, or a device that is not here.
    """
    there = {
        "cpu": True,
        "cuda": torch.cuda.is_available(),
        "mps": torch.backends.mps.is_available(),
    }
    if name == "auto":
        return torch.device(next(gpu for gpu in ("cuda", "mps", "cpu") if there[gpu]))
    here = ", ".join(each for each, is_there in there.items() if is_there)
    if name not in there:
        raise HoodwinkError(f"unknown device {name[:40]!r}; here there are: {here}, and auto")
    if not there[name]:
        raise HoodwinkError(
            f"device {name}: this machine, or its torch {torch.__version__}, has none; here there "
            f"are: {here}"
        )
    return torch.device(name)


def thread_count(wanted: int) -> int:
    """Return how many threads to use: as wanted, but at most one a core or OMP_NUM_THREADS."""
    everywhere = hasattr(os, "sched_getaffinity")
    cores = len(os.sched_getaffinity(0)) if everywhere else os.cpu_count() or 1
    allowed = os.environ.get("OMP_NUM_THREADS", "")
    return min(wanted, cores, int(allowed) if allowed.isdecimal() and int(allowed) else cores)


@contextmanager
def torch_threads(wanted: int) -> Iterator[None]:
    """Let torch use that many threads, if there are as many cores, and put it back afterwards."""
    before = torch.get_num_threads()
    torch.set_num_threads(thread_count(wanted))
    try:
        yield
    finally:
        torch.set_num_threads(before)
