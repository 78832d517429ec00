"""What the pages around the lessons are told: the course, its lessons and the language."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Final, NamedTuple

from mastermind_edu.games.catalogue import CLASSIC
from mastermind_edu.games.codes import Code
from mastermind_edu.language import gettext, ngettext
from mastermind_edu.lessons.course import Lesson
from mastermind_edu.widgets.drawing import VIEW_BOX, draw_key, draw_peg
from mastermind_edu.widgets.wording import answer_keys

__all__ = ["Page", "PlayedRow", "lesson_path", "opening_game", "published"]

OPENING: Final = ("RGBY", "RBPG", "PBRO")
SECRET: Final = "BPRO"


class PlayedRow(NamedTuple):
    """A row of a board as drawings: its pegs and the key pegs of its answer."""

    pegs: tuple[str, ...]
    key_pegs: tuple[str, ...]


@dataclass(frozen=True)
class Page:
    """What the templates know about a page.

    :param language: the language of its texts.
    :param published: the lessons there are, by the path of their notebook.
    :param assets: the address of the files that pages load.
    """

    language: str
    published: Mapping[str, Lesson]
    assets: str

    def at(self, path: str) -> Page:
        """Return the same in the language of the notebook that has this path."""
        return replace(self, language=path.partition("/")[0])

    @property
    def lessons(self) -> tuple[Lesson, ...]:
        """The lessons that there are in the language of this page, in order."""
        return tuple(lesson for path, lesson in self.published.items() if path == self.path(lesson))

    @property
    def view_box(self) -> str:
        """The part of the plane that a drawn peg fills."""
        return VIEW_BOX

    def path(self, lesson: Lesson) -> str:
        """Return the path of a lesson's notebook in the language of this page."""
        return lesson_path(self.language, lesson)

    def gettext(self, message: str) -> str:
        """Return a text in the language of this page."""
        return gettext(message)

    def ngettext(self, singular: str, plural: str, n: int) -> str:
        """Return the form of a text that goes with ``n`` things."""
        return ngettext(singular, plural, n)


def lesson_path(language: str, lesson: Lesson) -> str:
    """Return the path of a lesson's notebook in the folder of the notebooks."""
    return f"{language}/{lesson.key}.ipynb"


def published(notebooks: Path, lessons: Sequence[Lesson]) -> dict[str, Lesson]:
    """Return the lessons that there is a notebook for, by its path, in every language."""
    languages = sorted(folder.name for folder in notebooks.iterdir() if folder.name[0] != ".")
    paths = {lesson_path(language, lesson): lesson for language in languages for lesson in lessons}
    return {path: lesson for path, lesson in paths.items() if (notebooks / path).is_file()}


def opening_game() -> tuple[PlayedRow, ...]:
    """Return the rows of a short game that is won, for the picture on the landing page."""
    secret = CLASSIC.space.parse(SECRET)
    return tuple(_played(secret, CLASSIC.space.parse(guess)) for guess in (*OPENING, SECRET))


def _played(secret: Code, guess: Code) -> PlayedRow:
    drawn = {key.meaning: draw_key(key) for key in CLASSIC.keys}
    answer = answer_keys(CLASSIC.feedback(secret, guess))
    return PlayedRow(
        pegs=tuple(draw_peg(CLASSIC.space.kind(peg)) for peg in guess),
        key_pegs=tuple(drawn[meaning] for meaning in answer),
    )
