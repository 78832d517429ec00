"""Every figure that the prose of lessons 02 to 04 gives is computed here."""

import math
import re

import pytest

from mastermind_edu.games.catalogue import CLASSIC, SENHA
from mastermind_edu.games.rules import Rules
from mastermind_edu.lessons.course import course_folder, syllabus
from mastermind_edu.lessons.exercises import sheets
from mastermind_edu.lessons.pictures import Joined
from mastermind_edu.lessons.questions import Number
from mastermind_edu.solvers.partitions import partition_sizes
from mastermind_edu.widgets.candidate_grid import CodeMap


def prose(key: str) -> str:
    text = (course_folder() / "lessons" / f"{key}.md").read_text("utf-8")
    return " ".join(re.sub(r"```\{code-cell\}.*?```", "", text, flags=re.S).split())


def points(key: str) -> str:
    lesson = next(lesson for lesson in syllabus() if lesson.key == key)
    return " ".join((*lesson.objectives, *lesson.key_points))


def product(game: Rules) -> str:
    return " × ".join(str(factor.choices) for factor in game.space.factors)


def test_the_guess_with_three_greens_has_one_without_a_line() -> None:
    cell = 'Joined(CLASSIC, secret="1223", guess="2212")'
    assert cell in (course_folder() / "lessons" / "02-answer.md").read_text("utf-8")
    assert "It has green three times, but the code has green only twice" in prose("02-answer")
    assert ("1223".count("2"), "2212".count("2")) == (2, 3)
    greens = {place for place, peg in enumerate("2212") if peg == "2"}
    joined = {place for place, _ in Joined(CLASSIC, secret="1223", guess="2212").pairs}
    assert len(greens - joined) == 1
    assert "One green peg of the guess has no line." in prose("02-answer")


def test_the_first_picture_has_one_thick_line_and_dashed_ones() -> None:
    cell = 'Joined(CLASSIC, secret="5362", guess="5231")'
    assert cell in (course_folder() / "lessons" / "02-answer.md").read_text("utf-8")
    pairs = Joined(CLASSIC, secret="5362", guess="5231").pairs
    assert [place == other for place, other in pairs] == [True, False, False]
    assert "the thick line is step 1, and the dashed lines are step 2" in prose("02-answer")


@pytest.mark.parametrize(
    ("key", "words"),
    [
        ("02-answer/duplicates", "The next exercise has six guesses"),
        ("02-answer/few-colours", "The last of these games has codes of two pegs"),
    ],
)
def test_what_is_said_of_an_exercise_is_so(key: str, words: str) -> None:
    assert words in prose("02-answer")
    assert len(sheets("02-answer/duplicates")) == 6
    assert len(sheets("02-answer/few-colours")[-1].question.describe()["guess"]["pegs"]) == 2
    assert len(sheets(key)) > 1


def test_products_in_the_key_points_are_those_of_the_games() -> None:
    for game in (CLASSIC, SENHA):
        assert f"{product(game)} = {game.space.size:,}." in points("03-how-many")
    assert f"has {len(CLASSIC.feedbacks)} different answers" in points("03-how-many")
    assert (3, 1) not in CLASSIC.feedbacks


def test_at_least_three_answers_are_needed() -> None:
    codes, answers = CLASSIC.space.size, len(CLASSIC.feedbacks)
    exactly = math.log(codes) / math.log(answers)
    assert math.ceil(exactly) == 3
    assert answers**2 < codes <= answers**3
    assert (
        f"the logarithm of {codes:,} divided by the logarithm of {answers} is about "
        f"{exactly:.2f}, and rounded up that is {math.ceil(exactly)}."
    ) in prose("03-how-many")
    assert f"More than {answers} heaps there cannot be." in prose("03-how-many")


def test_nobody_can_be_sure_in_three_guesses_and_not_in_four() -> None:
    """In three guesses 1 + 13 + 13² codes at most are found, fewer than any heap leaves."""
    going_on = len(CLASSIC.feedbacks) - 1
    most = 1 + going_on + going_on**2
    codes = CLASSIC.space.array()
    best = int(partition_sizes(CLASSIC, codes, codes).max(axis=1).min())
    assert most < best < CLASSIC.space.size
    text = prose("03-how-many")
    assert f"There are {CLASSIC.space.size:,} codes, and three guesses can find {most}" in text
    assert f"The best ones leave {best} codes in their largest heap" in text
    assert f"three guesses find {most} codes at most." in text


def test_the_map_of_candidates_is_as_described() -> None:
    code_map = CodeMap(CLASSIC.space)
    assert (code_map.lead, code_map.trail, len(code_map.sizes)) == (2, 2, CLASSIC.space.size)
    assert (
        f"a map of all {CLASSIC.space.size:,} codes. Each little square is one code: its line "
        "shows the first two pegs, its column the last two."
    ) in prose("04-candidates")


def test_puzzles_have_the_rows_that_are_said() -> None:
    rows = [len(sheet.question.describe()["rows"]) for sheet in sheets("04-candidates/puzzles")]
    assert rows == [2, 3, 4]
    assert "The puzzles have two, three and four rows." in prose("04-candidates")


@pytest.mark.parametrize("key", ["02-answer", "03-how-many", "04-candidates"])
def test_no_other_figure_is_in_the_prose(key: str) -> None:
    known = {"1,296", "14", "2.72", "3", "183", "256", "1", "2"}
    assert set(re.findall(r"\d[\d.,]*\d|\d", prose(key))) <= known


def test_slips_are_the_numbers_that_their_thoughts_make() -> None:
    thoughts = {
        "03-how-many/senha": {15: math.comb(6, 4), 18: 6 + 5 + 4 + 3, 120: 6 * 5 * 4},
        "03-how-many/digits": {210: math.comb(10, 4), 4536: 9 * 9 * 8 * 7, 3024: 9 * 8 * 7 * 6},
        "03-how-many/three-guesses": {169: 13**2, 2744: 14**3, 2197: 13**3, 14: 1 + 13},
        "04-candidates/count": {24: 4 * 3 * 2, 16: 4**2, 648: 1296 // 2, 1280: 1296 - 2**4},
        "04-candidates/count-digits": {15: math.comb(6, 4), 1296: 6**4, 5040: 10 * 9 * 8 * 7},
    }
    assert math.factorial(4) == 24  # orders of each set of four colours, as one slip says
    for key, numbers in thoughts.items():
        question = sheets(key)[0].question
        assert isinstance(question, Number)
        for number, made in numbers.items():
            assert number == made
            assert number in question.slips
