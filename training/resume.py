"""Checkpoints of a run: one file each, written whole, the last two kept.

Killed at any moment, a run leaves its newest checkpoint or the one before as it was; a damaged one
is passed over for the one before it.
"""

import sys
from pathlib import Path

from hoodwink.envs.core.errors import HoodwinkError
from hoodwink.envs.core.files import is_unfinished
from hoodwink.training.saved import Saved, read_saved, write_saved

FORMAT = 1
KEPT = 2


class Checkpoints:
    """The checkpoints in `checkpoints/` of a run's folder, by the number of updates before them."""

    def __init__(self, folder: Path) -> None:
        """Remove what a killed process had not finished writing."""
        self.folder = folder / "checkpoints"
        for where in (folder, self.folder):
            for path in filter(is_unfinished, where.iterdir() if where.is_dir() else ()):
                path.unlink(missing_ok=True)

    def write(self, number: int, saved: Saved) -> None:
        """Add a checkpoint, and only then remove those that are too old."""
        self.folder.mkdir(exist_ok=True)
        saved.values["format"] = FORMAT
        write_saved(self.folder / f"{number:08d}.safetensors", saved)
        for old in self._files()[KEPT:]:
            old.unlink(missing_ok=True)

    def newest(self) -> Saved | None:
        """Return the newest checkpoint that is whole, None if there never was one.

        Prints a warning for a damaged one; raises HoodwinkError if all are damaged, or if they were
        written by another version.
        """
        files, reasons = self._files(), []
        for path in files:
            try:
                saved = read_saved(path)
            except HoodwinkError as error:
                reasons.append(str(error))
                continue
            if saved.values.get("format") != FORMAT:
                raise HoodwinkError(
                    f"{path}: its format is {saved.values.get('format')!r}; this version of "
                    f"hoodwink reads {FORMAT}"
                )
            for reason in reasons:
                print(f"hoodwink: {reason}; going on from {path.name}", file=sys.stderr)
            return saved
        if files:
            raise HoodwinkError(f"no checkpoint can be read: {'; '.join(reasons)}")
        return None

    def _files(self) -> list[Path]:
        """Return all checkpoints, the newest first."""
        return sorted(self.folder.glob("*.safetensors"), reverse=True)
