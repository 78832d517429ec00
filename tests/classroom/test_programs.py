"""The programs of widgets: fetched once from the server, or brought along where there is none."""

from __future__ import annotations

import re

import pytest

from mastermind_edu import widgets
from mastermind_edu.classroom.programs import programs
from mastermind_edu.lessons.code_tree import CodeTree
from mastermind_edu.lessons.exercise import Exercise
from mastermind_edu.widgets import Board
from mastermind_edu.widgets.base import PROGRAMS_VARIABLE, LessonWidget

from .conftest import Classroom

ADDRESS = "/assets/0123/programs"


class Renamed(Board):
    """A board of a teacher's notebook, drawn as any board."""


class Redrawn(Board):
    """A board of a teacher's notebook, drawn in another way."""

    _esm = "export default { render() {} }"


@pytest.fixture
def served(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv(PROGRAMS_VARIABLE, ADDRESS)


def test_each_widget_has_its_program_with_its_style() -> None:
    found = programs()
    kinds = [getattr(widgets, name) for name in widgets.__all__ if name != "beside"]
    assert found.keys() == {f"{kind.__name__}.js" for kind in (*kinds, Exercise, CodeTree)}
    for kind in kinds:
        program = found[f"{kind.__name__}.js"]
        assert program.endswith(f"{kind._esm}\n")
        assert ".mastermind" in program.partition(str(kind._esm))[0]


def test_a_widget_brings_its_program_along_where_no_server_has_it() -> None:
    board = Board()
    assert board._esm == str(Board._esm)
    assert board._css == str(Board._css)


@pytest.mark.usefixtures("served")
@pytest.mark.parametrize("kind", [Board, Renamed])
def test_a_widget_names_its_program_where_a_server_has_it(kind: type[LessonWidget]) -> None:
    widget = kind()
    assert f'"{ADDRESS}/Board.js"' in widget._esm
    assert widget._css == ""


@pytest.mark.usefixtures("served")
def test_a_widget_that_is_drawn_in_another_way_brings_its_program_along() -> None:
    assert Redrawn()._esm == Redrawn._esm


def test_the_server_has_the_programs_and_lets_browsers_keep_them(
    classroom: Classroom, pages: dict[str, str]
) -> None:
    assets = re.search(r"/assets/\w+", pages["en"])
    assert assets
    answer = classroom.http.get(f"{assets[0]}/programs/Board.js")
    assert answer.text == programs()["Board.js"]
    assert answer.headers["Content-Type"] == "text/javascript"
    assert "immutable" in answer.headers["Cache-Control"]
    assert classroom.http.get(f"{assets[0]}/programs/Nothing.js").status_code == 404
