"""The exercises of lesson 07, *The best possible*."""

from __future__ import annotations

from mastermind_edu.games.catalogue import CLASSIC, custom
from mastermind_edu.language import gettext, number
from mastermind_edu.lessons.questions import Choice, CodeQuestion, Number, Option, Trial
from mastermind_edu.lessons.registry import publish

__all__ = ["BEST", "BEST_WITHIN_FIVE", "TINY"]

TINY = custom(pegs=2, colours=3)
"""A game so small that the proof can be done by hand."""

BEST = 5625
BEST_WITHIN_FIVE = 5626
"""The least totals of the classic game: with any number of guesses, and with at most five."""


@publish("07-best/answers")
def answers() -> Number:
    """Two pegs can be answered in five ways."""
    return Number(
        prompt=gettext(
            "A tiny game: codes of 2 pegs, {n} colours. How many different answers can a guess get?"
        ).format(n=len(TINY.space.kinds)),
        value=len(TINY.feedbacks),
        because=gettext(
            "Nothing; one in the right place; one in the wrong place; both in the wrong place; "
            "both in the right place. One of each cannot be: if one peg is right where it stands, "
            "the other has only its own place left."
        ),
        slips={
            6: gettext(
                "One in the right place and one in the wrong place cannot be. Do you see why?"
            ),
            4: gettext("Have you counted the answer that nothing is right?"),
            3: gettext("There are more: a peg can also be in the wrong place."),
            9: gettext("That is the number of codes. How many answers are there?"),
        },
        advice=gettext("Write all answers down. Which of them cannot be?"),
        hints=(
            gettext("With no peg right there is one answer. With one peg right there are two."),
            gettext("With both pegs right: can one stand right, and the other wrong?"),
        ),
    )


@publish("07-best/bound")
def bound() -> Number:
    """1 × 1 + 4 × 2 + 4 × 3 = 21."""
    value = least_total(TINY.space.size, len(TINY.feedbacks))
    return Number(
        prompt=gettext(
            "The tiny game has {codes} codes. Suppose that all goes as well as can be: 1 code is "
            "found with the first guess, 4 with the second, and all others with the third. How "
            "many guesses are that for all codes together?"
        ).format(codes=TINY.space.size),
        value=value,
        because=gettext(
            "1 × 1 + 4 × 2 + 4 × 3 = {value}. No strategy can need fewer guesses in this game."
        ).format(value=value),
        slips={
            9: gettext("That is one guess for each code. Most need more."),
            27: gettext("That is 3 guesses for each code. Some are found sooner."),
            9 + 8: gettext(
                "So many it would be if all but one code were found with the second guess."
            ),
            13: gettext(
                "You have left out the codes that are found with the third guess, or one part."
            ),
        },
        advice=gettext("1 code with 1 guess, 4 codes with 2 guesses. How many codes are left?"),
        hints=(
            gettext("9 − 1 − 4 = 4 codes are left for the third guess."),
            gettext("Add 1 × 1, 4 × 2 and 4 × 3."),
        ),
    )


@publish("07-best/not-reached")
def not_reached() -> Choice:
    """A bound need not be reached."""
    game = custom(pegs=2, colours=4)
    counted = least_total(game.space.size, len(game.feedbacks))
    return Choice(
        prompt=gettext(
            "With one colour more there are {codes} codes. Counting as before gives {counted}: no "
            "strategy needs fewer guesses. But the best strategy that anybody has found needs 45. "
            "What do we know?"
        ).format(codes=game.space.size, counted=counted),
        options=(
            Option(
                gettext("A strategy with {counted} exists, we only have to look longer.").format(
                    counted=counted
                ),
                gettext(
                    "The count supposes that each answer splits as well as can be. Nobody has said "
                    "that a guess can really do it."
                ),
            ),
            Option(
                gettext(
                    "The best is {counted}, 43, 44 or 45. Counting alone does not tell."
                ).format(counted=counted),
                gettext(
                    "The best lies between the bound and what has been found. To close the gap, "
                    "find a better strategy or prove a higher bound. Here it is 45: a computer can "
                    "prove it."
                ),
                right=True,
            ),
            Option(
                gettext("45 is the best, because nobody has found a better one."),
                gettext("Perhaps nobody has looked well. Only a proof makes it certain."),
            ),
        ),
        hints=(
            gettext("A bound says what cannot be. Does it say what can be?"),
            gettext("The best is not below {counted}, and not above 45.").format(counted=counted),
        ),
    )


@publish("07-best/kinds")
def kinds() -> Number:
    """Five kinds of first guesses."""
    return Number(
        prompt=gettext(
            "At the beginning all colours are alike, and all places are alike. So red, red, green, "
            "green is as good a first guess as blue, orange, blue, orange: both have two pegs of "
            "one colour and two of another. How many kinds of first guesses are there in the "
            "classic game?"
        ),
        value=5,
        because=gettext(
            "Four equal pegs; three and one; two and two; two and two single ones; four different "
            "ones. A computer need only look at {kinds} first guesses instead of {codes}."
        ).format(kinds=5, codes=number(CLASSIC.space.size)),
        slips={
            CLASSIC.space.size: gettext("So many first guesses there are. But many are alike."),
            4: gettext("One is missing. Have you four different pegs, and also two, one and one?"),
            6: gettext("One is too many. The order of the pegs does not matter, nor their colour."),
            15: gettext("It does not matter which colours you take, nor where you put them."),
        },
        advice=gettext("How can four pegs be shared out among colours? 4, then 3 + 1, then …"),
        hints=(
            gettext("All four equal is one kind. Three equal and one other is the next."),
            gettext("In how many ways can you write 4 as a sum, such as 2 + 2 or 2 + 1 + 1?"),
        ),
    )


@publish("07-best/claim")
def claim() -> Choice:
    """What a proof is worth."""
    return Choice(
        prompt=gettext(
            "Somebody writes: “My strategy finds every code of the classic game, and for all codes "
            "together it needs {total} guesses.” What do you say?"
        ).format(total=number(BEST - 25)),
        options=(
            Option(
                gettext("Great, that is a new record!"),
                gettext("It has been proven that no strategy needs fewer than {best}.").format(
                    best=number(BEST)
                ),
            ),
            Option(
                gettext("I would have to try it on many codes first."),
                gettext("You need not. Whatever the strategy is, the proof holds for it as well."),
            ),
            Option(
                gettext("That cannot be: there is a slip in it somewhere."),
                gettext(
                    "No strategy needs fewer than {best}. That is what a proof is good for: you "
                    "are certain without looking at the strategy."
                ).format(best=number(BEST)),
                right=True,
            ),
        ),
        hints=(gettext("Which number did the proof give for the classic game?"),),
    )


@publish("07-best/price")
def price() -> Number:
    """Five guesses at most cost one guess in all."""
    return Number(
        prompt=gettext(
            "For two codes the best strategy needs 6 guesses. If you allow at most 5 guesses for "
            "each code, how many guesses more does the best strategy need, for all codes together?"
        ),
        value=BEST_WITHIN_FIVE - BEST,
        because=gettext(
            "{within} instead of {best}: a single guess more, for all {codes} codes together."
        ).format(
            within=number(BEST_WITHIN_FIVE),
            best=number(BEST),
            codes=number(CLASSIC.space.size),
        ),
        slips={
            0: gettext("Both totals are close, but not the same. Look again."),
            BEST_WITHIN_FIVE: gettext("That is the total. How many more is it than {best}?").format(
                best=number(BEST)
            ),
            5801 - BEST: gettext(
                "That is how much “Smallest worst case” needs more. There is a better one that "
                "keeps to 5 guesses."
            ),
        },
        advice=gettext("Choose the other tree above, and compare the totals."),
        hints=(
            gettext("Look for the proof twice: with any number of guesses, and with at most 5."),
            gettext("Subtract one total from the other."),
        ),
    )


@publish("07-best/program")
def program() -> CodeQuestion:
    """The bound by counting, for any game."""
    return CodeQuestion(
        prompt=gettext(
            "For those who program: write a function {name}. It is given how many codes a game has "
            "and how many answers, and returns the total when all goes as well as can be: 1 code "
            "with the first guess, then as many as there are other answers, and each time so many "
            "times more."
        ).format(name="least_total(codes, answers)"),
        name="least_total",
        trials=(
            Trial(1, gettext("One code is found with one guess."), (1, 5)),
            Trial(3, gettext("1 + 2: the second code needs two guesses."), (2, 5)),
            Trial(21, gettext("1 × 1 + 4 × 2 + 4 × 3, as by hand."), (9, 5)),
            Trial(42, gettext("1 × 1 + 4 × 2 + 11 × 3."), (16, 5)),
            Trial(4986, gettext("1 × 1 + 13 × 2 + 169 × 3 + 1113 × 4."), (1296, 14)),
        ),
        reference=least_total,
        broken=(
            lambda codes, answers: codes + answers,
            lambda codes, answers: 3 * codes - answers - 1,
            lambda codes, answers: least_total(codes, answers + 1),
            lambda codes: codes,
        ),
        because=gettext(
            "In each round as many codes are found as there can be, until none is left."
        ),
        hints=(
            gettext(
                "The answer that ends the game leads to no further guess: 5 answers lead on to 4."
            ),
            gettext("Keep how many codes can be found now: 1, then 4, then 4 × 4, and so on."),
            "while codes > 0: …",
        ),
    )


def least_total(codes: int, answers: int) -> int:
    """Return the total when each answer leads to a code as soon as it can."""
    total, guesses, can_be_found = 0, 1, 1
    while codes > 0:
        found = min(codes, can_be_found)
        total += found * guesses
        codes -= found
        guesses += 1
        can_be_found *= answers - 1
    return total
