"""A kernel that takes too much is stopped; a long computation that ends is not."""

from __future__ import annotations

import asyncio
import logging
import os
import subprocess
import sys
import time
from collections.abc import Iterator
from dataclasses import replace
from datetime import UTC, datetime
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import pytest

from mastermind_edu.classroom.connection import Pace
from mastermind_edu.classroom.kernels import LessonKernels
from mastermind_edu.classroom.limits import Limits, Watch

from .conftest import Classroom, free_port, running, write_lesson
from .sockets import visiting

LIMITS = Limits(memory=300 * 2**20, seconds=1, share=0.1)

BUSY = "while True: pass"
RESTING = "import time; time.sleep(60)"
LARGE = "import time; kept = bytearray(400 * 2**20); time.sleep(60)"


def ended(*programs: str, seconds: float, limits: Limits = LIMITS) -> list[str]:
    """Return the programs that are ended when all run for so long, in the order of their ends."""
    processes = {one: subprocess.Popen([sys.executable, "-c", one]) for one in programs}
    over: list[str] = []

    async def end(program: str) -> None:
        processes[program].kill()
        over.append(program)

    async def look() -> None:
        watch = Watch(end, logging.getLogger(__name__), limits)
        for _ in range(int(seconds / 0.25)):
            await watch.look({one: found.pid for one, found in processes.items()})
            await asyncio.sleep(0.25)

    try:
        asyncio.run(look())
    finally:
        for process in processes.values():
            process.kill()
            process.wait()
    return list(dict.fromkeys(over))


def test_what_computes_for_ever_or_takes_all_memory_is_ended() -> None:
    assert set(ended(BUSY, RESTING, LARGE, seconds=5)) == {BUSY, LARGE}


def test_a_long_computation_is_not_ended() -> None:
    assert ended(BUSY, seconds=2, limits=replace(LIMITS, seconds=30)) == []


def test_a_share_of_the_computer_may_be_taken_on_and_on() -> None:
    assert ended(BUSY, seconds=3, limits=replace(LIMITS, share=2)) == []


def test_a_kernel_that_has_gone_or_not_come_yet_does_no_harm() -> None:
    watch = Watch(fail, logging.getLogger(__name__), LIMITS)
    asyncio.run(watch.look({"gone": 2**22 - 1, "to come": None}))


async def fail(kernel_id: str) -> None:
    pytest.fail(f"{kernel_id} was ended")


def test_the_kernels_of_lessons_are_watched() -> None:
    ended = []

    class Kernels(LessonKernels):
        async def shutdown_kernel(self, kernel_id: str, **_: Any) -> None:
            ended.append(kernel_id)

    with subprocess.Popen([sys.executable, "-c", BUSY]) as process:
        kernels = Kernels()
        kernels._watch.limits = replace(LIMITS, seconds=0)
        now = datetime.now(UTC)
        kernels._kernels["busy"] = SimpleNamespace(provisioner=process, last_activity=now)
        asyncio.run(kernels.cull_kernels())
        time.sleep(0.5)
        asyncio.run(kernels.cull_kernels())
        process.kill()
    assert ended == ["busy"]


def test_the_proof_of_the_best_strategy_fits_in() -> None:
    """It takes a minute of a processor; a slow one gets ten."""
    assert Limits().seconds >= 600


# ------------------------------------------------------------------ in a kernel

GREEDY = """
import anywidget, traitlets

class Greedy(anywidget.AnyWidget):
    _esm = "export default { render() {} }"
    outcome = traitlets.Unicode().tag(sync=True)

    def __init__(self):
        super().__init__()
        self.on_msg(self._take)

    def _take(self, *_):
        kept = []
        try:
            for _ in range(64):
                kept.append(bytearray(32 * 2**20))
            self.outcome = "took 2 GiB"
        except MemoryError:
            kept.clear()
            self.outcome = "no memory"

Greedy()
"""


@pytest.fixture(scope="module")
def greedy(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Classroom]:
    """A server of a lesson that takes all the memory it gets."""
    folder = tmp_path_factory.mktemp("greedy")
    write_lesson(folder / "lessons" / "en", GREEDY)
    options = ("--local", "--port", str(free_port()), "--lessons", str(folder / "lessons"))
    with running(folder, *options) as classroom:
        yield classroom


@pytest.mark.skipif(sys.platform != "linux", reason="only Linux limits what a process has")
def test_a_kernel_gets_no_more_memory_than_there_is_for_it(greedy: Classroom) -> None:
    kernel = greedy.kernel()
    with visiting(greedy, kernel) as visitor:
        (widget,) = (one for one, state in visitor.states().items() if "outcome" in state)
        visitor.tell(widget, {})
        visitor.answers(60)
        assert visitor.states()[widget]["outcome"] == "no memory"
    greedy.close(kernel)


@pytest.mark.skipif(sys.platform != "linux", reason="limits are read from /proc")
def test_a_kernel_has_its_limits_from_the_start(greedy: Classroom) -> None:
    kernel = greedy.kernel()
    process = greedy.process_of(kernel)
    limits = Path(f"/proc/{process.pid}/limits").read_text()
    rows = {row[:26].strip(): row[26:].split()[:2] for row in limits.splitlines()}
    assert rows["Max core file size"] == ["0", "0"]
    assert rows["Max data size"] == [str(512 * 2**20)] * 2
    assert rows["Max open files"] == ["256", "256"]
    assert rows["Max cpu time"] == ["3600", "3600"]
    assert process.nice() > os.nice(0)
    greedy.close(kernel)


# ------------------------------------------------------------------------ pace


def test_a_quick_reader_never_waits() -> None:
    """Thirty messages at once when a page opens, and then ten a second."""

    async def read() -> list[float]:
        pace = Pace()
        loop = asyncio.get_running_loop()
        waited = []
        for number in range(60):
            began = loop.time()
            await pace.take(2)
            waited.append(loop.time() - began)
            if number > 30:
                await asyncio.sleep(0.01)
        return waited

    assert max(asyncio.run(read())) < 0.05


def test_who_takes_more_than_there_is_waits_for_it() -> None:
    async def flood() -> float:
        pace = Pace(most=10, rate=100)
        began = asyncio.get_running_loop().time()
        for _ in range(60):
            await pace.take(1)
        return asyncio.get_running_loop().time() - began

    assert asyncio.run(flood()) > 0.4
