"""What Python in the browser is made of: Pyodide, wheels, and a lock that names them all.

There are two locks over the same files. A page reads ``lessons-lock.json``, in which nothing
depends on IPython; a notebook reads ``pyodide-lock.json``, which has the rest besides.
"""

from __future__ import annotations

import json
import shutil
from collections.abc import Collection, Iterable
from dataclasses import dataclass
from pathlib import Path
from typing import Any, Final

from packaging.utils import canonicalize_name

from mastermind_edu.classroom.static.lab import KERNEL, kernel_wheels
from mastermind_edu.classroom.static.pyodide import copy_pyodide, read_lock
from mastermind_edu.classroom.static.wheels import Fetcher, lock_entry, own_wheel

__all__ = ["LESSONS_LOCK", "add_packages"]

LESSONS_LOCK: Final = "lessons-lock.json"
NOTEBOOKS_LOCK: Final = "pyodide-lock.json"

NOT_IN_A_BROWSER: Final = frozenset({"jupyterlab-widgets", "pexpect", "widgetsnbextension"})
"""What others name among their requirements, and a browser has no use for."""

NOT_ON_A_PAGE: Final = NOT_IN_A_BROWSER | {"ipython"}


@dataclass(frozen=True)
class _Folder:
    path: Path
    lock: dict[str, Any]

    def write(self, name: str, wheels: Iterable[Path], without: Collection[str]) -> None:
        """Write a lock of some wheels, and of what Pyodide itself has."""
        packages = dict(self.lock["packages"])
        for wheel in wheels:
            entry = lock_entry(wheel, without=without)
            packages[entry["name"]] = entry
        content = json.dumps({**self.lock, "packages": packages}, indent=1)
        (self.path / name).write_text(content, encoding="utf-8")


def add_packages(source: Path, target: Path, *, wheels: Path | None, lab: bool) -> bool:
    """Copy Pyodide and the packages that lessons need into ``target``, and write their locks.

    :param source: a folder that has Pyodide.
    :param wheels: a folder that has the wheels; they come by pip if none is given.
    :param lab: whether notebooks need theirs, too.
    :returns: whether NumPy is among them.
    :raises NoPyodide: if ``source`` does not hold Pyodide.
    :raises NoWheels: if a package cannot be had.
    """
    copy_pyodide(source, target)
    lock = _only(read_lock(source), "numpy")
    for package in lock["packages"].values():
        shutil.copyfile(source / package["file_name"], target / package["file_name"])
    python = ".".join(lock["info"]["python"].split(".")[:2])
    folder = _Folder(target, lock)
    for_pages = _fetched(Fetcher(target, python, wheels), ["anywidget"], NOT_ON_A_PAGE)
    for_pages.append(own_wheel(target))
    folder.write(LESSONS_LOCK, for_pages, NOT_ON_A_PAGE)
    if lab:
        for wheel in kernel_wheels():
            shutil.copy(wheel, target)
        every = _fetched(Fetcher(target, python, wheels), KERNEL, NOT_IN_A_BROWSER)
        folder.write(NOTEBOOKS_LOCK, every, NOT_IN_A_BROWSER)
    return "numpy" in lock["packages"]


def _fetched(fetcher: Fetcher, names: Iterable[str], without: Collection[str]) -> list[Path]:
    fetcher.collect(names, without=without)
    return sorted(fetcher.folder.glob("*.whl"))


def _only(lock: dict[str, Any], wanted: str) -> dict[str, Any]:
    """Return the lock with one package, if it is there, and what that depends on."""
    there = {canonicalize_name(name): package for name, package in lock["packages"].items()}
    kept: dict[str, Any] = {}
    waiting = [wanted]
    while waiting:
        name = canonicalize_name(waiting.pop())
        if name in there and name not in kept:
            kept[name] = there[name]
            waiting += there[name]["depends"]
    return {**lock, "packages": kept}
