"""What all commands have in common: the language they speak, and how they refuse."""

from __future__ import annotations

from typing import NoReturn

import typer

from mastermind_edu.language import LANGUAGES, find_language, gettext, listing, use_language

__all__ = ["reason", "refuse", "speak"]


def speak(wanted: str) -> str:
    """Speak the language that ``wanted`` means, and return its code; refuse if there is none."""
    language = find_language(wanted)
    if language is None:
        refuse(
            gettext("There is no language {language}; there are {known}.").format(
                language=wanted, known=listing(LANGUAGES)
            )
        )
    use_language(language)
    return language


def refuse(sentence: str) -> NoReturn:
    """Say why the command cannot be obeyed, and end it."""
    typer.secho(sentence, err=True, fg="red")
    raise typer.Exit(1)


def reason(error: OSError) -> str:
    """Return what the system says of an error, to stand inside a sentence."""
    return (error.strerror or str(error)).lower()
