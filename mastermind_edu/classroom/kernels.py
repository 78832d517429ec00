"""The kernels behind the open lessons: one for each, a limit to them, and an end for the idle.

This is where kernels are started, so a store of warm ones belongs here: override
:meth:`LessonKernels.launch`.
"""

from __future__ import annotations

import os
import sys
import time
from collections import defaultdict
from datetime import UTC, datetime
from io import TextIOBase
from typing import Any, Final

from jupyter_client.kernelspec import KernelSpecManager
from jupyter_server.services.kernels.kernelmanager import AsyncMappingKernelManager
from jupyter_server.services.kernels.websocket import KernelWebsocketHandler
from tornado.web import HTTPError
from traitlets import Float, Instance, Integer, List, Unicode

from mastermind_edu.classroom.limits import Watch

from mastermind_edu.classroom.school_class import page_environment

__all__ = ["GONE", "LessonKernelSpecs", "LessonKernels"]

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
            *("-m", "ipykernel_launcher", "-f", "{connection_file}"),
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

    most = Integer(40, min=1, help="How many kernels there can be at the same time.", config=True)
    absence_limit = Float(100, help="Seconds without a page before a kernel ends.", config=True)
    arrival_limit = Float(
        180, help="Seconds that a page may take to load before its kernel ends.", config=True
    )
    journal = Instance(
        TextIOBase, help="Where kernels write what they do not send to a page.", allow_none=True
    )

    def __init__(self, **kwargs: Any) -> None:
        super().__init__(**kwargs)  # type: ignore[no-untyped-call]
        self._starting = 0
        self._left_at: dict[str, float] = {}
        self._sockets: defaultdict[str, set[KernelWebsocketHandler]] = defaultdict(set)
        self._watch = Watch(self.shutdown_kernel, self.log)

    async def start_kernel(self, **kwargs: Any) -> str:  # type: ignore[override]
        """Start a kernel and return its id.

        :raises HTTPError: 503, if there are as many as there can be.
        """
        if len(self) + self._starting >= self.most:
            raise HTTPError(503, "all %d lessons that can be open are open", self.most)
        self._starting += 1
        environment = {**kwargs.pop("env", os.environ), **(page_environment.get() or {})}
        try:
            return await self.launch(env=environment, **kwargs)
        finally:
            self._starting -= 1

    async def launch(self, **kwargs: Any) -> str:
        """Give a kernel for a lesson; here, by starting a new process."""
        own_settings = os.path.join(self.connection_dir, "ipython")
        environment = {
            **kwargs.pop("env", os.environ),
            "IPYTHONDIR": own_settings,
            "MASTERMIND_EDU_FAST": "0",  # compiling costs more memory than a pupil has
        }
        kernel_id: str = await super().start_kernel(
            env=environment, stdout=self.journal, stderr=self.journal, **kwargs
        )
        return kernel_id

    async def shutdown_kernel(  # type: ignore[override]
        self, kernel_id: str, **_: Any
    ) -> None:
        """End a kernel at once: it holds nothing that is worth saving."""
        await self._async_shutdown_kernel(kernel_id, now=True)  # type: ignore[no-untyped-call]

    def remove_kernel(self, kernel_id: str) -> Any:
        """Forget a kernel that has ended, and tell its pages."""
        self._left_at.pop(kernel_id, None)
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
