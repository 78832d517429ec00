"""What one pupil's kernel may take of the computer, so that there is enough for all the others.

A kernel limits itself when it starts, as far as its system can; :class:`Watch`, which works
everywhere, ends the kernel that takes too much all the same.
"""

from __future__ import annotations

import importlib
import logging
import os
import time
from collections.abc import Awaitable, Callable, Mapping
from contextlib import suppress
from dataclasses import dataclass
from typing import Any, Final, TypeAlias

import psutil

__all__ = ["THREADS", "Limits", "Watch", "apply_limits"]

THREADS: Final = dict.fromkeys(("OMP_NUM_THREADS", "OPENBLAS_NUM_THREADS", "MKL_NUM_THREADS"), "1")
"""The environment that keeps numerical libraries to one thread, and to the memory of one."""

MEMORY: Final = 512 * 2**20
OPEN_FILES: Final = 256
MOST_CPU_SECONDS: Final = 3600
NICENESS: Final = 5

LoggerOrAdapter: TypeAlias = "logging.Logger | logging.LoggerAdapter[Any]"


def apply_limits() -> None:
    """Limit this process, a kernel, for good.

    It yields to the server and leaves no core file. More memory than there is for it fails with
    a :class:`MemoryError` (on Linux, where the system counts what a process has for itself), and
    it ends when it has computed for an hour.
    """
    with suppress(OSError, AttributeError):
        os.nice(NICENESS)
    try:
        resource = importlib.import_module("resource")
    except ImportError:  # Windows has none; the watch is enough
        return
    _limit(resource, "RLIMIT_CORE", 0)
    _limit(resource, "RLIMIT_NOFILE", OPEN_FILES)
    _limit(resource, "RLIMIT_DATA", MEMORY)
    _limit(resource, "RLIMIT_CPU", MOST_CPU_SECONDS)


def _limit(resource: object, name: str, most: int) -> None:
    """Lower a limit of this process to ``most``, unless it is as low or this system lacks it."""
    kind = getattr(resource, name, None)
    if kind is None:
        return
    _, highest = resource.getrlimit(kind)  # type: ignore[attr-defined]
    if highest == resource.RLIM_INFINITY or most < highest:  # type: ignore[attr-defined]
        with suppress(OSError, ValueError):
            resource.setrlimit(kind, (most, most))  # type: ignore[attr-defined]


@dataclass(frozen=True)
class Limits:
    """How much a kernel may take before it is ended.

    :param memory: bytes of memory that it has for itself.
    :param seconds: of processor time that it may take at once.
    :param share: of one processor that it may take on and on.
    """

    memory: int = MEMORY
    seconds: float = 600
    share: float = 0.1


@dataclass
class _Account:
    """The processor time that a kernel has taken, and how much of it is more than its share."""

    taken: float
    at: float
    excess: float = 0.0


class Watch:
    """Looks after kernels, and has those ended that take more than they may.

    A long computation is fine, an endless one is not: what a kernel takes beyond its share of a
    processor adds up, and wears off while it rests.

    :param end: ends the kernel of an id.
    :param log: gets the reason.
    """

    def __init__(
        self,
        end: Callable[[str], Awaitable[None]],
        log: LoggerOrAdapter,
        limits: Limits | None = None,
    ) -> None:
        self._end = end
        self._log = log
        self.limits = limits or Limits()
        self._accounts: dict[str, _Account] = {}

    async def look(self, processes: Mapping[str, int | None]) -> None:
        """End the kernels that take too much.

        :param processes: the number of each kernel's process, by the id of the kernel; nothing
            for one that has none yet.
        """
        self._accounts = {one: kept for one, kept in self._accounts.items() if one in processes}
        for kernel_id, number in processes.items():
            if number is None:
                continue
            with suppress(psutil.NoSuchProcess):
                reason = self._excess(kernel_id, psutil.Process(number))
                if reason:
                    self._log.warning("Kernel %s %s, so it ends.", kernel_id, reason)
                    await self._end(kernel_id)

    def _excess(self, kernel_id: str, process: psutil.Process) -> str | None:
        """Return what a kernel takes too much of, in words; nothing if all is well."""
        memory = process.memory_info().rss
        if memory > self.limits.memory:
            return f"takes {memory // 2**20} MiB of memory"
        times = process.cpu_times()
        taken = times.user + times.system
        now = time.monotonic()
        account = self._accounts.setdefault(kernel_id, _Account(taken, now))
        fair = self.limits.share * (now - account.at)
        account.excess = max(0.0, account.excess + taken - account.taken - fair)
        account.taken, account.at = taken, now
        if account.excess > self.limits.seconds:
            return f"has computed for {taken:.0f} s"
        return None
