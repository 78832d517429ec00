"""Bounds never say too much, and exact ones say enough."""

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from mastermind_edu.games.catalogue import CLASSIC, custom
from mastermind_edu.solvers.bounds import NEVER, UNLIMITED, Bounds
from mastermind_edu.solvers.kernels import count_bits

GAMES = (
    custom(pegs=3, colours=3),
    custom(pegs=3, colours=4, repeats=False),
    custom(pegs=3, colours=3, answer="per position"),
)
BOUNDS = {game: Bounds(game) for game in GAMES}


def least(bounds, codes, left):
    """Return the least total of a few codes by looking at every guess."""
    if left == 0:
        return NEVER
    best = NEVER
    for guess in range(len(bounds.ids)):
        parts = bounds.parts(np.array(codes), guess)
        if len(codes) in map(len, parts):
            continue
        total = len(codes)
        for part in parts:
            total += least(bounds, part.tolist(), left - 1)
            if total >= best:
                break
        best = min(best, total)
    return best


@settings(derandomize=True, deadline=None, max_examples=40)
@given(st.sampled_from(GAMES), st.data(), st.sampled_from([2, 3, UNLIMITED]))
def test_a_bound_is_never_above_the_least_total(game, data, left):
    bounds = BOUNDS[game]
    code = st.integers(0, game.space.size - 1)
    drawn = data.draw(st.lists(code, min_size=1, max_size=5, unique=True))
    codes = np.array(sorted(drawn))
    true = least(bounds, codes.tolist(), left)
    bound = bounds.least(codes, left)
    assert bound <= true
    if bound == 2 * len(codes) - 1:
        assert bound == true
    guess = data.draw(code)
    if len(codes) not in map(len, bounds.parts(codes, guess)):
        after = len(codes) + sum(
            least(bounds, part.tolist(), left - 1) for part in bounds.parts(codes, guess)
        )
        assert bounds.least_after(codes, guess, NEVER, left) <= after
    order, figures, others = bounds.order(codes, np.arange(game.space.size), true + 1, left)
    assert figures == sorted(figures)
    assert true >= NEVER or (order and figures[0] <= true)
    assert others > true or others >= NEVER


@pytest.mark.parametrize("game", GAMES, ids=repr)
def test_planes_count_the_parts(game):
    bounds = BOUNDS[game]
    codes = np.arange(0, game.space.size, 2)
    counted = count_bits(bounds.planes, codes)[: game.space.size]
    assert counted.tolist() == [len(np.unique(row[codes])) for row in bounds.ids]


def test_the_least_totals_by_number_alone():
    bounds = Bounds(CLASSIC)
    unlimited = bounds.by_number(UNLIMITED)
    assert unlimited[:3].tolist() == [0, 1, 3]
    assert unlimited[14] == 1 + 13 * 2
    assert unlimited[15] == 1 + 13 * 2 + 3
    assert bounds.capacity(2) == 14
    limited = bounds.by_number(2)
    assert limited[14] == unlimited[14]
    assert limited[15] == NEVER
    assert bounds.by_number(0)[:2].tolist() == [0, NEVER]


def test_parts_leave_out_the_code_that_is_found():
    bounds = BOUNDS[GAMES[0]]
    codes = np.arange(27)
    parts = bounds.parts(codes, 5)
    assert sorted(code for part in parts for code in part.tolist()) == [c for c in codes if c != 5]
    assert [len(part) for part in parts] == sorted(len(part) for part in parts)
