"""How long answers take; run with ``--benchmark-enable``. Best public C++ program: 2.5 ms for
all 1,296 x 1,296 answers."""

from __future__ import annotations

import numpy as np
import pytest

from mastermind_edu.games.catalogue import BULLS_AND_COWS, CLASSIC, SENHA, SUPER, custom
from mastermind_edu.games.codes import CodeSpace
from mastermind_edu.games.feedback import CountedMarking, PerPositionMarking
from mastermind_edu.games.pegs import symbols
from mastermind_edu.games.rules import Rules

LETTERS = CodeSpace(4, symbols("ABCDEFGHIJKLMNOPQRSTUVWXY"))
COUNTED_LETTERS = Rules("letters", "Letters", CountedMarking(LETTERS), rows=10, keys=())
PLACED_LETTERS = Rules("placed-letters", "Letters", PerPositionMarking(LETTERS), rows=10, keys=())
PER_POSITION = custom(answer="per position")


def named(*games):
    return pytest.mark.parametrize("game", games, ids=lambda game: f"{game.key}-{game.space.size}")


@named(CLASSIC, SENHA, PER_POSITION)
def test_all_answers(benchmark, game):
    codes = game.space.array()
    matrix = benchmark(game.feedback_matrix, codes, codes)
    assert np.array_equal(np.diagonal(matrix), [len(game.feedbacks) - 1] * len(codes))


@named(CLASSIC)
def test_all_answers_and_the_sizes_of_parts(benchmark, game):
    """What a strategy asks of its first guess: for each guess, how many codes give each answer."""
    codes = game.space.array()
    answers = len(game.feedbacks)
    first = np.arange(len(codes), dtype=np.uint16)[:, np.newaxis] * np.uint16(answers)

    def sizes():
        matrix = game.feedback_matrix(codes, codes) + first
        return np.bincount(matrix.ravel(), minlength=len(codes) * answers).reshape(-1, answers)

    assert benchmark(sizes).max() == 625


@named(CLASSIC, SUPER, BULLS_AND_COWS, SENHA, COUNTED_LETTERS, PLACED_LETTERS)
def test_one_guess_against_all_codes(benchmark, game):
    codes = game.space.array()
    guess = game.space.code_at(game.space.size // 3)
    ids = benchmark(game.feedback_ids, guess, codes)
    assert game.feedbacks[ids[0]] == game.feedback(game.space.code_at(0), guess)


@named(CLASSIC, SUPER, BULLS_AND_COWS)
@pytest.mark.parametrize("guesses", [64, 1_000])
def test_a_block_of_guesses_against_all_codes(benchmark, game, guesses):
    codes = game.space.array()
    matrix = benchmark(game.feedback_matrix, codes[:guesses], codes)
    assert matrix.shape == (guesses, len(codes))


@named(CLASSIC, SUPER, BULLS_AND_COWS)
@pytest.mark.parametrize("left", [10, 200])
def test_all_guesses_against_a_few_codes(benchmark, game, left):
    codes = game.space.array()
    matrix = benchmark(game.feedback_matrix, codes, codes[:: len(codes) // left])
    assert matrix.shape[0] == len(codes)


@named(CLASSIC, SENHA)
def test_one_readable_answer(benchmark, game):
    secret, guess = game.space.code_at(100), game.space.code_at(200)
    assert benchmark(game.feedback, secret, guess) in game.feedbacks
