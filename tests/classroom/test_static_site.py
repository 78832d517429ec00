"""The static edition, part by part: its kernel, its packages, its pages, and its command."""

from __future__ import annotations

import hashlib
import json
import re
import subprocess
import sys
import zipfile
from pathlib import Path
from typing import Any

import comm
import nbformat
import pytest
from nbformat.v4 import new_code_cell, new_notebook
from typer.testing import CliRunner, Result

from mastermind_edu.classroom.cli import command
from mastermind_edu.classroom.static import lab_kernel, packages, pyodide
from mastermind_edu.classroom.static.kernel import Kernel
from mastermind_edu.classroom.static.needs import LessonBroken, in_need_of_numpy
from mastermind_edu.classroom.static.pyodide import NoPyodide
from mastermind_edu.classroom.static.site import NotEmpty, SiteBuilder
from mastermind_edu.classroom.static.wheels import Fetcher, NoWheels, own_wheel, read_metadata
from mastermind_edu.games.catalogue import CLASSIC
from mastermind_edu.games.sealing import open_envelope
from mastermind_edu.language import LANGUAGES, address
from mastermind_edu.lessons.course import notebooks_folder, syllabus
from mastermind_edu.lessons.exercises import sheets
from mastermind_edu.lessons.workplace import LAB_VARIABLE, Workplace


def fake_wheel(folder: Path, name: str, *needs: str) -> Path:
    wheel = folder / f"{name}-1.0-py3-none-any.whl"
    folder.mkdir(exist_ok=True)
    with zipfile.ZipFile(wheel, "w") as archive:
        archive.writestr(f"{name}/__init__.py", "")
        about = [f"Metadata-Version: 2.1\nName: {name}\nVersion: 1.0"]
        about += [f"Requires-Dist: {need}" for need in needs]
        archive.writestr(f"{name}-1.0.dist-info/METADATA", "\n".join(about) + "\n")
        archive.writestr(
            f"{name}-1.0.dist-info/WHEEL",
            "Wheel-Version: 1.0\nRoot-Is-Purelib: true\nTag: py3-none-any\n",
        )
        archive.writestr(f"{name}-1.0.dist-info/RECORD", "")
    return wheel


@pytest.fixture(scope="module")
def wheels(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A folder with what a lesson's page loads, as far as pip looks at it."""
    folder = tmp_path_factory.mktemp("wheels")
    fake_wheel(folder, "anywidget", "ipywidgets", "psygnal; sys_platform == 'emscripten'")
    fake_wheel(
        folder, "ipywidgets", "ipython", "comm", "widgetsnbextension", "pywin32; extra == 'x'"
    )
    fake_wheel(folder, "psygnal")
    fake_wheel(folder, "comm")
    return folder


@pytest.fixture
def python_in_browser(tmp_path: Path) -> Path:
    """A folder that looks like Pyodide's, whose lock names NumPy, which is not there."""
    return fake_pyodide(tmp_path / "pyodide")


def fake_pyodide(folder: Path) -> Path:
    folder.mkdir()
    for name in (*pyodide.MODULES, *pyodide.DATA):
        (folder / name).write_text(name)
    lock = {
        "info": {"python": "3.14.2"},
        "packages": {
            "numpy": {"name": "numpy", "file_name": "numpy.whl", "depends": ["openblas"]},
            "openblas": {"name": "openblas", "file_name": "openblas.zip", "depends": []},
            "pandas": {"name": "pandas", "file_name": "pandas.whl", "depends": ["numpy"]},
        },
    }
    (folder / "pyodide-lock.json").write_text(json.dumps(lock), encoding="utf-8")
    return folder


class TestKernel:
    @pytest.fixture
    def posted(self) -> list[dict[str, Any]]:
        return []

    @pytest.fixture
    def kernel(self, posted: list[dict[str, Any]], monkeypatch: pytest.MonkeyPatch) -> Kernel:
        monkeypatch.setattr(comm, "create_comm", comm.create_comm)

        def post(message: str, buffers: Any) -> None:
            posted.append({**json.loads(message), "buffers": buffers})

        return Kernel(post)

    @pytest.mark.parametrize(
        ("source", "outputs"),
        [
            ("", []),
            ("x = 1", []),
            ("1 + 1", [{"kind": "text", "content": "2"}]),
            ("None", []),
            ("1 + 1;", []),
            (
                "print('a')\n'b'",
                [{"kind": "text", "content": "a\n"}, {"kind": "text", "content": "'b'"}],
            ),
            ("import nothing_like_it", [{"kind": "missing", "content": "nothing_like_it"}]),
        ],
    )
    def test_a_cell_shows_what_it_ends_with(
        self, kernel: Kernel, source: str, outputs: list[dict[str, str]]
    ) -> None:
        assert json.loads(kernel.run(source)) == outputs

    def test_cells_share_their_names(self, kernel: Kernel) -> None:
        kernel.run("x = 20")
        assert json.loads(kernel.run("x + 1")) == [{"kind": "text", "content": "21"}]

    def test_a_picture_is_shown_as_html(self, kernel: Kernel) -> None:
        (output,) = json.loads(
            kernel.run(
                "from mastermind_edu.games.catalogue import CLASSIC\n"
                "from mastermind_edu.lessons.pictures import Example\n"
                "Example(CLASSIC, secret='1234', guess='1562')"
            )
        )
        assert output["kind"] == "html"
        assert "<svg" in output["content"]

    @pytest.mark.parametrize("source", ["1 / 0", "1 +"])
    def test_an_error_is_told_and_ends_nothing(self, kernel: Kernel, source: str) -> None:
        (output,) = json.loads(kernel.run(source))
        assert output["kind"] == "error"
        assert "Error" in output["content"]
        assert json.loads(kernel.run("1")) == [{"kind": "text", "content": "1"}]

    def test_a_board_opens_on_the_page_and_answers_it(
        self, kernel: Kernel, posted: list[dict[str, Any]]
    ) -> None:
        (output,) = json.loads(
            kernel.run(
                "from mastermind_edu.widgets import Board\n"
                "from mastermind_edu.games.catalogue import CLASSIC\nBoard(CLASSIC)"
            )
        )
        assert output["kind"] == "widget"
        (opened,) = [one for one in posted if one["id"] == output["content"]]
        assert opened["type"] == "comm_open"
        assert "export default" in opened["data"]["state"]["_esm"]
        posted.clear()
        action = {"method": "custom", "content": {"type": "submit", "guess": [0, 1, 2, 3]}}
        kernel.receive(json.dumps({"id": output["content"], "data": action}))
        told: dict[str, Any] = {}
        for message in posted:
            told |= message["data"]["state"]
        (row,) = told["_play"]["rows"]
        assert row["guess"] == [0, 1, 2, 3]
        secret = open_envelope(CLASSIC, told["_kept"]["envelope"])
        assert row["words"] == str(CLASSIC.feedback(secret, (0, 1, 2, 3)))

    def test_what_is_displayed_comes_before_what_a_cell_ends_with(self, kernel: Kernel) -> None:
        outputs = json.loads(kernel.run("display(1, 2)\n3"))
        assert [output["content"] for output in outputs] == ["1", "2", "3"]

    def test_an_error_of_a_widget_ends_nothing(
        self, kernel: Kernel, caplog: pytest.LogCaptureFixture
    ) -> None:
        button = kernel.run("import ipywidgets; print(ipywidgets.Button().model_id)")
        identifier = json.loads(button)[0]["content"].strip()
        kernel.receive(json.dumps({"id": identifier, "data": {"no": "method"}}))
        assert "KeyError: 'method'" in caplog.text
        assert json.loads(kernel.run("1")) == [{"kind": "text", "content": "1"}]

    def test_a_message_for_nobody_is_ignored(self, kernel: Kernel) -> None:
        kernel.receive(json.dumps({"id": "nobody", "data": {}}))

    def test_bytes_travel_apart(self, kernel: Kernel, posted: list[dict[str, Any]]) -> None:
        kernel.run(
            "from mastermind_edu.widgets import CandidateGrid\n"
            "from mastermind_edu.games.catalogue import CLASSIC\nCandidateGrid(CLASSIC)"
        )
        paths, buffers = zip(
            *((one["data"]["buffer_paths"], one["buffers"]) for one in posted if one["buffers"]),
            strict=True,
        )
        assert paths[-1] == [["_levels"]]
        assert buffers[-1] == [b"\xff" * 1296]

    def test_widgets_load_without_ipython(self) -> None:
        program = (
            "import sys\n"
            "from mastermind_edu.classroom.static.kernel import Kernel, stand_in_for_ipython\n"
            "kernel = Kernel(lambda *_: None)\n"
            "stand_in_for_ipython(kernel)\n"
            "cell = 'from mastermind_edu.widgets import Board; Board()'\n"
            "print(kernel.run(cell))\n"
            "print('IPython.core.displayhook' in sys.modules)\n"
        )
        done = subprocess.run([sys.executable, "-c", program], capture_output=True, text=True)
        first, second = done.stdout.splitlines()
        assert json.loads(first)[0]["kind"] == "widget", done.stderr
        assert second == "False"


@pytest.mark.parametrize(
    ("lab", "words"), [("../lab/", "the link at the end of this page"), ("", "mastermind-edu lab")]
)
def test_a_page_leads_to_its_own_jupyterlab_where_programs_are_written(
    monkeypatch: pytest.MonkeyPatch, lab: str, words: str
) -> None:
    monkeypatch.setenv("VOILA_KERNEL_ID", "browser")
    monkeypatch.setenv(LAB_VARIABLE, lab)
    (sheet,) = sheets("03-how-many/program")
    assert words in sheet.question.describe()["where"]
    assert words in Workplace()._repr_html_()


class TestNeeds:
    def test_lessons_1_to_4_need_no_numpy_and_the_solvers_do(self) -> None:
        wanting = in_need_of_numpy(sorted((notebooks_folder() / "en").glob("*.ipynb")))
        first = {lesson.key for lesson in syllabus() if lesson.number <= 4}
        assert not first & wanting
        assert {"05-information", "06-strategies", "07-best"} <= wanting

    def test_a_lesson_that_does_not_run_is_named(self, tmp_path: Path) -> None:
        nbformat.write(new_notebook(cells=[new_code_cell("1 / 0")]), tmp_path / "01-play.ipynb")
        with pytest.raises(LessonBroken, match="ZeroDivisionError"):
            in_need_of_numpy([tmp_path / "01-play.ipynb"])


class TestWheels:
    def test_what_a_package_needs_comes_with_it(self, tmp_path: Path, wheels: Path) -> None:
        target = tmp_path / "target"
        target.mkdir()
        without = {"ipython", "widgetsnbextension"}
        Fetcher(target, "3.14", wheels).collect(["anywidget"], without=without)
        names = {read_metadata(wheel)["Name"] for wheel in target.iterdir()}
        assert names == {"anywidget", "ipywidgets", "psygnal", "comm"}

    def test_a_package_that_cannot_be_had_is_named(self, tmp_path: Path, wheels: Path) -> None:
        with pytest.raises(NoWheels, match="nowhere"):
            Fetcher(tmp_path, "3.14", wheels).collect(["nowhere"], without=())

    def test_our_own_wheel_has_code_scripts_and_catalogues(self, tmp_path: Path) -> None:
        names = zipfile.ZipFile(own_wheel(tmp_path)).namelist()
        assert {
            "mastermind_edu/widgets/board.py",
            "mastermind_edu/widgets/board.js",
            "mastermind_edu/material/course/syllabus.toml",
        } <= set(names)
        for language in set(LANGUAGES) - {"en"}:
            folder = f"mastermind_edu/material/course/locale/{language}/LC_MESSAGES"
            assert f"{folder}/mastermind_edu.mo" in names
        assert not any("__pycache__" in name for name in names)

    def test_our_own_wheel_speaks_every_language(self, tmp_path: Path) -> None:
        program = (
            "import sys; sys.path.insert(0, sys.argv[1])\n"
            "import mastermind_edu, mastermind_edu.language as l\n"
            "l.use_language('es'); print(mastermind_edu.__file__, l.gettext('red'))"
        )
        with zipfile.ZipFile(own_wheel(tmp_path)) as archive:
            archive.extractall(tmp_path / "installed")
        done = subprocess.run(
            [sys.executable, "-P", "-c", program, str(tmp_path / "installed")],
            capture_output=True,
            text=True,
            check=True,
        )
        file, word = done.stdout.split()
        assert file.startswith(str(tmp_path))
        assert word == "rojo"


class TestPyodide:
    def test_without_npm_it_says_what_to_do(
        self, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        monkeypatch.setenv("PATH", str(tmp_path))
        with pytest.raises(NoPyodide, match=r"Install Node\.js, or name a folder .*--pyodide"):
            pyodide.from_npm(tmp_path)

    def test_without_a_connection_it_says_what_to_do(
        self, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        npm = tmp_path / "npm"
        npm.write_text("#!/bin/sh\necho 'npm error network' >&2\nexit 1\n")
        npm.chmod(0o755)
        monkeypatch.setenv("PATH", f"{tmp_path}:/bin:/usr/bin")
        with pytest.raises(NoPyodide, match=r"npm error network\. Is there a connection\?"):
            pyodide.from_npm(tmp_path)

    def test_a_file_that_is_missing_is_named(self, tmp_path: Path, python_in_browser: Path) -> None:
        (python_in_browser / "pyodide.asm.wasm").unlink()
        with pytest.raises(NoPyodide, match=r"pyodide\.asm\.wasm is missing"):
            pyodide.copy_pyodide(python_in_browser, tmp_path / "target")

    def test_only_packages_that_are_there_are_in_the_lock(self, python_in_browser: Path) -> None:
        (python_in_browser / "pandas.whl").touch()
        assert set(pyodide.read_lock(python_in_browser)["packages"]) == {"pandas"}

    def test_scripts_get_names_that_every_server_knows_and_call_each_other_so(
        self, tmp_path: Path, python_in_browser: Path
    ) -> None:
        (python_in_browser / "pyodide.mjs").write_text('import("pyodide.asm.mjs")')
        pyodide.copy_pyodide(python_in_browser, tmp_path / "target")
        names = {file.name for file in (tmp_path / "target").iterdir()}
        assert names == {"pyodide.js", "pyodide.asm.js", "pyodide.asm.wasm", "python_stdlib.zip"}
        assert (tmp_path / "target" / "pyodide.js").read_text() == 'import("pyodide.asm.js")'


class TestPackages:
    def test_each_is_there_with_its_hash_and_nothing_needs_what_is_not_there(
        self, tmp_path: Path, wheels: Path, python_in_browser: Path
    ) -> None:
        target = tmp_path / "target"
        assert not packages.add_packages(python_in_browser, target, wheels=wheels, lab=False)
        lock = json.loads((target / packages.LESSONS_LOCK).read_text())["packages"]
        assert {"anywidget", "ipywidgets", "mastermind-edu"} <= set(lock)
        for package in lock.values():
            content = (target / package["file_name"]).read_bytes()
            assert package["sha256"] == hashlib.sha256(content).hexdigest()
            assert set(package["depends"]) <= set(lock)

    def test_numpy_is_taken_where_it_is_and_nothing_else(
        self, tmp_path: Path, wheels: Path, python_in_browser: Path
    ) -> None:
        for name in ("numpy.whl", "openblas.zip", "pandas.whl"):
            (python_in_browser / name).touch()
        target = tmp_path / "target"
        assert packages.add_packages(python_in_browser, target, wheels=wheels, lab=False)
        lock = json.loads((target / packages.LESSONS_LOCK).read_text())["packages"]
        assert {"numpy", "openblas"} <= set(lock)
        assert "pandas" not in lock
        assert (target / "numpy.whl").exists()


@pytest.fixture(scope="module")
def built(tmp_path_factory: pytest.TempPathFactory, wheels: Path) -> Path:
    """A site in French whose Pyodide has no NumPy."""
    folder = tmp_path_factory.mktemp("built")
    pyodide = fake_pyodide(folder / "pyodide")
    builder = SiteBuilder(pyodide=pyodide, wheels=wheels, lab=False, language="fr")
    return builder.build(folder / "site").folder


class TestSite:
    def test_every_lesson_has_a_page_in_every_language(self, built: Path) -> None:
        for language in LANGUAGES:
            for lesson in syllabus():
                page = (built / address(language) / f"{lesson.key}.html").read_text()
                assert f'lang="{language.replace("_", "-")}"' in page

    def test_every_address_in_a_page_is_a_file(self, built: Path) -> None:
        for page in built.rglob("*.html"):
            text = page.read_text()
            for found in re.findall(r'(?:href|src)="([^"#?]+)', text):
                root = built if found.startswith("/") else page.parent
                assert (root / found.lstrip("/")).is_file(), (page.name, found)

    def test_every_script_has_a_name_that_every_server_knows(self, built: Path) -> None:
        assert len(list(built.glob("assets/*/host/worker.js"))) == 1
        assert list(built.rglob("*.mjs")) == []

    def test_what_pages_load_has_an_address_that_changes_with_it(
        self, tmp_path: Path, wheels: Path, python_in_browser: Path, built: Path
    ) -> None:
        (one,) = (built / "assets").iterdir()
        builder = SiteBuilder(pyodide=python_in_browser, wheels=wheels, lab=False)
        (same,) = (builder.build(tmp_path / "same").folder / "assets").iterdir()
        (python_in_browser / "pyodide.asm.wasm").write_text("newer")
        (other,) = (builder.build(tmp_path / "other").folder / "assets").iterdir()
        assert one.name == same.name != other.name

    def test_the_first_page_is_in_the_language_chosen(self, built: Path) -> None:
        text = (built / "index.html").read_text()
        assert '<html lang="fr">' in text
        assert "navigator.languages" not in text

    def test_without_numpy_a_lesson_that_needs_it_can_only_be_read(self, built: Path) -> None:
        text = (built / "en" / "05-information.html").read_text()
        assert "so this page can only be read" in text
        assert "lesson.js" not in text
        assert "Lesson 5: Information" in (built / "en" / "index.html").read_text()

    def test_with_numpy_every_lesson_works(
        self, tmp_path: Path, wheels: Path, python_in_browser: Path
    ) -> None:
        for name in ("numpy.whl", "openblas.zip"):
            (python_in_browser / name).touch()
        builder = SiteBuilder(pyodide=python_in_browser, wheels=wheels, lab=False)
        built = builder.build(tmp_path / "site")
        assert built.readable == ()
        text = (built.folder / "en" / "05-information.html").read_text()
        assert "lesson.js" in text
        assert '"packages": ["numpy"]' in text

    def test_a_folder_with_something_in_it_is_left_alone(self, tmp_path: Path) -> None:
        (tmp_path / "note.txt").write_text("mine")
        with pytest.raises(NotEmpty, match="is not empty"):
            SiteBuilder(lab=False).build(tmp_path)
        assert [file.name for file in tmp_path.iterdir()] == ["note.txt"]

    def test_what_fails_leaves_nothing_behind(self, tmp_path: Path, wheels: Path) -> None:
        target = tmp_path / "out" / "site"
        with pytest.raises(NoPyodide):
            SiteBuilder(pyodide=tmp_path, wheels=wheels, lab=False).build(target)
        assert list((tmp_path / "out").iterdir()) == []


class TestCommand:
    @staticmethod
    def run(*arguments: object) -> Result:
        return CliRunner().invoke(command(), ["static", *map(str, arguments)])

    def test_it_tells_what_can_only_be_read_and_how_to_serve(
        self, tmp_path: Path, wheels: Path, python_in_browser: Path
    ) -> None:
        site = tmp_path / "site"
        options = ("--pyodide", python_in_browser, "--wheels", wheels, "--no-lab")
        done = self.run(site, *options)
        assert done.exit_code == 0, done.output
        assert "can only be read: Lesson 5: Information" in done.output
        assert f"python -m http.server --directory {site}" in done.output
        assert (site / "index.html").is_file()

    def test_what_goes_wrong_is_said_in_a_sentence(self, tmp_path: Path) -> None:
        (tmp_path / "note.txt").touch()
        done = self.run(tmp_path, "--no-lab")
        assert done.exit_code == 1
        assert "is not empty; name a new folder for the site." in done.output.replace("\n", " ")

    def test_an_unknown_language_is_refused(self, tmp_path: Path) -> None:
        done = self.run(tmp_path / "site", "--lang", "tlh", "--no-lab")
        assert done.exit_code == 1
        assert "There is no language tlh" in done.output

    def test_a_folder_without_lessons_is_refused(self, tmp_path: Path) -> None:
        done = self.run(tmp_path / "site", "--lessons", tmp_path, "--no-lab")
        assert done.exit_code == 1
        assert "There are no lessons in" in done.output

    def test_a_builder_of_jupyterlab_that_is_missing_is_told(
        self, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        monkeypatch.setattr(lab_kernel, "find_spec", lambda _: None)
        done = self.run(tmp_path / "site")
        assert done.exit_code == 1
        assert "--no-lab" in done.output
