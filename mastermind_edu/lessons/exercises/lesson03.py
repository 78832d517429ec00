"""The exercises of lesson 03, *How many codes?*"""

from __future__ import annotations

from mastermind_edu.games.catalogue import BULLS_AND_COWS, CLASSIC, SENHA, WITH_BLANKS, custom
from mastermind_edu.games.codes import CodeSpace
from mastermind_edu.games.feedback import Counted
from mastermind_edu.games.pegs import Blank
from mastermind_edu.language import gettext, number
from mastermind_edu.lessons.questions import Choice, CodeQuestion, Number, Option, Trial
from mastermind_edu.lessons.registry import publish

__all__: list[str] = []

TINY = custom(pegs=2, colours=3)


def product(space: CodeSpace) -> str:
    """Return the product that counts the codes, such as ``6 × 6 × 6 × 6 = 1,296``."""
    factors = " × ".join(str(factor.choices) for factor in space.factors)
    return f"{factors} = {number(space.size)}"


@publish("03-how-many/tiny")
def tiny() -> Number:
    """Two pegs of three colours."""
    return Number(
        prompt=gettext(
            "A tiny game: a code has 2 pegs, and there are 3 colours. A colour may come twice. "
            "How many codes are there? Write them all down if you like."
        ),
        value=TINY.space.size,
        because=gettext(
            "For each of the 3 pegs at place 1 there are 3 at place 2: {product}."
        ).format(product=product(TINY.space)),
        slips={
            6: gettext(
                "6 is 3 + 3, or the codes without the same colour twice. But for each of the 3 "
                "first pegs there are 3 second pegs."
            ),
            8: gettext("8 is 2 × 2 × 2: two colours at three places. Here it is the other way."),
            5: gettext("5 is 3 + 2. Write the codes down: how many begin with red?"),
        },
        advice=gettext("Write the codes down in order. How many begin with red?"),
        hints=(
            gettext("Write down all codes that begin with red. How many are there?"),
            gettext("There are 3 that begin with red. How many other first pegs are there?"),
        ),
    )


@publish("03-how-many/classic")
def classic() -> Number:
    """Four places with six choices each."""
    places, colours = CLASSIC.space.pegs, len(CLASSIC.space.kinds)
    return Number(
        prompt=gettext(
            "The classic game has {places} places and {colours} colours, and a colour may come "
            "more than once. How many codes are there?"
        ).format(places=places, colours=colours),
        value=CLASSIC.space.size,
        because=gettext("Each place can be any of the 6 colours: {product}.").format(
            product=product(CLASSIC.space)
        ),
        slips={
            places * colours: gettext(
                "That is 4 × 6, the number of pegs to choose from. But each first peg goes with "
                "every second peg: multiply once for each place."
            ),
            places**colours: gettext(
                "That is 4 × 4 × 4 × 4 × 4 × 4: six places with four choices each. Which number "
                "is the number of places here?"
            ),
            colours**3: gettext(
                "That is 6 × 6 × 6, the number of codes with three places. One place is missing."
            ),
            SENHA.space.size: gettext(
                "That is 6 × 5 × 4 × 3, which is right if no colour may come twice. Here it may."
            ),
        },
        advice=gettext("Multiply once for each place: how many choices does each place have?"),
        hints=(
            gettext("Let the tree grow for the classic game. What does each new place do?"),
            gettext("Each place multiplies the number by 6. There are four places."),
            "6 × 6 × 6 × 6",
        ),
    )


@publish("03-how-many/slip")
def slip() -> Choice:
    """One source prints 1296 = 6³."""
    return Choice(
        prompt=gettext(
            "We read on a sheet of rules for this game, with four pegs of six colours: “So there "
            "are 1296 = 6³ possible codes.” What is wrong with it?"
        ),
        options=(
            Option(
                gettext("The 1296: there are fewer codes."),
                gettext("Count again: 6 × 6 × 6 × 6 is 1296. This number is right."),
            ),
            Option(
                gettext("The 6: it should be 4."),
                gettext(
                    "The number that is multiplied is the number of choices a place has: 6 "
                    "colours. So the 6 is right."
                ),
            ),
            Option(
                gettext("The little 3: it should be 4."),
                gettext(
                    "The little number says how often you multiply, once for each of the four "
                    "places. 6³ is only 216, and 6⁴ is 1296. Printed things can be wrong: check "
                    "them!"
                ),
                right=True,
            ),
            Option(
                gettext("Nothing is wrong."),
                gettext("Work out 6³, which is 6 × 6 × 6. Is it 1296?"),
            ),
        ),
        hints=(
            gettext("6³ is 6 × 6 × 6. How much is that?"),
            gettext("How many places does a code have?"),
        ),
    )


@publish("03-how-many/senha")
def senha() -> Number:
    """No colour twice."""
    return Number(
        prompt=gettext(
            "In Senha there are six colours and four places too, but no colour comes twice in a "
            "code. How many codes are there?"
        ),
        value=SENHA.space.size,
        because=gettext(
            "Place 1 has 6 choices. Each colour used is gone for the places after it: {product}."
        ).format(product=product(SENHA.space)),
        slips={
            CLASSIC.space.size: gettext(
                "So many there are if colours may come more than once. How many colours are left "
                "for place 2?"
            ),
            6 + 5 + 4 + 3: gettext(
                "You have found the right four numbers: 6, 5, 4 and 3. But do not add them: each "
                "choice goes with each choice before it."
            ),
            15: gettext(
                "15 is how many sets of four colours there are. But the order counts: each set "
                "makes 24 codes."
            ),
            6 * 5 * 4: gettext("That is 6 × 5 × 4, for three places. There are four."),
            6 * 5 * 4 * 3 * 2: gettext("That is one place too many."),
        },
        advice=gettext("How many colours are left for place 2, once place 1 has its peg?"),
        hints=(
            gettext("Choose Senha above the tree, and look at how it splits at place 2."),
            gettext("6 choices for place 1, then 5 are left. Go on like this, and multiply."),
        ),
    )


@publish("03-how-many/blanks")
def blanks() -> Number:
    """A blank is one more choice for each place."""
    colours = sum(not isinstance(kind, Blank) for kind in WITH_BLANKS.space.kinds)
    return Number(
        prompt=gettext(
            "In the game with blanks a place may also stay empty. There are {colours} colours and "
            "4 places, and everything may come more than once. How many codes are there?"
        ).format(colours=colours),
        value=WITH_BLANKS.space.size,
        because=gettext("“Empty” is a seventh choice for each place: {product}.").format(
            product=product(WITH_BLANKS.space)
        ),
        slips={
            CLASSIC.space.size + 1: gettext(
                "You have added the code with four empty places. But there are also codes with "
                "one, two or three empty places."
            ),
            CLASSIC.space.size + 4: gettext(
                "You have added one code for each place. But an empty place goes with every "
                "choice for the other places."
            ),
            CLASSIC.space.size: gettext("So many there are without blanks."),
            6 * 5 * 4 * 3: gettext("That would be so if no colour might come twice."),
        },
        advice=gettext("How many choices does one place have now?"),
        hints=(
            gettext("An empty place counts like one more colour."),
            gettext("Each place has 7 choices."),
        ),
    )


@publish("03-how-many/digits")
def digits() -> Number:
    """Bulls and cows."""
    return Number(
        prompt=gettext(
            "In bulls and cows the code has four different digits from 0 to 9, and it may begin "
            "with 0. How many codes are there?"
        ),
        value=BULLS_AND_COWS.space.size,
        because=gettext(
            "Ten digits for place 1, and one less for each place after it: {product}."
        ).format(product=product(BULLS_AND_COWS.space)),
        slips={
            10_000: gettext(
                "That is 10 × 10 × 10 × 10, all numbers from 0000 to 9999. But no digit may come "
                "twice."
            ),
            9 * 9 * 8 * 7: gettext(
                "That is right if the code may not begin with 0. Here it may begin with 0."
            ),
            9 * 8 * 7 * 6: gettext("From 0 to 9 there are ten digits, not nine."),
            210: gettext("So many sets of four digits there are. But the order counts."),
        },
        advice=gettext("How many digits are there from 0 to 9? And how many are left for place 2?"),
        hints=(
            gettext("From 0 to 9 there are 10 digits."),
            gettext("10 choices for place 1, 9 for place 2, and so on."),
        ),
    )


@publish("03-how-many/longer")
def longer() -> Choice:
    """A place more makes more codes than a colour more."""
    place, colour = custom(pegs=5).space, custom(colours=7).space
    return Choice(
        prompt=gettext(
            "You want to make the classic game harder: more codes. You can have one more place, "
            "or one more colour. Which gives more codes?"
        ),
        options=(
            Option(
                gettext("One more colour."),
                gettext(
                    "Work both out: a colour more gives {colour}, a place more {place}."
                ).format(colour=product(colour), place=product(place)),
            ),
            Option(
                gettext("Both give the same number."),
                gettext("A place more multiplies by 6. Does a colour more do that too?"),
            ),
            Option(
                gettext("One more place."),
                gettext("A place more gives {place} codes, a colour more only {colour}.").format(
                    colour=product(colour), place=product(place)
                ),
                right=True,
            ),
        ),
        hints=(
            gettext("Which product do you get with five places and six colours?"),
            gettext("And with four places and seven colours?"),
        ),
    )


@publish("03-how-many/impossible")
def impossible() -> Choice:
    """Three in the right place leaves no wrong place for the fourth."""
    why = {
        (2, 2): gettext(
            "This can be: {secret} and {guess} have two pegs in the right place, and the other two "
            "change places."
        ).format(secret=_letters("1123"), guess=_letters("1132")),
        (0, 4): gettext(
            "This can be: {guess} has all pegs of {secret}, each in a wrong place."
        ).format(secret=_letters("1212"), guess=_letters("2121")),
        (3, 1): gettext(
            "When three pegs are in the right place, only one place is left in the code. The "
            "fourth peg stands right there. If it is the right one, it is in the right place."
        ),
        (3, 0): gettext("This can be: change one peg of the code to a colour that it has not."),
    }
    return Choice(
        prompt=gettext(
            "A guess has four pegs. Four answers are given below. One of them can never be: which?"
        ),
        options=tuple(
            Option(str(Counted(*answer)), text, right=answer not in CLASSIC.feedbacks)
            for answer, text in why.items()
        ),
        hints=(
            gettext("Try each answer: write a code, and look for a guess that gets it."),
            gettext("Suppose that three pegs are in the right place. Where can the fourth go?"),
        ),
    )


def _letters(code: str) -> str:
    return CLASSIC.space.format(CLASSIC.space.parse(code))


@publish("03-how-many/answers")
def answers() -> Number:
    """Fourteen answers, not fifteen."""
    count, most = len(CLASSIC.feedbacks), CLASSIC.space.pegs
    return Number(
        prompt=gettext(
            "The two numbers of an answer add up to {most} at most. How many different answers "
            "are there for {most} pegs?"
        ).format(most=most),
        value=count,
        because=gettext(
            "There are 15 pairs of numbers that add up to 4 at most: 1 with the sum 0, 2 with the "
            "sum 1, 3, 4 and 5 with the sum 4. One of them, 3 and 1, can never be."
        ),
        slips={
            count + 1: gettext(
                "There are 15 pairs of numbers. But one of them can never be an answer: you have "
                "just found it."
            ),
            25: gettext(
                "That is 5 × 5: both numbers from 0 to 4. But together they are 4 at most."
            ),
            5: gettext("So many sums there are, from 0 to 4. But the sum 4 can come in many ways."),
            most: gettext("There are more: begin with 0 in the right place, 0 in the wrong place."),
        },
        advice=gettext("List them by their sum: 0, 1, 2, 3, 4."),
        hints=(
            gettext("With the sum 1 there are two: 1 and 0, or 0 and 1. What about the sum 2?"),
            gettext("The sums 0 to 4 have 1, 2, 3, 4 and 5 pairs. Which one can never be?"),
        ),
    )


@publish("03-how-many/largest-part")
def largest_part() -> Number:
    """1,296 codes in 14 heaps: one heap has at least 93."""
    size, count = CLASSIC.space.size, len(CLASSIC.feedbacks)
    least = -(-size // count)
    return Number(
        prompt=gettext(
            "Your first guess sorts all {size} codes into heaps, one for each answer, and there "
            "are {count} answers. Some heap is the largest. At least how many codes must it have, "
            "whatever your guess is?"
        ).format(size=number(size), count=count),
        value=least,
        because=gettext(
            "If every heap had {fewer} codes at most, all {count} heaps together would have "
            "{count} × {fewer} = {sum} codes at most. That is fewer than {size}. So one heap has "
            "at least {least}."
        ).format(
            fewer=least - 1,
            count=count,
            sum=number(count * (least - 1)),
            size=number(size),
            least=least,
        ),
        slips={
            least - 1: gettext(
                "{size} : {count} is a little more than {fewer}. If no heap had more than {fewer}, "
                "some codes would be in no heap."
            ).format(size=number(size), count=count, fewer=least - 1),
            size: gettext("All codes in one heap: that can happen, but it need not be so."),
        },
        advice=gettext("Share the codes out as evenly as you can. How full is the fullest heap?"),
        hints=(
            gettext("Suppose that the heaps are as even as can be. Then divide."),
            gettext("{size} : {count} is not a whole number. Where do the last codes go?").format(
                size=number(size), count=count
            ),
        ),
    )


@publish("03-how-many/three-answers")
def three_answers() -> Number:
    """Two answers tell at most 196 codes apart, three 2,744."""
    size, count = CLASSIC.space.size, len(CLASSIC.feedbacks)
    return Number(
        prompt=gettext(
            "One answer is one of {count}. Two answers in a row can come in {count} × {count} = "
            "{two} ways at most. At least how many answers do you need until you can be sure to "
            "know which of the {size} codes it is?"
        ).format(count=count, two=count**2, size=number(size)),
        value=3,
        because=gettext(
            "Two answers tell at most {two} codes apart, which is too few. Three answers could "
            "tell {count} × {count} × {count} = {three} apart, which would be enough for {size}."
        ).format(count=count, two=count**2, three=number(count**3), size=number(size)),
        slips={
            2: gettext(
                "Two answers can come in {two} ways at most, but there are {size} codes. So some "
                "codes would get the same two answers."
            ).format(two=count**2, size=number(size)),
            4: gettext("Look whether three answers would do: {count} × {two} = ?").format(
                count=count, two=count**2
            ),
            size // count: gettext(
                "Each answer does not take {count} codes away: it leaves one of {count} heaps. So "
                "multiply by {count} for each answer."
            ).format(count=count),
        },
        advice=gettext("Multiply by {count} until you have at least {size}.").format(
            count=count, size=number(size)
        ),
        hints=(
            gettext("{two} is fewer than {size}, so two answers are too few.").format(
                two=count**2, size=number(size)
            ),
            gettext("Multiply {two} by {count} once more. Is it enough?").format(
                two=count**2, count=count
            ),
        ),
    )


@publish("03-how-many/three-guesses")
def three_guesses() -> Number:
    """In three guesses at most 1 + 13 + 169 codes are found."""
    going_on = len(CLASSIC.feedbacks) - 1
    most = 1 + going_on + going_on**2
    return Number(
        prompt=gettext(
            "Knowing the code is not enough: you have to guess it. Your first guess finds 1 code. "
            "If it is wrong, you have one of {n} other answers, and for each of them a second "
            "guess of your own. These find {n} codes more. How many codes can be found in three "
            "guesses at most?"
        ).format(n=going_on),
        value=most,
        because=gettext(
            "1 code at the first guess, {n} at the second and {n} × {n} = {square} at the third: "
            "{most} together. The answer “all in the right place” ends the game, so only {n} "
            "answers lead on."
        ).format(n=going_on, square=going_on**2, most=most),
        slips={
            going_on**2: gettext(
                "So many are found at the third guess itself. Do not forget those found before it."
            ),
            (going_on + 1) ** 3: gettext(
                "So many ways there are for three answers. But a code is found only by a guess "
                "that is the code, and one of the answers ends the game."
            ),
            going_on**3: gettext("So many can be found at the fourth guess itself."),
            1 + going_on + (going_on + 1) ** 2: gettext(
                "After the second guess too, only {n} answers lead on."
            ).format(n=going_on),
            1 + going_on: gettext("So many can be found in two guesses at most."),
        },
        advice=gettext("Add up what is found at the first, the second and the third guess."),
        hints=(
            gettext("After each of the {n} second guesses, again {n} answers lead on.").format(
                n=going_on
            ),
            gettext("1 + {n} + {n} × {n}").format(n=going_on),
        ),
    )


NUMBER_OF_CODES = """\
def number_of_codes(pegs, colours, repeats):
    product = 1
    for place in range(pegs):
        if repeats:
            product = product * colours
        else:
            product = product * (colours - place)
    return product
"""


@publish("03-how-many/program")
def program() -> CodeQuestion:
    """The product rule as a function."""
    return CodeQuestion(
        prompt=gettext(
            "For those who program: write a function {name} that returns how many codes there are "
            "for any number of pegs and colours. If {repeats} is False, no colour comes twice."
        ).format(name="number_of_codes(pegs, colours, repeats)", repeats="repeats"),
        name="number_of_codes",
        trials=(
            Trial(9, gettext("That is the tiny game: 3 × 3."), (2, 3, True)),
            Trial(8, gettext("Multiply the colours, once for each peg."), (3, 2, True)),
            Trial(1296, gettext("That is the classic game: 6 × 6 × 6 × 6."), (4, 6, True)),
            Trial(360, gettext("That is Senha: 6 × 5 × 4 × 3."), (4, 6, False)),
            Trial(
                7, gettext("With one peg it does not matter whether colours repeat."), (1, 7, False)
            ),
            Trial(0, gettext("Three different colours cannot be had from two."), (3, 2, False)),
            Trial(26**6, gettext("No list of all codes is needed for this."), (6, 26, True)),
        ),
        reference=NUMBER_OF_CODES,
        broken=(
            lambda pegs, colours, repeats: pegs * colours,  # noqa: ARG005
            lambda pegs, colours, repeats: pegs**colours,  # noqa: ARG005
            lambda pegs, colours, repeats: colours**pegs,  # noqa: ARG005
            lambda pegs, colours: colours**pegs,
            lambda pegs, colours, repeats: [].append(colours**pegs),  # noqa: ARG005
            6**4,
        ),
        because=gettext("The function multiplies once for each place, as the tree does."),
        hints=(
            gettext("Begin with 1 and multiply once for each place, in a loop."),
            gettext("Without repeats, place 1 has all colours, place 2 one less, and so on."),
            "for place in range(pegs): …",
        ),
    )
