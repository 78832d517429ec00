"""How a page shows codes and rows: pegs and key pegs as drawings, and words for each."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

from mastermind_edu.games.codes import Code
from mastermind_edu.games.play import Row
from mastermind_edu.games.rules import Rules
from mastermind_edu.widgets.drawing import draw_key, draw_no_key, draw_peg
from mastermind_edu.widgets.wording import answer_keys, legend, row_text

__all__ = ["describe_code", "describe_rows", "describe_table"]


def describe_table(game: Rules) -> dict[str, Any]:
    """Return the pegs and key pegs of a game, and what each key peg means."""
    return {
        "kinds": [
            {"name": kind.name, "letter": kind.letter, "drawing": draw_peg(kind)}
            for kind in game.space.kinds
        ],
        "keys": {"absent": draw_no_key()} | {key.meaning: draw_key(key) for key in game.keys},
        "legend": legend(game),
    }


def describe_code(game: Rules, code: Code) -> dict[str, Any]:
    """Return a code as positions of its kinds, and in words."""
    return {"pegs": list(game.space.row(code)), "words": game.space.spell(code)}


def describe_rows(game: Rules, rows: Iterable[Row]) -> list[dict[str, Any]]:
    """Return rows that have been played, each as pegs, key pegs and a sentence."""
    return [
        {
            "pegs": list(game.space.row(row.guess)),
            "answer": answer_keys(row.feedback),
            "words": str(row.feedback),
            "sentence": row_text(game, number, row),
        }
        for number, row in enumerate(rows, start=1)
    ]
