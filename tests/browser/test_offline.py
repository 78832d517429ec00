"""The course needs no other computer: here no name leads anywhere, and nothing asks for one.

The lessons are opened one by one in ``test_every_lesson.py``, by the same browser.
"""

from __future__ import annotations

import pytest
from playwright.sync_api import Error, expect

from mastermind_edu.language import LANGUAGES, address

from .conftest import Visit
from .recording import Recording

LOADED = """() => document.readyState === "complete"
  && [...document.images].every(image => image.complete && image.naturalWidth)
  && [...document.fonts].every(font => font.status !== "error")
  && [...document.styleSheets].length > 0"""


def test_this_browser_reaches_no_other_host(visit: Visit) -> None:
    page, _ = visit("/en/")
    stranger = page.context.new_page()
    for host in ("example.com", "cdn.jsdelivr.net", "192.0.2.1"):
        with pytest.raises(Error, match="ERR_NAME_NOT_RESOLVED"):
            stranger.goto(f"http://{host}/")


def test_a_request_to_another_host_would_be_seen(visit: Visit) -> None:
    page, _ = visit("/en/")
    stranger = page.context.new_page()
    recording = Recording()
    recording.watch(stranger)
    stranger.set_content('<img src="http://example.com/x.png"><link rel="icon" href="http://b.c/">')
    stranger.wait_for_load_state()
    assert "example.com" in recording.hosts


@pytest.mark.parametrize("language", LANGUAGES)
def test_the_landing_page_is_whole(visit: Visit, language: str) -> None:
    page, recording = visit(f"/{address(language)}/")
    page.wait_for_function(LOADED)
    failed = [one.url for one in recording.requests if one.failure]
    assert failed == []


def test_a_lesson_has_its_modules_from_the_classroom(visit: Visit) -> None:
    page, recording = visit("/voila/render/fr/03-how-many.ipynb")
    expect(page.locator("html")).to_have_attribute("data-state", "ready", timeout=60_000)
    page.wait_for_function(LOADED)
    assert [one.url for one in recording.requests if one.failure] == []
    modules = [one.url for one in recording.requests if "/labextensions/" in one.url]
    assert {"anywidget", "jupyterlab-manager", "widgets-manager8"} <= {
        part for url in modules for part in url.split("/")
    }
