"""The teacher's log: all that goes wrong, in full, in a file; a line of it in the terminal."""

from __future__ import annotations

import logging
from pathlib import Path
from typing import Any, Final, TextIO

from platformdirs import user_log_path

from mastermind_edu.language import gettext

__all__ = ["default_journal", "logging_settings", "open_journal"]

LARGEST: Final = 5_000_000


class OneLine(logging.Formatter):
    """What happened in one line, without a traceback."""

    def format(self, record: logging.LogRecord) -> str:
        """Return the last line of the error, or the first of a message without one."""
        if record.exc_info and record.exc_info[1]:
            error = record.exc_info[1]
            lines = str(error).strip().splitlines() or [type(error).__name__]
            return "  " + gettext("In a lesson: {error}").format(error=lines[-1])
        return "  " + record.getMessage().partition("\n")[0]


def default_journal() -> Path:
    """Return where the log is kept if the teacher names no other place."""
    return user_log_path("mastermind-edu", appauthor=False) / "classroom.log"


def open_journal(file: Path) -> TextIO:
    """Open the log to add to it; one that has grown large is put aside first.

    :raises OSError: if it cannot be written.
    """
    file.parent.mkdir(parents=True, exist_ok=True)
    if file.exists() and file.stat().st_size > LARGEST:
        file.replace(file.with_suffix(".old"))
    return file.open("a", encoding="utf-8")


def logging_settings(journal: TextIO, logger: str) -> dict[str, Any]:
    """Return settings for :mod:`logging`: everything to ``journal``, errors to the terminal too."""
    return {
        "formatters": {
            "full": {"format": "%(asctime)s %(levelname)s %(name)s: %(message)s"},
            "one-line": {"()": OneLine},
        },
        "handlers": {
            "journal": {"class": "logging.StreamHandler", "stream": journal, "formatter": "full"},
            "console": {
                "class": "logging.StreamHandler",
                "level": "ERROR",
                "formatter": "one-line",
            },
        },
        "loggers": {
            logger: {"handlers": ["journal", "console"], "level": "INFO", "propagate": False},
            "tornado": {"level": "INFO"},
        },
        "root": {"handlers": ["journal"]},
    }
