"""The teacher's guide: built from its texts, the syllabus and the exercises, and true."""

from __future__ import annotations

import re
from itertools import chain, pairwise
from math import log2
from pathlib import Path

import pytest
from markdown_it import MarkdownIt
from typer.main import get_command

from mastermind_edu.classroom import cli
from mastermind_edu.games.catalogue import (
    BULLS_AND_COWS,
    CLASSIC,
    GRAND,
    SENHA,
    SUPER,
    WITH_BLANKS,
    custom,
)
from mastermind_edu.games.grand import markings
from mastermind_edu.lessons.build import build, differences
from mastermind_edu.lessons.course import Lesson, course_folder, notebooks_folder, syllabus
from mastermind_edu.lessons.exercises import keys, label, sheets
from mastermind_edu.lessons.exercises.lesson05 import SIX_LEFT
from mastermind_edu.lessons.exercises.lesson06 import TOTALS
from mastermind_edu.lessons.exercises.lesson07 import BEST, BEST_WITHIN_FIVE, least_total
from mastermind_edu.lessons.guide import GUIDE, InvalidGuide, guide, pages, solution, solutions
from mastermind_edu.lessons.puzzles import GRADES, grades
from mastermind_edu.lessons.questions import CodeQuestion, MarkAGuess, Number
from mastermind_edu.solvers.candidates import candidates
from mastermind_edu.solvers.optimal import optimal_tree
from mastermind_edu.solvers.partitions import partition
from mastermind_edu.solvers.strategies import MOST_PARTS
from mastermind_edu.solvers.trees import build_tree

PAGES = pages(course_folder())
SECTIONS = (
    "Aim",
    "Starter",
    "Questions to ask",
    "What to watch for",
    "Common misconceptions",
    "Going further",
)
every_lesson = pytest.mark.parametrize("lesson", syllabus(), ids=lambda lesson: lesson.key)
every_page = pytest.mark.parametrize("file", PAGES, ids=lambda file: file.stem)


def read(name: str) -> str:
    """Return a page with its lines joined, so that a sentence is found wherever it breaks."""
    text = (course_folder() / GUIDE / "en" / f"{name}.md").read_text("utf-8")
    return " ".join(text.split())


def headings(text: str) -> list[tuple[int, str]]:
    tokens = MarkdownIt().parse(text)
    return [
        (int(token.tag[1:]), following.content)
        for token, following in pairwise(tokens)
        if token.type == "heading_open"
    ]


# ------------------------------------------------------------------- what there is


@every_lesson
def test_each_lesson_has_a_page_with_all_that_a_teacher_needs(lesson: Lesson) -> None:
    assert f"{lesson.key}.md" in {file.name for file in PAGES}
    titles = [
        text
        for level, text in headings(guide(course_folder(), syllabus())[f"{lesson.key}.md"])
        if level == 2
    ]
    assert titles[: len(SECTIONS)] == list(SECTIONS)


def test_the_guide_has_its_pages_on_the_whole_course() -> None:
    names = {file.name for file in PAGES}
    assert {"README.md", "planning.md", "classroom.md"} <= names


@every_page
def test_headings_are_in_order_and_links_lead_somewhere(file: Path) -> None:
    text = file.read_text("utf-8")
    levels = [level for level, _ in headings(text)]
    assert levels[0] == 1
    assert levels.count(1) == 1
    assert all(after <= before + 1 for before, after in pairwise(levels))
    for target in re.findall(r"\]\(([^)]*)\)", text):
        assert (file.parent / target).is_file(), target


@every_page
def test_lines_of_programs_fit_on_paper(file: Path) -> None:
    code = re.findall(r"```.*?```", file.read_text("utf-8"), flags=re.S)
    assert all(len(line) <= 88 for block in code for line in block.splitlines())


@pytest.mark.parametrize("key", keys())
def test_each_exercise_is_there_with_its_solution(key: str) -> None:
    lesson = key.partition("/")[0]
    page = (course_folder() / GUIDE / "en" / f"{lesson}.md").read_text("utf-8")
    _, _, part = page.partition(f"### {label(key)}\n")
    part = re.split(r"^##", part, maxsplit=1, flags=re.M)[0]
    questions = [sheet.question for sheet in sheets(key)]
    assert part.count("**Answer:**") == len(questions)
    for question in questions:
        assert question.prompt in part
        assert solution(question) in part
        assert question.explain(question.solution).replace("\n", " ") in part
        if isinstance(question, Number):
            assert f"**{question.value:,}.**" in part
        if isinstance(question, CodeQuestion):
            assert question.published.strip() in part


def test_the_course_in_the_guide_follows_the_order_of_the_lessons() -> None:
    table = [
        line
        for line in guide(course_folder(), syllabus())["README.md"].splitlines()
        if ".md) |" in line
    ]
    assert [line.split(" | ")[1:2] for line in table] == [[str(one.minutes)] for one in syllabus()]
    assert all(one.title in line for one, line in zip(syllabus(), table, strict=True))


# ------------------------------------------------------------------- how it is built

SYLLABUS = """
[[lesson]]
key = "01-first"
title = "First"
minutes = 1
question = "Which is first?"
objectives = ["Begin."]
prerequisites = []
key_points = ["It began."]
"""


@pytest.fixture
def course(tmp_path: Path) -> Path:
    folder = tmp_path / "course"
    for name in ("lessons", f"{GUIDE}/texts"):
        (folder / name).mkdir(parents=True)
    (folder / "syllabus.toml").write_text(SYLLABUS, encoding="utf-8")
    (folder / "lessons" / "01-first.md").write_text("## Part\n", encoding="utf-8")
    return folder


def write(course: Path, name: str, text: str) -> None:
    (course / GUIDE / "texts" / name).write_text(text, encoding="utf-8")


def test_a_page_joins_text_and_syllabus(course: Path, tmp_path: Path) -> None:
    write(course, "01-first.md", "## Aim\n\nLike [](01-first.md).\n")
    build(course, tmp_path / "notebooks")
    assert (course / GUIDE / "en" / "01-first.md").read_text("utf-8") == (
        "# Lesson 1: First\n\n**Which is first?**\n\nAbout 1 minute.\n\n"
        "Afterwards, pupils can:\n\n- Begin.\n\n## Aim\n\nLike [Lesson 1: First](01-first.md).\n\n"
        "## What to remember\n\n- It began.\n"
    )


def test_a_lesson_without_a_text_has_a_page_too(course: Path) -> None:
    assert list(guide(course, syllabus(course))) == ["01-first.md"]


def test_a_line_for_the_lessons_becomes_their_table(course: Path) -> None:
    write(course, "README.md", "# Guide\n\n{lessons}\n\nNot `{lessons}` here.\n")
    assert guide(course, syllabus(course))["README.md"] == (
        "# Guide\n\n| Lesson | Minutes | The question it answers |\n| --- | --: | --- |\n"
        "| [Lesson 1: First](01-first.md) | 1 | Which is first? |\n\nNot `{lessons}` here.\n"
    )


def test_drift_is_a_difference_until_built(course: Path, tmp_path: Path) -> None:
    build(course, tmp_path)
    write(course, "01-first.md", "## Aim\n")
    assert "+++ en/01-first.md (as it would be built)\n" in differences(course, tmp_path)
    assert build(course, tmp_path) == (course / GUIDE / "en" / "01-first.md",)
    assert differences(course, tmp_path) == ""


def test_a_page_of_no_text_is_a_difference_and_is_left_alone(course: Path, tmp_path: Path) -> None:
    build(course, tmp_path)
    stray = course / GUIDE / "en" / "02-gone.md"
    stray.write_text("x\n", encoding="utf-8")
    assert build(course, tmp_path) == ()
    assert "--- en/02-gone.md (as it is)\n" in differences(course, tmp_path)
    assert stray.is_file()


def test_a_course_without_a_guide_has_no_pages(course: Path) -> None:
    (course / GUIDE / "texts").rmdir()
    assert guide(course, syllabus(course)) == {}


@pytest.mark.parametrize(
    ("name", "text", "message"),
    [
        ("02-gone.md", b"x", r"The syllabus has no lesson for .*02-gone\.md"),
        ("README.md", b"[](02-gone.md)", r"README\.md has a link to the lesson '02-gone'"),
        ("README.md", b"\xff", r"README\.md cannot be read: .*utf-8"),
    ],
)
def test_what_is_wrong_in_a_text_is_said(
    course: Path, tmp_path: Path, name: str, text: bytes, message: str
) -> None:
    (course / GUIDE / "texts" / name).write_bytes(text)
    with pytest.raises(InvalidGuide, match=message):
        build(course, tmp_path / "notebooks")
    assert not (tmp_path / "notebooks").exists()


def test_a_shared_prompt_and_shared_rows_are_said_once() -> None:
    text = "\n\n".join(solutions("04-candidates"))
    question = sheets("04-candidates/defend")[0].question
    assert text.count(question.prompt) == 1
    assert len(sheets("04-candidates/defend")) == text.count("Code: ")


# ------------------------------------------------------------------- pupils cannot see it


def test_no_page_of_the_guide_is_among_the_notebooks() -> None:
    assert not list(notebooks_folder().rglob("*.md"))
    assert not notebooks_folder().resolve().is_relative_to((course_folder() / GUIDE).resolve())
    assert not (course_folder() / GUIDE).resolve().is_relative_to(notebooks_folder().resolve())


# ------------------------------------------------------------------- figures in its prose


def left(*rows: tuple[str, tuple[int, int]]) -> int:
    return len(candidates(CLASSIC, [(CLASSIC.space.parse(code), answer) for code, answer in rows]))


def test_figures_of_the_first_lessons() -> None:
    one, two, three, four = map(read, ("01-play", "02-answer", "03-how-many", "04-candidates"))
    assert (
        f"fewest codes ({SENHA.space.size}) and tells the places, but only {SENHA.rows} rows" in one
    )
    assert f"there are {WITH_BLANKS.space.size:,} codes, but {WITH_BLANKS.rows} rows" in one
    parse = CLASSIC.space.parse
    assert f"(Right: {CLASSIC.feedback(parse('GRYY'), parse('RRBB'))}." in two
    codes, senha, digits = CLASSIC.space.size, SENHA.space.size, BULLS_AND_COWS.space.size
    assert f"{codes:,} seconds, about {round(codes / 60)} minutes" in three
    assert f"{digits:,} seconds, {digits // 60} minutes" in three
    assert f"{codes:,} − {senha} = {codes - senha}." in three
    once = sum(list(code).count(0) == 1 for code in CLASSIC.space)
    assert f"4 × 5 × 5 × 5 = {once}." in three
    answers = len(CLASSIC.feedbacks)
    assert f"shared by at least {-(-codes // answers)} codes" in three
    assert f"can tell {answers**3:,} codes apart" in three
    assert f"8⁵ = {SUPER.space.size:,}." in three
    assert f"{answers} for 4 pegs, {len(SUPER.feedbacks)} for 5" in three
    assert (
        f"“How many are there?” Collect estimates, and write them down. ({left(('RRGG', (1, 1)))}.)"
        in four
    )
    assert f"If the four are different, {left(('RGBY', (0, 4)))}." in four
    assert len(sheets("04-candidates/puzzles")[0].question.describe()["rows"]) == 2


def test_what_the_plan_quotes_from_lessons_is_there() -> None:
    plan = read("planning")
    folder = course_folder() / "lessons"
    for name, heading in (
        ("03-how-many", "Without repeats, and with blanks"),
        ("04-candidates", "Possible or not?"),
        ("04-candidates", "Facts and proofs"),
    ):
        assert f"“{heading}”" in plan
        assert f"\n## {heading}" in (folder / f"{name}.md").read_text("utf-8")
    assert custom(pegs=3, colours=2).space.size == 8
    assert "With 8 orders" in plan


def test_what_is_said_of_the_command_is_so() -> None:
    text = read("classroom")
    assert f"the port, which is **{cli.PORT}**" in text
    commands = re.findall(r"`mastermind-edu ([^`]*)`", text)
    said = {word for command in commands for word in command.split() if not word[0].isdigit()}
    program = get_command(cli.command())
    options = [(*parameter.opts, *parameter.secondary_opts) for parameter in program.params]
    known = {*chain.from_iterable(options), *program.commands}  # type: ignore[attr-defined]
    assert said - known == {"my-lessons", "my-site", "LANGUAGE"}


def test_figures_of_information() -> None:
    text = read("05-information")
    parse = CLASSIC.space.parse
    two, mixed, four = (partition(CLASSIC, parse(code)) for code in ("1122", "1123", "1234"))
    assert f"two and two ({two.largest} left)" in text
    assert f"two, one and one ({mixed.expected:.1f} left)" in text
    assert f"four different pegs ({four.bits:.2f})" in text
    nothing = left(("1123", (0, 0)))
    bits = log2(CLASSIC.space.size / nothing)
    assert f"it leaves {nothing} of {CLASSIC.space.size:,} codes: {bits:.0f} bits" in text
    assert nothing == mixed.sizes[CLASSIC.feedbacks[0]]
    six = candidates(CLASSIC, SIX_LEFT)
    assert len(six) == 6
    assert partition(CLASSIC, parse("PPPP"), six).largest > 1
    assert f"2²⁰ = {2**20:,}" in text


def test_figures_of_strategies_and_of_the_best() -> None:
    strategies, best = read("06-strategies"), read("07-best")
    minimax, most_parts = (f"{total / CLASSIC.space.size:.3f}" for total in TOTALS.values())
    assert f"it needs {minimax} guesses and “Most parts” {most_parts}" in strategies
    assert f"{TOTALS['most-parts']:,} guesses for 1,296 codes" in strategies
    for game, bound, least in (
        (custom(pegs=2, colours=3), 21, 21),
        (custom(pegs=2, colours=4), 42, 45),
    ):
        assert least_total(game.space.size, len(game.feedbacks)) == bound
        assert optimal_tree(game).total == least
    assert "the bound of 21" in best
    assert "the bound says 42, and the best found is 45" in best
    smallest = custom(pegs=2, colours=2)
    bound = least_total(smallest.space.size, len(smallest.feedbacks))
    total = optimal_tree(smallest).total
    assert f"What is the bound ({bound}), and is it reached? (No, the best is {total}:" in best
    assert f"{BEST_WITHIN_FIVE:,} instead of {BEST:,}" in best
    assert f"leaves {partition(CLASSIC, CLASSIC.space.parse('1122')).largest} codes" in best


def test_figures_of_shapes() -> None:
    text = read("08-shapes")
    assert len(sheets("08-shapes/choice")) == 4
    question = sheets("08-shapes/choice")[-1].question
    assert isinstance(question, MarkAGuess)
    assert len(markings(question.secret, question.guess)) == 9
    assert "nine ways to join the white pairs" in text
    lesson = (course_folder() / "lessons" / "08-shapes.md").read_text("utf-8")
    assert "one of 148" in " ".join(lesson.split())
    assert "wrong once in 148" in text
    assert (2, 1, 1) not in GRAND.feedbacks


def test_figures_of_puzzles_and_project() -> None:
    puzzles, project = read("10-puzzles"), read("11-project")
    assert GRADES == (2, 3, 4, 5)
    assert "Easy needs two rows together, medium three, hard four, very hard five" in puzzles
    assert grades(SENHA) == (2, 3)
    assert "two or three rows are enough" in puzzles
    games = [custom(pegs=pegs, colours=colours) for pegs, colours in ((3, 4), (6, 2), (2, 8))]
    assert {game.space.size for game in games} == {64}
    averages = [f"{build_tree(game, MOST_PARTS).average:.3f}" for game in games]
    assert f"{averages[0]}, {averages[1]} and {averages[2]} guesses on average" in project
