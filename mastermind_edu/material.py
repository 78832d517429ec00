"""Where the course's files are: inside the package in a wheel, beside it in a checkout."""

from __future__ import annotations

from pathlib import Path
from typing import Final

__all__ = ["material"]

PACKAGE: Final = Path(__file__).resolve().parent


def material(name: str) -> Path:
    """Return the folder ``course`` or ``notebooks``."""
    installed = PACKAGE / "material"
    return (installed if installed.is_dir() else PACKAGE.parent) / name
