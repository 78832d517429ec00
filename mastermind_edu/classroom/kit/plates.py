"""The parts laid out on the printer's bed, as files in STL, the format that all slicers read.

This module needs the extra ``print3d``.
"""

from __future__ import annotations

import itertools
import math
from collections.abc import Iterator
from typing import Final

from manifold3d import Manifold  # type: ignore[import-not-found]
from trimesh import Trimesh
from trimesh.exchange.stl import export_stl

from mastermind_edu.classroom.kit.pieces import KIT_GAMES, InvalidKit, has_solid_parts, peg_kinds
from mastermind_edu.classroom.kit.sizes import InvalidSizes, Sizes, SolidBoard
from mastermind_edu.classroom.kit.solids import board_piece, key_peg, peg, shield
from mastermind_edu.games.pegs import ColourKind
from mastermind_edu.games.rules import Rules
from mastermind_edu.language import gettext, listing, ngettext

__all__ = ["MOST_COPIES", "READ_ME", "plates", "solid_kit"]

MARGIN: Final = 3.0
BETWEEN: Final = 4.0
MOST_COPIES: Final = 200
READ_ME: Final = "read-me.txt"


def solid_kit(
    game: Rules, sizes: Sizes | None = None, *, pegs: int = 16, keys: int = 25
) -> dict[str, bytes]:
    """Return the files for a 3D printer by their names, with a text that explains them.

    :param pegs: how many pegs of each colour.
    :param keys: how many key pegs of each colour.
    :raises InvalidKit: if ``game`` is not one of colours only, a part is larger than the
        printer's bed, or there are too few or too many pegs.
    """
    laid = plates(game, sizes or Sizes(), pegs=pegs, keys=keys)
    files = {name: _stl(plate) for name, plate in laid.items()}
    files[READ_ME] = _read_me(game, list(files), pegs, keys).encode()
    return files


def plates(game: Rules, sizes: Sizes, *, pegs: int = 16, keys: int = 25) -> dict[str, Manifold]:
    """Return what is printed at once, by the names of the files, within ``sizes.bed``.

    :raises InvalidKit: as :func:`solid_kit` does.
    """
    _check(game, pegs, keys)
    laid: dict[str, Manifold] = {}
    for number, kind in enumerate(_colours(game)):
        laid |= _copies(f"pegs-{number + 1}-{kind.colour.key}", peg(number, sizes), pegs, sizes)
    for key in game.keys:
        part = key_peg(sizes, dot=key.meaning == "exact")
        laid |= _copies(f"key-pegs-{key.key}", part, keys, sizes)
    board = SolidBoard(game, sizes)
    laid |= _numbered("board", [_laid(piece, sizes) for piece in _pieces(board)])
    laid |= _numbered("shield", [_laid(shield(board), sizes)])
    return laid


def _colours(game: Rules) -> list[ColourKind]:
    return [kind for kind in peg_kinds(game) if isinstance(kind, ColourKind)]


def _check(game: Rules, pegs: int, keys: int) -> None:
    if not has_solid_parts(game):
        known = [one.name for one in KIT_GAMES if has_solid_parts(one)]
        raise InvalidKit(
            gettext("There are no parts to print in 3D for {game}, but for {known}.").format(
                game=game.name, known=listing(known)
            )
        )
    for count in (pegs, keys):
        if not 1 <= count <= MOST_COPIES:
            raise InvalidSizes(
                gettext("There are {least} to {most} pegs of a colour, not {n}.").format(
                    least=1, most=MOST_COPIES, n=count
                )
            )


def _room(sizes: Sizes) -> tuple[float, float]:
    """Return the part of the bed that is used."""
    width, depth = sizes.bed
    return width - 2 * MARGIN, depth - 2 * MARGIN


def _copies(name: str, part: Manifold, count: int, sizes: Sizes) -> dict[str, Manifold]:
    """Return ``count`` copies of a part, on as many plates as they need."""
    step = _extent(part)[0] + BETWEEN
    columns, lines = (int((side + BETWEEN) // step) for side in _room(sizes))
    on_plate: list[Manifold] = []
    for start in range(0, count, columns * lines):
        copies = [
            part.translate((i % columns * step, i // columns * step, 0))
            for i in range(min(count - start, columns * lines))
        ]
        on_plate.append(_laid(Manifold.compose(copies), sizes))
    return _numbered(name, on_plate)


def _pieces(board: SolidBoard) -> Iterator[Manifold]:
    """Cut the board between rows into as few pieces as fit on the bed, about equally long."""
    across, along = sorted(_room(board.sizes))
    if board.width > across:
        across, along = along, across
    most = int(along // board.sizes.pitch)
    if board.width > across or most == 0:
        raise _too_large(board.width, board.sizes.pitch, board.sizes)
    count = math.ceil(board.rows / most)
    cuts = [board.rows * i // count for i in range(count + 1)]
    for start, end in itertools.pairwise(cuts):
        yield board_piece(board, range(start, end))


def _laid(part: Manifold, sizes: Sizes) -> Manifold:
    """Move a part to the corner of the bed, and turn it if it fits only that way."""
    room = _room(sizes)
    for turned in (part, part.rotate((0, 0, 90))):
        extent = _extent(turned)
        if all(side <= most for side, most in zip(extent, room, strict=True)):
            left, near, low, *_ = turned.bounding_box()
            return turned.translate((MARGIN - left, MARGIN - near, -low))
    raise _too_large(*_extent(part), sizes)


def _extent(part: Manifold) -> tuple[float, float]:
    left, near, _, right, far, _ = part.bounding_box()
    return right - left, far - near


def _too_large(width: float, depth: float, sizes: Sizes) -> InvalidSizes:
    across, along = sizes.bed
    return InvalidSizes(
        gettext(
            "A part of {width} x {depth} mm does not fit on a bed of {across} x {along} mm. "
            "Choose smaller pegs or a larger bed."
        ).format(width=round(width), depth=round(depth), across=f"{across:g}", along=f"{along:g}")
    )


def _numbered(name: str, plates: list[Manifold]) -> dict[str, Manifold]:
    if len(plates) == 1:
        return {f"{name}.stl": plates[0]}
    count = len(plates)
    return {f"{name}-{i}-of-{count}.stl": plate for i, plate in enumerate(plates, start=1)}


def _stl(solid: Manifold) -> bytes:
    mesh = solid.to_mesh()
    return export_stl(Trimesh(mesh.vert_properties[:, :3], mesh.tri_verts, process=False))


def _read_me(game: Rules, names: list[str], pegs: int, keys: int) -> str:
    """Say what each file is and how it is printed."""
    lines = [
        gettext("Parts to print in 3D: {game}").format(game=game.name),
        "",
        gettext("Lengths are in millimetres. No part needs supports; layers of 0.2 mm will do."),
        gettext("Print one peg and one piece of the board first, and try whether the peg fits."),
        "",
    ]
    for number, kind in enumerate(_colours(game), start=1):
        text = ngettext(
            "{files}: {pegs} pegs, {colour}, with {n} dot to feel",
            "{files}: {pegs} pegs, {colour}, with {n} dots to feel",
            number,
        )
        files = _files(names, f"pegs-{number}-")
        lines.append(text.format(files=files, pegs=pegs, colour=kind.name, n=number))
    for key in game.keys:
        text = (
            gettext("{files}: {keys} key pegs, {colour}, with a dot to feel: right place")
            if key.meaning == "exact"
            else gettext("{files}: {keys} key pegs, {colour}, smooth: wrong place")
        )
        files = _files(names, f"key-pegs-{key.key}")
        lines.append(text.format(files=files, keys=keys, colour=key.name))
    lines += [
        ngettext(
            "{files}: the board with {n} row and the place of the code",
            "{files}: the board with {n} rows and the place of the code",
            game.rows,
        ).format(files=_files(names, "board"), n=game.rows),
        gettext("{files}: the shield, upside down").format(files=_files(names, "shield")),
        "",
        gettext("If the board is in pieces, glue them edge to edge on a piece of card."),
        gettext("Small parts are not for children under three years."),
    ]
    return "\n".join(lines) + "\n"


def _files(names: list[str], beginning: str) -> str:
    return ", ".join(name for name in names if name.startswith(beginning))
