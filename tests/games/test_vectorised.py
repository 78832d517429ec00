"""The fast answers are the readable ones, for all pairs of small games and some of large ones."""

import itertools
import tomllib
from pathlib import Path

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from mastermind_edu.games import vectorised
from mastermind_edu.games.catalogue import (
    BULLS_AND_COWS,
    CLASSIC,
    GAMES,
    SENHA,
    SUPER,
    WITH_BLANKS,
    custom,
    game,
)
from mastermind_edu.games.codes import CodeSpace, UnknownPeg, WrongLength
from mastermind_edu.games.feedback import CountedMarking, PerPositionMarking
from mastermind_edu.games.pegs import colours, symbols

PUBLIC = tomllib.loads((Path(__file__).parents[1] / "data" / "answers.toml").read_text("utf-8"))
MARKINGS = [CountedMarking, PerPositionMarking]
SMALL = [
    (pegs, kinds, repeats)
    for pegs in range(1, 5)
    for kinds in range(1, 5)
    for repeats in (True, False)
    if repeats or pegs <= kinds
]

steady = settings(derandomize=True, deadline=None, max_examples=150, database=None)


def readable_ids(marking, guess, codes):
    ids = {feedback: i for i, feedback in enumerate(marking.feedbacks)}
    return [ids[marking.feedback(code, guess)] for code in codes]


@st.composite
def markings_with_codes(draw):
    """A marking of 1 to 8 pegs of 2 to 12 colours and perhaps a blank, and some rows of codes."""
    kinds = colours(draw(st.integers(2, 12)), blank=draw(st.booleans()))
    pegs = draw(st.integers(1, 8))
    repeats = pegs > len(kinds) or draw(st.booleans())
    marking = draw(st.sampled_from(MARKINGS))(CodeSpace(pegs, kinds, repeats=repeats))
    # Few kinds in most codes, so that codes share pegs and answers vary.
    few = draw(st.lists(st.integers(0, len(kinds) - 1), min_size=1, max_size=3))
    peg = st.sampled_from(few) | st.integers(0, len(kinds) - 1)
    row = st.lists(peg if repeats else st.integers(0, len(kinds) - 1), min_size=pegs, max_size=pegs)
    if not repeats:
        row = st.permutations(range(len(kinds))).map(lambda order: order[:pegs])
    return marking, draw(st.lists(row.map(tuple), min_size=1, max_size=12))


@pytest.mark.parametrize("marking", MARKINGS)
@pytest.mark.parametrize(("pegs", "kinds", "repeats"), SMALL)
def test_all_pairs_of_small_games_agree_with_the_readable_answers(marking, pegs, kinds, repeats):
    marking = marking(CodeSpace(pegs, colours(kinds), repeats=repeats))
    codes = list(marking.space)
    matrix = marking.id_matrix(marking.space.array(), marking.space.array())
    for guess, row in zip(codes, matrix, strict=True):
        assert row.tolist() == readable_ids(marking, guess, codes)


@steady
@given(markings_with_codes())
def test_some_pairs_of_large_games_agree_with_the_readable_answers(drawn):
    marking, codes = drawn
    array = np.array(codes, dtype=np.uint8)
    matrix = marking.id_matrix(array, array)
    for guess, row in zip(codes, matrix, strict=True):
        assert row.tolist() == readable_ids(marking, guess, codes)
        assert marking.ids(guess, array).tolist() == row.tolist()


@pytest.mark.parametrize(
    ("marking", "pegs"),
    [*((CountedMarking, pegs) for pegs in (9, 15, 16, 20)), (PerPositionMarking, 9)],
)
def test_more_pegs_than_any_named_game_has_are_answered_too(marking, pegs):
    marking = marking(CodeSpace(pegs, colours(3)))
    rows = np.random.default_rng(pegs).integers(0, 3, (12, pegs), dtype=np.uint8)
    for guess, row in zip(rows.tolist(), marking.id_matrix(rows, rows), strict=True):
        assert row.tolist() == readable_ids(marking, tuple(guess), map(tuple, rows.tolist()))


@pytest.mark.parametrize("rules", [CLASSIC, WITH_BLANKS, SENHA, BULLS_AND_COWS, SUPER])
def test_one_guess_gets_the_same_answers_alone_and_in_a_matrix(rules):
    codes = rules.space.array()
    some = codes[:: len(codes) // 7]
    matrix = rules.feedback_matrix(some, codes)
    for guess, row in zip(some, matrix, strict=True):
        assert np.array_equal(rules.feedback_ids(rules.space.code(guess), codes), row)


@pytest.mark.parametrize("rules", [CLASSIC, SENHA])
@pytest.mark.parametrize(("table", "tile"), [(1, 1), (1 << 9, 1 << 6), (1 << 12, 1 << 9)])
def test_answers_do_not_depend_on_the_size_of_tiles(rules, table, tile, monkeypatch):
    codes = rules.space.array()[::7]
    whole = rules.feedback_matrix(codes, codes)
    monkeypatch.setattr(vectorised, "TABLE", table)
    monkeypatch.setattr(vectorised, "TILE", tile)
    assert np.array_equal(rules.feedback_matrix(codes, codes), whole)


@pytest.mark.parametrize("rules", [CLASSIC, SENHA])
def test_answers_do_not_depend_on_the_layout_of_arrays(rules):
    codes = rules.space.array()
    expected = rules.feedback_matrix(codes[:50], codes)
    for same in (np.ascontiguousarray(codes), codes.astype(np.int64), codes.tolist()):
        assert np.array_equal(rules.feedback_matrix(same[:50], same), expected)
    backwards = rules.feedback_matrix(codes[:50][::-1], codes[::-1])
    assert np.array_equal(backwards[::-1, ::-1], expected)


@pytest.mark.parametrize("rules", [CLASSIC, SENHA])
def test_no_codes_get_no_answers(rules):
    codes = rules.space.array()
    assert rules.feedback_ids(rules.space.code_at(0), codes[:0]).shape == (0,)
    assert rules.feedback_matrix(codes[:0], codes).shape == (0, len(codes))
    assert rules.feedback_matrix(codes, codes[:0]).shape == (len(codes), 0)
    assert rules.feedback_matrix(codes[:0], codes[:0]).shape == (0, 0)


@pytest.mark.parametrize("rules", GAMES)
def test_every_id_names_an_answer_and_the_last_one_wins(rules):
    codes = rules.space.array()
    guess = rules.space.code_at(rules.space.size // 3)
    ids = rules.feedback_ids(guess, codes)
    assert ids.max() == len(rules.feedbacks) - 1
    assert np.flatnonzero(ids == ids.max()).tolist() == [rules.space.index(guess)]


@pytest.mark.parametrize(("key", "guess", "answer", "left"), PUBLIC["left"])
def test_public_numbers_of_codes_left_come_out(key, guess, answer, left):
    rules = game(key)
    ids = rules.feedback_ids(rules.space.parse(guess), rules.space.array())
    assert np.count_nonzero(ids == rules.feedback_id(answer)) == left


@pytest.mark.parametrize(("key", "guess", "largest", "answers"), PUBLIC["parts"])
def test_public_sizes_of_parts_come_out(key, guess, largest, answers):
    rules = game(key)
    sizes = np.bincount(rules.feedback_ids(rules.space.parse(guess), rules.space.array()))
    assert (sizes.max(), np.count_nonzero(sizes)) == (largest, answers)


def test_ids_take_one_byte_or_two():
    def size(rules):
        code = rules.space.code_at(0)
        return rules.feedback_ids(code, np.array([rules.space.row(code)])).itemsize

    assert [size(custom(pegs=8)), size(custom(pegs=5, answer="per position"))] == [1, 1]
    assert size(custom(pegs=6, answer="per position")) == 2


# Wrong arrays


@pytest.mark.parametrize("codes", [[0, 0, 1, 1], [[0, 0, 1]], [[[0], [0], [1], [1]]], []])
def test_an_array_of_another_shape_is_refused(codes):
    shape = np.shape(codes)
    expected = f"Expected an array of shape (n, 4), got {shape}."
    for ask in (
        lambda: CLASSIC.feedback_ids((0, 0, 1, 1), codes),
        lambda: CLASSIC.feedback_matrix(codes, CLASSIC.space.array()),
        lambda: CLASSIC.feedback_matrix(CLASSIC.space.array(), codes),
    ):
        with pytest.raises(WrongLength) as refusal:
            ask()
        assert str(refusal.value) == expected


@pytest.mark.parametrize("peg", [6, -1, 256, 0.5, "R", None])
def test_an_array_with_anything_but_positions_is_refused(peg):
    for codes in ([[0, 0, 1, peg]], [[0, 0, 1, 1], [peg, 0, 0, 0]]):
        with pytest.raises(UnknownPeg) as refusal:
            CLASSIC.feedback_ids((0, 0, 1, 1), codes)
        assert str(refusal.value) == "Expected an array of whole numbers from 0 to 5."


def test_a_wrong_guess_is_refused_before_any_work():
    with pytest.raises(WrongLength, match=r"^A code has 4 pegs, got 3\.$"):
        CLASSIC.feedback_ids((0, 0, 1), CLASSIC.space.array())


def test_a_game_of_one_kind_is_answered():
    marking = CountedMarking(CodeSpace(3, symbols("x")))
    assert marking.ids((0, 0, 0), marking.space.array()).tolist() == [len(marking.feedbacks) - 1]


def test_arrays_given_are_left_as_they_were():
    codes = np.array(list(itertools.product(range(3), repeat=3)), dtype=np.uint8)
    before = codes.copy()
    for rules in (custom(pegs=3, colours=3), custom(pegs=3, colours=3, answer="per position")):
        rules.feedback_matrix(codes, codes)
    assert np.array_equal(codes, before)
