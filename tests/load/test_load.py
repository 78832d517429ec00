"""A class at once, in short: nobody is refused and nothing fails; how fast is told elsewhere."""

from __future__ import annotations

import asyncio
from pathlib import Path

from .figures import Times
from .pupils import a_class, play, within_one_second
from .servers import LESSON, NEXT_LESSON, classroom

PUPILS = 12


def test_a_class_opens_a_lesson_plays_and_goes_on_without_a_failure(tmp_path: Path) -> None:
    async def lesson(host: str) -> tuple[Times, list[float], Times]:
        async with a_class(host, PUPILS) as pupils:
            opened = await within_one_second(pupils, lambda one: one.open(LESSON))
            clicks = await play(pupils, seconds=3, pause=1)
            went_on = await within_one_second(pupils, lambda one: one.open(NEXT_LESSON))
            return Times.of(opened), clicks, Times.of(went_on)

    with classroom(tmp_path, f"--pupils={PUPILS}") as server:
        opened, clicks, went_on = asyncio.run(lesson(server.host))
    assert not opened.failures
    assert len(clicks) >= PUPILS
    assert not went_on.failures
