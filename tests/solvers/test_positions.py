"""Sets of candidates side by side, against each set by itself; large games are sampled."""

import numpy as np
import pytest

from mastermind_edu.games.catalogue import CLASSIC, GRAND, SENHA, custom
from mastermind_edu.solvers import positions
from mastermind_edu.solvers.candidates import candidates
from mastermind_edu.solvers.positions import Position, affordable, after, select
from mastermind_edu.solvers.strategies import MINIMAX, MOST_PARTS

GAMES = (CLASSIC, SENHA, custom(pegs=3, colours=4, answer="per position"))


def split(game, seed):
    """Return a position of many sets, drawn by lot."""
    rng = np.random.default_rng(seed)
    drawn = np.sort(rng.choice(game.space.size, size=60, replace=False))
    starts = np.array([0, 1, 3, 6, 10, 15, 25, 40])
    codes = select(game.space.array(), drawn)
    return Position(game, codes, starts, game.space.array())


@pytest.mark.parametrize("together", [1, 8, 1000])
@pytest.mark.parametrize("game", GAMES, ids=repr)
def test_each_set_is_answered_to_its_own_guess(game, together, monkeypatch):
    monkeypatch.setattr(positions, "TOGETHER", together)
    position = split(game, 1)
    guesses = select(game.space.array(), np.arange(8) * 7)
    expected = [
        game.feedback_ids(game.space.code(guesses[which]), position.codes[i : i + 1])[0]
        for i, which in enumerate(position.set_of)
    ]
    assert position.answers(guesses).tolist() == expected


@pytest.mark.parametrize("together", [1, 8, 1000])
@pytest.mark.parametrize("seed", range(5))
@pytest.mark.parametrize("game", GAMES, ids=repr)
def test_the_first_candidate_that_splits_a_set_is_found(game, seed, together, monkeypatch):
    monkeypatch.setattr(positions, "TOGETHER", together)
    position = split(game, seed)
    chosen, found = position.splitters()
    ends = [*position.starts[1:], len(position.codes)]
    for which, (start, end) in enumerate(zip(position.starts, ends, strict=True)):
        codes = position.codes[start:end]
        ids = game.feedback_matrix(codes, codes)
        splits = [i for i, row in enumerate(ids) if len(set(row.tolist())) == len(codes)]
        assert found[which] == bool(splits)
        if splits:
            assert chosen[which].tolist() == codes[splits[0]].tolist()


def test_some_sets_of_a_position_keep_their_codes():
    position = split(CLASSIC, 3)
    which = position.sizes > 4
    rest = position.only(which)
    assert rest.sizes.tolist() == position.sizes[which].tolist()
    assert rest.codes.tolist() == position.codes[which[position.set_of]].tolist()


def test_all_guesses_are_afforded_where_they_can_be():
    guesses = np.arange(CLASSIC.space.size)
    one_set = np.zeros(1, dtype=np.intp)
    kept = affordable(CLASSIC.space, guesses, CLASSIC.space.array(), one_set)
    assert np.array_equal(kept, guesses)


def test_a_sample_has_both_guesses_and_candidates_in_order():
    guesses = np.arange(GRAND.space.size)
    which = np.arange(100_000, 150_000)
    codes = select(GRAND.space.array(), which)
    kept = affordable(GRAND.space, guesses, codes, np.zeros(1, dtype=np.intp))
    assert positions.FEWEST_SAMPLED <= len(kept) <= positions.SAMPLED_PAIRS // len(codes)
    assert np.array_equal(kept, np.unique(kept))
    assert len(np.intersect1d(kept, which)) >= len(kept) // 2
    assert len(np.setdiff1d(kept, which)) >= len(kept) // 4


@pytest.mark.parametrize("strategy", [MINIMAX, MOST_PARTS], ids=repr)
def test_a_sampled_guess_is_still_a_good_one(strategy):
    secret = GRAND.space.parse("BtRcRcYh")
    guesses = (strategy.choose(GRAND), GRAND.space.parse("RcBsRsGt"))
    rows = [(guess, GRAND.feedback(secret, guess)) for guess in guesses]
    left = len(candidates(GRAND, rows))
    guess = strategy.choose(GRAND, rows)
    rows.append((guess, GRAND.feedback(secret, guess)))
    assert 0 < len(candidates(GRAND, rows)) < left / 3


@pytest.mark.parametrize("game", [CLASSIC, SENHA], ids=repr)
def test_no_guess_is_lost_to_symmetry(game):
    """Every guess makes parts of the same sizes as some guess that is looked at."""
    first = game.space.code_at(8)
    answer = game.feedback(game.space.code_at(game.space.size // 2), first)
    codes = candidates(game, [(first, answer)])
    looked_at = after(game, [first], codes).guesses

    solved = len(game.feedbacks) - 1

    def shapes(guesses):
        ids = game.feedback_matrix(guesses, codes)
        return {
            (tuple(sorted(np.bincount(row)[np.bincount(row) > 0])), bool((row == solved).any()))
            for row in ids
        }

    assert len(looked_at) < game.space.size / 4
    assert shapes(looked_at) == shapes(game.space.array())
