"""A secret in a sealed envelope, which a page may keep but cannot read.

Playing on after a reload needs the secret in a fresh kernel, but a page must not know it. So
the page keeps an envelope: the secret's index in its space, shifted around the circle of all
codes by a number that only the key tells. The number is drawn anew for each envelope by
HMAC-SHA256 from a nonce, which makes it a one-time pad; a tag shows whether an envelope was
altered. Where the environment names no key, it lasts as long as the process.
"""

from __future__ import annotations

import base64
import binascii
import hashlib
import hmac
import os
import secrets
from functools import cache
from typing import Final

from mastermind_edu.games.codes import Code
from mastermind_edu.games.rules import Rules
from mastermind_edu.language import gettext

__all__ = ["KEY_VARIABLE", "BrokenSeal", "open_envelope", "seal"]

KEY_VARIABLE: Final = "MASTERMIND_EDU_KEY"
"""The environment variable that holds the key of a class, so that all its kernels share it."""

NONCE: Final = 12
INDEX: Final = 8
TAG: Final = 16


class BrokenSeal(ValueError):
    """An envelope that was not made here, was altered, or belongs to another game."""


def seal(game: Rules, secret: Code) -> str:
    """Return ``secret`` in an envelope, as text for storage.

    :raises InvalidCode: if it is not a code of the game.
    """
    nonce = secrets.token_bytes(NONCE)
    shifted = (game.space.index(secret) + _shift(game, nonce)) % game.space.size
    body = nonce + shifted.to_bytes(INDEX, "big")
    return base64.urlsafe_b64encode(body + _tag(game, body)).decode()


def open_envelope(game: Rules, envelope: str) -> Code:
    """Return the secret in ``envelope``.

    :raises BrokenSeal: if it was not made with this key and for this game, or was altered.
    """
    try:
        content = base64.b64decode(envelope, altchars=b"-_", validate=True)
    except (binascii.Error, ValueError):
        content = b""
    body, tag = content[:-TAG], content[-TAG:]
    if len(body) != NONCE + INDEX or not hmac.compare_digest(tag, _tag(game, body)):
        raise BrokenSeal(gettext("The game that was kept here cannot be opened any more."))
    nonce, shifted = body[:NONCE], int.from_bytes(body[NONCE:], "big")
    return game.space.code_at((shifted - _shift(game, nonce)) % game.space.size)


def _shift(game: Rules, nonce: bytes) -> int:
    return int.from_bytes(_mac(b"shift", game, nonce), "big") % game.space.size


def _tag(game: Rules, body: bytes) -> bytes:
    return _mac(b"tag", game, body)[:TAG]


def _mac(purpose: bytes, game: Rules, content: bytes) -> bytes:
    label = f"{game.key}/{game.space!r}/".encode()
    return hmac.new(_key(), purpose + b"/" + label + content, hashlib.sha256).digest()


@cache
def _key() -> bytes:
    named = os.environ.get(KEY_VARIABLE)
    return named.encode() if named else secrets.token_bytes(32)
