"""Lesson 1 as pupils meet it: whole games on the boards of a real page."""

from __future__ import annotations

import re

from playwright.sync_api import Page, expect

from mastermind_edu.games.catalogue import CLASSIC, SENHA, WITH_BLANKS
from mastermind_edu.games.play import draw

from .conftest import Visit
from .pages import BoardPage, consistent
from .recording import forms

RED, GREEN, BLUE, YELLOW, PURPLE, ORANGE, BLANK = range(7)


def win(board: BoardPage) -> None:
    """Play by mouse, as the answers allow, until the code is found."""
    while not board.ended.is_visible():
        board.guess(consistent(board.game, board.rows()))


def expect_won(board: BoardPage) -> None:
    """Expect the board to say that the code was found, and which it is."""
    rows = board.rows()
    spelled = board.game.space.spell(rows[-1].guess)
    result = f"You found the code in {len(rows)} guess{'es' if len(rows) > 1 else ''}: {spelled}."
    assert rows[-1].feedback == board.game.solved
    expect(board.ended).to_have_text(re.compile(f"^{re.escape(result)}"))
    expect(board.status).to_have_text(result)
    assert board.secret == rows[-1].guess
    expect(board.palette).to_be_hidden()
    expect(board.button("Give up")).to_be_hidden()
    expect(board.button("Play again")).to_be_focused()


def test_classic_is_won_by_mouse(visit: Visit) -> None:
    page, _ = visit()
    board = BoardPage(page, CLASSIC)
    win(board)
    expect_won(board)


def tab_to_a_place(page: Page) -> None:
    """Press Tab, as often as it takes a person, until a place of a guess has the focus."""
    for _ in range(40):
        page.keyboard.press("Tab")
        if page.evaluate("document.activeElement.matches('.mm-slot')"):
            return
    raise AssertionError("no place of a guess can be reached by Tab")


def test_classic_is_won_by_keys_alone_and_played_again(visit: Visit) -> None:
    page, _ = visit()
    board = BoardPage(page, CLASSIC)
    tab_to_a_place(page)
    expect(board.slots.first).to_be_focused()
    while not board.ended.is_visible():
        board.type(consistent(CLASSIC, board.rows()))
    expect_won(board)
    page.keyboard.press("Enter")
    expect(board.played).to_have_count(0)
    expect(board.status).to_have_text("New game: Classic, 10 rows.")
    expect(board.slots.first).to_be_focused()
    board.type((RED, RED, GREEN, GREEN))


def test_classic_is_lost_when_the_rows_run_out(visit: Visit) -> None:
    page, _ = visit()
    board = BoardPage(page, CLASSIC)
    board.start(rows=6, seed="2A")
    secret = draw(CLASSIC, "2A/1")
    wrong = tuple((peg + 1) % 6 for peg in secret)
    board.guess(wrong)
    for row in range(1, 6):
        board.button(f"Use row {row} again").click()
        board.check()
    assert board.rows() == [(wrong, CLASSIC.feedback(secret, wrong))] * 6
    assert board.secret == secret
    result = f"No rows are left. The code was {CLASSIC.space.spell(secret)}."
    expect(board.status).to_have_text(result)
    expect(board.button("Play again")).to_be_focused()
    drawn = board.ended.locator(".mm-secret .mm-peg text").all_text_contents()
    assert "".join(drawn) == CLASSIC.space.format(secret)


def test_senha_is_won_with_white_for_exact_under_each_peg(visit: Visit) -> None:
    page, _ = visit()
    board = BoardPage(page, CLASSIC, index=1)
    board.start(game=SENHA)
    legend = board.root.get_by_role("listitem")
    expect(legend.filter(has_text="white: right colour, right place")).to_be_visible()
    expect(legend.filter(has_text="black: right colour, wrong place")).to_be_visible()
    win(board)
    expect_won(board)
    for column in board.played.first.locator(".mm-column").all():
        peg, chip = (column.locator(part).bounding_box() for part in (".mm-peg", ".mm-key"))
        assert peg
        assert chip
        assert abs(peg["x"] + peg["width"] / 2 - chip["x"] - chip["width"] / 2) < 1
        assert chip["y"] > peg["y"] + peg["height"] / 2


def test_the_game_with_blanks_is_won_by_touch_on_a_phone(visit: Visit) -> None:
    page, _ = visit(has_touch=True, is_mobile=True, viewport={"width": 360, "height": 740})
    board = BoardPage(page, CLASSIC, index=1)
    board.start(game=WITH_BLANKS)
    guess = (BLANK, RED, BLANK, GREEN)
    while not board.ended.is_visible():
        before = board.played.count()
        for peg in guess:
            board.choice(peg).tap()
        board.button("Check").tap()
        expect(board.played).to_have_count(before + 1)
        if not board.ended.is_visible():
            guess = consistent(WITH_BLANKS, board.rows())
    expect_won(board)


def test_a_class_code_gives_two_pages_the_same_codes_and_no_code_different_games(
    visit: Visit,
) -> None:
    first, second = (BoardPage(visit()[0], CLASSIC) for _ in range(2))
    first.guess((RED, RED, GREEN, GREEN))
    second.page.reload()
    expect(second.root).to_be_visible()
    expect(second.played).to_have_count(0)
    expect(first.played).to_have_count(1)
    for board in (first, second):
        board.start(seed="Year 7")
    for number in (1, 2):
        assert first.resign() == second.resign() == draw(CLASSIC, f"Year 7/{number}")
        for board in (first, second):
            board.button("Play again").click()
            expect(board.ended).to_be_hidden()


def test_no_answer_of_the_server_holds_the_code_before_the_end(visit: Visit) -> None:
    """Four digits stand in many files by chance, so compare with a pupil of another game."""
    guess = (ORANGE, ORANGE, PURPLE, PURPLE)
    boards = []
    for _ in range(2):
        page, recording = visit()
        board = BoardPage(page, CLASSIC)
        board.guess(guess)
        page.wait_for_load_state("networkidle")
        boards.append((board, recording))
    texts = ["\n".join(recording.texts().values()) for _, recording in boards]
    secret = boards[0][0].resign()
    pattern = forms(CLASSIC, secret)
    here, elsewhere = (len(pattern.findall(text)) for text in texts)
    assert here == elsewhere
    afterwards = "\n".join(boards[0][1].texts().values())
    assert len(pattern.findall(afterwards)) >= here + 2, "the search would not have found it"
