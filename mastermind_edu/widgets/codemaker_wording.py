"""What is said to a codemaker: what to do next, why an answer cannot be, how it ended."""

from __future__ import annotations

from collections import Counter
from typing import TYPE_CHECKING, Any

from mastermind_edu.games.codes import Code
from mastermind_edu.games.play import Row
from mastermind_edu.games.rules import Rules
from mastermind_edu.language import gettext, ngettext, number
from mastermind_edu.solvers.codebreaker import Asked, Chooser, Codebreaker, Standing
from mastermind_edu.widgets.mending import explain_contradictions, explain_slips, slips_title
from mastermind_edu.widgets.table import table_texts
from mastermind_edu.widgets.wording import row_text

if TYPE_CHECKING:
    from mastermind_edu.games.codes import CodeArray

__all__ = [
    "asked_text",
    "codemaker_texts",
    "prompt",
    "result_text",
    "rules_text",
    "thoughts",
    "thoughts_on",
    "trouble",
]


def codemaker_texts() -> dict[str, str]:
    """Return the fixed texts; the page fills in the words in braces."""
    return table_texts() | {
        "codemaker": gettext("You are the codemaker"),
        "ready": gettext("I have my code: start"),
        "hide": gettext("Or let this board keep my code, hidden"),
        "hideHelp": gettext("Then a wrong answer is found at once."),
        "hideAndStart": gettext("Hide it and start"),
        "peek": gettext("Look at my code"),
        "theGuess": gettext("The computer’s guess"),
        "ignore": gettext("Ignore this row"),
        "restore": gettext("Take this row up again"),
        "ignored": gettext("ignored"),
        "restart": gettext("Start again"),
        "restartSure": gettext("Really start again?"),
        "again": gettext("Play again"),
        "reveal": gettext("Show your code, and see which answer was wrong"),
        "revealEnd": gettext("What was your code? Check your answers."),
        "check": gettext("Check my answers"),
        "skip": gettext("Ignore the row"),
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
        stuck = gettext("Stuck: no code fits your answers.")
        return slips_title(breaker.slips) if breaker.slips else stuck
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
    if breaker.guess is None:
        return []
    return thoughts_on(breaker.game, breaker.strategy, breaker.guess, breaker.candidates.codes)


def thoughts_on(game: Rules, strategy: Chooser, guess: Code, codes: CodeArray) -> list[str]:
    """Return why ``strategy`` asks ``guess`` while ``codes``, as rows, are still possible."""
    count = len(codes)
    left = ngettext(
        "{n} code of {all} fits the answers so far.",
        "{n} codes of {all} fit the answers so far.",
        count,
    )
    lines = [left.format(n=number(count), all=number(game.space.size))]
    if count == 1:
        return [*lines, gettext("So this must be your code.")]
    idea = getattr(strategy, "idea", None)
    if isinstance(idea, str):
        lines.append(gettext("The plan: {idea}").format(idea=idea))
    sizes = Counter(game.feedback_ids(guess, codes).tolist())
    if game.feedback_id(game.solved) in sizes:
        lines.append(gettext("This guess is one of them, so it may be your code."))
    else:
        lines.append(gettext("This guess is not one of them: it is asked for its answer alone."))
    answers = ngettext(
        "It can get only {n} answer, which tells nothing.",
        "It can get {n} different answers. The worst of them leaves {largest}.",
        len(sizes),
    )
    most = max(sizes.values())
    largest = ngettext("{n} code", "{n} codes", most).format(n=number(most))
    lines.append(answers.format(n=len(sizes), largest=largest))
    return lines


def trouble(breaker: Codebreaker) -> dict[str, Any] | None:
    """Return what keeps the computer from guessing: why it cannot be, and what would mend it.

    Rows are told by their index in ``breaker.asked``.
    """
    if breaker.standing is not Standing.STUCK:
        return None
    if breaker.slips:
        return explain_slips(breaker.slips, breaker.in_force)
    return explain_contradictions(breaker.contradictions, breaker.in_force)
