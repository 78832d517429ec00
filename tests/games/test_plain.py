"""The plain arrays behave as NumPy's in all that is asked of them."""

from __future__ import annotations

import operator

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from mastermind_edu.games import plain, vectorised
from mastermind_edu.games.catalogue import BULLS_AND_COWS, CLASSIC, MINI, SENHA, custom

stable = settings(derandomize=True, deadline=None, max_examples=50)
numbers = st.lists(st.integers(0, 200), min_size=1, max_size=20)
STEPS = ("eq", "ne", "lt", "le", "gt", "ge", "add", "mul", "truediv", "floordiv", "mod", "lshift")


def both(items):
    return np.array(items, dtype=np.int64), plain.Array(items)


@pytest.mark.parametrize("name", [*STEPS, "and_", "or_"])
@stable
@given(items=numbers, n=st.integers(1, 9))
def test_an_operator_works_item_by_item(name, items, n):
    fast, slow = both(items)
    step = getattr(operator, name)
    assert step(slow, n).tolist() == step(fast, n).tolist()
    assert step(slow, slow % 7 + n).tolist() == step(fast, fast % 7 + n).tolist()


@stable
@given(numbers, st.integers(0, 200))
def test_truth_values_are_turned_round_choose_and_are_written_to(items, n):
    chosen = []
    for array in both(items):
        array[array < n] = n
        array[array == n] = array[array == n] + 1
        chosen.append((array.tolist(), array[~(array > n)].tolist(), (n - array).tolist()))
    assert chosen[0] == chosen[1]


@stable
@given(numbers)
def test_functions_of_one_array(items):
    fast, slow = both(items)
    for name in ("flatnonzero", "bincount", "cumsum", "unique", "bitwise_count", "ceil"):
        assert getattr(plain, name)(slow).tolist() == getattr(np, name)(fast).tolist(), name
    assert plain.argsort(slow).tolist() == np.argsort(fast, kind="stable").tolist()
    assert plain.bincount(slow, 300).tolist() == np.bincount(fast, minlength=300).tolist()
    assert plain.where(slow > 9, 1, 2).tolist() == np.where(fast > 9, 1, 2).tolist()
    assert plain.packbits(slow > 9).tobytes() == np.packbits(fast > 9).tobytes()
    with_places = {"return_index": True, "return_inverse": True}
    for one, other in zip(
        plain.unique(slow, **with_places), np.unique(fast, **with_places), strict=True
    ):
        assert one.tolist() == other.tolist()
    assert (slow.min(), slow.max(), slow.sum(), slow.all()) == (
        fast.min(),
        fast.max(),
        fast.sum(),
        fast.all(),
    )


@pytest.mark.parametrize("axis", [0, 1])
def test_arrays_are_stacked_to_a_table(axis):
    fast, slow = both([1, 2, 3])
    stacked = plain.stack([slow, slow + 3], axis)
    assert stacked.tolist() == np.stack([fast, fast + 3], axis).tolist()
    assert stacked.tobytes() == np.stack([fast, fast + 3], axis).astype(np.uint8).tobytes()


@pytest.mark.parametrize("game", [CLASSIC, SENHA, MINI, custom(pegs=1, colours=2)])
def test_codes_are_listed_and_taken_apart_alike(game):
    space = game.space
    fast = space.array()
    slow = plain.all_rows(space.pegs, len(space.kinds), repeats=space.repeats)
    assert slow.shape == fast.shape
    assert slow.tolist() == fast.tolist()
    assert slow[0].tolist() == fast[0].tolist()
    assert slow[1::7].tolist() == fast[1::7].tolist()
    assert slow[:, :1].tolist() == fast[:, :1].tolist()
    assert [column.tolist() for column in slow.T] == fast.T.tolist()
    assert (slow.min(), slow.max()) == (fast.min(), fast.max())
    keep = [row[0] == 1 for row in fast.tolist()]
    assert slow.T.compress(plain.Array(keep), axis=1).T.tolist() == fast[np.array(keep)].tolist()


@pytest.mark.parametrize(
    "game", [CLASSIC, SENHA, BULLS_AND_COWS, custom(pegs=3, colours=4, answer="per position")]
)
def test_answers_are_the_same_by_either_marking(game):
    space = game.space
    slow = plain.all_rows(space.pegs, len(space.kinds), repeats=space.repeats)
    for guess in space.array()[:: space.size // 5].tolist():
        ids = plain.answers(game.marking, guess, slow).tolist()
        assert ids == vectorised.answers(game.marking, tuple(guess), space.array()).tolist()
