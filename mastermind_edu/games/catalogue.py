"""The named games, and games of one's own."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any, Final, Literal

from mastermind_edu.games.codes import CodeSpace
from mastermind_edu.games.feedback import CountedMarking, Marking, PerPositionMarking
from mastermind_edu.games.grand import ShapedMarking
from mastermind_edu.games.pegs import COLOURS, SHAPES, Blank, ShapedKind, shaped, symbols
from mastermind_edu.games.pegs import colours as first_colours
from mastermind_edu.games.rules import KeyPeg, Rules
from mastermind_edu.language import gettext, mark

__all__ = [
    "ANSWERS",
    "BULLS_AND_COWS",
    "CLASSIC",
    "GAMES",
    "GRAND",
    "MINI",
    "SENHA",
    "SUPER",
    "WITH_BLANKS",
    "UnknownGame",
    "custom",
    "describe",
    "described",
    "game",
    "grand",
]

BLACK: Final = "#1d1d1b"
WHITE: Final = "#fbfaf6"
BLUE: Final = "#0072b2"

BLACK_IS_EXACT: Final = (
    KeyPeg("exact", mark("black"), BLACK),
    KeyPeg("misplaced", mark("white"), WHITE),
)
WHITE_IS_EXACT: Final = (
    KeyPeg("exact", mark("white"), WHITE),
    KeyPeg("misplaced", mark("black"), BLACK),
)
BLUE_IS_PARTIAL: Final = (*BLACK_IS_EXACT, KeyPeg("partial", mark("blue"), BLUE))
BULL_IS_EXACT: Final = (
    KeyPeg("exact", mark("bull"), BLACK),
    KeyPeg("misplaced", mark("cow"), WHITE),
)

Answer = Literal["counted", "per position"]
ANSWERS: Final[tuple[Answer, ...]] = ("counted", "per position")

MOST_PEGS: Final = 8
MOST_ROWS: Final = 20


class UnknownGame(ValueError):
    """There is no such game; the message says which there are or what was expected."""


CLASSIC: Final = Rules(
    "classic",
    mark("Classic"),
    CountedMarking(CodeSpace(4, first_colours(6))),
    rows=10,
    keys=BLACK_IS_EXACT,
)
WITH_BLANKS: Final = Rules(
    "with-blanks",
    mark("With blanks"),
    CountedMarking(CodeSpace(4, first_colours(6, blank=True))),
    rows=12,
    keys=BLACK_IS_EXACT,
)
SENHA: Final = Rules(
    "senha",
    mark("Senha"),
    PerPositionMarking(CodeSpace(4, first_colours(6), repeats=False)),
    rows=8,
    keys=WHITE_IS_EXACT,
)
MINI: Final = Rules("mini", mark("Mini"), CLASSIC.marking, rows=6, keys=BLACK_IS_EXACT)
SUPER: Final = Rules(
    "super",
    mark("Super"),
    CountedMarking(CodeSpace(5, first_colours(8))),
    rows=12,
    keys=BLACK_IS_EXACT,
)
BULLS_AND_COWS: Final = Rules(
    "bulls-and-cows",
    mark("Bulls and cows"),
    CountedMarking(CodeSpace(4, symbols("0123456789"), repeats=False)),
    rows=10,
    keys=BULL_IS_EXACT,
)
GRAND: Final = Rules(
    "grand",
    mark("Grand"),
    ShapedMarking(CodeSpace(4, shaped(5, 5))),
    rows=10,
    keys=BLUE_IS_PARTIAL,
)

GAMES: Final[tuple[Rules, ...]] = (
    CLASSIC,
    WITH_BLANKS,
    SENHA,
    MINI,
    SUPER,
    BULLS_AND_COWS,
    GRAND,
)


def game(key: str) -> Rules:
    """Return the named game whose key is ``key``.

    :raises UnknownGame: if there is none.
    """
    for rules in GAMES:
        if rules.key == key:
            return rules
    known = ", ".join(rules.key for rules in GAMES)
    raise UnknownGame(
        gettext("There is no game {key!r}. The games are {known}.").format(key=key, known=known)
    )


def custom(
    *,
    pegs: int = 4,
    colours: int = 6,
    repeats: bool = True,
    blanks: bool = False,
    answer: Answer = "counted",
    rows: int = 10,
) -> Rules:
    """Return a game of one's own; a blank counts as one more colour.

    >>> custom(pegs=3, colours=4).space.size
    64

    :raises UnknownGame: if a number is out of range (1 to 8 pegs, 2 to 12 colours, 1 to 20
        rows), if the answer is neither counted nor per position, or if there are too few
        colours for a game without repeats.
    """
    _expect(gettext("pegs"), pegs, 1, MOST_PEGS)
    _expect(gettext("colours"), colours, 2, len(COLOURS))
    _expect(gettext("rows"), rows, 1, MOST_ROWS)
    if answer not in ANSWERS:
        raise UnknownGame(
            gettext("The answer is one of {known}, got {answer!r}.").format(
                known=", ".join(ANSWERS), answer=answer
            )
        )
    if not repeats and pegs > colours + blanks:
        text = (
            gettext("Without repeats, {pegs} pegs need at least {colours} colours and the blank.")
            if blanks
            else gettext("Without repeats, {pegs} pegs need at least {colours} colours.")
        )
        raise UnknownGame(text.format(pegs=pegs, colours=pegs - blanks))
    space = CodeSpace(pegs, first_colours(colours, blank=blanks), repeats=repeats)
    marking: Marking = CountedMarking(space) if answer == "counted" else PerPositionMarking(space)
    keys = BLACK_IS_EXACT if answer == "counted" else WHITE_IS_EXACT
    return Rules("custom", mark("Own rules"), marking, rows=rows, keys=keys)


def grand(pegs: int = 4, colours: int = 5, shapes: int = 5, *, rows: int = 10) -> Rules:
    """Return Grand Mastermind in a size of one's own.

    >>> grand(3, 2, 2).space.size
    64

    :raises UnknownGame: if a number is out of range (1 to 8 pegs, 1 to 12 colours, 1 to 5
        shapes, 1 to 20 rows).
    """
    _expect(gettext("pegs"), pegs, 1, MOST_PEGS)
    _expect(gettext("colours"), colours, 1, len(COLOURS))
    _expect(gettext("shapes"), shapes, 1, len(SHAPES))
    _expect(gettext("rows"), rows, 1, MOST_ROWS)
    marking = ShapedMarking(CodeSpace(pegs, shaped(colours, shapes)))
    return Rules("grand-custom", mark("Own shapes and colours"), marking, rows, BLUE_IS_PARTIAL)


def describe(rules: Rules) -> dict[str, Any]:
    """Return what :func:`described` needs to make the same game again, ready for JSON.

    >>> describe(CLASSIC.with_rows(8))
    {'game': 'classic', 'rows': 8}

    :raises UnknownGame: if the game is neither named here nor made here.
    """
    space = rules.space
    pairs = [kind.value for kind in space.kinds if isinstance(kind, ShapedKind)]
    blank = isinstance(space.kinds[-1], Blank)
    sizes: dict[str, dict[str, Any]] = {
        "custom": {
            "pegs": space.pegs,
            "colours": len(space.kinds) - blank,
            "repeats": space.repeats,
            "blanks": blank,
            "answer": "counted" if isinstance(rules.marking, CountedMarking) else "per position",
        },
        "grand-custom": {
            "pegs": space.pegs,
            "colours": len({colour for colour, _ in pairs}),
            "shapes": len({shape for _, shape in pairs}),
        },
    }
    text = {"game": rules.key, "rows": rules.rows} | sizes.get(rules.key, {})
    if described(text) != rules:
        raise UnknownGame(gettext("{game!r} was not made here.").format(game=rules))
    return text


def described(text: Mapping[str, Any]) -> Rules:
    """Return the game that :func:`describe` described.

    :raises UnknownGame: if there is no such game.
    """
    sizes = {name: value for name, value in text.items() if name != "game"}
    makers: dict[str, Callable[..., Rules]] = {"custom": custom, "grand-custom": grand}
    key = text.get("game")
    try:
        if key in makers:
            return makers[key](**sizes)
        _expect(gettext("rows"), sizes["rows"], 1, MOST_ROWS)
        return game(str(key)).with_rows(sizes["rows"])
    except (TypeError, KeyError) as error:
        raise UnknownGame(
            gettext("{text!r} does not describe a game.").format(text=dict(text))
        ) from error


def _expect(what: str, number: int, least: int, most: int) -> None:
    if not (isinstance(number, int) and least <= number <= most):
        raise UnknownGame(
            gettext("Expected {least} to {most} {what}, got {number!r}.").format(
                least=least, most=most, what=what, number=number
            )
        )
