"""Find a Chromium or Chrome for the tests, or get one."""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
from collections.abc import Callable, Iterator
from typing import Any, Final, NoReturn

import pytest
from playwright.sync_api import Browser, Error, Playwright

NAMES: Final = ("chromium", "chromium-browser", "google-chrome", "google-chrome-stable")
CHANNELS: Final = ("chrome", "msedge")
ARGUMENTS: Final = (
    "--no-sandbox",
    "--disable-gpu",
    "--disable-quic",
    "--no-first-run",
    "--disable-background-networking",
    "--disable-component-update",
    "--disable-sync",
    "--host-resolver-rules=MAP * ~NOTFOUND, EXCLUDE 127.0.0.1, EXCLUDE localhost",  # offline
)
PATIENCE: Final = 600


class NoBrowser(Exception):
    """There is no browser here, and none could be had; the message says what was tried."""


def launch(playwright: Playwright) -> Browser:
    """Start the first browser that starts, after the last resort of installing one.

    :raises NoBrowser: if none does.
    """
    tried = []
    for description, options in _known():
        try:
            return playwright.chromium.launch(args=list(ARGUMENTS), **options)
        except Error as error:
            tried.append(f"{description}: {error.message.splitlines()[0]}")
    for description, install in _installers():
        try:
            install()
            return launch_installed(playwright)
        except (Error, OSError, subprocess.SubprocessError) as error:
            tried.append(f"{description}: {str(error).splitlines()[0]}")
    raise NoBrowser("no Chromium or Chrome starts here; tried " + "; ".join(tried))


def refuse(reason: str) -> NoReturn:
    """Skip visibly; where ``CI`` is set, fail, since nobody would read the reason there."""
    if os.environ.get("CI", "").lower() in {"1", "true", "yes"}:
        pytest.fail(reason, pytrace=False)
    pytest.skip(reason)


def launch_installed(playwright: Playwright) -> Browser:
    """Start the browser that an installer has just brought."""
    path = shutil.which("chromium")
    options = {"executable_path": path} if path else {}
    return playwright.chromium.launch(args=list(ARGUMENTS), **options)


def _known() -> Iterator[tuple[str, dict[str, Any]]]:
    for name in NAMES:
        path = shutil.which(name)
        if path:
            yield path, {"executable_path": path}
    yield "Playwright's own download", {}
    for channel in CHANNELS:
        yield f"an installed {channel}", {"channel": channel}


def _installers() -> Iterator[tuple[str, Callable[[], None]]]:
    yield "playwright install chromium", _playwright_install
    if shutil.which("apt-get") and hasattr(os, "geteuid") and os.geteuid() == 0:
        yield "apt-get install chromium", _apt_install


def _playwright_install() -> None:
    _run(sys.executable, "-m", "playwright", "install", "chromium")


def _apt_install() -> None:
    _run("apt-get", "update")
    _run("apt-get", "install", "--yes", "--no-install-recommends", "chromium")


def _run(*command: str) -> None:
    subprocess.run(command, check=True, capture_output=True, timeout=PATIENCE)
