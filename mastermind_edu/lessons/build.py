"""Build the notebooks that pupils open, and the teacher's guide, from the texts authors edit.

A lesson's text is a MyST file, ``lessons/<key>.md`` in the course's folder: prose, and code
in ``{code-cell}`` blocks. Its title, objectives and key points come from the syllabus, so the
text itself starts at the second level of headings. Built notebooks hold no outputs, and
building twice gives the same bytes. The pages of the guide are made in ``guide.py``.

Run ``python -m mastermind_edu.lessons.build`` after each edit; ``--check`` writes nothing and
fails when a notebook or a page is not what would be built.
"""

from __future__ import annotations

import argparse
import difflib
import sys
from collections.abc import Callable, Iterable, Iterator, Sequence
from itertools import pairwise
from pathlib import Path
from typing import Any, Final, TypeAlias

import jupytext  # type: ignore[import-untyped]
import nbformat
from jupytext.myst import MystMetadataParsingError  # type: ignore[import-untyped]
from markdown_it import MarkdownIt

from mastermind_edu.language import (
    LANGUAGES,
    SOURCE,
    address,
    catalogue,
    gettext,
    ngettext,
    speaking,
)
from mastermind_edu.lessons.catalogues import GUIDE as GUIDE_DOMAIN
from mastermind_edu.lessons.catalogues import LESSONS
from mastermind_edu.lessons.course import (
    InvalidSyllabus,
    Lesson,
    course_folder,
    notebooks_folder,
    syllabus,
)
from mastermind_edu.lessons.guide import GUIDE, InvalidGuide, guide, pages
from mastermind_edu.lessons.prose import translated

__all__ = ["InvalidLesson", "build", "differences", "headings", "main", "outdated"]

KERNEL: Final = {"name": "python3", "display_name": "Python 3", "language": "python"}

Cell: TypeAlias = dict[str, Any]
Built: TypeAlias = dict[Path, str]


class InvalidLesson(ValueError):
    """A lesson's text cannot be built; the message names the file and what was expected."""


def build(course: Path | None = None, notebooks: Path | None = None) -> tuple[Path, ...]:
    """Write all notebooks and pages of the guide, and return those that were not up to date.

    :param course: the folder with the syllabus and the texts; this course's own if not given.
    :param notebooks: the folder to write to; this course's own if not given. The guide is in
        the course's folder.
    :raises InvalidSyllabus: if the syllabus is wrong.
    :raises InvalidLesson: if a lesson's text is missing or wrong; nothing is written.
    :raises InvalidGuide: if a text of the guide is wrong; nothing is written.
    """
    built = _built(course or course_folder(), notebooks or notebooks_folder())
    changed = {file: text for file, text in built.items() if _committed(file) != text}
    for file, text in changed.items():
        file.parent.mkdir(parents=True, exist_ok=True)
        file.write_text(text, encoding="utf-8", newline="\n")
    return tuple(changed)


def differences(course: Path | None = None, notebooks: Path | None = None) -> str:
    """Return a unified diff from the files as they are to what :func:`build` would make.

    It is empty when all are up to date. Parameters and errors are those of ``build``.
    """
    return "".join(outdated(course, notebooks).values())


def outdated(course: Path | None = None, notebooks: Path | None = None) -> dict[Path, str]:
    """Return the difference of each file that is not what :func:`build` would make.

    A notebook or a page that belongs to no lesson is one of them, though ``build`` leaves it
    alone. Parameters and errors are those of ``build``.
    """
    course, notebooks = course or course_folder(), notebooks or notebooks_folder()
    built = _built(course, notebooks)
    present = {*notebooks.glob("*/*.ipynb"), *pages(course)}
    compared = {
        file: _diff(file, _committed(file), built.get(file, ""))
        for file in sorted(present | built.keys())
    }
    return {file: difference for file, difference in compared.items() if difference}


def _committed(file: Path) -> str:
    return file.read_text(encoding="utf-8", errors="replace") if file.is_file() else ""


def _diff(file: Path, committed: str, built: str) -> str:
    name = "/".join(file.parts[-2:])
    lines = difflib.unified_diff(
        committed.splitlines(keepends=True),
        built.splitlines(keepends=True),
        f"{name} (as it is)",
        f"{name} (as it would be built)",
    )
    return "".join(line.rstrip("\n") + "\n" for line in lines)


def _built(course: Path, notebooks: Path) -> Built:
    """Return the text of each notebook and of each page of the guide by its file."""
    lessons = syllabus(course)
    sources = _sources(course / "lessons", lessons)
    built = {}
    for language in _languages(notebooks):
        prose = catalogue(language, course / "locale", LESSONS).gettext
        with speaking(language, course / "locale"):
            for place, lesson in enumerate(lessons):
                before = lessons[place - 1] if place else None
                after = lessons[place + 1] if place + 1 < len(lessons) else None
                cells = [
                    _header(lesson, [one for one in lessons if one.key in lesson.prerequisites]),
                    *_spoken(language),
                    *(_translated(cell, prose) for cell in sources[lesson.key]),
                    _footer(lesson, before, after),
                ]
                file = notebooks / address(language) / f"{lesson.key}.ipynb"
                built[file] = _notebook(lesson, language, cells)
            guide_prose = catalogue(language, course / "locale", GUIDE_DOMAIN).gettext
            for name, page in guide(course, lessons, guide_prose).items():
                built[course / GUIDE / address(language) / name] = page
    return built


def _languages(notebooks: Path) -> list[str]:
    """Return the source language and those that there is a folder of notebooks for."""
    return [
        language
        for language in LANGUAGES
        if language == SOURCE or (notebooks / address(language)).is_dir()
    ]


def _spoken(language: str) -> list[Cell]:
    """Return a cell that has the kernel speak the language; English needs none."""
    if language == SOURCE:
        return []
    source = f'from mastermind_edu.language import use_language\n\nuse_language("{language}")'
    return [
        {
            "cell_type": "code",
            "id": "language",
            "metadata": {},
            "source": source,
            "outputs": [],
            "execution_count": None,
        }
    ]


def _translated(cell: Cell, prose: Callable[[str], str]) -> Cell:
    if cell["cell_type"] != "markdown":
        return cell
    return cell | {"source": translated(cell["source"], prose)}


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
    links = ", ".join(_link(earlier, earlier.heading) for earlier in prerequisites)
    return _prose(
        "header",
        f"# {lesson.heading}",
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
        "## " + gettext("What to remember"),
        _list(lesson.key_points),
        _link(after, next_link.format(title=gettext(after.title))) if after else "",
        _link(before, previous_link.format(title=gettext(before.title))) if before else "",
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
        for level, text in headings(cell):
            if not 2 <= level <= deepest:
                raise InvalidLesson(
                    gettext(
                        "The heading {text!r} in {file} is of level {level}; "
                        "expected one from 2 to {deepest}."
                    ).format(text=text, file=file, level=level, deepest=deepest)
                )
            deepest = level + 1


def headings(cell: Cell) -> Iterator[tuple[int, str]]:
    """Return the level and text of each heading in a cell of prose."""
    if cell["cell_type"] != "markdown":
        return
    for token, content in pairwise(MarkdownIt().parse(cell["source"])):
        if token.type == "heading_open":
            yield int(token.tag[1:]), content.content


def main(arguments: Sequence[str] | None = None) -> int:
    """Build or check the files from the command line; return the exit status."""
    parser = argparse.ArgumentParser(
        prog="python -m mastermind_edu.lessons.build",
        description=gettext("Build the notebooks and the guide from the course's texts."),
    )
    parser.add_argument(
        "--check",
        action="store_true",
        help=gettext("write nothing; fail, with the difference, if a file is out of date"),
    )
    try:
        return _check() if parser.parse_args(arguments).check else _build()
    except (InvalidSyllabus, InvalidLesson, InvalidGuide) as error:
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
