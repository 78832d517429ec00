"""How to print the kit, cut it and keep it, with a line to measure."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

from mastermind_edu.classroom.kit.boards import CELL
from mastermind_edu.classroom.kit.chips import TILE
from mastermind_edu.classroom.kit.paper import INK, Sheets
from mastermind_edu.classroom.kit.pieces import answers_per_place, peg_kinds, pieces
from mastermind_edu.classroom.kit.words import Words
from mastermind_edu.games.pegs import ShapedKind
from mastermind_edu.games.rules import Rules
from mastermind_edu.language import gettext, listing, number

__all__ = ["RULER", "draw_making"]

RULER: Final = 100


def draw_making(sheets: Sheets, game: Rules) -> None:
    """Write how the kit is made; the pages before are those to cut out."""
    last = sheets.page_no()
    words = Words(sheets, gettext("how to make the kit"))
    words.heading(gettext("Print"))
    words.steps(_printing(last))
    _ruler(words)
    words.heading(gettext("Cut"))
    words.steps(_cutting(game))
    words.heading(gettext("Keep"))
    words.steps(_keeping())
    words.heading(gettext("Without a printer"))
    words.steps(_by_hand(game))


def _printing(last: int) -> Iterator[str]:
    yield gettext(
        "Print in actual size (100 %). Settings such as “fit to page” make everything smaller."
    )
    yield gettext(
        "Print this page first and measure the line below: it is {length} mm long. If yours is "
        "not, look at the settings again."
    ).format(length=RULER)
    yield gettext(
        "Print pages 1 to {last} on card of 160 to 200 g/m², the others on paper. If the printer "
        "takes paper only, glue pages 1 to {last} on card, such as cereal boxes, before cutting."
    ).format(last=last)
    yield gettext(
        "Colour is not needed: every peg has its letter, and its pattern or shape, and can be "
        "told apart when printed in grey."
    )


def _ruler(words: Words) -> None:
    sheets = words.sheets
    top = words.room(11) + 1
    left = (sheets.paper.width - RULER) / 2
    sheets.stroke(INK, 0.3)
    sheets.line(left, top + 5, left + RULER, top + 5)
    for tenth in range(0, RULER + 1, 10):
        height = 5 if tenth in (0, RULER) else 2
        sheets.line(left + tenth, top + 5 - height, left + tenth, top + 5)
    text = gettext("{length} mm").format(length=RULER)
    sheets.label(text, left, top + 5.5, RULER, 4, size=9, align="C")


def _cutting(game: Rules) -> Iterator[str]:
    yield gettext(
        "Cut the pegs along the lines, from mark to mark: first into strips, then the strips into "
        "squares. A paper cutter does several sheets at once. Pegs are squares on purpose: "
        "nobody has to cut circles."
    )
    yield gettext("Cut the board along its frame; the short lines show where.")
    if not answers_per_place(game):
        yield gettext(
            "Cut the shield out along the solid line and fold the wings and the roof back along "
            "the dashed lines, so that it stands on the table."
        )


def _keeping() -> Iterator[str]:
    yield gettext(
        "Put each kit into an envelope or a bag of its own, and write a number on it and on the "
        "back of its board. A few pegs too many are there to replace lost ones."
    )
    yield gettext(
        "Sheets laminated before cutting last for years. Pegs that slide stay in place with a dot "
        "of putty."
    )
    yield gettext("Small parts are not for children under three years.")


def _by_hand(game: Rules) -> Iterator[str]:
    yield _drawn_board(game).format(rows=game.rows, pegs=game.space.pegs, cell=number(CELL / 10, 1))
    yield _drawn_pegs(game).format(
        side=number(TILE / 10, 1),
        pegs=pieces(game).pegs,
        kinds=len(peg_kinds(game)),
        keys=pieces(game).keys,
        colours=listing(key.name for key in game.keys),
    )
    yield gettext("Write the letter of its colour on every peg, so that all can read the board.")


def _drawn_board(game: Rules) -> str:
    if answers_per_place(game):
        return gettext(
            "Draw a table on card: {rows} rows, each with {pegs} places under Attempts and {pegs} "
            "under Analysis. A place is {cell} cm wide and high."
        )
    return gettext(
        "Draw a table on card: {rows} rows, each with {pegs} places for the guess and {pegs} "
        "smaller ones for the answer, and one more row of {pegs} places for the code. A large "
        "place is {cell} cm wide and high. A book that stands open is a good shield."
    )


def _drawn_pegs(game: Rules) -> str:
    if isinstance(game.space.kinds[0], ShapedKind):
        return gettext(
            "Draw {kinds} kinds of pegs, every shape in every colour, {pegs} of each, on squares "
            "with sides of {side} cm. Cut {keys} smaller squares in each of {colours}."
        )
    return gettext(
        "Cut squares with sides of {side} cm from card in {kinds} colours, {pegs} of each, and "
        "{keys} squares in each of {colours} for the answers. Bottle caps or buttons do as well."
    )
