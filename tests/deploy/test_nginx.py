"""The lessons behind a real nginx with TLS: boards answer, and there is no other way in."""

from __future__ import annotations

import re
import socket
import ssl
import subprocess
import time
from collections.abc import Iterator
from contextlib import closing, contextmanager
from dataclasses import dataclass
from pathlib import Path

import httpx
import nbformat
import pytest
from browser.pages import BoardPage
from nbformat.v4 import new_code_cell, new_markdown_cell, new_notebook
from playwright.sync_api import Browser, expect
from websockets.exceptions import InvalidStatus
from websockets.sync.client import connect

from mastermind_edu.games.catalogue import CLASSIC
from mastermind_edu.lessons.course import course_folder

from . import hub as hubs
from . import nginx
from .certificate import Certificate
from .hub import free_port
from .lessons_server import COMMAND, serving

KERNEL_ID = re.compile(r'"kernelId": "([0-9a-f-]{36})"')
LESSON = "voila/render/en/01-play.ipynb"
LINK = re.compile(r'(?:href|src|data-base-url)="(/[^"]*)"')
SLEEP = 2
STARTS_WITHIN = 60


@dataclass(frozen=True)
class School:
    """A server of a school: the lessons at a port of their own, and nginx before them."""

    url: str
    port: int
    plain: int
    server: int
    said: str
    certificate: Certificate

    def client(self, *, address: str = "127.0.0.1", **options: object) -> httpx.Client:
        """Return the browser of a pupil, whose device has this address."""
        network = httpx.HTTPTransport(verify=self.certificate.trusted(), local_address=address)
        return httpx.Client(base_url=self.url, transport=network, timeout=STARTS_WITHIN, **options)  # type: ignore[arg-type]


@contextmanager
def school(
    folder: Path, certificate: Certificate, *options: str, path: str = "/"
) -> Iterator[School]:
    """Serve the lessons behind nginx until the ``with`` block ends."""
    port, plain, server = free_port(), free_port(), free_port()
    url = f"https://localhost:{port}{path}"
    ports = {"port": port, "plain": plain, "server": server}
    with (
        serving(folder, "--public-url", url, "--port", str(server), *options) as said,
        nginx.running(folder, certificate, path=path, **ports),
    ):
        yield School(url, said=said, certificate=certificate, **ports)


@pytest.fixture(scope="module")
def lessons(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A folder with one lesson: prose, and a cell that takes its time."""
    folder = tmp_path_factory.mktemp("lessons")
    notebook = new_notebook(
        cells=[
            new_markdown_cell("Read this first."),
            new_code_cell(f"import time; time.sleep({SLEEP})"),
            new_markdown_cell("This is the end."),
        ],
        metadata={"kernelspec": {"name": "python3", "display_name": "", "language": "python"}},
    )
    (folder / "en").mkdir()
    nbformat.write(notebook, folder / "en" / "01-play.ipynb")
    return folder


@pytest.fixture(scope="module")
def at_root(
    tmp_path_factory: pytest.TempPathFactory, certificate: Certificate, lessons: Path
) -> Iterator[School]:
    """A school with a name for the lessons, and one lesson at once for each pupil."""
    options = ("--lessons", str(lessons), "--per-address", "1")
    with school(tmp_path_factory.mktemp("root"), certificate, *options) as found:
        yield found


@pytest.fixture(scope="module")
def below_path(
    tmp_path_factory: pytest.TempPathFactory, certificate: Certificate
) -> Iterator[School]:
    """A school that has the lessons below a path of its site."""
    with school(tmp_path_factory.mktemp("path"), certificate, path="/logic/course/") as found:
        yield found


@contextmanager
def opened(client: httpx.Client, **options: object) -> Iterator[str]:
    """Open the lesson, yield the id of its kernel, and close it."""
    page = client.get(LESSON, **options)  # type: ignore[arg-type]
    assert page.status_code == 200
    kernel = KERNEL_ID.findall(page.text)[0]
    yield kernel
    client.post(f"voila/api/shutdown/{kernel}")


# ---------------------------------------------------------------- one way in


def test_the_lessons_are_told_by_their_public_address(at_root: School) -> None:
    assert f"For the pupils     {at_root.url}" in at_root.said


def test_the_server_behind_listens_at_this_computer_only(at_root: School) -> None:
    with closing(socket.create_connection(("127.0.0.1", at_root.server), timeout=5)):
        pass
    with pytest.raises(ConnectionRefusedError):
        socket.create_connection(("127.0.0.2", at_root.server), timeout=5)


def test_who_forgets_the_s_is_sent_on(at_root: School) -> None:
    answer = httpx.get(f"http://localhost:{at_root.plain}/en/01-play")
    assert answer.status_code == 301
    assert answer.headers["Location"] == f"{at_root.url}en/01-play"


def test_another_name_gets_no_answer(at_root: School) -> None:
    context = ssl.create_default_context()
    context.check_hostname = False
    context.verify_mode = ssl.CERT_NONE
    with (
        closing(socket.create_connection(("127.0.0.1", at_root.port), timeout=5)) as connection,
        pytest.raises(ssl.SSLError, match="UNRECOGNIZED_NAME"),
    ):
        context.wrap_socket(connection, server_hostname="evil.example")


def test_pages_may_not_be_had_without_tls_again(at_root: School) -> None:
    with at_root.client() as client:
        assert "max-age=31536000" in client.get("").headers["Strict-Transport-Security"]


# ---------------------------------------------------------------- what passes through


def test_a_lesson_can_be_read_while_it_is_made(at_root: School) -> None:
    received, seen_at = "", {}
    with at_root.client() as client:
        with client.stream("GET", LESSON) as page:
            for part in page.iter_text():
                received += part
                for text in ("Read this first.", "This is the end."):
                    if text in received:
                        seen_at.setdefault(text, time.monotonic())
        client.post(f"voila/api/shutdown/{KERNEL_ID.findall(received)[0]}")
    before, after = seen_at.values()
    assert after - before > SLEEP / 2


def test_pages_arrive_compressed_by_the_lessons(at_root: School) -> None:
    with at_root.client() as client:
        page = client.get("")
        script = re.search(r'src="(/assets/[^"]*\.js)"', page.text)
        assert script
        for answer in (page, client.get(script[1])):
            assert answer.headers["Content-Encoding"] == "gzip"


def test_each_pupil_is_known_by_the_address_of_the_device(at_root: School) -> None:
    with at_root.client() as anna, at_root.client(address="127.0.0.2") as ben:
        with opened(anna):
            assert anna.get(LESSON).status_code == 429
            pretended = anna.get(LESSON, headers={"X-Forwarded-For": "127.0.0.9"})
            assert pretended.status_code == 429
            pretended = anna.get(LESSON, headers={"X-Real-IP": "127.0.0.9"})
            assert pretended.status_code == 429
            with opened(ben):
                pass
        with opened(anna):
            pass


def websocket_status(school: School, kernel: str, origin: str) -> int:
    address = school.url.replace("https", "wss")
    try:
        with connect(
            f"{address}api/kernels/{kernel}/channels",
            origin=origin,  # type: ignore[arg-type]
            ssl=school.certificate.trusted(),
        ):
            return 101
    except InvalidStatus as error:
        return error.response.status_code


def test_the_websocket_is_for_pages_of_the_same_name(at_root: School) -> None:
    own = at_root.url.rstrip("/")
    with at_root.client() as client, opened(client) as kernel:
        assert websocket_status(at_root, kernel, "https://evil.example") == 403
        assert websocket_status(at_root, kernel, own) == 101


# ---------------------------------------------------------------- below a path


def test_a_board_below_a_path_answers_in_the_browser(browser: Browser, below_path: School) -> None:
    with browser.new_context(ignore_https_errors=True) as context:
        page = context.new_page()
        page.goto(below_path.url)
        page.get_by_role("link", name="Start with lesson 1").click()
        expect(page.locator("html")).to_have_attribute("data-state", "ready", timeout=60_000)
        board = BoardPage(page, CLASSIC)
        board.guess((0, 1, 2, 3))
        page.reload()
        expect(board.played).to_have_count(1, timeout=60_000)
        page.locator(".languages summary").click()
        page.get_by_role("link", name="Français").click()
        expect(page.locator("html")).to_have_attribute("lang", "fr", timeout=60_000)
        assert page.url == f"{below_path.url}voila/render/fr/01-play.ipynb"


def test_every_address_of_a_page_is_below_the_path(below_path: School) -> None:
    with below_path.client() as client:
        for path in ("", "es/", "nowhere"):
            links = LINK.findall(client.get(path).text)
            assert len(links) > 4
            assert [link for link in links if not link.startswith("/logic/course/")] == []
        found = client.get("pt/01-play")
        assert found.headers["Location"] == "/logic/course/voila/render/pt/01-play.ipynb"


def test_outside_the_path_there_is_nothing_of_the_lessons(below_path: School) -> None:
    with below_path.client() as client:
        root = f"https://localhost:{below_path.port}/"
        assert client.get(root).status_code == 404
        assert client.get(f"{root}{LESSON}").status_code == 404


# ---------------------------------------------------------------- before a hub


def test_a_hub_behind_it_lets_users_log_in_and_boards_talk(
    tmp_path: Path, certificate: Certificate
) -> None:
    port, inside = free_port(), free_port()
    url = f"https://localhost:{port}"
    (tmp_path / "nginx").mkdir()
    with (
        nginx.running(tmp_path / "nginx", certificate, port=port, plain=free_port(), server=inside),
        hubs.running(tmp_path, certificate, port=inside, public_url=url) as hub,
        hub.lesson("anna") as (page, kernel),
    ):
        assert 'data-owner="anna"' in page
        assert hub.websocket_status("anna", kernel) == 101
        hub.log_in("ben")
        assert hub.websocket_status("ben", kernel) == 403


# ---------------------------------------------------------------- the option


@pytest.mark.parametrize(
    "address", ["lessons.example.org", "ftp://example.org/", "https://example.org/?class=7", ""]
)
def test_what_is_no_address_is_refused(tmp_path: Path, address: str) -> None:
    done = subprocess.run(
        [COMMAND, "--public-url", address, "--no-browser", "--log", str(tmp_path / "log")],
        capture_output=True,
        text=True,
        timeout=STARTS_WITHIN,
    )
    assert done.returncode == 1
    assert done.stderr.startswith(f"{address} is no address of a page; expected one such as ")


def test_the_service_starts_the_lessons_with_options_that_there_are() -> None:
    service = (course_folder() / "deploy" / "mastermind-edu.service").read_text("utf-8")
    start = re.search(r"^ExecStart=(\S+)/bin/mastermind-edu (.*)$", service, flags=re.M)
    assert start
    options = re.findall(r"--[\w-]+", start[2])
    shown = subprocess.run(
        [COMMAND, "--help"],
        capture_output=True,
        text=True,
        timeout=STARTS_WITHIN,
        env={"COLUMNS": "200", "PATH": "/usr/bin:/bin", "LANGUAGE": "en"},
    )
    assert [option for option in options if option not in shown.stdout] == []
