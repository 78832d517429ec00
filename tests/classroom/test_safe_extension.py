"""Jupyter's own servers, where programs run, do not start with this package without a login."""

from __future__ import annotations

import os
import signal
import subprocess
import sys
import time
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from pathlib import Path

import httpx
import pytest

from .conftest import COMMAND, free_port

pytestmark = pytest.mark.skipif(os.name != "posix", reason="groups of processes are POSIX's")

REASON = "This server has no login"
ENABLED = "--ServerApp.jpserver_extensions=mastermind_edu=True"
OPEN = "c.IdentityProvider.token = ''\nc.PasswordIdentityProvider.hashed_password = ''\n"
ROOT = ["--allow-root"] if hasattr(os, "geteuid") and os.geteuid() == 0 else []


@contextmanager
def started(folder: Path, *command: str, config: str = "") -> Iterator[subprocess.Popen[str]]:
    """Start a command with settings of its own, and end it."""
    settings = folder / "settings"
    settings.mkdir()
    (settings / "jupyter_server_config.py").write_text(config)
    process = subprocess.Popen(
        command,
        cwd=folder,
        env={**os.environ, "JUPYTER_CONFIG_DIR": str(settings)},
        stdout=subprocess.PIPE,
        stderr=subprocess.STDOUT,
        text=True,
        start_new_session=True,
    )
    try:
        yield process
    finally:
        with suppress(ProcessLookupError):  # a command and the server that it starts
            os.killpg(process.pid, signal.SIGKILL)
        process.communicate(timeout=20)


def jupyter(port: int, *options: str) -> list[str]:
    server = [sys.executable, "-m", "jupyter_server", "--no-browser", *ROOT]
    return [*server, f"--port={port}", ENABLED, *options]


def test_a_server_without_a_login_ends_and_says_why(tmp_path: Path) -> None:
    with started(tmp_path, *jupyter(free_port(), "--IdentityProvider.token=")) as server:
        said, _ = server.communicate(timeout=60)
    assert server.returncode == 1
    assert REASON in said


def test_a_server_with_a_login_starts(tmp_path: Path) -> None:
    password = "--PasswordIdentityProvider.hashed_password=argon2:x"
    port = free_port()
    with started(tmp_path, *jupyter(port, "--IdentityProvider.token=", password)) as server:
        assert status(server, port) == 403


def test_lab_asks_for_a_token(tmp_path: Path) -> None:
    port = free_port()
    with started(tmp_path, COMMAND, "lab", "--no-browser", f"--port={port}") as server:
        assert status(server, port) == 403


def test_lab_without_a_login_ends_and_says_why(tmp_path: Path) -> None:
    command = (COMMAND, "lab", "--no-browser", f"--port={free_port()}")
    with started(tmp_path, *command, config=OPEN) as server:
        said, _ = server.communicate(timeout=60)
    assert server.returncode == 1
    assert REASON in said


def status(server: subprocess.Popen[str], port: int) -> int:
    """Return how the server answers to one who has not logged in, once it answers."""
    deadline = time.monotonic() + 60
    while time.monotonic() < deadline:
        try:
            return httpx.get(f"http://localhost:{port}/api/contents").status_code
        except httpx.TransportError:
            assert server.poll() is None, server.communicate()[0]
            time.sleep(0.2)
    pytest.fail("the server does not answer")
