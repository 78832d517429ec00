"""What each kind of question says to an answer; the exercises themselves are tested elsewhere."""

import itertools
import re
from typing import Any

import pytest

from mastermind_edu.games.catalogue import CLASSIC, SENHA, custom
from mastermind_edu.games.codes import UnknownPeg, WrongLength
from mastermind_edu.games.feedback import ImpossibleFeedback, Mark
from mastermind_edu.games.rules import Rules
from mastermind_edu.lessons.questions import (
    Choice,
    CodeQuestion,
    Defend,
    InvalidAnswer,
    InvalidQuestion,
    MarkAGuess,
    Number,
    Option,
    Outcome,
    PickRemaining,
    Prove,
    Puzzle,
    Question,
    Trial,
    played,
)
from mastermind_edu.solvers.candidates import candidates, refutation
from mastermind_edu.solvers.deduction import Claim, traits

RIGHT, WRONG = Option("yes", "because", right=True), Option("no", "for that reason")


def said(question: Question, answer: Any) -> str:
    """Return what is said to an answer that is wrong."""
    verdict = question.check(answer)
    assert verdict.outcome is Outcome.WRONG
    return verdict.explanation


def mark(game: Rules, secret: str, guess: str) -> MarkAGuess:
    parse = game.space.parse
    return MarkAGuess(game=game, secret=parse(secret), guess=parse(guess))


# ---- choices and numbers ----------------------------------------------------------------


def test_each_option_says_why() -> None:
    question = Choice(prompt="?", options=(WRONG, RIGHT))
    assert str(question.check(1)) == "Correct! because"
    assert said(question, 0) == "for that reason"


@pytest.mark.parametrize("answer", [2, -1, "0", None, True, 0.0])
def test_an_option_that_is_not_there_is_no_answer(answer: Any) -> None:
    with pytest.raises(InvalidAnswer, match="Choose one of the answers"):
        Choice(prompt="?", options=(WRONG, RIGHT)).check(answer)


@pytest.mark.parametrize(
    "options", [(RIGHT,), (WRONG, WRONG), (RIGHT, RIGHT), (RIGHT, Option("no", ""))]
)
def test_a_choice_without_sense_is_refused(options: tuple[Option, ...]) -> None:
    with pytest.raises(InvalidQuestion, match="expected"):
        Choice(prompt="?", options=options)


@pytest.fixture
def number() -> Number:
    return Number(prompt="?", value=1296, because="6⁴", advice="Multiply.", slips={24: "4 × 6"})


@pytest.mark.parametrize("text", ["1296", " 1296 ", "1,296", "1 296", "1.296", "1\u202f296", 1296])
def test_a_number_may_be_grouped(number: Number, text: Any) -> None:
    assert number.check(text).outcome is Outcome.CORRECT


@pytest.mark.parametrize(
    "text",
    ["1,29", "12,96", "1,2,96", "12.5", "-3", "+3", "6^4", "½", "١٢", "", " ", -3, 4.0, None],
)
def test_what_is_no_whole_number_is_no_answer(number: Number, text: Any) -> None:
    with pytest.raises(InvalidAnswer, match="whole number in digits"):
        number.check(text)


def test_a_slip_is_met_by_the_thought_behind_it_and_others_by_their_size(number: Number) -> None:
    assert said(number, "24") == "4 × 6"
    assert said(number, 1_000) == "1,000 is too small. Multiply."
    assert said(number, 2_000) == "2,000 is too large. Multiply."


def test_a_slip_that_is_right_is_refused() -> None:
    with pytest.raises(InvalidQuestion, match="4 is right"):
        Number(prompt="?", value=4, because="", advice="", slips={4: "?"})


# ---- marking ------------------------------------------------------------------------------

SMALL = (custom(pegs=3, colours=3), custom(pegs=4, colours=2), custom(pegs=1, colours=2))
SMALL_MARKED = (
    custom(pegs=3, colours=3, answer="per position"),
    custom(pegs=4, colours=2, answer="per position"),
)


@pytest.mark.parametrize("game", SMALL, ids=repr)
def test_the_step_that_went_wrong_is_named_whatever_is_answered(game: Rules) -> None:
    counts = list(itertools.product(range(game.space.pegs + 1), repeat=2))
    for secret, guess in itertools.product(game.space, repeat=2):
        question = MarkAGuess(game=game, secret=secret, guess=guess)
        exact, misplaced = question.solution
        for answer in counts:
            mistake = question.mistake(list(answer))
            if answer == (exact, misplaced):
                assert mistake == ""
            elif sum(answer) > game.space.pegs:
                assert mistake.startswith(f"You have given {sum(answer)} key pegs")
            elif answer == (misplaced, exact):
                assert "the other way round" in mistake
            elif answer not in game.feedbacks:
                assert "cannot be" in mistake
            elif answer[0] != exact:
                assert mistake.startswith("Step 1, the right place: you say")
            else:
                assert mistake.startswith("Step 1, the right place, is correct. Step 2")


@pytest.mark.parametrize("game", SMALL_MARKED, ids=repr)
def test_the_first_place_that_is_marked_wrongly_is_named(game: Rules) -> None:
    answers = list(itertools.product(Mark, repeat=game.space.pegs))
    for secret, guess in itertools.product(game.space, repeat=2):
        question = MarkAGuess(game=game, secret=secret, guess=guess)
        right = question.feedback
        for answer in answers:
            mistake = question.mistake([one.value for one in answer])
            if answer == right:
                assert mistake == ""
                continue
            places = range(game.space.pegs)
            exact = [i for i in places if (answer[i] is Mark.EXACT) != (right[i] is Mark.EXACT)]
            wrong = exact or [i for i in places if answer[i] is not right[i]]
            assert mistake.startswith("Step 1, " if exact else "Step 1 is correct.")
            assert f"Look at place {wrong[0] + 1}" in mistake


@pytest.mark.parametrize(
    ("secret", "guess", "answer", "thought"),
    [
        ("1234", "1122", (1, 2), "Green is left 2 times in the guess, but only 1 time in the code"),
        ("1122", "3314", (0, 2), "Red is left 2 times in the code, but only 1 time in the guess"),
        ("1234", "1111", (1, 3), "There is red in the code, but it is in the right place already"),
        ("1234", "1256", (2, 2), "Have you counted the pegs in the right place once more?"),
        ("1122", "2211", (0, 2), "more than one pair of red can be made"),
        ("1234", "4321", (0, 3), "There are more pairs of equal pegs."),
        ("1234", "4356", (0, 3), "There are not so many pairs of equal pegs."),
    ],
)
def test_the_likely_thought_behind_a_wrong_count_is_met(
    secret: str, guess: str, answer: tuple[int, int], thought: str
) -> None:
    assert thought in said(mark(CLASSIC, secret, guess), answer)


@pytest.mark.parametrize(
    ("secret", "guess", "marks", "said_of_it"),
    [
        ("1234", "1562", "o--o", "place 1: the code and the guess both have red there"),
        ("1234", "1562", "+-+o", "place 3: the guess has orange there, but the code has blue"),
        ("1234", "1562", "+---", "green is in the code too, at place 2, and no other key peg has"),
        ("1234", "1562", "+-oo", "there is no orange in the code"),
    ],
)
def test_a_wrong_mark_is_met_at_its_place(
    secret: str, guess: str, marks: str, said_of_it: str
) -> None:
    names = {"+": "exact", "o": "misplaced", "-": "absent"}
    assert said_of_it in said(mark(SENHA, secret, guess), [names[sign] for sign in marks])


def test_a_peg_that_is_used_up_is_said_to_be() -> None:
    game = custom(answer="per position")
    assert "the code has red only 1 time" in said(
        mark(game, "1234", "1156"), ["exact", "misplaced", "absent", "absent"]
    )


def test_an_impossible_answer_is_told_why() -> None:
    explanation = said(mark(CLASSIC, "1234", "1235"), [3, 1])
    with pytest.raises(ImpossibleFeedback) as error:
        CLASSIC.check_feedback((3, 1))
    assert explanation == str(error.value)


@pytest.mark.parametrize("answer", [[1], [1, 5], [1, -1], ["1", "2"], [True, 1], "12", None])
def test_what_is_no_count_is_no_answer(answer: Any) -> None:
    with pytest.raises(InvalidAnswer, match="Choose a number for each kind of key peg"):
        mark(CLASSIC, "1234", "1562").check(answer)


@pytest.mark.parametrize("answer", [["exact"], ["exact", "x", "absent", "absent"], [1, 2, 3, 4]])
def test_what_is_no_mark_is_no_answer(answer: Any) -> None:
    with pytest.raises(InvalidAnswer, match="Choose a key peg, or none, for each place"):
        mark(SENHA, "1234", "1562").check(answer)


def test_a_guess_of_another_game_is_refused() -> None:
    with pytest.raises(WrongLength):
        MarkAGuess(game=CLASSIC, secret=(0, 1, 2), guess=(0, 1, 2, 3))


# ---- rows -----------------------------------------------------------------------------------

ROWS = played(CLASSIC, ("1122", (0, 2)), ("3341", (1, 1)), ("2314", (1, 2)))
SOME = tuple(CLASSIC.space.parse(text) for text in ("3215", "4511", "2243", "6666"))
RED, GREEN, BLUE, *_ = traits(CLASSIC.space)


@pytest.fixture
def pick() -> PickRemaining:
    return PickRemaining(prompt="?", game=CLASSIC, rows=ROWS, codes=SOME)


def test_codes_that_no_row_refutes_remain(pick: PickRemaining) -> None:
    left = {tuple(code) for code in candidates(CLASSIC, ROWS).tolist()}
    assert pick.solution == [i for i, code in enumerate(SOME) if code in left] == [0, 2]
    assert pick.check([2, 0, 2]).outcome is Outcome.CORRECT


def test_a_code_that_is_out_is_refuted_by_its_first_row(pick: PickRemaining) -> None:
    explanation = said(pick, [0, 1, 2])
    assert explanation == f"YPRR is not possible. {refutation(CLASSIC, ROWS, SOME[1])}"


def test_codes_not_picked_are_counted_not_named(pick: PickRemaining) -> None:
    explanation = said(pick, [2])
    assert "1 more code is possible too" in explanation
    assert CLASSIC.space.format(SOME[0]) not in explanation


def test_codes_that_are_all_possible_are_no_question() -> None:
    with pytest.raises(InvalidQuestion, match="possible and others not"):
        PickRemaining(prompt="?", game=CLASSIC, rows=ROWS, codes=SOME[::2])


def test_a_puzzle_has_one_code() -> None:
    rows = played(CLASSIC, ("1224", (0, 4)), ("5131", (1, 0)))
    puzzle = Puzzle(prompt="?", game=CLASSIC, rows=rows)
    assert puzzle.check("2142").outcome is Outcome.CORRECT
    wrong = CLASSIC.space.parse("2412")
    assert said(puzzle, list(wrong)) == str(refutation(CLASSIC, rows, wrong))
    with pytest.raises(InvalidQuestion, match="these leave 7"):
        Puzzle(prompt="?", game=CLASSIC, rows=ROWS)


@pytest.mark.parametrize(
    ("answer", "reason"),
    [
        ([0, 1, 2], "A code has 4 pegs, got 3"),
        ([0, 1, 2, 6], "Choose a peg for each place"),
        ([0, 1, 2, None], "Choose a peg for each place"),
        ("RGX", "There is no peg X"),
    ],
)
def test_what_is_no_code_is_no_answer_to_a_puzzle(answer: Any, reason: str) -> None:
    rows = played(CLASSIC, ("1224", (0, 4)), ("5131", (1, 0)))
    with pytest.raises(InvalidAnswer, match=reason):
        Puzzle(prompt="?", game=CLASSIC, rows=rows).check(answer)


def test_any_row_that_rules_a_code_out_defends_that_it_is_out() -> None:
    question = Defend(prompt="?", game=CLASSIC, rows=ROWS, code=CLASSIC.space.parse("6666"))
    assert [question.check(answer).outcome for answer in range(4)] == [
        Outcome.WRONG,
        *[Outcome.CORRECT] * 3,
    ]
    assert "in row 3 would have been" in question.check(3).explanation
    assert said(question, 0).startswith("Look at row 1 again.")


def test_a_row_that_does_not_rule_a_code_out_does_not_defend_it() -> None:
    question = Defend(prompt="?", game=CLASSIC, rows=ROWS, code=SOME[0])
    assert question.check(0).outcome is Outcome.CORRECT
    assert said(question, 2).startswith("Row 2 does not rule it out: if the secret were BGRP")


PROOF = played(CLASSIC, ("2644", (2, 0)), ("3343", (0, 1)), ("6614", (1, 1)), ("4541", (0, 0)))
GREEN_FIRST = Claim(GREEN, 0, at_least=True, number=1)


def test_a_proof_needs_every_row_it_names() -> None:
    question = Prove(prompt="?", game=CLASSIC, rows=PROOF, claim=GREEN_FIRST)
    assert question.solution == [0, 3]
    assert question.check([3, 0]).outcome is Outcome.CORRECT
    assert "row 2 is not needed" in said(question, [0, 1, 3])


def test_another_proof_without_a_needless_row_is_correct_too() -> None:
    question = Prove(prompt="?", game=CLASSIC, rows=PROOF, claim=GREEN_FIRST)
    verdict = question.check([0, 1, 2])
    assert verdict.outcome is Outcome.CORRECT
    assert "rows 1, 2 and 3" in verdict.explanation


def test_what_is_no_proof_is_met_by_a_code_that_fits_and_breaks_the_claim() -> None:
    question = Prove(prompt="?", game=CLASSIC, rows=PROOF, claim=GREEN_FIRST)
    for rows in ([0], [1], [2], [3], [1, 2], [1, 3], [2, 3]):
        named = re.search(r": ([A-Z]{4}) would have got", said(question, rows))
        assert named
        code = CLASSIC.space.parse(named[1])
        assert refutation(CLASSIC, [PROOF[i] for i in rows], code) is None
        assert code[0] != 1


def test_rows_that_contradict_each_other_need_no_claim() -> None:
    rows = played(CLASSIC, ("1234", (0, 1)), ("5566", (1, 1)), ("4312", (2, 0)))
    question = Prove(prompt="?", game=CLASSIC, rows=rows)
    assert question.check([0, 2]).outcome is Outcome.CORRECT
    assert "row 2 is not needed" in said(question, [0, 1, 2])
    assert said(question, [0, 1]).startswith("Rows 1 and 2 can be true together: ")
    with pytest.raises(InvalidQuestion, match="to prove the claim"):
        Prove(prompt="?", game=CLASSIC, rows=ROWS)


def test_rows_are_read_in_notation_and_checked() -> None:
    assert played(CLASSIC, ("1122", (1, 1))) == (((0, 0, 1, 1), (1, 1)),)
    with pytest.raises(ImpossibleFeedback, match="Row 1"):
        played(CLASSIC, ("1122", (3, 1)))
    with pytest.raises(UnknownPeg):
        played(CLASSIC, ("1129", (1, 1)))


# ---- programs -------------------------------------------------------------------------------


def double(number: int) -> int:
    """Return twice the number."""
    return 2 * number


@pytest.fixture
def program() -> CodeQuestion:
    return CodeQuestion(
        prompt="Double it.",
        name="double",
        trials=(Trial(2, "Twice 1.", (1,)), Trial([1, 1], "Twice a list.", ([1],))),
        reference="def double(number):\n    return 2 * number\n",
        broken=(abs,),
        because="Twice.",
    )


def empty(number): ...


def described(_number):
    """Say what it will do."""


def passing(_number):
    pass


@pytest.mark.parametrize("answer", [..., None, empty, described, passing, lambda _: None])
def test_what_is_not_there_yet_is_not_attempted(program: CodeQuestion, answer: Any) -> None:
    verdict = program.check(answer)
    assert verdict.outcome is Outcome.NOT_ATTEMPTED
    assert "Write double first" in verdict.explanation


def broken(number: int) -> int:
    return number // 0


def changing(number: Any) -> Any:
    if isinstance(number, list):
        number += number
        return number
    return 2 * number


class Grumpy:
    def __eq__(self, other: object) -> bool:
        raise RuntimeError("no")

    def __repr__(self) -> str:
        raise RuntimeError("no")


@pytest.mark.parametrize(
    ("answer", "explanation"),
    [
        (lambda number: number, "double(1) should be 2, but it is 1. Twice 1."),
        (lambda _: 0, "double(1) should be 2, but it is 0. Twice 1."),
        (lambda number: [].append(number), "double(1) gives nothing back."),
        (broken, "double(1) stopped with an error, ZeroDivisionError: "),
        (lambda: 2, "double(1) stopped with an error, TypeError: "),
        (lambda number: number + 1 if number == 1 else number, "double([1]) should be [1, 1], but"),
        (2, "double should be a function, but it is 2."),
        (lambda _: Grumpy(), "double(1) should be 2, but it is <"),
        (lambda _: "x" * 1000, "…"),
    ],
)
def test_the_first_trial_that_fails_is_told(
    program: CodeQuestion, answer: Any, explanation: str
) -> None:
    assert explanation in said(program, answer)


def test_a_program_that_passes_every_trial_is_correct(program: CodeQuestion) -> None:
    for answer in (double, changing):
        assert program.check(answer).outcome is Outcome.CORRECT


def test_a_program_is_kept_as_its_source(program: CodeQuestion) -> None:
    assert program.record(double).startswith("def double(number: int) -> int:")
    assert program.record(4) == "4"


def test_a_value_can_be_asked_for() -> None:
    question = CodeQuestion(
        prompt="?",
        name="codes",
        trials=(Trial(1296, "Multiply."),),
        reference="codes = 6**4",
        broken=(24,),
        because="6⁴",
    )
    assert question.check(1296).outcome is Outcome.CORRECT
    assert said(question, 24) == "codes should be 1296, but it is 24. Multiply."
    assert question.check(...).outcome is Outcome.NOT_ATTEMPTED


def test_a_question_without_trials_is_refused() -> None:
    with pytest.raises(InvalidQuestion, match="at least one trial"):
        CodeQuestion(prompt="?", name="x", trials=(), reference="x = 1", broken=(2,), because="")


def test_a_reference_that_does_not_define_it_is_refused() -> None:
    with pytest.raises(InvalidQuestion, match="to define x"):
        CodeQuestion(
            prompt="?", name="x", trials=(Trial(1, ""),), reference="y = 1", broken=(2,), because=""
        )
