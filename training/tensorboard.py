"""The metrics of a run as TensorBoard event files: `tensorboard --logdir runs`."""

import time
from pathlib import Path

from tensorboard.compat.proto.event_pb2 import (
    Event,  # pyright: ignore[reportAttributeAccessIssue]  # a class made on import
    SessionLog,  # pyright: ignore[reportAttributeAccessIssue]  # a class made on import
)
from tensorboard.compat.proto.summary_pb2 import (
    Summary,  # pyright: ignore[reportAttributeAccessIssue]  # a class made on import
)
from tensorboard.summary.writer.record_writer import RecordWriter

from hoodwink.training.metrics import progress_line
from hoodwink.training.progress import Progress


class EventsFile:
    """Writes every number of METRICS as a scalar of that name; the step is `all_decisions`.

    At once and in order, unlike TensorBoard's own writer, so that a run which is killed has lost
    none of the points before its last checkpoint.
    """

    def __init__(self, folder: Path, played: int) -> None:
        """Begin a file; points beyond `played` decisions, of a run that was killed, are void."""
        folder.mkdir(exist_ok=True)
        number = len(list(folder.iterdir()))  # TensorBoard reads the files in the order of names
        self._file = (folder / f"events.out.tfevents.{number:06d}").open("wb")
        self._records = RecordWriter(self._file)
        self._add(Event(wall_time=time.time(), file_version="brain.Event:2"))
        start = SessionLog(status=SessionLog.START)
        self._add(Event(wall_time=time.time(), step=played + 1, session_log=start))

    def write(self, progress: Progress) -> None:
        """Add a point to every curve."""
        numbers = {k: v for k, v in progress_line(progress).items() if k != "stage"}
        points = [Summary.Value(tag=k, simple_value=float(v)) for k, v in numbers.items()]
        step = progress.all_decisions
        self._add(Event(wall_time=time.time(), step=step, summary=Summary(value=points)))

    def _add(self, event: Event) -> None:
        self._records.write(event.SerializeToString())
        self._records.flush()

    def close(self) -> None:
        """Close the file."""
        self._file.close()
