"""What Python in the browser is made of: Pyodide, wheels, and a lock that names them all.

There are two locks over the same files. A page reads ``lessons-lock.json``, in which nothing
depends on IPython; a notebook reads ``pyodide-lock.json``, which has the rest besides.
"""

from __future__ import annotations

import json
import shutil
import tempfile
from collections.abc import Collection
from pathlib import Path
from typing import Any, Final

from packaging.utils import canonicalize_name

from mastermind_edu.classroom.static.lab_kernel import KERNEL, kernel_wheels
from mastermind_edu.classroom.static.pyodide import copy_pyodide, read_lock
from mastermind_edu.classroom.static.wheels import Fetcher, lock_entry, own_wheel

__all__ = ["LESSONS_LOCK", "NOTEBOOKS_LOCK", "add_packages"]

LESSONS_LOCK: Final = "lessons-lock.json"
NOTEBOOKS_LOCK: Final = "pyodide-lock.json"

NOT_IN_A_BROWSER: Final = frozenset({"jupyterlab-widgets", "pexpect", "widgetsnbextension"})
"""What others name among their requirements, and a browser has no use for."""

NOT_ON_A_PAGE: Final = NOT_IN_A_BROWSER | {"ipython"}


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
    with tempfile.TemporaryDirectory() as workshop:
        fetcher = Fetcher(Path(workshop), python, wheels)
        own_wheel(fetcher.folder)
        fetcher.collect(without=NOT_ON_A_PAGE)
        _write_lock(target / LESSONS_LOCK, lock, fetcher.folder, NOT_ON_A_PAGE)
        if lab:
            for wheel in kernel_wheels():
                shutil.copy(wheel, fetcher.folder)
            fetcher.collect(KERNEL, without=NOT_IN_A_BROWSER)
            _write_lock(target / NOTEBOOKS_LOCK, lock, fetcher.folder, NOT_IN_A_BROWSER)
        shutil.copytree(fetcher.folder, target, dirs_exist_ok=True)
    return "numpy" in lock["packages"]


def _write_lock(file: Path, lock: dict[str, Any], wheels: Path, without: Collection[str]) -> None:
    """Write a lock with the packages that it has, and those of a folder of wheels."""
    entries = [lock_entry(wheel, without=without) for wheel in sorted(wheels.glob("*.whl"))]
    packages = lock["packages"] | {entry["name"]: entry for entry in entries}
    file.write_text(json.dumps(lock | {"packages": packages}, indent=1), encoding="utf-8")


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
