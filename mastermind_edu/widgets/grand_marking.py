"""How a guess of Grand Mastermind is marked: arcs that join pegs, one step after another."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, Final

import traitlets

from mastermind_edu.games.catalogue import GRAND
from mastermind_edu.games.codes import Code
from mastermind_edu.games.grand import (
    Pair,
    Pairing,
    best_pairing,
    explain,
    left_to_right,
    markings,
)
from mastermind_edu.games.rules import Rules
from mastermind_edu.language import gettext, ngettext, pgettext
from mastermind_edu.widgets.base import Action, LessonWidget, source
from mastermind_edu.widgets.drawing import draw_key, draw_peg
from mastermind_edu.widgets.wording import answer_keys

__all__ = ["MOST_WAYS", "GrandMarking"]

MOST_WAYS: Final = 9
"""The most markings that are shown side by side; no pair of the full game has more."""

REVEALED: Final = (
    (),
    ("exact",),
    ("exact", "misplaced"),
    ("exact", "misplaced"),
    ("exact", "misplaced", "partial"),
    ("exact", "misplaced", "partial"),
)
"""Which arcs are drawn at each step: nothing, then with each sentence of the explanation."""

CHOICE: Final = 3
"""The step that speaks of the choice; from it on, all the ways are in view."""


class GrandMarking(LessonWidget):
    """The marking of one guess, step by step; where there is a choice, with all legal markings.

    Where there is a choice, the pupil may also join pegs and see what that would score.

    >>> GrandMarking("YsRcRcRc", "RcBcGtGt")
    <GrandMarking YsRcRcRc / RcBcGtGt: 0, 1, 1 of 3 ways>

    :param secret: the code to find, or its notation.
    :param guess: the guess, or its notation.
    :param game: the game whose codes they are.
    :raises InvalidCode: if one of them is not a code of the game.
    """

    _esm = source("dom.js", "grand_marking.js")
    _css = source("common.css", "grand_marking.css")

    _texts = traitlets.Dict().tag(sync=True)
    _state = traitlets.Dict().tag(sync=True)
    _tried = traitlets.Dict().tag(sync=True)

    def __init__(self, secret: str | Code, guess: str | Code, *, game: Rules = GRAND) -> None:
        self.game = game
        self._set(secret, guess)
        super().__init__(_texts=_texts())
        self._show_state()

    def __repr__(self) -> str:
        space = self.game.space
        codes = f"{space.format(self.secret)} / {space.format(self.guess)}"
        answer = ", ".join(str(count) for count in self.best.answer)
        ways = "1 way" if len(self.ways) == 1 else f"{len(self.ways)} ways"
        return f"<GrandMarking {codes}: {answer} of {ways}>"

    def _set(self, secret: str | Code, guess: str | Code) -> None:
        self.secret, self.guess = (
            self.game.space.parse(code) if isinstance(code, str) else self.game.space.check(code)
            for code in (secret, guess)
        )
        self.best = best_pairing(self.secret, self.guess)
        self.ways = markings(self.secret, self.guess)

    def show(self, secret: str | Code, guess: str | Code) -> None:
        """Mark another guess instead.

        :raises InvalidCode: if one of them is not a code of the game; nothing has changed then.
        """
        self._set(secret, guess)
        self._show_state()

    def _show_state(self) -> None:
        space = self.game.space
        hurried = left_to_right(self.secret, self.guess)
        first = (self.best, hurried)
        shown = sorted(self.ways, key=lambda way: (way not in first, not way.is_best))[:MOST_WAYS]
        self._tried = {}
        self._state = {
            "secret": self._pegs(self.secret),
            "guess": self._pegs(self.guess),
            "keys": {key.meaning: draw_key(key) for key in self.game.keys},
            "steps": [gettext("Secret above, guess below."), *explain(self.secret, self.guess)],
            "revealed": [list(meanings) for meanings in REVEALED],
            "choice": CHOICE,
            "best": self._arcs(self.best),
            "ways": [self._way(way, hurried) for way in shown] if len(shown) > 1 else [],
            "waysTitle": _ways_title(len(shown), len(self.ways)),
            "codes": gettext("Secret: {secret}. Guess: {guess}.").format(
                secret=space.spell(self.secret), guess=space.spell(self.guess)
            ),
        }

    def _pegs(self, code: Code) -> list[dict[str, str]]:
        kinds = [self.game.space.kind(peg) for peg in code]
        return [{"name": kind.name, "drawing": draw_peg(kind)} for kind in kinds]

    def _arcs(self, way: Pairing) -> list[dict[str, Any]]:
        """Return the pairs of a marking with their meaning, from left to right of the guess."""
        return [
            {"meaning": meaning, "guess": pair.guess, "secret": pair.secret}
            for meaning in ("exact", "misplaced", "partial")
            for pair in getattr(way, meaning)
        ]

    def _way(self, way: Pairing, hurried: Pairing) -> dict[str, Any]:
        notes = []
        if way.is_best:
            notes.append(gettext("This counts: it gives the most blue."))
        if way == hurried:
            notes.append(gettext("So marks who goes from left to right."))
        return {
            "arcs": self._arcs(way),
            "label": _pairs_text(way),
            "answer": answer_keys(way.answer),
            "words": str(way.answer),
            "best": way.is_best,
            "note": " ".join(notes),
        }

    @property
    def actions(self) -> Mapping[str, Action]:
        """What a pupil can do with the marking."""
        return {"try": self._try}

    def _try(self, content: Mapping[str, Any]) -> None:
        """Score white pairs that the pupil has joined, or say why they are not legal."""
        pairs = content.get("pairs")
        if not isinstance(pairs, list) or len(pairs) > len(self.guess):
            raise ValueError(gettext("Join a peg of the guess with a peg of the secret."))
        joined = tuple(sorted(self._read_pair(pair) for pair in pairs))
        self._tried = {"pairs": [list(pair) for pair in joined]} | self._judge(joined)

    def _read_pair(self, pair: object) -> Pair:
        places = range(len(self.guess))
        if (
            not isinstance(pair, list)
            or len(pair) != 2
            or not all(type(end) is int and end in places for end in pair)
        ):
            raise ValueError(gettext("Join a peg of the guess with a peg of the secret."))
        return Pair(*pair)

    def _judge(self, pairs: tuple[Pair, ...]) -> dict[str, Any]:
        try:
            way = Pairing(self.best.secret, self.best.guess, pairs)
        except ValueError as error:
            return {"text": str(error), "arcs": [], "legal": False, "best": False}
        if way.is_best:
            text = gettext("{answer}. That counts: no other way gives more blue.")
        else:
            text = gettext("{answer}. Legal, but another way gives more blue.")
        return {
            "text": text.format(answer=way.answer),
            "arcs": self._arcs(way),
            "legal": True,
            "best": way.is_best,
        }


def _pairs_text(way: Pairing) -> str:
    """Say which pegs a marking joins, for those who do not see the arcs."""
    return " ".join(
        text.format(guess=pair.guess + 1, secret=pair.secret + 1)
        for text, pairs in (
            (gettext("Black: place {guess}."), way.exact),
            (
                gettext("White: place {guess} of the guess, place {secret} of the secret."),
                way.misplaced,
            ),
            (gettext("Blue: place {guess}."), way.partial),
        )
        for pair in pairs
    )


def _ways_title(shown: int, count: int) -> str:
    if shown == count:
        return gettext("All the ways to mark it")
    text = ngettext(
        "{shown} of the {count} way to mark it", "{shown} of the {count} ways to mark it", count
    )
    return text.format(shown=shown, count=count)


def _texts() -> dict[str, str]:
    return {
        "title": gettext("How the guess is marked"),
        "secret": gettext("Secret"),
        "guess": gettext("Guess"),
        "play": pgettext("button", "Play"),
        "pause": gettext("Pause"),
        "back": gettext("Back"),
        "forward": gettext("Forward"),
        "step": gettext("Step {step} of {steps}"),
        "try": gettext("Join the white pairs yourself"),
        "tryHelp": gettext(
            "Choose a peg of the guess, then the equal peg of the secret that it goes with. "
            "Choose a joined peg to free it."
        ),
        "pegOf": gettext("{code}, place {place}: {peg}"),
        "joined": gettext("joined with place {place}"),
        "chosen": gettext("chosen"),
        "again": gettext("Start again"),
    }
