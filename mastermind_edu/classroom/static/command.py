"""The command ``mastermind-edu static``: the course as a folder for any web server."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer

from mastermind_edu.classroom.answers import reason, refuse, speak
from mastermind_edu.classroom.static.trouble import SiteTrouble
from mastermind_edu.language import gettext, listing
from mastermind_edu.lessons.course import InvalidSyllabus, syllabus

__all__ = ["static"]


def static(
    folder: Annotated[
        Path, typer.Argument(help=gettext("A new folder for the site, or an empty one."))
    ] = Path("mastermind-site"),
    *,
    lang: Annotated[
        str | None,
        typer.Option(
            help=gettext("The language of the first page; each reader's own if not given.")
        ),
    ] = None,
    pyodide: Annotated[
        Path | None,
        typer.Option(help=gettext("A folder that has Pyodide; it comes from npm if not given.")),
    ] = None,
    lessons: Annotated[
        Path | None,
        typer.Option(help=gettext("Take the lessons of this folder, a copy made with 'lab'.")),
    ] = None,
    wheels: Annotated[
        Path | None,
        typer.Option(help=gettext("A folder that has the wheels; they come by pip if not given.")),
    ] = None,
    lab: Annotated[
        bool,
        typer.Option(
            "--lab/--no-lab", help=gettext("Whether to add a JupyterLab for changing lessons.")
        ),
    ] = True,
) -> None:
    """Build the course as a folder that any web server can serve."""
    from mastermind_edu.classroom.static.site import SiteBuilder

    if lessons is not None and not any(lessons.glob("*/*.ipynb")):
        refuse(
            gettext("There are no lessons in {folder}; 'mastermind-edu lab' makes a copy.").format(
                folder=lessons
            )
        )
    builder = SiteBuilder(
        notebooks=lessons,
        language=None if lang is None else speak(lang),
        pyodide=pyodide,
        wheels=wheels,
        lab=lab,
        tell=typer.echo,
    )
    try:
        built = builder.build(folder)
    except (SiteTrouble, InvalidSyllabus) as error:
        refuse(str(error))
    except OSError as error:
        refuse(
            gettext("The site cannot be written to {folder}: {reason}.").format(
                folder=folder, reason=reason(error)
            )
        )
    size = gettext("The site is in {folder}: {size} MB.").format(
        folder=folder, size=round(built.size / 1e6)
    )
    typer.secho("\n" + size, bold=True)
    if built.readable:
        typer.echo(_readable_text(built.readable))
    typer.echo(
        gettext("Any web server can serve it. To try it on this computer:")
        + f"\n\n  python -m http.server --directory {folder}\n\n"
        + gettext("Then open {address} in a browser.").format(address="http://localhost:8000/")
    )


def _readable_text(keys: tuple[str, ...]) -> str:
    headings = [lesson.heading for lesson in syllabus() if lesson.key in keys]
    return gettext(
        "NumPy is not there, so these lessons can only be read: {lessons}. A folder that has "
        "Pyodide with NumPy, named with --pyodide, makes them work."
    ).format(lessons=listing(headings))
