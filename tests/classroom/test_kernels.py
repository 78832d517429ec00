"""A lesson has a kernel while its page is open, and there are only so many."""

from __future__ import annotations

import asyncio
import os
import signal
import time
from collections.abc import Iterator
from datetime import UTC, datetime, timedelta
from pathlib import Path
from types import SimpleNamespace
from typing import Any, cast

import pytest
from psutil import Process
from tornado.web import HTTPError
from websockets.exceptions import InvalidStatus

from mastermind_edu.classroom.kernels import GONE, LessonKernels

from .conftest import KERNEL_ID, Classroom, free_port, running, write_lesson
from .sockets import closing_code
from .test_trouble import channels


def test_a_closed_page_gives_its_kernel_back(classroom: Classroom) -> None:
    kernel = classroom.kernel()
    assert classroom.is_alive(kernel)
    assert classroom.close(kernel).status_code == 204
    assert not classroom.is_alive(kernel)


def test_the_beacon_needs_no_cookie(classroom: Classroom) -> None:
    kernel = classroom.kernel()
    classroom.http.cookies.clear()
    assert classroom.close(kernel).status_code == 204


def test_a_kernel_that_ends_tells_its_page(classroom: Classroom) -> None:
    kernel = classroom.kernel()
    with channels(classroom, kernel) as socket:
        classroom.close(kernel)
        assert closing_code(socket) == GONE


def test_a_kernel_that_crashes_tells_its_page(classroom: Classroom) -> None:
    kernel = classroom.kernel()
    with channels(classroom, kernel) as socket:
        os.kill(classroom.process_of(kernel).pid, signal.SIGKILL)
        assert closing_code(socket) == GONE
    assert not classroom.is_alive(kernel)
    with pytest.raises(InvalidStatus, match="404"):
        channels(classroom, kernel)
    assert "Uncaught exception" not in classroom.log.read_text(encoding="utf-8")


@pytest.mark.skipif(os.name != "posix", reason="sockets in files are tried on POSIX only")
def test_a_visitor_who_leaves_early_leaves_no_kernel(tmp_path: Path) -> None:
    write_lesson(tmp_path / "en", "# A slow lesson", "import time", "time.sleep(3)")
    options = ("--local", "--port", str(free_port()), "--lessons", str(tmp_path))
    with running(tmp_path, *options) as classroom:
        with classroom.http.stream("GET", "/voila/render/en/01-play.ipynb") as page:
            for part in page.iter_text():
                if found := KERNEL_ID.search(part):
                    kernel = found[1]
                    break
            assert classroom.is_alive(kernel)
        deadline = time.monotonic() + 20
        while classroom.is_alive(kernel) and time.monotonic() < deadline:
            time.sleep(0.1)
        assert not classroom.is_alive(kernel)
        assert "StreamClosedError" not in classroom.log.read_text(encoding="utf-8")


@pytest.mark.skipif(os.name != "posix", reason="sockets in files are tried on POSIX only")
def test_kernels_need_no_port(classroom: Classroom) -> None:
    """Two kernels that start together may pick the same port, and then one of them dies."""
    kernel = classroom.kernel()
    sockets = {str(one.laddr) for one in classroom.process_of(kernel).net_connections("unix")}
    assert len([one for one in sockets if kernel in one]) == 5
    classroom.close(kernel)


@pytest.fixture(scope="module")
def small_classroom(tmp_path_factory: pytest.TempPathFactory, lessons: Path) -> Iterator[Classroom]:
    options = ("--local", "--port", str(free_port()), "--lessons", str(lessons), "--pupils", "1")
    with running(tmp_path_factory.mktemp("small"), *options) as classroom:
        yield classroom


def test_a_full_class_gets_a_page_that_tries_again(small_classroom: Classroom) -> None:
    assert "1 lesson can be open at once." in small_classroom.said
    kernel = small_classroom.kernel()
    full = small_classroom.open()
    assert full.status_code == 503
    assert "The class is full just now" in full.text
    assert '<meta http-equiv="refresh" content="15">' in full.text
    small_classroom.close(kernel)
    again = small_classroom.kernel()
    assert small_classroom.is_alive(again)


def test_a_server_that_stops_leaves_no_kernel(tmp_path: Path, lessons: Path) -> None:
    options = ("--local", "--port", str(free_port()), "--lessons", str(lessons))
    with running(tmp_path, *options) as classroom:
        classroom.kernel()
        kernels = Process(classroom.process.pid).children(recursive=True)
        assert kernels
        classroom.process.send_signal(signal.SIGINT)
        assert classroom.process.wait(timeout=20) == 0
        assert classroom.process.stdout is not None
        rest = classroom.process.stdout.read()
    assert not [kernel for kernel in kernels if kernel.is_running()]
    assert "The lessons are closed." in rest
    assert "Traceback" not in rest


# ------------------------------------------------------------- the manager by itself


class Page:
    """A page's connection, as far as the manager knows it."""

    def close(self, _code: int, _reason: str) -> None:
        """The manager says why it ends."""


class Bench(LessonKernels):
    """The manager with kernels that are no processes, and a clock of its own."""

    async def launch(self, **kwargs: Any) -> str:
        if kwargs.get("broken"):
            raise RuntimeError("no kernel")
        kernel_id = f"kernel-{len(self._kernels)}"
        self._kernels[kernel_id] = SimpleNamespace(
            last_activity=datetime.now(UTC),
            execution_state="idle",
            kernel_name="python3",
            kernel_spec=SimpleNamespace(metadata={}),
        )
        self._kernel_connections[kernel_id] = 0
        return kernel_id

    async def shutdown_kernel(self, kernel_id: str, **_: Any) -> None:
        self.remove_kernel(kernel_id)

    def pass_time(self, seconds: float) -> None:
        for kernel in self._kernels.values():
            kernel.last_activity -= timedelta(seconds=seconds)
        self._left_at = {kernel: at - seconds for kernel, at in self._left_at.items()}


def left(bench: Bench, *, after: float) -> list[str]:
    """Return the kernels that are left when the idle ones have been ended."""
    bench.pass_time(after)
    asyncio.run(bench.cull_kernels())
    return bench.list_kernel_ids()


@pytest.fixture
def bench() -> Bench:
    return Bench(most=2, cull_idle_timeout=3600, cull_connected=True)


@pytest.fixture
def kernel(bench: Bench) -> str:
    return asyncio.run(bench.start_kernel())


def test_a_kernel_waits_for_a_page_that_loads(bench: Bench, kernel: str) -> None:
    assert left(bench, after=90) == [kernel]
    assert left(bench, after=40) == []


def test_a_kernel_ends_soon_after_its_page(bench: Bench, kernel: str) -> None:
    page = cast(Any, Page())
    bench.page_arrived(kernel, page)
    bench.page_left(kernel, page)
    assert left(bench, after=90) == [kernel]
    assert left(bench, after=20) == []


def test_a_page_that_comes_back_keeps_its_kernel(bench: Bench, kernel: str) -> None:
    first, second = cast(Any, Page()), cast(Any, Page())
    bench.page_arrived(kernel, first)
    bench.page_left(kernel, first)
    bench.page_arrived(kernel, second)
    bench.page_left(kernel, first)
    assert left(bench, after=1000) == [kernel]


def test_an_open_page_that_nobody_uses_ends_after_a_class_hour(bench: Bench, kernel: str) -> None:
    bench.page_arrived(kernel, cast(Any, Page()))
    assert left(bench, after=3000) == [kernel]
    assert left(bench, after=700) == []


def test_a_kernel_that_did_not_start_leaves_its_place(bench: Bench) -> None:
    for _ in range(3):
        with pytest.raises(RuntimeError):
            asyncio.run(bench.start_kernel(broken=True))
    assert asyncio.run(bench.start_kernel())


def test_kernels_that_are_starting_count(bench: Bench) -> None:
    async def start_three() -> list[Any]:
        return await asyncio.gather(
            *(bench.start_kernel() for _ in range(3)), return_exceptions=True
        )

    answers = asyncio.run(start_three())
    refused = [answer for answer in answers if isinstance(answer, HTTPError)]
    assert [error.status_code for error in refused] == [503]


def test_a_class_can_go_on_to_the_next_lesson_when_all_places_are_taken(bench: Bench) -> None:
    """A browser closes a page when the next one begins to arrive, so that one comes first."""
    from_lesson = {"HTTP_REFERER": "http://classroom:8866/voila/render/en/01-play.ipynb"}

    async def go_on() -> None:
        opened = [await bench.start_kernel() for _ in range(2)]
        with pytest.raises(HTTPError):
            await bench.start_kernel(env={"HTTP_REFERER": "http://classroom:8866/en/"})
        for kernel in opened:
            await bench.start_kernel(env=from_lesson)
            await bench.shutdown_kernel(kernel)
        await bench.start_kernel(env=from_lesson)
        await bench.start_kernel(env=from_lesson)
        with pytest.raises(HTTPError):
            await bench.start_kernel(env=from_lesson)

    asyncio.run(go_on())
