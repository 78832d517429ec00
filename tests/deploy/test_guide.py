"""The page on running it for a school: its figures and what it names are there."""

from __future__ import annotations

import re
from pathlib import Path

import pytest
from typer.main import get_command
from typer.testing import CliRunner

from mastermind_edu.classroom import cli
from mastermind_edu.language import LANGUAGES, address
from mastermind_edu.lessons import capacity
from mastermind_edu.lessons.course import course_folder
from mastermind_edu.lessons.guide import GUIDE

DEPLOY = course_folder() / "deploy"
SOURCE = (course_folder() / GUIDE / "texts" / "school.md").read_text("utf-8")
PAGE = (course_folder() / GUIDE / "en" / "school.md").read_text("utf-8")
NAMED = sorted(set(re.findall(r"`([^`]*)`", SOURCE)))


def test_the_table_of_the_guide_is_what_the_figures_give() -> None:
    assert "{capacity}" in SOURCE
    assert capacity.table() in PAGE


def test_a_computer_holds_what_the_text_says() -> None:
    words = " ".join(SOURCE.split())
    assert "with 4 cores and 16 GiB of memory holds three classes of 40" in words
    assert (capacity.CORES, capacity.MEMORY) == (4, 16 * capacity.GIB)
    assert capacity.lesson_computers(3 * 40) == 1
    assert "three times as much as a lesson" in words
    assert round(capacity.MEMORY_OF_A_USER / capacity.MEMORY_OF_A_PUPIL) == 3
    assert "more than 2,000 users at once" in words


@pytest.mark.parametrize("count", [1, 40, 160, 161, 1000, 9999])
def test_pupils_fit_into_the_computers_and_not_into_fewer(count: int) -> None:
    usable = capacity.USABLE * capacity.MEMORY
    cores = capacity.CORES * capacity.PUPILS_OF_A_CORE
    for computers, memory in (
        (capacity.lesson_computers(count), capacity.lesson_memory(count)),
        (capacity.hub_computers(count), capacity.hub_memory(count)),
    ):
        assert memory <= computers * usable
        assert count <= computers * cores
        fewer = computers - 1
        assert memory > fewer * usable * 0.9 or count > fewer * cores


def test_the_command_starts_only_as_many_lessons_as_memory_allows() -> None:
    assert cli.MEMORY_OF_A_PUPIL >= capacity.MEMORY_OF_A_PUPIL


def test_files_and_folders_that_are_named_are_there() -> None:
    files = [name for name in NAMED if re.fullmatch(r"[\w.-]+\.(?:py|conf|service)", name)]
    assert len(files) >= 3
    assert [name for name in (*files, "Dockerfile", "z2jh") if not (DEPLOY / name).exists()] == []


def test_options_and_commands_that_are_named_are_there() -> None:
    command = get_command(cli.command())
    options = {name for parameter in command.params for name in parameter.opts}
    named = {name for text in NAMED for name in re.findall(r"^--[a-z-]+", text)}
    assert named
    assert named <= options
    subcommands = {text.split()[1] for text in NAMED if re.match(r"mastermind-edu [a-z]", text)}
    assert subcommands
    assert subcommands <= set(command.commands)  # type: ignore[attr-defined]


def test_settings_of_the_hub_that_are_named_are_there() -> None:
    configuration = (DEPLOY / "jupyterhub_config.py").read_text("utf-8")
    named = {name for text in NAMED for name in re.findall(r"MASTERMIND_EDU_\w+", text)}
    assert named
    assert [name for name in named if name not in configuration] == []


def test_words_quoted_from_the_program_are_its_own() -> None:
    package = Path(cli.__file__).parents[1]
    sources = [*package.rglob("*.py"), *(course_folder() / "voila").rglob("*.*")]
    program = " ".join(
        " ".join(file.read_text("utf-8").split()) for file in sources if file.suffix != ".pyc"
    )
    quoted = re.findall(r"“([^”]*)”", SOURCE)
    assert len(quoted) >= 4
    for words in quoted:
        start = re.split(r"8866|…", words)[0].strip(" .")
        assert start in program or start in (DEPLOY / "jupyterhub_config.py").read_text("utf-8")


@pytest.mark.parametrize("language", LANGUAGES)
def test_the_guide_can_be_had_from_the_command(tmp_path: Path, language: str) -> None:
    folder = tmp_path / "guide"
    runner = CliRunner()
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr("mastermind_edu.classroom.guide_command.current_language", lambda: language)
        done = runner.invoke(cli.command(), ["guide", str(folder)])
    assert done.exit_code == 0, done.output
    written = {file.relative_to(folder).as_posix() for file in folder.rglob("*.*")}
    pages = {file.name for file in (course_folder() / GUIDE / address(language)).glob("*.md")}
    assert pages < written
    assert {"deploy/nginx.conf", "deploy/z2jh/values.yaml"} < written
    text = (folder / "README.md").read_text("utf-8")
    assert text == (course_folder() / GUIDE / address(language) / "README.md").read_text("utf-8")


def test_a_page_of_the_guide_that_was_written_on_is_kept(tmp_path: Path) -> None:
    (tmp_path / "school.md").write_text("my notes", encoding="utf-8")
    CliRunner().invoke(cli.command(), ["guide", str(tmp_path)])
    assert (tmp_path / "school.md").read_text("utf-8") == "my notes"
    assert (tmp_path / "README.md").is_file()
