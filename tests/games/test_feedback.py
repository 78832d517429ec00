"""The readable answers, held against the words of the rules, written out here on their own."""

import itertools
import tomllib
from pathlib import Path

import pytest

from mastermind_edu.games.catalogue import CLASSIC, SENHA, custom, game
from mastermind_edu.games.codes import CodeSpace
from mastermind_edu.games.feedback import (
    Counted,
    CountedMarking,
    ImpossibleFeedback,
    Mark,
    PerPosition,
    PerPositionMarking,
)
from mastermind_edu.games.pegs import colours, symbols

PUBLIC = tomllib.loads((Path(__file__).parents[1] / "data" / "answers.toml").read_text("utf-8"))
SIGNS = {"+": Mark.EXACT, "o": Mark.MISPLACED, "-": Mark.ABSENT}

SMALL = [
    (pegs, kinds, repeats)
    for pegs in range(1, 5)
    for kinds in range(1, 5)
    for repeats in (True, False)
    if repeats or pegs <= kinds
]


def small_space(pegs, kinds, repeats):
    return CodeSpace(pegs, colours(kinds), repeats=repeats)


def space_of(secret, guess):
    return CodeSpace(len(secret), symbols(sorted({*secret, *guess})))


def count_by_hand(secret, guess):
    """Take pegs that agree off both codes, then pair what is left one by one."""
    ours, theirs, exact = [], [], 0
    for s, g in zip(secret, guess, strict=True):
        if s == g:
            exact += 1
        else:
            ours.append(s)
            theirs.append(g)
    misplaced = 0
    for peg in theirs:
        if peg in ours:
            ours.remove(peg)
            misplaced += 1
    return exact, misplaced


def mark_by_hand(secret, guess):
    """Exact first, then left to right, each secret peg used once."""
    used = [s == g for s, g in zip(secret, guess, strict=True)]
    marks = ["+" if exact else "-" for exact in used]
    for place, peg in enumerate(guess):
        if marks[place] == "+":
            continue
        for other, s in enumerate(secret):
            if s == peg and not used[other]:
                used[other] = True
                marks[place] = "o"
                break
    return "".join(marks)


@pytest.mark.parametrize(("secret", "guess", "exact", "misplaced"), PUBLIC["counted"])
def test_public_counted_answers_come_out(secret, guess, exact, misplaced):
    space = space_of(secret, guess)
    answer = CountedMarking(space).feedback(space.parse(secret), space.parse(guess))
    assert answer == (exact, misplaced)


@pytest.mark.parametrize(("secret", "guess", "signs"), PUBLIC["per_position"])
def test_answers_per_position_come_out(secret, guess, signs):
    space = space_of(secret, guess)
    answer = PerPositionMarking(space).feedback(space.parse(secret), space.parse(guess))
    assert answer == tuple(SIGNS[sign] for sign in signs)


@pytest.mark.parametrize(("key", "guess", "answer", "left"), PUBLIC["left"])
def test_public_numbers_of_codes_left_come_out(key, guess, answer, left):
    rules = game(key)
    guess = rules.space.parse(guess)
    assert sum(rules.feedback(secret, guess) == tuple(answer) for secret in rules.space) == left


@pytest.mark.parametrize(("pegs", "kinds", "repeats"), SMALL)
def test_counted_answers_are_those_counted_by_hand(pegs, kinds, repeats):
    space = small_space(pegs, kinds, repeats)
    marking = CountedMarking(space)
    for secret, guess in itertools.product(space, repeat=2):
        assert marking.feedback(secret, guess) == count_by_hand(secret, guess)


@pytest.mark.parametrize(("pegs", "kinds", "repeats"), SMALL)
def test_answers_per_position_are_those_marked_by_hand(pegs, kinds, repeats):
    space = small_space(pegs, kinds, repeats)
    marking = PerPositionMarking(space)
    for secret, guess in itertools.product(space, repeat=2):
        expected = tuple(SIGNS[sign] for sign in mark_by_hand(secret, guess))
        assert marking.feedback(secret, guess) == expected


@pytest.mark.parametrize(("pegs", "kinds", "repeats"), SMALL)
def test_secret_and_guess_can_change_places_when_counted(pegs, kinds, repeats):
    space = small_space(pegs, kinds, repeats)
    marking = CountedMarking(space)
    for secret, guess in itertools.combinations(space, 2):
        assert marking.feedback(secret, guess) == marking.feedback(guess, secret)


@pytest.mark.parametrize("marking", [CountedMarking, PerPositionMarking])
@pytest.mark.parametrize(
    ("pegs", "kinds", "repeats"),
    [(1, 2, True), (2, 3, True), (3, 3, True), (4, 3, True), (2, 4, False), (3, 6, False)],
)
def test_games_of_enough_kinds_give_every_answer(marking, pegs, kinds, repeats):
    marking = marking(small_space(pegs, kinds, repeats))
    pairs = itertools.product(marking.space, repeat=2)
    assert {marking.feedback(*pair) for pair in pairs} == set(marking.feedbacks)


@pytest.mark.parametrize("marking", [CountedMarking, PerPositionMarking])
@pytest.mark.parametrize(
    ("pegs", "kinds", "repeats"),
    [(1, 1, True), (2, 2, True), (3, 2, True), (4, 2, True), (2, 3, False), (3, 5, False)],
)
def test_games_of_fewer_kinds_give_only_some_answers(marking, pegs, kinds, repeats):
    marking = marking(small_space(pegs, kinds, repeats))
    pairs = itertools.product(marking.space, repeat=2)
    assert {marking.feedback(*pair) for pair in pairs} < set(marking.feedbacks)


@pytest.mark.parametrize("pegs", range(1, 9))
@pytest.mark.parametrize("answer", ["counted", "per position"])
def test_each_answer_is_listed_once_and_the_last_one_wins(pegs, answer):
    rules = custom(pegs=pegs, answer=answer)
    assert len(set(rules.feedbacks)) == len(rules.feedbacks)
    code = rules.space.code_at(0)
    assert rules.feedbacks[-1] == rules.feedback(code, code)


def test_counted_answers_are_listed_by_right_pegs_then_exact_ones():
    assert custom(pegs=2).feedbacks == ((0, 0), (0, 1), (1, 0), (0, 2), (2, 0))


def test_answers_per_position_are_listed_with_the_first_place_slowest():
    listed = [
        "".join(mark.name[0] for mark in fb)
        for fb in custom(pegs=2, answer="per position").feedbacks
    ]
    assert listed == ["AA", "AM", "AE", "MA", "MM", "EA", "EE"]


# Words


@pytest.mark.parametrize(
    ("answer", "words"),
    [
        ((2, 1), "2 in the right place, 1 in the wrong place"),
        ((0, 0), "0 in the right place, 0 in the wrong place"),
        ((4, 0), "4 in the right place, 0 in the wrong place"),
    ],
)
def test_a_counted_answer_is_said_in_words(answer, words):
    assert str(Counted(*answer)) == words


def test_an_answer_per_position_is_said_place_by_place():
    answer = PerPosition([Mark.EXACT, Mark.MISPLACED, Mark.ABSENT])
    assert str(answer) == (
        "place 1: in the right place; place 2: in the wrong place; place 3: not in the code"
    )


def test_answers_show_what_they_are():
    assert repr(Counted(1, 2)) == "Counted(exact=1, misplaced=2)"
    assert repr(PerPosition([Mark.EXACT, Mark.ABSENT])) == "(Mark.EXACT, Mark.ABSENT)"


# Checking


def test_a_plain_pair_is_taken_for_a_counted_answer():
    answer = CLASSIC.check_feedback([2, 1])
    assert (type(answer), answer) == (Counted, (2, 1))


def test_names_of_marks_are_taken_for_an_answer_per_position():
    answer = SENHA.check_feedback(["exact", "misplaced", Mark.ABSENT, "absent"])
    assert answer == (Mark.EXACT, Mark.MISPLACED, Mark.ABSENT, Mark.ABSENT)
    assert type(answer) is PerPosition


@pytest.mark.parametrize("rules", [CLASSIC, SENHA, custom(pegs=1)])
def test_the_id_of_an_answer_is_its_index(rules):
    assert [rules.feedback_id(feedback) for feedback in rules.feedbacks] == list(
        range(len(rules.feedbacks))
    )


@pytest.mark.parametrize(
    "answer", [(3, 2), (5, 0), (-1, 1), (1,), (1, 1, 1), (), "21", (None, None), (0.5, 0), 3, None]
)
def test_a_counted_answer_that_is_none_is_refused(answer):
    with pytest.raises(ImpossibleFeedback) as refusal:
        CLASSIC.check_feedback(answer)
    assert str(refusal.value) == (
        f"An answer is two numbers, exact and misplaced, together at most 4; got {answer!r}."
    )


def test_three_exact_and_one_misplaced_is_refused_and_explained():
    with pytest.raises(ImpossibleFeedback) as refusal:
        CLASSIC.feedback_id((3, 1))
    assert str(refusal.value) == (
        "3 in the right place, 1 in the wrong place cannot be: when all pegs but one are in the "
        "right place, the last has no other place to be in."
    )


@pytest.mark.parametrize(
    "answer",
    [
        (),
        ("exact",) * 3,
        ("exact",) * 5,
        ("exact", "blue", "absent", "absent"),
        "exact",
        ([],) * 4,
        7,
    ],
)
def test_an_answer_per_position_that_is_none_is_refused(answer):
    with pytest.raises(ImpossibleFeedback) as refusal:
        SENHA.check_feedback(answer)
    assert str(refusal.value) == (
        f"An answer is 4 marks, each one of absent, misplaced, exact; got {answer!r}."
    )


def test_one_place_misplaced_and_all_others_exact_is_refused_and_explained():
    with pytest.raises(ImpossibleFeedback) as refusal:
        SENHA.check_feedback(["exact", "exact", "misplaced", "exact"])
    assert str(refusal.value) == (
        "place 1: in the right place; place 2: in the right place; place 3: in the wrong place; "
        "place 4: in the right place cannot be: when all pegs but one are in the right place, "
        "the last has no other place to be in."
    )


def test_a_refused_answer_is_a_value_error():
    assert issubclass(ImpossibleFeedback, ValueError)
