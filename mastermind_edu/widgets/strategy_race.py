"""Strategies against each other, over every secret of a game."""

from __future__ import annotations

import csv
import io
from collections.abc import Mapping, Sequence
from typing import Any, Final

import traitlets

from mastermind_edu.games.catalogue import CLASSIC
from mastermind_edu.games.rules import Rules
from mastermind_edu.language import gettext, number
from mastermind_edu.solvers.own import Chooser, OwnStrategy, own_strategy, tree_of
from mastermind_edu.solvers.strategies import STRATEGIES, Strategy
from mastermind_edu.solvers.trees import Tree
from mastermind_edu.widgets.background import Job, WorkingWidget, share
from mastermind_edu.widgets.base import Action, source
from mastermind_edu.widgets.wording import game_label

__all__ = ["MOST_COLUMNS", "NothingToRace", "StrategyRace"]

MOST_COLUMNS: Final = 10
"""The most columns of a histogram; the last one holds all that needs more guesses."""


class NothingToRace(ValueError):
    """A race without strategies, of two with one key, or of some that it does not have."""


class StrategyRace(WorkingWidget):
    """A race over all secrets: how many guesses each strategy needs.

    >>> race = StrategyRace()
    >>> race.run(["minimax"])
    >>> race.trees["minimax"].total
    5801

    :param game: the game that is raced on at first.
    :param games: the games that the pupil may choose from; ``game`` alone if none are given.
    :param strategies: those that can take part: the course's, and any object with a
        ``choose(game, rows)`` that returns a code.
    :raises NothingToRace: if there are no strategies, or two with the same key.
    :raises NotAStrategy: if one of them has no ``choose``.
    """

    _esm = source("dom.js", "strategy_race.js")
    _css = source("common.css", "strategy_race.css")

    _texts = traitlets.Dict().tag(sync=True)
    _choices = traitlets.Dict().tag(sync=True)
    _state = traitlets.Dict().tag(sync=True)

    def __init__(
        self,
        game: Rules = CLASSIC,
        *,
        games: Sequence[Rules] = (),
        strategies: Sequence[Strategy | Chooser] = STRATEGIES,
    ) -> None:
        self.game = game
        self.trees: dict[str, Tree] = {}
        self._games = tuple(games) if game in games else (game, *games)
        self._strategies = _by_key(strategies)
        self._chosen = list(self._strategies)
        super().__init__(_texts=_texts())
        self._choices = {
            "games": [game_label(one) for one in self._games],
            "strategies": [
                {"key": one.key, "name": one.name, "idea": one.idea, "source": one.source}
                for one in self._strategies.values()
            ],
        }
        self._show_state("idle")

    def __repr__(self) -> str:
        return f"<StrategyRace {self.game.key}: {', '.join(self._strategies)}>"

    def run(self, strategies: Sequence[str] = (), game: Rules | None = None) -> None:
        """Race, and return at the end; by default all strategies on the same game as before.

        :raises NothingToRace: if one of the strategies does not take part in this race.
        :raises OwnStrategyError: if a strategy of one's own cannot be played to the end.
        """
        self._work.cancel()
        self._prepare(list(strategies) or list(self._strategies), game or self.game)
        try:
            self._race(Job(self.on_progress), self._chosen, self.game)
        except BaseException:
            self._show_state("stopped")
            raise
        self._show_state("done")

    def _prepare(self, keys: list[str], game: Rules) -> None:
        if not keys or not self._strategies.keys() >= set(keys):
            raise NothingToRace(
                gettext("Choose strategies from: {known}.").format(
                    known=", ".join(strategy.name for strategy in self._strategies.values())
                )
            )
        self.game, self.trees, self._chosen = game, {}, keys
        self._show_state("working")

    def _race(self, job: Job, keys: Sequence[str], game: Rules) -> None:
        for place, key in enumerate(keys):
            tree = tree_of(game, self._strategies[key], share(job, place, len(keys)))
            job.tell(self._arrive, key, tree)

    def _arrive(self, key: str, tree: Tree) -> None:
        self.trees[key] = tree
        self._show_state("working")

    def rest(self) -> None:
        """Show what has been raced so far, and the offer to race again."""
        self._show_state("stopped")

    @property
    def csv(self) -> str:
        """The results as comma-separated values: a line for each strategy."""
        lengths = range(1, self._worst + 1)
        text = io.StringIO()
        table = csv.writer(text)
        table.writerow(["game", "strategy", "secrets", "total", "average", "worst", *lengths])
        for key, tree in self.trees.items():
            counts = [tree.histogram.get(length, 0) for length in lengths]
            figures = [len(tree.lengths), tree.total, f"{tree.average:.4f}", tree.worst]
            table.writerow([self.game.key, key, *figures, *counts])
        return text.getvalue()

    @property
    def _worst(self) -> int:
        return max((tree.worst for tree in self.trees.values()), default=0)

    def _show_state(self, phase: str) -> None:
        results = [self._describe(key, tree) for key, tree in self.trees.items()]
        self._state = {
            "phase": phase,
            "game": self._games.index(self.game) if self.game in self._games else -1,
            "gameName": game_label(self.game),
            "chosen": self._chosen,
            "lengths": self._lengths(),
            "most": max((max(one["counts"]) for one in results), default=1),
            "results": results,
            "csv": self.csv if self.trees else "",
            "file": f"{self.game.key}.csv",
        }

    def _lengths(self) -> list[str]:
        """Name the columns of the histograms."""
        names = [str(length) for length in range(1, min(self._worst, MOST_COLUMNS) + 1)]
        if self._worst > MOST_COLUMNS:
            names[-1] = gettext("{n} or more").format(n=MOST_COLUMNS)
        return names

    def _describe(self, key: str, tree: Tree) -> dict[str, Any]:
        counts = [0] * len(self._lengths())
        for length, count in tree.histogram.items():
            counts[min(length, MOST_COLUMNS) - 1] += count
        return {
            "name": self._strategies[key].name,
            "total": number(tree.total),
            "average": number(tree.average, 3),
            "worst": number(tree.worst),
            "counts": counts,
            "texts": [number(count) for count in counts],
        }

    @property
    def actions(self) -> Mapping[str, Action]:
        """What a pupil can do with the race."""
        return {"start": self._start, "cancel": self._cancel}

    def _start(self, content: Mapping[str, Any]) -> None:
        keys, index = content.get("strategies"), content.get("game")
        if type(index) is not int or not 0 <= index < len(self._games):
            raise NothingToRace(gettext("Choose one of the games of this race."))
        if not isinstance(keys, list) or not all(isinstance(key, str) for key in keys):
            raise NothingToRace(gettext("Choose at least one strategy."))
        self._work.cancel()
        self._prepare(list(dict.fromkeys(keys)), self._games[index])
        chosen, game = self._chosen, self.game
        self.begin(lambda job: self._race(job, chosen, game), lambda _: self._show_state("done"))

    def _cancel(self, _content: Mapping[str, Any]) -> None:
        if self._work.cancel():
            self.rest()


def _by_key(strategies: Sequence[Strategy | Chooser]) -> dict[str, Strategy | OwnStrategy]:
    by_key: dict[str, Strategy | OwnStrategy] = {}
    for strategy in strategies:
        entrant = strategy if isinstance(strategy, Strategy) else own_strategy(strategy)
        if entrant.key in by_key:
            raise NothingToRace(
                gettext("Two strategies of a race need different keys, got {key!r} twice.").format(
                    key=entrant.key
                )
            )
        by_key[entrant.key] = entrant
    if not by_key:
        raise NothingToRace(gettext("A race needs at least one strategy."))
    return by_key


def _texts() -> dict[str, str]:
    return {
        "title": gettext("A race of strategies"),
        "game": gettext("Game"),
        "strategies": gettext("Strategies"),
        "start": gettext("Run the race"),
        "cancel": gettext("Cancel"),
        "working": gettext("Every code is being found …"),
        "done": gettext("The race is over."),
        "stopped": gettext("Stopped."),
        "chart": gettext("{game}: how many codes need how many guesses"),
        "strategy": gettext("Strategy"),
        "average": gettext("guesses on average"),
        "worst": gettext("at worst"),
        "total": gettext("for all codes together"),
        "help": gettext("The columns with numbers say how many codes need so many guesses."),
        "download": gettext("Download the table (CSV)"),
    }
