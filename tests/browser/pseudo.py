"""A language that nobody speaks: English with accents and 40 % longer, to see what breaks.

A word on a page without an accent has never been through a catalogue.
"""

from __future__ import annotations

import re
import shutil
from math import ceil
from pathlib import Path
from typing import Final

from babel.messages.catalog import Catalog
from babel.messages.pofile import write_po

from mastermind_edu.lessons.build import build
from mastermind_edu.lessons.catalogues import DOMAINS, PACKAGE, catalogue_file, template
from mastermind_edu.lessons.course import course_folder

ACCENTS: Final = str.maketrans("aeiouyAEIOUY", "áéíöüýÁÉÍÖÜÝ")
KEPT: Final = re.compile(
    r"(\{[^}]*\}|\]\([^)]*\)|`[^`]*`|<[^>]*>|\$[^$]*\$|&\w+;|\bmastermind-edu\b)", re.DOTALL
)
LONGER: Final = 0.4
FILLING: Final = "lörömängéwétülí"
PADDED: Final = re.compile(r"(?P<text>.*?)(?P<end>[\s*_.:!?…]*)", re.DOTALL)


def pseudo(text: str) -> str:
    """Return ``text`` with accents and longer; its placeholders, links and code stay.

    A table stays as wide as it is, since what is added would be no part of it.
    """
    parts = KEPT.split(text)
    parts[::2] = [part.translate(ACCENTS) for part in parts[::2]]
    accented = "".join(parts)
    if accented.lstrip().startswith("|"):
        return accented
    found = PADDED.fullmatch(accented)
    assert found
    return found["text"] + _filling(ceil(LONGER * len(text))) + found["end"]


def _filling(length: int) -> str:
    """Return words of up to eight letters, ``length`` signs with their spaces."""
    letters = (FILLING * (length // len(FILLING) + 1))[:length]
    return "".join(" " if place % 9 == 0 else letter for place, letter in enumerate(letters))


def pseudo_catalogue(domain: str, language: str) -> Catalog:
    """Return a whole catalogue; letters and signs of numbers stay as they are."""
    catalogue = Catalog(locale=language, domain=domain, fuzzy=False)
    for message in template(domain):
        if not message.id:
            continue
        change = pseudo if message.context in (None, "a peg") else str
        if isinstance(message.id, str):
            catalogue.add(message.id, change(message.id), context=message.context)
        else:
            one, other = map(change, message.id)
            forms = (one, *[other] * (catalogue.num_plurals - 1))
            catalogue.add(message.id, forms, context=message.context)
    return catalogue


def copy_with_pseudo(folder: Path, language: str) -> None:
    """Copy package and course into ``folder``, with the pseudo-language for ``language``.

    Python takes the copy instead of this checkout if ``folder`` is in ``PYTHONPATH``.
    """
    shutil.copytree(
        PACKAGE, folder / PACKAGE.name, ignore=shutil.ignore_patterns("__pycache__", "material")
    )
    course = shutil.copytree(
        course_folder(), folder / "course", ignore=shutil.ignore_patterns("locale")
    )
    for domain in DOMAINS:
        file = catalogue_file(language, domain, course / "locale")
        file.parent.mkdir(parents=True, exist_ok=True)
        with file.open("wb") as opened:
            write_po(opened, pseudo_catalogue(domain, language), width=0)
    (folder / "notebooks" / language).mkdir(parents=True)
    build(course, folder / "notebooks")
