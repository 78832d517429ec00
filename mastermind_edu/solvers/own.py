"""Strategies of one's own: any object with a name and ``choose(game, rows)``.

Such a strategy is asked before each guess, with the rows that were played. It may guess
whatever it likes, but no code twice in one game: that would tell it nothing, and it might
never end.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Hashable, Iterable, Iterator, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Protocol

import numpy as np

from mastermind_edu.games.codes import Code, InvalidCode
from mastermind_edu.games.play import Row
from mastermind_edu.games.rules import Rules
from mastermind_edu.language import gettext, ngettext
from mastermind_edu.solvers.candidates import select
from mastermind_edu.solvers.strategies import Progress, Strategy
from mastermind_edu.solvers.trees import Tree, build_tree

if TYPE_CHECKING:
    from mastermind_edu.games.codes import CodeArray

__all__ = [
    "Chooser",
    "InvalidGuess",
    "NotAStrategy",
    "OwnStrategy",
    "OwnStrategyError",
    "RepeatedGuess",
    "StrategyFailed",
    "own_strategy",
    "play_all",
    "tree_of",
]


class OwnStrategyError(ValueError):
    """A strategy of one's own that cannot be played; the message says what to mend."""


class NotAStrategy(OwnStrategyError):
    """An object without ``choose(game, rows)``."""


class InvalidGuess(OwnStrategyError):
    """What it guesses is not a code of the game."""


class RepeatedGuess(OwnStrategyError):
    """It guesses a code for the second time, and so learns nothing."""


class StrategyFailed(OwnStrategyError):
    """Its ``choose`` raised an error; that error is the ``__cause__``."""


class Chooser(Protocol):
    """What a strategy of one's own needs; a ``key``, a ``name`` and an ``idea`` are welcome."""

    def choose(self, game: Rules, rows: Sequence[Row]) -> str | Iterable[Hashable]:
        """Return the next guess, a code or its notation, after ``rows``."""


@dataclass(frozen=True)
class OwnStrategy:
    """A strategy of one's own, with all that a strategy of the course tells of itself.

    :param key: a short name for files, made of its name unless it has one.
    :param name: its name for people, that of its class unless it has one.
    """

    chooser: Chooser
    key: str
    name: str
    idea: str
    source: str = ""

    def __repr__(self) -> str:
        return f"<OwnStrategy {self.key}>"

    def choose(self, game: Rules, rows: Sequence[Row] = ()) -> Code:
        """Return the next guess after ``rows``.

        :raises StrategyFailed: if its own ``choose`` raises an error.
        :raises InvalidGuess: if what that returns is not a code of the game.
        :raises RepeatedGuess: if it has been guessed before.
        """
        try:
            chosen = self.chooser.choose(game, tuple(rows))
        except Exception as error:
            raise StrategyFailed(
                gettext("{name} failed {when}: {error}.").format(
                    name=self.name, when=_when(rows), error=f"{type(error).__name__}: {error}"
                )
            ) from error
        space = game.space
        try:
            guess = space.parse(chosen) if isinstance(chosen, str) else space.check(chosen)
        except InvalidCode as error:
            raise InvalidGuess(
                gettext("{name} chose no code {when}. {error}").format(
                    name=self.name, when=_when(rows), error=error
                )
            ) from error
        if any(row.guess == guess for row in rows):
            raise RepeatedGuess(
                gettext(
                    "{name} guesses {guess} again {when}. "
                    "It knows that answer already, so it would never end."
                ).format(name=self.name, guess=space.spell(guess), when=_when(rows))
            )
        return guess


def _when(rows: Sequence[Row]) -> str:
    if not rows:
        return gettext("before the first row")
    return ngettext("after {n} row", "after {n} rows", len(rows)).format(n=len(rows))


def own_strategy(chooser: Chooser) -> OwnStrategy:
    """Return ``chooser``, any object with ``choose(game, rows)``, as a strategy.

    >>> from mastermind_edu.games.catalogue import custom
    >>> from mastermind_edu.solvers.candidates import candidates
    >>> class Last:
    ...     name = "The last that fits"
    ...     def choose(self, game, rows):
    ...         return game.space.code(candidates(game, rows)[-1])
    >>> own_strategy(Last())
    <OwnStrategy the-last-that-fits>
    >>> tree_of(custom(pegs=3, colours=4), Last()).total
    250

    :raises NotAStrategy: if it has no ``choose``, or is a class instead of an object of one.
    """
    if isinstance(chooser, OwnStrategy):
        return chooser
    if isinstance(chooser, type):
        raise NotAStrategy(
            gettext("{name} is a class; pass an object of it: {name}().").format(
                name=chooser.__name__
            )
        )
    if not callable(getattr(chooser, "choose", None)):
        raise NotAStrategy(
            gettext("A strategy is an object with choose(game, rows), got {object!r}.").format(
                object=chooser
            )
        )
    name = str(getattr(chooser, "name", None) or type(chooser).__name__)
    key = str(getattr(chooser, "key", None) or re.sub(r"\W+", "-", name.lower()).strip("-"))
    return OwnStrategy(chooser, key, name, str(getattr(chooser, "idea", "")))


def tree_of(game: Rules, strategy: Strategy | Chooser, progress: Progress | None = None) -> Tree:
    """Return the whole tree of a strategy, one of the course's or one's own.

    :param progress: as in :func:`~mastermind_edu.solvers.trees.build_tree`.
    :raises OwnStrategyError: if a strategy of one's own cannot be played to the end.
    """
    if isinstance(strategy, Strategy):
        return build_tree(game, strategy, progress)
    own = own_strategy(strategy)
    return play_all(game, own.name, own.choose, progress)


@dataclass(frozen=True)
class _Open:
    """A node that waits for its guess: what was played, and the codes that can be the secret."""

    parent: int
    answer: int
    rows: tuple[Row, ...]
    codes: CodeArray


def play_all(
    game: Rules,
    name: str,
    choose: Callable[[Rules, tuple[Row, ...]], Code],
    progress: Progress | None = None,
) -> Tree:
    """Return the tree of ``choose``, asked once for each game that can come about.

    :param progress: called after each guess with how many secrets have been found and how
        many there are; an exception that it raises ends the work.
    """
    nodes: list[tuple[int, int, int]] = []
    found = 0
    level = [_Open(-1, -1, (), game.space.array())]
    while level:
        following: list[_Open] = []
        for node in level:
            guess = choose(game, node.rows)
            parts = dict(_parts(game, guess, node.codes))
            found += len(parts.pop(len(game.feedbacks) - 1, ()))
            following += [
                _Open(len(nodes), answer, (*node.rows, Row(guess, game.feedbacks[answer])), codes)
                for answer, codes in parts.items()
            ]
            nodes.append((node.parent, node.answer, game.space.index(guess)))
            if progress is not None:
                progress(found, game.space.size)
        level = following
    return Tree(game, name, *np.array(nodes, dtype=np.intp).T)


def _parts(game: Rules, guess: Code, codes: CodeArray) -> Iterator[tuple[int, CodeArray]]:
    ids = game.feedback_ids(guess, codes)
    for answer in np.unique(ids).tolist():
        yield answer, select(codes, ids == answer)
