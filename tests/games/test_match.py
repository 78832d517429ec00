"""Matches: turns, points, corrections, saving; and no sequence of moves loses anything."""

import dataclasses
import itertools
import json
import random

import pytest
from hypothesis import settings
from hypothesis import strategies as st
from hypothesis.stateful import RuleBasedStateMachine, invariant, precondition, rule

from mastermind_edu.games import sealing
from mastermind_edu.games.catalogue import (
    BULLS_AND_COWS,
    CLASSIC,
    GAMES,
    GRAND,
    SENHA,
    UnknownGame,
    custom,
    describe,
    described,
    grand,
)
from mastermind_edu.games.codes import InvalidCode, RepeatedPeg
from mastermind_edu.games.feedback import Counted, ImpossibleFeedback, Mark, PerPosition
from mastermind_edu.games.match import (
    DamagedMatch,
    InvalidMatch,
    Match,
    NoSuchRow,
    OutOfTurn,
    Phase,
    Scoring,
    SealedElsewhere,
    WrongAnswer,
    draw_lots,
    load_match,
    new_match,
    points_of,
)

ANA_AND_BEN = ("Ana", "Ben")
RED, RGBY, RRGG = (0, 0, 0, 0), (0, 1, 2, 3), (0, 0, 1, 1)


def begun(game=CLASSIC, **agreed) -> Match:
    return new_match(game, ANA_AND_BEN, **agreed)


def play(match: Match, secret, *guesses) -> Match:
    match = match.hide(secret)
    for guess in guesses:
        match = match.guess(guess)
    return match


# ---- points ------------------------------------------------------------------------------


def test_the_codemaker_gets_a_point_a_guess() -> None:
    match = play(begun(), RGBY, RED, RRGG, RGBY)
    assert match.phase is Phase.SWAP
    assert match.points == (3, 0)
    match = play(match.swap(), RED, RGBY, RED)
    assert match.points == (3, 2)
    assert match.winner == 0


def test_one_point_more_if_the_code_was_not_found() -> None:
    short = CLASSIC.with_rows(2)
    match = play(begun(short), RGBY, RED, RRGG)
    assert match.points == (3, 0)


def test_giving_up_is_not_finding() -> None:
    match = begun().hide(RGBY).guess(RED).give_up()
    assert match.phase is Phase.SWAP
    assert match.points == (2, 0)


def test_by_key_pegs_every_peg_placed_counts() -> None:
    match = play(begun(scoring=Scoring.KEY_PEGS), RGBY, RRGG, RGBY)
    assert CLASSIC.feedback(RGBY, RRGG) == (1, 1)
    assert match.points == (2 + 4, 0)


def test_in_senha_a_chip_under_a_peg_counts_and_none_does_not() -> None:
    assert points_of(PerPosition([Mark.EXACT, Mark.MISPLACED, Mark.ABSENT, Mark.ABSENT])) == 2
    assert points_of(GRAND.check_feedback((1, 1, 1))) == 3


def test_fewest_guesses_wins() -> None:
    match = play(begun(SENHA, scoring=Scoring.FEWEST), RGBY, (4, 5, 0, 1), RGBY)
    match = play(match.swap(), RGBY, RGBY)
    assert match.points == (1, 2)
    assert match.winner == 0


def test_a_tie_is_possible() -> None:
    match = play(begun(SENHA, scoring=Scoring.FEWEST), RGBY, RGBY)
    match = play(match.swap(), RGBY, RGBY)
    assert match.winner is None


def test_not_found_counts_more_than_found_in_the_last_row() -> None:
    last = SENHA.with_rows(1)
    match = play(begun(last, scoring=Scoring.FEWEST), RGBY, RGBY)
    match = play(match.swap(), RGBY, (4, 5, 0, 1))
    assert match.points == (2, 1)
    assert match.winner == 1


def test_there_is_no_winner_before_the_end() -> None:
    with pytest.raises(OutOfTurn, match="First the codemaker hides a code"):
        _ = begun().winner


# ---- turns -------------------------------------------------------------------------------


def test_roles_swap_after_each_game() -> None:
    match = begun(games=4, first_codemaker=1)
    codemakers = []
    while True:
        codemakers.append(match.current.codemaker)
        match = play(match, RED, RED)
        if match.phase is Phase.OVER:
            break
        match = match.swap()
    assert codemakers == [1, 0, 1, 0]


def test_whose_turn_it_is() -> None:
    match = begun(answered_by_hand=True)
    assert match.turn == 0
    match = match.hide(RGBY)
    assert match.turn == 1
    match = match.guess(RED)
    assert match.turn == 0
    match = match.answer((1, 0)).give_up()
    assert match.turn is None


@pytest.mark.parametrize(
    ("moves", "wrong", "due"),
    [
        ([], lambda m: m.guess(RED), "First the codemaker hides a code."),
        ([], lambda m: m.answer((0, 0)), "First the codemaker hides a code."),
        ([], lambda m: m.swap(), "First the codemaker hides a code."),
        (["hide"], lambda m: m.hide(RED), "Now the codebreaker guesses."),
        (["hide", "guess"], lambda m: m.guess(RED), "Now the codemaker answers the guess."),
        (["hide", "guess"], lambda m: m.give_up(), "Now the codemaker answers the guess."),
        (["hide", "win"], lambda m: m.guess(RED), "This game is over; the players swap roles."),
        (["hide", "win", "swap", "hide", "win"], lambda m: m.swap(), "The match is over."),
    ],
)
def test_a_move_out_of_turn_says_what_is_due(moves, wrong, due) -> None:
    match = begun(answered_by_hand=True)
    for move in moves:
        if move == "hide":
            match = match.hide(RGBY)
        elif move == "guess":
            match = match.guess(RED)
        elif move == "win":
            match = match.guess(RGBY).answer((4, 0))
        else:
            match = match.swap()
    with pytest.raises(OutOfTurn) as refused:
        wrong(match)
    assert str(refused.value) == due


def test_lots_fall_both_ways() -> None:
    rng = random.Random(5)
    assert {draw_lots(rng) for _ in range(20)} == {0, 1}


# ---- answers by hand ---------------------------------------------------------------------


def test_a_wrong_answer_is_found_at_once_when_the_secret_is_known() -> None:
    match = begun(answered_by_hand=True).hide(RGBY).guess(RRGG)
    with pytest.raises(WrongAnswer) as wrong:
        match.answer((2, 0))
    assert wrong.value.expected == Counted(1, 1)
    assert str(wrong.value) == (
        "Look again: the secret gives “1 in the right place, 1 in the wrong place” here."
    )
    assert match.answer((1, 1)).phase is Phase.GUESS


def test_a_code_on_paper_is_answered_as_the_codemaker_says() -> None:
    match = begun(answered_by_hand=True).hide(None).guess(RRGG).answer((2, 0))
    assert match.current.rows[0].feedback == (2, 0)
    with pytest.raises(OutOfTurn, match="Now the codebreaker guesses"):
        _ = match.right_answer
    with pytest.raises(OutOfTurn, match="the code is on paper"):
        _ = match.guess(RED).right_answer


def test_the_program_must_know_the_code_if_it_answers() -> None:
    with pytest.raises(InvalidCode, match="must be told the code"):
        begun().hide(None)


def test_a_row_can_be_corrected_and_the_game_goes_on() -> None:
    match = begun(answered_by_hand=True).hide(None)
    match = match.guess(RRGG).answer((2, 0)).guess(RED).answer((0, 0))
    match = match.correct(0, (1, 1))
    assert [row.feedback for row in match.current.rows] == [(1, 1), (0, 0)]
    assert match.phase is Phase.GUESS


def test_correcting_a_false_find_reopens_the_game() -> None:
    match = begun(answered_by_hand=True).hide(None).guess(RRGG).answer((4, 0))
    assert match.phase is Phase.SWAP
    match = match.correct(0, (3, 0))
    assert match.phase is Phase.GUESS
    assert match.points == (0, 0)


def test_correcting_to_a_find_takes_back_what_came_after() -> None:
    match = begun(answered_by_hand=True).hide(None)
    match = match.guess(RRGG).answer((3, 0)).guess(RED).answer((2, 0)).correct(0, (4, 0))
    assert len(match.current.rows) == 1
    assert match.points == (1, 0)


def test_bad_corrections_are_refused() -> None:
    match = begun(answered_by_hand=True).hide(RGBY).guess(RRGG).answer((1, 1))
    with pytest.raises(NoSuchRow, match=r"has 1 row so far; there is no row 2\."):
        match.correct(1, (0, 0))
    with pytest.raises(WrongAnswer):
        match.correct(0, (0, 0))
    with pytest.raises(ImpossibleFeedback):
        match.correct(0, (3, 1))


def test_an_impossible_answer_is_refused() -> None:
    match = begun(answered_by_hand=True).hide(None).guess(RRGG)
    with pytest.raises(ImpossibleFeedback):
        match.answer((3, 1))
    assert match.phase is Phase.ANSWER


def test_a_code_on_paper_that_is_told_puts_wrong_answers_right() -> None:
    match = begun(answered_by_hand=True).hide(None)
    match = match.guess(RRGG).answer((2, 0)).guess(RED).answer((1, 0)).reveal(RGBY)
    assert [row.feedback for row in match.current.rows] == [(1, 1), (1, 0)]
    assert match.phase is Phase.GUESS
    assert match.guess(RGBY).right_answer == (4, 0)


def test_a_code_that_is_told_ends_the_game_at_the_guess_that_found_it() -> None:
    match = begun(answered_by_hand=True).hide(None)
    match = match.guess(RGBY).answer((3, 0)).guess(RED).answer((1, 0)).guess(RRGG).reveal(RGBY)
    assert [row.guess for row in match.current.rows] == [RGBY]
    assert match.phase is Phase.SWAP
    assert match.points == (1, 0)


def test_a_code_that_is_told_reopens_a_game_that_was_not_won() -> None:
    match = begun(answered_by_hand=True).hide(None).guess(RRGG).answer((4, 0)).reveal(RGBY)
    assert match.phase is Phase.GUESS
    assert [row.feedback for row in match.current.rows] == [(1, 1)]


def test_only_a_code_on_paper_can_be_told() -> None:
    with pytest.raises(OutOfTurn, match="First the codemaker hides a code"):
        begun(answered_by_hand=True).reveal(RGBY)
    with pytest.raises(OutOfTurn, match="knows the code already"):
        begun().hide(RGBY).reveal(RED)
    with pytest.raises(RepeatedPeg):
        begun(SENHA, answered_by_hand=True).hide(None).reveal(RRGG)


# ---- agreements --------------------------------------------------------------------------


@pytest.mark.parametrize("games", [0, 1, 3, -2, 22])
def test_the_number_of_games_is_even(games: int) -> None:
    with pytest.raises(InvalidMatch, match=f"even number of games, 2 to 20; got {games}"):
        begun(games=games)


@pytest.mark.parametrize("names", [("", "Ben"), ("Ana", "Ana"), ("A" * 41, "Ben")])
def test_names_differ_and_are_names(names) -> None:
    with pytest.raises(InvalidMatch, match="two different names of 1 to 40 characters"):
        new_match(CLASSIC, names)


def test_the_first_codemaker_is_one_of_the_two() -> None:
    with pytest.raises(InvalidMatch, match="player 0 or 1, got 2"):
        begun(first_codemaker=2)


def test_at_least_one_player_is_a_person() -> None:
    assert begun(computers=(None, "entropy")).computers == (None, "entropy")
    with pytest.raises(InvalidMatch, match="one of the two players is a person"):
        begun(computers=("random", "entropy"))


def test_a_secret_must_be_a_code_of_the_game() -> None:
    with pytest.raises(RepeatedPeg):
        begun(SENHA).hide(RRGG)


def test_a_match_in_words() -> None:
    assert repr(begun()) == "<Match Ana - Ben, classic: game 1 of 2, hide>"


# ---- saving ------------------------------------------------------------------------------


def test_a_saved_match_goes_on_where_it_was() -> None:
    match = play(begun(SENHA, scoring=Scoring.FEWEST), RGBY, (4, 5, 0, 1), RGBY).swap()
    match = match.hide((5, 4, 3, 2)).guess(RGBY)
    assert load_match(match.save()) == match
    against = begun(computers=("minimax", None), first_codemaker=1).hide(RGBY)
    assert load_match(against.save()) == against


def test_a_saved_match_does_not_tell_the_secret() -> None:
    match = begun().hide((5, 4, 3, 2))
    text = match.save()
    assert all(form not in text for form in ("5, 4, 3, 2", "5432", "OPYB"))


def test_a_guess_that_waits_is_saved() -> None:
    match = begun(answered_by_hand=True).hide(None).guess(RRGG)
    assert load_match(match.save()) == match


def test_games_that_have_ended_can_be_read_with_any_key(monkeypatch) -> None:
    match = play(begun(), RGBY, RED, RGBY)
    match = play(match.swap(), RED, RRGG, RGBY).give_up()
    text = match.save()
    monkeypatch.setattr(sealing, "_key", lambda: b"another")
    assert load_match(text) == match


def test_a_game_in_play_begins_anew_where_its_code_cannot_be_opened(monkeypatch) -> None:
    match = play(begun(games=4), RGBY, RED, RGBY)
    text = play(match.swap(), RED, RRGG).save()
    monkeypatch.setattr(sealing, "_key", lambda: b"another")
    with pytest.raises(SealedElsewhere, match=r"The code of game 2 was sealed") as refused:
        load_match(text)
    assert refused.value.match == match.swap()


@pytest.mark.parametrize(
    "text", ["[" * 100_000, '{"format": "mastermind-edu match 1", "games": 1e999}']
)
def test_what_no_reader_can_take_is_refused_too(text: str) -> None:
    with pytest.raises(DamagedMatch):
        load_match(text)


@pytest.mark.parametrize(
    "text", ["", "[]", "{}", "null", '{"format": "mastermind-edu match 1"}', "not a match"]
)
def test_what_is_no_saved_match_is_refused(text: str) -> None:
    with pytest.raises(DamagedMatch, match=r"This is not a saved match\."):
        load_match(text)


def altered(**changes) -> str:
    match = play(begun(), RGBY, RED, RGBY)
    return json.dumps(json.loads(match.save()) | changes)


@pytest.mark.parametrize(
    "text",
    [
        altered(games=3),
        altered(game={"game": "chess", "rows": 10}),
        altered(players=["Ana"]),
        altered(players=["Ana", "Ana"]),
        altered(games=1e999),
        altered(computers=["random", "random"]),
        altered(computers=[]),
        altered(scoring="most"),
        altered(played=[]),
        altered(played=[{"codemaker": 0}]),
        altered(
            played=[
                {
                    "codemaker": 0,
                    "hidden": True,
                    "secret": "AAAA",
                    "rows": [],
                    "asked": None,
                    "given_up": False,
                }
            ]
        ),
    ],
)
def test_an_altered_match_is_refused(text: str) -> None:
    with pytest.raises(DamagedMatch):
        load_match(text)


@pytest.mark.parametrize(
    "game",
    [
        *GAMES,
        CLASSIC.with_rows(6),
        custom(pegs=3, colours=4, rows=5),
        custom(pegs=2, colours=3, repeats=False, blanks=True, answer="per position"),
        grand(3, 2, 4, rows=7),
    ],
    ids=repr,
)
def test_every_game_can_be_described_and_made_again(game) -> None:
    text = json.loads(json.dumps(describe(game)))
    assert described(text) == game


@pytest.mark.parametrize(
    "text",
    [
        {},
        {"game": "classic"},
        {"game": "classic", "rows": 0},
        {"game": "classic", "rows": "10"},
        {"game": "custom", "legs": 4},
        {"game": ["classic"], "rows": 10},
    ],
)
def test_what_describes_no_game_is_refused(text) -> None:
    with pytest.raises(UnknownGame):
        described(text)


def test_a_game_from_elsewhere_cannot_be_described() -> None:
    with pytest.raises(UnknownGame, match="was not made here"):
        describe(dataclasses.replace(CLASSIC, marking=BULLS_AND_COWS.marking))


# ---- whatever is played ------------------------------------------------------------------

SMALL = custom(pegs=2, colours=3, rows=3)
CODES = st.sampled_from(list(SMALL.space))
ANSWERS = st.sampled_from(SMALL.feedbacks)


class AnyMatch(RuleBasedStateMachine):
    """Plays any moves in any order; refused ones change nothing, allowed ones lose nothing."""

    def __init__(self) -> None:
        super().__init__()
        self.match = new_match(SMALL, ANA_AND_BEN, games=4)
        self.moves = 0

    @rule(by_hand=st.booleans(), scoring=st.sampled_from(Scoring), first=st.integers(0, 1))
    @precondition(lambda self: self.moves == 0)
    def agree(self, by_hand, scoring, first) -> None:
        self.match = new_match(
            SMALL,
            ANA_AND_BEN,
            games=4,
            scoring=scoring,
            first_codemaker=first,
            answered_by_hand=by_hand,
        )

    def attempt(self, move) -> None:
        before = self.match
        try:
            after = move(before)
        except (OutOfTurn, InvalidCode, WrongAnswer, NoSuchRow):
            assert self.match == before
            return
        self.moves += 1
        assert len(after.played) >= len(before.played)
        assert after.played[: len(before.played) - 1] == before.played[:-1]
        self.match = after

    @rule(code=st.one_of(st.none(), CODES))
    def hide(self, code) -> None:
        self.attempt(lambda match: match.hide(code))

    @rule(code=CODES)
    def guess(self, code) -> None:
        rows = len(self.match.current.rows)
        self.attempt(lambda match: match.guess(code))
        assert len(self.match.current.rows) in (rows, rows + 1)

    @rule(answer=ANSWERS)
    def answer(self, answer) -> None:
        self.attempt(lambda match: match.answer(answer))

    @rule(row=st.integers(0, 3), answer=ANSWERS)
    def correct(self, row, answer) -> None:
        self.attempt(lambda match: match.correct(row, answer))

    @rule(code=CODES)
    def reveal(self, code) -> None:
        self.attempt(lambda match: match.reveal(code))

    @rule()
    def give_up(self) -> None:
        self.attempt(lambda match: match.give_up())

    @rule()
    def swap(self) -> None:
        self.attempt(lambda match: match.swap())

    @invariant()
    def roles_alternate(self) -> None:
        makers = [game.codemaker for game in self.match.played]
        assert all(one != other for one, other in itertools.pairwise(makers))

    @invariant()
    def rows_stay_within_the_board(self) -> None:
        for game in self.match.played:
            assert len(game.rows) + (game.asked is not None) <= SMALL.rows
            assert SMALL.solved not in [row.feedback for row in game.rows[:-1]]

    @invariant()
    def known_secrets_gave_the_answers(self) -> None:
        for game in self.match.played:
            if game.secret is not None:
                assert all(
                    row.feedback == SMALL.feedback(game.secret, row.guess) for row in game.rows
                )

    @invariant()
    def points_are_those_of_the_games_that_ended(self) -> None:
        total = [0, 0]
        for game in self.match.played:
            if not game.hidden or game.asked is not None or not game.ended(SMALL):
                continue
            found = bool(game.rows) and game.rows[-1].feedback == SMALL.solved
            if self.match.scoring is Scoring.GUESSES:
                total[game.codemaker] += len(game.rows) + (not found)
            elif self.match.scoring is Scoring.KEY_PEGS:
                total[game.codemaker] += sum(sum(row.feedback) for row in game.rows)
            else:
                total[1 - game.codemaker] += len(game.rows) if found else SMALL.rows + 1
        assert self.match.points == tuple(total)

    @invariant()
    def saving_keeps_everything(self) -> None:
        assert load_match(self.match.save()) == self.match


AnyMatch.TestCase.settings = settings(
    max_examples=60, stateful_step_count=40, deadline=None, derandomize=True
)
TestAnyMatch = AnyMatch.TestCase
