"""Skill and luck apart: what each guess of a game could expect to leave, and what it left."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

import traitlets

from mastermind_edu.games.codes import Code
from mastermind_edu.games.play import Row, Status
from mastermind_edu.games.rules import Rules
from mastermind_edu.language import gettext, number
from mastermind_edu.solvers.candidates import Candidates, PlayedRow
from mastermind_edu.solvers.partitions import NoCandidates, partition
from mastermind_edu.solvers.strategies import EXPECTED_SIZE, rank
from mastermind_edu.widgets.background import Job, Progress, WorkingWidget, share
from mastermind_edu.widgets.base import Action, source
from mastermind_edu.widgets.drawing import draw_table
from mastermind_edu.widgets.following import FollowingWidget, Leader

if TYPE_CHECKING:
    from mastermind_edu.games.codes import CodeArray

__all__ = ["GameReview", "RowReview", "review"]


@dataclass(frozen=True)
class RowReview:
    """One guess looked back on.

    :param before: how many codes were possible before it.
    :param expected: how many it could expect to leave, on average over those codes; skill
        makes it small.
    :param left: how many its answer left; luck makes it smaller than expected.
    :param best: the guess that could expect to leave the fewest, and ``best_expected`` how many.
    :param best_left: how many it would have left; None where the secret is not known.
    """

    row: Row
    before: int
    expected: float
    left: int
    best: Code
    best_expected: float
    best_left: int | None


def review(
    game: Rules,
    rows: Iterable[PlayedRow],
    secret: Code | None = None,
    progress: Progress | None = None,
) -> tuple[RowReview, ...]:
    """Return what each row could expect and what it got.

    :param secret: the secret; where the last row found it, it need not be given.
    :param progress: called with how much has been looked at and how much there is.
    :raises NoCandidates: if no code fits the rows.
    :raises ValueError: the errors of :func:`~mastermind_edu.solvers.candidates.check_rows`.
    """
    following = Candidates(game, rows)
    played = following.rows
    if not following.counts[-1]:
        raise NoCandidates(gettext("The answers contradict each other: no code fits all rows."))
    if secret is None and played and played[-1].feedback == game.solved:
        secret = played[-1].guess
    reviews = []
    for index, row in enumerate(played):
        part = None if progress is None else share(progress, index, len(played))
        best = rank(game, played[:index], by=EXPECTED_SIZE, progress=part)[0]
        before = following.after(index)
        chosen = partition(game, row.guess, before)
        reviews.append(
            RowReview(
                row,
                before=len(before),
                expected=chosen.expected,
                left=chosen.sizes[row.feedback],
                best=best.guess,
                best_expected=best.expected,
                best_left=None if secret is None else _left(game, best.guess, before, secret),
            )
        )
    return tuple(reviews)


def _left(game: Rules, guess: Code, before: CodeArray, secret: Code) -> int:
    return partition(game, guess, before).sizes[game.feedback(secret, guess)]


class GameReview(FollowingWidget, WorkingWidget):
    """The table of skill and luck; for a board it comes when the game is over.

    :param subject: a game, or a board to follow.
    :param rows: the rows to look back on, when ``subject`` is a game.
    """

    _esm = source("dom.js", "game_review.js")
    _css = source("common.css", "game_review.css")

    _texts = traitlets.Dict().tag(sync=True)
    _state = traitlets.Dict().tag(sync=True)

    def __init__(self, subject: Rules | Leader, rows: Iterable[PlayedRow] = ()) -> None:
        super().__init__(subject, rows, _texts=_texts())
        if self.leader is not None:
            self.leader.observe(lambda _: self.guarded(self.show), ["status"])

    def __repr__(self) -> str:
        return f"<GameReview {self.game.key}: {len(self.rows)} rows>"

    @property
    def waiting(self) -> bool:
        """Whether there is no whole game yet to look back on."""
        playing = self.leader is not None and self.leader.status is Status.PLAYING
        return playing or not self.rows

    def show(self) -> None:
        """Make the table beside the page, once there is a whole game to look back on."""
        self._work.cancel()
        if self.waiting:
            self._show_state("waiting")
            return
        game, rows = self.game, self.rows
        secret = None if self.leader is None else self.leader.secret

        def work(job: Job) -> tuple[RowReview, ...]:
            return review(game, rows, secret, job)

        self._show_state("working")
        self.begin(work, lambda reviews: self._show_state("done", reviews))

    def rest(self) -> None:
        """Show no table, and the offer to make one if the game is over."""
        self._show_state("waiting" if self.waiting else "stopped")

    def _show_state(self, phase: str, reviews: tuple[RowReview, ...] = ()) -> None:
        self._state = {
            "phase": phase,
            "kinds": draw_table(self.game)["kinds"] if reviews else [],
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
            "bestLeft": "–" if one.best_left is None else number(one.best_left),
            "verdict": _verdict(one, found=one.row.feedback == self.game.solved),
        }

    @property
    def actions(self) -> Mapping[str, Action]:
        """What a pupil can do with the table."""
        return {"start": lambda _: self.show(), "cancel": lambda _: self._cancel()}

    def _cancel(self) -> None:
        if self._work.cancel():
            self.rest()


def _verdict(one: RowReview, *, found: bool) -> str:
    if one.before == 1:
        return gettext("found it for sure") if found else gettext("the code was sure already")
    if found:
        return gettext("found it, and lucky")
    skilful = one.expected <= 1.1 * one.best_expected + 1e-9
    lucky = one.left < one.expected
    if skilful:
        return gettext("well chosen, and lucky") if lucky else gettext("well chosen, but unlucky")
    return gettext("could be better, but lucky") if lucky else gettext("could be better")


def _texts() -> dict[str, Any]:
    return {
        "title": gettext("Skill and luck"),
        "waiting": gettext("When the game is over, see here what each guess was worth."),
        "start": gettext("Look back on the game"),
        "cancel": gettext("Cancel"),
        "working": gettext("Looking back on the game …"),
        "stopped": gettext("Stopped."),
        "done": gettext(
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
            gettext("would have left"),
            gettext("so it was"),
        ],
    }
