"""Every figure that lessons 05 to 07 give, in prose and exercises, is computed here."""

import math
import re
from collections import Counter

import pytest

from mastermind_edu.games.catalogue import CLASSIC, custom
from mastermind_edu.lessons.course import course_folder, syllabus
from mastermind_edu.lessons.exercises.lesson05 import SIX_LEFT, left_on_average
from mastermind_edu.lessons.exercises.lesson06 import EVEN, MANY, TOTALS
from mastermind_edu.lessons.exercises.lesson07 import (
    BEST,
    BEST_WITHIN_FIVE,
    TINY,
    least_total,
)
from mastermind_edu.solvers.candidates import candidates
from mastermind_edu.solvers.optimal import NoSuchTree, optimal_tree
from mastermind_edu.solvers.partitions import partition, partition_sizes
from mastermind_edu.solvers.shipped import shipped_tree
from mastermind_edu.solvers.strategies import MINIMAX, MOST_PARTS
from mastermind_edu.solvers.trees import build_tree

KINDS = {
    "four equal pegs": "1111",
    "three and one": "1112",
    "two and two": "1122",
    "two, one and one": "1123",
    "four different pegs": "1234",
}


def source(key: str) -> str:
    return (course_folder() / "lessons" / f"{key}.md").read_text("utf-8")


def prose(key: str) -> str:
    return " ".join(re.sub(r"```\{code-cell\}.*?```", "", source(key), flags=re.S).split())


def points(key: str) -> str:
    lesson = next(lesson for lesson in syllabus() if lesson.key == key)
    return " ".join((*lesson.objectives, *lesson.key_points))


def split(guess: str):
    return partition(CLASSIC, CLASSIC.space.parse(guess))


# ---- 05 Information ---------------------------------------------------------------------


def test_the_table_of_first_guesses_is_computed() -> None:
    lines = source("05-information").splitlines()
    for kind, guess in KINDS.items():
        one = split(guess)
        figures = f"{one.parts} | {one.largest} | {one.expected:.1f} | {one.bits:.2f}"
        assert f"| {kind} | {figures} |" in lines


def test_the_best_first_guess_depends_on_the_figure() -> None:
    kinds = {kind: split(guess) for kind, guess in KINDS.items()}
    assert min(kinds, key=lambda kind: kinds[kind].largest) == "two and two"
    assert min(kinds, key=lambda kind: kinds[kind].expected) == "two, one and one"
    assert max(kinds, key=lambda kind: kinds[kind].bits) == "four different pegs"


def test_there_are_five_kinds_of_first_guesses() -> None:
    kinds = {tuple(sorted(Counter(code).values())) for code in CLASSIC.space}
    assert len(kinds) == len(KINDS) == 5
    assert kinds == {tuple(sorted(Counter(guess).values())) for guess in KINDS.values()}


def test_bits_of_the_classic_game() -> None:
    bits = math.log2(CLASSIC.space.size)
    assert f"{bits:.1f}" == "10.3"
    assert "halve them a little more than 10 times" in prose("05-information")
    assert "the code hides 10.3 bits from you" in prose("05-information")
    assert round(max(split(guess).bits for guess in KINDS.values())) == 3
    assert "about 3 of 10.3 bits" in points("05-information")


def test_the_answer_that_tells_four_bits() -> None:
    sizes = split("1123").sizes
    nothing = sizes[CLASSIC.feedbacks[0]]
    assert nothing == 81 == CLASSIC.space.size // 2**4
    better = sum(size for size in sizes.values() if size < nothing)
    assert better < CLASSIC.space.size / 2
    assert "It told more than most answers do." in prose("05-information")


def test_averages_in_the_exercises() -> None:
    assert left_on_average([6, 2]) == 5
    assert left_on_average([10, 1, 1]) == 8.5
    assert left_on_average([6, 6]) == 6
    assert left_on_average([4, 4, 4]) == 4
    assert split("1111").sizes[CLASSIC.feedbacks[0]] == 5**4 == 625
    assert split("1111").sizes[CLASSIC.check_feedback((1, 0))] == 500


def test_six_codes_are_left_and_the_best_guess_is_none_of_them() -> None:
    codes = CLASSIC.space.array()
    left = candidates(CLASSIC, SIX_LEFT)
    assert len(left) == 6
    sizes = partition_sizes(CLASSIC, codes, left)
    parts = (sizes > 0).sum(axis=1)
    own = [CLASSIC.space.index(CLASSIC.space.code(row)) for row in left]
    possible = CLASSIC.space.index(CLASSIC.space.parse("2324"))
    impossible = CLASSIC.space.index(CLASSIC.space.parse("2334"))
    assert possible in own
    assert impossible not in own
    assert parts[own].max() == parts[possible] == 3
    assert parts.max() == parts[impossible] == 5
    assert (sizes[possible].max(), sizes[impossible].max()) == (3, 2)
    assert 'guesses=["2324", "2334"]' in source("05-information")


# ---- 06 Strategies ----------------------------------------------------------------------


@pytest.mark.parametrize(
    ("strategy", "worst", "at_worst"), [(MINIMAX, 5, 694), (MOST_PARTS, 6, 7)], ids=repr
)
def test_the_two_strategies_are_as_told(strategy, worst, at_worst) -> None:
    tree = build_tree(CLASSIC, strategy)
    assert tree.total == TOTALS[strategy.key]
    assert (tree.worst, tree.histogram[worst]) == (worst, at_worst)
    line = f"| {strategy.title} | {tree.total:,} | {tree.average:.3f} | {tree.worst} |"
    assert line in source("06-strategies").splitlines()
    assert f"{tree.average:.3f}" in points("06-strategies")
    assert f"{tree.worst} guesses at worst" in points("06-strategies")


def test_what_is_said_about_the_worst_cases() -> None:
    text = prose("06-strategies")
    assert "“Smallest worst case” never needs more than 5 guesses." in text
    assert "for 7 codes it needs 6" in text
    with pytest.raises(NoSuchTree):
        optimal_tree(CLASSIC, worst=4)


def test_the_saving_is_about_a_tenth_of_a_guess_a_code() -> None:
    saved = TOTALS[MINIMAX.key] - TOTALS[MOST_PARTS.key]
    assert f"{saved / CLASSIC.space.size:.1f}" == "0.1"


def test_two_guesses_whose_parts_strategies_judge_differently() -> None:
    assert sum(EVEN) == sum(MANY) == 20
    assert max(EVEN) < max(MANY)
    assert len(EVEN) < len(MANY)


def test_the_first_guess_of_smallest_worst_case() -> None:
    guess = CLASSIC.space.format(MINIMAX.choose(CLASSIC))
    largest = {kind: split(guess).largest for kind, guess in KINDS.items()}
    sizes = list(partition(CLASSIC, CLASSIC.space.parse(guess)).sizes.values())
    assert max(sizes) == min(largest.values()) == 256
    assert sizes.count(256) == 3
    assert list(largest.values()).count(256) == 1
    assert min(sizes) == 1
    assert 208 in sizes


# ---- 07 The best possible ---------------------------------------------------------------


def test_the_tiny_game_is_proven_by_hand() -> None:
    text = prose("07-best")
    assert "two pegs, three colours, so 9 codes" in text
    assert (TINY.space.size, len(TINY.feedbacks) - 1) == (9, 4)
    assert least_total(9, 5) == optimal_tree(TINY).total == 21
    assert "A bound of 21, and a strategy that needs 21." in text


def test_one_colour_more_leaves_a_gap() -> None:
    game = custom(pegs=2, colours=4)
    assert least_total(game.space.size, len(game.feedbacks)) == 42
    assert optimal_tree(game).total == 45


def test_the_small_game_of_the_proof() -> None:
    tree = optimal_tree(custom(pegs=3, colours=4))
    assert f"the best total is {tree.total}. That is {tree.average:.3f} guesses" in prose("07-best")


def test_the_classic_game_is_proven_to_need_what_is_told() -> None:
    text = prose("07-best")
    tree = shipped_tree(CLASSIC)
    assert tree.total == BEST
    assert tree.histogram[6] == 2
    assert f"**{BEST:,}** guesses for all codes together. That is {tree.average:.3f}" in text
    assert "For two codes it needs 6 guesses." in text
    assert f"is {BEST:,}, which is {tree.average:.3f} guesses on average" in points("07-best")


def test_five_guesses_at_most_cost_one_guess_more() -> None:
    within = shipped_tree(CLASSIC, worst=5)
    assert (within.total, within.worst) == (BEST_WITHIN_FIVE, 5)
    assert BEST_WITHIN_FIVE - BEST == 1
    assert f"the best total is **{BEST_WITHIN_FIVE:,}**" in prose("07-best")
    assert f"it is {BEST_WITHIN_FIVE:,}: one guess more" in points("07-best")


@pytest.mark.parametrize("key", ["05-information", "06-strategies", "07-best"])
def test_no_other_figure_is_in_the_prose(key: str) -> None:
    tables = {"5", "11", "13", "14", "625", "317", "256", "276", "312"}
    known = {
        "05-information": tables
        | {"512.0", "235.9", "204.5", "185.3", "188.2", "1.50", "2.69", "2.89", "3.04", "3.06"}
        | {"1", "2", "3", "10", "10.3", "1,296"},
        "06-strategies": {"1,296", "5,801", "4.476", "5", "5,668", "4.373", "6", "7"}
        | {"1976", "1", "2", "3", "4"},
        "07-best": {"9", "1", "4", "21", "206", "3.219", "1,296", "1993", "5,625", "4.340", "6"}
        | {"5", "5,626"},
    }
    assert set(re.findall(r"\d[\d.,]*\d|\d", prose(key))) == known[key]
