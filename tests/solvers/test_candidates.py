"""Candidates, refutations and contradictions, against trying every code and every set of rows."""

from __future__ import annotations

import itertools
from collections import Counter

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from mastermind_edu.games.catalogue import (
    BULLS_AND_COWS,
    CLASSIC,
    GRAND,
    SENHA,
    SUPER,
    WITH_BLANKS,
    custom,
)
from mastermind_edu.games.codes import (
    CodeSpace,
    RepeatedPeg,
    SpaceTooLarge,
    UnknownPeg,
    WrongLength,
)
from mastermind_edu.games.feedback import ImpossibleFeedback, Mark
from mastermind_edu.games.grand import ShapedMarking
from mastermind_edu.games.pegs import shaped
from mastermind_edu.games.play import NothingToUndo, Row
from mastermind_edu.games.rules import Rules
from mastermind_edu.solvers.candidates import (
    MOST_ROWS,
    NOT_REFUTED,
    Candidates,
    Conflict,
    InvalidRow,
    Mend,
    TooManyRows,
    candidates,
    check_rows,
    contradictions,
    minimal_masks,
    refutation,
    refuting_masks,
)

SMALL = {
    "one peg": custom(pegs=1, colours=4),
    "one peg per position": custom(pegs=1, colours=3, answer="per position"),
    "two colours": custom(pegs=3, colours=2),
    "counted": custom(pegs=3, colours=3),
    "blanks": custom(pegs=2, colours=3, blanks=True),
    "no repeats": custom(pegs=3, colours=4, repeats=False),
    "every colour once": custom(pegs=3, colours=3, repeats=False),
    "shapes": Rules("s", "s", ShapedMarking(CodeSpace(2, shaped(2, 2))), rows=9, keys=()),
    "per position": custom(pegs=3, colours=3, answer="per position"),
    "per position without repeats": custom(pegs=2, colours=4, repeats=False, answer="per position"),
}
LARGE = [
    CLASSIC,
    WITH_BLANKS,
    SENHA,
    SUPER,
    BULLS_AND_COWS,
    GRAND,
    custom(pegs=4, colours=5, answer="per position"),
]

# secret, guess, exact, misplaced: marks that public programs got wrong
MARKS = [
    ("1234", "1122", (1, 1)),
    ("1112", "1121", (2, 2)),
    ("1112", "1231", (1, 2)),
    ("6241", "1234", (1, 2)),
    ("RGBY", "RRRR", (1, 0)),
    ("2532", "3523", (1, 2)),
    ("1233", "3231", (2, 2)),
]

steady = settings(derandomize=True, deadline=None, max_examples=60)
small_games = st.sampled_from(list(SMALL.values()))
large_games = st.sampled_from(LARGE)


def codes_of(game: Rules):
    return st.integers(0, game.space.size - 1).map(game.space.code_at)


@st.composite
def honest(draw, games, most=6):
    """A game, a secret, and rows that are answered rightly."""
    game = draw(games)
    secret = draw(codes_of(game))
    guesses = draw(st.lists(codes_of(game), max_size=most))
    return game, secret, [(guess, game.feedback(secret, guess)) for guess in guesses]


@st.composite
def arbitrary(draw, games, most=6):
    """A game and rows with any answers."""
    game = draw(games)
    row = st.tuples(codes_of(game), st.sampled_from(game.feedbacks))
    return game, draw(st.lists(row, max_size=most))


def fitting(game: Rules, rows) -> list:
    """The codes that would have given each answer, by the readable rules."""
    return [
        code
        for code in game.space
        if all(game.feedback(code, guess) == feedback for guess, feedback in rows)
    ]


def listed(game: Rules, codes) -> list:
    return [game.space.code(row) for row in codes]


@steady
@given(arbitrary(small_games))
def test_candidates_are_the_codes_that_give_every_answer(played):
    game, rows = played
    assert listed(game, candidates(game, rows)) == fitting(game, rows)


@steady
@given(honest(large_games), st.randoms(use_true_random=False))
def test_the_order_of_rows_does_not_matter(played, rng):
    game, _, rows = played
    shuffled = rng.sample(rows, len(rows))
    assert np.array_equal(candidates(game, rows), candidates(game, shuffled))


@steady
@given(honest(large_games))
def test_the_secret_is_a_candidate_and_no_row_refutes_it(played):
    game, secret, rows = played
    assert list(game.space.row(secret)) in candidates(game, rows).tolist()
    assert refutation(game, rows, secret) is None


@pytest.mark.parametrize(("secret", "guess", "answer"), MARKS)
def test_known_marks_keep_their_secret_and_no_other_answer_does(secret, guess, answer):
    secret, guess = CLASSIC.space.parse(secret), CLASSIC.space.parse(guess)
    for feedback in CLASSIC.feedbacks:
        left = candidates(CLASSIC, [(guess, feedback)]).tolist()
        assert (list(secret) in left) == (feedback == answer)


def test_known_counts():
    assert len(candidates(CLASSIC, [(CLASSIC.space.parse("1122"), (1, 1))])) == 208
    digits = BULLS_AND_COWS.space.parse("4089")
    assert len(candidates(BULLS_AND_COWS, [(digits, (0, 0))])) == 360


def test_without_rows_every_code_is_a_candidate():
    assert np.array_equal(candidates(SENHA, []), SENHA.space.array())


def test_candidates_are_rows_that_cannot_be_written_to():
    left = candidates(CLASSIC, [((0, 0, 1, 1), (1, 1))])
    assert left.shape == (208, 4)
    assert left.dtype == np.uint8
    assert not left.flags.writeable


def test_rows_may_be_any_iterable_of_pairs():
    rows = [Row((0, 0, 1, 1), CLASSIC.feedbacks[3]), ([0, 1, 2, 3], [1, 1])]
    assert np.array_equal(candidates(CLASSIC, iter(rows)), candidates(CLASSIC, rows))


def test_a_space_too_large_to_list_says_what_the_limit_is():
    game = custom(pegs=8, colours=12)
    with pytest.raises(SpaceTooLarge, match=r"1,000,000"):
        candidates(game, [])
    with pytest.raises(SpaceTooLarge, match=r"1,000,000"):
        Candidates(game)
    with pytest.raises(SpaceTooLarge, match=r"1,000,000"):
        contradictions(game, [])


def test_a_space_too_large_to_list_still_refutes():
    game = custom(pegs=8, colours=12)
    reds, blues = (0,) * 8, (2,) * 8
    found = refutation(game, [(reds, (0, 0)), (blues, (3, 0))], blues)
    assert found is not None
    assert found.index == 1


BAD_ROWS = [
    (((0, 0, 1), (1, 1)), WrongLength, "4 pegs, got 3"),
    (((0, 0, 1, 9), (1, 1)), UnknownPeg, "no peg 9"),
    (((0, 0, 1, 1), (3, 1)), ImpossibleFeedback, "last has no other place"),
    (((0, 0, 1, 1), (4, 4)), ImpossibleFeedback, "together at most 4"),
    (((0, 0, 1, 1),), InvalidRow, "a guess and its answer"),
    (((0, 0, 1, 1), 2), InvalidRow, "a guess and its answer"),
    (None, InvalidRow, "a guess and its answer"),
]


@pytest.mark.parametrize(("row", "error", "reason"), BAD_ROWS)
@pytest.mark.parametrize(
    "ask",
    [
        candidates,
        contradictions,
        refuting_masks,
        Candidates,
        lambda g, r: refutation(g, r, (0,) * 4),
    ],
    ids=["candidates", "contradictions", "refuting_masks", "Candidates", "refutation"],
)
def test_a_bad_row_gets_a_named_error_that_says_which_row(ask, row, error, reason):
    with pytest.raises(error, match=rf"Row 2: .*{reason}"):
        ask(CLASSIC, [((0, 0, 1, 1), (1, 1)), row])


def test_a_repeated_peg_in_a_row_is_told_where_there_are_no_repeats():
    with pytest.raises(RepeatedPeg, match=r"Row 1: .*used twice"):
        candidates(SENHA, [((0, 0, 1, 2), (Mark.ABSENT,) * 4)])


def test_a_bad_code_cannot_be_refuted():
    with pytest.raises(WrongLength):
        refutation(CLASSIC, [], (0, 0, 0))


def test_there_is_a_limit_to_rows():
    row = ((0, 0, 1, 1), (1, 1))
    assert len(check_rows(CLASSIC, [row] * MOST_ROWS)) == MOST_ROWS
    assert not contradictions(CLASSIC, [row] * MOST_ROWS)
    with pytest.raises(TooManyRows, match="65 rows, the limit is 64"):
        contradictions(CLASSIC, [row] * (MOST_ROWS + 1))


class TestTracking:
    @steady
    @given(arbitrary(small_games))
    def test_each_row_filters_what_is_left(self, played):
        game, rows = played
        tracker = Candidates(game)
        for number, (guess, feedback) in enumerate(rows, start=1):
            left = tracker.add(guess, feedback)
            assert np.array_equal(left, candidates(game, rows[:number]))
            assert len(tracker) == len(left)
        assert tracker.counts == tuple(
            len(candidates(game, rows[:n])) for n in range(len(rows) + 1)
        )
        for n in range(len(rows) + 1):
            assert np.array_equal(tracker.after(n), candidates(game, rows[:n]))

    @steady
    @given(arbitrary(small_games))
    def test_every_code_knows_the_first_row_that_refutes_it(self, played):
        game, rows = played
        refuted_by = Candidates(game, rows).refuted_by.tolist()
        for code, index in zip(game.space, refuted_by, strict=True):
            found = refutation(game, rows, code)
            assert index == (NOT_REFUTED if found is None else found.index)

    @steady
    @given(arbitrary(small_games), st.data())
    def test_update_comes_to_the_same_as_starting_anew(self, played, data):
        game, rows = played
        tracker = Candidates(game, rows)
        row = st.tuples(codes_of(game), st.sampled_from(game.feedbacks))
        kept = data.draw(st.integers(0, len(rows)))
        changed = rows[:kept] + data.draw(st.lists(row, max_size=3))
        tracker.update(changed)
        fresh = Candidates(game, changed)
        assert tracker.rows == fresh.rows == tuple(changed)
        assert np.array_equal(tracker.codes, fresh.codes)
        assert np.array_equal(tracker.refuted_by, fresh.refuted_by)

    def test_undo_takes_the_last_row_back(self):
        tracker = Candidates(CLASSIC, [((0, 0, 1, 1), (1, 1)), ((0, 1, 2, 3), (2, 0))])
        assert tracker.undo() == Row((0, 1, 2, 3), CLASSIC.feedbacks[CLASSIC.feedback_id((2, 0))])
        assert len(tracker) == 208
        tracker.undo()
        assert len(tracker) == 1296
        with pytest.raises(NothingToUndo):
            tracker.undo()

    def test_a_bad_row_changes_nothing(self):
        tracker = Candidates(CLASSIC, [((0, 0, 1, 1), (1, 1))])
        before = tracker.refuted_by
        with pytest.raises(ImpossibleFeedback, match="Row 2"):
            tracker.add((0, 1, 2, 3), (3, 1))
        assert len(tracker) == 208
        assert len(tracker.rows) == 1
        assert tracker.refuted_by is before

    def test_an_unchanged_game_filters_nothing(self):
        tracker = Candidates(CLASSIC, [((0, 0, 1, 1), (1, 1))])
        before = tracker.codes
        tracker.update([((0, 0, 1, 1), (1, 1))])
        assert tracker.codes is before

    def test_no_more_rows_than_there_are_can_be_looked_back_at(self):
        with pytest.raises(IndexError, match="0 to 0 rows, got 1"):
            Candidates(CLASSIC).after(1)

    def test_its_repr_is_short(self):
        tracker = Candidates(CLASSIC, [((0, 0, 1, 1), (1, 1))])
        assert repr(tracker) == "<Candidates classic: 208 after 1 rows>"


class TestRefutation:
    @steady
    @given(arbitrary(small_games))
    def test_the_first_row_answered_otherwise_refutes(self, played):
        game, rows = played
        for code in game.space:
            otherwise = [
                (i, game.feedback(code, guess))
                for i, (guess, feedback) in enumerate(rows)
                if game.feedback(code, guess) != feedback
            ]
            found = refutation(game, rows, code)
            if found is None:
                assert not otherwise
            else:
                assert (found.index, found.expected) == otherwise[0]
                assert found.code == code
                assert found.row == rows[found.index]
                assert found.given == rows[found.index][1]

    def test_it_is_a_sentence(self):
        parse = CLASSIC.space.parse
        rows = [(parse("RRGG"), (2, 0)), (parse("RGBY"), (1, 2))]
        assert str(refutation(CLASSIC, rows, parse("RBGY"))) == (
            "If the secret were RBGY, the answer to RGBY in row 2 would have been "
            "“2 in the right place, 2 in the wrong place”, but it was "
            "“1 in the right place, 2 in the wrong place”."
        )


class TestContradictions:
    @steady
    @given(arbitrary(small_games))
    def test_conflicts_are_all_the_irreducible_sets_of_rows_that_no_code_fits(self, played):
        game, rows = played
        subsets = [
            subset
            for size in range(len(rows) + 1)
            for subset in itertools.combinations(range(len(rows)), size)
        ]
        fits = {subset: bool(fitting(game, [rows[i] for i in subset])) for subset in subsets}
        irreducible = [
            subset
            for subset in subsets
            if not fits[subset]
            and all(fits[tuple(i for i in subset if i != out)] for out in subset)
        ]
        assert list(contradictions(game, rows)) == irreducible

    @steady
    @given(arbitrary(small_games))
    def test_mends_are_all_the_answers_that_make_the_whole_consistent(self, played):
        game, rows = played
        found = contradictions(game, rows)
        assert len(found.mends) == len(rows)
        for index, (guess, feedback) in enumerate(rows):
            others = rows[:index] + rows[index + 1 :]
            left = Counter(game.feedback(code, guess) for code in fitting(game, others))
            if not found:
                assert found.mends[index] == ()
                continue
            assert feedback not in left
            assert {mend.feedback: mend.codes_left for mend in found.mends[index]} == left
            assert all(mend.index == index for mend in found.mends[index])
            counts = [mend.codes_left for mend in found.mends[index]]
            assert counts == sorted(counts, reverse=True)

    @settings(steady, max_examples=15)
    @given(honest(large_games, most=8), st.data())
    def test_one_lie_is_found_and_mended(self, played, data):
        game, secret, rows = played
        guess = data.draw(codes_of(game))
        truth = game.feedback(secret, guess)
        lie = data.draw(st.sampled_from([f for f in game.feedbacks if f != truth]))
        at = data.draw(st.integers(0, len(rows)))
        lied = [*rows[:at], (guess, lie), *rows[at:]]
        found = contradictions(game, lied)
        assert bool(found) == (len(candidates(game, lied)) == 0)
        for conflict in found:
            assert at in conflict
            assert not len(candidates(game, [lied[i] for i in conflict]))
            for out in conflict:
                assert len(candidates(game, [lied[i] for i in conflict if i != out]))
        if found:
            mends = {mend.feedback: mend.codes_left for mend in found.mends[at]}
            mended = candidates(game, [*rows, (guess, truth)])
            assert mends[truth] == len(mended)

    def test_rows_that_agree_have_none(self):
        found = contradictions(CLASSIC, [((0, 0, 1, 1), (1, 1))])
        assert not found
        assert list(found) == []
        assert str(found) == "The rows do not contradict each other."

    def test_without_rows_there_is_none(self):
        assert not contradictions(CLASSIC, [])

    def test_a_row_can_contradict_itself(self):
        found = contradictions(CLASSIC, [((0, 0, 0, 0), (1, 2)), ((1, 1, 1, 1), (1, 0))])
        assert list(found) == [Conflict((0,))]
        assert str(found) == "Row 1 cannot be right: no code gives this answer."
        assert [mend.feedback for mend in found.mends[0]] == [(0, 0), (1, 0), (2, 0), (3, 0)]
        assert found.mends[1] == ()

    def test_conflicts_say_which_rows(self):
        assert str(Conflict((0, 2))) == "Rows 1 and 3 cannot both be right: no code fits both."
        assert str(Conflict((0, 2, 3))) == (
            "Rows 1, 3 and 4 cannot all be right: no code fits them all."
        )

    def test_mends_say_what_they_would_leave(self):
        answer = CLASSIC.feedbacks[CLASSIC.feedback_id((1, 0))]
        assert str(Mend(1, answer, 1)) == (
            "With the answer “1 in the right place, 0 in the wrong place” in row 2, "
            "1 code would fit."
        )
        assert str(Mend(1, answer, 30)).endswith("30 codes would fit.")


@given(st.lists(st.integers(0, 255), max_size=12))
@steady
def test_minimal_masks_contain_no_other(masks):
    found = minimal_masks(np.array(masks, dtype=np.uint8))
    wanted = {m for m in masks if not any(other & m == other != m for other in masks)}
    assert set(found) == wanted
    assert len(found) == len(wanted)


@given(arbitrary(small_games))
@steady
def test_masks_have_a_bit_for_each_row_that_refutes(played):
    game, rows = played
    for code, mask in zip(game.space, refuting_masks(game, rows).tolist(), strict=True):
        assert mask == sum(1 << i for i, (g, f) in enumerate(rows) if game.feedback(code, g) != f)
