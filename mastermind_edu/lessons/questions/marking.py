"""Mark a guess as the codemaker does, and be told exactly which step went wrong.

The steps are those of the lesson: first the pegs in the right place; then, among the pegs that
are left, pairs of equal ones, each peg of the code used once.
"""

from __future__ import annotations

import itertools
from collections import Counter
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field
from functools import cached_property
from typing import Any, cast

from mastermind_edu.games.codes import Code
from mastermind_edu.games.feedback import Counted, Feedback, ImpossibleFeedback, Mark, PerPosition
from mastermind_edu.games.rules import Rules
from mastermind_edu.language import gettext, listing, ngettext, series
from mastermind_edu.lessons.questions.base import InvalidAnswer, Question
from mastermind_edu.lessons.questions.table import describe_code, describe_table

__all__ = ["MarkAGuess", "Steps", "slip_in_misplaced"]


@dataclass(frozen=True)
class Steps:
    """The two steps of marking a guess, as people do it."""

    game: Rules
    secret: Code
    guess: Code

    @cached_property
    def exact(self) -> tuple[int, ...]:
        """The places, from 0, that agree."""
        pairs = zip(self.secret, self.guess, strict=True)
        return tuple(place for place, (s, g) in enumerate(pairs) if s == g)

    def left(self, code: Code) -> Code:
        """Return the pegs of ``code`` that are not in the right place."""
        return tuple(peg for place, peg in enumerate(code) if place not in self.exact)

    @property
    def left_in_secret(self) -> Code:
        """The pegs of the code that can still be used."""
        return self.left(self.secret)

    @property
    def left_in_guess(self) -> Code:
        """The pegs of the guess that have no key peg yet."""
        return self.left(self.guess)

    def name(self, peg: object) -> str:
        """Return the name of a peg."""
        return self.game.space.kind(cast("Any", peg)).name

    def names(self, pegs: Iterable[object]) -> str:
        """Return the names of pegs, or that there are none."""
        return ", ".join(map(self.name, pegs)) or gettext("nothing")

    @property
    def comparison(self) -> str:
        """The two codes side by side, place by place."""
        return series(
            gettext("place {place}: {secret} and {guess}").format(
                place=place, secret=self.name(s), guess=self.name(g)
            )
            for place, (s, g) in enumerate(zip(self.secret, self.guess, strict=True), start=1)
        )

    @property
    def leftovers(self) -> str:
        """What is left on both sides after the first step."""
        return gettext("Left in the code: {secret}. Left in the guess: {guess}.").format(
            secret=self.names(self.left_in_secret), guess=self.names(self.left_in_guess)
        )


@dataclass(frozen=True, kw_only=True)
class MarkAGuess(Question):
    """The pupil sees a code and a guess, and gives the answer that the codemaker owes.

    For games with pegs of one colour each; see :class:`MarkShapes` for pegs of colour and shape.

    An answer is a list: the counts in the order of the game's answers (right place, wrong
    place, …), or, where the game marks each place, the names of the marks.

    :raises InvalidCode: if one of the two is not a code of ``game``.
    """

    game: Rules
    secret: Code
    guess: Code
    prompt: str = field(default_factory=lambda: gettext("You are the codemaker. Mark this guess."))
    hints: tuple[str, ...] = ()

    def __post_init__(self) -> None:
        self.game.space.check(self.secret)
        self.game.space.check(self.guess)
        if not self.hints:
            object.__setattr__(self, "hints", self._usual_hints())

    def _usual_hints(self) -> tuple[str, ...]:
        steps = self._steps
        return (
            gettext(
                "Step 1: compare the code and the guess place by place. Where both have the same "
                "peg, it is in the right place."
            ),
            gettext("Step 2: leave these places out.") + f" {steps.leftovers}",
            gettext(
                "Now pair equal pegs of what is left. Each peg of the code can be used once only."
            ),
        )

    @property
    def kind(self) -> str:
        """``marks`` where each place is marked, else ``counts``."""
        return "marks" if isinstance(self.feedback, PerPosition) else "counts"

    @property
    def _steps(self) -> Steps:
        return Steps(self.game, self.secret, self.guess)

    @property
    def feedback(self) -> Feedback:
        """The right answer in the game's own type."""
        return self.game.feedback(self.secret, self.guess)

    @property
    def solution(self) -> list[Any]:
        """The right answer as a list."""
        return _plain(self.feedback)

    def explain(self, _answer: list[Any]) -> str:
        """Return the steps that lead to the right answer."""
        answer = gettext("So the answer is: {answer}.").format(answer=self.feedback)
        steps = self._steps
        if steps.exact:
            first = ngettext(
                "The same peg stands at place {places} in the code and in the guess.",
                "The same peg stands at places {places} in the code and in the guess.",
                len(steps.exact),
            ).format(places=listing(place + 1 for place in steps.exact))
        else:
            first = gettext("At no place do the code and the guess have the same peg.")
        if not steps.left_in_guess:
            return f"{first}\n{answer}"
        pairs = Counter(steps.left_in_secret) & Counter(steps.left_in_guess)
        if pairs:
            second = gettext("These are in both, so they pair: {pegs}.").format(
                pegs=steps.names(pairs.elements())
            )
        else:
            second = gettext("Nothing of this pairs.")
        return f"{first}\n{steps.leftovers} {second}\n{answer}"

    @property
    def wrong_answers(self) -> Sequence[list[Any]]:
        """An answer for each mistake that can be made."""
        parts: Iterable[Any] = range(self.game.space.pegs + 1)
        if isinstance(self.feedback, PerPosition):
            parts = [mark.value for mark in Mark]
        answers = map(list, itertools.product(parts, repeat=len(self.feedback)))
        wrong = [answer for answer in answers if answer != self.solution]
        return list({self.mistake(answer): answer for answer in wrong}.values())

    def describe(self) -> dict[str, Any]:
        """Return both codes, the pegs and key pegs, and what can be counted or marked."""
        most = self.game.space.pegs
        return {
            "table": describe_table(self.game),
            "secret": describe_code(self.game, self.secret),
            "guess": describe_code(self.game, self.guess),
            "secretLabel": gettext("Code"),
            "guessLabel": gettext("Guess"),
            "most": most,
            "place": gettext("Place {place}, {peg}"),
        }

    def read(self, answer: Any) -> list[Any]:
        """Return the counts or marks, which need not be an answer that the game can give.

        :raises InvalidAnswer: if one is missing or is no count or mark.
        """
        marked = isinstance(self.feedback, PerPosition)
        known: Sequence[Any] = (
            [mark.value for mark in Mark] if marked else range(self.game.space.pegs + 1)
        )
        if (
            not isinstance(answer, (list, tuple))
            or len(answer) != len(self.feedback)
            or not all(type(part) is type(known[0]) and part in known for part in answer)
        ):
            raise InvalidAnswer(
                gettext("Choose a key peg, or none, for each place first.")
                if marked
                else gettext("Choose a number for each kind of key peg first.")
            )
        return list(answer)

    def in_words(self, answer: list[Any]) -> str:
        """Return what the counts or marks mean."""
        marked = isinstance(self.feedback, PerPosition)
        return str(PerPosition(map(Mark, answer)) if marked else type(self.feedback)(*answer))

    def mistake(self, answer: list[Any]) -> str:
        """Return which step went wrong, and how."""
        if answer == self.solution:
            return ""
        steps = self._steps
        if isinstance(self.feedback, PerPosition):
            return slip_in_marks(steps, self.feedback, tuple(map(Mark, answer)))
        return slip_in_counts(steps, cast("Counted", self.feedback), Counted(*answer))


def _plain(feedback: Feedback) -> list[Any]:
    return [part.value if isinstance(part, Mark) else part for part in feedback]


def slip_in_counts(steps: Steps, right: Counted, answer: Counted) -> str:
    """Return what is wrong with a counted answer: in which step, and how it may have come."""
    if sum(answer) > len(steps.guess):
        return gettext(
            "You have given {n} key pegs, but the guess has only {pegs} pegs. "
            "Each peg of the guess gets one key peg at most."
        ).format(n=sum(answer), pegs=len(steps.guess))
    if tuple(answer) == tuple(reversed(right)):
        return gettext(
            "You have the two numbers, but the other way round. Look at the legend: "
            "which key peg stands for the right place?"
        )
    try:
        steps.game.check_feedback(answer)
    except ImpossibleFeedback as error:
        return str(error)
    if answer.exact != right.exact:
        return _slip_in_exact(steps, answer.exact)
    step = gettext("Step 1, the right place, is correct. Step 2, the wrong place, is not.")
    reason = slip_in_misplaced(steps, right, answer.misplaced)
    return f"{step}\n{reason}\n{steps.leftovers}"


def _slip_in_exact(steps: Steps, given: int) -> str:
    text = ngettext(
        "Step 1, the right place: you say {n} peg. Compare the code and the guess once more: "
        "{comparison}.",
        "Step 1, the right place: you say {n} pegs. Compare the code and the guess once more: "
        "{comparison}.",
        given,
    )
    return text.format(n=given, comparison=steps.comparison)


def slip_in_misplaced(steps: Steps, right: Counted, given: int) -> str:
    """Return the likely thought behind a wrong count of pegs in the wrong place."""
    code, guess = Counter(steps.left_in_secret), Counter(steps.left_in_guess)
    too_often = [peg for peg in guess if 0 < code[peg] < guess[peg]]
    if too_often and given == sum(guess[peg] for peg in guess if code[peg]):
        return _used_up(steps, too_often[0], code, guess)
    spent = [peg for peg in guess if peg in steps.secret and not code[peg]]
    if spent and given == sum(guess[peg] for peg in guess if peg in steps.secret):
        return gettext(
            "There is {peg} in the code, but it is in the right place already. "
            "Each peg of the code is used once only."
        ).format(peg=steps.name(spent[0]))
    if right.exact and given == right.misplaced + right.exact:
        return gettext(
            "Have you counted the pegs in the right place once more? They have their key peg."
        )
    unasked = [peg for peg in code if 0 < guess[peg] < code[peg]]
    if unasked and given == sum(code[peg] for peg in code if guess[peg]):
        return _used_up(steps, unasked[0], guess, code, in_guess=True)
    twice = [peg for peg, times in (code & guess).items() if times > 1]
    if twice and given == len(code & guess):
        return gettext("Count pegs, not colours: more than one pair of {peg} can be made.").format(
            peg=steps.name(twice[0])
        )
    if given > right.misplaced:
        return gettext("There are not so many pairs of equal pegs.")
    return gettext("There are more pairs of equal pegs.")


def _used_up(
    steps: Steps,
    peg: object,
    few: Counter[Any],
    many: Counter[Any],
    *,
    in_guess: bool = False,
) -> str:
    """Say that a peg is on one side less often than on the other, so that not all can pair."""
    if in_guess:
        text = ngettext(
            "{peg} is left {many} times in the code, but only {n} time in the guess: "
            "each peg makes one pair at most.",
            "{peg} is left {many} times in the code, but only {n} times in the guess: "
            "each peg makes one pair at most.",
            few[peg],
        )
    else:
        text = ngettext(
            "{peg} is left {many} times in the guess, but only {n} time in the code: "
            "each peg of the code is used once only.",
            "{peg} is left {many} times in the guess, but only {n} times in the code: "
            "each peg of the code is used once only.",
            few[peg],
        )
    sentence = text.format(peg=steps.name(peg), many=many[peg], n=few[peg])
    return sentence[0].upper() + sentence[1:]


def slip_in_marks(steps: Steps, right: PerPosition, answer: tuple[Mark, ...]) -> str:
    """Return the first place that is marked wrongly, those in the right place first."""
    for place, (given, mark) in enumerate(zip(answer, right, strict=True)):
        if (given is Mark.EXACT) != (mark is Mark.EXACT):
            return _slip_at(steps, place, exact=mark is Mark.EXACT)
    for place, (given, mark) in enumerate(zip(answer, right, strict=True)):
        if given is not mark:
            used = _used_places(steps, right, place)
            return _missed(steps, place, used) if given is Mark.ABSENT else _spent(steps, place)
    raise ValueError("expected marks that are wrong somewhere")


def _slip_at(steps: Steps, place: int, *, exact: bool) -> str:
    if exact:
        return gettext(
            "Step 1, the right place. Look at place {place}: the code and the guess both have "
            "{peg} there."
        ).format(place=place + 1, peg=steps.name(steps.guess[place]))
    return gettext(
        "Step 1, the right place. Look at place {place}: the guess has {guess} there, "
        "but the code has {secret}."
    ).format(
        place=place + 1,
        guess=steps.name(steps.guess[place]),
        secret=steps.name(steps.secret[place]),
    )


def _used_places(steps: Steps, right: PerPosition, before: int) -> set[int]:
    """Return the places of the code that marks of the guess have used to the left of a place."""
    used = set(steps.exact)
    for place in range(before):
        if right[place] is Mark.MISPLACED:
            used.add(_partner(steps, place, used))
    return used


def _partner(steps: Steps, place: int, used: set[int]) -> int:
    """Return the first unused place of the code with the peg that the guess has at ``place``."""
    return next(
        other
        for other, peg in enumerate(steps.secret)
        if peg == steps.guess[place] and other not in used
    )


def _missed(steps: Steps, place: int, used: set[int]) -> str:
    return gettext(
        "Step 1 is correct. Step 2, the wrong place. Look at place {place} of the guess: "
        "{peg} is in the code too, at place {other}, and no other key peg has used it."
    ).format(
        place=place + 1,
        peg=steps.name(steps.guess[place]),
        other=_partner(steps, place, used) + 1,
    )


def _spent(steps: Steps, place: int) -> str:
    peg = steps.guess[place]
    times = steps.secret.count(peg)
    if times == 0:
        return gettext(
            "Step 1 is correct. Step 2, the wrong place. Look at place {place} of the guess: "
            "there is no {peg} in the code."
        ).format(place=place + 1, peg=steps.name(peg))
    text = ngettext(
        "Step 1 is correct. Step 2, the wrong place. Look at place {place} of the guess: the "
        "code has {peg} only {n} time, and another key peg has used it.",
        "Step 1 is correct. Step 2, the wrong place. Look at place {place} of the guess: the "
        "code has {peg} only {n} times, and other key pegs have used them.",
        times,
    )
    return text.format(place=place + 1, peg=steps.name(peg), n=times)
