"""The exercises of lesson 02, *The answer*."""

from __future__ import annotations

from collections.abc import Sequence

from mastermind_edu.games.catalogue import CLASSIC, SENHA, custom
from mastermind_edu.games.rules import Rules
from mastermind_edu.language import gettext
from mastermind_edu.lessons.questions import Choice, MarkAGuess, Number, Option
from mastermind_edu.lessons.registry import publish

__all__: list[str] = []


def marks(game: Rules, *pairs: str) -> list[MarkAGuess]:
    """Return a question for each secret and guess, written ``1234/1122``."""
    codes = [map(game.space.parse, pair.split("/")) for pair in pairs]
    return [MarkAGuess(game=game, secret=secret, guess=guess) for secret, guess in codes]


@publish("02-answer/two-steps")
def two_steps() -> MarkAGuess:
    """One peg in the right place, two in the wrong place, no colour twice."""
    return marks(CLASSIC, "6241/1234")[0]


@publish("02-answer/add-up")
def add_up() -> Number:
    """The two numbers together tell how many pegs belong in the code."""
    return Number(
        prompt=gettext(
            "The answer to a guess of four pegs is: 1 in the right place, 2 in the wrong place. "
            "How many of the four pegs have no place in the code at all?"
        ),
        value=1,
        because=gettext(
            "1 and 2 are 3 pegs that belong in the code. The guess has 4 pegs, so 1 is left over."
        ),
        slips={
            3: gettext(
                "3 is how many pegs belong in the code: 1 here and 2 elsewhere. You are asked "
                "for the others."
            ),
            2: gettext(
                "The 2 pegs in the wrong place do belong in the code: they only have to move."
            ),
        },
        advice=gettext("The guess has four pegs, and the answer speaks of some of them."),
        hints=(
            gettext("Add the two numbers. What does the sum tell you?"),
            gettext("3 pegs belong in the code. How many pegs does the guess have?"),
        ),
    )


@publish("02-answer/four-reds")
def four_reds() -> MarkAGuess:
    """A colour that the guess has four times and the code once."""
    return marks(CLASSIC, "1234/1111")[0]


@publish("02-answer/duplicates")
def duplicates() -> Sequence[MarkAGuess]:
    """Colours that come twice: where people and programs go wrong."""
    pairs = ("1234/1122", "1112/1231", "1112/1121", "3243/3142", "2532/3523", "1233/3231")
    return marks(CLASSIC, *pairs)


@publish("02-answer/few-colours")
def few_colours() -> Sequence[MarkAGuess]:
    """Games of two colours and of two pegs."""
    two_colours = custom(pegs=4, colours=2)
    two_pegs = custom(pegs=2, colours=3)
    return [*marks(two_colours, "1122/2212", "1212/2121"), *marks(two_pegs, "13/11")]


@publish("02-answer/swap")
def swap() -> Choice:
    """Counted answers are the same from both sides."""
    return Choice(
        prompt=gettext(
            "Two friends have a code each. Each takes the code of the other as a guess and marks "
            "it. What can you say about their two answers?"
        ),
        options=(
            Option(
                gettext("They are the same, whatever the two codes are."),
                gettext(
                    "Places that agree are the same seen from both sides. And a pair is a pair: it "
                    "joins one peg of each code."
                ),
                right=True,
            ),
            Option(
                gettext("They are the same only if no colour comes twice."),
                gettext(
                    "Try it with {one} and {other} from above: both ways you find the same pairs. "
                    "A pair joins one peg of each code, also if a colour comes twice."
                ).format(one=_letters("1112"), other=_letters("1231")),
            ),
            Option(
                gettext("They may be quite different."),
                gettext(
                    "Take one of the guesses above and swap the code and the guess. In step 1 you "
                    "compare the same places. What about the pairs of step 2?"
                ),
            ),
        ),
        hints=(
            gettext("Take an exercise from above, swap the code and the guess, and mark it again."),
            gettext("Step 1: do you find other places? Step 2: do you find other pairs?"),
        ),
    )


def _letters(code: str) -> str:
    return CLASSIC.space.format(CLASSIC.space.parse(code))


@publish("02-answer/legend")
def legend() -> Choice:
    """White is the right place in Senha."""
    exact, misplaced = (key.name for key in SENHA.keys)
    return Choice(
        prompt=gettext(
            "In Senha, a {misplaced} key peg stands under the second peg of your guess. "
            "What do you know?"
        ).format(misplaced=misplaced),
        options=(
            Option(
                gettext("The second peg is in the right place."),
                gettext(
                    "So it would be in the classic game. Look at the legend of Senha: there "
                    "{exact} means the right place."
                ).format(exact=exact),
            ),
            Option(
                gettext("Its colour is not in the code."),
                gettext(
                    "A colour that is not in the code gets no key peg. Look at the legend again."
                ),
            ),
            Option(
                gettext("Its colour is in the code, but in another place."),
                gettext(
                    "In Senha, {misplaced} means the wrong place. And because each key peg stands "
                    "under its peg, you know which peg it is."
                ).format(misplaced=misplaced),
                right=True,
            ),
            Option(
                gettext("One peg is in the wrong place, but you cannot know which."),
                gettext(
                    "So it would be with counted answers. In Senha each key peg stands under the "
                    "peg that it is about."
                ),
            ),
        ),
        hints=(
            gettext("Which key peg means the right place in Senha? Look at the legend."),
            gettext("In Senha each key peg stands under the peg that it is about."),
        ),
    )


@publish("02-answer/senha")
def senha() -> Sequence[MarkAGuess]:
    """A mark under each place, no colour twice."""
    return marks(SENHA, "1234/1562", "4261/6241")


@publish("02-answer/each-place")
def each_place() -> Sequence[MarkAGuess]:
    """A mark under each place, colours twice: right places first, then from left to right."""
    return marks(custom(answer="per position"), "1213/1121", "2311/1142")


@publish("02-answer/nothing")
def nothing() -> Choice:
    """The answer without a key peg tells a lot."""
    guess = _letters("1122")
    return Choice(
        prompt=gettext(
            "You guess {guess}, and the answer is: 0 in the right place, 0 in the wrong place. "
            "What do you know?"
        ).format(guess=guess),
        options=(
            Option(
                gettext("Nothing: not one peg was right."),
                gettext(
                    "It feels like that, but think of what the code can no longer be. Can there "
                    "be a red peg in it?"
                ),
            ),
            Option(
                gettext("Red and green stand in other places."),
                gettext("Then they would be in the wrong place, and you would have key pegs."),
            ),
            Option(
                gettext("Red and green are not in the code at all."),
                gettext(
                    "A red or a green peg anywhere in the code would give at least one key peg. "
                    "So only four of the six colours are left. A bad answer can be a good one!"
                ),
                right=True,
            ),
        ),
        hints=(gettext("Suppose that red is in the code somewhere. What would the answer be?"),),
    )
