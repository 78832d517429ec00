"""The provably best tree: the least total, or the least total within a number of guesses.

Depth-first branch and bound. For each set of candidates the guesses are tried in order of a
lower bound on their total, until the bound reaches the best total found; the parts that a
guess makes are then sets of their own, the smallest first, each with what is left of the room
below the best. What is tried is no more than proof demands:

- Of guesses that a symmetry of the position turns into each other the first is tried
  (:mod:`mastermind_edu.solvers.positions`). Every symmetry is checked on every pair of codes
  before it counts in a proof: 4 x 6 has 5 first guesses instead of 1,296.
- A code that splits all candidates apart is best, and ends the look at a set.
- Before a guess is tried in earnest, each of its parts gets a bound of its own from the parts
  that it really allows (:mod:`mastermind_edu.solvers.bounds`), the largest part first.
- What has been learnt of a set, its least total or a bound, is remembered.

What was tried and what it gave (seconds of one core for 4 x 6, NumPy alone / compiled):

- All of it: 684 sets looked at, 0.6 / 0.2 s. The fastest public program, in C++: 0.13 to 0.25 s;
  for 4 x 7 it needs 21 to 24 s, this search compiled 6 s; for bulls and cows 174 to 202 s, this
  search 43 s.
- Without the bounds of the parts before a guess is tried: 4,396 sets, 1.4 / 0.8 s.
- Without symmetry, 4 x 5: 54,665 sets instead of 259, 9.1 s instead of 0.06 s compiled.
- A small set is first searched for a total just above its bound, and only then, step by step,
  for more: 684 sets instead of 711 and a quarter of the time compiled; without it, loose
  limits make every guess worth a look.
- Remembering the bounds of parts: no faster than computing them anew.
- Remembering sets by a canonical form under all relabellings: 567 canonical sets among the 662
  small ones, too few to pay for finding the form.
"""

from __future__ import annotations

import time
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from typing import TYPE_CHECKING, Final, NamedTuple, TypeAlias

import numpy as np
from numpy.typing import NDArray

from mastermind_edu.games.rules import Rules
from mastermind_edu.language import gettext, mark, ngettext
from mastermind_edu.solvers.bounds import NEVER, UNLIMITED, Bounds
from mastermind_edu.solvers.positions import Position, after, select
from mastermind_edu.solvers.strategies import ENTROPY, EXPECTED_SIZE, MINIMAX, MOST_PARTS
from mastermind_edu.solvers.symmetry import holds_everywhere, indices
from mastermind_edu.solvers.trees import Tree, build_tree, grow_tree

if TYPE_CHECKING:
    from mastermind_edu.games.codes import CodeArray

__all__ = ["NoSuchTree", "OptimalTree", "SearchProgress", "optimal_tree"]

Codes: TypeAlias = NDArray[np.intp]

NAME: Final = mark("Optimal")
OTHERS: Final = (MOST_PARTS, EXPECTED_SIZE, ENTROPY, MINIMAX)
MANY: Final = 48
"""From how many candidates on it pays to look for symmetries of a position."""

SECONDS: Final = 0.1
"""How often progress is told."""


class NoSuchTree(ValueError):
    """No strategy finds every code in so few guesses, or none was found before the end."""


class SearchProgress(NamedTuple):
    """How far the search is: sets looked at, best total so far, and what none can undercut."""

    nodes: int
    best: int | None
    bound: int


@dataclass(frozen=True, eq=False, repr=False)
class OptimalTree(Tree):
    """The best tree found.

    :param bound: the least total that any tree might still have.
    :param nodes: how many sets of candidates were looked at.
    """

    bound: int
    nodes: int

    @property
    def proven(self) -> bool:
        """Whether no better tree exists; else the search was ended before the proof."""
        return self.total == self.bound


def optimal_tree(
    game: Rules,
    worst: int | None = None,
    progress: Callable[[SearchProgress], bool | None] | None = None,
) -> OptimalTree:
    """Return the tree with the least total, among those that need at most ``worst`` guesses.

    >>> from mastermind_edu.games.catalogue import custom
    >>> tree = optimal_tree(custom(pegs=3, colours=4))
    >>> tree.total, tree.proven
    (206, True)

    :param progress: called now and then; if it returns False, the search ends and the best
        tree so far is returned, not proven. So it does on ``KeyboardInterrupt``.
    :raises NoSuchTree: if no strategy finds every code within ``worst`` guesses, or if none
        was found before the search was ended.
    :raises GameTooLarge: if the game has too many codes for this.
    """
    if worst is not None and worst < 1:
        raise NoSuchTree(gettext("Expected at least 1 guess, got {n}.").format(n=worst))
    search = _Search(game, worst, progress)
    try:
        search.prove()
    except (_Ended, KeyboardInterrupt):
        return search.best_so_far()
    return search.best_tree()


class _Ended(Exception):
    """The one who follows the progress has ended the search."""


class _Search:
    """What is known of one game while its optimum is looked for.

    ``known`` holds for a set its least total, and the guess that has it; or a bound and -1.
    """

    def __init__(
        self,
        game: Rules,
        worst: int | None,
        progress: Callable[[SearchProgress], bool | None] | None,
    ) -> None:
        self.game = game
        self.worst = worst
        self.left = UNLIMITED if worst is None else min(worst, UNLIMITED)
        self.progress = progress
        self.bounds = Bounds(game)
        self.everything = np.arange(game.space.size)
        self.known: dict[bytes, tuple[int, int]] = {}
        self.nodes = 0
        self.told = time.monotonic()
        self.symmetric = holds_everywhere(game, self.bounds.ids)
        self.first = -1
        self.bound = self.bounds.least(self.everything, self.left)
        self.heuristic = self._heuristic() if self.bound < NEVER else None
        self.best = NEVER if self.heuristic is None else self.heuristic.total

    def _heuristic(self) -> Tree | None:
        """Return the best tree of the other strategies that keeps within the limit."""
        strategies = (MOST_PARTS,) if self.worst is None else OTHERS
        trees = [build_tree(self.game, strategy) for strategy in strategies]
        kept = [tree for tree in trees if tree.worst <= self.left]
        return min(kept, key=lambda tree: tree.total, default=None)

    def prove(self) -> None:
        """Try the first guesses until none can be better."""
        guesses = self._guesses(self.everything, ())
        order, bounds, _ = self.bounds.order(self.everything, guesses, self.best, self.left)
        for guess, bound, later in zip(order, bounds, [*bounds, NEVER][1:], strict=True):
            if bound >= self.best:
                break
            self.first = guess
            total = bound
            for total in self._totals(self.everything, guess, self.best, self.left, ()):
                self.bound = max(self.bound, min(total, later, self.best))
                if total >= self.best:
                    break
            if total < self.best:
                self.best = total
                self._remember(self.everything, self.left, total, guess)
        self.bound = self.best

    def _solve(self, codes: Codes, limit: int, left: int, played: tuple[int, ...]) -> int:
        """Return the least total of ``codes``, or a bound on it that is not below ``limit``."""
        key = _key(codes, left)
        known, guess = self.known.get(key, (0, -1))
        if guess >= 0 or known >= limit:
            return known
        self._count_node()
        guesses = self._guesses(codes, played)
        if len(codes) < MANY:
            step = 1 + len(codes) // 8
            goal = max(known, self.bounds.least(codes, left)) + step
            while goal < limit:
                total = self._search(codes, guesses, goal, left, played)
                if total < goal or total >= limit:
                    return total
                goal = total + step
        return self._search(codes, guesses, limit, left, played)

    def _search(
        self, codes: Codes, guesses: Codes, limit: int, left: int, played: tuple[int, ...]
    ) -> int:
        best, chosen = limit, -1
        order, bounds, lowest = self.bounds.order(codes, guesses, limit, left)
        for guess, bound in zip(order, bounds, strict=True):
            total = bound
            if total < best:
                for total in self._totals(codes, guess, best, left, played):
                    if total >= best:
                        break
            lowest = min(lowest, total)
            if total < best:
                best, chosen = total, guess
            elif bound >= best:
                break
        self._remember(codes, left, lowest, chosen)
        return lowest

    def _totals(
        self, codes: Codes, guess: int, limit: int, left: int, played: tuple[int, ...]
    ) -> Iterator[int]:
        """Yield ever sharper bounds on the total of ``codes`` after ``guess``, then the total."""
        total = self.bounds.least_after(codes, guess, limit, left)
        yield total
        parts = [
            (part, self.bounds.least(part, left - 1)) for part in self.bounds.parts(codes, guess)
        ]
        total = len(codes) + sum(least for _, least in parts)
        for part, least in parts:
            if least > 2 * len(part) - 1:
                room = limit - total + least
                total += self._solve(part, room, left - 1, (*played, guess)) - least
                yield total

    def _guesses(self, codes: Codes, played: tuple[int, ...]) -> Codes:
        """Return the guesses worth a look, but of symmetric ones only the first."""
        if not self.symmetric or len(codes) < MANY:
            return self.everything
        space = self.game.space
        guesses = [space.code_at(index) for index in played]
        rows = select(space.array(), codes)
        return indices(space, after(self.game, guesses, rows).guesses)

    def _remember(self, codes: Codes, left: int, total: int, guess: int) -> None:
        self.known[_key(codes, left)] = total, guess

    def _count_node(self) -> None:
        self.nodes += 1
        if self.progress is None or time.monotonic() < self.told + SECONDS:
            return
        best = None if self.best == NEVER else self.best
        if self.progress(SearchProgress(self.nodes, best, self.bound)) is False:
            raise _Ended
        self.told = time.monotonic()

    def best_tree(self) -> OptimalTree:
        """Return the tree that was proven to be best."""
        if self.best == NEVER:
            raise NoSuchTree(
                ngettext(
                    "No strategy finds every code within {n} guess.",
                    "No strategy finds every code within {n} guesses.",
                    self.left,
                ).format(n=self.left)
            )
        return self.best_so_far()

    def best_so_far(self) -> OptimalTree:
        """Return the best tree that can be made of what is known and of other strategies."""
        trees = [] if self.heuristic is None else [self.heuristic]
        known = self.known.get(_key(self.everything, self.left), (0, self.first))[1]
        if known >= 0:
            trees.append(self._grow(known))
        trees = [tree for tree in trees if tree.worst <= self.left]
        if not trees:
            raise NoSuchTree(gettext("The search was ended before any tree was found."))
        tree = min(trees, key=lambda tree: tree.total)
        columns = tree.parents, tree.answers, tree.guesses
        return OptimalTree(self.game, gettext(NAME), *columns, bound=self.bound, nodes=self.nodes)

    def _grow(self, first: int) -> Tree:
        left = self.left + 1

        def choose(position: Position) -> CodeArray:
            nonlocal left
            left -= 1
            if left == self.left:
                return select(self.game.space.array(), np.array([first]))
            return self._known_guesses(position, left)

        return grow_tree(self.game, gettext(NAME), choose)

    def _known_guesses(self, position: Position, left: int) -> CodeArray:
        """Return the guess of each set that is known best; for others that of a strategy."""
        chosen, settled = position.splitters()
        codes = np.split(indices(self.game.space, position.codes), position.starts[1:])
        for which in np.flatnonzero(~settled):
            guess = self.known.get(_key(codes[which], left), (0, -1))[1]
            if guess >= 0:
                chosen[which] = self.game.space.array()[guess]
                settled[which] = True
        if not settled.all():
            fallback = MOST_PARTS if self.worst is None else MINIMAX
            chosen[~settled] = fallback.choose_each(position.only(~settled))
        return chosen


def _key(codes: Codes, left: int) -> bytes:
    return codes.astype(np.uint16).tobytes() + bytes([left])
