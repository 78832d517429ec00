"""A whole strategy as a tree: what it guesses after every answer, and how long it takes.

A node is a guess; its branches are the answers. A secret ends at the one node whose guess it
is, and the depth of that node, the first guess counting 1, is how many guesses it needs.

A tree is built level by level: the candidates of all nodes of one depth lie side by side in
one array, so that a level costs one pass over guesses x codes however many nodes it has. What
that gave, minimax on 4 x 6 with NumPy alone: 18 ms for some 700 nodes.

The file of a tree is text. The first line is JSON: ``format``, what the game is (``pegs``,
``kinds``, ``repeats``, ``answers``), the strategy's ``name``, the ``total`` and the
``sha256`` of the other lines. Each of these is one node, parents before children, level by
level: the line of its parent, the answer's place in ``game.feedbacks``, and the guess's place
in the lexicographic list of codes. Lines are counted from 0; the first guess has parent -1
and answer -1.
"""

from __future__ import annotations

import hashlib
import json
from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import dataclass
from functools import cached_property
from pathlib import Path
from typing import TYPE_CHECKING, Any, Final, NamedTuple

import numpy as np
from numpy.typing import NDArray

from mastermind_edu.games.codes import Code
from mastermind_edu.games.feedback import Feedback
from mastermind_edu.games.rules import Rules
from mastermind_edu.language import gettext
from mastermind_edu.solvers.candidates import PlayedRow, check_rows
from mastermind_edu.solvers.positions import Position, after, select
from mastermind_edu.solvers.strategies import Progress, Strategy
from mastermind_edu.solvers.symmetry import indices

if TYPE_CHECKING:
    from mastermind_edu.games.codes import CodeArray

__all__ = [
    "Comparison",
    "DamagedTree",
    "DifferentGames",
    "Node",
    "NotInTree",
    "Tree",
    "TreeError",
    "WrongGame",
    "build_tree",
    "compare",
    "grow_tree",
    "load_tree",
]

FORMAT: Final = "mastermind-edu tree 1"

PIECE: Final = 1 << 26
"""About how many pairs of guess and candidate are looked at between two tellings of progress."""


class TreeError(ValueError):
    """Something is wrong with a tree or its file."""


class WrongGame(TreeError):
    """The file holds a tree of another game."""


class DamagedTree(TreeError):
    """The file is no tree, is cut short, was altered, or does not find every code."""


class NotInTree(TreeError):
    """Rows that this strategy would not have played, or answers that no code gives."""


class DifferentGames(TreeError):
    """Two trees that are not about the same secrets."""


@dataclass(frozen=True, eq=False)
class Tree:
    """A strategy for every secret of a game.

    :param name: what made it, for people.
    :param parents: the node before each node, -1 for the first guess; parents come first.
    :param answers: the id of the answer that leads to each node.
    :param guesses: the index of each node's guess in the lexicographic list of codes.
    :raises DamagedTree: when it is played, if it does not find every code.
    """

    game: Rules
    name: str
    parents: NDArray[np.intp]
    answers: NDArray[np.intp]
    guesses: NDArray[np.intp]

    def __repr__(self) -> str:
        return f"<Tree {self.name}: {self.game.space!r}, total {self.total:,}, worst {self.worst}>"

    @cached_property
    def lengths(self) -> NDArray[np.intp]:
        """How many guesses each secret needs, in the order of the codes; found by playing."""
        return _play(self)

    @property
    def total(self) -> int:
        """How many guesses all secrets need together."""
        return int(self.lengths.sum())

    @property
    def average(self) -> float:
        """How many guesses a secret needs on average."""
        return self.total / len(self.lengths)

    @property
    def worst(self) -> int:
        """How many guesses the hardest secret needs."""
        return int(self.lengths.max())

    @property
    def histogram(self) -> dict[int, int]:
        """How many secrets need each number of guesses, from 1 to the worst."""
        counts = np.bincount(self.lengths)
        return {length: int(counts[length]) for length in range(1, len(counts))}

    @property
    def root(self) -> Node:
        """The first guess."""
        return Node(self, 0)

    def __iter__(self) -> Iterator[Node]:
        """List the nodes depth first, branches in the order of the game's answers."""
        stack = [self.root]
        while stack:
            node = stack.pop()
            yield node
            stack.extend(reversed(tuple(node.children.values())))

    def __len__(self) -> int:
        """How many nodes there are."""
        return len(self.guesses)

    def find(self, rows: Iterable[PlayedRow]) -> Node:
        """Return the node that the rows lead to.

        :raises NotInTree: if a guess is not the tree's, or an answer leaves no code.
        """
        node = self.root
        for number, row in enumerate(check_rows(self.game, rows), start=1):
            if row.guess != node.guess:
                raise NotInTree(
                    gettext("Row {row}: this strategy guesses {guess} here.").format(
                        row=number, guess=self.game.space.spell(node.guess)
                    )
                )
            if row.feedback not in node.children:
                raise NotInTree(
                    gettext("Row {row}: no further guess follows this answer.").format(row=number)
                )
            node = node.children[row.feedback]
        return node

    def choose(self, rows: Iterable[PlayedRow] = ()) -> Code:
        """Return the next guess after the rows.

        :raises NotInTree: as :meth:`find`.
        """
        return self.find(rows).guess

    @cached_property
    def branches(self) -> list[list[int]]:
        """The nodes that follow each node, in the order of the game's answers."""
        follow: list[list[int]] = [[] for _ in range(len(self))]
        for node in np.lexsort((self.answers, self.parents))[1:].tolist():
            follow[self.parents[node]].append(node)
        return follow

    def save(self, path: str | Path) -> None:
        """Write the tree to a file, in the format that this module describes."""
        nodes = zip(
            self.parents.tolist(), self.answers.tolist(), self.guesses.tolist(), strict=True
        )
        body = "".join(f"{parent} {answer} {guess}\n" for parent, answer, guess in nodes)
        head = {
            "format": FORMAT,
            **_signature(self.game),
            "name": self.name,
            "total": self.total,
            "sha256": hashlib.sha256(body.encode()).hexdigest(),
        }
        Path(path).write_text(json.dumps(head) + "\n" + body, encoding="utf-8", newline="\n")


@dataclass(frozen=True)
class Node:
    """A guess of a tree, with what follows it."""

    tree: Tree
    index: int

    def __repr__(self) -> str:
        return f"<Node {self.tree.game.space.format(self.guess)}, {len(self.children)} branches>"

    @property
    def guess(self) -> Code:
        """What is guessed here."""
        return self.tree.game.space.code_at(int(self.tree.guesses[self.index]))

    @property
    def answer(self) -> Feedback | None:
        """The answer that led here; None at the first guess."""
        if self.index == 0:
            return None
        return self.tree.game.feedbacks[self.tree.answers[self.index]]

    @property
    def children(self) -> Mapping[Feedback, Node]:
        """The next node after each answer; without the answer that ends the game."""
        nodes = [Node(self.tree, index) for index in self.tree.branches[self.index]]
        return {self.tree.game.feedbacks[self.tree.answers[node.index]]: node for node in nodes}

    @property
    def depth(self) -> int:
        """Which guess this is, the first being 1."""
        depth, index = 1, self.index
        while index:
            depth, index = depth + 1, int(self.tree.parents[index])
        return depth


def build_tree(game: Rules, strategy: Strategy, progress: Progress | None = None) -> Tree:
    """Return the whole tree of ``strategy`` for ``game``.

    >>> from mastermind_edu.games.catalogue import CLASSIC
    >>> from mastermind_edu.solvers.strategies import MINIMAX
    >>> tree = build_tree(CLASSIC, MINIMAX)
    >>> tree.total, round(tree.average, 3), tree.histogram
    (5801, 4.476, {1: 1, 2: 6, 3: 62, 4: 533, 5: 694})

    :param progress: called now and then with how many secrets have been found and how many
        there are; an exception that it raises ends the work.
    """
    choose = strategy.choose_each
    pieces = choose if progress is None else _in_pieces(choose, progress)
    return grow_tree(game, strategy.name, pieces, progress)


def _in_pieces(
    choose: Callable[[Position], CodeArray], progress: Progress
) -> Callable[[Position], CodeArray]:
    """Return ``choose``, asked for some sets after the others, with progress in between."""

    def choose_in_pieces(position: Position) -> CodeArray:
        found = position.game.space.size - len(position.codes)
        most = max(1, PIECE // len(position.guesses))
        piece_of = position.starts // most
        if piece_of[-1] == 0:
            return choose(position)
        guesses: CodeArray = np.empty((position.codes.shape[1], len(piece_of)), np.uint8).T
        for piece in np.unique(piece_of):
            progress(found, position.game.space.size)
            which = piece_of == piece
            guesses[which] = choose(position.only(which))
        return guesses

    return choose_in_pieces


def grow_tree(
    game: Rules,
    name: str,
    choose: Callable[[Position], CodeArray],
    progress: Progress | None = None,
) -> Tree:
    """Return the tree that ``choose`` makes when asked for the guesses of level after level."""
    everything = game.space.array()
    position = after(game, (), everything)
    parents = answers = np.full(1, -1)
    columns: list[tuple[NDArray[np.intp], ...]] = []
    nodes = 0
    while len(position.starts):
        guesses = choose(position)
        columns.append((parents, answers, indices(game.space, guesses)))
        level = _split(position, guesses)
        parents, answers = nodes + level.parents, level.answers
        nodes += len(guesses)
        played = [game.space.code(guesses[0])] if nodes == 1 else None
        position = after(game, played, select(position.codes, level.order), level.starts)
        if progress is not None:
            progress(len(everything) - len(level.order), len(everything))
    return Tree(game, name, *map(np.concatenate, zip(*columns, strict=True)))


def load_tree(path: str | Path, game: Rules) -> Tree:
    """Return the tree in a file, once every secret has been played through it.

    :raises WrongGame: if it is for another game.
    :raises DamagedTree: if it is not such a file, is cut short, was altered, or misses a code.
    :raises OSError: if the file cannot be read.
    """
    head, body = _read(path)
    if {key: head.get(key) for key in _signature(game)} != _signature(game):
        raise WrongGame(
            gettext("{file} holds a tree of another game: {found}.").format(
                file=path, found=", ".join(f"{key} {head.get(key)}" for key in _signature(game))
            )
        )
    if head.get("sha256") != hashlib.sha256(body.encode()).hexdigest():
        raise _damaged(path, gettext("it was altered or cut short"))
    try:
        columns = np.array([line.split() for line in body.splitlines()], dtype=np.intp).T
        tree = Tree(game, str(head["name"]), *columns)
        total = tree.total
    except (KeyError, TypeError, ValueError, IndexError) as error:
        raise _damaged(path, str(error)) from error
    if total != head.get("total"):
        raise _damaged(path, gettext("its total is not what it says"))
    return tree


def _read(path: str | Path) -> tuple[dict[str, Any], str]:
    try:
        first, _, body = Path(path).read_text(encoding="utf-8").partition("\n")
        head = json.loads(first)
    except ValueError as error:
        raise _damaged(path, gettext("it is not text of this kind")) from error
    if not isinstance(head, dict) or head.get("format") != FORMAT:
        raise _damaged(path, gettext("it does not begin as one"))
    return head, body


def _damaged(path: str | Path, reason: str) -> DamagedTree:
    return DamagedTree(
        gettext("{file} is not a sound tree: {reason}.").format(file=path, reason=reason)
    )


def _signature(game: Rules) -> dict[str, Any]:
    space = game.space
    return {
        "pegs": space.pegs,
        "kinds": len(space.kinds),
        "repeats": space.repeats,
        "answers": len(game.feedbacks),
    }


def _play(tree: Tree) -> NDArray[np.intp]:
    """Play every secret and return how many guesses each needs."""
    game = tree.game
    everything = game.space.array()
    lengths = np.zeros(len(everything), dtype=np.intp)
    secrets = np.arange(len(everything))
    nodes = starts = np.zeros(1, dtype=np.intp)
    steps = zip(tree.parents.tolist(), tree.answers.tolist(), strict=True)
    follow = {step: node for node, step in enumerate(steps)}
    for depth in range(1, len(tree) + 1):
        codes = select(everything, secrets)
        position = Position(game, codes, starts, codes)
        level = _split(position, select(everything, tree.guesses[nodes]))
        solved = np.ones(len(secrets), dtype=np.bool_)
        solved[level.order] = False
        lengths[secrets[solved]] = depth
        if not len(level.order):
            return lengths
        steps = zip(nodes[level.parents].tolist(), level.answers.tolist(), strict=True)
        nodes = np.array([follow.get(step, -1) for step in steps], dtype=np.intp)
        if nodes.min() < 0:
            break
        secrets, starts = secrets[level.order], level.starts
    raise DamagedTree(gettext("The tree does not find every code."))


class _Level(NamedTuple):
    """The sets that answers make of the sets before: their codes in order, and whence they came."""

    order: NDArray[np.intp]
    starts: NDArray[np.intp]
    parents: NDArray[np.intp]
    answers: NDArray[np.intp]


def _split(position: Position, guesses: CodeArray) -> _Level:
    """Split each set by the answers to its guess, leaving out the codes that are found."""
    answers = len(position.game.feedbacks)
    ids = position.answers(guesses)
    branch = position.set_of * answers + ids
    order = np.argsort(branch, kind="stable")
    order = order[ids[order] != answers - 1]
    starts = np.flatnonzero(np.diff(branch[order], prepend=-1))
    first = order[starts]
    return _Level(order, starts, position.set_of[first], ids[first])


class Comparison(NamedTuple):
    """Of all secrets, how many the first strategy finds in fewer guesses than the second."""

    fewer: int
    same: int
    more: int


def compare(first: Tree, second: Tree) -> Comparison:
    """Compare two strategies on the same secrets.

    :raises DifferentGames: if the trees are not of the same game.
    """
    if _signature(first.game) != _signature(second.game):
        raise DifferentGames(
            gettext("Trees of one game can be compared, not {first!r} and {second!r}.").format(
                first=first.game, second=second.game
            )
        )
    difference = np.sign(first.lengths - second.lengths)
    return Comparison(*(int((difference == sign).sum()) for sign in (-1, 0, 1)))
