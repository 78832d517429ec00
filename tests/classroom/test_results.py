"""What a teacher is told of a class: ranking, bars, exercises and tables."""

from __future__ import annotations

import csv
import io
from pathlib import Path

import pytest

from mastermind_edu.classbook.book import ClassBook, PlayedGame, Pupil
from mastermind_edu.classbook.seat import game_text
from mastermind_edu.classroom.results import ClassResults, answers_table, games_table, ranking
from mastermind_edu.games.catalogue import CLASSIC, SENHA, SUPER
from mastermind_edu.games.rules import Rules

BOARD = "01-play/1"
WRONG = (0, 0, 0, 0)


@pytest.fixture
def book(tmp_path: Path) -> ClassBook:
    return ClassBook.create(tmp_path / "7B.sqlite3", "7B")


def played(
    pupil: str, guesses: int, outcome: str = "won", number: int = 1, board: str = BOARD
) -> PlayedGame:
    return PlayedGame(pupil, board, game_text(CLASSIC), number, (WRONG,) * guesses, outcome, "", "")


def pupils(*nicknames: str) -> list[Pupil]:
    return [Pupil(nickname.lower(), nickname, "") for nickname in nicknames]


def play(
    book: ClassBook,
    nickname: str,
    guesses: int,
    outcome: str = "won",
    *,
    number: int = 1,
    game: Rules = CLASSIC,
) -> None:
    known = {pupil.nickname: pupil.id for pupil in book.pupils()}
    pupil = known.get(nickname) or book.join(nickname).id
    book.write_game(pupil, BOARD, game_text(game), number, [WRONG] * guesses, outcome)


# ---- ranking ----------------------------------------------------------------------------


def test_the_fewest_guesses_win_and_equals_share_a_rank() -> None:
    games = [played("ana", 5), played("ben", 4), played("cem", 5), played("dee", 6)]
    found = ranking(pupils("Ana", "Ben", "Cem", "Dee"), games)
    assert [(one.rank, one.nickname, one.guesses) for one in found] == [
        (1, "Ben", 4),
        (2, "Ana", 5),
        (2, "Cem", 5),
        (4, "Dee", 6),
    ]


def test_a_tie_for_the_first_rank_has_two_winners() -> None:
    found = ranking(pupils("Ana", "Ben", "Cem"), [played("cem", 4), played("ana", 4)])
    assert [(one.rank, one.nickname) for one in found] == [(1, "Ana"), (1, "Cem")]


def test_who_found_more_codes_is_ahead() -> None:
    games = [
        *(played("ana", 8), played("ana", 9, number=2)),
        *(played("ben", 2), played("ben", 10, "lost", number=2)),
    ]
    found = ranking(pupils("Ana", "Ben"), games)
    assert [(one.nickname, one.solved, one.guesses) for one in found] == [
        ("Ana", 2, 17),
        ("Ben", 1, 2),
    ]


def test_who_is_still_playing_or_was_taken_out_has_no_rank() -> None:
    games = [played("ana", 3, "playing"), played("gone", 2)]
    assert ranking(pupils("Ana"), games) == []


def test_who_gave_up_is_last_and_is_in_the_ranking() -> None:
    found = ranking(pupils("Ana", "Ben"), [played("ana", 0, "resigned"), played("ben", 10)])
    assert [(one.rank, one.nickname, one.solved) for one in found] == [(1, "Ben", 1), (2, "Ana", 0)]


def test_a_round_has_a_ranking_of_its_own(book: ClassBook) -> None:
    for number, (ana, ben) in enumerate([(3, 5), (6, 2)], start=1):
        play(book, "Ana", ana, number=number)
        play(book, "Ben", ben, number=number)
    (board,) = ClassResults(book).boards
    assert [one.nickname for one in board.ranking(1)] == ["Ana", "Ben"]
    assert [one.nickname for one in board.ranking(2)] == ["Ben", "Ana"]
    assert [one.nickname for one in board.ranking()] == ["Ben", "Ana"]


# ---- boards -----------------------------------------------------------------------------


def test_each_board_and_game_has_a_table_of_pupils_and_rounds(book: ClassBook) -> None:
    play(book, "Ben", 4)
    play(book, "Ana", 3, "playing")
    play(book, "Ana", 8, "lost", number=2)
    play(book, "Ana", 5, game=SENHA)
    book.join("Cem")
    classic, senha = ClassResults(book).boards
    assert (classic.title, senha.title) == ("Classic, board 1", "Senha, board 1")
    assert classic.lesson == "Lesson 1: Play"
    assert classic.rounds == [1, 2]
    shown = [
        (name, [game and len(game.guesses) for game in games]) for name, games in classic.table
    ]
    assert shown == [("Ana", [3, 8]), ("Ben", [4, None])]


def test_the_bars_compare_the_class_with_the_best_strategy(book: ClassBook) -> None:
    """The best tree of the classic game finds 1, 4, 25, 108, … of its 1,296 codes in 1, 2, … ."""
    for nickname, guesses in (("Ana", 4), ("Ben", 4), ("Cem", 7)):
        play(book, nickname, guesses)
    play(book, "Dee", 10, "lost")
    play(book, "Eve", 2, "playing")
    (board,) = ClassResults(book).boards
    assert [bar.games for bar in board.bars] == [0, 0, 0, 2, 0, 0, 1]
    assert board.not_found == 1
    assert board.average == 5
    best = [bar.best or 0 for bar in board.bars]
    assert sum(best) == pytest.approx(4)
    assert sum(n * share for n, share in enumerate(best, start=1)) / 4 == pytest.approx(5625 / 1296)
    assert board.best_average == pytest.approx(5625 / 1296)
    assert best[-1] == 0


def test_a_game_whose_best_strategy_is_not_known_has_bars_of_the_class_alone(
    book: ClassBook,
) -> None:
    book.write_game(book.join("Ana").id, BOARD, game_text(SUPER), 1, [(0,) * 5] * 3, "won")
    (board,) = ClassResults(book).boards
    assert board.best_average is None
    assert [(bar.games, bar.best) for bar in board.bars] == [(0, None), (0, None), (1, None)]


def test_rules_of_a_newer_course_are_shown_as_they_are(book: ClassBook) -> None:
    book.write_game(book.join("Ana").id, "13-new/1", '{"game": "new"}', 1, [WRONG], "won")
    results = ClassResults(book)
    assert results.boards[0].title == '{"game": "new"}, board 1'
    assert results.boards[0].lesson == "13-new"
    assert "13-new/1" in games_table(results)


# ---- exercises --------------------------------------------------------------------------


def answer(book: ClassBook, question: str, *given: tuple[str, object, bool]) -> None:
    known = {pupil.nickname: pupil.id for pupil in book.pupils()}
    for nickname, text, correct in given:
        known[nickname] = known.get(nickname) or book.join(nickname).id
        book.write_answer(known[nickname], question, text, correct=correct)


def test_the_exercises_that_most_got_wrong_come_first(book: ClassBook) -> None:
    answer(book, "03-how-many/tiny", ("Ana", 6, False), ("Ana", 9, True), ("Ben", 9, True))
    answer(book, "03-how-many/classic", ("Ana", 24, False), ("Ben", 24, False))
    answer(book, "03-how-many/slip", ("Ana", 0, True))
    questions = ClassResults(book).questions
    assert [(one.key, one.wrong_at_first, one.tried, one.still_wrong) for one in questions] == [
        ("03-how-many/classic", 2, 2, 2),
        ("03-how-many/tiny", 1, 2, 0),
        ("03-how-many/slip", 0, 1, 0),
    ]
    assert questions[0].title.startswith("Lesson 3: ")
    assert questions[0].title.endswith(", Exercise 2")
    assert questions[0].prompt


def test_the_commonest_wrong_answers_are_counted_by_pupil_and_said_in_words(
    book: ClassBook,
) -> None:
    wrong, right = [1, 2], [1, 1]
    question = "02-answer/duplicates/1"
    answer(
        book,
        question,
        *[(name, wrong, False) for name in ("Ana", "Ana", "Ben")],
        *[("Cem", [0, 4], False), ("Cem", right, True)],
    )
    (found,) = ClassResults(book).questions
    assert found.wrong_answers == [
        ("1 in the right place, 2 in the wrong place", 2),
        ("0 in the right place, 4 in the wrong place", 1),
    ]
    assert found.title.endswith("Exercise 4, Question 1")


def test_a_puzzle_of_the_gallery_is_called_by_its_game_grade_and_number(book: ClassBook) -> None:
    answer(book, "puzzle/senha/2/7", ("Ana", [0, 1, 2, 3], False))
    (found,) = ClassResults(book).questions
    assert found.title == "Senha: Puzzle 7, easy: put two rows together"
    assert found.wrong_answers == [("RGBY", 1)]


@pytest.mark.parametrize("given", [99, [1, 2, 3], {"x": 1}, "text", None])
def test_an_answer_to_a_question_that_has_changed_is_shown_as_it_is(
    book: ClassBook, given: object
) -> None:
    answer(book, "03-how-many/slip", ("Ana", given, False))
    for key in ("99-gone/never/1", "02-answer/duplicates/99", "puzzle/whist/2/1", "puzzle/x"):
        answer(book, key, ("Ana", given, False))
    for question in ClassResults(book).questions:
        assert question.wrong_answers == [(str(given), 1)]
        assert question.title


# ---- tables -----------------------------------------------------------------------------


def read(table: str) -> list[dict[str, str]]:
    return list(csv.DictReader(io.StringIO(table)))


def test_the_table_of_games_has_all_that_is_known_of_them(book: ClassBook) -> None:
    ana = book.join("Ana").id
    book.write_game(ana, BOARD, game_text(CLASSIC), 1, [(0, 0, 1, 1), (2, 3, 4, 5)], "won")
    (line,) = read(games_table(ClassResults(book)))
    assert line.pop("began")
    assert line.pop("latest")
    assert line == {
        "nickname": "Ana",
        "board": BOARD,
        "game": "classic",
        "round": "1",
        "outcome": "won",
        "guesses": "2",
        "codes": "RRGG BYPO",
    }


def test_the_table_of_answers_has_every_answer_in_words(book: ClassBook) -> None:
    answer(book, "02-answer/swap", ("Ana", 1, False), ("Ana", 0, True))
    lines = read(answers_table(ClassResults(book)))
    assert [line["correct"] for line in lines] == ["0", "1"]
    assert all(" " in line["answer"] for line in lines)
    assert {line["nickname"] for line in lines} == {"Ana"}


@pytest.mark.parametrize(
    "nickname", ["=cmd|' /C calc'!A0", "+1", "-1", "@SUM(A1)", "＝1+1", "＠x", 'a",=1+1,"b']
)
def test_no_cell_of_a_table_is_a_formula(book: ClassBook, nickname: str) -> None:
    play(book, nickname, 4)
    answer(book, "03-how-many/tiny", (nickname, 6, False))
    results = ClassResults(book)
    for table in (games_table(results), answers_table(results)):
        (line,) = read(table)
        assert line["nickname"].removeprefix("'") == nickname
        for cell in next(list(csv.reader([one])) for one in table.splitlines()[1:])[0]:
            assert cell[:1] not in [*"=+-@＝＋－＠\t\r"]
