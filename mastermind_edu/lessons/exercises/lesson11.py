"""The exercises of lesson 11, *Project*."""

from __future__ import annotations

from mastermind_edu.games.catalogue import CLASSIC
from mastermind_edu.language import gettext, number
from mastermind_edu.lessons.questions import Choice, Number, Option
from mastermind_edu.lessons.registry import publish
from mastermind_edu.solvers.strategies import FIRST

__all__ = ["FIRST_TOTAL", "MANY_COLOURS_TOTAL"]

FIRST_TOTAL = 7471
MANY_COLOURS_TOTAL = 6122
"""How many guesses two strategies need for all codes of the classic game together."""


@publish("11-project/fair")
def fair() -> Choice:
    """A fair experiment changes one thing, and leaves nothing to luck."""
    return Choice(
        prompt=gettext(
            "Ana asks: “Do blanks make the game harder?” Which experiment gives her the best "
            "answer?"
        ),
        options=(
            Option(
                gettext("She plays one game with blanks and one without, and counts her guesses."),
                gettext(
                    "One game is mostly luck. And in the second one she has had more practice."
                ),
            ),
            Option(
                gettext(
                    "She lets the same strategy find every code, once with blanks and once without."
                ),
                gettext(
                    "Only one thing differs between the two: the blanks. And no code is left out, "
                    "so luck plays no part."
                ),
                right=True,
            ),
            Option(
                gettext(
                    "She lets “{first}” play without blanks, and the optimal strategy with blanks."
                ).format(first=FIRST.name),
                gettext(
                    "Two things differ: the blanks and the strategy. If the figures differ, nobody "
                    "knows because of which."
                ),
            ),
            Option(
                gettext("She asks ten friends which game they find harder."),
                gettext(
                    "That answers another question: what her friends think. They may be wrong."
                ),
            ),
        ),
        hints=(
            gettext("A fair experiment changes one thing only. Which of the four does?"),
            gettext("And could chance decide the result?"),
        ),
    )


@publish("11-project/saved")
def saved() -> Number:
    """What one line of code saves over all codes of the classic game."""
    values = {
        "game": CLASSIC.name,
        "first": FIRST.name,
        "first_total": number(FIRST_TOTAL),
        "many_total": number(MANY_COLOURS_TOTAL),
        "saved": number(FIRST_TOTAL - MANY_COLOURS_TOTAL),
    }
    return Number(
        prompt=gettext(
            "Run the race in the game “{game}”. How many guesses does ManyColours save against "
            "“{first}”, for all codes together?"
        ).format(**values),
        value=FIRST_TOTAL - MANY_COLOURS_TOTAL,
        because=gettext("{first_total} − {many_total} = {saved}.").format(**values),
        slips={
            FIRST_TOTAL: gettext("That is the total of “{first}”. Subtract the other one.").format(
                **values
            ),
            MANY_COLOURS_TOTAL: gettext(
                "That is the total of ManyColours. Subtract it from the other one."
            ),
            2: gettext("That is the difference of the worst cases. Here it is about the totals."),
        },
        advice=gettext("In the table of the race, look at “for all codes together”."),
        hints=(
            gettext("Tick both strategies above, and run the race."),
            gettext("In the table, subtract the smaller total from the larger one."),
        ),
    )


@publish("11-project/equal")
def equal() -> Choice:
    """Without repeats all codes have equally many colours, so the first one is taken."""
    return Choice(
        prompt=gettext(
            "Now run the race in Senha. ManyColours and “{first}” need exactly the same number of "
            "guesses. Why?"
        ).format(first=FIRST.name),
        options=(
            Option(
                gettext("It is a coincidence."),
                gettext("Then the numbers of codes found with 1, 2, 3 guesses would differ."),
            ),
            Option(
                gettext("In Senha every code has four different colours."),
                gettext(
                    "So all codes that fit have equally many colours, and ManyColours takes the "
                    "first of them. Both strategies are the same then."
                ),
                right=True,
            ),
            Option(
                gettext("Senha has so few codes that all strategies are equally good."),
                gettext("Look at “Most parts”: it needs fewer guesses."),
            ),
            Option(
                gettext("In Senha the key pegs stand under the places."),
                gettext(
                    "They do, and that makes the game easier for everybody. But does it make two "
                    "strategies guess the same?"
                ),
            ),
        ),
        hints=(gettext("May a colour come twice in Senha? How many colours has a code then?"),),
    )
