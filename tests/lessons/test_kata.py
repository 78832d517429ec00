"""Lesson 9: stages that grow, a message for each wrong attempt, programs that are what is said."""

import itertools
import random
import re
import sys
from collections.abc import Callable
from typing import Any

import nbformat
import pytest
from nbclient import NotebookClient

from mastermind_edu.games.catalogue import CLASSIC, GRAND
from mastermind_edu.games.grand import mark
from mastermind_edu.lessons.course import course_folder, notebooks_folder
from mastermind_edu.lessons.exercises import exercise, lesson09
from mastermind_edu.lessons.questions import Choice, Kata, Outcome
from mastermind_edu.lessons.questions.patience import PATIENCE, TooManySteps, within
from mastermind_edu.lessons.registry import keys, sheets
from mastermind_edu.lessons.shaped_codes import shaped_code
from mastermind_edu.lessons.workplace import SET_BY_VOILA, Workplace, on_a_page

TEXT = (course_folder() / "lessons" / "09-kata.md").read_text("utf-8")
PROGRAMS = re.findall(r"```python\n(.*?)```", TEXT, flags=re.S)
WRONG = lesson09.defined("mark", lesson09.WRONG_MARKS["black only"])
KATAS = ("evaluate", "half-right", "score", "mark", "quick")


def kata(name: str) -> Kata:
    (sheet,) = sheets(f"09-kata/{name}")
    assert isinstance(sheet.question, Kata)
    return sheet.question


def choice(name: str) -> Choice:
    (sheet,) = sheets(f"09-kata/{name}")
    assert isinstance(sheet.question, Choice)
    return sheet.question


def told(name: str, attempt: Any) -> str:
    verdict = kata(name).check(attempt)
    assert verdict.outcome is Outcome.WRONG
    return verdict.explanation


# ---- stages -----------------------------------------------------------------------------


def test_the_tests_grow_from_black_to_the_ambiguous_case() -> None:
    assert kata("mark").stages == (
        "black",
        "white",
        "each peg of the secret once",
        "blue",
        "white before blue",
        "the choice",
    )
    assert kata("evaluate").stages == (
        "the right place",
        "the wrong place",
        "each peg once",
        "any number of pegs",
    )
    assert kata("quick").stages == ("four pegs, as before", "nine pegs", "forty pegs")


@pytest.mark.parametrize("name", KATAS)
def test_each_stage_stands_in_one_piece_and_its_tests_are_shown(name: str) -> None:
    question = kata(name)
    runs = [stage for stage, _ in itertools.groupby(trial.stage for trial in question.trials)]
    assert tuple(runs) == question.stages
    described = question.describe()["stages"]
    assert [stage["name"] for stage in described] == runs
    lines = [line for stage in described for line in stage["tests"].splitlines()]
    assert len(lines) == len(question.trials)
    for line in lines:
        assert eval(line, {question.name: question.solution}), line


@pytest.mark.parametrize("name", KATAS)
def test_every_stage_is_needed_by_some_wrong_attempt(name: str) -> None:
    question = kata(name)
    failing = [question.mistake(attempt) for attempt in question.broken]
    for number, stage in enumerate(question.stages, start=1):
        head = f"Stage {number} of {len(question.stages)}, {stage}: "
        assert any(text.startswith(head) for text in failing), stage


@pytest.mark.parametrize(
    ("attempt", "stage", "words"),
    [
        (
            "right place",
            1,
            "evaluate('RGBY', 'ROOO') should be (1, 0), but it is (4, 0). Count the",
        ),
        ("wrong place", 2, "evaluate('RGBY', 'OROO') should be (0, 1), but it is (0, 0). Look for"),
        ("once", 3, "evaluate('RGBY', 'RRRR') should be (1, 0), but it is (1, 3). Each peg of the"),
        (
            "pegs of the guess once",
            3,
            "evaluate('RRRR', 'RGBY') should be (1, 0), but it is (1, 3)",
        ),
        ("counts colours", 3, "should be (2, 2), but it is (2, 0)"),
        ("counts the right place too", 1, "should be (4, 0), but it is (4, 4)"),
        ("four pegs only", 4, "evaluate('RB', 'RR') stopped with an error, IndexError: "),
        ("returns nothing", 1, "gives nothing back. Does the function end with return?"),
        ("never ends", 1, "takes very long: it was stopped after 2,000,000 steps."),
    ],
)
def test_a_wrong_evaluate_is_told_what_to_think_about(attempt: str, stage: int, words: str) -> None:
    message = told("evaluate", lesson09.defined("evaluate", lesson09.WRONG_EVALUATES[attempt]))
    assert message.startswith(f"Stage {stage} of 4, ")
    assert words in message


@pytest.mark.parametrize(
    ("attempt", "stage", "words"),
    [
        ("black only", 2, "White: the same peg at another place."),
        ("no blue", 4, "Blue: the same colour or the same shape at the same place."),
        ("each peg again", 3, "Each peg of the secret can give one marker only."),
        ("blue of used pegs", 5, "A peg that has a white cannot have a blue too, on neither side."),
        ("from left to right", 6, "the way that leaves the most blue counts."),
        ("from right to left", 6, "the way that leaves the most blue counts."),
        ("lists", 1, "should be (4, 0, 0), but it is [4, 0, 0]. Black: the same peg at the same"),
    ],
)
def test_a_wrong_mark_is_told_what_to_think_about(attempt: str, stage: int, words: str) -> None:
    message = told("mark", lesson09.defined("mark", lesson09.WRONG_MARKS[attempt]))
    assert message.startswith(f"Stage {stage} of 6, ")
    assert words in message


@pytest.mark.parametrize(
    ("attempt", "stage", "words"),
    [
        ("not the marking", 1, "should be (4, 0, 0), but it is (0, 0, 0)"),
        ("all orders", 2, "Nine pegs have 362,880 orders, too many to try."),
        ("as they come", 2, "which can be blue together?"),
        ("all sets", 3, "Here 31 places are half right, and the number of sets doubles with each."),
    ],
)
def test_a_slow_or_wrong_quick_mark_is_told_the_next_idea(
    attempt: str, stage: int, words: str
) -> None:
    program = lesson09.WRONG_QUICK_MARKS[attempt]
    message = told("quick", lesson09.defined("quick_mark", program))
    assert message.startswith(f"Stage {stage} of 3, ")
    assert words in message


def test_what_is_unsolved_is_not_attempted() -> None:
    def mark(secret: Any, guess: Any) -> Any: ...

    shown = exercise("09-kata/mark", mark)
    assert shown.outcome is Outcome.NOT_ATTEMPTED
    assert "Write mark first, then run this cell again." in str(shown.get_state()["_progress"])


# ---- published solutions ----------------------------------------------------------------


def test_the_published_evaluate_is_the_library_s() -> None:
    evaluate = kata("evaluate").solution
    for secret, guess in itertools.product(itertools.product(range(3), repeat=4), repeat=2):
        assert evaluate(secret, guess) == tuple(CLASSIC.feedback(secret, guess))


def as_code(code: list[str]) -> Any:
    return shaped_code("".join(code))


@pytest.mark.parametrize(
    ("name", "lengths"), [("mark", range(1, 6)), ("quick", (1, 2, 3, 4, 5, 6, 9, 25))]
)
def test_the_published_markings_are_the_library_s(name: str, lengths: range) -> None:
    solution: Callable[..., Any] = kata(name).solution
    rng = random.Random(4)
    for length, _ in itertools.product(lengths, range(60)):
        kinds = rng.sample(["Rc", "Rs", "Gc", "Gs", "Bt", "Bc"], k=rng.randint(2, 6))
        secret, guess = (rng.choices(kinds, k=length) for _ in range(2))
        assert solution(secret, guess) == tuple(mark(as_code(secret), as_code(guess)))


def test_all_sets_are_right_too_where_there_are_few() -> None:
    by_sets = lesson09.defined("quick_mark", lesson09.BY_SETS)
    quick = kata("quick").solution
    rng = random.Random(6)
    for _ in range(60):
        secret, guess = (rng.choices(["Rc", "Rs", "Gc", "Gs"], k=7) for _ in range(2))
        assert by_sets(secret, guess) == quick(secret, guess)


def test_the_long_codes_are_as_long_as_their_stages_say() -> None:
    nine, forty = (kata("quick").trials[at].arguments for at in (-2, -1))
    half_right = kata("half-right").solution
    assert nine is not None
    assert forty is not None
    assert (len(nine[0]), len(forty[0])) == (9, 40)
    assert sum(map(half_right, *forty)) == 31


# ---- what is read -----------------------------------------------------------------------


def test_the_programs_of_the_prose_are_those_of_the_exercises() -> None:
    assert PROGRAMS == [lesson09.EACH_PEG_AGAIN, lesson09.LEFT_TO_RIGHT]


@pytest.mark.parametrize(
    ("name", "program", "solution"),
    [
        ("read", "", "evaluate"),
        ("read-shapes", lesson09.HALF_RIGHT, "mark"),
    ],
)
def test_each_call_returns_what_its_explanation_says(
    name: str, program: str, solution: str
) -> None:
    question = choice(name)
    wrong = lesson09.defined(solution, program + PROGRAMS[name != "read"])
    right = kata(solution).solution
    for option in question.options:
        got, expected = (eval(option.text, {solution: each}) for each in (wrong, right))
        assert option.right == (got != expected)
        assert f"It returns {got}" in option.why
        assert option.right == (f"{expected} is right" in option.why)


def test_the_evaluate_of_the_course_marks_pegs_with_shapes_as_well() -> None:
    evaluate = kata("evaluate").solution
    rng = random.Random(9)
    for _ in range(100):
        secret, guess = (rng.choices(["Rc", "Rs", "Gc", "Gs"], k=4) for _ in range(2))
        assert evaluate(secret, guess) == tuple(mark(as_code(secret), as_code(guess)))[:2]


def test_tuples_compare_as_the_prose_says() -> None:
    (comparison,) = re.findall(r"`(\(1, 2, 0\) > .*?)`", TEXT)
    assert eval(comparison)


def test_how_rare_the_hidden_bug_is() -> None:
    """Tests of the census count the pairs that are marked wrongly."""
    assert f"Only one pair in {round(GRAND.space.size**2 / 1_033_235_600)} is wrong." in " ".join(
        TEXT.split()
    )


# ---- patience ---------------------------------------------------------------------------


def test_a_function_that_never_ends_is_stopped_even_if_it_catches_errors() -> None:
    def stubborn() -> None:
        while True:
            try:
                raise ValueError
            except Exception:
                pass

    with pytest.raises(TooManySteps):
        within(10_000, stubborn)


def test_a_loop_on_one_line_is_stopped() -> None:
    with pytest.raises(TooManySteps):
        within(10_000, lesson09.defined("loop", "def loop():\n    while True: pass\n"))


def test_what_ends_in_time_is_returned_and_errors_are_raised() -> None:
    assert within(PATIENCE, lambda pegs: sorted(pegs), [2, 1]) == [1, 2]
    with pytest.raises(ZeroDivisionError):
        within(PATIENCE, lambda: 1 / 0)


def test_the_tracer_of_a_debugger_is_put_back() -> None:
    def tracer(*_: Any) -> None:
        return None

    before = sys.gettrace()
    sys.settrace(tracer)
    try:
        within(100, len, "ab")
        assert sys.gettrace() is tracer
    finally:
        sys.settrace(before)


# ---- on a page and in JupyterLab --------------------------------------------------------


def test_a_page_says_kindly_where_programs_are_written(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv(SET_BY_VOILA, "1")
    assert on_a_page()
    html = Workplace()._repr_html_()
    assert "<code>mastermind-edu lab</code>" in html
    assert "there is a lot to do here, too" in html
    shown = exercise("09-kata/mark", WRONG)
    assert "JupyterLab" in str(shown.get_state()["_question"])


def test_on_a_page_nobody_is_told_to_run_a_cell(monkeypatch: pytest.MonkeyPatch) -> None:
    def mark(secret: Any, guess: Any) -> Any: ...

    monkeypatch.setenv(SET_BY_VOILA, "1")
    state = exercise("09-kata/mark", mark).get_state()
    assert "cell" not in str([state["_question"], state["_progress"]])


def test_in_jupyterlab_it_says_how_to_run_a_cell(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.delenv(SET_BY_VOILA, raising=False)
    assert not on_a_page()
    assert "Shift + Enter" in Workplace()._repr_html_()
    shown = exercise("09-kata/mark", WRONG)
    assert "in the cell above" in str(shown.get_state()["_question"])


def test_there_is_something_to_do_without_programming() -> None:
    asked = [key for key in keys() if key.startswith("09-kata/")]
    readable = [key for key in asked if not isinstance(sheets(key)[0].question, Kata)]
    assert len(readable) >= len(asked) / 2


def test_solutions_written_into_the_notebook_are_found_correct() -> None:
    """Write each published solution where the dots are, and run the notebook as JupyterLab does."""
    notebook = nbformat.read(notebooks_folder() / "en" / "09-kata.ipynb", as_version=4)
    solved = []
    for cell in notebook.cells:
        name = re.match(r"def (\w+)\(", cell.source) if cell.cell_type == "code" else None
        if name:
            (question,) = (kata(one) for one in KATAS if kata(one).name == name[1])
            cell.source = question.published
        elif cell.source.startswith("exercise(") and "," in cell.source:
            solved.append(cell)
    NotebookClient(notebook, timeout=120, kernel_name="python3").execute()
    assert len(solved) == len(KATAS)
    for cell in solved:
        assert cell.outputs[0]["data"]["text/plain"].endswith(": correct>"), cell.source
