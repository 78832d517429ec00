"""Which kits there are, and how many pieces each has."""

from __future__ import annotations

import pytest

from mastermind_edu.classroom.kit.pieces import (
    KIT_GAMES,
    InvalidKit,
    Pieces,
    has_solid_parts,
    kit_game,
    kit_games,
    peg_kinds,
    pieces,
    rows_of,
)
from mastermind_edu.games.catalogue import CLASSIC, GRAND, SENHA, SUPER, WITH_BLANKS


@pytest.mark.parametrize(
    ("game", "expected"),
    [
        (SENHA, Pieces(10, 30)),
        (CLASSIC, Pieces(16, 40)),
        (CLASSIC.with_rows(6), Pieces(16, 24)),
        (SUPER, Pieces(16, 60)),
        (GRAND, Pieces(5, 40)),
    ],
)
def test_pieces_are_counted(game, expected):
    assert pieces(game) == expected


def test_one_cannot_run_out_of_the_pegs_of_a_game_without_repeats():
    """A colour is at most once in each row and once in the code."""
    assert pieces(SENHA).pegs >= SENHA.rows + 1


def test_a_blank_is_no_piece():
    assert peg_kinds(WITH_BLANKS) == WITH_BLANKS.space.kinds[:-1]


@pytest.mark.parametrize(
    ("keys", "rows", "expected"),
    [
        ((), None, [("senha", 8), ("classic", 10), ("grand", 10)]),
        ((), 6, [("senha", 8), ("classic", 6), ("grand", 6)]),
        ((), 8, [("senha", 8), ("classic", 8), ("grand", 8)]),
        (("mini",), None, [("mini", 6)]),
        (("mini", "super", "mini"), 12, [("mini", 6), ("super", 12)]),
    ],
)
def test_games_are_chosen_with_their_rows(keys, rows, expected):
    assert [(game.key, game.rows) for game in kit_games(keys, rows)] == expected


def test_every_row_of_a_game_can_be_asked_for():
    for game in KIT_GAMES:
        assert [kit_game(game.key, rows).rows for rows in rows_of(game)] == list(rows_of(game))


@pytest.mark.parametrize(
    ("keys", "rows", "sentence"),
    [
        (("chess",), None, "There is no kit for 'chess'. There are kits for senha, classic, "),
        (("bulls-and-cows",), None, "There is no kit for 'bulls-and-cows'."),
        (("senha",), 10, "Senha has a board with 8 rows, not with 10."),
        (("mini", "senha"), 12, "Mini has a board with 6 rows, not with 12."),
        ((), 7, "Classic has boards with 6, 8, 10 and 12 rows, not with 7."),
        ((), 0, "Classic has boards with 6, 8, 10 and 12 rows, not with 0."),
    ],
)
def test_what_cannot_be_is_refused(keys, rows, sentence):
    with pytest.raises(InvalidKit) as caught:
        kit_games(keys, rows)
    assert str(caught.value).startswith(sentence)


def test_games_of_colours_have_parts_for_a_3d_printer():
    assert [game.key for game in KIT_GAMES if not has_solid_parts(game)] == ["grand"]
