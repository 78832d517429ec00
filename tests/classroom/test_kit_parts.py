"""The parts for a 3D printer: closed, on the bed, to be felt, and fitting together."""

from __future__ import annotations

import io
from functools import cache

import pytest
import trimesh
from manifold3d import Manifold, OpType

from mastermind_edu.classroom.kit.pieces import (
    KIT_GAMES,
    InvalidKit,
    answers_per_place,
    has_solid_parts,
    kit_game,
    peg_kinds,
    rows_of,
)
from mastermind_edu.classroom.kit.plates import READ_ME, plates, solid_kit
from mastermind_edu.classroom.kit.sizes import InvalidSizes, Sizes, SolidBoard
from mastermind_edu.classroom.kit.solids import PIPS, board_piece, key_peg, peg, shield
from mastermind_edu.games.catalogue import CLASSIC, GRAND, SENHA, SUPER
from mastermind_edu.games.rules import Rules

USUAL = Sizes()
MESHES = [
    "pegs-1-red.stl",
    "pegs-2-green.stl",
    "pegs-3-blue.stl",
    "pegs-4-yellow.stl",
    "pegs-5-purple.stl",
    "pegs-6-orange.stl",
    "key-pegs-black.stl",
    "key-pegs-white.stl",
    "board.stl",
    "shield.stl",
]

SOLID = [game for game in KIT_GAMES if has_solid_parts(game)]
VARIANTS = [game.with_rows(rows) for game in SOLID for rows in rows_of(game)]

sizes = pytest.mark.parametrize(
    "sizes",
    [
        USUAL,
        Sizes(peg=10, key=4, clearance=0.1, bed=(100, 100)),
        Sizes(peg=25, key=10, clearance=1, bed=(210, 250)),
        Sizes(bed=(300, 120)),
        Sizes(bed=(100, 600)),
    ],
    ids=["usual", "smallest", "largest", "wide bed", "deep bed"],
)


@cache
def usual_kit() -> dict[str, bytes]:
    return solid_kit(CLASSIC)


def together(parts: list[Manifold]) -> Manifold:
    return Manifold.batch_boolean(parts, OpType.Add)


def whole_board(board: SolidBoard) -> Manifold:
    return board_piece(board, range(board.rows))


def polygons(solid: Manifold, height: float) -> int:
    """Count the outlines of a cut at ``height``, those of holes too."""
    return len(solid.slice(height).to_polygons())


# -------------------------------------------------------------------- files


def test_every_file_of_the_kit_is_there() -> None:
    assert list(usual_kit()) == [*MESHES, READ_ME]


@pytest.mark.parametrize("name", MESHES)
def test_every_mesh_is_closed_as_it_is_read_from_its_file(name: str) -> None:
    mesh = trimesh.load_mesh(io.BytesIO(usual_kit()[name]), file_type="stl")
    assert mesh.is_watertight
    assert mesh.is_winding_consistent
    assert mesh.volume > 0
    (left, near, low), (right, far, _) = mesh.bounds
    assert min(left, near) >= 0
    assert low == pytest.approx(0, abs=1e-4)
    assert right <= USUAL.bed[0]
    assert far <= USUAL.bed[1]


def test_the_text_names_every_file() -> None:
    text = usual_kit()[READ_ME].decode()
    assert [name for name in usual_kit() if name not in text] == [READ_ME]
    assert "pegs-6-orange.stl: 16 pegs, orange, with 6 dots to feel" in text
    assert "key-pegs-black.stl: 25 key pegs, black, with a dot to feel: right place" in text
    assert "key-pegs-white.stl: 25 key pegs, white, smooth: wrong place" in text


@pytest.mark.parametrize("game", VARIANTS, ids=lambda game: f"{game.key}-{game.rows}")
def test_every_game_has_its_parts_within_the_bed(game: Rules) -> None:
    check_plates(game, USUAL)


@sizes
@pytest.mark.parametrize("game", [SENHA, SUPER], ids=lambda game: game.key)
def test_every_size_has_its_parts_within_the_bed(game: Rules, sizes: Sizes) -> None:
    if SolidBoard(game, sizes).width > max(sizes.bed) - 6:
        with pytest.raises(InvalidSizes, match="does not fit on a bed of 100 x 100 mm"):
            plates(game, sizes)
    else:
        check_plates(game, sizes)


def check_plates(game: Rules, sizes: Sizes) -> None:
    laid = plates(game, sizes, pegs=3, keys=2)
    counts: dict[str, int] = {}
    for name, plate in laid.items():
        left, near, low, right, far, _ = plate.bounding_box()
        assert min(left, near) >= 0
        assert low == pytest.approx(0)
        assert right <= sizes.bed[0]
        assert far <= sizes.bed[1]
        part = name.split("-")[0].removesuffix(".stl")
        counts[part] = counts.get(part, 0) + len(plate.decompose())
    boards = counts.pop("board")
    kinds = len(peg_kinds(game))
    assert counts == {"pegs": 3 * kinds, "key": 2 * len(game.keys), "shield": 1}
    assert boards == sum(name.startswith("board") for name in laid)


def test_as_many_pegs_are_made_as_asked_for_on_more_plates_if_need_be() -> None:
    laid = plates(CLASSIC, Sizes(bed=(110, 100)), pegs=40, keys=25)
    red = [plate for name, plate in laid.items() if name.startswith("pegs-1-red")]
    assert [len(plate.decompose()) for plate in red] == [36, 4]
    assert "pegs-1-red-2-of-2.stl" in laid
    assert len(laid["key-pegs-white.stl"].decompose()) == 25


def test_pegs_on_a_plate_do_not_touch() -> None:
    first, second, *_ = plates(CLASSIC, USUAL)["pegs-1-red.stl"].decompose()
    assert first.min_gap(second, 10) >= 3.9


# ------------------------------------------------------------------- relief


@pytest.mark.parametrize("number", range(len(PIPS)))
def test_a_peg_has_as_many_dots_as_its_number(number: int) -> None:
    assert polygons(peg(number, USUAL), USUAL.peg_height + 0.4) == number + 1


@sizes
def test_dots_can_be_felt(sizes: Sizes) -> None:
    """They are no closer than 2.5 mm and no lower than 0.5 mm, as in braille."""
    for number in range(len(PIPS)):
        solid = peg(number, sizes)
        assert solid.bounding_box()[5] - sizes.peg_height >= 0.5
        dots = solid.slice(sizes.peg_height + 0.01).decompose()
        boxes = [dot.bounds() for dot in dots]
        centres = [((a + c) / 2, (b + d) / 2) for a, b, c, d in boxes]
        gaps = [
            ((x - u) ** 2 + (y - v) ** 2) ** 0.5
            for i, (x, y) in enumerate(centres)
            for u, v in centres[:i]
        ]
        assert all(gap >= 2.49 for gap in gaps)
        assert all((x**2 + y**2) ** 0.5 < sizes.peg / 2 - 1 for x, y in centres)


def test_only_one_kind_of_key_peg_has_a_dot() -> None:
    above = USUAL.key_height + 0.4
    assert polygons(key_peg(USUAL, dot=True), above) == 1
    assert polygons(key_peg(USUAL, dot=False), above) == 0


# ---------------------------------------------------------- fitting together


@pytest.mark.parametrize("game", VARIANTS, ids=lambda game: f"{game.key}-{game.rows}")
def test_the_board_has_all_its_holes_and_they_have_floors(game: Rules) -> None:
    board = SolidBoard(game, USUAL)
    solid = whole_board(board)
    pegs = game.space.pegs
    assert polygons(solid, USUAL.thickness - 0.1) == 1 + (2 * game.rows + 1) * pegs
    assert polygons(solid, 1) == 1


def test_pieces_of_a_board_make_the_whole_board() -> None:
    board = SolidBoard(CLASSIC, Sizes(bed=(100, 100)))
    pieces = [name for name in plates(CLASSIC, board.sizes) if name.startswith("board")]
    assert pieces == ["board-1-of-2.stl", "board-2-of-2.stl"]
    near, far = board_piece(board, range(5)), board_piece(board, range(5, 11))
    joined = near + far.translate((0, 5 * board.sizes.pitch, 0))
    assert joined.volume() == pytest.approx(whole_board(board).volume(), rel=1e-3)


@sizes
@pytest.mark.parametrize("game", [SENHA, CLASSIC], ids=lambda game: game.key)
def test_pegs_fit_into_the_holes_side_by_side(game: Rules, sizes: Sizes) -> None:
    board = SolidBoard(game, sizes)
    floor = sizes.thickness - sizes.depth + 0.01
    row = 1
    standing = [
        part.translate((*centre, floor))
        for part, centres in (
            (peg(5, sizes), board.peg_holes(row)),
            (key_peg(sizes, dot=True), board.key_holes(row)),
        )
        for centre in centres
    ]
    assert len(standing) == 2 * game.space.pegs
    assert len(together(standing).decompose()) == len(standing)
    touching = whole_board(board) ^ together(standing)
    assert touching.volume() == pytest.approx(0, abs=1e-6)


@sizes
def test_the_shield_stands_over_the_code_and_touches_nothing(sizes: Sizes) -> None:
    board = SolidBoard(CLASSIC, sizes)
    floor = sizes.thickness - sizes.depth
    played = together(
        [whole_board(board)]
        + [
            peg(5, sizes).translate((*centre, floor + 0.01))
            for row in (board.rows - 2, board.rows - 1)
            for centre in board.peg_holes(row)
        ]
    )
    upright = shield(board).rotate((0, 180, 0))
    left, near, low, right, *_ = upright.bounding_box()
    code_begins = (board.rows - 1) * sizes.pitch
    wall = 1.6
    standing = upright.translate(
        ((board.width - left - right) / 2, code_begins - wall - near, -low)
    )
    assert (standing ^ played).volume() == pytest.approx(0, abs=1e-6)
    hidden = together(
        [peg(0, sizes).translate((*c, floor)) for c in board.peg_holes(board.rows - 1)]
    )
    assert standing.bounding_box()[5] > hidden.bounding_box()[5]
    assert standing.bounding_box()[0] < 0
    assert standing.bounding_box()[3] > board.width


def test_key_pegs_stand_in_the_order_of_the_places_where_that_matters() -> None:
    for game in (SENHA, CLASSIC):
        holes = SolidBoard(game, USUAL).key_holes(0)
        one_line = len({y for _, y in holes}) == 1
        assert one_line == answers_per_place(game)
        assert len(set(holes)) == game.space.pegs


# ----------------------------------------------------------------- refusals


@pytest.mark.parametrize(
    ("chosen", "sentence"),
    [
        ({"peg": 9.9}, "The diameter of a peg is 10 to 25 mm here, not 9.9 mm."),
        ({"peg": 26}, "The diameter of a peg is 10 to 25 mm here, not 26 mm."),
        ({"peg": float("nan")}, "The diameter of a peg is 10 to 25 mm here, not nan mm."),
        ({"key": 3}, "The diameter of a key peg is 4 to 5.25 mm here, not 3 mm."),
        ({"key": 6}, "The diameter of a key peg is 4 to 5.25 mm here, not 6 mm."),
        ({"peg": 25, "key": 11}, "The diameter of a key peg is 4 to 10 mm here, not 11 mm."),
        ({"clearance": 0}, "The gap around a peg is 0.1 to 1 mm here, not 0 mm."),
        ({"clearance": -1}, "The gap around a peg is 0.1 to 1 mm here, not -1 mm."),
        ({"bed": (99, 200)}, "A side of the printer's bed is 100 to 600 mm here, not 99 mm."),
        ({"bed": (200, 601)}, "A side of the printer's bed is 100 to 600 mm here, not 601 mm."),
    ],
)
def test_sizes_have_limits(chosen: dict[str, float], sentence: str) -> None:
    with pytest.raises(InvalidSizes) as caught:
        Sizes(**chosen)  # type: ignore[arg-type]
    assert str(caught.value) == sentence


@pytest.mark.parametrize("count", [0, -1, 201])
def test_numbers_of_pegs_have_limits(count: int) -> None:
    for numbers in ({"pegs": count}, {"keys": count}):
        with pytest.raises(InvalidKit, match=rf"1 to 200 pegs of a colour, not {count}\."):
            plates(CLASSIC, USUAL, **numbers)


def test_parts_too_large_for_the_bed_are_named() -> None:
    with pytest.raises(InvalidSizes, match=r"does not fit on a bed of 100 x 100 mm\. Choose"):
        plates(kit_game("super"), Sizes(bed=(100, 100)))


def test_games_of_shapes_have_no_parts() -> None:
    with pytest.raises(InvalidKit, match="no parts to print in 3D for Grand, but for Senha, "):
        solid_kit(GRAND)
