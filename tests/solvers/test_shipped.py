"""The optimal trees of the package: the small ones proven again, all played in full."""

import numpy as np
import pytest

from mastermind_edu.games.catalogue import (
    BULLS_AND_COWS,
    CLASSIC,
    MINI,
    SENHA,
    SUPER,
    WITH_BLANKS,
    custom,
)
from mastermind_edu.solvers.optimal import optimal_tree
from mastermind_edu.solvers.shipped import FOLDER, NotShipped, file_of, is_shipped, shipped_tree

SMALL = {
    (custom(pegs=3, colours=4), None): 206,
    (custom(pegs=3, colours=5), None): 451,
    (custom(pegs=3, colours=6), None): 854,
    (custom(pegs=4, colours=4), None): 905,
    (custom(pegs=4, colours=5), None): 2463,
    (custom(pegs=4, colours=6, repeats=False), None): 1446,
    (SENHA, None): 1056,
}
LARGE = {
    (CLASSIC, None): 5625,
    (CLASSIC, 5): 5626,
    (WITH_BLANKS, None): 11228,
    (BULLS_AND_COWS, None): 26274,
}


@pytest.mark.parametrize(("game", "worst"), [*SMALL, *LARGE], ids=repr)
def test_every_secret_is_found_in_the_least_total(game, worst):
    tree = shipped_tree(game, worst)
    assert tree.total == (SMALL | LARGE)[game, worst]
    assert sum(tree.histogram.values()) == game.space.size
    assert worst is None or tree.worst <= worst
    for index in range(0, game.space.size, 97):
        secret, rows = game.space.code_at(index), []
        while not rows or rows[-1][1] != game.solved:
            guess = tree.choose(rows)
            rows.append((guess, game.feedback(secret, guess)))
        assert len(rows) == tree.lengths[index]


@pytest.mark.parametrize(("game", "worst"), SMALL, ids=repr)
def test_small_optima_are_proven_again(game, worst):
    tree = optimal_tree(game, worst)
    assert tree.proven
    assert np.array_equal(tree.guesses, shipped_tree(game, worst).guesses)


def test_no_file_is_without_its_test():
    files = {file_of(game, worst) for game, worst in [*SMALL, *LARGE]}
    assert set(FOLDER.iterdir()) == files


def test_games_with_the_same_rules_share_a_tree():
    assert shipped_tree(MINI).total == 5625
    assert shipped_tree(custom(pegs=4, colours=6)).total == 5625


@pytest.mark.parametrize(("game", "worst"), [(SUPER, None), (SENHA, 3)])
def test_a_tree_that_is_not_shipped_is_named(game, worst):
    assert not is_shipped(game, worst)
    with pytest.raises(NotShipped, match=game.name):
        shipped_tree(game, worst)
