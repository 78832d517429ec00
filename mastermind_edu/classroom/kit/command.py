"""The command ``mastermind-edu kit``: everything to play away from the screen, as files."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager
from pathlib import Path
from typing import Annotated, Final

import typer

from mastermind_edu.classroom.answers import reason, refuse
from mastermind_edu.classroom.kit.files import write_files
from mastermind_edu.classroom.kit.pieces import KIT_GAMES, InvalidKit, has_solid_parts, kit_games
from mastermind_edu.classroom.kit.sizes import InvalidSizes, Sizes
from mastermind_edu.games.rules import Rules
from mastermind_edu.language import (
    LANGUAGES,
    SOURCE,
    current_language,
    find_language,
    gettext,
    listing,
    locale_folder,
    ngettext,
    speaking,
)

__all__ = ["MissingExtra", "kit"]

FOLDER: Final = Path("mastermind-kit")
USUAL: Final = Sizes()
BED: Final = re.compile(r"(?P<width>\d+(\.\d+)?)\s*[x×]\s*(?P<depth>\d+(\.\d+)?)", re.IGNORECASE)
ONLY_SOLID: Final = ("peg", "key_peg", "clearance", "bed", "copies", "key_copies")
EXTRA: Final = frozenset({"manifold3d", "trimesh"})


class MissingExtra(InvalidKit):
    """The packages that 3D files need are not installed."""


def kit(
    context: typer.Context,
    folder: Annotated[Path, typer.Argument(help=gettext("The folder for the files."))] = FOLDER,
    *,
    game: Annotated[
        list[str] | None,
        typer.Option(
            "--game",
            "-g",
            help=gettext(
                "A game to make a kit for: {games}. Can be given several times; senha, classic and "
                "grand if not given."
            ).format(games=", ".join(game.key for game in KIT_GAMES)),
        ),
    ] = None,
    rows: Annotated[
        int | None,
        typer.Option(help=gettext("Rows of the board: 6, 8, 10 or 12; senha has 8, mini 6.")),
    ] = None,
    paper: Annotated[str, typer.Option(help=gettext("The paper: a4 or letter."))] = "a4",
    lang: Annotated[
        str | None, typer.Option(help=gettext("The language, such as en, es, fr or pt_BR."))
    ] = None,
    pupils: Annotated[
        int, typer.Option(help=gettext("Lines in the table of the class tournament."))
    ] = 30,
    solid: Annotated[
        bool, typer.Option("--3d", help=gettext("Write files for a 3D printer, too."))
    ] = False,
    peg: Annotated[
        float, typer.Option(help=gettext("With --3d: the diameter of a peg in mm."))
    ] = USUAL.peg,
    key_peg: Annotated[
        float, typer.Option(help=gettext("With --3d: the diameter of a key peg in mm."))
    ] = USUAL.key,
    clearance: Annotated[
        float, typer.Option(help=gettext("With --3d: the gap around a peg in its hole in mm."))
    ] = USUAL.clearance,
    bed: Annotated[
        str, typer.Option(help=gettext("With --3d: the printer's bed in mm, width x depth."))
    ] = "180x180",
    copies: Annotated[
        int, typer.Option(help=gettext("With --3d: how many pegs of each colour."))
    ] = 16,
    key_copies: Annotated[
        int, typer.Option(help=gettext("With --3d: how many key pegs of each colour."))
    ] = 25,
    overwrite: Annotated[
        bool, typer.Option("--overwrite", help=gettext("Replace files that are there already."))
    ] = False,
) -> None:
    """Write kits to print, cut and play with: PDF files, and files for a 3D printer."""
    try:
        games = kit_games(tuple(game or ()), rows)
        if not solid:
            _check_options(context)
        with _speaking(lang or current_language()) as language:
            files = _printed(games, paper, language, pupils)
            if solid:
                sizes = Sizes(peg=peg, key=key_peg, clearance=clearance, bed=_bed(bed))
                files |= _solid(games, sizes, copies, key_copies)
        write_files(folder, files, overwrite=overwrite)
    except InvalidKit as error:
        refuse(str(error))
    except OSError as error:
        refuse(
            gettext("The kit cannot be written to {folder}: {reason}.").format(
                folder=folder, reason=reason(error)
            )
        )
    typer.echo(_written_text(files, folder))


@contextmanager
def _speaking(wanted: str) -> Iterator[str]:
    """Speak a language of the course; ``pt`` will do for ``pt_BR``. Yield its code.

    :raises InvalidKit: if there is no such language.
    """
    catalogues = locale_folder()
    known = [code for code in LANGUAGES if code == SOURCE or (catalogues / code).is_dir()]
    code = find_language(wanted)
    if code in known:
        with speaking(code, catalogues):
            yield code
        return
    raise InvalidKit(
        gettext("There is no kit in the language {language!r}, but in {known}.").format(
            language=wanted, known=listing(known)
        )
    )


def _name(game: Rules) -> str:
    return f"{game.key}-{game.rows}-rows"


def _printed(games: Sequence[Rules], key: str, language: str, pupils: int) -> dict[str, bytes]:
    from mastermind_edu.classroom.kit.paper import paper
    from mastermind_edu.classroom.kit.printed import printed_kit

    size = paper(key)
    return {
        f"{_name(game)}-{size.key}-{language}.pdf": printed_kit(game, size, pupils=pupils)
        for game in games
    }


def _solid(games: Sequence[Rules], sizes: Sizes, pegs: int, keys: int) -> dict[str, bytes]:
    """Return the files of all games that have parts for a 3D printer.

    :raises InvalidKit: if none has.
    """
    try:
        from mastermind_edu.classroom.kit.plates import solid_kit
    except ModuleNotFoundError as error:
        if error.name not in EXTRA:
            raise
        raise MissingExtra(
            gettext("Files for a 3D printer need more packages: {command}.").format(
                command="pip install 'mastermind-edu[print3d]'"
            )
        ) from error
    return {
        f"{_name(game)}-3d/{name}": content
        for game in [game for game in games if has_solid_parts(game)] or games[:1]
        for name, content in solid_kit(game, sizes, pegs=pegs, keys=keys).items()
    }


def _bed(text: str) -> tuple[float, float]:
    found = BED.fullmatch(text.strip())
    if found is None:
        raise InvalidSizes(
            gettext(
                "A printer's bed is given as width x depth in mm, such as 180x180, not {text!r}."
            ).format(text=text)
        )
    return float(found["width"]), float(found["depth"])


def _check_options(context: typer.Context) -> None:
    """Refuse options that would have no effect.

    :raises InvalidKit: if one of them is given.
    """
    for name in ONLY_SOLID:
        source = context.get_parameter_source(name)
        if source is not None and source.name == "COMMANDLINE":
            raise InvalidKit(
                gettext("{option} is for the 3D printer, so it needs --3d.").format(
                    option="--" + name.replace("_", "-")
                )
            )


def _written_text(files: Mapping[str, bytes], folder: Path) -> str:
    text = ngettext("{n} file written to {folder}:", "{n} files written to {folder}:", len(files))
    names = dict.fromkeys(name.split("/")[0] for name in files)
    return "\n  ".join([text.format(n=len(files), folder=folder), *names])
