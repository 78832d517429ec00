"""A copy of the lessons to change, so that the installed ones stay as they are."""

from __future__ import annotations

import shutil
from pathlib import Path
from typing import NamedTuple

__all__ = ["Copied", "copy_lessons"]


class Copied(NamedTuple):
    """The names of the files that were copied, and of those that were there already."""

    new: tuple[str, ...]
    kept: tuple[str, ...]


def copy_lessons(source: Path, folder: Path) -> Copied:
    """Copy the files of ``source`` into ``folder``; what is there already is never touched.

    :raises OSError: if the folder cannot be written.
    """
    new: list[str] = []
    kept: list[str] = []
    for file in sorted(source.glob("[!.]*/*.*")):
        name = file.relative_to(source)
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
