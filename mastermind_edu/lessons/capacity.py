"""How many pupils a computer holds, and how many computers hold a number of pupils.

The figures of one pupil stand here and nowhere else. They leave room above what is measured: for
the lessons by ``python -m tests.load``, for a hub by
``pytest tests/deploy -k needs_no_more_memory -rP``. To print the table of the guide, run
``python -m mastermind_edu.lessons.capacity``.
"""

from __future__ import annotations

from collections.abc import Iterable
from math import ceil
from typing import Final

from mastermind_edu.language import gettext, number

__all__ = [
    "MEMORY_OF_A_PUPIL",
    "MEMORY_OF_A_USER",
    "PUPILS",
    "hub_computers",
    "hub_memory",
    "lesson_computers",
    "lesson_memory",
    "table",
]

MIB: Final = 2**20
GIB: Final = 2**30

MEMORY_OF_A_PUPIL: Final = 75 * MIB
"""Room for a pupil, in bytes. The kernel behind an open lesson was measured to take 27 MiB, with
NumPy loaded and its share of what forked kernels have in common; who goes on to the next lesson
has two for a moment, and where kernels cannot be forked one takes about twice as much.
"""

MEMORY_OF_A_SERVER: Final = 300 * MIB
"""What one server of the lessons needs by itself."""

MEMORY_OF_A_USER: Final = 256 * MIB
"""What the own server of a user of a hub needs, with one lesson open."""

MEMORY_OF_A_HUB: Final = 1 * GIB
"""What the hub and its proxy need, with room for a few thousand users."""

PUPILS_OF_A_CORE: Final = 40
"""How many pupils can begin at once with one core of a processor: 80 with two were tried."""

CORES: Final = 4
MEMORY: Final = 16 * GIB
USABLE: Final = 0.8
"""The computers that the table counts, and the part of their memory that lessons may fill."""

PUPILS: Final = (40, 100, 400, 1000, 4000, 10000)


def lesson_memory(pupils: int) -> int:
    """Return the bytes that servers of the lessons need, where nobody has an account."""
    return pupils * MEMORY_OF_A_PUPIL + lesson_computers(pupils) * MEMORY_OF_A_SERVER


def lesson_computers(pupils: int) -> int:
    """Return how many computers that takes."""
    fitting = int((USABLE * MEMORY - MEMORY_OF_A_SERVER) // MEMORY_OF_A_PUPIL)
    return ceil(pupils / min(fitting, CORES * PUPILS_OF_A_CORE))


def hub_memory(users: int) -> int:
    """Return the bytes that a hub needs, with a server for each of its users."""
    return users * MEMORY_OF_A_USER + MEMORY_OF_A_HUB


def hub_computers(users: int) -> int:
    """Return how many computers that takes."""
    fitting = int(USABLE * MEMORY // MEMORY_OF_A_USER)
    on_first = int((USABLE * MEMORY - MEMORY_OF_A_HUB) // MEMORY_OF_A_USER)
    others = max(0, users - min(on_first, CORES * PUPILS_OF_A_CORE))
    return 1 + ceil(others / min(fitting, CORES * PUPILS_OF_A_CORE))


def table(pupils: Iterable[int] = PUPILS) -> str:
    """Return, in Markdown and the language in use, what numbers of pupils need."""
    head = (
        gettext("Pupils at once"),
        gettext("Without accounts: memory"),
        gettext("Computers"),
        gettext("Hub: memory"),
        gettext("Computers"),
        gettext("Static edition"),
    )
    rows = [
        (
            number(count),
            _gibibytes(lesson_memory(count)),
            number(lesson_computers(count)),
            _gibibytes(hub_memory(count)),
            number(hub_computers(count)),
            gettext("any web server"),
        )
        for count in pupils
    ]
    ruler = ("--:", "--:", "--:", "--:", "--:", "---")
    return "\n".join(f"| {' | '.join(row)} |" for row in (head, ruler, *rows))


def _gibibytes(amount: int) -> str:
    return gettext("{n} GiB").format(n=number(ceil(amount / GIB)))


if __name__ == "__main__":
    print(table())
