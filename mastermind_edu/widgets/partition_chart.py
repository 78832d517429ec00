"""How a guess splits the candidates: a bar for each answer it can get."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from typing import Any, Final

import traitlets

from mastermind_edu.games.codes import Code
from mastermind_edu.games.feedback import Feedback
from mastermind_edu.games.rules import Rules
from mastermind_edu.language import gettext, ngettext, number
from mastermind_edu.solvers.candidates import PlayedRow, candidates
from mastermind_edu.solvers.partitions import Partition, partition
from mastermind_edu.widgets.base import Action, source
from mastermind_edu.widgets.drawing import draw_table
from mastermind_edu.widgets.following import FollowingWidget, Leader
from mastermind_edu.widgets.wording import answer_keys

__all__ = ["MOST_BARS", "PartitionChart"]

MOST_BARS: Final = 24
"""The most bars of one guess; the rest are told as a number."""


class PartitionChart(FollowingWidget):
    """The parts of one guess, or of several side by side.

    With ``guesses``, each splits the candidates after all rows, and the pupil can change its
    pegs. Without, the last row is shown: how its guess split the candidates before it, and
    which part really came.

    >>> from mastermind_edu.games.catalogue import CLASSIC
    >>> PartitionChart(CLASSIC, guesses=["1122", "1234"])
    <PartitionChart classic: 1122 13 parts, 1234 14 parts>

    :param subject: a game, or a board to follow.
    :param rows: the rows to begin with, when ``subject`` is a game.
    :raises InvalidCode: if one of ``guesses`` is not a code of the game.
    """

    _esm = source("dom.js", "partition_chart.js")
    _css = source("common.css", "partition_chart.css")

    _texts = traitlets.Dict().tag(sync=True)
    _state = traitlets.Dict().tag(sync=True)

    def __init__(
        self,
        subject: Rules | Leader,
        rows: Iterable[PlayedRow] = (),
        *,
        guesses: Sequence[str | Code] = (),
    ) -> None:
        game = subject if isinstance(subject, Rules) else subject.game
        self._guesses = [_code(game, guess) for guess in guesses]
        self._partitions: list[Partition] = []
        super().__init__(subject, rows, _texts=_texts())

    def __repr__(self) -> str:
        shown = (
            f"{''.join(str(peg + 1) for peg in self.game.space.row(one.guess))} {one.parts} parts"
            for one in self._partitions
        )
        return f"<PartitionChart {self.game.key}: {', '.join(shown) or 'nothing yet'}>"

    @property
    def partitions(self) -> tuple[Partition, ...]:
        """What is shown, guess by guess."""
        return tuple(self._partitions)

    def show(self) -> None:
        """Tell the page how the guesses split the candidates."""
        if self._guesses and any(guess not in self.game.space for guess in self._guesses):
            self._guesses = []
        happened: Feedback | None = None
        if self._guesses:
            guesses, before = self._guesses, self.rows
        elif self.rows:
            guesses, before = [self.rows[-1].guess], self.rows[:-1]
            happened = self.rows[-1].feedback
        else:
            guesses, before = [], ()
        left = candidates(self.game, before) if guesses else ()
        self._partitions = [partition(self.game, guess, left) for guess in guesses if len(left)]
        self._state = {
            **draw_table(self.game),
            "repeats": self.game.space.repeats,
            "editable": bool(self._guesses),
            "longest": max((one.largest for one in self._partitions), default=1),
            "panels": [self._panel(one, happened) for one in self._partitions],
        }

    def _panel(self, split: Partition, happened: Feedback | None) -> dict[str, Any]:
        order = {feedback: i for i, feedback in enumerate(self.game.feedbacks)}
        ranked = sorted(split.sizes, key=lambda answer: (-split.sizes[answer], order[answer]))
        shown = set(ranked[:MOST_BARS])
        if happened is not None:
            shown.add(happened)
        hidden = len(ranked) - len(shown)
        return {
            "guess": list(self.game.space.row(split.guess)),
            "code": self.game.space.spell(split.guess),
            "bars": [
                {
                    "answer": answer_keys(answer),
                    "words": str(answer),
                    "size": split.sizes[answer],
                    "text": number(split.sizes[answer]),
                    "happened": answer == happened,
                }
                for answer in sorted(shown, key=order.__getitem__)
            ],
            "rest": ngettext(
                "and {n} more part, no larger", "and {n} more parts, no larger", hidden
            ).format(n=hidden)
            if hidden
            else "",
            "figures": _figures(split),
        }

    @property
    def actions(self) -> Mapping[str, Action]:
        """What a pupil can do with the chart."""
        return {"change": self._change}

    def _change(self, content: Mapping[str, Any]) -> None:
        panel, positions = content.get("panel"), content.get("guess")
        kinds = range(len(self.game.space.kinds))
        if (
            type(panel) is not int
            or panel not in range(len(self._guesses))
            or not isinstance(positions, list)
            or not all(type(position) is int and position in kinds for position in positions)
        ):
            raise ValueError(gettext("There is no such peg to change."))
        self._guesses[panel] = self.game.space.check(self.game.space.code(positions))
        self.show()


def _code(game: Rules, guess: str | Code) -> Code:
    return game.space.parse(guess) if isinstance(guess, str) else game.space.check(guess)


def _figures(split: Partition) -> list[dict[str, str]]:
    return [
        {"name": gettext("different answers"), "value": number(split.parts)},
        {"name": gettext("left at worst"), "value": number(split.largest)},
        {"name": gettext("left on average"), "value": number(split.expected, 1)},
        {"name": gettext("bits learnt on average"), "value": number(split.bits, 2)},
        {
            "name": gettext("may be the code itself"),
            "value": gettext("yes") if split.candidate else gettext("no"),
        },
    ]


def _texts() -> dict[str, str]:
    return {
        "title": gettext("How a guess splits the codes"),
        "start": gettext("Make a guess, and see here how it split the codes that were possible."),
        "turn": gettext("Press a peg to change it, or type a letter."),
        "answer": gettext("Answer"),
        "codes": gettext("Codes that would give it"),
        "happened": gettext("this came"),
        "change": gettext("Place {place}: {peg}. Press to change."),
        "caption": gettext("The guess {code}"),
    }
