"""Print how the server bears a class, beside stock Voilà: ``python -m tests.load``."""

from __future__ import annotations

import asyncio
import tempfile
import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import NamedTuple

from playwright.sync_api import Page, sync_playwright

from ..browser.chromium import launch
from .figures import Figures, Times
from .pupils import a_class, play, within_one_second
from .servers import EMPTY, LESSON, NEXT_LESSON, Server, classroom, stock_voila

CLASS = 40
PLAYED = 20.0
BROWSERS = 3
BOARD = ".mm-board button:visible"
CELLS = "#rendered_cells:not([style*='none'])"


class Burst(NamedTuple):
    """What came of a class that opened a page at once: times, and bytes of memory a pupil."""

    times: Times
    memory: float

    def megabytes(self) -> str:
        """Return the memory in words."""
        return f"{self.memory / 1e6:.0f} MB"


@contextmanager
def a_folder() -> Iterator[Path]:
    """An empty folder."""
    with tempfile.TemporaryDirectory(prefix="load-") as folder:
        yield Path(folder)


async def opened(server: Server, size: int, path: str, *, widgets: bool = True) -> Burst:
    """Return what ``size`` pupils make of a server when they open a page within one second."""
    async with a_class(server.host, size, widgets=widgets) as pupils:
        times = Times.of(await within_one_second(pupils, lambda one: one.open(path)))
        return Burst(times, server.memory_of_kernels() / size)


def a_burst(stock: Burst, figures: Figures, size: int, wanted: str, *, warm: bool) -> None:
    """Measure a class that opens a lesson at once, and what memory it takes."""
    with a_folder() as folder, classroom(folder, f"--pupils={size}") as server:
        if warm:
            server.wait_for_pool(CLASS)
        ours = asyncio.run(opened(server, size, LESSON))
    state = "warm" if warm else "cold"
    what = f"{size} open a lesson within 1 s, {state}"
    figures.add(f"{what}: ready", wanted, ours.times, stock.times)
    figures.add(f"{what}: memory a pupil (PSS)", "<= 75 MB", *map(Burst.megabytes, (ours, stock)))


def stock_burst(size: int) -> Burst:
    """Measure the same at stock Voilà."""
    with a_folder() as folder, stock_voila(folder) as server:
        return asyncio.run(opened(server, size, EMPTY, widgets=False))


async def a_lesson(server: Server, figures: Figures) -> None:
    """Measure a class that opens a lesson, plays it, and goes on to the next."""
    async with a_class(server.host, CLASS) as pupils:
        await within_one_second(pupils, lambda one: one.open(LESSON))
        playing = asyncio.create_task(play(pupils, PLAYED))
        took = await asyncio.to_thread(server.wait_for_pool, 2 * CLASS)
        clicks = Times(await playing)
        what = f"{CLASS} play while the pool refills ({took:.0f} s): click to answer"
        figures.add(what, "p95 < 100 ms", clicks)
        clicks = Times(await play(pupils, PLAYED))
        figures.add(f"{CLASS} play: click to answer", "p95 < 100 ms", clicks)
        itself = server.process.memory_full_info().pss / 1e6
        figures.add("memory of the server itself (PSS)", "", f"{itself:.0f} MB")
        times = Times.of(await within_one_second(pupils, lambda one: one.open(NEXT_LESSON)))
        figures.add(f"{CLASS} go on to the next lesson within 1 s: ready", "p95 <= 5 s", times)


def in_browsers(address: str, shown: str) -> tuple[Times, Times]:
    """Return how long a first and a second visit take until ``shown`` is there."""
    first, second = [], []
    with sync_playwright() as playwright:
        for _ in range(BROWSERS):
            browser = launch(playwright)
            page = browser.new_page()
            first.append(visit(page, address, shown))
            page.goto("about:blank")
            time.sleep(3)
            second.append(visit(page, address, shown))
            browser.close()
    return Times(first), Times(second)


def visit(page: Page, address: str, shown: str) -> float:
    """Return how long it takes until ``shown`` is there at ``address``."""
    began = time.perf_counter()
    page.goto(address, wait_until="commit")
    page.locator(shown).first.wait_for(state="attached", timeout=60_000)
    return time.perf_counter() - began


def main() -> None:
    """Measure everything, one after another, and print the table."""
    figures = Figures()
    with a_folder() as folder, classroom(folder, f"--pupils={CLASS}") as server:
        server.wait_for_pool(CLASS)
        ours = in_browsers(f"http://{server.host}{LESSON}", BOARD)
    with a_folder() as folder, stock_voila(folder) as server:
        stock = in_browsers(f"http://{server.host}{EMPTY}", CELLS)
    figures.add("first visit in a browser, empty cache", "<= 1.2 x stock", ours[0], stock[0])
    figures.add("second visit in a browser", "< 1 s", ours[1], stock[1])
    stock_class, stock_two = stock_burst(CLASS), stock_burst(2 * CLASS)
    a_burst(stock_class, figures, CLASS, "p95 <= 5 s, 0 failed", warm=True)
    a_burst(stock_class, figures, CLASS, "p95 <= 22 s, 0 failed", warm=False)
    a_burst(stock_two, figures, 2 * CLASS, "0 failed", warm=True)
    with a_folder() as folder, classroom(folder, f"--pupils={2 * CLASS}") as server:
        server.wait_for_pool(CLASS)
        asyncio.run(a_lesson(server, figures))
    figures.show()


if __name__ == "__main__":
    main()
