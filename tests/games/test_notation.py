"""Codes in writing: every way that pupils write them, and what is said of what is no code."""

import itertools

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

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
    AmbiguousCode,
    CodeSpace,
    InvalidCode,
    RepeatedPeg,
    UnknownPeg,
    WrongLength,
)
from mastermind_edu.games.notation import tidy
from mastermind_edu.games.pegs import symbols

ONE_PEG = custom(pegs=1)
TWELVE = custom(colours=12, blanks=True)
TWO_OF_TWELVE = custom(pegs=2, colours=12)

SIGNS = [" ", ",", ", ", ";", " ; ", "-", " - ", "\t", "\n", "  ,  "]

steady = settings(derandomize=True, deadline=None, max_examples=300, database=None)

CLASSIC_PEGS = "R (red), G (green), B (blue), Y (yellow), P (purple), O (orange)"


@st.composite
def written_codes(draw):
    """A game, one of its codes, and the code as somebody might write it."""
    rules = draw(st.sampled_from([*GAMES, ONE_PEG, TWELVE]))
    space = rules.space
    code = space.code_at(draw(st.integers(0, space.size - 1)))
    ways = [str.lower, str.upper, str.title, str]
    words = []
    for peg in code:
        kind = space.kind(peg)
        number = kind.letter if rules is BULLS_AND_COWS else str(space.row((peg,))[0] + 1)
        word = draw(st.sampled_from([kind.letter, kind.name, number]))
        words.append(draw(st.sampled_from(ways))(word))
    signs = draw(st.lists(st.sampled_from(SIGNS), min_size=len(code), max_size=len(code)))
    text = "".join(itertools.chain.from_iterable(zip(words, signs, strict=True)))
    return rules, code, draw(st.sampled_from(["", " ", "\n"])) + text


@steady
@given(written_codes())
def test_letters_numbers_and_names_are_read_with_any_signs_and_capitals(written):
    rules, code, text = written
    assert rules.space.parse(text) == code


@pytest.mark.parametrize("rules", [*GAMES, ONE_PEG, TWELVE], ids=repr)
def test_what_is_formatted_or_spelt_is_read_back(rules):
    space = rules.space
    for code in itertools.islice(space, 0, None, max(1, space.size // 200)):
        for text in (space.format(code), space.format(code).lower(), space.spell(code)):
            assert space.parse(text) == code


@pytest.mark.parametrize(
    ("rules", "text", "written", "names"),
    [
        (CLASSIC, "RGBY", "RGBY", "red, green, blue, yellow"),
        (CLASSIC, "rgby", "RGBY", "red, green, blue, yellow"),
        (CLASSIC, "1 1 2 2", "RRGG", "red, red, green, green"),
        (CLASSIC, "1122", "RRGG", "red, red, green, green"),
        (CLASSIC, "11 22", "RRGG", "red, red, green, green"),
        (CLASSIC, "RG-BY", "RGBY", "red, green, blue, yellow"),
        (CLASSIC, "Red, green; BLUE yellow", "RGBY", "red, green, blue, yellow"),
        (CLASSIC, "redgreenblueyellow", "RGBY", "red, green, blue, yellow"),
        (CLASSIC, "１１２２", "RRGG", "red, red, green, green"),
        (WITH_BLANKS, "r_ _b", "R__B", "red, blank, blank, blue"),
        (WITH_BLANKS, "7 blank _ 1", "___R", "blank, blank, blank, red"),
        (BULLS_AND_COWS, "4089", "4089", "4, 0, 8, 9"),
        (BULLS_AND_COWS, "4 0 8 9", "4089", "4, 0, 8, 9"),
        (
            GRAND,
            "ysRCrcRc",
            "YsRcRcRc",
            "yellow square, red circle, red circle, red circle",
        ),
        (
            GRAND,
            "yellow square red circle 1 Rc",
            "YsRcRcRc",
            "yellow square, red circle, red circle, red circle",
        ),
        (ONE_PEG, "red", "R", "red"),
        (ONE_PEG, "2", "G", "green"),
        (TWELVE, "12 13 1 10", "N_RT", "navy, blank, red, teal"),
        (TWELVE, "1112", "RRRG", "red, red, red, green"),
        (TWO_OF_TWELVE, "12", "RG", "red, green"),
        (TWO_OF_TWELVE, "123", "NB", "navy, blue"),
        (TWO_OF_TWELVE, "1 12", "RN", "red, navy"),
    ],
)
def test_a_code_is_read_and_written(rules, text, written, names):
    code = rules.space.parse(text)
    assert (rules.space.format(code), rules.space.spell(code)) == (written, names)


@pytest.mark.parametrize(
    ("rules", "text", "got"),
    [
        (CLASSIC, "", 0),
        (CLASSIC, " , ", 0),
        (CLASSIC, "RGB", 3),
        (CLASSIC, "R G B", 3),
        (CLASSIC, "RGBYR", 5),
        (CLASSIC, "red", 1),
        (CLASSIC, "red, green, blue", 3),
        (CLASSIC, "R" * 5_000, 5_000),
        (TWELVE, "12 3 4", 3),
        (TWELVE, "99999", 5),
        (TWELVE, "12", 2),
        (GRAND, "YsRcRc", 3),
        (BULLS_AND_COWS, "408", 3),
    ],
)
def test_too_few_or_too_many_pegs_are_counted(rules, text, got):
    with pytest.raises(WrongLength) as refusal:
        rules.space.parse(text)
    assert str(refusal.value) == f"A code has 4 pegs, got {got}."


@pytest.mark.parametrize(
    ("text", "got"),
    [
        ("RGXY", "X"),
        ("RG XY", "X"),
        ("red, gren, blue, yellow", "gren"),
        ("gren, red, blue, yellow", "gren"),
        ("1172", "7"),
        ("1 1 7 2", "7"),
        ("1 10 2 3", "10"),
        ("RG_Y", "_"),
        ("RGBY!", "!"),
        ("0123", "0"),
        ("½RGB", "⁄"),  # NFKC reads ½ as 1⁄2
    ],
)
def test_what_is_no_peg_is_named_with_the_pegs_that_there_are(text, got):
    with pytest.raises(UnknownPeg) as refusal:
        CLASSIC.space.parse(text)
    assert str(refusal.value) == (
        f"There is no peg {got} in this game. Its pegs are {CLASSIC_PEGS}."
    )


@pytest.mark.parametrize(
    ("rules", "text", "message"),
    [
        (
            GRAND,
            "YsRcXxRc",
            "There is no peg Xx in this game. Its pegs are R (red), G (green), B (blue), "
            "Y (yellow), P (purple), each in the shapes c (circle), s (square), t (triangle), "
            "d (diamond), h (hexagon).",
        ),
        (
            BULLS_AND_COWS,
            "40a9",
            "There is no peg a in this game. Its pegs are 0, 1, 2, 3, 4, 5, 6, 7, 8, 9.",
        ),
        (
            WITH_BLANKS,
            "RGB8",
            f"There is no peg 8 in this game. Its pegs are {CLASSIC_PEGS}, _ (blank).",
        ),
    ],
)
def test_each_game_names_its_own_pegs(rules, text, message):
    with pytest.raises(UnknownPeg) as refusal:
        rules.space.parse(text)
    assert str(refusal.value) == message


@pytest.mark.parametrize(
    ("rules", "text", "message"),
    [
        (SENHA, "RGBR", "This game has no repeats, but red is used twice."),
        (BULLS_AND_COWS, "4488", "This game has no repeats, but 4 is used twice."),
    ],
)
def test_a_repeated_peg_is_refused(rules, text, message):
    with pytest.raises(RepeatedPeg) as refusal:
        rules.space.parse(text)
    assert str(refusal.value) == message


@pytest.mark.parametrize(
    ("rules", "text", "one", "other"),
    [
        (TWO_OF_TWELVE, "112", "red, navy", "lime, green"),
        (TWELVE, "11212", "red, red, green, navy", "red, navy, red, green"),
    ],
)
def test_a_row_of_numbers_with_several_readings_is_refused_and_two_are_named(
    rules, text, one, other
):
    with pytest.raises(AmbiguousCode) as refusal:
        rules.space.parse(text)
    assert str(refusal.value) == (
        f"{text} can be read in several ways, such as {one} or {other}: "
        "put a space between the pegs."
    )


def test_letters_of_which_one_begins_another_are_told_apart_by_spaces():
    space = CodeSpace(2, symbols(["a", "ab", "b"]))
    assert [space.parse("ab b"), space.parse("a b"), space.parse("abb")] == [(1, 2), (0, 2), (1, 2)]
    with pytest.raises(AmbiguousCode):
        CodeSpace(3, symbols(["a", "ab", "b", "ba"])).parse("abab")


@pytest.mark.parametrize("text", [1122, None, (0, 0, 1, 1), b"RGBY"])
def test_only_text_is_read(text):
    with pytest.raises(InvalidCode) as refusal:
        CLASSIC.space.parse(text)
    assert str(refusal.value) == f"Expected a written code such as RRRR, got {text!r}."


@pytest.mark.parametrize("text", ["1" * 2_000, "12 " * 500, "1" * 400 + "x"])
def test_long_texts_are_refused_and_soon(text):
    with pytest.raises(InvalidCode):
        SUPER.space.parse(text)
    with pytest.raises(InvalidCode):
        TWELVE.space.parse(text)


def test_a_refused_text_is_a_value_error():
    assert issubclass(AmbiguousCode, InvalidCode)
    assert issubclass(InvalidCode, ValueError)


@pytest.mark.parametrize(
    ("text", "tidied"),
    [(" a,b;c - d\n", "a b c d"), ("a", "a"), (" ,;-", ""), ("e\u0301", "\u00e9")],
)
def test_signs_become_single_spaces(text, tidied):
    assert tidy(text) == tidied
