"""How fast Grand Mastermind is marked."""

import numpy as np

from mastermind_edu.games.catalogue import GRAND
from mastermind_edu.games.grand import explain, mark


def test_one_guess_against_all_390_625_codes(benchmark):
    array = GRAND.space.array()
    guess = GRAND.space.parse("RcRcGsBt")
    ids = benchmark(GRAND.feedback_ids, guess, array)
    assert len(ids) == 390_625


def test_a_thousand_guesses_against_four_thousand_codes(benchmark):
    rng = np.random.default_rng(1)
    rows = GRAND.space.array()[rng.choice(GRAND.space.size, 5_000, replace=False)]
    ids = benchmark(GRAND.feedback_matrix, rows[:1_000], np.asfortranarray(rows[1_000:]))
    assert ids.shape == (1_000, 4_000)


def test_one_pair_readably(benchmark):
    pair = GRAND.space.parse("YsRcRcRc"), GRAND.space.parse("RcBcGtGt")
    assert benchmark(mark, *pair) == (0, 1, 1)


def test_one_explanation(benchmark):
    pair = GRAND.space.parse("YsRcRcRc"), GRAND.space.parse("RcBcGtGt")
    assert len(benchmark(explain, *pair)) == 5
