"""The key of this computer's classes: a match saved in one lesson opens in the next.

Kernels come and go, and each would seal with a key of its own. So the command keeps one key
in a file of the person who runs it and hands it to all kernels.
"""

from __future__ import annotations

import os
import secrets
from pathlib import Path
from typing import Final

from platformdirs import user_data_path

from mastermind_edu.games.sealing import KEY_VARIABLE

__all__ = ["default_key_file", "hand_out_key"]

BYTES: Final = 32


def default_key_file() -> Path:
    """Return where the key is kept."""
    return user_data_path("mastermind-edu", appauthor=False) / "key"


def hand_out_key(file: Path | None = None) -> None:
    """Have all kernels that are started from now on seal with the key in ``file``.

    A key that the environment names already stays. Where the file cannot be kept, a new key
    lasts as long as this process.
    """
    if not os.environ.get(KEY_VARIABLE):
        os.environ[KEY_VARIABLE] = _kept(file or default_key_file()) or secrets.token_hex(BYTES)


def _kept(file: Path) -> str:
    """Return the key in ``file``, made there if it is the first time; nothing if that fails."""
    try:
        file.parent.mkdir(parents=True, exist_ok=True)
        try:
            with os.fdopen(os.open(file, os.O_WRONLY | os.O_CREAT | os.O_EXCL, 0o600), "w") as new:
                new.write(secrets.token_hex(BYTES))
        except FileExistsError:
            pass
        return file.read_text("utf-8").strip()
    except (OSError, UnicodeDecodeError):
        return ""
