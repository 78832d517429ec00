"""The pages of the static edition: the same templates as on the server, written to files."""

from __future__ import annotations

import re
from collections.abc import Collection, Iterator, Mapping
from dataclasses import dataclass
from functools import cached_property
from pathlib import Path
from typing import Any, Final

import nbformat
from jinja2 import Environment, FileSystemLoader
from nbconvert.filters.markdown_mistune import IPythonRenderer, MarkdownWithMath

from mastermind_edu.classroom.pages import Page
from mastermind_edu.classroom.static.assets import STATIC_SITE, TEMPLATE
from mastermind_edu.classroom.static.packages import LESSONS_LOCK
from mastermind_edu.language import SOURCE, listing, speaking
from mastermind_edu.lessons.course import Lesson, course_folder

__all__ = ["Pages", "StaticPage"]

UP: Final = "../"
NOTEBOOK_LINK: Final = re.compile(r'(<a href="[\w-]+)\.ipynb(?=[#"])')


class StaticPage(Page):
    """A page whose addresses are files."""

    def home(self, base: str) -> str:
        """Return the address of the landing page in the language of this page."""
        return f"{base}{self.address}/index.html"

    def lesson_address(self, base: str, lesson: Lesson) -> str:
        """Return the address of a lesson in the language of this page."""
        return f"{base}{self.address}/{lesson.key}.html"


@dataclass(frozen=True)
class Pages:
    """Writes pages.

    :param site: the folder of the site.
    :param version: the name of the folder of what pages load.
    :param notebooks: the folder of the notebooks.
    :param published: the lessons by the path of their notebook.
    :param readable: the keys of lessons that can only be read, because something is missing.
    :param packages: what Python is to load, besides what every lesson needs.
    :param lab: whether there is a JupyterLab to lead to.
    """

    site: Path
    version: str
    notebooks: Path
    published: Mapping[str, Lesson]
    readable: Collection[str]
    packages: tuple[str, ...] = ()
    lab: bool = True

    def lessons(self) -> Iterator[tuple[StaticPage, Lesson]]:
        """Yield every lesson in every language, each with what its page knows."""
        for page in self._page(SOURCE, UP).languages:
            there = self._page(page.language, UP)
            for lesson in there.lessons:
                yield there, lesson

    def write(self, language: str, *, chosen: bool) -> None:
        """Write all pages.

        :param language: the language of the page that the address of the site leads to.
        :param chosen: whether that is for every reader, or for those without a better one.
        """
        for page, lesson in self.lessons():
            self._write_lesson(page, lesson)
        for one in self._page(SOURCE, UP).languages:
            page = self._page(one.language, UP)
            self._write_landing(page.home(""), page, UP)
        first = self._page(language, "").there().language
        self._write_landing("index.html", self._page(first, ""), "", readers_choose=not chosen)
        self._write("404.html", "404.html", self._page(first, "/"), "/")

    def _page(self, language: str, base: str) -> StaticPage:
        return StaticPage(language, self.published, f"{base}assets/{self.version}")

    def _write_landing(self, path: str, page: StaticPage, base: str, **more: Any) -> None:
        with speaking(page.language):
            titles = [lesson.heading for lesson in page.lessons if lesson.key in self.readable]
            readable = listing(titles) if titles else ""
        self._write(path, "landing.html", page, base, readable=readable, **more)

    def _write_lesson(self, page: StaticPage, lesson: Lesson) -> None:
        file = self.notebooks / page.path(lesson)
        notebook = nbformat.read(file, as_version=4)  # type: ignore[no-untyped-call]
        cells = list(_cells(notebook))
        works = lesson.key not in self.readable
        lab = f"{UP}lab/lab/index.html?path={page.path(lesson)}" if self.lab and works else ""
        self._write(
            page.lesson_address("", lesson),
            "lesson.html",
            page,
            UP,
            lesson=lesson,
            lesson_title=notebook.metadata.get("title", lesson.title),
            cells=cells,
            missing=not works,
            working=[one for one in page.lessons if one.key not in self.readable],
            data={
                "cells": [cell["source"] for cell in cells if cell["kind"] == "code"],
                "lock": f"../pyodide/{LESSONS_LOCK}",
                "packages": self.packages,
                "lab": lab,
                "texts": _texts(page),
            },
            lab=lab,
        )

    def _write(self, path: str, template: str, page: StaticPage, base: str, **more: Any) -> None:
        file = self.site / path
        file.parent.mkdir(parents=True, exist_ok=True)
        words = {"_": page.gettext, "ngettext": page.ngettext}
        with speaking(page.language):
            text = self._templates.get_template(template).render(
                page=page, base_url=base, base=base, **words, **more
            )
        file.write_text(text, encoding="utf-8")

    @cached_property
    def _templates(self) -> Environment:
        folders = [course_folder() / folder for folder in (STATIC_SITE, TEMPLATE)]
        return Environment(loader=FileSystemLoader(folders), autoescape=True)


def _cells(notebook: Any) -> Iterator[dict[str, Any]]:
    """Yield the cells: prose as HTML, code with its index among those that are run."""
    index = 0
    for cell in notebook.cells:
        if cell.cell_type == "markdown":
            yield {"kind": "prose", "html": _html(cell.source)}
        elif cell.cell_type == "code":
            program = "program" in cell.metadata.get("tags", [])
            yield {"kind": "code", "source": cell.source, "index": index, "program": program}
            index += 1


def _html(markdown: str) -> str:
    renderer = IPythonRenderer(escape=False, exclude_anchor_links=True)
    html: str = MarkdownWithMath(renderer=renderer).render(markdown)
    return NOTEBOOK_LINK.sub(r"\1.html", html)


def _texts(page: StaticPage) -> dict[str, str]:
    _ = page.gettext
    return {
        "stuck": _("The lesson takes very long to start. Reload the page to try again."),
        "failed": _(
            "Python did not start in this browser. Reload the page to try again, or use a newer "
            "browser."
        ),
        "missing": _("This needs {module}, which is not in this edition of the course."),
        "error": _(
            "Something went wrong here, so the rest of this lesson is missing. Please reload the "
            "page; if it happens again, tell your teacher."
        ),
    }
