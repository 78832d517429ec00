"""How long the solvers take, each figure beside that of the best public program (C++).

Run with::

    pytest tests/benchmarks/test_solvers.py --benchmark-enable -m "slow or not slow"

and with ``MASTERMIND_EDU_FAST=0`` for NumPy alone. The table is printed at the end: wall time,
the median and the least of several runs. Where the machine has other work to do, the option
``--benchmark-timer=time.process_time`` counts the time of the processor instead; all work
here is done on one core.
"""

from __future__ import annotations

import pytest

from mastermind_edu.games.catalogue import BULLS_AND_COWS, CLASSIC, SUPER, custom
from mastermind_edu.solvers import kernels
from mastermind_edu.solvers.optimal import optimal_tree
from mastermind_edu.solvers.partitions import partition_sizes
from mastermind_edu.solvers.strategies import ENTROPY, MINIMAX, MOST_PARTS
from mastermind_edu.solvers.trees import build_tree

MEASURED: list[tuple[str, float, float, str, str]] = []


@pytest.fixture(scope="module", autouse=True)
def table(request):
    """Print what was measured when all is done."""
    if not request.config.option.benchmark_enable:
        yield
        return
    optimal_tree(custom(pegs=3, colours=4))
    build_tree(custom(pegs=3, colours=4), ENTROPY)
    yield
    loops = "compiled by numba" if kernels.COMPILED else "NumPy alone"
    columns = f"{'median':>12}{'least':>12}{'best public':>16}{'to reach':>12}"
    with request.config.pluginmanager.get_plugin("capturemanager").global_and_fixture_disabled():
        print(f"\n\n{f'work ({loops})':50}{columns}")
        for work, median, least, public, wanted in MEASURED:
            here = f"{shown(median):>12}{shown(least):>12}"
            print(f"{work:50}{here}{public:>16}{wanted:>12}")


def shown(seconds: float) -> str:
    return f"{seconds * 1000:,.1f} ms" if seconds < 1 else f"{seconds:,.1f} s"


@pytest.fixture
def measured(benchmark):
    """Measure one piece of work and put it in the table."""

    def measure(work, public, wanted, function, *arguments, rounds):
        result = benchmark.pedantic(function, arguments, rounds=rounds, warmup_rounds=rounds > 1)
        if benchmark.stats is not None:
            stats = benchmark.stats.stats
            MEASURED.append((work, stats.median, stats.min, public, wanted))
        return result

    return measure


def test_all_answers(measured):
    codes = CLASSIC.space.array()
    ids = measured(
        "all 1,296 x 1,296 answers",
        "2.5 ms",
        "3 ms",
        CLASSIC.feedback_matrix,
        codes,
        codes,
        rounds=101,
    )
    assert ids.shape == (1296, 1296)


def test_part_sizes(measured):
    codes = CLASSIC.space.array()
    sizes = measured(
        "the same with part sizes",
        "2.5 ms",
        "8 ms",
        partition_sizes,
        CLASSIC,
        codes,
        codes,
        rounds=101,
    )
    assert sizes.max() == 625


@pytest.mark.parametrize(
    ("strategy", "public", "total"), [(MINIMAX, "6.5-15 ms", 5801), (ENTROPY, "13-22 ms", 5722)]
)
def test_a_tree_of_classic(measured, strategy, public, total):
    work = f"whole 4x6 tree, {strategy.key}"
    tree = measured(work, public, "30 ms", build_tree, CLASSIC, strategy, rounds=31)
    assert tree.total == total


def test_a_tree_of_bulls_and_cows(measured):
    work = "whole bulls-and-cows tree, entropy"
    tree = measured(work, "110-124 ms", "0.8 s", build_tree, BULLS_AND_COWS, ENTROPY, rounds=7)
    assert tree.total == 26424


def test_the_second_move_of_a_large_game(measured):
    """Every guess is weighed, symmetric ones by the first of them."""
    rows = [(SUPER.space.parse("11223"), (1, 1))]
    work = "second move of 5x8, all 32,768 guesses allowed"
    guess = measured(work, "0.22-0.41 s", "0.5 s", MOST_PARTS.choose, SUPER, rows, rounds=7)
    assert guess == (0, 2, 2, 3, 3)


@pytest.mark.slow
def test_a_tree_of_a_large_game(measured):
    work = "whole 5x8 tree, most parts"
    tree = measured(work, "2.1-4.3 s", "15 s", build_tree, SUPER, MOST_PARTS, rounds=1)
    assert tree.total == 181834


@pytest.mark.slow
@pytest.mark.parametrize(
    ("game", "total", "public", "wanted", "rounds"),
    [
        (CLASSIC, 5625, "0.13-0.25 s", "1 s", 7),
        (custom(pegs=4, colours=7), 11228, "21-24 s", "120 s", 1),
        (custom(pegs=5, colours=5), 13496, "", "", 1),
        (custom(pegs=4, colours=8), 20471, "", "", 1),
        (BULLS_AND_COWS, 26274, "174-202 s", "finishes", 1),
    ],
    ids=["4x6", "4x7", "5x5", "4x8", "bulls-and-cows"],
)
def test_the_proven_optimum(measured, game, total, public, wanted, rounds, request):
    name = request.node.callspec.id
    work = f"proven optimum {name} ({total})"
    tree = measured(work, public, wanted, optimal_tree, game, rounds=rounds)
    assert (tree.total, tree.proven) == (total, True)
