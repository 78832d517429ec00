"""What follows from the rows of a game, in sentences, each with the rows that prove it."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Any, Final, Literal

import traitlets

from mastermind_edu.games.rules import Rules
from mastermind_edu.language import gettext, ngettext
from mastermind_edu.solvers.candidates import Contradictions, PlayedRow
from mastermind_edu.solvers.deduction import Fact, NoCodeFits, facts
from mastermind_edu.widgets.background import WorkingWidget
from mastermind_edu.widgets.base import Action, source
from mastermind_edu.widgets.following import FollowingWidget, Leader

__all__ = ["MODES", "MOST_AT_ONCE", "Facts", "Mode"]

Mode = Literal["all", "hints", "hidden"]

MODES: Final[tuple[Mode, ...]] = ("all", "hints", "hidden")

MOST_AT_ONCE: Final = 50_000
"""The most codes of a game whose facts are looked for at once; in larger ones, beside the page."""


class Facts(FollowingWidget, WorkingWidget):
    """The facts that hold for every candidate, most useful first.

    In a large game they come a moment after the rows; :meth:`wait` waits for them.

    >>> from mastermind_edu.games.catalogue import CLASSIC
    >>> Facts(CLASSIC, [((0, 0, 1, 1), (0, 0))])
    <Facts classic: 2 facts after 1 row>

    :param subject: a game, or a board to follow; pointing at a fact highlights its rows there.
    :param rows: the rows to begin with, when ``subject`` is a game.
    :param mode: ``all`` shows every fact, ``hints`` one more at each request, ``hidden`` none,
        for a test.
    :raises ValueError: if there is no such mode.
    """

    _esm = source("dom.js", "facts.js")
    _css = source("common.css", "facts.css")

    mode = traitlets.Enum(MODES, default_value="all")

    _texts = traitlets.Dict().tag(sync=True)
    _state = traitlets.Dict().tag(sync=True)

    def __init__(
        self, subject: Rules | Leader, rows: Iterable[PlayedRow] = (), *, mode: Mode = "all"
    ) -> None:
        if mode not in MODES:
            raise ValueError(
                gettext("Facts are shown as one of {modes}, got {mode!r}.").format(
                    modes=", ".join(MODES), mode=mode
                )
            )
        self._facts: tuple[Fact, ...] = ()
        self._shown = 0
        super().__init__(subject, rows, mode=mode, _texts=_texts())
        self.observe(lambda _: self.guarded(self.show), ["mode"])

    def __repr__(self) -> str:
        known, played = len(self._facts), len(self.rows)
        return f"<Facts {self.game.key}: {_count(known, 'fact')} after {_count(played, 'row')}>"

    @property
    def facts(self) -> tuple[Fact, ...]:
        """All facts that follow, shown or not."""
        return self._facts

    def show(self) -> None:
        """Tell the page which facts follow from the rows, at once or as soon as they are found."""
        game, rows = self.game, self.rows
        self._work.cancel()
        self._facts = ()
        self._shown = 0
        self._point_at([])
        if not rows or game.space.size <= MOST_AT_ONCE:
            self._show_found(_find(game, rows))
        else:
            self._show_state(working=True)
            self.begin(lambda _: _find(game, rows), self._show_found)

    def rest(self) -> None:
        """Show that no facts are being looked for."""
        self._show_state()

    def _show_found(self, found: tuple[Fact, ...] | Contradictions) -> None:
        conflicts = found if isinstance(found, Contradictions) else None
        self._facts = () if isinstance(found, Contradictions) else found
        self._shown = len(self._facts) if self.mode == "all" else 0
        self._show_state(conflicts)

    def _show_state(
        self, conflicts: Contradictions | None = None, *, working: bool = False
    ) -> None:
        hidden = len(self._facts) - self._shown
        self._state = {
            "mode": self.mode,
            "played": len(self.rows),
            "working": working,
            "facts": [
                {"text": str(fact), "rows": list(fact.rows)} for fact in self._facts[: self._shown]
            ],
            "conflicts": [
                {"text": str(conflict), "rows": list(conflict)} for conflict in conflicts or ()
            ],
            "hidden": hidden,
            "more": ngettext("{n} more fact follows.", "{n} more facts follow.", hidden).format(
                n=hidden
            ),
        }

    @property
    def actions(self) -> Mapping[str, Action]:
        """What a pupil can do with the facts."""
        return {"hint": self._hint, "point": self._point}

    def _hint(self, _content: Mapping[str, Any]) -> None:
        if self.mode != "hints":
            raise ValueError(gettext("There are no hints here."))
        if self._shown < len(self._facts):
            self._shown += 1
            self._show_state()

    def _point(self, content: Mapping[str, Any]) -> None:
        rows = content.get("rows")
        played = range(len(self.rows))
        if not isinstance(rows, list) or not all(
            type(row) is int and row in played for row in rows
        ):
            raise ValueError(gettext("There is no such row in this game."))
        self._point_at(rows)

    def _point_at(self, rows: list[int]) -> None:
        if self.leader is not None:
            self.leader.highlight = rows


def _find(game: Rules, rows: tuple[PlayedRow, ...]) -> tuple[Fact, ...] | Contradictions:
    """Return what follows from the rows, or why nothing can."""
    try:
        return facts(game, rows) if rows else ()
    except NoCodeFits as error:
        return error.contradictions


def _count(n: int, thing: str) -> str:
    return f"{n} {thing}" if n == 1 else f"{n} {thing}s"


def _texts() -> dict[str, str]:
    return {
        "title": gettext("What follows for certain"),
        "start": gettext("Make a guess, and see here what its answer tells."),
        "none": gettext("Nothing is certain yet."),
        "working": gettext("Looking for what follows …"),
        "hint": gettext("Show me one fact"),
        "next": gettext("Show one more"),
        "noMore": gettext("That is all that follows for certain."),
        "hidden": gettext("The facts are hidden: find them yourself."),
        "help": gettext("Point at a fact to see the rows that prove it."),
        "conflict": gettext("These answers cannot all be true"),
    }
