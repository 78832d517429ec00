"""The match board: two players at one screen, or one against the computer, game after game.

>>> from mastermind_edu.games.catalogue import CLASSIC
>>> board = MatchBoard(CLASSIC)
>>> board.agree(("Ana", "Ben"), first_codemaker=0)
>>> board.hide("RGBY")
>>> board.guess("RRGG")
>>> board
<MatchBoard classic: game 1 of 2, guess>

Who hides a code does so while the other one looks away: the page covers the pegs, sends the
code once, and from then on the kernel alone has it. What could give it away, the code itself
or why an answer is wrong, is never in a synchronised trait; the page gets it as a message when
the codemaker asks for it. The page draws what the synchronised traits tell and sends actions:
``agree``, ``take``, ``hide``, ``paper``, ``guess``, ``move``, ``answer``, ``correct``,
``reveal``, ``give_up``, ``swap``, ``new``, ``peek``, ``why``, ``think``, ``save``, ``record``,
``load``, ``restore``.
"""

from __future__ import annotations

import random
from collections.abc import Hashable, Iterable, Mapping, Sequence
from types import EllipsisType
from typing import Any, Final

import traitlets

from mastermind_edu.games.catalogue import CLASSIC, MOST_ROWS, UnknownGame
from mastermind_edu.games.codes import InvalidCode
from mastermind_edu.games.feedback import Feedback
from mastermind_edu.games.match import (
    DamagedMatch,
    InvalidMatch,
    Match,
    OutOfTurn,
    Phase,
    Scoring,
    SealedElsewhere,
    WrongAnswer,
    draw_lots,
    load_match,
    new_match,
)
from mastermind_edu.games.play import Row
from mastermind_edu.games.rules import Rules
from mastermind_edu.language import gettext
from mastermind_edu.solvers.candidates import Refutation
from mastermind_edu.solvers.opponent import Opponent, is_stuck
from mastermind_edu.solvers.strategies import STRATEGIES, Strategy
from mastermind_edu.widgets.base import Action, source
from mastermind_edu.widgets.keeping import KeptWidget
from mastermind_edu.widgets.match_page import (
    LONGEST_FILE,
    Stage,
    describe_agreed,
    describe_choices,
    describe_match,
    describe_thoughts,
    explain_wrong,
)
from mastermind_edu.widgets.match_wording import match_texts, prompt, record, stuck_text
from mastermind_edu.widgets.table import read_answer, read_code, read_row

__all__ = ["MatchBoard"]

HIDDEN_FROM_EACH_OTHER: Final = (Phase.HIDE, Phase.GUESS)


class MatchBoard(KeptWidget):
    """A board on which a whole match is agreed on and played.

    :param game: the game that is suggested.
    :param games: the games that the players may choose from; ``game`` alone if none are given.
    :param strategies: those that the computer may guess by.
    :param seed: a class code: the same code gives the same lots, codes and guesses of the
        computer.
    :param thinking: whether the computer's thinking is shown at first.

    ``match`` is the match as it stands, None before one is agreed on.
    """

    _esm = source("dom.js", "keeping.js", "table.js", "match_board.js")
    _css = source("common.css", "board.css", "table.css", "match_board.css")

    thinking = traitlets.Bool()

    _texts = traitlets.Dict().tag(sync=True)
    _agreement = traitlets.Dict().tag(sync=True)
    _table = traitlets.Dict().tag(sync=True)
    _play = traitlets.Dict().tag(sync=True)

    def __init__(
        self,
        game: Rules = CLASSIC,
        *,
        games: Sequence[Rules] = (),
        strategies: Sequence[Strategy] = STRATEGIES,
        seed: int | str | None = None,
        thinking: bool = False,
    ) -> None:
        self._games = tuple(games) if game in games else (game, *games)
        self._strategies = tuple(strategies)
        self._rng = random.SystemRandom() if seed is None else random.Random(str(seed))
        self._match: Match | None = None
        self._round = self._news = 0
        self._lot = False
        self._slips: tuple[Refutation, ...] = ()
        self._at_screen: int | None = None
        super().__init__(
            thinking=thinking,
            _texts=match_texts(),
            _agreement=describe_choices(self._games, game, self._strategies),
        )
        self._show_table()
        self._show()
        self.observe(lambda _: self._show(), "thinking")

    def __repr__(self) -> str:
        if self._match is None:
            return "<MatchBoard>"
        return (
            f"<MatchBoard {self._match.game.key}: game {len(self._match.played)} of "
            f"{self._match.games}, {self._match.phase.value}>"
        )

    # ---- a match -------------------------------------------------------------------------

    @property
    def match(self) -> Match | None:
        """The match as it stands."""
        return self._match

    @property
    def stage(self) -> Stage:
        """What the page shows."""
        match = self._match
        if match is None:
            return Stage.AGREE
        if is_stuck(match):
            return Stage.MEND
        if self._opponent.is_to_guess(match):
            return Stage.MOVE
        if match.phase in HIDDEN_FROM_EACH_OTHER and not any(match.computers):
            return Stage(match.phase.value) if self._at_screen == match.turn else Stage.PASS
        return Stage(match.phase.value)

    def agree(
        self,
        players: tuple[str, str],
        *,
        game: Rules | None = None,
        games: int = 2,
        scoring: Scoring = Scoring.GUESSES,
        first_codemaker: int | None = None,
        answered_by_hand: bool = False,
        computers: tuple[str | None, str | None] = (None, None),
    ) -> None:
        """Begin a match; who hides the first code is drawn by lot if it is not given.

        :raises InvalidMatch: as :func:`~mastermind_edu.games.match.new_match`.
        :raises UnknownStrategy: if the computer is to guess by a strategy that there is not.
        """
        first = draw_lots(self._rng) if first_codemaker is None else first_codemaker
        match = new_match(
            game or self._games[0],
            players,
            games=games,
            scoring=scoring,
            first_codemaker=first,
            answered_by_hand=answered_by_hand,
            computers=computers,
        )
        self._begin(match, lot=first_codemaker is None)

    def take(self) -> None:
        """Let the player whose turn it is take the screen over.

        :raises OutOfTurn: if it is nobody's turn.
        """
        match = self._agreed()
        if match.turn is None:
            raise OutOfTurn(prompt(match))
        self._at_screen = match.turn
        self._news += 1
        self._show()

    def hide(self, code: str | Iterable[Hashable] | None) -> None:
        """Let the codemaker hide a code, its notation, or None for one on paper.

        :raises ValueError: as :meth:`~mastermind_edu.games.match.Match.hide`.
        """
        match = self._agreed()
        secret = match.game.space.parse(code) if isinstance(code, str) else code
        self._move(match.hide(secret), at_screen=match.turn)

    def guess(self, code: str | Iterable[Hashable]) -> None:
        """Let the codebreaker guess a code, or its notation.

        :raises ValueError: as :meth:`~mastermind_edu.games.match.Match.guess`.
        """
        match = self._agreed()
        self._refuse_if_stuck(match)
        guess = match.game.space.parse(code) if isinstance(code, str) else code
        self._move(match.guess(guess), at_screen=match.turn)

    def move(self) -> None:
        """Let the computer guess.

        :raises OutOfTurn: if that is not due.
        """
        match = self._agreed()
        self._refuse_if_stuck(match)
        self._move(self._opponent.guess(match))

    def answer(self, feedback: Iterable[Hashable]) -> None:
        """Let the codemaker answer.

        :raises ValueError: as :meth:`~mastermind_edu.games.match.Match.answer`.
        """
        match = self._agreed()
        try:
            answered = match.answer(feedback)
        except WrongAnswer as wrong:
            asked = Row(match.current.asked or (), match.game.check_feedback(feedback))
            self._slips = (_slip(match, len(match.current.rows), asked, wrong.expected),)
            self._show()
            raise
        self._move(answered)

    def correct(self, row: int, feedback: Iterable[Hashable]) -> None:
        """Let the codemaker answer a row of the game anew, counted from 0.

        :raises ValueError: as :meth:`~mastermind_edu.games.match.Match.correct`.
        """
        self._move(self._agreed().correct(row, feedback))

    def reveal(self, code: str | Iterable[Hashable]) -> None:
        """Let the codemaker tell the code that was on paper, which puts wrong answers right.

        :raises ValueError: as :meth:`~mastermind_edu.games.match.Match.reveal`.
        """
        match = self._agreed()
        told = match.reveal(match.game.space.parse(code) if isinstance(code, str) else code)
        slips = tuple(
            _slip(told, index, row, right.feedback)
            for index, (row, right) in enumerate(
                zip(match.current.rows, told.current.rows, strict=False)
            )
            if row != right
        )
        self._move(told, slips=slips)

    def give_up(self) -> None:
        """Let the codebreaker give this game up.

        :raises OutOfTurn: if it is not the codebreaker's turn.
        """
        match = self._agreed()
        self._refuse_if_stuck(match)
        self._move(match.give_up())

    def swap(self) -> None:
        """Begin the next game, with the roles swapped.

        :raises OutOfTurn: if the game goes on, was the last, or has answers that cannot be.
        """
        match = self._agreed()
        self._refuse_if_stuck(match)
        self._move(match.swap(), at_screen=None)

    def save(self) -> str:
        """Return the match as a text that :meth:`load` takes; a code in play is sealed in it.

        :raises OutOfTurn: before a match has been agreed on.
        """
        return self._agreed().save()

    def load(self, text: str) -> None:
        """Go on with a saved match, in place of the one on the board.

        :raises DamagedMatch: if it cannot be read; the board stays as it was.
        """
        note = ""
        try:
            match = load_match(text)
        except SealedElsewhere as sealed:
            match, note = sealed.match, str(sealed)
        self._begin(match)
        if note:
            self.say(note)

    def restore(self, kept: Mapping[str, Any]) -> None:
        """Go on with the match that a page kept; whose turn it is takes the screen over.

        :raises DamagedMatch: as :meth:`load`.
        """
        text, lot, thinking = kept["match"], bool(kept["lot"]), bool(kept["thinking"])
        if text is None:
            self.new_match()
        else:
            self.load(text)
        self._lot, self.thinking = lot, thinking
        self._show()

    def _keep(self) -> dict[str, Any]:
        """Return what :meth:`restore` needs; nothing for rules that were not made here."""
        try:
            text = None if self._match is None else self._match.save()
        except UnknownGame:
            return {}
        return {
            "match": text,
            "lot": self._lot,
            "thinking": self.thinking,
            "done": self.stage is Stage.OVER,
        }

    def new_match(self) -> None:
        """Clear the board for players who agree on another match."""
        self._match = None
        self._lay_out()

    # ---- behind it -----------------------------------------------------------------------

    def _agreed(self) -> Match:
        if self._match is None:
            raise OutOfTurn(gettext("First agree on your match."))
        return self._match

    def _refuse_if_stuck(self, match: Match) -> None:
        if is_stuck(match):
            raise OutOfTurn(stuck_text(match))

    def _begin(self, match: Match, *, lot: bool = False) -> None:
        if match.answered_by_hand or any(match.computers):
            match.game.space.array()  # refuses a game too large to think about
        opponent = Opponent(match, self._rng)
        self._match, self._opponent = opponent.go_on(match), opponent
        self._lot, self._at_screen = lot, None
        self._lay_out()

    def _lay_out(self) -> None:
        self._round += 1
        self._slips = ()
        self._show_table()
        self._show()

    def _move(
        self,
        match: Match,
        *,
        at_screen: int | EllipsisType | None = ...,
        slips: tuple[Refutation, ...] = (),
    ) -> None:
        """Take over what a move has made of the match, and what the computer makes of it."""
        self._match = self._opponent.go_on(match)
        self._slips = slips
        if at_screen is not ...:
            self._at_screen = at_screen
        self._news += 1
        self._show()

    # ---- what a page may send ------------------------------------------------------------

    @property
    def actions(self) -> Mapping[str, Action]:
        """What the players can do on the board."""
        return {
            **super().actions,
            "agree": self._agree,
            "take": lambda _: self.take(),
            "hide": lambda content: self.hide(read_code(self._agreed().game, content)),
            "paper": lambda _: self.hide(None),
            "guess": lambda content: self.guess(read_code(self._agreed().game, content)),
            "move": lambda _: self.move(),
            "answer": lambda content: self.answer(read_answer(self._agreed().game, content)),
            "correct": lambda content: self.correct(
                read_row(content), read_answer(self._agreed().game, content)
            ),
            "reveal": lambda content: self.reveal(read_code(self._agreed().game, content)),
            "give_up": lambda _: self.give_up(),
            "swap": lambda _: self.swap(),
            "new": lambda _: self.new_match(),
            "peek": lambda _: self._peek(),
            "why": lambda _: self._why(),
            "think": self._think,
            "save": lambda _: self._send_file("mastermind-match.json", self.save()),
            "record": lambda _: self._send_file("mastermind-match.txt", record(self._agreed())),
            "load": self._load,
        }

    def _agree(self, content: Mapping[str, Any]) -> None:
        names, strategy = content.get("players"), content.get("strategy")
        index, rows, games = (content.get(name) for name in ("game", "rows", "games"))
        first, by_hand = content.get("first"), content.get("byHand")
        scoring = {way.value: way for way in Scoring}.get(str(content.get("scoring")))
        if (
            type(index) is not int
            or not 0 <= index < len(self._games)
            or type(rows) is not int
            or not 1 <= rows <= MOST_ROWS
            or type(games) is not int
            or scoring is None
            or strategy not in (None, *(one.key for one in self._strategies))
            or first not in (None, 0, 1)
            or not isinstance(by_hand, bool)
        ):
            raise InvalidMatch(gettext("Choose from the lists what you agree on."))
        if not isinstance(names, list) or [type(name) for name in names] != [str, str]:
            raise InvalidMatch(gettext("Write the name of each player."))
        self.agree(
            (" ".join(names[0].split()), " ".join(names[1].split())),
            game=self._games[index].with_rows(rows),
            games=games,
            scoring=scoring,
            first_codemaker=first,
            answered_by_hand=by_hand,
            computers=(None, strategy),
        )

    def _peek(self) -> None:
        """Show the codemaker, who is to answer, the code that this board keeps."""
        match = self._agreed()
        if match.phase is not Phase.ANSWER or match.current.secret is None:
            raise InvalidCode(gettext("There is no code to look at now."))
        self.send({"type": "secret", "secret": list(match.game.space.row(match.current.secret))})

    def _why(self) -> None:
        """Show the codemaker why an answer is wrong, which tells a lot about the code."""
        explained = explain_wrong(self._agreed(), self._slips)
        reasons = [row["pegs"] for row in explained["rows"]]
        self.send({"type": "why", "pegs": reasons})

    def _think(self, content: Mapping[str, Any]) -> None:
        thinking = content.get("on")
        if not isinstance(thinking, bool):
            raise ValueError(gettext("Thinking is shown, or not: expected true or false."))
        self.thinking = thinking

    def _send_file(self, name: str, text: str) -> None:
        self.send({"type": "file", "name": name, "text": text})

    def _load(self, content: Mapping[str, Any]) -> None:
        text = content.get("text")
        if not isinstance(text, str) or len(text) > LONGEST_FILE:
            raise DamagedMatch(gettext("This is not a saved match."))
        self.load(text)

    # ---- what the page is told -----------------------------------------------------------

    def _show_table(self) -> None:
        """Tell the page what has been agreed and what lies on the table."""
        agreed = {} if self._match is None else describe_agreed(self._match)
        self._table = agreed | {"round": self._round}

    def _show(self) -> None:
        """Tell the page how the match stands, and codes of games that have ended only."""
        match, stage = self._match, self.stage
        play: dict[str, Any] = {
            "round": self._round,
            "news": self._news,
            "stage": stage.value,
            "thinking": self.thinking,
        }
        if match is not None:
            plan = self._opponent.strategy(match) if self.thinking else None
            play |= describe_match(match, stage, lot=self._lot, slips=self._slips)
            play["thoughts"] = describe_thoughts(match, stage, plan)
        self._play = play
        self._kept = self._keep()


def _slip(match: Match, index: int, row: Row, expected: Feedback) -> Refutation:
    return Refutation(match.game, match.current.secret or (), index, row, expected)
