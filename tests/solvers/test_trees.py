"""Whole trees: the published totals, playing, saving and comparing."""

import hashlib
import itertools
import json
from collections import Counter

import numpy as np
import pytest

from mastermind_edu.games.catalogue import BULLS_AND_COWS, CLASSIC, MINI, SENHA, SUPER, custom
from mastermind_edu.solvers import trees
from mastermind_edu.solvers.strategies import (
    ENTROPY,
    EXPECTED_SIZE,
    FIRST,
    MINIMAX,
    MOST_PARTS,
    RANDOM,
    STRATEGIES,
)
from mastermind_edu.solvers.trees import (
    DamagedTree,
    DifferentGames,
    NotInTree,
    Tree,
    WrongGame,
    build_tree,
    compare,
    load_tree,
)

SMALL = (
    custom(pegs=1, colours=3),
    custom(pegs=3, colours=3),
    custom(pegs=3, colours=4, repeats=False, blanks=True),
    custom(pegs=3, colours=3, answer="per position"),
)


@pytest.fixture(scope="module")
def minimax():
    return build_tree(CLASSIC, MINIMAX)


@pytest.mark.parametrize(
    ("game", "strategy", "total", "worst"),
    [
        (CLASSIC, MINIMAX, 5801, 5),
        (CLASSIC, EXPECTED_SIZE, 5696, 6),
        (CLASSIC, ENTROPY, 5722, 6),
        (CLASSIC, MOST_PARTS, 5668, 6),
        (BULLS_AND_COWS, ENTROPY, 26424, 8),
    ],
)
def test_the_published_totals(game, strategy, total, worst):
    tree = build_tree(game, strategy)
    assert (tree.total, tree.worst) == (total, worst)
    assert tree.average == total / game.space.size
    assert sum(tree.histogram.values()) == game.space.size


def test_the_histogram_of_knuths_strategy(minimax):
    assert minimax.histogram == {1: 1, 2: 6, 3: 62, 4: 533, 5: 694}


@pytest.mark.parametrize("game", SMALL, ids=repr)
@pytest.mark.parametrize("strategy", STRATEGIES, ids=lambda strategy: strategy.key)
def test_a_tree_plays_as_its_strategy_does(game, strategy):
    tree = build_tree(game, strategy)
    lengths = []
    for secret in game.space:
        rows = []
        while not rows or rows[-1][1] != game.solved:
            guess = strategy.choose(game, rows)
            assert tree.choose(rows) == guess
            rows.append((guess, game.feedback(secret, guess)))
        lengths.append(len(rows))
    assert tree.lengths.tolist() == lengths
    assert tree.histogram == {n: Counter(lengths)[n] for n in range(1, max(lengths) + 1)}


@pytest.mark.parametrize(("game", "every"), [(CLASSIC, 97), (SENHA, 41), (SUPER, 9973)])
def test_a_large_tree_plays_as_its_strategy_does(game, every):
    strategy = FIRST if game is SUPER else MOST_PARTS
    tree = build_tree(game, strategy)
    for index in range(0, game.space.size, every):
        secret, rows = game.space.code_at(index), []
        while not rows or rows[-1][1] != game.solved:
            assert tree.choose(rows) == strategy.choose(game, rows)
            guess = tree.choose(rows)
            rows.append((guess, game.feedback(secret, guess)))
        assert len(rows) == tree.lengths[index]


def test_nodes_come_depth_first_and_know_their_place(minimax):
    nodes = list(minimax)
    assert len(nodes) == len(minimax)
    assert nodes[0] == minimax.root
    assert (nodes[0].answer, nodes[0].depth) == (None, 1)
    for before, node in itertools.pairwise(nodes):
        assert node.depth <= before.depth + 1
        if node.depth == before.depth + 1:
            assert before.children[node.answer] == node


def test_rows_that_the_tree_would_not_play_are_named(minimax):
    with pytest.raises(NotInTree, match="Row 1"):
        minimax.choose([((0, 0, 0, 1), (1, 1))])
    first = minimax.root.guess
    with pytest.raises(NotInTree, match="Row 2"):
        minimax.choose([(first, (1, 1)), (first, (4, 0))])


def test_progress_does_not_change_the_tree_and_is_told_within_a_level(monkeypatch):
    monkeypatch.setattr(trees, "PIECE", 1 << 14)
    heard = []
    told = build_tree(SENHA, MINIMAX, lambda found, _: heard.append(found))
    alone = build_tree(SENHA, MINIMAX)
    assert (told.guesses == alone.guesses).all()
    assert (told.parents == alone.parents).all()
    assert len(heard) > 2 * told.worst
    assert heard == sorted(heard)


def test_progress_rises_to_all_secrets_and_can_end_the_work():
    heard = []
    build_tree(SENHA, FIRST, progress=lambda found, all_: heard.append((found, all_)))
    assert heard == sorted(heard)
    assert heard[-1] == (360, 360)

    def stop(*_):
        raise InterruptedError

    with pytest.raises(InterruptedError):
        build_tree(SENHA, FIRST, progress=stop)


def test_seeds_make_different_trees_of_random_guesses():
    first, second = (build_tree(CLASSIC, RANDOM.seeded(seed)) for seed in (1, 2))
    assert not np.array_equal(first.lengths, second.lengths)


def test_a_tree_comes_back_from_its_file(minimax, tmp_path):
    path = tmp_path / "minimax.tree"
    minimax.save(path)
    loaded = load_tree(path, CLASSIC)
    assert loaded.name == minimax.name
    assert [node.guess for node in loaded] == [node.guess for node in minimax]
    assert loaded.lengths.tolist() == minimax.lengths.tolist()


def test_a_tree_serves_every_game_with_the_same_rules(minimax, tmp_path):
    path = tmp_path / "minimax.tree"
    minimax.save(path)
    assert load_tree(path, MINI).total == minimax.total


@pytest.mark.parametrize(
    "other", [custom(pegs=4, colours=5), custom(pegs=4, colours=6, answer="per position"), SENHA]
)
def test_a_tree_of_another_game_is_named(minimax, tmp_path, other):
    path = tmp_path / "minimax.tree"
    minimax.save(path)
    with pytest.raises(WrongGame, match="pegs 4, kinds 6"):
        load_tree(path, other)


@pytest.fixture
def lines(tmp_path):
    path = tmp_path / "small.tree"
    build_tree(SMALL[1], MINIMAX).save(path)
    return path, path.read_text().splitlines(keepends=True)


def test_a_file_cut_short_is_named(lines):
    path, text = lines
    for cut in range(len(text)):
        path.write_text("".join(text[:cut]))
        with pytest.raises(DamagedTree):
            load_tree(path, SMALL[1])


def test_an_altered_line_is_named(lines):
    path, text = lines
    for line in range(1, len(text)):
        parent, answer, guess = text[line].split()
        altered = f"{parent} {answer} {(int(guess) + 1) % 27}\n"
        path.write_text("".join([*text[:line], altered, *text[line + 1 :]]))
        with pytest.raises(DamagedTree, match="altered"):
            load_tree(path, SMALL[1])


@pytest.mark.parametrize(
    ("line", "text"),
    [
        (1, "-1 -1 99\n"),
        (1, "-1 -1 x\n"),
        (1, "-1 -1\n"),
        (2, "7 0 0\n"),
        (2, ""),
    ],
)
def test_a_file_that_finds_not_every_code_is_named_even_if_its_checksum_is_right(lines, line, text):
    path, content = lines
    content[line] = text
    head = json.loads(content[0])
    head["sha256"] = hashlib.sha256("".join(content[1:]).encode()).hexdigest()
    path.write_text(json.dumps(head) + "\n" + "".join(content[1:]))
    with pytest.raises(DamagedTree):
        load_tree(path, SMALL[1])


@pytest.mark.parametrize("content", [b"", b"{}", b"[1]\n", b"\xff\xfe", b"no tree\n0 0 0\n"])
def test_a_file_that_is_no_tree_is_named(tmp_path, content):
    path = tmp_path / "other"
    path.write_bytes(content)
    with pytest.raises(DamagedTree):
        load_tree(path, CLASSIC)


def test_a_wrong_total_is_named(lines):
    path, content = lines
    head = json.loads(content[0])
    head["total"] -= 1
    path.write_text(json.dumps(head) + "\n" + "".join(content[1:]))
    with pytest.raises(DamagedTree, match="total"):
        load_tree(path, SMALL[1])


def test_two_strategies_are_compared_secret_by_secret(minimax):
    other = build_tree(CLASSIC, MOST_PARTS)
    result = compare(minimax, other)
    pairs = list(zip(minimax.lengths, other.lengths, strict=True))
    assert result.fewer == sum(a < b for a, b in pairs)
    assert result.same == sum(a == b for a, b in pairs)
    assert result.more == sum(a > b for a, b in pairs)


def test_trees_of_different_games_are_not_compared(minimax):
    with pytest.raises(DifferentGames):
        compare(minimax, build_tree(SENHA, FIRST))


def test_a_tree_without_end_is_named():
    one = np.array([0])
    tree = Tree(CLASSIC, "stuck", one - 1, one - 1, one)
    with pytest.raises(DamagedTree):
        tree.total  # noqa: B018
