"""Questions about what follows from rows that have been played."""

from __future__ import annotations

import itertools
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from functools import cached_property
from typing import Any

from mastermind_edu.games.codes import Code, InvalidCode
from mastermind_edu.games.play import Row
from mastermind_edu.games.rules import Rules
from mastermind_edu.language import gettext, listing, ngettext
from mastermind_edu.lessons.questions.base import (
    InvalidAnswer,
    InvalidQuestion,
    Question,
    chosen,
    whole_number,
)
from mastermind_edu.lessons.questions.table import (
    describe_code,
    describe_rows,
    describe_table,
)
from mastermind_edu.solvers.candidates import (
    PlayedRow,
    Refutation,
    candidates,
    check_rows,
    refutation,
)
from mastermind_edu.solvers.deduction import Claim

__all__ = ["Defend", "PickRemaining", "Prove", "Puzzle", "played"]


def played(game: Rules, *rows: tuple[str, Iterable[Any]]) -> tuple[Row, ...]:
    """Return rows from guesses in notation and their answers: ``("1122", (1, 1))``.

    :raises ValueError: the errors of :func:`~mastermind_edu.solvers.candidates.check_rows`.
    """
    return check_rows(game, [(game.space.parse(guess), answer) for guess, answer in rows])


@dataclass(frozen=True, kw_only=True)
class AboutRows(Question):
    """A question about ``rows`` of ``game``.

    :raises ValueError: the errors of :func:`~mastermind_edu.solvers.candidates.check_rows`.
    """

    game: Rules
    rows: Sequence[PlayedRow]

    def __post_init__(self) -> None:
        check_rows(self.game, self.rows)

    @cached_property
    def _played(self) -> tuple[Row, ...]:
        return check_rows(self.game, self.rows)

    def describe(self) -> dict[str, Any]:
        """Return the rows and the pegs."""
        return {
            "table": describe_table(self.game),
            "rows": describe_rows(self.game, self._played),
        }

    def _fits(self, code: Code) -> bool:
        return refutation(self.game, self.rows, code) is None

    def _format(self, code: Code) -> str:
        return self.game.space.format(code)


@dataclass(frozen=True, kw_only=True)
class PickRemaining(AboutRows):
    """Which of some codes are still possible; an answer is the list of their indices.

    :raises InvalidQuestion: unless some of the codes are possible and others are not.
    """

    kind = "pick"

    codes: tuple[Code, ...]

    def __post_init__(self) -> None:
        super().__post_init__()
        if len({self._fits(code) for code in self.codes}) < 2:
            raise InvalidQuestion("expected some codes to be possible and others not")

    @property
    def solution(self) -> list[int]:
        """The indices of the codes that no row rules out."""
        return [i for i, code in enumerate(self.codes) if self._fits(code)]

    def explain(self, answer: list[int]) -> str:
        """Return which codes remain, and why."""
        left = [self._format(self.codes[i]) for i in answer]
        text = ngettext(
            "{codes} would have got the same answer in every row. Each other code differs in "
            "some row.",
            "{codes} would have got the same answers in every row. Each other code differs in "
            "some row.",
            len(left),
        )
        return text.format(codes=listing(left))

    @property
    def wrong_answers(self) -> Sequence[list[int]]:
        """All codes; and those that remain without the first, or, if it is one, another code."""
        right = self.solution
        other = next(i for i in range(len(self.codes)) if i not in right)
        return [list(range(len(self.codes))), right[1:] or [other]]

    def describe(self) -> dict[str, Any]:
        """Return the rows and the codes to pick from."""
        codes = [describe_code(self.game, code) for code in self.codes]
        return super().describe() | {"codes": codes}

    def read(self, answer: Any) -> list[int]:
        """Return the indices in order, each once.

        :raises InvalidAnswer: if nothing is picked, or there is no such code.
        """
        return chosen(answer, len(self.codes), gettext("Pick at least one code first."))

    def in_words(self, answer: list[int]) -> str:
        """Return the codes that were picked."""
        return listing(self._format(self.codes[index]) for index in answer)

    def mistake(self, answer: list[int]) -> str:
        """Return why a code picked is out, or that one which remains was not picked."""
        for index in answer:
            out = refutation(self.game, self.rows, self.codes[index])
            if out is not None:
                return (
                    gettext("{code} is not possible.").format(code=self._format(out.code))
                    + f" {out}"
                )
        missing = [i for i in self.solution if i not in answer]
        if not missing:
            return ""
        text = ngettext(
            "What you picked is possible, but {n} more code is possible too. Ask of each code: "
            "would it have got the same answer in every row?",
            "What you picked is possible, but {n} more codes are possible too. Ask of each code: "
            "would it have got the same answer in every row?",
            len(missing),
        )
        return text.format(n=len(missing))


@dataclass(frozen=True, kw_only=True)
class Puzzle(AboutRows):
    """Rows that leave exactly one code, which is to be found.

    An answer is the list of the code's pegs, as positions in the game's kinds, or its notation.

    :raises InvalidQuestion: unless exactly one code fits the rows.
    :raises SpaceTooLarge: if the game has too many codes to list.
    """

    kind = "code"

    def __post_init__(self) -> None:
        super().__post_init__()
        left = len(candidates(self.game, self.rows))
        if left != 1:
            raise InvalidQuestion(f"expected rows that leave one code, but these leave {left}")

    @cached_property
    def code(self) -> Code:
        """The only code that is left."""
        return self.game.space.code(candidates(self.game, self.rows)[0])

    @property
    def solution(self) -> list[int]:
        """The only code that is left, as positions of its pegs."""
        return list(self.game.space.row(self.code))

    def explain(self, _answer: list[int]) -> str:
        """Return that the code fits, and no other."""
        return gettext(
            "{code} would have got the same answers in every row, and no other code would."
        ).format(code=self._format(self.code))

    @property
    def wrong_answers(self) -> Sequence[list[int]]:
        """The guesses of the rows, and the code turned round if that makes another."""
        codes = [row.guess for row in self._played] + [self.code[::-1]]
        wrong = dict.fromkeys(code for code in codes if code != self.code)
        return [list(self.game.space.row(code)) for code in wrong]

    def describe(self) -> dict[str, Any]:
        """Return the rows, and how many pegs a code has."""
        space = self.game.space
        return super().describe() | {"pegs": space.pegs, "repeats": space.repeats}

    def read(self, answer: Any) -> list[int]:
        """Return the pegs of the code as positions in the game's kinds.

        :raises InvalidAnswer: if it is no code of the game.
        """
        space = self.game.space
        try:
            if isinstance(answer, str):
                return list(space.row(space.parse(answer)))
            known = range(len(space.kinds))
            if not isinstance(answer, (list, tuple)) or not all(
                type(peg) is int and peg in known for peg in answer
            ):
                raise InvalidAnswer(gettext("Choose a peg for each place first."))
            return list(space.row(space.check(space.code(answer))))
        except InvalidCode as error:
            raise InvalidAnswer(str(error)) from error

    def in_words(self, answer: list[int]) -> str:
        """Return the code."""
        return self._format(self.game.space.code(answer))

    def mistake(self, answer: list[int]) -> str:
        """Return the first row that rules the code out."""
        out = refutation(self.game, self.rows, self.game.space.code(answer))
        return "" if out is None else str(out)


@dataclass(frozen=True, kw_only=True)
class Defend(AboutRows):
    """Is a code still possible, and if not, which row rules it out?

    An answer is 0 for possible, or the number of a row, counted from 1, that rules it out.

    :raises InvalidCode: if ``code`` is not a code of the game.
    """

    kind = "choice"

    code: Code

    def __post_init__(self) -> None:
        super().__post_init__()
        self.game.space.check(self.code)

    @property
    def solution(self) -> int:
        """0 if it is possible, else the first row that rules it out."""
        out = refutation(self.game, self.rows, self.code)
        return 0 if out is None else out.index + 1

    @property
    def wrong_answers(self) -> Sequence[int]:
        """All that are not right."""
        return [i for i in range(len(self.rows) + 1) if self.mistake(i)]

    def describe(self) -> dict[str, Any]:
        """Return the rows, the code, and what can be said of it."""
        options = [
            gettext("It is not possible: row {row} rules it out.").format(row=number)
            for number in range(1, len(self.rows) + 1)
        ]
        return super().describe() | {
            "codes": [describe_code(self.game, self.code)],
            "options": [gettext("It is still possible."), *options],
        }

    def read(self, answer: Any) -> int:
        """Return the answer.

        :raises InvalidAnswer: if there is no such row.
        """
        return whole_number(answer, len(self.rows) + 1)

    def in_words(self, answer: int) -> str:
        """Return the text of the option."""
        return str(self.describe()["options"][answer])

    def mistake(self, answer: int) -> str:
        """Return why the code is not possible after all, or why the row does not rule it out."""
        if answer == 0:
            out = refutation(self.game, self.rows, self.code)
            look = gettext("Look at row {row} again.")
            return "" if out is None else f"{look.format(row=out.index + 1)} {out}"
        return "" if self._refuted_by(answer) else self._harmless(answer)

    def _refuted_by(self, number: int) -> bool:
        row = self._played[number - 1]
        return self.game.feedback(self.code, row.guess) != row.feedback

    def _harmless(self, number: int) -> str:
        row = self._played[number - 1]
        return gettext(
            "Row {row} does not rule it out: if the secret were {code}, the answer to {guess} "
            "would be “{answer}”, and so it was."
        ).format(
            row=number,
            code=self._format(self.code),
            guess=self._format(row.guess),
            answer=row.feedback,
        )

    def explain(self, answer: int) -> str:
        """Return how the row rules the code out, or that none does."""
        if answer == 0:
            return gettext(
                "If the secret were {code}, every row would have got the answer that it got."
            ).format(code=self._format(self.code))
        row = self._played[answer - 1]
        expected = self.game.feedback(self.code, row.guess)
        return str(Refutation(self.game, self.code, answer - 1, row, expected))


@dataclass(frozen=True, kw_only=True)
class Prove(AboutRows):
    """Which rows prove a claim, and none of them needlessly?

    An answer is the list of the rows' indices, from 0. Without a claim, rows are asked for that
    cannot all be true.

    :raises InvalidQuestion: unless all rows together prove it.
    :raises SpaceTooLarge: if the game has too many codes to list.
    """

    kind = "rows"

    claim: Claim | None = None

    def __post_init__(self) -> None:
        super().__post_init__()
        if self._counterexample(range(len(self.rows))) is not None:
            raise InvalidQuestion("expected the rows to prove the claim")

    def _counterexample(self, indices: Iterable[int]) -> Code | None:
        """Return a code that fits the rows and makes the claim false; None if they prove it."""
        played = self._played
        fitting = candidates(self.game, [played[i] for i in indices])
        if self.claim is not None:
            fitting = fitting[~self.claim.holds(fitting)]
        return self.game.space.code(fitting[0]) if len(fitting) else None

    def _needless(self, indices: Sequence[int]) -> int | None:
        """Return a row without which the others prove it still."""
        for index in indices:
            if self._counterexample(i for i in indices if i != index) is None:
                return index
        return None

    @cached_property
    def solution(self) -> list[int]:
        """The fewest rows that prove it; of several such sets the first."""
        every = range(len(self.rows))
        sets = itertools.chain.from_iterable(
            itertools.combinations(every, size) for size in range(1, len(self.rows) + 1)
        )
        return list(next(rows for rows in sets if self._counterexample(rows) is None))

    def explain(self, answer: list[int]) -> str:
        """Return that the rows prove it, and each is needed."""
        numbers = listing(index + 1 for index in answer)
        if self.claim is None:
            text = ngettext(
                "No code fits row {rows}.",
                "No code fits rows {rows} together. If one of them is left out, some code does.",
                len(answer),
            )
            return text.format(rows=numbers)
        text = ngettext(
            "In every code that fits row {rows}, {claim}.",
            "In every code that fits rows {rows}, {claim}. If one of them is left out, there are "
            "codes for which it is not true.",
            len(answer),
        )
        return text.format(rows=numbers, claim=self.claim.clause)

    @property
    def wrong_answers(self) -> Sequence[list[int]]:
        """All rows if some are not needed, and too few rows."""
        every = list(range(len(self.rows)))
        tries = dict.fromkeys((tuple(every), tuple(self.solution[1:]), *((i,) for i in every)))
        return [list(rows) for rows in tries if rows and self.mistake(list(rows))]

    def describe(self) -> dict[str, Any]:
        """Return the rows to choose from."""
        return super().describe() | {"pickRow": gettext("Row {row}")}

    def read(self, answer: Any) -> list[int]:
        """Return the indices of the rows in order, each once.

        :raises InvalidAnswer: if no row is chosen, or there is no such row.
        """
        return chosen(answer, len(self.rows), gettext("Choose at least one row first."))

    def in_words(self, answer: list[int]) -> str:
        """Return the numbers of the rows."""
        text = ngettext("row {rows}", "rows {rows}", len(answer))
        return text.format(rows=listing(index + 1 for index in answer))

    def mistake(self, answer: list[int]) -> str:
        """Return a code that speaks against the proof, or a row that it does not need."""
        code = self._counterexample(answer)
        numbers = listing(index + 1 for index in answer)
        if code is not None:
            return self._not_proven(answer, numbers, code)
        needless = self._needless(answer)
        if needless is None:
            return ""
        if self.claim is None:
            text = gettext(
                "Right, these rows cannot all be true. But row {row} is not needed: the others "
                "cannot all be true without it."
            )
        else:
            text = gettext(
                "Right, these rows prove it. But row {row} is not needed: the others prove it "
                "without it."
            )
        return text.format(row=needless + 1)

    def _not_proven(self, rows: Sequence[int], numbers: str, code: Code) -> str:
        if self.claim is None:
            text = ngettext(
                "Row {rows} can be true: {code} would have got this answer.",
                "Rows {rows} can be true together: {code} would have got these answers.",
                len(rows),
            )
        else:
            text = ngettext(
                "Row {rows} does not prove it: {code} would have got the same answer, and for "
                "{code} it is not true.",
                "Rows {rows} do not prove it: {code} would have got the same answers, and for "
                "{code} it is not true.",
                len(rows),
            )
        return text.format(rows=numbers, code=self._format(code))
