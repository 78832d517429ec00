"""Small pictures of guesses of Grand Mastermind with their markers, side by side."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from html import escape
from typing import Final

from mastermind_edu.games.catalogue import GRAND
from mastermind_edu.games.grand import Pairing, best_pairing, reasons
from mastermind_edu.language import gettext
from mastermind_edu.lessons.shaped_codes import pair
from mastermind_edu.widgets.drawing import draw_key, draw_peg

__all__ = ["Marked"]

STEP: Final = 48
LETTER: Final = 9.5
"""The room for a letter of the names of the two codes."""
GAP: Final = 106
"""From the middle of the code to the middle of the guess."""
TOP: Final = 22

FIGURE: Final = "margin: 0; flex: 1 1 13rem; max-width: 17rem"
LINES: Final = {
    "exact": 'stroke="currentColor" stroke-width="4"',
    "misplaced": 'stroke="currentColor" stroke-width="2.5" stroke-dasharray="6 5"',
    "partial": 'stroke="#0072b2" stroke-width="4"',
}


@dataclass(frozen=True, init=False)
class Marked:
    """Secrets above guesses, with a line and a key peg for each marker, and why it is there.

    >>> Marked("RcGsBtYd/RcPhPhPc")
    Marked(pairs=('RcGsBtYd/RcPhPhPc',))

    :param pairs: a secret and a guess each, as :func:`~mastermind_edu.lessons.shaped_codes.pair`
        reads them.
    """

    pairs: tuple[str, ...]

    def __init__(self, *pairs: str) -> None:
        object.__setattr__(self, "pairs", pairs)

    def _repr_html_(self) -> str:
        figures = "".join(_figure(best_pairing(*pair(text))) for text in self.pairs)
        return (
            '<div style="display: flex; flex-wrap: wrap; gap: 1rem 1.5rem; margin: 0.5rem 0 1rem">'
            f"{figures}</div>"
        )


def _figure(pairing: Pairing) -> str:
    space = GRAND.space
    label = gettext("Secret: {secret}. Guess: {guess}.").format(
        secret=space.spell(pairing.secret), guess=space.spell(pairing.guess)
    )
    width, height = _label() + STEP * space.pegs, GAP + 2 * TOP
    marked = {at for arcs in (pairing.exact, pairing.misplaced, pairing.partial) for at, _ in arcs}
    why = "".join(
        f"<div>{escape(reason)}</div>" for at, reason in enumerate(reasons(pairing)) if at in marked
    )
    return (
        f'<figure style="{FIGURE}"><svg role="img" aria-label="{escape(label)}"'
        f' viewBox="0 0 {width} {height}" style="display: block; width: 100%">'
        f"{''.join(_drawing(pairing))}</svg>"
        f'<figcaption style="margin-top: 0.35rem; font-size: 0.95rem">{why}</figcaption></figure>'
    )


def _drawing(pairing: Pairing) -> Iterator[str]:
    keys = {key.meaning: draw_key(key) for key in GRAND.keys}
    arcs = [
        (meaning, guess, secret) for meaning in LINES for guess, secret in getattr(pairing, meaning)
    ]
    for meaning, guess, secret in arcs:
        ends = f"M{_middle(secret)} {TOP + 22}L{_middle(guess)} {TOP + GAP - 22}"
        yield f'<path d="{ends}" {LINES[meaning]} stroke-linecap="round"/>'
    for meaning, guess, secret in arcs:
        x, y = (2 * _middle(guess) + _middle(secret)) / 3, TOP + GAP - 22 - (GAP - 44) / 3
        yield f'<g transform="translate({x:g} {y:g}) scale(.5)">{keys[meaning]}</g>'
    codes = ((pairing.secret, TOP), (pairing.guess, TOP + GAP))
    for name, (code, y) in zip(_names(), codes, strict=True):
        yield f'<text y="{y + 5}" font-size="15" fill="currentColor">{escape(name)}</text>'
        for place, peg in enumerate(code):
            drawing = draw_peg(GRAND.space.kind(peg))
            yield f'<g transform="translate({_middle(place)} {y})">{drawing}</g>'


def _names() -> tuple[str, str]:
    return gettext("Secret"), gettext("Guess")


def _label() -> float:
    """Return the room at the left for the names of the two codes."""
    return LETTER * max(map(len, _names())) + LETTER / 2


def _middle(place: int) -> float:
    return _label() + STEP * place + STEP / 2
