"""The tree explorer: every way through a tree, by clicks."""

import pytest

from mastermind_edu.games.catalogue import CLASSIC, SENHA, custom
from mastermind_edu.solvers.optimal import optimal_tree
from mastermind_edu.solvers.strategies import FIRST, MINIMAX, MOST_PARTS
from mastermind_edu.solvers.trees import build_tree
from mastermind_edu.widgets import TreeExplorer

SMALL = custom(pegs=3, colours=4)


@pytest.fixture(scope="module")
def tree():
    return build_tree(CLASSIC, MINIMAX)


def state(explorer: TreeExplorer) -> dict:
    return explorer.comm.state["_state"]


def fitting(game, rows) -> list:
    return [
        code
        for code in game.space
        if all(game.feedback(code, guess) == answer for guess, answer in rows)
    ]


def test_it_begins_with_the_first_guess_and_all_codes(tree) -> None:
    explorer = TreeExplorer(tree)
    assert state(explorer)["guess"] == [0, 0, 1, 1]
    assert state(explorer)["left"] == "1,296 codes are possible"
    assert explorer.rows == ()


def test_the_summary_is_that_of_the_tree(tree) -> None:
    assert state(TreeExplorer(tree))["summary"] == (
        "4.476 guesses on average, 5 at worst, 5,801 for all 1,296 codes"
    )


def test_an_answer_leads_to_what_the_strategy_guesses_next(tree) -> None:
    explorer = TreeExplorer(tree)
    explorer.comm.act("answer", id=CLASSIC.feedback_id((1, 1)))
    assert explorer.rows == (((0, 0, 1, 1), (1, 1)),)
    assert tuple(state(explorer)["guess"]) == MINIMAX.choose(CLASSIC, explorer.rows)
    assert state(explorer)["left"] == "208 codes are possible"
    assert state(explorer)["rows"][0]["words"] == "1 in the right place, 1 in the wrong place"


def test_every_secret_is_found_by_clicking_its_answers() -> None:
    tree = build_tree(SMALL, MOST_PARTS)
    explorer = TreeExplorer(tree)
    for secret, length in zip(SMALL.space, tree.lengths, strict=True):
        guesses = 1
        while (guess := tuple(state(explorer)["guess"])) != secret:
            explorer.comm.act("answer", id=SMALL.feedback_id(SMALL.feedback(secret, guess)))
            guesses += 1
        assert guesses == length
        explorer.comm.act("back", rows=0)


def test_branches_are_all_answers_that_can_come_with_how_many_codes() -> None:
    tree = build_tree(SMALL, FIRST)
    explorer = TreeExplorer(tree)
    explorer.comm.act("answer", id=SMALL.feedback_id((1, 0)))
    left = fitting(SMALL, explorer.rows)
    guess = tuple(state(explorer)["guess"])
    for branch in state(explorer)["branches"]:
        answer = SMALL.feedbacks[branch["id"]]
        part = [code for code in left if SMALL.feedback(code, guess) == answer]
        assert branch["size"] == str(len(part))
        assert (branch["next"] is None) == (answer == SMALL.solved)
        if branch["next"] is not None:
            rows = [*explorer.rows, (guess, answer)]
            assert tuple(branch["next"]) == FIRST.choose(SMALL, rows)
    assert sum(int(branch["size"]) for branch in state(explorer)["branches"]) == len(left)


def test_one_can_go_back_to_any_guess(tree) -> None:
    explorer = TreeExplorer(tree)
    ways = [dict(state(explorer))]
    for answer in [(1, 1), (0, 2), (1, 1)]:
        explorer.comm.act("answer", id=CLASSIC.feedback_id(answer))
        ways.append(dict(state(explorer)))
    for rows in (2, 1, 0):
        explorer.comm.act("back", rows=rows)
        assert state(explorer) == ways[rows]


def test_another_strategy_begins_at_the_start(tree) -> None:
    explorer = TreeExplorer(tree, build_tree(CLASSIC, MOST_PARTS))
    explorer.comm.act("answer", id=CLASSIC.feedback_id((1, 1)))
    explorer.comm.act("tree", tree=1)
    assert explorer.rows == ()
    assert state(explorer)["chosen"] == 1
    assert state(explorer)["guess"] == [0, 0, 1, 2]
    assert "5,668 for all" in state(explorer)["summary"]


def test_trees_of_one_name_are_told_apart_by_their_worst_case() -> None:
    trees = [optimal_tree(SMALL), optimal_tree(SMALL, worst=4)]
    trees.append(build_tree(SMALL, FIRST))
    assert state(TreeExplorer(*trees))["trees"] == [
        "Optimal, 4 guesses at worst",
        "Optimal, 4 guesses at worst",
        "First consistent, 6 guesses at worst",
    ]


def test_trees_of_different_games_are_refused(tree) -> None:
    with pytest.raises(ValueError, match="all of one game"):
        TreeExplorer(tree, build_tree(SENHA, MINIMAX))


@pytest.mark.parametrize(
    "message",
    [
        {"type": "answer", "id": -1},
        {"type": "answer", "id": 14},
        {"type": "answer", "id": 13},  # found: no further guess
        {"type": "answer", "id": True},
        {"type": "answer", "id": "3"},
        {"type": "answer"},
        {"type": "back", "rows": 2},
        {"type": "back", "rows": -1},
        {"type": "back", "rows": None},
        {"type": "tree", "tree": 1},
        {"type": "tree", "tree": -1},
        {"type": "tree", "tree": "0"},
        {"type": "climb"},
        {},
    ],
)
def test_what_a_page_may_not_ask_changes_nothing(tree, message) -> None:
    explorer = TreeExplorer(tree)
    explorer.comm.act("answer", id=CLASSIC.feedback_id((1, 1)))
    before = explorer.rows, state(explorer)
    explorer.comm.deliver(message)
    assert (explorer.rows, state(explorer)) == before
    assert explorer.comm.notice


def test_its_text_form_is_stable(tree) -> None:
    assert repr(TreeExplorer(tree)) == "<TreeExplorer classic: Smallest worst case>"
