"""Puzzles: one code fits, no row is idle, the grade is what it says, and seeds hold."""

import itertools

import pytest

from mastermind_edu.games.catalogue import (
    BULLS_AND_COWS,
    CLASSIC,
    GAMES,
    GRAND,
    SENHA,
    SUPER,
    WITH_BLANKS,
    custom,
)
from mastermind_edu.lessons.gallery import PuzzleGallery
from mastermind_edu.lessons.puzzles import GRADES, NoSuchPuzzle, Puzzle, grades, make_puzzle
from mastermind_edu.solvers.candidates import candidates

SMALL = custom(pegs=3, colours=5)


def fitting(puzzle: Puzzle, rows=None) -> list:
    """Every code that fits, found by asking the readable rules about each."""
    return [
        code
        for code in puzzle.game.space
        if all(puzzle.game.feedback(code, row.guess) == row.feedback for row in rows or puzzle.rows)
    ]


def test_five_hundred_puzzles_have_one_solution_each() -> None:
    games = (CLASSIC, SENHA, WITH_BLANKS, BULLS_AND_COWS)
    kinds = itertools.cycle(itertools.product(games, (2, 3)))
    for seed, (game, grade) in enumerate(itertools.islice(kinds, 500)):
        puzzle = make_puzzle(game, seed, grade)
        left = candidates(game, puzzle.rows)
        assert [game.space.code(row) for row in left] == [puzzle.solution]


@pytest.mark.parametrize("grade", GRADES)
def test_by_the_readable_rules_too_only_the_solution_fits(grade: int) -> None:
    for seed in range(3):
        puzzle = make_puzzle(CLASSIC, seed, grade)
        assert fitting(puzzle) == [puzzle.solution]


@pytest.mark.parametrize("grade", [2, 3])
def test_no_row_can_be_left_out(grade: int) -> None:
    for seed in range(5):
        puzzle = make_puzzle(SMALL, seed, grade)
        for row in puzzle.rows:
            others = [other for other in puzzle.rows if other != row]
            assert len(fitting(puzzle, others)) > 1


@pytest.mark.parametrize("grade", GRADES)
def test_the_grade_is_how_many_rows_the_hardest_place_needs(grade: int) -> None:
    """Checked without the solver: the smallest set of rows that settles each place."""
    puzzle = make_puzzle(CLASSIC, "grade", grade)
    needed = []
    for place, peg in enumerate(puzzle.solution):
        for size in range(1, len(puzzle.rows) + 1):
            settles = any(
                all(code[place] == peg for code in fitting(puzzle, rows))
                for rows in itertools.combinations(puzzle.rows, size)
            )
            if settles:
                needed.append(size)
                break
    assert max(needed) == puzzle.grade == grade


@pytest.mark.parametrize("game", GAMES, ids=lambda game: game.key)
def test_every_game_has_puzzles_of_its_grades(game) -> None:
    for grade in grades(game):
        puzzle = make_puzzle(game, "every", grade)
        assert len(candidates(game, puzzle.rows)) == 1
        assert puzzle.solution not in [row.guess for row in puzzle.rows]


def test_the_same_seed_makes_the_same_puzzle() -> None:
    assert make_puzzle(CLASSIC, "7B", 3).rows == make_puzzle(CLASSIC, "7B", 3).rows
    assert make_puzzle(CLASSIC, "7B", 3).rows != make_puzzle(CLASSIC, "7C", 3).rows


def test_the_facts_on_the_way_are_true_and_end_with_every_place() -> None:
    puzzle = make_puzzle(SUPER, "way", 4)
    assert all(fact.claim.holds(candidates(SUPER, puzzle.rows)).all() for fact in puzzle.steps)
    decided = {fact.claim.place for fact in puzzle.steps if fact.claim.decides}
    assert decided == set(range(SUPER.space.pegs))
    assert len({fact.claim for fact in puzzle.steps}) == len(puzzle.steps)


@pytest.mark.parametrize(
    ("game", "grade", "sentence"),
    [
        (CLASSIC, 1, r"The puzzles of Classic have the grades 2, 3, 4 and 5; got 1\."),
        (SENHA, 4, r"The puzzles of Senha have the grades 2 and 3; got 4\."),
        (GRAND, 2, r"The puzzles of Grand have the grades 3, 4 and 5; got 2\."),
        (custom(pegs=1, colours=2), 5, r"No puzzle of grade 5 was found for Own rules\."),
    ],
)
def test_a_grade_that_a_game_has_not_is_refused(game, grade, sentence) -> None:
    with pytest.raises(NoSuchPuzzle, match=sentence):
        make_puzzle(game, 1, grade)


def ask(gallery: PuzzleGallery, **content) -> str:
    gallery._obey(gallery, content, [])
    return gallery._notice.get("text", "")


def test_a_gallery_shows_one_puzzle_after_another() -> None:
    gallery = PuzzleGallery(CLASSIC, 2, seed="7B")
    first = gallery.sheet.question.rows
    ask(gallery, type="another", game="classic", grade=2)
    assert gallery.sheet.question.rows != first
    assert gallery.place == 2
    ask(gallery, type="another", game="senha", grade=5)
    assert (gallery.game, gallery.grade, gallery.place) == (SENHA, 3, 1)


def test_a_gallery_comes_back_with_its_puzzle_and_answer() -> None:
    gallery = PuzzleGallery(CLASSIC, 2)
    ask(gallery, type="another", game="bulls-and-cows", grade=3)
    gallery.hint()
    gallery.check(gallery.sheet.question.solution)
    fresh = PuzzleGallery(CLASSIC, 2)
    ask(fresh, type="restore", kept=dict(gallery._kept))
    assert fresh.record == gallery.record
    assert fresh._kept == gallery._kept


def test_a_gallery_of_one_grade_offers_the_games_that_have_it_and_no_choice_of_grades() -> None:
    gallery = PuzzleGallery(CLASSIC, 5, offered=[5])
    assert [game["key"] for game in gallery._menu["games"]] == [
        "classic",
        "with-blanks",
        "bulls-and-cows",
        "super",
    ]
    assert gallery._menu["texts"]["grade"] == ""
    assert gallery._menu["texts"]["place"] == "Puzzle 1, very hard: put five rows together"
    assert ask(gallery, type="another", game="super", grade=2) == ""
    assert (gallery.game, gallery.grade) == (SUPER, 5)


def test_a_gallery_is_done_once_a_puzzle_is_solved_and_stays_so() -> None:
    gallery = PuzzleGallery(CLASSIC, 2)
    assert gallery._kept["done"] is False
    gallery.check(gallery.sheet.question.solution)
    gallery.another()
    assert gallery._kept["done"] is True
    fresh = PuzzleGallery(CLASSIC, 2)
    ask(fresh, type="restore", kept=dict(gallery._kept))
    assert fresh._kept == gallery._kept
    assert fresh.place == 2


@pytest.mark.parametrize(
    "content",
    [
        {"type": "another", "game": "chess", "grade": 2},
        {"type": "another", "game": None, "grade": 2},
        {"type": "another", "game": "classic", "grade": "2"},
        {"type": "another", "game": "classic"},
        {"type": "restore", "kept": {"place": 0, "game": "classic", "grade": 2}},
        {"type": "restore", "kept": {"place": 10**9, "game": "classic", "grade": 2}},
        {"type": "restore", "kept": {"place": 2, "game": "classic", "grade": 2, "sheets": []}},
        {"type": "restore", "kept": {"place": 2, "game": "classic", "grade": 9}},
        {"type": "restore", "kept": {"place": "2", "game": "classic", "grade": 2}},
        {"type": "restore", "kept": {"place": 2, "game": [], "grade": 2}},
    ],
)
def test_what_a_gallery_does_not_have_changes_nothing(content) -> None:
    gallery = PuzzleGallery(CLASSIC, 2)
    before = gallery._kept, gallery._question, gallery._menu
    assert ask(gallery, **content)
    assert (gallery._kept, gallery._question, gallery._menu) == before
