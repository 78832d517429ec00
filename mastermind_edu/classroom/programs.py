"""The programs that draw widgets, as files that a page loads once for all widgets of a kind.

A notebook's widgets bring their program along, each its own copy: most of what a lesson with many
exercises would send.
"""

from __future__ import annotations

import json
from collections.abc import Iterator
from importlib import import_module
from typing import Final

from mastermind_edu import widgets
from mastermind_edu.widgets.base import LessonWidget

__all__ = ["programs"]

IN_LESSONS: Final = ("code_tree", "exercise")
"""The modules of lessons that have widgets of their own."""

STYLED: Final = """\
document.head.append(Object.assign(document.createElement("style"), {{ textContent: {css} }}));
{esm}
"""


def programs() -> dict[str, str]:
    """Return the program of each widget, with its style, by its file's name."""
    for name in widgets.__all__:
        getattr(widgets, name)
    for module in IN_LESSONS:
        import_module(f"mastermind_edu.lessons.{module}")
    return {
        f"{kind.__name__}.js": STYLED.format(css=json.dumps(kind._css), esm=kind._esm)
        for kind in _kinds(LessonWidget)
        if kind.program_name() == kind.__name__ and isinstance(vars(kind)["_esm"], str)
    }


def _kinds(kind: type[LessonWidget]) -> Iterator[type[LessonWidget]]:
    """Yield all kinds below this one, also those that anywidget makes for a single widget."""
    for one in kind.__subclasses__():
        yield one
        yield from _kinds(one)
