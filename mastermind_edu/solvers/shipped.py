"""The optimal trees that come with the package, so that lessons need not wait for a proof.

They are files of the folder ``optima``, each written by
``optimal_tree(game, worst).save(file_of(game, worst))`` and read through
:func:`~mastermind_edu.solvers.trees.load_tree`, which plays every secret before it returns.
A tree serves every game with the same places, kinds and answers, whatever its pegs look like.
"""

from __future__ import annotations

from pathlib import Path
from typing import Final

from mastermind_edu.games.rules import Rules
from mastermind_edu.language import gettext
from mastermind_edu.solvers.trees import Tree, load_tree

__all__ = ["NotShipped", "file_of", "is_shipped", "shipped_tree"]

FOLDER: Final = Path(__file__).parent / "optima"


class NotShipped(ValueError):
    """No optimal tree of this game comes with the package."""


def shipped_tree(game: Rules, worst: int | None = None) -> Tree:
    """Return the optimal tree of ``game``, or that which needs at most ``worst`` guesses.

    >>> from mastermind_edu.games.catalogue import CLASSIC
    >>> shipped_tree(CLASSIC).total, shipped_tree(CLASSIC, worst=5).total
    (5625, 5626)

    :raises NotShipped: if there is none; :func:`~mastermind_edu.solvers.optimal.optimal_tree`
        can find it.
    """
    if not is_shipped(game, worst):
        raise NotShipped(
            gettext("No optimal tree of {game} comes with the package.").format(game=game.name)
        )
    return load_tree(file_of(game, worst), game)


def is_shipped(game: Rules, worst: int | None = None) -> bool:
    """Tell whether the optimal tree of ``game`` comes with the package."""
    return file_of(game, worst).exists()


def file_of(game: Rules, worst: int | None = None) -> Path:
    """Return where the optimal tree of ``game`` is kept, whether it is or not."""
    space = game.space
    repeats = "" if space.repeats else "-no-repeats"
    limit = "" if worst is None else f"-worst-{worst}"
    answers = f"-{len(game.feedbacks)}-answers"
    return FOLDER / f"{space.pegs}x{len(space.kinds)}{repeats}{answers}{limit}.tree"
