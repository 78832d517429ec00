"""A fifth language, added to a copy in the three steps that CONTRIBUTING.md tells."""

from __future__ import annotations

import json
import os
import re
import shutil
import subprocess
import sys
from pathlib import Path

import pytest
from babel.messages.catalog import Catalog
from babel.messages.pofile import read_po, write_po

from mastermind_edu.lessons.catalogues import DOMAINS, PACKAGE, catalogue_file
from mastermind_edu.lessons.course import course_folder, syllabus

from .conftest import KERNEL_ID, free_port, running

CODE, NAME = "it", "Italiano"
FIRST = syllabus()[0]
PART = {
    FIRST.title: "Gioca",
    "Lesson {number}: {title}": "Lezione {number}: {title}",
    "Think your way to the hidden code": "Ragiona fino al codice nascosto",
    "There is no such page": "Questa pagina non c’è",
    "The lessons are open.": "Le lezioni sono aperte.",
}


@pytest.fixture(scope="module")
def copy(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A copy of the checkout with a small part of Italian."""
    folder = tmp_path_factory.mktemp("fifth")
    shutil.copytree(
        PACKAGE, folder / PACKAGE.name, ignore=shutil.ignore_patterns("__pycache__", "material")
    )
    shutil.copytree(course_folder(), folder / "course")
    module = folder / PACKAGE.name / "language.py"
    text = module.read_text(encoding="utf-8")
    before = '        "pt_BR":'
    assert text.count(before) == 1
    module.write_text(
        text.replace(before, f'        "{CODE}": "{NAME}",\n{before}'), encoding="utf-8"
    )
    told = run(folder, "catalogues", status=1)
    assert f"{CODE}/lessons: Not translated:" in told
    translate(catalogue_file(CODE, DOMAINS[0], folder / "course" / "locale"))
    (folder / "notebooks" / CODE).mkdir(parents=True)
    run(folder, "build")
    return folder


def run(folder: Path, module: str, *, status: int = 0) -> str:
    """Run a module of the copy, which ``folder`` in the path has Python take."""
    done = subprocess.run(
        [sys.executable, "-m", f"mastermind_edu.lessons.{module}"],
        cwd=folder,
        env=environment(folder),
        capture_output=True,
        encoding="utf-8",
        check=False,
    )
    assert done.returncode == status, done.stdout + done.stderr
    return done.stdout


def environment(folder: Path) -> dict[str, str]:
    return {**os.environ, "PYTHONPATH": str(folder), "PYTHONUTF8": "1"}


def translate(file: Path) -> None:
    with file.open("rb") as opened:
        catalogue: Catalog = read_po(opened, locale=CODE)
    assert len(catalogue) > 500
    for text, translation in PART.items():
        catalogue[text].string = translation
    with file.open("wb") as opened:
        write_po(opened, catalogue, width=0)


def test_it_has_catalogues_to_fill(copy: Path) -> None:
    files = {file.name for file in (copy / "course" / "locale" / CODE).rglob("*.po")}
    assert files == {f"{domain}.po" for domain in DOMAINS}


def test_it_has_notebooks_and_pages_of_the_guide(copy: Path) -> None:
    keys = [lesson.key for lesson in syllabus()]
    files = sorted((copy / "notebooks" / CODE).iterdir())
    assert [file.stem for file in files] == keys
    first = json.loads(files[0].read_text(encoding="utf-8"))
    assert first["metadata"]["mastermind_edu"] == {"lesson": FIRST.key, "language": CODE}
    assert "".join(first["cells"][0]["source"]).startswith("# Lezione 1: Gioca\n")
    assert (copy / "course" / "teacher-guide" / CODE / "README.md").is_file()


def test_it_is_served_by_address_by_reader_and_by_class(copy: Path, tmp_path: Path) -> None:
    options = ("--local", "--port", str(free_port()), "--lang", CODE)
    with running(tmp_path, *options, PYTHONPATH=str(copy), PYTHONUTF8="1") as school:
        assert PART["The lessons are open."] in school.said
        landing = school.http.get(f"/{CODE}/").text
        assert f'<html lang="{CODE}"' in landing
        assert PART["Think your way to the hidden code"] in landing
        assert re.search(rf'hreflang="{CODE}"[^>]*>{NAME}<', landing)
        assert PART["There is no such page"] in school.http.get("/nowhere").text
        lesson = school.open(CODE)
        school.close(KERNEL_ID.findall(lesson.text)[0])
        assert lesson.status_code == 200
        assert PART["Lesson {number}: {title}"].format(number=1, title="Gioca") in lesson.text
        assert "Something went wrong" not in lesson.text
