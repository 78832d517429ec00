"""The board: where a game is played.

>>> from mastermind_edu.games.catalogue import CLASSIC
>>> board = Board(CLASSIC, seed="2A")
>>> board.guess("RRGG")
>>> board
<Board classic: 1 of 10 rows, playing>

The secret stays in the kernel until the game is over. The page draws what the synchronised
traits tell and sends actions: ``submit``, ``hold``, ``resign``, ``new``.
"""

from __future__ import annotations

from collections.abc import Callable, Hashable, Iterable, Mapping, Sequence
from typing import Any, Final, TypeAlias

import traitlets

from mastermind_edu.classbook.seat import ClassGame, seat
from mastermind_edu.games.catalogue import CLASSIC, MOST_ROWS, UnknownGame, describe, described
from mastermind_edu.games.codes import Code, InvalidCode
from mastermind_edu.games.feedback import PerPosition
from mastermind_edu.games.pegs import Kind
from mastermind_edu.games.play import Game, Row, Status
from mastermind_edu.games.rules import Rules
from mastermind_edu.games.sealing import open_envelope
from mastermind_edu.language import gettext
from mastermind_edu.widgets.base import Action, register, source
from mastermind_edu.widgets.drawing import draw_feature, draw_key, draw_no_key, draw_peg
from mastermind_edu.widgets.keeping import KeptWidget
from mastermind_edu.widgets.wording import (
    answer_keys,
    board_texts,
    legend,
    missing_texts,
    result_text,
    row_text,
)

__all__ = ["Board", "Finish", "Submit"]

ROW_CHOICES: Final = (6, 8, 10, 12)
LONGEST_CODE: Final = 40
HOLDS: Final = ("", "here", "not")


class Board(KeptWidget):
    """A board on which one game after another is played.

    :param game: the rules to play by at first.
    :param games: the rules that the pupil may choose from; ``game`` alone if none are given.
    :param secret: the code to find in the first game; drawn by lot if none is given.
    :param seed: a class code: the same code gives the same secrets, game after game.
    :param holds: whether the pupil can mark pegs of own guesses as sure or impossible.

    ``game`` holds the rules, ``rows`` the rows played and ``status`` how the game stands; all
    may be observed and linked, and are never set from outside. ``highlight`` may be set to the
    indices of rows to point at. :meth:`on_submit` and :meth:`on_finish` register callbacks.

    In a class, all pupils get the same secrets at the board, round after round, and how their
    games go is written into the class book; a secret or a seed given here goes before that.

    :raises InvalidCode: if ``secret`` is not a code of ``game``.
    """

    _esm = source("dom.js", "keeping.js", "board.js")
    _css = source("common.css", "board.css")

    game = traitlets.Instance(Rules, read_only=True)
    rows = traitlets.Tuple(read_only=True)
    status = traitlets.UseEnum(Status, default_value=Status.PLAYING, read_only=True)

    highlight = traitlets.List(traitlets.Int()).tag(sync=True)

    _texts = traitlets.Dict().tag(sync=True)
    _table = traitlets.Dict().tag(sync=True)
    _play = traitlets.Dict().tag(sync=True)

    def __init__(
        self,
        game: Rules = CLASSIC,
        *,
        games: Sequence[Rules] = (),
        secret: Iterable[Hashable] | None = None,
        seed: int | str | None = None,
        holds: bool = False,
    ) -> None:
        self._games = tuple(games)
        self._submit_callbacks: list[Submit] = []
        self._finish_callbacks: list[Finish] = []
        self._seed = "" if seed is None else str(seed)
        self._with_holds = holds
        self._round = self._number = 0
        at = seat()
        self._at = at.board() if at else None
        self._class_game: ClassGame | None = None
        self._start(game, secret, self._seed)
        self._show_table()
        self._show_play()
        super().__init__(_texts=board_texts())

    def __repr__(self) -> str:
        return repr(self._game).replace("Game", "Board", 1)

    @property
    def secret(self) -> Code:
        """The secret, once the game is over.

        :raises SecretHidden: while it is being played.
        """
        return self._game.secret

    def guess(self, code: str | Iterable[Hashable]) -> None:
        """Play ``code``, a code or its notation, in the next row.

        :raises InvalidCode: if it is not a code of the game; the board stays as it was.
        :raises GameOver: if the game has ended.
        """
        self._game.guess(self.game.space.parse(code) if isinstance(code, str) else code)
        self._write_down()
        self._show_play()
        self.tell(self._submit_callbacks, self._game.rows[-1])
        if self.status is not Status.PLAYING:
            self.tell(self._finish_callbacks)

    def resign(self) -> None:
        """Give up and show the secret.

        :raises GameOver: if the game has ended already.
        """
        self._game.resign()
        self._write_down()
        self._show_play()
        self.tell(self._finish_callbacks)

    def new_game(
        self,
        game: Rules | None = None,
        *,
        secret: Iterable[Hashable] | None = None,
        seed: int | str | None = None,
    ) -> None:
        """Clear the board for another game; what is not given stays as it was.

        :raises InvalidCode: if ``secret`` is not a code of the game; the board stays as it was.
        """
        self._start(game or self.game, secret, self._seed if seed is None else str(seed))
        self._show_table()
        self._show_play()

    def on_submit(self, callback: Submit, remove: bool = False) -> None:  # noqa: FBT001, FBT002
        """Call ``callback(board, row)`` after each guess, or stop calling it."""
        register(self._submit_callbacks, callback, remove=remove)

    def on_finish(self, callback: Finish, remove: bool = False) -> None:  # noqa: FBT001, FBT002
        """Call ``callback(board)`` when a game ends, or stop calling it."""
        register(self._finish_callbacks, callback, remove=remove)

    def _start(self, game: Rules, secret: Iterable[Hashable] | None, seed: str) -> None:
        number = self._number + 1 if seed == self._seed else 1
        own = Game(game, secret, seed=f"{seed}/{number}" if seed else None)
        if self._class_game is not None:
            self._class_game.leave()
        self._class_game = None if seed or secret is not None else self._game_of_class(game)
        self._game = own if self._class_game is None else self._class_game.game
        self._seed, self._number = seed, number
        self._round += 1
        self._holds: dict[str, str] = {}
        self._envelope = "" if self._class_game else self._game.sealed()
        self._offer(game)

    def _game_of_class(self, game: Rules) -> ClassGame | None:
        """Return the game that the class plays at this board, if there is a class."""
        try:
            return self._at.game(game) if self._at else None
        except ValueError as error:
            self.report(error)
            return None

    def _write_down(self) -> None:
        """Write how the game stands into the class book, if it is played in a class."""
        if self._class_game is not None:
            self.guarded(self._class_game.keep)

    def _offer(self, game: Rules) -> None:
        """List ``game`` among those to choose from, in place of another of the same key."""
        offered = {one.key: one for one in self._games}
        if game.key not in offered:
            self._games = (game, *self._games)
        elif offered[game.key].marking != game.marking:
            self._games = tuple((offered | {game.key: game}).values())

    @property
    def actions(self) -> Mapping[str, Action]:
        """What a pupil can do on the board."""
        return {
            **super().actions,
            "submit": self._submit,
            "hold": self._hold,
            "resign": lambda _: self.resign(),
            "new": self._new,
        }

    def _submit(self, content: Mapping[str, Any]) -> None:
        positions = content.get("guess")
        kinds = range(len(self.game.space.kinds))
        if not isinstance(positions, list) or not all(
            type(position) is int and position in kinds for position in positions
        ):
            raise InvalidCode(gettext("Choose a peg for each place first."))
        self.guess(self.game.space.code(positions))

    def _hold(self, content: Mapping[str, Any]) -> None:
        row, place, hold = (content.get(name) for name in ("row", "place", "hold"))
        if (
            type(row) is not int
            or type(place) is not int
            or not 0 <= row < len(self._game.rows)
            or not 0 <= place < self.game.space.pegs
            or hold not in HOLDS
        ):
            raise ValueError(gettext("Only pegs of rows already played can be marked."))
        self._holds[f"{row}/{place}"] = str(hold)
        self._show_play()

    def _new(self, content: Mapping[str, Any]) -> None:
        chosen = [game for game in self._games if game.key == content.get("game", self.game.key)]
        rows = content.get("rows", self.game.rows)
        seed = "" if self._class_game else content.get("seed", self._seed)
        holds = content.get("holds", self._with_holds)
        if (
            not chosen
            or type(rows) is not int
            or not 1 <= rows <= MOST_ROWS
            or not isinstance(holds, bool)
        ):
            raise ValueError(gettext("Choose a game and a number of rows from the lists."))
        if not isinstance(seed, str) or len(seed) > LONGEST_CODE:
            raise ValueError(
                gettext("A class code has at most {n} characters.").format(n=LONGEST_CODE)
            )
        self._with_holds = holds
        self.new_game(chosen[0].with_rows(rows), seed=seed.strip())

    def restore(self, kept: Mapping[str, Any]) -> None:
        """Go on with the game that a page kept: its rows are played again, to the same secret.

        :raises UnknownGame: if it is none of the games of this board.
        :raises BrokenSeal: if the secret cannot be had from the envelope.
        :raises ValueError: the errors of :class:`~mastermind_edu.games.play.Game`.
        """
        if self._class_game is not None or kept.get("classGame"):
            self._take_up_holds(kept)
            return
        game = described(kept["game"])
        envelope, seed, number = str(kept["envelope"]), str(kept["seed"]), int(kept["number"])
        if game.with_rows(1) not in [one.with_rows(1) for one in self._games]:
            raise UnknownGame(gettext("This board has another game now."))
        resumed = Game(game, open_envelope(game, envelope))
        for row in kept["rows"]:
            resumed.guess(game.space.code(row))
        if kept["resigned"]:
            resumed.resign()
        self._game, self._envelope, self._holds = resumed, envelope, _holds(kept)
        self._seed, self._number, self._with_holds = seed, number, bool(kept["withHolds"])
        self._round += 1
        self._show_table()
        self._show_play()

    def _take_up_holds(self, kept: Mapping[str, Any]) -> None:
        """Take from what a page kept the marked pegs; the rest is in the class book."""
        if self._class_game is not None and self._class_game.key == kept.get("classGame"):
            self._holds, self._with_holds = _holds(kept), bool(kept["withHolds"])
            self._show_table()
            self._show_play()

    def _keep(self) -> dict[str, Any]:
        """Return what :meth:`restore` needs; nothing for rules that were not made here."""
        game = self._game
        try:
            description = describe(game.rules)
        except UnknownGame:
            return {}
        return {
            "game": description,
            "envelope": self._envelope,
            "classGame": self._class_game.key if self._class_game else "",
            "rows": [list(game.rules.space.row(row.guess)) for row in game.rows],
            "resigned": game.status is Status.RESIGNED,
            "holds": dict(self._holds),
            "seed": self._seed,
            "number": self._number,
            "withHolds": self._with_holds,
            "done": game.status is Status.WON,
        }

    @property
    def _heading(self) -> str:
        """The name of the game and, in a class, which of its games this is."""
        if self._class_game is None:
            return self._game.rules.name
        return gettext("{game}: round {n} of the class").format(
            game=self._game.rules.name, n=self._class_game.round
        )

    def _show_table(self) -> None:
        """Tell the page what lies on the table: pegs, key pegs, legend and choices."""
        game = self._game.rules
        self._table = {
            "round": self._round,
            "game": game.key,
            "name": game.name,
            "heading": self._heading,
            "inClass": self._class_game is not None,
            "rows": game.rows,
            "pegs": game.space.pegs,
            "repeats": game.space.repeats,
            "perPosition": isinstance(game.solved, PerPosition),
            "kinds": [
                {"name": kind.name, "letter": kind.letter, "drawing": draw_peg(kind)}
                for kind in game.space.kinds
            ],
            "features": _features(game.space.kinds),
            "keys": {"absent": draw_no_key()} | {key.meaning: draw_key(key) for key in game.keys},
            "legend": legend(game),
            "games": [{"key": one.key, "name": one.name, "rows": one.rows} for one in self._games],
            "rowChoices": sorted({*ROW_CHOICES, game.rows, *(one.rows for one in self._games)}),
            "seed": self._seed,
            "holds": self._with_holds,
            "missing": missing_texts(game.space.pegs),
        }

    def _show_play(self) -> None:
        """Tell the page what has been played, and the secret only when the game is over."""
        game, rows = self._game.rules, self._game.rows
        over = self._game.status is not Status.PLAYING
        self._play = {
            "round": self._round,
            "rows": [
                {
                    "guess": list(game.space.row(row.guess)),
                    "answer": answer_keys(row.feedback),
                    "words": str(row.feedback),
                    "label": row_text(game, number, row),
                }
                for number, row in enumerate(rows, start=1)
            ],
            "holds": dict(self._holds),
            "status": self._game.status.value,
            "secret": list(game.space.row(self._game.secret)) if over else None,
            "result": result_text(self._game) if over else "",
        }
        self._kept = self._keep()
        with self.hold_trait_notifications():
            self.set_trait("game", game)
            self.set_trait("rows", rows)
            self.set_trait("status", self._game.status)


def _holds(kept: Mapping[str, Any]) -> dict[str, str]:
    return {str(at): str(hold) for at, hold in dict(kept["holds"]).items() if hold in HOLDS}


def _features(kinds: Sequence[Kind]) -> dict[str, Any] | None:
    """Return what pegs can be chosen by in parts, and which parts each kind has, if any."""
    levels = [
        list(dict.fromkeys(level)) for level in zip(*(k.features for k in kinds), strict=True)
    ]
    if not levels:
        return None
    return {
        "levels": [
            [
                {"name": one.name, "letter": one.letter, "drawing": draw_feature(one)}
                for one in level
            ]
            for level in levels
        ],
        "parts": [
            [level.index(one) for level, one in zip(levels, kind.features, strict=True)]
            for kind in kinds
        ],
    }


Submit: TypeAlias = Callable[[Board, Row], None]
Finish: TypeAlias = Callable[[Board], None]
