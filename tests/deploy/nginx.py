"""A real nginx with the course's configuration, in which only names and ports are changed."""

from __future__ import annotations

import getpass
import os
import shutil
import socket
import subprocess
import time
from collections.abc import Iterator
from contextlib import closing, contextmanager
from pathlib import Path
from typing import Final

import pytest
from browser.chromium import refuse

from mastermind_edu.lessons.course import course_folder

from .certificate import Certificate

CONFIGURATION: Final = course_folder() / "deploy" / "nginx.conf"
NAME: Final = "lessons.example.org"
PATIENCE: Final = 300
MAIN: Final = """
daemon off;
pid nginx.pid;
{user}
events {{}}
http {{
    client_body_temp_path body;
    proxy_temp_path proxy;
    fastcgi_temp_path fastcgi;
    uwsgi_temp_path uwsgi;
    scgi_temp_path scgi;
    include lessons.conf;
}}
"""


def program() -> str:
    """Return the path of nginx, after the last resort of installing it."""
    places = os.pathsep.join([os.environ["PATH"], "/usr/sbin", "/usr/local/sbin"])
    found = shutil.which("nginx", path=places)
    if found:
        return found
    if not (shutil.which("apt-get") and hasattr(os, "geteuid") and os.geteuid() == 0):
        refuse("there is no nginx here")
    for command in ("update", "install --yes --no-install-recommends nginx-light"):
        done = subprocess.run(
            ["apt-get", *command.split()], capture_output=True, text=True, timeout=PATIENCE
        )
        if done.returncode:
            refuse(f"apt-get {command}: {done.stderr.strip()}")
    return "/usr/sbin/nginx"


def changed(text: str, changes: dict[str, str]) -> str:
    """Return ``text`` with each change made; each must have something to change."""
    for old, new in changes.items():
        assert old in text, old
        text = text.replace(old, new)
    return text


@contextmanager
def running(
    folder: Path, certificate: Certificate, *, port: int, plain: int, server: int, path: str = "/"
) -> Iterator[None]:
    """Run nginx in front of the server at port ``server`` until the ``with`` block ends.

    :param port: where it speaks TLS.
    :param plain: where it does not.
    """
    changes = {
        "listen 443 ssl": f"listen {port} ssl",
        "[::]:443": f"[::]:{port}",
        "listen 80;": f"listen {plain};",
        "[::]:80;": f"[::]:{plain};",
        f"https://{NAME}$": f"https://localhost:{port}$",
        f"/etc/ssl/{NAME}.pem": str(certificate.file),
        f"/etc/ssl/{NAME}.key": str(certificate.key),
        f"server_name {NAME};": "server_name localhost;",
        "127.0.0.1:8866;": f"127.0.0.1:{server};",
        "location / {": f"location {path} {{",
    }
    text = changed(CONFIGURATION.read_text("utf-8"), changes)
    (folder / "lessons.conf").write_text(text, encoding="utf-8")
    user = f"user {getpass.getuser()};" if os.geteuid() == 0 else ""
    (folder / "nginx.conf").write_text(MAIN.format(user=user), encoding="utf-8")
    command = [program(), "-p", str(folder), "-e", "error.log", "-c", "nginx.conf"]
    process = subprocess.Popen(command)
    try:
        _wait_for(port, process, folder / "error.log")
        yield
    finally:
        process.terminate()
        process.wait(timeout=20)


def _wait_for(port: int, process: subprocess.Popen[bytes], log: Path) -> None:
    for _ in range(100):
        with closing(socket.socket()) as probe:
            if probe.connect_ex(("127.0.0.1", port)) == 0:
                return
        if process.poll() is not None:
            break
        time.sleep(0.1)
    pytest.fail(f"nginx did not start:\n{log.read_text('utf-8')}", pytrace=False)
