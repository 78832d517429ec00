"""The board's ways in a real browser: placing, undoing, saying what is missing, refusing."""

from __future__ import annotations

import base64
import re
import uuid
from typing import Any

import pytest
from playwright.sync_api import Page, expect

from mastermind_edu.games.catalogue import CLASSIC, SENHA

from .conftest import Visit
from .pages import BoardPage
from .recording import Message, Recording

RED, GREEN, BLUE, YELLOW, PURPLE, ORANGE = range(6)
EMPTY = ("empty",) * 4


@pytest.fixture
def board(visit: Visit) -> BoardPage:
    """Return the first board of lesson 1, untouched."""
    page, _ = visit()
    return BoardPage(page, CLASSIC)


def test_an_incomplete_row_cannot_be_checked_and_the_reason_is_said(visit: Visit) -> None:
    page, recording = visit()
    board = BoardPage(page, CLASSIC)
    check = board.button("Check")
    for code, reason in [
        ((), "Choose 4 more pegs."),
        ((RED,), "Choose 3 more pegs."),
        ((RED, RED), "Choose 1 more peg."),
    ]:
        board.place(code)
        expect(check).to_be_disabled()
        check.click(force=True)
        expect(board.status).to_have_text(reason)
        board.slots.first.focus()
        page.keyboard.press("Enter")
        expect(board.status).to_have_text(reason)
    board.place((BLUE,))
    expect(check).to_be_enabled()
    assert board.played.count() == 0
    assert not any(action["type"] == "submit" for action in actions(recording))
    board.check()
    assert [action["guess"] for action in actions(recording)] == [[RED, RED, RED, BLUE]]


def test_keys_place_move_clear_and_undo(board: BoardPage) -> None:
    keyboard = board.page.keyboard
    board.slots.first.focus()
    keyboard.type("r2B")
    board.expect_draft("red", "green", "blue", "empty")
    expect(board.slots.nth(3)).to_be_focused()
    keyboard.press("Home")
    keyboard.press("ArrowRight")
    expect(board.slots.nth(1)).to_be_focused()
    keyboard.press("Backspace")
    board.expect_draft("red", "empty", "blue", "empty")
    expect(board.status).to_have_text("Place 2 is empty. Choose 2 more pegs.")
    keyboard.press("End")
    keyboard.press("ArrowLeft")
    keyboard.press("y")
    board.expect_draft("red", "empty", "yellow", "empty")
    for names in [
        ("red", "empty", "blue", "empty"),
        ("red", "green", "blue", "empty"),
        ("red", "green", "empty", "empty"),
        ("red", "empty", "empty", "empty"),
        EMPTY,
        EMPTY,
    ]:
        keyboard.press("Control+z")
        board.expect_draft(*names)
    keyboard.type("x?7")
    board.expect_draft(*EMPTY)


def test_pegs_are_placed_where_one_points_undone_and_cleared_by_mouse(board: BoardPage) -> None:
    board.slots.nth(2).click()
    board.place((YELLOW, RED))
    board.expect_draft("empty", "empty", "yellow", "red")
    board.button("Undo").click()
    board.expect_draft("empty", "empty", "yellow", "empty")
    board.button("Clear").click()
    board.expect_draft(*EMPTY)
    expect(board.button("Clear")).to_be_disabled()
    board.button("Undo").click()
    board.expect_draft("empty", "empty", "yellow", "empty")


def test_pegs_are_dragged_into_places_between_them_and_out(board: BoardPage) -> None:
    for place, peg in enumerate((BLUE, GREEN, RED)):
        board.choice(peg).drag_to(board.slots.nth(place))
    board.expect_draft("blue", "green", "red", "empty")
    board.slots.nth(0).drag_to(board.slots.nth(3))
    board.expect_draft("empty", "green", "red", "blue")
    board.slots.nth(1).drag_to(board.slots.nth(2))
    board.expect_draft("empty", "red", "green", "blue")
    board.slots.nth(3).drag_to(board.line)
    board.expect_draft("empty", "red", "green", "empty")
    expect(board.root.locator(".mm-ghost")).to_have_count(0)
    board.place((ORANGE,))
    expect(board.slots.filter(has=board.page.locator("svg"))).to_have_count(3)


def test_an_earlier_row_can_be_used_again(board: BoardPage) -> None:
    board.guess((RED, GREEN, BLUE, YELLOW))
    board.place((ORANGE,))
    board.button("Use row 1 again").click()
    board.expect_draft("red", "green", "blue", "yellow")
    expect(board.slots.first).to_be_focused()
    board.page.keyboard.press("Control+z")
    board.expect_draft("orange", "empty", "empty", "empty")
    expect(board.played).to_have_count(1)


def test_keys_write_over_a_row_that_is_full(board: BoardPage) -> None:
    board.guess((RED, GREEN, BLUE, YELLOW))
    board.button("Use row 1 again").click()
    board.page.keyboard.type("ROOP")
    board.expect_draft("red", "orange", "orange", "purple")
    expect(board.slots.nth(3)).to_be_focused()


def test_enter_held_down_checks_once(board: BoardPage) -> None:
    board.start(rows=6)
    board.slots.first.focus()
    board.page.keyboard.type("RRGG")
    for _ in range(3):  # without a release between them, the later ones are repeats
        board.page.keyboard.down("Enter")
    board.page.keyboard.up("Enter")
    expect(board.played).to_have_count(1)
    expect(board.status).to_have_text(re.compile(r"^Row 1: .* in the wrong place\.$"))


def test_a_game_without_repeats_moves_the_peg_and_says_so(visit: Visit) -> None:
    page, _ = visit()
    board = BoardPage(page, CLASSIC, index=1)
    board.start(game=SENHA)
    board.place((RED, GREEN, RED))
    board.expect_draft("empty", "green", "red", "empty")
    expect(board.status).to_have_text(
        "This game has no repeats, so red moved to place 3. Choose 2 more pegs."
    )


def test_pegs_of_own_guesses_are_marked_by_mouse_and_by_keys(board: BoardPage) -> None:
    board.start(holds=True)
    board.guess((RED, GREEN, BLUE, YELLOW))
    first = board.played.first.get_by_role("button").first
    expect(first).to_have_accessible_name("Row 1, place 1: red")
    first.click()
    expect(first).to_have_accessible_name("Row 1, place 1: red, surely here")
    expect(board.status).to_have_text("Row 1, place 1: red, surely here")
    board.page.keyboard.press("Space")
    expect(first).to_have_accessible_name("Row 1, place 1: red, surely not")
    expect(first).to_be_focused()
    board.guess((PURPLE, PURPLE, PURPLE, ORANGE))
    expect(first).to_have_accessible_name("Row 1, place 1: red, surely not")
    first.press("Enter")
    expect(first).to_have_accessible_name("Row 1, place 1: red")
    first.dblclick()
    expect(first).to_have_accessible_name("Row 1, place 1: red, surely not")


def test_giving_up_is_asked_twice_and_shows_the_code(board: BoardPage) -> None:
    board.button("Give up").click()
    expect(board.ended).to_be_hidden()
    expect(board.status).to_have_text("Show the code?")
    board.place((RED,))
    expect(board.button("Give up")).to_be_visible()
    secret = board.resign()
    spelled = CLASSIC.space.spell(secret)
    expect(board.status).to_have_text(f"You gave up. The code was {spelled}.")
    board.button("Play again").click()
    expect(board.ended).to_be_hidden()
    board.expect_draft(*EMPTY)


def test_a_new_answer_is_announced_and_everything_has_a_name(board: BoardPage) -> None:
    feedback = board.guess((RED, RED, GREEN, BLUE))
    label = f"Row 1: red, red, green, blue. Answer: {feedback}."
    expect(board.status).to_have_text(label)
    expect(board.line).to_have_text(str(feedback))
    board.place((YELLOW,))
    expect(board.root).to_match_aria_snapshot(
        f"""
        - 'region "Mastermind board: Classic"':
          - status: "Place 1: yellow. Choose 3 more pegs."
          - paragraph: Classic
          - list:
            - listitem:
              - strong: "black:"
              - text: right colour, right place
            - listitem:
              - strong: "white:"
              - text: right colour, wrong place
          - list "Guesses and answers":
            - listitem:
              - text: "{label}"
              - button "Use row 1 again"
            - listitem:
              - group "Your guess, row 2":
                - 'button "Place 1: yellow"'
                - 'button "Place 2: empty"'
                - 'button "Place 3: empty"'
                - 'button "Place 4: empty"'
          - group "Pegs to choose from":
            - button "red (R)"
            - button "green (G)"
            - button "blue (B)"
            - button "yellow (Y)"
            - button "purple (P)"
            - button "orange (O)"
          - button "Undo"
          - button "Clear"
          - button "Check" [disabled]
          - group: Settings
          - button "Give up"
        """
    )


# ---- a page that does not play fair -------------------------------------------------------


def actions(recording: Recording) -> list[dict[str, Any]]:
    """Return the actions that the page has sent to the kernel."""
    contents = [
        message.content["data"]["content"]
        for message in recording.messages
        if message.header["msg_type"] == "comm_msg" and "content" in message.content["data"]
    ]
    return [content for content in contents if isinstance(content, dict)]


KEEP_SOCKETS = """
window.WebSocket = class extends WebSocket {
  constructor(...address) { super(...address); (window.sockets ??= []).push(this); }
};
"""


class Cheat:
    """Sends what it likes to the kernel, on the page's own websocket."""

    def __init__(self, page: Page, recording: Recording) -> None:
        self.page = page
        # What the board sent last tells the session and the board's address.
        self.example = next(
            message for message in reversed(recording.messages) if "comm_id" in message.content
        )

    def send(self, data: dict[str, Any]) -> None:
        """Send ``data`` to the board as its page would."""
        content = {"comm_id": self.example.content["comm_id"], "data": data}
        header = self.example.header | {"msg_id": uuid.uuid4().hex}
        frame = Message(self.example.channel, header, content, []).frame()
        self.page.evaluate(
            """text => window.sockets.filter(socket => socket.url.includes("/channels"))
                 .at(-1).send(Uint8Array.from(atob(text), letter => letter.charCodeAt(0)))""",
            base64.b64encode(frame).decode(),
        )


def test_a_page_that_cheats_changes_nothing_and_is_told_why(visit: Visit) -> None:
    page, recording = visit(init_script=KEEP_SOCKETS)
    board = BoardPage(page, CLASSIC)
    board.start(seed="2A")
    answer = board.guess((RED, GREEN, BLUE, YELLOW))
    cheat = Cheat(page, recording)
    for state in (
        {"_play": {"round": 2, "rows": [], "holds": {}, "status": "won", "secret": [0, 0, 0, 0]}},
        {"rows": [], "status": "won", "secret": [0, 0, 0, 0], "_esm": "", "_table": {}},
    ):
        cheat.send({"method": "update", "state": state, "buffer_paths": []})
    for content, sentence in [
        ({"type": "submit", "guess": "RGBY"}, "Choose a peg for each place first."),
        ({"type": "submit", "guess": [0, 0, 0]}, "A code has 4 pegs, got 3."),
        ({"type": "submit", "guess": [0, 0, 0, 99]}, "Choose a peg for each place first."),
        ({"type": "hold", "row": 5, "place": 0, "hold": "here"}, "Only pegs of rows already"),
        ({"type": "new", "game": "grand-slam"}, "Choose a game and a number of rows"),
        ({"type": "new", "rows": 10**9}, "Choose a game and a number of rows"),
        ({"type": "new", "seed": "x" * 10_000}, "A class code has at most 40 characters."),
        ({"type": "tell me"}, "The page asked for something that does not exist here."),
        ([["submit"]], "The page asked for something that does not exist here."),
    ]:
        board.place((RED,))
        cheat.send({"method": "custom", "content": content})
        expect(board.status).to_contain_text(sentence)
    cheat.send({"method": "request_state"})
    board.button("Clear").click()
    second = board.guess((RED, RED, GREEN, GREEN))
    assert board.rows() == [
        ((RED, GREEN, BLUE, YELLOW), answer),
        ((RED, RED, GREEN, GREEN), second),
    ]
    told = [frame for frame in recording.received if b'"_play"' in frame]
    assert len(told) >= 3
    assert all(b'"secret": null' in frame for frame in told)
