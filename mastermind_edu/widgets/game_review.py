"""Skill and luck apart: what each guess of a game could expect to leave, and what it left."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from typing import Any

import traitlets

from mastermind_edu.games.codes import Code
from mastermind_edu.games.play import Row, Status
from mastermind_edu.games.rules import Rules
from mastermind_edu.language import gettext, number
from mastermind_edu.solvers.candidates import Candidates, PlayedRow
from mastermind_edu.solvers.partitions import partition
from mastermind_edu.solvers.strategies import EXPECTED_SIZE, rank
from mastermind_edu.widgets.background import Background, Progress
from mastermind_edu.widgets.base import source
from mastermind_edu.widgets.drawing import draw_peg
from mastermind_edu.widgets.following import FollowingWidget, Leader

__all__ = ["GameReview", "RowReview", "review"]


@dataclass(frozen=True)
class RowReview:
    """One guess looked back on.

    :param before: how many codes were possible before it.
    :param expected: how many it could expect to leave, on average over those codes; skill
        makes it small.
    :param left: how many its answer left; luck makes it smaller than expected.
    :param best: the guess that could expect to leave the fewest, and ``best_expected`` how many.
    """

    row: Row
    before: int
    expected: float
    left: int
    best: Code
    best_expected: float


def review(
    game: Rules, rows: Iterable[PlayedRow], progress: Progress | None = None
) -> tuple[RowReview, ...]:
    """Return what each row could expect and what it got.

    :raises NoCandidates: if no code fits the rows before one of them.
    :raises ValueError: the errors of :func:`~mastermind_edu.solvers.candidates.check_rows`.
    """
    following = Candidates(game, rows)
    played, counts = following.rows, following.counts
    reviews = []
    for index, row in enumerate(played):
        before = following.after(index)
        best = rank(game, played[:index], by=EXPECTED_SIZE)[0]
        split = partition(game, row.guess, before)
        left = 0 if row.feedback == game.solved else counts[index + 1]
        reviews.append(RowReview(row, len(before), split.expected, left, best.guess, best.expected))
        if progress is not None:
            progress(index + 1, len(played))
    return tuple(reviews)


class GameReview(FollowingWidget):
    """The table of skill and luck; for a board it comes when the game is over.

    :param subject: a game, or a board to follow.
    :param rows: the rows to look back on, when ``subject`` is a game.
    """

    _esm = source("dom.js", "game_review.js")
    _css = source("common.css", "game_review.css")

    _texts = traitlets.Dict().tag(sync=True)
    _state = traitlets.Dict().tag(sync=True)
    _progress = traitlets.Float(0).tag(sync=True)

    def __init__(self, subject: Rules | Leader, rows: Iterable[PlayedRow] = ()) -> None:
        self._work = Background()
        super().__init__(subject, rows, _texts=_texts())
        if self.leader is not None:
            self.leader.observe(lambda _: self.guarded(self.show), ["status"])

    def __repr__(self) -> str:
        return f"<GameReview {self.game.key}: {len(self.rows)} rows>"

    def wait(self, timeout: float | None = None) -> None:
        """Wait until the table is made, at most ``timeout`` seconds."""
        self._work.wait(timeout)

    def show(self) -> None:
        """Make the table beside the page, once there is a whole game to look back on."""
        self._work.cancel()
        playing = self.leader is not None and self.leader.status is Status.PLAYING
        if playing or not self.rows:
            self._show_state("waiting")
            return
        game, rows = self.game, self.rows
        self._progress = 0.0
        self._show_state("working")
        self._work.start(
            lambda progress: review(game, rows, progress),
            progress=self._on_progress,
            done=lambda reviews: self._show_state("done", reviews),
            failed=self._on_failed,
        )

    def _on_progress(self, part: int, whole: int) -> None:
        self._progress = part / whole

    def _on_failed(self, error: Exception) -> None:
        self._show_state("waiting")
        if isinstance(error, ValueError):
            self.say(str(error))
        else:
            self.report(error)

    def _show_state(self, phase: str, reviews: tuple[RowReview, ...] = ()) -> None:
        self._state = {
            "phase": phase,
            "kinds": [draw_peg(kind) for kind in self.game.space.kinds],
            "rows": [self._describe(one) for one in reviews],
        }

    def _describe(self, one: RowReview) -> dict[str, Any]:
        space = self.game.space
        return {
            "guess": list(space.row(one.row.guess)),
            "code": space.spell(one.row.guess),
            "before": number(one.before),
            "expected": number(one.expected, 1),
            "left": number(one.left),
            "best": list(space.row(one.best)),
            "bestCode": space.spell(one.best),
            "bestExpected": number(one.best_expected, 1),
            "verdict": _verdict(one),
        }


def _verdict(one: RowReview) -> str:
    skilful = one.expected <= 1.1 * one.best_expected + 1e-9
    lucky = one.left < one.expected
    if skilful:
        return gettext("well chosen, and lucky") if lucky else gettext("well chosen, but unlucky")
    return gettext("could be better, but lucky") if lucky else gettext("could be better")


def _texts() -> dict[str, Any]:
    return {
        "title": gettext("Skill and luck"),
        "waiting": gettext("When the game is over, see here what each guess was worth."),
        "working": gettext("Looking back on the game …"),
        "help": gettext(
            "Skill is to ask what can be expected to leave few codes. "
            "Luck is when the answer leaves fewer than that."
        ),
        "columns": [
            gettext("Guess"),
            gettext("possible before"),
            gettext("could expect to leave"),
            gettext("left"),
            gettext("the best guess"),
            gettext("would expect to leave"),
            gettext("so it was"),
        ],
    }
