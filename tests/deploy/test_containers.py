"""The image and the values for Kubernetes, held to all that can be tried without either.

No image is built and no cluster asked here: the steps of the ``Dockerfile`` are run in a folder,
and the keys of the values compared with those of the chart.
"""

from __future__ import annotations

import hmac
import json
import os
import re
import shlex
import shutil
import subprocess
import sys
import tomllib
from collections.abc import Iterator
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import pytest
import yaml
from packaging.specifiers import SpecifierSet
from traitlets.config import Config
from typer.main import get_command

from mastermind_edu.classroom import cli
from mastermind_edu.games.sealing import KEY_VARIABLE
from mastermind_edu.lessons import capacity

from .hub import free_port
from .lessons_server import serving

CHECKOUT = Path(__file__).parents[2]
DEPLOY = CHECKOUT / "course" / "deploy"
PROJECT = tomllib.loads((CHECKOUT / "pyproject.toml").read_text("utf-8"))["project"]

KNOWN = """
hub.config hub.concurrentSpawnLimit hub.activeServerLimit hub.extraEnv hub.extraConfig
proxy.service.type
proxy.https.enabled proxy.https.type proxy.https.hosts proxy.https.letsencrypt.contactEmail
singleuser.image.name singleuser.image.tag singleuser.cmd singleuser.storage.type
singleuser.uid singleuser.fsGid singleuser.startTimeout
singleuser.memory.guarantee singleuser.memory.limit
singleuser.cpu.guarantee singleuser.cpu.limit
singleuser.networkPolicy.enabled
singleuser.networkPolicy.egressAllowRules.cloudMetadataServer
singleuser.networkPolicy.egressAllowRules.nonPrivateIPs
singleuser.networkPolicy.egressAllowRules.privateIPs
scheduling.userScheduler.enabled scheduling.podPriority.enabled
scheduling.userPlaceholder.enabled scheduling.userPlaceholder.replicas
prePuller.hook.enabled prePuller.continuous.enabled
cull.enabled cull.timeout cull.every cull.maxAge
"""
"""The keys of the chart's values, version 4.1, that ours use; any other would be ignored."""

FREE = frozenset({"hub.config", "hub.extraEnv", "hub.extraConfig"})
"""What is below these is not the chart's."""


# ---------------------------------------------------------------- Kubernetes


@pytest.fixture(scope="module")
def values() -> dict[str, Any]:
    read: dict[str, Any] = yaml.safe_load((DEPLOY / "z2jh" / "values.yaml").read_text("utf-8"))
    return read


def paths(values: dict[str, Any], before: str = "") -> Iterator[str]:
    for key, value in values.items():
        path = f"{before}{key}"
        if isinstance(value, dict) and path not in FREE:
            yield from paths(value, f"{path}.")
        else:
            yield path


def test_the_chart_knows_every_key(values: dict[str, Any]) -> None:
    assert set(paths(values)) == set(KNOWN.split())


def hub_config(values: dict[str, Any], authenticator: str) -> Config:
    """Return what the hub is told, as the chart's own configuration puts it together."""
    config = Config({name: Config(those) for name, those in values["hub"]["config"].items()})
    config.JupyterHub.authenticator_class = authenticator
    for _, source in sorted(values["hub"]["extraConfig"].items()):
        exec(compile(source, "extraConfig", "exec"), {"c": config})
    return config


def test_no_hub_starts_that_lets_everybody_in(values: dict[str, Any]) -> None:
    chosen = values["hub"]["config"]
    with pytest.raises(SystemExit, match=r"^Choose how users prove who they are"):
        hub_config(values, chosen["JupyterHub"]["authenticator_class"])
    assert chosen["Authenticator"] == {"allow_all": False, "allowed_users": []}


def test_each_user_has_a_key_that_only_the_hub_can_tell(
    values: dict[str, Any], monkeypatch: pytest.MonkeyPatch
) -> None:
    assert KEY_VARIABLE in values["hub"]["extraEnv"]
    monkeypatch.setenv(KEY_VARIABLE, "of the hub")
    environment = hub_config(values, "github").KubeSpawner.environment
    anna, ben = (
        environment[KEY_VARIABLE](SimpleNamespace(user=SimpleNamespace(name=name)))
        for name in ("anna", "ben")
    )
    assert anna == hmac.new(b"of the hub", b"anna", "sha256").hexdigest()
    assert anna != ben


def test_the_servers_are_those_of_the_course_and_keep_within_their_means(
    values: dict[str, Any],
) -> None:
    user = values["singleuser"]
    assert user["cmd"] in PROJECT["scripts"]
    assert user["image"]["tag"] == PROJECT["version"]
    assert user["storage"] == {"type": "none"}
    guaranteed, limit = (int(user["memory"][name].rstrip("M")) for name in ("guarantee", "limit"))
    assert guaranteed * capacity.MIB >= capacity.MEMORY_OF_A_USER
    assert limit >= guaranteed + 2 * capacity.MEMORY_OF_A_PUPIL / capacity.MIB
    assert values["hub"]["activeServerLimit"] == 2000


# ---------------------------------------------------------------- the image


def instructions() -> list[tuple[str, str]]:
    """Return the instructions of the ``Dockerfile``, each with its arguments on one line."""
    text = (DEPLOY / "Dockerfile").read_text("utf-8")
    lines = [line for line in text.splitlines() if line.strip() and not line.startswith("#")]
    joined = re.sub(r"\s*\\\n\s*", " ", "\n".join(lines))
    return [(line.split()[0], line.split(maxsplit=1)[1]) for line in joined.splitlines()]


def test_the_instructions_are_dockers_and_in_order() -> None:
    kinds = [kind for kind, _ in instructions()]
    known = {"FROM", "RUN", "COPY", "USER", "WORKDIR", "ENV", "EXPOSE", "HEALTHCHECK", "CMD"}
    assert set(kinds) <= known
    assert kinds[0] == "FROM"
    assert kinds[-1] == "CMD"
    assert kinds.index("USER") > max(place for place, kind in enumerate(kinds) if kind == "RUN")


def test_the_image_has_a_python_that_the_course_runs_with() -> None:
    found = re.fullmatch(r"python:(\d+\.\d+)-slim", dict(instructions())["FROM"])
    assert found
    assert found[1] in SpecifierSet(PROJECT["requires-python"])


def test_the_lessons_do_not_run_as_root() -> None:
    added = [text for kind, text in instructions() if kind == "RUN" and "useradd" in text]
    assert len(added) == 1
    assert shlex.split(added[0])[-1] == dict(instructions())["USER"] != "root"
    assert "--uid 1000" in added[0]


@pytest.fixture(scope="module")
def installed(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The folder that the course is installed into from what the image's build copies alone."""
    folder = tmp_path_factory.mktemp("image")
    for kind, text in instructions():
        if kind == "COPY":
            *sources, target = shlex.split(text)
            place = folder / target.removeprefix("/tmp/")
            for name in sources:
                source = CHECKOUT / name
                if source.is_dir():
                    skipped = shutil.ignore_patterns("__pycache__")
                    shutil.copytree(source, place, ignore=skipped, dirs_exist_ok=True)
                else:
                    place.mkdir(parents=True, exist_ok=True)
                    shutil.copy(source, place)
    offline = ["--no-deps", "--no-build-isolation", "--quiet", "--target", folder / "site"]
    done = subprocess.run(
        [sys.executable, "-m", "pip", "install", *offline, "."],
        cwd=folder / "source",
        capture_output=True,
        text=True,
    )
    assert done.returncode == 0, done.stderr
    return folder


def test_what_is_copied_is_enough_to_install_the_course(installed: Path) -> None:
    material = installed / "site" / "mastermind_edu" / "material"
    assert (material / "notebooks" / "pt" / "01-play.ipynb").is_file()
    assert (material / "course" / "voila" / "templates" / "mastermind" / "page.html").is_file()
    assert (material / "course" / "locale" / "fr" / "LC_MESSAGES" / "mastermind_edu.mo").is_file()


def test_what_is_installed_is_an_extra_and_held_by_the_constraints(installed: Path) -> None:
    (step,) = [text for kind, text in instructions() if kind == "RUN" and "pip" in text]
    extra = re.search(r'pip install --no-cache-dir "\.\[(\w+)\]" -c (\S+)', step)
    assert extra
    assert extra[1] in PROJECT["optional-dependencies"]
    assert (installed / "source" / extra[2]).is_file()


def test_the_containers_own_command_and_the_one_it_shows_are_there() -> None:
    options = {name for parameter in get_command(cli.command()).params for name in parameter.opts}
    text = (DEPLOY / "Dockerfile").read_text("utf-8")
    shown = re.search(r"^#  +(mastermind-edu .*)$", text, flags=re.MULTILINE)
    assert shown
    for command in (json.loads(dict(instructions())["CMD"]), shlex.split(shown[1])):
        assert command[0] in PROJECT["scripts"]
        assert {word for word in command if word.startswith("-")} <= options | {"--no-browser"}


def is_healthy(port: int) -> bool:
    """Run the image's check of its health against this port."""
    _, _, check = dict(instructions())["HEALTHCHECK"].partition("CMD ")
    command = json.loads(check)
    assert command[0] == "python"
    arguments = [word.replace("8866", str(port)) for word in command[1:]]
    done = subprocess.run([sys.executable, *arguments], capture_output=True, env={**os.environ})
    return done.returncode == 0


def test_a_container_is_healthy_while_it_serves(tmp_path: Path) -> None:
    port = free_port()
    assert not is_healthy(port)
    with serving(tmp_path, "--ip", "0.0.0.0", "--port", str(port)):
        assert is_healthy(port)


def test_a_container_below_a_path_is_healthy_too(tmp_path: Path) -> None:
    port = free_port()
    address = "https://example.org/lessons/"
    with serving(tmp_path, "--port", str(port), "--public-url", address):
        assert is_healthy(port)
