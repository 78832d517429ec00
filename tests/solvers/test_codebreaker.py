"""The computer as codebreaker, and the slips of those who answer it."""

from __future__ import annotations

from collections.abc import Iterable

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from hypothesis.stateful import RuleBasedStateMachine, invariant, precondition, rule

from mastermind_edu.games.catalogue import CLASSIC, MINI, SENHA, SUPER, custom
from mastermind_edu.games.codes import Code, RepeatedPeg, SpaceTooLarge, WrongLength
from mastermind_edu.games.feedback import ImpossibleFeedback
from mastermind_edu.games.play import Row
from mastermind_edu.games.rules import Rules
from mastermind_edu.solvers.candidates import candidates
from mastermind_edu.solvers.codebreaker import (
    Asked,
    Codebreaker,
    NoSuchRow,
    NothingToAnswer,
    Standing,
    TooManyIgnored,
)
from mastermind_edu.solvers.strategies import MINIMAX

SMALL = custom(pegs=3, colours=3, rows=4)
SECRET = (0, 1, 2, 3)


class Scripted:
    """Guesses what it is told, whatever the answers."""

    def __init__(self, game: Rules, *guesses: str) -> None:
        self.guesses = [game.space.parse(guess) for guess in guesses]

    def choose(self, game: Rules, rows: Iterable[Row]) -> Code:  # noqa: ARG002
        return self.guesses[len(list(rows))]


def answered(game: Rules, *rows: tuple[str, tuple[int, ...]]) -> Codebreaker:
    """Return a codebreaker whose guesses and answers were ``rows``."""
    guesses = [guess for guess, _ in rows]
    breaker = Codebreaker(game, Scripted(game, *guesses, *["1" * game.space.pegs] * 20))
    for _, feedback in rows:
        breaker.answer(feedback)
    return breaker


def contradicted() -> Codebreaker:
    """Return one who was told of no red, then of two red."""
    return answered(CLASSIC, ("RRRR", (0, 0)), ("GGBB", (1, 0)), ("RRRG", (2, 0)))


def state(breaker: Codebreaker) -> tuple[object, ...]:
    return breaker.asked, breaker.rows, breaker.standing, breaker.guess, breaker.secret


# ---- guesses and answers ----------------------------------------------------------------


@pytest.mark.parametrize("game", [CLASSIC, SENHA, SUPER], ids=repr)
def test_right_answers_lead_to_the_code(game: Rules) -> None:
    secret = game.space.code_at(game.space.size // 3)
    breaker = Codebreaker(game, seed="2A")
    while breaker.guess is not None:
        breaker.answer(game.feedback(secret, breaker.guess))
    assert breaker.standing is Standing.FOUND
    assert breaker.rows[-1].guess == secret


def test_guesses_fit_all_answers_unless_a_strategy_chooses_others() -> None:
    breaker = Codebreaker(CLASSIC, seed=5)
    breaker.answer((1, 1))
    assert breaker.guess in {CLASSIC.space.code(row) for row in candidates(CLASSIC, breaker.rows)}


def test_the_same_seed_gives_the_same_guesses_and_another_seed_others() -> None:
    first = [Codebreaker(CLASSIC, seed="2A").guess for _ in range(2)]
    others = {Codebreaker(CLASSIC, seed=seed).guess for seed in range(8)}
    assert first[0] == first[1]
    assert len(others) > 4


def test_a_strategy_chooses_the_guesses() -> None:
    breaker = Codebreaker(CLASSIC, MINIMAX)
    assert breaker.guess == (0, 0, 1, 1)
    breaker.answer((1, 1))
    assert breaker.guess == MINIMAX.choose(CLASSIC, breaker.rows)


def test_rows_that_run_out_leave_the_code_unfound() -> None:
    breaker = answered(MINI, *[("RRGG", (0, 0))] * 6)
    assert (breaker.standing, breaker.guess) == (Standing.UNFOUND, None)


def test_answers_by_name_count_in_games_that_mark_each_place() -> None:
    breaker = Codebreaker(SENHA, seed=1)
    breaker.answer(["exact", "absent", "misplaced", "misplaced"])
    assert breaker.rows[0].feedback in SENHA.feedbacks


@pytest.mark.parametrize("answer", [(3, 1), (2, 3), (-1, 0), (1,), ("a", "b")])
def test_an_impossible_answer_is_refused_and_changes_nothing(answer: tuple[int, ...]) -> None:
    breaker = answered(CLASSIC, ("RRGG", (1, 1)))
    before = state(breaker)
    with pytest.raises(ImpossibleFeedback):
        breaker.answer(answer)
    with pytest.raises(ImpossibleFeedback):
        breaker.edit(0, answer)
    assert state(breaker) == before


def test_an_answer_without_a_guess_is_refused() -> None:
    breaker = answered(CLASSIC, ("RRRR", (4, 0)))
    with pytest.raises(NothingToAnswer):
        breaker.answer((0, 0))
    with pytest.raises(NothingToAnswer):
        contradicted().answer((0, 0))


def test_a_space_too_large_to_list_is_refused() -> None:
    with pytest.raises(SpaceTooLarge):
        Codebreaker(custom(pegs=8, colours=12))


def test_a_strategy_that_fails_takes_no_answer_with_it() -> None:
    breaker = Codebreaker(CLASSIC, Scripted(CLASSIC, "RRGG"))
    before = state(breaker)
    with pytest.raises(IndexError):
        breaker.answer((1, 1))
    assert state(breaker) == before
    assert len(breaker.candidates) == 1296


def test_a_strategy_that_chooses_no_code_is_told_so() -> None:
    class Careless:
        def choose(self, game: Rules, rows: Iterable[Row]) -> Code:  # noqa: ARG002
            return (0, 0, 0)

    breaker = Codebreaker(CLASSIC, Careless())
    with pytest.raises(WrongLength):
        breaker.answer((0, 0))


# ---- slips when the secret is not known -------------------------------------------------


def test_answers_that_no_code_fits_stop_the_guesses_and_are_named() -> None:
    breaker = contradicted()
    assert (breaker.standing, breaker.guess) == (Standing.STUCK, None)
    assert set(breaker.contradictions) == {(0, 2)}


def test_each_mend_leaves_as_many_codes_as_it_says_and_the_game_goes_on() -> None:
    mends = [mend for mends in contradicted().contradictions.mends for mend in mends]
    assert {mend.index for mend in mends} == {0, 2}
    for mend in mends:
        breaker = contradicted()
        breaker.edit(mend.index, mend.feedback)
        assert breaker.standing is Standing.ASKING
        assert breaker.guess is not None
        assert len(breaker.candidates) == mend.codes_left


def test_an_edited_row_keeps_its_guess_and_its_place() -> None:
    breaker = contradicted()
    breaker.edit(2, (0, 0))
    assert [row.guess for row in breaker.asked] == [row.guess for row in contradicted().asked]
    assert breaker.asked[2].feedback == (0, 0)


def test_an_ignored_row_stays_but_counts_no_more() -> None:
    breaker = contradicted()
    breaker.ignore(0)
    assert breaker.standing is Standing.ASKING
    assert [row.ignored for row in breaker.asked] == [True, False, False]
    assert breaker.in_force == (1, 2)
    assert breaker.rows == tuple(Row(*row[:2]) for row in breaker.asked[1:])


def test_a_row_taken_up_again_counts_as_before() -> None:
    breaker = contradicted()
    before = state(breaker)
    breaker.ignore(0)
    breaker.take_up(0)
    assert state(breaker) == before
    assert set(breaker.contradictions) == {(0, 2)}


def test_ignored_rows_leave_room_for_others() -> None:
    breaker = answered(MINI, *[("RRGG", (0, 0))] * 6)
    breaker.ignore(5)
    assert breaker.standing is Standing.ASKING
    breaker.answer((0, 0))
    assert breaker.standing is Standing.UNFOUND


def test_no_more_rows_are_ignored_than_the_game_has() -> None:
    breaker = Codebreaker(SMALL, seed=1)
    for index in range(SMALL.rows):
        breaker.answer((0, 0))
        breaker.ignore(index)
    breaker.answer((0, 0))
    before = state(breaker)
    with pytest.raises(TooManyIgnored):
        breaker.ignore(SMALL.rows)
    assert state(breaker) == before
    breaker.ignore(0)


@pytest.mark.parametrize("index", [-1, 3])
def test_rows_that_were_not_played_are_refused(index: int) -> None:
    breaker = contradicted()
    for act in (breaker.ignore, breaker.take_up, lambda i: breaker.edit(i, (0, 0))):
        with pytest.raises(NoSuchRow):
            act(index)


def test_a_found_code_can_turn_out_wrong_and_the_game_goes_on() -> None:
    breaker = answered(CLASSIC, ("RRGG", (4, 0)))
    assert breaker.standing is Standing.FOUND
    breaker.edit(0, (2, 2))
    assert breaker.standing is Standing.ASKING


# ---- slips when the secret is known -----------------------------------------------------


def test_a_wrong_answer_is_found_at_once_if_the_secret_is_known() -> None:
    breaker = Codebreaker(CLASSIC, Scripted(CLASSIC, "RRGG", "BBBB"))
    breaker.tell_secret(SECRET)
    breaker.answer((1, 2))
    (slip,) = breaker.slips
    assert (slip.index, slip.given, slip.expected) == (0, (1, 2), (1, 1))
    assert (breaker.standing, breaker.guess) == (Standing.STUCK, None)
    assert len(breaker.candidates) > 0


def test_a_slip_that_is_mended_or_ignored_lets_the_game_go_on() -> None:
    for mend in (lambda b: b.edit(0, (1, 1)), lambda b: b.ignore(0)):
        breaker = answered(CLASSIC, ("RRGG", (1, 2)))
        breaker.tell_secret(SECRET)
        assert breaker.standing is Standing.STUCK
        mend(breaker)
        assert (breaker.standing, breaker.slips) == (Standing.ASKING, ())


def test_a_code_that_is_not_the_secret_is_not_found() -> None:
    breaker = answered(CLASSIC, ("RRGG", (4, 0)))
    breaker.tell_secret(SECRET)
    assert breaker.standing is Standing.STUCK


def test_the_secret_told_late_shows_which_rows_were_wrong() -> None:
    breaker = contradicted()
    breaker.tell_secret(SECRET)
    assert [(slip.index, slip.expected) for slip in breaker.slips] == [
        (0, (1, 0)),
        (1, (2, 0)),
        (2, (1, 1)),
    ]


def test_guesses_are_made_without_the_secret() -> None:
    ignorant, told = Codebreaker(CLASSIC, seed=3), Codebreaker(CLASSIC, seed=3)
    told.tell_secret(SECRET)
    for breaker in (ignorant, told):
        while breaker.guess is not None:
            breaker.answer(CLASSIC.feedback(SECRET, breaker.guess))
    assert ignorant.asked == told.asked


def test_a_secret_that_is_no_code_is_refused() -> None:
    breaker = Codebreaker(SENHA, seed=1)
    with pytest.raises(RepeatedPeg):
        breaker.tell_secret((0, 0, 1, 2))
    assert breaker.secret is None


def test_it_says_how_it_stands() -> None:
    assert repr(contradicted()) == "<Codebreaker classic: 3 of 10 rows, stuck>"


# ---- any sequence of actions ------------------------------------------------------------


class AnyGame(RuleBasedStateMachine):
    """Whatever is done, rows are kept and all that is derived agrees with the rows."""

    def __init__(self) -> None:
        super().__init__()
        self.breaker = Codebreaker(SMALL, seed=0)
        self.asked: list[Asked] = []

    @precondition(lambda self: self.breaker.guess is not None)
    @rule(feedback=st.sampled_from(SMALL.feedbacks))
    def answer(self, feedback: tuple[int, int]) -> None:
        assert self.breaker.guess is not None
        self.asked.append(Asked(self.breaker.guess, SMALL.check_feedback(feedback)))
        self.breaker.answer(feedback)

    @precondition(lambda self: self.breaker.guess is None)
    @rule(feedback=st.sampled_from(SMALL.feedbacks))
    def answer_nothing(self, feedback: tuple[int, int]) -> None:
        with pytest.raises(NothingToAnswer):
            self.breaker.answer(feedback)

    @precondition(lambda self: self.asked)
    @rule(data=st.data(), feedback=st.sampled_from(SMALL.feedbacks))
    def edit(self, data: st.DataObject, feedback: tuple[int, int]) -> None:
        index = data.draw(st.integers(0, len(self.asked) - 1))
        self.asked[index] = self.asked[index]._replace(feedback=SMALL.check_feedback(feedback))
        self.breaker.edit(index, feedback)

    @precondition(lambda self: self.asked)
    @rule(data=st.data(), ignored=st.booleans())
    def ignore_or_take_up(self, data: st.DataObject, ignored: bool) -> None:
        index = data.draw(st.integers(0, len(self.asked) - 1))
        others = sum(row.ignored for row in self.asked if row is not self.asked[index])
        if ignored and others >= SMALL.rows:
            return
        self.asked[index] = self.asked[index]._replace(ignored=ignored)
        (self.breaker.ignore if ignored else self.breaker.take_up)(index)

    @rule(secret=st.sampled_from(list(SMALL.space)))
    def tell_secret(self, secret: Code) -> None:
        self.breaker.tell_secret(secret)

    @invariant()
    def rows_are_kept(self) -> None:
        assert self.breaker.asked == tuple(self.asked)
        assert self.breaker.rows == tuple(Row(*row[:2]) for row in self.asked if not row.ignored)

    @invariant()
    def what_follows_agrees_with_the_rows(self) -> None:
        breaker = self.breaker
        fitting = candidates(SMALL, breaker.rows)
        assert breaker.candidates.codes.tolist() == fitting.tolist()
        wrong = [
            index
            for index, row in enumerate(breaker.rows)
            if breaker.secret and SMALL.feedback(breaker.secret, row.guess) != row.feedback
        ]
        assert [slip.index for slip in breaker.slips] == wrong
        assert (breaker.standing is Standing.STUCK) == bool(wrong or not len(fitting))
        assert (breaker.guess is not None) == (breaker.standing is Standing.ASKING)
        if breaker.guess is not None:
            assert SMALL.space.row(breaker.guess) in {tuple(code) for code in fitting.tolist()}


TestAnyGame = AnyGame.TestCase
TestAnyGame.settings = settings(
    derandomize=True, deadline=None, max_examples=30, stateful_step_count=25
)


@given(
    secret=st.sampled_from(list(CLASSIC.space)),
    slip=st.integers(0, 9),
    wrong=st.sampled_from(CLASSIC.feedbacks),
)
@settings(derandomize=True, deadline=None, max_examples=40)
def test_one_slip_is_always_mended_by_the_right_answer_at_the_latest(
    secret: Code, slip: int, wrong: tuple[int, int]
) -> None:
    breaker = Codebreaker(CLASSIC, seed=1)
    while breaker.guess is not None:
        row = len(breaker.asked)
        breaker.answer(wrong if row == slip else CLASSIC.feedback(secret, breaker.guess))
    if breaker.standing is Standing.STUCK:
        right = CLASSIC.feedback(secret, breaker.asked[slip].guess)
        assert right in [mend.feedback for mend in breaker.contradictions.mends[slip]]
        breaker.edit(slip, right)
        assert breaker.standing in (Standing.ASKING, Standing.FOUND)
