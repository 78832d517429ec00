"""A tree that grows place by place, and with it the number of codes.

>>> from mastermind_edu.games.catalogue import SENHA
>>> tree = CodeTree(SENHA)
>>> tree.grow()
>>> tree.grow()
>>> tree
<CodeTree senha: 2 of 4 places, 30 beginnings>
"""

from __future__ import annotations

import math
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any, Final

import traitlets

from mastermind_edu.games.catalogue import CLASSIC
from mastermind_edu.games.codes import Factor
from mastermind_edu.games.rules import Rules
from mastermind_edu.language import gettext, ngettext, number
from mastermind_edu.widgets.base import Action, LessonWidget, source
from mastermind_edu.widgets.drawing import draw_peg, fill_of

__all__ = ["CodeTree"]

HERE: Final = Path(__file__).parent


class CodeTree(LessonWidget):
    """Every code of a game as a path from the top of a tree, one place a level.

    :param game: the game whose codes are counted at first.
    :param games: the games that the pupil may choose from; ``game`` alone if none are given.

    ``game`` and ``places``, how many places have been added, may be observed.
    """

    _esm = "\n".join((source("dom.js"), source("code_tree.js", folder=HERE)))
    _css = "\n".join((source("common.css"), source("code_tree.css", folder=HERE)))

    game = traitlets.Instance(Rules, read_only=True)
    places = traitlets.Int(0, read_only=True)

    _texts = traitlets.Dict().tag(sync=True)
    _tree = traitlets.Dict().tag(sync=True)

    def __init__(self, game: Rules = CLASSIC, games: Sequence[Rules] = ()) -> None:
        self._games = tuple(games) if game in games else (game, *games)
        self.set_trait("game", game)
        self._show()
        super().__init__(_texts=_texts())

    def __repr__(self) -> str:
        return (
            f"<CodeTree {self.game.key}: {self.places} of {self.game.space.pegs} places, "
            f"{self.count:,} beginnings>"
        )

    @property
    def count(self) -> int:
        """How many beginnings of codes the places added so far make; all codes at the end."""
        return math.prod(factor.choices for factor in self.game.space.factors[: self.places])

    def grow(self) -> None:
        """Add the next place; a tree that is whole stays as it is."""
        self._set_places(min(self.places + 1, self.game.space.pegs))

    def shrink(self) -> None:
        """Take the last place away; a tree without places stays as it is."""
        self._set_places(max(self.places - 1, 0))

    def choose(self, game: Rules) -> None:
        """Begin anew with another game."""
        self.set_trait("game", game)
        self._set_places(0)

    def _set_places(self, places: int) -> None:
        self.set_trait("places", places)
        self._show()

    @property
    def actions(self) -> Mapping[str, Action]:
        """What a pupil can do with the tree."""
        return {
            "grow": lambda _: self.grow(),
            "shrink": lambda _: self.shrink(),
            "choose": self._choose,
        }

    def _choose(self, content: Mapping[str, Any]) -> None:
        index = content.get("game")
        if type(index) is not int or not 0 <= index < len(self._games):
            raise ValueError(gettext("Choose one of the games of the list."))
        self.choose(self._games[index])

    def _show(self) -> None:
        space = self.game.space
        factors = space.factors[: self.places]
        counts = [
            math.prod(factor.choices for factor in factors[: place + 1])
            for place in range(self.places)
        ]
        self._tree = {
            "games": [_describe(game) for game in self._games],
            "game": self._games.index(self.game),
            "pegs": space.pegs,
            "repeats": space.repeats,
            "kinds": [
                {"letter": kind.letter, "fill": fill_of(kind), "drawing": draw_peg(kind)}
                for kind in space.kinds
            ],
            "places": self.places,
            "levels": [
                {
                    "count": number(count),
                    "text": self._level_text(factor, count),
                }
                for factor, count in zip(factors, counts, strict=True)
            ],
            "product": _product(tuple(factor.choices for factor in factors)),
            "summary": self._summary(),
        }

    def _level_text(self, factor: Factor, count: int) -> str:
        if factor.place + 1 == self.game.space.pegs:
            text = ngettext(
                "Place {place}: {reason}. {n} code.", "Place {place}: {reason}. {n} codes.", count
            )
        else:
            text = ngettext(
                "Place {place}: {reason}. {n} beginning.",
                "Place {place}: {reason}. {n} beginnings.",
                count,
            )
        return text.format(place=factor.place + 1, reason=factor.reason, n=number(count))

    def _summary(self) -> str:
        left = self.game.space.pegs - self.places
        if left == 0:
            text = ngettext("That is all: {n} code.", "That is all: {n} codes.", self.count)
            return text.format(n=number(self.count))
        return ngettext("{n} place is missing.", "{n} places are missing.", left).format(n=left)


def _describe(game: Rules) -> str:
    space = game.space
    text = gettext("{name}: {pegs} places, {kinds} kinds of peg")
    if not space.repeats:
        text = gettext("{name}: {pegs} places, {kinds} kinds of peg, none twice")
    return text.format(name=game.name, pegs=space.pegs, kinds=len(space.kinds))


def _product(choices: tuple[int, ...]) -> str:
    if not choices:
        return ""
    product = " × ".join(map(str, choices))
    if len(choices) == 1:
        return product
    return f"{product} = {number(math.prod(choices))}"


def _texts() -> dict[str, str]:
    return {
        "title": gettext("The tree of codes"),
        "game": gettext("Game"),
        "grow": gettext("Add place {n}"),
        "whole": gettext("All places are there"),
        "shrink": gettext("Take one away"),
        "nothing": gettext("No peg is placed yet. Add the first place."),
        "levels": gettext("How the number grows"),
        "tooMany": gettext("Too many to draw one by one."),
    }
