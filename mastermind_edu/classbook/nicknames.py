"""What a pupil may be called in a class: a nickname, and nothing else is asked."""

from __future__ import annotations

import unicodedata
from typing import Final

from mastermind_edu.language import gettext, ngettext

__all__ = ["LONGEST", "InvalidNickname", "check_nickname", "folded"]

LONGEST: Final = 20
JOINERS: Final = "\u200c\u200d"
"""Two invisible characters that some scripts and pictures of people cannot do without."""


class InvalidNickname(ValueError):
    """What was given cannot be a nickname; the message says what was expected."""


def check_nickname(text: str) -> str:
    """Return ``text`` as it is kept: composed, and without needless spaces.

    >>> check_nickname("  Ana   Lu ")
    'Ana Lu'

    :raises InvalidNickname: if nothing of it can be seen, it is longer than ``LONGEST``
        characters, or has a control character, such as one that turns the line around.
    """
    if any(_is_control(character) for character in text.strip()):
        raise InvalidNickname(gettext("A nickname has letters, digits and signs only."))
    nickname = " ".join(unicodedata.normalize("NFC", text).split())
    if not folded(nickname):
        raise InvalidNickname(gettext("Write a nickname first."))
    if len(nickname) > LONGEST:
        raise InvalidNickname(
            ngettext(
                "A nickname has at most {n} character.",
                "A nickname has at most {n} characters.",
                LONGEST,
            ).format(n=LONGEST)
        )
    return nickname


def folded(nickname: str) -> str:
    """Return what two nicknames have in common that look the same but for capital letters."""
    plain = unicodedata.normalize("NFKC", nickname).casefold()
    seen = (c for c in plain if unicodedata.category(c)[0] not in "CM" or c.isalnum())
    return " ".join("".join(seen).split())


def _is_control(character: str) -> bool:
    return character not in JOINERS and (
        unicodedata.category(character)[0] == "C" or unicodedata.category(character) in ("Zl", "Zp")
    )
