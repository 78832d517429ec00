"""What a class has done, as its teacher looks at it: games, ranking, exercises, tables.

All of it is made from a class book when it is asked for, in the current language.
"""

from __future__ import annotations

import csv
import io
import json
from collections import Counter, defaultdict
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass
from functools import cache, cached_property
from typing import Any, Final, NamedTuple

from mastermind_edu.classbook.book import ClassBook, GivenAnswer, PlayedGame, Pupil
from mastermind_edu.classbook.seat import rules_of
from mastermind_edu.games.catalogue import UnknownGame
from mastermind_edu.games.play import Status
from mastermind_edu.games.rules import Rules
from mastermind_edu.language import current_language, gettext
from mastermind_edu.lessons.course import Lesson, syllabus
from mastermind_edu.lessons.exercises import keys, label, sheets
from mastermind_edu.lessons.gallery import puzzle_called
from mastermind_edu.solvers.shipped import is_shipped, shipped_tree
from mastermind_edu.solvers.trees import Tree

__all__ = [
    "Bar",
    "BoardResults",
    "ClassResults",
    "QuestionResults",
    "Standing",
    "WrongAnswer",
    "answers_table",
    "games_table",
    "ranking",
]

MOST_WRONG_ANSWERS: Final = 3
FORMULA: Final = "=+-@＝＋－＠"
"""What a spreadsheet takes a cell that begins with it for: something to be computed."""


class Standing(NamedTuple):
    """A place in the ranking; those who are equal share it.

    :ivar solved: how many codes the pupil found.
    :ivar guesses: how many guesses these took together.
    """

    rank: int
    nickname: str
    solved: int
    guesses: int


class Bar(NamedTuple):
    """How many games took ``guesses``, and how many the best strategy would have expected."""

    guesses: int
    games: int
    best: float | None


class WrongAnswer(NamedTuple):
    """An answer that is wrong, and how many pupils gave it."""

    text: str
    pupils: int


def ranking(pupils: Sequence[Pupil], games: Iterable[PlayedGame]) -> list[Standing]:
    """Return the pupils who have ended a game, the best first.

    Who found more codes is before who found fewer; among equals the fewest guesses win. As
    many as are equal share a rank, and the ranks after it are left out: 1, 1, 3.
    """
    nicknames = {pupil.id: pupil.nickname for pupil in pupils}
    found: defaultdict[str, list[int]] = defaultdict(list)
    for game in games:
        if game.pupil in nicknames and game.outcome != Status.PLAYING.value:
            won = found[game.pupil]
            if game.outcome == Status.WON.value:
                won.append(len(game.guesses))
    merits = {pupil: (-len(won), sum(won)) for pupil, won in found.items()}
    ordered = sorted(merits, key=lambda pupil: (merits[pupil], nicknames[pupil].casefold()))
    worths = sorted(merits.values())
    return [
        Standing(
            rank=worths.index(merits[pupil]) + 1,
            nickname=nicknames[pupil],
            solved=-merits[pupil][0],
            guesses=merits[pupil][1],
        )
        for pupil in ordered
    ]


@dataclass(frozen=True)
class BoardResults:
    """The games of a class at one board, by one game's rules.

    :param board: lesson and number of the board in it, ``01-play/2``.
    :param game: the rules as a class book names them.
    """

    board: str
    game: str
    pupils: Sequence[Pupil]
    games: Sequence[PlayedGame]

    @cached_property
    def rules(self) -> Rules | None:
        """The rules; None if they are of a newer version of the course."""
        try:
            return rules_of(self.game)
        except UnknownGame:
            return None

    @property
    def lesson(self) -> str:
        """The number and title of the lesson."""
        return _lesson_heading(self.board.rpartition("/")[0])

    @property
    def title(self) -> str:
        """The game and the number of the board in its lesson."""
        return gettext("{game}, board {n}").format(
            game=self.rules.name if self.rules else self.game, n=self.board.rpartition("/")[2]
        )

    @cached_property
    def rounds(self) -> list[int]:
        """The rounds that somebody has begun."""
        return sorted({game.round for game in self.games})

    @property
    def table(self) -> list[tuple[str, list[PlayedGame | None]]]:
        """For each pupil who has played here the nickname, and the game of each round."""
        of = {(game.pupil, game.round): game for game in self.games}
        played = {game.pupil for game in self.games}
        return [
            (pupil.nickname, [of.get((pupil.id, number)) for number in self.rounds])
            for pupil in self.pupils
            if pupil.id in played
        ]

    def ranking(self, number: int | None = None) -> list[Standing]:
        """Return the ranking of one round, or of all of them."""
        return ranking(self.pupils, [g for g in self.games if number in (None, g.round)])

    @cached_property
    def ended(self) -> list[PlayedGame]:
        """The games that have come to an end."""
        return [game for game in self.games if game.outcome != Status.PLAYING.value]

    @cached_property
    def won(self) -> list[int]:
        """How many guesses each game took that was won."""
        return [len(game.guesses) for game in self.ended if game.outcome == Status.WON.value]

    @property
    def average(self) -> float | None:
        """The mean number of guesses of the games that were won, if there are any."""
        return sum(self.won) / len(self.won) if self.won else None

    @property
    def best_average(self) -> float | None:
        """The mean number of guesses of the best strategy, where it is known."""
        tree = self._best
        return tree.average if tree else None

    @property
    def bars(self) -> list[Bar]:
        """The games that were won by their number of guesses, beside the best strategy.

        What is expected of the best strategy is its share of all codes, times the number of
        games that have ended.
        """
        counts = Counter(self.won)
        tree = self._best
        histogram = tree.histogram if tree else {}
        longest = max([*counts, *histogram], default=0)
        scale = len(self.ended) / sum(histogram.values()) if histogram else 0
        return [
            Bar(n, counts[n], histogram.get(n, 0) * scale if histogram else None)
            for n in range(1, longest + 1)
        ]

    @property
    def not_found(self) -> int:
        """How many games ended without the code."""
        return len(self.ended) - len(self.won)

    @property
    def _best(self) -> Tree | None:
        return _best_tree(self.rules) if self.rules else None


@dataclass(frozen=True)
class QuestionResults:
    """The answers of a class to one question.

    :param key: names the question in the course.
    :param answers: all answers to it, in the order in which they were given.
    """

    key: str
    answers: Sequence[GivenAnswer]

    @property
    def title(self) -> str:
        """The lesson, the exercise, and the question if it is one of several."""
        return _asked(self.key, current_language()).title

    @property
    def prompt(self) -> str:
        """The first paragraph of what is asked."""
        return _asked(self.key, current_language()).prompt

    @cached_property
    def by_pupil(self) -> Mapping[str, list[GivenAnswer]]:
        """The answers of each pupil, in order."""
        given: defaultdict[str, list[GivenAnswer]] = defaultdict(list)
        for answer in self.answers:
            given[answer.pupil].append(answer)
        return given

    @property
    def tried(self) -> int:
        """How many pupils have answered."""
        return len(self.by_pupil)

    @property
    def wrong_at_first(self) -> int:
        """How many pupils' first answer was wrong."""
        return sum(not given[0].correct for given in self.by_pupil.values())

    @property
    def still_wrong(self) -> int:
        """How many pupils have given no right answer yet."""
        return sum(not any(one.correct for one in given) for given in self.by_pupil.values())

    @property
    def wrong_answers(self) -> list[WrongAnswer]:
        """The wrong answers that most pupils gave, the commonest first."""
        counts = Counter(
            text
            for given in self.by_pupil.values()
            for text in dict.fromkeys(json.dumps(one.answer) for one in given if not one.correct)
        )
        commonest = counts.most_common(MOST_WRONG_ANSWERS)
        return [WrongAnswer(self.say(json.loads(text)), pupils) for text, pupils in commonest]

    def say(self, answer: Any) -> str:
        """Return an answer in words, or as it is if the question has changed since."""
        try:
            return _asked(self.key, current_language()).in_words(answer)
        except (ValueError, TypeError, LookupError):
            return str(answer)


class ClassResults:
    """All that a class has done until now.

    :raises BookTrouble: if the class book cannot be read.
    """

    def __init__(self, book: ClassBook) -> None:
        self.code = book.code
        self.has_ended = book.has_ended
        self.pupils = book.pupils()
        there = {pupil.id for pupil in self.pupils}
        self._games = [game for game in book.games() if game.pupil in there]
        self._answers = [answer for answer in book.answers() if answer.pupil in there]

    @cached_property
    def boards(self) -> list[BoardResults]:
        """The boards that have been played at, in the order of the lessons."""
        games: defaultdict[tuple[str, str], list[PlayedGame]] = defaultdict(list)
        for game in self._games:
            games[game.board, game.game].append(game)
        return [
            BoardResults(board, game, self.pupils, played)
            for (board, game), played in sorted(games.items())
        ]

    @property
    def ranking(self) -> list[Standing]:
        """The ranking of all games together."""
        return ranking(self.pupils, self._games)

    @cached_property
    def questions(self) -> list[QuestionResults]:
        """The questions that somebody has answered; those that most got wrong at first, first."""
        given: defaultdict[str, list[GivenAnswer]] = defaultdict(list)
        for answer in self._answers:
            given[answer.question].append(answer)
        questions = [QuestionResults(key, answers) for key, answers in sorted(given.items())]
        return sorted(questions, key=lambda one: (-one.wrong_at_first, -one.tried))


def games_table(results: ClassResults) -> str:
    """Return all games as CSV, one in a line."""
    nicknames = {pupil.id: pupil.nickname for pupil in results.pupils}
    return _table(
        ("nickname", "board", "game", "round", "outcome", "guesses", "codes", "began", "latest"),
        (
            (
                nicknames[game.pupil],
                game.board,
                board.rules.key if board.rules else board.game,
                game.round,
                game.outcome,
                len(game.guesses),
                " ".join(_codes(board.rules, game)),
                game.began,
                game.latest,
            )
            for board in results.boards
            for game in board.games
        ),
    )


def answers_table(results: ClassResults) -> str:
    """Return all answers as CSV, one in a line."""
    nicknames = {pupil.id: pupil.nickname for pupil in results.pupils}
    return _table(
        ("nickname", "question", "answer", "correct", "given"),
        (
            (
                nicknames[one.pupil],
                one.question,
                question.say(one.answer),
                int(one.correct),
                one.given,
            )
            for question in results.questions
            for one in question.answers
        ),
    )


def _table(head: Sequence[str], lines: Iterable[Sequence[object]]) -> str:
    text = io.StringIO()
    writer = csv.writer(text)
    writer.writerow(head)
    writer.writerows([_harmless(cell) for cell in line] for line in lines)
    return text.getvalue()


def _harmless(cell: object) -> object:
    """Return ``cell`` so that a spreadsheet shows it, and computes nothing."""
    if isinstance(cell, str) and cell.lstrip()[:1] in (*FORMULA,):
        return f"'{cell}"
    return cell


def _codes(rules: Rules | None, game: PlayedGame) -> list[str]:
    if rules is None:
        return [str(list(guess)) for guess in game.guesses]
    return [rules.space.format(rules.space.code(guess)) for guess in game.guesses]


def _lesson_heading(key: str) -> str:
    return next((lesson.heading for lesson in _lessons() if lesson.key == key), key)


@cache
def _lessons() -> tuple[Lesson, ...]:
    return syllabus()


@cache
def _best_tree(rules: Rules) -> Tree | None:
    return shipped_tree(rules) if is_shipped(rules) else None


class _Asked(NamedTuple):
    """A question as a teacher knows it."""

    title: str
    prompt: str = ""
    in_words: Callable[[Any], str] = str


@cache
def _asked(key: str, _language: str) -> _Asked:
    """Return what is known of the question of this key, in the current language."""
    for exercise in (key, key.rpartition("/")[0]):
        if exercise in keys():
            return _of_exercise(exercise, key)
    try:
        rules, title = puzzle_called(key)
    except ValueError:
        return _Asked(key)
    return _Asked(title, in_words=lambda row: rules.space.format(rules.space.code(row)))


def _of_exercise(exercise: str, key: str) -> _Asked:
    title = f"{_lesson_heading(key.split('/')[0])}, {label(exercise)}"
    asked = {sheet.key: sheet.question for sheet in sheets(exercise)}
    if key not in asked:
        return _Asked(title)
    if len(asked) > 1:
        number = gettext("Question {n}").format(n=key.rpartition("/")[2])
        title = f"{title}, {number}"
    question = asked[key]
    return _Asked(title, question.prompt.split("\n\n")[0], question.in_words)
