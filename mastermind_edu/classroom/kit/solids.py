"""The parts as solids: pegs with a relief, key pegs, the board and the shield.

This module needs the extra ``print3d``. Every part stands on the plane z = 0 as it is printed;
none needs supports.
"""

from __future__ import annotations

from typing import Final

from manifold3d import CrossSection, Manifold, OpType  # type: ignore[import-not-found]

from mastermind_edu.classroom.kit.sizes import Sizes, SolidBoard

__all__ = ["PIPS", "board_piece", "key_peg", "peg", "shield"]

PIPS: Final = (
    ((0, 0),),
    ((-1, 1), (1, -1)),
    ((-1, 1), (0, 0), (1, -1)),
    ((-1, -1), (-1, 1), (1, -1), (1, 1)),
    ((-1, -1), (-1, 1), (0, 0), (1, -1), (1, 1)),
    ((-1, -1), (-1, 0), (-1, 1), (1, -1), (1, 0), (1, 1)),
    ((-1, -1), (-1, 0), (-1, 1), (0, 0), (1, -1), (1, 0), (1, 1)),
    ((-1, -1), (-1, 0), (-1, 1), (0, -1), (0, 1), (1, -1), (1, 0), (1, 1)),
)
"""The relief of each kind: as many dots as its number from 1, as on dice and dominoes."""

ROUND: Final = 48
SMALL: Final = 16
CHAMFER: Final = 0.6
PIP_HEIGHT: Final = 0.8
SUNK: Final = 0.2
WALL: Final = 1.6
CORNER: Final = 1.5
HEADROOM: Final = 3.0
GATE: Final = 0.5


def peg(number: int, sizes: Sizes) -> Manifold:
    """Return a peg of kind ``number``, from 0, with its dots on top."""
    apart, radius = sizes.peg / 4, sizes.peg / 15
    body = _post(sizes.peg, sizes.peg_height)
    dots = [
        _dot(radius).translate((x * apart, y * apart, sizes.peg_height)) for x, y in PIPS[number]
    ]
    return Manifold.batch_boolean([body, *dots], OpType.Add)


def key_peg(sizes: Sizes, *, dot: bool) -> Manifold:
    """Return a key peg; the kind that means the right place has a dot on top."""
    body = _post(sizes.key, sizes.key_height)
    if not dot:
        return body
    return body + _dot(sizes.key / 5).translate((0, 0, sizes.key_height))


def _post(diameter: float, height: float) -> Manifold:
    """Return a round post with a chamfer at both ends, to slide into a hole and feel smooth."""
    radius, bevel = diameter / 2, CHAMFER
    outline = [
        (0, 0),
        (radius - bevel, 0),
        (radius, bevel),
        (radius, height - bevel),
        (radius - bevel, height),
        (0, height),
    ]
    return CrossSection([outline]).revolve(ROUND)


def _dot(radius: float) -> Manifold:
    """Return a dot that rises from the plane z = 0 and is sunk a little into it."""
    return Manifold.cylinder(PIP_HEIGHT + SUNK, radius, 0.7 * radius, SMALL).translate(
        (0, 0, -SUNK)
    )


def board_piece(board: SolidBoard, rows: range) -> Manifold:
    """Return the piece of the board that has these rows, moved so that it begins at y = 0.

    Pieces that touch keep the distance between rows.
    """
    sizes = board.sizes
    length = len(rows) * sizes.pitch
    plate = CrossSection.square((board.width, length))
    rounded = plate.offset(-CORNER).offset(CORNER, circular_segments=ROUND)
    holes = [
        _hole(centre, diameter, sizes).translate((0, -rows.start * sizes.pitch, 0))
        for row in rows
        for centres, diameter in (
            (board.peg_holes(row), sizes.peg),
            (board.key_holes(row), sizes.key),
        )
        for centre in centres
    ]
    return Manifold.batch_boolean([rounded.extrude(sizes.thickness), *holes], OpType.Subtract)


def _hole(centre: tuple[float, float], diameter: float, sizes: Sizes) -> Manifold:
    drill = Manifold.cylinder(sizes.depth + 1, diameter / 2 + sizes.clearance, -1, ROUND)
    return drill.translate((*centre, sizes.thickness - sizes.depth))


def shield(board: SolidBoard) -> Manifold:
    """Return the shield, upside down: a roof with a wall and two wings, open to the codemaker.

    It stands astride the board, over the code's row, and clears the tallest peg. The wall ends
    above the board, the wings reach down to the table.
    """
    sizes = board.sizes
    width = board.width + 2 * sizes.clearance
    above_board = sizes.peg_height - sizes.depth + PIP_HEIGHT + HEADROOM
    height = sizes.thickness + above_board
    depth = sizes.pitch + WALL
    outside = Manifold.cube((width + 2 * WALL, depth, height + WALL))
    room = Manifold.cube((width, depth, height + 1)).translate((WALL, WALL, WALL))
    gate = Manifold.cube((width, depth, height)).translate((WALL, -1, WALL + above_board - GATE))
    return outside - room - gate
