"""Strategies of one's own: played to the end, or refused with what to mend."""

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from mastermind_edu.games.catalogue import CLASSIC, SENHA, custom
from mastermind_edu.games.codes import InvalidCode
from mastermind_edu.solvers.candidates import candidates
from mastermind_edu.solvers.own import (
    InvalidGuess,
    NotAStrategy,
    OwnStrategyError,
    RepeatedGuess,
    StrategyFailed,
    own_strategy,
    tree_of,
)
from mastermind_edu.solvers.strategies import MINIMAX, MOST_PARTS
from mastermind_edu.solvers.trees import build_tree

SMALL = custom(pegs=3, colours=4)


class Named:
    """A strategy of the course, asked through ``choose`` alone."""

    def __init__(self, strategy) -> None:
        self.key = self.name = strategy.key
        self.choose = strategy.choose


class Saying:
    """Guesses what it is told to, whatever the rows."""

    name = "Saying"

    def __init__(self, *guesses) -> None:
        self.guesses = guesses

    def choose(self, _game, rows):
        return self.guesses[len(rows)]


@pytest.mark.parametrize("game", [SMALL, SENHA], ids=lambda game: game.key)
@pytest.mark.parametrize("strategy", [MINIMAX, MOST_PARTS], ids=lambda one: one.key)
def test_its_tree_is_that_of_the_same_strategy_of_the_course(game, strategy) -> None:
    own, known = tree_of(game, Named(strategy)), build_tree(game, strategy)
    assert [list(own.parents), list(own.answers), list(own.guesses)] == [
        list(known.parents),
        list(known.answers),
        list(known.guesses),
    ]


def test_a_strategy_of_the_course_is_built_as_ever() -> None:
    assert tree_of(CLASSIC, MINIMAX).total == 5801


@settings(max_examples=15, derandomize=True, deadline=None)
@given(st.randoms(use_true_random=False))
def test_any_consistent_strategy_finds_every_code(random) -> None:
    class Wild:
        def choose(self, game, rows):
            return game.space.code(random.choice(candidates(game, rows)))

    tree = tree_of(SMALL, Wild())
    assert len(tree.lengths) == 64
    assert sum(tree.histogram.values()) == 64


def test_guesses_that_cannot_be_the_code_are_allowed() -> None:
    game = custom(pegs=2, colours=3)

    class InOrder:
        def choose(self, game, rows):
            return game.space.code_at(len(rows))

    assert list(tree_of(game, InOrder()).lengths) == [1, 2, 3, 4, 5, 6, 7, 8, 9]


def test_guesses_may_be_written_in_letters() -> None:
    assert own_strategy(Saying("RGB")).choose(SMALL) == (0, 1, 2)


def test_the_rows_it_gets_are_those_that_were_played() -> None:
    seen = []

    class Watching(Named):
        def __init__(self) -> None:
            super().__init__(MINIMAX)
            self.choose = self.watch

        def watch(self, game, rows):
            seen.append(rows)
            return MINIMAX.choose(game, rows)

    tree = tree_of(SMALL, Watching())
    assert seen[0] == ()
    assert len(seen) == len(tree)
    for rows in seen:
        assert tree.choose(rows) == MINIMAX.choose(SMALL, rows)


def test_progress_counts_the_codes_that_were_found() -> None:
    told: list[tuple[int, int]] = []
    tree_of(SMALL, Named(MINIMAX), lambda part, whole: told.append((part, whole)))
    assert [part for part, _ in told] == sorted(part for part, _ in told)
    assert told[-1] == (64, 64)


def test_progress_can_end_the_work() -> None:
    class Enough(Exception):
        pass

    def stop(part: int, _whole: int) -> None:
        if part > 10:
            raise Enough

    with pytest.raises(Enough):
        tree_of(SMALL, Named(MINIMAX), stop)


def test_a_name_and_a_key_are_made_of_its_class() -> None:
    class MyFirstTry:
        def choose(self, game, rows): ...

    own = own_strategy(MyFirstTry())
    assert (own.key, own.name, own.idea) == ("myfirsttry", "MyFirstTry", "")
    assert repr(own) == "<OwnStrategy myfirsttry>"
    assert own_strategy(own) is own


def test_what_is_no_strategy_is_refused() -> None:
    with pytest.raises(NotAStrategy, match="choose"):
        own_strategy(object())
    with pytest.raises(NotAStrategy, match=r"Saying is a class; pass an object of it: Saying\(\)"):
        own_strategy(Saying)


@pytest.mark.parametrize("guess", ["RGBP", (0, 1), (0, 1, 9), None, 3, "RG"])
def test_a_guess_that_is_no_code_is_refused(guess) -> None:
    with pytest.raises(InvalidGuess, match="Saying chose no code before the first row") as caught:
        tree_of(SMALL, Saying(guess))
    assert isinstance(caught.value.__cause__, InvalidCode)


def test_a_guess_made_before_is_refused() -> None:
    with pytest.raises(RepeatedGuess, match="again after 1 row"):
        tree_of(SMALL, Saying((0, 0, 0), (0, 0, 0)))


def test_an_error_inside_is_told_with_its_cause() -> None:
    with pytest.raises(StrategyFailed, match="Saying failed after 1 row: IndexError") as caught:
        tree_of(SMALL, Saying((0, 0, 0)))
    assert isinstance(caught.value.__cause__, IndexError)
    assert isinstance(caught.value, OwnStrategyError)
