"""The command, as a teacher gives it."""

from __future__ import annotations

import importlib.metadata
import json
import socket
import subprocess
from contextlib import closing
from pathlib import Path

import pytest
from typer.testing import CliRunner

from mastermind_edu.classroom import cli
from mastermind_edu.lessons.course import notebooks_folder, syllabus

from .conftest import COMMAND, Classroom, free_port, running

INSTALLED = sorted(notebooks_folder().glob("*/*.ipynb"))


def invoke(*arguments: str) -> tuple[int, str]:
    result = CliRunner().invoke(cli.command(), arguments)
    return result.exit_code, result.output


@pytest.fixture
def lab(monkeypatch: pytest.MonkeyPatch) -> list[list[str]]:
    """The commands that would start JupyterLab."""
    commands: list[list[str]] = []

    def run(command: list[str]) -> int:
        commands.append(command)
        return 0

    monkeypatch.setattr(cli, "_run", run)
    return commands


# ------------------------------------------------------------------- serving


def test_the_addresses_are_told(classroom: Classroom) -> None:
    assert f"On this computer   {classroom.http.base_url}" in classroom.said
    assert "In the local network" not in classroom.said
    assert str(classroom.log) in classroom.said


def test_a_port_in_use_is_told_and_the_next_free_one_taken(tmp_path: Path, lessons: Path) -> None:
    with closing(socket.create_server(("0.0.0.0", free_port()))) as taken:
        port = taken.getsockname()[1]
        with running(tmp_path, "--port", str(port), "--lessons", str(lessons)) as classroom:
            found = classroom.http.base_url.port
            assert found is not None
            assert found > port
            assert f"Port {port} is in use, so the lessons are at port {found}." in classroom.said
            assert classroom.http.get("/").status_code == 200
            for line in classroom.said.splitlines():
                if "local network" in line:
                    assert line.rstrip().endswith(f":{found}/")


def test_the_network_address_is_also_a_picture(monkeypatch: pytest.MonkeyPatch) -> None:
    drawn: list[str] = []
    monkeypatch.setattr(cli, "qr_code", lambda text: drawn.append(text) or "<picture>")
    monkeypatch.setattr(cli, "addresses", lambda: ("192.168.7.5", "10.0.0.3"))
    said: list[str] = []
    monkeypatch.setattr(cli.typer, "echo", lambda text="": said.append(text))
    lines = [(host, cli.url(host, 8866)) for host in ("localhost", *cli.addresses())]
    cli._announce(8866, lines, wanted=8866)
    assert drawn == ["http://192.168.7.5:8866/"]
    assert "<picture>" in said
    assert any("http://10.0.0.3:8866/" in text for text in said)


@pytest.mark.parametrize(
    ("arguments", "sentence"),
    [
        (["--ip", "203.0.113.7"], "This computer cannot serve at 203.0.113.7: "),
        (["--ip", "nowhere.invalid"], "This computer cannot serve at nowhere.invalid: "),
        (["--lessons", "nowhere"], "There are no lessons in nowhere; "),
        (["--log", "file/classroom.log"], "The log cannot be written to file/classroom.log: "),
    ],
)
def test_a_mistake_gets_one_sentence(tmp_path: Path, arguments: list[str], sentence: str) -> None:
    (tmp_path / "file").write_text("not a folder", encoding="utf-8")
    log = [] if "--log" in arguments else ["--log", str(tmp_path / "log")]
    command = [COMMAND, "--no-browser", "--port", str(free_port()), *log, *arguments]
    done = subprocess.run(
        command, cwd=tmp_path, capture_output=True, text=True, timeout=60, check=False
    )
    assert done.returncode == 1
    assert done.stderr.startswith(sentence)
    assert len(done.stderr.splitlines()) == 1
    assert done.stdout == ""


@pytest.mark.parametrize("port", ["0", "65536", "eighty"])
def test_a_port_is_a_number_that_can_be_one(port: str) -> None:
    code, output = invoke("--port", port)
    assert code == 2
    assert "--port" in output


def test_the_version_is_told() -> None:
    assert invoke("--version") == (0, importlib.metadata.version("mastermind-edu") + "\n")


def test_memory_limits_how_many_can_come(monkeypatch: pytest.MonkeyPatch) -> None:
    def lessons_with(available: int) -> int:
        memory = type("Memory", (), {"available": available})
        monkeypatch.setattr(cli.psutil, "virtual_memory", lambda: memory)
        return cli.what_memory_allows()

    assert lessons_with(4 * 2**30) == 45
    assert lessons_with(0) == cli.FEWEST
    assert lessons_with(2**40) == cli.MOST


# ------------------------------------------------------------------- copying


def test_lab_copies_the_lessons_and_opens_the_copy(
    tmp_path: Path, lab: list[list[str]], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    code, output = invoke("lab", "--no-browser")
    assert code == 0, output
    copies = sorted(Path("mastermind-lessons").glob("*/*.ipynb"))
    assert [copy.name for copy in copies] == [original.name for original in INSTALLED]
    assert copies[0].read_bytes() == INSTALLED[0].read_bytes()
    assert f"{len(INSTALLED)} file" in output
    (command,) = lab
    assert command[3] == str(tmp_path / "mastermind-lessons" / "en")
    assert "--no-browser" in command


def test_lab_never_overwrites(tmp_path: Path, lab: list[list[str]]) -> None:
    folder = tmp_path / "mine"
    invoke("lab", str(folder))
    edited = folder / "en" / f"{syllabus()[0].key}.ipynb"
    edited.write_text('{"edited": true}', encoding="utf-8")
    code, output = invoke("lab", str(folder))
    assert code == 0
    assert json.loads(edited.read_text(encoding="utf-8")) == {"edited": True}
    assert "0 files copied" in output
    assert "there already" in output
    assert len(lab) == 2


def test_lab_brings_back_a_lesson_that_was_removed(tmp_path: Path, lab: list[list[str]]) -> None:
    invoke("lab", str(tmp_path))
    removed = tmp_path / "en" / f"{syllabus()[0].key}.ipynb"
    removed.unlink()
    _, output = invoke("lab", str(tmp_path))
    assert removed.is_file()
    assert "1 file copied" in output
    assert len(lab) == 2


def test_lab_needs_a_folder(tmp_path: Path, lab: list[list[str]]) -> None:
    file = tmp_path / "file"
    file.write_text("mine", encoding="utf-8")
    code, output = invoke("lab", str(file))
    assert code == 1
    assert output == f"The lessons cannot be copied to {file}: not a directory.\n"
    assert file.read_text(encoding="utf-8") == "mine"
    assert lab == []


def test_an_edited_copy_can_be_served(tmp_path: Path, lab: list[list[str]]) -> None:
    invoke("lab", str(tmp_path))
    assert lab
    assert cli._notebooks(tmp_path) == tmp_path.resolve()
