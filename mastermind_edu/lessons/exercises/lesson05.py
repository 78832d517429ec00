"""The exercises of lesson 05, *Information*."""

from __future__ import annotations

from collections.abc import Sequence

from mastermind_edu.games.catalogue import CLASSIC
from mastermind_edu.language import gettext, number
from mastermind_edu.lessons.questions import (
    Choice,
    CodeQuestion,
    Number,
    Option,
    PickRemaining,
    Trial,
    played,
)
from mastermind_edu.lessons.registry import publish
from mastermind_edu.solvers.candidates import candidates
from mastermind_edu.solvers.partitions import Partition, partition

__all__ = ["SIX_LEFT"]

SIX_LEFT = played(CLASSIC, ("1234", (1, 2)), ("6324", (3, 0)))
"""Rows that leave six codes, none of which is the best guess."""

code = CLASSIC.space.parse


@publish("05-information/halves")
def halves() -> Number:
    """Halving 64 down to 1."""
    return Number(
        prompt=gettext(
            "I think of a whole number from 1 to 64. You ask questions, and I say yes or no. Each "
            "time you cut what is left into two halves. How many questions do you need?"
        ),
        value=6,
        because=gettext(
            "64, 32, 16, 8, 4, 2, 1: the number of possibilities is halved 6 times. Six answers of "
            "yes or no are 6 bits."
        ),
        slips={
            64: gettext("So many you would need if you asked “Is it 1?”, “Is it 2?” and so on."),
            63: gettext(
                "So many you would need if you asked “Is it 1?”, “Is it 2?” and so on, and did not "
                "ask for the last."
            ),
            32: gettext(
                "32 are left after the first question. How many questions go on from there?"
            ),
            7: gettext(
                "64, 32, 16, 8, 4, 2, 1 are seven numbers. But count the steps from one to the "
                "next."
            ),
            5: gettext("After 5 questions 2 numbers are left."),
            8: gettext("8 × 8 is 64. But each question halves: 64, 32, 16, …"),
        },
        advice=gettext("Halve 64 until 1 is left, and count how often you have halved."),
        hints=(
            gettext("The first question can be: “Is it larger than 32?”"),
            gettext("Then 32 numbers are left, then 16, then 8. Go on."),
        ),
    )


@publish("05-information/no-red")
def no_red() -> Number:
    """The largest part of four equal pegs."""
    split = partition(CLASSIC, code("1111"))
    nothing = split.sizes[CLASSIC.feedbacks[0]]
    return Number(
        prompt=gettext(
            "Your first guess is four red pegs. How many of the {size} codes are in the part of "
            "the answer “0 in the right place, 0 in the wrong place”? You can count them without "
            "the chart."
        ).format(size=number(CLASSIC.space.size)),
        value=nothing,
        because=gettext(
            "They are the codes without red: five colours for each place, and 5 × 5 × 5 × 5 = "
            "{nothing}."
        ).format(nothing=nothing),
        slips={
            500: gettext("So many codes have exactly one red peg. Here there is none."),
            CLASSIC.space.size - 1: gettext(
                "So many codes are not four reds. But this answer says that there is no red at all."
            ),
            5 * 4: gettext(
                "Five colours are left for each of four places: multiply, place by place."
            ),
            4**5: gettext("4 × 4 × 4 × 4 × 4: five places with four choices. It is the other way."),
            5 * 4 * 3 * 2: gettext("That would be so if no colour might come twice."),
        },
        advice=gettext("Which codes get this answer? Those without red. How many are there?"),
        hints=(
            gettext("The answer says that red is not in the code."),
            gettext("Each of the four places can be any of five colours."),
        ),
    )


@publish("05-information/average")
def average() -> Number:
    """Parts of 6 and 2 leave 5 on average, not 4."""
    return Number(
        prompt=gettext(
            "8 codes are still possible. A guess splits them into two parts: 6 codes would give "
            "one answer, 2 codes the other. How many codes are left on average?\n\n"
            "Think of all 8 codes. For each, say how many are left if it is the secret. Then take "
            "the average of the 8 numbers."
        ),
        value=5,
        because=gettext(
            "For 6 of the 8 codes 6 are left, for 2 of them 2 are left. Together 6 × 6 + 2 × 2 = "
            "40, and 40 : 8 = 5."
        ),
        slips={
            4: gettext(
                "4 is halfway between 6 and 2. But the secret is in the large part more often: it "
                "holds 6 of the 8 codes."
            ),
            40: gettext("40 is the sum over the 8 codes. For the average, divide it by 8."),
            6: gettext("6 is the worst case. Sometimes only 2 are left."),
            2: gettext("2 is the best case. More often 6 are left."),
            20: gettext("You divided 40 by the two parts. But the average is over the 8 codes."),
        },
        advice=gettext("For how many codes are 6 left? And for how many are 2 left?"),
        hints=(
            gettext("Write the number for each of the 8 codes: 6, 6, 6, 6, 6, 6, 2, 2."),
            gettext("6 × 6 + 2 × 2 = 40. And now?"),
        ),
    )


@publish("05-information/better-split")
def better_split() -> Choice:
    """As even as can be is best."""
    return Choice(
        prompt=gettext(
            "12 codes are still possible. Three guesses split them in three ways. Which one can "
            "you expect to leave the fewest codes?"
        ),
        options=(
            Option(
                gettext("parts of 10, 1 and 1"),
                gettext(
                    "Two of the parts are tiny, but you will hardly ever be in them. On average "
                    "(10 × 10 + 1 × 1 + 1 × 1) : 12 = 8.5 codes are left."
                ),
            ),
            Option(
                gettext("parts of 6 and 6"),
                gettext("Whatever comes, 6 codes are left. There is a better guess."),
            ),
            Option(
                gettext("parts of 4, 4 and 4"),
                gettext(
                    "Whatever comes, 4 codes are left. The more parts, and the more even, the "
                    "better the question."
                ),
                right=True,
            ),
        ),
        hints=(
            gettext("Work out the average for each, as before."),
            gettext("Where all parts are equal, the average is the size of a part."),
        ),
    )


@publish("05-information/bits")
def bits() -> Number:
    """No red, green or blue: 81 of 1,296 are left, which is 4 bits."""
    split = partition(CLASSIC, code("1123"))
    left = split.sizes[CLASSIC.feedbacks[0]]
    return Number(
        prompt=gettext(
            "You have guessed red, red, green, blue. The answer is: 0 in the right place, 0 in the "
            "wrong place. So of {size} codes {left} are left. How many bits has this answer told "
            "you?"
        ).format(size=number(CLASSIC.space.size), left=left),
        value=4,
        because=gettext(
            "{size} : {left} = 16. One code in 16 is left, and 16 = 2 × 2 × 2 × 2: the codes were "
            "halved 4 times."
        ).format(size=number(CLASSIC.space.size), left=left),
        slips={
            16: gettext("One code in 16 is left. How often do you halve until one in 16 is left?"),
            left: gettext("So many codes are left. Which part of all codes is that?"),
            CLASSIC.space.size - left: gettext(
                "So many codes were ruled out. Bits count how often the codes were halved."
            ),
            8: gettext("8 is half of 16. But halve again and again: 16, 8, 4, 2, 1."),
            3: gettext("Three halvings leave one code in 8. Here it is one in 16."),
        },
        advice=gettext("Divide {size} by {left}. How often is that 2 × 2 × …?").format(
            size=number(CLASSIC.space.size), left=left
        ),
        hints=(
            gettext("{size} : {left} = 16").format(size=number(CLASSIC.space.size), left=left),
            gettext("1 bit leaves half, 2 bits a quarter, 3 bits an eighth. And a sixteenth?"),
        ),
    )


@publish("05-information/six-left")
def six_left() -> PickRemaining:
    """Two rows that leave six codes."""
    return PickRemaining(
        prompt=gettext(
            "Two rows have been played. Six of these eight codes are still possible, and no "
            "others. Which?"
        ),
        game=CLASSIC,
        rows=SIX_LEFT,
        codes=tuple(map(code, ("2324", "3324", "6322", "4324", "5324", "6124", "6314", "1324"))),
        hints=(
            gettext("Row 2 has three pegs in the right place. So only one of its pegs can change."),
            gettext("Then ask row 1, code by code."),
        ),
    )


@publish("05-information/impossible-guess")
def impossible_guess() -> Choice:
    """A code that is out splits the six into five parts."""
    possible, impossible, wasted = (_split(guess) for guess in ("2324", "2334", "5555"))
    return Choice(
        prompt=gettext(
            "These six codes are left. Which guess do you make now? Look at the chart above, and "
            "change its pegs to try other guesses."
        ),
        options=(
            Option(
                gettext("{guess}, which can be the code").format(guess=_spelled(possible)),
                gettext(
                    "You may be lucky and find the code. But there are only {parts} parts, and the "
                    "largest has {largest} codes."
                ).format(parts=possible.parts, largest=possible.largest),
            ),
            Option(
                gettext("{guess}, which cannot be the code").format(guess=_spelled(impossible)),
                gettext(
                    "It cannot be the code, but it asks more: {parts} parts, and the largest has "
                    "{largest} codes. After any other answer you know the code."
                ).format(parts=impossible.parts, largest=impossible.largest),
                right=True,
            ),
            Option(
                gettext("{guess}, which cannot be the code").format(guess=_spelled(wasted)),
                gettext(
                    "An impossible code is not good by itself. This one makes {parts} parts only, "
                    "and the largest has {largest} codes."
                ).format(parts=wasted.parts, largest=wasted.largest),
            ),
        ),
        hints=(
            gettext("Count the parts of each guess: with more parts you learn more."),
            gettext("How many codes are left in the largest part?"),
        ),
    )


def _split(guess: str) -> Partition:
    return partition(CLASSIC, code(guess), candidates(CLASSIC, SIX_LEFT))


def _spelled(split: Partition) -> str:
    return CLASSIC.space.spell(split.guess)


@publish("05-information/program")
def program() -> CodeQuestion:
    """The codes left on average."""
    return CodeQuestion(
        prompt=gettext(
            "For those who program: write a function {name} that takes the sizes of the parts, and "
            "returns how many codes are left on average."
        ).format(name="left_on_average(sizes)"),
        name="left_on_average",
        trials=(
            Trial(4.0, gettext("Whatever comes, 4 are left."), ([4, 4, 4],)),
            Trial(5.0, gettext("That is (6 × 6 + 2 × 2) : 8."), ([6, 2],)),
            Trial(8.5, gettext("The large part comes most often."), ([10, 1, 1],)),
            Trial(1.0, gettext("If each part has one code, you know it."), ([1] * 7,)),
        ),
        reference=left_on_average,
        broken=(
            lambda sizes: sum(sizes) / len(sizes),
            lambda sizes: sum(size * size for size in sizes),
            lambda sizes: float(max(sizes)),
            lambda: 4.0,
        ),
        because=gettext("Each part counts as often as it has codes."),
        hints=(
            gettext("The secret is in a part of 6 for 6 codes: such a part counts 6 × 6."),
            gettext("Divide by the number of all codes, which is the sum of the sizes."),
        ),
    )


def left_on_average(sizes: Sequence[int]) -> float:
    """Return how many codes are left on average."""
    return sum(size * size for size in sizes) / sum(sizes)
