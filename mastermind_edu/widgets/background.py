"""Long work beside a widget: in a thread, with progress, and cancelled at a word.

The page never freezes: the kernel goes on answering while the work runs, and the work asks at
each step of its progress whether it is still wanted.
"""

from __future__ import annotations

import threading
from collections.abc import Callable
from typing import Any, TypeAlias

__all__ = ["Background", "Cancelled", "Progress"]

Progress: TypeAlias = Callable[[int, int], None]


class Cancelled(Exception):
    """The work is not wanted any more; raised inside it at its next progress."""


class Background:
    """One piece of work at a time; starting another cancels the one before."""

    def __init__(self) -> None:
        self._dropped: threading.Event | None = None
        self._thread: threading.Thread | None = None
        self._telling = threading.RLock()

    @property
    def running(self) -> bool:
        """Whether work is being done."""
        return self._thread is not None and self._thread.is_alive()

    def start(
        self,
        work: Callable[[Progress], Any],
        *,
        progress: Progress,
        done: Callable[[Any], None],
        failed: Callable[[Exception], None],
    ) -> None:
        """Run ``work(progress)`` in a thread and then ``done(result)``, unless cancelled.

        ``progress`` is called with how much has been done and how much there is to do.
        ``failed`` gets what the work raised.
        """
        self.cancel()
        dropped = threading.Event()

        def step(part: int, whole: int) -> None:
            if dropped.is_set():
                raise Cancelled
            progress(part, whole)

        def tell(listener: Callable[[Any], None], news: object) -> None:
            with self._telling:
                if not dropped.is_set():
                    listener(news)

        def run() -> None:
            try:
                tell(done, work(step))
            except Cancelled:
                return
            except Exception as error:
                tell(failed, error)

        self._dropped = dropped
        self._thread = threading.Thread(target=run, daemon=True)
        self._thread.start()

    def cancel(self) -> None:
        """Have the work stop at its next progress; nothing more is heard of it."""
        with self._telling:
            if self._dropped is not None:
                self._dropped.set()

    def wait(self, timeout: float | None = None) -> None:
        """Wait until the work has ended, at most ``timeout`` seconds."""
        if self._thread is not None:
            self._thread.join(timeout)
