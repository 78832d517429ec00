"""How a guess of Grand Mastermind is shown to be marked, without a page."""

import itertools
import json
import random
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from mastermind_edu.games.catalogue import CLASSIC, GRAND, grand
from mastermind_edu.games.codes import Code, InvalidCode
from mastermind_edu.games.grand import Pair, explain, mark, markings
from mastermind_edu.widgets.grand_marking import CHOICE, MOST_WAYS, GrandMarking

SOURCE = ("YsRcRcRc", "RcBcGtGt")
"""The French source's own example: the choice is among pegs of the secret."""

GUESS_SIDE = ("RcBsRsGt", "BtRcRcYh")
"""The choice is among pegs of the guess."""

PLAIN = ("RcGsBtYd", "RcBtGhYd")
"""Two black, one white, one blue, and no choice."""


def shown(widget: GrandMarking) -> dict[str, Any]:
    return widget.comm.state["_state"]


def tried(widget: GrandMarking, *pairs: tuple[int, int]) -> dict[str, Any]:
    widget.comm.act("try", pairs=[list(pair) for pair in pairs])
    return widget.comm.state["_tried"]


# ---- figures ----------------------------------------------------------------------------


def test_the_example_of_the_source_gives_one_white_and_one_blue() -> None:
    widget = GrandMarking(*SOURCE)
    assert widget.best.answer == (0, 1, 1)
    assert [(way["words"], way["best"]) for way in shown(widget)["ways"]] == [
        ("0 in the right place, 1 in the wrong place, 1 right in colour or shape only", True),
        ("0 in the right place, 1 in the wrong place, 0 right in colour or shape only", False),
        ("0 in the right place, 1 in the wrong place, 1 right in colour or shape only", True),
    ]


def test_the_white_of_the_source_goes_with_each_of_three_pegs() -> None:
    """The red circle of place 1 goes with places 3, 2 or 4; place 2 is blue unless it is used."""
    white, blue = "misplaced", "partial"
    expected = [
        [(white, 0, 2), (blue, 1, 1)],
        [(white, 0, 1)],
        [(white, 0, 3), (blue, 1, 1)],
    ]
    ways = shown(GrandMarking(*SOURCE))["ways"]
    assert [
        [(arc["meaning"], arc["guess"], arc["secret"]) for arc in way["arcs"]] for way in ways
    ] == expected


def test_the_choice_can_be_among_the_pegs_of_the_guess() -> None:
    """A red circle of the secret goes with place 2 or 3 of the guess; place 3 could be blue."""
    widget = GrandMarking(*GUESS_SIDE)
    assert widget.best.answer == (0, 1, 1)
    assert widget.best.misplaced == (Pair(1, 0),)
    assert [way["best"] for way in shown(widget)["ways"]] == [True, False]


def test_the_way_of_who_goes_from_left_to_right_is_named() -> None:
    source, guess_side = (shown(GrandMarking(*codes))["ways"] for codes in (SOURCE, GUESS_SIDE))
    best, hurried = "This counts: it gives the most blue.", "So marks who goes from left to right."
    assert [way["note"] for way in source] == [best, hurried, best]
    assert [way["note"] for way in guess_side] == [f"{best} {hurried}", ""]


def test_without_a_choice_there_are_no_ways_side_by_side() -> None:
    widget = GrandMarking(*PLAIN)
    assert shown(widget)["ways"] == []
    assert [(arc["meaning"], arc["guess"], arc["secret"]) for arc in shown(widget)["best"]] == [
        ("exact", 0, 0),
        ("exact", 3, 3),
        ("misplaced", 1, 2),
    ]


def test_steps_are_the_explanation_and_reveal_black_white_and_blue_in_turn() -> None:
    state = shown(GrandMarking(*SOURCE))
    codes = [GRAND.space.parse(code) for code in SOURCE]
    assert state["steps"] == ["Secret above, guess below.", *explain(*codes)]
    assert "choice" in state["steps"][CHOICE].lower()
    assert state["choice"] == CHOICE
    assert len(state["revealed"]) == len(state["steps"])
    for before, after in itertools.pairwise(state["revealed"]):
        assert set(before) <= set(after)
    assert state["revealed"][0] == []
    assert state["revealed"][-1] == ["exact", "misplaced", "partial"]


def test_arcs_and_key_pegs_agree_with_the_library_for_many_pairs() -> None:
    rng = random.Random(5)
    pegs = GRAND.space.parse("RcRsGcBt")
    for _ in range(40):
        secret, guess = (tuple(rng.choices(pegs, k=4)) for _ in range(2))
        widget = GrandMarking(secret, guess)
        answer = mark(secret, guess)
        meanings = [arc["meaning"] for arc in shown(widget)["best"]]
        assert [meanings.count(one) for one in ("exact", "misplaced", "partial")] == list(answer)
        ways = markings(secret, guess)
        if len(ways) > 1:
            assert sorted(way["words"] for way in shown(widget)["ways"]) == sorted(
                str(way.answer) for way in ways
            )
        for way in shown(widget)["ways"]:
            assert way["best"] == (way["words"] == str(answer))


def test_no_pair_of_the_full_game_has_more_ways_than_are_shown() -> None:
    """A choice needs a kind three times, so two kinds can offer one, and eight pegs no more."""
    kinds = GRAND.space.parse("RcRsGtBd")
    secrets = list(itertools.product(kinds[:2], repeat=4))
    guesses = list(itertools.product(kinds, repeat=4))
    most = max(len(markings(secret, guess)) for secret in secrets for guess in guesses)
    assert most == MOST_WAYS
    assert shown(GrandMarking("RcRcRcRs", "RsRsRsRc"))["waysTitle"] == "All the ways to mark it"


def test_a_larger_game_shows_some_ways_the_best_and_the_hurried_one_first() -> None:
    widget = GrandMarking("RcRcRcRcYtYd", "GsBsRsBhRcRc", game=grand(6, 5, 5))
    assert len(widget.ways) == 6
    assert len(shown(widget)["ways"]) == 6
    large = GrandMarking("RcRcRcRcYtYdGh", "GsRsBsBhRcRcGs", game=grand(7, 5, 5))
    assert len(large.ways) == 6
    huge = GrandMarking("RcRcRcRcRcYtYd", "GsRsBsBhGtRcRc", game=grand(7, 5, 5))
    assert len(huge.ways) == 10
    assert len(shown(huge)["ways"]) == MOST_WAYS
    assert shown(huge)["waysTitle"] == "9 of the 10 ways to mark it"
    assert [way["best"] for way in shown(huge)["ways"][:2]] == [True, False]
    assert "left to right" in shown(huge)["ways"][1]["note"]


# ---- what is told -----------------------------------------------------------------------


def test_each_peg_has_its_name_and_each_way_its_pairs_in_words() -> None:
    state = shown(GrandMarking(*SOURCE))
    assert [peg["name"] for peg in state["guess"]] == [
        "red circle",
        "blue circle",
        "green triangle",
        "green triangle",
    ]
    assert state["codes"] == (
        "Secret: yellow square, red circle, red circle, red circle. "
        "Guess: red circle, blue circle, green triangle, green triangle."
    )
    assert state["ways"][0]["label"] == (
        "White: place 1 of the guess, place 3 of the secret. Blue: place 2."
    )
    labels = [way["label"] for way in shown(GrandMarking("RcYhGsGs", "RcGsBtBt"))["ways"]]
    assert labels == [
        "Black: place 1. White: place 2 of the guess, place 3 of the secret.",
        "Black: place 1. White: place 2 of the guess, place 4 of the secret.",
    ]


def test_its_text_form_is_short_and_stable() -> None:
    expected = "<GrandMarking YsRcRcRc / RcBcGtGt: 0, 1, 1 of 3 ways>"
    assert repr(GrandMarking(*SOURCE)) == repr(GrandMarking(*SOURCE)) == expected
    assert repr(GrandMarking(*PLAIN)).endswith("2, 1, 0 of 1 way>")


def test_codes_may_be_given_as_codes() -> None:
    codes = [GRAND.space.parse(code) for code in SOURCE]
    assert repr(GrandMarking(*codes)) == repr(GrandMarking(*SOURCE))


@pytest.mark.parametrize(
    ("secret", "guess"),
    [("YsRcRc", "RcBcGtGt"), ("YsRcRcRc", "RcBcGtZz"), (((9, 9),) * 4, "RcBcGtGt")],
)
def test_what_is_no_code_of_the_game_is_refused(secret: str | Code, guess: str) -> None:
    with pytest.raises(InvalidCode):
        GrandMarking(secret, guess)


def test_a_game_without_shapes_is_refused() -> None:
    with pytest.raises(InvalidCode, match="a pair of a colour and a shape"):
        GrandMarking("1234", "1122", game=CLASSIC)


def test_another_guess_can_be_shown_and_a_wrong_one_changes_nothing() -> None:
    widget = GrandMarking(*SOURCE)
    tried(widget, (0, 1))
    widget.show(*GUESS_SIDE)
    assert repr(widget) == repr(GrandMarking(*GUESS_SIDE))
    assert shown(widget) == shown(GrandMarking(*GUESS_SIDE))
    assert widget.comm.state["_tried"] == {}
    with pytest.raises(InvalidCode):
        widget.show("YsRcRcRc", "RcBcGtZz")
    assert repr(widget) == repr(GrandMarking(*GUESS_SIDE))


# ---- the pupil's own pairs --------------------------------------------------------------


def test_own_pairs_are_scored_and_the_best_is_told() -> None:
    widget = GrandMarking(*SOURCE)
    hurried = tried(widget, (0, 1))
    assert hurried["text"] == (
        "0 in the right place, 1 in the wrong place, 0 right in colour or shape only. "
        "Legal, but another way gives more blue."
    )
    assert (hurried["legal"], hurried["best"]) == (True, False)
    best = tried(widget, (0, 3))
    assert best["text"].endswith(
        "1 right in colour or shape only. That counts: no other way gives more blue."
    )
    assert (best["legal"], best["best"]) == (True, True)
    assert {"meaning": "partial", "guess": 1, "secret": 1} in best["arcs"]


@pytest.mark.parametrize(
    ("pairs", "text"),
    [
        ([], "1 more white pair can be made."),
        (
            [(1, 1)],
            "A white pair joins equal pegs, but place 2 of the guess and place 2 of the secret "
            "differ.",
        ),
        ([(0, 1), (0, 2)], "The peg at place 1 takes part in two markers."),
    ],
)
def test_pairs_that_are_not_legal_say_why(pairs: list[tuple[int, int]], text: str) -> None:
    result = tried(GrandMarking(*SOURCE), *pairs)
    assert (result["text"], result["legal"], result["arcs"]) == (text, False, [])
    assert result["pairs"] == [list(pair) for pair in pairs]


def test_every_way_that_is_listed_is_legal_when_the_pupil_tries_it() -> None:
    widget = GrandMarking("RcRcBsBs", "BsGtRcYd")
    assert len(widget.ways) == 4
    for way in widget.ways:
        result = tried(widget, *way.misplaced)
        assert result["legal"]
        assert result["best"] == way.is_best


# ---- what a page may send ---------------------------------------------------------------


@pytest.mark.parametrize(
    "pairs",
    [None, "0", 3, {}, [0, 1], [[0]], [[0, 1, 2]], [[True, 1]], [[0.0, 1]], [[0, 4]], [[-1, 0]],
     [["0", 1]], [[0, 1]] * 5, [[0, 10**9]]],
)  # fmt: skip
def test_pairs_of_a_bad_page_are_refused_and_nothing_changes(pairs: object) -> None:
    widget = GrandMarking(*SOURCE)
    before = tried(widget, (0, 1))
    widget.comm.act("try", pairs=pairs)
    assert widget.comm.notice == "Join a peg of the guess with a peg of the secret."
    assert widget.comm.state["_tried"] == before


json_values = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats() | st.text(max_size=5),
    lambda inner: st.lists(inner, max_size=5) | st.dictionaries(st.text(max_size=5), inner),
    max_leaves=8,
)


@given(content=json_values | st.fixed_dictionaries({"type": st.just("try"), "pairs": json_values}))
@settings(derandomize=True, deadline=None, max_examples=100)
def test_no_message_breaks_the_marking(content: object) -> None:
    widget = GrandMarking(*SOURCE)
    widget.comm.deliver(content)
    assert "went wrong" not in widget.comm.notice
    assert tried(widget, (0, 2))["best"]


def test_what_a_page_writes_into_the_state_is_ignored() -> None:
    widget = GrandMarking(*SOURCE)
    before = json.dumps(shown(widget))
    widget.comm.write(_state={}, _tried={"best": True}, _texts={})
    assert json.dumps(widget.get_state()["_state"]) == before
    assert widget.get_state()["_tried"] == {}
