"""The command ``mastermind-edu``: serve the lessons to a class, or copy them to change them."""

from __future__ import annotations

import errno
import importlib.metadata
import os
import shlex
import subprocess
import sys
import threading
import webbrowser
from collections.abc import Sequence
from functools import partial
from itertools import pairwise
from pathlib import Path
from typing import Annotated, Any, Final, TextIO

import psutil
import typer

from mastermind_edu.classroom.answers import reason, refuse, speak
from mastermind_edu.classroom.check import check
from mastermind_edu.classroom.command_help import SpokenCommand, SpokenGroup
from mastermind_edu.classroom.guide_command import guide
from mastermind_edu.classroom.journal import default_journal, logging_settings, open_journal
from mastermind_edu.classroom.kit.command import kit
from mastermind_edu.classroom.network import (
    InvalidAddress,
    PublicAddress,
    addresses,
    qr_code,
    url,
)
from mastermind_edu.classroom.school_class import (
    SchoolClass,
    default_class_folder,
    new_code,
)
from mastermind_edu.classroom.sealing_key import hand_out_key
from mastermind_edu.classroom.static.command import static
from mastermind_edu.classroom.workspace import Copied, copy_lessons
from mastermind_edu.language import (
    LANGUAGES,
    SOURCE,
    address,
    current_language,
    find_language,
    gettext,
    ngettext,
    spoken_here,
    use_language,
)
from mastermind_edu.lessons.course import InvalidSyllabus, notebooks_folder

__all__ = ["command", "main"]

ANYWHERE: Final = "0.0.0.0"
THIS_COMPUTER: Final = "127.0.0.1"
PORT: Final = 8866
MEMORY_OF_A_PUPIL: Final = 90 * 2**20
FEWEST: Final = 5
MOST: Final = 120


def main() -> None:
    """Run the command, in the language that its options or the environment name."""
    use_language(_language(sys.argv[1:]) or spoken_here() or SOURCE)
    command()()


def _language(arguments: Sequence[str]) -> str | None:
    """Return the language after ``--lang``, which is wanted before the options can be read."""
    for argument, following in pairwise([*arguments, ""]):
        name, _, value = argument.partition("=")
        if name == "--lang":
            return find_language(value or following)
    return None


def command() -> typer.Typer:
    """Return the command with its help in the language in use."""
    app = typer.Typer(
        add_completion=False,
        pretty_exceptions_enable=False,
        context_settings={"help_option_names": ["-h", "--help"]},
    )
    app.callback(
        cls=SpokenGroup,
        invoke_without_command=True,
        options_metavar=gettext("[OPTIONS]"),
        subcommand_metavar=gettext("COMMAND …"),
        help=gettext("Serve the lessons to a class, on this computer and in its local network."),
    )(serve)
    add = partial(
        app.command,
        cls=SpokenCommand,
        options_metavar=gettext("[OPTIONS]"),
        rich_help_panel=gettext("Commands"),
    )
    add(
        help=gettext(
            "Copy the lessons into a folder and open them there in JupyterLab, to change them."
        )
    )(lab)
    add(
        help=gettext(
            "Look over lessons that you have changed: run them all, and look for what is wrong."
        )
    )(check)
    add(
        help=gettext(
            "Write kits to print, cut and play with: PDF files, and files for a 3D printer."
        )
    )(kit)
    add(
        help=gettext(
            "Write the teacher's guide into a folder: solutions, planning, running it for a school."
        )
    )(guide)
    add(
        help=gettext(
            "Build the course as a folder that any web server can serve; it computes in the "
            "pupils’ browsers."
        )
    )(static)
    return app


def _port_option() -> Any:
    return typer.Option("--port", "-p", min=1, max=65535, help=gettext("The port to serve at."))


def _browser_option() -> Any:
    return typer.Option("--browser/--no-browser", help=gettext("Whether to open a browser here."))


def serve(
    context: typer.Context,
    *,
    port: Annotated[int, _port_option()] = PORT,
    ip: Annotated[
        str,
        typer.Option(
            help=gettext("The network address of this computer to serve at; all if 0.0.0.0.")
        ),
    ] = ANYWHERE,
    local: Annotated[
        bool, typer.Option("--local", help=gettext("Let nobody but this computer in."))
    ] = False,
    browser: Annotated[bool, _browser_option()] = True,
    pupils: Annotated[
        int | None,
        typer.Option(
            min=1,
            help=gettext("How many lessons can be open at once; what memory allows if not given."),
        ),
    ] = None,
    lessons: Annotated[
        Path | None,
        typer.Option(help=gettext("Serve the lessons of this folder, a copy made with 'lab'.")),
    ] = None,
    lang: Annotated[
        str | None,
        typer.Option(
            help=gettext("The language of the class: {languages}.").format(
                languages=", ".join(LANGUAGES)
            )
        ),
    ] = None,
    per_address: Annotated[
        int,
        typer.Option(
            min=0,
            help=gettext(
                "How many lessons can be open at once for one address of the network; all if 0, "
                "since a school may have one address for all of its pupils."
            ),
        ),
    ] = 0,
    host_name: Annotated[
        list[str] | None,
        typer.Option(
            metavar=gettext("NAME"),
            help=gettext("A name by which pupils ask for the lessons, if not this computer's own."),
        ),
    ] = None,
    public_url: Annotated[
        str | None,
        typer.Option(
            metavar=gettext("ADDRESS"),
            help=gettext(
                "The address of the proxy on this computer that pupils come through, and nobody "
                "else, such as https://lessons.example.org/."
            ),
        ),
    ] = None,
    log: Annotated[
        Path | None, typer.Option(help=gettext("The file that gets the messages for the teacher."))
    ] = None,
    class_: Annotated[
        str | None,
        typer.Option(
            "--class",
            metavar=gettext("[CODE]"),
            help=gettext(
                "Hold a class: pupils choose nicknames and get the same codes to find, and you "
                "see their results. A code that had a class before goes on with it; a new code "
                "is made if none is given."
            ),
        ),
    ] = None,
    class_folder: Annotated[
        Path | None,
        typer.Option(help=gettext("The folder that the results of classes are kept in.")),
    ] = None,
    version: Annotated[
        bool, typer.Option("--version", help=gettext("Show the version and stop."))
    ] = False,
) -> None:
    """Serve the lessons to a class, on this computer and in its local network."""
    language = None if lang is None else speak(lang)
    if version:
        typer.echo(importlib.metadata.version("mastermind-edu"))
    elif context.invoked_subcommand is None:
        public = _public(public_url)
        inside = local or (public is not None and ip == ANYWHERE)
        _serve(
            _notebooks(lessons, language),
            port=port,
            ip=THIS_COMPUTER if inside else ip,
            public=public,
            browser=browser,
            most=pupils or what_memory_allows(),
            per_address=per_address,
            names=host_name or [],
            school_class=None if class_ is None else _class(class_, class_folder),
            journal=_journal(log),
            language=language,
        )


def _class(code: str, folder: Path | None) -> SchoolClass:
    folder = folder or default_class_folder()
    try:
        return SchoolClass.held(folder, code or new_code())
    except OSError as error:
        refuse(
            gettext("The results of the class cannot be kept in {folder}: {reason}.").format(
                folder=folder, reason=reason(error)
            )
        )
    except ValueError as error:
        refuse(str(error))


def lab(
    folder: Annotated[
        Path, typer.Argument(help=gettext("The folder for the copy of the lessons."))
    ] = Path("mastermind-lessons"),
    *,
    port: Annotated[int, _port_option()] = 8888,
    browser: Annotated[bool, _browser_option()] = True,
) -> None:
    """Copy the lessons into a folder and open them there in JupyterLab, to change them."""
    try:
        copied = copy_lessons(notebooks_folder(), folder)
    except OSError as error:
        refuse(
            gettext("The lessons cannot be copied to {folder}: {reason}.").format(
                folder=folder, reason=reason(error)
            )
        )
    typer.echo(_copied_text(copied, folder))
    command = [
        *(
            sys.executable,
            "-m",
            "jupyterlab",
            str((folder / address(current_language())).resolve()),
        ),
        f"--port={port}",
        "--ServerApp.jpserver_extensions=mastermind_edu=True",  # it insists on a login
        *([] if browser else ["--no-browser"]),
        *(["--allow-root"] if hasattr(os, "geteuid") and os.geteuid() == 0 else []),
    ]
    raise typer.Exit(_run(command))


def _serve(
    notebooks: Path,
    *,
    port: int,
    ip: str,
    browser: bool,
    most: int,
    per_address: int,
    names: list[str],
    public: PublicAddress | None,
    journal: TextIO,
    language: str | None,
    school_class: SchoolClass | None,
) -> None:
    # jsonschema tries this package for a format that nothing here uses; to load it takes longer
    # than to load all the rest.
    sys.modules.setdefault("rfc3987_syntax", None)  # type: ignore[arg-type]
    from mastermind_edu.classroom.server import Classroom, NoFreePort, configuration

    path = public.path if public else "/"

    def announce(found: int) -> None:
        here = url("localhost", found, path)
        hosts = [ip] if ip not in (ANYWHERE, THIS_COMPUTER) else list(addresses())
        there = [] if ip == THIS_COMPUTER else [url(host, found) for host in hosts]
        lines = [(gettext("On this computer"), here)]
        if public:
            lines += [(gettext("For the pupils"), public.url)]
        else:
            lines += [(gettext("In the local network"), address) for address in there]
        _announce(found, lines, wanted=port)
        home = url("localhost" if ip in (ANYWHERE, THIS_COMPUTER) else ip, found, path)
        if school_class is not None:
            typer.echo(_class_text(school_class, public.url if public else home))
        typer.echo(_closing_text(most, journal.name))
        if browser and _has_screen():
            threading.Thread(target=webbrowser.open, args=[home], daemon=True).start()

    classroom = Classroom.instance(
        config=configuration(most=most, per_address=per_address),
        notebooks=notebooks,
        ip=ip,
        port=port,
        open_browser=False,
        names=names,
        base_url=path,
        behind_proxy=public is not None,
        journal=journal,
        language=language,
        school_class=school_class,
        on_open=announce,
        logging_config=logging_settings(journal, Classroom.__name__),
    )
    hand_out_key()
    try:
        classroom.initialize([])
        classroom.start()
    except InvalidSyllabus as error:
        refuse(str(error))
    except NoFreePort as error:
        refuse(_port_text(error, port, ip))
    typer.echo(gettext("The lessons are closed."))


def what_memory_allows() -> int:
    """Return how many lessons can be open at once, by the memory that is free now."""
    fitting = psutil.virtual_memory().available // MEMORY_OF_A_PUPIL
    return int(min(max(fitting, FEWEST), MOST))


def _public(address: str | None) -> PublicAddress | None:
    try:
        return None if address is None else PublicAddress.parse(address)
    except InvalidAddress as error:
        refuse(str(error))


def _notebooks(lessons: Path | None, language: str | None = None) -> Path:
    folder = notebooks_folder() if lessons is None else lessons.resolve()
    if not any(folder.glob("*/*.ipynb")):
        refuse(
            gettext("There are no lessons in {folder}; 'mastermind-edu lab' makes a copy.").format(
                folder=lessons
            )
        )
    if language and not any((folder / address(language)).glob("*.ipynb")):
        refuse(
            gettext("There are no lessons in {language} in {folder}.").format(
                language=LANGUAGES[language], folder=lessons or folder
            )
        )
    return folder


def _journal(log: Path | None) -> TextIO:
    try:
        return open_journal(log or default_journal())
    except OSError as error:
        if log is None:
            return sys.stderr
        refuse(
            gettext("The log cannot be written to {file}: {reason}.").format(
                file=log, reason=reason(error)
            )
        )


def _announce(port: int, lines: Sequence[tuple[str, str]], *, wanted: int) -> None:
    """Tell the addresses, that of this computer first, each with who can use it."""
    if port != wanted:
        typer.echo(
            gettext("Port {wanted} is in use, so the lessons are at port {port}.").format(
                wanted=wanted, port=port
            )
        )
    width = max(len(label) for label, _ in lines)
    typer.secho("\n" + gettext("The lessons are open."), bold=True)
    typer.echo("".join(f"\n  {label:{width}}   {address}" for label, address in lines) + "\n")
    if len(lines) > 1:
        typer.echo(qr_code(lines[1][1]))
        typer.echo("  " + gettext("Pupils point a camera at the square, or type the address."))


def _class_text(school_class: SchoolClass, home: str) -> str:
    code = school_class.code
    folder = school_class.book.file.parent
    elsewhere = ["--class-folder", str(folder)] if folder != default_class_folder() else []
    return "\n  {code}\n  {teacher}\n  {address}\n  {kept}\n  {again}\n".format(
        code=gettext("The class code is {code}.").format(code=code),
        teacher=gettext("Your own page, which no pupil may see; open it in your browser:"),
        address=f"  {_teachers_address(school_class, home)}",
        kept=gettext("The results are kept in {file}.").format(file=school_class.book.file),
        again=gettext("To go on with this class another day: {command}").format(
            command=shlex.join(["mastermind-edu", "--class", code, *elsewhere])
        ),
    )


def _teachers_address(school_class: SchoolClass, home: str) -> str:
    """Return the address of the teacher's page or, outside a terminal, the file that has it."""
    if sys.stdout.isatty():
        return f"{home}{school_class.teachers_address}"
    return gettext("Its address is in the file {file}.").format(
        file=school_class.write_address(home)
    )


def _closing_text(most: int, journal: str) -> str:
    room = ngettext(
        "{n} lesson can be open at once.", "{n} lessons can be open at once.", most
    ).format(n=most)
    return "  {room}\n  {log}\n  {end}\n".format(
        room=room,
        log=gettext("What goes wrong is written to {file}.").format(file=journal),
        end=gettext("Ctrl+C closes the lessons."),
    )


def _copied_text(copied: Copied, folder: Path) -> str:
    new = ngettext("{n} file copied to {folder}.", "{n} files copied to {folder}.", len(copied.new))
    text = new.format(n=len(copied.new), folder=folder)
    if copied.kept:
        kept = ngettext(
            "{n} was there already and stays as it is.",
            "{n} were there already and stay as they are.",
            len(copied.kept),
        )
        text += " " + kept.format(n=len(copied.kept))
    return text


def _port_text(error: OSError, port: int, ip: str) -> str:
    if error.errno == errno.EACCES:
        return gettext("Port {port} is not allowed here; try one above 1023.").format(port=port)
    if error.errno == errno.EADDRINUSE:
        return gettext("Port {port} and those after it are in use; try another.").format(port=port)
    return gettext("This computer cannot serve at {ip}: {reason}.").format(
        ip=ip, reason=reason(error)
    )


def _has_screen() -> bool:
    """Tell whether a browser would have a window, rather than take the terminal over."""
    on_desktop = sys.platform in ("win32", "darwin", "cygwin")
    return on_desktop or any(
        name in os.environ for name in ("DISPLAY", "WAYLAND_DISPLAY", "WSL_DISTRO_NAME")
    )


def _run(command: Sequence[str]) -> int:
    with subprocess.Popen(command) as process:
        while True:
            try:
                return process.wait()
            except KeyboardInterrupt:
                continue
