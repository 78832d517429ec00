"""What the tests of a school's installation share: a certificate, a browser, a hub."""

from __future__ import annotations

from collections.abc import Iterator

import pytest
from browser.chromium import NoBrowser, launch, refuse
from playwright.sync_api import Browser, sync_playwright

from . import hub as hubs
from .certificate import Certificate, make_certificate
from .hub import Hub


@pytest.fixture(scope="package")
def certificate(tmp_path_factory: pytest.TempPathFactory) -> Certificate:
    """A certificate for this computer."""
    return make_certificate(tmp_path_factory.mktemp("tls"), "127.0.0.1", "localhost")


@pytest.fixture(scope="package")
def hub(tmp_path_factory: pytest.TempPathFactory, certificate: Certificate) -> Iterator[Hub]:
    """A hub that all tests of this folder share."""
    with hubs.running(tmp_path_factory.mktemp("hub"), certificate) as hub:
        yield hub


@pytest.fixture(scope="package")
def browser() -> Iterator[Browser]:
    """One browser for all tests of this folder, which ends with them."""
    with sync_playwright() as playwright:
        try:
            browser = launch(playwright)
        except NoBrowser as error:
            refuse(str(error))
        yield browser
        browser.close()
