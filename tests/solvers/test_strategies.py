"""Every strategy against the same choice made one pair at a time, and its known guesses."""

import math
from collections import Counter
from functools import cache

import numpy as np
import pytest

from mastermind_edu.games.catalogue import BULLS_AND_COWS, CLASSIC, SENHA, SUPER, custom
from mastermind_edu.games.feedback import ImpossibleFeedback
from mastermind_edu.solvers.candidates import candidates
from mastermind_edu.solvers.partitions import NoCandidates, partition
from mastermind_edu.solvers.strategies import (
    ENTROPY,
    EXPECTED_SIZE,
    FIRST,
    MINIMAX,
    MOST_PARTS,
    RANDOM,
    STRATEGIES,
    UnknownStrategy,
    rank,
    strategy,
)

SMALL = (
    custom(pegs=1, colours=4),
    custom(pegs=3, colours=4),
    custom(pegs=2, colours=3, blanks=True),
    custom(pegs=3, colours=5, repeats=False),
    custom(pegs=3, colours=3, answer="per position"),
    custom(pegs=3, colours=4, repeats=False, blanks=True, answer="per position"),
)

SCORES = {
    MINIMAX: max,
    EXPECTED_SIZE: lambda sizes: sum(size * size for size in sizes),
    ENTROPY: lambda sizes: math.prod(size**size for size in sizes),
    MOST_PARTS: lambda sizes: -len(sizes),
}


def positions(game, strategy, depth=3):
    """Yield rows and the candidates they leave, along every branch of a strategy."""
    pending = [((), list(game.space))]
    for _ in range(depth):
        further = []
        for rows, codes in pending:
            yield rows, codes
            guess = strategy.choose(game, rows)
            for answer in {game.feedback(secret, guess) for secret in codes} - {game.solved}:
                left = [secret for secret in codes if game.feedback(secret, guess) == answer]
                further.append(((*rows, (guess, answer)), left))
        pending = further


@pytest.mark.parametrize("game", SMALL, ids=repr)
@pytest.mark.parametrize("by", SCORES, ids=lambda by: by.key)
def test_a_choice_is_the_best_of_all_guesses_and_ties_go_to_candidates_then_to_the_first(game, by):
    answer = cache(game.feedback)
    for rows, codes in positions(game, by):

        def worth(guess, codes=codes):
            sizes = Counter(answer(secret, guess) for secret in codes).values()
            return SCORES[by](sizes), guess not in codes, guess

        assert by.choose(game, rows) == min(game.space, key=worth)


@pytest.mark.parametrize("game", SMALL, ids=repr)
@pytest.mark.parametrize("by", [RANDOM, FIRST], ids=lambda by: by.key)
def test_a_consistent_guess_is_a_candidate(game, by):
    for rows, codes in positions(game, by):
        assert by.choose(game, rows) in codes
        if by is FIRST:
            assert by.choose(game, rows) == codes[0]


def test_random_guesses_come_again_with_their_seed_and_differ_without():
    guesses = [RANDOM.seeded(seed).choose(CLASSIC) for seed in range(40)]
    assert guesses == [RANDOM.seeded(seed).choose(CLASSIC) for seed in range(40)]
    assert len(set(guesses)) > 30


def test_random_guesses_are_fair():
    rows = [((0, 0, 1, 1), (0, 4))]
    drawn = Counter(RANDOM.seeded(seed).choose(CLASSIC, rows) for seed in range(20))
    assert set(drawn) == {(1, 1, 0, 0)}
    rows = [((0, 0, 1, 1), (2, 2))]
    drawn = Counter(RANDOM.seeded(seed).choose(CLASSIC, rows) for seed in range(400))
    assert len(drawn) == 4
    assert min(drawn.values()) > 60


@pytest.mark.parametrize(
    ("by", "first"),
    [(MINIMAX, "1122"), (EXPECTED_SIZE, "1123"), (ENTROPY, "1234"), (MOST_PARTS, "1123")],
)
def test_the_known_first_guesses(by, first):
    assert by.choose(CLASSIC) == CLASSIC.space.parse(first)


def test_equal_entropies_of_different_parts_are_a_tie():
    sizes = np.array([[4, 1, 1, 1, 1, 0, 0], [2, 2, 2, 2, 0, 0, 0]], dtype=np.int32).T
    scores = ENTROPY.score(sizes)
    assert scores[0] == scores[1]
    sizes = np.array([[6, 1, 1, 1, 1, 1, 1, 0], [3, 3, 2, 2, 1, 1, 0, 0]], dtype=np.int32).T
    scores = ENTROPY.score(sizes)
    assert (scores[0] > scores[1]) == (6**6 > 3**6 * 2**4)


def test_the_second_guess_of_a_large_game_is_the_best_of_all():
    rows = [(SUPER.space.parse("11223"), (2, 2))]
    guess = MOST_PARTS.choose(SUPER, rows)
    best = rank(SUPER, rows, by=MOST_PARTS)[0]
    assert guess == best.guess
    assert partition(SUPER, guess, candidates(SUPER, rows)).parts == best.parts


@pytest.mark.parametrize("game", [CLASSIC, SENHA, BULLS_AND_COWS], ids=repr)
def test_rank_lists_every_guess_with_the_figures_of_its_partition(game):
    first = game.space.code_at(game.space.size // 3)
    rows = [(first, game.feedback(game.space.code_at(5), first))]
    codes = candidates(game, rows)
    ranked = rank(game, rows, by=ENTROPY)
    assert len(ranked) == len({figures.guess for figures in ranked}) == game.space.size
    for figures in ranked[:: game.space.size // 50]:
        split = partition(game, figures.guess, codes)
        assert figures.largest == split.largest
        assert figures.expected == pytest.approx(split.expected)
        assert figures.bits == pytest.approx(split.bits)
        assert figures.parts == split.parts
        assert figures.candidate == split.candidate


@pytest.mark.parametrize("by", SCORES, ids=lambda by: by.key)
def test_the_best_ranked_guess_is_the_choice(by):
    rows = [((0, 0, 1, 1), (1, 0))]
    assert rank(CLASSIC, rows, by=by)[0].guess == by.choose(CLASSIC, rows)


def test_rank_tells_its_progress_and_can_be_ended():
    heard = []
    rank(SENHA, progress=lambda done, all_: heard.append((done, all_)))
    assert heard == sorted(heard)
    assert heard[-1] == (360, 360)

    def stop(*_):
        raise KeyboardInterrupt

    with pytest.raises(KeyboardInterrupt):
        rank(SENHA, progress=stop)


@pytest.mark.parametrize("by", STRATEGIES, ids=lambda by: by.key)
def test_rows_that_no_code_fits_are_named(by):
    rows = [((0, 0, 0, 0), (4, 0)), ((1, 1, 1, 1), (4, 0))]
    with pytest.raises(NoCandidates):
        by.choose(CLASSIC, rows)


def test_an_answer_that_cannot_be_is_named():
    with pytest.raises(ImpossibleFeedback):
        MINIMAX.choose(CLASSIC, [((0, 0, 1, 1), (3, 1))])


@pytest.mark.parametrize("by", STRATEGIES, ids=lambda by: by.key)
def test_a_strategy_is_found_by_its_key_and_says_what_it_is(by):
    assert strategy(by.key) is by
    assert by.name
    assert by.idea.endswith(".")
    assert by.source


def test_an_unknown_strategy_is_named():
    with pytest.raises(UnknownStrategy, match="minimax"):
        strategy("maximin")
