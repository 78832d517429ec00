"""The match board without a browser: what it agrees to, tells its page, refuses and never tells."""

from __future__ import annotations

import dataclasses
import json
import random
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from mastermind_edu.games import sealing
from mastermind_edu.games.catalogue import CLASSIC, GRAND, MINI, SENHA, custom
from mastermind_edu.games.codes import RepeatedPeg, SpaceTooLarge
from mastermind_edu.games.feedback import ImpossibleFeedback
from mastermind_edu.games.match import (
    DamagedMatch,
    InvalidMatch,
    Match,
    OutOfTurn,
    Phase,
    Scoring,
    WrongAnswer,
)
from mastermind_edu.games.rules import Rules
from mastermind_edu.widgets import MatchBoard
from mastermind_edu.widgets.match_page import Stage

RED, GREEN, BLUE, YELLOW, PURPLE, ORANGE = range(6)
SECRET = [RED, GREEN, BLUE, YELLOW]
RRGG = [RED, RED, GREEN, GREEN]
OOOO = [ORANGE] * 4
FORM: dict[str, Any] = {
    "players": ["Ana", "Ben"],
    "strategy": None,
    "game": 0,
    "rows": 10,
    "games": 2,
    "first": 0,
    "byHand": False,
    "scoring": "guesses",
}


def agreed(game: Rules = CLASSIC, **agreement: Any) -> tuple[MatchBoard, Any]:
    """Return a board on which Ana and Ben have agreed, and its page."""
    board = MatchBoard(game, seed="2A")
    page: Any = board.comm
    page.act("agree", **(FORM | {"rows": game.rows} | agreement))
    assert board.match is not None, page.notice
    return board, page


def hidden(secret: list[int] | None = None, **agreement: Any) -> tuple[MatchBoard, Any]:
    """Return a board on which Ana has hidden a code, or keeps it on paper."""
    board, page = agreed(**agreement)
    page.act("take")
    if secret is None:
        page.act("paper")
    else:
        page.act("hide", code=secret)
    page.act("take")
    return board, page


def play(page: Any) -> dict[str, Any]:
    return dict(page.state["_play"])


def match_of(board: MatchBoard) -> Match:
    assert board.match is not None
    return board.match


def sent(page: Any, kind: str) -> list[dict[str, Any]]:
    """Return the messages of this kind that the page has got."""
    contents = [data["content"] for data in page.received if data.get("method") == "custom"]
    return [content for content in contents if content["type"] == kind]


# ---- agreeing ----------------------------------------------------------------------------


def test_there_is_something_to_agree_on_first() -> None:
    page: Any = MatchBoard(CLASSIC, games=[CLASSIC, SENHA]).comm
    assert play(page)["stage"] == "agree"
    offer = page.state["_agreement"]
    assert [game["name"] for game in offer["games"]] == ["Classic", "Senha"]
    assert [game["rows"] for game in offer["games"]] == [10, 8]
    assert [game["scoring"] for game in offer["games"]] == ["guesses", "fewest guesses"]
    assert all(number % 2 == 0 for number in offer["numbers"])
    assert len(offer["scorings"]) == len(Scoring)
    assert all(one["rule"].endswith(".") for one in offer["scorings"])
    assert all(one["idea"] for one in offer["strategies"])


def test_what_was_agreed_is_played() -> None:
    board, page = agreed(SENHA, rows=6, games=4, byHand=True, scoring="key pegs", first=1)
    match = match_of(board)
    assert match.game == SENHA.with_rows(6)
    assert (match.players, match.games) == (("Ana", "Ben"), 4)
    assert match.scoring is Scoring.KEY_PEGS
    assert match.answered_by_hand
    assert match.current.codemaker == 1
    assert play(page)["title"] == "Game 1 of 4"
    assert play(page)["roles"] == "Ben hides the code, Ana guesses."


def test_the_lot_names_the_first_codemaker_and_it_is_said() -> None:
    firsts = set()
    for seed in range(12):
        board = MatchBoard(CLASSIC, seed=seed)
        page: Any = board.comm
        page.act("agree", **(FORM | {"first": None}))
        first = match_of(board).current.codemaker
        firsts.add(first)
        assert play(page)["roles"].startswith(f"The lot says: {('Ana', 'Ben')[first]} hides")
    assert firsts == {0, 1}


def test_names_are_freed_of_spaces() -> None:
    board, _ = agreed(players=["  Ana \n Maria ", "Ben"])
    assert match_of(board).players == ("Ana Maria", "Ben")


@pytest.mark.parametrize(
    ("wrong", "said"),
    [
        ({"players": ["Ana", "Ana"]}, "two different names"),
        ({"players": ["Ana", "  "]}, "two different names"),
        ({"players": ["Ana", "B" * 41]}, "two different names"),
        ({"players": ["Ana"]}, "Write the name of each player."),
        ({"players": ["Ana", 7]}, "Write the name of each player."),
        ({"players": "AB"}, "Write the name of each player."),
        ({"games": 3}, "even number of games"),
        ({"games": 200}, "even number of games"),
        ({"games": "2"}, "Choose from the lists"),
        ({"game": 1}, "Choose from the lists"),
        ({"game": -1}, "Choose from the lists"),
        ({"game": True}, "Choose from the lists"),
        ({"rows": 0}, "Choose from the lists"),
        ({"rows": 1000}, "Choose from the lists"),
        ({"scoring": "most"}, "Choose from the lists"),
        ({"scoring": ["guesses"]}, "Choose from the lists"),
        ({"strategy": "luck"}, "Choose from the lists"),
        ({"strategy": ["entropy"]}, "Choose from the lists"),
        ({"first": 2}, "Choose from the lists"),
        ({"byHand": "yes"}, "Choose from the lists"),
    ],
)
def test_what_cannot_be_agreed_on_is_refused(wrong: dict[str, Any], said: str) -> None:
    board = MatchBoard(CLASSIC)
    page: Any = board.comm
    page.act("agree", **(FORM | wrong))
    assert board.match is None
    assert said in page.notice
    assert play(page)["stage"] == "agree"


def test_nothing_can_be_played_before_a_match_is_agreed_on() -> None:
    board = MatchBoard(CLASSIC)
    page: Any = board.comm
    for kind in set(board.actions) - {"agree", "think", "load", "restore", "new"}:
        page.deliver({"type": kind, "code": SECRET, "answer": [0, 0], "row": 0})
        assert page.notice == "First agree on your match."
    assert play(page)["stage"] == "agree"


def test_a_board_in_words() -> None:
    board, _ = agreed()
    assert repr(MatchBoard(CLASSIC)) == "<MatchBoard>"
    assert repr(board) == "<MatchBoard classic: game 1 of 2, hide>"


# ---- from hand to hand -------------------------------------------------------------------


def test_the_screen_is_handed_over_before_a_code_is_hidden_and_after() -> None:
    board, page = agreed()
    assert board.stage is Stage.PASS
    assert play(page)["prompt"] == "Hand the screen to Ana, who hides a code. Ben looks away."
    page.act("take")
    assert board.stage is Stage.HIDE
    page.act("hide", code=SECRET)
    assert board.stage is Stage.PASS
    assert play(page)["prompt"] == "The code is hidden. Hand the screen to Ben, who guesses."
    page.act("take")
    assert board.stage is Stage.GUESS
    page.act("guess", code=RRGG)
    assert board.stage is Stage.GUESS


def test_it_is_handed_over_again_for_the_next_game() -> None:
    board, page = hidden(SECRET)
    page.act("guess", code=SECRET)
    assert board.stage is Stage.SWAP
    page.act("swap")
    assert board.stage is Stage.PASS
    assert play(page)["player"] == "Ben"
    page.act("take")
    assert board.stage is Stage.HIDE


def test_nobody_takes_the_screen_when_it_is_nobodys_turn() -> None:
    _, page = hidden(SECRET)
    page.act("guess", code=SECRET)
    page.act("take")
    assert "found the code in 1 guess" in page.notice


# ---- what a page knows -------------------------------------------------------------------


def told(page: Any) -> str:
    """Return all that the page has got, but for the pictures of pegs and its own texts."""
    kept = {"_table", "_agreement", "_texts", "_esm", "_css"}
    return json.dumps(
        [
            {name: value for name, value in data.get("state", data).items() if name not in kept}
            for data in page.received
        ]
    )


def test_a_code_in_play_is_told_to_no_page() -> None:
    secret = [BLUE, PURPLE, YELLOW, BLUE]
    board, page = hidden(secret, byHand=True)
    page.act("guess", code=OOOO)
    page.act("answer", answer=[1, 0])
    page.act("answer", answer=[0, 0])
    page.act("save")
    page.act("record")
    spelled = CLASSIC.space.spell(tuple(secret))
    for form in (json.dumps(secret), "2, 4, 3, 2", "BPYB", spelled):
        assert form not in told(page)
    page.act("give_up")
    assert play(page)["secret"] == secret
    assert spelled in play(page)["prompt"]
    assert board.stage is Stage.SWAP


def test_codemakers_may_look_at_their_code_when_they_answer_and_at_no_other_time() -> None:
    _, page = hidden(SECRET, byHand=True)
    page.act("peek")
    assert page.notice == "There is no code to look at now."
    assert play(page)["peek"] == ""
    page.act("guess", code=RRGG)
    assert play(page)["peek"] == "Look at my code: only Ana looks"
    page.act("peek")
    assert sent(page, "secret") == [{"type": "secret", "secret": SECRET}]
    page.act("answer", answer=[1, 1])
    page.act("peek")
    assert len(sent(page, "secret")) == 1


def test_nobody_can_look_at_a_code_that_the_program_answers_for() -> None:
    _, page = hidden(SECRET)
    page.act("guess", code=RRGG)
    page.act("peek")
    assert sent(page, "secret") == []


# ---- answers -----------------------------------------------------------------------------


def test_the_program_answers_where_that_was_agreed() -> None:
    board, page = hidden(SECRET)
    page.act("guess", code=RRGG)
    (row,) = play(page)["rows"]
    assert row["keys"] == ["exact", "misplaced"]
    assert play(page)["prompt"] == (
        "Row 1: 1 in the right place, 1 in the wrong place. Ben, guess the code: row 2 of 10."
    )
    assert match_of(board).current.rows[0].feedback == (1, 1)


def test_a_wrong_answer_is_found_at_once_and_mended() -> None:
    board, page = hidden(SECRET, byHand=True)
    page.act("guess", code=RRGG)
    before = board.match
    page.act("answer", answer=[2, 0])
    assert board.match is before
    assert page.notice.startswith("Look again: the secret gives “1 in the right place, 1 in")
    trouble = play(page)["trouble"]
    assert trouble["title"] == "Row 1 needs another look."
    assert "only Ana should look" in trouble["advice"]
    (row,) = trouble["rows"]
    assert row["row"] == 0
    assert "pegs" not in row
    assert row["mends"][0]["answer"] == [1, 1]
    page.act("answer", answer=[1, 1])
    assert play(page)["trouble"] is None
    assert board.stage is Stage.GUESS


def test_why_an_answer_is_wrong_is_told_to_who_asks_for_it() -> None:
    _, page = hidden(SECRET, byHand=True)
    page.act("guess", code=RRGG)
    page.act("answer", answer=[2, 0])
    assert "belongs at place 2" not in told(page)
    page.act("why")
    ((pegs,),) = [message["pegs"] for message in sent(page, "why")]
    assert [peg["key"] for peg in pegs] == ["exact", "absent", "misplaced", "absent"]
    assert pegs[2]["text"] == "Place 3: green belongs at place 2."


def test_an_impossible_answer_is_refused_kindly() -> None:
    board, page = hidden(SECRET, byHand=True)
    page.act("guess", code=RRGG)
    page.act("answer", answer=[3, 1])
    assert "the last has no other place to be in" in page.notice
    assert board.stage is Stage.ANSWER
    assert play(page)["trouble"] is None


def contradicted() -> tuple[MatchBoard, Any]:
    """Return a board on which Ana, with RGBY on paper, has denied that red is in it."""
    board, page = hidden(None, byHand=True)
    for guess, answer in (
        ([RED] * 4, [0, 0]),
        ([GREEN] * 4, [1, 0]),
        ([BLUE] * 4, [1, 0]),
        ([YELLOW] * 4, [1, 0]),
        ([RED, RED, RED, GREEN], [1, 1]),
    ):
        page.act("guess", code=guess)
        page.act("answer", answer=answer)
    return board, page


def test_answers_that_no_code_fits_stop_the_game_until_they_are_mended() -> None:
    board, page = contradicted()
    assert board.stage is Stage.MEND
    assert play(page)["prompt"] == "Stuck: no code fits the answers. Ana, look at them again."
    trouble = play(page)["trouble"]
    assert [conflict["rows"] for conflict in trouble["conflicts"]] == [[0, 4]]
    for kind, arguments in (
        ("guess", {"code": SECRET}),
        ("give_up", {}),
        ("swap", {}),
        ("move", {}),
    ):
        page.act(kind, **arguments)
        assert page.notice.startswith("Stuck:")
    page.act("correct", row=0, answer=[1, 0])
    assert board.stage is Stage.GUESS
    assert play(page)["trouble"] is None
    page.act("guess", code=SECRET)
    page.act("answer", answer=[4, 0])
    assert board.stage is Stage.SWAP
    assert match_of(board).points == (6, 0)


def test_every_mend_that_is_offered_mends() -> None:
    _, page = contradicted()
    mends = [(row["row"], mend) for row in play(page)["trouble"]["rows"] for mend in row["mends"]]
    assert mends
    for row, mend in mends:
        board, page = contradicted()
        page.act("correct", row=row, answer=mend["answer"])
        assert board.stage is not Stage.MEND


def test_a_false_find_is_no_end_and_gives_no_points_yet() -> None:
    board, page = hidden(None, byHand=True)
    page.act("guess", code=[RED] * 4)
    page.act("answer", answer=[0, 0])
    page.act("guess", code=SECRET)
    page.act("answer", answer=[4, 0])
    assert board.stage is Stage.MEND
    assert play(page)["secret"] is None
    assert play(page)["games"] == []
    page.act("correct", row=0, answer=[1, 0])
    assert board.stage is Stage.SWAP
    assert play(page)["secret"] == SECRET


def test_a_code_told_puts_the_answers_right_and_keeps_why_for_who_asks() -> None:
    board, page = contradicted()
    assert play(page)["canReveal"]
    page.act("reveal", code=SECRET)
    trouble = play(page)["trouble"]
    assert trouble["title"] == "The answer to row 1 is put right."
    assert trouble["rows"][0]["mends"] == []
    assert "pegs" not in trouble["rows"][0]
    assert board.stage is Stage.GUESS
    page.act("why")
    assert sent(page, "why")[0]["pegs"][0][0]["text"] == "Place 1: red is in the right place."
    page.act("guess", code=SECRET)
    page.act("answer", answer=[4, 0])
    assert play(page)["trouble"] is None


def test_a_code_told_at_the_end_explains_slips_to_all() -> None:
    board, page = hidden(None, byHand=True, rows=1)
    page.act("guess", code=RRGG)
    page.act("answer", answer=[2, 0])
    assert board.stage is Stage.SWAP
    assert play(page)["canReveal"]
    page.act("reveal", code=SECRET)
    assert len(play(page)["trouble"]["rows"][0]["pegs"]) == 4
    assert play(page)["secret"] == SECRET
    assert not play(page)["canReveal"]


def test_a_row_can_be_corrected_while_the_code_is_on_paper_only() -> None:
    _, page = hidden(None, byHand=True)
    assert play(page)["canCorrect"]
    _, page = hidden(SECRET, byHand=True)
    assert not play(page)["canCorrect"]
    page.act("guess", code=RRGG)
    page.act("answer", answer=[1, 1])
    page.act("correct", row=0, answer=[0, 0])
    assert page.notice.startswith("Look again")


@pytest.mark.parametrize("row", [1, -1, "0", None, True])
def test_only_rows_that_there_are_can_be_corrected(row: object) -> None:
    board, page = hidden(None, byHand=True)
    page.act("guess", code=RRGG)
    page.act("answer", answer=[1, 1])
    before = board.match
    page.act("correct", row=row, answer=[0, 0])
    assert board.match is before
    assert "no " in page.notice


# ---- the computer ------------------------------------------------------------------------


def test_the_computer_hides_a_code_at_once_and_answers() -> None:
    board, page = agreed(strategy="minimax", first=1, players=["Ana", "Computer"], byHand=True)
    assert board.stage is Stage.GUESS
    secret = match_of(board).current.secret
    assert secret is not None
    page.act("guess", code=RRGG)
    assert match_of(board).current.rows[0].feedback == CLASSIC.feedback(secret, tuple(RRGG))


def test_the_computer_guesses_when_told_to_where_the_program_answers() -> None:
    board, page = agreed(strategy="minimax", players=["Ana", "Computer"])
    assert board.stage is Stage.HIDE
    page.act("hide", code=SECRET)
    assert board.stage is Stage.MOVE
    assert play(page)["prompt"] == "Now Computer guesses: row 1 of 10."
    page.act("move")
    assert play(page)["prompt"] == (
        "Row 1: red, red, green, green. Answer: 1 in the right place, 1 in the wrong place. "
        "Now Computer guesses: row 2 of 10."
    )
    while board.stage is Stage.MOVE:
        page.act("move")
    assert board.stage is Stage.SWAP
    assert match_of(board).current.rows[-1].guess == tuple(SECRET)


def test_the_computer_asks_its_guess_where_pupils_answer() -> None:
    board, page = agreed(strategy="minimax", players=["Ana", "Computer"], byHand=True)
    page.act("paper")
    assert board.stage is Stage.ANSWER
    assert play(page)["guess"] == RRGG
    page.act("answer", answer=[1, 1])
    assert play(page)["guess"] == [RED, RED, BLUE, YELLOW]


def test_the_computer_says_what_it_thinks_when_asked() -> None:
    _, page = agreed(strategy="minimax", players=["Ana", "Computer"], byHand=True)
    page.act("paper")
    assert play(page)["thoughts"] == []
    page.act("think", on=True)
    assert play(page)["thoughts"] == [
        "1,296 codes of 1,296 fit the answers so far.",
        "The plan: Make the largest number of codes that can be left as small as possible.",
        "This guess is one of them, so it may be your code.",
        "It can get 13 different answers. The worst of them leaves 256 codes.",
    ]
    page.act("answer", answer=[1, 1])
    assert play(page)["thoughts"][0] == "208 codes of 1,296 fit the answers so far."
    page.act("think", on=False)
    assert play(page)["thoughts"] == []


def test_where_the_program_answers_it_speaks_of_its_last_guess() -> None:
    _, page = agreed(strategy="minimax", players=["Ana", "Computer"])
    page.act("think", on=True)
    page.act("hide", code=SECRET)
    assert play(page)["thoughts"] == []
    page.act("move")
    assert play(page)["thoughts"][0] == "1,296 codes of 1,296 fit the answers so far."
    page.act("move")
    assert play(page)["thoughts"][0] == "208 codes of 1,296 fit the answers so far."


def test_it_thinks_of_nothing_when_a_pupil_guesses_or_no_code_fits() -> None:
    board, page = agreed(strategy="minimax", players=["Ana", "Computer"], byHand=True)
    page.act("think", on=True)
    page.act("paper")
    while board.stage is Stage.ANSWER:
        page.act("answer", answer=[0, 0])
    assert board.stage is Stage.MEND
    assert play(page)["thoughts"] == []
    page.act("reveal", code=SECRET)
    while board.stage is Stage.ANSWER:
        waits = match_of(board).current.asked
        assert waits is not None
        page.act("answer", answer=list(CLASSIC.feedback(tuple(SECRET), waits)))
    page.act("swap")
    assert board.stage is Stage.GUESS
    assert play(page)["thoughts"] == []


@pytest.mark.parametrize("on", [None, "yes", 1])
def test_thinking_is_shown_or_not(on: object) -> None:
    board, page = agreed()
    page.act("think", on=on)
    assert "expected true or false" in page.notice
    assert board.thinking is False


def test_a_class_code_gives_the_same_lots_codes_and_guesses() -> None:
    def played() -> Match:
        board = MatchBoard(CLASSIC, seed="2A")
        board.agree(("Ana", "Computer"), computers=(None, "random"), games=4)
        while match_of(board).phase is not Phase.OVER:
            if board.stage is Stage.HIDE:
                board.hide("RGBY")
            elif board.stage is Stage.MOVE:
                board.move()
            elif board.stage is Stage.GUESS:
                board.give_up()
            else:
                board.swap()
        return match_of(board)

    assert played() == played()


# ---- the end -----------------------------------------------------------------------------


def end(board: MatchBoard, *, found: bool) -> None:
    """Play one game to its end."""
    board.hide("RGBY")
    if found:
        board.guess("RRGG")
        board.guess("RGBY")
    else:
        while match_of(board).phase is Phase.GUESS:
            board.guess("OOOO")


@pytest.mark.parametrize(
    ("scoring", "first", "second", "said"),
    [
        (
            Scoring.GUESSES,
            (True, "Ben found the code in 2 guesses.", "Ana gets 2 points."),
            (False, "Ana did not find the code.", "Ben gets 7 points."),
            "Ben wins the match: 7 points, and Ana has 2 points.",
        ),
        (
            Scoring.KEY_PEGS,
            (True, "Ben found the code in 2 guesses.", "Ana gets 6 points."),
            (False, "Ana did not find the code.", "Ben gets 0 points."),
            "Ana wins the match: 6 points, and Ben has 0 points.",
        ),
        (
            Scoring.FEWEST,
            (True, "Ben found the code in 2 guesses.", "That counts 2 guesses for Ben."),
            (False, "Ana did not find the code.", "That counts 7 guesses for Ana."),
            "Ben wins the match: 2 guesses, and Ana has 7 guesses.",
        ),
    ],
)
def test_each_way_of_scoring_is_said_in_words(
    scoring: Scoring, first: tuple[bool, str, str], second: tuple[bool, str, str], said: str
) -> None:
    board = MatchBoard(MINI)
    page: Any = board.comm
    board.agree(("Ana", "Ben"), scoring=scoring, first_codemaker=0)
    for found, result, points in (first, second):
        end(board, found=found)
        text = play(page)["games"][-1]["result"]
        assert text == f"{result} The code: red, green, blue, yellow. {points}"
        if board.stage is Stage.SWAP:
            board.swap()
    assert board.stage is Stage.OVER
    assert play(page)["result"] == said
    assert play(page)["prompt"].endswith(said)


def test_a_tie_is_said() -> None:
    board, page = agreed(SENHA, scoring="fewest guesses")
    for _ in range(2):
        board.hide("RGBY")
        board.guess("RGBY")
        if board.stage is Stage.SWAP:
            board.swap()
    assert play(page)["result"] == "The match is a tie: 1 guess each."


def test_giving_up_and_a_code_that_nobody_told_are_said() -> None:
    board, page = hidden(None, byHand=True)
    page.act("give_up")
    assert play(page)["prompt"] == "Ben gave up. Ana gets 1 point."
    assert play(page)["secret"] is None
    assert board.stage is Stage.SWAP


def test_each_game_that_has_ended_can_be_played_again() -> None:
    board, page = hidden(SECRET)
    for guess in (RRGG, OOOO, SECRET):
        page.act("guess", code=guess)
    page.act("swap")
    (game,) = play(page)["games"]
    assert [row["guess"] for row in game["rows"]] == [RRGG, OOOO, SECRET]
    assert (game["title"], game["guesses"], game["points"]) == ("Game 1", "Ben: 3", [3, 0])
    assert play(page)["points"] == [3, 0]
    end(board, found=False)
    assert [game["guesses"] for game in play(page)["games"]] == ["Ben: 3", "Ana: not found"]


def test_the_record_tells_everything_but_a_code_in_play() -> None:
    board, page = hidden(SECRET)
    page.act("guess", code=SECRET)
    page.act("swap")
    board.hide("OPPO")
    board.guess("RRGG")
    page.act("record")
    (message,) = sent(page, "file")
    assert message["name"] == "mastermind-match.txt"
    assert message["text"].splitlines() == [
        "Match: Ana and Ben",
        "Classic, 10 rows, 2 games",
        "The codemaker gets a point for each guess, and one more if the code is not found. "
        "The most points win.",
        "",
        "Game 1: Ana hides the code, Ben guesses.",
        "   1  RGBY  4 in the right place, 0 in the wrong place",
        "Ben found the code in 1 guess. The code: red, green, blue, yellow. Ana gets 1 point.",
        "",
        "Game 2: Ben hides the code, Ana guesses.",
        "   1  RRGG  0 in the right place, 0 in the wrong place",
        "This game goes on.",
        "",
        "Ana: 1 point",
        "Ben: 0 points",
    ]


def test_another_match_can_be_agreed_on() -> None:
    board, page = hidden(SECRET)
    before = play(page)["round"]
    page.act("new")
    assert board.match is None
    assert play(page)["stage"] == "agree"
    assert play(page)["round"] > before


# ---- saving ------------------------------------------------------------------------------


def test_a_saved_match_goes_on_on_another_board() -> None:
    board, page = hidden(SECRET, byHand=True)
    page.act("guess", code=RRGG)
    page.act("save")
    (message,) = sent(page, "file")
    assert message["name"] == "mastermind-match.json"
    other = MatchBoard(SENHA)
    elsewhere: Any = other.comm
    elsewhere.act("load", text=message["text"])
    assert other.match == board.match
    assert other.stage is Stage.ANSWER
    elsewhere.act("answer", answer=[1, 1])
    assert other.stage is Stage.PASS, "nobody knows who has opened the file"
    elsewhere.act("take")
    elsewhere.act("guess", code=SECRET)
    elsewhere.act("answer", answer=[4, 0])
    assert other.stage is Stage.SWAP


def test_the_computer_plays_on_in_a_saved_match() -> None:
    board, page = agreed(strategy="minimax", players=["Ana", "Computer"], byHand=True)
    page.act("paper")
    page.act("answer", answer=[1, 1])
    other = MatchBoard(CLASSIC)
    other.load(board.save())
    assert other.match == board.match
    other.answer((1, 1))
    assert other.stage is Stage.ANSWER


def test_a_code_sealed_elsewhere_costs_the_game_in_play_alone(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    board, page = hidden(SECRET)
    page.act("guess", code=SECRET)
    page.act("swap")
    board.hide("OPPO")
    text = board.save()
    monkeypatch.setattr(sealing, "_key", lambda: b"another")
    other = MatchBoard(CLASSIC)
    elsewhere: Any = other.comm
    elsewhere.act("load", text=text)
    assert "The code of game 2 was sealed on another computer" in elsewhere.notice
    assert match_of(other).points == (1, 0)
    assert match_of(other).phase is Phase.HIDE


def saved(**changes: Any) -> str:
    board, _ = hidden(SECRET)
    return json.dumps(json.loads(board.save()) | changes)


@pytest.mark.parametrize(
    "text",
    [
        None,
        7,
        "",
        "[]",
        "x" * 300_000,
        lambda: saved(games=3),
        lambda: saved(computers=["luck", None]),
        lambda: saved(players=["Ana", "Ana"]),
    ],
    ids=["none", "number", "empty", "list", "long", "odd", "strategy", "names"],
)
def test_what_is_no_saved_match_leaves_the_board_as_it_was(text: Any) -> None:
    board, page = hidden(SECRET)
    before, shown = board.match, play(page)
    page.act("load", text=text() if callable(text) else text)
    assert board.match is before
    assert play(page) == shown
    assert page.notice


def test_a_game_too_large_to_think_about_is_refused_before_it_begins() -> None:
    large = custom(pegs=8, colours=12)
    board = MatchBoard(large)
    for agreement in ({"answered_by_hand": True}, {"computers": (None, "random")}):
        with pytest.raises(SpaceTooLarge):
            board.agree(("Ana", "Ben"), **agreement)  # type: ignore[arg-type]
        assert board.match is None
    board.agree(("Ana", "Ben"), first_codemaker=0)
    board.hide(large.space.code_at(7))
    board.guess(large.space.code_at(7))
    assert board.stage is Stage.SWAP


def test_rules_that_were_not_made_here_are_played_but_not_kept() -> None:
    other = dataclasses.replace(CLASSIC, key="house")
    board = MatchBoard(other)
    page: Any = board.comm
    board.agree(("Ana", "Ben"))
    assert page.state["_kept"] == {}
    page.act("save")
    assert "There is no game 'house'" in page.notice


# ---- in Python ---------------------------------------------------------------------------


def test_the_same_moves_in_python_with_errors_of_the_library() -> None:
    board = MatchBoard(SENHA)
    with pytest.raises(OutOfTurn, match="First agree on your match"):
        board.guess("RGBY")
    with pytest.raises(InvalidMatch):
        board.agree(("Ana", "Ana"))
    board.agree(("Ana", "Ben"), answered_by_hand=True, first_codemaker=0)
    with pytest.raises(RepeatedPeg):
        board.hide("RRGG")
    with pytest.raises(OutOfTurn, match="First the codemaker hides a code"):
        board.give_up()
    board.hide("RGBY")
    board.guess("RGOP")
    with pytest.raises(ImpossibleFeedback):
        board.answer((1, 1))
    with pytest.raises(WrongAnswer):
        board.answer(["exact"] * 4)
    board.answer(["exact", "exact", "absent", "absent"])
    assert match_of(board).current.rows[0].feedback == SENHA.feedback(
        SENHA.space.parse("RGBY"), SENHA.space.parse("RGOP")
    )
    with pytest.raises(OutOfTurn):
        board.move()
    with pytest.raises(OutOfTurn):
        board.reveal("RGBY")
    with pytest.raises(DamagedMatch):
        board.load("{}")


@pytest.mark.parametrize("code", [None, "RGBY", [0, 1, 2], [0, 1, 2, 9], [0, 1, 2, True], [[0]]])
@pytest.mark.parametrize("kind", ["hide", "guess", "reveal"])
def test_no_code_but_one_of_the_game_is_taken_from_a_page(kind: str, code: object) -> None:
    board, page = hidden(None, byHand=True) if kind != "hide" else agreed()
    before = board.match
    page.act(kind, code=code)
    assert board.match is before
    assert page.notice == "Choose a peg for each place first."


def test_pegs_of_two_parts_stand_in_columns() -> None:
    _, page = agreed(GRAND)
    assert page.state["_table"]["columns"] == 5
    _, page = agreed(CLASSIC)
    assert page.state["_table"]["columns"] is None


SMALL = custom(pegs=2, colours=3, rows=3)
CODES = st.lists(st.integers(0, 2), min_size=2, max_size=2)
MOVES = st.lists(
    st.one_of(
        st.builds(lambda code: ("hide", {"code": code}), CODES),
        st.builds(lambda code: ("guess", {"code": code}), CODES),
        st.builds(lambda code: ("reveal", {"code": code}), CODES),
        st.builds(
            lambda a, b: ("answer", {"answer": [a, b]}), st.integers(0, 2), st.integers(0, 2)
        ),
        st.builds(
            lambda row, a: ("correct", {"row": row, "answer": [a, 0]}),
            st.integers(0, 3),
            st.integers(0, 2),
        ),
        st.sampled_from(
            [
                (kind, {})
                for kind in ("take", "paper", "move", "give_up", "swap", "peek", "why", "save")
            ]
        ),
    ),
    max_size=40,
)


@settings(max_examples=60, deadline=None, derandomize=True)
@given(
    moves=MOVES,
    by_hand=st.booleans(),
    computer=st.sampled_from([None, "random"]),
    seed=st.integers(0, 9),
)
def test_whatever_a_page_sends_the_board_stands_and_loses_nothing(
    moves: list[tuple[str, dict[str, Any]]], by_hand: bool, computer: str | None, seed: int
) -> None:
    board = MatchBoard(SMALL, seed=seed)
    page: Any = board.comm
    agreement = {"rows": 3, "games": 4, "byHand": by_hand, "strategy": computer, "first": None}
    page.act("agree", **(FORM | agreement))
    for kind, arguments in moves:
        before, stage = match_of(board), board.stage
        page.act(kind, **arguments)
        after = match_of(board)
        assert after.played[: len(before.played) - 1] == before.played[:-1]
        assert "Something went wrong" not in page.notice
        if stage is Stage.MEND:
            assert kind in {"correct", "reveal"} or after == before
        if after.current.secret is not None and not after.current.ended(SMALL):
            assert play(page)["secret"] is None
        assert board.stage.value == play(page)["stage"]


def test_lots_are_fair_without_a_class_code(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(random, "SystemRandom", lambda: random.Random(4))
    firsts = []
    board = MatchBoard(CLASSIC)
    for _ in range(40):
        board.agree(("Ana", "Ben"))
        firsts.append(match_of(board).current.codemaker)
    assert 10 < sum(firsts) < 30


# ---- what a page keeps ------------------------------------------------------------------


def kept_by(page: Any) -> dict[str, Any]:
    return dict(json.loads(json.dumps(page.state["_kept"])))


def restored(kept: dict[str, Any]) -> tuple[MatchBoard, Any]:
    board = MatchBoard(CLASSIC)
    page: Any = board.comm
    page.act("restore", kept=kept)
    return board, page


def test_a_match_goes_on_after_a_reload_and_asks_who_is_at_the_screen() -> None:
    board, page = hidden(SECRET)
    page.act("guess", code=RRGG)
    page.act("think", on=True)
    fresh, other = restored(kept_by(page))
    assert match_of(fresh) == match_of(board)
    assert fresh.thinking
    assert fresh.stage is Stage.PASS
    other.act("take")
    serial = {"news": 0, "round": 0}
    assert play(page) | serial == play(other) | serial


def test_a_code_in_play_is_kept_in_an_envelope_alone() -> None:
    kept = []
    for secret in (SECRET, OOOO):
        _, page = hidden(secret)
        match = json.loads(kept_by(page)["match"])
        assert isinstance(match["played"][0].pop("secret"), str)
        kept.append(match)
    assert kept[0] == kept[1]


def test_before_and_after_a_match_nothing_is_in_the_way() -> None:
    board, page = agreed()
    page.act("new")
    fresh, other = restored(kept_by(page))
    assert fresh.match is board.match is None
    assert other.notice == ""


@pytest.mark.parametrize("change", [{"match": "{}"}, {"match": 5}, {"lot": []}, None])
def test_what_was_not_kept_here_is_refused_and_the_match_stays(
    change: dict[str, Any] | None,
) -> None:
    board, page = hidden(SECRET)
    before = match_of(board), play(page)
    kept = change if change is None else {"thinking": False} | change
    page.act("restore", kept=kept)
    assert (match_of(board), play(page)) == before
    assert page.notice == "What was kept here could not be opened again."
