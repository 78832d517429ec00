"""Pegs and key pegs can be told apart by letter, by rim, and by contrast."""

from __future__ import annotations

import re
from xml.etree import ElementTree

import pytest

from mastermind_edu.games.catalogue import BULLS_AND_COWS, GAMES
from mastermind_edu.games.pegs import COLOURS, Colour, Kind, colours
from mastermind_edu.games.rules import KeyPeg
from mastermind_edu.widgets.drawing import VIEW_BOX, draw_key, draw_no_key, draw_peg, ink_on

KINDS = [*colours(len(COLOURS), blank=True), *BULLS_AND_COWS.space.kinds]
KEYS = sorted({key for game in GAMES for key in game.keys}, key=repr)


def parsed(drawing: str) -> ElementTree.Element:
    return ElementTree.fromstring(f'<svg viewBox="{VIEW_BOX}">{drawing}</svg>')


def contrast(one: str, other: str) -> float:
    """Return the contrast of two colours by the formula of WCAG 2.2."""

    def channel(value: int) -> float:
        share = value / 255
        return share / 12.92 if share <= 0.04045 else ((share + 0.055) / 1.055) ** 2.4

    def luminance(colour: str) -> float:
        red, green, blue = (channel(int(colour[at : at + 2], 16)) for at in (1, 3, 5))
        return 0.2126 * red + 0.7152 * green + 0.0722 * blue

    darker, lighter = sorted((luminance(one), luminance(other)))
    return (lighter + 0.05) / (darker + 0.05)


def test_contrast_is_that_of_wcag() -> None:
    assert contrast("#000000", "#ffffff") == pytest.approx(21)
    assert contrast("#777777", "#ffffff") == pytest.approx(4.48, abs=0.01)


@pytest.mark.parametrize("kind", KINDS, ids=repr)
def test_every_kind_is_drawn_as_valid_markup_within_the_box(kind: Kind) -> None:
    circles = parsed(draw_peg(kind)).findall("circle")
    assert circles
    for circle in circles:
        reach = float(circle.get("r", 0)) + float(circle.get("stroke-width", 0)) / 2
        assert reach <= 20


@pytest.mark.parametrize("kind", [kind for kind in KINDS if kind.letter != "_"], ids=repr)
def test_every_kind_but_the_blank_bears_its_letter(kind: Kind) -> None:
    text = parsed(draw_peg(kind)).find("text")
    assert text is not None
    assert text.text == kind.letter


def test_no_two_kinds_are_drawn_alike() -> None:
    assert len({draw_peg(kind) for kind in KINDS}) == len(KINDS)


@pytest.mark.parametrize("colour", COLOURS, ids=lambda colour: colour.key)
def test_a_letter_stands_out_on_its_peg(colour: Colour) -> None:
    assert contrast(ink_on(colour.fill), colour.fill) >= 4.5


def test_colours_differ_in_letter_in_fill_and_in_rim() -> None:
    for looks in (
        [colour.letter for colour in COLOURS],
        [colour.fill for colour in COLOURS],
        [(colour.rim, colour.beats) for colour in COLOURS],
    ):
        assert len(set(looks)) == len(COLOURS)


def test_a_grey_print_tells_colours_apart_by_their_rims() -> None:
    grey = [re.sub(r"#[0-9a-f]{6}", "grey", draw_peg(kind)) for kind in colours(len(COLOURS))]
    assert len({re.sub(r"<text.*?</text>", "", drawing) for drawing in grey}) == len(COLOURS)


@pytest.mark.parametrize("key", KEYS, ids=repr)
def test_every_key_peg_is_valid_markup(key: KeyPeg) -> None:
    assert parsed(draw_key(key)).find("circle") is not None


def test_key_pegs_differ_in_shape_as_well_as_in_colour() -> None:
    for game in GAMES:
        drawings = [draw_key(key) for key in game.keys] + [draw_no_key()]
        shapes = [re.sub(r"#[0-9a-f]{6}", "grey", drawing) for drawing in drawings]
        assert len(set(shapes)) == len(drawings), game


def test_a_kind_without_a_drawing_is_named() -> None:
    class Cloud(Kind):
        pass

    with pytest.raises(TypeError, match="no drawing for Cloud"):
        draw_peg(Cloud(0))
