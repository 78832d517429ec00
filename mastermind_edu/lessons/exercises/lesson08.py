"""The exercises of lesson 08, *Shapes and colours*."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from mastermind_edu.games.catalogue import CLASSIC, GRAND
from mastermind_edu.games.feedback import ImpossibleFeedback
from mastermind_edu.games.pairing import Shaped
from mastermind_edu.language import gettext, number
from mastermind_edu.lessons.questions import Choice, FoolTheMarker, MarkShapes, Number, Option
from mastermind_edu.lessons.registry import publish
from mastermind_edu.lessons.shaped_codes import pair

__all__: list[str] = []

SHOWN: Final = ("YsRcRcRc/RcBcGtGt", "RcBsRsGt/BtRcRcYh")
"""The ambiguous pairs that the lesson shows before it asks for one."""


def marks(*pairs: str) -> list[MarkShapes]:
    """Return a question for each secret and guess."""
    codes = map(pair, pairs)
    return [MarkShapes(game=GRAND, secret=secret, guess=guess) for secret, guess in codes]


@publish("08-shapes/pegs")
def pegs() -> Number:
    """Five colours in five shapes."""
    return Number(
        prompt=gettext(
            "A peg has one of 5 colours and one of 5 shapes. How many different pegs are there?"
        ),
        value=len(GRAND.space.kinds),
        because=gettext("Each of the 5 colours comes in each of the 5 shapes: 5 × 5 = 25."),
        slips={
            10: gettext(
                "10 is 5 + 5, the number of colours and shapes together. But each colour comes in "
                "each shape."
            ),
            4: gettext("So many pegs a code has. How many can you choose from for one place?"),
        },
        advice=gettext("How many red pegs are there? And how many colours?"),
        hints=(
            gettext("There is a red circle, a red square, … How many red pegs are there?"),
            gettext("There are 5 red pegs, 5 green ones, and so on."),
        ),
    )


@publish("08-shapes/one-marker")
def one_marker() -> Sequence[MarkShapes]:
    """One kind of marker at a time."""
    return marks("RcGsBtYd/RcPhPhPc", "RcGsBtYd/GsPhPcPh", "RcGsBtYd/RsPsPhPc")


@publish("08-shapes/marks")
def all_markers() -> Sequence[MarkShapes]:
    """All kinds of markers; pegs that are used once; places that white takes from blue."""
    return marks("RcGsBtYd/RcBtGhYd", "RcGsBtYd/RcRcRcRc", "RcRsGtBd/RsGhPtYc", "GsRcBtYd/RcRhRcRs")


@publish("08-shapes/choice")
def choice() -> Sequence[MarkShapes]:
    """The marker can choose: among pegs of the code, of the guess, in vain, and twice."""
    return marks("BtGsGsPh/GsGhYcYc", "RsYdRcBt/RcGhGtRc", "BdYhGsGs/GsYcBsPs", "RcRcRcRs/RsRsRsRc")


@publish("08-shapes/fool")
def fool() -> FoolTheMarker:
    """A pair that a marker who goes from left to right gets wrong."""
    return FoolTheMarker(
        prompt=gettext(
            "A hasty marker goes through the guess from left to right. Each white peg is joined "
            "with the leftmost equal peg of the code that is still free. Find a code and a guess "
            "that this marker gets wrong!"
        ),
        game=GRAND,
        seen=tuple(map(pair, SHOWN)),
        example=pair("BsYdBhGt/BhRcPcBh"),
        others=tuple(
            map(
                pair,
                ("RcRcRcRc/GsGsGsGs", "RcGsBtYd/GsPhPcPh", "BdYhGsGs/GsYcBsPs"),
            )
        ),
        hints=(
            gettext("You need a white pair. Let the guess have a peg once, and the code twice."),
            gettext(
                "The marker takes the first of the two pegs of the code. It should be a waste."
            ),
            gettext(
                "It is a waste if the guess has a half right peg at that place: same colour, other "
                "shape. So put one there."
            ),
        ),
    )


@publish("08-shapes/count")
def count() -> Number:
    """25 to the power of 4."""
    return Number(
        prompt=gettext(
            "There are 25 different pegs, and a code has 4 places. A peg may come more than once. "
            "How many codes are there?"
        ),
        value=GRAND.space.size,
        because=gettext("Each place can be any of the 25 pegs: 25 × 25 × 25 × 25 = {n}.").format(
            n=number(GRAND.space.size)
        ),
        slips={
            100: gettext("That is 25 × 4. But each first peg goes with every second peg."),
            4**25: gettext("That is 4 multiplied 25 times. How many places are there?"),
            25 * 24 * 23 * 22: gettext("That is right if no peg may come twice. Here it may."),
            25**3: gettext("That is 25 × 25 × 25, for three places. One place is missing."),
            625: gettext("That is 25 × 25, for two places. Two places are missing."),
        },
        advice=gettext("Multiply once for each place: how many choices does each place have?"),
        hints=(
            gettext("Two places: 25 × 25 = 625."),
            gettext("Four places: 625 × 625."),
        ),
    )


@publish("08-shapes/impossible")
def impossible() -> Choice:
    """All pegs marked and one of them white."""
    why = {
        (2, 2, 0): gettext("This can be: two pegs of the code change places."),
        (0, 0, 4): gettext("This can be: keep each colour, and change each shape."),
        (2, 1, 1): "",
        (1, 0, 3): gettext("This can be: keep one peg, and change the shape of the others."),
    }
    return Choice(
        prompt=gettext(
            "A guess has four pegs. One of these answers can never be. Which? Remember lesson 3."
        ),
        options=tuple(
            Option(
                str(Shaped(*answer)),
                text or _why_not(answer),
                right=answer not in GRAND.feedbacks,
            )
            for answer, text in why.items()
        ),
        hints=(
            gettext("Try each answer: write a code, and look for a guess that gets it."),
            gettext("Suppose that one peg is white. It belongs at another place. What is there?"),
        ),
    )


def _why_not(answer: Sequence[int]) -> str:
    try:
        GRAND.check_feedback(answer)
    except ImpossibleFeedback as error:
        return str(error)
    raise ValueError(f"expected an answer that cannot be, got {answer}")


@publish("08-shapes/answers")
def answers() -> Number:
    """31 answers, not 35."""
    count = len(GRAND.feedbacks)
    return Number(
        prompt=gettext(
            "An answer is three numbers: black, white and blue. Together they are 4 at most, and "
            "if all four pegs have a marker, it is never just one of them that is white. How many "
            "different answers are there?"
        ),
        value=count,
        because=gettext(
            "With the sums 0, 1, 2, 3 and 4 there are 1, 3, 6, 10 and 15 ways, 35 together. Of "
            "those with the sum 4, four have exactly one white, and they cannot be."
        ),
        slips={
            count + 4: gettext(
                "So many ways there are to have three numbers that add up to 4 at most. But four "
                "of them have four markers and exactly one white."
            ),
            125: gettext(
                "That is 5 × 5 × 5: each number from 0 to 4. Together they are 4 at most."
            ),
            len(CLASSIC.feedbacks): gettext("So many there are in the classic game, without blue."),
            count + 3: gettext(
                "You have left out one that cannot be. There are four: (3, 1, 0) is one of them."
            ),
        },
        advice=gettext("List them by their sum: 0, 1, 2, 3, 4."),
        hints=(
            gettext("With the sum 1 there are 3 answers: one black, or one white, or one blue."),
            gettext("The sums 0 to 4 have 1, 3, 6, 10 and 15 ways."),
            gettext("Which of the 15 with the sum 4 have exactly one white?"),
        ),
    )


@publish("08-shapes/four-guesses")
def four_guesses() -> Number:
    """In four guesses at most 1 + 30 + 900 + 27,000 codes are found."""
    on = len(GRAND.feedbacks) - 1
    most = 1 + on + on**2 + on**3
    return Number(
        prompt=gettext(
            "There are 31 answers, and one of them ends the game. The first guess finds 1 code, "
            "and the second guesses find {n} codes at most. How many of the {size} codes can be "
            "found in four guesses at most?"
        ).format(n=on, size=number(GRAND.space.size)),
        value=most,
        because=gettext(
            "1 code at the first guess, {one} at the second, {two} at the third and {three} at the "
            "fourth: {most} together. So most codes need five guesses or more, however clever you "
            "are."
        ).format(one=on, two=number(on**2), three=number(on**3), most=number(most)),
        slips={
            on**3: gettext(
                "So many can be found at the fourth guess itself. Add those found before it."
            ),
            1 + on + on**2: gettext("So many can be found in three guesses at most."),
            31**4: gettext(
                "So many ways there are for four answers. But a code is found only by a guess that "
                "is the code, and one of the answers ends the game."
            ),
            on**4: gettext("So many can be found at the fifth guess itself."),
        },
        advice=gettext("Add up what is found at the first, second, third and fourth guess."),
        hints=(
            gettext("After each of the {n} second guesses, again {n} answers lead on.").format(
                n=on
            ),
            gettext("1 + {n} + {n} × {n} + …").format(n=on),
        ),
    )
