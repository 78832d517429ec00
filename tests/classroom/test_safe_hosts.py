"""The lessons are there under names that no stranger's page can have, and under no other."""

from __future__ import annotations

import socket
from collections.abc import Iterator
from pathlib import Path

import pytest
from websockets.exceptions import InvalidStatus
from websockets.sync.client import connect

from mastermind_edu.classroom.hosts import is_known, known_names

from .conftest import Classroom, free_port, running

HERE = socket.gethostname()


@pytest.mark.parametrize(
    "host",
    [
        "127.0.0.1",
        "127.0.0.1:8866",
        "192.168.1.7:80",
        "[::1]:8866",
        "[fe80::1]",
        "localhost",
        "LOCALHOST:8866",
        "localhost.",
        "board.localhost:8866",
        "classroom",
        "classroom.local:8866",
        "laptop.home.arpa",
        "hub.internal",
        HERE,
        f"{HERE.upper()}:8866",
        "lessons.school.example:443",
        "LESSONS.school.example.",
    ],
)
def test_names_of_the_local_network_are_known(host: str) -> None:
    assert is_known(host, known_names(["lessons.school.example"]))


@pytest.mark.parametrize(
    "host",
    [
        "",
        ".",
        "evil.example",
        "evil.example:8866",
        "localhost.evil.example",
        "127.0.0.1.evil.example",
        "local.example",
        "notlocal.example.local.evil.example",
        "school.example",
        "x.lessons.school.example",
        "127.0.0.1@evil.example",
        "evil.example#.local",
        "evil.example/.local",
        "evil.example\\.local",
        "evil example.local",
        "[evil.example]",
        "[::1",
        "::1",
        "127.0.0.1:80:80",
        "127.0.0.1:x",
    ],
)
def test_other_names_are_not(host: str) -> None:
    assert not is_known(host, known_names(["lessons.school.example"]))


@pytest.mark.parametrize(
    "path",
    ["/", "/voila/render/en/01-play.ipynb", "/nowhere", "/assets/x/course/course.css", "/place"],
)
def test_under_a_strange_name_there_is_nothing(classroom: Classroom, path: str) -> None:
    before = classroom.http.get("/place").status_code
    answer = classroom.http.get(path, headers={"Host": "evil.example"})
    assert answer.status_code == 421
    assert answer.headers["Content-Type"].startswith("text/plain")
    assert "There are no lessons under this name." in answer.text
    assert "evil" not in answer.text
    assert classroom.http.get("/place").status_code == before


def test_a_page_that_took_over_a_name_reaches_no_kernel(classroom: Classroom) -> None:
    """It has the same origin as the server, since its name leads there."""
    kernel = classroom.kernel()
    server = (str(classroom.http.base_url.host), classroom.http.base_url.port)
    address = f"ws://evil.example/api/kernels/{kernel}/channels?session_id=x"
    line = socket.create_connection(server)
    with pytest.raises(InvalidStatus, match="421"), connect(address, sock=line) as page:
        page.recv()
    taken = {"Host": "evil.example", "Origin": "http://evil.example"}
    assert classroom.http.post(f"/voila/api/shutdown/{kernel}", headers=taken).status_code == 421
    assert classroom.is_alive(kernel)
    classroom.close(kernel)


@pytest.fixture(scope="module")
def named(tmp_path_factory: pytest.TempPathFactory, lessons: Path) -> Iterator[Classroom]:
    """A server with a name of its own, and few places for one address."""
    options = ("--local", "--port", str(free_port()), "--lessons", str(lessons))
    more = ("--host-name", "lessons.school.example", "--per-address", "2", "--lang", "es")
    with running(tmp_path_factory.mktemp("named"), *options, *more) as classroom:
        yield classroom


def test_a_teacher_can_name_another(named: Classroom) -> None:
    assert named.http.get("/", headers={"Host": "lessons.school.example"}).status_code == 200
    assert named.http.get("/", headers={"Host": "elsewhere.school.example"}).status_code == 421


def test_one_address_has_only_so_many_lessons(named: Classroom) -> None:
    kernels = [named.kernel("es"), named.kernel("es")]
    assert named.http.get("/place").status_code == 503
    refused = named.open("es")
    assert refused.status_code == 429
    assert "http-equiv" in refused.text
    assert 'data-ask="/place"' in refused.text
    assert "all 2 lessons for 127.0.0.1 are open" in named.wait_for_log("are open")
    named.close(kernels[0])
    assert named.http.get("/place").status_code == 204
    kernels[0] = named.kernel("es")
    for kernel in kernels:
        named.close(kernel)
