"""Symmetries are found where they hold, and nowhere else."""

import itertools
from dataclasses import dataclass, replace

import numpy as np
import pytest

from mastermind_edu.games.catalogue import CLASSIC, GRAND, SENHA, SUPER, WITH_BLANKS, custom
from mastermind_edu.games.feedback import CountedMarking
from mastermind_edu.solvers.symmetry import (
    holds_everywhere,
    indices,
    orbit_leaders,
    same_parts,
    symmetry,
)


@dataclass(frozen=True)
class LoudFirstPlace(CountedMarking):
    """A marking that also says, by doubling the ids, whether the first peg is of kind 0."""

    def id_matrix(self, guesses, codes):
        loud = (codes[:, 0] == 0)[np.newaxis, :]
        return (super().id_matrix(guesses, codes) + len(self.feedbacks) * loud).astype(np.uint8)


def leaders(game, guesses=()):
    moves = symmetry(game).fixing([game.space.row(guess) for guess in guesses])
    return [game.space.code_at(int(i)) for i in orbit_leaders(game.space, moves)]


def test_the_five_first_guesses_of_classic():
    assert [CLASSIC.space.code_at(i) for i in (0, 1, 7, 8, 51)] == leaders(CLASSIC)


@pytest.mark.parametrize(("game", "count"), [(SENHA, 1), (SUPER, 7), (WITH_BLANKS, 5)])
def test_how_many_first_guesses_differ(game, count):
    assert len(leaders(game)) == count


@pytest.mark.parametrize(
    "game",
    [
        custom(pegs=3, colours=3),
        custom(pegs=3, colours=4, repeats=False),
        custom(pegs=3, colours=3, answer="per position"),
        custom(pegs=3, colours=3, blanks=True, repeats=False, answer="per position"),
    ],
    ids=repr,
)
@pytest.mark.parametrize("guesses", [0, 1, 2])
def test_orbits_are_those_of_trying_every_relabelling(game, guesses):
    codes = list(game.space)
    played = codes[1 : 3 * guesses + 1 : 3]
    places = range(game.space.pegs)
    kinds = range(len(game.space.kinds))
    seen, first = set(), []
    group = [
        lambda code, order=order, names=names: tuple(names[code[place]] for place in order)
        for order in itertools.permutations(places)
        for names in itertools.permutations(kinds)
    ]
    group = [move for move in group if all(move(guess) == guess for guess in played)]
    for code in codes:
        if code not in seen:
            first.append(code)
            seen |= {move(code) for move in group}
    assert leaders(game, played) == first


def test_a_game_without_symmetry_keeps_what_is_left_of_it():
    game = replace(CLASSIC, marking=LoudFirstPlace(CLASSIC.space))
    found = symmetry(game)
    assert found.place_classes == (0, 1, 1, 1)
    assert found.value_classes == ((0, 1, 1, 1, 1, 1),)


def test_colours_and_shapes_change_places_among_themselves():
    found = symmetry(GRAND)
    assert found.place_classes == (0, 0, 0, 0)
    assert found.value_classes == ((0,) * 5, (0,) * 5)


@pytest.mark.parametrize("game", [CLASSIC, SENHA, custom(pegs=3, colours=3, answer="per position")])
def test_symmetries_of_a_sample_hold_for_all_pairs(game):
    codes = game.space.array()
    ids = game.feedback_matrix(codes, codes).copy()
    assert holds_everywhere(game, ids)
    ids[5, 7] = ids[5, 6] = (ids[5, 7] + 1) % 3
    assert not holds_everywhere(game, ids)


def test_parts_are_the_same_under_other_answers():
    before = np.array([[0, 1, 1, 2]], dtype=np.uint8)
    assert same_parts(before, np.array([[2, 0, 0, 1]], dtype=np.uint8))
    assert not same_parts(before, np.array([[2, 0, 1, 1]], dtype=np.uint8))
    assert not same_parts(before, np.array([[0, 1, 1, 1]], dtype=np.uint8))
    assert not same_parts(before, np.array([[0, 1, 2, 3]], dtype=np.uint8))


@pytest.mark.parametrize("game", [CLASSIC, SENHA, custom(pegs=1, colours=2)])
def test_indices_are_places_in_the_list(game):
    everything = game.space.array()
    assert indices(game.space, everything).tolist() == list(range(game.space.size))
