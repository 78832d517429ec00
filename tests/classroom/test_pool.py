"""Kernels are warm before anybody wants one, and whoever comes gets one of them."""

from __future__ import annotations

import asyncio
import json
import logging
import os
import re
import signal
import subprocess
import sys
import time
from collections.abc import AsyncIterator, Iterator
from contextlib import asynccontextmanager
from datetime import UTC, datetime, timedelta
from pathlib import Path
from typing import Any, cast

import psutil
import pytest
from traitlets.config import Config
from websockets.exceptions import InvalidStatus

from mastermind_edu.classroom import pool
from mastermind_edu.classroom.forking import CAN_FORK, Zygote
from mastermind_edu.classroom.kernels import GONE, LessonKernels, LessonKernelSpecs
from mastermind_edu.classroom.pool import LessonKernel, Pool
from mastermind_edu.lessons.course import notebooks_folder

from .conftest import Classroom, free_port, running, write_lesson
from .sockets import closing_code
from .test_trouble import channels

KERNEL_OF_SOCKET = re.compile(r"kernel-([0-9a-f-]{36})-ipc-1$")
SAYS_WHERE_IT_IS = """
import os
print("in", os.getcwd(), "asked for", os.environ["SCRIPT_NAME"], os.environ["QUERY_STRING"])
"""

forked = pytest.mark.skipif(not CAN_FORK, reason="kernels are forked on Linux only")


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder = tmp_path_factory.mktemp("pool")
    for language in ("en", "es", "fr"):
        write_lesson(folder / "lessons" / language, "# A lesson", SAYS_WHERE_IT_IS)
    return folder


def serving(folder: Path, pupils: int) -> Any:
    lessons = str(folder / "lessons")
    options = ("--local", "--port", str(free_port()), "--lessons", lessons)
    return running(folder, *options, "--pupils", str(pupils))


@pytest.fixture(scope="module")
def two_warm(folder: Path) -> Iterator[Classroom]:
    with serving(folder, 2) as classroom:
        yield classroom


def kernels(classroom: Classroom) -> dict[str, int]:
    """Return the process of each kernel there is, by its id."""
    found = {}
    for child in psutil.Process(classroom.process.pid).children(recursive=True):
        for one in child.net_connections("unix"):
            if kernel := KERNEL_OF_SOCKET.search(str(one.laddr)):
                found[kernel[1]] = child.pid
    return found


def wait_for_warm(classroom: Classroom, number: int, but: set[str] = frozenset()) -> dict[str, int]:  # type: ignore[assignment]
    """Return the kernels there are, without those in ``but``, once there are so many."""
    deadline = time.monotonic() + 40
    while time.monotonic() < deadline:
        found = {one: pid for one, pid in kernels(classroom).items() if one not in but}
        if len(found) == number:
            time.sleep(0.5)  # for it to become warm
            return found
        time.sleep(0.1)
    pytest.fail(f"no {number} kernels but {found}\n{classroom.log.read_text()}", pytrace=False)


def test_a_page_gets_a_warm_kernel_in_its_own_folder_and_environment(two_warm: Classroom) -> None:
    warm = wait_for_warm(two_warm, 2)
    page = two_warm.http.get("/voila/render/es/01-play.ipynb?seat=7").text
    (opened,) = re.findall(r'"kernelId": "([0-9a-f-]{36})"', page)
    assert opened in warm
    said = re.search(r"in (\S+) asked for (\S+) (\S+)", page)
    assert said, page
    assert said[1].endswith("lessons/es")
    assert said.groups()[1:] == ("/voila/render/es/01-play.ipynb", "seat=7")
    two_warm.close(opened)


def test_a_pool_is_filled_up_again_within_the_number_of_pupils(two_warm: Classroom) -> None:
    before = wait_for_warm(two_warm, 2)
    opened = two_warm.kernel()
    assert opened in before
    time.sleep(3)
    assert len(kernels(two_warm)) == 2
    two_warm.close(opened)
    after = wait_for_warm(two_warm, 2)
    assert opened not in after
    assert set(before) & set(after)


def test_warm_kernels_are_no_pupils(two_warm: Classroom) -> None:
    wait_for_warm(two_warm, 2)
    opened = [two_warm.kernel("en"), two_warm.kernel("fr")]
    assert two_warm.open().status_code == 503
    for kernel in opened:
        two_warm.close(kernel)


def test_a_warm_kernel_cannot_be_reached_before_it_is_handed_over(two_warm: Classroom) -> None:
    for kernel in wait_for_warm(two_warm, 2):
        assert not two_warm.is_alive(kernel)
        assert two_warm.close(kernel).status_code == 404
        with pytest.raises(InvalidStatus, match="404"):
            channels(two_warm, kernel)
    assert len(kernels(two_warm)) == 2


def test_a_warm_kernel_that_died_is_replaced_and_given_to_nobody(two_warm: Classroom) -> None:
    before = wait_for_warm(two_warm, 2)
    for process in before.values():
        os.kill(process, signal.SIGKILL)
    opened = two_warm.kernel()
    assert opened not in before
    wait_for_warm(two_warm, 1, but={opened})
    two_warm.close(opened)


@forked
def test_when_the_zygote_dies_pages_are_told_and_new_ones_work(two_warm: Classroom) -> None:
    wait_for_warm(two_warm, 2)
    opened = two_warm.kernel()
    with channels(two_warm, opened) as socket:
        (zygote,) = psutil.Process(two_warm.process.pid).children()
        zygote.kill()
        assert closing_code(socket) == GONE
    again = two_warm.kernel()
    assert two_warm.is_alive(again)
    two_warm.close(again)


@pytest.mark.parametrize("how", [signal.SIGTERM, signal.SIGKILL])
def test_all_kernels_end_with_the_server(folder: Path, how: signal.Signals) -> None:
    with serving(folder, 2) as classroom:
        wait_for_warm(classroom, 2)
        classroom.kernel()
        below = psutil.Process(classroom.process.pid).children(recursive=True)
        classroom.process.send_signal(how)
        _, left = psutil.wait_procs(below, timeout=15)
    assert len(below) >= 2
    assert not left


# --------------------------------------------------------------- the manager by itself


@asynccontextmanager
async def managed(folder: Path, **settings: Any) -> AsyncIterator[LessonKernels]:
    config = Config()
    config.KernelManager.transport = "ipc" if os.name == "posix" else "tcp"
    (folder / "connections").mkdir(exist_ok=True)
    manager = LessonKernels(
        config=config,
        root_dir=str(folder / "lessons"),
        connection_dir=str(folder / "connections"),
        kernel_spec_manager=LessonKernelSpecs(),
        **settings,
    )
    try:
        yield manager
    finally:
        await manager.shutdown_all()


async def warmed(manager: LessonKernels, number: int) -> None:
    manager.pool.open()
    async with asyncio.timeout(60):
        while len(manager.pool) < number:
            await asyncio.sleep(0.1)


async def told(manager: LessonKernels, kernel_id: str, expression: str) -> str:
    """Return what a kernel writes of an expression into a file."""
    file = Path(manager.connection_dir, "told")
    kernel = cast(LessonKernel, manager.get_kernel(kernel_id))
    await kernel.run(f"open({str(file)!r}, 'w').write(repr({expression}))", within=10)
    return file.read_text()


@pytest.mark.parametrize("fork", [pytest.param(True, marks=forked), False])
def test_a_kernel_is_told_its_environment_when_it_is_handed_over(folder: Path, fork: bool) -> None:
    async def run() -> None:
        async with managed(folder, warm=1, fork=fork) as manager:
            await warmed(manager, 1)
            environment = {**os.environ, "PUPIL": 'Ada "the first" ♛\n?'}
            kernel_id = await manager.launch(env=environment, path="en")
            assert json.loads(await told(manager, kernel_id, "1"))
            said = await told(manager, kernel_id, "__import__('os').environ['PUPIL']")
            assert said == repr(environment["PUPIL"])
            assert "lessons" in await told(manager, kernel_id, "__import__('os').getcwd()")
            imported = await told(manager, kernel_id, "'numpy' in __import__('sys').modules")
            assert imported == "True"

    asyncio.run(run())


def test_the_clock_of_the_idle_begins_at_the_hand_over(folder: Path) -> None:
    async def run() -> None:
        async with managed(folder, warm=1, cull_idle_timeout=2, cull_connected=True) as manager:
            await warmed(manager, 1)
            await asyncio.sleep(2.5)
            kernel_id = await manager.start_kernel()
            await manager.cull_kernels()
            assert kernel_id in manager
            active_at: datetime = manager.get_kernel(kernel_id).last_activity  # type: ignore[attr-defined]
            assert datetime.now(UTC) - active_at < timedelta(seconds=2)

    asyncio.run(run())


@forked
def test_forked_kernels_draw_different_lots(folder: Path) -> None:
    draws = "(__import__('random').random(), __import__('numpy').random.random())"

    async def run() -> None:
        async with managed(folder) as manager:
            drawn = [await told(manager, await manager.start_kernel(), draws) for _ in range(2)]
            assert not set(eval(drawn[0])) & set(eval(drawn[1]))

    asyncio.run(run())


@forked
def test_a_kernel_starts_anew_where_none_can_be_forked(
    folder: Path, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    async def no_fork(*_: Any) -> Any:
        raise ChildProcessError("no process left")

    monkeypatch.setattr(Zygote, "fork", no_fork)

    async def run() -> None:
        async with managed(folder, log=logging.getLogger("no-fork")) as manager:
            kernel_id = await manager.start_kernel()
            assert await told(manager, kernel_id, "6 * 7") == "42"

    asyncio.run(run())
    assert "no process left" in caplog.text


def test_a_start_that_fails_is_tried_again(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(pool, "TRY_AGAIN_AFTER", 0.01)
    monkeypatch.setattr(pool, "PAUSE", 0.01)

    class Warm:
        async def is_alive(self) -> bool:
            return True

        async def end(self) -> None:
            pass

    fails = iter([RuntimeError("no memory"), OSError("no file"), None])

    async def start() -> LessonKernel:
        if error := next(fails):
            raise error
        return cast(LessonKernel, Warm())

    async def run() -> None:
        kept = Pool(
            start,
            wanted=lambda: 1,
            is_calm=lambda: True,
            is_played=lambda: False,
            log=logging.getLogger("pool"),
        )
        kept.open()
        async with asyncio.timeout(5):
            while len(kept) < 1:
                await asyncio.sleep(0.01)
        await kept.close()

    asyncio.run(run())


def test_lessons_import_nothing_that_is_not_warm() -> None:
    """All lessons run in one process here, which says what it imported for them."""
    code = """
import json, pathlib, sys
from mastermind_edu.classroom.zygote import warm_up
warm_up(sys.argv[1])
warm = set(sys.modules)
for file in sorted(pathlib.Path(sys.argv[1], "en").glob("*.ipynb")):
    names = {}
    for cell in json.loads(file.read_text(encoding="utf-8"))["cells"]:
        if cell["cell_type"] == "code":
            exec("".join(cell["source"]), names)
print(json.dumps(sorted(name for name in set(sys.modules) - warm if name[0] != "_")))
"""
    command = [sys.executable, "-c", code, str(notebooks_folder())]
    environment = {**os.environ, "MASTERMIND_EDU_FAST": "0"}
    said = subprocess.run(command, env=environment, capture_output=True, text=True, check=True)
    assert json.loads(said.stdout.splitlines()[-1]) == []
