"""The pupil whose page this kernel answers, and the games that go into the class book.

A kernel learns of its pupil by environment variables, which are read when a board or an
exercise is made, since a kernel may have been started before anybody knew whose it will be.
"""

from __future__ import annotations

import hashlib
import hmac
import itertools
import json
import logging
import os
from collections.abc import Iterator, Mapping
from functools import lru_cache
from pathlib import Path
from typing import TYPE_CHECKING, Any, Final

from mastermind_edu.games.catalogue import UnknownGame, describe, described
from mastermind_edu.games.play import Game, Status
from mastermind_edu.games.rules import Rules

if TYPE_CHECKING:
    from mastermind_edu.classbook.book import ClassBook

__all__ = ["BOOK_VARIABLE", "LESSON_VARIABLE", "PUPIL_VARIABLE", "BoardSeat", "ClassGame", "Seat"]
__all__ += ["game_text", "rules_of", "seat"]

BOOK_VARIABLE: Final = "MASTERMIND_EDU_CLASS"
"""The environment variable that names the file of the class book."""

PUPIL_VARIABLE: Final = "MASTERMIND_EDU_PUPIL"
"""The environment variable that holds the id of the pupil."""

LESSON_VARIABLE: Final = "MASTERMIND_EDU_LESSON"
"""The environment variable that holds the key of the lesson."""

log = logging.getLogger(__name__)


def seat(environment: Mapping[str, str] | None = None) -> Seat | None:
    """Return the seat of the pupil of this page; None if there is no class, or no pupil in it.

    :param environment: where the variables are; the process's own if none is given.
    """
    settings = os.environ if environment is None else environment
    file, pupil = settings.get(BOOK_VARIABLE), settings.get(PUPIL_VARIABLE)
    if not file or not pupil:
        return None
    found = _seat(file, pupil, settings.get(LESSON_VARIABLE, ""))
    return found if found.is_taken else None


@lru_cache(maxsize=1)
def _seat(file: str, pupil: str, lesson: str) -> Seat:
    from mastermind_edu.classbook.book import ClassBook  # SQLite is not in every browser

    return Seat(ClassBook(Path(file)), pupil, lesson)


class Seat:
    """A pupil's place in a class: what is done there goes into the class book."""

    def __init__(self, book: ClassBook, pupil: str, lesson: str) -> None:
        self.book = book
        self.pupil = pupil
        self.lesson = lesson
        self._numbers = itertools.count(1)

    @property
    def is_taken(self) -> bool:
        """Whether the pupil is in the class and the class goes on."""
        try:
            return self.book.pupil(self.pupil) is not None and not self.book.has_ended
        except ValueError:
            return False

    def board(self) -> BoardSeat:
        """Return the place of the next board of the page."""
        return BoardSeat(self, f"{self.lesson}/{next(self._numbers)}")

    def answered(self, question: str, answer: Any, *, correct: bool) -> None:
        """Write down an answer.

        :raises ValueError: the errors of :meth:`~mastermind_edu.classbook.book.ClassBook`.
        """
        self.book.write_answer(self.pupil, question, answer, correct=correct)


class BoardSeat:
    """A board at a pupil's seat; the same board of a lesson has the same secrets for all."""

    def __init__(self, at: Seat, name: str) -> None:
        self.seat = at
        self.name = name

    def game(self, rules: Rules) -> ClassGame | None:
        """Return the game that the pupil is at: the one begun last, or that of the next round.

        None for rules that were made elsewhere, since a class book cannot name them.

        :raises ValueError: the errors of :meth:`~mastermind_edu.classbook.book.ClassBook`.
        """
        try:
            text = game_text(rules)
        except UnknownGame:
            return None
        for game in self._games(rules, text):
            if game.game.status is Status.PLAYING:
                return game
            game.keep()
        raise AssertionError("rounds never end")

    def _games(self, rules: Rules, text: str) -> Iterator[ClassGame]:
        begun = self.seat.book.latest(self.seat.pupil, self.name, text)
        following = 1
        if begun is not None:
            following = begun.round + 1
            if begun.outcome == Status.PLAYING.value:
                yield ClassGame(self, rules, text, begun.round, begun.guesses)
        for number in itertools.count(following):
            yield ClassGame(self, rules, text, number)


class ClassGame:
    """A game that goes into the class book.

    :ivar game: the game; its secret is that of all pupils in this round at this board.
    :ivar round: its number among the games with these rules at this board, from 1.
    """

    def __init__(
        self, at: BoardSeat, rules: Rules, text: str, number: int, guesses: Any = ()
    ) -> None:
        self.round = number
        self._at = at
        self._text = text
        self.game = Game(rules, seed=_seed(at.seat.book.key, at.name, text, number))
        for row in guesses:
            if self.game.status is Status.PLAYING:
                self.game.guess(rules.space.code(row))
        self._written = len(self.game.rows)

    @property
    def key(self) -> str:
        """What tells it from all other games of the pupil."""
        return f"{self._at.name}/{self._text}/{self.round}"

    def keep(self) -> None:
        """Write down what is not written yet: the latest guesses, and how the game stands.

        :raises ValueError: the errors of :meth:`~mastermind_edu.classbook.book.ClassBook`; the
            next call writes what this one could not.
        """
        self._write(self.game.status.value)

    def leave(self) -> None:
        """Write down that the pupil has gone on to another game, if this one was begun.

        :raises ValueError: the errors of :meth:`~mastermind_edu.classbook.book.ClassBook`.
        """
        if self.game.rows and self.game.status is Status.PLAYING:
            self._write(Status.RESIGNED.value)

    def _write(self, outcome: str) -> None:
        at = self._at.seat
        space = self.game.rules.space
        rows = self.game.rows
        new = [space.row(row.guess) for row in rows[self._written :]]
        at.book.write_game(at.pupil, self._at.name, self._text, self.round, new, outcome)
        self._written = len(rows)


def game_text(rules: Rules) -> str:
    """Return how a class book names ``rules``, whatever their number of rows.

    :raises UnknownGame: if they were not made by the catalogue.
    """
    described_rules = describe(rules)
    del described_rules["rows"]
    return json.dumps(described_rules, sort_keys=True)


def rules_of(text: str) -> Rules:
    """Return the rules that a class book names, with their usual number of rows.

    :raises UnknownGame: if there are no such rules.
    """
    try:
        description = json.loads(text)
        usual = described({"rows": 10} | description)
    except (ValueError, TypeError) as error:
        raise UnknownGame(text) from error
    return usual


def _seed(key: str, board: str, game: str, number: int) -> str:
    """Return what the secret of a round is drawn from; without the key nobody can tell it."""
    content = json.dumps([board, game, number]).encode()
    return hmac.new(key.encode(), content, hashlib.sha256).hexdigest()
