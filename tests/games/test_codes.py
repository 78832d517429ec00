import itertools
import math
import random

import numpy as np
import pytest

from mastermind_edu.games.catalogue import (
    BULLS_AND_COWS,
    CLASSIC,
    GAMES,
    GRAND,
    SENHA,
    SUPER,
    WITH_BLANKS,
    custom,
)
from mastermind_edu.games.codes import (
    LARGEST_LISTED,
    CodeSpace,
    Factor,
    InvalidCode,
    InvalidSpace,
    RepeatedPeg,
    SpaceTooLarge,
    UnknownPeg,
    WrongLength,
)
from mastermind_edu.games.pegs import colours, shaped, symbols

LISTED = [
    CodeSpace(pegs, colours(kinds), repeats=repeats)
    for pegs in range(1, 9)
    for kinds in range(1, 13)
    for repeats in (True, False)
    if (repeats or pegs <= kinds)
    and CodeSpace(pegs, colours(kinds), repeats=repeats).size <= 100_000
]
"""Every space of 1 to 8 pegs and 1 to 12 kinds with at most 100,000 codes."""


# Counting and listing


@pytest.mark.parametrize("space", LISTED, ids=repr)
def test_the_size_is_the_number_of_codes_listed(space):
    assert space.size == len(space) == sum(1 for _ in space) == len(space.array())


@pytest.mark.parametrize("space", LISTED, ids=repr)
def test_the_array_lists_the_codes_in_order(space):
    listed = np.fromiter(itertools.chain.from_iterable(space), dtype=np.uint8)
    assert np.array_equal(space.array(), listed.reshape(-1, space.pegs))
    assert np.all(np.diff(_as_numbers(space)) > 0)


def _as_numbers(space):
    return space.array() @ (12 ** np.arange(space.pegs)[::-1])


@pytest.mark.parametrize("space", LISTED, ids=repr)
def test_every_code_without_a_peg_used_twice_is_listed(space):
    ordered = np.sort(space.array(), axis=1)
    distinct = np.all(ordered[:, 1:] != ordered[:, :-1], axis=1)
    assert np.count_nonzero(distinct) == math.perm(len(space.kinds), space.pegs)
    assert space.repeats or np.all(distinct)


@pytest.mark.parametrize("space", [space for space in LISTED if space.size <= 2_500], ids=repr)
def test_code_at_and_index_walk_the_list(space):
    for index, code in enumerate(space):
        assert space.code_at(index) == code
        assert space.index(code) == index


@pytest.mark.parametrize(
    "space", [SUPER.space, GRAND.space, custom(pegs=8, colours=12, blanks=True).space], ids=repr
)
def test_code_at_and_index_are_inverse_in_large_spaces(space):
    for index in [0, 1, space.size - 1, *random.Random(1).sample(range(space.size), 50)]:
        assert space.index(space.code_at(index)) == index


@pytest.mark.parametrize("index", [-1, 1296, 10**9])
def test_an_index_past_the_list_is_refused(index):
    with pytest.raises(IndexError) as refusal:
        CLASSIC.space.code_at(index)
    assert str(refusal.value) == f"expected an index from 0 to 1295, got {index}"


def test_large_spaces_are_counted_and_listed_lazily():
    space = custom(pegs=8, colours=12, blanks=True).space
    assert space.size == 13**8
    assert list(itertools.islice(space, 2)) == [(0,) * 8, (0, 0, 0, 0, 0, 0, 0, 1)]


def test_more_codes_than_fit_an_array_are_refused():
    with pytest.raises(SpaceTooLarge) as refusal:
        custom(pegs=8, colours=12).space.array()
    assert str(refusal.value) == (
        "There are 429,981,696 codes, too many to list: the limit is 1,000,000."
    )
    assert custom(pegs=6, colours=10).space.size == LARGEST_LISTED
    assert len(custom(pegs=6, colours=10).space.array()) == LARGEST_LISTED


def test_the_array_cannot_be_changed_and_has_contiguous_columns():
    codes = CLASSIC.space.array()
    with pytest.raises(ValueError, match="read-only"):
        codes[0, 0] = 5
    assert codes.dtype == np.uint8
    assert codes.flags.f_contiguous


def test_the_factors_multiply_to_the_size():
    assert CLASSIC.space.factors == tuple(
        Factor(place, 6, "any of the 6 kinds of peg") for place in range(4)
    )
    assert SENHA.space.factors == (
        Factor(0, 6, "any of the 6 kinds of peg"),
        Factor(1, 5, "5 kinds are left: 1 used in the places before"),
        Factor(2, 4, "4 kinds are left: 2 used in the places before"),
        Factor(3, 3, "3 kinds are left: 3 used in the places before"),
    )
    assert CodeSpace(2, colours(2), repeats=False).factors[1] == Factor(
        1, 1, "1 kind is left: 1 used in the places before"
    )
    assert CodeSpace(1, colours(1)).factors == (Factor(0, 1, "the only kind of peg"),)


def test_every_code_is_drawn_equally_often():
    space = custom(pegs=2, colours=3).space
    rng = random.Random(7)
    drawn = [space.index(space.random(rng)) for _ in range(9_000)]
    counts = np.bincount(drawn, minlength=9)
    assert np.all(abs(counts - 1_000) < 150)


def test_a_space_shows_what_it_is():
    assert repr(CLASSIC.space) == "<CodeSpace 4 pegs x 6 kinds: 1,296>"
    assert repr(SENHA.space) == "<CodeSpace 4 pegs x 6 kinds, repeats=False: 360>"


# Codes and rows


@pytest.mark.parametrize("rules", GAMES)
def test_rows_and_codes_are_inverse(rules):
    space = rules.space
    for code in itertools.islice(space, 0, None, max(1, space.size // 100)):
        row = space.row(code)
        assert all(0 <= position < len(space.kinds) for position in row)
        assert space.code(row) == code


def test_codes_of_grand_mastermind_are_pairs_and_rows_are_numbers():
    assert GRAND.space.code((0, 1, 5, 24)) == ((0, 0), (0, 1), (1, 0), (4, 4))


@pytest.mark.parametrize("same", [[0, 1, 2, 3], iter((0, 1, 2, 3)), np.array([0, 1, 2, 3])])
def test_any_sequence_of_pegs_is_a_code(same):
    assert CLASSIC.space.check(same) == (0, 1, 2, 3)


def test_pegs_of_a_checked_code_are_plain_numbers():
    checked = CLASSIC.space.check(np.array([0, 1, 2, 3], dtype=np.uint8))
    assert {type(peg) for peg in checked} == {int}


@pytest.mark.parametrize("code", [(0, 1, 2, 3), [5, 5, 5, 5]])
def test_a_code_is_in_its_space(code):
    assert code in CLASSIC.space


@pytest.mark.parametrize("code", [(0, 1, 2), (0, 1, 2, 6), "RGBY", None, 7, ([], 1, 2, 3)])
def test_what_is_no_code_is_not_in_the_space(code):
    assert code not in CLASSIC.space


# Wrong codes


@pytest.mark.parametrize(
    ("space", "code", "error", "message"),
    [
        (CLASSIC.space, (0, 1, 2), WrongLength, "A code has 4 pegs, got 3."),
        (CLASSIC.space, (0, 1, 2, 3, 4), WrongLength, "A code has 4 pegs, got 5."),
        (custom(pegs=1).space, (0, 1), WrongLength, "A code has 1 peg, got 2."),
        (CLASSIC.space, (), WrongLength, "A code has 4 pegs, got 0."),
        (
            CLASSIC.space,
            (0, 1, 2, 6),
            UnknownPeg,
            "There is no peg 6 in this game. Its pegs go from 0 to 5.",
        ),
        (
            WITH_BLANKS.space,
            (0, 1, 2, "_"),
            UnknownPeg,
            "There is no peg '_' in this game. Its pegs go from 0 to 6.",
        ),
        (
            CLASSIC.space,
            (0, 1, 2, [3]),
            UnknownPeg,
            "There is no peg [3] in this game. Its pegs go from 0 to 5.",
        ),
        (
            CLASSIC.space,
            (0, 1, -1, 3),
            UnknownPeg,
            "There is no peg -1 in this game. Its pegs go from 0 to 5.",
        ),
        (
            GRAND.space,
            ((0, 0), (0, 1), (0, 5), (1, 1)),
            UnknownPeg,
            "There is no peg (0, 5) in this game. Its pegs go from (0, 0) to (4, 4).",
        ),
        (
            SENHA.space,
            (0, 1, 1, 2),
            RepeatedPeg,
            "This game has no repeats, but green is used twice.",
        ),
        (
            BULLS_AND_COWS.space,
            (4, 0, 8, 4),
            RepeatedPeg,
            "This game has no repeats, but 4 is used twice.",
        ),
        (
            CLASSIC.space,
            "RGBY",
            InvalidCode,
            "A code is a sequence of pegs, got a text: read 'RGBY' with parse.",
        ),
        (CLASSIC.space, 1122, InvalidCode, "A code is a sequence of pegs, got 1122."),
        (CLASSIC.space, None, InvalidCode, "A code is a sequence of pegs, got None."),
        (CLASSIC.space, {0, 1}, InvalidCode, "A code is a sequence of pegs, got {0, 1}."),
        (CLASSIC.space, {0: 1}, InvalidCode, "A code is a sequence of pegs, got {0: 1}."),
    ],
)
def test_what_is_no_code_is_refused_with_what_was_expected(space, code, error, message):
    with pytest.raises(error) as refusal:
        space.check(code)
    assert type(refusal.value) is error
    assert str(refusal.value) == message


@pytest.mark.parametrize("ask", [CLASSIC.space.kind, lambda peg: CLASSIC.space.row((peg,))])
def test_an_unknown_peg_has_neither_kind_nor_position(ask):
    with pytest.raises(UnknownPeg) as refusal:
        ask(6)
    assert str(refusal.value) == "There is no peg 6 in this game. Its pegs go from 0 to 5."


def test_the_index_of_what_is_no_code_is_refused():
    with pytest.raises(RepeatedPeg, match=r"^This game has no repeats, but red is used twice\.$"):
        SENHA.space.index((0, 0, 1, 2))


@pytest.mark.parametrize(
    "error", [InvalidCode, InvalidSpace, SpaceTooLarge, WrongLength, UnknownPeg, RepeatedPeg]
)
def test_refusals_are_value_errors(error):
    assert issubclass(error, ValueError)


# Wrong spaces


@pytest.mark.parametrize(
    ("pegs", "kinds", "repeats", "message"),
    [
        (0, colours(6), True, "A code has at least 1 peg, got 0."),
        (-2, colours(6), True, "A code has at least 1 peg, got -2."),
        (4, (), True, "Expected 1 to 256 kinds of peg, got 0."),
        (1, symbols(list(map(chr, range(0x4E00, 0x4F01)))), True,
         "Expected 1 to 256 kinds of peg, got 257."),
        (4, colours(3) + colours(1), True, "Each kind of peg can be there only once."),
        (4, colours(3), False, "Without repeats, 4 pegs need at least 4 kinds, got 3."),
    ],
)  # fmt: skip
def test_a_space_without_codes_is_refused(pegs, kinds, repeats, message):
    with pytest.raises(InvalidSpace) as refusal:
        CodeSpace(pegs, kinds, repeats=repeats)
    assert str(refusal.value) == message


def test_kinds_of_any_sort_make_a_space():
    space = CodeSpace(2, shaped(2, 2))
    assert list(space)[:3] == [((0, 0), (0, 0)), ((0, 0), (0, 1)), ((0, 0), (1, 0))]
    assert len({space, CodeSpace(2, shaped(2, 2)), CodeSpace(2, shaped(2, 1))}) == 2
