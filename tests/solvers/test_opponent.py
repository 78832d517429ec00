"""The computer in a match: it hides, answers and guesses when it is its turn, and never else."""

from __future__ import annotations

import itertools
import random

import pytest

from mastermind_edu.games.catalogue import CLASSIC, GAMES, MINI, SENHA, custom
from mastermind_edu.games.codes import SpaceTooLarge
from mastermind_edu.games.match import Match, OutOfTurn, Phase, new_match
from mastermind_edu.games.rules import Rules
from mastermind_edu.solvers.opponent import Opponent, fitting, is_stuck
from mastermind_edu.solvers.strategies import STRATEGIES, UnknownStrategy

RED, RGBY, RRGG = (0, 0, 0, 0), (0, 1, 2, 3), (0, 0, 1, 1)


def against(
    strategy: str = "minimax", game: Rules = CLASSIC, *, first: int = 0, by_hand: bool = False
) -> Match:
    """Return a match of a person, player 0, and the computer."""
    return new_match(
        game,
        ("Ana", "Computer"),
        first_codemaker=first,
        answered_by_hand=by_hand,
        computers=(None, strategy),
    )


def test_the_computer_hides_a_code_as_codemaker() -> None:
    match = against(first=1)
    hidden = Opponent(match, random.Random(1)).go_on(match)
    assert hidden.phase is Phase.GUESS
    assert hidden.current.secret in set(CLASSIC.space)


def test_it_hides_different_codes() -> None:
    match = against(first=1)
    opponent = Opponent(match, random.Random(1))
    assert len({opponent.go_on(match).current.secret for _ in range(20)}) > 15


def test_it_answers_rightly_when_codemakers_answer() -> None:
    match = against(first=1, by_hand=True)
    opponent = Opponent(match, random.Random(1))
    match = opponent.go_on(match)
    secret = match.current.secret
    assert secret is not None
    match = opponent.go_on(match.guess(RRGG))
    assert match.current.rows == ((RRGG, CLASSIC.feedback(secret, RRGG)),)


def test_it_asks_its_guess_when_a_person_answers() -> None:
    match = against(by_hand=True)
    opponent = Opponent(match)
    match = opponent.go_on(match.hide(None))
    assert match.current.asked == RRGG
    match = opponent.go_on(match.answer((1, 1)))
    assert match.current.asked == STRATEGIES[2].choose(CLASSIC, match.current.rows)


def test_it_waits_for_a_word_where_the_program_answers_at_once() -> None:
    match = against().hide(RGBY)
    opponent = Opponent(match)
    assert opponent.go_on(match) == match
    assert opponent.is_to_guess(match)
    assert opponent.guess(match).current.rows == ((RRGG, (1, 1)),)


def test_it_does_nothing_for_people() -> None:
    match = new_match(CLASSIC, ("Ana", "Ben"), answered_by_hand=True)
    opponent = Opponent(match)
    for step in (match, match.hide(RGBY), match.hide(RGBY).guess(RED)):
        assert opponent.go_on(step) == step
        assert not opponent.is_to_guess(step)
        with pytest.raises(OutOfTurn, match="not for the computer to guess"):
            opponent.guess(step)


@pytest.mark.parametrize("strategy", STRATEGIES, ids=lambda one: one.key)
def test_it_finds_every_code_by_every_strategy(strategy) -> None:
    for secret in itertools.islice(MINI.space, 0, None, 217):
        match = against(strategy.key, MINI.with_rows(12)).hide(secret)
        opponent = Opponent(match, random.Random(2))
        while match.phase is Phase.GUESS:
            match = opponent.guess(match)
        assert match.current.rows[-1].guess == secret


def test_random_guesses_differ_and_the_same_draw_gives_the_same() -> None:
    match = against("random").hide(RGBY)

    def first_guess(seed: int) -> object:
        return Opponent(match, random.Random(seed)).guess(match).current.rows[0].guess

    assert first_guess(1) == first_guess(1)
    assert len({first_guess(seed) for seed in range(20)}) > 15


def test_it_asks_nothing_while_no_code_fits() -> None:
    match = against(by_hand=True)
    opponent = Opponent(match)
    match = opponent.go_on(match.hide(None))
    while match.phase is Phase.ANSWER:
        match = opponent.go_on(match.answer((0, 0)))
    assert is_stuck(match)
    assert match.phase is Phase.GUESS
    assert not len(fitting(CLASSIC, match.current.rows))
    mended = opponent.go_on(match.correct(0, (1, 1)))
    assert is_stuck(mended) == (not len(fitting(CLASSIC, mended.current.rows)))


def test_only_a_code_on_paper_can_leave_players_stuck() -> None:
    match = new_match(SENHA, ("Ana", "Ben"), answered_by_hand=True)
    assert not is_stuck(match)
    assert not is_stuck(match.hide(RGBY).guess((4, 5, 0, 1)))
    on_paper = match.hide(None).guess(RGBY).answer(["absent"] * 4)
    assert is_stuck(on_paper)


def test_an_unknown_strategy_is_refused() -> None:
    with pytest.raises(UnknownStrategy, match="no strategy 'luck'"):
        Opponent(against("luck"))


def test_a_game_too_large_to_list_is_refused_by_name() -> None:
    large = custom(pegs=8, colours=12)
    match = against("random", large).hide(large.space.code_at(5))
    with pytest.raises(SpaceTooLarge):
        Opponent(match).guess(match)


@pytest.mark.parametrize("game", GAMES, ids=lambda game: game.key)
def test_it_can_play_both_roles_of_every_game(game: Rules) -> None:
    match = against("random", game, first=1)
    opponent = Opponent(match, random.Random(3))
    match = opponent.go_on(match)
    secret = match.current.secret
    assert secret is not None
    match = opponent.go_on(match.guess(secret).swap().hide(secret))
    match = opponent.guess(match)
    assert match.current.rows[0].feedback == game.feedback(secret, match.current.rows[0].guess)
