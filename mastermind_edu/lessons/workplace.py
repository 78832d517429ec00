"""Where a lesson is read: on a page of the class, or in JupyterLab, where cells can be changed."""

from __future__ import annotations

import os
from html import escape
from typing import Final

from mastermind_edu.language import gettext

__all__ = ["LAB_VARIABLE", "Workplace", "lab_is_linked", "on_a_page"]

SET_BY_VOILA: Final = "VOILA_KERNEL_ID"

LAB_VARIABLE: Final = "MASTERMIND_EDU_LAB"
"""The environment variable that is set where the page of a lesson leads to JupyterLab itself."""


def on_a_page() -> bool:
    """Return whether the lesson is a page, on which no cell can be changed."""
    return SET_BY_VOILA in os.environ


def lab_is_linked() -> bool:
    """Return whether a link at the end of the page opens the lesson in JupyterLab."""
    return bool(os.environ.get(LAB_VARIABLE))


class Workplace:
    """A note at the top of a lesson about programming: where programs can be written.

    >>> Workplace()
    <Workplace>
    """

    def __repr__(self) -> str:
        return "<Workplace>"

    @property
    def text(self) -> str:
        """What the note says, depending on where the lesson is read."""
        if on_a_page() and lab_is_linked():
            return gettext(
                "Programs are written in JupyterLab: the link at the end of this page opens this "
                "lesson there. But there is a lot to do here, too: read the programs, look at "
                "their tests, and do the exercises in which you choose an answer or write a number."
            )
        if on_a_page():
            return gettext(
                "You are reading this lesson on a page of your class. Programs are written in "
                "JupyterLab: it opens with the command {command}, on a computer that has this "
                "course. But there is a lot to do here, too: read the programs, look at their "
                "tests, and do the exercises in which you choose an answer or write a number."
            )
        return gettext(
            "Write your programs in the cells with three dots: replace the dots. Then run the "
            "cell and the one below it with Shift + Enter, and your program is tested. You cannot "
            "break anything. To get a cell back as it was, run {command} with a new folder."
        )

    def _repr_html_(self) -> str:
        command = f"<code>{escape('mastermind-edu lab')}</code>"
        return (
            '<div role="note" style="max-width: 44rem; margin: 0.5rem 0 1rem;'
            ' padding: 0.75rem 1rem; border: 1px solid currentColor; border-radius: 12px">'
            f"{escape(self.text).format(command=command)}</div>"
        )
