"""A widget that shows what follows from the rows of a game: given ones, or a board's."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any, Protocol

import traitlets

from mastermind_edu.games.codes import Code
from mastermind_edu.games.play import Row, Status
from mastermind_edu.games.rules import Rules
from mastermind_edu.solvers.candidates import PlayedRow, check_rows
from mastermind_edu.widgets.base import LessonWidget

__all__ = ["FollowingWidget", "Leader"]


class Leader(Protocol):
    """What can be followed: a board, or anything else with these traits."""

    game: Rules
    rows: tuple[Row, ...]
    status: Status
    highlight: list[int]

    @property
    def secret(self) -> Code:
        """The secret, once the game is over."""

    def observe(self, handler: Any, names: Any) -> None:
        """Call ``handler`` when one of the traits ``names`` changes."""


class FollowingWidget(LessonWidget):
    """Shows what follows from ``rows`` of ``game``, and shows it anew when they change.

    :param subject: a game, or a board to follow.
    :param rows: the rows to begin with, when ``subject`` is a game.
    :raises ValueError: the errors of :func:`~mastermind_edu.solvers.candidates.check_rows`.
    """

    game = traitlets.Instance(Rules)
    rows = traitlets.Tuple()

    def __init__(
        self, subject: Rules | Leader, rows: Iterable[PlayedRow] = (), **traits: Any
    ) -> None:
        self.leader = None if isinstance(subject, Rules) else subject
        game = subject if isinstance(subject, Rules) else subject.game
        played = check_rows(game, rows) if self.leader is None else self.leader.rows
        super().__init__(game=game, rows=played, **traits)
        self.show()
        self.observe(lambda _: self._show_anew(), ["game", "rows"])
        if self.leader is not None:
            self.leader.observe(lambda _: self._follow(), ["game", "rows"])

    def _follow(self) -> None:
        if self.leader is not None:
            self.game = self.leader.game
            self.rows = self.leader.rows

    def _show_anew(self) -> None:
        """Show what is, unless it is half of what the leader has changed."""
        leader = self.leader
        if leader is None or (self.game, self.rows) == (leader.game, leader.rows):
            self.guarded(self.show)

    def show(self) -> None:
        """Tell the page what follows from the rows."""
        raise NotImplementedError
