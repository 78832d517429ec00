"""Lessons 05 to 07 as pupils meet them: charts, ranked guesses, races, trees and proofs."""

from __future__ import annotations

import csv
import re
from collections.abc import Callable
from typing import Any

import pytest
from playwright.sync_api import JSHandle, Locator, Page, expect

from mastermind_edu.games.catalogue import CLASSIC, SUPER
from mastermind_edu.games.codes import Code
from mastermind_edu.games.play import Row, draw
from mastermind_edu.solvers.candidates import candidates
from mastermind_edu.solvers.partitions import Partition, partition
from mastermind_edu.solvers.shipped import shipped_tree
from mastermind_edu.solvers.strategies import MINIMAX, MOST_PARTS, rank
from mastermind_edu.solvers.trees import build_tree

from .conftest import Visit
from .pages import BoardPage
from .test_looks import SCHEMES, SCREENSHOTS, WIDTHS, serious, too_wide

SEED = "Long work"
LONG_RANKING = range(4_000, 8_000)
"""How many candidates keep the ranking of all 32,768 guesses of Super busy for a while."""


def open_lesson(visit: Visit, key: str, **options: Any) -> Page:
    page, _ = visit(f"/voila/render/en/{key}.ipynb", **options)
    expect(page.locator("html")).to_have_attribute("data-state", "ready", timeout=60_000)
    return page


class Card:
    """One of the solvers' widgets on a page."""

    def __init__(self, page: Page, name: str, index: int = 0) -> None:
        named = re.compile(rf"^{re.escape(name)}( \(\d+\))?$")
        self.root = page.get_by_role("region", name=named).nth(index)
        self.note = self.root.get_by_role("status").last
        self.bar = self.root.get_by_role("progressbar")
        self.table = self.root.get_by_role("table")

    def button(self, name: str) -> Locator:
        return self.root.get_by_role("button", name=name)

    def lines(self) -> list[list[str]]:
        """Return the texts of the table's lines, without the first cell."""
        return [
            line.get_by_role("cell").all_inner_texts()
            for line in self.table.get_by_role("row").all()[1:]
        ]


def figures(split: Partition) -> list[str]:
    return [
        str(split.parts),
        str(split.largest),
        f"{split.expected:.1f}",
        f"{split.bits:.2f}",
        "yes" if split.candidate else "no",
    ]


# ---- 05 Information ---------------------------------------------------------------------


def test_pegs_of_the_chart_change_by_click_and_key_and_its_bars_with_them(visit: Visit) -> None:
    page = open_lesson(visit, "05-information")
    chart = Card(page, "How a guess splits the codes")
    pegs = chart.root.get_by_role("group").nth(1).get_by_role("button")
    shown = chart.root.locator("dl").nth(1).locator("dd")
    expect(shown).to_have_text(figures(partition(CLASSIC, (0, 0, 1, 1))))
    pegs.nth(3).click()
    expect(shown).to_have_text(figures(partition(CLASSIC, (0, 0, 1, 2))))
    expect(pegs.nth(3)).to_be_focused()
    page.keyboard.press("y")
    expect(pegs.nth(3)).to_have_accessible_name("Place 4: yellow. Press to change.")
    page.keyboard.press("Shift+Tab")
    page.keyboard.press("ArrowUp")
    split = partition(CLASSIC, (0, 0, 2, 3))
    expect(shown).to_have_text(figures(split))
    bars = chart.table.nth(1).get_by_role("row")
    sizes = {
        bar.get_by_role("img").get_attribute("aria-label"): bar.get_by_role("cell").inner_text()
        for bar in bars.all()[1:]
    }
    assert sizes == {str(answer): str(size) for answer, size in split.sizes.items()}


def long_guess(secret: Code) -> Row:
    """Return a first guess of Super whose answer leaves much to rank, but not too much."""
    for guess in ((0, 0, 1, 1, 2), (0, 1, 2, 3, 4), (0, 0, 0, 1, 1), (3, 3, 4, 4, 5)):
        row = Row(guess, SUPER.feedback(secret, guess))
        if len(candidates(SUPER, [row])) in LONG_RANKING:
            return row
    raise AssertionError("another seed is needed")


def listen(note: Locator) -> JSHandle:
    """Return all that stands in a line from now on."""
    return note.evaluate_handle(
        """note => {
          const said = [];
          new MutationObserver(() => said.push(note.textContent)).observe(note, {childList: true});
          return said;
        }"""
    )


def test_a_guess_is_answered_while_the_guesses_of_super_are_ranked(visit: Visit) -> None:
    page = open_lesson(visit, "05-information")
    board = BoardPage(page, CLASSIC)
    hints = Card(page, "What would a strategy guess?")
    board.start(game=SUPER, seed=SEED)
    row = long_guess(draw(SUPER, f"{SEED}/1"))
    assert board.guess(row.guess) == row.feedback

    hints.button("Show the best guesses").click()
    expect(hints.bar).to_be_visible()
    expect(hints.button("Cancel")).to_be_focused()
    hints.button("Cancel").click()
    expect(hints.note).to_have_text("Stopped.")
    expect(hints.button("Show the best guesses")).to_be_focused()
    expect(hints.bar).to_be_hidden()

    said = listen(hints.note)
    hints.button("Show the best guesses").click()
    expect(hints.note).to_have_text("Looking at all guesses …")
    board.slots.first.focus()
    board.type((1, 2, 3, 4, 5))
    first, second = board.rows()
    expect(hints.table).to_be_visible(timeout=60_000)
    left = [len(candidates(SUPER, rows)) for rows in ([first], [first, second])]
    expect(hints.note).to_contain_text(f"{left[1]:,} codes are possible. The best of 32,768")
    assert not any(f"{left[0]:,} codes are possible" in text for text in said.json_value())


def test_hints_and_the_look_back_are_those_of_the_solvers(visit: Visit) -> None:
    page = open_lesson(visit, "05-information")
    board = BoardPage(page, CLASSIC)
    hints = Card(page, "What would a strategy guess?")
    review = Card(page, "Skill and luck")
    board.start(seed=SEED)
    secret = draw(CLASSIC, f"{SEED}/1")
    board.guess((0, 0, 1, 1))
    hints.root.get_by_label("Rank the guesses by").select_option("minimax")
    expect(hints.table).to_be_visible()
    best = rank(CLASSIC, board.rows(), by=MINIMAX)[0]
    assert hints.lines()[0] == [
        str(best.parts),
        str(best.largest),
        f"{best.expected:.1f}",
        f"{best.bits:.2f}",
        "yes" if best.candidate else "no",
    ]
    names = hints.table.get_by_role("rowheader").get_by_role("img")
    expect(names.first).to_have_accessible_name(CLASSIC.space.spell(best.guess))
    expect(review.note).to_contain_text("When the game is over")
    board.guess(secret)
    expect(hints.note).to_have_text("The code has been found.")
    expect(review.table).to_be_visible()
    assert [line[0] for line in review.lines()] == [
        "1,296",
        f"{len(candidates(CLASSIC, board.rows()[:1])):,}",
    ]


# ---- 06 Strategies ----------------------------------------------------------------------


def test_a_race_is_run_and_its_table_downloaded(visit: Visit) -> None:
    page = open_lesson(visit, "06-strategies")
    race = Card(page, "A race of strategies")
    expect(race.button("Run the race")).to_be_visible()
    for box in race.root.get_by_role("checkbox").all():
        box.uncheck()
    race.button("Run the race").click()
    expect(race.note).to_have_text(re.compile("Choose strategies from: Random consistent"))
    trees = {one.name: build_tree(CLASSIC, one) for one in (MINIMAX, MOST_PARTS)}
    for name in trees:
        race.root.get_by_role("checkbox", name=name).check()
    race.button("Run the race").click()
    expect(race.root.get_by_text("The race is over.")).to_be_visible(timeout=60_000)
    expect(race.table.get_by_role("rowheader")).to_have_text(list(trees))
    for line, tree in zip(race.lines(), trees.values(), strict=True):
        counts = [str(tree.histogram.get(length, 0)) for length in range(1, 7)]
        assert line == [f"{tree.average:.3f}", str(tree.worst), f"{tree.total:,}", *counts]

    with page.expect_download() as downloading:
        race.root.get_by_role("link", name="Download the table").click()
    assert downloading.value.suggested_filename == "classic.csv"
    with downloading.value.path().open(newline="") as file:
        lines = list(csv.DictReader(file))
    assert [int(line["total"]) for line in lines] == [tree.total for tree in trees.values()]


def test_a_tree_is_walked_by_keys_to_the_code(visit: Visit) -> None:
    page = open_lesson(visit, "06-strategies")
    explorer = Card(page, "Walk through a strategy")
    here = explorer.root.get_by_role("status").first
    tree = build_tree(CLASSIC, MINIMAX)
    hardest = CLASSIC.space.code_at(int(tree.lengths.argmax()))
    node = tree.root
    branches = explorer.root.get_by_role("list", name="Choose an answer").get_by_role("button")
    while True:
        guess = here.get_by_role("img")
        expect(guess).to_have_accessible_name(CLASSIC.space.spell(node.guess))
        if node.guess == hardest:
            break
        answer = CLASSIC.feedback(hardest, node.guess)
        branch = branches.filter(has=page.get_by_role("img", name=str(answer), exact=True))
        branch.focus()
        page.keyboard.press("Enter")
        node = node.children[answer]
        if node.children:
            expect(branches.first).to_be_focused()
    assert node.depth == tree.worst == 5
    way = explorer.root.get_by_role("list", name="The way here").get_by_role("button")
    expect(way).to_have_count(4)
    way.first.click()
    expect(way).to_have_count(0)
    expect(here).to_contain_text("1,296 codes are possible")


# ---- 07 The best possible ---------------------------------------------------------------


def test_a_small_game_is_proven_live(visit: Visit) -> None:
    page = open_lesson(visit, "07-best")
    proof = Card(page, "Search for the best strategy")
    proof.button("Look for the proof").click()
    expect(proof.note).to_contain_text(
        "Proven: no strategy needs fewer than 206 guesses for all 64 codes together."
    )
    shown = proof.root.get_by_role("definition")
    expect(shown.nth(0)).to_have_text("206")
    expect(shown.nth(1)).to_have_text("206")
    proof.root.get_by_label("Game").select_option(label="4 pegs, 4 colours")
    proof.button("Look for the proof").click()
    expect(proof.note).to_contain_text("fewer than 905 guesses for all 256 codes", timeout=30_000)


def test_the_page_answers_while_a_long_proof_runs_and_the_proof_stops(visit: Visit) -> None:
    page = open_lesson(visit, "07-best")
    proof = Card(page, "Search for the best strategy", 1)
    explorer = Card(page, "Walk through a strategy", 1)
    proof.root.get_by_label("Game").select_option(label="With blanks")
    proof.button("Look for the proof").click()
    expect(proof.root.get_by_role("definition").first).to_be_visible(timeout=30_000)

    explorer.root.get_by_role("list", name="Choose an answer").get_by_role("button").first.click()
    first = shipped_tree(CLASSIC).root
    expect(explorer.root.get_by_role("status").first.get_by_role("img")).to_have_accessible_name(
        CLASSIC.space.spell(next(iter(first.children.values())).guess)
    )
    expect(proof.bar).to_be_visible()

    proof.button("Stop").click()
    expect(proof.note).to_have_text("Stopped before the proof.", timeout=30_000)
    expect(proof.button("Look for the proof")).to_be_focused()
    best, bound = (
        int(text.replace(",", ""))
        for text in proof.root.get_by_role("definition").all_inner_texts()[:2]
    )
    assert bound < 11_228 <= best


def test_trees_of_the_two_best_are_told_apart(visit: Visit) -> None:
    page = open_lesson(visit, "07-best")
    explorer = Card(page, "Walk through a strategy", 1)
    summary = explorer.root.locator(".mm-note").first
    expect(summary).to_contain_text("6 at worst, 5,625 for all 1,296 codes")
    explorer.root.get_by_label("Strategy").select_option(label="Optimal, 5 guesses at worst")
    expect(summary).to_contain_text("5 at worst, 5,626 for all 1,296 codes")


# ---- how they look ----------------------------------------------------------------------


def full_information(page: Page) -> None:
    board = BoardPage(page, CLASSIC)
    board.guess((0, 0, 1, 1))
    Card(page, "What would a strategy guess?").button("Show the best guesses").click()
    expect(Card(page, "What would a strategy guess?").table).to_be_visible()
    board.resign()
    expect(Card(page, "Skill and luck").table).to_be_visible()


def full_strategies(page: Page) -> None:
    race = Card(page, "A race of strategies")
    race.button("Run the race").click()
    expect(race.root.get_by_text("The race is over.")).to_be_visible(timeout=60_000)
    explorer = Card(page, "Walk through a strategy")
    explorer.root.get_by_role("list", name="Choose an answer").get_by_role("button").first.click()


def full_best(page: Page) -> None:
    proof = Card(page, "Search for the best strategy")
    proof.button("Look for the proof").click()
    expect(proof.note).to_contain_text("Proven")


@pytest.mark.parametrize(
    ("key", "fill"),
    [
        ("05-information", full_information),
        ("06-strategies", full_strategies),
        ("07-best", full_best),
    ],
)
def test_the_lesson_fits_every_screen_and_keeps_nobody_out(
    visit: Visit, key: str, fill: Callable[[Page], None]
) -> None:
    page = open_lesson(visit, key, viewport={"width": WIDTHS[-1], "height": 800})
    fill(page)
    SCREENSHOTS.mkdir(parents=True, exist_ok=True)
    for width in WIDTHS:
        page.set_viewport_size({"width": width, "height": 800})
        assert too_wide(page) == [], width
        for scheme in SCHEMES:
            page.emulate_media(color_scheme=scheme)
            page.screenshot(path=SCREENSHOTS / f"{key}-{width}-{scheme}.png", full_page=True)
            if width == WIDTHS[0]:
                assert serious(page) == [], scheme
