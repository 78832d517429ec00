"""The servers that are measured: the classroom, and Voilà as it is by itself."""

from __future__ import annotations

import json
import os
import socket
import subprocess
import sysconfig
import time
from collections.abc import Callable, Iterator
from contextlib import closing, contextmanager
from dataclasses import dataclass
from pathlib import Path

import httpx
import nbformat
import psutil

SCRIPTS = Path(sysconfig.get_path("scripts"))
STARTS_WITHIN = 60.0
LESSON = "/voila/render/en/04-candidates.ipynb"
NEXT_LESSON = "/voila/render/en/05-information.ipynb"
EMPTY = "/voila/render/empty.ipynb"


@dataclass(frozen=True)
class Server:
    """A server that runs: where it is, and its process."""

    host: str
    process: psutil.Process
    log: Path

    def kernels(self) -> list[psutil.Process]:
        """Return the processes that belong to it, without itself."""
        return self.process.children(recursive=True)

    def memory_of_kernels(self) -> int:
        """Return the bytes of all these processes; what they share is counted once (PSS)."""
        return sum(one.memory_full_info().pss for one in self.kernels())

    def wait_for(self, done: Callable[[Server], bool]) -> float:
        """Wait until the server is as wanted, and return the seconds it took."""
        began = time.monotonic()
        while not done(self):
            assert time.monotonic() - began < STARTS_WITHIN, self.log.read_text()[-2000:]
            time.sleep(0.1)
        return time.monotonic() - began

    def wait_for_pool(self, size: int) -> float:
        """Wait until so many kernels are warm; one more process is what they are forked from."""
        return self.wait_for(lambda server: len(server.kernels()) > size)


@contextmanager
def classroom(folder: Path, *options: str) -> Iterator[Server]:
    """The lessons of the course, as a teacher serves them."""
    log = str(folder / "classroom.log")
    command = ["mastermind-edu", "--no-browser", "--local", "--log", log, *options]
    with _running(folder, command) as server:
        yield server


@contextmanager
def stock_voila(folder: Path) -> Iterator[Server]:
    """Voilà with an empty notebook.

    It gets one setting: kernels that talk through files, as with ports some die of a clash and
    their pages hang.
    """
    notebook = nbformat.v4.new_notebook(
        metadata={"kernelspec": {"name": "python3", "language": "python", "display_name": "P"}}
    )
    nbformat.write(notebook, folder / "empty.ipynb")
    (folder / "voila.json").write_text(json.dumps({"KernelManager": {"transport": "ipc"}}))
    command = ["voila", "--no-browser", "--Voila.ip=127.0.0.1"]
    with _running(folder, command) as server:
        yield server


@contextmanager
def _running(folder: Path, command: list[str]) -> Iterator[Server]:
    with closing(socket.create_server(("127.0.0.1", 0))) as probe:
        port = int(probe.getsockname()[1])
    program, *options = command
    with (folder / "output.log").open("w") as output:
        process = subprocess.Popen(
            [str(SCRIPTS / program), *options, f"--port={port}"],
            cwd=folder,
            env={**os.environ, "JUPYTER_CONFIG_DIR": str(folder / "config")},
            stdout=output,
            stderr=subprocess.STDOUT,
        )
    server = Server(f"127.0.0.1:{port}", psutil.Process(process.pid), folder / "output.log")
    try:
        server.wait_for(lambda one: _answers(one.host))
        yield server
    finally:
        process.terminate()
        process.wait(timeout=30)


def _answers(host: str) -> bool:
    try:
        return httpx.get(f"http://{host}/", timeout=5).status_code < 500
    except httpx.TransportError:
        return False
