"""The exercises of lesson 09, *Kata*: the marking as a program, in small stages."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from typing import Any

from mastermind_edu.games.grand import mark as marked
from mastermind_edu.language import gettext, number
from mastermind_edu.lessons.questions import Choice, Kata, Number, Option, Trial
from mastermind_edu.lessons.registry import publish
from mastermind_edu.lessons.shaped_codes import pair

__all__: list[str] = []

NINE = "GcGcBtRtGcGcGcBtBc/RcBcRtRtGsGcRcBcGc"
"""Nine pegs: all orders are too many, all sets of half right places are not."""

FORTY = (
    "BcRtGcGsBcBcRtBcRtBtRtRtBtRtRcGcGcBcBcRcRtBtRtBtGcBtRtBcBsBcRtBtBcGcGcBcBcGcRtRc"
    "/BtRsBtGtBsBsBtRcRtBcBcRsRsGtRtBcRcBcGcBcRcGtRcBsBsGtBtBsBcBtBsBsBsRcGtBtBtRtBsBc"
)
"""Forty pegs: all sets are too many too, and it does not do to take places as they come."""


def defined(name: str, program: str) -> Any:
    """Return what a program calls ``name``."""
    space: dict[str, Any] = {}
    exec(program, space)
    return space[name]


def attempts(name: str, programs: Iterable[str]) -> tuple[Any, ...]:
    """Return what each of some programs calls ``name``."""
    return tuple(defined(name, program) for program in programs)


def pegs(text: str) -> list[str]:
    """Return a code as pupils write it: ``RcGs`` as a list of ``Rc`` and ``Gs``."""
    return re.findall("..", text)


def shaped(stage: str, why: str, *pairs: str) -> Iterator[Trial]:
    """Try the marking of shapes and colours with some pairs of secret and guess."""
    for text in pairs:
        secret, guess = text.split("/")
        answer = tuple(marked(*pair(text)))
        yield Trial(answer, why, (pegs(secret), pegs(guess)), stage)


# ---- the classic game ---------------------------------------------------------------------------

EACH_PEG_AGAIN = """\
def evaluate(secret, guess):
    exact = misplaced = 0
    for place in range(len(guess)):
        if guess[place] == secret[place]:
            exact += 1
        elif guess[place] in secret:
            misplaced += 1
    return exact, misplaced
"""


@publish("09-kata/read")
def read() -> Choice:
    """A program that uses pegs of the secret again and again."""
    return Choice(
        prompt=gettext(
            "Read the program above. Which of these calls shows that it is wrong? Work out what it "
            "returns, and what it should return."
        ),
        options=(
            Option(
                'evaluate("RGBY", "RGOO")',
                gettext("It returns (2, 0), and that is right."),
            ),
            Option(
                'evaluate("RGBY", "GRYB")',
                gettext("It returns (0, 4), and that is right: each peg stands elsewhere."),
            ),
            Option(
                'evaluate("RGBY", "RRRR")',
                gettext(
                    "It returns (1, 3), and (1, 0) is right: the one red peg of the secret is used "
                    "four times."
                ),
                right=True,
            ),
            Option(
                'evaluate("RRRR", "RGBY")',
                gettext("It returns (1, 0), and that is right: the guess has one red peg."),
            ),
        ),
        hints=(
            gettext("Go through the loop by hand: what happens at each place?"),
            gettext("When is a peg of the secret used twice?"),
        ),
    )


EVALUATE = """\
from collections import Counter

def evaluate(secret, guess):
    exact = 0
    for place in range(len(secret)):
        if secret[place] == guess[place]:
            exact += 1
    in_secret, in_guess = Counter(secret), Counter(guess)
    common = sum(min(in_secret[peg], in_guess[peg]) for peg in in_secret)
    return exact, common - exact
"""

WRONG_EVALUATES = {
    "right place": """\
def evaluate(secret, guess):
    return len(secret), 0
""",
    "wrong place": """\
def evaluate(secret, guess):
    return sum(one == other for one, other in zip(secret, guess)), 0
""",
    "once": EACH_PEG_AGAIN,
    "pegs of the guess once": """\
def evaluate(secret, guess):
    exact = sum(one == other for one, other in zip(secret, guess))
    return exact, sum(peg in guess for peg in secret) - exact
""",
    "counts colours": """\
def evaluate(secret, guess):
    exact = sum(one == other for one, other in zip(secret, guess))
    return exact, len(set(secret) & set(guess)) - exact
""",
    "counts the right place too": """\
from collections import Counter

def evaluate(secret, guess):
    exact = sum(one == other for one, other in zip(secret, guess))
    return exact, (Counter(secret) & Counter(guess)).total()
""",
    "four pegs only": """\
from collections import Counter

def evaluate(secret, guess):
    exact = sum(secret[place] == guess[place] for place in range(4))
    return exact, (Counter(secret) & Counter(guess)).total() - exact
""",
    "returns nothing": """\
def evaluate(secret, guess):
    print(sum(one == other for one, other in zip(secret, guess)))
""",
    "never ends": """\
def evaluate(secret, guess):
    while True:
        exact = 0
""",
}


@publish("09-kata/evaluate")
def evaluate() -> Kata:
    """The classic marking."""
    place = gettext("the right place")
    elsewhere = gettext("the wrong place")
    once = gettext("each peg once")
    any_length = gettext("any number of pegs")
    same = gettext("Count the places at which both have the same peg.")
    other = gettext("Look for pegs that both have, but at different places.")
    used = gettext("Each peg of the secret is used once only, and so is each peg of the guess.")
    long = gettext("A code can have any number of pegs: ask for {length}.").format(
        length="len(secret)"
    )
    return Kata(
        prompt=gettext(
            "Write a function {name} that marks a guess in the classic game. It returns two "
            "numbers, those in the right place and those in the wrong place: {example}. Go from "
            "stage to stage, and run it often."
        ).format(name="evaluate(secret, guess)", example="return exact, misplaced"),
        name="evaluate",
        trials=(
            Trial((4, 0), same, ("RGBY", "RGBY"), place),
            Trial((1, 0), same, ("RGBY", "ROOO"), place),
            Trial((2, 0), same, ("RGBY", "OGPY"), place),
            Trial((0, 0), same, ("RGBY", "OPOP"), place),
            Trial((0, 1), other, ("RGBY", "OROO"), elsewhere),
            Trial((0, 4), other, ("RGBY", "GRYB"), elsewhere),
            Trial((1, 2), other, ("RGBY", "RBGO"), elsewhere),
            Trial((1, 0), used, ("RGBY", "RRRR"), once),
            Trial((1, 0), used, ("RRRR", "RGBY"), once),
            Trial((1, 1), used, ("RGBY", "RRGG"), once),
            Trial((2, 2), used, ("RRRG", "RRGR"), once),
            Trial((1, 2), used, ("RRRG", "RGBR"), once),
            Trial((2, 1), used, ("BGYB", "BRYG"), once),
            Trial((1, 2), used, ("RRBB", "BBRB"), once),
            Trial((0, 4), used, ("GRGR", "RGRG"), once),
            Trial((1, 0), long, ("RB", "RR"), any_length),
            Trial((1, 0), long, ("R", "R"), any_length),
            Trial((3, 2), long, ("RGBYP", "RGBPY"), any_length),
        ),
        reference=EVALUATE,
        broken=attempts("evaluate", WRONG_EVALUATES.values()),
        because=gettext(
            "Of each colour, as many pegs pair as the secret and the guess both have. Those in the "
            "right place are among them, so they are taken away."
        ),
        hints=(
            gettext("Stage 1 needs a loop over the places: {loop}").format(
                loop="for place in range(len(secret)): …"
            ),
            gettext(
                "You can take pegs away that are used: make lists of both codes first, with {list}."
            ).format(list="list(secret)"),
            gettext(
                "Or count: how many red pegs has the secret, and how many the guess? The smaller "
                "number of them can pair."
            ),
        ),
    )


# ---- shapes and colours -------------------------------------------------------------------------


@publish("09-kata/reuse")
def reuse() -> Choice:
    """The classic function needs nothing but equality."""
    return Choice(
        prompt=gettext(
            "A peg with a shape is written as a text of two letters, such as {peg}, and a code as "
            "a list of them. You give two such lists to a correct {name}. What comes out?"
        ).format(peg='"Rc"', name="evaluate"),
        options=(
            Option(
                gettext("An error: the function knows colours only."),
                gettext(
                    "Look at the program: does it ever ask what a peg looks like? It only asks "
                    "whether two pegs are equal."
                ),
            ),
            Option(
                gettext("The numbers of black and of white."),
                gettext(
                    "The program only asks whether two pegs are equal. So it works for all kinds "
                    "of pegs, and two thirds of your work are done."
                ),
                right=True,
            ),
            Option(
                gettext("Two numbers that are wrong if colours agree and shapes do not."),
                gettext(
                    "The texts {one} and {other} are not equal, and that is all it asks."
                ).format(one='"Rc"', other='"Rs"'),
            ),
        ),
        hints=(
            gettext("What does {name} do with a peg? Compare, count, or anything else?").format(
                name="evaluate"
            ),
            gettext("Try it: {call}").format(call='evaluate(["Rc", "Gs"], ["Gs", "Rc"])'),
        ),
    )


HALF_RIGHT = """\
def half_right(one, other):
    same_colour = one[0] == other[0]
    same_shape = one[1] == other[1]
    return same_colour != same_shape
"""

WRONG_HALVES = {
    "equal pegs": """\
def half_right(one, other):
    return one[0] == other[0] or one[1] == other[1]
""",
    "colour only": """\
def half_right(one, other):
    return one[0] == other[0] and one[1] != other[1]
""",
    "not equal": """\
def half_right(one, other):
    return one != other
""",
    "any letter": """\
def half_right(one, other):
    return len(set(one) & set(other)) == 2
""",
}


def half(pair: str, stage: str, why: str, *, expected: bool) -> Trial:
    """Try whether two pegs are half right."""
    return Trial(expected, why, tuple(pair.split("/")), stage)


@publish("09-kata/half-right")
def half_right() -> Kata:
    """The colour or the shape, but not both."""
    colour, shape = gettext("the same colour"), gettext("the same shape")
    both, none = gettext("equal pegs"), gettext("different pegs")
    return Kata(
        prompt=gettext(
            "Write a function {name} that tells whether two pegs share their colour or their "
            "shape, but not both. It returns True or False."
        ).format(name="half_right(one, other)"),
        name="half_right",
        trials=(
            half(
                "Rc/Rs", colour, gettext("The first letter is the colour: one[0]."), expected=True
            ),
            half("Rc/Bc", shape, gettext("The second letter is the shape: one[1]."), expected=True),
            half(
                "Rc/Rc",
                both,
                gettext("They are equal, so they are right, not half."),
                expected=False,
            ),
            half("Rc/Bs", none, gettext("They share nothing."), expected=False),
        ),
        reference=HALF_RIGHT,
        broken=attempts("half_right", WRONG_HALVES.values()),
        because=gettext("Exactly one of two comparisons is true, so they are not equal."),
        hints=(
            gettext("The text {peg} has two letters: {colour} and {shape}.").format(
                peg='peg = "Rc"', colour="peg[0]", shape="peg[1]"
            ),
            gettext("When is one thing true, but not both? Then the two are different."),
        ),
    )


LEFT_TO_RIGHT = """\
def mark(secret, guess):
    secret, guess = list(secret), list(guess)
    places = range(len(secret))
    black = white = blue = 0
    for place in places:
        if secret[place] == guess[place]:
            black += 1
            secret[place] = guess[place] = None
    for place in places:
        peg = guess[place]
        if peg and peg in secret:
            white += 1
            secret[secret.index(peg)] = None
            guess[place] = None
    for one, other in zip(secret, guess):
        if one and other and half_right(one, other):
            blue += 1
    return black, white, blue
"""


def call(text: str) -> str:
    """Return a pair as pupils call the function with it."""
    secret, guess = text.split("/")
    return f"mark({pegs(secret)}, {pegs(guess)})".replace("'", '"')


@publish("09-kata/read-shapes")
def read_shapes() -> Choice:
    """A program that goes from left to right."""
    return Choice(
        prompt=gettext(
            "The program above is careful: each peg that is used is taken away. And yet it is "
            "wrong for one of these calls. Which?"
        ),
        options=(
            Option(
                call("RcGsBtYd/RcRcRcRc"),
                gettext("It returns (1, 0, 0), and that is right: the red circle is taken away."),
            ),
            Option(
                call("RcRsGtBd/RsGhPtYc"),
                gettext(
                    "It returns (0, 1, 1), and that is right: place 1 is half right, but the red "
                    "square of the guess is taken away."
                ),
            ),
            Option(
                call("YsRcRcRc/RcBcGtGt"),
                gettext(
                    "It returns (0, 1, 0), and (0, 1, 1) is right. The program always takes the "
                    "first red circle, and then place 2 has nothing left for blue."
                ),
                right=True,
            ),
            Option(
                call("RcBsRsGt/BtRcRcYh"),
                gettext(
                    "It returns (0, 1, 1), and that is right. There is a choice, but from left to "
                    "right it happens to be the best one."
                ),
            ),
        ),
        hints=(
            gettext(
                "Where is there a choice? Look for a white peg that one of the codes has twice."
            ),
            gettext("Which peg does {index} find, if there are several?").format(
                index="secret.index(…)"
            ),
        ),
    )


# ---- from brute force to matching ---------------------------------------------------------------


@publish("09-kata/orders")
def orders() -> Number:
    """Four factorial."""
    return Number(
        prompt=gettext(
            "Suppose that each peg of the guess is joined with one peg of the secret, each with "
            "another. In how many ways can you join 4 pegs with 4 pegs?"
        ),
        value=24,
        because=gettext(
            "The first peg has 4 partners to choose from, the next one 3, then 2, then 1: 4 × 3 × "
            "2 × 1 = 24. A computer tries them all before you can blink."
        ),
        slips={
            256: gettext("That is 4 × 4 × 4 × 4. But two pegs cannot have the same partner."),
            16: gettext("That is the number of pairs of one peg each. You want to join them all."),
            4: gettext("There are more: how many partners are left for the second peg?"),
        },
        advice=gettext("How many partners are left for the first peg, the second, the third?"),
        hints=(
            gettext("The first peg has 4 partners to choose from. How many has the second?"),
            "4 × 3 × 2 × 1",
        ),
    )


SCORE = (
    HALF_RIGHT
    + """
def score(secret, guess, order):
    black = white = blue = 0
    for place, partner in enumerate(order):
        if secret[partner] == guess[place]:
            if partner == place:
                black += 1
            else:
                white += 1
        elif partner == place and half_right(secret[place], guess[place]):
            blue += 1
    return black, white, blue
"""
)

WRONG_SCORES = {
    "black and white alike": HALF_RIGHT
    + """
def score(secret, guess, order):
    black = white = blue = 0
    for place, partner in enumerate(order):
        if secret[partner] == guess[place]:
            black += 1
    return black, white, blue
""",
    "all white": HALF_RIGHT
    + """
def score(secret, guess, order):
    black = white = blue = 0
    for place, partner in enumerate(order):
        if secret[partner] == guess[place]:
            white += 1
        elif partner == place and half_right(secret[place], guess[place]):
            blue += 1
    return black, white, blue
""",
    "the order forgotten": HALF_RIGHT
    + """
def score(secret, guess, order):
    black = white = blue = 0
    for place in range(len(order)):
        if secret[place] == guess[place]:
            black += 1
        elif guess[place] in secret:
            white += 1
    return black, white, blue
""",
    "blue elsewhere": HALF_RIGHT
    + """
def score(secret, guess, order):
    black = white = blue = 0
    for place, partner in enumerate(order):
        if secret[partner] == guess[place]:
            if partner == place:
                black += 1
            else:
                white += 1
        elif half_right(secret[partner], guess[place]):
            blue += 1
    return black, white, blue
""",
    "blue forgotten": HALF_RIGHT
    + """
def score(secret, guess, order):
    black = white = blue = 0
    for place, partner in enumerate(order):
        if secret[partner] == guess[place]:
            if partner == place:
                black += 1
            else:
                white += 1
    return black, white, blue
""",
}


@publish("09-kata/score")
def score() -> Kata:
    """What one way of joining the pegs is worth."""
    black, white, blue = gettext("black"), gettext("white"), gettext("blue")
    same = gettext("Equal pegs that are joined at the same place are black.")
    moved = gettext("Equal pegs that are joined across places are white.")
    half = gettext("Pegs that are joined at the same place and are half right are blue.")
    far = gettext("Half right pegs of different places are nothing.")
    secret, guess = pegs("RcGsBtYd"), pegs("RcBtGhPd")
    return Kata(
        prompt=gettext(
            "Write a function {name} that returns how many are black, white and blue if the pegs "
            "are joined in a given order. The order {order} says: the peg of the guess at place 0 "
            "goes with the peg of the secret at place 0, the one at place 1 with the one at place "
            "2, and so on. Places are counted from 0, as Python does."
        ).format(name="score(secret, guess, order)", order="[0, 2, 1, 3]"),
        name="score",
        trials=(
            Trial((4, 0, 0), same, (secret, secret, [0, 1, 2, 3]), black),
            Trial((1, 1, 0), moved, (secret, pegs("RcBtGhPc"), [0, 2, 1, 3]), white),
            Trial((0, 4, 0), moved, (secret, pegs("GsRcYdBt"), [1, 0, 3, 2]), white),
            Trial((0, 0, 0), moved, (secret, pegs("GsRcYdBt"), [0, 1, 2, 3]), white),
            Trial((1, 0, 1), half, (secret, guess, [0, 1, 2, 3]), blue),
            Trial((1, 1, 1), half, (secret, guess, [0, 2, 1, 3]), blue),
            Trial((0, 0, 0), far, (pegs("RcGs"), pegs("GhRt"), [1, 0]), blue),
        ),
        reference=SCORE,
        broken=attempts("score", WRONG_SCORES.values()),
        because=gettext("Each peg is joined once, so no peg can have two markers."),
        hints=(
            gettext("Go through the order with {loop}").format(
                loop="for place, partner in enumerate(order): …"
            ),
            gettext("Compare {secret} with {guess}. Are they equal? Is it the same place?").format(
                secret="secret[partner]", guess="guess[place]"
            ),
        ),
    )


MARK = (
    "from itertools import permutations\n\n"
    + SCORE
    + """
def mark(secret, guess):
    orders = permutations(range(len(secret)))
    return max(score(secret, guess, order) for order in orders)
"""
)

WRONG_MARKS = {
    "black only": """\
def mark(secret, guess):
    return sum(one == other for one, other in zip(secret, guess)), 0, 0
""",
    "no blue": """\
def mark(secret, guess):
    black = sum(one == other for one, other in zip(secret, guess))
    return black, sum(min(secret.count(p), guess.count(p)) for p in set(guess)) - black, 0
""",
    "each peg again": HALF_RIGHT
    + """
def mark(secret, guess):
    black = white = blue = 0
    for one, other in zip(secret, guess):
        if one == other:
            black += 1
        elif other in secret:
            white += 1
        elif half_right(one, other):
            blue += 1
    return black, white, blue
""",
    "blue of used pegs": HALF_RIGHT
    + """
def mark(secret, guess):
    black = sum(one == other for one, other in zip(secret, guess))
    white = sum(min(secret.count(p), guess.count(p)) for p in set(guess)) - black
    return black, white, sum(half_right(one, other) for one, other in zip(secret, guess))
""",
    "from left to right": HALF_RIGHT + "\n" + LEFT_TO_RIGHT,
    "from right to left": HALF_RIGHT
    + "\n"
    + LEFT_TO_RIGHT.replace("def mark(", "def forwards(")
    + """
def mark(secret, guess):
    return forwards(secret[::-1], guess[::-1])
""",
    "lists": MARK.replace("return black, white, blue", "return [black, white, blue]"),
}


def marking_trials() -> tuple[Trial, ...]:
    """Return the trials of the marking of shapes and colours, from black to the choice."""
    return (
        *shaped(
            gettext("black"),
            gettext("Black: the same peg at the same place. Return a tuple of three numbers."),
            *("RcGsBtYd/RcGsBtYd", "RcGsBtYd/RcPhPhPc"),
        ),
        *shaped(
            gettext("white"),
            gettext("White: the same peg at another place."),
            *("RcGsBtYd/GsPhPcPh", "RcGsBtYd/YdBtGsRc"),
        ),
        *shaped(
            gettext("each peg of the secret once"),
            gettext("Each peg of the secret can give one marker only."),
            *("RcGsBtYd/RcRcRcRc", "RcGsBtYd/PhRcRcPh", "RcRcRcRc/PhPhRcPh"),
        ),
        *shaped(
            gettext("blue"),
            gettext("Blue: the same colour or the same shape at the same place."),
            *("RcGsBtYd/RsPsPhPc", "RcGsBtYd/RsGhBdYc", "RcGsBtYd/GhRhYcBh"),
        ),
        *shaped(
            gettext("white before blue"),
            gettext("A peg that has a white cannot have a blue too, on neither side."),
            *("RcRsGtBd/RsGhPtYc", "GsRcBtYd/RcRhRcRs"),
        ),
        *shaped(
            gettext("the choice"),
            gettext(
                "The white pairs can be joined in several ways, and the way that leaves the most "
                "blue counts."
            ),
            *("YsRcRcRc/RcBcGtGt", "RsYdRcBt/RcGhGtRc", "GtGtRcBs/BsRtRtGt", "RcRcRcRs/RsRsRsRc"),
        ),
    )


@publish("09-kata/mark")
def mark() -> Kata:
    """The whole marking of shapes and colours."""
    return Kata(
        prompt=gettext(
            "Now put it all together: {name} returns how many are black, white and blue."
        ).format(name="mark(secret, guess)"),
        name="mark",
        trials=marking_trials(),
        reference=MARK,
        broken=attempts("mark", WRONG_MARKS.values()),
        because=gettext(
            "Python compares tuples from left to right: most black first, then most white, then "
            "most blue. So the largest score of all orders is just what the rule asks for."
        ),
        hints=(
            gettext(
                "A function that goes from left to right cannot be right. Try every order: {loop}"
            ).format(loop="for order in itertools.permutations(range(len(secret))): …"),
            gettext("Which of two scores counts? Compare them with {less}.").format(less="<"),
            "max(score(secret, guess, order) for order in …)",
        ),
    )


@publish("09-kata/sets")
def sets() -> Number:
    """Two to the power of nine."""
    return Number(
        prompt=gettext(
            "With 9 pegs there are {orders} orders to try. But suppose that you know black and "
            "white already, and only want to know which of the 9 places are blue together. How "
            "many sets of places can you choose from 9 places?"
        ).format(orders=number(362_880)),
        value=512,
        because=gettext("Each place is in the set or not: 2 × 2 × … × 2, nine times, is 512."),
        slips={
            81: gettext("That is 9 × 9. Each of the 9 places is in the set or not: two choices."),
            18: gettext("That is 9 × 2. Each choice goes with each choice for the other places."),
            511: gettext("Count the empty set too: perhaps no place is blue."),
            362_880: gettext("That is the number of orders. In a set the order does not matter."),
        },
        advice=gettext("How many choices does each place have: in the set, or not?"),
        hints=(
            gettext("With 1 place there are 2 sets, with 2 places 4. And with 3?"),
            gettext("Multiply by 2 once for each place."),
        ),
    )


QUICK_MARK = (
    "from collections import Counter\n\n"
    + HALF_RIGHT
    + """
def quick_mark(secret, guess):
    black = sum(one == other for one, other in zip(secret, guess))
    white = (Counter(secret) & Counter(guess)).total() - black
    return black, white, most_blue(secret, guess)

def most_blue(secret, guess):
    free_in_guess = Counter(guess) - Counter(secret)
    free_in_secret = Counter(secret) - Counter(guess)
    pairs = zip(secret, guess)
    places = Counter((one, other) for one, other in pairs if half_right(one, other))
    blue = Counter()

    def one_more(peg, tried):
        \"\"\"Make another place blue at which the guess has this peg.\"\"\"
        for one, other in places:
            if other != peg or one in tried or blue[one, peg] == places[one, peg]:
                continue
            tried.add(one)
            if free_in_secret[one] > 0:
                free_in_secret[one] -= 1
                blue[one, peg] += 1
                return True
            for rival in free_in_guess:
                if blue[one, rival] > 0 and one_more(rival, tried):
                    blue[one, rival] -= 1
                    blue[one, peg] += 1
                    return True
        return False

    return sum(one_more(peg, set()) for peg in free_in_guess.elements())
"""
)

BY_SETS = (
    "from collections import Counter\nfrom itertools import combinations\n\n"
    + HALF_RIGHT
    + """
def quick_mark(secret, guess):
    black = sum(one == other for one, other in zip(secret, guess))
    white = (Counter(secret) & Counter(guess)).total() - black
    free_in_guess = Counter(guess) - Counter(secret)
    free_in_secret = Counter(secret) - Counter(guess)
    places = [p for p in range(len(guess)) if half_right(secret[p], guess[p])]
    for blue in range(len(places), -1, -1):
        for chosen in combinations(places, blue):
            if (
                Counter(guess[p] for p in chosen) <= free_in_guess
                and Counter(secret[p] for p in chosen) <= free_in_secret
            ):
                return black, white, blue
"""
)

WRONG_QUICK_MARKS = {
    "not the marking": """\
def quick_mark(secret, guess):
    return 0, 0, 0
""",
    "all orders": MARK.replace("def mark(", "def quick_mark("),
    "as they come": "from collections import Counter\n\n"
    + HALF_RIGHT
    + """
def quick_mark(secret, guess):
    black = sum(one == other for one, other in zip(secret, guess))
    white = (Counter(secret) & Counter(guess)).total() - black
    free_in_guess = Counter(guess) - Counter(secret)
    free_in_secret = Counter(secret) - Counter(guess)
    blue = 0
    for one, other in zip(secret, guess):
        if half_right(one, other) and free_in_secret[one] and free_in_guess[other]:
            free_in_secret[one] -= 1
            free_in_guess[other] -= 1
            blue += 1
    return black, white, blue
""",
    "all sets": BY_SETS,
}


@publish("09-kata/quick")
def quick() -> Kata:
    """The marking of nine and of forty pegs."""
    small = gettext("four pegs, as before")
    return Kata(
        prompt=gettext(
            "Write {name}, which returns the same as {mark}, but is quick enough for long codes: 9 "
            "pegs first, and then 40."
        ).format(name="quick_mark(secret, guess)", mark="mark"),
        name="quick_mark",
        trials=(
            *(
                Trial(trial.expected, trial.why, trial.arguments, small)
                for trial in marking_trials()
            ),
            *shaped(
                gettext("nine pegs"),
                gettext(
                    "Nine pegs have {orders} orders, too many to try. Count black and white, and "
                    "try all sets of half right places: which can be blue together?"
                ).format(orders=number(362_880)),
                NINE,
            ),
            *shaped(
                gettext("forty pegs"),
                gettext(
                    "Here {places} places are half right, and the number of sets doubles with "
                    "each. Choose places one after the other, and let a place give way to another "
                    "if that makes room."
                ).format(places=31),
                FORTY,
            ),
        ),
        reference=QUICK_MARK,
        broken=attempts("quick_mark", WRONG_QUICK_MARKS.values()),
        because=gettext(
            "This is a matching, as between guests and rooms: a new place may take the peg of "
            "another one, if that one finds another peg instead. Then the number of steps grows "
            "only slowly with the number of pegs."
        ),
        hints=(
            gettext("Black and white need no choice: they are what {name} returns.").format(
                name="evaluate"
            ),
            gettext(
                "A peg that the guess has 3 times and the secret once leaves 2 pegs without white. "
                "How many places with this peg can be blue? Say the same of the secret's pegs."
            ),
            gettext(
                "For 9 pegs: go through all sets of half right places, with {tool}. A set is "
                "allowed if no peg is needed more often than it is free."
            ).format(tool="itertools.combinations"),
            gettext(
                "For 40 pegs: look for the words “bipartite matching” and “augmenting path”, or "
                "look at the solution and explain it to somebody."
            ),
        ),
    )
