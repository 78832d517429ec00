"""JupyterHub gives each user the lessons, and nobody those of another."""

from __future__ import annotations

import json
import re
import runpy
import subprocess
import sys
import sysconfig
import time
from collections.abc import Iterator
from contextlib import ExitStack
from pathlib import Path
from urllib.parse import urlsplit

import pytest
from browser.pages import BoardPage
from jupyter_server.base.handlers import JupyterHandler
from playwright.sync_api import Browser, BrowserContext, Page, expect
from psutil import Process
from traitlets.config import Config

from mastermind_edu.classroom.hub import HubClassroom, NoHub, Place, hub_configuration
from mastermind_edu.games.catalogue import CLASSIC
from mastermind_edu.games.codes import Code
from mastermind_edu.games.sealing import KEY_VARIABLE
from mastermind_edu.lessons import capacity
from mastermind_edu.lessons.course import notebooks_folder

from .certificate import Certificate
from .hub import CONFIGURATION, LESSON, STARTS_WITHIN, Hub, running

COMMAND = Path(sysconfig.get_path("scripts"), "mastermind-edu-singleuser")
LINK = re.compile(r'(?:href|src|data-base-url)="(/[^"]*)"')
GUESS = (0, 1, 2, 3)


# ---------------------------------------------------------------- what the administrator chooses


def configured(monkeypatch: pytest.MonkeyPatch, **settings: str) -> Config:
    """Return what the configuration says with these settings in the environment."""
    chosen = {"AUTHENTICATOR": "pam", "USERS": "all", "SPAWNER": "localprocess", **settings}
    for name, value in chosen.items():
        monkeypatch.setenv(f"MASTERMIND_EDU_{name}", value)
    config = Config()
    runpy.run_path(str(CONFIGURATION), init_globals={"get_config": lambda: config})
    return config


@pytest.mark.parametrize("setting", ["AUTHENTICATOR", "USERS", "SPAWNER"])
def test_the_hub_does_not_start_before_all_is_chosen(
    monkeypatch: pytest.MonkeyPatch, setting: str
) -> None:
    with pytest.raises(SystemExit, match=f"^Choose .* MASTERMIND_EDU_{setting}"):
        configured(monkeypatch, **{setting: ""})


def test_a_form_of_the_lessons_that_there_is_not_is_refused(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    with pytest.raises(SystemExit, match="expected one of lessons, lab"):
        configured(monkeypatch, FORM="labb")


def test_one_setting_chooses_pages_or_jupyterlab(monkeypatch: pytest.MonkeyPatch) -> None:
    assert configured(monkeypatch).Spawner.args == []
    assert configured(monkeypatch, FORM="lab").Spawner.args == ["--lab"]


def test_the_users_server_is_found_on_this_machine_or_in_the_image(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    (here,) = configured(monkeypatch).Spawner.cmd
    assert Path(here) == Path(sys.executable).with_name(COMMAND.name)
    assert Path(here).is_file()
    there = configured(monkeypatch, SPAWNER="dockerspawner.DockerSpawner").Spawner.cmd
    assert there == [COMMAND.name]


def test_nobody_reaches_the_hub_but_through_a_proxy_until_told_otherwise(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    assert urlsplit(configured(monkeypatch).JupyterHub.bind_url).hostname == "127.0.0.1"


def test_the_command_says_that_it_is_for_a_hub() -> None:
    started = subprocess.run(COMMAND, capture_output=True, text=True, timeout=STARTS_WITHIN)
    assert started.returncode == 1
    assert started.stderr == "This command is for a JupyterHub, which starts it by itself.\n"


def test_a_hub_with_encrypted_connections_inside_is_refused() -> None:
    with pytest.raises(NoHub, match="internal_ssl"):
        Place.told_by(
            {
                "JUPYTERHUB_SERVICE_URL": "https://127.0.0.1:80/user/anna/",
                "JUPYTERHUB_API_TOKEN": "t",
            }
        )


# ---------------------------------------------------------------- who comes in


def test_who_is_not_on_the_list_is_not_let_in(hub: Hub) -> None:
    with pytest.raises(pytest.fail.Exception, match="carl is not let in"):
        hub.log_in("carl")


def paths(page: str, kernel: str) -> Iterator[str]:
    """Yield an address of each kind that a server has."""
    yield from ("", "en/", "pt/01-play", LESSON, "nowhere")
    yield next(link.split("/", 3)[3] for link in LINK.findall(page) if link.endswith("course.css"))
    yield f"api/kernels/{kernel}"
    yield f"api/kernels/{kernel}/channels"
    yield f"voila/api/shutdown/{kernel}"


def test_without_a_login_there_is_nothing_to_be_had(hub: Hub) -> None:
    with hub.lesson("anna") as lesson, hub.client() as stranger:
        for path in paths(*lesson):
            answer = stranger.get(f"/user/anna/{path}")
            asks = answer.url.path == "/hub/login" and 'name="password"' in answer.text
            assert asks or answer.status_code in (403, 405), path


def test_one_users_server_is_closed_to_the_other(hub: Hub) -> None:
    hub.open("ben")
    with hub.lesson("anna") as (page, kernel):
        for path in paths(page, kernel):
            answer = hub.users["ben"].get(f"/user/anna/{path}")
            assert answer.status_code in (403, 404, 405), (path, answer.url)
            assert "mastermind" not in answer.text.lower(), path
        ended = hub.users["ben"].post(f"/user/anna/voila/api/shutdown/{kernel}")
        assert ended.status_code == 403
        assert hub.users["anna"].get(f"/user/anna/api/kernels/{kernel}").status_code == 200


def test_the_websocket_is_closed_to_the_other_too(hub: Hub) -> None:
    hub.open("ben")
    with hub.lesson("anna") as (_, kernel):
        assert hub.websocket_status("ben", kernel) == 403
        assert hub.websocket_status("anna", kernel) == 101


@pytest.fixture
def classroom(monkeypatch: pytest.MonkeyPatch) -> Iterator[HubClassroom]:
    """The server of a user, set up and not started."""
    for name, value in {
        "JUPYTERHUB_SERVICE_URL": "http://127.0.0.1:8899/user/anna/",
        "JUPYTERHUB_API_TOKEN": "token",
        "JUPYTERHUB_CLIENT_ID": "jupyterhub-user-anna",
    }.items():
        monkeypatch.setenv(name, value)
    classroom = HubClassroom(
        config=hub_configuration(), notebooks=notebooks_folder(), base_url="/user/anna/"
    )
    classroom.connection_dir = "unused"
    return classroom


def test_every_address_but_those_of_the_login_asks_for_it(classroom: HubClassroom) -> None:
    classroom.initialize([])
    classroom.init_settings()
    free = set()
    for pattern, handler, *_ in classroom.init_handlers():
        methods = [
            getattr(handler, name) for name in ("get", "head", "post", "put", "delete", "patch")
        ]
        unchecked = [one for one in methods if getattr(one, "__allow_unauthenticated", False)]
        if unchecked or not issubclass(handler, JupyterHandler):
            free.add(pattern.rpartition("/")[2])
    assert free == {"logout", "oauth_callback"}


# ---------------------------------------------------------------- what they get


def test_every_address_of_a_page_is_below_the_users(hub: Hub) -> None:
    with hub.lesson("anna") as (lesson, _):
        for page in (lesson, hub.open("anna").text, hub.open("anna", "fr/").text):
            links = LINK.findall(page)
            assert len(links) > 10
            assert [link for link in links if not link.startswith("/user/anna/")] == []


def test_a_short_address_leads_to_the_lesson_in_its_language(hub: Hub) -> None:
    hub.open("anna")
    page = hub.users["anna"].get("/user/anna/pt/01-play", follow_redirects=False)
    assert page.headers["Location"] == "/user/anna/voila/render/pt/01-play.ipynb"
    assert 'lang="pt-BR"' in hub.open("anna", "pt/").text


def test_the_hub_tells_the_server_its_limits(hub: Hub) -> None:
    hub.open("anna")
    environment = hub.servers()["anna"].environ()
    assert environment["MEM_LIMIT"] == str(512 * 2**20)
    assert environment["CPU_LIMIT"] == "1.0"


def test_a_user_has_as_many_lessons_at_once_as_the_configuration_says(hub: Hub) -> None:
    with ExitStack() as lessons:
        for _ in range(3):
            lessons.enter_context(hub.lesson("ben"))
        assert hub.users["ben"].get(f"/user/ben/{LESSON}").status_code == 503
    with hub.lesson("ben"):
        pass


def test_kernels_do_not_know_the_hubs_token_and_each_user_has_a_key(hub: Hub) -> None:
    keys = set()
    for user in ("anna", "ben"):
        with hub.lesson(user):
            kernels = hub.servers()[user].children(recursive=True)
            assert kernels
            for kernel in kernels:
                environment = kernel.environ()
                assert not [name for name in environment if name.endswith("API_TOKEN")]
                keys.add(environment[KEY_VARIABLE])
    assert len(keys) == 2


def memory(server: Process) -> float:
    """Return the bytes of a user's server and all that it started, as if it were alone."""
    return sum(one.memory_info().rss for one in (server, *server.children(recursive=True)))


def test_a_user_needs_no_more_memory_than_the_table_says(hub: Hub) -> None:
    with hub.lesson("anna"):
        needed = memory(hub.servers()["anna"])
    print(f"memory of a user of a hub, one lesson open: {needed / capacity.MIB:.0f} MiB")
    assert capacity.MEMORY_OF_A_USER / 2 < needed < capacity.MEMORY_OF_A_USER


# ---------------------------------------------------------------- in the browser


def logged_in(context: BrowserContext, hub: Hub, user: str) -> Page:
    """Log in with the hub's form and wait for the user's list of lessons."""
    page = context.new_page()
    page.goto(f"{hub.address}/hub/login")
    page.get_by_label("Username").fill(user)
    page.get_by_label("Password").fill("x")
    page.get_by_role("button", name="Sign in").click()
    page.wait_for_url(f"{hub.address}/user/{user}/", timeout=60_000)
    return page


def log_out(page: Page) -> None:
    """Log out by the link at the foot of a page."""
    page.get_by_role("link", name="Log out").click()
    expect(page.get_by_role("heading", name="Sign in")).to_be_visible()


def first_lesson(page: Page) -> BoardPage:
    """Open the first lesson as a pupil does, from the list."""
    page.get_by_role("link", name="Start with lesson 1").click()
    expect(page.locator("html")).to_have_attribute("data-state", "ready", timeout=60_000)
    page.wait_for_function("window.mastermindKeeper")
    page.evaluate("mastermindKeeper.ready")
    return BoardPage(page, CLASSIC)


def played(board: BoardPage) -> list[Code]:
    return [row.guess for row in board.rows()]


def test_two_users_play_each_on_a_board_of_their_own(browser: Browser, hub: Hub) -> None:
    boards = []
    for user in ("anna", "ben"):
        context = browser.new_context(ignore_https_errors=True)
        boards.append(first_lesson(logged_in(context, hub, user)))
    anna, ben = boards
    anna.guess(GUESS)
    assert played(anna) == [GUESS]
    assert played(ben) == []
    ben.guess(tuple(reversed(GUESS)))
    assert played(ben) == [tuple(reversed(GUESS))]
    anna.page.reload()
    expect(anna.played).to_have_count(1, timeout=60_000)
    for board in boards:
        board.page.context.close()


def test_who_logs_in_after_another_on_one_tablet_finds_nothing_of_theirs(
    browser: Browser, hub: Hub
) -> None:
    with browser.new_context(ignore_https_errors=True) as context:
        board = first_lesson(logged_in(context, hub, "anna"))
        board.guess(GUESS)
        log_out(board.page)
        board.page.goto(f"{hub.address}/user/anna/{LESSON}")
        expect(board.page.get_by_label("Password")).to_be_visible()
        board.page.close()

        board = first_lesson(logged_in(context, hub, "ben"))
        assert played(board) == []
        board.page.goto(f"{hub.address}/user/ben/")
        done = board.page.locator("[data-standing]").all_inner_texts()
        assert set(done) == {""}
        log_out(board.page)

        board = first_lesson(logged_in(context, hub, "anna"))
        expect(board.played).to_have_count(1)


# ---------------------------------------------------------------- other hubs


def test_a_server_that_nobody_uses_is_stopped(tmp_path: Path, certificate: Certificate) -> None:
    with running(tmp_path, certificate, MASTERMIND_EDU_IDLE="2") as hub:
        assert hub.open("anna").status_code == 200
        deadline = time.monotonic() + 30
        while "anna" in hub.servers() and time.monotonic() < deadline:
            time.sleep(0.2)
        assert "anna" not in hub.servers()


def test_users_who_program_get_jupyterlab_on_a_copy_of_the_lessons(
    tmp_path: Path, certificate: Certificate
) -> None:
    with running(tmp_path, certificate, MASTERMIND_EDU_FORM="lab") as hub:
        page = hub.open("anna", "lab")
        assert page.status_code == 200
        assert "JupyterLab" in page.text
        xsrf = hub.users["anna"].cookies.get("_xsrf", path="/user/anna/")
        listed = hub.users["anna"].get("/user/anna/api/contents", headers={"X-XSRFToken": xsrf})
        names = {one["name"] for one in json.loads(listed.text)["content"]}
        assert "01-play.ipynb" in names
        assert (tmp_path / "anna" / "mastermind-lessons" / "en" / "01-play.ipynb").is_file()
