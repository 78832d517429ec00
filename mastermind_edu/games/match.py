"""A match of two players: roles that swap, turns, points and a winner.

A match is a value: every move returns the next match and leaves the one before as it was, so
that a move which is refused loses nothing. Everything that can be told from the games played
is told from them: whose turn it is, the points, the winner.

The rules are those of the board game (points for the codemaker) and of the Brazilian *Senha*
(fewest guesses wins, a tie is possible).
"""

from __future__ import annotations

import json
import random
from collections.abc import Hashable, Iterable
from dataclasses import dataclass, replace
from enum import Enum
from typing import Any, Final

from mastermind_edu.games.catalogue import UnknownGame, describe, described
from mastermind_edu.games.codes import Code, InvalidCode
from mastermind_edu.games.feedback import Feedback, ImpossibleFeedback, Mark
from mastermind_edu.games.play import Row
from mastermind_edu.games.rules import Rules
from mastermind_edu.games.sealing import BrokenSeal, open_envelope, seal
from mastermind_edu.language import gettext, ngettext

__all__ = [
    "DamagedMatch",
    "InvalidMatch",
    "Match",
    "NoSuchRow",
    "OutOfTurn",
    "Phase",
    "Played",
    "Scoring",
    "SealedElsewhere",
    "WrongAnswer",
    "draw_lots",
    "load_match",
    "new_match",
    "points_of",
]

FORMAT: Final = "mastermind-edu match 1"
MOST_GAMES: Final = 20
LONGEST_NAME: Final = 40


class InvalidMatch(ValueError):
    """What was agreed before the match cannot be; the message says what was expected."""


class OutOfTurn(ValueError):
    """A move that is not due now; the message says what is."""


class NoSuchRow(ValueError):
    """A row that has not been played in this game."""


class WrongAnswer(ValueError):
    """An answer that the secret does not give.

    :ivar expected: the answer that it gives.
    """

    def __init__(self, expected: Feedback) -> None:
        super().__init__(
            gettext("Look again: the secret gives “{expected}” here.").format(expected=expected)
        )
        self.expected = expected


class DamagedMatch(ValueError):
    """A saved match that cannot be read; the message says why."""


class SealedElsewhere(DamagedMatch):
    """A saved match whose hidden code was sealed with another key, so nobody can open it here.

    :ivar match: the match with all games that have ended; the game in play begins anew.
    """

    def __init__(self, match: Match) -> None:
        super().__init__(
            gettext(
                "The code of game {n} was sealed on another computer or in an earlier session, "
                "so this game begins anew. All games before it are here."
            ).format(n=len(match.played))
        )
        self.match = match


class Scoring(Enum):
    """How a match is won."""

    GUESSES = "guesses"
    """The codemaker gets a point a guess, and one more if the code was not found."""
    KEY_PEGS = "key pegs"
    """The codemaker gets a point for each key peg placed."""
    FEWEST = "fewest guesses"
    """Each codebreaker's guesses are added up, and the fewest win; not found counts one more."""


class Phase(Enum):
    """What is due now."""

    HIDE = "hide"
    GUESS = "guess"
    ANSWER = "answer"
    SWAP = "swap"
    OVER = "over"


@dataclass(frozen=True)
class Played:
    """One game of a match, as far as it has been played.

    :param codemaker: the player, 0 or 1, who hides the code; the other one breaks it.
    :param hidden: whether the code has been hidden.
    :param secret: the code, or None if the codemaker keeps it on paper.
    :param asked: the guess that waits for its answer.
    :param given_up: whether the codebreaker gave up.
    """

    codemaker: int
    hidden: bool = False
    secret: Code | None = None
    rows: tuple[Row, ...] = ()
    asked: Code | None = None
    given_up: bool = False

    @property
    def codebreaker(self) -> int:
        """The player who guesses."""
        return 1 - self.codemaker

    def solved(self, game: Rules) -> bool:
        """Whether the code was found."""
        return bool(self.rows) and self.rows[-1].feedback == game.solved

    def ended(self, game: Rules) -> bool:
        """Whether the code was found, the rows are used up, or the codebreaker gave up."""
        return self.given_up or self.solved(game) or len(self.rows) == game.rows

    def points(self, game: Rules, scoring: Scoring) -> tuple[int, int]:
        """Return what each player gets for this game, once it has ended."""
        unsolved = not self.solved(game)
        if scoring is Scoring.KEY_PEGS:
            to, points = self.codemaker, sum(points_of(row.feedback) for row in self.rows)
        elif scoring is Scoring.GUESSES:
            to, points = self.codemaker, len(self.rows) + unsolved
        else:
            to, points = self.codebreaker, game.rows + 1 if unsolved else len(self.rows)
        return (points, 0) if to == 0 else (0, points)


def points_of(feedback: Feedback) -> int:
    """Return how many key pegs an answer has.

    >>> from mastermind_edu.games.feedback import Counted, PerPosition
    >>> points_of(Counted(1, 2)), points_of(PerPosition([Mark.EXACT, Mark.ABSENT]))
    (3, 1)
    """
    return sum(peg if isinstance(peg, int) else peg is not Mark.ABSENT for peg in feedback)


@dataclass(frozen=True)
class Match:
    """Two players, an even number of games, and what has been played of them.

    :param game: the rules of each game.
    :param players: the two names.
    :param games: how many games were agreed; even, since roles swap after each.
    :param scoring: how the match is won.
    :param answered_by_hand: whether the codemaker answers; otherwise the program does, and
        every code must be told to it.
    :param played: the games so far; the last one may be in play.
    :param computers: for each player, the key of the strategy that the computer guesses by, or
        None for a person.
    :raises InvalidMatch: if it is not two different names, or not an even number of games, or
        if nobody is a person.
    """

    game: Rules
    players: tuple[str, str]
    games: int
    scoring: Scoring
    answered_by_hand: bool
    played: tuple[Played, ...]
    computers: tuple[str | None, str | None] = (None, None)

    def __post_init__(self) -> None:
        if not 2 <= self.games <= MOST_GAMES or self.games % 2:
            raise InvalidMatch(
                gettext("A match has an even number of games, 2 to {most}; got {n}.").format(
                    most=MOST_GAMES, n=self.games
                )
            )
        first, second = self.players
        if not all(1 <= len(name) <= LONGEST_NAME for name in self.players) or first == second:
            raise InvalidMatch(
                gettext("The players need two different names of 1 to {most} characters.").format(
                    most=LONGEST_NAME
                )
            )
        if None not in self.computers:
            raise InvalidMatch(gettext("At least one of the two players is a person."))

    def __repr__(self) -> str:
        first, second = self.players
        return (
            f"<Match {first} - {second}, {self.game.key}: game {len(self.played)} of {self.games}, "
            f"{self.phase.value}>"
        )

    @property
    def current(self) -> Played:
        """The game in play, or the last one."""
        return self.played[-1]

    @property
    def phase(self) -> Phase:
        """What is due now."""
        if not self.current.hidden:
            return Phase.HIDE
        if self.current.asked is not None:
            return Phase.ANSWER
        if not self.current.ended(self.game):
            return Phase.GUESS
        return Phase.OVER if len(self.played) == self.games else Phase.SWAP

    @property
    def turn(self) -> int | None:
        """The player, 0 or 1, whose move it is; None between games and after the last."""
        if self.phase in (Phase.HIDE, Phase.ANSWER):
            return self.current.codemaker
        return self.current.codebreaker if self.phase is Phase.GUESS else None

    @property
    def ended(self) -> tuple[Played, ...]:
        """The games that have ended, in order."""
        return tuple(one for one in self.played if one.ended(self.game))

    @property
    def points(self) -> tuple[int, int]:
        """The points of both players from the games that have ended."""
        each = [one.points(self.game, self.scoring) for one in self.ended]
        return sum(first for first, _ in each), sum(second for _, second in each)

    @property
    def winner(self) -> int | None:
        """The player who has won, or None for a tie.

        :raises OutOfTurn: while the match goes on.
        """
        self._expect(Phase.OVER)
        first, second = self.points
        if first == second:
            return None
        fewer = 0 if first < second else 1
        return fewer if self.scoring is Scoring.FEWEST else 1 - fewer

    def hide(self, secret: Iterable[Hashable] | None = None) -> Match:
        """Let the codemaker hide ``secret``, or one on paper that the program does not know.

        :raises InvalidCode: if it is not a code of the game, or is on paper while the program
            is to answer.
        :raises OutOfTurn: if no code is to be hidden now.
        """
        self._expect(Phase.HIDE)
        if secret is None and not self.answered_by_hand:
            raise InvalidCode(gettext("The program answers, so it must be told the code."))
        code = None if secret is None else self.game.space.check(secret)
        return self._with(hidden=True, secret=code)

    def guess(self, code: Iterable[Hashable]) -> Match:
        """Let the codebreaker guess; the program answers at once where that was agreed.

        :raises InvalidCode: if it is not a code of the game.
        :raises OutOfTurn: if no guess is due now.
        """
        self._expect(Phase.GUESS)
        asked = self._with(asked=self.game.space.check(code))
        return asked if self.answered_by_hand else asked.answer(asked.right_answer)

    @property
    def right_answer(self) -> Feedback:
        """The answer that the secret gives to the guess that waits.

        :raises OutOfTurn: if no guess waits, or the program does not know the secret.
        """
        self._expect(Phase.ANSWER)
        secret, asked = self.current.secret, self.current.asked
        if secret is None or asked is None:
            raise OutOfTurn(gettext("Only the codemaker knows the answer: the code is on paper."))
        return self.game.feedback(secret, asked)

    def answer(self, feedback: Iterable[Hashable]) -> Match:
        """Let the codemaker answer the guess that waits.

        :raises ImpossibleFeedback: if the game cannot answer so.
        :raises WrongAnswer: if the program knows the secret and it gives another answer.
        :raises OutOfTurn: if no guess waits.
        """
        self._expect(Phase.ANSWER)
        answer = self.game.check_feedback(feedback)
        asked = self.current.asked or ()
        self._refuse_wrong(asked, answer)
        return self._with(rows=(*self.current.rows, Row(asked, answer)), asked=None)

    def correct(self, row: int, feedback: Iterable[Hashable]) -> Match:
        """Let the codemaker answer ``row`` of the game, counted from 0, anew.

        A game that ended by that answer goes on, and one that had gone on past the right
        answer ends there: the rows after it are taken back.

        :raises NoSuchRow: if it has not been played in the last game.
        :raises ImpossibleFeedback: if the game cannot answer so.
        :raises WrongAnswer: if the program knows the secret and it gives another answer.
        """
        rows = self.current.rows
        if not 0 <= row < len(rows):
            raise NoSuchRow(
                ngettext(
                    "This game has {n} row so far; there is no row {row}.",
                    "This game has {n} rows so far; there is no row {row}.",
                    len(rows),
                ).format(n=len(rows), row=row + 1)
            )
        answer = self.game.check_feedback(feedback)
        self._refuse_wrong(rows[row].guess, answer)
        if answer == self.game.solved:
            return self._with(rows=(*rows[:row], Row(rows[row].guess, answer)), asked=None)
        return self._with(rows=(*rows[:row], Row(rows[row].guess, answer), *rows[row + 1 :]))

    def reveal(self, secret: Iterable[Hashable]) -> Match:
        """Let the codemaker tell the code that was on paper, which puts wrong answers right.

        A game that ended by a wrong answer goes on, and one that had gone on past the right
        answer ends there: the rows after it are taken back.

        :raises InvalidCode: if it is not a code of the game.
        :raises OutOfTurn: if no code is on paper.
        """
        if not self.current.hidden:
            self._expect(Phase.GUESS)
        if self.current.secret is not None:
            raise OutOfTurn(gettext("The program knows the code already."))
        code = self.game.space.check(secret)
        told = self._with(secret=code)
        for index, row in enumerate(self.current.rows):
            told = told.correct(index, self.game.feedback(code, row.guess))
            if told.current.solved(self.game):
                break
        return told

    def give_up(self) -> Match:
        """Let the codebreaker give up this game.

        :raises OutOfTurn: if it is not the codebreaker's turn.
        """
        self._expect(Phase.GUESS)
        return self._with(given_up=True)

    def swap(self) -> Match:
        """Begin the next game, with the roles swapped.

        :raises OutOfTurn: if the game goes on, or was the last.
        """
        self._expect(Phase.SWAP)
        return replace(self, played=(*self.played, Played(self.current.codebreaker)))

    def _with(self, **changes: Any) -> Match:
        return replace(self, played=(*self.played[:-1], replace(self.current, **changes)))

    def _refuse_wrong(self, guess: Code, answer: Feedback) -> None:
        if self.current.secret is not None:
            expected = self.game.feedback(self.current.secret, guess)
            if answer != expected:
                raise WrongAnswer(expected)

    def _expect(self, phase: Phase) -> None:
        if self.phase is not phase:
            raise OutOfTurn(_due(self.phase))

    def save(self) -> str:
        """Return the match as text; a secret in play is sealed, so that nobody reads it there."""
        return json.dumps(
            {
                "format": FORMAT,
                "game": describe(self.game),
                "players": self.players,
                "games": self.games,
                "scoring": self.scoring.value,
                "answered_by_hand": self.answered_by_hand,
                "computers": self.computers,
                "played": [_saved(self.game, played) for played in self.played],
            }
        )


def new_match(
    game: Rules,
    players: tuple[str, str],
    *,
    games: int = 2,
    scoring: Scoring = Scoring.GUESSES,
    first_codemaker: int = 0,
    answered_by_hand: bool = False,
    computers: tuple[str | None, str | None] = (None, None),
) -> Match:
    """Return a match that is about to begin.

    :param first_codemaker: the player, 0 or 1, who hides the first code; see :func:`draw_lots`.
    :raises InvalidMatch: as :class:`Match`, or if there is no such player.
    """
    if first_codemaker not in (0, 1):
        raise InvalidMatch(
            gettext("The first codemaker is player 0 or 1, got {n}.").format(n=first_codemaker)
        )
    begun = (Played(first_codemaker),)
    return Match(game, players, games, scoring, answered_by_hand, begun, computers)


def draw_lots(rng: random.Random | None = None) -> int:
    """Return 0 or 1, each as likely."""
    return (rng or random.SystemRandom()).randrange(2)


def load_match(text: str) -> Match:
    """Return the match that :meth:`Match.save` wrote.

    :raises SealedElsewhere: if the secret in play was sealed with another key, or altered.
    :raises DamagedMatch: if it is no such text, or does not follow the rules.
    """
    try:
        saved = json.loads(text)
        if not isinstance(saved, dict) or saved.get("format") != FORMAT:
            raise DamagedMatch(gettext("This is not a saved match."))
        first, second = map(str, saved["players"])
        one, other = (None if key is None else str(key) for key in saved["computers"])
        match = new_match(
            described(saved["game"]),
            (first, second),
            games=int(saved["games"]),
            scoring=Scoring(saved["scoring"]),
            first_codemaker=int(saved["played"][0]["codemaker"]),
            answered_by_hand=bool(saved["answered_by_hand"]),
            computers=(one, other),
        )
        return _replay(match, saved["played"])
    except DamagedMatch:
        raise
    except (InvalidMatch, InvalidCode, ImpossibleFeedback, UnknownGame) as error:
        raise DamagedMatch(
            gettext("This saved match cannot be read: {reason}").format(reason=error)
        ) from error
    except (
        *(ValueError, KeyError, TypeError, IndexError, AttributeError),
        *(OverflowError, RecursionError),
    ) as error:
        raise DamagedMatch(gettext("This is not a saved match.")) from error


def _saved(game: Rules, played: Played) -> dict[str, Any]:
    space = game.space
    return {
        "codemaker": played.codemaker,
        "hidden": played.hidden,
        "secret": _saved_secret(game, played),
        "rows": [[space.row(row.guess), game.feedback_id(row.feedback)] for row in played.rows],
        "asked": None if played.asked is None else space.row(played.asked),
        "given_up": played.given_up,
    }


def _saved_secret(game: Rules, played: Played) -> str | list[int] | None:
    """Return a secret in an envelope, or open to all when the game has ended."""
    if played.secret is None:
        return None
    ended = played.ended(game)
    return list(game.space.row(played.secret)) if ended else seal(game, played.secret)


def _replay(match: Match, played: list[dict[str, Any]]) -> Match:
    """Play the saved moves again, so that a match is never in a state that no moves lead to."""
    space, feedbacks = match.game.space, match.game.feedbacks
    for number, one in enumerate(played):
        if number:
            match = match.swap()
        if not one["hidden"]:
            continue
        match = match.hide(_opened(match, one["secret"]))
        for row, answer in one["rows"]:
            match = match.guess(space.code(row))
            if match.phase is Phase.ANSWER:
                match = match.answer(feedbacks[answer])
        if one["asked"] is not None:
            match = match.guess(space.code(one["asked"]))
        if one["given_up"]:
            match = match.give_up()
    return match


def _opened(match: Match, secret: str | list[int] | None) -> Code | None:
    if not isinstance(secret, str):
        return None if secret is None else match.game.space.code(secret)
    try:
        return open_envelope(match.game, secret)
    except BrokenSeal as error:
        raise SealedElsewhere(match) from error


def _due(phase: Phase) -> str:
    return {
        Phase.HIDE: gettext("First the codemaker hides a code."),
        Phase.GUESS: gettext("Now the codebreaker guesses."),
        Phase.ANSWER: gettext("Now the codemaker answers the guess."),
        Phase.SWAP: gettext("This game is over; the players swap roles."),
        Phase.OVER: gettext("The match is over."),
    }[phase]
