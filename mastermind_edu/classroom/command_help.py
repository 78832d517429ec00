"""The help of a command, and what it says of a slip, in the language in use.

What Typer itself would say there is English.
"""

from __future__ import annotations

import sys
from collections.abc import Iterator
from itertools import pairwise
from pathlib import Path
from typing import Any, Final, NoReturn

import typer
from typer.core import TyperCommand, TyperGroup

from mastermind_edu.language import gettext, listing

__all__ = ["SpokenCommand", "SpokenGroup"]

WRONG_USAGE: Final = 2


class Slip(typer.BadParameter):
    """A command given in a wrong way, with a sentence about it in the language in use."""

    def format_message(self) -> str:
        """Return the sentence."""
        return str(self.message)


WrongUsage: Final[Any] = typer.BadParameter.__base__
"""What Typer raises when a command is given in a wrong way."""


class _Spoken:
    """What a command and a group of commands have in common; a part of both."""

    params: list[Any]

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        for parameter in self.params:
            is_option = parameter.param_type_name == "option"
            parameter.rich_help_panel = gettext("Options") if is_option else gettext("Arguments")
            parameter.metavar = parameter.metavar or _kind(parameter)
            if not is_option:
                parameter.display_type_rich = lambda ctx: None  # noqa: ARG005
            if parameter.default is not None and not isinstance(parameter.default, bool):
                usual = gettext("If not given: {value}.").format(value=parameter.default)
                parameter.help = f"{parameter.help} {usual}"
            parameter.show_default = False

    def get_help_option(self, ctx: Any) -> Any:
        """Return the option ``--help``, which Typer adds to every command."""
        option = super().get_help_option(ctx)  # type: ignore[misc]
        option.help = gettext("Show this help and stop.")
        option.metavar = ""
        option.rich_help_panel = gettext("Options")
        return option

    def format_usage(self, ctx: Any, formatter: Any) -> None:
        """Write the line that says how the command is given."""
        pieces = " ".join(self.collect_usage_pieces(ctx))  # type: ignore[attr-defined]
        formatter.write_usage(ctx.command_path, pieces, prefix=gettext("Usage: "))


class SpokenCommand(_Spoken, TyperCommand):
    """A command with its help in the language that was in use when it was made."""

    allow_extra_args = True

    def parse_args(self, ctx: Any, args: list[str]) -> list[str]:
        """Read what was given after the command.

        :raises Slip: if it is more than the command takes.
        """
        rest: list[str] = super().parse_args(ctx, args)
        if rest:
            raise Slip(gettext("This is too much: {words}.").format(words=" ".join(rest)), ctx)
        return rest


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

    def main(self, *args: Any, **kwargs: Any) -> NoReturn:
        """Run the command and end the program; a slip is told in one sentence."""
        try:
            status = super().main(*args, **{**kwargs, "standalone_mode": False})
        except WrongUsage as error:
            typer.secho(_sentence(error), err=True, fg="red")
            command = error.ctx.command_path if error.ctx else Path(sys.argv[0]).name
            typer.echo(
                gettext("{command} says more.").format(command=f"{command} --help"), err=True
            )
            sys.exit(WRONG_USAGE)
        except typer.Abort:
            sys.exit(1)
        sys.exit(status if isinstance(status, int) else 0)

    def resolve_command(self, ctx: Any, args: list[str]) -> Any:
        """Find the command that the first word names.

        :raises Slip: if there is none.
        """
        if self.get_command(ctx, args[0]) is None and not args[0].startswith("-"):
            raise Slip(
                gettext("There is no command {command}; there are {known}.").format(
                    command=args[0], known=listing(self.list_commands(ctx))
                ),
                ctx,
            )
        return super().resolve_command(ctx, args)


def _kind(parameter: Any) -> str:
    """Return what is written after an option, in a word; nothing if nothing is."""
    kind = parameter.type_descriptor.annotation
    if kind is bool:
        return ""
    if kind in (int, float):
        return gettext("NUMBER")
    return gettext("FILE OR FOLDER") if kind is Path else gettext("TEXT")


def _sentence(error: Any) -> str:
    """Return what is wrong in the way that a command was given."""
    if isinstance(error, Slip):
        return error.format_message()
    parameter = getattr(error, "param", None)
    if parameter is not None:
        return _expected(parameter)
    option = getattr(error, "option_name", None)
    if option is None:
        return str(error.format_message())
    if hasattr(error, "possibilities"):
        return gettext("There is no option {option}.").format(option=option)
    return gettext("The option {option} needs something after it, or takes nothing.").format(
        option=option
    )


def _expected(parameter: Any) -> str:
    """Return what would be right for an option or an argument that was given wrongly."""
    name = parameter.opts[0] if parameter.param_type_name == "option" else parameter.metavar
    described = parameter.type_descriptor
    if described.annotation is not int:
        return f"{name}: {parameter.help}"
    least, most = described.parameter_info.min, described.parameter_info.max
    if most is None:
        text = gettext("{option} needs a whole number, {least} or more.")
    else:
        text = gettext("{option} needs a whole number from {least} to {most}.")
    return text.format(option=name, least=least, most=most)
