"""How long it takes to make a puzzle: aimed at under 0.3 s for any grade of the classic game."""

import itertools

import pytest

from mastermind_edu.games.catalogue import CLASSIC
from mastermind_edu.lessons.puzzles import GRADES, make_puzzle


@pytest.mark.parametrize("grade", GRADES)
def test_a_classic_puzzle(benchmark, grade: int) -> None:
    seeds = itertools.count()
    puzzle = benchmark.pedantic(
        lambda: make_puzzle(CLASSIC, next(seeds), grade), rounds=40, warmup_rounds=2
    )
    assert puzzle.grade == grade
