"""Pictures that stand between the paragraphs of a lesson."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from html import escape

from mastermind_edu.games.feedback import Counted, Feedback, PerPosition
from mastermind_edu.games.rules import Rules
from mastermind_edu.language import gettext
from mastermind_edu.lessons.questions import MarkAGuess
from mastermind_edu.widgets.drawing import VIEW_BOX, draw_key, draw_no_key, draw_peg
from mastermind_edu.widgets.wording import answer_keys, legend

__all__ = ["AnswerTable", "Example", "Joined"]

PEG = 40
KEY = 22
LABEL = 112
GAP = 62
CAPTION = "max-width: 44rem"
CELL = "width: 3.4rem; height: 2.9rem; padding: 2px; border: 0; text-align: center"


@dataclass(frozen=True)
class Example:
    """A hidden code, one guess and the answer to it, each as pegs and in words.

    Codes are given in numbers, which mean the same in every language:
    ``Example(CLASSIC, secret="1234", guess="1562")``.

    :raises InvalidCode: if one of the two is not a code of ``game``.
    """

    game: Rules
    secret: str
    guess: str

    def __post_init__(self) -> None:
        for code in (self.secret, self.guess):
            self.game.space.parse(code)

    @property
    def feedback(self) -> Feedback:
        """The answer to the guess."""
        parse = self.game.space.parse
        return self.game.feedback(parse(self.secret), parse(self.guess))

    def _repr_html_(self) -> str:
        lines = (
            _line(gettext("Hidden code"), self._pegs(self.secret)),
            _line(gettext("Guess"), self._pegs(self.guess)),
            _line(gettext("Answer"), self._answer()),
        )
        legends = (
            _line(_unsaid(self._key(one["meaning"])), escape(f"{one['lead']} {one['words']}"), KEY)
            for one in legend(self.game)
        )
        return (
            f'<figure style="margin: 0.5rem 0">{"".join(lines)}'
            f'<figcaption style="{CAPTION}; margin-top: 0.5rem">{escape(str(self.feedback))}'
            f'<div style="margin-top: 0.75rem; font-size: 0.95em">{"".join(legends)}</div>'
            "</figcaption></figure>"
        )

    def _pegs(self, text: str) -> str:
        space = self.game.space
        kinds = map(space.kind, space.parse(text))
        return "".join(_slot(_svg(draw_peg(kind), kind.name, PEG)) for kind in kinds)

    def _answer(self) -> str:
        """Draw the key pegs: side by side, or each below its peg if it belongs to one."""
        keys = map(self._key, answer_keys(self.feedback))
        return "".join(map(_slot, keys) if isinstance(self.feedback, PerPosition) else keys)

    def _key(self, meaning: str) -> str:
        """Draw the key peg for ``meaning``, or the empty place of what is absent."""
        for key in self.game.keys:
            if key.meaning == meaning:
                return _svg(draw_key(key), key.name, KEY)
        return _svg(draw_no_key(), gettext("none"), KEY)


@dataclass(frozen=True)
class Joined:
    """A code above a guess, with a line for each key peg, and the two steps in words.

    A thick line joins equal pegs of one place, a dashed one equal pegs of two places. It is
    for games with counted answers.

    :raises InvalidCode: if one of the two is not a code of ``game``.
    """

    game: Rules
    secret: str
    guess: str

    def __post_init__(self) -> None:
        for code in (self.secret, self.guess):
            self.game.space.parse(code)

    @property
    def pairs(self) -> tuple[tuple[int, int], ...]:
        """The places, in the guess and in the code, of the pegs that a key peg joins."""
        secret, guess = map(self.game.space.parse, (self.secret, self.guess))
        places = range(len(secret))
        pairs = [(place, place) for place in places if secret[place] == guess[place]]
        free = [place for place in places if secret[place] != guess[place]]
        for place in tuple(free):
            partners = [other for other in free if secret[other] == guess[place]]
            if partners:
                free.remove(partners[0])
                pairs.append((place, partners[0]))
        return tuple(pairs)

    def _repr_html_(self) -> str:
        space = self.game.space
        codes = [(gettext("Code"), self.secret), (gettext("Guess"), self.guess)]
        label = "; ".join(f"{name}: {space.spell(space.parse(code))}" for name, code in codes)
        question = MarkAGuess(
            game=self.game, secret=space.parse(self.secret), guess=space.parse(self.guess)
        )
        caption = question.explain(question.solution)
        width = LABEL + GAP * space.pegs
        return (
            '<figure style="margin: 0.5rem 0">'
            f'<svg role="img" aria-label="{escape(label)}" viewBox="0 0 {width} 150"'
            f' style="display: block; width: 100%; max-width: {width}px">'
            f"{''.join(self._drawing(codes))}</svg>"
            f'<figcaption style="{CAPTION}; margin-top: 0.35rem; white-space: pre-line">'
            f"{escape(caption)}"
            "</figcaption></figure>"
        )

    def _drawing(self, codes: list[tuple[str, str]]) -> Iterator[str]:
        space = self.game.space
        for guess, secret in self.pairs:
            style = (
                'stroke-width="4"'
                if guess == secret
                else 'stroke-width="2.5" stroke-dasharray="6 5"'
            )
            yield (
                f'<path d="M{_centre(secret)} 48L{_centre(guess)} 102" {style}'
                ' stroke="currentColor" stroke-linecap="round"/>'
            )
        for y, (name, code) in zip((24, 126), codes, strict=True):
            yield f'<text y="{y + 5}" font-size="15" fill="currentColor">{escape(name)}</text>'
            for place, peg in enumerate(space.parse(code)):
                yield (
                    f'<svg x="{_centre(place) - PEG / 2}" y="{y - PEG / 2}" width="{PEG}"'
                    f' height="{PEG}" viewBox="{VIEW_BOX}">{draw_peg(space.kind(peg))}</svg>'
                )


@dataclass(frozen=True)
class AnswerTable:
    """All answers of a game with counted answers, and the one that can never be.

    A line for each number of pegs in the right place, a column for each in the wrong place.
    """

    game: Rules

    def _repr_html_(self) -> str:
        counts = range(self.game.space.pegs + 1)
        head = "".join(f'<th scope="col" style="{CELL}">{misplaced}</th>' for misplaced in counts)
        lines = "".join(
            f'<tr><th scope="row" style="{CELL}">{exact}</th>'
            + "".join(self._cell(Counted(exact, misplaced)) for misplaced in counts)
            + "</tr>"
            for exact in counts
        )
        return (
            '<table style="border-collapse: collapse; margin: 0.5rem 0; font-size: 0.95rem">'
            f'<caption style="text-align: start">{escape(self._caption)}</caption>'
            f"<thead><tr><td></td>{head}</tr></thead><tbody>{lines}</tbody></table>"
        )

    @property
    def _caption(self) -> str:
        return gettext(
            "Down the side: how many pegs are in the right place. Along the top: how many are in "
            "the wrong place. There are {n} answers."
        ).format(n=len(self.game.feedbacks))

    def _cell(self, answer: Counted) -> str:
        if sum(answer) > self.game.space.pegs:
            return f'<td style="{CELL}"></td>'
        if answer not in self.game.feedbacks:
            words = escape(gettext("cannot be"))
            return f'<td style="{CELL}; border: 2px dashed currentColor">{words}</td>'
        keys = {key.meaning: key for key in self.game.keys}
        drawn = "".join(
            _svg(draw_key(keys[meaning]), keys[meaning].name, 15) for meaning in answer_keys(answer)
        )
        return (
            f'<td style="{CELL}; border: 1px solid currentColor">'
            '<span style="display: flex; flex-wrap: wrap; gap: 2px; justify-content: center;'
            f' width: 34px; margin: auto" title="{escape(str(answer))}">{drawn or "–"}</span></td>'
        )


def _centre(place: int) -> float:
    return LABEL + GAP * (place + 0.5)


def _line(label: str, content: str, width: int = LABEL) -> str:
    return (
        '<div style="display: flex; gap: 0.5rem; align-items: center; margin: 0.25rem 0">'
        f'<span style="flex: none; width: {width}px">{label}</span>{content}</div>'
    )


def _unsaid(drawing: str) -> str:
    """Keep a drawing from a screen reader, since the words beside it say the same."""
    return f'<span aria-hidden="true" style="display: flex">{drawing}</span>'


def _slot(content: str) -> str:
    return f'<span style="display: flex; justify-content: center; width: {PEG}px">{content}</span>'


def _svg(drawing: str, name: str, size: int) -> str:
    return (
        f'<svg role="img" aria-label="{escape(name)}" viewBox="{VIEW_BOX}"'
        f' width="{size}" height="{size}" style="flex: none">{drawing}</svg>'
    )
