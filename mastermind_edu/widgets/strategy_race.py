"""Strategies against each other, over every secret of a game."""

from __future__ import annotations

import csv
import io
from collections.abc import Mapping, Sequence
from typing import Any

import traitlets

from mastermind_edu.games.catalogue import CLASSIC
from mastermind_edu.games.rules import Rules
from mastermind_edu.language import gettext, number
from mastermind_edu.solvers.strategies import STRATEGIES, Strategy
from mastermind_edu.solvers.trees import Tree, build_tree
from mastermind_edu.widgets.background import Background, Progress
from mastermind_edu.widgets.base import Action, LessonWidget, source

__all__ = ["NothingToRace", "StrategyRace"]


class NothingToRace(ValueError):
    """A race without strategies, or of strategies that it does not have."""


class StrategyRace(LessonWidget):
    """A race over all secrets: how many guesses each strategy needs.

    >>> race = StrategyRace()
    >>> race.run(["minimax"])
    >>> race.trees["minimax"].total
    5801

    :param game: the game that is raced on at first.
    :param games: the games that the pupil may choose from; ``game`` alone if none are given.
    :param strategies: those that can take part.
    :raises NothingToRace: if there are no strategies.
    """

    _esm = source("dom.js", "strategy_race.js")
    _css = source("common.css", "strategy_race.css")

    _texts = traitlets.Dict().tag(sync=True)
    _state = traitlets.Dict().tag(sync=True)
    _progress = traitlets.Float(0).tag(sync=True)

    def __init__(
        self,
        game: Rules = CLASSIC,
        *,
        games: Sequence[Rules] = (),
        strategies: Sequence[Strategy] = STRATEGIES,
    ) -> None:
        if not strategies:
            raise NothingToRace(gettext("A race needs at least one strategy."))
        self.game = game
        self.trees: dict[str, Tree] = {}
        self._games = tuple(games) if game in games else (game, *games)
        self._strategies = {strategy.key: strategy for strategy in strategies}
        self._work = Background()
        super().__init__(_texts=_texts())
        self._show_state("idle")

    def __repr__(self) -> str:
        return f"<StrategyRace {self.game.key}: {', '.join(self._strategies)}>"

    def run(self, strategies: Sequence[str] = (), game: Rules | None = None) -> None:
        """Race, and wait for the end; by default all strategies on the same game as before.

        :raises NothingToRace: if one of the strategies does not take part in this race.
        """
        self._start(list(strategies) or list(self._strategies), game or self.game)
        self._work.wait()

    def _start(self, keys: list[str], game: Rules) -> None:
        unknown = [key for key in keys if key not in self._strategies]
        if unknown or not keys:
            raise NothingToRace(
                gettext("Choose strategies from: {known}.").format(
                    known=", ".join(strategy.name for strategy in self._strategies.values())
                )
            )
        self._work.cancel()
        self.game, self.trees = game, {}
        self._progress = 0.0
        self._show_state("working", keys)

        def race(progress: Progress) -> None:
            for place, key in enumerate(keys):

                def part(done: int, whole: int, place: int = place) -> None:
                    progress(place * whole + done, len(keys) * whole)

                tree = build_tree(game, self._strategies[key], part)
                progress(place + 1, len(keys))
                self.trees[key] = tree
                self._show_state("working", keys)

        self._work.start(
            race,
            progress=self._on_progress,
            done=lambda _: self._show_state("done", keys),
            failed=self._on_failed,
        )

    def _on_progress(self, part: int, whole: int) -> None:
        self._progress = part / whole

    def _on_failed(self, error: Exception) -> None:
        self._show_state("idle")
        if isinstance(error, ValueError):
            self.say(str(error))
        else:
            self.report(error)

    @property
    def csv(self) -> str:
        """The results as comma-separated values: a line for each strategy."""
        worst = max((tree.worst for tree in self.trees.values()), default=0)
        text = io.StringIO()
        table = csv.writer(text)
        lengths = range(1, worst + 1)
        table.writerow(["game", "strategy", "secrets", "total", "average", "worst", *lengths])
        for key, tree in self.trees.items():
            counts = [tree.histogram.get(length, 0) for length in lengths]
            figures = [len(tree.lengths), tree.total, f"{tree.average:.4f}", tree.worst]
            table.writerow([self.game.key, key, *figures, *counts])
        return text.getvalue()

    def _show_state(self, phase: str, chosen: Sequence[str] = ()) -> None:
        worst = max((tree.worst for tree in self.trees.values()), default=0)
        results = [self._describe(key, tree, worst) for key, tree in self.trees.items()]
        self._state = {
            "phase": phase,
            "game": self.game.key,
            "games": [{"key": game.key, "name": game.name} for game in self._games],
            "strategies": [
                {"key": one.key, "name": one.name, "idea": one.idea, "source": one.source}
                for one in self._strategies.values()
            ],
            "chosen": list(chosen) or list(self._strategies),
            "worst": worst,
            "most": max((max(one["counts"]) for one in results), default=1),
            "results": results,
            "csv": self.csv if self.trees else "",
            "file": f"{self.game.key}.csv",
        }

    def _describe(self, key: str, tree: Tree, worst: int) -> dict[str, Any]:
        counts = [tree.histogram.get(length, 0) for length in range(1, worst + 1)]
        return {
            "key": key,
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
        return {"run": self._run, "cancel": self._cancel}

    def _run(self, content: Mapping[str, Any]) -> None:
        keys = content.get("strategies")
        games = [game for game in self._games if game.key == content.get("game", self.game.key)]
        if not games:
            raise NothingToRace(gettext("Choose one of the games of this race."))
        if not isinstance(keys, list) or not all(isinstance(key, str) for key in keys):
            keys = []
        self._start(list(dict.fromkeys(keys)), games[0])

    def _cancel(self, _content: Mapping[str, Any]) -> None:
        self._work.cancel()
        self._show_state("idle", list(self.trees))


def _texts() -> dict[str, str]:
    return {
        "title": gettext("A race of strategies"),
        "game": gettext("Game"),
        "strategies": gettext("Strategies"),
        "run": gettext("Run the race"),
        "cancel": gettext("Cancel"),
        "working": gettext("Every code is being found …"),
        "chart": gettext("How many codes need how many guesses"),
        "strategy": gettext("Strategy"),
        "average": gettext("guesses on average"),
        "worstCase": gettext("at worst"),
        "total": gettext("all codes together"),
        "guesses": gettext("{n}"),
        "guessesHelp": gettext("The columns with numbers say how many codes need so many guesses."),
        "download": gettext("Download as CSV"),
        "done": gettext("The race is over."),
        "stopped": gettext("Stopped."),
    }
