"""What follows from the rows of a game, in sentences, each with the rows that prove it."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Any, Final, Literal

import traitlets

from mastermind_edu.games.rules import Rules
from mastermind_edu.language import gettext, ngettext
from mastermind_edu.solvers.candidates import PlayedRow
from mastermind_edu.solvers.deduction import Fact, NoCodeFits, facts
from mastermind_edu.widgets.base import Action, source
from mastermind_edu.widgets.following import FollowingWidget, Leader

__all__ = ["MODES", "Facts", "Mode"]

Mode = Literal["all", "hints", "hidden"]

MODES: Final[tuple[Mode, ...]] = ("all", "hints", "hidden")


class Facts(FollowingWidget):
    """The facts that hold for every candidate, most useful first.

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
        """Tell the page which facts follow from the rows."""
        conflicts: list[dict[str, Any]] = []
        try:
            self._facts = facts(self.game, self.rows) if self.rows else ()
        except NoCodeFits as error:
            self._facts = ()
            conflicts = [
                {"text": str(conflict), "rows": list(conflict)} for conflict in error.contradictions
            ]
        self._shown = len(self._facts) if self.mode == "all" else 0
        self._point_at([])
        self._show_state(conflicts)

    def _show_state(self, conflicts: list[dict[str, Any]] | None = None) -> None:
        hidden = len(self._facts) - self._shown
        self._state = {
            "mode": self.mode,
            "played": len(self.rows),
            "facts": [
                {"text": str(fact), "rows": list(fact.rows)} for fact in self._facts[: self._shown]
            ],
            "conflicts": conflicts or [],
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
        self._shown = min(self._shown + 1, len(self._facts))
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


def _count(n: int, thing: str) -> str:
    return f"{n} {thing}" if n == 1 else f"{n} {thing}s"


def _texts() -> dict[str, str]:
    return {
        "title": gettext("What follows for certain"),
        "start": gettext("Make a guess, and see here what its answer tells."),
        "none": gettext("Nothing is certain yet."),
        "hint": gettext("Show me one fact"),
        "next": gettext("Show one more"),
        "noMore": gettext("That is all that follows for certain."),
        "hidden": gettext("The facts are hidden: find them yourself."),
        "help": gettext("Point at a fact to see the rows that prove it."),
        "conflict": gettext("These answers cannot all be true"),
    }
