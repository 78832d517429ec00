"""Files written without ever losing one that was there."""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path

from mastermind_edu.classroom.kit.pieces import InvalidKit
from mastermind_edu.language import listing, ngettext

__all__ = ["AlreadyThere", "write_files"]

NAMED = 3


class AlreadyThere(InvalidKit):
    """Files of these names are there already, and they were not to be overwritten."""


def write_files(folder: Path, files: Mapping[str, bytes], *, overwrite: bool = False) -> None:
    """Write ``files``, contents by path under ``folder``; all of them, or none.

    :raises AlreadyThere: if one is there already, unless ``overwrite``.
    :raises OSError: if the folder cannot be written.
    """
    there = [name for name in files if (folder / name).exists()]
    if there and not overwrite:
        raise AlreadyThere(
            ngettext(
                "{files} is already in {folder}, so nothing was written. Take another folder, or "
                "say --overwrite.",
                "{files} are already in {folder}, so nothing was written. Take another folder, or "
                "say --overwrite.",
                len(there),
            ).format(files=_some(there), folder=folder)
        )
    for name, content in files.items():
        target = folder / name
        target.parent.mkdir(parents=True, exist_ok=True)
        with target.open("wb" if overwrite else "xb") as file:
            file.write(content)


def _some(names: list[str]) -> str:
    if len(names) <= NAMED:
        return listing(names)
    more = len(names) - NAMED + 1
    others = ngettext("{n} other", "{n} others", more).format(n=more)
    return listing([*names[: NAMED - 1], others])
