"""The ranked guesses: how good each would be after the rows played."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Any, Final

import traitlets

from mastermind_edu.games.rules import Rules
from mastermind_edu.language import gettext, ngettext, number
from mastermind_edu.solvers.candidates import PlayedRow, candidates
from mastermind_edu.solvers.partitions import NoCandidates
from mastermind_edu.solvers.strategies import (
    ENTROPY,
    EXPECTED_SIZE,
    MINIMAX,
    MOST_PARTS,
    PartitionStrategy,
    Ranked,
    rank,
)
from mastermind_edu.widgets.background import Background, Progress
from mastermind_edu.widgets.base import Action, source
from mastermind_edu.widgets.drawing import draw_peg
from mastermind_edu.widgets.following import FollowingWidget, Leader

__all__ = ["CRITERIA", "HintPanel"]

CRITERIA: Final[tuple[PartitionStrategy, ...]] = (MINIMAX, EXPECTED_SIZE, ENTROPY, MOST_PARTS)
MOST_SHOWN: Final = 10


class HintPanel(FollowingWidget):
    """The best next guesses by a strategy, with their figures, when the pupil asks.

    The work is done beside the page, with a progress bar, and can be cancelled; a new row
    cancels it too.

    :param subject: a game, or a board to follow.
    :param rows: the rows to begin with, when ``subject`` is a game.
    :param by: the strategy whose measure the guesses are ranked by at first.
    :param asked: whether to rank at once, and after each row, without being asked.
    """

    _esm = source("dom.js", "hint_panel.js")
    _css = source("common.css", "hint_panel.css")

    _texts = traitlets.Dict().tag(sync=True)
    _state = traitlets.Dict().tag(sync=True)
    _progress = traitlets.Float(0).tag(sync=True)

    def __init__(
        self,
        subject: Rules | Leader,
        rows: Iterable[PlayedRow] = (),
        *,
        by: PartitionStrategy = MINIMAX,
        asked: bool = False,
    ) -> None:
        self.by = by
        self._asked = asked
        self._work = Background()
        super().__init__(subject, rows, _texts=_texts())

    def __repr__(self) -> str:
        return f"<HintPanel {self.game.key} by {self.by.key}>"

    def show(self) -> None:
        """Begin anew: rank again if that was asked for, else offer to."""
        self._work.cancel()
        if self._asked:
            self._start()
        else:
            self._show_state("idle")

    def wait(self, timeout: float | None = None) -> None:
        """Wait until the ranking has ended, at most ``timeout`` seconds."""
        self._work.wait(timeout)

    def _start(self) -> None:
        game, rows, by = self.game, self.rows, self.by
        self._progress = 0.0
        self._show_state("working")

        def ranked(progress: Progress) -> list[Ranked]:
            return rank(game, rows, by=by, progress=progress)

        self._work.start(
            ranked, progress=self._on_progress, done=self._on_ranked, failed=self._on_failed
        )

    def _on_progress(self, part: int, whole: int) -> None:
        self._progress = part / whole

    def _on_ranked(self, ranked: list[Ranked]) -> None:
        self._show_state("done", ranked)

    def _on_failed(self, error: Exception) -> None:
        self._show_state("idle")
        if isinstance(error, NoCandidates):
            self.say(str(error))
        else:
            self.report(error)

    def _show_state(self, phase: str, ranked: list[Ranked] | None = None) -> None:
        best = (ranked or [])[:MOST_SHOWN]
        self._state = {
            "phase": phase,
            "by": self.by.key,
            "idea": self.by.idea,
            "criteria": [{"key": one.key, "name": one.name} for one in CRITERIA],
            "kinds": [draw_peg(kind) for kind in self.game.space.kinds],
            "guesses": [self._describe(one) for one in best],
            "summary": self._summary(len(ranked)) if ranked is not None else "",
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

    def _summary(self, ranked: int) -> str:
        left = len(candidates(self.game, self.rows))
        return ngettext(
            "{n} code is possible. The best of {ranked} guesses:",
            "{n} codes are possible. The best of {ranked} guesses:",
            left,
        ).format(n=number(left), ranked=number(ranked))

    @property
    def actions(self) -> Mapping[str, Action]:
        """What a pupil can do with the panel."""
        return {"ask": self._ask, "cancel": self._cancel}

    def _ask(self, content: Mapping[str, Any]) -> None:
        chosen = [one for one in CRITERIA if one.key == content.get("by", self.by.key)]
        if not chosen:
            raise ValueError(gettext("There is no such strategy to rank by."))
        self.by = chosen[0]
        self._start()

    def _cancel(self, _content: Mapping[str, Any]) -> None:
        self._work.cancel()
        self._asked = False
        self._show_state("idle")


def _texts() -> dict[str, str | list[str]]:
    return {
        "title": gettext("What would a strategy guess?"),
        "by": gettext("Rank the guesses by"),
        "ask": gettext("Show the best guesses"),
        "cancel": gettext("Cancel"),
        "working": gettext("Looking at all guesses …"),
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
