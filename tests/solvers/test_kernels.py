"""Compiled loops give what NumPy gives, to the last bit."""

import subprocess
import sys

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from mastermind_edu.games.catalogue import CLASSIC, SENHA, SUPER, custom
from mastermind_edu.solvers import kernels, partitions, positions
from mastermind_edu.solvers.bounds import UNLIMITED, Bounds
from mastermind_edu.solvers.optimal import optimal_tree
from mastermind_edu.solvers.strategies import STRATEGIES
from mastermind_edu.solvers.trees import build_tree

GAMES = (
    CLASSIC,
    SENHA,
    custom(pegs=5, colours=3),
    custom(pegs=4, colours=3, answer="per position"),
)
BOUNDS = {game: Bounds(game) for game in GAMES}


compiled = pytest.importorskip(
    "mastermind_edu.solvers.compiled",
    reason="numba (the extra 'fast') is not installed: nothing to compare NumPy with",
    exc_type=ImportError,
)


@pytest.fixture
def numpy_alone(monkeypatch):
    for module in (kernels, partitions, positions):
        monkeypatch.setattr(module, "count_parts", kernels.count_parts_numpy)
    for name in ("judge", "most_parts", "least_after"):
        monkeypatch.setattr(kernels, name, getattr(kernels, f"{name}_numpy"))


@settings(derandomize=True, deadline=None, max_examples=60)
@given(game=st.sampled_from(GAMES), data=st.data())
def test_kernels_agree(game, data):
    bounds = BOUNDS[game]
    size = game.space.size
    code = st.integers(0, size - 1)
    codes = np.array(sorted(data.draw(st.sets(code, min_size=3, max_size=40))))
    guesses = np.array(data.draw(st.lists(code, min_size=1, max_size=10)))
    cuts = data.draw(st.sets(st.integers(1, len(codes) - 1)))
    starts = np.array([0, *sorted(cuts)])
    ids = bounds.ids[guesses[:, np.newaxis], codes]
    assert np.array_equal(
        compiled.count_parts(ids, starts, bounds.answers),
        kernels.count_parts_numpy(ids, starts, bounds.answers),
    )
    assert compiled.most_parts(bounds.planes, codes) == kernels.most_parts_numpy(
        bounds.planes, codes
    )
    for left in (2, 3, UNLIMITED):
        table = bounds.by_number(left - 1)
        for one, other in zip(
            compiled.judge(bounds.ids, table, codes, guesses),
            kernels.judge_numpy(bounds.ids, table, codes, guesses),
            strict=True,
        ):
            assert np.array_equal(one, other)
        for guess in guesses.tolist():
            for limit in (len(codes), 3 * len(codes), kernels.BEYOND):
                arguments = (bounds.ids, bounds.planes, table, codes, guess, limit)
                assert compiled.least_after(*arguments) == kernels.least_after_numpy(*arguments)


@pytest.mark.parametrize("game", [CLASSIC, SENHA], ids=repr)
def test_trees_are_the_same_with_numpy_alone(game, request):
    fast = [build_tree(game, strategy) for strategy in STRATEGIES]
    request.getfixturevalue("numpy_alone")
    for strategy, tree in zip(STRATEGIES, fast, strict=True):
        assert np.array_equal(build_tree(game, strategy).guesses, tree.guesses)


@pytest.mark.parametrize("game", [*GAMES[1:], custom(pegs=4, colours=5)], ids=repr)
def test_the_optimal_tree_is_the_same_with_numpy_alone(game, request):
    fast = optimal_tree(game)
    request.getfixturevalue("numpy_alone")
    slow = optimal_tree(game)
    assert np.array_equal(fast.guesses, slow.guesses)
    assert fast.nodes == slow.nodes


def test_many_sets_of_a_large_game_are_counted_alike():
    codes = SUPER.space.array()[:4000]
    ids = SUPER.feedback_matrix(SUPER.space.array()[5000:5020], codes)
    starts = np.arange(0, 4000, 7)
    answers = len(SUPER.feedbacks)
    assert np.array_equal(
        compiled.count_parts(ids, starts, answers),
        kernels.count_parts_numpy(ids, starts, answers),
    )


@pytest.mark.parametrize("setting", ["0", "1"])
def test_the_environment_can_keep_numpy(setting):
    code = (
        "from mastermind_edu.solvers import kernels; import sys; "
        "print(kernels.COMPILED, 'numba' in sys.modules)"
    )
    done = subprocess.run(
        [sys.executable, "-c", code],
        env={"MASTERMIND_EDU_FAST": setting},
        capture_output=True,
        text=True,
        check=True,
    )
    said, loaded = done.stdout.split()
    assert said == loaded
    assert setting == "1" or said == "False"
