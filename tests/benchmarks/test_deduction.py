"""How long all facts of a game with their proofs take; run with ``--benchmark-enable``."""

from __future__ import annotations

import random

import pytest

from mastermind_edu.games.catalogue import CLASSIC, GRAND, SENHA, SUPER
from mastermind_edu.games.rules import Rules
from mastermind_edu.solvers.candidates import candidates
from mastermind_edu.solvers.deduction import facts


def ordinary(game: Rules, rows: int, seed: int) -> list:
    """Rows of a codebreaker who guesses at random what the last row but one still allows."""
    rng = random.Random(seed)
    secret = game.space.random(rng)
    played: list = []
    for _ in range(rows):
        left = candidates(game, played[:-1])
        guess = game.space.code(left[rng.randrange(len(left))])
        played.append((guess, game.feedback(secret, guess)))
    return played


@pytest.mark.parametrize("seed", range(3))
@pytest.mark.parametrize("game", [CLASSIC, SENHA, SUPER, GRAND], ids=lambda game: game.key)
def test_all_facts_of_five_rows(benchmark, game, seed):
    rows = ordinary(game, 5, seed)
    found = benchmark(facts, game, rows)
    left = candidates(game, rows)
    assert found
    assert all(fact.claim.holds(left).all() for fact in found)
