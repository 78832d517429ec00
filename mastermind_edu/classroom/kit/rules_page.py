"""The rules of a game on paper, in words and with drawn examples."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Final

from mastermind_edu.classroom.kit.boards import draw_legend
from mastermind_edu.classroom.kit.paper import Sheets
from mastermind_edu.classroom.kit.pieces import answers_per_place, peg_kinds, pieces
from mastermind_edu.classroom.kit.words import Words
from mastermind_edu.games.codes import Code
from mastermind_edu.games.pegs import Blank, ShapedKind
from mastermind_edu.games.rules import Rules
from mastermind_edu.language import gettext, listing, ngettext
from mastermind_edu.widgets.drawing import draw_key, draw_no_key, draw_peg
from mastermind_edu.widgets.wording import answer_keys, legend

__all__ = ["draw_rules"]

PICTURE: Final = 11.0
CAPTION: Final = 5.0
LEGEND_LINE: Final = 6.5
ANSWER: Final = 8.0
COLUMN_GAP: Final = 8.0

SHAPED: Final = (((0, 0), (2, 1), (1, 2), (3, 3)), ((0, 0), (1, 2), (2, 1), (3, 4)))
CHOICE: Final = (((3, 1), (0, 0), (0, 0), (2, 3)), ((0, 0), (1, 0), (1, 2), (4, 4)))
MIXED: Final = ((0, 0, 1, 3, 4), (0, 3, 0, 2, 5))
TOO_MANY: Final = ((0, 1, 1, 2, 4), (1, 1, 1, 3, 5))
DIFFERENT: Final = ((0, 1, 2, 3, 4), (0, 4, 5, 2, 3))


def draw_rules(sheets: Sheets, game: Rules) -> None:
    """Write the rules of ``game``, on as many pages as they need."""
    words = Words(sheets, gettext("rules"))
    words.paragraph(_aim(game))
    words.heading(gettext("What you need"))
    words.paragraph(_needs(game))
    _palette(words, game)
    words.heading(gettext("How to play"))
    words.steps(_steps(game))
    words.heading(gettext("The answer"))
    for text in _answering(game):
        words.paragraph(text)
    height = LEGEND_LINE * len(legend(game))
    top = words.room(height + 2)
    draw_legend(sheets, game, sheets.left, top, sheets.width, height, size=10.5)
    for text, secret, guess in _examples(game):
        words.paragraph(text)
        _example(words, game, secret, guess)
    words.heading(gettext("Points"))
    for text in _points(game):
        words.paragraph(text)


def _aim(game: Rules) -> str:
    return ngettext(
        "A game for two. The codemaker hides a code of {pegs} pegs. The codebreaker has {n} guess "
        "to find it. After each guess the codemaker says how close it is.",
        "A game for two. The codemaker hides a code of {pegs} pegs. The codebreaker has {n} "
        "guesses to find it. After each guess the codemaker says how close it is.",
        game.rows,
    ).format(pegs=game.space.pegs, n=game.rows)


def _needs(game: Rules) -> str:
    count = pieces(game)
    keys = listing(key.name for key in game.keys)
    text = (
        gettext(
            "The board; {pegs} pegs of each kind below; {keys} key pegs in each of {colours}; a "
            "slip of paper and a pencil."
        )
        if answers_per_place(game)
        else gettext(
            "The board and the shield; {pegs} pegs of each kind below; {keys} key pegs in each of "
            "{colours}."
        )
    )
    return text.format(pegs=count.pegs, keys=count.keys, colours=keys)


def _palette(words: Words, game: Rules) -> None:
    """Draw the pegs with their names; colours and shapes apart where there are both."""
    entries = [(draw_peg(kind), kind.name) for kind in peg_kinds(game)]
    pairs = [kind for kind in game.space.kinds if isinstance(kind, ShapedKind)]
    if pairs:
        entries = [(draw_peg(kind), kind.colour.name) for kind in pairs if kind.value[1] == 0]
        entries += [(draw_peg(kind), kind.shape.name) for kind in pairs if kind.value[0] == 0]
    sheets = words.sheets
    top = words.room(PICTURE + CAPTION + 1)
    width = (sheets.width) / len(entries)
    for i, (drawing, name) in enumerate(entries):
        x = sheets.left + i * width
        sheets.picture(drawing, x + (width - PICTURE) / 2, top, PICTURE)
        sheets.label(name, x, top + PICTURE, width, CAPTION, size=9, align="C")


def _steps(game: Rules) -> Iterator[str]:
    yield gettext(
        "Agree on an even number of games and on how points are counted. Draw lots for who is "
        "the codemaker first."
    )
    yield _hiding(game)
    yield _guessing(game)
    yield gettext("The codemaker answers with key pegs, as explained below.")
    yield ngettext(
        "Go on with the next row until the code is found or the {n} row is full. Then the "
        "codemaker shows the code, and both look whether every answer was right. If one was not, "
        "play this game again.",
        "Go on with the next row until the code is found or all {n} rows are full. Then the "
        "codemaker shows the code, and both look whether every answer was right. If one was not, "
        "play this game again.",
        game.rows,
    ).format(n=game.rows)
    yield gettext("Write the result on the score sheet, clear the board and change roles.")


def _hiding(game: Rules) -> str:
    pegs = game.space.pegs
    if answers_per_place(game):
        text = gettext(
            "The codemaker writes a code of {pegs} colours on a slip of paper and folds it."
        )
    else:
        text = gettext(
            "The codemaker stands the shield at the far end of the board and lays a code of "
            "{pegs} pegs behind it, where the board says Code."
        )
    return f"{text.format(pegs=pegs)} {_freedom(game)}"


def _freedom(game: Rules) -> str:
    if not game.space.repeats:
        return gettext(
            "No colour may come twice, and the colours of the key pegs are not used in codes."
        )
    if any(isinstance(kind, Blank) for kind in game.space.kinds):
        return gettext("A colour may come more than once, and places may stay empty.")
    if isinstance(game.space.kinds[0], ShapedKind):
        return gettext("The same peg may come more than once.")
    return gettext("A colour may come more than once.")


def _guessing(game: Rules) -> str:
    pegs = game.space.pegs
    if answers_per_place(game):
        return gettext(
            "The codebreaker lays {pegs} different colours in row 1, under Attempts."
        ).format(pegs=pegs)
    return gettext(
        "The codebreaker lays {pegs} pegs in row 1, at the near end of the board."
    ).format(pegs=pegs)


def _answering(game: Rules) -> Iterator[str]:
    if answers_per_place(game):
        yield gettext(
            "The answer stands under Analysis. Each of its places tells about the peg in the same "
            "place under Attempts:"
        )
        return
    if isinstance(game.space.kinds[0], ShapedKind):
        yield gettext(
            "First look for black key pegs, then for white ones, then for blue ones. Every peg of "
            "the code and every peg of the guess counts for one key peg at most. Where a white "
            "one can be given for one of several pegs, choose the one that leaves the most blue."
        )
    else:
        yield gettext(
            "First look for pegs in the right place, then for the others. Every peg of the code "
            "and every peg of the guess counts for one key peg at most."
        )
    yield gettext("The order of the key pegs does not tell which peg of the guess is meant:")


def _examples(game: Rules) -> Iterator[tuple[str, Code, Code]]:
    pegs = game.space.pegs
    if isinstance(game.space.kinds[0], ShapedKind):
        yield gettext("An example:"), *SHAPED
        text = gettext(
            "Here the white key peg could be given for the red circle in place 2 of the code or "
            "for the one in place 3. Take place 3: then place 2 is still free for a blue one, "
            "because both its pegs are circles:"
        )
        yield text, *CHOICE
    elif not game.space.repeats:
        yield gettext("An example:"), DIFFERENT[0][:pegs], DIFFERENT[1][:pegs]
    else:
        yield gettext("An example:"), MIXED[0][:pegs], MIXED[1][:pegs]
        text = gettext(
            "Here the code has two green pegs and the guess three, so the third one gets no key "
            "peg:"
        )
        yield text, TOO_MANY[0][:pegs], TOO_MANY[1][:pegs]


def _example(words: Words, game: Rules, secret: Code, guess: Code) -> None:
    """Draw code, guess and answer side by side, and the answer in words below."""
    answer = game.feedback(secret, guess)
    drawings = {key.meaning: draw_key(key) for key in game.keys}
    keys = [drawings.get(meaning, draw_no_key()) for meaning in answer_keys(answer)]
    pegs, guessed = ([draw_peg(game.space.kind(peg)) for peg in code] for code in (secret, guess))
    top = words.room(CAPTION + PICTURE + 1)
    x = words.sheets.left
    for title, drawn in (
        (gettext("Code"), pegs),
        (gettext("Guess"), guessed),
        (gettext("Answer"), keys),
    ):
        size = ANSWER if drawn is keys else PICTURE
        _line(words.sheets, title, drawn, x, top, size)
        x += PICTURE * game.space.pegs + COLUMN_GAP
    words.paragraph(gettext("In words: {answer}.").format(answer=answer))


def _line(
    sheets: Sheets, title: str, drawings: Sequence[str], x: float, top: float, size: float
) -> None:
    sheets.label(title, x + 1, top, 4 * PICTURE, CAPTION, size=9, bold=True)
    for i, drawing in enumerate(drawings):
        sheets.picture(drawing, x + i * PICTURE, top + CAPTION + (PICTURE - size) / 2, size)


def _points(game: Rules) -> Iterator[str]:
    fewest = gettext(
        "Fewest guesses: add up the guesses that each player needed as codebreaker; a code that "
        "was not found counts as one guess more than there are rows. The lower sum wins. A tie is "
        "possible."
    )
    if answers_per_place(game):
        yield fewest
        return
    yield gettext(
        "By guesses: the codemaker gets a point for each guess, and one more if the code was not "
        "found. The player with more points after the last game wins."
    )
    yield gettext(
        "By key pegs: the codemaker gets a point for each key peg laid. The player with more "
        "points after the last game wins."
    )
    yield fewest
