"""A gallery of puzzles: any game, any grade, as many as a pupil likes.

A puzzle is an exercise whose hints are the facts that follow from its rows, one by one.
"""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from typing import Any, Final

import traitlets

from mastermind_edu.games.catalogue import (
    BULLS_AND_COWS,
    CLASSIC,
    SENHA,
    SUPER,
    WITH_BLANKS,
    UnknownGame,
)
from mastermind_edu.games.catalogue import game as game_of
from mastermind_edu.games.rules import Rules
from mastermind_edu.language import gettext, number
from mastermind_edu.lessons.exercise import Exercise
from mastermind_edu.lessons.puzzles import GRADES, NoSuchPuzzle, grades, make_puzzle
from mastermind_edu.lessons.questions import Outcome
from mastermind_edu.lessons.questions.deducing import Puzzle as PuzzleQuestion
from mastermind_edu.lessons.sheet import Sheet
from mastermind_edu.widgets.base import Action

__all__ = ["GAMES", "MOST_PUZZLES", "PuzzleGallery", "puzzle_called"]

GAMES: Final = (CLASSIC, SENHA, WITH_BLANKS, BULLS_AND_COWS, SUPER)
PUZZLE: Final = re.compile(r"puzzle/(?P<game>[a-z-]+)/(?P<grade>\d)/(?P<place>\d+)")
"""The key of a puzzle's sheet."""

MOST_PUZZLES: Final = 10_000
"""The last number that a puzzle of one game and grade can have."""


class PuzzleGallery(Exercise):
    """One puzzle at a time, of a game and a grade that the pupil chooses.

    >>> gallery = PuzzleGallery(CLASSIC, grade=2)
    >>> gallery.check(gallery.sheet.question.solution).outcome
    <Outcome.CORRECT: 'correct'>

    :param game: the game of the first puzzle.
    :param grade: its grade.
    :param games: the games that the pupil may choose from.
    :param offered: the grades that the pupil may choose from; of one alone, only the games that
        have it are offered.
    :param seed: makes the same puzzles for all who use it.
    :raises NoSuchPuzzle: if there is no such grade.
    """

    _menu = traitlets.Dict().tag(sync=True)

    def __init__(
        self,
        game: Rules = CLASSIC,
        grade: int = GRADES[0],
        *,
        games: Sequence[Rules] = GAMES,
        offered: Sequence[int] = GRADES,
        seed: int | str = "",
    ) -> None:
        every = games if game in games else (game, *games)
        self._grades = {
            one.key: tuple(has for has in grades(one) if has in (*offered, grade)) for one in every
        }
        self._games = tuple(one for one in every if self._grades[one.key])
        self._seed = seed
        self._solved = False
        self._set(game, grade, 1)
        super().__init__(self.sheets)

    def _set(self, game: Rules, grade: int, place: int) -> None:
        puzzle = make_puzzle(game, f"{self._seed}/{place}", grade)
        question = PuzzleQuestion(
            prompt=gettext("Only one code fits all rows. Which one?"),
            hints=tuple(str(fact) for fact in puzzle.steps),
            game=game,
            rows=puzzle.rows,
        )
        key = f"puzzle/{game.key}/{grade}/{place}"
        self.game, self.grade, self.place = game, grade, place
        self.sheets = (Sheet(key, question),)
        offered = self._grades[game.key]
        self._menu = {
            "games": [{"key": one.key, "name": one.name} for one in self._games],
            "grades": [{"grade": one, "name": _grade_text(one)} for one in offered],
            "game": game.key,
            "grade": grade,
            "texts": {
                "game": gettext("Game"),
                "grade": gettext("How hard") if self._has_grades else "",
                "another": gettext("Another puzzle"),
                "place": self._title,
            },
        }

    @property
    def _has_grades(self) -> bool:
        """Whether there is a grade to choose."""
        return len({grade for offered in self._grades.values() for grade in offered}) > 1

    @property
    def _title(self) -> str:
        """The number of the puzzle, and its grade where it cannot be chosen."""
        if self._has_grades:
            return gettext("Puzzle {n}").format(n=number(self.place))
        return gettext("Puzzle {n}, {grade}").format(
            n=number(self.place), grade=_grade_text(self.grade)
        )

    def another(self, game: Rules | None = None, grade: int | None = None) -> None:
        """Show the next puzzle of a game and a grade, those of this one if none are given.

        :raises NoSuchPuzzle: if there is no such grade, or the game has no puzzle of it.
        """
        game, grade = game or self.game, grade or self.grade
        same = (game, grade) == (self.game, self.grade)
        self._set(game, grade, self.place % MOST_PUZZLES + 1 if same else 1)
        self.turn_to(0)

    @property
    def actions(self) -> Mapping[str, Action]:
        """What a pupil can do with the gallery."""
        return {**super().actions, "another": self._another}

    def _another(self, content: Mapping[str, Any]) -> None:
        grade = content.get("grade")
        if type(grade) is not int:
            raise NoSuchPuzzle(gettext("Choose how hard the puzzle shall be."))
        game = self._offered(content.get("game"))
        offered = self._grades[game.key]
        self.another(game, grade if grade in offered else offered[-1])

    def _offered(self, key: object) -> Rules:
        games = [game for game in self._games if game.key == key]
        if not games:
            raise NoSuchPuzzle(gettext("Choose one of the games of this gallery."))
        return games[0]

    def _show_progress(self) -> None:
        super()._show_progress()
        self._solved = self._solved or self.outcome is Outcome.CORRECT
        self._kept = {
            **self._kept,
            "game": self.game.key,
            "grade": self.grade,
            "place": self.place,
            "done": self._solved,
        }

    def restore(self, kept: Mapping[str, Any]) -> None:
        """Show the puzzle that a page kept, with the answer to it.

        :raises ValueError: if there is no such puzzle, or the answer belongs to another.
        """
        game, grade, place = self._offered(kept["game"]), kept["grade"], kept["place"]
        if grade not in self._grades[game.key] or place not in range(1, MOST_PUZZLES + 1):
            raise NoSuchPuzzle(gettext("There is no such puzzle here."))
        before = self.game, self.grade, self.place, self.sheets, self._solved
        try:
            self._set(game, grade, place)
            self._solved = bool(kept["done"])
            super().restore(kept)
        except Exception:
            self._set(*before[:3])
            self.sheets, self._solved = before[3:]
            self.turn_to(0)
            raise


def puzzle_called(key: str) -> tuple[Rules, str]:
    """Return the game of the puzzle whose sheet has this key, and what the puzzle is called.

    :raises NoSuchPuzzle: if it is no key of a puzzle.
    """
    found = PUZZLE.fullmatch(key)
    if found is None or int(found["grade"]) not in GRADES:
        raise NoSuchPuzzle(gettext("There is no such puzzle here."))
    try:
        rules = game_of(found["game"])
    except UnknownGame as error:
        raise NoSuchPuzzle(str(error)) from error
    title = gettext("Puzzle {n}, {grade}").format(
        n=number(int(found["place"])), grade=_grade_text(int(found["grade"]))
    )
    return rules, gettext("{game}: {puzzle}").format(game=rules.name, puzzle=title)


def _grade_text(grade: int) -> str:
    return {
        2: gettext("easy: put two rows together"),
        3: gettext("medium: put three rows together"),
        4: gettext("hard: put four rows together"),
        5: gettext("very hard: put five rows together"),
    }[grade]
