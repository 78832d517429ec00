"""Pages in other languages: no English left, their own letters and numbers, room for long words."""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import Any, Final

import pytest
from playwright.sync_api import Browser, Page, expect

from mastermind_edu.games.catalogue import CLASSIC
from mastermind_edu.games.rules import Rules
from mastermind_edu.language import (
    DOMAIN,
    LANGUAGES,
    address,
    catalogue,
    gettext,
    number,
    speaking,
)
from mastermind_edu.lessons.catalogues import DOMAINS, template
from mastermind_edu.lessons.course import syllabus

from .conftest import Visit, serving, visiting
from .pseudo import copy_with_pseudo, pseudo
from .test_looks import too_wide

OTHERS: Final = tuple(language for language in LANGUAGES if language != "en")
LESSONS: Final = [lesson.key for lesson in syllabus()]
LONG: Final = "fr"
"""The language whose place the pseudo-language takes."""

NAMES_IN_PROGRAMS: Final = {
    *("edu", "evaluate", "exact", "lab", "mark", "mastermind", "misplaced", "repeats", "return")
}

ENGLISH: Final = re.compile(
    r"(?<![\w'’-])(the|and|of|with|is|are|which|your|you|this|that|these|have|it|its|not|what"
    r"|how|can|each|every|when|where|there|because)(?![\w'’-])",
    re.IGNORECASE,
)
"""Words that hardly an English sentence is without and that no other language here has."""

WORDS_OF_BOTH: Final = {"", "no"}
"""English texts that are also words of another language."""

TEXTS: Final = """() => {
  const aside = "script, style, noscript, code, pre, em, textarea, .katex, .languages";
  const found = [];
  const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
  while (walker.nextNode()) {
    if (!walker.currentNode.parentElement.closest(aside)) found.push(walker.currentNode.data);
  }
  for (const name of ["aria-label", "title", "placeholder", "alt", "aria-valuetext"]) {
    for (const element of document.querySelectorAll(`body [${name}]`)) {
      if (!element.closest(aside)) found.push(element.getAttribute(name));
    }
  }
  found.push(document.title);
  return [...new Set(found.map(text => text.replace(/\\s+/g, " ").trim()))].filter(Boolean);
}"""

CLIPPED: Final = """() => [...document.querySelectorAll("button, summary, select, .action")]
  .filter(element => element.offsetParent && getComputedStyle(element).overflow !== "visible"
    || element.tagName === "BUTTON" && element.offsetParent)
  .filter(element => element.scrollWidth > element.clientWidth + 1
    || element.scrollHeight > element.clientHeight + 1)
  .map(element => element.outerHTML.slice(0, 160))"""


def render(key: str, language: str) -> str:
    return f"/voila/render/{address(language)}/{key}.ipynb"


def open_lesson(visit: Visit, key: str, language: str, **options: Any) -> Page:
    page, _ = visit(render(key, language), **options)
    expect(page.locator("html")).to_have_attribute("data-state", "ready", timeout=60_000)
    expect(page.locator("html")).to_have_attribute("lang", language.replace("_", "-"))
    expect(page.get_by_text("Loading widget...")).to_have_count(0)
    return page


NO_PROSE: Final = re.compile(r"[\w.]+\([^()]*\)|.*\([0-9]{4}\)")
"""A call in a program, or a book with its year: both are the same in all languages."""


def texts(page: Page) -> list[str]:
    """Return what can be read on a page, or is told to a screen reader, text by text."""
    return [text for text in (NO_PROSE.sub("", one) for one in page.evaluate(TEXTS)) if text]


def sources(language: str) -> set[str]:
    """Return the English texts that are said in another way in ``language``."""
    english: set[str] = set()
    for domain in DOMAINS:
        translations = catalogue(language, domain=domain)
        for message in template(domain):
            text = message.id
            if isinstance(text, str) and not message.context and translations.gettext(text) != text:
                english.add(text)
    said_there = {catalogue(language).gettext(text) for text in english}
    return english - said_there - WORDS_OF_BOTH


def remains(page: Page, english: set[str]) -> list[str]:
    """Return the texts of a page that are English."""
    return [text for text in texts(page) if text in english or ENGLISH.search(text)]


# ------------------------------------------------------------------- three languages


@pytest.fixture(scope="module")
def english() -> dict[str, set[str]]:
    return {language: sources(language) for language in OTHERS}


@pytest.mark.parametrize("language", OTHERS)
@pytest.mark.parametrize("key", LESSONS)
def test_no_english_is_left_in_a_lesson(
    visit: Visit, english: dict[str, set[str]], key: str, language: str
) -> None:
    page = open_lesson(visit, key, language)
    assert len(texts(page)) > 30
    assert remains(page, english[language]) == []


@pytest.mark.parametrize("language", OTHERS)
def test_no_english_is_left_around_the_lessons(
    visit: Visit, english: dict[str, set[str]], language: str
) -> None:
    page, _ = visit(f"/{address(language)}/")
    assert len(texts(page)) > 100
    assert remains(page, english[language]) == []


def test_english_would_be_found(visit: Visit, english: dict[str, set[str]]) -> None:
    page, _ = visit("/es/")
    page.locator("h1").evaluate("heading => heading.textContent = 'All of the codes are left'")
    page.locator("h2").first.evaluate("heading => heading.textContent = 'Give up'")
    page.locator("main").evaluate("main => main.setAttribute('aria-label', 'Lessons')")
    found = remains(page, english["es"])
    assert sorted(found) == ["All of the codes are left", "Give up", "Lessons"]


@pytest.mark.parametrize("language", OTHERS)
def test_the_letters_of_the_language_are_its_keys(visit: Visit, language: str) -> None:
    page = open_lesson(visit, LESSONS[0], language)
    with speaking(language):
        board = page.get_by_role("region", name=gettext("Mastermind board")).first
        draft = board.get_by_role("group", name=gettext("Your guess, row {row}").format(row=1))
        guess = CLASSIC.space.code_at(8)
        letters = CLASSIC.space.format(guess)
        names = [CLASSIC.space.kind(peg).name for peg in guess]
    draft.get_by_role("button").first.focus()
    page.keyboard.type(letters.lower())
    for slot, name in zip(draft.get_by_role("button").all(), names, strict=True):
        expect(slot).to_have_accessible_name(re.compile(rf": {name}$"))
    page.keyboard.press("Enter")
    expect(board.locator(".mm-played")).to_have_count(1)
    assert "".join(board.locator(".mm-played .mm-peg text").all_text_contents()) == letters


@pytest.mark.parametrize("language", OTHERS)
def test_numbers_are_written_as_the_language_does(visit: Visit, language: str) -> None:
    page = open_lesson(visit, "03-how-many", language)
    shown = page.locator("body").inner_text()
    with speaking(language):
        assert number(CLASSIC.space.size) in shown
    assert "1,296" not in shown


def test_the_switch_stays_on_the_lesson(visit: Visit) -> None:
    page = open_lesson(visit, "02-answer", "fr")
    page.locator(".languages summary").click()
    page.get_by_role("link", name="Português do Brasil").click()
    expect(page.locator("html")).to_have_attribute("lang", "pt-BR")
    assert page.url.endswith(render("02-answer", "pt_BR"))
    page.locator(".languages summary").click()
    expect(page.get_by_role("link", name="Português do Brasil")).to_have_attribute(
        "aria-current", "true"
    )
    expect(page.get_by_role("link", name="English")).to_be_visible()


def test_the_landing_page_follows_the_browser(visit: Visit) -> None:
    page, _ = visit("/", locale="pt-PT")
    expect(page.locator("html")).to_have_attribute("lang", "pt-BR")


# ------------------------------------------------------------------- a language of long words


@pytest.fixture(scope="module")
def long_words(browser: Browser, tmp_path_factory: pytest.TempPathFactory) -> Iterator[Visit]:
    """Open pages of a course in which every text is longer and none is English."""
    folder = tmp_path_factory.mktemp("pseudo")
    copy_with_pseudo(folder, LONG)
    with pytest.MonkeyPatch.context() as environment:
        environment.setenv("PYTHONPATH", str(folder))
        with serving("pseudo", folder) as server, visiting(browser, server) as visit:
            yield visit


def plain(page: Page) -> set[str]:
    """Return the words of a page that have no accent, so that they are English."""
    words = re.findall(r"\b[b-z]*[aeiou][a-z]*\b", " ".join(texts(page)))
    return set(words) - NAMES_IN_PROGRAMS


def crowded(page: Page) -> list[str]:
    return too_wide(page) + list(page.evaluate(CLIPPED))


PHONE: Final[dict[str, Any]] = {"viewport": {"width": 360, "height": 740}}


@pytest.mark.parametrize("key", LESSONS)
def test_a_lesson_has_room_for_long_words_and_no_word_of_its_own(
    long_words: Visit, key: str
) -> None:
    page = open_lesson(long_words, key, LONG, **PHONE)
    assert plain(page) == set()
    assert crowded(page) == []
    page.set_viewport_size({"width": 1280, "height": 800})
    assert crowded(page) == []


def test_the_landing_page_has_room_for_long_words_and_no_word_of_its_own(
    long_words: Visit,
) -> None:
    page, _ = long_words(f"/{LONG}/", **PHONE)
    assert plain(page) == set()
    assert crowded(page) == []


def test_a_game_has_room_for_long_words_and_no_word_of_its_own(long_words: Visit) -> None:
    page = open_lesson(long_words, LESSONS[0], LONG, **PHONE)
    board = page.get_by_role("region", name=pseudo("Mastermind board")).first
    board.locator("summary").first.click()
    play(board, CLASSIC)
    board.get_by_role("button", name=pseudo("Give up"), exact=True).click()
    assert plain(page) == set()
    assert crowded(page) == []
    board.get_by_role("button", name=pseudo("Show the code?"), exact=True).click()
    expect(board.locator(".mm-end")).to_be_visible()
    assert plain(page) == set()
    assert crowded(page) == []


def play(board: Any, game: Rules) -> None:
    name = pseudo("Your guess, row {row}").format(row=1)
    board.get_by_role("group", name=name).get_by_role("button").first.focus()
    board.page.keyboard.type(game.space.format(game.space.code_at(8)))
    board.page.keyboard.press("Enter")
    expect(board.locator(".mm-played")).to_have_count(1)


def test_the_pseudo_language_keeps_what_programs_need() -> None:
    assert pseudo("Check") == "Chéck ö"
    text = pseudo("Play {n} games, [here](a.ipynb) or `lab`.")
    for part in ("{n}", "](a.ipynb)", "`lab`"):
        assert part in text
    assert len(text) > 1.35 * len("Play {n} games, [here](a.ipynb) or `lab`.")
    assert catalogue("en", domain=DOMAIN).gettext("Check") == "Check"
