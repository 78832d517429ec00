"""The ranked guesses: their figures, and the work that makes them beside the page."""

import logging
import threading
from collections import Counter

import pytest

from mastermind_edu.games.catalogue import CLASSIC, SENHA, SUPER
from mastermind_edu.solvers.strategies import ENTROPY, EXPECTED_SIZE, MINIMAX, MOST_PARTS
from mastermind_edu.widgets import Board, HintPanel, hint_panel
from mastermind_edu.widgets.hint_panel import CRITERIA, MOST_SHOWN

PATIENCE = 60
ROWS = [((0, 0, 1, 1), (1, 1))]


def asked(game, rows=(), **options) -> HintPanel:
    panel = HintPanel(game, rows, asked=True, **options)
    panel.wait(PATIENCE)
    return panel


def state(panel: HintPanel) -> dict:
    return panel.comm.state["_state"]


@pytest.fixture
def held(monkeypatch):
    """Have each ranking wait, telling its progress, until this event is set."""
    go, started = threading.Event(), threading.Event()
    ranked = hint_panel.rank

    def rank(game, rows, by, progress):
        while not go.is_set():
            progress(0, 1)
            started.set()
        return ranked(game, rows, by=by, progress=progress)

    monkeypatch.setattr(hint_panel, "rank", rank)
    go.started = started
    yield go
    go.set()


@pytest.mark.parametrize(
    ("by", "best"),
    [(MINIMAX, "1122"), (EXPECTED_SIZE, "1123"), (ENTROPY, "1234"), (MOST_PARTS, "1123")],
    ids=lambda value: getattr(value, "key", value),
)
def test_the_best_first_guess_is_the_known_one(by, best) -> None:
    panel = asked(CLASSIC, by=by)
    assert state(panel)["guesses"][0]["row"] == [int(digit) - 1 for digit in best]


def test_figures_are_those_of_counting_one_by_one() -> None:
    panel = asked(CLASSIC, ROWS)
    left = [code for code in CLASSIC.space if CLASSIC.feedback(code, (0, 0, 1, 1)) == (1, 1)]
    assert len(left) == 208
    guesses = state(panel)["guesses"]
    assert len(guesses) == MOST_SHOWN
    for one in guesses:
        sizes = Counter(CLASSIC.feedback(code, tuple(one["row"])) for code in left)
        parts, worst, average, _ = one["figures"]
        assert parts == str(len(sizes))
        assert worst == str(max(sizes.values()))
        assert average == f"{sum(n * n for n in sizes.values()) / 208:.1f}"
        assert one["candidate"] == (tuple(one["row"]) in left)


def test_the_summary_counts_codes_and_guesses() -> None:
    assert state(asked(CLASSIC, ROWS))["summary"] == (
        "208 codes are possible. The best of 1,296 guesses:"
    )


def test_nothing_is_ranked_before_it_is_asked_for() -> None:
    panel = HintPanel(CLASSIC, ROWS)
    assert (state(panel)["phase"], state(panel)["guesses"]) == ("idle", [])
    assert not panel._work.running


def test_the_page_asks_by_a_strategy() -> None:
    panel = HintPanel(CLASSIC, ROWS)
    panel.comm.act("ask", by="entropy")
    panel.wait(PATIENCE)
    assert (state(panel)["phase"], state(panel)["by"]) == ("done", "entropy")
    assert state(panel)["idea"] == ENTROPY.idea
    assert state(panel)["guesses"] == state(asked(CLASSIC, ROWS, by=ENTROPY))["guesses"]


def test_a_board_is_answered_while_the_ranking_runs(held) -> None:
    board = Board(SUPER, secret=(0, 1, 2, 3, 4))
    panel = HintPanel(board)
    panel.comm.act("ask")
    assert held.started.wait(PATIENCE)
    board.comm.act("submit", guess=[0, 0, 1, 1, 2])
    assert len(board.rows) == 1


def test_cancel_ends_the_work(held) -> None:
    panel = HintPanel(SUPER)
    panel.comm.act("ask")
    assert held.started.wait(PATIENCE)
    assert state(panel)["phase"] == "working"
    panel.comm.act("cancel")
    panel.wait(PATIENCE)
    assert not panel._work.running
    assert (state(panel)["phase"], state(panel)["guesses"]) == ("idle", [])


def test_cancel_ends_a_real_ranking_of_a_large_game_early() -> None:
    panel = HintPanel(SUPER, [((0, 0, 1, 1, 2), (1, 0))])
    told: list[float] = []

    def cancel_at_once(change) -> None:
        told.append(change["new"])
        if change["new"] > 0:
            panel._work.cancel()

    panel.observe(cancel_at_once, "_progress")
    panel.comm.act("ask")
    panel.wait(PATIENCE)
    assert not panel._work.running
    assert 0 < told[-1] < 0.5
    assert state(panel)["guesses"] == []


def test_a_cancel_that_comes_too_late_leaves_the_ranking_to_be_read() -> None:
    panel = asked(CLASSIC, [((0, 0, 1, 1), (1, 0))])
    ranked = state(panel)
    panel.comm.act("cancel")
    assert state(panel) == ranked
    assert ranked["phase"] == "done"


def test_a_new_row_ends_the_ranking_before_and_ranks_again(held) -> None:
    board = Board(CLASSIC, secret=(0, 1, 2, 3))
    panel = HintPanel(board)
    panel.comm.act("ask")
    assert held.started.wait(PATIENCE)
    before = panel._work._thread
    board.guess("RRGG")
    before.join(PATIENCE)
    assert not before.is_alive()
    assert state(panel)["phase"] == "working"
    held.set()
    panel.wait(PATIENCE)
    assert state(panel)["guesses"] == state(asked(CLASSIC, board.rows))["guesses"]


def test_another_game_begins_without_being_asked() -> None:
    board = Board(CLASSIC, secret=(0, 1, 2, 3))
    panel = HintPanel(board)
    board.guess("RRGG")
    panel.comm.act("ask")
    board.new_game(SENHA)
    assert state(panel)["phase"] == "idle"
    board.guess("RGBY")
    assert state(panel)["phase"] == "idle"


def test_a_panel_that_is_always_asked_ranks_again_after_each_row() -> None:
    board = Board(CLASSIC, secret=(0, 1, 2, 3))
    panel = HintPanel(board, asked=True)
    board.guess("RRGG")
    panel.wait(PATIENCE)
    assert state(panel)["guesses"] == state(asked(CLASSIC, board.rows))["guesses"]
    panel.comm.act("cancel")
    board.guess("RGBO")
    assert state(panel)["phase"] == "idle"


def test_after_the_code_was_found_there_is_nothing_to_rank() -> None:
    board = Board(CLASSIC, secret=(0, 1, 2, 3))
    panel = HintPanel(board, asked=True)
    board.guess("RGBY")
    panel.wait(PATIENCE)
    assert (state(panel)["phase"], state(panel)["guesses"]) == ("found", [])
    panel.comm.act("ask")
    assert panel.comm.notice == "The code has been found."
    assert state(panel)["phase"] == "found"


def test_rows_that_contradict_each_other_are_named_so(caplog) -> None:
    panel = asked(CLASSIC, [((0, 0, 0, 0), (0, 0)), ((0, 0, 0, 0), (1, 0))])
    assert panel.comm.notice == "There is no candidate left: no code fits all rows."
    assert state(panel)["phase"] == "idle"
    assert caplog.records == []


def test_a_failure_reaches_the_page_and_the_log(monkeypatch, caplog) -> None:
    monkeypatch.setattr(hint_panel, "rank", lambda *_, **__: 1 // 0)
    with caplog.at_level(logging.ERROR):
        panel = asked(CLASSIC)
    assert panel.comm.notice.startswith("Something went wrong here.")
    assert [record.exc_info[0] for record in caplog.records] == [ZeroDivisionError]
    assert state(panel)["phase"] == "idle"


@pytest.mark.parametrize(
    "message",
    [
        {"type": "ask", "by": "random"},
        {"type": "ask", "by": None},
        {"type": "ask", "by": ["minimax"]},
        {"type": "ask", "by": 3},
        {"type": "rank"},
        {},
    ],
)
def test_what_a_page_may_not_ask_changes_nothing(message) -> None:
    panel = HintPanel(CLASSIC, ROWS)
    before = panel.by, state(panel)
    panel.comm.deliver(message)
    assert (panel.by, state(panel)) == before
    assert not panel._work.running
    assert panel.comm.notice


def test_it_offers_every_strategy_with_a_measure() -> None:
    assert [one["key"] for one in state(HintPanel(SENHA))["criteria"]] == [
        one.key for one in CRITERIA
    ]


def test_its_text_form_is_stable() -> None:
    assert repr(HintPanel(SENHA, by=ENTROPY)) == "<HintPanel senha by entropy>"
