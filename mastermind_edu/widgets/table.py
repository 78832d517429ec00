"""The table that codemaker and codebreaker sit at: what a page is told of it and sends back."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from mastermind_edu.games.codes import Code, InvalidCode
from mastermind_edu.games.feedback import Feedback, ImpossibleFeedback, Mark, PerPosition
from mastermind_edu.games.play import Row
from mastermind_edu.games.rules import Rules
from mastermind_edu.language import gettext
from mastermind_edu.solvers.codebreaker import NoSuchRow
from mastermind_edu.widgets.drawing import draw_table
from mastermind_edu.widgets.wording import answer_keys, legend, row_text

__all__ = [
    "answer_fields",
    "answer_values",
    "describe_row",
    "describe_table",
    "read_answer",
    "read_code",
    "read_row",
    "table_texts",
]


def table_texts() -> dict[str, str]:
    """Return the fixed texts of the table; the page fills in the words in braces."""
    return {
        "guesses": gettext("Guesses and answers"),
        "palette": gettext("Pegs to choose from"),
        "yourCode": gettext("Your code"),
        "place": gettext("Place {place}: {peg}"),
        "empty": gettext("empty"),
        "clear": gettext("Clear"),
        "incomplete": gettext("Choose a peg for each place first."),
        "moved": gettext("This game has no repeats, so {peg} moved to place {place}."),
        "coverCode": gettext("Hide my code"),
        "yourAnswer": gettext("Your answer"),
        "answer": gettext("Answer"),
        "solved": gettext("That is my code!"),
        "less": gettext("Less: {words}"),
        "more": gettext("More: {words}"),
        "full": gettext("An answer has no more key pegs than the code has pegs."),
        "mark": gettext("Place {place}, {peg}: {mark}"),
        "edit": gettext("Change the answer to row {row}"),
        "editing": gettext("Row {row}: change your answer."),
        "save": gettext("Save"),
        "cancel": gettext("Cancel"),
        "thinking": gettext("Show the computer’s thinking"),
        "thoughts": gettext("What the computer thinks"),
        "change": gettext("Change it"),
        "moreAnswers": gettext("More answers"),
    }


def describe_table(game: Rules) -> dict[str, Any]:
    """Return what lies on the table: pegs, key pegs and how answers are given."""
    return draw_table(game) | {
        "name": game.name,
        "rows": game.rows,
        "pegs": game.space.pegs,
        "columns": _columns(game),
        "repeats": game.space.repeats,
        "perPosition": isinstance(game.solved, PerPosition),
        "legend": legend(game),
        "fields": list(answer_fields(game)),
        "marks": [{"meaning": mark.value, "words": str(mark)} for mark in Mark],
        "solved": answer_values(game.solved),
    }


def _columns(game: Rules) -> int | None:
    """Return in how many columns the pegs stand best, where they have two parts."""
    firsts = [kind.features[0] for kind in game.space.kinds if len(kind.features) > 1]
    return firsts.count(firsts[0]) if firsts else None


def describe_row(game: Rules, number: int, row: Row) -> dict[str, Any]:
    """Return a row that has been played, as pictures and in words."""
    return {
        "number": number,
        "guess": list(game.space.row(row.guess)),
        "answer": answer_values(row.feedback),
        "keys": answer_keys(row.feedback),
        "words": str(row.feedback),
        "label": row_text(game, number, row),
    }


def answer_fields(game: Rules) -> tuple[str, ...]:
    """Return what an answer counts, by meaning; nothing if it marks each place."""
    fields: tuple[str, ...] = getattr(game.solved, "_fields", ())
    return fields


def answer_values(feedback: Feedback) -> list[int] | list[str]:
    """Return an answer as the page sends it: counts, or a mark for each place."""
    if isinstance(feedback, PerPosition):
        return [mark.value for mark in feedback]
    return [int(str(count)) for count in tuple(feedback)]


def read_code(game: Rules, content: Mapping[str, Any]) -> Code:
    """Return the ``code`` that a page has sent.

    :raises InvalidCode: if it is not a code of the game.
    """
    positions = content.get("code")
    kinds = range(len(game.space.kinds))
    if (
        not isinstance(positions, list)
        or len(positions) != game.space.pegs
        or not all(type(position) is int and position in kinds for position in positions)
    ):
        raise InvalidCode(gettext("Choose a peg for each place first."))
    return game.space.check(game.space.code(positions))


def read_answer(game: Rules, content: Mapping[str, Any]) -> list[int] | list[str]:
    """Return the ``answer`` that a page has sent, which the game has still to check.

    :raises ImpossibleFeedback: if it has not the form of an answer.
    """
    values = content.get("answer")
    fields = answer_fields(game)
    wanted = int if fields else str
    if (
        not isinstance(values, list)
        or len(values) != (len(fields) or game.space.pegs)
        or not all(type(value) is wanted for value in values)
    ):
        raise ImpossibleFeedback(gettext("Give your answer with the key pegs first."))
    return values


def read_row(content: Mapping[str, Any]) -> int:
    """Return the index of the ``row`` that a page has named.

    :raises NoSuchRow: if it is no number.
    """
    row = content.get("row")
    if type(row) is not int:
        raise NoSuchRow(gettext("There is no such row in this game."))
    return row
