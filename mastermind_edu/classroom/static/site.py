"""Builds the static edition: Pyodide, wheels, pages, and a JupyterLab for changing lessons."""

from __future__ import annotations

import json
import shutil
import tempfile
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path
from typing import Any, Final

from mastermind_edu.classroom.pages import published
from mastermind_edu.classroom.static.needs import in_need_of_numpy
from mastermind_edu.classroom.static.pages import Pages, templates_folder
from mastermind_edu.classroom.static.pyodide import copy_pyodide, from_npm, read_lock
from mastermind_edu.classroom.static.wheels import PYTHON, add_to_lock, download, own_wheel
from mastermind_edu.language import SOURCE, address, gettext
from mastermind_edu.lessons.course import course_folder, notebooks_folder, syllabus

__all__ = ["Built", "NotEmpty", "build_site"]

PAGE_PACKAGES: Final = (
    "anywidget",
    "comm",
    "ipywidgets",
    "psygnal",
    "traitlets",
    "typing-extensions",
)
"""What a lesson's page loads beside this package."""

NOT_ON_A_PAGE: Final = frozenset({"ipython", "jupyterlab-widgets", "widgetsnbextension"})
"""What these name among their requirements, and a page does without."""


class NotEmpty(ValueError):
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


def build_site(
    folder: Path,
    *,
    language: str | None = None,
    pyodide: Path | None = None,
    wheels: Path | None = None,
    tell: Callable[[str], None] = lambda _: None,
) -> Built:
    """Build the site in ``folder``, wholly or, with any error, not at all.

    :param language: the language of its first page; each reader's own if none is given.
    :param pyodide: a folder that has Pyodide; it comes from npm if none is given.
    :param wheels: a folder that has the wheels; they come by pip if none is given.
    :param tell: is called with each step before it begins.
    :raises NotEmpty: if there is something in ``folder`` already.
    :raises NoPyodide: if Pyodide cannot be had.
    :raises NoWheels: if the wheels cannot be had.
    :raises OSError: if the folder cannot be written.
    """
    if folder.exists() and (not folder.is_dir() or any(folder.iterdir())):
        raise NotEmpty(
            gettext("{folder} is not empty; name a new folder for the site.").format(folder=folder)
        )
    folder.parent.mkdir(parents=True, exist_ok=True)
    with tempfile.TemporaryDirectory(dir=folder.parent, prefix=".site-") as workshop:
        site = Path(workshop, "site")
        readable = _build(site, Path(workshop), language, pyodide, wheels, tell)
        if folder.exists():
            folder.rmdir()
        shutil.move(site, folder)
    size = sum(file.stat().st_size for file in folder.rglob("*") if file.is_file())
    return Built(folder, readable, size)


def _build(
    site: Path,
    workshop: Path,
    language: str | None,
    pyodide: Path | None,
    wheels: Path | None,
    tell: Callable[[str], None],
) -> tuple[str, ...]:
    tell(gettext("Python for the browser …"))
    assets = site / "assets"
    source = pyodide or from_npm(workshop)
    copy_pyodide(source, assets / "pyodide")
    lock = read_lock(source)
    tell(gettext("The packages that lessons need …"))
    packages = _add_packages(lock, source, assets / "pyodide", wheels)
    tell(gettext("The pages of the lessons …"))
    notebooks = notebooks_folder()
    lessons = published(notebooks, syllabus())
    needing: frozenset[str] = frozenset()
    if "numpy" not in packages:
        needing = in_need_of_numpy(sorted((notebooks / address(SOURCE)).glob("*.ipynb")))
    _copy_files(assets)
    pages = Pages(site, notebooks, lessons, needing, packages)
    pages.write(language or SOURCE, chosen=language is not None)
    return tuple(sorted(needing))


def _add_packages(
    lock: dict[str, Any], source: Path, target: Path, wheels: Path | None
) -> tuple[str, ...]:
    """Copy the packages of a lesson's page, and write their lock.

    :returns: what a page is to load besides what every page loads.
    """
    version = PYTHON.match(lock["info"]["python"])
    with tempfile.TemporaryDirectory() as fetched:
        download(
            PAGE_PACKAGES, Path(fetched), python=version[0] if version else "", source=wheels
        )
        own_wheel(Path(fetched))
        mine = sorted(Path(fetched).glob("*.whl"))
        for wheel in mine:
            shutil.copyfile(wheel, target / wheel.name)
        found = {**lock, "packages": {}}
        packages = ("numpy",) if "numpy" in lock["packages"] else ()
        for name in packages:
            found["packages"][name] = lock["packages"][name]
            shutil.copyfile(
                source / lock["packages"][name]["file_name"],
                target / lock["packages"][name]["file_name"],
            )
        add_to_lock(found, mine, without=NOT_ON_A_PAGE)
    (target / "lessons-lock.json").write_text(json.dumps(found, indent=1), encoding="utf-8")
    return packages


def _copy_files(assets: Path) -> None:
    template = course_folder() / "voila" / "templates" / "mastermind"
    for name in ("colours.js", "course.css", "favicon.svg", "progress.js"):
        (assets / "course").mkdir(parents=True, exist_ok=True)
        shutil.copyfile(template / "static" / name, assets / "course" / name)
    shutil.copytree(templates_folder() / "host", assets / "host")
