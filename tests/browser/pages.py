"""The pages as a person meets them: by what is written there, by mouse, finger and keys."""

from __future__ import annotations

import re
from collections.abc import Iterable
from typing import Any, Literal

from axe_playwright_python.sync_playwright import Axe
from playwright.sync_api import Locator, Page, expect

from mastermind_edu.games.codes import Code
from mastermind_edu.games.feedback import Feedback
from mastermind_edu.games.play import Row
from mastermind_edu.games.rules import Rules
from mastermind_edu.widgets.wording import answer_keys

READ_ROWS = """rows => rows.map(row => ({
  label: row.querySelector('.mm-unseen').textContent,
  guess: [...row.querySelectorAll('.mm-cell')].map(cell => Number(cell.dataset.kind)),
  keys: [...row.querySelectorAll('.mm-key circle:first-child')]
    .map(key => key.getAttribute('fill')),
}))"""


class BoardPage:
    """One board on a page, and the rules that it is expected to play by."""

    def __init__(self, page: Page, game: Rules, index: int = 0) -> None:
        self.page = page
        self.game = game
        self.root = page.get_by_role("region", name="Mastermind board").nth(index)
        self.palette = self.root.get_by_role("group", name="Pegs to choose from")
        self.draft_group = self.root.get_by_role("group", name="Your guess")
        self.slots = self.draft_group.get_by_role("button")
        self.status = self.root.get_by_role("status")
        self.line = self.root.locator(".mm-line")
        self.played = self.root.locator(".mm-played")
        self.ended = self.root.locator(".mm-end")

    def button(self, name: str) -> Locator:
        """Return the button of this name."""
        return self.root.get_by_role("button", name=name, exact=True)

    def choice(self, peg: Any) -> Locator:
        """Return the peg of the palette of this kind."""
        kind = self.game.space.kind(peg)
        name = kind.name if kind.name == kind.letter else f"{kind.name} ({kind.letter})"
        return self.palette.get_by_role("button", name=name, exact=True)

    # ---- reading ------------------------------------------------------------------------

    @property
    def draft(self) -> list[str]:
        """What stands in the places of the guess being built, by name."""
        labels = self.slots.evaluate_all("slots => slots.map(slot => slot.ariaLabel)")
        return [re.sub(r"^Place \d+: ", "", label) for label in labels]

    def expect_draft(self, *names: str) -> None:
        """Wait until these pegs stand in the places of the guess being built."""
        for place, (slot, name) in enumerate(zip(self.slots.all(), names, strict=True), start=1):
            expect(slot).to_have_accessible_name(f"Place {place}: {name}")

    def rows(self) -> list[Row]:
        """Read the rows played from what a screen reader is told, and compare with the drawing."""
        return [self._row(row) for row in self.played.evaluate_all(READ_ROWS)]

    def _row(self, drawn: dict[str, Any]) -> Row:
        match = re.fullmatch(r"Row \d+: (.*?)\. Answer: (.*)\.", drawn["label"])
        assert match, drawn["label"]
        guess = self.game.space.parse(match[1])
        feedback = next(one for one in self.game.feedbacks if str(one) == match[2])
        assert drawn["guess"] == list(self.game.space.row(guess))
        assert drawn["keys"] == self._fills(feedback)
        return Row(guess, feedback)

    def _fills(self, feedback: Feedback) -> list[str]:
        fills = {key.meaning: key.fill for key in self.game.keys} | {"absent": "none"}
        return [fills[meaning] for meaning in answer_keys(feedback)]

    @property
    def secret(self) -> Code:
        """The code that the board shows at the end."""
        text = self.ended.locator("p").inner_text()
        match = re.search(r"(?:: |was )(.*)\.$", text)
        assert match, text
        return self.game.space.parse(match[1])

    # ---- playing ------------------------------------------------------------------------

    def place(self, code: Iterable[Any]) -> None:
        """Click these pegs of the palette, one after the other."""
        for peg in code:
            self.choice(peg).click()

    def check(self) -> None:
        """Press Check and wait for the answer."""
        before = self.played.count()
        self.button("Check").click()
        expect(self.played).to_have_count(before + 1)

    def guess(self, code: Code) -> Feedback:
        """Play ``code`` by mouse and return the answer."""
        self.place(code)
        self.check()
        return self.rows()[-1].feedback

    def type(self, code: Code) -> Feedback:
        """Play ``code`` by keys where the focus is, and return the answer."""
        before = self.played.count()
        self.page.keyboard.type("".join(self.game.space.kind(peg).letter for peg in code))
        self.page.keyboard.press("Enter")
        expect(self.played).to_have_count(before + 1)
        return self.rows()[-1].feedback

    def resign(self) -> Code:
        """Give up, confirm it, and return the code that is shown."""
        self.button("Give up").click()
        self.button("Show the code?").click()
        expect(self.ended).to_be_visible()
        return self.secret

    def start(self, *, game: Rules | None = None, **settings: Any) -> None:
        """Start a new game from the settings: ``rows``, ``seed`` and ``holds``."""
        summary = self.root.locator("summary")
        if self.root.locator("details").get_attribute("open") is None:
            summary.click()
        if game is not None:
            self.root.get_by_label("Game").select_option(game.key)
            self.game = game
        if "rows" in settings:
            self.root.get_by_label("Rows").select_option(str(settings["rows"]))
            self.game = self.game.with_rows(settings["rows"])
        if "seed" in settings:
            self.root.get_by_label("Class code").fill(settings["seed"])
        if "holds" in settings:
            self.root.get_by_label("Let me mark pegs").set_checked(settings["holds"])
        self.button("Start a new game").click()
        expect(self.status).to_contain_text("New game")


def consistent(game: Rules, rows: Iterable[Row]) -> Code:
    """Return the first code that would have got all the answers of ``rows``.

    Fails if there is none, so playing with it also holds the page's answers together.
    """
    codes = game.space.array()
    for guess, feedback in rows:
        codes = codes[game.feedback_ids(guess, codes) == game.feedback_id(feedback)]
    assert len(codes), "no code would have got these answers"
    return game.space.code(codes[0])


def set_answer(pad: Locator, feedback: Feedback) -> None:
    """Set the key pegs of an answer pad by mouse: count by count, or under each peg."""
    if hasattr(feedback, "_fields"):
        for stepper, count in zip(pad.get_by_role("spinbutton").all(), feedback, strict=True):
            plus = stepper.locator("xpath=following-sibling::button")
            for _ in range(int(str(count)) - int(stepper.inner_text())):
                plus.click()
    else:
        for place, mark in zip(pad.get_by_role("button").all(), feedback, strict=True):
            while not (place.get_attribute("aria-label") or "").endswith(f": {mark}"):
                place.click()


def expect_no_barrier(root: Locator, context: str, *schemes: Literal["light", "dark"]) -> None:
    """Expect that nobody is kept out, nothing is too wide, and a finger hits every control.

    :param context: the selector of ``root``, to which axe is held.
    """
    page = root.page
    for scheme in schemes:
        page.emulate_media(color_scheme=scheme)
        results = Axe().run(page, context=context)
        assert results.violations_count == 0, results.generate_report()
    assert page.evaluate("document.documentElement.scrollWidth <= innerWidth")
    controls = root.locator("button, summary, label, select, input[type=text]")
    small = controls.evaluate_all(
        "all => all.filter(one => one.offsetParent && one.getBoundingClientRect().height < 43.5)"
        ".map(one => one.outerHTML.slice(0, 120))"
    )
    assert small == []
