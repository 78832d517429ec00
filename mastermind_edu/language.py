"""The language that people read: gettext, with one current language a process.

English is the source. Catalogues live in the course's ``locale`` folder; where none is
found, the English text is returned, so the library works without any.
"""

from __future__ import annotations

import gettext as _gettext
from collections.abc import Iterable, Iterator
from contextlib import contextmanager
from pathlib import Path

__all__ = [
    "DOMAIN",
    "current_language",
    "gettext",
    "listing",
    "mark",
    "ngettext",
    "number",
    "pgettext",
    "pmark",
    "speaking",
    "use_language",
]

DOMAIN = "mastermind_edu"

SOURCE = "en"
"""The language that texts are written in."""

_translations: _gettext.NullTranslations = _gettext.NullTranslations()
_language = SOURCE


def use_language(language: str, folder: Path | None = None) -> None:
    """Make ``language`` (``en``, ``es``, ``fr``, ``pt_BR``) the one that texts come in.

    ``folder`` holds the compiled catalogues; where it has none for ``language``, texts come in
    English, and :func:`current_language` says so.
    """
    global _translations, _language
    try:
        _translations = _gettext.translation(DOMAIN, localedir=folder, languages=[language])
        _language = language
    except FileNotFoundError:
        _translations = _gettext.NullTranslations()
        _language = SOURCE


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


def number(value: float, digits: int = 0) -> str:
    """Write a number as the current language does: ``1,296`` and ``2.9`` in English."""
    thousands = pgettext("thousands separator", ",")
    decimal = pgettext("decimal point", ".")
    return f"{value:,.{digits}f}".translate({ord(","): thousands, ord("."): decimal})
