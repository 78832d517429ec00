"""The board without a browser: what it keeps, what it tells its page, what it lets it do."""

from __future__ import annotations

import json
import logging
from typing import Any

import pytest
import traitlets
from hypothesis import given, settings
from hypothesis import strategies as st

from mastermind_edu.games.catalogue import (
    BULLS_AND_COWS,
    CLASSIC,
    GAMES,
    MINI,
    SENHA,
    WITH_BLANKS,
    custom,
)
from mastermind_edu.games.codes import Code, InvalidCode, RepeatedPeg, WrongLength
from mastermind_edu.games.play import GameOver, Row, SecretHidden, Status
from mastermind_edu.games.rules import Rules
from mastermind_edu.widgets import Board

RULES = [
    *GAMES,
    custom(pegs=1, colours=3),
    custom(pegs=3, colours=4, blanks=True, answer="per position"),
    custom(pegs=8, colours=12, repeats=False),
]
PEGS_OF_ALL = pytest.mark.parametrize("game", RULES, ids=repr)

RED, GREEN, BLUE, YELLOW, PURPLE, ORANGE = range(6)
SECRET = (RED, GREEN, BLUE, YELLOW)
WRONG = (PURPLE, PURPLE, ORANGE, ORANGE)


def board_and_page(game: Rules = CLASSIC, **options: Any) -> tuple[Board, Any]:
    board = Board(game, **options)
    return board, board.comm


def first_code(game: Rules) -> Code:
    return game.space.code_at(0)


# ---- what it keeps ----------------------------------------------------------------------


def test_a_new_board_has_no_rows_and_is_being_played() -> None:
    board = Board()
    assert (board.game, board.rows, board.status) == (CLASSIC, (), Status.PLAYING)


def test_a_guess_adds_a_row_with_its_answer() -> None:
    board = Board(CLASSIC, secret=SECRET)
    board.guess((RED, RED, GREEN, ORANGE))
    assert board.rows == (((RED, RED, GREEN, ORANGE), (1, 1)),)


def test_a_guess_can_be_given_in_any_notation() -> None:
    board = Board(CLASSIC, secret=SECRET)
    for text in ("RRGG", "1 1 2 2", "red, red, green, green"):
        board.guess(text)
    assert {row.guess for row in board.rows} == {(RED, RED, GREEN, GREEN)}


def test_rows_and_status_can_be_observed_and_linked() -> None:
    board = Board(MINI, secret=SECRET)
    seen: list[int] = []
    board.observe(lambda change: seen.append(len(change["new"])), "rows")

    class Counter(traitlets.HasTraits):
        status = traitlets.UseEnum(Status)

    counter = Counter()
    traitlets.dlink((board, "status"), (counter, "status"))
    board.guess(WRONG)
    board.guess(SECRET)
    assert seen == [1, 2]
    assert counter.status is Status.WON


@pytest.mark.parametrize("name", ["rows", "status"])
def test_rows_and_status_are_not_set_from_outside(name: str) -> None:
    with pytest.raises(traitlets.TraitError, match="read-only"):
        setattr(Board(), name, getattr(Board(), name))


def test_the_representation_is_stable_and_says_how_the_game_stands() -> None:
    board = Board(CLASSIC, secret=SECRET)
    assert repr(board) == "<Board classic: 0 of 10 rows, playing>"
    assert repr(board) == repr(Board(CLASSIC))
    board.guess(SECRET)
    assert repr(board) == "<Board classic: 1 of 10 rows, won>"


def test_the_last_row_ends_the_game() -> None:
    board = Board(MINI, secret=SECRET)
    for _ in range(MINI.rows):
        board.guess(WRONG)
    assert board.status is Status.LOST
    with pytest.raises(GameOver):
        board.guess(WRONG)


def test_resigning_twice_is_refused() -> None:
    board = Board(CLASSIC)
    board.resign()
    assert board.status is Status.RESIGNED
    with pytest.raises(GameOver):
        board.resign()


def test_a_wrong_guess_leaves_the_board_as_it_was() -> None:
    board = Board(SENHA)
    with pytest.raises(WrongLength, match="4 pegs, got 3"):
        board.guess("RGB")
    with pytest.raises(RepeatedPeg, match="red is used twice"):
        board.guess("RRGB")
    assert board.rows == ()


def test_a_wrong_secret_is_refused() -> None:
    with pytest.raises(InvalidCode):
        Board(CLASSIC, secret=(0, 1, 2))
    board = Board(CLASSIC, secret=SECRET)
    with pytest.raises(InvalidCode):
        board.new_game(secret=(0, 0, 0, 9))
    board.guess(SECRET)
    assert board.status is Status.WON


# ---- class code and new games -----------------------------------------------------------


def secrets(board: Board, games: int) -> list[Code]:
    found = []
    for _ in range(games):
        board.resign()
        found.append(board.secret)
        board.new_game()
    return found


def test_a_class_code_gives_the_same_codes_game_after_game() -> None:
    first, second = secrets(Board(seed="2A"), 5), secrets(Board(seed="2A"), 5)
    assert first == second
    assert len(set(first)) > 1
    assert first != secrets(Board(seed="2B"), 5)


def test_without_a_class_code_boards_do_not_agree() -> None:
    assert secrets(Board(), 5) != secrets(Board(), 5)


def test_another_class_code_starts_its_games_from_the_first() -> None:
    board = Board(seed="2A")
    board.new_game()
    board.new_game(seed="2B")
    assert secrets(board, 3) == secrets(Board(seed="2B"), 3)


def test_a_new_game_keeps_what_is_not_given() -> None:
    board = Board(SENHA.with_rows(5), seed="2A")
    board.guess("RGBY")
    board.new_game()
    assert board.rows == ()
    assert (board.game.key, board.game.rows) == ("senha", 5)
    board.new_game(MINI, secret=SECRET)
    board.guess(SECRET)
    assert (board.game, board.status) == (MINI, Status.WON)


@pytest.mark.parametrize("later", [SENHA, MINI, custom(pegs=5, rows=7)], ids=repr)
def test_a_game_given_later_can_be_played_again(later: Rules) -> None:
    board, page = board_and_page(custom(pegs=3), games=[CLASSIC, SENHA.with_rows(3)])
    board.new_game(later)
    page.act("new")
    assert board.game == later
    assert page.notice == ""


def test_a_wrong_secret_leaves_class_code_and_place_in_its_games() -> None:
    board = Board(seed="2A")
    with pytest.raises(InvalidCode):
        board.new_game(seed="2B", secret=(9, 9, 9, 9))
    assert secrets(board, 3) == secrets(Board(seed="2A"), 3)


# ---- events -----------------------------------------------------------------------------


def test_on_submit_hears_of_each_guess_until_it_is_removed() -> None:
    board = Board(CLASSIC, secret=SECRET)
    heard: list[tuple[Board, Row]] = []

    def listener(board: Board, row: Row) -> None:
        heard.append((board, row))

    board.on_submit(listener)
    board.guess(WRONG)
    board.on_submit(listener, remove=True)
    board.guess(WRONG)
    assert heard == [(board, board.rows[0])]


@pytest.mark.parametrize("end", ["won", "lost", "resigned"])
def test_on_finish_hears_once_of_every_end(end: str) -> None:
    board = Board(MINI, secret=SECRET)
    heard: list[Status] = []
    board.on_finish(lambda board: heard.append(board.status))
    if end == "won":
        board.guess(SECRET)
    elif end == "resigned":
        board.resign()
    else:
        for _ in range(MINI.rows):
            board.guess(WRONG)
    assert heard == [Status(end)]


def test_on_finish_can_be_removed() -> None:
    board = Board()
    heard: list[Board] = []
    board.on_finish(heard.append)
    board.on_finish(heard.append, remove=True)
    board.resign()
    assert heard == []


def test_registering_twice_calls_once_and_removing_a_stranger_does_nothing() -> None:
    board = Board()
    heard: list[Board] = []

    def listener(board: Board) -> None:
        heard.append(board)

    board.on_finish(listener)
    board.on_finish(listener)
    board.on_finish(print, remove=True)
    board.resign()
    assert heard == [board]


@pytest.mark.parametrize("error", [ValueError("secret detail"), ZeroDivisionError("detail")])
def test_a_callback_that_fails_is_logged_and_said_and_the_guess_counts(
    error: Exception, caplog: pytest.LogCaptureFixture
) -> None:
    board, page = board_and_page(CLASSIC, secret=SECRET)
    heard: list[Row] = []

    def fail(_board: Board, _row: Row) -> None:
        raise error

    board.on_submit(fail)
    board.on_submit(lambda _board, row: heard.append(row))
    with caplog.at_level(logging.ERROR):
        page.act("submit", guess=list(WRONG))
    assert list(board.rows) == heard
    assert len(heard) == 1
    assert "went wrong" in page.notice
    assert "detail" not in page.notice
    (record,) = caplog.records
    assert record.exc_info
    assert record.exc_info[1] is error


# ---- the secret -------------------------------------------------------------------------


def twin_secrets(game: Rules) -> tuple[Code, Code, Code]:
    """Return a guess and two secrets that answer it alike."""
    guess = first_code(game)
    answered: dict[object, Code] = {}
    for secret in game.space:
        answer = game.feedback(secret, guess)
        if answer != game.solved and answer in answered:
            return guess, answered[answer], secret
        answered[answer] = secret
    raise AssertionError("no two secrets answer alike")


@PEGS_OF_ALL
def test_until_the_end_the_page_is_told_the_same_whatever_the_secret_is(game: Rules) -> None:
    guess, *both = twin_secrets(game)
    told = []
    for secret in both:
        board, page = board_and_page(game, games=GAMES, secret=secret, holds=True)
        page.act("submit", guess=list(game.space.row(guess)))
        page.act("hold", row=0, place=0, hold="here")
        page.act("submit", guess="nonsense")
        board.guess(guess)
        told.append([public(message["state"]) for message in page.received])
        assert board.status is Status.PLAYING
        assert board.get_state() == page.state
    assert told[0] == told[1]


def public(state: dict) -> dict:
    """What a page is told, but for the names of models and for the sealed envelope."""
    told = state | {"layout": None, "_name": None}
    if "_kept" in state:
        told["_kept"] = state["_kept"] | {"envelope": None}
    return told


@PEGS_OF_ALL
def test_at_the_end_the_page_is_told_the_secret(game: Rules) -> None:
    secret = game.space.code_at(game.space.size - 1)
    board, page = board_and_page(game, secret=secret)
    assert page.state["_play"]["secret"] is None
    page.act("resign")
    assert tuple(page.state["_play"]["secret"]) == game.space.row(secret)
    assert game.space.spell(secret) in page.state["_play"]["result"]
    assert board.secret == secret


def test_the_secret_cannot_be_asked_for_before_the_end() -> None:
    with pytest.raises(SecretHidden):
        _ = Board().secret


def test_the_state_is_json_and_one_model() -> None:
    _, page = board_and_page(CLASSIC)
    del page.state["layout"]
    state = json.dumps(page.state)
    assert json.loads(state).keys() == page.state.keys()
    assert "IPY_MODEL_" not in state


# ---- what a page may set ----------------------------------------------------------------


def test_a_page_that_missed_the_answer_is_told_it_again_and_no_secret() -> None:
    board = Board(CLASSIC, secret=SECRET)
    board.guess(WRONG)
    answered = board.comm.state["_play"]
    board.comm.received.clear()
    board.comm.act("refresh")
    (told,) = board.comm.received
    assert told["state"]["_play"] == answered
    assert set(told["state"]) == set(board.comm.state) - {"_esm", "_css"}


def test_a_page_cannot_write_any_trait() -> None:
    board, page = board_and_page(CLASSIC, secret=SECRET)
    board.guess(WRONG)
    before = board.get_state()
    for name in board.keys:
        for value in ({"secret": [0, 0, 0, 0]}, [], "", None, 0):
            page.write(**{name: value})
    page.write(rows=[], status="won", secret=[0, 0, 0, 0], comm=None)
    assert board.get_state() == before
    assert (board.status, len(board.rows)) == (Status.PLAYING, 1)


def test_a_page_cannot_call_a_method_or_an_action_that_is_not_named() -> None:
    board, page = board_and_page(CLASSIC)
    before = repr(board)
    for kind in ("guess", "_start", "close", "__init__", "secret", "", None, 1, [], {}):
        page.deliver({"type": kind})
        assert page.notice == "The page asked for something that does not exist here."
    assert repr(board) == before


JUNK = [None, True, False, -1, 10**30, 0.0, 1.5, float("nan"), float("inf"), "", "0", "red", [], {}]
PLACES_OF_JUNK = [
    *([junk, 0, 0, 0] for junk in JUNK if junk != 0 or isinstance(junk, (bool, float))),
    [[0], 0, 0, 0],
    [{}, {}, {}, {}],
    [6, 0, 0, 0],
]


def unchanged_by(board: Board, page: Any, content: object) -> bool:
    """Deliver ``content`` and return whether a sentence was said and nothing changed."""
    before = repr(board), board.rows, page.state | {"_notice": None}
    serial = page.state["_notice"].get("serial", 0)
    page.deliver(content)
    said = page.state["_notice"].get("serial", 0) > serial and page.notice.endswith(".")
    return said and before == (repr(board), board.rows, page.state | {"_notice": None})


@pytest.mark.parametrize("content", [*JUNK, "submit", ["submit"], [1, 2, 3]], ids=repr)
def test_a_message_without_an_action_changes_nothing(content: object) -> None:
    assert unchanged_by(*board_and_page(), content)


@pytest.mark.parametrize(
    "guess",
    [*JUNK, *PLACES_OF_JUNK, [0, 0, 0], [0, 0, 0, 0, 0], [0] * 10_000, "RRGG", {"0": 0}],
    ids=lambda guess: repr(guess)[:30],
)
def test_a_guess_that_is_none_changes_nothing(guess: object) -> None:
    assert unchanged_by(*board_and_page(), {"type": "submit", "guess": guess})


def test_a_submission_without_a_guess_changes_nothing() -> None:
    board, page = board_and_page()
    assert unchanged_by(board, page, {"type": "submit"})
    assert page.notice == "Choose a peg for each place first."


def test_a_guess_with_a_repeat_is_refused_by_a_game_without() -> None:
    board, page = board_and_page(SENHA)
    assert unchanged_by(board, page, {"type": "submit", "guess": [0, 0, 1, 2]})
    assert page.notice == "This game has no repeats, but red is used twice."


def test_moves_in_a_game_that_is_over_are_refused() -> None:
    board, page = board_and_page()
    board.resign()
    for content in ({"type": "submit", "guess": [0, 0, 0, 0]}, {"type": "resign"}):
        assert unchanged_by(board, page, content)
        assert page.notice == "The game is over."


@pytest.mark.parametrize(
    ("name", "junk"),
    [
        *(("row", junk) for junk in [*JUNK, 1]),
        *(("place", junk) for junk in [*JUNK, 4]),
        *(("hold", junk) for junk in [*JUNK, "here!", ["here"]] if junk != ""),
    ],
    ids=repr,
)
def test_a_hold_that_cannot_be_changes_nothing(name: str, junk: object) -> None:
    board, page = board_and_page(holds=True)
    board.guess(WRONG)
    hold: dict[str, object] = {"type": "hold", "row": 0, "place": 0, "hold": "here"}
    assert unchanged_by(board, page, hold | {name: junk})
    assert page.notice == "Only pegs of rows already played can be marked."


def test_holds_are_kept_by_place_and_taken_away() -> None:
    board, page = board_and_page(holds=True)
    board.guess(WRONG)
    page.act("hold", row=0, place=3, hold="not")
    page.act("hold", row=0, place=1, hold="here")
    assert page.state["_play"]["holds"] == {"0/3": "not", "0/1": "here"}
    page.act("hold", row=0, place=3, hold="")
    assert {at: hold for at, hold in page.state["_play"]["holds"].items() if hold} == {
        "0/1": "here"
    }
    board.new_game()
    assert page.state["_play"]["holds"] == {}


@pytest.mark.parametrize(
    "choice",
    [
        *({"game": junk} for junk in [*JUNK, "grand-slam"]),
        {"game": "senha"},
        *({"rows": junk} for junk in JUNK),
        {"rows": 0},
        {"rows": 21},
        *({"seed": junk} for junk in JUNK if not isinstance(junk, str)),
        {"seed": "x" * 41},
        *({"holds": junk} for junk in JUNK if not isinstance(junk, bool)),
    ],
    ids=repr,
)
def test_a_choice_that_cannot_be_changes_nothing(choice: dict[str, object]) -> None:
    board, page = board_and_page(CLASSIC, games=[CLASSIC, MINI])
    board.guess(WRONG)
    assert unchanged_by(board, page, {"type": "new", **choice})


def test_settings_start_another_game() -> None:
    board, page = board_and_page(CLASSIC, games=[CLASSIC, SENHA])
    board.guess(WRONG)
    page.act("new", game="senha", rows=6, seed=" 2A ", holds=True)
    assert (board.game, board.rows) == (SENHA.with_rows(6), ())
    table = page.state["_table"]
    assert (table["game"], table["rows"], table["seed"], table["holds"]) == ("senha", 6, "2A", True)
    assert page.state["_play"]["round"] == table["round"]


def test_settings_can_go_back_to_codes_drawn_by_lot() -> None:
    board, page = board_and_page(CLASSIC, seed="2A")
    page.act("new", seed="")
    assert page.state["_table"]["seed"] == ""
    assert secrets(board, 5) != secrets(Board(seed="2A"), 6)[1:]


def test_the_games_to_choose_from_hold_each_game_once() -> None:
    def keys(*games: Rules, first: Rules = CLASSIC) -> list[str]:
        return [game["key"] for game in Board(first, games=games).get_state()["_table"]["games"]]

    assert keys() == ["classic"]
    assert keys(SENHA, CLASSIC) == ["senha", "classic"]
    assert keys(SENHA, WITH_BLANKS) == ["classic", "senha", "with-blanks"]
    assert keys(CLASSIC, SENHA, first=SENHA.with_rows(4)) == ["classic", "senha"]


json_values = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats() | st.text(max_size=5),
    lambda inner: st.lists(inner, max_size=5) | st.dictionaries(st.text(max_size=5), inner),
    max_leaves=8,
)
names = st.sampled_from(["guess", "row", "place", "hold", "game", "rows", "seed", "holds"])


@given(
    kind=st.sampled_from(["submit", "hold", "resign", "new"]) | json_values,
    arguments=st.dictionaries(names, json_values),
)
@settings(derandomize=True, deadline=None, max_examples=100)
def test_no_message_breaks_the_board(kind: object, arguments: dict[str, object]) -> None:
    board, page = board_and_page(CLASSIC, secret=SECRET)
    board.guess(WRONG)
    page.deliver(arguments | {"type": kind})
    assert "went wrong" not in page.notice
    if board.status is not Status.PLAYING:
        page.act("new")
    page.act("submit", guess=list(WRONG))
    assert board.rows[-1].guess == WRONG


# ---- what the page is told --------------------------------------------------------------


@PEGS_OF_ALL
def test_every_row_is_told_in_words(game: Rules) -> None:
    guess = first_code(game)
    secret = game.space.code_at(game.space.size - 1)
    board, page = board_and_page(game, secret=secret)
    board.guess(guess)
    (row,) = page.state["_play"]["rows"]
    answer = game.feedback(secret, guess)
    assert row["label"] == f"Row 1: {game.space.spell(guess)}. Answer: {answer}."
    assert row["words"] == str(answer)
    assert row["guess"] == list(game.space.row(guess))


def test_counted_answers_come_exact_first_and_answers_per_position_in_place() -> None:
    board, page = board_and_page(CLASSIC, secret=(0, 1, 2, 3))
    board.guess((1, 4, 4, 3))
    assert page.state["_play"]["rows"][0]["answer"] == ["exact", "misplaced"]
    board, page = board_and_page(SENHA, secret=(0, 1, 2, 3))
    board.guess((1, 4, 5, 3))
    marks = ["misplaced", "absent", "absent", "exact"]
    assert page.state["_play"]["rows"][0]["answer"] == marks


@PEGS_OF_ALL
def test_each_key_peg_and_each_kind_has_a_drawing_and_the_legend_its_words(game: Rules) -> None:
    table = Board(game).get_state()["_table"]
    assert [kind["letter"] for kind in table["kinds"]] == [kind.letter for kind in game.space.kinds]
    for line in table["legend"]:
        assert table["keys"][line["meaning"]].startswith("<")
        assert line["name"]
        assert line["words"]
    assert {key.meaning for key in game.keys} <= {line["meaning"] for line in table["legend"]}
    assert len(table["missing"]) == game.space.pegs + 1


def test_senha_shows_exact_in_white_and_classic_in_black() -> None:
    def names(game: Rules) -> dict[str, str]:
        legend = Board(game).get_state()["_table"]["legend"]
        return {line["meaning"]: line["name"] for line in legend}

    assert names(CLASSIC) == {"exact": "black", "misplaced": "white"}
    assert names(SENHA) == {"exact": "white", "misplaced": "black", "absent": "none"}
    assert names(BULLS_AND_COWS) == {"exact": "bull", "misplaced": "cow"}


@pytest.mark.parametrize(
    ("guesses", "result"),
    [
        (["RGBY"], "You found the code in 1 guess: red, green, blue, yellow."),
        (["RRRR", "RGBY"], "You found the code in 2 guesses: red, green, blue, yellow."),
        (["RRRR"] * 6, "No rows are left. The code was red, green, blue, yellow."),
        (["RRRR"], "You gave up. The code was red, green, blue, yellow."),
    ],
)
def test_the_end_is_said_in_words(guesses: list[str], result: str) -> None:
    board, page = board_and_page(MINI, secret=SECRET)
    for guess in guesses:
        board.guess(guess)
    if board.status is Status.PLAYING:
        board.resign()
    assert page.state["_play"]["result"] == result


# ---- what a page keeps ------------------------------------------------------------------


def kept_by(board: Board) -> dict:
    return json.loads(json.dumps(board.get_state()["_kept"]))


@PEGS_OF_ALL
def test_a_fresh_board_goes_on_with_what_the_page_kept(game: Rules) -> None:
    secret = game.space.code_at(game.space.size - 1)
    board, page = board_and_page(game, games=GAMES, holds=True, seed="7B", secret=secret)
    board.guess(game.space.code_at(0))
    page.act("hold", row=0, place=0, hold="not")
    fresh, other = board_and_page(game, games=GAMES)
    other.act("restore", kept=kept_by(board))
    assert fresh.rows == board.rows
    assert fresh.game == game
    assert other.state["_play"]["holds"] == {"0/0": "not"}
    assert other.state["_table"]["seed"] == "7B"
    board.resign()
    fresh.resign()
    assert fresh.secret == board.secret


def test_a_finished_game_comes_back_finished() -> None:
    board, _ = board_and_page(CLASSIC, secret=SECRET)
    board.resign()
    fresh, other = board_and_page(CLASSIC)
    other.act("restore", kept=kept_by(board))
    assert fresh.status is Status.RESIGNED
    assert fresh.secret == SECRET


def test_the_next_game_of_a_class_code_comes_after_the_restored_one() -> None:
    board, page = board_and_page(CLASSIC, seed="7B")
    page.act("new")
    fresh, other = board_and_page(CLASSIC, seed="7B")
    other.act("restore", kept=kept_by(board))
    for one in (page, other):
        one.act("new")
    board.resign()
    fresh.resign()
    assert fresh.secret == board.secret


def test_a_restored_row_calls_no_callback() -> None:
    board, _ = board_and_page(CLASSIC, secret=SECRET)
    board.guess(WRONG)
    fresh, other = board_and_page(CLASSIC)
    called = []
    fresh.on_submit(lambda *_: called.append(1))
    other.act("restore", kept=kept_by(board))
    assert len(fresh.rows) == 1
    assert not called


@pytest.mark.parametrize(
    "change",
    [
        {"envelope": "AAAA"},
        {"envelope": None},
        {"game": {"game": "senha", "rows": 8}},
        {"game": {"game": "classic", "rows": 10_000}},
        {"game": None},
        {"rows": [[0, 0, 0, 99]]},
        {"rows": [[0, 0, 0, 0]] * 11},
        {"rows": 5},
        {"rows": [None]},
        {"holds": 3},
        {"number": "two"},
        None,
    ],
)
def test_what_was_not_kept_here_is_refused_and_the_game_stays(change) -> None:
    board, page = board_and_page(CLASSIC, secret=SECRET)
    board.guess(WRONG)
    before = page.state["_play"]
    page.act("restore", kept=change if change is None else kept_by(board) | change)
    assert page.state["_play"] == before
    assert page.notice == "What was kept here could not be opened again."


def test_boards_of_one_lesson_have_names_of_their_own() -> None:
    names = {board_and_page(CLASSIC)[1].state["_name"] for _ in range(3)}
    assert len(names) == 3
