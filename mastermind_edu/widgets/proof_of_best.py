"""A proof in the page: the best strategy of a game, and that none is better."""

from __future__ import annotations

import threading
from collections.abc import Mapping, Sequence
from typing import Any, Final

import traitlets

from mastermind_edu.games.catalogue import custom
from mastermind_edu.games.rules import Rules
from mastermind_edu.language import gettext, ngettext, number
from mastermind_edu.solvers.optimal import NoSuchTree, OptimalTree, SearchProgress, optimal_tree
from mastermind_edu.widgets.background import Job, WorkingWidget
from mastermind_edu.widgets.base import Action, source
from mastermind_edu.widgets.wording import game_label

__all__ = ["SMALL_GAMES", "NothingToProve", "ProofOfBest"]

SMALL_GAMES: Final[tuple[Rules, ...]] = tuple(
    custom(pegs=pegs, colours=colours) for pegs, colours in ((3, 4), (3, 5), (3, 6), (4, 4), (4, 5))
)
"""Games whose proof is a matter of seconds even on an old computer."""


class NothingToProve(ValueError):
    """No game to prove anything of, or a game or a limit that is not offered."""


class ProofOfBest(WorkingWidget):
    """The search for the least total of a game, until it is proven or the pupil stops it.

    The best total found comes down, the bound that none can undercut goes up, and where they
    meet is the proof.

    >>> from mastermind_edu.games.catalogue import custom
    >>> proof = ProofOfBest([custom(pegs=3, colours=4)])
    >>> proof.run()
    >>> proof.tree.total, proof.tree.proven
    (206, True)

    :param games: the games that the pupil may choose from.
    :param limits: the numbers of guesses that the pupil may allow; None is any number.
    :ivar tree: the best tree of the last search; None before, and where there is none.
    :raises NothingToProve: if there is no game or no limit.
    """

    _esm = source("dom.js", "proof_of_best.js")
    _css = source("common.css", "proof_of_best.css")

    _texts = traitlets.Dict().tag(sync=True)
    _choices = traitlets.Dict().tag(sync=True)
    _state = traitlets.Dict().tag(sync=True)

    def __init__(
        self, games: Sequence[Rules] = SMALL_GAMES, *, limits: Sequence[int | None] = (None,)
    ) -> None:
        if not games or not limits:
            raise NothingToProve(gettext("A proof needs at least one game and one limit."))
        self.tree: OptimalTree | None = None
        self._games, self._limits = tuple(games), tuple(limits)
        self.game, self.worst = self._games[0], self._limits[0]
        self._enough = threading.Event()
        self._first: SearchProgress | None = None
        super().__init__(_texts=_texts())
        self._choices = {
            "games": [game_label(game) for game in self._games],
            "limits": [_limit_text(limit) for limit in self._limits],
        }
        self._show_state("idle")

    def __repr__(self) -> str:
        known = "not searched" if self.tree is None else f"total {self.tree.total:,}"
        return f"<ProofOfBest {game_label(self.game)}: {known}>"

    def run(self, game: Rules | None = None, worst: int | None = None) -> None:
        """Search until the proof, by default of the first game with any number of guesses."""
        self._prepare(game or self.game, worst)
        self._on_end(self._search(Job(self.on_progress), self.game, self.worst))

    def _prepare(self, game: Rules, worst: int | None) -> None:
        self._work.cancel()
        self._enough, self._first = threading.Event(), None
        self.game, self.worst, self.tree = game, worst, None
        self._show_state("working")

    def _search(self, job: Job, game: Rules, worst: int | None) -> OptimalTree | NoSuchTree:
        enough = self._enough

        def told(progress: SearchProgress) -> bool:
            job.tell(self._on_step, progress)
            return not enough.is_set()

        try:
            return optimal_tree(game, worst, told)
        except NoSuchTree as none:
            return none

    def _on_step(self, progress: SearchProgress) -> None:
        if self._first is None and progress.best is not None:
            self._first = progress
        self._show_state("working", progress)

    def _on_end(self, found: OptimalTree | NoSuchTree) -> None:
        if isinstance(found, NoSuchTree):
            self._show_state("stopped" if self._enough.is_set() else "none", result=str(found))
            return
        self.tree = found
        last = SearchProgress(found.nodes, found.total, found.bound)
        if found.proven:
            self._show_state("proven", last, self._proven_text(found))
        else:
            self._show_state("stopped", last, gettext("Stopped before the proof."))

    def rest(self) -> None:
        """Show that no proof is being looked for."""
        self._show_state("idle")

    def _proven_text(self, tree: OptimalTree) -> str:
        return gettext(
            "Proven: no strategy needs fewer than {total} guesses for all {n} codes together. "
            "That is {average} on average, and {worst} at worst."
        ).format(
            total=number(tree.total),
            n=number(self.game.space.size),
            average=number(tree.average, 3),
            worst=number(tree.worst),
        )

    def _show_state(
        self, phase: str, progress: SearchProgress | None = None, result: str = ""
    ) -> None:
        low, high = self._span(progress)
        self._progress = low + 1 - high
        self._state = {
            "phase": phase,
            "game": self._games.index(self.game) if self.game in self._games else -1,
            "limit": self._limits.index(self.worst) if self.worst in self._limits else -1,
            "result": result,
            "low": low,
            "high": high,
            "figures": [] if progress is None else _figures(progress),
        }

    def _span(self, progress: SearchProgress | None) -> tuple[float, float]:
        """Return bound and best on a scale from the first bound, 0, to the first best, 1."""
        if progress is None or progress.best is None:
            return 0.0, 1.0
        first = self._first or progress
        whole = (first.best or 0) - first.bound
        if whole <= 0:
            return 1.0, 1.0
        return (progress.bound - first.bound) / whole, (progress.best - first.bound) / whole

    @property
    def actions(self) -> Mapping[str, Action]:
        """What a pupil can do with the proof."""
        return {"start": self._start, "cancel": lambda _: self._enough.set()}

    def _start(self, content: Mapping[str, Any]) -> None:
        game, limit = content.get("game"), content.get("limit")
        if (
            type(game) is not int
            or type(limit) is not int
            or not 0 <= game < len(self._games)
            or not 0 <= limit < len(self._limits)
        ):
            raise NothingToProve(gettext("Choose a game and how many guesses it may take."))
        self._prepare(self._games[game], self._limits[limit])
        chosen, worst = self.game, self.worst
        self.begin(lambda job: self._search(job, chosen, worst), self._on_end)


def _limit_text(limit: int | None) -> str:
    if limit is None:
        return gettext("any number of guesses")
    return ngettext("at most {n} guess", "at most {n} guesses", limit).format(n=limit)


def _figures(progress: SearchProgress) -> list[dict[str, str]]:
    best = "–" if progress.best is None else number(progress.best)
    return [
        {"name": gettext("the best found needs"), "value": best},
        {"name": gettext("none can need fewer than"), "value": number(progress.bound)},
        {"name": gettext("positions looked at"), "value": number(progress.nodes)},
    ]


def _texts() -> dict[str, str]:
    return {
        "title": gettext("Search for the best strategy"),
        "game": gettext("Game"),
        "limit": gettext("Allowed for each code"),
        "start": gettext("Look for the proof"),
        "cancel": gettext("Stop"),
        "working": gettext("Searching …"),
        "idle": gettext("The totals count the guesses for all codes of the game together."),
    }
