"""The codes still possible, the row that refutes a code, and rows that cannot all be true.

A row that has been played is a pair of a guess and the answer it got. It *refutes* a code that
would have given another answer; a *candidate* is a code that no row refutes. Rows are named
here by their index from 0, and in sentences by their number from 1.

Which rows refute which codes is all one need know: rows contradict each other when they
refute every code between them, so a contradiction is a set of rows that *hits* the set of
refuting rows of each code, and an irreducible contradiction is a minimal hitting set
(R. Reiter, "A theory of diagnosis from first principles", Artificial Intelligence 32, 1987).
"""

from __future__ import annotations

from collections.abc import Hashable, Iterable, Iterator
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any, Final, TypeAlias

from mastermind_edu.games.arrays import np
from mastermind_edu.games.codes import Code, InvalidCode
from mastermind_edu.games.feedback import Feedback, ImpossibleFeedback
from mastermind_edu.games.play import NothingToUndo, Row
from mastermind_edu.games.rules import Rules
from mastermind_edu.language import gettext, listing, ngettext

if TYPE_CHECKING:
    from numpy.typing import NDArray

    from mastermind_edu.games.codes import CodeArray

__all__ = [
    "MOST_ROWS",
    "NOT_REFUTED",
    "Candidates",
    "Conflict",
    "Contradictions",
    "InvalidRow",
    "Mend",
    "Refutation",
    "TooManyRows",
    "candidates",
    "check_rows",
    "contradictions",
    "minimal_masks",
    "refutation",
    "refuting_masks",
    "select",
]

PlayedRow: TypeAlias = tuple[Iterable[Hashable], Iterable[Hashable]]
MaskArray: TypeAlias = "NDArray[np.unsignedinteger[Any]]"

MOST_ROWS: Final = 64
"""The most rows that are weighed against each other: one bit a row in a machine word."""

NOT_REFUTED: Final = 255
"""Stands in :attr:`Candidates.refuted_by` for a code that no row refutes."""


class InvalidRow(ValueError):
    """What was given is not a guess and its answer."""


class TooManyRows(ValueError):
    """More rows than are weighed against each other."""


def check_rows(game: Rules, rows: Iterable[PlayedRow]) -> tuple[Row, ...]:
    """Return ``rows`` in the types of ``game``; what is wrong is told with its row's number.

    :raises InvalidRow: if a row is not a pair.
    :raises InvalidCode: one of its subclasses, if a guess is not a code of the game.
    :raises ImpossibleFeedback: if the game cannot answer so.
    :raises TooManyRows: if there are more than :data:`MOST_ROWS`.
    """
    checked = tuple(_check_row(game, number, row) for number, row in enumerate(rows, start=1))
    if len(checked) > MOST_ROWS:
        raise TooManyRows(
            gettext("There are {n} rows, the limit is {limit}.").format(
                n=len(checked), limit=MOST_ROWS
            )
        )
    return checked


def _check_row(game: Rules, number: int, row: PlayedRow) -> Row:
    try:
        guess, feedback = row
        iter(feedback)
    except (TypeError, ValueError):
        raise InvalidRow(
            gettext("Row {row}: expected a guess and its answer, got {got!r}.").format(
                row=number, got=row
            )
        ) from None
    try:
        return Row(game.space.check(guess), game.check_feedback(feedback))
    except (InvalidCode, ImpossibleFeedback) as error:
        reason = gettext("Row {row}: {reason}").format(row=number, reason=error)
        raise type(error)(reason) from error


def candidates(game: Rules, rows: Iterable[PlayedRow]) -> CodeArray:
    """Return the codes that would have given the answer of every row, in the order of the space.

    >>> from mastermind_edu.games.catalogue import CLASSIC
    >>> len(candidates(CLASSIC, [((0, 0, 1, 1), (1, 1))]))
    208

    :returns: read-only rows of the space, shape ``(n, pegs)``; the same in whatever order
        ``rows`` are given.
    :raises SpaceTooLarge: if the game has too many codes to list.
    :raises ValueError: the errors of :func:`check_rows`.
    """
    codes = game.space.array()
    for row in check_rows(game, rows):
        codes = select(codes, _fits(game, row, codes))
    return codes


def _fits(game: Rules, row: Row, codes: CodeArray) -> NDArray[np.bool_]:
    fits: NDArray[np.bool_] = game.feedback_ids(row.guess, codes) == game.feedback_id(row.feedback)
    return fits


def select(codes: CodeArray, keep: NDArray[np.bool_]) -> CodeArray:
    """Return those of ``codes`` that ``keep`` is true for, read-only, columns contiguous."""
    columns = codes.T.compress(keep, axis=1)
    columns.setflags(write=False)
    return columns.T


class Candidates:
    """The candidates of a game as its rows come and go; a new row filters what is left.

    :ivar game: the rules played by.
    :ivar codes: the codes that no row refutes, as :func:`candidates` returns them.
    :ivar refuted_by: for each code of ``game.space.array()``, the index of the first row that
        refutes it, or :data:`NOT_REFUTED`; read-only bytes, shape ``(size,)``.
    :raises ValueError: the errors of :func:`candidates`.
    """

    def __init__(self, game: Rules, rows: Iterable[PlayedRow] = ()) -> None:
        self.game = game
        self.codes = game.space.array()
        self.refuted_by: NDArray[np.uint8] = np.full(len(self.codes), NOT_REFUTED, dtype=np.uint8)
        self._rows: tuple[Row, ...] = ()
        self.update(rows)

    def __repr__(self) -> str:
        return f"<Candidates {self.game.key}: {len(self.codes):,} after {len(self._rows)} rows>"

    def __len__(self) -> int:
        return len(self.codes)

    @property
    def rows(self) -> tuple[Row, ...]:
        """The rows so far, oldest first."""
        return self._rows

    @property
    def counts(self) -> tuple[int, ...]:
        """How many codes are left before the first row, after it, after the second, …"""
        refuted = np.bincount(self.refuted_by, minlength=NOT_REFUTED + 1)[: len(self._rows)]
        return (len(self.refuted_by), *(len(self.refuted_by) - np.cumsum(refuted)).tolist())

    def after(self, rows: int) -> CodeArray:
        """Return the codes left after the first ``rows`` rows.

        :raises IndexError: if there are not so many.
        """
        if not 0 <= rows <= len(self._rows):
            raise IndexError(f"expected 0 to {len(self._rows)} rows, got {rows}")
        return select(self.game.space.array(), self.refuted_by >= rows)

    def add(self, guess: Iterable[Hashable], feedback: Iterable[Hashable]) -> CodeArray:
        """Take in one more row and return the codes left.

        :raises ValueError: the errors of :func:`check_rows`; nothing has changed then.
        """
        self.update((*self._rows, (guess, feedback)))
        return self.codes

    def undo(self) -> Row:
        """Take the last row back and return it.

        :raises NothingToUndo: if there is none.
        """
        if not self._rows:
            raise NothingToUndo(gettext("There is no row to take back."))
        last = self._rows[-1]
        self.update(self._rows[:-1])
        return last

    def update(self, rows: Iterable[PlayedRow]) -> None:
        """Make ``rows`` the rows of the game, filtering anew only from where they differ.

        :raises ValueError: the errors of :func:`check_rows`; nothing has changed then.
        """
        wanted = check_rows(self.game, rows)
        same = 0
        while self._rows[same : same + 1] == wanted[same : same + 1] != ():
            same += 1
        refuted_by = self.refuted_by.copy()
        codes = self.codes
        if same < len(self._rows):
            codes = self.after(same)
            refuted_by[refuted_by >= same] = NOT_REFUTED
        for index, row in enumerate(wanted[same:], start=same):
            fits = _fits(self.game, row, codes)
            refuted_by[refuted_by == NOT_REFUTED] = np.where(fits, NOT_REFUTED, index)
            codes = select(codes, fits)
        refuted_by.setflags(write=False)
        self._rows, self.codes, self.refuted_by = wanted, codes, refuted_by


@dataclass(frozen=True)
class Refutation:
    """Why ``code`` is not the secret: row ``index`` would have been answered otherwise.

    :param expected: the answer it would bear if ``code`` were the secret.
    """

    game: Rules = field(repr=False)
    code: Code
    index: int
    row: Row
    expected: Feedback

    @property
    def given(self) -> Feedback:
        """The answer that the row bears."""
        return self.row.feedback

    def __str__(self) -> str:
        return gettext(
            "If the secret were {code}, the answer to {guess} in row {row} would have been "
            "“{expected}”, but it was “{given}”."
        ).format(
            code=self.game.space.format(self.code),
            guess=self.game.space.format(self.row.guess),
            row=self.index + 1,
            expected=self.expected,
            given=self.given,
        )


def refutation(
    game: Rules, rows: Iterable[PlayedRow], code: Iterable[Hashable]
) -> Refutation | None:
    """Return the first row that rules ``code`` out, or None if it is a candidate.

    It lists nothing, so it works in a space of any size.

    >>> from mastermind_edu.games.catalogue import CLASSIC
    >>> print(refutation(CLASSIC, [((0, 0, 1, 1), (1, 1))], (0, 0, 2, 2)))
    If the secret were RRBB, the answer to RRGG in row 1 would have been “2 in the right place, \
0 in the wrong place”, but it was “1 in the right place, 1 in the wrong place”.

    :raises InvalidCode: if ``code`` is not a code of the game.
    :raises ValueError: the errors of :func:`check_rows`.
    """
    secret = game.space.check(code)
    for index, row in enumerate(check_rows(game, rows)):
        expected = game.feedback(secret, row.guess)
        if expected != row.feedback:
            return Refutation(game, secret, index, row, expected)
    return None


class Conflict(tuple[int, ...]):
    """Rows, by index, of which one must be wrong, while no smaller set of them must."""

    __slots__ = ()

    def __str__(self) -> str:
        rows = listing(index + 1 for index in self)
        if len(self) == 1:
            return gettext("Row {row} cannot be right: no code gives this answer.").format(row=rows)
        if len(self) == 2:
            return gettext("Rows {rows} cannot both be right: no code fits both.").format(rows=rows)
        return gettext("Rows {rows} cannot all be right: no code fits them all.").format(rows=rows)


@dataclass(frozen=True)
class Mend:
    """Another answer to one row that makes all rows consistent, and how many codes it leaves."""

    index: int
    feedback: Feedback
    codes_left: int

    def __str__(self) -> str:
        return ngettext(
            "With the answer “{answer}” in row {row}, {n} code would fit.",
            "With the answer “{answer}” in row {row}, {n} codes would fit.",
            self.codes_left,
        ).format(answer=self.feedback, row=self.index + 1, n=self.codes_left)


@dataclass(frozen=True)
class Contradictions:
    """What is wrong with some rows; false, and empty, when some code fits them all.

    :param conflicts: every irreducible set of rows that cannot all be true, small sets first.
        Iterating gives these.
    :param mends: for each row, the other answers that would make the whole consistent, those
        that leave the most codes first; none if the row alone cannot mend it.
    """

    conflicts: tuple[Conflict, ...] = ()
    mends: tuple[tuple[Mend, ...], ...] = ()

    def __len__(self) -> int:
        return len(self.conflicts)

    def __iter__(self) -> Iterator[Conflict]:
        return iter(self.conflicts)

    def __str__(self) -> str:
        if not self:
            return gettext("The rows do not contradict each other.")
        return "\n".join(str(conflict) for conflict in self)


def contradictions(game: Rules, rows: Iterable[PlayedRow]) -> Contradictions:
    """Return every smallest set of rows that cannot all be true, and what would mend each row.

    Smallest means that leaving out any row of the set makes the others consistent.

    >>> from mastermind_edu.games.catalogue import CLASSIC
    >>> reds, mixed = (0, 0, 0, 0), (0, 0, 1, 1)
    >>> print(contradictions(CLASSIC, [(reds, (0, 0)), (mixed, (2, 0)), (reds, (1, 0))]))
    Rows 1 and 3 cannot both be right: no code fits both.

    :raises SpaceTooLarge: if the game has too many codes to list.
    :raises ValueError: the errors of :func:`check_rows`.
    """
    played = check_rows(game, rows)
    masks = refuting_masks(game, played)
    if not masks.all():
        return Contradictions(mends=((),) * len(played))
    hitting_sets = _minimal_hitting_sets(minimal_masks(masks))
    conflicts = sorted((Conflict(_bits(mask)) for mask in hitting_sets), key=lambda c: (len(c), c))
    mends = tuple(_mends(game, played, index, masks) for index in range(len(played)))
    return Contradictions(tuple(conflicts), mends)


def _mends(game: Rules, rows: tuple[Row, ...], index: int, masks: MaskArray) -> tuple[Mend, ...]:
    refuted_here_only = select(game.space.array(), masks == 1 << index)
    counts = np.bincount(game.feedback_ids(rows[index].guess, refuted_here_only))
    mends = [Mend(index, game.feedbacks[i], int(counts[i])) for i in np.flatnonzero(counts)]
    return tuple(sorted(mends, key=lambda mend: -mend.codes_left))


def refuting_masks(game: Rules, rows: Iterable[PlayedRow]) -> MaskArray:
    """Return for each code of ``game.space.array()`` which rows refute it: bit *i* for row *i*.

    :returns: shape ``(size,)``; 0 marks the candidates.
    :raises SpaceTooLarge: if the game has too many codes to list.
    :raises ValueError: the errors of :func:`check_rows`.
    """
    played = check_rows(game, rows)
    codes = game.space.array()
    dtype = np.min_scalar_type((1 << len(played)) - 1)
    masks = np.zeros(len(codes), dtype=dtype)
    for index, row in enumerate(played):
        masks |= (~_fits(game, row, codes)).astype(dtype) << index
    return masks


def minimal_masks(masks: MaskArray) -> list[int]:
    """Return the sets of bits among ``masks`` that contain no other, small sets first."""
    left = np.unique(masks)
    left = left[np.argsort(np.bitwise_count(left), kind="stable")]
    minimal = []
    while len(left):
        minimal.append(int(left[0]))
        left = left[(left & left[0]) != left[0]]
    return minimal


def _minimal_hitting_sets(masks: list[int]) -> list[int]:
    """Return every minimal set of bits that has one in common with each of ``masks``.

    C. Berge, *Hypergraphs* (1989): the hitting sets of some masks give those of one more.
    """
    hitting = [0]
    for mask in masks:
        kept = [bits for bits in hitting if bits & mask]
        grown = [bits | 1 << bit for bits in hitting if not bits & mask for bit in _bits(mask)]
        hitting = kept + [new for new in grown if not any(old & new == old for old in kept)]
    return hitting


def _bits(mask: int) -> Iterator[int]:
    return (bit for bit in range(mask.bit_length()) if mask >> bit & 1)
