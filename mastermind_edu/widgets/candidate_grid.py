"""The whole space of codes as a map that thins out, guess by guess.

The map's lines are what the first pegs of a code can be, its columns what the last ones can
be: 36 x 36 for four pegs of six colours. Where there are too many codes for a cell each, a
cell stands for all codes that begin and end alike, and its shade for how many are left.
"""

from __future__ import annotations

import math
from collections.abc import Iterable, Mapping
from typing import TYPE_CHECKING, Any, Final

import traitlets

from mastermind_edu.games.arrays import np
from mastermind_edu.games.codes import CodeSpace
from mastermind_edu.games.rules import Rules
from mastermind_edu.language import gettext, ngettext, number
from mastermind_edu.solvers.candidates import Candidates, PlayedRow, refutation
from mastermind_edu.widgets.base import Action, source
from mastermind_edu.widgets.drawing import draw_peg, fill_of, ink_on
from mastermind_edu.widgets.following import FollowingWidget, Leader

if TYPE_CHECKING:
    from numpy.typing import NDArray

    from mastermind_edu.games.codes import CodeArray

__all__ = ["MOST_CELLS", "MOST_SHOWN", "CandidateGrid"]

MOST_CELLS: Final = 5_100
"""The most cells that a map has; Bulls and cows, with 5,040 codes, still has one for each."""

MOST_SHOWN: Final = 48
"""The most codes that are listed beside the map."""


class CodeMap:
    """Where each code of a space stands on the map.

    :ivar lead: how many first pegs name the line, and ``trail`` how many last ones the column.
    :ivar cell_of: for each code of the space, the index of its cell; shape ``(size,)``.
    :ivar places: for each cell its column and line; shape ``(cells, 2)``.
    :ivar sizes: how many codes stand in each cell; shape ``(cells,)``.
    """

    def __init__(self, space: CodeSpace) -> None:
        kinds, shown = len(space.kinds), space.pegs
        while shown > 1 and (space.size if shown == space.pegs else kinds**shown) > MOST_CELLS:
            shown -= 1
        self.lead, self.trail = math.ceil(shown / 2), shown // 2
        codes = space.array()
        lines, line = _grouped(codes[:, : self.lead], kinds)
        columns, column = _grouped(codes[:, space.pegs - self.trail :], kinds)
        self.lines, self.columns = lines, columns
        keys = line * len(columns) + column
        cells, self.cell_of = np.unique(keys, return_inverse=True)
        self.places = np.stack([cells % len(columns), cells // len(columns)], axis=1)
        self.sizes = np.bincount(self.cell_of)

    def levels(self, refuted_by: NDArray[np.uint8], steps: int) -> NDArray[np.uint8]:
        """Return how full of candidates each cell is after 0, 1, … rows, from 0 to 255.

        A cell with any candidate is at least 1. Shape ``(steps, cells)``.
        """
        left = [
            np.bincount(self.cell_of[refuted_by >= step], minlength=len(self.sizes))
            for step in range(steps)
        ]
        return np.stack([np.ceil(255 * count / self.sizes).astype(np.uint8) for count in left])


def _grouped(pegs: CodeArray, kinds: int) -> tuple[list[list[int]], NDArray[np.intp]]:
    """Return the different lists of pegs in order, and for each code which one it has."""
    keys = np.zeros(len(pegs), dtype=np.int64)
    for column in pegs.T:
        keys = keys * kinds + column
    _, first, which = np.unique(keys, return_index=True, return_inverse=True)
    return pegs[first].tolist(), which


class CandidateGrid(FollowingWidget):
    """The codes that are still possible, after each row of the game.

    >>> from mastermind_edu.games.catalogue import CLASSIC
    >>> CandidateGrid(CLASSIC, [((0, 0, 1, 1), (1, 1))])
    <CandidateGrid classic: 208 of 1,296 codes after 1 row>

    :param subject: a game, or a board to follow.
    :param rows: the rows to begin with, when ``subject`` is a game.
    :raises SpaceTooLarge: if the game has too many codes to list.
    """

    _esm = source("dom.js", "candidate_grid.js")
    _css = source("common.css", "candidate_grid.css")

    step = traitlets.Int(read_only=True, help="how many rows are counted in what is shown")

    _texts = traitlets.Dict().tag(sync=True)
    _map = traitlets.Dict().tag(sync=True)
    _levels = traitlets.Bytes().tag(sync=True)
    _state = traitlets.Dict().tag(sync=True)
    _pointed = traitlets.Dict().tag(sync=True)

    def __init__(self, subject: Rules | Leader, rows: Iterable[PlayedRow] = ()) -> None:
        self._candidates: Candidates | None = None
        super().__init__(subject, rows, _texts=_texts())

    def __repr__(self) -> str:
        counts = self.counts
        rows = ngettext("{n} row", "{n} rows", len(counts) - 1).format(n=len(counts) - 1)
        return (
            f"<CandidateGrid {self.game.key}: {counts[-1]:,} of {counts[0]:,} codes after {rows}>"
        )

    @property
    def counts(self) -> tuple[int, ...]:
        """How many codes were possible before the first row, after it, and so on."""
        return self._following.counts

    @property
    def _following(self) -> Candidates:
        if self._candidates is None or self._candidates.game != self.game:
            self._candidates = Candidates(self.game)
            self._code_map = CodeMap(self.game.space)
            self._map = self._describe_map()
        self._candidates.update(self.rows)
        return self._candidates

    def _describe_map(self) -> dict[str, Any]:
        code_map = self._code_map
        return {
            "kinds": [
                {
                    "letter": kind.letter,
                    "name": kind.name,
                    "drawing": draw_peg(kind),
                    "fill": fill_of(kind),
                    "ink": ink_on(fill_of(kind)),
                }
                for kind in self.game.space.kinds
            ],
            "lines": code_map.lines,
            "columns": code_map.columns,
            "places": code_map.places.tolist(),
            "single": len(code_map.sizes) == self.game.space.size,
        }

    def show(self) -> None:
        """Tell the page which codes are left after each row."""
        following = self._following
        steps = len(following.counts)
        with self.hold_sync():
            self._levels = self._code_map.levels(following.refuted_by, steps).tobytes()
            self._show_step(steps - 1)

    def _show_step(self, step: int) -> None:
        following = self._following
        codes = following.after(step)
        shown = codes[:: max(1, math.ceil(len(codes) / MOST_SHOWN))]
        self.set_trait("step", step)
        self._pointed = {}
        self._state = {
            "step": step,
            "steps": [_count_text(count, following.counts[0]) for count in following.counts],
            "sample": shown.tolist(),
            "names": [self.game.space.spell(self.game.space.code(row)) for row in shown],
            "sampleText": _sample_text(len(shown), len(codes)),
        }

    @property
    def actions(self) -> Mapping[str, Action]:
        """What a pupil can do with the map."""
        return {"step": self._to_step, "point": self._point}

    def _to_step(self, content: Mapping[str, Any]) -> None:
        step = content.get("step")
        if type(step) is not int or not 0 <= step <= len(self.rows):
            raise ValueError(gettext("There is no such step in this game."))
        self._show_step(step)

    def _point(self, content: Mapping[str, Any]) -> None:
        cell = content.get("cell")
        if type(cell) is not int or not 0 <= cell < len(self._code_map.sizes):
            raise ValueError(gettext("There is no such cell on the map."))
        self._pointed = {"cell": cell} | self._explain(cell)

    def _explain(self, cell: int) -> dict[str, Any]:
        """Say of one cell what it stands for, and why its codes are out, if they are."""
        space = self.game.space
        inside = np.flatnonzero(self._code_map.cell_of == cell)
        left = int((self._following.refuted_by[inside] >= self.step).sum())
        row = space.array()[inside[0]].tolist()
        if len(inside) > 1:
            text = ngettext(
                "{left} of {n} code that begins and ends like this is still possible.",
                "{left} of {n} codes that begin and end like this are still possible.",
                len(inside),
            ).format(left=number(left), n=number(len(inside)))
            middle = range(self._code_map.lead, space.pegs - self._code_map.trail)
            return {
                "row": [None if place in middle else peg for place, peg in enumerate(row)],
                "text": text,
                "possible": left > 0,
            }
        code = space.code(row)
        out = refutation(self.game, self.rows[: self.step], code)
        if out is None:
            text = gettext("{code} is still possible.").format(code=space.format(code))
        else:
            text = str(out)
        return {"row": row, "text": text, "possible": out is None}


def _texts() -> dict[str, str]:
    return {
        "map": gettext("Map of all codes"),
        "help": gettext(
            "Point at a cell to see its code and why it is out. "
            "With the keyboard, move with the arrow keys."
        ),
        "lines": gettext("first pegs"),
        "columns": gettext("last pegs"),
        "before": gettext("Before the first row"),
        "after": gettext("After row {row}"),
        "back": gettext("One row back"),
        "forward": gettext("One row forward"),
        "step": gettext("Rows counted"),
        "possible": gettext("possible"),
        "out": gettext("out now"),
        "outBefore": gettext("out before"),
        "list": gettext("Codes still possible"),
    }


def _count_text(count: int, total: int) -> dict[str, str]:
    """Say how many codes are left, which part of all that is, and how many bits."""
    words = ngettext("code is possible", "codes are possible", count)
    if count == 0:
        return {
            "count": "0",
            "words": words,
            "detail": gettext("The answers contradict each other."),
        }
    detail = gettext("{percent} % of {total} · {bits} bits left").format(
        percent=number(100 * count / total, 1 if count < total else 0),
        total=number(total),
        bits=number(math.log2(count), 1),
    )
    return {"count": number(count), "words": words, "detail": detail}


def _sample_text(shown: int, count: int) -> str:
    if shown == count:
        return gettext("All that are still possible")
    return gettext("{shown} of the {count} that are still possible").format(
        shown=number(shown), count=number(count)
    )
