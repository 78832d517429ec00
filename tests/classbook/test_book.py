"""The class book: what is written into it is there, whoever else writes and whoever is killed."""

from __future__ import annotations

import os
import signal
import sqlite3
import stat
import subprocess
import sys
import textwrap
import threading
from contextlib import closing
from multiprocessing import get_context
from pathlib import Path

import pytest

from mastermind_edu.classbook import book as book_module
from mastermind_edu.classbook.book import (
    VERSION,
    BookGone,
    BookTrouble,
    ClassBook,
    ClassFull,
    ClassOver,
    NewerBook,
    NicknameTaken,
    NotAClassBook,
)

BOARD = "01-play/1"
GAME = '{"game": "classic"}'
PUPILS = 40
WRITES = 5


@pytest.fixture
def book(tmp_path: Path) -> ClassBook:
    return ClassBook.create(tmp_path / "7B.sqlite3", "7B")


def write_at_once(file: Path, pupil: str) -> None:
    """Do what one pupil's kernel does: open the book for each thing and write it."""
    own = ClassBook(file)
    for number in range(WRITES):
        own.write_game(pupil, BOARD, GAME, 1, [(number, 0, 0, 0)], "playing")
        own.write_answer(pupil, "02-answer/add-up", number, correct=number == 1)


def test_a_class_has_a_code_a_key_and_a_token_of_its_own(tmp_path: Path) -> None:
    one = ClassBook.create(tmp_path / "a" / "1.sqlite3", "7B")
    other = ClassBook.create(tmp_path / "a" / "2.sqlite3", "7B")
    assert one.code == "7B"
    assert len(one.key) == 64
    assert len(one.token) >= 32
    assert one.key != other.key
    assert one.token != other.token


def test_a_book_is_never_made_over_another_file(book: ClassBook) -> None:
    key = book.key
    with pytest.raises(FileExistsError):
        ClassBook.create(book.file, "8C")
    assert (book.code, book.key) == ("7B", key)


@pytest.mark.skipif(os.name != "posix", reason="only POSIX has these permissions")
def test_only_the_teacher_can_read_the_file(book: ClassBook) -> None:
    assert stat.S_IMODE(book.file.stat().st_mode) == 0o600


def test_the_file_says_its_version_and_writes_ahead(book: ClassBook) -> None:
    with closing(sqlite3.connect(book.file)) as connection:
        assert connection.execute("PRAGMA user_version").fetchone() == (VERSION,)
        assert connection.execute("PRAGMA journal_mode").fetchone() == ("wal",)


def test_a_book_of_a_newer_version_is_left_as_it_is(book: ClassBook) -> None:
    with closing(sqlite3.connect(book.file)) as connection:
        connection.execute(f"PRAGMA user_version = {VERSION + 1}")
    before = book.file.read_bytes()
    with pytest.raises(NewerBook, match="made by a newer version"):
        book.check()
    with pytest.raises(NewerBook):
        book.join("Ana")
    with pytest.raises(NewerBook):
        book.delete()
    assert book.file.read_bytes() == before


@pytest.mark.parametrize("content", [b"not a database at all, but long enough " * 40, b""])
def test_another_file_is_left_as_it_is(tmp_path: Path, content: bytes) -> None:
    file = tmp_path / "x.sqlite3"
    file.write_bytes(content)
    with pytest.raises(NotAClassBook, match="is no class book"):
        ClassBook(file).check()
    assert file.read_bytes() == content


def test_a_book_that_is_gone_is_not_made_again(tmp_path: Path) -> None:
    book = ClassBook(tmp_path / "x.sqlite3")
    with pytest.raises(BookGone):
        book.write_answer("x", "q", 1, correct=True)
    assert list(tmp_path.iterdir()) == []


def test_pupils_are_known_by_a_random_id(book: ClassBook) -> None:
    ben, ana = book.join(" Ben "), book.join("Ana")
    assert [pupil.nickname for pupil in book.pupils()] == ["Ana", "Ben"]
    assert book.pupil(ben.id) == ben
    assert book.pupil("nobody") is None
    assert len({ana.id, ben.id}) == 2
    assert min(len(ana.id), len(ben.id)) >= 20


def test_a_nickname_can_be_had_once_whatever_its_case(book: ClassBook) -> None:
    ana, ben = book.join("Ana"), book.join("Ben")
    with pytest.raises(NicknameTaken, match="Somebody is called ANA already"):
        book.join("ANA")
    with pytest.raises(NicknameTaken):
        book.rename(ben.id, "aNa")
    book.rename(ana.id, "ANA")
    assert [pupil.nickname for pupil in book.pupils()] == ["ANA", "Ben"]


def test_a_class_has_a_limit(book: ClassBook, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(book_module, "MOST_PUPILS", 2)
    book.join("Ana")
    book.join("Ben")
    with pytest.raises(ClassFull):
        book.join("Cem")


def test_a_game_grows_guess_by_guess_until_it_ends(book: ClassBook) -> None:
    ana = book.join("Ana").id
    book.write_game(ana, BOARD, GAME, 1, [(0, 0, 1, 1)], "playing")
    book.write_game(ana, BOARD, GAME, 1, [(2, 2, 3, 3)], "won")
    (game,) = book.games()
    assert game.guesses == ((0, 0, 1, 1), (2, 2, 3, 3))
    assert game.outcome == "won"
    assert book.latest(ana, BOARD, GAME) == game


def test_the_first_end_of_a_round_counts(book: ClassBook) -> None:
    ana = book.join("Ana").id
    book.write_game(ana, BOARD, GAME, 1, [(0, 0, 1, 1)], "lost")
    book.write_game(ana, BOARD, GAME, 1, [(5, 5, 5, 5)], "won")
    (game,) = book.games()
    assert (game.guesses, game.outcome) == (((0, 0, 1, 1),), "lost")


def test_guesses_from_two_tabs_add_up(book: ClassBook) -> None:
    """Who plays the same code in two tabs has not needed fewer guesses."""
    ana = book.join("Ana").id
    for guess in ((0, 0, 1, 1), (2, 2, 3, 3)):
        book.write_game(ana, BOARD, GAME, 1, [guess], "playing")
    ClassBook(book.file).write_game(ana, BOARD, GAME, 1, [(4, 4, 4, 4)], "won")
    assert len(book.games()[0].guesses) == 3


def test_every_answer_is_kept_in_order(book: ClassBook) -> None:
    ana = book.join("Ana").id
    book.write_answer(ana, "02-answer/two-steps", [1, 2], correct=False)
    book.write_answer(ana, "02-answer/two-steps", [1, 1], correct=True)
    assert [(one.answer, one.correct) for one in book.answers()] == [
        ([1, 2], False),
        ([1, 1], True),
    ]


def test_nothing_is_written_of_who_is_not_in_the_class(book: ClassBook) -> None:
    with pytest.raises(ClassOver, match="not in this class"):
        book.write_game("nobody", BOARD, GAME, 1, [], "playing")
    with pytest.raises(ClassOver):
        book.write_answer("nobody", "q", 1, correct=True)
    with pytest.raises(ClassOver):
        book.rename("nobody", "Ana")
    assert book.games() == book.answers() == []


def test_who_is_taken_out_leaves_nothing_behind(book: ClassBook) -> None:
    ana, ben = book.join("Ana").id, book.join("Ben").id
    for pupil in (ana, ben):
        book.write_game(pupil, BOARD, GAME, 1, [(0, 0, 0, 0)], "playing")
        book.write_answer(pupil, "q", 1, correct=True)
    book.remove(ana)
    assert [one.pupil for one in (*book.games(), *book.answers())] == [ben, ben]


def test_who_has_done_nothing_can_be_taken_out(book: ClassBook) -> None:
    ana, ben, _ = (book.join(nickname).id for nickname in ("Ana", "Ben", "Cem"))
    book.write_game(ana, BOARD, GAME, 1, [(0, 0, 0, 0)], "playing")
    book.write_answer(ben, "q", 1, correct=True)
    book.remove_idle()
    assert [pupil.nickname for pupil in book.pupils()] == ["Ana", "Ben"]


def test_a_class_that_has_ended_takes_nothing_until_it_goes_on(book: ClassBook) -> None:
    ana = book.join("Ana").id
    book.end()
    assert book.has_ended
    for step in (
        lambda: book.join("Ben"),
        lambda: book.rename(ana, "Anna"),
        lambda: book.write_answer(ana, "q", 1, correct=True),
        lambda: book.write_game(ana, BOARD, GAME, 1, [], "playing"),
    ):
        with pytest.raises(ClassOver, match="has ended"):
            step()
    book.go_on()
    book.write_answer(ana, "q", 1, correct=True)
    assert len(book.answers()) == 1


def test_deleting_leaves_no_file_and_no_trace(book: ClassBook) -> None:
    ana = book.join("Quetzalcoatl").id
    book.write_answer(ana, "q", "an answer", correct=True)
    with closing(sqlite3.connect(book.file)) as reader:  # keeps the write-ahead log in place
        reader.execute("SELECT 1 FROM class").fetchone()
        paths = list(book.file.parent.iterdir())
        assert len(paths) == 3
        with pytest.MonkeyPatch.context() as patch:
            patch.setattr(Path, "unlink", lambda *_, **__: None)
            book.delete()
        assert not any(b"Quetzalcoatl" in path.read_bytes() for path in paths)
    with pytest.raises(BookGone):
        assert book.code
    other = ClassBook.create(book.file.with_name("other.sqlite3"), "8C")
    other.delete()
    assert not other.file.exists()


def test_an_error_while_writing_undoes_the_whole(book: ClassBook) -> None:
    ana = book.join("Ana").id
    with pytest.raises(TypeError):
        book.write_answer(ana, "q", object(), correct=True)
    with pytest.raises(ClassOver):
        book.write_game(ana, BOARD, GAME, 1, [(1, 1, 1, 1)], "no such outcome")
    assert book.games() == book.answers() == []


def test_forty_processes_that_write_at_once_lose_nothing(book: ClassBook) -> None:
    ids = [book.join(f"pupil {n}").id for n in range(PUPILS)]
    context = get_context("fork" if sys.platform == "linux" else "spawn")
    writers = [
        context.Process(target=write_at_once, args=(book.file, pupil), daemon=True) for pupil in ids
    ]
    for writer in writers:
        writer.start()
    for writer in writers:
        writer.join(60)
    assert [writer.exitcode for writer in writers] == [0] * PUPILS
    games = book.games()
    assert sorted(game.pupil for game in games) == sorted(ids)
    assert {len(game.guesses) for game in games} == {WRITES}
    assert len(book.answers()) == PUPILS * WRITES


def test_a_writer_that_is_killed_loses_nothing_that_it_had_written(book: ClassBook) -> None:
    ana = book.join("Ana").id
    program = f"""
        from pathlib import Path
        from mastermind_edu.classbook.book import ClassBook
        book = ClassBook(Path({str(book.file)!r}))
        number = 0
        while True:
            number += 1
            book.write_answer({ana!r}, "q", number, correct=True)
            print(number, flush=True)
    """
    with subprocess.Popen(
        [sys.executable, "-c", textwrap.dedent(program)], stdout=subprocess.PIPE, text=True
    ) as writer:
        assert writer.stdout is not None
        told = [int(next(writer.stdout)) for _ in range(30)]
        writer.send_signal(getattr(signal, "SIGKILL", signal.SIGTERM))
        told += [int(line) for line in writer.stdout if line.endswith("\n")]
    kept = [one.answer for one in book.answers()]
    assert kept[: len(told)] == told
    assert len(kept) - len(told) <= 1
    book.write_answer(ana, "q", 0, correct=True)


def test_a_writer_waits_for_another(book: ClassBook, monkeypatch: pytest.MonkeyPatch) -> None:
    ana = book.join("Ana").id
    begun, done = threading.Event(), threading.Event()

    def hold() -> None:
        with closing(sqlite3.connect(book.file, isolation_level=None)) as connection:
            connection.execute("BEGIN IMMEDIATE")
            begun.set()
            done.wait(10)
            connection.execute("COMMIT")

    holder = threading.Thread(target=hold)
    holder.start()
    begun.wait(10)
    monkeypatch.setattr(book_module, "PATIENCE", 0.1)
    with pytest.raises(BookTrouble, match="tell your teacher"):
        book.write_answer(ana, "q", 1, correct=True)
    monkeypatch.setattr(book_module, "PATIENCE", 20)
    threading.Timer(0.3, done.set).start()
    book.write_answer(ana, "q", 2, correct=True)
    holder.join()
    assert [one.answer for one in book.answers()] == [2]


def test_a_broken_file_is_named_trouble(book: ClassBook) -> None:
    with closing(sqlite3.connect(book.file)) as connection:
        connection.execute("DROP TABLE answer")
    with pytest.raises(BookTrouble, match="tell your teacher"):
        book.answers()
