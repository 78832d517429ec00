"""Long work beside a widget: in a thread, with progress, and cancelled at a word.

The page never freezes: the kernel goes on answering while the work runs, and the work asks at
each step of its progress whether it is still wanted. Where there are no threads, as in a
browser's own Python, the work is done at once and the page waits.
"""

from __future__ import annotations

import threading
import time
from collections.abc import Callable
from typing import Any, Final, TypeAlias, TypeVar

import traitlets

from mastermind_edu.widgets.base import LessonWidget

__all__ = ["Background", "Cancelled", "Job", "Progress", "WorkingWidget", "share"]

Progress: TypeAlias = Callable[[int, int], None]
Result = TypeVar("Result")

SECONDS: Final = 0.1
"""How often progress is told, so that fast steps do not flood the page."""


def share(progress: Progress, place: int, count: int) -> Progress:
    """Return the progress of one of ``count`` equal shares of a work, the first being 0."""

    def part_of_all(part: int, whole: int) -> None:
        progress(place * whole + part, count * whole)

    return part_of_all


class Cancelled(Exception):
    """The work is not wanted any more; raised inside it when it next tells something."""


class Job:
    """One piece of work as the work itself sees it: ``job(part, whole)`` is its progress."""

    def __init__(self, progress: Progress, telling: threading.RLock | None = None) -> None:
        self.wanted = True
        self._progress = progress
        self._telling = telling or threading.RLock()
        self._told = 0.0

    def __call__(self, part: int, whole: int) -> None:
        """Tell that ``part`` of ``whole`` is done, unless that was told a moment ago.

        :raises Cancelled: if the work is not wanted any more.
        """
        now = time.monotonic()
        if not self.wanted or part == whole or now >= self._told + SECONDS:
            self._told = now
            self.tell(self._progress, part, whole)

    def tell(self, listener: Callable[..., None], *news: object) -> None:
        """Call ``listener(*news)``; it can rely on the work being wanted until it returns.

        :raises Cancelled: if the work is not wanted any more.
        """
        with self._telling:
            if not self.wanted:
                raise Cancelled
            listener(*news)

    def end(self, listener: Callable[..., None], *news: object) -> None:
        """Tell the last news, after which there is nothing left to cancel.

        :raises Cancelled: if the work is not wanted any more.
        """
        with self._telling:
            self.tell(listener, *news)
            self.wanted = False


class Background:
    """One piece of work at a time; starting another cancels the one before."""

    def __init__(self) -> None:
        self._telling = threading.RLock()
        self._job: Job | None = None
        self._thread: threading.Thread | None = None

    @property
    def running(self) -> bool:
        """Whether work is being done."""
        return self._thread is not None and self._thread.is_alive()

    def start(
        self,
        work: Callable[[Job], Result],
        *,
        progress: Progress,
        done: Callable[[Result], None],
        failed: Callable[[Exception], None],
    ) -> None:
        """Run ``work(job)`` in a thread and then ``done(result)``, unless cancelled.

        ``progress`` is called with how much has been done and how much there is to do.
        ``failed`` gets what the work raised.
        """
        self.cancel()
        job = Job(progress, self._telling)

        def run() -> None:
            try:
                try:
                    result = work(job)
                except Cancelled:
                    raise
                except Exception as error:
                    job.end(failed, error)
                else:
                    job.end(done, result)
            except Cancelled:
                return

        self._job = job
        self._thread = threading.Thread(target=run, daemon=True)
        try:
            self._thread.start()
        except RuntimeError:  # Python in a browser has no threads
            self._thread = None
            run()

    def cancel(self) -> bool:
        """Have the work stop at its next progress; nothing more is heard of it.

        Returns whether there was anything to stop.
        """
        with self._telling:
            job, self._job = self._job, None
            stops = job is not None and job.wanted
            if job is not None:
                job.wanted = False
            return stops

    def wait(self, timeout: float | None = None) -> None:
        """Wait until the work has ended, at most ``timeout`` seconds."""
        if self._thread is not None:
            self._thread.join(timeout)


class WorkingWidget(LessonWidget):
    """A widget that does long work beside its page and shows how far it is."""

    _progress = traitlets.Float(0).tag(sync=True)

    def __init__(self, **traits: Any) -> None:
        self._work = Background()
        super().__init__(**traits)

    def wait(self, timeout: float | None = None) -> None:
        """Wait until the work has ended, at most ``timeout`` seconds."""
        self._work.wait(timeout)

    def rest(self) -> None:
        """Show that no work is being done."""
        raise NotImplementedError

    def begin(self, work: Callable[[Job], Result], done: Callable[[Result], None]) -> None:
        """Do ``work`` beside the page instead of what was being done, and then ``done``."""
        self._work.cancel()
        self._progress = 0.0
        self._notice = self._notice | {"text": ""}
        self._work.start(work, progress=self.on_progress, done=done, failed=self._on_failed)

    def on_progress(self, part: int, whole: int) -> None:
        """Show that ``part`` of ``whole`` is done."""
        self._progress = part / whole

    def _on_failed(self, error: Exception) -> None:
        self.rest()
        self.report(error)
