"""What a check of lessons finds, and what it leaves alone."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import nbformat
import pytest
from nbformat.v4 import new_code_cell, new_markdown_cell, new_notebook

from mastermind_edu.lessons import checks
from mastermind_edu.lessons.build import build
from mastermind_edu.lessons.checks import Fault, Lessons, NoLessons, check, find_lessons
from mastermind_edu.lessons.questions import Number
from mastermind_edu.lessons.registry import publish

TITLE = "# A lesson"
SYLLABUS = """
[[lesson]]
key = "01-first"
title = "First"
minutes = 1
question = "Which is first?"
objectives = ["Begin."]
prerequisites = []
key_points = ["It began."]
"""


def notebook(*sources: str, **metadata: Any) -> Any:
    """Make a notebook; a cell that begins with a letter is code."""
    cells = [
        (new_code_cell if source[0].isalpha() else new_markdown_cell)(source) for source in sources
    ]
    return new_notebook(cells=cells, metadata=metadata)


def write(folder: Path, *sources: str, **metadata: Any) -> Path:
    file = folder / "en" / "01-first.ipynb"
    file.parent.mkdir(exist_ok=True)
    nbformat.write(notebook(*sources, **metadata), file)
    return file


def faults(folder: Path) -> list[Fault]:
    return [fault for _, found in check(Lessons(folder)) for fault in found]


def told(folder: Path, *sources: str) -> list[tuple[int | None, str]]:
    """Return cell and sentence of each fault in a notebook of prose, which is not run."""
    write(folder, *sources)
    return [(fault.cell, fault.sentence) for fault in faults(folder)]


@pytest.fixture
def unrun(monkeypatch: pytest.MonkeyPatch) -> None:
    """Leave out the kernels, where it is not about code."""
    monkeypatch.setattr(checks, "_run", lambda _file, _notebook: iter(()))


@pytest.mark.usefixtures("unrun")
class TestProse:
    @pytest.mark.parametrize(
        "cells",
        [
            (TITLE, "## A\n\n### B\n\n## C"),
            (TITLE, "[here](#a), [mail](mailto:a@b.c), [far](https://example.org/x.ipynb)"),
            (TITLE, "![A board with one row](board.png)", "[Lesson](01-first.ipynb#part)"),
            (TITLE, '<img src="board.png" alt="">', '<svg aria-hidden="true"><path/></svg>'),
            (TITLE, '<svg role="img" aria-label="A peg"><svg><path/></svg></svg>'),
            (TITLE, '<svg role="img">\n<title>A peg</title></svg>'),
            (TITLE, "```\n# no title\n[no link](gone.ipynb)\n```"),
            (TITLE, "[with a space](a%20b.txt)"),
        ],
    )
    def test_what_is_in_order_is_left_alone(self, tmp_path: Path, cells: tuple[str, ...]) -> None:
        for name in ("board.png", "a b.txt"):
            (tmp_path / "en").mkdir(exist_ok=True)
            (tmp_path / "en" / name).write_bytes(b"")
        assert told(tmp_path, *cells) == []

    @pytest.mark.parametrize(
        ("cells", "cell", "sentence"),
        [
            (("## Part",), 1, "The heading “Part” is of level 2, but the first one is the title"),
            (("*No heading*",), 1, "A lesson begins with its title, a heading of level 1."),
            ((TITLE, "*x*", "# Two"), 3, "The heading “Two” is a second title."),
            ((TITLE, "### Deep"), 2, "“Deep” is of level 3, but after the one before it level 2"),
            (
                (TITLE, "## A\n\n#### B"),
                2,
                "“B” is of level 4, but after the one before it level 3",
            ),
            ((TITLE, "[next](02-gone.ipynb)"), 2, "The link leads to 02-gone.ipynb, which is not"),
            ((TITLE, "- a\n- **[x](y.md#z)**"), 2, "The link leads to y.md#z, which is not there."),
            ((TITLE, '<a href="gone.html">x</a>'), 2, "The link leads to gone.html"),
            ((TITLE, "![A board](gone.png)"), 2, "The link leads to gone.png"),
            ((TITLE, "![](data:image/png;base64,AA)"), 2, "has no alternative text"),
            ((TITLE, '<img src="data:,x">'), 2, "The picture data:,x has no alternative text."),
            ((TITLE, "<svg>\n<path/></svg>"), 2, "The picture svg has no alternative text."),
        ],
    )
    def test_what_is_wrong_is_told_with_its_cell(
        self, tmp_path: Path, cells: tuple[str, ...], cell: int, sentence: str
    ) -> None:
        ((found, text),) = told(tmp_path, *cells)
        assert found == cell
        assert sentence in text

    def test_an_unknown_exercise_is_told(self, tmp_path: Path) -> None:
        ((cell, text),) = told(tmp_path, TITLE, 'exercise("02-answer/gone")')
        assert cell == 2
        assert "There is no exercise '02-answer/gone'." in text

    def test_an_exercise_of_the_course_is_in_order(self, tmp_path: Path) -> None:
        assert told(tmp_path, TITLE, 'exercise("02-answer/two-steps")') == []

    def test_a_published_solution_that_is_wrong_is_told(
        self, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        monkeypatch.setattr("mastermind_edu.lessons.registry._makers", {})

        class Misprinted(Number):
            solution = 5

        @publish("01-first/sum")
        def _() -> Number:
            return Misprinted(prompt="2 + 2?", value=4, because=".", slips={}, advice="Add.")

        ((cell, text),) = told(tmp_path, TITLE, 'exercise("01-first/sum")')
        assert cell == 2
        assert text.startswith("The published solution of 01-first/sum is not judged right: ")

    def test_an_exercise_that_cannot_be_made_is_told(
        self, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        monkeypatch.setattr("mastermind_edu.lessons.registry._makers", {})

        @publish("01-first/broken")
        def _() -> Number:
            raise KeyError("x")

        assert told(tmp_path, TITLE, 'exercise("01-first/broken")') == [
            (2, "The exercise 01-first/broken cannot be made: KeyError: 'x'.")
        ]

    def test_a_file_that_is_no_notebook_is_told(self, tmp_path: Path) -> None:
        write(tmp_path, TITLE).write_text("{", encoding="utf-8")
        (fault,) = faults(tmp_path)
        assert fault.cell is None
        assert fault.sentence.startswith("This file cannot be read: ")


class TestCode:
    def test_the_first_cell_that_stops_is_told(self, tmp_path: Path) -> None:
        file = write(tmp_path, TITLE, "x = 1", "*prose*", "print(x, y)", "print(z)")
        before = file.read_bytes()
        assert [str(fault) for fault in faults(tmp_path)] == [
            f"{file}, cell 4 (“print(x, y)”): The code stops with an error: "
            "NameError: name 'y' is not defined."
        ]
        assert file.read_bytes() == before

    def test_it_runs_in_its_own_folder(self, tmp_path: Path) -> None:
        write(tmp_path, TITLE, "open('notes.txt').read()")
        (tmp_path / "en" / "notes.txt").write_text("here", encoding="utf-8")
        assert faults(tmp_path) == []

    def test_a_picture_that_code_draws_needs_words(self, tmp_path: Path) -> None:
        html = "from IPython.display import HTML, SVG, Image, display\n"
        write(
            tmp_path,
            TITLE,
            html + 'HTML(\'<svg role="img" aria-label="A peg"></svg>\')',
            "HTML('<svg></svg>')",
            "display(SVG('<svg xmlns=\"http://www.w3.org/2000/svg\"></svg>'))",
            "Image(b'x', format='png')",
            "Image(b'x', format='png', alt='A peg')",
        )
        assert [
            (fault.cell, "alternative text" in fault.sentence) for fault in faults(tmp_path)
        ] == [
            (3, True),
            (4, True),
            (5, True),
        ]

    def test_code_that_never_ends_is_told(
        self, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        monkeypatch.setattr(checks, "PATIENCE", 2)
        write(tmp_path, TITLE, "while True: pass")
        assert [(fault.cell, fault.sentence) for fault in faults(tmp_path)] == [
            (2, "The code takes longer than 2 seconds.")
        ]

    def test_code_that_ends_python_is_told(self, tmp_path: Path) -> None:
        write(tmp_path, TITLE, "import os\nos._exit(1)")
        assert [(fault.cell, fault.sentence) for fault in faults(tmp_path)] == [
            (2, "The code ends Python itself, so nothing after it can run.")
        ]

    def test_an_unknown_kernel_is_told(self, tmp_path: Path) -> None:
        write(tmp_path, TITLE, "x = 1", kernelspec={"name": "no-such", "display_name": "x"})
        (fault,) = faults(tmp_path)
        assert fault.sentence == (
            "The notebook asks for the kernel “no-such”, which is not installed."
        )


@pytest.fixture
def checkout(tmp_path: Path) -> Path:
    texts = tmp_path / "course" / "teacher-guide" / "texts"
    lessons = tmp_path / "course" / "lessons"
    for folder in (texts, lessons):
        folder.mkdir(parents=True)
    (tmp_path / "course" / "syllabus.toml").write_text(SYLLABUS, encoding="utf-8")
    (lessons / "01-first.md").write_text("## Part\n", encoding="utf-8")
    (texts / "README.md").write_text("# Guide\n\n[](01-first.md)\n", encoding="utf-8")
    build(tmp_path / "course", tmp_path / "notebooks")
    return tmp_path


@pytest.mark.usefixtures("unrun")
class TestSources:
    @pytest.mark.parametrize("place", ["", "course"])
    def test_a_checkout_is_checked_from_its_root_and_from_its_sources(
        self, checkout: Path, place: str
    ) -> None:
        found = list(check(find_lessons(checkout / place)))
        assert [file.name for file, _ in found] == ["01-first.ipynb", "01-first.md", "README.md"]
        assert [fault for _, faults in found for fault in faults] == []

    def test_a_notebook_that_its_text_would_not_build_is_told(self, checkout: Path) -> None:
        (checkout / "course" / "lessons" / "01-first.md").write_text("## Other\n", "utf-8")
        found = dict(check(find_lessons(checkout)))
        (fault,) = found.pop(checkout / "notebooks" / "en" / "01-first.ipynb")
        assert "This is not what its text would build." in fault.sentence
        assert "python -m mastermind_edu.lessons.build" in fault.sentence
        assert not any(found.values())

    def test_a_lesson_that_was_not_built_yet_is_told(self, checkout: Path) -> None:
        file = checkout / "notebooks" / "en" / "01-first.ipynb"
        file.unlink()
        found = dict(check(find_lessons(checkout)))
        assert "not what its text would build" in found[file][0].sentence

    def test_a_text_that_cannot_be_built_is_told(self, checkout: Path) -> None:
        (checkout / "course" / "lessons" / "01-first.md").write_text("# Title\n", "utf-8")
        *_, (file, (fault,)) = check(find_lessons(checkout))
        assert file == checkout / "course"
        assert "The heading 'Title'" in fault.sentence

    def test_a_link_in_the_guide_that_leads_nowhere_is_told(self, checkout: Path) -> None:
        text = checkout / "course" / "teacher-guide" / "texts" / "README.md"
        text.write_text("# Guide\n\n[x](gone.md)\n", encoding="utf-8")
        build(checkout / "course", checkout / "notebooks")
        found = dict(check(find_lessons(checkout)))
        (fault,) = found[checkout / "course" / "teacher-guide" / "en" / "README.md"]
        assert (fault.cell, fault.sentence) == (
            None,
            "The link leads to gone.md, which is not there.",
        )


def test_a_folder_without_lessons_has_nothing_to_check(tmp_path: Path) -> None:
    with pytest.raises(NoLessons, match="There are no lessons in"):
        find_lessons(tmp_path)


def test_what_jupyter_keeps_aside_is_left_alone(tmp_path: Path) -> None:
    file = write(tmp_path, TITLE)
    aside = tmp_path / ".ipynb_checkpoints"
    aside.mkdir()
    (aside / "01-first-checkpoint.ipynb").write_text("{", encoding="utf-8")
    assert find_lessons(tmp_path).files == (file,)
