"""The printed kit: one PDF with board, pegs, shield, rules, instructions and score sheets."""

from __future__ import annotations

from typing import Final

from mastermind_edu.classroom.kit.boards import draw_board
from mastermind_edu.classroom.kit.chips import draw_pegs
from mastermind_edu.classroom.kit.making_page import draw_making
from mastermind_edu.classroom.kit.paper import A4, Paper, Sheets
from mastermind_edu.classroom.kit.pieces import InvalidKit, kit_game
from mastermind_edu.classroom.kit.rules_page import draw_rules
from mastermind_edu.classroom.kit.score_sheets import draw_match_sheet, draw_tournament
from mastermind_edu.games.rules import Rules
from mastermind_edu.language import gettext

__all__ = ["printed_kit"]

FEWEST_PUPILS: Final = 2
MOST_PUPILS: Final = 200


def printed_kit(game: Rules, size: Paper = A4, *, pupils: int = 30) -> bytes:
    """Return a kit for ``game`` as a PDF in the current language; what is cut comes first.

    :param pupils: how many lines the table of the class tournament has.
    :raises InvalidKit: if there is no kit for such a game with so many rows, there are too few
        or too many pupils, or a text cannot be printed.
    """
    kit_game(game.key, game.rows)
    if not FEWEST_PUPILS <= pupils <= MOST_PUPILS:
        raise InvalidKit(
            gettext("A tournament is for {least} to {most} pupils, not for {n}.").format(
                least=FEWEST_PUPILS, most=MOST_PUPILS, n=pupils
            )
        )
    sheets = Sheets(size, game.name)
    draw_board(sheets, game)
    draw_pegs(sheets, game)
    draw_making(sheets, game)
    draw_rules(sheets, game)
    draw_match_sheet(sheets, game)
    draw_tournament(sheets, game, pupils)
    return bytes(sheets.output())
