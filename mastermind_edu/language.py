"""The language that people read: gettext, with one current language a process.

English is the source. Catalogues are in the course's folder ``locale``, one folder a language;
where a text is not translated, the English one is returned, so the library works without any.
"""

from __future__ import annotations

import gettext as _gettext
import io
import os
import re
from collections.abc import Iterable, Iterator, Mapping
from contextlib import contextmanager
from functools import lru_cache
from pathlib import Path
from types import MappingProxyType
from typing import Final

from mastermind_edu.material import material

__all__ = [
    "DOMAIN",
    "LANGUAGES",
    "SOURCE",
    "address",
    "catalogue",
    "current_language",
    "find_language",
    "gettext",
    "listing",
    "locale_folder",
    "mark",
    "ngettext",
    "number",
    "pgettext",
    "pmark",
    "series",
    "speaking",
    "spoken_here",
    "use_language",
]

DOMAIN: Final = "mastermind_edu"

SOURCE: Final = "en"
"""The language that texts are written in."""

LANGUAGES: Final[Mapping[str, str]] = MappingProxyType(
    {
        "en": "English",
        "es": "Español",
        "fr": "Français",
        "pt_BR": "Português do Brasil",
    }
)
"""The languages of the course by their codes, each with its own name."""

NAME: Final = re.compile(r"(?P<language>[A-Za-z]{2,3})(?:[-_.@].*)?")

_translations: _gettext.NullTranslations = _gettext.NullTranslations()
_language = SOURCE


def address(language: str) -> str:
    """Return how a language is named in addresses and folders: ``pt`` for ``pt_BR``."""
    return language.partition("_")[0]


def find_language(name: str) -> str | None:
    """Return the language of the course that ``name`` means, in whatever region.

    >>> [find_language(name) for name in ("pt", "pt-PT", "es_MX.UTF-8", "Klingon")]
    ['pt_BR', 'pt_BR', 'es', None]
    """
    named = NAME.fullmatch(name)
    if named is None:
        return None
    wanted = named["language"].lower()
    return next((one for one in LANGUAGES if address(one) == wanted), None)


def spoken_here() -> str | None:
    """Return the language that the environment asks for: the first of its names that decides."""
    for variable in ("LANGUAGE", "LC_ALL", "LC_MESSAGES", "LANG"):
        names = os.environ.get(variable, "")
        if names:
            found = map(find_language, names.split(":"))
            return next(filter(None, found), None)
    return None


def locale_folder() -> Path:
    """Return the folder of the catalogues."""
    return material("course") / "locale"


def catalogue(
    language: str, folder: Path | None = None, domain: str = DOMAIN
) -> _gettext.NullTranslations:
    """Return the translations of one domain into ``language``; empty ones if there are none.

    A wheel carries compiled catalogues. A checkout does not, so that none can be out of date:
    there they are compiled here, which takes a moment.

    :param folder: the folder of the catalogues, the course's own if none is given.
    """
    place = (folder or locale_folder()) / language / "LC_MESSAGES"
    source, compiled = place / f"{domain}.po", place / f"{domain}.mo"
    if compiled.is_file():
        return _read(compiled, compiled.stat().st_mtime)
    if source.is_file():
        return _compiled(source, source.stat().st_mtime)
    return _gettext.NullTranslations()


@lru_cache(maxsize=16)
def _read(file: Path, _changed: float) -> _gettext.NullTranslations:
    with file.open("rb") as opened:
        return _gettext.GNUTranslations(opened)


@lru_cache(maxsize=16)
def _compiled(file: Path, _changed: float) -> _gettext.NullTranslations:
    from babel.messages.mofile import write_mo
    from babel.messages.pofile import read_po

    memory = io.BytesIO()
    with file.open("rb") as opened:
        write_mo(memory, read_po(opened, locale=file.parents[1].name))
    memory.seek(0)
    return _gettext.GNUTranslations(memory)


def use_language(language: str, folder: Path | None = None) -> None:
    """Make ``language`` (``en``, ``es``, ``fr``, ``pt_BR``) the one that texts come in.

    Where there is no catalogue for it, texts come in English, and :func:`current_language`
    says so.
    """
    global _translations, _language
    _translations = catalogue(language, folder)
    translated = isinstance(_translations, _gettext.GNUTranslations)
    _language = language if translated else SOURCE


def current_language() -> str:
    """Return the code of the language in use."""
    return _language


@contextmanager
def speaking(language: str, folder: Path | None = None) -> Iterator[None]:
    """Use ``language`` inside a ``with`` block, and the former one again after it."""
    global _translations, _language
    before = _translations, _language
    use_language(language, folder)
    try:
        yield
    finally:
        _translations, _language = before


def gettext(message: str) -> str:
    """Return ``message`` in the current language."""
    return _translations.gettext(message)


def ngettext(singular: str, plural: str, n: int) -> str:
    """Return the form that goes with ``n`` things in the current language."""
    return _translations.ngettext(singular, plural, n)


def pgettext(context: str, message: str) -> str:
    """Return ``message`` as it is said in ``context``, in the current language."""
    return _translations.pgettext(context, message)


def mark(message: str) -> str:
    """Return ``message`` as it is; marks a constant for translation when it is shown."""
    return message


def pmark(context: str, message: str) -> str:  # noqa: ARG001
    """Return ``message`` as it is; marks a constant for :func:`pgettext` in ``context``."""
    return message


def listing(items: Iterable[object]) -> str:
    """Return ``items`` in words: ``1``, ``1 and 3``, ``1, 3 and 4``.

    :raises ValueError: if there are none.
    """
    *firsts, last = (str(item) for item in items)
    if not firsts:
        return last
    return gettext("{firsts} and {last}").format(firsts=", ".join(firsts), last=last)


def series(parts: Iterable[str]) -> str:
    """Return clauses one after another: ``place 1: red; place 2: blue``."""
    return pgettext("between clauses", "; ").join(parts)


def number(value: float, digits: int = 0) -> str:
    """Write a number as the current language does: ``1,296`` and ``2.9`` in English."""
    thousands = pgettext("thousands separator", ",")
    decimal = pgettext("decimal point", ".")
    return f"{value:,.{digits}f}".translate({ord(","): thousands, ord("."): decimal})
