"""How long a new row and a contradiction take; run with ``--benchmark-enable``."""

from __future__ import annotations

import random

import numpy as np
import pytest

from mastermind_edu.games.catalogue import CLASSIC, GRAND, SUPER
from mastermind_edu.games.codes import CodeSpace
from mastermind_edu.games.feedback import CountedMarking
from mastermind_edu.games.pegs import symbols
from mastermind_edu.games.rules import Rules
from mastermind_edu.solvers.candidates import Candidates, candidates, contradictions

LETTERS = Rules(
    "letters",
    "Letters",
    CountedMarking(CodeSpace(4, symbols("ABCDEFGHIJKLMNOPQRSTUVWXY"))),
    rows=10,
    keys=(),
)

GAMES = pytest.mark.parametrize(
    "game", [CLASSIC, SUPER, LETTERS, GRAND], ids=lambda game: f"{game.key}-{game.space.size}"
)


def played(game: Rules, rows: int, seed: int) -> list:
    """Rows answered rightly for one code."""
    rng = random.Random(seed)
    secret = game.space.random(rng)
    guesses = [game.space.random(rng) for _ in range(rows)]
    return [(guess, game.feedback(secret, guess)) for guess in guesses]


@GAMES
def test_one_new_row(benchmark, game):
    game.space.array()
    rows = played(game, 1, seed=5)
    left = benchmark(candidates, game, rows)
    assert 0 < len(left) < game.space.size


@GAMES
def test_one_new_row_for_a_grid(benchmark, game):
    game.space.array()
    rows = played(game, 1, seed=5)
    tracker = benchmark(Candidates, game, rows)
    assert np.array_equal(tracker.codes, candidates(game, rows))


@pytest.mark.parametrize(
    "lies", [1, 10], ids=["one row of ten wrong", "ten rows answered at random"]
)
@pytest.mark.parametrize("game", [CLASSIC, SUPER], ids=lambda game: game.key)
def test_contradictions_of_ten_rows(benchmark, game, lies):
    rng = random.Random(2)
    rows = played(game, 10, seed=2)
    for at in rng.sample(range(10), lies):
        guess, truth = rows[at]
        rows[at] = (guess, rng.choice([f for f in game.feedbacks if f != truth]))
    assert benchmark(contradictions, game, rows)
