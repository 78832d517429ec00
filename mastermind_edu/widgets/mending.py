"""Why answers cannot be, peg by peg or row against row, and what would mend them."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Any, Final

from mastermind_edu.games.codes import Code
from mastermind_edu.games.grand import Shaped, best_pairing, reasons
from mastermind_edu.games.rules import Rules
from mastermind_edu.language import gettext, listing, ngettext, number
from mastermind_edu.solvers.candidates import Contradictions, Mend, Refutation
from mastermind_edu.widgets.table import answer_values
from mastermind_edu.widgets.wording import answer_keys

__all__ = ["explain_contradictions", "explain_slips", "peg_by_peg", "slips_title"]

MOST_CONFLICTS: Final = 4


def slips_title(slips: Sequence[Refutation]) -> str:
    """Return which rows were answered wrongly."""
    return ngettext(
        "Row {rows} needs another look.", "Rows {rows} need another look.", len(slips)
    ).format(rows=listing(slip.index + 1 for slip in slips))


def explain_slips(slips: Sequence[Refutation], places: Sequence[int]) -> dict[str, Any]:
    """Return why the answers of some rows are wrong, each refuted by the code to be found.

    :param places: the index by which the page knows each row.
    """
    return {
        "title": slips_title(slips),
        "text": gettext("That happens to everybody. Look at the pegs one by one:"),
        "conflicts": [],
        "rows": [
            {
                "row": places[slip.index],
                "title": _row_title(slip.index),
                "text": gettext("You answered “{given}”.").format(given=slip.given),
                "pegs": peg_by_peg(slip.game, slip.code, slip.row.guess),
                "summary": gettext("So the answer is “{answer}”.").format(answer=slip.expected),
                "mends": [_slip_mend(slip)],
            }
            for slip in slips
        ],
    }


def _slip_mend(slip: Refutation) -> dict[str, Any]:
    label = gettext("Change the answer to row {row} to “{answer}”.")
    return {
        "answer": answer_values(slip.expected),
        "keys": answer_keys(slip.expected),
        "text": gettext("Answer so"),
        "label": label.format(row=slip.index + 1, answer=slip.expected),
    }


def explain_contradictions(found: Contradictions, places: Sequence[int]) -> dict[str, Any]:
    """Return which rows cannot all be true, and other answers that would mend them.

    :param places: the index by which the page knows each row.
    """
    shown, hidden = found.conflicts[:MOST_CONFLICTS], found.conflicts[MOST_CONFLICTS:]
    mends = [mends for mends in found.mends if mends]
    if mends:
        advice = gettext("One other answer would be enough. Which row did you mark wrongly?")
    else:
        advice = gettext("More than one answer must be wrong. Change or ignore a row to go on.")
    more = ngettext(
        "{n} more set of rows cannot be right together.",
        "{n} more sets of rows cannot be right together.",
        len(hidden),
    ).format(n=len(hidden))
    return {
        "title": gettext("These answers cannot all be true."),
        "text": gettext("No code fits all of them, so somewhere a key peg has slipped."),
        "conflicts": [
            {"text": str(conflict), "rows": [places[index] for index in conflict]}
            for conflict in shown
        ],
        "more": more if hidden else "",
        "advice": advice,
        "rows": [
            {
                "row": places[row[0].index],
                "title": _row_title(row[0].index),
                "mends": [_mend(mend) for mend in row],
            }
            for row in mends
        ],
    }


def _mend(mend: Mend) -> dict[str, Any]:
    return {
        "answer": answer_values(mend.feedback),
        "keys": answer_keys(mend.feedback),
        "text": ngettext("{n} code fits", "{n} codes fit", mend.codes_left).format(
            n=number(mend.codes_left)
        ),
        "label": str(mend),
    }


def _row_title(index: int) -> str:
    return gettext("Row {row}").format(row=index + 1)


def peg_by_peg(game: Rules, secret: Code, guess: Code) -> list[dict[str, Any]]:
    """Return for each peg of ``guess`` its kind, the meaning of its key peg, and why."""
    told = (
        _shaped(secret, guess) if isinstance(game.solved, Shaped) else _plain(game, secret, guess)
    )
    return [
        {"kind": kind, "key": meaning, "text": text}
        for kind, (meaning, text) in zip(game.space.row(guess), told, strict=True)
    ]


def _plain(game: Rules, secret: Code, guess: Code) -> Iterator[tuple[str, str]]:
    """Judge each peg as a marker does: exact ones first, then those left, each used once."""
    unused = [s if s != g else None for s, g in zip(secret, guess, strict=True)]
    for place, (s, g) in enumerate(zip(secret, guess, strict=True)):
        other = place
        if s == g:
            meaning, text = "exact", gettext("Place {place}: {peg} is in the right place.")
        elif g in unused:
            other = unused.index(g)
            unused[other] = None
            meaning, text = "misplaced", gettext("Place {place}: {peg} belongs at place {other}.")
        elif g in secret:
            meaning, text = "absent", gettext("Place {place}: each {peg} is counted already.")
        else:
            meaning, text = "absent", gettext("Place {place}: {peg} is not in your code.")
        name = game.space.kind(g).name
        yield meaning, text.format(place=place + 1, peg=name, other=other + 1)


def _shaped(secret: Code, guess: Code) -> Iterator[tuple[str, str]]:
    pairing = best_pairing(secret, guess)
    meanings = {
        pair.guess: meaning
        for meaning in ("exact", "misplaced", "partial")
        for pair in getattr(pairing, meaning)
    }
    for place, text in enumerate(reasons(pairing)):
        yield (
            meanings.get(place, "absent"),
            gettext("Place {place}: {reason}").format(place=place + 1, reason=text),
        )
