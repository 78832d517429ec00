"""The command that looks over lessons, as a teacher gives it."""

from __future__ import annotations

import shutil
from pathlib import Path

import pytest
from typer.testing import CliRunner

from mastermind_edu.classroom import cli
from mastermind_edu.lessons.course import notebooks_folder

from .conftest import write_lesson


def check(*folders: Path) -> tuple[int, list[str]]:
    result = CliRunner().invoke(cli.command(), ["check", *map(str, folders)])
    return result.exit_code, result.output.splitlines()


def test_the_whole_course_is_in_order() -> None:
    status, said = check()
    assert (status, said[-1]) == (0, "All of it is in order."), "\n".join(said)


def test_a_copy_with_a_lesson_missing_is_told_and_not_changed(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    folder = tmp_path / "lessons" / "en"
    folder.mkdir(parents=True)
    for name in ("01-play.ipynb", "02-answer.ipynb"):
        shutil.copy(notebooks_folder() / "en" / name, folder)
    before = {file: file.read_bytes() for file in folder.iterdir()}
    monkeypatch.chdir(tmp_path)
    status, said = check(Path("lessons"))
    assert status == 1
    assert said[1] == "lessons/en/01-play.ipynb: in order."
    assert "which is not there" in said[2]
    assert "03-how-many.ipynb" in said[2]
    assert said[3:] == ["1 thing to mend."]
    assert {file: file.read_bytes() for file in folder.iterdir()} == before


def test_file_cell_and_reason_are_told(tmp_path: Path) -> None:
    write_lesson(tmp_path / "en", "# A lesson", "whole = 1\nwhole / 0", "# Another title")
    status, said = check(tmp_path)
    file = tmp_path / "en" / "01-play.ipynb"
    assert status == 1
    assert said == [
        "1 file is looked over. This takes a while, because the notebooks are run.",
        f"{file}, cell 2 (“whole = 1”): The code stops with an error: "
        "ZeroDivisionError: division by zero.",
        f"{file}, cell 3 (“# Another title”): The heading “Another title” is a second title. "
        "Only one can be of level 1.",
        "2 things to mend.",
    ]


def test_a_folder_without_lessons_is_refused(tmp_path: Path) -> None:
    status, said = check(tmp_path)
    assert status == 2
    assert said == [f"There are no lessons in {tmp_path}; 'mastermind-edu lab' makes a copy."]
