"""A pool of warm kernels: started and everything imported, but with no lesson in them yet.

The kernels of the pool are the same for all lessons and languages, so whoever opens a page gets
one at once. What the page's kernel has to know, its folder and its environment, it is told when
it is handed over, before its first cell runs.

The pool is filled when nobody waits for a page, one kernel at a time, and with rests in between
while a lesson is open, so that a class which plays does not notice. (To lower the priority of a
process is no way: without the rights of an administrator it can never be raised again.)
"""

# mypy: allow-subclassing-any, disable-error-code="import-untyped,no-untyped-call"

from __future__ import annotations

import asyncio
import json
import math
import time
from collections import deque
from collections.abc import Awaitable, Callable, Mapping
from contextlib import suppress
from logging import Logger
from queue import Empty
from typing import Any, Final

from jupyter_client.asynchronous.client import AsyncKernelClient
from jupyter_client.ioloop.manager import AsyncIOLoopKernelManager
from traitlets import DottedObjectName, Type

__all__ = ["LessonKernel", "Pool"]

ANSWERS_WITHIN: Final = 10
WARM_WITHIN: Final = 60
PAUSE: Final = 0.25
ANSWER_PAUSE: Final = 1.0
TRY_AGAIN_AFTER: Final = 5.0
REST: Final = 3
"""How long to rest while lessons are open, in times of what it took to start a kernel."""

WARM_UP: Final = (
    "__import__('mastermind_edu.classroom.zygote', fromlist=['warm_up']).warm_up({notebooks!r})"
)
MOVE: Final = """
__import__('os').environ.clear()
__import__('os').environ.update(__import__('json').loads({environment!r}))
__import__('os').chdir({folder!r})
"""


class LessonClient(AsyncKernelClient):
    """Talks to a kernel, and does without the thread that would listen to its heart.

    Whether a kernel is alive is asked of its process; a class would make a thread for each page.
    """

    def start_channels(self, *args: Any, **kwargs: Any) -> None:
        """Connect to the kernel."""
        super().start_channels(*args, **{**kwargs, "hb": False})

    async def wait_for_ready(self, timeout: float | None = None) -> None:
        """Wait until the kernel answers and is heard, and not a moment longer.

        The usual client goes on to listen for a fifth of a second until nothing more is heard.
        Who executes a lesson looks at the messages that belong to its cells alone.

        :param timeout: the seconds to wait, as long as it takes if not given.
        :raises RuntimeError: if the kernel does not answer in time, or has ended.
        """
        deadline = time.monotonic() + (math.inf if timeout is None else timeout)
        while time.monotonic() < deadline:
            self.kernel_info()
            with suppress(Empty):
                reply = await self.shell_channel.get_msg(timeout=ANSWER_PAUSE)
                if reply["msg_type"] == "kernel_info_reply":
                    await self.iopub_channel.get_msg(timeout=ANSWER_PAUSE)
                    self._handle_kernel_info_reply(reply)
                    return
            if not await self.is_alive():
                break
        raise RuntimeError("the kernel did not answer")


class LessonKernel(AsyncIOLoopKernelManager):
    """A kernel, which can be started before it is known for whom."""

    client_class = DottedObjectName(f"{__name__}.LessonClient")
    client_factory = Type(LessonClient)
    is_warm = False

    async def start_kernel(self, **kwargs: Any) -> None:  # type: ignore[override]
        """Start it, unless it is warm."""
        if not self.is_warm:
            await self._async_start_kernel(**kwargs)

    async def warm_up(self, notebooks: str, **kwargs: Any) -> None:
        """Start it and have it import what the lessons in the folder ``notebooks`` import.

        :raises RuntimeError: if it fails, :exc:`TimeoutError` if it takes too long.
        """
        try:
            await self._async_start_kernel(**kwargs)
            await self.run(WARM_UP.format(notebooks=notebooks), within=WARM_WITHIN)
        except BaseException:
            await self.end()
            raise
        self.is_warm = True

    async def move(self, environment: Mapping[str, str], folder: str) -> None:
        """Give it another environment and folder.

        :raises RuntimeError: if it fails, :exc:`TimeoutError` if it takes too long.
        """
        code = MOVE.format(environment=json.dumps(dict(environment)), folder=folder)
        await self.run(code, within=ANSWERS_WITHIN)

    async def run(self, code: str, *, within: float) -> None:
        """Run ``code`` and wait until it is done; nothing of it shows in a page.

        :raises RuntimeError: if it fails, :exc:`TimeoutError` if it takes more than ``within``
            seconds.
        """
        client = self.client()
        client.start_channels(iopub=False, stdin=False, control=False)
        try:
            reply = await client.execute(
                code, silent=True, store_history=False, reply=True, timeout=within
            )
        finally:
            client.stop_channels()
        if reply["content"]["status"] != "ok":
            raise RuntimeError(reply["content"].get("evalue", "the kernel did not obey"))

    async def end(self) -> None:
        """End it at once, whatever state it is in."""
        with suppress(Exception):
            await self.shutdown_kernel(now=True)


class Pool:
    """Keeps kernels warm until they are wanted.

    :param start: returns a new warm kernel.
    :param wanted: tells how many there should be now.
    :param is_calm: tells whether nobody waits for a page.
    :param is_played: tells whether there are lessons that could be slowed.
    """

    def __init__(
        self,
        start: Callable[[], Awaitable[LessonKernel]],
        *,
        wanted: Callable[[], int],
        is_calm: Callable[[], bool],
        is_played: Callable[[], bool],
        log: Logger,
    ) -> None:
        self._start = start
        self._wanted = wanted
        self._is_calm = is_calm
        self._is_played = is_played
        self._log = log
        self._warm: deque[LessonKernel] = deque()
        self._filling: asyncio.Task[None] | None = None

    def __len__(self) -> int:
        return len(self._warm)

    def open(self) -> None:
        """Begin to fill the pool, and keep it filled."""
        self._filling = asyncio.create_task(self._fill())

    async def take(self, environment: Mapping[str, str], folder: str) -> LessonKernel | None:
        """Return a kernel in this environment and folder, nothing if none is warm."""
        while self._warm:
            kernel = self._warm.popleft()
            try:
                if await kernel.is_alive():
                    await kernel.move(environment, folder)
                    return kernel
            except Exception as error:
                self._log.warning("A warm kernel cannot be used: %s", error)
            await kernel.end()
        return None

    async def close(self) -> None:
        """End the kernels that nobody has taken."""
        if self._filling is not None:
            self._filling.cancel()
            await asyncio.wait([self._filling])
        while self._warm:
            await self._warm.popleft().end()

    async def _fill(self) -> None:
        while True:
            await self._bury()
            if len(self) >= self._wanted() or not self._is_calm():
                await asyncio.sleep(PAUSE)
                continue
            began = time.monotonic()
            try:
                self._warm.append(await self._start())
            except Exception as error:
                self._log.warning("No kernel could be started for the pool: %s", error)
                await asyncio.sleep(TRY_AGAIN_AFTER)
            if self._is_played():
                await asyncio.sleep(REST * (time.monotonic() - began))

    async def _bury(self) -> None:
        for kernel in tuple(self._warm):
            if not await kernel.is_alive() and kernel in self._warm:
                self._warm.remove(kernel)
                await kernel.end()
