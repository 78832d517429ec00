"""What all widgets of the course share.

A widget's Python class holds the state, its JavaScript draws it. A page may set nothing by
itself: it sends messages, each an action with checked arguments, and what goes wrong is said
in the page and logged for the teacher.
"""

from __future__ import annotations

import logging
import os
from collections.abc import Callable, Iterable, Mapping
from pathlib import Path
from typing import Any, Final, TypeAlias

import anywidget
import traitlets

from mastermind_edu.language import gettext

__all__ = ["PROGRAMS_VARIABLE", "Action", "LessonWidget", "register", "source"]

Action: TypeAlias = Callable[[Mapping[str, Any]], None]

PROGRAM: Final = ("_esm", "_css")
"""The traits that hold what draws a widget, which a page never loses."""

PROGRAMS_VARIABLE: Final = "MASTERMIND_EDU_PROGRAMS"
"""The environment variable with the address at which a server has the programs of widgets."""

LOADER: Final = """\
const program = import(new URL("{address}", location.href));
export default async () => (await program).default;
"""
"""Loads the program of a widget from the server of its page."""

log = logging.getLogger(__name__)

_FOLDER = Path(__file__).parent


def source(*names: str, folder: Path = _FOLDER) -> str:
    """Return the named files of ``folder``, this one if none is given, as one text, in order."""
    return "\n".join((folder / name).read_text(encoding="utf-8") for name in names)


def register(callbacks: list[Any], callback: object, *, remove: bool) -> None:
    """Add ``callback`` to ``callbacks`` unless it is there, or remove it."""
    if remove and callback in callbacks:
        callbacks.remove(callback)
    elif not remove and callback not in callbacks:
        callbacks.append(callback)


class LessonWidget(anywidget.AnyWidget):
    """A widget that obeys its page only through the actions it names."""

    _esm: str
    _css = source("common.css")

    _notice = traitlets.Dict().tag(sync=True)

    def __init__(self, **traits: Any) -> None:
        address = os.environ.get(PROGRAMS_VARIABLE)
        name = self.program_name()
        if address and name:
            self._esm, self._css = LOADER.format(address=f"{address}/{name}.js"), ""
        super().__init__(**traits)
        self.on_msg(self._obey)

    @classmethod
    def program_name(cls) -> str | None:
        """Return what the program that draws the widget is called, nothing if it is not ours.

        A page has many widgets of a kind. Where a server has their program, they need not bring
        it along, each its own copy.
        """
        owner = next((one for one in cls.__mro__ if "_esm" in vars(one)), None)
        ours = owner is not None and owner.__module__.startswith(f"{__name__.partition('.')[0]}.")
        same = owner is next(one for one in cls.__mro__ if "_css" in vars(one))
        return owner.__name__ if owner is not None and ours and same else None

    def set_state(self, sync_data: Mapping[str, Any]) -> None:
        """Ignore what a page writes into the state; pages send actions instead."""

    @property
    def actions(self) -> Mapping[str, Action]:
        """The messages a page may send, by their type."""
        return {}

    def say(self, text: str) -> None:
        """Show ``text`` in the widget and have it read out by a screen reader."""
        self._notice = {"text": text, "serial": self._notice.get("serial", 0) + 1}

    def _obey(self, _widget: object, content: Mapping[str, Any], _buffers: object) -> None:
        self.guarded(lambda: self._act(content))

    def _act(self, content: Mapping[str, Any]) -> None:
        kind = content.get("type") if isinstance(content, Mapping) else None
        actions = {"refresh": self._refresh, **self.actions}
        action = actions.get(kind) if isinstance(kind, str) else None
        if action is None:
            raise ValueError(gettext("The page asked for something that does not exist here."))
        action(content)

    def _refresh(self, _content: Mapping[str, Any]) -> None:
        """Tell a page all it may know once more, since some of it may have been lost."""
        self.send_state([name for name in self.keys if name not in PROGRAM])

    def guarded(self, step: Callable[[], None]) -> None:
        """Do ``step``; say in the page what was wrong with its input, or that it failed."""
        try:
            step()
        except Exception as error:
            self.report(error)

    def report(self, error: Exception) -> None:
        """Say in the page what was wrong with its input; log anything else for the teacher."""
        if isinstance(error, ValueError):
            self.say(str(error))
            return
        log.error("an action of %r failed", self, exc_info=error)
        self.say(gettext("Something went wrong here. Your game is as it was; please try again."))

    def tell(self, callbacks: Iterable[Callable[..., None]], *arguments: object) -> None:
        """Call each of ``callbacks`` with this widget; one that fails stops nothing else."""
        for callback in tuple(callbacks):
            try:
                callback(self, *arguments)
            except Exception:
                log.exception("a callback of %r failed", self)
                self.say(gettext("Something beside the board went wrong. Your game is safe."))
