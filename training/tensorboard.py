"""The metrics of a run as TensorBoard event files: `tensorboard --logdir runs`."""

import time
from pathlib import Path

# Protocol buffers make their classes when they are imported, unseen by pyright.
from tensorboard.compat.proto.event_pb2 import (
    Event,  # pyright: ignore[reportAttributeAccessIssue]
    SessionLog,  # pyright: ignore[reportAttributeAccessIssue]
)
from tensorboard.compat.proto.summary_pb2 import (
    Summary,  # pyright: ignore[reportAttributeAccessIssue]
)
from tensorboard.summary.writer.event_file_writer import EventFileWriter

from hoodwink.training.metrics import progress_line
from hoodwink.training.progress import Progress

FLUSH_EVERY = 10  # seconds


class EventsFile:
    """Writes every number of METRICS as a scalar of that name; the step is `all_decisions`."""

    def __init__(self, folder: Path, played: int) -> None:
        """Begin a file; points beyond `played` decisions, of a run that was killed, are void."""
        self._writer = EventFileWriter(str(folder), flush_secs=FLUSH_EVERY)
        start = SessionLog(status=SessionLog.START)
        self._add(Event(step=played + 1, wall_time=time.time(), session_log=start))

    def write(self, progress: Progress) -> None:
        """Add a point to every curve."""
        numbers = {key: value for key, value in progress_line(progress).items() if key != "stage"}
        points = [Summary.Value(tag=k, simple_value=float(v)) for k, v in numbers.items()]
        step = progress.all_decisions
        self._add(Event(step=step, wall_time=time.time(), summary=Summary(value=points)))

    def _add(self, event: Event) -> None:
        self._writer.add_event(event)

    def close(self) -> None:
        """Write what is left and close the file."""
        self._writer.close()
