import json
import subprocess
import sys
from pathlib import Path
from typing import Any

import nbformat
import pytest

from mastermind_edu.lessons.build import InvalidLesson, build, differences, main
from mastermind_edu.lessons.course import InvalidSyllabus

SYLLABUS = """
[[lesson]]
key = "01-first"
title = "First"
minutes = 1
question = "Which is first?"
objectives = ["Begin.", "Go on."]
prerequisites = []
key_points = ["It began."]

[[lesson]]
key = "02-second"
title = "Second"
minutes = 20
question = "Which is second?"
objectives = ["Continue."]
prerequisites = ["01-first"]
key_points = ["It went on."]

[[lesson]]
key = "04-last"
title = "Last"
minutes = 30
question = "Which is last?"
objectives = ["End."]
prerequisites = ["01-first", "02-second"]
key_points = ["It ended."]
"""
TEXT = """\
## A part

Prose with *stress* and é.

```{code-cell}
x = 1
x + 1
```

### A smaller part

```python
# not a heading
```

```{code-cell}
:tags: [remember]

x
```
"""


@pytest.fixture
def course(tmp_path: Path) -> Path:
    folder = tmp_path / "course"
    (folder / "lessons").mkdir(parents=True)
    (folder / "syllabus.toml").write_text(SYLLABUS, encoding="utf-8")
    for key in ("01-first", "02-second", "04-last"):
        (folder / "lessons" / f"{key}.md").write_text(TEXT, encoding="utf-8")
    return folder


@pytest.fixture
def notebooks(tmp_path: Path) -> Path:
    return tmp_path / "notebooks"


def read(file: Path) -> Any:
    return json.loads(file.read_text(encoding="utf-8"))


def sources(file: Path) -> dict[str, str]:
    return {cell["id"]: "".join(cell["source"]) for cell in read(file)["cells"]}


def test_each_lesson_becomes_a_valid_notebook(course: Path, notebooks: Path) -> None:
    files = build(course, notebooks)
    assert files == tuple(
        notebooks / "en" / name for name in ("01-first.ipynb", "02-second.ipynb", "04-last.ipynb")
    )
    for file in files:
        nbformat.validate(nbformat.read(file, as_version=4))


def test_prose_and_code_stay_in_order(course: Path, notebooks: Path) -> None:
    file, *_ = build(course, notebooks)
    cells = read(file)["cells"][1:-1]
    assert [(cell["cell_type"], cell["id"]) for cell in cells] == [
        ("markdown", "cell-1"),
        ("code", "cell-2"),
        ("markdown", "cell-3"),
        ("code", "cell-4"),
    ]
    assert sources(file)["cell-1"] == "## A part\n\nProse with *stress* and é."
    assert sources(file)["cell-2"] == "x = 1\nx + 1"
    assert cells[3]["metadata"] == {"tags": ["remember"]}


def test_the_header_comes_from_the_syllabus(course: Path, notebooks: Path) -> None:
    first, _, last = build(course, notebooks)
    assert sources(first)["header"] == (
        "# Lesson 1: First\n\n**Which is first?**\n\nAbout 1 minute.\n\n"
        "## What you learn\n\n- Begin.\n- Go on."
    )
    assert sources(last)["header"] == (
        "# Lesson 4: Last\n\n**Which is last?**\n\nAbout 30 minutes.\n\n"
        "You should know: [Lesson 1: First](01-first.ipynb), [Lesson 2: Second](02-second.ipynb)."
        "\n\n## What you learn\n\n- End."
    )


def test_the_footer_leads_on_and_back(course: Path, notebooks: Path) -> None:
    first, second, last = build(course, notebooks)
    onward, back = (
        "[Next lesson: Second](02-second.ipynb)",
        "[Previous lesson: Second](02-second.ipynb)",
    )
    assert sources(first)["footer"] == f"## What to remember\n\n- It began.\n\n{onward}"
    assert sources(second)["footer"] == (
        "## What to remember\n\n- It went on.\n\n[Next lesson: Last](04-last.ipynb)\n\n"
        "[Previous lesson: First](01-first.ipynb)"
    )
    assert sources(last)["footer"] == f"## What to remember\n\n- It ended.\n\n{back}"


def test_every_link_leads_to_a_notebook_beside(course: Path, notebooks: Path) -> None:
    for file in build(course, notebooks):
        cells = sources(file)
        links = [part.split(")")[0] for part in (cells["header"] + cells["footer"]).split("](")[1:]]
        assert links
        assert all((file.parent / link).is_file() for link in links)


def test_metadata_tell_title_language_and_kernel(course: Path, notebooks: Path) -> None:
    file, *_ = build(course, notebooks)
    assert read(file)["metadata"] == {
        "title": "First",
        "mastermind_edu": {"lesson": "01-first", "language": "en"},
        "kernelspec": {"name": "python3", "display_name": "Python 3", "language": "python"},
        "language_info": {"name": "python"},
    }


def test_code_cells_hold_no_outputs(course: Path, notebooks: Path) -> None:
    file, *_ = build(course, notebooks)
    code = [cell for cell in read(file)["cells"] if cell["cell_type"] == "code"]
    assert [(cell["outputs"], cell["execution_count"]) for cell in code] == [([], None)] * 2


def test_building_elsewhere_gives_the_same_bytes(course: Path, tmp_path: Path) -> None:
    one, other = build(course, tmp_path / "one"), build(course, tmp_path / "other")
    assert [file.read_bytes() for file in one] == [file.read_bytes() for file in other]


def test_a_second_build_writes_nothing(course: Path, notebooks: Path) -> None:
    build(course, notebooks)
    assert build(course, notebooks) == ()


def test_only_the_lesson_that_was_edited_is_written(course: Path, notebooks: Path) -> None:
    build(course, notebooks)
    (course / "lessons" / "02-second.md").write_text("## New\n", encoding="utf-8")
    assert build(course, notebooks) == (notebooks / "en" / "02-second.ipynb",)


def test_no_difference_after_a_build(course: Path, notebooks: Path) -> None:
    build(course, notebooks)
    assert differences(course, notebooks) == ""


def test_an_edited_text_is_a_difference(course: Path, notebooks: Path) -> None:
    build(course, notebooks)
    text = course / "lessons" / "01-first.md"
    text.write_text(TEXT.replace("Prose", "Words"), encoding="utf-8")
    difference = differences(course, notebooks)
    assert "--- en/01-first.ipynb (as it is)\n" in difference
    assert '-    "Prose with *stress* and é."\n+    "Words with *stress* and é."\n' in difference
    assert "02-second" not in difference


@pytest.mark.parametrize("edit", [lambda text: text.rstrip("\n"), lambda text: text + "\n"])
def test_an_edited_notebook_is_a_difference(course: Path, notebooks: Path, edit: Any) -> None:
    file, *_ = build(course, notebooks)
    file.write_text(edit(file.read_text(encoding="utf-8")), encoding="utf-8")
    assert differences(course, notebooks) != ""


def test_line_ends_of_another_system_are_no_difference(course: Path, notebooks: Path) -> None:
    file, *_ = build(course, notebooks)
    file.write_bytes(file.read_bytes().replace(b"\n", b"\r\n"))
    assert differences(course, notebooks) == ""


def test_a_missing_notebook_is_a_difference(course: Path, notebooks: Path) -> None:
    build(course, notebooks)
    (notebooks / "en" / "04-last.ipynb").unlink()
    assert '+    "# Lesson 4: Last\\n",\n' in differences(course, notebooks)


def test_a_notebook_of_no_lesson_is_a_difference_and_is_left_alone(
    course: Path, notebooks: Path
) -> None:
    build(course, notebooks)
    stray = notebooks / "en" / "03-gone.ipynb"
    stray.write_text("{}\n", encoding="utf-8")
    assert build(course, notebooks) == ()
    assert "--- en/03-gone.ipynb (as it is)\n" in differences(course, notebooks)
    assert stray.is_file()


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("# Title\n", r"heading 'Title' in .*01-first\.md is of level 1; expected one from 2 to 2"),
        ("### Deep\n", "heading 'Deep' in .* is of level 3; expected one from 2 to 2"),
        ("## A\n\n#### B\n", "heading 'B' in .* is of level 4; expected one from 2 to 3"),
        ("## A\n\n```{code-cell}\n1\n```\n\nTop\n===\n", "heading 'Top' in .* is of level 1"),
        ("```{code-cell}\n---\n[\n---\n1\n```\n", r"01-first\.md cannot be read: "),
    ],
)
def test_what_is_wrong_in_a_text_is_said(
    course: Path, notebooks: Path, text: str, message: str
) -> None:
    (course / "lessons" / "01-first.md").write_text(text, encoding="utf-8")
    with pytest.raises(InvalidLesson, match=message):
        build(course, notebooks)
    assert not notebooks.exists()


def test_headings_may_go_back_up(course: Path, notebooks: Path) -> None:
    text = "## A\n\n### B\n\n#### C\n\n## D\n\n### E\n"
    (course / "lessons" / "01-first.md").write_text(text, encoding="utf-8")
    assert sources(build(course, notebooks)[0])["cell-1"] == text.rstrip("\n")


def test_a_missing_text_is_said(course: Path, notebooks: Path) -> None:
    (course / "lessons" / "02-second.md").unlink()
    with pytest.raises(InvalidLesson, match=r"its text .*02-second\.md is missing"):
        build(course, notebooks)


def test_a_text_that_is_not_utf8_is_said(course: Path, notebooks: Path) -> None:
    (course / "lessons" / "02-second.md").write_bytes(b"## \xff\n")
    with pytest.raises(InvalidLesson, match=r"02-second\.md cannot be read: .*utf-8"):
        build(course, notebooks)


def test_a_text_that_the_syllabus_does_not_name_is_said(course: Path, notebooks: Path) -> None:
    (course / "lessons" / "03-gone.md").write_text(TEXT, encoding="utf-8")
    with pytest.raises(InvalidLesson, match=r"The syllabus has no lesson for .*03-gone\.md"):
        build(course, notebooks)


def test_a_wrong_syllabus_builds_nothing(course: Path, notebooks: Path) -> None:
    (course / "syllabus.toml").write_text("", encoding="utf-8")
    with pytest.raises(InvalidSyllabus):
        build(course, notebooks)
    assert not notebooks.exists()


def at(monkeypatch: pytest.MonkeyPatch, course: Path, notebooks: Path) -> None:
    monkeypatch.setattr("mastermind_edu.lessons.build.course_folder", lambda: course)
    monkeypatch.setattr("mastermind_edu.lessons.build.notebooks_folder", lambda: notebooks)


def test_check_fails_with_the_difference_until_built(
    course: Path,
    notebooks: Path,
    monkeypatch: pytest.MonkeyPatch,
    capsys: pytest.CaptureFixture[str],
) -> None:
    at(monkeypatch, course, notebooks)
    assert main(["--check"]) == 1
    assert "+++ en/01-first.ipynb (as it would be built)\n" in capsys.readouterr().out
    assert not notebooks.exists()
    assert main([]) == 0
    assert f"Built {notebooks / 'en' / '01-first.ipynb'}.\n" in capsys.readouterr().out
    assert main(["--check"]) == 0
    assert capsys.readouterr().out == ""


def test_the_command_says_what_is_wrong(
    course: Path,
    notebooks: Path,
    monkeypatch: pytest.MonkeyPatch,
    capsys: pytest.CaptureFixture[str],
) -> None:
    at(monkeypatch, course, notebooks)
    (course / "lessons" / "01-first.md").write_text("# Title\n", encoding="utf-8")
    assert main([]) == 1
    assert "The heading 'Title'" in capsys.readouterr().err


def test_the_committed_notebooks_are_what_would_be_built() -> None:
    check = [sys.executable, "-m", "mastermind_edu.lessons.build", "--check"]
    result = subprocess.run(check, capture_output=True, text=True, check=False)
    assert (result.returncode, result.stdout, result.stderr) == (0, "", "")
