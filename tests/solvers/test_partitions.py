"""Part sizes, against counting one pair at a time, and the known first guesses."""

import tracemalloc
from collections import Counter

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from mastermind_edu.games.catalogue import (
    BULLS_AND_COWS,
    CLASSIC,
    SENHA,
    SUPER,
    WITH_BLANKS,
    custom,
)
from mastermind_edu.games.codes import InvalidCode
from mastermind_edu.solvers.partitions import NoCandidates, NotRows, partition, partition_sizes

GAMES = (
    custom(pegs=1, colours=3),
    custom(pegs=2, colours=4, repeats=False),
    custom(pegs=3, colours=3, blanks=True),
    custom(pegs=3, colours=3, answer="per position"),
    custom(pegs=3, colours=5, repeats=False, answer="per position"),
)


@pytest.mark.parametrize("game", GAMES, ids=repr)
def test_sizes_are_what_counting_answers_one_by_one_gives(game):
    codes = list(game.space)
    sizes = partition_sizes(game, codes, codes)
    assert sizes.shape == (len(codes), len(game.feedbacks))
    for guess, row in zip(codes, sizes, strict=True):
        counted = Counter(game.feedback(secret, guess) for secret in codes)
        assert [counted[feedback] for feedback in game.feedbacks] == row.tolist()


@settings(derandomize=True, deadline=None, max_examples=25)
@given(st.sampled_from((CLASSIC, WITH_BLANKS, SENHA, BULLS_AND_COWS)), st.data())
def test_sizes_of_some_guesses_for_some_candidates(game, data):
    indices = st.integers(0, game.space.size - 1)
    guesses = [game.space.code_at(i) for i in data.draw(st.lists(indices, max_size=4))]
    chosen = data.draw(st.lists(indices, min_size=1, max_size=12, unique=True))
    candidates = [game.space.code_at(i) for i in chosen]
    sizes = partition_sizes(game, guesses, candidates)
    for guess, row in zip(guesses, sizes, strict=True):
        counted = Counter(game.feedback(secret, guess) for secret in candidates)
        assert [counted[feedback] for feedback in game.feedbacks] == row.tolist()


@pytest.mark.parametrize(
    ("code", "largest", "expected", "bits", "parts"),
    [
        ("1111", 625, 511.98, 1.498, 5),
        ("1112", 317, 235.95, 2.693, 11),
        ("1122", 256, 204.54, 2.885, 13),
        ("1123", 276, 185.27, 3.044, 14),
        ("1234", 312, 188.19, 3.057, 14),
    ],
)
def test_the_known_first_guesses(code, largest, expected, bits, parts):
    split = partition(CLASSIC, CLASSIC.space.parse(code))
    assert (split.largest, split.parts, split.total) == (largest, parts, 1296)
    assert (round(split.expected, 2), round(split.bits, 3)) == (expected, bits)
    assert split.candidate


def test_a_guess_outside_the_candidates_is_no_candidate():
    candidates = [CLASSIC.space.parse(text) for text in ("1111", "2222")]
    split = partition(CLASSIC, CLASSIC.space.parse("1112"), candidates)
    assert not split.candidate
    assert split.sizes == {(3, 0): 1, (1, 0): 1}


def test_a_sure_answer_tells_no_bit():
    split = partition(CLASSIC, CLASSIC.space.parse("3333"), [CLASSIC.space.parse("1122")])
    assert split.bits == 0
    assert split.expected == split.largest == split.parts == 1


def test_rows_and_codes_say_the_same():
    rows = CLASSIC.space.array()[100:110]
    codes = [CLASSIC.space.code_at(i) for i in range(100, 110)]
    assert np.array_equal(
        partition_sizes(CLASSIC, rows, rows), partition_sizes(CLASSIC, codes, codes)
    )


def test_no_guess_gives_no_row():
    assert partition_sizes(CLASSIC, []).shape == (0, 14)


def test_memory_stays_small_for_a_large_game():
    everything = SUPER.space.array()
    tracemalloc.start()
    sizes = partition_sizes(SUPER, everything[:512], everything)
    peak = tracemalloc.get_traced_memory()[1]
    tracemalloc.stop()
    assert (sizes.sum(axis=1) == 32768).all()
    assert peak < 16 << 20


def test_no_candidate_is_named():
    with pytest.raises(NoCandidates):
        partition_sizes(CLASSIC, [(0, 0, 1, 1)], [])


def test_a_wrong_code_is_named():
    with pytest.raises(InvalidCode):
        partition(CLASSIC, (0, 0, 1, 9))
    with pytest.raises(InvalidCode):
        partition_sizes(CLASSIC, [(0, 0, 1, 1)], [(0, 0, 1)])


@pytest.mark.parametrize(
    "rows",
    [
        np.zeros((3, 5), dtype=np.uint8),
        np.full((3, 4), 6, dtype=np.uint8),
        np.full((3, 4), -1, dtype=np.int64),
        np.zeros((3, 4)),
        np.zeros(4, dtype=np.uint8),
    ],
)
def test_an_array_that_holds_no_rows_is_named(rows):
    with pytest.raises(NotRows, match="4 whole numbers from 0 to 5"):
        partition_sizes(CLASSIC, rows)
