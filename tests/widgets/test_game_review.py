"""Skill and luck: figures against counting one by one, and when the table comes."""

import logging
import threading
from collections import Counter

import pytest

from mastermind_edu.games.catalogue import CLASSIC, SENHA, custom
from mastermind_edu.solvers.partitions import NoCandidates
from mastermind_edu.widgets import Board, GameReview, game_review
from mastermind_edu.widgets.game_review import review

PATIENCE = 60
SECRET = (0, 1, 2, 3)
SMALL = custom(pegs=3, colours=4)


def played(game, secret, *guesses) -> list:
    return [(guess, game.feedback(secret, guess)) for guess in guesses]


ROWS = played(CLASSIC, SECRET, (0, 0, 1, 1), (0, 2, 1, 3), SECRET)


def state(widget: GameReview) -> dict:
    return widget.comm.state["_state"]


def fitting(game, rows) -> list:
    return [
        code
        for code in game.space
        if all(game.feedback(code, guess) == answer for guess, answer in rows)
    ]


def expected_size(game, codes, guess) -> float:
    sizes = Counter(game.feedback(code, guess) for code in codes)
    return sum(n * n for n in sizes.values()) / len(codes)


@pytest.fixture
def held(monkeypatch):
    """Have each look back wait, telling its progress, until this event is set."""
    go, waiting = threading.Event(), threading.Event()
    original = game_review.review

    def wait(game, rows, secret, progress):
        while not go.is_set():
            progress(0, 1)
            waiting.set()
        return original(game, rows, secret, progress)

    monkeypatch.setattr(game_review, "review", wait)
    go.waiting = waiting
    yield go
    go.set()


def test_figures_are_those_of_counting_one_by_one() -> None:
    secret = (3, 1, 2)
    rows = played(SMALL, secret, (0, 0, 1), (2, 1, 3), (3, 1, 2))
    for index, one in enumerate(review(SMALL, rows)):
        before = fitting(SMALL, rows[:index])
        assert one.before == len(before)
        assert one.expected == pytest.approx(expected_size(SMALL, before, rows[index][0]))
        assert one.left == len(fitting(SMALL, rows[: index + 1]))
        best = min(expected_size(SMALL, before, guess) for guess in SMALL.space)
        assert one.best_expected == pytest.approx(best)
        assert expected_size(SMALL, before, one.best) == pytest.approx(best)
        answer = SMALL.feedback(secret, one.best)
        assert one.best_left == len(fitting(SMALL, [*rows[:index], (one.best, answer)]))


def test_the_classic_first_guess_leaves_the_known_numbers() -> None:
    first = review(CLASSIC, ROWS)[0]
    assert (first.before, first.left) == (1296, 208)
    assert round(first.expected, 2) == 204.54
    assert (first.best, round(first.best_expected, 2)) == ((0, 0, 1, 2), 185.27)


def test_what_the_best_guess_would_have_left_needs_the_secret() -> None:
    assert review(CLASSIC, ROWS[:1])[0].best_left is None
    assert review(CLASSIC, ROWS[:1], SECRET)[0].best_left == review(CLASSIC, ROWS)[0].best_left


def test_progress_grows_to_the_whole() -> None:
    told: list[float] = []
    review(CLASSIC, ROWS, progress=lambda part, whole: told.append(part / whole))
    assert told == sorted(told)
    assert told[-1] == 1.0
    assert len(told) >= len(ROWS)


def test_answers_that_contradict_each_other_are_named_so() -> None:
    with pytest.raises(NoCandidates, match="contradict each other"):
        review(CLASSIC, [((0, 0, 0, 0), (0, 0)), ((0, 0, 0, 0), (1, 0))])


@pytest.mark.parametrize(
    ("secret", "guess", "verdict"),
    [
        ("4565", "1123", "well chosen, and lucky"),  # leaves 81, expected 185.3
        ("1444", "1123", "well chosen, and lucky"),  # 182
        ("2454", "1123", "well chosen, but unlucky"),  # 276
        ("1245", "1123", "well chosen, but unlucky"),  # 230
        ("2222", "1111", "could be better"),  # 625, expected 512
        ("1222", "1111", "could be better, but lucky"),  # 500
        ("1234", "1234", "found it, and lucky"),
    ],
)
def test_verdicts_tell_skill_from_luck(secret, guess, verdict) -> None:
    parse = CLASSIC.space.parse
    widget = GameReview(CLASSIC, played(CLASSIC, parse(secret), parse(guess)))
    widget.wait(PATIENCE)
    assert [row["verdict"] for row in state(widget)["rows"]] == [verdict]


def test_a_guess_that_was_not_needed_is_told_so() -> None:
    game = custom(pegs=1, colours=2)
    widget = GameReview(game, played(game, (1,), (0,), (0,), (1,)))
    widget.wait(PATIENCE)
    assert [row["verdict"] for row in state(widget)["rows"]] == [
        "well chosen, but unlucky",
        "the code was sure already",
        "found it for sure",
    ]


def test_a_boards_table_comes_when_the_game_is_over() -> None:
    board = Board(CLASSIC, secret=SECRET)
    widget = GameReview(board)
    for guess, _ in ROWS[:2]:
        board.guess(guess)
        assert (state(widget)["phase"], state(widget)["rows"]) == ("waiting", [])
    board.guess(SECRET)
    widget.wait(PATIENCE)
    assert state(widget)["phase"] == "done"
    assert [tuple(row["guess"]) for row in state(widget)["rows"]] == [guess for guess, _ in ROWS]
    board.new_game()
    assert (state(widget)["phase"], state(widget)["rows"]) == ("waiting", [])


def test_a_game_given_up_is_looked_back_on_too() -> None:
    board = Board(SENHA, secret=SECRET)
    widget = GameReview(board)
    board.guess((5, 4, 3, 2))
    board.resign()
    widget.wait(PATIENCE)
    (row,) = state(widget)["rows"]
    assert row["bestLeft"] == str(review(SENHA, board.rows, SECRET)[0].best_left)


def test_cancel_ends_the_work_and_it_can_be_started_again(held) -> None:
    widget = GameReview(CLASSIC, ROWS)
    assert held.waiting.wait(PATIENCE)
    assert state(widget)["phase"] == "working"
    widget.comm.act("cancel")
    widget.wait(PATIENCE)
    assert not widget._work.running
    assert (state(widget)["phase"], state(widget)["rows"]) == ("stopped", [])
    held.set()
    widget.comm.act("start")
    widget.wait(PATIENCE)
    assert (state(widget)["phase"], len(state(widget)["rows"])) == ("done", 3)


def test_a_new_game_cancels_the_look_back(held) -> None:
    board = Board(CLASSIC, secret=SECRET)
    widget = GameReview(board)
    board.guess(SECRET)
    assert held.waiting.wait(PATIENCE)
    board.new_game()
    widget.wait(PATIENCE)
    assert not widget._work.running
    assert state(widget)["phase"] == "waiting"


def test_starting_during_a_game_tells_nothing() -> None:
    board = Board(CLASSIC, secret=SECRET)
    widget = GameReview(board)
    board.guess((0, 0, 1, 1))
    widget.comm.act("start")
    assert not widget._work.running
    assert (state(widget)["phase"], state(widget)["rows"]) == ("waiting", [])


def test_a_failure_reaches_the_page_and_the_log(monkeypatch, caplog) -> None:
    monkeypatch.setattr(game_review, "review", lambda *_: 1 // 0)
    with caplog.at_level(logging.ERROR):
        widget = GameReview(CLASSIC, ROWS)
        widget.wait(PATIENCE)
    assert widget.comm.notice.startswith("Something went wrong here.")
    assert [record.exc_info[0] for record in caplog.records] == [ZeroDivisionError]
    assert state(widget)["phase"] == "stopped"


@pytest.mark.parametrize("message", [{"type": "look"}, {"type": ["start"]}, {}, None, "start"])
def test_what_a_page_may_not_ask_changes_nothing(message) -> None:
    widget = GameReview(CLASSIC, ROWS)
    widget.wait(PATIENCE)
    before = state(widget)
    widget.comm.deliver(message)
    assert state(widget) == before
    assert widget.comm.notice


def test_its_text_form_is_stable() -> None:
    widget = GameReview(CLASSIC, ROWS)
    assert repr(widget) == "<GameReview classic: 3 rows>"
