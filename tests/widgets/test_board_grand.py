"""The board with pegs of colour and shape, and what follows it, without a browser."""

import itertools
import re
import threading
from typing import Any

import pytest

from mastermind_edu.games.catalogue import CLASSIC, GAMES, GRAND, grand
from mastermind_edu.games.grand import mark
from mastermind_edu.games.play import Status
from mastermind_edu.games.rules import Rules
from mastermind_edu.solvers.candidates import candidates
from mastermind_edu.solvers.deduction import Fact, facts
from mastermind_edu.widgets import Board, CandidateGrid, Facts
from mastermind_edu.widgets.facts import MOST_AT_ONCE

SECRET = GRAND.space.parse("YsRcRcRc")
AMBIGUOUS = GRAND.space.parse("RcBcGtGt")
OTHER = GRAND.space.parse("GsRcYdRt")


def features(board: Board) -> Any:
    return board.comm.state["_table"]["features"]


def without_colour(drawing: str) -> str:
    """Return a drawing as a grey print has it at worst: all of one colour."""
    return re.sub(r'(fill|stroke)="#[0-9a-f]{6}"', "", drawing)


# ---- choosing colour and shape ----------------------------------------------------------


def test_colours_and_shapes_can_be_chosen_apart() -> None:
    colours, shapes = features(Board(GRAND))["levels"]
    assert [(one["name"], one["letter"]) for one in colours] == [
        ("red", "R"),
        ("green", "G"),
        ("blue", "B"),
        ("yellow", "Y"),
        ("purple", "P"),
    ]
    assert [(one["name"], one["letter"]) for one in shapes] == [
        ("circle", "c"),
        ("square", "s"),
        ("triangle", "t"),
        ("diamond", "d"),
        ("hexagon", "h"),
    ]


def test_each_pair_of_colour_and_shape_is_one_kind_of_peg() -> None:
    board = Board(GRAND)
    parts = features(board)["parts"]
    assert parts == [list(pair) for pair in itertools.product(range(5), repeat=2)]
    for kind, (colour, shape) in zip(GRAND.space.kinds, parts, strict=True):
        assert kind.value == (colour, shape)


def test_smaller_games_offer_only_what_they_have() -> None:
    colours, shapes = features(Board(grand(3, 2, 3)))["levels"]
    assert (len(colours), len(shapes)) == (2, 3)


@pytest.mark.parametrize("game", [game for game in GAMES if game != GRAND], ids=repr)
def test_pegs_of_other_games_have_no_parts(game: Rules) -> None:
    assert features(Board(game)) is None


def test_no_two_pegs_and_no_two_parts_are_told_apart_by_colour_alone() -> None:
    table = Board(GRAND).comm.state["_table"]
    drawings = [kind["drawing"] for kind in table["kinds"]]
    drawings += [one["drawing"] for level in table["features"]["levels"] for one in level]
    assert len(drawings) == 35
    assert len({without_colour(drawing) for drawing in drawings}) == 35


def test_key_pegs_are_told_apart_without_their_colour() -> None:
    keys = Board(GRAND).comm.state["_table"]["keys"]
    assert len({without_colour(drawing) for drawing in keys.values()}) == len(keys) == 4


# ---- a game -----------------------------------------------------------------------------


def test_an_ambiguous_guess_gets_the_marking_with_the_most_blue() -> None:
    board = Board(GRAND, secret=SECRET)
    board.guess("RcBcGtGt")
    assert board.rows[0].feedback == mark(SECRET, AMBIGUOUS) == (0, 1, 1)
    (row,) = board.comm.state["_play"]["rows"]
    assert row["answer"] == ["misplaced", "partial"]
    assert row["label"] == (
        "Row 1: red circle, blue circle, green triangle, green triangle. Answer: "
        "0 in the right place, 1 in the wrong place, 1 right in colour or shape only."
    )


def test_the_page_sends_kinds_and_never_half_a_peg() -> None:
    board = Board(GRAND, secret=SECRET)
    page = board.comm
    for guess in ([[0, None], 1, 2, 3], [[0, 0]] * 4, [0, 1, 2, None], [0, 1, 2, 25], [0, 1, 2]):
        page.act("submit", guess=guess)
        assert board.rows == ()
        assert page.notice
    page.act("submit", guess=list(GRAND.space.row(AMBIGUOUS)))
    assert board.rows[0].guess == AMBIGUOUS


def test_a_game_is_won_and_the_code_said_in_words() -> None:
    board = Board(GRAND, secret=SECRET)
    for code in (OTHER, SECRET):
        board.comm.act("submit", guess=list(GRAND.space.row(code)))
    assert board.status is Status.WON
    assert board.comm.state["_play"]["result"] == (
        "You found the code in 2 guesses: yellow square, red circle, red circle, red circle."
    )


def test_keys_of_this_game_are_explained() -> None:
    texts = Board(GRAND).comm.state["_texts"]
    assert "one for its colour and one for its shape" in texts["keyboardParts"]


# ---- what follows it --------------------------------------------------------------------


def test_the_map_counts_the_candidates_of_the_full_game() -> None:
    board = Board(GRAND, secret=SECRET)
    grid = CandidateGrid(board)
    assert grid.counts == (390_625,)
    for code in (OTHER, AMBIGUOUS):
        board.guess(code)
        assert grid.counts[-1] == len(candidates(GRAND, board.rows))
    assert grid.counts[-1] < grid.counts[1] < 390_625


def test_facts_of_the_full_game_come_beside_the_page_and_say_so_meanwhile() -> None:
    assert GRAND.space.size > MOST_AT_ONCE > CLASSIC.space.size
    board = Board(GRAND, secret=SECRET)
    shown = Facts(board)
    page = shown.comm
    board.guess(OTHER)
    shown.wait(30)
    states = [data.get("state", {}).get("_state") for data in page.received]
    working = [state["working"] for state in states if state]
    assert working == [False, True, False]
    expected = [str(fact) for fact in facts(GRAND, board.rows)]
    assert [fact["text"] for fact in page.state["_state"]["facts"]] == expected != []


def test_only_the_facts_of_the_last_row_are_told_when_rows_come_quickly() -> None:
    board = Board(GRAND, secret=SECRET)
    shown = Facts(board)
    for code in (OTHER, AMBIGUOUS):
        board.guess(code)
    shown.wait(30)
    assert shown.facts == facts(GRAND, board.rows)
    assert shown.comm.state["_state"]["played"] == 2


def test_a_new_game_stops_the_search_for_facts() -> None:
    board = Board(GRAND, secret=SECRET)
    shown = Facts(board)
    board.guess(OTHER)
    board.new_game()
    shown.wait(30)
    state = shown.comm.state["_state"]
    assert (state["played"], state["working"], state["facts"]) == (0, False, [])


def test_a_hint_asked_for_too_early_changes_nothing(monkeypatch: pytest.MonkeyPatch) -> None:
    asked = threading.Event()

    def after_the_question(*arguments: Any) -> list[Fact]:
        assert asked.wait(30)
        return facts(*arguments)

    monkeypatch.setattr("mastermind_edu.widgets.facts.facts", after_the_question)
    board = Board(GRAND, secret=SECRET)
    shown = Facts(board, mode="hints")
    board.guess(OTHER)
    shown.comm.act("hint")
    asked.set()
    shown.wait(30)
    state = shown.comm.state["_state"]
    assert (state["working"], state["facts"]) == (False, [])
    assert state["hidden"] == len(facts(GRAND, board.rows))
