"""The codemaker's board: the pupil keeps a code, the computer guesses, the pupil answers.

>>> from mastermind_edu.games.catalogue import CLASSIC, UnknownGame, describe, described
>>> from mastermind_edu.solvers.strategies import MINIMAX
>>> codemaker = Codemaker(CLASSIC, strategy=MINIMAX)
>>> codemaker.answer((1, 1))
>>> codemaker
<Codemaker classic: 1 of 10 rows, asking>

The pupil's code is on paper, or in the kernel if the pupil entrusts it to the board, and then
never in a synchronised trait before the game is over. The page draws what the synchronised
traits tell and sends actions: ``start``, ``answer``, ``edit``, ``ignore``, ``take up``,
``reveal``, ``peek``, ``think``, ``new``.
"""

from __future__ import annotations

import secrets
from collections.abc import Callable, Hashable, Iterable, Mapping
from typing import Any, Final, TypeAlias

import traitlets

from mastermind_edu.games.catalogue import CLASSIC, UnknownGame, describe, described
from mastermind_edu.games.codes import Code, InvalidCode
from mastermind_edu.games.play import Row
from mastermind_edu.games.rules import Rules
from mastermind_edu.games.sealing import open_envelope, seal
from mastermind_edu.language import gettext
from mastermind_edu.solvers.codebreaker import Asked, Chooser, Codebreaker, Standing
from mastermind_edu.widgets.base import Action, register, source
from mastermind_edu.widgets.codemaker_wording import (
    asked_text,
    codemaker_texts,
    prompt,
    rules_text,
    thoughts,
    trouble,
)
from mastermind_edu.widgets.keeping import KeptWidget
from mastermind_edu.widgets.table import (
    answer_values,
    describe_row,
    describe_table,
    read_answer,
    read_code,
    read_row,
)

__all__ = ["Answer", "Codemaker", "Finish"]

LOT: Final = 8
OVER: Final = (Standing.FOUND, Standing.UNFOUND)


class Codemaker(KeptWidget):
    """A board on which the computer guesses the pupil's code, one game after another.

    :param strategy: how the computer chooses its guesses, any object with
        ``choose(game, rows)``; at random among the codes that fit, if none is given.
    :param seed: a class code: the same code gives the same random guesses, game after game.
    :param thinking: whether the computer's thinking is shown at first; the pupil can change it.

    ``rows`` holds the rows that count, ``status`` how the computer gets on; both may be
    observed and linked, and are never set from outside. ``highlight`` may be set to the indices
    of rows to point at, so that whatever follows a board can follow this. :meth:`on_answer` and
    :meth:`on_finish` register callbacks.

    :raises SpaceTooLarge: if the game has too many codes to list.
    """

    _esm = source("dom.js", "keeping.js", "table.js", "codemaker.js")
    _css = source("common.css", "board.css", "table.css", "codemaker.css")

    game = traitlets.Instance(Rules, read_only=True)
    rows = traitlets.Tuple(read_only=True)
    status = traitlets.UseEnum(Standing, default_value=Standing.ASKING, read_only=True)
    thinking = traitlets.Bool()

    highlight = traitlets.List(traitlets.Int()).tag(sync=True)

    _texts = traitlets.Dict().tag(sync=True)
    _table = traitlets.Dict().tag(sync=True)
    _play = traitlets.Dict().tag(sync=True)

    def __init__(
        self,
        game: Rules = CLASSIC,
        *,
        strategy: Chooser | None = None,
        seed: int | str | None = None,
        thinking: bool = False,
    ) -> None:
        self._answer_callbacks: list[Answer] = []
        self._finish_callbacks: list[Finish] = []
        self._strategy = strategy
        self._seed: int | str | None = seed
        self._envelope: str | None = None
        self._round = self._number = self._news = 0
        self._start(game, seed)
        super().__init__(thinking=thinking, _texts=codemaker_texts())
        self._show_table()
        self._show_play()
        self.observe(lambda _: self._show_play(), "thinking")

    def __repr__(self) -> str:
        return repr(self._breaker).replace("Codebreaker", "Codemaker", 1)

    @property
    def guess(self) -> Code | None:
        """The computer's guess that waits for its answer."""
        return self._breaker.guess

    @property
    def asked(self) -> tuple[Asked, ...]:
        """All rows played, oldest first, the ignored ones too."""
        return self._breaker.asked

    def answer(self, feedback: Iterable[Hashable]) -> None:
        """Answer the computer's guess.

        :raises NothingToAnswer: if there is no guess.
        :raises ImpossibleFeedback: if the game cannot answer so.
        """
        self._change(lambda: self._breaker.answer(feedback))
        self.tell(self._answer_callbacks, Row(*self.asked[-1][:2]))

    def edit(self, index: int, feedback: Iterable[Hashable]) -> None:
        """Change the answer of row ``index`` of :attr:`asked`.

        :raises NoSuchRow: if there is no such row.
        :raises ImpossibleFeedback: if the game cannot answer so.
        """
        self._change(lambda: self._breaker.edit(index, feedback))

    def ignore(self, index: int) -> None:
        """Go on as if row ``index`` of :attr:`asked` had not been played; it stays to be seen.

        :raises NoSuchRow: if there is no such row.
        :raises TooManyIgnored: if as many are ignored already as the game has rows.
        """
        self._change(lambda: self._breaker.ignore(index))

    def take_up(self, index: int) -> None:
        """Take an ignored row up again.

        :raises NoSuchRow: if there is no such row.
        """
        self._change(lambda: self._breaker.take_up(index))

    def tell_secret(self, code: str | Iterable[Hashable]) -> None:
        """Entrust the pupil's code, or its notation, to the board, which then checks answers.

        :raises InvalidCode: if it is not a code of the game.
        """
        space = self.game.space
        secret = space.parse(code) if isinstance(code, str) else space.check(code)

        def entrust() -> None:
            self._breaker.tell_secret(secret)
            self._envelope = seal(self.game, secret)

        self._change(entrust)

    def new_game(self, *, seed: int | str | None = None) -> None:
        """Clear the board for another game; the seed stays as it was unless one is given."""
        self._start(self.game, self._seed if seed is None else seed)
        self._show_table()
        self._show_play()

    def on_answer(self, callback: Answer, remove: bool = False) -> None:  # noqa: FBT001, FBT002
        """Call ``callback(codemaker, row)`` after each answer, or stop calling it."""
        register(self._answer_callbacks, callback, remove=remove)

    def on_finish(self, callback: Finish, remove: bool = False) -> None:  # noqa: FBT001, FBT002
        """Call ``callback(codemaker)`` when a game ends, or stop calling it."""
        register(self._finish_callbacks, callback, remove=remove)

    def _start(self, game: Rules, seed: int | str | None) -> None:
        number = self._number + 1 if seed == self._seed else 1
        lot = secrets.token_hex(LOT) if seed is None else f"{seed}/{number}"
        self._sit_down(Codebreaker(game, self._strategy, seed=lot), lot)
        self._seed, self._number = seed, number

    def _sit_down(self, breaker: Codebreaker, lot: str, envelope: str | None = None) -> None:
        self._breaker, self._lot, self._envelope = breaker, lot, envelope
        self._round += 1
        self._begun = False

    def _change(self, step: Callable[[], object]) -> None:
        """Do ``step`` and show what has become of it; if it fails, nothing has changed."""
        before = self._breaker.standing
        step()
        self._begun = True
        self._show_play()
        if self._breaker.standing in OVER and self._breaker.standing is not before:
            self.tell(self._finish_callbacks)

    @property
    def actions(self) -> Mapping[str, Action]:
        """What a pupil can do on the board."""
        return {
            **super().actions,
            "start": self._begin,
            "answer": lambda content: self.answer(read_answer(self.game, content)),
            "edit": lambda content: self.edit(read_row(content), read_answer(self.game, content)),
            "ignore": lambda content: self.ignore(read_row(content)),
            "take up": lambda content: self.take_up(read_row(content)),
            "reveal": lambda content: self.tell_secret(read_code(self.game, content)),
            "peek": lambda _: self._peek(),
            "think": self._think,
            "new": lambda _: self.new_game(),
        }

    def restore(self, kept: Mapping[str, Any]) -> None:
        """Go on with the game that a page kept: the same rows, and the same next guess.

        :raises UnknownGame: if it was of another game.
        :raises BrokenSeal: if the code that was entrusted cannot be had from the envelope.
        :raises ValueError: the errors of :meth:`Codebreaker.resume`.
        """
        game = self.game
        if described(kept["game"]) != game:
            raise UnknownGame(gettext("This board has another game now."))
        asked = [
            Asked(game.space.code(row), game.check_feedback(answer), bool(ignored))
            for row, answer, ignored in kept["rows"]
        ]
        lot, number, envelope = str(kept["lot"]), int(kept["number"]), kept["envelope"]
        secret = None if envelope is None else open_envelope(game, envelope)
        breaker = Codebreaker(game, self._strategy, seed=lot)
        breaker.resume(asked, secret)
        self._sit_down(breaker, lot, envelope)
        self._number, self._begun = number, bool(kept["begun"])
        self._show_table()
        self._show_play()
        self.thinking = bool(kept["thinking"])

    def _keep(self) -> dict[str, Any]:
        """Return what :meth:`restore` needs; nothing for rules that were not made here."""
        try:
            description = describe(self.game)
        except UnknownGame:
            return {}
        row = self.game.space.row
        return {
            "game": description,
            "rows": [
                [list(row(asked.guess)), answer_values(asked.feedback), asked.ignored]
                for asked in self.asked
            ],
            "lot": self._lot,
            "number": self._number,
            "envelope": self._envelope,
            "begun": self._begun,
            "thinking": self.thinking,
            "done": self._breaker.standing is Standing.FOUND,
        }

    def _begin(self, content: Mapping[str, Any]) -> None:
        if "code" in content:
            self.tell_secret(read_code(self.game, content))
        else:
            self._change(lambda: self._breaker.guess)

    def _peek(self) -> None:
        secret = self._breaker.secret
        if secret is None:
            raise InvalidCode(gettext("You have not entrusted a code to this board."))
        self.send({"type": "secret", "secret": list(self.game.space.row(secret))})

    def _think(self, content: Mapping[str, Any]) -> None:
        thinking = content.get("on")
        if not isinstance(thinking, bool):
            raise ValueError(gettext("Thinking is shown, or not: expected true or false."))
        self.thinking = thinking

    def _show_table(self) -> None:
        """Tell the page what lies on the table: pegs, key pegs and how answers are given."""
        game = self._breaker.game
        self.set_trait("game", game)
        self._table = describe_table(game) | {"round": self._round, "rules": rules_text(game)}

    def _show_play(self) -> None:
        """Tell the page how the game stands, and the secret only when it is over."""
        breaker, game = self._breaker, self.game
        guess = breaker.guess if self._begun else None
        self._news += 1
        self._play = {
            "round": self._round,
            "news": self._news,
            "begun": self._begun,
            "status": breaker.standing.value,
            "prompt": prompt(breaker, begun=self._begun),
            "rows": self._describe_rows(),
            "guess": None if guess is None else list(game.space.row(guess)),
            "thinking": self.thinking,
            "thoughts": thoughts(breaker) if self.thinking and self._begun else [],
            "trouble": trouble(breaker),
            "entrusted": breaker.secret is not None,
            "secret": self._shown_secret(),
        }
        self._kept = self._keep()
        self.set_trait("rows", breaker.rows)
        self.set_trait("status", breaker.standing)

    def _describe_rows(self) -> list[dict[str, Any]]:
        numbers = {index: n for n, index in enumerate(self._breaker.in_force, start=1)}
        rows = enumerate(self.asked)
        return [self._describe_row(numbers.get(index), row) for index, row in rows]

    def _describe_row(self, number: int | None, row: Asked) -> dict[str, Any]:
        described = describe_row(self.game, number or 0, Row(row.guess, row.feedback))
        return described | {"number": number, "label": asked_text(self.game, number or 0, row)}

    def _shown_secret(self) -> list[int] | None:
        breaker = self._breaker
        if breaker.standing is Standing.FOUND:
            return next(
                list(self.game.space.row(row.guess))
                for row in breaker.rows
                if row.feedback == self.game.solved
            )
        if breaker.standing is Standing.UNFOUND and breaker.secret is not None:
            return list(self.game.space.row(breaker.secret))
        return None


Answer: TypeAlias = Callable[[Codemaker, Row], None]
Finish: TypeAlias = Callable[[Codemaker], None]
