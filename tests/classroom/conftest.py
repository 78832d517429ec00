"""A classroom as a teacher starts it: the command in a process of its own, asked over HTTP."""

from __future__ import annotations

import os
import re
import socket
import subprocess
import sysconfig
import time
from collections.abc import Iterator
from contextlib import closing, contextmanager
from dataclasses import dataclass
from http.client import HTTPConnection
from pathlib import Path

import httpx
import nbformat
import pytest
from nbformat.v4 import new_code_cell, new_markdown_cell, new_notebook
from psutil import Process

COMMAND = str(Path(sysconfig.get_path("scripts"), "mastermind-edu"))
STARTS_WITHIN = 60
KERNEL_ID = re.compile(r'"kernelId": "([0-9a-f-]{36})"')

WIDGET = """
import sys
import anywidget, traitlets

class Probe(anywidget.AnyWidget):
    _esm = "export default { render() {} }"
    told = traitlets.Int(0).tag(sync=True)

    def __init__(self):
        super().__init__()
        self.on_msg(self._obey)

    def _obey(self, _widget, content, _buffers):
        print("on standard error", content["say"], file=sys.stderr)
        self.told += 1
        secret_name_in_source = 1 / content["divisor"]

Probe()
"""


def free_port() -> int:
    with closing(socket.create_server(("127.0.0.1", 0))) as probe:
        return int(probe.getsockname()[1])


def write_lesson(folder: Path, *cells: str) -> None:
    """Write a lesson; a cell that begins with # is prose, any other is code."""
    notebook = new_notebook(
        cells=[
            (new_markdown_cell if source.startswith("#") else new_code_cell)(source)
            for source in cells
        ],
        metadata={
            "kernelspec": {"name": "python3", "language": "python", "display_name": "Python 3"},
            "title": "Probe <script>",
            "mastermind_edu": {"lesson": "01-play"},
        },
    )
    folder.mkdir(parents=True, exist_ok=True)
    nbformat.write(notebook, folder / "01-play.ipynb")


@dataclass(frozen=True)
class Classroom:
    """A running server: what it said, its log, and an HTTP client for it."""

    process: subprocess.Popen[str]
    said: str
    log: Path
    http: httpx.Client

    @property
    def host(self) -> str:
        return self.http.base_url.netloc.decode()

    def open(self, language: str = "en") -> httpx.Response:
        """Open the lesson as a browser does that goes straight to its address."""
        return self.http.get(f"/voila/render/{language}/01-play.ipynb")

    def kernel(self, language: str = "en") -> str:
        """Open the lesson and return the id of its kernel."""
        page = self.open(language)
        found = KERNEL_ID.search(page.text)
        assert found, page.text
        return found[1]

    def process_of(self, kernel_id: str) -> Process:
        """Return the process of a kernel."""
        for child in Process(self.process.pid).children(recursive=True):
            if any(kernel_id in str(one.laddr) for one in child.net_connections("unix")):
                return child
        pytest.fail(f"kernel {kernel_id} has no process")

    def is_alive(self, kernel_id: str) -> bool:
        return self.http.get(f"/api/kernels/{kernel_id}").status_code == 200

    def close(self, kernel_id: str) -> httpx.Response:
        """Tell the server that the page has gone, as the page's beacon does."""
        return self.http.post(f"/voila/api/shutdown/{kernel_id}", files={"_xsrf": (None, "")})

    def status(self, path: str) -> int:
        """Ask for a path exactly as it is written; a client would tidy it up first."""
        host = self.http.base_url
        with closing(HTTPConnection(host.host, host.port, timeout=STARTS_WITHIN)) as connection:
            connection.putrequest("GET", path)
            connection.endheaders()
            return connection.getresponse().status

    def wait_for_log(self, text: str) -> str:
        """Return the log once it holds ``text``."""
        deadline = time.monotonic() + 10
        while time.monotonic() < deadline:
            log = self.log.read_text(encoding="utf-8")
            if text in log:
                return log
            time.sleep(0.05)
        pytest.fail(f"not in the log: {text}\n{log}", pytrace=False)


@contextmanager
def running(
    folder: Path, *options: str, command: str = COMMAND, **environment: str
) -> Iterator[Classroom]:
    """Serve from an empty folder until the ``with`` block ends."""
    log = folder / "classroom.log"
    process = subprocess.Popen(
        [command, "--no-browser", "--log", str(log), *options],
        cwd=folder,
        env={**os.environ, **environment},
        stdout=subprocess.PIPE,
        stderr=subprocess.STDOUT,
        text=True,
        encoding="utf-8",
    )
    said = ""
    try:
        assert process.stdout is not None
        for line in process.stdout:
            said += line
            if "Ctrl+C" in line:
                break
        address = re.search(r"http://localhost:\d+/", said)
        if address is None:
            pytest.fail(f"the server did not start:\n{said}", pytrace=False)
        with httpx.Client(base_url=address[0], timeout=STARTS_WITHIN) as http:
            yield Classroom(process, said, log, http)
    finally:
        process.terminate()
        process.communicate(timeout=20)


@pytest.fixture(scope="session")
def lessons(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A folder of lessons, each in a language of its own: one that works and one that does not."""
    folder = tmp_path_factory.mktemp("lessons")
    write_lesson(folder / "en", "# A lesson\n\nProse with **weight**.", "print('put out')", WIDGET)
    write_lesson(
        folder / "fr", "# A lesson", "name_in_the_source = 1 / 0", "# This comes after the error"
    )
    write_lesson(folder / "es", "# A formula\n\n$6^4 = 1296$")
    write_lesson(folder / "not-published" / "en", "# Not in the syllabus")
    (folder / "en" / "02-other.ipynb").write_text("{}", encoding="utf-8")
    (folder / "en" / "notes.png").write_bytes(b"\x89PNG")
    return folder


@pytest.fixture(scope="session")
def classroom(tmp_path_factory: pytest.TempPathFactory, lessons: Path) -> Iterator[Classroom]:
    """A server that all tests of a session share; each closes the lessons that it opens."""
    options = ("--local", "--port", str(free_port()), "--lessons", str(lessons))
    with running(tmp_path_factory.mktemp("classroom"), *options) as classroom:
        yield classroom


@pytest.fixture(scope="session")
def pages(classroom: Classroom) -> dict[str, str]:
    """The page of each lesson, by its language, as one visitor got it."""
    pages = {language: classroom.open(language).text for language in ("en", "fr", "es")}
    for page in pages.values():
        classroom.close(KERNEL_ID.findall(page)[0])
    return pages
