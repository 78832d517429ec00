"""The tree of codes: how it grows, and what its page is told."""

from typing import Any

import pytest

from mastermind_edu.games.catalogue import (
    BULLS_AND_COWS,
    CLASSIC,
    GRAND,
    SENHA,
    WITH_BLANKS,
    custom,
)
from mastermind_edu.games.rules import Rules
from mastermind_edu.lessons.code_tree import CodeTree

GAMES = [CLASSIC, SENHA, WITH_BLANKS, BULLS_AND_COWS, GRAND, custom(pegs=1, colours=2)]


def act(tree: CodeTree, kind: str, **content: Any) -> None:
    tree._handle_custom_msg({"type": kind, **content}, [])


def told(tree: CodeTree) -> dict[str, Any]:
    return dict(tree.get_state()["_tree"])


@pytest.mark.parametrize("game", GAMES, ids=repr)
def test_each_place_multiplies_until_all_codes_are_counted(game: Rules) -> None:
    tree = CodeTree(game)
    assert tree.count == 1
    for factor in game.space.factors:
        before = tree.count
        act(tree, "grow")
        assert tree.count == before * factor.choices
    assert (tree.places, tree.count) == (game.space.pegs, game.space.size)
    assert f"{game.space.size:,} code" in told(tree)["summary"]


def test_the_product_is_said_as_it_grows() -> None:
    tree = CodeTree(SENHA)
    products = []
    for _ in range(4):
        tree.grow()
        products.append(told(tree)["product"])
    assert products == ["6", "6 × 5 = 30", "6 × 5 × 4 = 120", "6 × 5 × 4 × 3 = 360"]
    assert [level["text"] for level in told(tree)["levels"]] == [
        "Place 1: any of the 6 kinds of peg. 6 beginnings.",
        "Place 2: 5 kinds are left: 1 used in the places before. 30 beginnings.",
        "Place 3: 4 kinds are left: 2 used in the places before. 120 beginnings.",
        "Place 4: 3 kinds are left: 3 used in the places before. 360 codes.",
    ]


def test_it_neither_grows_nor_shrinks_beyond_its_ends() -> None:
    tree = CodeTree(custom(pegs=2, colours=3))
    tree.shrink()
    assert tree.places == 0
    for _ in range(5):
        tree.grow()
    assert (tree.places, tree.count) == (2, 9)
    tree.shrink()
    assert (tree.places, told(tree)["summary"]) == (1, "1 place is missing.")


def test_another_game_begins_anew() -> None:
    tree = CodeTree(CLASSIC, games=[CLASSIC, SENHA])
    tree.grow()
    act(tree, "choose", game=1)
    assert (tree.game, tree.places) == (SENHA, 0)
    assert told(tree)["games"][1] == "Senha: 4 places, 6 kinds of peg, none twice"


@pytest.mark.parametrize("game", [2, -1, "0", None, True])
def test_a_game_that_is_not_offered_is_refused(game: Any) -> None:
    tree = CodeTree(CLASSIC, games=[SENHA])
    act(tree, "choose", game=game)
    assert tree.get_state()["_notice"]["text"] == "Choose one of the games of the list."
    assert tree.game is CLASSIC


def test_the_game_is_the_first_choice_if_it_is_not_among_the_games() -> None:
    assert told(CodeTree(CLASSIC, games=[SENHA]))["game"] == 0
    assert repr(CodeTree(CLASSIC)) == "<CodeTree classic: 0 of 4 places, 1 beginnings>"
