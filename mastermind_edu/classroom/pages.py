"""What the pages around the lessons are told: the course, its lessons and the language."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Final, NamedTuple

from mastermind_edu.classroom.school_class import Attendance
from mastermind_edu.games.catalogue import CLASSIC
from mastermind_edu.games.codes import Code
from mastermind_edu.language import LANGUAGES, address, catalogue, find_language, number, speaking
from mastermind_edu.lessons.course import Lesson
from mastermind_edu.widgets.drawing import VIEW_BOX, draw_key, draw_peg
from mastermind_edu.widgets.wording import answer_keys

__all__ = ["Page", "PlayedRow", "lesson_path", "published"]

ASKED: Final = re.compile(
    r"\s*(?P<language>[A-Za-z0-9-]+)\s*(?:;\s*q\s*=\s*(?P<weight>[01](?:\.[0-9]*)?)\s*)?"
)
"""One part of a header ``Accept-Language``, such as ``pt-BR`` or ``es;q=0.8``."""

SECRET: Final = (2, 4, 0, 5)
GUESSES: Final = ((0, 1, 2, 3), (0, 2, 4, 1), (4, 2, 0, 5), SECRET)


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
    :param owner: whose page it is, where people have accounts or are pupils of a class.
    :param attendance: how who looks at the page stands to the class, where there is one.
    :param log_out: the address that ends the login, where there is one.
    """

    language: str
    published: Mapping[str, Lesson]
    assets: str
    owner: str = ""
    attendance: Attendance | None = None
    log_out: str = ""

    def within(self, language: str) -> Page:
        """Return the same in another language."""
        return replace(self, language=language)

    def at(self, path: str) -> Page:
        """Return the same in the language of the notebook that has this path."""
        return self.within(_language(path.partition("/")[0]))

    def for_reader(self, accepted: str) -> Page:
        """Return the same in the first language there is that a reader's browser asks for.

        :param accepted: the header ``Accept-Language`` of the request.
        """
        there = {page.language: page for page in self.languages}
        for wanted in _by_preference(accepted):
            if wanted in there:
                return there[wanted]
        return self

    @property
    def address(self) -> str:
        """How the language is named in addresses."""
        return address(self.language)

    @property
    def language_name(self) -> str:
        """The language's own name."""
        return LANGUAGES.get(self.language, self.language)

    @property
    def languages(self) -> tuple[Page, ...]:
        """The same page in every language that there are lessons in."""
        there = {path.partition("/")[0] for path in self.published}
        return tuple(self.within(one) for one in LANGUAGES if address(one) in there)

    def there(self) -> Page:
        """Return the same in its own language, or in the first that there are lessons in."""
        return next(iter(self.languages), self) if self not in self.languages else self

    @property
    def lessons(self) -> tuple[Lesson, ...]:
        """The lessons that there are in the language of this page, in order."""
        return tuple(lesson for path, lesson in self.published.items() if path == self.path(lesson))

    @property
    def view_box(self) -> str:
        """The part of the plane that a drawn peg fills."""
        return VIEW_BOX

    @property
    def opening_game(self) -> tuple[PlayedRow, ...]:
        """The rows of a short game that is won, for the picture on the landing page."""
        with speaking(self.language):
            return tuple(_played(SECRET, guess) for guess in GUESSES)

    def home(self, base: str) -> str:
        """Return the address of the landing page in the language of this page."""
        return f"{base}{self.address}/"

    def elsewhere(self, base: str, key: str) -> str:
        """Return the address of the lesson ``key`` in this language, or of the landing page."""
        lesson = self.published.get(f"{self.address}/{key}.ipynb")
        return self.lesson_address(base, lesson) if lesson else self.home(base)

    def lesson_address(self, base: str, lesson: Lesson) -> str:
        """Return the address of a lesson in the language of this page."""
        return f"{base}voila/render/{self.path(lesson)}"

    def path(self, lesson: Lesson) -> str:
        """Return the path of a lesson's notebook in the language of this page."""
        return lesson_path(self.language, lesson)

    def gettext(self, message: str) -> str:
        """Return a text in the language of this page."""
        return catalogue(self.language).gettext(message)

    def decimal(self, value: float) -> str:
        """Return a number with one decimal as the language of this page writes it."""
        with speaking(self.language):
            return number(value, 1)

    def ngettext(self, singular: str, plural: str, n: int) -> str:
        """Return the form of a text that goes with ``n`` things."""
        return catalogue(self.language).ngettext(singular, plural, n)


def _language(folder: str) -> str:
    """Return the language whose notebooks are in a folder of this name."""
    return next((one for one in LANGUAGES if address(one) == folder), folder)


def _by_preference(accepted: str) -> Iterator[str | None]:
    """Yield what is asked for in a header ``Accept-Language``, the dearest first."""
    asked = filter(None, map(ASKED.fullmatch, accepted.split(",")))
    weighed = [(float(one["weight"] or 1), one["language"]) for one in asked]
    for weight, language in sorted(weighed, key=lambda one: -one[0]):
        if weight > 0:
            yield find_language(language)


def lesson_path(language: str, lesson: Lesson) -> str:
    """Return the path of a lesson's notebook in the folder of the notebooks."""
    return f"{address(language)}/{lesson.key}.ipynb"


def published(notebooks: Path, lessons: Sequence[Lesson]) -> dict[str, Lesson]:
    """Return the lessons that there is a notebook for, by its path, in every language.

    A link that leads out of the folder of the notebooks leads to no lesson.
    """
    languages = sorted(folder.name for folder in notebooks.iterdir() if folder.name[0] != ".")
    paths = {f"{folder}/{lesson.key}.ipynb": lesson for folder in languages for lesson in lessons}
    return {path: lesson for path, lesson in paths.items() if _is_within(notebooks, path)}


def _is_within(folder: Path, path: str) -> bool:
    file = (folder / path).resolve()
    return file.is_file() and file.is_relative_to(folder.resolve())


def _played(secret: Code, guess: Code) -> PlayedRow:
    drawn = {key.meaning: draw_key(key) for key in CLASSIC.keys}
    answer = answer_keys(CLASSIC.feedback(secret, guess))
    return PlayedRow(
        pegs=tuple(draw_peg(CLASSIC.space.kind(peg)) for peg in guess),
        key_pegs=tuple(drawn[meaning] for meaning in answer),
    )
