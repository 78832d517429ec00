"""The lessons as the server of one user of a JupyterHub.

A hub starts ``mastermind-edu-singleuser`` for each of its users. Where to listen and how to ask
the hub who somebody is stand in the environment variables ``JUPYTERHUB_…`` that it sets. Every
page, file and websocket then asks for the hub's login and lets in nobody but that user.

``mastermind-edu-singleuser --lab`` copies the lessons to the user's folder instead and gives
JupyterLab there, for courses in which the users program.
"""

# mypy: allow-subclassing-any

from __future__ import annotations

import importlib.util
import os
import sys
from collections.abc import Mapping, MutableMapping, Sequence
from dataclasses import replace
from pathlib import Path
from typing import Any, Final, NamedTuple, NoReturn
from urllib.parse import urlsplit

from jupyter_server.base.handlers import JupyterHandler
from jupyter_server.utils import url_path_join
from traitlets.config import Config

from mastermind_edu.classroom.assets import AssetHandler
from mastermind_edu.classroom.sealing_key import hand_out_key
from mastermind_edu.classroom.server import Classroom, configuration
from mastermind_edu.classroom.workspace import copy_lessons
from mastermind_edu.language import (
    SOURCE,
    address,
    current_language,
    gettext,
    spoken_here,
    use_language,
)
from mastermind_edu.lessons.course import notebooks_folder

__all__ = ["HubClassroom", "NoHub", "Place", "hub_configuration", "main"]

MOST: Final = 3
"""How many lessons one user can have open at once, if ``MASTERMIND_EDU_PUPILS`` does not say."""

LOGIN: Final = "jupyterhub.singleuser.extension.JupyterHubIdentityProvider"
FOLDER: Final = "mastermind-lessons"
TOKENS: Final = ("JUPYTERHUB_API_TOKEN", "JPY_API_TOKEN")


class NoHub(RuntimeError):
    """This was not started by a hub that it can serve; the message says what is missing."""


class Place(NamedTuple):
    """Where a hub wants its user's server: the address to listen at, and the path before all."""

    ip: str
    port: int
    base_url: str

    @classmethod
    def told_by(cls, environment: Mapping[str, str]) -> Place:
        """Return the place that the hub names in ``environment``.

        :raises NoHub: if it names none, or wants its connections encrypted.
        """
        service = urlsplit(environment.get("JUPYTERHUB_SERVICE_URL", ""))
        if not service.port or not environment.get("JUPYTERHUB_API_TOKEN"):
            raise NoHub(gettext("This command is for a JupyterHub, which starts it by itself."))
        if service.scheme != "http":
            raise NoHub(
                gettext("The lessons cannot be served with internal_ssl; please turn it off.")
            )
        return cls(
            ip=service.hostname or "",
            port=service.port,
            base_url=environment.get("JUPYTERHUB_SERVICE_PREFIX") or "/",
        )


class OwnAssetHandler(AssetHandler, JupyterHandler):
    """Serve the assets to those whom the hub lets in."""


class HubClassroom(Classroom):
    """The lessons for one user of a hub, who is the only one to be let in."""

    asset_handler_class = OwnAssetHandler

    def initialize(self, argv: list[str] | None = None) -> None:
        """Find the lessons, and note on every page whose it is."""
        super().initialize(argv)
        self.page = replace(
            self.page,
            owner=os.environ.get("JUPYTERHUB_USER", ""),
            log_out=url_path_join(self.base_url, "logout"),
        )

    def init_settings(self) -> Any:
        """Set up the hub's login, and keep its token from the kernels."""
        settings = super().init_settings()
        self.identity_provider.hub_auth.api_token  # noqa: B018  # it is read when first wanted
        for name in TOKENS:
            os.environ.pop(name, None)
        return settings

    def init_handlers(self) -> Any:
        """Return the addresses that can be asked for, with those of the login."""
        login = [
            (url_path_join(self.server_url, pattern), *handler)
            for pattern, *handler in self.identity_provider.get_handlers()
        ]
        return [*login, *super().init_handlers()]


def hub_configuration(*, most: int = MOST) -> Config:
    """Return the settings of the lessons behind a hub's login.

    :param most: how many lessons the user can have open at the same time.
    """
    from jupyterhub import __version__  # type: ignore[import-untyped]

    config = configuration(most=most)
    config.Voila.identity_provider_class = LOGIN
    config.Voila.auto_token = True  # the token is the hub's
    config.LessonKernels.fork = False  # what makes a class fast is memory that one user lacks
    config.LessonKernels.warm = 0
    config.Voila.tornado_settings["headers"]["X-JupyterHub-Version"] = __version__
    return config


def main(arguments: Sequence[str] | None = None) -> None:
    """Serve the lessons to the user for whom a hub started this."""
    use_language(spoken_here() or SOURCE)
    given = list(sys.argv[1:] if arguments is None else arguments)
    if importlib.util.find_spec("jupyterhub") is None:
        _refuse(gettext("JupyterHub is not installed here; 'pip install jupyterhub' brings it."))
    try:
        place = Place.told_by(os.environ)
    except NoHub as error:
        _refuse(str(error))
    if "--lab" in given:
        _start_lab(os.environ)
    _serve(place)


def _serve(place: Place) -> None:
    classroom = HubClassroom.instance(
        config=hub_configuration(most=int(os.environ.get("MASTERMIND_EDU_PUPILS") or MOST)),
        notebooks=notebooks_folder(),
        ip=place.ip,
        port=place.port,
        base_url=place.base_url,
        open_browser=False,
        behind_proxy=True,
    )
    hand_out_key()
    classroom.initialize([])
    classroom.start()


def _start_lab(environment: MutableMapping[str, str]) -> NoReturn:
    """Become JupyterLab on a copy of the lessons in the user's folder."""
    folder = Path(environment.get("JUPYTERHUB_ROOT_DIR") or Path.home()).expanduser() / FOLDER
    copy_lessons(notebooks_folder(), folder)
    environment["JUPYTERHUB_ROOT_DIR"] = str(folder / address(current_language()))
    as_root = ["--allow-root"] if hasattr(os, "geteuid") and os.geteuid() == 0 else []
    os.execv(sys.executable, [sys.executable, "-m", "jupyterhub.singleuser", *as_root])


def _refuse(sentence: str) -> NoReturn:
    sys.exit(sentence)
