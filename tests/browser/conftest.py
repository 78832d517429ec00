"""The served course and a browser, and a recording of every page that a test visits."""

from __future__ import annotations

import socket
import subprocess
import sysconfig
import time
import urllib.request
from collections.abc import Callable, Iterator
from contextlib import closing, contextmanager
from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import Browser, Page, expect, sync_playwright

from .chromium import NoBrowser, launch, refuse
from .recording import Recording

ARTIFACTS = Path(__file__).parents[2] / "artifacts"
LESSON = "/voila/render/en/01-play.ipynb"
STARTS_WITHIN = 60

Visit = Callable[..., tuple[Page, Recording]]


@pytest.fixture(scope="package")
def browser() -> Iterator[Browser]:
    """One browser for all tests of this folder.

    It ends with them, since Playwright keeps an event loop running that others would meet.
    """
    with sync_playwright() as playwright:
        try:
            browser = launch(playwright)
        except NoBrowser as error:
            refuse(str(error))
        yield browser
        browser.close()


@pytest.fixture(scope="package")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[str]:
    """The address of the course, served by the command as a teacher gives it."""
    with serving("server", tmp_path_factory.mktemp("elsewhere")) as address:
        yield address


@contextmanager
def serving(name: str, folder: Path, *options: str, port: int = 0) -> Iterator[str]:
    """Run the command in ``folder``, with logs called after ``name``, and yield its address."""
    with closing(socket.create_server(("127.0.0.1", port))) as probe:
        port = probe.getsockname()[1]
    ARTIFACTS.mkdir(exist_ok=True)
    command = [
        str(Path(sysconfig.get_path("scripts"), "mastermind-edu")),
        *("--no-browser", "--local", "--port", str(port)),
        *("--log", str(ARTIFACTS / f"{name}-teacher.log")),
        *options,
    ]
    output = ARTIFACTS / f"{name}.log"
    with (
        output.open("wb") as log,
        subprocess.Popen(command, cwd=folder, stdout=log, stderr=log) as process,
    ):
        address = f"http://127.0.0.1:{port}"
        try:
            _wait_for(address, process, output)
            yield address
        finally:
            process.terminate()


def _wait_for(address: str, process: subprocess.Popen[bytes], output: Path) -> None:
    deadline = time.monotonic() + STARTS_WITHIN
    while time.monotonic() < deadline and process.poll() is None:
        try:
            with urllib.request.urlopen(address, timeout=5):
                return
        except OSError:
            time.sleep(0.1)
    log = output.read_text(errors="replace")
    pytest.fail(f"the server did not answer at {address}:\n{log[-4000:]}", pytrace=False)


@pytest.fixture
def visit(browser: Browser, server: str, request: pytest.FixtureRequest) -> Iterator[Visit]:
    """Open pages, each in a browser context of its own, as another pupil's device.

    Whatever the test looks at, its pages must ask no other host and complain of nothing.
    """
    with visiting(browser, server) as open_page:
        yield open_page
        if request.node.stash.get(FAILED, False):
            _keep_pictures(browser, request.node.name)


@contextmanager
def visiting(browser: Browser, server: str) -> Iterator[Visit]:
    """Yield what opens pages; hold them at the end to asking no other host and no complaint."""
    contexts = []
    recordings = []

    def open_page(
        path: str = LESSON, *, init_script: str = "", **options: Any
    ) -> tuple[Page, Recording]:
        context = browser.new_context(base_url=server, **options)
        contexts.append(context)
        if init_script:
            context.add_init_script(init_script)
        page = context.new_page()
        recording = Recording()
        recordings.append(recording)
        recording.watch(page)
        page.goto(path)
        if path == LESSON:
            expect(page.locator("html")).to_have_attribute("data-state", "ready", timeout=30_000)
            expect(page.get_by_role("region", name="Mastermind board")).to_have_count(2)
        return page, recording

    try:
        yield open_page
    finally:
        for context in contexts:
            context.close()
    for recording in recordings:
        assert recording.complaints == []
        assert recording.hosts == {server.removeprefix("http://")}


FAILED = pytest.StashKey[bool]()


@pytest.hookimpl(wrapper=True)
def pytest_runtest_makereport(item: pytest.Item) -> Iterator[Any]:
    """Remember that a test failed, so that its pages are pictured before they close."""
    report = yield
    if report.failed:
        item.stash[FAILED] = True
    return report


def _keep_pictures(browser: Browser, name: str) -> None:
    folder = ARTIFACTS / "failures"
    folder.mkdir(parents=True, exist_ok=True)
    pages = [page for context in browser.contexts for page in context.pages]
    for number, page in enumerate(pages, start=1):
        page.screenshot(path=folder / f"{name}-{number}.png", full_page=True)
