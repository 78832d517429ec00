"""The list of facts: modes, hints and the rows it points at."""

import pytest

from mastermind_edu.games.catalogue import CLASSIC, SENHA
from mastermind_edu.solvers.deduction import facts
from mastermind_edu.widgets import Board, Facts

ROWS = [((0, 0, 1, 1), (0, 0)), ((2, 2, 3, 3), (1, 1))]


def texts(widget: Facts) -> list[str]:
    return [fact["text"] for fact in widget._state["facts"]]


def test_all_facts_are_shown_in_order() -> None:
    assert texts(Facts(CLASSIC, ROWS)) == [str(fact) for fact in facts(CLASSIC, ROWS)]


def test_hints_come_one_at_a_time() -> None:
    widget = Facts(CLASSIC, ROWS, mode="hints")
    expected = [str(fact) for fact in facts(CLASSIC, ROWS)]
    assert texts(widget) == []
    for n in range(1, len(expected) + 2):
        widget._obey(widget, {"type": "hint"}, [])
        assert texts(widget) == expected[:n]


def test_hidden_facts_do_not_reach_the_page() -> None:
    widget = Facts(CLASSIC, ROWS, mode="hidden")
    assert texts(widget) == []
    widget._obey(widget, {"type": "hint"}, [])
    assert texts(widget) == []
    assert widget._notice["text"] == "There are no hints here."


def test_the_mode_can_change_in_class() -> None:
    widget = Facts(CLASSIC, ROWS, mode="hidden")
    widget.mode = "all"
    assert texts(widget) == [str(fact) for fact in facts(CLASSIC, ROWS)]


def test_an_unknown_mode_is_refused() -> None:
    with pytest.raises(ValueError, match="all, hints, hidden, got 'some'"):
        Facts(CLASSIC, mode="some")


def test_pointing_at_a_fact_lights_its_rows_on_the_board() -> None:
    board = Board(CLASSIC, secret=(3, 2, 4, 5))
    widget = Facts(board)
    board.guess("RRGG")
    widget._obey(widget, {"type": "point", "rows": [0]}, [])
    assert board.highlight == [0]
    widget._obey(widget, {"type": "point", "rows": []}, [])
    assert board.highlight == []


@pytest.mark.parametrize("rows", [[5], [-1], "0", None, [True], [0.0], 3])
def test_rows_that_do_not_exist_are_not_pointed_at(rows) -> None:
    board = Board(CLASSIC, secret=(3, 2, 4, 5))
    widget = Facts(board)
    board.guess("RRGG")
    widget._obey(widget, {"type": "point", "rows": rows}, [])
    assert board.highlight == []
    assert widget._notice["text"] == "There is no such row in this game."


def test_contradictory_rows_are_explained_instead() -> None:
    widget = Facts(CLASSIC, [((0, 0, 0, 0), (0, 0)), ((0, 0, 0, 0), (1, 0))])
    assert texts(widget) == []
    assert widget._state["conflicts"] == [
        {"text": "Rows 1 and 2 cannot both be right: no code fits both.", "rows": [0, 1]}
    ]


def test_it_follows_a_board_into_another_game() -> None:
    board = Board(CLASSIC, secret=(3, 2, 4, 5), games=[CLASSIC, SENHA])
    widget = Facts(board)
    board.guess("RRGG")
    board.new_game(SENHA)
    assert widget.game == SENHA
    assert widget._state["played"] == 0


def test_its_text_form_counts_the_facts() -> None:
    assert repr(Facts(CLASSIC, ROWS[:1])) == "<Facts classic: 2 facts after 1 row>"
