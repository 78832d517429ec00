"""The exercises of lesson 06, *Strategies*."""

from __future__ import annotations

from collections.abc import Sequence

from mastermind_edu.games.catalogue import CLASSIC
from mastermind_edu.language import gettext, number
from mastermind_edu.lessons.questions import Choice, CodeQuestion, Number, Option, Trial
from mastermind_edu.lessons.registry import publish
from mastermind_edu.solvers.strategies import MINIMAX, MOST_PARTS

__all__ = ["EVEN", "MANY", "TOTALS"]

EVEN = (5, 5, 5, 5)
MANY = (8, 6, 2, 1, 1, 1, 1)
"""Parts of two guesses, for the same 20 codes; the second has three parts more."""

TOTALS = {MINIMAX.key: 5801, MOST_PARTS.key: 5668}
"""How many guesses two strategies need for all codes of the classic game together."""


@publish("06-strategies/recipe")
def recipe() -> Choice:
    """A strategy says what to guess, always."""
    return Choice(
        prompt=gettext("Which of these is a strategy?"),
        options=(
            Option(
                gettext("Begin with red, red, green, green."),
                gettext("It is a good beginning. But what do you guess after that?"),
            ),
            Option(
                gettext("Think well, and do not guess too fast."),
                gettext(
                    "That is good advice. But two people who follow it can guess different codes."
                ),
            ),
            Option(
                gettext("Guess the first code, in order, that fits all answers so far."),
                gettext(
                    "It says what to guess, whatever was answered before. A computer could follow "
                    "it, and so could you with much paper."
                ),
                right=True,
            ),
            Option(
                gettext("Find the code in five guesses."),
                gettext("That is an aim. It does not say how."),
            ),
        ),
        hints=(
            gettext("A strategy leaves nothing open: after any rows it tells you the next guess."),
        ),
    )


@publish("06-strategies/choose")
def choose() -> Sequence[Choice]:
    """What four measures choose between two guesses."""
    even, many = _sizes(EVEN), _sizes(MANY)
    return [
        _choose(
            gettext(
                "20 codes are left. Guess A splits them into {even}, guess B into {many}. Which "
                "one does the strategy “{name}” choose?"
            ).format(even=even, many=many, name=MINIMAX.name),
            a=gettext("The largest part of A has {a} codes, that of B {b}.").format(
                a=max(EVEN), b=max(MANY)
            ),
            b=gettext("The largest part of B has {b} codes, that of A only {a}.").format(
                a=max(EVEN), b=max(MANY)
            ),
            right="A",
            hint=gettext("It looks at the largest part only, and wants it small."),
        ),
        _choose(
            gettext(
                "The same two guesses: A makes {even}, B makes {many}. Which one does the strategy "
                "“{name}” choose?"
            ).format(even=even, many=many, name=MOST_PARTS.name),
            a=gettext("A has {a} parts, B has {b}.").format(a=len(EVEN), b=len(MANY)),
            b=gettext("B has {b} parts, A has only {a}.").format(a=len(EVEN), b=len(MANY)),
            right="B",
            hint=gettext("It counts the parts, and wants many. It does not look at their sizes."),
        ),
    ]


def _sizes(sizes: Sequence[int]) -> str:
    return gettext("parts of {sizes}").format(sizes=", ".join(map(str, sizes)))


def _choose(prompt: str, *, a: str, b: str, right: str, hint: str) -> Choice:
    return Choice(
        prompt=prompt,
        options=(
            Option(gettext("Guess A"), a, right=right == "A"),
            Option(gettext("Guess B"), b, right=right == "B"),
        ),
        hints=(hint,),
    )


@publish("06-strategies/total")
def total() -> Number:
    """From a histogram to a total."""
    return Number(
        prompt=gettext(
            "A small game has 10 codes. A strategy finds 1 of them with the first guess, 3 with "
            "the second and 6 with the third. It plays once against each of the 10 codes. How many "
            "guesses are that together?"
        ),
        value=25,
        because=gettext("1 × 1 + 3 × 2 + 6 × 3 = 25. That is 2.5 guesses on average."),
        slips={
            10: gettext("10 is the number of codes. How many guesses does each need?"),
            6: gettext("6 = 1 + 2 + 3 counts each number once. But 6 codes need 3 guesses each."),
            18: gettext("That is for the 6 codes that need 3 guesses. Add the others."),
            30: gettext("30 would be 3 guesses for each code. Some need fewer."),
        },
        advice=gettext("How many guesses do the 6 codes need together that need 3 each?"),
        hints=(
            gettext("The 3 codes that are found with the second guess need 2 guesses each."),
            gettext("Add 1 × 1, 3 × 2 and 6 × 3."),
        ),
    )


@publish("06-strategies/difference")
def difference() -> Number:
    """How many guesses most parts saves over all codes."""
    minimax, most_parts = TOTALS[MINIMAX.key], TOTALS[MOST_PARTS.key]
    return Number(
        prompt=gettext(
            "Let the two strategies “{first}” and “{second}” race in the classic game. How many "
            "guesses does the second save, for all codes together?"
        ).format(first=MINIMAX.name, second=MOST_PARTS.name),
        value=minimax - most_parts,
        because=gettext(
            "{minimax} − {most_parts} = {difference}. That is about a tenth of a guess a code."
        ).format(
            minimax=number(minimax),
            most_parts=number(most_parts),
            difference=minimax - most_parts,
        ),
        slips={
            minimax: gettext("That is the total of the first strategy. Subtract the second."),
            most_parts: gettext("That is the total of the second strategy. Subtract it."),
            1: gettext("That is the difference of the worst cases. Here it is about the totals."),
        },
        advice=gettext("In the table of the race, look at “for all codes together”."),
        hints=(
            gettext("Tick the two strategies above, and run the race in the classic game."),
            gettext("In the table, subtract the smaller total from the larger one."),
        ),
    )


@publish("06-strategies/which")
def which() -> Sequence[Choice]:
    """Worst case or average: it depends on what is asked."""
    return [
        _which(
            gettext(
                "You have only 5 rows to find the code in the classic game, and you want to be "
                "sure. Which strategy do you take?"
            ),
            minimax=gettext("It never needs more than 5 guesses."),
            most_parts=gettext(
                "On average it is faster. But for some codes it needs 6 guesses, and you have 5 "
                "rows."
            ),
            right=MINIMAX.key,
            hint=gettext("Look at the worst case of both, in the table of the race."),
        ),
        _which(
            gettext(
                "You play 100 games against a friend. Whoever needs fewer guesses in all of them "
                "together wins. Which strategy do you take?"
            ),
            minimax=gettext(
                "It never needs more than 5 guesses. But here the sum over many games counts, and "
                "on average it needs more."
            ),
            most_parts=gettext(
                "It needs fewer guesses on average. Now and then it needs 6, and that does not "
                "matter here."
            ),
            right=MOST_PARTS.key,
            hint=gettext("In the sum over many games the average counts."),
        ),
    ]


def _which(prompt: str, *, minimax: str, most_parts: str, right: str, hint: str) -> Choice:
    return Choice(
        prompt=prompt,
        options=(
            Option(MINIMAX.name, minimax, right=right == MINIMAX.key),
            Option(MOST_PARTS.name, most_parts, right=right == MOST_PARTS.key),
        ),
        hints=(hint,),
    )


@publish("06-strategies/first-answer")
def first_answer() -> Number:
    """The worst answers to the first guess of minimax."""
    guess = MINIMAX.choose(CLASSIC)
    return Number(
        prompt=gettext(
            "Walk through “{name}”. It begins with {guess}. How many codes are left after the "
            "worst answer?"
        ).format(name=MINIMAX.name, guess=CLASSIC.space.spell(guess)),
        value=256,
        because=gettext(
            "Three answers leave 256 codes each. Every other kind of first guess has an answer "
            "that leaves more, so this one is chosen."
        ),
        slips={
            208: gettext(
                "So many are left after the answer “1 in the right place, 1 in the wrong "
                "place”. There is a worse one."
            ),
            1: gettext("So many are left after the best answers. Look for the worst."),
            CLASSIC.space.size: gettext("So many there are before the first answer."),
        },
        advice=gettext("Look at all its answers. Which number of codes is the largest?"),
        hints=(gettext("The number of codes left stands beside each answer."),),
    )


@publish("06-strategies/program")
def program() -> CodeQuestion:
    """Choose as minimax does."""
    return CodeQuestion(
        prompt=gettext(
            "For those who program: write a function {name} that takes the part sizes of some "
            "guesses, a list for each guess, and returns which guess has the smallest worst case: "
            "0 for the first, 1 for the second and so on. Of equals it takes the first."
        ).format(name="smallest_worst_case(guesses)"),
        name="smallest_worst_case",
        trials=(
            Trial(0, gettext("There is only one guess."), ([[3, 2]],)),
            Trial(1, gettext("5 is smaller than 8."), ([list(MANY), list(EVEN)],)),
            Trial(
                0, gettext("Both have a largest part of 4: take the first."), ([[4, 1], [1, 4]],)
            ),
            Trial(2, gettext("Look at the largest part of each."), ([[6, 1], [1, 5, 1], [4, 3]],)),
        ),
        reference=smallest_worst_case,
        broken=(
            lambda guesses: min(map(max, guesses)),
            lambda guesses: max(range(len(guesses)), key=lambda i: max(guesses[i])),
            lambda guesses: max(range(len(guesses)), key=lambda i: len(guesses[i])),
            lambda _: 0,
        ),
        because=gettext("It takes the largest part of each guess, and then the smallest of them."),
        hints=(
            gettext("{code} is the largest part of a guess.").format(code="max(sizes)"),
            gettext("Make a list of the largest parts. Where does the smallest of them stand?"),
        ),
    )


def smallest_worst_case(guesses: Sequence[Sequence[int]]) -> int:
    """Return which guess has the smallest largest part."""
    largest = [max(sizes) for sizes in guesses]
    return largest.index(min(largest))
