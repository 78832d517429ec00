"""The table of pegs: every kind that a code can be made of, its name, letter and look.

Boards, charts, pictures and the printed kit all draw from this one table. Colours are the
palette of Okabe and Ito (2008), which colour-blind people tell apart, and further ones that
differ in lightness; each colour also has its own letter and its own rim, so that a grey
print is enough.
"""

from __future__ import annotations

import itertools
from collections.abc import Hashable, Iterable, Sequence
from dataclasses import dataclass
from typing import ClassVar, Literal, Protocol

from mastermind_edu.language import gettext, mark, pgettext, pmark

__all__ = [
    "COLOURS",
    "SHAPES",
    "Blank",
    "Colour",
    "ColourKind",
    "Feature",
    "InvalidKinds",
    "Kind",
    "Shape",
    "ShapedKind",
    "SymbolKind",
    "colours",
    "inventory",
    "shaped",
    "symbols",
]


class InvalidKinds(ValueError):
    """There are no such pegs; the message says what was expected."""


Rim = Literal["plain", "dots", "dashes", "ring", "notches", "ticks"]


@dataclass(frozen=True)
class Colour:
    """A colour of the table: its name and letter in the source language, its fill and its rim.

    ``rim`` is the pattern around the peg and ``beats`` how many times it repeats.
    """

    key: str
    initial: str
    fill: str
    rim: Rim
    beats: int = 0

    @property
    def name(self) -> str:
        """The colour's name in the current language."""
        return gettext(self.key)

    @property
    def letter(self) -> str:
        """The colour's letter in the current language, its own among all colours of the table."""
        return pgettext("letter of a colour", self.initial)


COLOURS: tuple[Colour, ...] = (
    Colour(mark("red"), pmark("letter of a colour", "R"), "#d55e00", "plain"),
    Colour(mark("green"), pmark("letter of a colour", "G"), "#009e73", "dots", 8),
    Colour(mark("blue"), pmark("letter of a colour", "B"), "#0072b2", "dashes", 4),
    Colour(mark("yellow"), pmark("letter of a colour", "Y"), "#f0e442", "ring"),
    Colour(mark("purple"), pmark("letter of a colour", "P"), "#cc79a7", "notches", 6),
    Colour(mark("orange"), pmark("letter of a colour", "O"), "#e69f00", "ticks", 16),
    Colour(mark("cyan"), pmark("letter of a colour", "C"), "#56b4e9", "dashes", 2),
    Colour(mark("white"), pmark("letter of a colour", "W"), "#f5f2ea", "dots", 4),
    Colour(mark("maroon"), pmark("letter of a colour", "M"), "#6f1d32", "notches", 3),
    Colour(mark("teal"), pmark("letter of a colour", "T"), "#0b5351", "dashes", 8),
    Colour(mark("lime"), pmark("letter of a colour", "L"), "#b5d334", "dots", 16),
    Colour(mark("navy"), pmark("letter of a colour", "N"), "#22295c", "ticks", 8),
)
"""All colours; a game with *n* colours uses the first *n*."""


@dataclass(frozen=True)
class Shape:
    """A shape of the table: its name and letter in the source language, and its outline.

    ``outline`` is SVG path data about the origin; the shape just fills a circle of radius 1.
    """

    key: str
    initial: str
    outline: str

    @property
    def name(self) -> str:
        """The shape's name in the current language."""
        return gettext(self.key)

    @property
    def letter(self) -> str:
        """The shape's letter in the current language, its own among all shapes of the table."""
        return pgettext("letter of a shape", self.initial)


SHAPES: tuple[Shape, ...] = (
    Shape(mark("circle"), pmark("letter of a shape", "c"), "M1 0A1 1 0 0 1-1 0A1 1 0 0 1 1 0Z"),
    Shape(mark("square"), pmark("letter of a shape", "s"), "M-.8-.8H.8V.8H-.8Z"),
    Shape(mark("triangle"), pmark("letter of a shape", "t"), "M0-1L.98.8H-.98Z"),
    Shape(mark("diamond"), pmark("letter of a shape", "d"), "M0-1L.7 0L0 1L-.7 0Z"),
    Shape(mark("hexagon"), pmark("letter of a shape", "h"), "M-.5-.87H.5L1 0L.5.87H-.5L-1 0Z"),
)
"""All shapes; a game with *n* shapes uses the first *n*."""


class Feature(Protocol):
    """What several kinds can have in common, such as a colour or a shape; hashable."""

    @property
    def name(self) -> str:
        """The feature's name in the current language."""


@dataclass(frozen=True)
class Kind:
    """What one peg of a code can be; ``value`` is how it stands in a code."""

    value: Hashable

    @property
    def name(self) -> str:
        """The kind's name in the current language, for people and screen readers."""
        raise NotImplementedError

    @property
    def letter(self) -> str:
        """What is written on the peg and in short notation."""
        raise NotImplementedError

    @property
    def features(self) -> tuple[Feature, ...]:
        """What the kind shares with others; nothing, unless it is made of several things."""
        return ()


@dataclass(frozen=True)
class ColourKind(Kind):
    """A peg that is told apart by its colour."""

    colour: Colour

    @property
    def name(self) -> str:
        return self.colour.name

    @property
    def letter(self) -> str:
        return self.colour.letter


@dataclass(frozen=True)
class ShapedKind(Kind):
    """A peg told apart by colour and shape; its value is ``(colour, shape)``, places in tables."""

    value: tuple[int, int]

    @property
    def colour(self) -> Colour:
        return COLOURS[self.value[0]]

    @property
    def shape(self) -> Shape:
        return SHAPES[self.value[1]]

    @property
    def name(self) -> str:
        return pgettext("a peg", "{colour} {shape}").format(
            colour=self.colour.name, shape=self.shape.name
        )

    @property
    def letter(self) -> str:
        return self.colour.letter + self.shape.letter

    @property
    def features(self) -> tuple[Feature, ...]:
        return (self.colour, self.shape)


@dataclass(frozen=True)
class SymbolKind(Kind):
    """A peg that bears a digit or a letter and nothing else."""

    symbol: str

    @property
    def name(self) -> str:
        return self.symbol

    @property
    def letter(self) -> str:
        return self.symbol


@dataclass(frozen=True)
class Blank(Kind):
    """An empty place, in games where the codemaker may leave one."""

    LETTER: ClassVar[str] = "_"

    @property
    def name(self) -> str:
        return gettext("blank")

    @property
    def letter(self) -> str:
        return self.LETTER


def colours(count: int, *, blank: bool = False) -> tuple[Kind, ...]:
    """Return the first ``count`` colours of the table as kinds 0, 1, …; ``blank`` adds one.

    :raises InvalidKinds: if the table has fewer colours than that.
    """
    _expect(gettext("colours"), count, len(COLOURS))
    kinds: list[Kind] = [ColourKind(i, colour) for i, colour in enumerate(COLOURS[:count])]
    if blank:
        kinds.append(Blank(count))
    return tuple(kinds)


def shaped(colours: int, shapes: int) -> tuple[ShapedKind, ...]:
    """Return a kind for each of the first colours in each of the first shapes.

    :raises InvalidKinds: if a table has fewer than that.
    """
    _expect(gettext("colours"), colours, len(COLOURS))
    _expect(gettext("shapes"), shapes, len(SHAPES))
    return tuple(ShapedKind(value) for value in itertools.product(range(colours), range(shapes)))


def inventory(kinds: Sequence[Kind]) -> str:
    """Return the pegs that there are, with their letters, for people to choose from.

    >>> inventory(colours(2))
    'R (red), G (green)'
    >>> inventory(shaped(2, 1))
    'R (red), G (green), each in the shapes c (circle)'
    """
    pairs = [kind for kind in kinds if isinstance(kind, ShapedKind)]
    if len(pairs) == len(kinds):
        return gettext("{colours}, each in the shapes {shapes}").format(
            colours=_lettered(dict.fromkeys(kind.colour for kind in pairs)),
            shapes=_lettered(dict.fromkeys(kind.shape for kind in pairs)),
        )
    return _lettered(kinds)


def _lettered(named: Iterable[Kind | Colour | Shape]) -> str:
    return ", ".join(
        one.name if one.name == one.letter else f"{one.letter} ({one.name})" for one in named
    )


def symbols(characters: Sequence[str]) -> tuple[Kind, ...]:
    """Return a kind for each character, as in Bulls and cows, which is played with digits.

    :raises InvalidKinds: if two characters are the same but for capitals.
    """
    if len({character.casefold() for character in characters}) < len(characters):
        raise InvalidKinds(
            gettext("Each character can be there only once, got {characters}.").format(
                characters="".join(characters)
            )
        )
    return tuple(SymbolKind(i, character) for i, character in enumerate(characters))


def _expect(what: str, number: int, most: int) -> None:
    if not 1 <= number <= most:
        raise InvalidKinds(
            gettext("Expected {least} to {most} {what}, got {number}.").format(
                least=1, most=most, what=what, number=number
            )
        )
