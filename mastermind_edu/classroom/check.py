"""The command ``mastermind-edu check``: look over lessons that were changed."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import replace
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from mastermind_edu.language import gettext, ngettext

if TYPE_CHECKING:
    from mastermind_edu.lessons.checks import Fault

__all__ = ["check"]


def check(
    folder: Annotated[
        Path | None,
        typer.Argument(
            help=gettext(
                "A checkout of the course, or a copy made with 'lab'; the lessons of this course "
                "if not given."
            )
        ),
    ] = None,
) -> None:
    """Look over lessons that you have changed: run them all, and look for what is wrong."""
    from mastermind_edu.lessons import checks

    try:
        lessons = checks.find_lessons(folder)
    except checks.NoLessons as error:
        typer.secho(str(error), err=True, fg="red")
        raise typer.Exit(2) from None
    files = len(lessons.files)
    typer.echo(
        ngettext(
            "{n} file is looked over. This takes a while, because the notebooks are run.",
            "{n} files are looked over. This takes a while, because the notebooks are run.",
            files,
        ).format(n=files)
    )
    faults = _told(checks.check(lessons))
    if faults:
        text = ngettext("{n} thing to mend.", "{n} things to mend.", len(faults))
        typer.secho(text.format(n=len(faults)), bold=True)
        raise typer.Exit(1)
    typer.secho(gettext("All of it is in order."), bold=True)


def _told(checked: Iterable[tuple[Path, list[Fault]]]) -> list[Fault]:
    """Tell each file as soon as it has been checked, and return all faults."""
    all_faults: list[Fault] = []
    for file, faults in checked:
        if not faults:
            typer.echo(gettext("{file}: in order.").format(file=_near(file)))
        for fault in faults:
            typer.secho(str(replace(fault, file=_near(fault.file))), fg="red")
        all_faults += faults
    return all_faults


def _near(file: Path) -> Path:
    """Return the path of a file as seen from the folder that the teacher is in."""
    here = Path.cwd()
    return file.relative_to(here) if file.is_relative_to(here) else file
