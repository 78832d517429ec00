"""The help of a command in the language in use: what Typer itself says there, too."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import pairwise
from typing import Any

from typer.core import TyperCommand, TyperGroup

from mastermind_edu.language import gettext

__all__ = ["SpokenCommand", "SpokenGroup"]


class _Spoken:
    """What a command and a group of commands have in common; a part of both."""

    params: list[Any]

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        for parameter in self.params:
            is_option = parameter.param_type_name == "option"
            parameter.rich_help_panel = gettext("Options") if is_option else gettext("Arguments")
            if parameter.default is not None and not isinstance(parameter.default, bool):
                usual = gettext("If not given: {value}.").format(value=parameter.default)
                parameter.help = f"{parameter.help} {usual}"
            parameter.show_default = False

    def get_help_option(self, ctx: Any) -> Any:
        """Return the option ``--help``, which Typer adds to every command."""
        option = super().get_help_option(ctx)  # type: ignore[misc]
        option.help = gettext("Show this help and stop.")
        option.rich_help_panel = gettext("Options")
        return option

    def format_usage(self, ctx: Any, formatter: Any) -> None:
        """Write the line that says how the command is given."""
        pieces = " ".join(self.collect_usage_pieces(ctx))  # type: ignore[attr-defined]
        formatter.write_usage(ctx.command_path, pieces, prefix=gettext("Usage: "))


class SpokenCommand(_Spoken, TyperCommand):
    """A command with its help in the language that was in use when it was made."""


class SpokenGroup(_Spoken, TyperGroup):
    """A group of commands with its help in the language that was in use when it was made.

    The options ``may_stand_alone`` can be given without a value; it is an empty text then.
    """

    may_stand_alone = ("--class",)

    def parse_args(self, ctx: Any, args: list[str]) -> list[str]:
        """Read the options and the name of the command."""
        return super().parse_args(ctx, list(self._completed(args)))

    def _completed(self, args: list[str]) -> Iterator[str]:
        for argument, following in pairwise([*args, ""]):
            has_value = following and following[0] != "-" and following not in self.commands
            alone = argument in self.may_stand_alone and not has_value
            yield f"{argument}=" if alone else argument
