"""Every figure and claim of lessons 10 and 11, in prose and exercises, is computed here."""

import re
from itertools import product

import jupytext
import pytest

from mastermind_edu.games.catalogue import CLASSIC, SENHA, custom
from mastermind_edu.games.play import Row
from mastermind_edu.lessons.course import course_folder, syllabus
from mastermind_edu.lessons.exercises.lesson11 import FIRST_TOTAL, MANY_COLOURS_TOTAL
from mastermind_edu.lessons.gallery import PuzzleGallery
from mastermind_edu.lessons.puzzles import GRADES
from mastermind_edu.solvers.candidates import candidates
from mastermind_edu.solvers.deduction import facts
from mastermind_edu.solvers.own import tree_of
from mastermind_edu.solvers.partitions import partition
from mastermind_edu.solvers.strategies import FIRST, MOST_PARTS
from mastermind_edu.solvers.trees import build_tree
from mastermind_edu.widgets import StrategyRace

PURPLE, GREEN, BLUE = 4, 1, 2


def source(key: str) -> str:
    return (course_folder() / "lessons" / f"{key}.md").read_text("utf-8")


def cells(key: str) -> list:
    return [
        cell
        for cell in jupytext.reads(source(key), fmt="md:myst").cells
        if cell.cell_type == "code"
    ]


def prose(key: str) -> str:
    return " ".join(re.sub(r"```.*?```", "", source(key), flags=re.S).split())


@pytest.fixture(scope="module")
def project() -> dict:
    """What the cells of the project have made."""
    names: dict = {}
    for cell in cells("11-project"):
        exec(cell.source, names)
    return names


# ---- 10 Puzzle gallery ------------------------------------------------------------------


def worked() -> list[Row]:
    """The two rows of the worked example, as its cells play them."""
    text = source("10-puzzles")
    assert "secret=(4, 1, 1, 2)" in text
    guesses = [CLASSIC.space.parse(code) for code in re.findall(r'board\.guess\("(\d+)"\)', text)]
    return [Row(guess, CLASSIC.feedback((4, 1, 1, 2), guess)) for guess in guesses]


def test_the_worked_example_has_one_solution() -> None:
    assert [CLASSIC.space.code(row) for row in candidates(CLASSIC, worked())] == [(4, 1, 1, 2)]


def test_what_is_said_of_each_row_is_so() -> None:
    first, second = worked()
    assert (*first.feedback, *second.feedback) == (0, 2, 1, 3)
    assert (first.guess[0], first.guess[2]) == (GREEN, BLUE)
    assert sorted(second.guess) == [GREEN, GREEN, BLUE, PURPLE]
    assert second.guess == (BLUE, PURPLE, GREEN, GREEN)


def test_each_step_of_the_reasoning_holds() -> None:
    """Step by step, over all orders of the four pegs that row 2 leaves."""
    _, second = worked()
    orders = {code for code in product(*[second.guess] * 4) if sorted(code) == sorted(second.guess)}
    one_right = {code for code in orders if CLASSIC.feedback(code, second.guess).exact == 1}
    after_row_1 = {code for code in one_right if code[0] != GREEN and code[2] != BLUE}
    assert not [code for code in after_row_1 if code[0] == BLUE]
    assert {code[0] for code in after_row_1} == {PURPLE}
    assert {code.index(BLUE) + 1 for code in orders if code[0] == PURPLE and code[2] != BLUE} == {
        2,
        4,
    }
    assert CLASSIC.feedback((PURPLE, BLUE, GREEN, GREEN), second.guess).exact == 2
    assert after_row_1 == {(PURPLE, GREEN, GREEN, BLUE)}


def test_the_facts_beside_the_board_say_the_same() -> None:
    said = [str(fact) for fact in facts(CLASSIC, worked())]
    assert "Purple is at place 1, because of rows 1 and 2." in said
    assert "Blue is at place 4, because of rows 1 and 2." in said


def test_the_gallery_has_a_puzzle_of_each_grade() -> None:
    text = source("10-puzzles")
    shown = re.findall(r"PuzzleGallery\(CLASSIC, (\d), offered=\[(\d)\]\)", text)
    assert [(int(grade), int(offered)) for grade, offered in shown] == [(g, g) for g in GRADES]
    for grade in GRADES:
        assert PuzzleGallery(CLASSIC, grade, offered=[grade])._kept["done"] is False


def test_the_rows_of_puzzles_are_as_many_as_told() -> None:
    words = {2: "two rows together", 3: "three rows in mind", 4: "Four rows.", 5: "Five rows,"}
    for grade, said in words.items():
        assert said in prose("10-puzzles")
        question = PuzzleGallery(CLASSIC, grade, offered=[grade]).sheet.question
        assert len(question.rows) == grade


def test_all_pupils_get_the_same_puzzles() -> None:
    galleries = [PuzzleGallery(CLASSIC, 3, offered=[3]) for _ in range(2)]
    assert len({gallery.sheet.question.rows for gallery in galleries}) == 1


# ---- 11 Project -------------------------------------------------------------------------


def test_programs_that_pupils_are_to_read_are_shown_and_no_others() -> None:
    shown = [cell for cell in cells("11-project") if "program" in cell.metadata.get("tags", [])]
    assert [cell.source.split()[0] for cell in shown] == ["wide", "class", "mine"]
    assert all(len(cell.source.splitlines()) <= 5 for cell in shown)
    assert all(len(line) <= 80 for cell in shown for line in cell.source.splitlines())


def test_the_three_games_have_as_many_codes_and_need_what_is_told(project: dict) -> None:
    lines = source("11-project").splitlines()
    for name in ("wide", "even", "long"):
        game = project[name]
        assert game.space.size == 64
        first = partition(game, MOST_PARTS.choose(game))
        tree = build_tree(game, MOST_PARTS)
        size = f"{game.space.pegs} pegs, {len(game.space.kinds)} colours"
        assert f"| {size} | {first.parts} | {tree.average:.3f} |" in lines


def test_with_two_colours_known_only_the_right_places_are_news(project: dict) -> None:
    """For codes of the same colours, the two numbers of an answer always add up to the same."""
    game = project["long"]
    for guess in game.space:
        for reds in range(7):
            sums = {sum(game.feedback(code, guess)) for code in game.space if code.count(0) == reds}
            assert len(sums) == 1


def test_key_pegs_under_the_places_make_64_codes_easier(project: dict) -> None:
    told = {
        build_tree(custom(pegs=pegs, colours=colours, answer="per position"), MOST_PARTS).total
        for pegs, colours in ((3, 4), (6, 2))
    }
    assert max(told) < build_tree(project["even"], MOST_PARTS).total


def test_the_strategy_of_the_page_races_and_needs_what_is_told(project: dict) -> None:
    own = project["ManyColours"]()
    race = StrategyRace(CLASSIC, games=[CLASSIC, SENHA], strategies=[own, FIRST, MOST_PARTS])
    race.run()
    many, first, most_parts = (tree.total for tree in race.trees.values())
    assert (many, first) == (MANY_COLOURS_TOTAL, FIRST_TOTAL)
    assert most_parts < many
    assert first - many > CLASSIC.space.size
    assert "saves more than a guess a code" in prose("11-project")
    worst = [tree.worst for tree in race.trees.values()]
    assert worst[1] - worst[0] == 2


def test_in_senha_both_strategies_are_the_same(project: dict) -> None:
    own, first, most_parts = (
        tree_of(SENHA, strategy) for strategy in (project["ManyColours"](), FIRST, MOST_PARTS)
    )
    assert own.histogram == first.histogram
    assert {len(set(code)) for code in SENHA.space} == {4}
    assert most_parts.total < own.total


def test_the_game_of_ones_own_can_be_played(project: dict) -> None:
    assert project["mine"].space.size == 6**3
    assert project["mine"].rows == 8


@pytest.mark.parametrize(
    ("key", "figures"),
    [
        ("10-puzzles", {"1", "2", "3", "4", "5"}),
        (
            "11-project",
            {"64", "2", "8", "5", "4.453", "3", "4", "9", "3.250", "6", "12", "3.500", "1,296"}
            | {"1"},
        ),
    ],
)
def test_no_other_figure_is_in_the_prose(key: str, figures: set) -> None:
    assert set(re.findall(r"\d[\d.,]*\d|\d", prose(key))) <= figures


def test_both_lessons_build_on_earlier_ones() -> None:
    lessons = {lesson.key: lesson.prerequisites for lesson in syllabus()}
    assert lessons["10-puzzles"] == ("04-candidates",)
    assert lessons["11-project"] == ("06-strategies",)
