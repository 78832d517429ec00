import re

import pytest

from mastermind_edu.games.pegs import (
    COLOURS,
    SHAPES,
    Blank,
    InvalidKinds,
    colours,
    inventory,
    shaped,
    symbols,
)


def test_each_colour_has_its_own_name_letter_fill_and_rim():
    for looks in (
        {colour.name for colour in COLOURS},
        {colour.letter.casefold() for colour in COLOURS},
        {colour.fill for colour in COLOURS},
        {(colour.rim, colour.beats) for colour in COLOURS},
    ):
        assert len(looks) == len(COLOURS) == 12


def test_the_letter_of_a_colour_begins_its_name():
    assert all(colour.name.upper().startswith(colour.letter) for colour in COLOURS)


def test_the_blank_has_a_sign_that_no_colour_has():
    assert Blank(0).letter not in {colour.letter for colour in COLOURS}
    assert Blank(0).name == "blank"


def test_fills_are_written_alike():
    assert all(re.fullmatch("#[0-9a-f]{6}", colour.fill) for colour in COLOURS)


def test_each_shape_has_its_own_name_letter_and_outline():
    for looks in (
        {shape.name for shape in SHAPES},
        {shape.letter.casefold() for shape in SHAPES},
        {shape.outline for shape in SHAPES},
    ):
        assert len(looks) == len(SHAPES) == 5


def test_colours_come_in_the_order_of_the_table():
    kinds = colours(3, blank=True)
    assert [(kind.value, kind.letter, kind.name) for kind in kinds] == [
        (0, "R", "red"),
        (1, "G", "green"),
        (2, "B", "blue"),
        (3, "_", "blank"),
    ]


def test_shaped_pegs_come_by_colour_then_shape():
    assert [(kind.value, kind.letter, kind.name) for kind in shaped(2, 2)] == [
        ((0, 0), "Rc", "red circle"),
        ((0, 1), "Rs", "red square"),
        ((1, 0), "Gc", "green circle"),
        ((1, 1), "Gs", "green square"),
    ]


def test_a_symbol_is_its_own_name_and_letter():
    assert [(kind.value, kind.letter, kind.name) for kind in symbols("7x")] == [
        (0, "7", "7"),
        (1, "x", "x"),
    ]


def test_an_inventory_names_pegs_once():
    assert inventory(colours(2, blank=True)) == "R (red), G (green), _ (blank)"
    assert inventory(symbols("012")) == "0, 1, 2"
    assert inventory(shaped(2, 2)) == (
        "R (red), G (green), each in the shapes c (circle), s (square)"
    )


@pytest.mark.parametrize(
    ("ask", "message"),
    [
        (lambda: colours(0), "Expected 1 to 12 colours, got 0."),
        (lambda: colours(13), "Expected 1 to 12 colours, got 13."),
        (lambda: shaped(13, 1), "Expected 1 to 12 colours, got 13."),
        (lambda: shaped(1, 6), "Expected 1 to 5 shapes, got 6."),
        (lambda: symbols("0120"), "Each character can be there only once, got 0120."),
        (lambda: symbols("aA"), "Each character can be there only once, got aA."),
    ],
)
def test_pegs_that_there_are_not_are_refused(ask, message):
    with pytest.raises(InvalidKinds) as refusal:
        ask()
    assert str(refusal.value) == message


def test_the_refusal_is_a_value_error():
    assert issubclass(InvalidKinds, ValueError)
