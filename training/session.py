"""One training run on disk: it trains, logs, saves and evaluates, and goes on where it stopped."""

import time
from collections.abc import Sequence
from typing import Any

from hoodwink.training.algorithms import ALGORITHMS
from hoodwink.training.checkpoint import save_agent
from hoodwink.training.device import find_device, thread_count
from hoodwink.training.diverged import Diverged, keep_batch
from hoodwink.training.evaluation import Evaluation
from hoodwink.training.metrics import MetricsFile
from hoodwink.training.progress import Progress, ProgressLine
from hoodwink.training.resume import Checkpoints
from hoodwink.training.run_folder import Run
from hoodwink.training.saved import Saved
from hoodwink.training.tensorboard import EventsFile


class Session:
    """A run from its last checkpoint, or from its beginning if there is none, to its end."""

    def __init__(self, run: Run, interrupted: Sequence[int]) -> None:
        """Bring the run back to where it was; `interrupted` is no longer empty when it shall stop.

        Raises HoodwinkError if no checkpoint can be read.
        """
        self.run, self.interrupted = run, interrupted
        self.evaluation = Evaluation(run)
        self.trainer = ALGORITHMS[run.algorithm].trainer(run)
        self._checkpoints = Checkpoints(run.folder)
        saved, size = self._checkpoints.newest(), 0
        if saved is not None:
            self.trainer.restore(saved.part("trainer"))
            size = saved.value("metrics_size")
        self._metrics = MetricsFile(run.folder / "metrics.jsonl", size)
        self._events = EventsFile(run.folder / "tensorboard", self.trainer.all_decisions)
        self._size = self._metrics.size  # bytes
        self._line = ProgressLine(run.config.minutes)
        self._evaluated_at = self.trainer.decisions
        self._saved_at = time.perf_counter()

    def train(self) -> None:
        """Train to the end or to Ctrl-C, and save; raises Diverged, with the file of the batch."""
        try:
            self.trainer.run(self._note, self.run.config.minutes)
        except Diverged as error:
            path = keep_batch(self.run.folder, self.trainer.updates + 1, error)
            raise Diverged(f"{error}. The batch is kept in {path}", error.kept) from None
        finally:
            self._line.close()
            self._metrics.close()
            self._events.close()
        self._save(finished=not self.interrupted)

    def _note(self, progress: Progress) -> bool:
        """Log what was learned, evaluate and save if it is time; return whether to go on."""
        if progress.stage != "imitation" and self._evaluation_is_due(progress.decisions):
            progress.metrics |= self.evaluation.interim(self.trainer.result)
        self._line.show(progress)
        self._metrics.write(progress)
        self._events.write(progress)
        self._size = self._metrics.size
        if time.perf_counter() - self._saved_at >= self.run.config.checkpoint_seconds:
            self._save(finished=False)
            self._saved_at = time.perf_counter()
        return not self.interrupted

    def _evaluation_is_due(self, decisions: int) -> bool:
        every, before = self.run.config.evaluation_every, self._evaluated_at
        self._evaluated_at = decisions
        return every > 0 and decisions // every > before // every

    def _save(self, finished: bool) -> None:
        trainer = self.trainer.save()
        if trainer is not None:
            saved = Saved(values={"metrics_size": self._size})
            saved.put("trainer", trainer)
            self._checkpoints.write(self.trainer.updates, saved)
        config, run = self.run.config, self.run
        training = self.how() | {"finished": finished, "interrupted": bool(self.interrupted)}
        save_agent(run.folder, run.game, self.trainer.result, config.network, run.options, training)

    def how(self) -> dict[str, Any]:
        """Return how the agent was trained."""
        config = self.run.config
        return {
            "algorithm": self.run.algorithm,
            "seed": self.run.seed,
            "steps": self.trainer.decisions,
            **config.company(),
            "threads": thread_count(config.threads),
            "device": find_device(config.device).type,
        }
