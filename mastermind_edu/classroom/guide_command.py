"""The command ``mastermind-edu guide``: the teacher's guide, to read and to print."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer

from mastermind_edu.classroom.workspace import copy_guide
from mastermind_edu.language import current_language, gettext, ngettext
from mastermind_edu.lessons.course import course_folder

__all__ = ["guide"]


def guide(
    folder: Annotated[
        Path, typer.Argument(help=gettext("The folder for the pages of the guide."))
    ] = Path("mastermind-guide"),
) -> None:
    """Write the teacher's guide into a folder: solutions, planning, running it for a school."""
    try:
        copied = copy_guide(course_folder(), folder, current_language())
    except OSError as error:
        reason = (error.strerror or str(error)).lower()
        text = gettext("The guide cannot be written to {folder}: {reason}.")
        typer.secho(text.format(folder=folder, reason=reason), err=True, fg="red")
        raise typer.Exit(1) from None
    new = ngettext("{n} file copied to {folder}.", "{n} files copied to {folder}.", len(copied.new))
    typer.echo(new.format(n=len(copied.new), folder=folder))
    typer.echo(gettext("Begin with {file}.").format(file=folder / "README.md"))
