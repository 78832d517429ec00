"""The language of the pages and of the command: by address, by reader, by class, by machine."""

from __future__ import annotations

import re
import subprocess
from collections.abc import Iterator
from pathlib import Path

import pytest
import typer
from typer.testing import CliRunner

from mastermind_edu.classroom import cli
from mastermind_edu.classroom.pages import Page
from mastermind_edu.language import (
    LANGUAGES,
    address,
    catalogue,
    find_language,
    speaking,
    spoken_here,
)
from mastermind_edu.lessons.course import syllabus

from .conftest import COMMAND, KERNEL_ID, Classroom, free_port, running, write_lesson

OTHERS = tuple(language for language in LANGUAGES if language != "en")
FIRST, SECOND, *_ = syllabus()


def said(language: str, text: str) -> str:
    """Return a text in a language that surely has a translation of it."""
    translated = catalogue(language).gettext(text)
    assert (translated != text) == (language != "en"), text
    return translated


def heading(page: str) -> str:
    found = re.search(r"<h1[^>]*>(.*?)</h1>", page, re.DOTALL)
    assert found, page
    return found[1]


def spoken(page: str) -> str | None:
    found = re.search(r'<html lang="([^"]*)"', page)
    return found and found[1].replace("-", "_")


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The first lesson in four languages, and the second, which Spanish has not got yet."""
    folder = tmp_path_factory.mktemp("four")
    for language in LANGUAGES:
        place = folder / address(language)
        write_lesson(place, f"# A lesson in {language}")
        if language != "es":
            (place / f"{SECOND.key}.ipynb").write_bytes((place / "01-play.ipynb").read_bytes())
    return folder


@pytest.fixture(scope="module")
def school(tmp_path_factory: pytest.TempPathFactory, folder: Path) -> Iterator[Classroom]:
    options = ("--local", "--port", str(free_port()), "--lessons", str(folder))
    with running(tmp_path_factory.mktemp("school"), *options) as school:
        yield school


def ask(school: Classroom, path: str, accepted: str = "") -> tuple[int, str]:
    answer = school.http.get(path, headers={"Accept-Language": accepted}, follow_redirects=True)
    return answer.status_code, answer.text


# ------------------------------------------------------------------- addresses


@pytest.mark.parametrize("language", LANGUAGES)
def test_a_language_has_an_address(school: Classroom, language: str) -> None:
    for path in (f"/{address(language)}/", f"/{address(language)}"):
        status, page = ask(school, path, "de, en;q=0.5")
        assert (status, spoken(page)) == (200, language)
        assert heading(page) == said(language, "Think your way to the hidden code")


@pytest.mark.parametrize("path", ["/pt/01-play", "/pt/01-play/"])
def test_a_lesson_has_a_short_address(school: Classroom, path: str) -> None:
    answer = school.http.get(path)
    assert (answer.status_code, answer.headers["Location"]) == (
        302,
        "/voila/render/pt/01-play.ipynb",
    )


@pytest.mark.parametrize(
    "path", ["/de/", "/de", "/pt_BR/", "/PT/", "/xx/01-play", "/pt/99-none", "/es/02-answer"]
)
def test_there_is_nothing_at_an_address_without_lessons(school: Classroom, path: str) -> None:
    assert ask(school, path)[0] == 404


@pytest.mark.parametrize("language", LANGUAGES)
def test_a_lesson_speaks_the_language_of_its_address(school: Classroom, language: str) -> None:
    page = school.open(address(language)).text
    school.close(KERNEL_ID.findall(page)[0])
    assert spoken(page) == language
    assert f"A lesson in {language}" in page
    assert said(language, "All lessons") in page


@pytest.mark.parametrize("language", LANGUAGES)
def test_an_unknown_address_is_told_in_the_language_of_its_folder(
    school: Classroom, language: str
) -> None:
    there = address(language)
    for path in (f"/{there}/99-none", f"/voila/render/{there}/99-none.ipynb"):
        status, page = ask(school, path, "de")
        assert (status, spoken(page)) == (404, language)
        assert heading(page) == said(language, "There is no such page")
        assert f'href="/{there}/"' in page


def test_elsewhere_a_page_is_in_the_language_of_the_reader(school: Classroom) -> None:
    status, page = ask(school, "/nowhere", "fr-CA")
    assert (status, spoken(page)) == (404, "fr")
    assert heading(page) == said("fr", "There is no such page")


# ------------------------------------------------------------------- the reader


@pytest.mark.parametrize(
    ("accepted", "language"),
    [
        ("", "en"),
        ("es", "es"),
        ("pt-PT", "pt_BR"),
        ("PT-br", "pt_BR"),
        ("es-419,en;q=0.9", "es"),
        ("en;q=0.3, fr;q=0.7, es;q=0.5", "fr"),
        ("fr ; q = 0.2 , es ; q=0.8", "es"),
        ("es;q=0.5,fr;q=0.5", "es"),
        ("de-DE, it;q=0.9, pt;q=0.1", "pt_BR"),
        ("es;q=0, fr;q=0.1", "fr"),
        ("es;q=0", "en"),
        ("de, *;q=0.5", "en"),
        (";;q=,=1,,, fr;q=x, es;q=-1", "en"),
        ("es;q=nan", "en"),
        ("español", "en"),
        ("nowhere;q=0.4," * 200 + "fr", "fr"),
    ],
)
def test_the_reader_gets_the_dearest_language_there_is(accepted: str, language: str) -> None:
    paths = {f"{address(one)}/{FIRST.key}.ipynb": FIRST for one in LANGUAGES}
    assert Page("en", paths, "assets").for_reader(accepted).language == language


def test_the_landing_page_is_in_the_language_of_the_reader(school: Classroom) -> None:
    answer = school.http.get("/", headers={"Accept-Language": "de, es-MX;q=0.8"})
    assert spoken(answer.text) == "es"
    assert "Accept-Language" in answer.headers["Vary"]
    assert 'href="/voila/render/es/01-play.ipynb"' in answer.text
    assert "/render/en/" not in answer.text


def test_a_language_without_lessons_is_not_offered() -> None:
    page = Page("fr", {f"es/{FIRST.key}.ipynb": FIRST}, "assets")
    assert page.for_reader("fr, en").language == "fr"
    assert page.there().for_reader("fr, en").language == "es"
    assert [one.language for one in page.languages] == ["es"]


# ------------------------------------------------------------------- the switch


def switch(page: str) -> dict[str, tuple[str, str]]:
    """Return where the switch leads and what it is called, by language."""
    found = re.findall(
        r'<a lang="([^"]*)" hreflang="\1" href="([^"]*)"[^>]*>([^<]*)</a>', page, re.DOTALL
    )
    return {language.replace("-", "_"): (where, name) for language, where, name in found}


def test_the_switch_stays_on_the_lesson(school: Classroom) -> None:
    page = school.open("fr").text
    school.close(KERNEL_ID.findall(page)[0])
    assert switch(page) == {
        language: (f"/voila/render/{address(language)}/01-play.ipynb", name)
        for language, name in LANGUAGES.items()
    }


def test_the_switch_leads_to_the_same_lesson_or_else_to_all_of_them() -> None:
    paths = {
        f"{address(language)}/{lesson.key}.ipynb": lesson
        for language in LANGUAGES
        for lesson in (FIRST, SECOND)
        if (language, lesson) != ("es", SECOND)
    }
    page = Page("fr", paths, "assets")
    where = {one.language: one.elsewhere("/base/", SECOND.key) for one in page.languages}
    assert where == {
        "en": "/base/voila/render/en/02-answer.ipynb",
        "es": "/base/es/",
        "fr": "/base/voila/render/fr/02-answer.ipynb",
        "pt_BR": "/base/voila/render/pt/02-answer.ipynb",
    }


def test_the_switch_of_the_landing_page_leads_to_the_others(school: Classroom) -> None:
    offered = switch(ask(school, "/pt/")[1])
    assert offered == {one: (f"/{address(one)}/", name) for one, name in LANGUAGES.items()}


# ------------------------------------------------------------------- the class


def test_the_class_gets_its_language_whatever_the_browsers_say(
    tmp_path: Path, folder: Path
) -> None:
    options = ("--local", "--port", str(free_port()), "--lessons", str(folder), "--lang", "pt")
    with running(tmp_path, *options) as school:
        assert said("pt_BR", "The lessons are open.") in school.said
        for path in ("/", "/nowhere"):
            assert spoken(ask(school, path, "es, fr;q=0.5")[1]) == "pt_BR"
        assert spoken(ask(school, "/fr/", "es")[1]) == "fr"


@pytest.mark.parametrize("language", ["de", "xx", "english", "", "pt/../es"])
def test_an_unknown_language_gets_one_sentence(language: str) -> None:
    result = CliRunner().invoke(cli.command(), ["--lang", language])
    assert result.exit_code == 1
    assert result.output == f"There is no language {language}; there are en, es, fr and pt_BR.\n"


def test_a_language_without_lessons_gets_one_sentence(tmp_path: Path) -> None:
    write_lesson(tmp_path / "en", "# A lesson")
    with speaking("en"):
        options = ["--lang", "es", "--lessons", str(tmp_path)]
        result = CliRunner().invoke(cli.command(), options)
    assert result.exit_code == 1
    assert result.output == (
        said("es", "There are no lessons in {language} in {folder}.").format(
            language="Español", folder=tmp_path
        )
        + "\n"
    )


# ------------------------------------------------------------------- the command


@pytest.mark.parametrize(
    ("environment", "language"),
    [
        ({}, None),
        ({"LANG": "C.UTF-8"}, None),
        ({"LANG": "es_MX.UTF-8"}, "es"),
        ({"LANG": "es_ES.UTF-8", "LC_ALL": "fr_FR@euro"}, "fr"),
        ({"LANG": "es", "LC_MESSAGES": "pt_PT"}, "pt_BR"),
        ({"LANG": "es", "LC_ALL": "POSIX"}, None),
        ({"LANG": "es", "LANGUAGE": "de:pt_BR:en"}, "pt_BR"),
        ({"LANG": "es", "LC_ALL": ""}, "es"),
    ],
)
def test_the_environment_names_a_language(
    monkeypatch: pytest.MonkeyPatch, environment: dict[str, str], language: str | None
) -> None:
    for variable in ("LANGUAGE", "LC_ALL", "LC_MESSAGES", "LANG"):
        monkeypatch.delenv(variable, raising=False)
    for variable, value in environment.items():
        monkeypatch.setenv(variable, value)
    assert spoken_here() == language


@pytest.mark.parametrize(
    ("arguments", "language"),
    [
        (["--lang", "es"], "es"),
        (["kit", "--lang=pt", "-h"], "pt_BR"),
        (["--port", "80"], None),
        (["--lang"], None),
        (["--lang", "xx"], None),
    ],
)
def test_the_option_names_a_language(arguments: list[str], language: str | None) -> None:
    assert cli._language(arguments) == language


def helps(program: typer.main.TyperGroup | object) -> Iterator[str]:
    """Yield every help text of a command, of its options, and of the commands in it."""
    yield program.help  # type: ignore[attr-defined]
    for parameter in program.params:  # type: ignore[attr-defined]
        yield parameter.help
    for part in getattr(program, "commands", {}).values():
        yield from helps(part)


def test_every_help_text_is_in_the_language() -> None:
    english = list(helps(typer.main.get_command(cli.command())))
    assert len(english) > 25
    for language in OTHERS:
        with speaking(language):
            others = list(helps(typer.main.get_command(cli.command())))
        assert len(others) == len(english)
        assert [text for text in others if text in english] == []


@pytest.mark.parametrize("language", OTHERS)
def test_the_help_of_typer_is_in_the_language(language: str) -> None:
    with speaking(language):
        output = "".join(
            CliRunner().invoke(cli.command(), arguments, env={"COLUMNS": "200"}).output
            for arguments in (["--help"], ["kit", "--help"])
        )
    for text in ("Usage: ", "Show this help and stop.", "COMMAND …"):
        assert said(language, text).strip() in output
    for text in (
        "Usage:",
        "Show this",
        "COMMAND",
        "default",
        "OPTIONS",
        "<int",
        "<path",
        "NUMBER",
        "FILE",
    ):
        assert text not in output


@pytest.mark.parametrize("language", OTHERS)
@pytest.mark.parametrize(
    ("arguments", "sentence"),
    [
        (["--prot", "80"], "There is no option {option}."),
        (["--port", "0"], "{option} needs a whole number from {least} to {most}."),
        (["--pupils", "many"], "{option} needs a whole number, {least} or more."),
        (["kot"], "There is no command {command}; there are {known}."),
        (["lab", "here", "there"], "This is too much: {words}."),
        (["--port"], "The option {option} needs something after it, or takes nothing."),
    ],
)
def test_a_slip_is_told_in_the_language(language: str, arguments: list[str], sentence: str) -> None:
    names = {
        "option": arguments[0],
        "command": arguments[0],
        "words": arguments[-1],
        "least": 1,
        "most": 65535,
    }
    with speaking(language):
        result = CliRunner().invoke(cli.command(), arguments)
    told = said(language, sentence).partition("{known}")[0].format(**names)
    assert result.output.startswith(told)
    assert "--help" in result.output
    assert result.exit_code == 2


@pytest.mark.parametrize(
    ("arguments", "environment", "language"),
    [
        (["--lang", "es", "lab", "file"], {"LANG": "fr_FR.UTF-8"}, "es"),
        (["lab", "file"], {"LANG": "fr_FR.UTF-8"}, "fr"),
        (["lab", "file"], {"LANG": "C"}, "en"),
    ],
)
def test_sentences_come_in_the_language(
    tmp_path: Path, arguments: list[str], environment: dict[str, str], language: str
) -> None:
    (tmp_path / "file").write_text("mine", encoding="utf-8")
    blank = {"LANGUAGE": "", "LC_ALL": "", "LC_MESSAGES": ""}
    done = subprocess.run(
        [COMMAND, *arguments],
        cwd=tmp_path,
        env={"PATH": "", "PYTHONUTF8": "1", **blank, **environment},
        capture_output=True,
        encoding="utf-8",
        timeout=60,
        check=False,
    )
    sentence = said(language, "The lessons cannot be copied to {folder}: {reason}.")
    assert done.stderr.startswith(sentence.partition("{reason}")[0].format(folder="file"))
    assert done.returncode == 1


def test_a_name_means_a_language_of_the_course() -> None:
    assert {find_language(name) for name in ("pt", "PT", "pt_BR", "pt-PT", "pt_PT.UTF-8")} == {
        "pt_BR"
    }
    assert [find_language(name) for name in ("", "p", "port", "C", "POSIX", "pt BR", "..")] == (
        [None] * 7
    )
