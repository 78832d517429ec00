"""The course: where its files are, and its lessons in order."""

from __future__ import annotations

import re
import tomllib
from collections.abc import Iterable
from dataclasses import dataclass
from pathlib import Path
from typing import Any, Final, NoReturn

from mastermind_edu.language import gettext
from mastermind_edu.material import material

__all__ = ["KEY", "InvalidSyllabus", "Lesson", "course_folder", "notebooks_folder", "syllabus"]

KEY: Final = re.compile(r"(?P<number>[0-9]{2})-[a-z0-9]+(-[a-z0-9]+)*")
"""What the key of a lesson looks like."""

TEXTS: Final = ("key", "title", "question")
LISTS: Final = ("objectives", "prerequisites", "key_points")
FIELDS: Final = frozenset((*TEXTS, *LISTS, "minutes"))


class InvalidSyllabus(ValueError):
    """The syllabus cannot be read; the message names the lesson and what was expected."""


@dataclass(frozen=True)
class Lesson:
    """One lesson as the syllabus describes it; its texts are in the source language.

    :param key: names its files: a number of two digits and a short name, ``01-play``.
    :param number: the number that its key begins with.
    :param minutes: how long a class takes for it.
    :param objectives: what a pupil can do afterwards.
    :param prerequisites: keys of the lessons that should come before it.
    :param question: the question that the lesson answers.
    :param key_points: what to remember; they stand at its end.
    """

    key: str
    number: int
    title: str
    minutes: int
    objectives: tuple[str, ...]
    prerequisites: tuple[str, ...]
    question: str
    key_points: tuple[str, ...]

    @property
    def heading(self) -> str:
        """Its number and its title, in the current language."""
        return gettext("Lesson {number}: {title}").format(
            number=self.number, title=gettext(self.title)
        )


def course_folder() -> Path:
    """Return the folder that authors edit: syllabus, lesson sources, Voilà template, locale."""
    return material("course")


def notebooks_folder() -> Path:
    """Return the folder of the built notebooks, which has one folder for each language."""
    return material("notebooks")


def syllabus(folder: Path | None = None) -> tuple[Lesson, ...]:
    """Return the lessons in order, as ``syllabus.toml`` in the course's folder names them.

    :param folder: a course's folder; this course's own if none is given.
    :raises InvalidSyllabus: if the file is missing, is not TOML, or a lesson in it is wrong.
    """
    file = (course_folder() if folder is None else folder) / "syllabus.toml"
    try:
        content = tomllib.loads(file.read_text(encoding="utf-8"))
    except FileNotFoundError:
        raise InvalidSyllabus(gettext("There is no syllabus {file}.").format(file=file)) from None
    except (tomllib.TOMLDecodeError, UnicodeDecodeError) as error:
        raise InvalidSyllabus(
            gettext("{file} cannot be read as TOML: {error}.").format(file=file, error=error)
        ) from error
    tables = content.get("lesson")
    if not (
        isinstance(tables, list) and tables and all(isinstance(table, dict) for table in tables)
    ):
        raise InvalidSyllabus(
            gettext("Expected a table [[lesson]] for each lesson in {file}.").format(file=file)
        )
    lessons = tuple(_lesson(table, place) for place, table in enumerate(tables, start=1))
    _check_order(lessons)
    return lessons


def _lesson(table: dict[str, Any], place: int) -> Lesson:
    name = str(table.get("key", place))
    for missing in sorted(FIELDS - table.keys()):
        raise InvalidSyllabus(
            gettext("Lesson {name} has no {field}.").format(name=name, field=missing)
        )
    for unknown in sorted(table.keys() - FIELDS):
        raise InvalidSyllabus(
            gettext("Lesson {name} has an unknown field {field}; expected {known}.").format(
                name=name, field=unknown, known=", ".join(sorted(FIELDS))
            )
        )
    for field in TEXTS:
        if not _is_text(table[field]):
            _refuse(name, field, gettext("a text"), table[field])
    for field in LISTS:
        if not isinstance(table[field], list) or not all(map(_is_text, table[field])):
            _refuse(name, field, gettext("a list of texts"), table[field])
    if type(table["minutes"]) is not int or table["minutes"] < 1:
        _refuse(name, "minutes", gettext("a whole number from 1"), table["minutes"])
    key = KEY.fullmatch(table["key"])
    if key is None:
        _refuse(name, "key", gettext("two digits and a short name, such as 01-play"), table["key"])
    return Lesson(
        key=table["key"],
        number=int(key["number"]),
        title=table["title"],
        minutes=table["minutes"],
        objectives=tuple(table["objectives"]),
        prerequisites=tuple(table["prerequisites"]),
        question=table["question"],
        key_points=tuple(table["key_points"]),
    )


def _check_order(lessons: Iterable[Lesson]) -> None:
    before: list[Lesson] = []
    for lesson in lessons:
        if before and lesson.number <= before[-1].number:
            raise InvalidSyllabus(
                gettext("Lesson {name} comes after {before}, so it needs a higher number.").format(
                    name=lesson.key, before=before[-1].key
                )
            )
        for key in lesson.prerequisites:
            if key not in [earlier.key for earlier in before]:
                raise InvalidSyllabus(
                    gettext(
                        "Lesson {name} builds on {prerequisite!r}, which is no earlier lesson."
                    ).format(name=lesson.key, prerequisite=key)
                )
        before.append(lesson)


def _is_text(value: object) -> bool:
    return isinstance(value, str) and bool(value.strip())


def _refuse(name: str, field: str, expected: str, got: object) -> NoReturn:
    raise InvalidSyllabus(
        gettext("The {field} of lesson {name} should be {expected}, got {got!r}.").format(
            field=field, name=name, expected=expected, got=got
        )
    )
