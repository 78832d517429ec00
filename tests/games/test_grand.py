"""Grand Mastermind: the readable marking, its explanation, and the vectorised one."""

import itertools
import random

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from mastermind_edu.games import grand_vectorised, pegs
from mastermind_edu.games.catalogue import GAMES, GRAND, UnknownGame, custom, grand
from mastermind_edu.games.census import guess_classes
from mastermind_edu.games.codes import InvalidCode, UnknownPeg, WrongLength
from mastermind_edu.games.feedback import ImpossibleFeedback
from mastermind_edu.games.grand import (
    Pair,
    Pairing,
    Shaped,
    best_pairing,
    explain,
    forgetful,
    left_to_right,
    mark,
    markings,
    reasons,
)
from mastermind_edu.games.pairing import IllegalPairing, half_right

steady = settings(deadline=None, derandomize=True, database=None, max_examples=150)


def codes(*texts):
    return tuple(GRAND.space.parse(text) for text in texts)


SOURCE = codes("YsRcRcRc", "RcBcGtGt")
"""The example of the French source: the choice is on the secret's side."""
GUESS_SIDE = codes("RcBsRsGt", "BtRcRcYh")


def by_every_pairing(secret, guess):
    """Join guess and secret in every order: black first, then white, then blue."""
    places = range(len(secret))
    return max(
        Shaped(
            sum(p == q and guess[p] == secret[q] for p, q in enumerate(order)),
            sum(p != q and guess[p] == secret[q] for p, q in enumerate(order)),
            sum(p == q and half_right(guess[p], secret[q]) for p, q in enumerate(order)),
        )
        for order in itertools.permutations(places)
    )


def number(answer):
    exact, misplaced, partial = answer
    return 100 * exact + 10 * misplaced + partial


def every_pairing(game, guesses, codes):
    """Join all guesses and all codes in every order; the answers come as numbers."""
    colour, shape = np.array([kind.value for kind in game.space.kinds]).T
    best = np.zeros((len(guesses), len(codes)), dtype=np.int16)
    for order in itertools.permutations(range(game.space.pegs)):
        value = np.zeros_like(best)
        for place, other in enumerate(order):
            guess, secret = guesses[:, place, np.newaxis], codes[:, other]
            value += (guess == secret) * np.int16(100 if place == other else 10)
            if place == other:
                value += (colour[guess] == colour[secret]) != (shape[guess] == shape[secret])
        np.maximum(best, value, out=best)
    return best


def pairs_of_codes(pegs_count, colours, shapes):
    peg = st.tuples(st.integers(0, colours - 1), st.integers(0, shapes - 1))
    code = st.tuples(*[peg] * pegs_count)
    return st.tuples(code, code)


# The marking


@pytest.mark.parametrize("pair", [SOURCE, GUESS_SIDE])
def test_the_most_blue_counts(pair):
    assert mark(*pair) == (0, 1, 1)


@pytest.mark.parametrize(
    ("secret", "guess", "answer"),
    [
        ("YsRcGtBh", "YsRcGtBh", (4, 0, 0)),
        ("RcGsBtYd", "PhPhPhPh", (0, 0, 0)),
        ("RcGsBtYd", "RcRcRcRc", (1, 0, 0)),
        ("RcGsBtYd", "GsRcYdBt", (0, 4, 0)),
        ("RcGsBtYd", "RsGtBdYh", (0, 0, 4)),
        ("RcGsBtYd", "RcGsYdPt", (2, 1, 0)),
        ("RcGsBtYd", "RcGsBtYh", (3, 0, 1)),
        ("RcRcRcGs", "RcGsRcRc", (2, 2, 0)),
    ],
)
def test_known_answers(secret, guess, answer):
    assert mark(*codes(secret, guess)) == answer
    assert GRAND.feedback(*codes(secret, guess)) == answer


@pytest.mark.parametrize("size", [(1, 2, 3), (2, 2, 3), (3, 2, 2), (4, 2, 2), (3, 2, 3)])
def test_both_markings_equal_trying_every_pairing_on_all_pairs(size):
    game = grand(*size)
    array = game.space.array()
    numbers = every_pairing(game, array, array)
    ids = game.feedback_matrix(array, array)
    for guess, answers, by_id in zip(game.space, numbers.tolist(), ids.tolist(), strict=True):
        for secret, answer, one in zip(game.space, answers, by_id, strict=True):
            assert number(mark(secret, guess)) == answer, (secret, guess)
            assert number(game.feedbacks[one]) == answer, (secret, guess)


def test_vectorised_answers_equal_every_pairing_on_four_places_of_two_colours_three_shapes():
    game = grand(4, 2, 3)
    array = game.space.array()
    numbers = np.array([number(answer) for answer in game.feedbacks])
    answers = numbers[game.feedback_matrix(array, array)]
    assert answers.shape == (1296, 1296)
    assert np.array_equal(answers, every_pairing(game, array, array))


def test_marking_equals_every_pairing_on_four_places_of_two_colours_three_shapes():
    """All secrets; of the guesses, one of each class of relabellings."""
    game = grand(4, 2, 3)
    guesses = [one.guess for one in guess_classes(game)]
    rows = np.array([game.space.row(guess) for guess in guesses])
    for guess, answers in zip(guesses, every_pairing(game, rows, game.space.array()), strict=True):
        for secret, answer in zip(game.space, answers.tolist(), strict=True):
            assert number(mark(secret, guess)) == answer, (secret, guess)


@steady
@given(pairs_of_codes(4, 5, 5))
def test_marking_equals_trying_every_pairing_in_the_full_game(pair):
    assert mark(*pair) == by_every_pairing(*pair)


@steady
@given(pairs_of_codes(6, 2, 3))
def test_marking_equals_trying_every_pairing_on_six_places(pair):
    assert mark(*pair) == by_every_pairing(*pair)


@steady
@given(pairs_of_codes(40, 3, 3))
def test_secret_and_guess_may_be_swapped_at_any_length(pair):
    secret, guess = pair
    assert mark(secret, guess) == mark(guess, secret)


@pytest.mark.parametrize(
    ("secret", "guess", "error", "words"),
    [
        (((0, 0),), ((0, 0), (0, 0)), WrongLength, "got 1 and 2"),
        ((), (), WrongLength, "got 0 and 0"),
        ("RcRc", "RcRc", InvalidCode, "pair of a colour and a shape, got 'R'"),
        (((0, 0, 0),), ((0, 0, 0),), InvalidCode, "got (0, 0, 0)"),
    ],
)
def test_what_is_no_code_is_refused(secret, guess, error, words):
    for function in (mark, markings, explain, forgetful, left_to_right):
        with pytest.raises(error) as refusal:
            function(secret, guess)
        assert words in str(refusal.value)


# Every legal marking


def test_all_markings_of_the_source_are_listed_with_their_answers():
    listed = markings(*SOURCE)
    assert [marking.misplaced for marking in listed] == [((0, 1),), ((0, 2),), ((0, 3),)]
    assert [marking.answer for marking in listed] == [(0, 1, 0), (0, 1, 1), (0, 1, 1)]
    assert [marking.is_best for marking in listed] == [False, True, True]
    assert listed[1].partial == (Pair(1, 1),)


def test_the_choice_can_be_on_the_side_of_the_guess():
    assert [(marking.misplaced, marking.partial) for marking in markings(*GUESS_SIDE)] == [
        (((1, 0),), ((2, 2),)),
        (((2, 0),), ()),
    ]


def test_pegs_of_one_kind_are_alike():
    (marking,) = markings(*codes("RcRcBsBs", "BsBsRcRc"))
    assert marking.misplaced == ((0, 2), (1, 3), (2, 0), (3, 1))


def test_markers_are_listed_by_meaning():
    (marking,) = markings(*codes("RcGsBtYd", "RcBtGsYh"))
    assert marking.exact == ((0, 0),)
    assert marking.misplaced == ((1, 2), (2, 1))
    assert marking.partial == ((3, 3),)


@steady
@given(pairs_of_codes(5, 2, 2))
def test_markings_are_all_different_and_the_best_of_them_is_the_answer(pair):
    listed = markings(*pair)
    left_out = {
        (frozenset(p.guess for p in one.misplaced), frozenset(p.secret for p in one.misplaced))
        for one in listed
    }
    assert len(left_out) == len(listed)
    assert max(one.answer for one in listed) == mark(*pair)
    assert {one.answer for one in listed if one.is_best} == {mark(*pair)}


@steady
@given(pairs_of_codes(4, 2, 2))
def test_markings_are_all_that_the_rule_allows(pair):
    """Try every set of pairs of places: legal ones use the same pegs as a listed marking."""
    secret, guess = pair
    places = range(len(guess))
    fits = [Pair(g, s) for g in places for s in places if g != s and guess[g] == secret[s]]
    legal = set()
    for size in range(len(fits) + 1):
        for chosen in itertools.combinations(fits, size):
            try:
                Pairing(secret, guess, chosen)
            except IllegalPairing:
                continue
            legal.add(_used(chosen))
    assert legal == {_used(one.misplaced) for one in markings(secret, guess)}


def _used(chosen):
    return frozenset(p.guess for p in chosen), frozenset(p.secret for p in chosen)


@steady
@given(pairs_of_codes(5, 2, 2))
def test_the_best_and_the_hurried_pairing_are_among_the_markings(pair):
    listed = {_used(one.misplaced) for one in markings(*pair)}
    assert _used(best_pairing(*pair).misplaced) in listed
    assert _used(left_to_right(*pair).misplaced) in listed
    assert best_pairing(*pair).is_best


@pytest.mark.parametrize(
    ("white", "words"),
    [
        ([], "1 more white pair can be made"),
        ([(0, 0)], "place 1 of the guess and place 1 of the secret differ"),
        ([(2, 1)], "place 3 of the guess and place 2 of the secret differ"),
        ([(0, 1), (0, 2)], "peg at place 1 takes part in two markers"),
        ([(0, 9)], "Places go from 1 to 4"),
        ([(0, -1)], "Places go from 1 to 4"),
    ],
)
def test_a_pairing_against_the_rule_is_refused(white, words):
    with pytest.raises(IllegalPairing, match=words):
        Pairing(*SOURCE, tuple(Pair(*pair) for pair in white))


def test_an_exact_peg_cannot_be_joined():
    with pytest.raises(IllegalPairing, match="place 1 takes part in two markers"):
        Pairing(*codes("RcRcGsGs", "RcBtBtRc"), (Pair(0, 1),))


# Other markers


def test_a_marker_going_from_left_to_right_misses_the_blue_of_the_source():
    hurried = left_to_right(*SOURCE)
    assert hurried.misplaced == ((0, 1),)
    assert hurried.answer == (0, 1, 0)


def test_going_from_left_to_right_depends_on_the_order_of_places():
    backwards = tuple(code[::-1] for code in SOURCE)
    assert left_to_right(*backwards).answer == mark(*backwards)


def test_a_forgetful_marker_uses_a_peg_of_the_secret_twice():
    assert forgetful(*codes("RcGsBtYd", "RcRcRcRc")) == (1, 3, 0)
    assert forgetful(*codes("RcGsBtYd", "GsGtPhPh")) == (0, 1, 1)
    assert mark(*codes("RcGsBtYd", "GsGtPhPh")) == (0, 1, 0)


# In words


def test_the_source_is_explained_step_by_step():
    assert explain(*SOURCE) == (
        "Black: at no place is the same peg in the secret and in the guess.",
        "White: of the pegs that have no black, both codes have "
        "red circle (1 in the guess, 3 in the secret: 1 white).",
        "The choice matters: there are 3 ways to join the white, and they leave 0 or 1 blue. "
        "The most counts: place 1 of the guess goes with place 3 of the secret. "
        "A marker who goes from left to right gets it wrong: "
        "place 1 of the guess goes with place 2 of the secret, which leaves 0 blues.",
        "Blue: where both pegs are left, place 2 has blue circle and red circle, the same shape.",
        "The answer: 0 in the right place, 1 in the wrong place, 1 right in colour or shape only.",
    )


@pytest.mark.parametrize(
    ("secret", "guess", "step", "words"),
    [
        ("RcGsBtYd", "RcGsPhPh", 0, "places 1 and 2 have the same peg"),
        ("RcGsBtYd", "RcPhPhPh", 0, "place 1 has the same peg"),
        ("RcGsBtYd", "RcGsBtYd", 1, "no other peg of the guess is also in the secret"),
        ("RcRcBsBs", "BsBsRcRc", 1, "2 in the guess, 2 in the secret: 2 whites); red circle"),
        ("RcGsBtYd", "RcGsBtYd", 2, "without white there is none"),
        ("RcGsBtYd", "GsRcPhPh", 2, "in one way only"),
        ("RcRcGcGc", "YhYhRcYc", 2, "2 ways to join the white, but it does not matter"),
        ("RcBsRsGt", "BtRcRcYh", 2, "from left to right happens to be right"),
        ("RcGsBtYd", "RsPhPhPh", 3, "place 1 has red square and red circle, the same colour"),
        ("RcGsBtYd", "GsRcPhPh", 3, "at no place are two pegs left"),
    ],
)
def test_each_step_says_what_is_the_case(secret, guess, step, words):
    assert words in explain(*codes(secret, guess))[step]


@steady
@given(pairs_of_codes(4, 2, 2))
def test_the_choice_is_said_to_matter_exactly_if_it_does(pair):
    matters = len({marking.answer for marking in markings(*pair)}) > 1
    assert explain(*pair)[2].startswith("The choice matters") == matters


def test_each_peg_has_its_reason():
    worst, better, _ = markings(*SOURCE)
    assert reasons(better)[:2] == (
        "White: goes with the red circle at place 3 of the secret.",
        "Blue: the red circle at this place of the secret has the same shape.",
    )
    assert reasons(worst)[1:3] == (
        "Nothing. The secret has no blue circle. "
        "The red circle at this place of the secret is half right, but has a white.",
        "Nothing. The secret has no green triangle. "
        "The red circle at this place of the secret is of another colour and shape.",
    )
    black = best_pairing(*codes("RcGsBtYd", "RcPhPhRc"))
    assert reasons(black)[0] == "Black: the same peg is at this place of the secret."
    assert reasons(black)[3].startswith("Nothing. Each red circle of the secret has its marker")


def test_an_answer_reads_as_a_sentence():
    assert str(Shaped(1, 0, 2)) == (
        "1 in the right place, 0 in the wrong place, 2 right in colour or shape only"
    )


# Pegs and notation


def test_codes_are_pairs_of_colour_and_shape():
    assert GRAND.space.parse("YsRcRcRc") == ((3, 1), (0, 0), (0, 0), (0, 0))
    assert GRAND.space.size == 25**4


@pytest.mark.parametrize(
    "text",
    [
        "YsRcGtPh",
        "ysrcgtph",
        "Ys Rc, Gt-Ph",
        "yellow square, red circle, green triangle, purple hexagon",
        "Yellow Square red  circle green triangle purple hexagon",
        "17 1 8 25",
    ],
)
def test_codes_are_read_from_letters_names_and_numbers(text):
    code = GRAND.space.parse(text)
    assert GRAND.space.format(code) == "YsRcGtPh"


@steady
@given(pairs_of_codes(4, 5, 5))
def test_what_is_written_can_be_read(pair):
    code, _ = pair
    assert GRAND.space.parse(GRAND.space.format(code)) == code
    assert GRAND.space.parse(GRAND.space.spell(code)) == code


def test_an_unknown_peg_is_refused_with_the_pegs_there_are():
    with pytest.raises(UnknownPeg, match=r"no peg Xx .* P \(purple\), each in .* c \(circle\)"):
        GRAND.space.parse("YsRcRcXx")
    with pytest.raises(UnknownPeg):
        GRAND.space.check(((0, 0), (0, 0), (0, 0), (0, 5)))


def test_other_languages_order_the_words_of_a_peg(monkeypatch):
    order = {"{colour} {shape}": "{shape} {colour}"}
    monkeypatch.setattr(pegs, "pgettext", lambda _, message: order.get(message, message))
    assert GRAND.space.spell(GRAND.space.parse("YsRcRcRc")).startswith("square yellow, circle red")


def test_letters_tell_all_pegs_apart():
    assert len({kind.letter for kind in pegs.shaped(12, 5)}) == 60


@pytest.mark.parametrize("sizes", [(0, 1), (13, 1), (1, 0), (1, 6)])
def test_more_pegs_than_the_tables_have_are_refused(sizes):
    with pytest.raises(ValueError, match="Expected 1 to"):
        pegs.shaped(*sizes)


# The game


def test_the_game_is_in_the_catalogue():
    assert GRAND in GAMES
    assert [key.name for key in GRAND.keys] == ["black", "white", "blue"]
    assert [key.meaning for key in GRAND.keys] == list(Shaped._fields)


def test_games_of_other_sizes():
    assert grand(3, 2, 4, rows=7).space.size == 8**3
    assert grand(3, 2, 4, rows=7).rows == 7


@pytest.mark.parametrize("sizes", [(0, 5, 5), (9, 5, 5), (4, 0, 5), (4, 13, 5), (4, 5, 0)])
def test_a_size_out_of_range_is_refused(sizes):
    with pytest.raises(UnknownGame, match="Expected 1 to"):
        grand(*sizes)


def test_the_last_answer_wins():
    assert GRAND.solved == (4, 0, 0)


@pytest.mark.parametrize("answer", [(3, 1, 0), (2, 1, 1), (1, 1, 2), (0, 1, 3)])
def test_one_white_with_every_peg_marked_is_refused_with_the_reason(answer):
    with pytest.raises(ImpossibleFeedback, match="white too or nothing"):
        GRAND.check_feedback(answer)


@pytest.mark.parametrize("answer", [(5, 0, 0), (2, 2, 1), (1, 1), (-1, 0, 0), ("a", "b", "c")])
def test_what_is_no_answer_is_refused(answer):
    with pytest.raises(ImpossibleFeedback, match="three numbers"):
        GRAND.check_feedback(answer)


def test_an_answer_gets_its_type():
    checked = GRAND.check_feedback([0, 1, 1])
    assert checked == (0, 1, 1)
    assert isinstance(checked, Shaped)


# Vectorised


@steady
@given(st.integers(0, 2**32))
def test_vectorised_answers_equal_the_readable_ones_in_the_full_game(seed):
    _compare_some(GRAND, random.Random(seed))


@pytest.mark.parametrize("size", [(5, 3, 2), (6, 2, 3), (7, 2, 2), (8, 2, 2)])
def test_vectorised_answers_equal_the_readable_ones_on_more_places(size):
    rng = random.Random(repr(size))
    for _ in range(5):
        _compare_some(grand(*size), rng)


def test_answers_without_a_table_are_the_same(monkeypatch):
    array = GRAND.space.array()[::1009]
    by_table = GRAND.feedback_matrix(array[::3], array)
    monkeypatch.setattr(grand_vectorised, "LARGEST_TABLE", 0)
    assert np.array_equal(GRAND.feedback_matrix(array[::3], array), by_table)


def _compare_some(game, rng):
    """Compare on a guess and on secrets made of its own pegs and their likes."""
    guess = game.space.random(rng)
    likes = [kind.value for kind in game.space.kinds if any(map(_like(kind.value), guess))]
    secrets = [tuple(rng.choices(likes, k=len(guess))) for _ in range(40)]
    rows = np.array([game.space.row(secret) for secret in secrets], dtype=np.uint8)
    for secret, answer in zip(secrets, game.feedback_ids(guess, rows), strict=True):
        assert game.feedbacks[answer] == mark(secret, guess), (secret, guess)


def _like(peg):
    return lambda other: other == peg or half_right(peg, other)


def test_every_answer_of_the_full_game_is_reached_and_no_other():
    guess = GRAND.space.parse("RcGsBtYd")
    ids = GRAND.feedback_ids(guess, GRAND.space.array())
    assert ids.shape == (390_625,)
    assert set(ids.tolist()) == set(range(31))


def test_a_block_of_guesses_gets_the_answers_of_each():
    array = GRAND.space.array()
    block = array[[0, 7, 390_000]]
    ids = GRAND.feedback_matrix(block, array)
    for row, guess in zip(ids, block, strict=True):
        assert np.array_equal(row, GRAND.feedback_ids(GRAND.space.code(guess), array))


def test_plain_colours_still_answer_with_black_and_white():
    counted, shaped = custom(pegs=3, colours=4), grand(3, 4, 1)
    for secret, guess in itertools.product(counted.space, repeat=2):
        pairs = [tuple((peg, 0) for peg in code) for code in (secret, guess)]
        assert shaped.feedback(*pairs)[:2] == counted.feedback(secret, guess)
