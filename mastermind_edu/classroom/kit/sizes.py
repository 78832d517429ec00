"""Sizes of the printed parts, in millimetres, and how the board is laid out with them."""

from __future__ import annotations

import math
from dataclasses import dataclass
from typing import Final

from mastermind_edu.classroom.kit.pieces import InvalidKit, answers_per_place
from mastermind_edu.games.rules import Rules
from mastermind_edu.language import gettext

__all__ = ["InvalidSizes", "Sizes", "SolidBoard"]

WALL: Final = 3.5
KEY_WALL: Final = 2.5
FLOOR: Final = 1.6
EDGE: Final = 3.0

PEG: Final = (10.0, 25.0)
KEY: Final = (4.0, 10.0)
CLEARANCE: Final = (0.1, 1.0)
BED: Final = (100.0, 600.0)


class InvalidSizes(InvalidKit):
    """Parts of such sizes cannot be made; the message says what was expected."""


@dataclass(frozen=True)
class Sizes:
    """What can be chosen about the parts; all in millimetres.

    :param peg: the diameter of a peg, 10 to 25: its relief is then no finer than braille.
    :param key: the diameter of a key peg, 4 to 10, so that two fit side by side into a row.
    :param clearance: the gap around a peg in its hole, 0.1 to 1.
    :param bed: width and depth of the printer's bed, 100 to 600.
    :raises InvalidSizes: if one of them is out of range.
    """

    peg: float = 12.0
    key: float = 5.0
    clearance: float = 0.3
    bed: tuple[float, float] = (180.0, 180.0)

    def __post_init__(self) -> None:
        _check(gettext("The diameter of a peg"), self.peg, *PEG)
        _check(gettext("The diameter of a key peg"), self.key, KEY[0], min(KEY[1], self.most_key))
        _check(gettext("The gap around a peg"), self.clearance, *CLEARANCE)
        for side in self.bed:
            _check(gettext("A side of the printer's bed"), side, *BED)

    @property
    def pitch(self) -> float:
        """From one hole for a peg to the next."""
        return self.peg + WALL

    @property
    def key_pitch(self) -> float:
        """From one hole for a key peg to the next."""
        return self.key + KEY_WALL

    @property
    def most_key(self) -> float:
        """The largest key peg of which two fit side by side into a row."""
        return self.pitch / 2 - KEY_WALL

    @property
    def depth(self) -> float:
        """How deep a hole is."""
        return max(3.0, 0.35 * self.peg)

    @property
    def thickness(self) -> float:
        """How thick the board is."""
        return self.depth + FLOOR

    @property
    def peg_height(self) -> float:
        """How tall a peg is, without its relief."""
        return self.depth + 0.6 * self.peg

    @property
    def key_height(self) -> float:
        """How tall a key peg is."""
        return self.depth + 5.0


def _check(what: str, value: float, least: float, most: float) -> None:
    if not (math.isfinite(value) and least <= value <= most):
        raise InvalidSizes(
            gettext("{what} is {least} to {most} mm here, not {value} mm.").format(
                what=what, least=f"{least:g}", most=f"{most:.4g}", value=f"{value:g}"
            )
        )


@dataclass(frozen=True)
class SolidBoard:
    """Where the holes of a board are; rows run from near to far, the code's row is the last.

    With an answer for each place, the key pegs stand in a line in the order of the places;
    otherwise in two lines, as a block.
    """

    game: Rules
    sizes: Sizes

    @property
    def key_columns(self) -> int:
        """How many key pegs stand side by side."""
        pegs = self.game.space.pegs
        return pegs if answers_per_place(self.game) else math.ceil(pegs / 2)

    @property
    def keys_at(self) -> float:
        """Where the holes for key pegs begin, from the left."""
        return EDGE + self.game.space.pegs * self.sizes.pitch + EDGE

    @property
    def width(self) -> float:
        """The width of the board."""
        return self.keys_at + self.key_columns * self.sizes.key_pitch + EDGE

    @property
    def rows(self) -> int:
        """How many rows of holes there are, with the code's."""
        return self.game.rows + 1

    def peg_holes(self, row: int) -> list[tuple[float, float]]:
        """Return the centres of the holes for pegs in row ``row``, from 0."""
        pitch = self.sizes.pitch
        y = (row + 0.5) * pitch
        return [(EDGE + (i + 0.5) * pitch, y) for i in range(self.game.space.pegs)]

    def key_holes(self, row: int) -> list[tuple[float, float]]:
        """Return the centres of the holes for key pegs; the code's row has none."""
        if row == self.game.rows:
            return []
        pitch, columns = self.sizes.key_pitch, self.key_columns
        lines = math.ceil(self.game.space.pegs / columns)
        middle = (row + 0.5) * self.sizes.pitch
        return [
            (
                self.keys_at + (i % columns + 0.5) * pitch,
                middle + ((lines - 1) / 2 - i // columns) * pitch,
            )
            for i in range(self.game.space.pegs)
        ]
