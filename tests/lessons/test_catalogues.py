"""Every text that people read is found, kept through an update, and held to its source."""

from __future__ import annotations

import ast
import re
from collections.abc import Callable, Iterator
from html.parser import HTMLParser
from pathlib import Path
from typing import Any

import pytest
from babel.messages.catalog import Catalog
from babel.messages.pofile import read_po, write_po

from mastermind_edu.language import DOMAIN, LANGUAGES
from mastermind_edu.lessons import catalogues
from mastermind_edu.lessons.catalogues import (
    DOMAINS,
    GUIDE,
    LESSONS,
    PACKAGE,
    catalogue_file,
    faults,
    template,
    update,
)
from mastermind_edu.lessons.course import course_folder, syllabus
from mastermind_edu.lessons.prose import paragraphs

TEMPLATES = course_folder() / "voila" / "templates"
SPEAKING = ("gettext", "ngettext", "pgettext", "mark", "pmark")


@pytest.fixture(scope="module")
def templates() -> dict[str, Catalog]:
    return {domain: template(domain) for domain in DOMAINS}


# ------------------------------------------------------------------- what is found


def test_texts_of_programs_are_found(templates: dict[str, Catalog]) -> None:
    texts = templates[DOMAIN]
    assert texts.get("red")
    assert texts.get("R", context="letter of a colour")
    assert texts.get(",", context="thousands separator")
    assert texts.get(("{n} lesson can be open at once.", "{n} lessons can be open at once."))


def test_texts_of_pages_are_found(templates: dict[str, Catalog]) -> None:
    texts = templates[DOMAIN]
    assert texts.get("Skip to the content")
    assert texts.get("There is no such page")
    assert texts.get(("{n} minute", "{n} minutes"))


def test_texts_of_the_syllabus_are_found(templates: dict[str, Catalog]) -> None:
    for lesson in syllabus():
        for text in (lesson.title, lesson.question, *lesson.objectives, *lesson.key_points):
            assert templates[DOMAIN].get(text), text


@pytest.mark.parametrize(("domain", "folder"), [(LESSONS, "lessons"), (GUIDE, "teacher-guide")])
def test_prose_is_found_paragraph_by_paragraph(
    templates: dict[str, Catalog], domain: str, folder: str
) -> None:
    files = {file.name for file in (course_folder() / folder).rglob("*.md")}
    found = {place for message in templates[domain] for place, _ in message.locations}
    assert found == files
    for message in templates[domain]:
        if message.id:
            assert list(paragraphs(message.id)) == [message.id]
            assert "code-cell" not in message.id


def calls(tree: ast.AST) -> Iterator[ast.Call]:
    for node in ast.walk(tree):
        if isinstance(node, ast.Call) and getattr(node.func, "id", None) in SPEAKING:
            yield node


@pytest.mark.parametrize(
    "file", sorted(PACKAGE.rglob("*.py")), ids=lambda file: file.relative_to(PACKAGE).as_posix()
)
def test_no_text_is_put_together_before_it_is_translated(file: Path) -> None:
    if file.name == "language.py":
        return
    for call in calls(ast.parse(file.read_text(encoding="utf-8"))):
        texts = call.args[:-1] if getattr(call.func, "id", "") == "ngettext" else call.args
        for text in texts:
            put_together = isinstance(text, (ast.JoinedStr, ast.BinOp)) or (
                isinstance(text, ast.Call) and getattr(text.func, "attr", "") == "format"
            )
            assert not put_together, f"line {call.lineno}"


class Spoken(HTMLParser):
    """The words of a page that no call for a translation stands around."""

    def __init__(self) -> None:
        super().__init__()
        self.words: list[str] = []
        self.inside = ""

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.inside = tag
        for name, value in attrs:
            if name in ("alt", "aria-label", "placeholder", "title") or name.startswith(
                "data-text"
            ):
                self.handle_data(value or "")

    def handle_endtag(self, tag: str) -> None:  # noqa: ARG002
        self.inside = ""

    def handle_data(self, data: str) -> None:
        if self.inside not in ("script", "style"):
            self.words += re.findall(r"[^\W\d_]{2,}", data)


def unspoken(page: str) -> list[str]:
    parser = Spoken()
    page = re.sub(r"\{#.*?#\}|\{\{.*?\}\}|\{%.*?%\}", "", page, flags=re.DOTALL)
    parser.feed(re.sub(r"\bdata-[\w-]+(?:=\"\"|\s*$)", "", page, flags=re.MULTILINE))
    return parser.words


@pytest.mark.parametrize(
    "file",
    sorted([*TEMPLATES.rglob("*.html"), *TEMPLATES.rglob("*.j2")]),
    ids=lambda file: file.name,
)
def test_no_word_of_a_page_is_left_out(file: Path) -> None:
    page = file.read_text(encoding="utf-8")
    assert unspoken(page) == []


def test_a_word_left_out_would_be_found() -> None:
    page = '<p title="One" data-text-x="Or">{{ _("told") }} two</p><script>three</script>{# four #}'
    assert unspoken(page) == ["One", "Or", "two"]


# ------------------------------------------------------------------- updating


@pytest.fixture
def small(monkeypatch: pytest.MonkeyPatch) -> list[tuple[str, str | None, Any]]:
    """Make the course one of a few texts, which the test may change."""
    texts: list[tuple[str, str | None, Any]] = [
        ("a.py", None, "Play {n} games, [here](a.ipynb)."),
        ("a.py", None, ("{n} game", "{n} games")),
        ("b.py", "letter", "R"),
        ("b.py", None, "Press `R`."),
    ]
    monkeypatch.setattr(catalogues, "_texts", lambda domain: texts if domain == DOMAIN else [])
    return texts


def catalog(folder: Path, language: str = "es") -> Catalog:
    with catalogue_file(language, DOMAIN, folder).open("rb") as file:
        return read_po(file, locale=language, domain=DOMAIN)


def change(folder: Path, mend: Callable[[Catalog], None]) -> None:
    changed = catalog(folder)
    mend(changed)
    with catalogue_file("es", DOMAIN, folder).open("wb") as file:
        write_po(file, changed, width=0)


def translate(folder: Path) -> None:
    def mend(one: Catalog) -> None:
        one["Play {n} games, [here](a.ipynb)."].string = "Juega {n} partidas, [aquí](a.ipynb)."
        one["{n} game"].string = ("{n} partida", *["{n} partidas"] * (one.num_plurals - 1))
        one.get("R", context="letter").string = "R"
        one["Press `R`."].string = "Oprime `R`."

    change(folder, mend)


Small = list[tuple[str, str | None, Any]]


def test_an_update_makes_the_catalogues_of_a_new_language(tmp_path: Path, small: Small) -> None:
    update("es", tmp_path)
    assert [file.name for file in sorted(tmp_path.rglob("*.po"))] == sorted(
        f"{domain}.po" for domain in DOMAINS
    )
    assert {message.id for message in catalog(tmp_path)} == {"", *(text for _, _, text in small)}
    assert catalog(tmp_path).num_plurals == Catalog(locale="es").num_plurals


def test_a_language_with_other_plurals_gets_them(tmp_path: Path, small: Small) -> None:
    update("pl", tmp_path)
    assert small
    assert catalog(tmp_path, "pl").num_plurals > 2


def test_an_update_keeps_translations_and_drops_texts_that_are_gone(
    tmp_path: Path, small: Small
) -> None:
    update("es", tmp_path)
    translate(tmp_path)
    small[0] = ("a.py", None, "Play {n} games, [here](a.ipynb)!")
    update("es", tmp_path)
    updated = catalog(tmp_path)
    assert updated["{n} game"].string[0] == "{n} partida"
    assert updated["Play {n} games, [here](a.ipynb)!"].string == ""
    assert "Juega" not in catalogue_file("es", DOMAIN, tmp_path).read_text(encoding="utf-8")


def test_an_update_guesses_nothing(tmp_path: Path, small: Small) -> None:
    update("es", tmp_path)
    translate(tmp_path)
    small[1] = ("a.py", None, ("{n} play", "{n} games"))
    update("es", tmp_path)
    assert not any(message.fuzzy for message in catalog(tmp_path))
    assert catalog(tmp_path)["{n} play"].string == ("",) * catalog(tmp_path).num_plurals


def test_a_second_update_changes_nothing(tmp_path: Path, small: Small) -> None:
    assert small
    update("es", tmp_path)
    translate(tmp_path)
    update("es", tmp_path)
    before = {file: file.read_bytes() for file in tmp_path.rglob("*.po")}
    update("es", tmp_path)
    assert {file: file.read_bytes() for file in tmp_path.rglob("*.po")} == before


def test_what_is_committed_is_up_to_date(tmp_path: Path) -> None:
    for language in LANGUAGES:
        if language == "en":
            continue
        for domain in DOMAINS:
            copy = catalogue_file(language, domain, tmp_path)
            copy.parent.mkdir(parents=True, exist_ok=True)
            copy.write_bytes(catalogue_file(language, domain).read_bytes())
        update(language, tmp_path)
        for domain in DOMAINS:
            committed = catalogue_file(language, domain).read_text(encoding="utf-8")
            assert catalogue_file(language, domain, tmp_path).read_text("utf-8") == committed, (
                f"{language}/{domain}: run python -m mastermind_edu.lessons.catalogues"
            )


# ------------------------------------------------------------------- faults


def test_a_whole_catalogue_has_no_fault(tmp_path: Path, small: Small) -> None:
    assert small
    update("es", tmp_path)
    translate(tmp_path)
    assert faults("es", tmp_path) == []


def test_a_missing_catalogue_is_a_fault(tmp_path: Path, small: Small) -> None:
    assert small
    assert faults("es", tmp_path) == [
        f"{catalogue_file('es', domain, tmp_path)} is missing." for domain in DOMAINS
    ]


def test_a_text_that_the_catalogue_has_not_got_is_a_fault(tmp_path: Path, small: Small) -> None:
    update("es", tmp_path)
    translate(tmp_path)
    small.append(("c.py", None, "New"))
    assert faults("es", tmp_path) == ["es/mastermind_edu: Not translated: 'New'"]


PLAY = "Play {n} games, [here](a.ipynb)."


@pytest.mark.parametrize(
    ("text", "string", "fault"),
    [
        (PLAY, "", "Not translated:"),
        (PLAY, "Juega {m} partidas, [aquí](a.ipynb).", "Other placeholders:"),
        (PLAY, "Juega partidas, [aquí](a.ipynb).", "Other placeholders:"),
        (PLAY, "Juega {n} {n}, [aquí](a.ipynb).", "Other placeholders:"),
        (PLAY, "Juega {n!r}, [aquí](a.ipynb).", "Other placeholders:"),
        (PLAY, "Juega {n} partidas, [aquí](b.ipynb).", "Other links:"),
        (PLAY, "Juega {n} partidas, aquí.", "Other links:"),
        ("Press `R`.", "Oprime `E`.", "Other code:"),
        ("{n} game", ("{n} partida", "", ""), "A plural form is missing:"),
        ("{n} game", ("{n} partida", "{m} partidas", "{n} partidas"), "Other placeholders:"),
    ],
)
def test_each_fault_is_found(
    tmp_path: Path, small: Small, text: str, string: str | tuple[str, ...], fault: str
) -> None:
    assert small
    update("es", tmp_path)
    translate(tmp_path)
    change(tmp_path, lambda one: setattr(one[text], "string", string))
    (found,) = faults("es", tmp_path)
    assert found == f"es/mastermind_edu: {fault} {text!r}"


def test_an_unfinished_text_is_a_fault(tmp_path: Path, small: Small) -> None:
    assert small
    update("es", tmp_path)
    translate(tmp_path)
    change(tmp_path, lambda one: one[PLAY].flags.add("fuzzy"))
    assert faults("es", tmp_path) == [f"es/mastermind_edu: Not finished: {PLAY!r}"]


def test_placeholders_may_stand_in_another_order(tmp_path: Path, small: Small) -> None:
    small[:] = [("a.py", None, "{a:>5} and {b!r}")]
    update("es", tmp_path)
    change(tmp_path, lambda one: setattr(one["{a:>5} and {b!r}"], "string", "{b!r} {a:>5}"))
    assert faults("es", tmp_path) == []
