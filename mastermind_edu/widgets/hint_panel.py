"""The ranked guesses: how good each would be after the rows played."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from typing import Any, Final

import traitlets

from mastermind_edu.games.rules import Rules
from mastermind_edu.language import gettext, ngettext, number
from mastermind_edu.solvers.candidates import PlayedRow, candidates
from mastermind_edu.solvers.strategies import (
    ENTROPY,
    EXPECTED_SIZE,
    MINIMAX,
    MOST_PARTS,
    PartitionStrategy,
    Ranked,
    rank,
)
from mastermind_edu.widgets.background import Job, WorkingWidget
from mastermind_edu.widgets.base import Action, source
from mastermind_edu.widgets.drawing import draw_table
from mastermind_edu.widgets.following import FollowingWidget, Leader

__all__ = ["CRITERIA", "HintPanel"]

CRITERIA: Final[tuple[PartitionStrategy, ...]] = (MINIMAX, EXPECTED_SIZE, ENTROPY, MOST_PARTS)
MOST_SHOWN: Final = 10


class HintPanel(FollowingWidget, WorkingWidget):
    """The best next guesses by a strategy, with their figures.

    They come when the pupil asks, and from then on anew after each row, until the pupil
    cancels or another game begins. The work is done beside the page, with a progress bar; a
    new row ends the work on the rows before.

    >>> from mastermind_edu.games.catalogue import CLASSIC
    >>> HintPanel(CLASSIC)
    <HintPanel classic by minimax>

    :param subject: a game, or a board to follow.
    :param rows: the rows to begin with, when ``subject`` is a game.
    :param by: the strategy whose measure the guesses are ranked by at first.
    :param asked: whether to rank at once, and in each game, without being asked.
    """

    _esm = source("dom.js", "hint_panel.js")
    _css = source("common.css", "hint_panel.css")

    _texts = traitlets.Dict().tag(sync=True)
    _state = traitlets.Dict().tag(sync=True)

    def __init__(
        self,
        subject: Rules | Leader,
        rows: Iterable[PlayedRow] = (),
        *,
        by: PartitionStrategy = MINIMAX,
        asked: bool = False,
    ) -> None:
        self.by = by
        self._asked = self._always = asked
        super().__init__(subject, rows, _texts=_texts())

    def __repr__(self) -> str:
        return f"<HintPanel {self.game.key} by {self.by.key}>"

    @property
    def found(self) -> bool:
        """Whether the code has been found, so that no guess is needed."""
        return bool(self.rows) and self.rows[-1].feedback == self.game.solved

    def show(self) -> None:
        """Begin anew: rank again if that was asked for, else offer to."""
        self._work.cancel()
        if not self.rows:
            self._asked = self._always
        if self._asked and not self.found:
            self._start()
        else:
            self.rest()

    def rest(self) -> None:
        """Show no guesses, and the offer to rank them."""
        self._show_state("found" if self.found else "idle")

    def _start(self) -> None:
        game, rows, by = self.game, self.rows, self.by

        def ranked(job: Job) -> tuple[list[Ranked], int]:
            return rank(game, rows, by=by, progress=job), len(candidates(game, rows))

        self._show_state("working")
        self.begin(ranked, lambda result: self._on_ranked(*result))

    def _on_ranked(self, ranked: Sequence[Ranked], left: int) -> None:
        summary = ngettext(
            "{n} code is possible. The best of {ranked} guesses:",
            "{n} codes are possible. The best of {ranked} guesses:",
            left,
        ).format(n=number(left), ranked=number(len(ranked)))
        self._show_state("done", ranked[:MOST_SHOWN], summary)

    def _show_state(self, phase: str, best: Sequence[Ranked] = (), summary: str = "") -> None:
        self._state = {
            "phase": phase,
            "by": self.by.key,
            "idea": self.by.idea,
            "criteria": [{"key": one.key, "name": one.name} for one in CRITERIA],
            "kinds": draw_table(self.game)["kinds"] if best else [],
            "guesses": [self._describe(one) for one in best],
            "summary": summary,
        }

    def _describe(self, one: Ranked) -> dict[str, Any]:
        return {
            "row": list(self.game.space.row(one.guess)),
            "code": self.game.space.spell(one.guess),
            "figures": [
                number(one.parts),
                number(one.largest),
                number(one.expected, 1),
                number(one.bits, 2),
            ],
            "candidate": one.candidate,
        }

    @property
    def actions(self) -> Mapping[str, Action]:
        """What a pupil can do with the panel."""
        return {"ask": self._ask, "cancel": self._cancel}

    def _ask(self, content: Mapping[str, Any]) -> None:
        chosen = [one for one in CRITERIA if one.key == content.get("by", self.by.key)]
        if not chosen:
            raise ValueError(gettext("There is no such strategy to rank by."))
        if self.found:
            raise ValueError(gettext("The code has been found."))
        self.by = chosen[0]
        self._asked = True
        self._start()

    def _cancel(self, _content: Mapping[str, Any]) -> None:
        self._asked = self._always = False
        if self._work.cancel():
            self.rest()


def _texts() -> dict[str, str | list[str]]:
    return {
        "title": gettext("What would a strategy guess?"),
        "by": gettext("Rank the guesses by"),
        "start": gettext("Show the best guesses"),
        "cancel": gettext("Cancel"),
        "working": gettext("Looking at all guesses …"),
        "stopped": gettext("Stopped."),
        "found": gettext("The code has been found."),
        "guess": gettext("Guess"),
        "candidate": gettext("Possible?"),
        "yes": gettext("yes"),
        "no": gettext("no"),
        "columns": [
            gettext("different answers"),
            gettext("left at worst"),
            gettext("left on average"),
            gettext("bits"),
        ],
    }
