from pathlib import Path

import pytest

from mastermind_edu import material
from mastermind_edu.lessons import course
from mastermind_edu.lessons.course import InvalidSyllabus, syllabus

LESSON = """
[[lesson]]
key = "01-play"
title = "Play"
minutes = 30
question = "What is hidden?"
objectives = ["Read an answer."]
prerequisites = []
key_points = ["Every answer counts."]
"""
SECOND = LESSON.replace("01-play", "02-the-answer")


def read(folder: Path, text: str) -> tuple[course.Lesson, ...]:
    (folder / "syllabus.toml").write_text(text, encoding="utf-8")
    return syllabus(folder)


def test_a_lesson_has_what_the_file_says(tmp_path: Path) -> None:
    assert read(tmp_path, LESSON) == (
        course.Lesson(
            key="01-play",
            number=1,
            title="Play",
            minutes=30,
            objectives=("Read an answer.",),
            prerequisites=(),
            question="What is hidden?",
            key_points=("Every answer counts.",),
        ),
    )


def test_lessons_come_in_the_order_of_the_file(tmp_path: Path) -> None:
    lessons = read(tmp_path, LESSON + SECOND.replace("= []", '= ["01-play"]'))
    assert [(lesson.number, lesson.prerequisites) for lesson in lessons] == [
        (1, ()),
        (2, ("01-play",)),
    ]


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("lesson = ", r"syllabus\.toml cannot be read as TOML: Invalid value"),
        ("", r"Expected a table \[\[lesson\]\] for each lesson in .*syllabus\.toml"),
        ("lesson = []\n", r"Expected a table \[\[lesson\]\] for each lesson in .*syllabus\.toml"),
        ("lesson = [1]", r"Expected a table \[\[lesson\]\] for each lesson"),
        (LESSON.replace('title = "Play"', ""), "Lesson 01-play has no title"),
        (LESSON.replace('key = "01-play"', ""), "Lesson 1 has no key"),
        (LESSON + "minuets = 3", "Lesson 01-play has an unknown field minuets; expected key"),
        (LESSON.replace('"Play"', '" "'), "title of lesson 01-play should be a text, got ' '"),
        (LESSON.replace('"Play"', "7"), "title of lesson 01-play should be a text, got 7"),
        (LESSON.replace("= []", '= "x"'), "prerequisites of lesson 01-play should be a list of"),
        (LESSON.replace("= []", "= [1]"), r"prerequisites of lesson 01-play .*, got \[1\]"),
        (LESSON.replace("30", "0"), "minutes of lesson 01-play should be a whole number"),
        (LESSON.replace("30", "true"), "minutes of lesson 01-play .* got True"),
        (LESSON.replace("30", "2.5"), "minutes of lesson 01-play .* got 2.5"),
        (LESSON.replace("01-play", "play"), "key of lesson play should be two digits and a"),
        (LESSON.replace("01-play", "01-../x"), r"key of lesson 01-\.\./x should be two digits"),
        (SECOND + LESSON, "Lesson 01-play comes after 02-the-answer, so it needs a higher"),
        (LESSON + LESSON, "Lesson 01-play comes after 01-play, so it needs a higher number"),
        (LESSON.replace("= []", '= ["02-x"]'), "Lesson 01-play builds on '02-x', which is no ear"),
        (LESSON.replace("= []", '= ["01-play"]'), "Lesson 01-play builds on '01-play', which is"),
    ],
)
def test_what_is_wrong_in_the_file_is_said(tmp_path: Path, text: str, message: str) -> None:
    with pytest.raises(InvalidSyllabus, match=message):
        read(tmp_path, text)


def test_a_file_that_is_not_utf8_is_said(tmp_path: Path) -> None:
    (tmp_path / "syllabus.toml").write_bytes(LESSON.encode() + b'# \xff"')
    with pytest.raises(InvalidSyllabus, match="cannot be read as TOML"):
        syllabus(tmp_path)


def test_a_missing_file_is_said(tmp_path: Path) -> None:
    with pytest.raises(InvalidSyllabus, match=r"There is no syllabus .*syllabus\.toml"):
        syllabus(tmp_path)


def test_folders_stand_beside_the_package_in_a_checkout(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    monkeypatch.setattr(material, "PACKAGE", tmp_path / "mastermind_edu")
    assert course.course_folder() == tmp_path / "course"
    assert course.notebooks_folder() == tmp_path / "notebooks"


def test_folders_are_inside_the_package_in_a_wheel(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(material, "PACKAGE", tmp_path)
    (tmp_path / "material").mkdir()
    assert course.course_folder() == tmp_path / "material" / "course"
    assert course.notebooks_folder() == tmp_path / "material" / "notebooks"


def test_this_course_begins_with_play() -> None:
    assert syllabus()[0].key == "01-play"
