"""A JupyterHub as an administrator starts it, with the course's configuration as it is."""

from __future__ import annotations

import os
import re
import shutil
import socket
import subprocess
import sys
import sysconfig
import time
from collections.abc import Iterator
from contextlib import closing, contextmanager, suppress
from dataclasses import dataclass, field
from pathlib import Path
from typing import Final

import httpx
import psutil
import pytest
from browser.chromium import refuse
from platformdirs import user_cache_path
from psutil import Process
from websockets.exceptions import InvalidStatus
from websockets.sync.client import connect

from mastermind_edu.lessons.course import course_folder

from .certificate import Certificate

CONFIGURATION: Final = course_folder() / "deploy" / "jupyterhub_config.py"
PROXY: Final = "configurable-http-proxy"
PROXY_FOLDER: Final = user_cache_path("mastermind-edu-tests", appauthor=False) / PROXY
LESSON: Final = "voila/render/en/01-play.ipynb"
KERNEL_ID: Final = re.compile(r'"kernelId": "([0-9a-f-]{36})"')
STARTS_WITHIN: Final = 60
XSRF: Final = re.compile(r'name="_xsrf" value="([^"]*)"')


def free_port() -> int:
    with closing(socket.create_server(("127.0.0.1", 0))) as probe:
        return int(probe.getsockname()[1])


def proxy_folder() -> Path:
    """Return the folder of the hub's proxy, installed with npm if it is the first time."""
    found = shutil.which(PROXY)
    if found:
        return Path(found).parent
    npm = shutil.which("npm")
    if npm is None:
        refuse(f"a hub needs {PROXY}, which needs npm, and there is none")
    scripts = PROXY_FOLDER / "node_modules" / ".bin"
    if not (scripts / PROXY).exists():
        command = [
            npm,
            "install",
            "--no-audit",
            "--no-fund",
            "--prefix",
            PROXY_FOLDER,
            f"{PROXY}@5",
        ]
        installed = subprocess.run(command, capture_output=True, text=True, timeout=300)
        if installed.returncode:
            refuse(f"npm cannot install {PROXY}: {installed.stderr.strip()}")
    return scripts


@dataclass
class Hub:
    """A running hub, and what its users ask of it."""

    address: str
    log: Path
    process: Process
    certificate: Certificate
    users: dict[str, httpx.Client] = field(default_factory=dict)

    def client(self) -> httpx.Client:
        """Return a client that nobody has logged in with."""
        return httpx.Client(
            base_url=self.address,
            verify=self.certificate.trusted(),
            follow_redirects=True,
            timeout=STARTS_WITHIN,
        )

    def log_in(self, user: str) -> httpx.Client:
        """Return the client of a user who has typed name and password."""
        if user not in self.users:
            client = self.client()
            form = XSRF.search(client.get("/hub/login").text)
            assert form
            answer = client.post(
                "/hub/login", data={"_xsrf": form[1], "username": user, "password": "x"}
            )
            if answer.status_code == 403:
                client.close()
                pytest.fail(f"{user} is not let in")
            self.users[user] = client
        return self.users[user]

    def open(self, user: str, path: str = "") -> httpx.Response:
        """Return a page of the user's server once that has started."""
        client = self.log_in(user)
        deadline = time.monotonic() + STARTS_WITHIN
        while time.monotonic() < deadline:
            page = client.get(f"/user/{user}/")
            if f"/user/{user}/" in page.url.path and "/hub/" not in page.url.path:
                return client.get(f"/user/{user}/{path}") if path else page
            if "/hub/spawn-pending" not in page.url.path:
                client.get("/hub/spawn")
            time.sleep(0.3)
        pytest.fail(f"the server of {user} did not start:\n{self.log.read_text()[-3000:]}")

    @contextmanager
    def lesson(self, user: str) -> Iterator[tuple[str, str]]:
        """Open a lesson, yield its page and the id of its kernel, and close it."""
        page = self.open(user, LESSON).text
        kernel = KERNEL_ID.findall(page)[0]
        yield page, kernel
        self.users[user].post(f"/user/{user}/voila/api/shutdown/{kernel}")

    def websocket_status(self, user: str, kernel: str) -> int:
        """Return how anna's server answers when ``user`` wants to talk to her kernel."""
        cookies = "; ".join(f"{one.name}={one.value}" for one in self.users[user].cookies.jar)
        address = self.address.replace("https", "wss")
        try:
            with connect(
                f"{address}/user/anna/api/kernels/{kernel}/channels",
                additional_headers={"Cookie": cookies},
                origin=self.address,  # type: ignore[arg-type]
                ssl=self.certificate.trusted(),
            ):
                return 101
        except InvalidStatus as error:
            return error.response.status_code

    def servers(self) -> dict[str, Process]:
        """Return the processes of the users' servers by the users' names."""
        servers = {}
        for child in self.process.children():
            with suppress(psutil.Error):
                servers[child.environ().get("JUPYTERHUB_USER", "")] = child
        return servers


@contextmanager
def running(
    folder: Path,
    certificate: Certificate,
    *,
    port: int | None = None,
    public_url: str | None = None,
    **settings: str,
) -> Iterator[Hub]:
    """Run a hub in ``folder`` until the ``with`` block ends; anna and ben may come in.

    :param public_url: the address of a proxy with TLS that passes on to ``port``; the hub's own
        speaks TLS if there is none.
    """
    proxy = proxy_folder()
    (folder / "names").write_text("anna\nben\n", encoding="utf-8")
    scheme = "http" if public_url else "https"
    address = f"{scheme}://127.0.0.1:{port or free_port()}"
    path = os.pathsep.join([sysconfig.get_path("scripts"), str(proxy), os.environ["PATH"]])
    environment = {
        "MASTERMIND_EDU_AUTHENTICATOR": "dummy",
        "MASTERMIND_EDU_SPAWNER": "simple",
        "MASTERMIND_EDU_USERS": "names",
        "MASTERMIND_EDU_ADDRESS": address,
        **settings,
    }
    command = [
        *(sys.executable, "-m", "jupyterhub", "--config", str(CONFIGURATION)),
        f"--JupyterHub.hub_bind_url=http://127.0.0.1:{free_port()}",
        f"--ConfigurableHTTPProxy.api_url=http://127.0.0.1:{free_port()}",
        f"--SimpleLocalProcessSpawner.home_dir_template={folder}/{{username}}",
    ]
    if not public_url:
        command += [f"--JupyterHub.ssl_cert={certificate.file}"]
        command += [f"--JupyterHub.ssl_key={certificate.key}"]
    log = folder / "hub.log"
    with log.open("wb") as output:
        started = subprocess.Popen(
            command,
            cwd=folder,
            env={**os.environ, "PATH": path, **environment},
            stdout=output,
            stderr=output,
        )
    hub = Hub(public_url or address, log, Process(started.pid), certificate)
    try:
        _wait_for(hub, started)
        yield hub
    finally:
        for client in hub.users.values():
            client.close()
        started.terminate()
        started.wait(timeout=30)


def _wait_for(hub: Hub, started: subprocess.Popen[bytes]) -> None:
    deadline = time.monotonic() + STARTS_WITHIN
    with hub.client() as client:
        while time.monotonic() < deadline and started.poll() is None:
            try:
                if client.get("/hub/login").is_success:
                    return
            except httpx.TransportError:
                pass
            time.sleep(0.1)
    pytest.fail(f"the hub did not start:\n{hub.log.read_text('utf-8')}", pytrace=False)
