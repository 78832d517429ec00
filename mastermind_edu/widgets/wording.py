"""What the board says, in words for people and for screen readers."""

from __future__ import annotations

from mastermind_edu.games.feedback import Feedback, Mark, PerPosition
from mastermind_edu.games.pegs import Blank, ShapedKind, SymbolKind
from mastermind_edu.games.play import Game, Row, Status
from mastermind_edu.games.rules import Rules
from mastermind_edu.language import gettext, ngettext, pgettext

__all__ = [
    "answer_keys",
    "board_texts",
    "game_label",
    "legend",
    "missing_texts",
    "result_text",
    "row_text",
]


def board_texts() -> dict[str, str]:
    """Return the board's fixed texts; its page fills in the words in braces."""
    return {
        "board": gettext("Mastermind board"),
        "guesses": gettext("Guesses and answers"),
        "palette": gettext("Pegs to choose from"),
        "yourGuess": gettext("Your guess, row {row}"),
        "place": gettext("Place {place}: {peg}"),
        "empty": gettext("empty"),
        "part": gettext("{peg} …"),
        "check": gettext("Check"),
        "undo": gettext("Undo"),
        "clear": gettext("Clear"),
        "resign": gettext("Give up"),
        "resignSure": gettext("Show the code?"),
        "again": gettext("Play again"),
        "reuse": gettext("Use row {row} again"),
        "moved": gettext("This game has no repeats, so {peg} moved to place {place}."),
        "placed": gettext("Place {place}: {peg}."),
        "cleared": gettext("Place {place} is empty."),
        "secret": gettext("The code"),
        "hidden": gettext("The hidden code"),
        "choose": gettext("Choose a game"),
        "settings": gettext("Settings"),
        "game": gettext("Game"),
        "rows": gettext("Rows"),
        "seed": gettext("Class code"),
        "seedHelp": gettext("The same class code gives everyone the same codes to find."),
        "holds": gettext("Let me mark pegs of my guesses"),
        "holdsHelp": gettext("Press a peg of an earlier row: surely here, surely not, no mark."),
        "start": gettext("Start a new game"),
        "started": gettext("New game: {game}, {rows} rows."),
        "peg": gettext("Row {row}, place {place}: {peg}"),
        "here": gettext("surely here"),
        "not": gettext("surely not"),
        "keyboard": gettext("Keys:"),
        "keyboardHelp": gettext(
            "Letters or numbers put a peg in place, arrows move, Backspace clears, "
            "Ctrl+Z undoes, Enter checks."
        ),
        "keyboardParts": gettext(
            "Two letters put a peg in place, one for its colour and one for its shape. Arrows "
            "move, Backspace clears, Ctrl+Z undoes, Enter checks."
        ),
        "waiting": gettext("Checking …"),
    }


def game_label(game: Rules) -> str:
    """Return what a game is called in a list to choose from; one's own rules by their size."""
    if game.key != "custom":
        return game.name
    space = game.space
    blanks = any(isinstance(kind, Blank) for kind in space.kinds)
    colours = len(space.kinds) - blanks
    parts = [
        ngettext("{n} peg", "{n} pegs", space.pegs).format(n=space.pegs),
        ngettext("{n} colour", "{n} colours", colours).format(n=colours),
    ]
    if blanks:
        parts.append(gettext("with blanks"))
    if not space.repeats:
        parts.append(gettext("no repeats"))
    return ", ".join(parts)


def missing_texts(pegs: int) -> list[str]:
    """Return why a guess cannot be checked yet, by the number of pegs that are missing."""
    choose = (
        ngettext("Choose {n} more peg.", "Choose {n} more pegs.", n).format(n=n)
        for n in range(1, pegs + 1)
    )
    return [gettext("Ready? Press Check."), *choose]


def legend(game: Rules) -> list[dict[str, str]]:
    """Return what each key peg means: its meaning, name, name as a lead, and the words for it."""
    words = _meanings(game)
    lines = [(key.meaning, key.name, words[key.meaning]) for key in game.keys]
    if isinstance(game.solved, PerPosition):
        lines.append(("absent", gettext("none"), str(Mark.ABSENT)))
    lead = pgettext("a key peg before its meaning", "{name}:")
    return [
        {"meaning": meaning, "name": name, "lead": lead.format(name=name), "words": text}
        for meaning, name, text in lines
    ]


def _meanings(game: Rules) -> dict[str, str]:
    """Return what a key peg of each meaning says of one peg of the guess."""
    if all(isinstance(kind, SymbolKind) for kind in game.space.kinds):
        return {
            "exact": gettext("right digit, right place"),
            "misplaced": gettext("right digit, wrong place"),
        }
    if all(isinstance(kind, ShapedKind) for kind in game.space.kinds):
        return {
            "exact": gettext("right colour and shape, right place"),
            "misplaced": gettext("right colour and shape, wrong place"),
            "partial": gettext("right place, but only the colour or only the shape"),
        }
    return {
        "exact": gettext("right colour, right place"),
        "misplaced": gettext("right colour, wrong place"),
    }


def answer_keys(feedback: Feedback) -> list[str]:
    """Return the key pegs of an answer by meaning: in order of the places, or exact first."""
    if isinstance(feedback, PerPosition):
        return [mark.value for mark in feedback]
    counts = feedback._asdict()  # type: ignore[attr-defined]
    return [meaning for meaning, count in counts.items() for _ in range(count)]


def row_text(game: Rules, number: int, row: Row) -> str:
    """Return a row as a sentence: its number, its pegs and its answer."""
    return gettext("Row {number}: {pegs}. Answer: {answer}.").format(
        number=number, pegs=game.space.spell(row.guess), answer=row.feedback
    )


def result_text(game: Game) -> str:
    """Return how a finished game ended, and the code."""
    guesses = len(game.rows)
    if game.status is Status.WON:
        text = ngettext(
            "You found the code in {n} guess: {code}.",
            "You found the code in {n} guesses: {code}.",
            guesses,
        )
    elif game.status is Status.LOST:
        text = gettext("No rows are left. The code was {code}.")
    else:
        text = gettext("You gave up. The code was {code}.")
    return text.format(n=guesses, code=game.rules.space.spell(game.secret))
