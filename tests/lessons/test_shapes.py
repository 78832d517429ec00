"""Lesson 8: questions on black, white and blue, its pictures, and every figure of its prose."""

import re
import tomllib
from collections import Counter
from functools import cache
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from mastermind_edu.games.catalogue import CLASSIC, GRAND
from mastermind_edu.games.census import guess_classes
from mastermind_edu.games.grand import (
    best_pairing,
    explain,
    forgetful,
    left_to_right,
    mark,
    markings,
)
from mastermind_edu.games.rules import Rules
from mastermind_edu.lessons.course import course_folder, syllabus
from mastermind_edu.lessons.exercises import lesson08
from mastermind_edu.lessons.marked import Marked
from mastermind_edu.lessons.questions import (
    FoolTheMarker,
    InvalidAnswer,
    InvalidQuestion,
    MarkShapes,
    Outcome,
)
from mastermind_edu.lessons.registry import sheets
from mastermind_edu.lessons.shaped_codes import pair, shaped_code
from mastermind_edu.solvers import sampling
from mastermind_edu.solvers.deduction import facts
from mastermind_edu.solvers.optimal import optimal_tree

TEXT_LINES = (course_folder() / "lessons" / "08-shapes.md").read_text("utf-8").splitlines()
TEXT = " ".join(" ".join(TEXT_LINES).split())


def question(text: str) -> MarkShapes:
    secret, guess = pair(text)
    return MarkShapes(game=GRAND, secret=secret, guess=guess)


def said(text: str, *answer: int) -> str:
    verdict = question(text).check(list(answer))
    assert verdict.outcome is Outcome.WRONG
    return verdict.explanation


def series(key: str) -> list[MarkShapes]:
    asked = [sheet.question for sheet in sheets(key)]
    assert all(isinstance(one, MarkShapes) for one in asked)
    return asked  # type: ignore[return-value]


# ---- codes as authors write them --------------------------------------------------------


def test_letters_of_the_source_language_name_the_pegs() -> None:
    assert shaped_code("YsRcPh") == ((3, 1), (0, 0), (4, 4))
    assert pair("YsRcRcRc/RcBcGtGt") == tuple(
        GRAND.space.parse(text) for text in ("YsRcRcRc", "RcBcGtGt")
    )
    with pytest.raises(KeyError):
        shaped_code("YsXx")


# ---- marking a guess --------------------------------------------------------------------


def test_the_answer_is_the_library_s_and_is_explained_step_by_step() -> None:
    one = question("YsRcRcRc/RcBcGtGt")
    assert one.solution == [0, 1, 1]
    verdict = one.check([0, 1, 1])
    assert verdict.outcome is Outcome.CORRECT
    assert verdict.explanation == "\n".join(explain(one.secret, one.guess))


@pytest.mark.parametrize(
    ("text", "answer", "words"),
    [
        ("RcGsBtYd/RcBtGhYd", (3, 1, 1), "5 key pegs, but the guess has only 4 pegs"),
        ("RcGsBtYd/RcBtGhYd", (1, 1, 1), "Black is not right yet. Compare place by place: place 1"),
        ("RcGsBtYd/RcRcRcRc", (1, 3, 0), "looked at each peg of the guess by itself"),
        ("RcGsBtYd/RcBtGhYd", (2, 0, 0), "White is not right yet. There are more pairs"),
        ("RcRsGtBd/RsGhPtYc", (0, 1, 2), "At place 1 the two pegs are half right, but one of them"),
        ("BdYhGsGs/GsYcBsPs", (0, 1, 3), "At place 4 the two pegs are half right"),
        ("YsRcRcRc/RcBcGtGt", (0, 1, 0), "another way leaves more blue, and the most counts"),
        ("RcGsBtYd/RsPsPhPc", (0, 0, 1), "Look again at the places where neither peg has"),
        ("RcGsBtYd/RcPhPhPc", (1, 0, 1), "Blue needs the same colour or the same shape"),
    ],
)
def test_a_wrong_answer_is_told_its_own_mistake(
    text: str, answer: tuple[int, ...], words: str
) -> None:
    assert words in said(text, *answer)


def test_hints_speak_of_a_choice_only_where_there_is_one_that_matters() -> None:
    assert len(question("YsRcRcRc/RcBcGtGt").hints) == 4
    assert len(question("BdYhGsGs/GsYcBsPs").hints) == 3
    assert len(question("RcGsBtYd/RcPhPhPc").hints) == 3


def test_the_exercises_go_from_one_marker_to_the_ambiguous() -> None:
    for one in series("08-shapes/one-marker"):
        assert sorted(map(bool, one.solution)) == [False, False, True]
    assert {tuple(map(bool, one.solution)) for one in series("08-shapes/one-marker")} == {
        (True, False, False),
        (False, True, False),
        (False, False, True),
    }
    for one in series("08-shapes/marks"):
        assert len({way.answer for way in markings(one.secret, one.guess)}) == 1
    traps = [
        forgetful(one.secret, one.guess) != tuple(one.solution) for one in series("08-shapes/marks")
    ]
    assert traps.count(True) == 2
    secret_side, guess_side, in_vain, twice = series("08-shapes/choice")
    for one in (secret_side, guess_side):
        assert left_to_right(one.secret, one.guess).answer == (0, 1, 0)
        assert one.solution == [0, 1, 1]
    assert len(markings(in_vain.secret, in_vain.guess)) == 2
    assert len({way.answer for way in markings(in_vain.secret, in_vain.guess)}) == 1
    assert len(markings(twice.secret, twice.guess)) == 9
    assert len({way.answer for way in markings(twice.secret, twice.guess)}) == 2


def test_no_pair_that_is_asked_for_is_shown_as_an_example() -> None:
    shown = set(re.findall(r"\w{8}/\w{8}", TEXT))
    asked = {
        f"{GRAND.space.format(one.secret)}/{GRAND.space.format(one.guess)}"
        for key in ("marks", "choice")
        for one in series(f"08-shapes/{key}")
    }
    easy = {"RcGsBtYd/RcBtGhYd", "RcGsBtYd/RcRcRcRc", "RcRsGtBd/RsGhPtYc"}
    assert shown & asked <= easy


# ---- fooling the marker -----------------------------------------------------------------


@pytest.fixture
def fool() -> FoolTheMarker:
    return lesson08.fool()


def rows(text: str) -> list[list[int]]:
    return [list(GRAND.space.row(code)) for code in pair(text)]


def test_a_pair_that_fools_the_marker_is_right_whatever_it_is(fool: FoolTheMarker) -> None:
    for text in ("BsYdBhGt/BhRcPcBh", "BtGsGsPh/GsGhYcYc", "RsYdRcBt/RcGhGtRc"):
        secret, guess = pair(text)
        assert left_to_right(secret, guess).answer != mark(secret, guess)
        verdict = fool.check(rows(text))
        assert verdict.outcome is Outcome.CORRECT
        assert verdict.explanation == "\n".join(explain(secret, guess))


@pytest.mark.parametrize(
    ("text", "words"),
    [
        ("RcRcRcRc/GsGsGsGs", "There is no white pair"),
        ("RcGsBtYd/GsPhPcPh", "in one way only"),
        ("BdYhGsGs/GsYcBsPs", "There are 2 ways to join the white pairs, but each leaves 2 blue"),
        ("RcBsRsGt/BtRcRcYh", "The choice matters here, well done so far!"),
        ("YsRcRcRc/RcBcGtGt", "you have seen this pair above"),
    ],
)
def test_any_other_pair_is_told_why_the_marker_is_right(
    fool: FoolTheMarker, text: str, words: str
) -> None:
    verdict = fool.check(rows(text))
    assert verdict.outcome is Outcome.WRONG
    assert words in verdict.explanation


@pytest.mark.parametrize(
    "answer",
    [None, [], [[0] * 4], [[0] * 4, [0] * 3], [[0] * 4, [0, 1, 2, 25]], [[0] * 4, [0, 1, 2, None]],
     [[0] * 4, [0, 1, 2, True]], [[0] * 4, "0123"], {"secret": [0] * 4}, [[0] * 4] * 3],
)  # fmt: skip
def test_half_a_pair_is_no_answer(fool: FoolTheMarker, answer: Any) -> None:
    with pytest.raises(InvalidAnswer, match="Put a peg at each place"):
        fool.check(answer)


def test_an_author_s_slip_is_refused() -> None:
    common: dict[str, Any] = {"prompt": "?", "game": GRAND, "seen": ()}
    fooling, right = pair("BsYdBhGt/BhRcPcBh"), pair("RcGsBtYd/GsPhPcPh")
    with pytest.raises(InvalidQuestion, match="expected the example to fool"):
        FoolTheMarker(example=right, others=(), **common)
    with pytest.raises(InvalidQuestion, match="expected the other pairs not to fool"):
        FoolTheMarker(example=fooling, others=(fooling,), **common)


# ---- pictures ---------------------------------------------------------------------------


def test_a_picture_has_a_line_and_a_key_peg_for_each_marker_and_says_why() -> None:
    html = Marked("RcRsGtBd/RsGhPtYc", "RcGsBtYd/RcPhPhPc")._repr_html_()
    figures = html.split("<figure")[1:]
    assert [figure.count("scale(.5)") for figure in figures] == [2, 1]
    assert "White: goes with the red square at place 2 of the secret." in figures[0]
    assert "Blue: the green triangle at this place of the secret has the same shape." in figures[0]
    assert "Black: the same peg is at this place of the secret." in figures[1]
    assert "Nothing." not in html
    assert 'aria-label="Secret: red circle, red square, green triangle, blue diamond. ' in html


# ---- figures of the prose ---------------------------------------------------------------


def test_pairs_of_the_prose_show_what_it_says() -> None:
    black, white, blue = (
        pair(text) for text in re.findall(r'Marked\("(.*?)"\)', TEXT)[0].split('", "')
    )
    assert (mark(*black), mark(*white), mark(*blue)) == ((1, 0, 0), (0, 1, 0), (0, 0, 2))
    once, used = (pair(text) for text in re.findall(r'Marked\("(.*?)"\)', TEXT)[1].split('", "'))
    assert mark(*once) == (1, 0, 0)
    assert "four red circles, but the secret has one" in TEXT
    assert once[0].count((0, 0)) == 1
    assert once[1] == ((0, 0),) * 4
    assert used[0][0][0] == used[1][0][0] == 0, "at place 1, both pegs are red"
    assert 0 in [at for at, _ in best_pairing(*used).misplaced]
    stepwise, secret_side, guess_side = re.findall(r'GrandMarking\(\*pair\("(.*?)"\)\)', TEXT)
    assert len(markings(*pair(stepwise))) == 1
    assert mark(*pair(secret_side)) == (0, 1, 1)
    assert "the answer here is 0 black, 1 white and 1 blue" in TEXT
    secret, guess = pair(guess_side)
    assert (secret.count((0, 0)), guess.count((0, 0))) == (1, 2)
    assert (secret_side, guess_side) == lesson08.SHOWN


def test_how_often_the_choice_matters() -> None:
    """Tests of the census count these pairs; here are the shares of all that the lesson gives."""
    pairs = GRAND.space.size**2
    ambiguous, wrong = 2_073_840_800, 1_033_235_600
    assert f"There are {pairs:,} of them. In {ambiguous:,} the choice matters: in one of " in TEXT
    assert f"in one of {round(pairs / ambiguous)}." in TEXT
    assert f"gets {wrong:,} wrong: one of {round(pairs / wrong)}." in TEXT


def test_how_many_codes_there_are() -> None:
    assert f"That is {GRAND.space.size // CLASSIC.space.size} times as many" in TEXT
    assert f"each square stands for {GRAND.space.size // 25**2} codes" in TEXT


def parts(game: Rules, guess: Any) -> np.ndarray[Any, Any]:
    """Return how many codes a first guess leaves for each answer."""
    ids = game.feedback_ids(guess, game.space.array())
    return np.bincount(ids, minlength=len(game.feedbacks))


def test_the_first_answer_often_leaves_less_than_a_fifth() -> None:
    sizes = parts(GRAND, GRAND.space.parse("RcGsBtYd"))
    small = sizes[sizes < GRAND.space.size / 5].sum()
    assert small / GRAND.space.size > 0.75


def least_total(game: Rules, codes: int) -> int:
    """Return how many guesses some codes need together at least, by number alone."""
    width, guess, total = 1, 1, 0
    while codes > 0:
        found = min(codes, width)
        total, codes = total + found * guess, codes - found
        width, guess = width * (len(game.feedbacks) - 1), guess + 1
    return total


def least_total_after(game: Rules, guess: Any) -> int:
    """Return the least total of all codes if the first guess is this one."""
    solved = game.feedback_id(game.solved)
    left = [size for answer, size in enumerate(parts(game, guess)) if answer != solved]
    return game.space.size + sum(least_total(game, int(size)) for size in left)


@cache
def best_first_guess(game: Rules) -> Any:
    """Return the first guess that allows the least total; others differ by a relabelling."""
    if game == GRAND:
        guesses = [guess for guess, _ in guess_classes()]
    else:
        guesses = [game.space.parse(text) for text in ("1111", "1112", "1122", "1123", "1234")]
    return min(guesses, key=lambda guess: least_total_after(game, guess))


def first_guess_bound(game: Rules) -> float:
    """Return how many guesses nobody can do better than on average."""
    return least_total_after(game, best_first_guess(game)) / game.space.size


def test_nobody_can_need_fewer_guesses() -> None:
    by_number = least_total(GRAND, GRAND.space.size) / GRAND.space.size
    assert f"nobody can need fewer than {by_number:.2f} guesses on average" in TEXT
    best = best_first_guess(GRAND)
    assert len({colour for colour, _ in best}) == len({shape for _, shape in best}) == 4
    assert f"still leaves {parts(GRAND, best).max():,} codes" in TEXT
    bound = f"{first_guess_bound(GRAND):.2f}"
    assert f"**{bound} guesses** on average" in TEXT
    points = next(lesson for lesson in syllabus() if lesson.key == "08-shapes").key_points
    assert f"Nobody can need fewer than {bound} guesses on average." in points


def test_deductions_speak_of_colour_shape_and_peg() -> None:
    rows = [
        (shaped_code(guess), GRAND.feedback(shaped_code("RsGtGtBd"), shaped_code(guess)))
        for guess in ("RcRcRcRc", "YcPcYhPh")
    ]
    told = [str(fact) for fact in facts(GRAND, rows)]
    assert any("Yellow circle is not in the code" in fact for fact in told)


GAMES = tomllib.loads((Path(__file__).parents[1] / "data" / "grand_games.toml").read_text("utf-8"))
LENGTHS = [int(digit) for digit in "".join(GAMES["guesses"].split())]


def test_the_first_of_the_thousand_games_are_played_as_they_are_written_down() -> None:
    played = [length for length, _ in sampling.play(8, GAMES["seed"])]
    assert played == LENGTHS[: len(played)]


def test_the_table_of_the_thousand_games_is_what_was_played() -> None:
    counts = Counter(LENGTHS)
    assert counts.total() == 1000
    head, _, games = (
        line for line in TEXT_LINES if line.startswith(("| Guesses", "|---", "| Games"))
    )
    table = dict(zip(cells(head), cells(games), strict=True))
    assert {int(guesses): int(number) for guesses, number in table.items()} == counts
    readme = Path(__file__).parents[2] / "README.md"
    assert f"| games | {' | '.join(str(counts[n]) for n in sorted(counts))} |" in readme.read_text(
        "utf-8"
    )


def cells(line: str) -> list[str]:
    return [cell.strip() for cell in line.strip("|").split("|")][1:]


def test_how_far_the_computer_player_is_from_what_nobody_can_do_better() -> None:
    average, bound = sum(LENGTHS) / len(LENGTHS), first_guess_bound(GRAND)
    assert f"**{average:.2f} guesses** on average" in TEXT
    assert 0.7 < average - bound <= 0.75
    assert "at most about three quarters of a guess away" in TEXT
    assert max(LENGTHS) <= 8


def test_the_same_way_of_counting_in_the_classic_game() -> None:
    optimum = optimal_tree(CLASSIC).average
    bound = first_guess_bound(CLASSIC)
    assert f"gives {bound:.2f}, and the best possible is {optimum:.2f}." in TEXT
