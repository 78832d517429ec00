"""Who is in the class, and the games that are the same for all who are."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

import pytest

from mastermind_edu.classbook.book import ClassBook
from mastermind_edu.classbook.seat import (
    BOOK_VARIABLE,
    LESSON_VARIABLE,
    PUPIL_VARIABLE,
    BoardSeat,
    Seat,
    game_text,
    rules_of,
    seat,
)
from mastermind_edu.games.catalogue import CLASSIC, GAMES, SENHA, UnknownGame, custom, grand
from mastermind_edu.games.codes import Code
from mastermind_edu.games.rules import Rules

RULES = [*GAMES, custom(pegs=3, colours=4, answer="per position"), grand(3, 2, 2)]

Sit = Callable[..., Seat]


@pytest.fixture
def book(tmp_path: Path) -> ClassBook:
    return ClassBook.create(tmp_path / "7B.sqlite3", "7B")


@pytest.fixture
def sit(book: ClassBook) -> Sit:
    """Seat a pupil as a kernel does that has just been told of a page."""

    def sit(nickname: str, lesson: str = "01-play") -> Seat:
        there = {pupil.nickname: pupil.id for pupil in book.pupils()}
        return Seat(book, there.get(nickname) or book.join(nickname).id, lesson)

    return sit


def secrets(at: Seat, game: Rules, rounds: int) -> list[Code]:
    """Give up ``rounds`` games at the first board of a page and return their secrets."""
    board = at.board()
    found = []
    for _ in range(rounds):
        played = board.game(game)
        assert played is not None
        played.game.resign()
        played.keep()
        found.append(played.game.secret)
    return found


def settings(book: ClassBook, pupil: str) -> dict[str, str]:
    return {BOOK_VARIABLE: str(book.file), PUPIL_VARIABLE: pupil, LESSON_VARIABLE: "01-play"}


def test_who_is_in_the_class_has_a_seat(book: ClassBook) -> None:
    ana = book.join("Ana").id
    found = seat(settings(book, ana))
    assert found is not None
    assert (found.pupil, found.lesson, found.board().name) == (ana, "01-play", "01-play/1")


@pytest.mark.parametrize("pupil", ["", "nobody", "' OR 1=1 --"])
def test_who_is_not_in_the_class_has_none(book: ClassBook, pupil: str) -> None:
    book.join("Ana")
    assert seat(settings(book, pupil)) is None


def test_without_a_class_there_is_no_seat(book: ClassBook) -> None:
    ana = book.join("Ana").id
    assert seat({PUPIL_VARIABLE: ana}) is None
    assert seat({BOOK_VARIABLE: str(book.file) + "x", PUPIL_VARIABLE: ana}) is None


def test_when_the_class_has_ended_or_was_deleted_there_is_no_seat(book: ClassBook) -> None:
    ana = book.join("Ana").id
    book.end()
    assert seat(settings(book, ana)) is None
    book.go_on()
    assert seat(settings(book, ana)) is not None
    book.delete()
    assert seat(settings(book, ana)) is None
    assert not book.file.exists()


@pytest.mark.parametrize("game", RULES, ids=repr)
def test_all_pupils_get_the_same_secrets_round_after_round(sit: Sit, game: Rules) -> None:
    assert secrets(sit("Ana"), game, 4) == secrets(sit("Ben"), game, 4)


def test_the_number_of_rows_changes_no_secret(sit: Sit) -> None:
    assert secrets(sit("Ana"), CLASSIC, 3) == secrets(sit("Ben"), CLASSIC.with_rows(6), 3)


def test_rounds_boards_lessons_games_and_classes_have_secrets_of_their_own(
    sit: Sit, tmp_path: Path
) -> None:
    """Of 12 secrets out of 1,296 by chance, eight in a row are never the same."""
    ana = sit("Ana")
    first = secrets(ana, CLASSIC, 8)
    other_book = ClassBook.create(tmp_path / "other.sqlite3", "7B")
    ben = Seat(other_book, other_book.join("Ben").id, "01-play")
    others = [
        secrets(ana, CLASSIC, 8),  # the second board of the page
        secrets(sit("Ana", "04-candidates"), CLASSIC, 8),
        secrets(sit("Cem"), GAMES[3], 8),  # the same codes, another game
        secrets(ben, CLASSIC, 8),
    ]
    assert len(set(first)) > 4
    assert first not in others
    assert len({tuple(one) for one in others}) == len(others)


def test_secrets_cannot_be_told_from_the_code_of_the_class(tmp_path: Path) -> None:
    found = []
    for name in ("a", "b"):
        book = ClassBook.create(tmp_path / name, "7B")
        found.append(secrets(Seat(book, book.join("Ana").id, "01-play"), CLASSIC, 8))
    assert found[0] != found[1]


def play(board: BoardSeat, guesses: int, game: Rules = CLASSIC) -> Code:
    """Make guesses that are wrong, and return the secret of the round without ending it."""
    played = board.game(game)
    assert played is not None
    secret = played.game._secret
    wrong = next(code for code in game.space if code != secret)
    for _ in range(guesses):
        played.game.guess(wrong)
        played.keep()
    return secret


def test_a_game_goes_on_in_a_new_kernel_with_its_rows(sit: Sit) -> None:
    secret = play(sit("Ana").board(), 3)
    again = sit("Ana").board().game(CLASSIC)
    assert again is not None
    assert (again.round, len(again.game.rows), again.game._secret) == (1, 3, secret)


def test_a_round_that_was_not_begun_is_offered_again(sit: Sit) -> None:
    secret = play(sit("Ana").board(), 0)
    assert play(sit("Ana").board(), 0) == secret


def test_a_finished_round_cannot_be_played_again(sit: Sit) -> None:
    secrets(sit("Ana"), CLASSIC, 1)
    again = sit("Ana").board().game(CLASSIC)
    assert again is not None
    assert again.round == 2


def test_a_game_that_is_left_is_given_up(sit: Sit, book: ClassBook) -> None:
    board = sit("Ana").board()
    played = board.game(SENHA)
    assert played is not None
    played.leave()
    assert book.games() == []
    played.game.guess((0, 1, 2, 3))
    played.leave()
    assert [game.outcome for game in book.games()] == ["resigned"]
    following = board.game(SENHA)
    assert following is not None
    assert following.round == 2


def test_two_tabs_that_used_all_rows_together_have_lost(sit: Sit, book: ClassBook) -> None:
    tabs = [sit("Ana").board().game(CLASSIC) for _ in range(2)]
    for tab in tabs:
        assert tab is not None
        wrong = next(code for code in CLASSIC.space if code != tab.game._secret)
        for _ in range(5):
            tab.game.guess(wrong)
        tab.keep()
    following = sit("Ana").board().game(CLASSIC)
    assert following is not None
    assert following.round == 2
    assert [game.outcome for game in book.games()] == ["lost"]


def test_rules_of_ones_own_are_not_played_in_the_class(sit: Sit) -> None:
    own = Rules("own", "Own", CLASSIC.marking, rows=10, keys=CLASSIC.keys)
    assert sit("Ana").board().game(own) is None


@pytest.mark.parametrize("game", RULES, ids=repr)
def test_a_book_names_rules_so_that_they_can_be_had_again(game: Rules) -> None:
    assert rules_of(game_text(game)).with_rows(1) == game.with_rows(1)
    assert game_text(game) == game_text(game.with_rows(3))


@pytest.mark.parametrize("text", ["", "[]", "7", '{"game": "whist"}', '{"game": "custom", "x": 1}'])
def test_rules_that_there_are_not_are_named(text: str) -> None:
    with pytest.raises(UnknownGame):
        rules_of(text)
