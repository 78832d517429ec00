"""Builds the static edition: Python for the browser, pages, and a JupyterLab."""

from __future__ import annotations

import shutil
import tempfile
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path

from mastermind_edu.classroom.pages import published
from mastermind_edu.classroom.static.assets import copy_scripts, name_by_content
from mastermind_edu.classroom.static.lab import build_lab
from mastermind_edu.classroom.static.lab_kernel import expect_lab
from mastermind_edu.classroom.static.needs import in_need_of_numpy
from mastermind_edu.classroom.static.packages import add_packages
from mastermind_edu.classroom.static.pages import Pages
from mastermind_edu.classroom.static.pyodide import from_npm
from mastermind_edu.classroom.static.trouble import SiteTrouble
from mastermind_edu.language import SOURCE, gettext
from mastermind_edu.lessons.course import notebooks_folder, syllabus

__all__ = ["Built", "NotEmpty", "SiteBuilder"]


class NotEmpty(SiteTrouble):
    """The folder for the site has something in it."""


@dataclass(frozen=True)
class Built:
    """A site that was built.

    :param folder: where it is.
    :param readable: the keys of lessons that can only be read, because NumPy is missing.
    :param size: how many bytes it has.
    """

    folder: Path
    readable: tuple[str, ...]
    size: int


@dataclass(frozen=True, kw_only=True)
class SiteBuilder:
    """Builds sites.

    :param notebooks: a folder of lessons, one folder a language; the course's own if none is given.
    :param language: the language of the first page; each reader's own if none is given.
    :param pyodide: a folder that has Pyodide; it comes from npm if none is given.
    :param wheels: a folder that has the wheels; they come by pip if none is given.
    :param lab: whether a JupyterLab is added.
    :param tell: is called with each step before it begins.
    """

    notebooks: Path | None = None
    language: str | None = None
    pyodide: Path | None = None
    wheels: Path | None = None
    lab: bool = True
    tell: Callable[[str], None] = lambda _: None

    def build(self, folder: Path) -> Built:
        """Build the site in ``folder``, wholly or, with any error, not at all.

        :raises NotEmpty: if there is something in ``folder`` already.
        :raises SiteTrouble: one of its subclasses, if something that it needs cannot be had.
        :raises OSError: if the folder cannot be written.
        """
        if folder.exists() and (not folder.is_dir() or any(folder.iterdir())):
            raise NotEmpty(
                gettext("{folder} is not empty; name a new folder for the site.").format(
                    folder=folder
                )
            )
        if self.lab:
            expect_lab()
        folder.parent.mkdir(parents=True, exist_ok=True)
        with tempfile.TemporaryDirectory(dir=folder.parent, prefix=".site-") as workshop:
            site = Path(workshop, "site")
            readable = self._fill(site, Path(workshop))
            if folder.exists():
                folder.rmdir()
            shutil.move(site, folder)
        size = sum(file.stat().st_size for file in folder.rglob("*") if file.is_file())
        return Built(folder, tuple(sorted(readable)), size)

    def _fill(self, site: Path, workshop: Path) -> frozenset[str]:
        self.tell(gettext("Python for the browser …"))
        source = self.pyodide or from_npm(workshop)
        self.tell(gettext("The packages that lessons need …"))
        assets = site / "assets" / "new"
        has_numpy = add_packages(source, assets / "pyodide", wheels=self.wheels, lab=self.lab)
        copy_scripts(assets)
        version = name_by_content(assets)
        packages = ("numpy",) if has_numpy else ()
        self.tell(gettext("The pages of the lessons …"))
        notebooks = self.notebooks or notebooks_folder()
        lessons = published(notebooks, syllabus())
        one_of_each = {lesson.key: notebooks / path for path, lesson in lessons.items()}
        readable = frozenset() if has_numpy else in_need_of_numpy(one_of_each.values())
        pages = Pages(site, version, notebooks, lessons, readable, packages, lab=self.lab)
        pages.write(self.language or SOURCE, chosen=self.language is not None)
        if self.lab:
            self.tell(gettext("JupyterLab, to change lessons …"))
            build_lab(site / "lab", pages)
        return readable
