"""Pegs and key pegs as SVG, drawn from the one table of pegs.

Widgets, pictures and charts all show these, so a peg looks the same everywhere. Every peg
bears its letter, and its rim or outline tells it apart in a grey print. A drawing is markup
for the inside of an ``svg`` element whose ``viewBox`` is :data:`VIEW_BOX`.
"""

from __future__ import annotations

from functools import singledispatch
from html import escape
from typing import Any, Final

from mastermind_edu.games.pegs import (
    Blank,
    Colour,
    ColourKind,
    Feature,
    Kind,
    Shape,
    ShapedKind,
    SymbolKind,
)
from mastermind_edu.games.rules import KeyPeg, Rules

__all__ = ["VIEW_BOX", "draw_feature", "draw_key", "draw_no_key", "draw_peg", "fill_of", "ink_on"]

VIEW_BOX: Final = "-20 -20 40 40"

DARK: Final = "#14171a"
LIGHT: Final = "#ffffff"
IVORY: Final = "#ece8df"
EDGE: Final = "#7b8086"
PALE_EDGE: Final = "#c3c7cb"

RADIUS: Final = 18.5
RIMS: Final = {
    "plain": "",
    "ring": '<circle r="15.2" fill="none" stroke="{ink}" stroke-width="1.6" opacity=".75"/>',
    "dots": '<circle r="15.4" fill="none" stroke="{ink}" stroke-width="3.6" opacity=".75"'
    ' stroke-linecap="round" pathLength="{beats}" stroke-dasharray="0 1"/>',
    "dashes": '<circle r="16" fill="none" stroke="{ink}" stroke-width="4" opacity=".75"'
    ' pathLength="{beats}" stroke-dasharray=".5"/>',
    "notches": '<circle r="16" fill="none" stroke="{ink}" stroke-width="5" opacity=".75"'
    ' pathLength="{beats}" stroke-dasharray=".22 .78"/>',
    "ticks": '<circle r="16.4" fill="none" stroke="{ink}" stroke-width="3" opacity=".75"'
    ' pathLength="{beats}" stroke-dasharray=".2 .8"/>',
}

EYES: Final = {
    "exact": '<circle r="5.5" fill="{ink}"/>',
    "partial": '<path d="M-8 0H8" stroke="{ink}" stroke-width="6" stroke-linecap="round"/>',
}


def ink_on(fill: str) -> str:
    """Return the ink, dark or light, that stands out more on the colour ``fill``.

    Contrast is that of WCAG 2.2, from the relative luminance of the two.
    """
    luminance = _luminance(fill)
    on_light = (luminance + 0.05) / (_luminance(DARK) + 0.05)
    on_dark = 1.05 / (luminance + 0.05)
    return DARK if on_light >= on_dark else LIGHT


def _luminance(colour: str) -> float:
    channels = [int(colour[i : i + 2], 16) / 255 for i in (1, 3, 5)]
    linear = [c / 12.92 if c <= 0.04045 else ((c + 0.055) / 1.055) ** 2.4 for c in channels]
    return 0.2126 * linear[0] + 0.7152 * linear[1] + 0.0722 * linear[2]


def _letter(text: str, ink: str, size: int = 17) -> str:
    return (
        f'<text y=".36em" text-anchor="middle" font-size="{size}" font-weight="700"'
        f' font-family="system-ui, sans-serif" fill="{ink}">{escape(text)}</text>'
    )


def _rim(colour: Colour) -> str:
    return RIMS[colour.rim].format(ink=ink_on(colour.fill), beats=colour.beats)


@singledispatch
def draw_peg(kind: Kind) -> str:
    """Return the drawing of one kind of peg, with its letter."""
    raise TypeError(f"there is no drawing for {type(kind).__name__}")


@draw_peg.register
def _(kind: ColourKind) -> str:
    fill = kind.colour.fill
    disc = f'<circle r="{RADIUS}" fill="{fill}" stroke="{EDGE}" stroke-width=".6"/>'
    return disc + _rim(kind.colour) + _letter(kind.letter, ink_on(fill))


@draw_peg.register
def _(kind: ShapedKind) -> str:
    fill = kind.colour.fill
    outline = _outline(kind.shape, f'fill="{fill}" stroke="{EDGE}" stroke-width=".06"')
    return outline + _letter(kind.colour.letter, ink_on(fill), size=15)


def _outline(shape: Shape, style: str) -> str:
    return (
        f'<path transform="scale({RADIUS})" d="{shape.outline}" stroke-linejoin="round" {style}/>'
    )


def draw_feature(feature: Feature) -> str:
    """Return the drawing of a colour without a shape, or of a shape without a colour."""
    if isinstance(feature, Colour):
        dab = f'<rect x="-18" y="-10" width="36" height="20" rx="6" fill="{feature.fill}"/>'
        return dab + _letter(feature.letter, ink_on(feature.fill), size=15)
    if isinstance(feature, Shape):
        style = 'fill="none" stroke="currentColor" stroke-width=".1"'
        return _outline(feature, style) + _letter(feature.letter, "currentColor", size=14)
    raise TypeError(f"there is no drawing for {type(feature).__name__}")


@draw_peg.register
def _(kind: SymbolKind) -> str:
    disc = f'<circle r="{RADIUS}" fill="{IVORY}" stroke="{EDGE}" stroke-width="1.2"/>'
    return disc + _letter(kind.letter, DARK, size=20)


@draw_peg.register
def _(_kind: Blank) -> str:
    return (
        f'<circle r="{RADIUS - 1}" fill="none" stroke="currentColor" stroke-width="1.8"/>'
        '<path d="M-9 9L9 -9" stroke="currentColor" stroke-width="1.8" stroke-linecap="round"/>'
    )


def fill_of(kind: Kind) -> str:
    """Return the plain colour of a kind, for strips and bars beside which its letter stands."""
    colour = getattr(kind, "colour", None)
    return colour.fill if isinstance(colour, Colour) else IVORY


def draw_key(key: KeyPeg) -> str:
    """Return the drawing of a key peg; its eye is round, a bar or none, so shape tells it too."""
    edge = PALE_EDGE if ink_on(key.fill) == LIGHT else EDGE
    disc = f'<circle r="16.5" fill="{key.fill}" stroke="{edge}" stroke-width="4"/>'
    return disc + EYES.get(key.meaning, "").format(ink=ink_on(key.fill))


def draw_no_key() -> str:
    """Return the drawing of a place that got no key peg."""
    return (
        '<circle r="15" fill="none" stroke="currentColor" stroke-width="3"'
        ' stroke-dasharray="4 6" opacity=".6"/>'
    )


def draw_table(game: Rules) -> dict[str, Any]:
    """Return the pegs of a game, in order, and its key pegs by their meaning."""
    return {
        "kinds": [
            {"name": kind.name, "letter": kind.letter, "drawing": draw_peg(kind)}
            for kind in game.space.kinds
        ],
        "keys": {"absent": draw_no_key()} | {key.meaning: draw_key(key) for key in game.keys},
    }
