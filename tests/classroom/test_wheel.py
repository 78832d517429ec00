"""The built wheel, alone in an empty environment, serves the course from any folder."""

from __future__ import annotations

import os
import subprocess
import sys
import sysconfig
import zipfile
from pathlib import Path

import pytest

from mastermind_edu.lessons.course import syllabus

from .conftest import KERNEL_ID, free_port, running

CHECKOUT = Path(__file__).parents[2]
SCRIPTS = "Scripts" if os.name == "nt" else "bin"


def run(*command: str | Path) -> str:
    done = subprocess.run(
        [str(part) for part in command], capture_output=True, text=True, check=False
    )
    assert done.returncode == 0, done.stdout + done.stderr
    return done.stdout


@pytest.fixture(scope="module")
def wheel(tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder = tmp_path_factory.mktemp("wheel")
    options = ("--no-deps", "--no-build-isolation", "--quiet", "--wheel-dir", folder)
    run(sys.executable, "-m", "pip", "wheel", *options, CHECKOUT)
    (wheel,) = folder.glob("*.whl")
    return wheel


@pytest.fixture(scope="module")
def elsewhere(tmp_path_factory: pytest.TempPathFactory, wheel: Path) -> Path:
    """An environment with the wheel and, borrowed from this one, what the wheel depends on."""
    environment = tmp_path_factory.mktemp("elsewhere") / "environment"
    run(sys.executable, "-m", "venv", "--without-pip", environment)
    python = environment / SCRIPTS / "python"
    run(sys.executable, "-m", "pip", "--python", python, "install", "--no-deps", "--quiet", wheel)
    packages = run(python, "-c", "import sysconfig; print(sysconfig.get_path('purelib'))").strip()
    borrowed = Path(packages, "borrowed.pth")
    borrowed.write_text(sysconfig.get_path("purelib") + "\n", encoding="utf-8")
    return environment


def test_the_wheel_carries_the_course(wheel: Path) -> None:
    names = zipfile.ZipFile(wheel).namelist()
    material = {name for name in names if name.startswith("mastermind_edu/material/")}
    assert "mastermind_edu/material/course/syllabus.toml" in material
    for lesson in syllabus():
        assert f"mastermind_edu/material/notebooks/en/{lesson.key}.ipynb" in material
    assert not [name for name in names if "/." in name or "__pycache__" in name]


def test_the_wheel_serves_the_course_from_any_folder(elsewhere: Path, tmp_path: Path) -> None:
    python = elsewhere / SCRIPTS / "python"
    found = run(python, "-P", "-c", "import mastermind_edu; print(mastermind_edu.__file__)")
    assert elsewhere in Path(found.strip()).parents
    command = str(elsewhere / SCRIPTS / "mastermind-edu")
    borrowed = str(Path(sys.prefix, "share", "jupyter"))
    options = ("--local", "--port", str(free_port()))
    with running(tmp_path, *options, command=command, JUPYTER_PATH=borrowed) as classroom:
        landing = classroom.http.get("/").text
        first = syllabus()[0]
        address = f"/voila/render/en/{first.key}.ipynb"
        assert f'href="{address}"' in landing
        lesson = classroom.http.get(address)
        assert lesson.status_code == 200
        assert first.question in lesson.text
        assert "Something went wrong" not in lesson.text
        assert lesson.text.rstrip().endswith("</html>")
        (kernel,) = KERNEL_ID.findall(lesson.text)
        assert str(elsewhere) in classroom.process_of(kernel).cmdline()[0]
