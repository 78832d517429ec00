"""The exercises of lesson 04, *Candidates*."""

from __future__ import annotations

from collections.abc import Sequence

from mastermind_edu.games.catalogue import BULLS_AND_COWS, CLASSIC
from mastermind_edu.language import gettext, number
from mastermind_edu.lessons.questions import (
    Choice,
    Defend,
    Number,
    Option,
    PickRemaining,
    Prove,
    Puzzle,
    played,
)
from mastermind_edu.lessons.registry import publish
from mastermind_edu.solvers.candidates import candidates
from mastermind_edu.solvers.deduction import Claim, traits

__all__: list[str] = []

code = CLASSIC.space.parse
RED, GREEN, BLUE, YELLOW, PURPLE, ORANGE = traits(CLASSIC.space)


@publish("04-candidates/one-row")
def one_row() -> PickRemaining:
    """One row, six codes."""
    return PickRemaining(
        prompt=gettext(
            "One row has been played. Which of these codes can still be the secret? Mark the guess "
            "as if the code were the secret: does it get the same answer?"
        ),
        game=CLASSIC,
        rows=played(CLASSIC, ("1122", (1, 1))),
        codes=tuple(map(code, ("1314", "1123", "3145", "2133", "3324", "1566"))),
        hints=(
            gettext(
                "Take the codes one by one. Say: “If this were the secret, what would the answer "
                "be?”"
            ),
            gettext(
                "The answer speaks of two pegs. So a code needs two pegs that pair with the guess, "
                "not three and not one."
            ),
        ),
    )


@publish("04-candidates/three-rows")
def three_rows() -> PickRemaining:
    """Three rows, six codes."""
    return PickRemaining(
        prompt=gettext("Now there are three rows. Which of these codes can still be the secret?"),
        game=CLASSIC,
        rows=played(CLASSIC, ("1122", (0, 1)), ("3344", (1, 1)), ("5235", (0, 2))),
        codes=tuple(map(code, ("3513", "2354", "4543", "2454", "3561", "4351"))),
        hints=(
            gettext(
                "A code must get the right answer in every row. One other answer and it is out."
            ),
            gettext(
                "Begin with row 1: which codes have exactly one peg that pairs with its guess?"
            ),
        ),
    )


@publish("04-candidates/defend")
def defend() -> Sequence[Defend]:
    """Is it possible, and if not, which row says so?"""
    rows = played(CLASSIC, ("1122", (0, 2)), ("3341", (1, 1)), ("2314", (1, 2)))
    prompt = gettext("Can this code still be the secret? Say which row rules it out, if one does.")
    hints = (
        gettext("Mark the guess of row 1 as if this code were the secret. Is it the same answer?"),
        gettext("Do the same with rows 2 and 3."),
    )
    return [
        Defend(prompt=prompt, game=CLASSIC, rows=rows, code=code(text), hints=hints)
        for text in ("4511", "3215", "2145", "4215")
    ]


@publish("04-candidates/count")
def count() -> Number:
    """An answer without a key peg leaves four colours."""
    left = len(candidates(CLASSIC, played(CLASSIC, ("1122", (0, 0)))))
    return Number(
        prompt=gettext(
            "Your first guess in the classic game is {guess}, and no peg of it is right at all. "
            "How many candidates are left?"
        ).format(guess=CLASSIC.space.format(code("1122"))),
        value=left,
        because=gettext(
            "Red and green are out. Four colours are left for each place: 4 × 4 × 4 × 4 = {left}."
        ).format(left=left),
        slips={
            4 * 3 * 2: gettext("In the classic game a colour may come more than once."),
            4 * 4: gettext("That is 4 × 4, for two places. There are four."),
            CLASSIC.space.size // 2: gettext(
                "Not half of the codes are left: each place has lost two of its six choices."
            ),
            CLASSIC.space.size - 16: gettext(
                "You have taken away the codes of red and green alone. But every code with any red "
                "or green peg is out."
            ),
        },
        advice=gettext("Which colours can a place still have? Then use the product rule."),
        hints=(
            gettext("Which colours are out?"),
            gettext("Four colours are left. How many codes can be made of them?"),
        ),
    )


@publish("04-candidates/count-digits")
def count_digits() -> Number:
    """The same with digits that come once."""
    guess = BULLS_AND_COWS.space.parse("4089")
    left = len(candidates(BULLS_AND_COWS, [(guess, (0, 0))]))
    return Number(
        prompt=gettext(
            "In bulls and cows, with four different digits, you guess {guess}: no bull and no cow. "
            "How many candidates are left?"
        ).format(guess=BULLS_AND_COWS.space.format(guess)),
        value=left,
        because=gettext("Six digits are left, each at most once: 6 × 5 × 4 × 3 = {left}.").format(
            left=left
        ),
        slips={
            6**4: gettext("That is 6 × 6 × 6 × 6. But no digit comes twice."),
            BULLS_AND_COWS.space.size: gettext("So many there were before your guess."),
            15: gettext("So many sets of four of the six digits there are. But the order counts."),
        },
        advice=gettext("How many digits are left, and how many choices has each place?"),
        hints=(
            gettext("Which digits are left?"),
            gettext("6 choices for place 1, 5 for place 2, and so on."),
        ),
    )


@publish("04-candidates/proofs")
def proofs() -> Sequence[Prove]:
    """Which rows prove it, and none too many."""
    rows = played(CLASSIC, ("2644", (2, 0)), ("3343", (0, 1)), ("6614", (1, 1)), ("4541", (0, 0)))
    claims = (
        (
            Claim(YELLOW, None, at_least=False, number=0),
            (gettext("Which row tells you that a colour is not there at all?"),),
        ),
        (
            Claim(GREEN, 0, at_least=True, number=1),
            (
                gettext("Row 4 says that yellow is not in the code. What does row 1 say then?"),
                gettext("Row 1 has two pegs in the right place, and neither is yellow."),
            ),
        ),
        (
            Claim(BLUE, 2, at_least=True, number=1),
            (
                gettext("Row 4 says that yellow is not in the code. What does row 2 say then?"),
                gettext("One blue peg of row 2 is in the wrong place. Where can blue be?"),
            ),
        ),
    )
    text = gettext("Which rows prove that {claim}? Choose the rows that are needed, and no others.")
    return [
        Prove(
            prompt=text.format(claim=claim.clause),
            game=CLASSIC,
            rows=rows,
            claim=claim,
            hints=hints,
        )
        for claim, hints in claims
    ]


@publish("04-candidates/puzzles")
def puzzles() -> Sequence[Puzzle]:
    """Rows that leave one code: two rows, three rows, four rows."""
    prompt = gettext("These rows leave only one code. Which?")
    games = (
        (
            (("1224", (0, 4)), ("5131", (1, 0))),
            (
                gettext("Row 1: all four pegs are in the code, each in another place."),
                gettext("There are two green pegs, and not at places 2 and 3. So where?"),
            ),
        ),
        (
            (("2424", (1, 1)), ("4346", (0, 0)), ("5435", (2, 0))),
            (
                gettext("Row 2 tells you three colours that are not in the code. Cross them out."),
                gettext("What is left of row 3? Two pegs of it are in the right place."),
            ),
        ),
        (
            (("1616", (0, 0)), ("6646", (0, 1)), ("1313", (2, 0)), ("1112", (0, 1))),
            (
                gettext("Row 1: cross out red and orange in all rows."),
                gettext("What is left of row 3? And what do rows 2 and 4 still speak of?"),
            ),
        ),
    )
    return [
        Puzzle(prompt=prompt, game=CLASSIC, rows=played(CLASSIC, *rows), hints=hints)
        for rows, hints in games
    ]


@publish("04-candidates/lies")
def lies() -> Sequence[Prove]:
    """Rows of which one must be wrong."""
    prompt = gettext(
        "The codemaker has made a mistake: these rows cannot all be true. Which rows contradict "
        "each other? Choose the rows that are needed for it, and no others."
    )
    return [
        Prove(
            prompt=prompt,
            game=CLASSIC,
            rows=played(CLASSIC, ("1234", (0, 1)), ("5566", (1, 1)), ("4312", (2, 0))),
            hints=(
                gettext("Two of the guesses have the same four colours."),
                gettext("How many pegs of these colours are in the code, by each of the two rows?"),
            ),
        ),
        Prove(
            prompt=prompt,
            game=CLASSIC,
            rows=played(
                CLASSIC, ("1122", (1, 0)), ("1345", (1, 1)), ("3344", (0, 1)), ("5566", (1, 0))
            ),
            hints=(
                gettext("The code has four pegs. Each is one of the six colours."),
                gettext("Three of the rows have all six colours between them. Add up their pegs."),
            ),
        ),
    ]


@publish("04-candidates/lie-found")
def lie_found() -> Choice:
    """When no candidate is left."""
    return Choice(
        prompt=gettext(
            "You are the codebreaker, and after your fifth row no candidate is left. What does "
            "that tell you?"
        ),
        options=(
            Option(
                gettext("You have guessed badly."),
                gettext(
                    "A guess cannot be wrong: any guess with a true answer leaves at least the "
                    "secret itself."
                ),
            ),
            Option(
                gettext("The answer of row 5 is wrong."),
                gettext(
                    "It may be, but it need not. Perhaps an earlier answer was wrong, and you have "
                    "noticed it only now."
                ),
            ),
            Option(
                gettext(
                    "Some answer is wrong: one of a row that contradicts others, early or late."
                ),
                gettext(
                    "If all answers were true, the secret would still be a candidate. The rows "
                    "that contradict each other tell you where to look."
                ),
                right=True,
            ),
            Option(
                gettext("There are more than {n} codes.").format(n=number(CLASSIC.space.size)),
                gettext("All codes were on the map at the beginning. The secret was one of them."),
            ),
        ),
        hints=(gettext("Can the true secret ever be ruled out by a true answer?"),),
    )
