"""Build the notebooks that pupils open from the texts that authors edit.

A lesson's text is a MyST file, ``lessons/<key>.md`` in the course's folder: prose, and code
in ``{code-cell}`` blocks. Its title, objectives and key points come from the syllabus, so the
text itself starts at the second level of headings. Built notebooks hold no outputs, and
building twice gives the same bytes.

Run ``python -m mastermind_edu.lessons.build`` after each edit; ``--check`` writes nothing and
fails when the notebooks are not what would be built.
"""

from __future__ import annotations

import argparse
import difflib
import sys
from collections.abc import Iterable, Iterator, Sequence
from itertools import pairwise
from pathlib import Path
from typing import Any, Final, TypeAlias

import jupytext  # type: ignore[import-untyped]
import nbformat
from jupytext.myst import MystMetadataParsingError  # type: ignore[import-untyped]
from markdown_it import MarkdownIt

from mastermind_edu.language import gettext, ngettext, speaking
from mastermind_edu.lessons.course import (
    InvalidSyllabus,
    Lesson,
    course_folder,
    notebooks_folder,
    syllabus,
)

__all__ = ["LANGUAGES", "InvalidLesson", "build", "differences", "main"]

LANGUAGES: Final = ("en",)
"""The languages that notebooks are built in; each is the name of their folder."""

KERNEL: Final = {"name": "python3", "display_name": "Python 3", "language": "python"}

Cell: TypeAlias = dict[str, Any]
Built: TypeAlias = dict[Path, str]


class InvalidLesson(ValueError):
    """A lesson's text cannot be built; the message names the file and what was expected."""


def build(course: Path | None = None, notebooks: Path | None = None) -> tuple[Path, ...]:
    """Write the notebooks of all lessons and return those that were not up to date.

    :param course: the folder with the syllabus and the texts; this course's own if not given.
    :param notebooks: the folder to write to; this course's own if not given.
    :raises InvalidSyllabus: if the syllabus is wrong.
    :raises InvalidLesson: if a lesson's text is missing or wrong; nothing is written.
    """
    folder = notebooks or notebooks_folder()
    outdated = {
        folder / name: text
        for name, text in _built(course or course_folder()).items()
        if _committed(folder / name) != text
    }
    for file, text in outdated.items():
        file.parent.mkdir(parents=True, exist_ok=True)
        file.write_text(text, encoding="utf-8", newline="\n")
    return tuple(outdated)


def differences(course: Path | None = None, notebooks: Path | None = None) -> str:
    """Return a unified diff from the notebooks as they are to what :func:`build` would make.

    It is empty when all are up to date. A notebook that belongs to no lesson is a difference
    too, though :func:`build` leaves it alone. Parameters and errors are those of ``build``.
    """
    folder = notebooks or notebooks_folder()
    built = _built(course or course_folder())
    present = {file.relative_to(folder) for file in folder.glob("*/*.ipynb")}
    return "".join(
        _diff(name, _committed(folder / name), built.get(name, ""))
        for name in sorted(present | built.keys())
    )


def _committed(file: Path) -> str:
    return file.read_text(encoding="utf-8", errors="replace") if file.is_file() else ""


def _diff(name: Path, committed: str, built: str) -> str:
    lines = difflib.unified_diff(
        committed.splitlines(keepends=True),
        built.splitlines(keepends=True),
        f"{name.as_posix()} (as it is)",
        f"{name.as_posix()} (as it would be built)",
    )
    return "".join(line.rstrip("\n") + "\n" for line in lines)


def _built(course: Path) -> Built:
    """Return the text of each notebook by its place in the notebooks' folder."""
    lessons = syllabus(course)
    sources = _sources(course / "lessons", lessons)
    built = {}
    for language in LANGUAGES:
        with speaking(language, course / "locale"):
            for place, lesson in enumerate(lessons):
                before = lessons[place - 1] if place else None
                after = lessons[place + 1] if place + 1 < len(lessons) else None
                cells = [
                    _header(lesson, [one for one in lessons if one.key in lesson.prerequisites]),
                    *sources[lesson.key],
                    _footer(lesson, before, after),
                ]
                built[Path(language, f"{lesson.key}.ipynb")] = _notebook(lesson, language, cells)
    return built


def _notebook(lesson: Lesson, language: str, cells: list[Cell]) -> str:
    """Return a notebook's text; its metadata tell the page its title and language."""
    metadata = {
        "title": gettext(lesson.title),
        "mastermind_edu": {"lesson": lesson.key, "language": language},
        "kernelspec": KERNEL,
        "language_info": {"name": "python"},
    }
    notebook = nbformat.from_dict(  # type: ignore[no-untyped-call]
        {"cells": cells, "metadata": metadata, "nbformat": 4, "nbformat_minor": 5}
    )
    nbformat.validate(notebook)
    return f"{nbformat.writes(notebook)}\n"  # type: ignore[no-untyped-call]


def _header(lesson: Lesson, prerequisites: Iterable[Lesson]) -> Cell:
    minutes = ngettext("About {n} minute.", "About {n} minutes.", lesson.minutes)
    links = ", ".join(_link(earlier, _heading(earlier)) for earlier in prerequisites)
    return _prose(
        "header",
        f"# {_heading(lesson)}",
        f"**{gettext(lesson.question)}**",
        minutes.format(n=lesson.minutes),
        gettext("You should know: {lessons}.").format(lessons=links) if links else "",
        f"## {gettext('What you learn')}",
        _list(lesson.objectives),
    )


def _footer(lesson: Lesson, before: Lesson | None, after: Lesson | None) -> Cell:
    previous_link = gettext("Previous lesson: {title}")
    next_link = gettext("Next lesson: {title}")
    return _prose(
        "footer",
        f"## {gettext('What to remember')}",
        _list(lesson.key_points),
        _link(after, next_link.format(title=gettext(after.title))) if after else "",
        _link(before, previous_link.format(title=gettext(before.title))) if before else "",
    )


def _heading(lesson: Lesson) -> str:
    return gettext("Lesson {number}: {title}").format(
        number=lesson.number, title=gettext(lesson.title)
    )


def _link(lesson: Lesson, text: str) -> str:
    return f"[{text}]({lesson.key}.ipynb)"


def _list(texts: Iterable[str]) -> str:
    return "\n".join(f"- {gettext(text)}" for text in texts)


def _prose(name: str, *paragraphs: str) -> Cell:
    source = "\n\n".join(filter(None, paragraphs))
    return {"cell_type": "markdown", "id": name, "metadata": {}, "source": source}


def _sources(folder: Path, lessons: Iterable[Lesson]) -> dict[str, list[Cell]]:
    """Read the texts of ``lessons``, and refuse one that the syllabus does not name."""
    sources = {lesson.key: _source(folder / f"{lesson.key}.md") for lesson in lessons}
    for file in sorted(folder.glob("*.md")):
        if file.stem not in sources:
            raise InvalidLesson(gettext("The syllabus has no lesson for {file}.").format(file=file))
    return sources


def _source(file: Path) -> list[Cell]:
    """Return the cells of a text, with ids that stay the same from one build to the next."""
    try:
        cells: list[Cell] = jupytext.reads(file.read_text(encoding="utf-8"), fmt="md:myst").cells
    except FileNotFoundError:
        raise InvalidLesson(
            gettext("The syllabus names a lesson, but its text {file} is missing.").format(
                file=file
            )
        ) from None
    except (MystMetadataParsingError, UnicodeDecodeError) as error:
        raise InvalidLesson(
            gettext("{file} cannot be read: {error}.").format(file=file, error=error)
        ) from error
    _check_headings(file, cells)
    return [cell | {"id": f"cell-{number}"} for number, cell in enumerate(cells, start=1)]


def _check_headings(file: Path, cells: Iterable[Cell]) -> None:
    """Refuse a first heading, which is the syllabus's, and a heading that skips a level."""
    deepest = 2
    for cell in cells:
        for level, text in _headings(cell):
            if not 2 <= level <= deepest:
                raise InvalidLesson(
                    gettext(
                        "The heading {text!r} in {file} is of level {level}; "
                        "expected one from 2 to {deepest}."
                    ).format(text=text, file=file, level=level, deepest=deepest)
                )
            deepest = level + 1


def _headings(cell: Cell) -> Iterator[tuple[int, str]]:
    """Return the level and text of each heading in a cell of prose."""
    if cell["cell_type"] != "markdown":
        return
    for token, content in pairwise(MarkdownIt().parse(cell["source"])):
        if token.type == "heading_open":
            yield int(token.tag[1:]), content.content


def main(arguments: Sequence[str] | None = None) -> int:
    """Build or check the notebooks from the command line; return the exit status."""
    parser = argparse.ArgumentParser(
        prog="python -m mastermind_edu.lessons.build",
        description=gettext("Build the notebooks from the course's texts."),
    )
    parser.add_argument(
        "--check",
        action="store_true",
        help=gettext("write nothing; fail, with the difference, if a notebook is out of date"),
    )
    try:
        return _check() if parser.parse_args(arguments).check else _build()
    except (InvalidSyllabus, InvalidLesson) as error:
        sys.stderr.write(f"{error}\n")
        return 1


def _build() -> int:
    for file in build():
        print(gettext("Built {file}.").format(file=file))
    return 0


def _check() -> int:
    difference = differences()
    sys.stdout.write(difference)
    return 1 if difference else 0


if __name__ == "__main__":
    sys.exit(main())
