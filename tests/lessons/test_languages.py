"""Every language has the whole course, and its letters, numbers and notebooks are its own."""

from __future__ import annotations

import json
import re
import shutil
from collections.abc import Iterator
from typing import Any

import pytest
from babel.numbers import format_decimal

from mastermind_edu.games.catalogue import GAMES, GRAND
from mastermind_edu.games.codes import CodeSpace
from mastermind_edu.games.pegs import COLOURS, SHAPES
from mastermind_edu.language import LANGUAGES, address, gettext, locale_folder, number, speaking
from mastermind_edu.lessons.build import build, differences
from mastermind_edu.lessons.catalogues import DOMAINS, catalogue_file, faults, template
from mastermind_edu.lessons.course import course_folder, notebooks_folder, syllabus

OTHERS = tuple(language for language in LANGUAGES if language != "en")


@pytest.fixture(params=LANGUAGES)
def language(request: pytest.FixtureRequest) -> Iterator[str]:
    """A language of the course, spoken while the test runs."""
    with speaking(request.param):
        yield request.param


# ------------------------------------------------------------------- catalogues


@pytest.mark.parametrize("language", OTHERS)
def test_every_text_is_translated_and_fits_its_source(language: str) -> None:
    found = faults(language)
    assert not found, f"{len(found)} faults:\n" + "\n".join(found[:20])


@pytest.mark.parametrize("language", OTHERS)
def test_no_entry_is_left_over_or_unfinished(language: str) -> None:
    for domain in DOMAINS:
        text = catalogue_file(language, domain).read_text(encoding="utf-8")
        assert "#~" not in text
        assert "fuzzy" not in text


def test_there_is_a_catalogue_for_each_language_and_no_other() -> None:
    assert {place.name for place in locale_folder().iterdir() if place.is_dir()} == set(OTHERS)


@pytest.mark.parametrize("language", OTHERS)
def test_each_language_has_a_glossary(language: str) -> None:
    glossary = (locale_folder() / language / "GLOSSARY.md").read_text(encoding="utf-8")
    assert len(re.findall(r"^\|.+\|.+\|", glossary, re.MULTILINE)) > 15


# ------------------------------------------------------------------- letters


def test_the_letters_of_colours_are_unique(language: str) -> None:
    letters = [colour.letter for colour in COLOURS]
    assert all(re.fullmatch(r"[A-ZÀ-Ý]", letter) for letter in letters), language
    assert len(set(letters)) == len(COLOURS)


def test_the_letters_of_shapes_are_unique(language: str) -> None:
    letters = [shape.letter for shape in SHAPES]
    assert all(re.fullmatch(r"[a-zà-ý]", letter) for letter in letters), language
    assert len(set(letters)) == len(SHAPES)


def test_a_letter_is_in_the_name(language: str) -> None:
    for one in (*COLOURS, *SHAPES):
        assert one.letter.lower() in one.name.lower(), (language, one.name)


def test_a_key_means_a_colour_or_a_shape_of_the_grand_board(language: str) -> None:
    kinds = GRAND.space.kinds
    colours = {kind.letter[0].lower() for kind in kinds}
    shapes = {kind.letter[1].lower() for kind in kinds}
    assert (len(colours), len(shapes), len(colours | shapes)) == (5, 5, 10), language


def test_names_are_unique(language: str) -> None:
    for table in (COLOURS, SHAPES):
        assert len({one.name for one in table}) == len(table), language


SPACES = {game.space: game.key for game in GAMES}


@pytest.mark.parametrize("space", SPACES, ids=SPACES.values())
def test_a_code_is_read_back_from_how_it_is_written(language: str, space: CodeSpace) -> None:
    step = max(1, space.size // 50)
    for index in range(0, space.size, step):
        code = space.code_at(index)
        assert space.parse(space.format(code)) == code, (language, space.format(code))
        assert space.parse(space.format(code).lower()) == code or space is GRAND.space
        assert space.parse(space.spell(code)) == code, (language, space.spell(code))


# ------------------------------------------------------------------- numbers and words


@pytest.mark.parametrize("value", [7, 360, 1296, 390625, 152587890625])
def test_numbers_are_written_as_the_language_does(language: str, value: int) -> None:
    # CLDR groups four digits in English and French; the course does so in all four languages.
    expected = f"{value:,}".replace(",", format_decimal(10**6, locale=language)[1])
    assert number(value) == expected


def test_decimals_are_written_as_the_language_does(language: str) -> None:
    assert number(4.3403, 3) == format_decimal(4.34, format="0.000", locale=language)


def test_a_list_is_said_in_the_language(language: str) -> None:
    words = {"en": "and", "es": "y", "fr": "et", "pt_BR": "e"}
    assert gettext("{firsts} and {last}").split()[1] == words[language]


BUTTONS = (
    "Check",
    "Clear",
    "Give up",
    "Hint",
    "New game",
    "Show the solution",
    "Start a new game",
    "Undo",
)


def test_buttons_are_short(language: str) -> None:
    known = {message.id for message in template("mastermind_edu")}
    for text in BUTTONS:
        if text in known:
            assert len(gettext(text)) <= max(14, 2 * len(text)), (language, gettext(text))
    assert sum(text in known for text in BUTTONS) > 4


# ------------------------------------------------------------------- notebooks


@pytest.fixture(scope="module")
def built(tmp_path_factory: pytest.TempPathFactory) -> dict[str, dict[str, Any]]:
    """The notebooks of every language, by language and lesson, built from what there is."""
    root = tmp_path_factory.mktemp("built")
    course = shutil.copytree(course_folder(), root / "course")
    for language in LANGUAGES:
        (root / "notebooks" / address(language)).mkdir(parents=True)
    build(course, root / "notebooks")
    return {
        language: {
            file.stem: json.loads(file.read_text(encoding="utf-8"))
            for file in sorted((root / "notebooks" / address(language)).iterdir())
        }
        for language in LANGUAGES
    }


Built = dict[str, dict[str, Any]]
LESSONS = [lesson.key for lesson in syllabus()]


def cells(notebook: Any, kind: str) -> dict[str, str]:
    return {
        cell["id"]: "".join(cell["source"])
        for cell in notebook["cells"]
        if cell["cell_type"] == kind
    }


@pytest.mark.parametrize("key", LESSONS)
def test_code_is_the_same_in_all_languages(built: Built, key: str) -> None:
    english = cells(built["en"][key], "code")
    assert english
    for language in OTHERS:
        spoken, *rest = cells(built[language][key], "code").items()
        assert spoken == (
            "language",
            f'from mastermind_edu.language import use_language\n\nuse_language("{language}")',
        )
        assert dict(rest) == english


@pytest.mark.parametrize("key", LESSONS)
def test_prose_is_in_the_language_and_leads_where_the_english_does(built: Built, key: str) -> None:
    english = cells(built["en"][key], "markdown")
    for language in OTHERS:
        prose = cells(built[language][key], "markdown")
        assert prose.keys() == english.keys()
        for name, source in english.items():
            assert prose[name] != source, (language, name)
            assert re.findall(r"\]\([^)]*\)", prose[name]) == re.findall(r"\]\([^)]*\)", source)
            assert re.findall(r"^#+ ", prose[name], re.MULTILINE) == (
                re.findall(r"^#+ ", source, re.MULTILINE)
            )


@pytest.mark.parametrize("key", LESSONS)
def test_metadata_tell_title_and_language(built: Built, key: str) -> None:
    lesson = next(lesson for lesson in syllabus() if lesson.key == key)
    for language in LANGUAGES:
        metadata = built[language][key]["metadata"]
        assert metadata["mastermind_edu"] == {"lesson": key, "language": language}
        with speaking(language):
            assert metadata["title"] == gettext(lesson.title)


def test_every_language_has_its_notebooks_and_they_are_up_to_date() -> None:
    folders = {folder.name for folder in notebooks_folder().iterdir() if folder.is_dir()}
    assert folders == {address(language) for language in LANGUAGES}
    assert differences() == ""
