"""Kernels that are forked off a process which has imported everything, where that can be done.

On Linux this takes a few hundredths of a second of computing for a kernel, against about a
second for a new process that imports the same, and about half of the memory. On macOS a process
that has used the system's own libraries cannot be forked safely, and Windows has no fork: there,
and where forking fails, a kernel is a process of its own.
"""

# mypy: allow-subclassing-any, disable-error-code="import-untyped"

from __future__ import annotations

import asyncio
import json
import os
import signal
import sys
from collections import deque
from contextlib import suppress
from pathlib import Path
from typing import Any, Final, TextIO

from jupyter_client.connect import KernelConnectionInfo
from jupyter_client.provisioning.local_provisioner import LocalProvisioner

__all__ = ["CAN_FORK", "LAUNCHER", "ForkedKernel", "Zygote"]

CAN_FORK: Final = sys.platform == "linux"
LAUNCHER: Final = "mastermind_edu.classroom.lesson_kernel"
LOST: Final = -9


class ForkedProcess:
    """A process that is the child of another, with as much of ``Popen`` as kernels need."""

    stdin = stdout = stderr = None

    def __init__(self, pid: int) -> None:
        self.pid = pid
        self.returncode: int | None = None

    def poll(self) -> int | None:
        """Return the status it ended with, nothing while it runs."""
        return self.returncode

    def wait(self) -> int | None:
        """Return the status it ended with."""
        return self.returncode

    def send_signal(self, number: int) -> None:
        """Send a signal, unless it has ended."""
        if self.returncode is None:
            os.kill(self.pid, number)

    def terminate(self) -> None:
        """Ask it to end."""
        self.send_signal(signal.SIGTERM)

    def kill(self) -> None:
        """End it."""
        self.send_signal(signal.SIGKILL)


class Zygote:
    """The process that kernels are forked off; it is started when the first is wanted.

    :param notebooks: the folder of the lessons, whose imports it makes.
    :param journal: gets what the process and its kernels write.
    """

    def __init__(self, notebooks: Path, journal: TextIO | None = None) -> None:
        self._notebooks = notebooks
        self._journal = journal
        self._process: asyncio.subprocess.Process | None = None
        self._starting = asyncio.Lock()
        self._asked: deque[asyncio.Future[ForkedProcess]] = deque()
        self._kernels: dict[int, ForkedProcess] = {}

    async def fork(
        self, arguments: list[str], env: dict[str, str], cwd: str | None
    ) -> ForkedProcess:
        """Return a new kernel.

        :param arguments: the options of ipykernel.
        :raises ChildProcessError: if there can be none.
        """
        async with self._starting:
            if self._process is None or self._process.returncode is not None:
                self._process = await self._start()
        answer: asyncio.Future[ForkedProcess] = asyncio.get_running_loop().create_future()
        self._asked.append(answer)
        request = {"arguments": arguments, "env": env, "cwd": cwd}
        assert self._process.stdin is not None
        self._process.stdin.write(json.dumps(request).encode() + b"\n")
        return await answer

    async def close(self) -> None:
        """End the process, and its kernels with it."""
        if self._process is not None and self._process.stdin is not None:
            self._process.stdin.close()
            await self._process.wait()
            await asyncio.wait([self._reading])

    async def _start(self) -> asyncio.subprocess.Process:
        process = await asyncio.create_subprocess_exec(
            *(sys.executable, "-P", "-m", "mastermind_edu.classroom.zygote", str(self._notebooks)),
            stdin=asyncio.subprocess.PIPE,
            stdout=asyncio.subprocess.PIPE,
            stderr=self._journal,
            start_new_session=True,
            env={**os.environ, "OPENBLAS_NUM_THREADS": "1", "MASTERMIND_EDU_FAST": "0"},
        )
        assert process.stdout is not None
        if not await process.stdout.readline():
            raise ChildProcessError("the process to fork kernels from did not start")
        self._reading = asyncio.create_task(self._read(process.stdout))
        return process

    async def _read(self, said: asyncio.StreamReader) -> None:
        while line := await said.readline():
            match json.loads(line):
                case {"forked": pid}:
                    self._kernels[pid] = ForkedProcess(pid)
                    self._answer(self._kernels[pid])
                case {"refused": reason}:
                    self._answer(ChildProcessError(reason))
                case {"ended": pid, "code": code}:
                    self._kernels.pop(pid).returncode = code
        self._lose_all()

    def _answer(self, answer: ForkedProcess | ChildProcessError) -> None:
        """Answer the first of those who wait; a kernel for one who waits no more ends."""
        asked = self._asked.popleft()
        if isinstance(answer, ChildProcessError):
            if not asked.done():
                asked.set_exception(answer)
        elif asked.done():
            answer.kill()
        else:
            asked.set_result(answer)

    def _lose_all(self) -> None:
        """End the kernels of a process that has ended; they would do so in a second."""
        for kernel in self._kernels.values():
            with suppress(OSError):
                os.killpg(kernel.pid, signal.SIGKILL)
            kernel.returncode = LOST
        self._kernels.clear()
        while self._asked:
            self._answer(ChildProcessError("the process to fork kernels from has ended"))


class ForkedKernel(LocalProvisioner):
    """Provides a kernel by forking; :attr:`zygote` has to be set before."""

    zygote: Zygote | None = None

    async def launch_kernel(self, cmd: list[str], **kwargs: Any) -> KernelConnectionInfo:
        """Fork a kernel, or start it in the ordinary way if that fails."""
        if self.zygote is None:
            return await super().launch_kernel(cmd, **kwargs)
        arguments = cmd[cmd.index(LAUNCHER) + 1 :]
        try:
            process = await self.zygote.fork(arguments, kwargs["env"], kwargs.get("cwd"))
        except OSError as error:
            self.log.warning("A kernel cannot be forked, so it is started anew: %s.", error)
            return await super().launch_kernel(cmd, **kwargs)
        self.process = process  # type: ignore[assignment]
        self.pid = self.pgid = process.pid
        self.cwd = kwargs.get("cwd", Path.cwd())
        return self.connection_info
