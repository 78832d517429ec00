"""Questions about the marking of Grand Mastermind, whose pegs have a colour and a shape."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any, cast

from mastermind_edu.games.codes import Code
from mastermind_edu.games.feedback import Counted
from mastermind_edu.games.grand import (
    Shaped,
    best_pairing,
    explain,
    forgetful,
    left_to_right,
    markings,
)
from mastermind_edu.games.pairing import half_right
from mastermind_edu.games.rules import Rules
from mastermind_edu.language import gettext, listing, ngettext
from mastermind_edu.lessons.questions.base import InvalidAnswer, InvalidQuestion, Question
from mastermind_edu.lessons.questions.marking import MarkAGuess, slip_in_misplaced
from mastermind_edu.lessons.questions.table import describe_table

__all__ = ["FoolTheMarker", "MarkShapes"]


@dataclass(frozen=True, kw_only=True)
class MarkShapes(MarkAGuess):
    """The pupil marks a guess in black, white and blue; an answer is the three numbers."""

    def _usual_hints(self) -> tuple[str, ...]:
        hints = (
            gettext("Black first: at which places do the code and the guess have the same peg?"),
            gettext("Then white: leave these places out. {leftovers} Which pegs are equal?").format(
                leftovers=self._steps.leftovers
            ),
            gettext(
                "Then blue: look at each place where neither peg has a marker. Do the two pegs "
                "share their colour or their shape?"
            ),
        )
        if _blues(self.secret, self.guess)[0] == _blues(self.secret, self.guess)[-1]:
            return hints
        choice = gettext(
            "A white pair can be joined in more than one way here. Join it so that a place stays "
            "free for blue."
        )
        return (*hints, choice)

    def describe(self) -> dict[str, Any]:
        """Return both codes, the pegs and key pegs, and what can be counted."""
        return super().describe() | {"secretLabel": gettext("Secret")}

    def explain(self, _answer: list[Any]) -> str:
        """Return the marking step by step."""
        return "\n".join(explain(self.secret, self.guess))

    @property
    def _answer(self) -> Shaped:
        return cast("Shaped", self.feedback)

    def mistake(self, answer: list[Any]) -> str:
        """Return which step went wrong, and the thought that may be behind it."""
        given, right = Shaped(*answer), self._answer
        if given == right:
            return ""
        if sum(given) > len(self.guess):
            return gettext(
                "You have given {n} key pegs, but the guess has only {pegs} pegs. "
                "Each peg of the guess gets one key peg at most."
            ).format(n=sum(given), pegs=len(self.guess))
        if given.exact != right.exact:
            return gettext(
                "Black is not right yet. Compare place by place: {comparison}. The colour and the "
                "shape must both be the same."
            ).format(comparison=self._steps.comparison)
        if given.misplaced != right.misplaced:
            return self._slip_in_white(given)
        return self._slip_in_blue(given)

    def _slip_in_white(self, given: Shaped) -> str:
        counted = Counted(self._answer.exact, self._answer.misplaced)
        reason = slip_in_misplaced(self._steps, counted, given.misplaced)
        if given == forgetful(self.secret, self.guess):
            reason = gettext(
                "You have looked at each peg of the guess by itself. But each peg of the code is "
                "used once only."
            )
        text = gettext("Black is correct. White is not right yet. {reason}\n{leftovers}")
        return text.format(reason=reason, leftovers=self._steps.leftovers)

    def _slip_in_blue(self, given: Shaped) -> str:
        fewest, most = min(self._all_blues), max(self._all_blues)
        right = gettext("Black and white are correct. Blue is not right yet.")
        if fewest <= given.partial < most:
            reason = gettext(
                "You have found a way to join the white pairs that is allowed. But another way "
                "leaves more blue, and the most counts."
            )
        elif given.partial > most:
            reason = self._too_much_blue()
        else:
            reason = gettext(
                "Look again at the places where neither peg has a marker: do the two pegs share "
                "their colour or their shape?"
            )
        return f"{right} {reason}"

    @property
    def _all_blues(self) -> list[int]:
        return _blues(self.secret, self.guess)

    def _too_much_blue(self) -> str:
        """Say what keeps a place from being blue: a marker that one of its pegs has already."""
        best = best_pairing(self.secret, self.guess)
        used = {pair.guess for pair in best.misplaced} | {pair.secret for pair in best.misplaced}
        places = zip(best.secret, best.guess, strict=True)
        spent = [
            place + 1 for place, (s, g) in enumerate(places) if half_right(s, g) and place in used
        ]
        if not spent:
            return gettext("Blue needs the same colour or the same shape at the same place.")
        text = ngettext(
            "At place {places} the two pegs are half right, but one of them has its white "
            "already. Each peg takes part in one marker only.",
            "At places {places} the two pegs are half right, but one of them has its white "
            "already. Each peg takes part in one marker only.",
            len(spent),
        )
        return text.format(places=listing(spent))


def _blues(secret: Code, guess: Code) -> list[int]:
    """Return how many blue each way of marking leaves, from few to many."""
    return sorted(len(way.partial) for way in markings(secret, guess))


@dataclass(frozen=True, kw_only=True)
class FoolTheMarker(Question):
    """The pupil looks for a code and a guess that a marker in a hurry gets wrong.

    The marker goes from left to right: see :func:`~mastermind_edu.games.grand.left_to_right`.
    An answer is a list of the two, each a list of positions in ``game.space.kinds``.

    :param seen: pairs of code and guess that the lesson has shown already.
    :param example: a pair that fools the marker, and is not among those.
    :param others: pairs that do not, each for a reason of its own.
    :raises InvalidQuestion: if the example does not fool the marker, or another pair does.
    """

    kind = "pair"

    game: Rules
    seen: tuple[tuple[Code, Code], ...]
    example: tuple[Code, Code]
    others: tuple[tuple[Code, Code], ...]

    def __post_init__(self) -> None:
        if self.mistake(self.solution):
            raise InvalidQuestion("expected the example to fool the marker")
        if not all(map(self.mistake, self.wrong_answers)):
            raise InvalidQuestion("expected the other pairs not to fool the marker")

    @property
    def solution(self) -> list[list[int]]:
        """A pair that fools the marker."""
        return self._rows(self.example)

    @property
    def wrong_answers(self) -> Sequence[list[list[int]]]:
        """Pairs that do not, and those that the lesson has shown."""
        return [self._rows(pair) for pair in (*self.others, *self.seen)]

    def _rows(self, pair: tuple[Code, Code]) -> list[list[int]]:
        return [list(self.game.space.row(code)) for code in pair]

    def describe(self) -> dict[str, Any]:
        """Return the pegs, and how the pupil puts the two codes together."""
        shapes = {kind.features[-1] for kind in self.game.space.kinds}
        return {
            "table": describe_table(self.game),
            "pegs": self.game.space.pegs,
            "columns": len(shapes),
            "secretLabel": gettext("Secret"),
            "guessLabel": gettext("Guess"),
            "place": gettext("{code}, place {place}: {peg}"),
            "keys": gettext("Two letters put a peg in place: its colour and its shape."),
        }

    def read(self, answer: Any) -> list[list[int]]:
        """Return the two codes as lists of positions.

        :raises InvalidAnswer: if a peg is missing or is none of the game.
        """
        if not isinstance(answer, (list, tuple)) or len(answer) != 2:
            raise InvalidAnswer(gettext("Put a peg at each place of the code and of the guess."))
        return [self._read_code(code) for code in answer]

    def _read_code(self, code: Any) -> list[int]:
        space = self.game.space
        kinds = range(len(space.kinds))
        if (
            not isinstance(code, (list, tuple))
            or len(code) != space.pegs
            or not all(type(peg) is int and peg in kinds for peg in code)
        ):
            raise InvalidAnswer(gettext("Put a peg at each place of the code and of the guess."))
        return list(code)

    def _pair(self, answer: list[list[int]]) -> tuple[Code, Code]:
        secret, guess = map(self.game.space.code, answer)
        return secret, guess

    def in_words(self, answer: list[list[int]]) -> str:
        """Return the code and the guess."""
        return " / ".join(map(self.game.space.format, self._pair(answer)))

    def mistake(self, answer: list[list[int]]) -> str:
        """Return why the marker is right, or that the lesson has shown the pair."""
        secret, guess = self._pair(answer)
        hurried = left_to_right(secret, guess)
        if not hurried.is_best:
            if (secret, guess) in self.seen:
                return gettext("Yes, but you have seen this pair above. Find one of your own.")
            return ""
        return " ".join((gettext("The marker is right here."), self._why_right(secret, guess)))

    def _why_right(self, secret: Code, guess: Code) -> str:
        ways, blues = markings(secret, guess), _blues(secret, guess)
        if not ways[0].misplaced:
            return gettext(
                "There is no white pair, so the marker has nothing to join. Give the code and the "
                "guess a peg in common, at different places."
            )
        if len(ways) == 1:
            return gettext(
                "The white pairs can be joined in one way only. Let the code have the peg of a "
                "white pair once more, at another place."
            )
        if blues[0] == blues[-1]:
            return gettext(
                "There are {ways} ways to join the white pairs, but each leaves {blue} blue. Make "
                "a place half right whose peg may be used for white, or may stay free."
            ).format(ways=len(ways), blue=blues[0])
        return gettext(
            "The choice matters here, well done so far! But from left to right the marker happens "
            "to join the best pair. Change the order of the places."
        )

    def explain(self, answer: list[list[int]]) -> str:
        """Return the whole marking of the pair in steps."""
        secret, guess = self._pair(answer)
        return "\n".join(explain(secret, guess))
