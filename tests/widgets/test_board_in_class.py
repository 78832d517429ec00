"""The board of a pupil in a class: what the class book gets, and what the page never does."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

from mastermind_edu.classbook import seat as seat_module
from mastermind_edu.classbook.book import ClassBook
from mastermind_edu.classbook.seat import BOOK_VARIABLE, LESSON_VARIABLE, PUPIL_VARIABLE
from mastermind_edu.games.catalogue import CLASSIC, SENHA
from mastermind_edu.games.codes import Code
from mastermind_edu.games.play import Status
from mastermind_edu.widgets import Board

SECRET = (0, 1, 2, 3)


@pytest.fixture
def book(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> ClassBook:
    """The book of a class in which Ana sits at this kernel."""
    book = ClassBook.create(tmp_path / "7B.sqlite3", "7B")
    monkeypatch.setenv(BOOK_VARIABLE, str(book.file))
    monkeypatch.setenv(PUPIL_VARIABLE, book.join("Ana").id)
    fresh_kernel(monkeypatch)
    return book


def fresh_kernel(monkeypatch: pytest.MonkeyPatch, lesson: str = "01-play") -> None:
    """Begin a page as a kernel does that has made no board."""
    monkeypatch.setenv(LESSON_VARIABLE, lesson)
    seat_module._seat.cache_clear()


def new_board(**options: Any) -> tuple[Board, Any]:
    board = Board(CLASSIC, **options)
    return board, board.comm


def wrong(board: Board) -> Code:
    return next(code for code in board.game.space if code != board._game._secret)


def found(book: ClassBook) -> list[tuple[str, int, int, str]]:
    return [(one.board, one.round, len(one.guesses), one.outcome) for one in book.games()]


def test_each_guess_is_in_the_book_before_the_page_has_the_answer(
    book: ClassBook, monkeypatch: pytest.MonkeyPatch
) -> None:
    board, page = new_board()
    seen = []
    send = page.send
    monkeypatch.setattr(page, "send", lambda *a, **b: (seen.append(found(book)), send(*a, **b)))
    board.guess(wrong(board))
    assert seen
    assert seen[0] == [("01-play/1", 1, 1, "playing")]


def test_the_end_of_a_game_is_in_the_book(book: ClassBook) -> None:
    board, page = new_board()
    board.guess(wrong(board))
    board.guess(board._game._secret)
    page.act("new")
    board.resign()
    assert found(book) == [("01-play/1", 1, 2, "won"), ("01-play/1", 2, 0, "resigned")]


@pytest.mark.usefixtures("book")
def test_the_heading_says_the_round() -> None:
    board, page = new_board()
    assert page.state["_table"]["heading"] == "Classic: round 1 of the class"
    board.resign()
    page.act("new")
    assert page.state["_table"]["heading"] == "Classic: round 2 of the class"


def test_a_page_that_comes_back_has_its_game_from_the_book(
    book: ClassBook, monkeypatch: pytest.MonkeyPatch
) -> None:
    board, page = new_board(holds=True)
    board.guess(wrong(board))
    page.act("hold", row=0, place=1, hold="not")
    kept = page.state["_kept"]
    fresh_kernel(monkeypatch)
    again, fresh_page = new_board()
    assert again.rows == board.rows
    fresh_page.act("restore", kept=kept)
    assert (again.rows, fresh_page.state["_play"]["holds"]) == (board.rows, {"0/1": "not"})
    assert found(book) == [("01-play/1", 1, 1, "playing")]


def test_a_page_is_given_nothing_to_find_the_secret_with(book: ClassBook) -> None:
    board, page = new_board()
    board.guess(wrong(board))
    sent = json.dumps(page.received)
    assert page.state["_kept"]["envelope"] == ""
    for hidden in (book.key, book.token, book.pupils()[0].id, str(book.file)):
        assert hidden not in sent


@pytest.mark.usefixtures("book")
def test_a_page_cannot_bring_another_game_to_the_class() -> None:
    """An envelope of a game whose secret one knows would win in one guess."""
    own = Board(CLASSIC, secret=SECRET)
    forged = own.comm.state["_kept"]
    assert forged["envelope"]
    board, page = new_board()
    secret = board._game._secret
    for kept in (forged, {**forged, "classGame": board._class_game.key}):
        page.act("restore", kept=kept)
        assert board._game._secret == secret
        assert (board.rows, board.status) == ((), Status.PLAYING)


@pytest.mark.usefixtures("book")
def test_a_page_cannot_choose_the_secret_or_the_round() -> None:
    board, page = new_board()
    before = board._game._secret
    for arguments in ({"seed": "2A"}, {"round": 9}, {"number": 9}, {"secret": [0, 0, 0, 0]}):
        page.act("new", **arguments)
        assert board._game._secret == before
        assert board._class_game is not None
        assert board._class_game.round == 1


def test_a_game_that_is_left_counts_as_given_up(book: ClassBook) -> None:
    board, page = new_board(games=[CLASSIC, SENHA])
    board.guess(wrong(board))
    page.act("new", game="senha")
    page.act("new", game="classic")
    assert found(book) == [("01-play/1", 1, 1, "resigned")]
    assert page.state["_table"]["heading"] == "Classic: round 2 of the class"


def test_a_secret_or_a_seed_of_the_lesson_goes_before_the_class(book: ClassBook) -> None:
    for board in (Board(CLASSIC, secret=SECRET), Board(CLASSIC, seed="2A")):
        board.guess((0, 0, 0, 0))
        assert board.comm.state["_table"]["inClass"] is False
    assert found(book) == []


def test_boards_of_a_page_are_told_apart(book: ClassBook, monkeypatch: pytest.MonkeyPatch) -> None:
    for lesson in ("01-play", "04-candidates"):
        fresh_kernel(monkeypatch, lesson)
        for _ in range(2):
            new_board()[0].resign()
    names = ["01-play/1", "01-play/2", "04-candidates/1", "04-candidates/2"]
    assert [one.board for one in book.games()] == names


def test_what_cannot_be_written_is_said_and_written_with_the_next_guess(book: ClassBook) -> None:
    board, page = new_board()
    away = book.file.with_suffix(".away")
    book.file.rename(away)
    board.guess(wrong(board))
    assert page.notice == "There is no class book any more."
    assert len(page.state["_play"]["rows"]) == 1
    away.rename(book.file)
    board.guess(wrong(board))
    assert found(book) == [("01-play/1", 1, 2, "playing")]


def test_when_the_class_has_ended_the_game_goes_on_and_is_not_written(book: ClassBook) -> None:
    board, page = new_board()
    book.end()
    board.guess(wrong(board))
    assert page.notice == "The class has ended: nothing more is kept of it."
    board.guess(board._game._secret)
    assert board.status is Status.WON
    assert found(book) == []


def test_what_a_class_kept_is_no_trouble_when_it_is_over(
    book: ClassBook, monkeypatch: pytest.MonkeyPatch
) -> None:
    _, page = new_board()
    kept = page.state["_kept"]
    book.end()
    fresh_kernel(monkeypatch)
    board, fresh_page = new_board()
    fresh_page.act("restore", kept=kept)
    assert "text" not in fresh_page.state["_notice"]
    assert fresh_page.state["_table"]["inClass"] is False
    board.guess((0, 0, 0, 0))
    assert fresh_page.state["_kept"]["envelope"]


def test_without_a_class_nothing_is_different(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.delenv(BOOK_VARIABLE, raising=False)
    _, page = new_board()
    assert page.state["_table"]["inClass"] is False
    assert page.state["_table"]["heading"] == page.state["_table"]["name"] == "Classic"
    assert page.state["_kept"]["envelope"]
