"""The census of Grand Mastermind, against counting pair by pair where that is possible."""

import itertools
from collections import Counter

import numpy as np
import pytest

from mastermind_edu.games import census as module
from mastermind_edu.games.catalogue import GRAND, grand
from mastermind_edu.games.census import Census, census, guess_classes, secret_classes
from mastermind_edu.games.grand import forgetful, left_to_right, mark, markings


@pytest.fixture(scope="module")
def full():
    return census()


@pytest.fixture(scope="module")
def total(full):
    return _sum(full)


def _sum(table):
    total = Census()
    for _, counted in table:
        total.include(counted)
    return total


def test_there_are_33_classes_of_guesses():
    classes = guess_classes()
    assert len(classes) == 33
    assert sum(size for _, size in classes) == 390_625


def test_all_pairs_are_counted(total):
    assert total.pairs == 390_625**2


def test_how_many_pairs_are_ambiguous(total):
    assert total.ambiguous == 2_073_840_800


def test_how_many_a_marker_going_from_left_to_right_gets_wrong(total):
    assert total.left_to_right_wrong == 1_033_235_600


def test_how_many_a_forgetful_marker_gets_wrong(total):
    assert total.forgetful_wrong == 21_773_978_800


def test_31_of_35_answers_are_reached(total):
    answers = {a for a in itertools.product(range(5), repeat=3) if sum(a) <= 4}
    assert len(answers) == 35
    assert set(total.answers) == set(GRAND.feedbacks)
    assert answers - set(total.answers) == {(3, 1, 0), (2, 1, 1), (1, 1, 2), (0, 1, 3)}


def test_each_class_has_the_answers_of_all_390_625_secrets(full):
    array = GRAND.space.array()
    for (guess, size), counted in full:
        numbers = np.bincount(GRAND.feedback_ids(guess, array), minlength=31)
        expected = dict(zip(GRAND.feedbacks, (numbers * size).tolist(), strict=True))
        assert {a: counted.answers[a] for a in GRAND.feedbacks} == expected


def test_secret_classes_cover_the_space():
    for guess, _ in guess_classes():
        assert sum(number for _, number in secret_classes(GRAND, guess)) == 390_625


@pytest.mark.parametrize("size", [(2, 3, 3), (3, 2, 2), (4, 1, 3)])
def test_the_census_of_a_small_game_equals_counting_pair_by_pair(size):
    game = grand(*size)
    total = _sum(census(game))
    counts = Counter()
    for secret, guess in itertools.product(game.space, repeat=2):
        answer = mark(secret, guess)
        counts[answer] += 1
        counts["ambiguous"] += len({one.answer for one in markings(secret, guess)}) > 1
        counts["left to right"] += left_to_right(secret, guess).answer != answer
        counts["forgetful"] += forgetful(secret, guess) != answer
    assert total.ambiguous == counts.pop("ambiguous")
    assert total.left_to_right_wrong == counts.pop("left to right")
    assert total.forgetful_wrong == counts.pop("forgetful")
    assert total.answers == counts


def test_the_command_prints_the_table(capsys):
    module.main(["--pegs", "3", "--colours", "2", "--shapes", "2"])
    lines = capsys.readouterr().out.splitlines()
    assert lines[0].split() == ["guess", "guesses", "pairs", "ambiguous", *LAST_COLUMNS]
    assert len(lines) == len(guess_classes(grand(3, 2, 2))) + 3
    assert lines[-2].split()[:3] == ["all", "64", "4,096"]
    assert lines[-1].startswith("17 answers are reached")


LAST_COLUMNS = ["left", "to", "right", "forgetful"]
