"""What is said to a codemaker: what to do next, why an answer cannot be, how it ended."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any, Final

from mastermind_edu.games.codes import Code
from mastermind_edu.games.feedback import Feedback, PerPosition
from mastermind_edu.games.grand import Shaped, best_pairing, reasons
from mastermind_edu.games.play import Row
from mastermind_edu.games.rules import Rules
from mastermind_edu.language import gettext, listing, ngettext, number
from mastermind_edu.solvers.candidates import Mend, Refutation
from mastermind_edu.solvers.codebreaker import Asked, Codebreaker, Standing
from mastermind_edu.solvers.partitions import partition
from mastermind_edu.widgets.wording import answer_keys, row_text

__all__ = [
    "answer_values",
    "asked_text",
    "codemaker_texts",
    "peg_by_peg",
    "prompt",
    "result_text",
    "rules_text",
    "thoughts",
    "trouble",
]

MOST_CONFLICTS: Final = 4


def codemaker_texts() -> dict[str, str]:
    """Return the fixed texts; the page fills in the words in braces."""
    return {
        "codemaker": gettext("You are the codemaker"),
        "guesses": gettext("Guesses and answers"),
        "ready": gettext("I have my code: start"),
        "hide": gettext("Or let this board keep my code, hidden"),
        "hideHelp": gettext("Then a wrong answer is found at once."),
        "hideAndStart": gettext("Hide it and start"),
        "palette": gettext("Pegs to choose from"),
        "yourCode": gettext("Your code"),
        "place": gettext("Place {place}: {peg}"),
        "empty": gettext("empty"),
        "clear": gettext("Clear"),
        "incomplete": gettext("Choose a peg for each place first."),
        "moved": gettext("This game has no repeats, so {peg} moved to place {place}."),
        "peek": gettext("Look at my code"),
        "cover": gettext("Hide my code"),
        "theGuess": gettext("The computer’s guess"),
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
        "ignore": gettext("Ignore this row"),
        "restore": gettext("Take this row up again"),
        "ignored": gettext("ignored"),
        "thinking": gettext("Show the computer’s thinking"),
        "thoughts": gettext("What the computer thinks"),
        "restart": gettext("Start again"),
        "restartSure": gettext("Really start again?"),
        "again": gettext("Play again"),
        "reveal": gettext("Show your code, and see which answer was wrong"),
        "revealEnd": gettext("What was your code? Check your answers."),
        "check": gettext("Check my answers"),
        "change": gettext("Change it"),
        "skip": gettext("Ignore the row"),
        "moreAnswers": gettext("More answers"),
        "waiting": gettext("The computer is thinking …"),
    }


def rules_text(game: Rules) -> str:
    """Return what codes there are to think of."""
    pegs = ngettext(
        "A code has {n} place, with one of these pegs.",
        "A code has {n} places, each with one of these pegs.",
        game.space.pegs,
    ).format(n=game.space.pegs)
    if game.space.pegs == 1:
        return pegs
    if game.space.repeats:
        repeats = gettext("The same peg may stand in several places.")
    else:
        repeats = gettext("No peg stands in two places.")
    return gettext("{pegs} {repeats}").format(pegs=pegs, repeats=repeats)


def answer_values(feedback: Feedback) -> list[int] | list[str]:
    """Return an answer as the page sends it: counts, or a mark for each place."""
    if isinstance(feedback, PerPosition):
        return [mark.value for mark in feedback]
    return [int(str(count)) for count in tuple(feedback)]


def asked_text(game: Rules, number: int, row: Asked) -> str:
    """Return a row as a sentence; ``number`` is that of a row in force."""
    if not row.ignored:
        return row_text(game, number, Row(row.guess, row.feedback))
    return gettext("Ignored: {pegs}. Answer: {answer}.").format(
        pegs=game.space.spell(row.guess), answer=row.feedback
    )


def prompt(breaker: Codebreaker, *, begun: bool) -> str:
    """Return what the codemaker is to do now."""
    if not begun:
        return gettext("Think of a code and write it down. The computer will try to find it.")
    if breaker.guess is not None:
        return gettext("Guess {number}: {pegs}. What is your answer?").format(
            number=len(breaker.rows) + 1, pegs=breaker.game.space.spell(breaker.guess)
        )
    if breaker.standing is Standing.STUCK:
        return _title(breaker) if breaker.slips else gettext("Stuck: no code fits your answers.")
    return result_text(breaker)


def result_text(breaker: Codebreaker) -> str:
    """Return how a finished game ended."""
    guesses = len(breaker.rows)
    if breaker.standing is Standing.FOUND:
        return ngettext(
            "The computer found your code in {n} guess!",
            "The computer found your code in {n} guesses!",
            guesses,
        ).format(n=guesses)
    result = ngettext(
        "Well hidden! The only row is used.", "Well hidden! All {n} rows are used.", guesses
    ).format(n=guesses)
    left = ngettext(
        "{n} code was still possible.", "{n} codes were still possible.", len(breaker.candidates)
    ).format(n=number(len(breaker.candidates)))
    return gettext("{result} {left}").format(result=result, left=left)


def thoughts(breaker: Codebreaker) -> list[str]:
    """Return what the computer thinks of its guess: how many codes are left, and why it asks."""
    guess, count = breaker.guess, len(breaker.candidates)
    if guess is None:
        return []
    left = ngettext(
        "{n} code of {all} fits your answers.", "{n} codes of {all} fit your answers.", count
    )
    lines = [left.format(n=number(count), all=number(breaker.game.space.size))]
    if count == 1:
        return [*lines, gettext("So this must be your code.")]
    idea = getattr(breaker.strategy, "idea", None)
    if isinstance(idea, str):
        lines.append(gettext("The plan: {idea}").format(idea=idea))
    split = partition(breaker.game, guess, breaker.candidates.codes)
    if split.candidate:
        lines.append(gettext("This guess is one of them, so it may be your code."))
    else:
        lines.append(gettext("This guess is not one of them: it is asked for its answer alone."))
    answers = ngettext(
        "It can get only {n} answer, which tells nothing.",
        "It can get {n} different answers. The worst of them leaves {largest}.",
        split.parts,
    )
    codes = ngettext("{n} code", "{n} codes", split.largest).format(n=number(split.largest))
    lines.append(answers.format(n=split.parts, largest=codes))
    return lines


def trouble(breaker: Codebreaker) -> dict[str, Any] | None:
    """Return what keeps the computer from guessing: why it cannot be, and what would mend it.

    Rows are told by their index in ``breaker.asked``.
    """
    if breaker.standing is not Standing.STUCK:
        return None
    described = _slips(breaker) if breaker.slips else _contradictions(breaker)
    return {"title": _title(breaker), **described}


def _title(breaker: Codebreaker) -> str:
    if breaker.slips:
        return ngettext(
            "Row {rows} needs another look.",
            "Rows {rows} need another look.",
            len(breaker.slips),
        ).format(rows=listing(slip.index + 1 for slip in breaker.slips))
    return gettext("These answers cannot all be true.")


def _slips(breaker: Codebreaker) -> dict[str, Any]:
    places = breaker.in_force
    return {
        "text": gettext("That happens to everybody. Look at the pegs one by one:"),
        "conflicts": [],
        "rows": [
            {
                "row": places[slip.index],
                "title": _row_title(slip.index),
                "text": gettext("You answered “{given}”.").format(given=slip.given),
                "pegs": peg_by_peg(breaker.game, slip.code, slip.row.guess),
                "summary": gettext("So the answer is “{answer}”.").format(answer=slip.expected),
                "mends": [_slip_mend(slip)],
            }
            for slip in breaker.slips
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


def _contradictions(breaker: Codebreaker) -> dict[str, Any]:
    found, places = breaker.contradictions, breaker.in_force
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
