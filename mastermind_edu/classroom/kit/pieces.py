"""What a kit consists of: its game, and how many pieces of each kind."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final

from mastermind_edu.games.catalogue import CLASSIC, GRAND, MINI, SENHA, SUPER, WITH_BLANKS
from mastermind_edu.games.feedback import PerPosition
from mastermind_edu.games.pegs import Blank, ColourKind, Kind, ShapedKind
from mastermind_edu.games.rules import Rules
from mastermind_edu.language import gettext, listing, ngettext

__all__ = [
    "KIT_GAMES",
    "InvalidKit",
    "Pieces",
    "answers_per_place",
    "has_solid_parts",
    "kit_game",
    "kit_games",
    "peg_kinds",
    "pieces",
    "rows_of",
]

KIT_GAMES: Final = (SENHA, CLASSIC, GRAND, WITH_BLANKS, MINI, SUPER)
USUAL: Final = (SENHA.key, CLASSIC.key, GRAND.key)

BOARD_ROWS: Final = (6, 8, 10, 12)
FIXED_ROWS: Final = {SENHA.key: (8,), MINI.key: (6,)}

OF_A_COLOUR: Final = 16
OF_A_SHAPE: Final = 5
SENHA_KEYS: Final = 30
MOST_DOTS: Final = 8


class InvalidKit(ValueError):
    """Such a kit cannot be made; the message says what was expected."""


@dataclass(frozen=True)
class Pieces:
    """How many pieces: ``pegs`` of each kind, and ``keys`` key pegs of each colour."""

    pegs: int
    keys: int


def answers_per_place(game: Rules) -> bool:
    """Tell whether an answer has a key peg for each place, as in Senha."""
    return isinstance(game.solved, PerPosition)


def peg_kinds(game: Rules) -> tuple[Kind, ...]:
    """Return the kinds that are pieces: all but the blank, which is an empty place."""
    return tuple(kind for kind in game.space.kinds if not isinstance(kind, Blank))


def has_solid_parts(game: Rules) -> bool:
    """Tell whether a game has parts for a 3D printer: where colours alone tell pegs apart."""
    kinds = peg_kinds(game)
    return len(kinds) <= MOST_DOTS and all(isinstance(kind, ColourKind) for kind in kinds)


def pieces(game: Rules) -> Pieces:
    """Return how many pieces a game needs.

    The Portuguese source of Senha asks for 10 chips of each colour and 30 of each answer, the
    Spanish source of the board game for 16 pegs of each colour. Key pegs never run out: there
    is one of each colour for every place of the board.

    >>> pieces(SENHA)
    Pieces(pegs=10, keys=30)
    """
    if not game.space.repeats:
        pegs = game.rows + 2
    else:
        pegs = OF_A_SHAPE if isinstance(game.space.kinds[0], ShapedKind) else OF_A_COLOUR
    keys = SENHA_KEYS if game == SENHA else game.rows * game.space.pegs
    return Pieces(pegs, keys)


def rows_of(game: Rules) -> tuple[int, ...]:
    """Return how many rows a board of this game can have."""
    return FIXED_ROWS.get(game.key, BOARD_ROWS)


def kit_game(key: str, rows: int | None = None) -> Rules:
    """Return the game whose key is ``key``, with so many rows; its usual number if None.

    :raises InvalidKit: if there is no kit for such a game, or no board with so many rows.
    """
    found = [game for game in KIT_GAMES if game.key == key]
    if not found:
        raise InvalidKit(
            gettext("There is no kit for {key!r}. There are kits for {known}.").format(
                key=key, known=listing(game.key for game in KIT_GAMES)
            )
        )
    game = found[0]
    if rows is None:
        return game
    if rows not in rows_of(game):
        raise InvalidKit(
            ngettext(
                "{game} has a board with {choices} rows, not with {n}.",
                "{game} has boards with {choices} rows, not with {n}.",
                len(rows_of(game)),
            ).format(game=game.name, choices=listing(rows_of(game)), n=rows)
        )
    return game.with_rows(rows)


def kit_games(keys: tuple[str, ...] = (), rows: int | None = None) -> tuple[Rules, ...]:
    """Return the games of these keys, Senha, Classic and Grand if there are none.

    ``rows`` goes to each game that has such a board; the others keep their own number.

    >>> [(game.key, game.rows) for game in kit_games(rows=12)]
    [('senha', 8), ('classic', 12), ('grand', 12)]

    :raises InvalidKit: if there is no kit for one of them, or none has a board of that size.
    """
    games = [kit_game(key) for key in dict.fromkeys(keys or USUAL)]
    if rows is None:
        return tuple(games)
    if not any(rows in rows_of(game) for game in games):
        kit_game(max(games, key=lambda game: len(rows_of(game))).key, rows)
    return tuple(game.with_rows(rows) if rows in rows_of(game) else game for game in games)
