"""The map of all codes: what it tells its page, checked against counting one by one."""

import numpy as np
import pytest

from mastermind_edu.games.catalogue import (
    BULLS_AND_COWS,
    CLASSIC,
    SENHA,
    SUPER,
    WITH_BLANKS,
    custom,
)
from mastermind_edu.games.codes import SpaceTooLarge
from mastermind_edu.widgets import Board, CandidateGrid

ROWS = [((0, 0, 1, 1), (1, 1)), ((0, 2, 1, 3), (2, 0)), ((4, 0, 1, 5), (1, 0))]


def levels(grid: CandidateGrid) -> np.ndarray:
    return np.frombuffer(grid._levels, np.uint8).reshape(len(grid.counts), -1)


def fits(game, rows, code) -> bool:
    return all(game.feedback(code, guess) == feedback for guess, feedback in rows)


def test_counts_are_those_of_trying_every_code() -> None:
    grid = CandidateGrid(CLASSIC, ROWS)
    expected = [
        sum(fits(CLASSIC, ROWS[:n], code) for code in CLASSIC.space) for n in range(len(ROWS) + 1)
    ]
    assert list(grid.counts) == expected


def test_each_code_has_a_cell_that_is_lit_while_it_is_possible() -> None:
    grid = CandidateGrid(CLASSIC, ROWS)
    lit = levels(grid)
    for index, code in enumerate(CLASSIC.space):
        cell = grid._code_map.cell_of[index]
        assert [bool(level) for level in lit[:, cell]] == [
            fits(CLASSIC, ROWS[:n], code) for n in range(len(ROWS) + 1)
        ]


def test_lines_are_first_pegs_and_columns_last_ones() -> None:
    grid = CandidateGrid(CLASSIC)
    spots = grid._map["places"]
    for index, code in enumerate(CLASSIC.space):
        column, line = spots[grid._code_map.cell_of[index]]
        assert tuple(grid._map["lines"][line]) == code[:2]
        assert tuple(grid._map["columns"][column]) == code[2:]


@pytest.mark.parametrize("game", [CLASSIC, WITH_BLANKS, SENHA, BULLS_AND_COWS], ids=lambda g: g.key)
def test_ordinary_games_have_a_cell_for_each_code(game) -> None:
    grid = CandidateGrid(game)
    assert grid._map["single"]
    assert len({tuple(place) for place in grid._map["places"]}) == game.space.size


def test_a_large_space_becomes_shades_that_add_up() -> None:
    grid = CandidateGrid(SUPER, [((0, 1, 2, 3, 4), (1, 2))])
    sizes = grid._code_map.sizes
    assert not grid._map["single"]
    assert sizes.sum() == SUPER.space.size
    estimate = (levels(grid)[1] / 255 * sizes).sum()
    assert estimate == pytest.approx(grid.counts[1], rel=0.02)


def test_a_cell_with_any_candidate_never_looks_empty() -> None:
    grid = CandidateGrid(SUPER, [((0, 1, 2, 3, 4), (1, 2))])
    left = np.bincount(
        grid._code_map.cell_of[grid._following.refuted_by >= 1], minlength=len(grid._code_map.sizes)
    )
    assert ((levels(grid)[1] > 0) == (left > 0)).all()


def test_a_space_too_large_to_list_says_so() -> None:
    with pytest.raises(SpaceTooLarge, match="429,981,696"):
        CandidateGrid(custom(pegs=8, colours=12))


def test_it_follows_a_board_through_guesses_and_games() -> None:
    board = Board(CLASSIC, secret=(3, 2, 1, 0), games=[CLASSIC, SENHA])
    grid = CandidateGrid(board)
    board.guess("RRGG")
    assert grid.rows == board.rows
    assert grid.counts == CandidateGrid(CLASSIC, board.rows).counts
    board.new_game(SENHA)
    assert grid.game == SENHA
    assert grid.counts == (360,)


def test_pointing_at_a_cell_names_the_first_row_that_refutes_it() -> None:
    grid = CandidateGrid(CLASSIC, ROWS)
    grid._obey(grid, {"type": "point", "cell": CLASSIC.space.index((0, 0, 1, 1))}, [])
    assert grid._pointed["row"] == [0, 0, 1, 1]
    assert "in row 1 would have been “4 in the right place" in grid._pointed["text"]
    assert not grid._pointed["possible"]


def test_pointing_at_a_candidate_says_that_it_is_possible() -> None:
    grid = CandidateGrid(CLASSIC)
    grid._obey(grid, {"type": "point", "cell": 0}, [])
    assert grid._pointed["text"] == "RRRR is still possible."


def test_going_back_shows_the_candidates_of_then() -> None:
    grid = CandidateGrid(CLASSIC, ROWS)
    grid._obey(grid, {"type": "step", "step": 1}, [])
    assert grid.step == 1
    assert grid._state["sampleText"] == "42 of the 208 that are still possible"
    grid._obey(grid, {"type": "point", "cell": CLASSIC.space.index((4, 4, 0, 0))}, [])
    row_two_is_not_asked = "row 2" not in grid._pointed["text"]
    assert row_two_is_not_asked


def test_the_tally_says_count_fraction_and_bits() -> None:
    grid = CandidateGrid(CLASSIC, ROWS[:1])
    tally = grid._state["steps"][1]
    assert tally == {
        "count": "208",
        "words": "codes are possible",
        "detail": "16.0 % of 1,296 · 7.7 bits left",
    }


def test_answers_that_contradict_each_other_are_named_so() -> None:
    grid = CandidateGrid(CLASSIC, [((0, 0, 0, 0), (0, 0)), ((0, 0, 0, 0), (1, 0))])
    assert grid.counts[-1] == 0
    assert grid._state["steps"][-1]["detail"] == "The answers contradict each other."


@pytest.mark.parametrize(
    "message",
    [
        {"type": "point", "cell": -1},
        {"type": "point", "cell": 1296},
        {"type": "point", "cell": "0"},
        {"type": "point", "cell": True},
        {"type": "point"},
        {"type": "step", "step": 4},
        {"type": "step", "step": None},
        {"type": "drop"},
        {},
    ],
)
def test_what_a_page_may_not_ask_changes_nothing(message) -> None:
    grid = CandidateGrid(CLASSIC, ROWS)
    before = grid._state, grid._pointed, grid.step
    grid._obey(grid, message, [])
    assert (grid._state, grid._pointed, grid.step) == before
    assert grid._notice["text"]


def test_its_text_form_is_stable() -> None:
    assert repr(CandidateGrid(CLASSIC, ROWS[:1])) == (
        "<CandidateGrid classic: 208 of 1,296 codes after 1 row>"
    )
