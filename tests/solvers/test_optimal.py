"""The optimum: known totals, exhaustive search on tiny games, limits and interruption."""

from collections import defaultdict
from functools import cache

import pytest

from mastermind_edu.games.catalogue import BULLS_AND_COWS, CLASSIC, SENHA, SUPER, custom
from mastermind_edu.solvers.bounds import GameTooLarge
from mastermind_edu.solvers.optimal import NoSuchTree, optimal_tree
from mastermind_edu.solvers.strategies import MOST_PARTS
from mastermind_edu.solvers.trees import build_tree, load_tree

TINY = (
    custom(pegs=1, colours=4),
    custom(pegs=2, colours=3),
    custom(pegs=2, colours=4, repeats=False),
    custom(pegs=3, colours=2, blanks=True),
    custom(pegs=3, colours=4, repeats=False),
    custom(pegs=2, colours=4, answer="per position"),
    custom(pegs=3, colours=3, answer="per position"),
    custom(pegs=2, colours=4, blanks=True, repeats=False, answer="per position"),
)

IMPOSSIBLE = float("inf")


def exhaustive(game, worst):
    """Return the least total by looking at every guess for every set of candidates."""
    answer = cache(game.feedback)
    codes = tuple(game.space)

    @cache
    def least(candidates, left):
        if left == 0:
            return IMPOSSIBLE
        best = IMPOSSIBLE
        for guess in codes:
            parts = defaultdict(list)
            for secret in candidates:
                parts[answer(secret, guess)].append(secret)
            parts.pop(game.solved, None)
            sets = sorted(map(tuple, parts.values()), key=len)
            if candidates in sets:
                continue
            total = len(candidates)
            for part in sets:
                total += least(part, left - 1)
                if total >= best:
                    break
            best = min(best, total)
        return best

    return least(codes, worst)


@pytest.mark.parametrize("game", TINY, ids=repr)
def test_the_optimum_of_tiny_games_is_that_of_exhaustive_search(game):
    assert optimal_tree(game).total == exhaustive(game, game.space.size)


@pytest.mark.parametrize("game", TINY, ids=repr)
def test_a_limit_is_kept_and_its_optimum_is_that_of_exhaustive_search(game):
    for worst in range(1, 6):
        total = exhaustive(game, worst)
        if total == IMPOSSIBLE:
            with pytest.raises(NoSuchTree):
                optimal_tree(game, worst=worst)
        else:
            tree = optimal_tree(game, worst=worst)
            assert tree.total == total
            assert tree.worst <= worst


@pytest.mark.parametrize(
    ("game", "total"),
    [
        (custom(pegs=3, colours=4), 206),
        (custom(pegs=3, colours=5), 451),
        (custom(pegs=3, colours=6), 854),
        (custom(pegs=4, colours=4), 905),
        (custom(pegs=4, colours=5), 2463),
        (custom(pegs=4, colours=6, repeats=False), 1446),
        (custom(pegs=4, colours=7, repeats=False), 3639),
        (SENHA, 1056),
        (CLASSIC, 5625),
    ],
    ids=repr,
)
def test_the_known_optima(game, total):
    tree = optimal_tree(game)
    assert (tree.total, tree.bound, tree.proven) == (total, total, True)
    assert sum(tree.histogram.values()) == game.space.size


def test_five_guesses_always_cost_one_more_in_all():
    tree = optimal_tree(CLASSIC, worst=5)
    assert (tree.total, tree.worst, tree.proven) == (5626, 5, True)


@pytest.mark.slow
@pytest.mark.parametrize(
    ("game", "total"),
    [
        (custom(pegs=4, colours=7), 11228),
        (custom(pegs=5, colours=5), 13496),
        (custom(pegs=4, colours=8), 20471),
        (BULLS_AND_COWS, 26274),
    ],
    ids=repr,
)
def test_the_known_optima_of_large_games(game, total):
    assert optimal_tree(game).total == total


def test_four_guesses_are_too_few_for_classic():
    with pytest.raises(NoSuchTree, match="within 4 guesses"):
        optimal_tree(CLASSIC, worst=4)


@pytest.mark.parametrize("worst", [0, -1])
def test_a_limit_below_one_guess_is_named(worst):
    with pytest.raises(NoSuchTree, match="at least 1 guess"):
        optimal_tree(SENHA, worst=worst)


def test_a_game_too_large_is_named():
    with pytest.raises(GameTooLarge, match="32,768"):
        optimal_tree(SUPER)


@pytest.fixture
def impatient(monkeypatch):
    """Let progress be told at every step."""
    monkeypatch.setattr("mastermind_edu.solvers.optimal.SECONDS", 0)


@pytest.mark.usefixtures("impatient")
def test_progress_closes_in_on_the_optimum():
    heard = []
    tree = optimal_tree(custom(pegs=3, colours=6), progress=heard.append)
    assert [progress.nodes for progress in heard] == sorted(progress.nodes for progress in heard)
    bounds = [progress.bound for progress in heard]
    assert bounds == sorted(bounds)
    assert all(progress.bound <= tree.total <= progress.best for progress in heard)
    assert tree.nodes == heard[-1].nodes


@pytest.mark.usefixtures("impatient")
@pytest.mark.parametrize("nodes", [1, 20, 100, 300, 500])
@pytest.mark.parametrize("worst", [None, 5])
def test_an_ended_search_leaves_its_best_tree(nodes, worst):
    game = custom(pegs=4, colours=5)
    tree = optimal_tree(game, worst, progress=lambda progress: progress.nodes < nodes)
    assert tree.bound <= 2463 <= tree.total <= build_tree(game, MOST_PARTS).total
    assert tree.proven == (tree.bound == tree.total)
    assert not (nodes < 200 and tree.proven)
    assert sum(tree.histogram.values()) == game.space.size
    assert worst is None or tree.worst <= worst


@pytest.mark.usefixtures("impatient")
def test_a_longer_search_leaves_no_worse_tree():
    game = custom(pegs=4, colours=5)
    totals = [
        optimal_tree(game, progress=lambda progress, nodes=nodes: progress.nodes < nodes).total
        for nodes in (10, 150, 100_000)
    ]
    assert totals == sorted(totals, reverse=True)
    assert totals[-1] == 2463


@pytest.mark.usefixtures("impatient")
def test_the_stop_button_ends_the_search_too():
    def stop(_):
        raise KeyboardInterrupt

    tree = optimal_tree(custom(pegs=3, colours=6), progress=stop)
    assert not tree.proven
    assert tree.total >= 854


@pytest.mark.usefixtures("impatient")
def test_an_ended_search_without_any_tree_is_named():
    with pytest.raises(NoSuchTree, match="before any tree"):
        optimal_tree(custom(pegs=3, colours=5), worst=4, progress=lambda _: False)


def test_an_optimal_tree_is_saved_like_any_other(tmp_path):
    game = custom(pegs=3, colours=4)
    tree = optimal_tree(game)
    tree.save(tmp_path / "tree")
    assert load_tree(tmp_path / "tree", game).total == 206
