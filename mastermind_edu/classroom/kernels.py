"""The kernels behind the open lessons: one for each, a limit to them, and an end for the idle."""

from __future__ import annotations

import os
import sys
import time
from collections import defaultdict
from collections.abc import Mapping
from datetime import UTC, datetime
from io import TextIOBase
from pathlib import Path
from typing import Any, Final, TextIO, cast

import psutil
from jupyter_client.kernelspec import KernelSpecManager
from jupyter_server.services.kernels.kernelmanager import AsyncMappingKernelManager
from jupyter_server.services.kernels.websocket import KernelWebsocketHandler
from tornado.web import HTTPError
from traitlets import Bool, DottedObjectName, Float, Instance, Integer, List, Unicode, default

from mastermind_edu.classroom.forking import CAN_FORK, LAUNCHER, ForkedKernel, Zygote
from mastermind_edu.classroom.limits import Watch
from mastermind_edu.classroom.places import Places
from mastermind_edu.classroom.pool import LessonKernel, Pool
from mastermind_edu.classroom.school_class import page_environment
from mastermind_edu.widgets.base import PROGRAMS_VARIABLE

__all__ = ["GONE", "LessonKernelSpecs", "LessonKernels"]

A_CLASS: Final = 40
MEMORY_OF_A_KERNEL: Final = 90 * 2**20

LESSON_ADDRESS: Final = "/voila/render/"

CALM: Final = 1.0
"""Seconds after a page was asked for, until the class is taken to play."""

GONE: Final = 4404
"""The code that a websocket is closed with when its kernel has ended."""


class LessonKernelSpecs(KernelSpecManager):
    """Know one kernel only, the Python that runs the server, whatever else is installed."""

    kernel_dirs = List(Unicode())

    def get_kernel_spec(self, kernel_name: str) -> Any:
        """Return the kernel's description; it keeps no history, and its errors are plain text."""
        spec = super().get_kernel_spec(kernel_name)
        spec.argv = [
            sys.executable,
            *("-P", "-m", LAUNCHER, "-f", "{connection_file}"),
            "--HistoryManager.enabled=False",
            "--InteractiveShell.colors=NoColor",
        ]
        return spec


class LessonKernels(AsyncMappingKernelManager):
    """Start, count and end the kernels of the lessons that are open.

    A kernel whose page has gone ends after ``absence_limit`` seconds, one whose page never
    arrived after ``arrival_limit``, and one whose page is open but unused after
    ``cull_idle_timeout``, which is Jupyter's own setting.
    """

    kernel_manager_class = DottedObjectName(f"{LessonKernel.__module__}.{LessonKernel.__name__}")
    most = Integer(40, min=1, help="How many kernels there can be at the same time.", config=True)
    per_address = Integer(
        0, min=0, help="How many of them one address can have; all if 0.", config=True
    )
    absence_limit = Float(100, help="Seconds without a page before a kernel ends.", config=True)
    arrival_limit = Float(
        110, help="Seconds that a page may take to load before its kernel ends.", config=True
    )
    warm = Integer(min=0, help="How many kernels wait for somebody.", config=True)
    fork = Bool(CAN_FORK, help="Whether to fork kernels off a common process.", config=True)
    programs = Unicode(help="The address of the programs of widgets; in the widgets if empty.")
    journal = Instance(
        TextIOBase, help="Where kernels write what they do not send to a page.", allow_none=True
    )

    def __init__(self, **kwargs: Any) -> None:
        super().__init__(**kwargs)  # type: ignore[no-untyped-call]
        self._starting = 0
        self._wanted_at = -CALM
        self._zygote: Zygote | None = None
        self.pool = Pool(
            self._start_warm,
            wanted=lambda: min(self.warm, self.most - len(self._places)),
            is_calm=lambda: not self._starting and time.monotonic() - self._wanted_at > CALM,
            is_played=lambda: len(self) > 0,
            log=self.log,
        )
        self._left_at: dict[str, float] = {}
        self._sockets: defaultdict[str, set[KernelWebsocketHandler]] = defaultdict(set)
        self._watch = Watch(self.shutdown_kernel, self.log)
        self._places = Places(self.per_address)

    @default("warm")
    def _enough_for_a_class(self) -> int:
        fitting = psutil.virtual_memory().available // (2 * MEMORY_OF_A_KERNEL)
        return int(min(self.most, A_CLASS, fitting))

    @property
    def is_full(self) -> bool:
        """Whether there are as many lessons as there can be, with those that open just now."""
        return len(self._places) >= self.most

    def _goes_on(self, environment: Mapping[str, str]) -> bool:
        """Tell whether somebody comes from another lesson, whose kernel ends in a moment.

        A browser leaves a page only when the next one begins to arrive, so a class that goes on
        to the next lesson has two kernels each for a moment. There are never more than that.
        """
        from_lesson = LESSON_ADDRESS in environment.get("HTTP_REFERER", "")
        return from_lesson and len(self._places) < 2 * self.most

    def has_place(self, address: str) -> bool:
        """Tell whether somebody at this address of the network can open a lesson."""
        return not self.is_full and self._places.has_one(address)

    async def start_kernel(self, **kwargs: Any) -> str:  # type: ignore[override]
        """Start a kernel and return its id.

        :raises HTTPError: 503, if there are as many as there can be; 429, if there are as many
            as can be for one address.
        """
        environment = {**kwargs.pop("env", os.environ), **(page_environment.get() or {})}
        if self.is_full and not self._goes_on(environment):
            raise HTTPError(503, "all %d lessons are open, %s", self.most, self._places)
        self._starting += 1
        try:
            with self._places.take() as kernels:
                kernels.append(await self.launch(env=environment, **kwargs))
                return kernels[0]
        finally:
            self._starting -= 1
            self._wanted_at = time.monotonic()

    async def launch(self, *, path: Any = None, **kwargs: Any) -> str:
        """Give a kernel for a lesson: a warm one, or a new one if there is none.

        :param path: the folder of the lesson, in which the kernel works.
        :param env: its environment from the first cell on, that of the server if none is given.
        """
        environment = {**kwargs.pop("env", os.environ), **self._own_environment()}
        folder = self.cwd_for_path(path or "")  # type: ignore[no-untyped-call]
        warm = await self.pool.take(environment, folder)
        kernel_id: str = await super().start_kernel(
            path=path,
            warm=warm,
            env=environment,
            stdout=self.journal,
            stderr=self.journal,
            **kwargs,
        )
        return kernel_id

    def pre_start_kernel(
        self, kernel_name: str | None, kwargs: dict[str, Any]
    ) -> tuple[LessonKernel, str, str]:
        """Return the kernel to start, with its name and id: the warm one in ``kwargs`` if any."""
        warm: LessonKernel | None = kwargs.pop("warm", None)
        if warm is not None:
            return warm, warm.kernel_name, str(warm.kernel_id)
        kernel, name, kernel_id = super().pre_start_kernel(kernel_name, kwargs)
        assert isinstance(kernel, LessonKernel)
        if self.fork:
            kernel.provisioner = ForkedKernel(
                kernel_id=kernel_id, kernel_spec=kernel.kernel_spec, parent=kernel
            )
            kernel.provisioner.zygote = self._common_process()
        return kernel, name, kernel_id

    def _common_process(self) -> Zygote:
        if self._zygote is None:
            self._zygote = Zygote(Path(self.root_dir), cast("TextIO | None", self.journal))
        return self._zygote

    async def _start_warm(self) -> LessonKernel:
        kernel, _, kernel_id = self.pre_start_kernel(None, {})
        await kernel.warm_up(
            self.root_dir,
            kernel_id=kernel_id,
            env={**os.environ, **self._own_environment()},
            cwd=self.root_dir,
            stdout=self.journal,
            stderr=self.journal,
        )
        return kernel

    def _own_environment(self) -> dict[str, str]:
        return {
            PROGRAMS_VARIABLE: self.programs,
            "IPYTHONDIR": os.path.join(self.connection_dir, "ipython"),
            "MASTERMIND_EDU_FAST": "0",  # compiling costs more memory than a pupil has
            "OPENBLAS_NUM_THREADS": "1",
        }

    async def shutdown_all(self, now: bool = True) -> None:  # type: ignore[override]  # noqa: FBT001, FBT002
        """End all kernels, those in the pool too."""
        await self.pool.close()
        await self._async_shutdown_all(now=now)
        if self._zygote is not None:
            await self._zygote.close()

    async def shutdown_kernel(  # type: ignore[override]
        self, kernel_id: str, **_: Any
    ) -> None:
        """End a kernel at once: it holds nothing that is worth saving."""
        await self._async_shutdown_kernel(kernel_id, now=True)  # type: ignore[no-untyped-call]

    def remove_kernel(self, kernel_id: str) -> Any:
        """Forget a kernel that has ended, and tell its pages."""
        self._left_at.pop(kernel_id, None)
        self._places.give_back(kernel_id)
        for socket in self._sockets.pop(kernel_id, ()):
            socket.close(GONE, "the session has ended")
        return super().remove_kernel(kernel_id)

    def pages(self, kernel_id: str) -> int:
        """Return how many pages are connected to a kernel."""
        return len(self._sockets[kernel_id])

    def page_arrived(self, kernel_id: str, socket: KernelWebsocketHandler) -> None:
        """Note that a page is connected to a kernel."""
        self._left_at.pop(kernel_id, None)
        self._sockets[kernel_id].add(socket)

    def page_left(self, kernel_id: str, socket: KernelWebsocketHandler) -> None:
        """Note that a page is no longer connected to a kernel."""
        if kernel_id in self and socket in self._sockets[kernel_id]:
            self._sockets[kernel_id].remove(socket)
            if not self._sockets[kernel_id]:
                self._left_at[kernel_id] = time.monotonic()

    async def cull_kernels(self) -> None:
        """End the kernels that take too much, and those that nobody uses any more."""
        await self._watch.look({one: self._process(one) for one in self.list_kernel_ids()})
        await super().cull_kernels()  # type: ignore[no-untyped-call]

    def _process(self, kernel_id: str) -> int | None:
        provisioner = getattr(self._kernels[kernel_id], "provisioner", None)
        number: int | None = getattr(provisioner, "pid", None)
        return number

    async def cull_kernel_if_idle(self, kernel_id: str) -> None:
        """End a kernel that nobody uses any more."""
        if self._is_deserted(kernel_id):
            self.log.info("The page of kernel %s is gone, so it ends.", kernel_id)
            await self.shutdown_kernel(kernel_id)
        else:
            await super().cull_kernel_if_idle(kernel_id)  # type: ignore[no-untyped-call]

    def _is_deserted(self, kernel_id: str) -> bool:
        if self._sockets[kernel_id]:
            return False
        left_at = self._left_at.get(kernel_id)
        if left_at is not None:
            return time.monotonic() - left_at > self.absence_limit
        active_at: datetime = self._kernels[kernel_id].last_activity
        return (datetime.now(UTC) - active_at).total_seconds() > self.arrival_limit
