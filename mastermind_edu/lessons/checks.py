"""Look over lessons as a teacher wants to who has changed one: does all of it still work?

Each check is a function from the cells of a file to the faults in them. A page of the teacher's
guide is looked at as one cell of prose.
"""

from __future__ import annotations

import asyncio
import os
import re
import subprocess
import textwrap
from collections.abc import Iterator, Sequence
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass
from html.parser import HTMLParser
from pathlib import Path
from typing import Any, Final, TypeAlias
from urllib.parse import unquote, urlsplit

import nbformat
from jupyter_client.kernelspec import NoSuchKernel
from markdown_it import MarkdownIt
from nbclient import NotebookClient
from nbclient.exceptions import CellExecutionError, CellTimeoutError, DeadKernelError
from nbformat.reader import NotJSONError

from mastermind_edu.language import gettext
from mastermind_edu.lessons.build import InvalidLesson, headings, outdated
from mastermind_edu.lessons.course import InvalidSyllabus, course_folder, notebooks_folder
from mastermind_edu.lessons.exercises import UnknownExercise, sheets
from mastermind_edu.lessons.guide import InvalidGuide, pages
from mastermind_edu.lessons.questions import Outcome

__all__ = ["Fault", "Lessons", "NoLessons", "check", "find_lessons"]

PATIENCE: Final = 120
"""How many seconds a cell may take."""

ASKED: Final = re.compile(r"""\bexercise\(\s*["']([^"']+)["']""")
DRAWN: Final = ("image/png", "image/jpeg", "image/svg+xml")
BUILD: Final = "python -m mastermind_edu.lessons.build"

Cells: TypeAlias = Sequence[Any]
Found: TypeAlias = Iterator[tuple[int, str]]
"""The place of a cell, from 0, and what is wrong in it."""


class NoLessons(ValueError):
    """There is nothing to check in a folder; the message names it."""


@dataclass(frozen=True)
class Fault:
    """One thing to mend.

    :param file: where it is.
    :param sentence: what is wrong, for the teacher who has to mend it.
    :param cell: the number of the cell, counted from 1; None if it is about the whole file.
    :param beginning: how that cell begins, because Jupyter does not number all cells.
    """

    file: Path
    sentence: str
    cell: int | None = None
    beginning: str = ""

    def __str__(self) -> str:
        if self.cell is None:
            return f"{self.file}: {self.sentence}"
        place = gettext("{file}, cell {n} (“{beginning}”)").format(
            file=self.file, n=self.cell, beginning=self.beginning
        )
        return f"{place}: {self.sentence}"


@dataclass(frozen=True)
class Lessons:
    """What there is to check.

    :param notebooks: the folder of the notebooks, or of a folder of them for each language.
    :param course: the folder of the sources that they are built from, if it is there.
    """

    notebooks: Path
    course: Path | None = None

    @property
    def files(self) -> tuple[Path, ...]:
        """The notebooks, and the pages of the teacher's guide."""
        found = [*self.notebooks.glob("*.ipynb"), *self.notebooks.glob("[!.]*/*.ipynb")]
        return (*sorted(found), *(pages(self.course) if self.course else ()))


def find_lessons(folder: Path | None = None) -> Lessons:
    """Return the lessons of a checkout, or those of a copy of the notebooks.

    :param folder: a checkout or the ``course`` folder in it, or a folder of notebooks; the
        lessons of this course if not given.
    :raises NoLessons: if there are none.
    """
    if folder is None:
        return Lessons(notebooks_folder(), course_folder())
    for course in (folder / "course", folder):
        if (course / "syllabus.toml").is_file():
            return Lessons(course.resolve().parent / "notebooks", course)
    if not Lessons(folder).files:
        raise NoLessons(
            gettext("There are no lessons in {folder}; 'mastermind-edu lab' makes a copy.").format(
                folder=folder
            )
        )
    return Lessons(folder)


def check(lessons: Lessons) -> Iterator[tuple[Path, list[Fault]]]:
    """Return each file as soon as it has been checked, with what is to be mended in it.

    A file without a fault has an empty list. Notebooks are executed, each in a kernel of its
    own, and never changed.
    """
    stale = _stale(lessons)
    with ThreadPoolExecutor(max_workers=min(4, os.cpu_count() or 1)) as pool:
        for file, faults in zip(lessons.files, pool.map(_check, lessons.files), strict=True):
            yield file, stale.pop(file, []) + faults
    yield from stale.items()


def _stale(lessons: Lessons) -> dict[Path, list[Fault]]:
    """Return the files that are not what their texts would build, if the texts are there."""
    course = lessons.course
    if course is None:
        return {}
    try:
        files = outdated(course, lessons.notebooks)
    except (InvalidSyllabus, InvalidLesson, InvalidGuide) as error:
        return {course: [Fault(course, str(error))]}
    text = gettext(
        "This is not what its text would build. Change the text in {course}, not this file, and "
        "run “{command}”."
    ).format(course=course, command=BUILD)
    return {file: [Fault(file, text)] for file in files}


def _check(file: Path) -> list[Fault]:
    """Return what is to be mended in one file, in the order of its cells."""
    try:
        notebook = _read(file)
    except (NotJSONError, nbformat.ValidationError, UnicodeDecodeError) as error:
        reason = str(error).partition("\n")[0]
        text = gettext("This file cannot be read: {reason}.").format(reason=reason.rstrip("."))
        return [Fault(file, text)]
    cells = notebook.cells
    found = [
        *_wrong_headings(cells),
        *_wrong_links(cells, file.parent),
        *_wordless_pictures(cells),
        *_wrong_exercises(cells),
    ]
    if not _is_notebook(file):
        return [Fault(file, text) for _, text in found]
    found += _run(file, notebook)
    return [
        Fault(file, text, place + 1, _beginning(cells[place]))
        for place, text in sorted(found, key=lambda one: one[0])
    ]


def _is_notebook(file: Path) -> bool:
    return file.suffix == ".ipynb"


def _read(file: Path) -> Any:
    if _is_notebook(file):
        notebook = nbformat.read(file, as_version=4)  # type: ignore[no-untyped-call]
        nbformat.validate(notebook)
        return notebook
    page = {"cell_type": "markdown", "source": file.read_text(encoding="utf-8")}
    return nbformat.from_dict({"cells": [page]})  # type: ignore[no-untyped-call]


def _beginning(cell: Any) -> str:
    first = next(filter(None, map(str.strip, cell.source.splitlines())), "")
    return textwrap.shorten(first, 40, placeholder=" …")


def _wrong_headings(cells: Cells) -> Found:
    """Find headings that are not in order: one title at the top, then no level left out."""
    deepest = 1
    for place, cell in enumerate(cells):
        for level, text in headings(cell):
            if level > deepest or (level == 1 and deepest > 1):
                yield place, _heading_text(text, level, deepest)
            deepest = level + 1 if level > 1 else 2
    if deepest == 1 and cells:
        yield 0, gettext("A lesson begins with its title, a heading of level 1.")


def _heading_text(text: str, level: int, deepest: int) -> str:
    if deepest == 1:
        sentence = gettext(
            "The heading “{text}” is of level {level}, but the first one is the title, of level 1."
        )
    elif level == 1:
        sentence = gettext("The heading “{text}” is a second title. Only one can be of level 1.")
    else:
        sentence = gettext(
            "The heading “{text}” is of level {level}, but after the one before it level "
            "{deepest} is the deepest."
        )
    return sentence.format(text=text, level=level, deepest=deepest)


class Tags(HTMLParser):
    """Collect what a piece of HTML links to, and the pictures in it that have no words."""

    def __init__(self, html: str) -> None:
        super().__init__()
        self.targets: list[str] = []
        self.wordless: list[str] = []
        self._svgs: list[bool] = []
        self.feed(html)
        self.close()

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        """Take a tag; a drawing inside one that has words, or that is hidden, needs none."""
        given = dict(attrs)
        hidden = given.get("aria-hidden") == "true"
        named = hidden or bool(given.get("aria-label") or given.get("aria-labelledby"))
        if tag in ("a", "img"):
            self.targets += filter(None, (given.get("href"), given.get("src")))
        if tag == "img" and "alt" not in given and not named:
            self.wordless.append(given.get("src") or "img")
        if tag == "svg":
            self._svgs.append(named or any(self._svgs))
        if tag == "title" and self._svgs:
            self._svgs[-1] = True

    def handle_startendtag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        """Take a tag that is closed at once."""
        self.handle_starttag(tag, attrs)
        self.handle_endtag(tag)

    def handle_endtag(self, tag: str) -> None:
        """Judge a drawing when it is complete, because its title may stand inside."""
        if tag == "svg" and self._svgs and not self._svgs.pop():
            self.wordless.append("svg")


@dataclass(frozen=True)
class Prose:
    """What a cell of prose links to, and which of its pictures have no words."""

    targets: tuple[str, ...]
    wordless: tuple[str, ...]


def _prose(cell: Any) -> Prose:
    targets: list[str] = []
    wordless: list[str] = []
    for token in _tokens(cell):
        if token.type in ("html_block", "html_inline"):
            tags = Tags(token.content)
            targets += tags.targets
            wordless += tags.wordless
        elif token.type == "image":
            targets.append(str(token.attrs["src"]))
            wordless += [] if token.content.strip() else [str(token.attrs["src"])]
        elif token.type == "link_open":
            targets.append(str(token.attrs["href"]))
    return Prose(tuple(targets), tuple(wordless))


def _tokens(cell: Any) -> Iterator[Any]:
    if cell.cell_type == "markdown":
        for token in MarkdownIt().parse(cell.source):
            yield token
            yield from token.children or ()


def _wrong_links(cells: Cells, folder: Path) -> Found:
    """Find links and pictures that lead to a file that is not there."""
    for place, cell in enumerate(cells):
        for target in _prose(cell).targets:
            parts = urlsplit(target)
            elsewhere = parts.scheme or parts.netloc or not parts.path
            if (
                not (elsewhere or target.startswith("attachment:"))
                and not (folder / unquote(parts.path)).is_file()
            ):
                yield (
                    place,
                    gettext("The link leads to {target}, which is not there.").format(
                        target=target
                    ),
                )


def _wordless_pictures(cells: Cells) -> Found:
    """Find pictures in prose that say nothing to who cannot see them."""
    for place, cell in enumerate(cells):
        for picture in _prose(cell).wordless:
            yield place, _wordless_text(picture)


def _wordless_text(picture: str) -> str:
    return gettext(
        "The picture {picture} has no alternative text. Say in a few words what it shows, for "
        "pupils who cannot see it."
    ).format(picture=picture)


def _wrong_exercises(cells: Cells) -> Found:
    """Find exercises that there are not, and those whose solution is not judged right."""
    for place, cell in enumerate(cells):
        if cell.cell_type == "code":
            for key in ASKED.findall(cell.source):
                yield from ((place, text) for text in _wrong_exercise(key))


def _wrong_exercise(key: str) -> Iterator[str]:
    try:
        judged = [(sheet.key, sheet.check(sheet.question.solution)) for sheet in sheets(key)]
    except UnknownExercise as error:
        yield str(error)
    except Exception as error:
        yield gettext("The exercise {key} cannot be made: {error}.").format(
            key=key, error=_error_text(type(error).__name__, str(error))
        )
    else:
        for name, verdict in judged:
            if verdict.outcome is not Outcome.CORRECT:
                yield gettext(
                    "The published solution of {key} is not judged right: {verdict}"
                ).format(key=name, verdict=verdict)


def _run(file: Path, notebook: Any) -> Found:
    """Run a notebook, find the cell at which it stops, and look at what the others show."""
    started = [0]
    client = NotebookClient(
        notebook,
        timeout=PATIENCE,
        resources={"metadata": {"path": str(file.parent)}},
        on_cell_execute=lambda cell, cell_index: started.append(cell_index),  # noqa: ARG005
    )
    try:
        asyncio.run(client.async_execute(stderr=subprocess.DEVNULL))
    except CellExecutionError as error:
        reason = _error_text(error.ename, error.evalue)
        yield started[-1], gettext("The code stops with an error: {error}.").format(error=reason)
    except CellTimeoutError:
        text = gettext("The code takes longer than {n} seconds.")
        yield started[-1], text.format(n=PATIENCE)
    except DeadKernelError:
        yield started[-1], gettext("The code ends Python itself, so nothing after it can run.")
    except NoSuchKernel as error:
        text = gettext("The notebook asks for the kernel “{name}”, which is not installed.")
        yield 0, text.format(name=error.name)
    for place, cell in enumerate(notebook.cells):
        for output in cell.get("outputs", ()):
            yield from ((place, _wordless_text(picture)) for picture in _wordless_output(output))


def _error_text(name: str, message: str) -> str:
    first = message.strip().partition("\n")[0]
    return f"{name}: {first}".rstrip(".: ")


def _wordless_output(output: Any) -> Iterator[str]:
    """Return the pictures without words in what a cell shows."""
    data = output.get("data", {})
    if "text/html" in data:
        yield from Tags(data["text/html"]).wordless
        return
    for drawn in DRAWN:
        if drawn in data and not output.metadata.get(drawn, {}).get("alt"):
            svg = Tags(data[drawn]).wordless if drawn.endswith("svg+xml") else [drawn]
            yield from svg
