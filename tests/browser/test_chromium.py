"""Where the tests' browser comes from, without starting one."""

from __future__ import annotations

import os
import shutil
import subprocess
from dataclasses import dataclass, field
from types import SimpleNamespace
from typing import Any

import pytest
from playwright.sync_api import Error

from .chromium import NoBrowser, launch, refuse


@dataclass
class Machine:
    """A computer with these commands, where these browsers start after these installations."""

    commands: set[str] = field(default_factory=set)
    starts: set[str] = field(default_factory=set)
    brings: dict[str, str] = field(default_factory=dict)
    ran: list[str] = field(default_factory=list)

    @property
    def playwright(self) -> Any:
        return SimpleNamespace(chromium=self)

    def launch(self, *, args: list[str], executable_path: str = "", channel: str = "") -> str:
        """Start a browser, as Playwright does."""
        assert "--no-sandbox" in args
        browser = executable_path or channel or "own"
        if browser not in self.starts:
            raise Error(f"{browser} does not start\nand here is more about it")
        return browser

    def which(self, name: str) -> str | None:
        return f"/bin/{name}" if name in self.commands else None

    def run(self, command: tuple[str, ...], **_: object) -> None:
        """Run a command of an installer."""
        line = " ".join(command)
        self.ran.append(line)
        brought = [browser for part, browser in self.brings.items() if part in line]
        if not brought and "update" not in line:
            raise subprocess.CalledProcessError(1, command)
        self.starts.update(brought)
        self.commands.update(browser.removeprefix("/bin/") for browser in brought)


@pytest.fixture
def machine(monkeypatch: pytest.MonkeyPatch) -> Machine:
    machine = Machine()
    monkeypatch.setattr(shutil, "which", machine.which)
    monkeypatch.setattr(subprocess, "run", machine.run)
    monkeypatch.setattr(os, "geteuid", lambda: 0, raising=False)
    return machine


def test_a_chromium_of_the_system_comes_first(machine: Machine) -> None:
    machine.commands = {"google-chrome", "chromium"}
    machine.starts = {"/bin/google-chrome", "/bin/chromium", "own"}
    assert launch(machine.playwright) == "/bin/chromium"
    assert machine.ran == []


def test_one_that_does_not_start_gives_way_to_the_next(machine: Machine) -> None:
    machine.commands = {"chromium"}
    machine.starts = {"own"}
    assert launch(machine.playwright) == "own"
    machine.starts = {"chrome"}
    assert launch(machine.playwright) == "chrome"
    assert machine.ran == []


def test_without_any_playwright_downloads_one(machine: Machine) -> None:
    machine.brings = {"playwright install chromium": "own"}
    assert launch(machine.playwright) == "own"


def test_without_download_the_package_of_the_system_is_installed(machine: Machine) -> None:
    machine.commands = {"apt-get"}
    machine.brings = {"apt-get install": "/bin/chromium"}
    assert launch(machine.playwright) == "/bin/chromium"
    assert machine.ran[-2:] == [
        "apt-get update",
        "apt-get install --yes --no-install-recommends chromium",
    ]


def test_who_may_not_install_packages_does_not_try(
    machine: Machine, monkeypatch: pytest.MonkeyPatch
) -> None:
    machine.commands = {"apt-get"}
    monkeypatch.setattr(os, "geteuid", lambda: 1000, raising=False)
    with pytest.raises(NoBrowser, match=r"tried .*own download: own does not start; .*install"):
        launch(machine.playwright)
    assert not any("apt-get" in command for command in machine.ran)


@pytest.mark.parametrize("ci", ["", "false", "0"])
def test_without_a_browser_tests_are_skipped_with_the_reason(
    monkeypatch: pytest.MonkeyPatch, ci: str
) -> None:
    monkeypatch.setenv("CI", ci)
    with pytest.raises(pytest.skip.Exception, match="no browser here"):
        refuse("no browser here")


@pytest.mark.parametrize("ci", ["true", "1", "True"])
def test_without_a_browser_tests_fail_in_ci(monkeypatch: pytest.MonkeyPatch, ci: str) -> None:
    monkeypatch.setenv("CI", ci)
    with pytest.raises(pytest.fail.Exception, match="no browser here"):
        refuse("no browser here")
