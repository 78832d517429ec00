"""The strategy that judges a sample of guesses on a sample of candidates."""

import random
from dataclasses import replace

import numpy as np
import pytest

from mastermind_edu.games.catalogue import BULLS_AND_COWS, CLASSIC, GRAND, SENHA, grand
from mastermind_edu.games.play import Game, Status
from mastermind_edu.solvers import sampling
from mastermind_edu.solvers.candidates import candidates
from mastermind_edu.solvers.partitions import NoCandidates, partition
from mastermind_edu.solvers.sampling import SAMPLED_ENTROPY
from mastermind_edu.solvers.strategies import ENTROPY, MINIMAX
from mastermind_edu.solvers.trees import build_tree

QUICK = replace(SAMPLED_ENTROPY, guesses=100, candidates=200, kept=3)


def test_the_first_guess_is_the_best_of_all():
    assert SAMPLED_ENTROPY.choose(GRAND) == ENTROPY.choose(GRAND)
    assert GRAND.space.format(SAMPLED_ENTROPY.choose(GRAND)) == "RcGsBtYd"


def test_games_of_grand_mastermind_are_won_in_few_guesses():
    rng = random.Random(20)
    lengths = []
    for _ in range(8):
        game = Game(GRAND, GRAND.space.random(rng))
        while game.status is Status.PLAYING:
            game.guess(SAMPLED_ENTROPY.choose(GRAND, game.rows))
        assert game.status is Status.WON
        lengths.append(len(game.rows))
    assert max(lengths) <= 8
    assert sum(lengths) / len(lengths) < 6.4


@pytest.mark.parametrize("game", [CLASSIC, SENHA, grand(3, 2, 3)], ids=lambda game: game.key)
def test_every_secret_of_any_game_is_found(game):
    sampled, whole = build_tree(game, QUICK), build_tree(game, ENTROPY)
    assert sum(sampled.histogram.values()) == game.space.size
    assert sampled.average < whole.average * 1.03


def test_guesses_of_a_game_without_repeats_have_none():
    rows = [(BULLS_AND_COWS.space.parse("0123"), (0, 2))]
    guess = QUICK.choose(BULLS_AND_COWS, rows)
    assert guess in BULLS_AND_COWS.space


def test_improving_finds_better_guesses_than_drawing():
    secret, first = GRAND.space.parse("RhBtGcPd"), GRAND.space.parse("RcGsBtYd")
    rows = [(first, GRAND.feedback(secret, first))]
    codes = candidates(GRAND, rows)
    drawn = replace(QUICK, rounds=0).choose(GRAND, rows)
    improved = QUICK.choose(GRAND, rows)
    assert partition(GRAND, improved, codes).bits > partition(GRAND, drawn, codes).bits + 0.02


def test_the_judge_decides_what_is_best():
    worst = {}
    for judge in (ENTROPY, MINIMAX):
        rows = [(GRAND.space.parse("RcRcGsBt"), (0, 1, 1))]
        guess = replace(QUICK, judge=judge, candidates=8000).choose(GRAND, rows)
        worst[judge] = partition(GRAND, guess, candidates(GRAND, rows)).largest
    assert worst[MINIMAX] < worst[ENTROPY]


def test_the_same_game_is_played_the_same_way():
    rows = [(GRAND.space.parse("RcGsBtYd"), (0, 1, 1))]
    guess = QUICK.choose(GRAND, rows)
    sampling._chosen.cache_clear()
    assert QUICK.choose(GRAND, rows) == guess
    assert replace(QUICK, seed=1).choose(GRAND, rows) != guess


def test_a_single_candidate_is_guessed():
    secret = GRAND.space.parse("RhBtGcPd")
    assert SAMPLED_ENTROPY.choose(GRAND, [(secret, GRAND.solved)]) == secret


def test_rows_that_no_code_fits_are_refused():
    red = GRAND.space.parse("RcRcRcRc")
    with pytest.raises(NoCandidates):
        SAMPLED_ENTROPY.choose(GRAND, [(red, (4, 0, 0)), (red, (0, 0, 0))])


def test_neighbours_differ_in_one_place():
    guess = np.array([[0, 1, 2, 3]], dtype=np.uint8)
    rows = sampling._neighbours(GRAND.space, guess)
    assert len(rows) == 1 + 4 * 24
    assert ((rows != guess).sum(axis=1) <= 1).all()


def test_the_command_prints_the_histogram(capsys):
    sampling.main(["--games", "2", "--seed", "3"])
    lines = capsys.readouterr().out.splitlines()
    counts = [int(line.split()[1]) for line in lines[:-1]]
    assert sum(counts) == 2
    assert lines[-1].startswith("2 games, seed 3:")
