"""Pictures that stand between the paragraphs of a lesson."""

from __future__ import annotations

from dataclasses import dataclass
from html import escape

from mastermind_edu.games.feedback import Feedback, PerPosition
from mastermind_edu.games.rules import Rules
from mastermind_edu.language import gettext
from mastermind_edu.widgets.drawing import VIEW_BOX, draw_key, draw_peg
from mastermind_edu.widgets.wording import answer_keys, legend

__all__ = ["Example"]

PEG = 40
KEY = 22
LABEL = 92


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
            _line(self._key(entry["meaning"]), escape(f"{entry['name']}: {entry['words']}"), KEY)
            for entry in legend(self.game)
        )
        caption = f"{escape(str(self.feedback))}{''.join(legends)}"
        return (
            f'<figure style="margin: 0.5rem 0">{"".join(lines)}'
            f'<figcaption style="margin-top: 0.5rem">{caption}</figcaption></figure>'
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
        """Draw the key peg for ``meaning``; some games have none for what is absent."""
        keys = [key for key in self.game.keys if key.meaning == meaning]
        return "".join(_svg(draw_key(key), key.name, KEY) for key in keys)


def _line(label: str, content: str, width: int = LABEL) -> str:
    return (
        '<div style="display: flex; gap: 0.5rem; align-items: center; margin: 0.25rem 0">'
        f'<span style="flex: none; width: {width}px">{label}</span>{content}</div>'
    )


def _slot(content: str) -> str:
    return f'<span style="display: flex; justify-content: center; width: {PEG}px">{content}</span>'


def _svg(drawing: str, name: str, size: int) -> str:
    return (
        f'<svg role="img" aria-label="{escape(name)}" viewBox="{VIEW_BOX}"'
        f' width="{size}" height="{size}" style="flex: none">{drawing}</svg>'
    )
