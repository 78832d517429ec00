"""Copies of what is installed: of the lessons to change them, of the guide to read and print."""

from __future__ import annotations

import shutil
from collections.abc import Mapping
from pathlib import Path
from typing import NamedTuple

from mastermind_edu.language import address
from mastermind_edu.lessons.guide import GUIDE

__all__ = ["Copied", "copy_guide", "copy_lessons"]


class Copied(NamedTuple):
    """The names of the files that were copied, and of those that were there already."""

    new: tuple[str, ...]
    kept: tuple[str, ...]


def copy_lessons(source: Path, folder: Path) -> Copied:
    """Copy the files of ``source`` into ``folder``; what is there already is never touched.

    :raises OSError: if the folder cannot be written.
    """
    files = {file.relative_to(source): file for file in sorted(source.glob("[!.]*/*.*"))}
    return _copy(files, folder)


def copy_guide(course: Path, folder: Path, language: str) -> Copied:
    """Copy the teacher's guide in ``language`` into ``folder``, and the files that it tells of.

    :param course: the folder of the course.
    :raises OSError: if the folder cannot be written.
    """
    pages = course / GUIDE / address(language)
    deploy = course / "deploy"
    files = {file.relative_to(pages): file for file in sorted(pages.glob("*.md"))}
    files |= {
        file.relative_to(course): file for file in sorted(deploy.rglob("*")) if file.is_file()
    }
    return _copy(files, folder)


def _copy(files: Mapping[Path, Path], folder: Path) -> Copied:
    """Copy files by the names that they get in ``folder``; what is there already is kept."""
    new: list[str] = []
    kept: list[str] = []
    for name, file in files.items():
        target = folder / name
        target.parent.mkdir(parents=True, exist_ok=True)
        try:
            with target.open("xb") as copy, file.open("rb") as original:
                shutil.copyfileobj(original, copy)
        except FileExistsError:
            kept.append(name.as_posix())
        else:
            new.append(name.as_posix())
    return Copied(tuple(new), tuple(kept))
