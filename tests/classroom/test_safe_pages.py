"""No address leads to a file of the computer, to a source or to a solution."""

from __future__ import annotations

import json
import re
import shutil
from collections.abc import Iterator
from contextlib import closing
from http.client import HTTPConnection
from pathlib import Path
from typing import Any

import pytest

from mastermind_edu.lessons.course import notebooks_folder

from .conftest import KERNEL_ID, Classroom, free_port, running
from .sockets import PROTOCOLS, visiting

MOST_HINTS = 8
TELLING = re.compile(r"^(?=.{12}).*(?:\bimport\b|[=(])")
SECRET = "a secret outside of the lessons"
KEYS = ("02-answer", "04-candidates", "07-best")


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A folder of lessons, with links out of it and sources in it."""
    top = tmp_path_factory.mktemp("top")
    (top / "secret.txt").write_text(SECRET)
    outside = top / "outside" / "en"
    outside.mkdir(parents=True)
    notebook = json.loads((notebooks_folder() / "en" / "01-play.ipynb").read_text("utf-8"))
    notebook["cells"][0]["source"] = SECRET
    (outside / "secret.ipynb").write_text(json.dumps(notebook))
    (outside / "01-play.ipynb").write_text(json.dumps(notebook))
    folder = top / "lessons"
    (folder / "en").mkdir(parents=True)
    for key in KEYS:
        shutil.copy(notebooks_folder() / "en" / f"{key}.ipynb", folder / "en")
    (folder / "en" / "02-answer.md").write_text(SECRET)
    (folder / "en" / "secret.ipynb").write_text(json.dumps(notebook))
    (folder / ".hidden.ipynb").write_text(json.dumps(notebook))
    (folder / "en" / "linked.ipynb").symlink_to(outside / "secret.ipynb")
    (folder / "linked").symlink_to(outside)
    (folder / "zz").symlink_to(outside)
    return folder


@pytest.fixture(scope="module")
def served(tmp_path_factory: pytest.TempPathFactory, folder: Path) -> Iterator[Classroom]:
    """A server of this folder."""
    options = ("--local", "--port", str(free_port()), "--lessons", str(folder))
    with running(tmp_path_factory.mktemp("served"), *options) as classroom:
        yield classroom


UP = ("..", "%2e%2e", ".%2e", "%252e%252e", "..%00", "..;", "%c0%ae%c0%ae", "\\..", "%5c..")
SLASHES = ("/", "%2f", "%5c", "%252f", "//", "/./")
BEFORE = ("/voila/render/", "/voila/render/en/", "/assets/x/course/", "/assets/x/static/", "/en/")
TARGETS = ("secret.txt", "lessons/en/02-answer.md", "outside/en/secret.ipynb")


@pytest.mark.parametrize("before", BEFORE)
@pytest.mark.parametrize("target", TARGETS)
def test_no_way_leads_out_of_the_folder(served: Classroom, before: str, target: str) -> None:
    for up in UP:
        for slash in SLASHES:
            for steps in range(1, 4):
                path = before + (up + slash) * steps + target
                assert served.status(path) in {400, 403, 404}, path


def test_no_absolute_path_is_served(served: Classroom, folder: Path) -> None:
    for before in BEFORE:
        for path in (folder.parent / "secret.txt", folder / "en" / "02-answer.md", "/etc/passwd"):
            for start in ("", "/", "%2f", "file:", "file://", "file:%2f%2f"):
                address = f"{before}{start}{path}"
                assert served.status(address) in {400, 403, 404}, address


@pytest.mark.parametrize(
    "path",
    [
        "en/02-answer.md",
        "en/secret.ipynb",
        "en/linked.ipynb",
        "linked/secret.ipynb",
        "linked/01-play.ipynb",
        ".hidden.ipynb",
        "en/02-answer.ipynb/",
        "en/02-answer.ipynb%00.md",
        "en/02-answer.ipynb%20",
        "en/02-answer.IPYNB",
        "en/02-answer.ipynb;x",
        "en//02-answer.ipynb",
        "en%2f02-answer.ipynb%2f",
        "%65n/../en/02-answer.ipynb",
    ],
)
def test_nothing_but_the_syllabus_is_shown(served: Classroom, path: str) -> None:
    assert served.status(f"/voila/render/{path}") == 404


@pytest.mark.parametrize(
    "path",
    [
        "/api/contents/en/02-answer.ipynb?content=1",
        "/api/kernelspecs/python3",
        "/kernelspecs/python3/kernel.json",
        "/api/nbconvert",
        "/nbconvert/script/en/02-answer.ipynb",
        "/nbconvert/notebook/en/02-answer.ipynb?download=true",
        "/api/security/csp-report",
        "/api/shutdown",
        "/api/events",
        "/api/events/subscribe",
        "/api/config/voila",
        "/lab/api/settings",
        "/lab/api/workspaces/default",
        "/lab/tree/en/02-answer.ipynb",
        "/lsp/status",
        "/lsp/ws/pylsp",
        "/api/yjs/en/02-answer.ipynb",
        "/proxy/22/",
        "/hub/api",
        "/doc/tree/en/02-answer.ipynb",
        "/notebooks/en/02-answer.ipynb",
        "/edit/en/02-answer.md",
        "/custom/custom.css",
        "/nbextensions/x.js",
        "/voila",
        "/voila/",
        "/voila/render",
        "/voila/render/",
        "/static/",
        "/.git/config",
        "/robots.txt",
    ],
)
@pytest.mark.parametrize("method", ["GET", "HEAD", "POST", "PUT", "DELETE", "OPTIONS", "TRACE"])
def test_nothing_else_of_jupyter_answers(served: Classroom, method: str, path: str) -> None:
    assert served.http.request(method, path).status_code in {404, 405}


@pytest.mark.parametrize(
    "query",
    [
        "template=lab",
        "template=../../../etc",
        "template=%2e%2e%2f",
        "template=nope",
        "voila-template=lab",
        "theme=dark",
        "theme=nope%22%3E%3Cscript%3E",
        "voila-theme=%3Cscript%3E",
        "show_tracebacks=True&strip_sources=False",
        "reviveToken=x&token=x",
    ],
)
def test_a_query_chooses_nothing(served: Classroom, query: str) -> None:
    page = served.http.get(f"/voila/render/en/02-answer.ipynb?{query}", timeout=60).text
    served.close(KERNEL_ID.findall(page)[0])
    assert 'class="brand"' in page
    assert '"jupyterLabTheme": "light"' in page
    assert "<script>&" not in page
    assert "nope" not in page


@pytest.mark.parametrize("key", KEYS)
def test_no_source_and_no_solution_is_in_a_page_or_on_the_wire(served: Classroom, key: str) -> None:
    notebook = json.loads((notebooks_folder() / "en" / f"{key}.ipynb").read_text("utf-8"))
    code = [one for one in notebook["cells"] if one["cell_type"] == "code"]
    program = ["".join(one["source"]) for one in code]
    shown = "".join("".join(one["source"]) for one in notebook["cells"] if one not in code)
    lines = {line.strip() for cell in program for line in cell.splitlines()}
    telling = {line for line in lines if TELLING.search(line) and line not in shown}
    assert telling
    page = served.http.get(f"/voila/render/en/{key}.ipynb").text
    kernel = KERNEL_ID.findall(page)[0]
    for protocol in PROTOCOLS:
        with visiting(served, kernel, protocol) as visitor:
            visitor.states()
            visitor.answers()
            wire = "\n".join(visitor.raw)
        for line in telling:
            assert json.dumps(line)[1:-1] not in wire
            assert line not in page
    served.close(kernel)
    assert "mastermind_edu.lessons" not in page


@pytest.mark.parametrize("key", ["02-answer", "04-candidates"])
def test_a_solution_is_on_the_wire_only_when_it_was_asked_for(served: Classroom, key: str) -> None:
    page = served.http.get(f"/voila/render/en/{key}.ipynb").text
    kernel = KERNEL_ID.findall(page)[0]
    with visiting(served, kernel) as visitor:
        before = visitor.states()
        visitor.answers()
        told = "\n".join([page, *visitor.raw])
        exercises = [one for one, state in before.items() if "Exercise" in state.get("_name", "")]
        for exercise in exercises:
            for _ in range(MOST_HINTS):
                visitor.tell(exercise, {"type": "hint"})
            visitor.tell(exercise, {"type": "solution"})
        visitor.answers()
        after = visitor.states()
        solutions = set(texts(after)) - set(texts(before))
    assert len(exercises) > 2
    assert len(solutions) >= len(exercises)
    assert not [text for text in solutions if json.dumps(text)[1:-1] in told]
    served.close(kernel)


def texts(value: Any) -> Iterator[str]:
    """Yield the sentences in a state."""
    if isinstance(value, str) and len(value) > 25:
        yield value
    for part in (
        value.values() if isinstance(value, dict) else value if isinstance(value, list) else ()
    ):
        yield from texts(part)


@pytest.mark.parametrize("path", ["/", "/voila/render/en/02-answer.ipynb", "/nowhere"])
def test_a_form_of_any_size_is_not_held_in_memory(served: Classroom, path: str) -> None:
    with closing(HTTPConnection(served.host, timeout=20)) as line:
        line.request("POST", path, headers={"Content-Length": str(10**6)})
        assert line.getresponse().status in {400, 413}
