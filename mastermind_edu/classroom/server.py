"""The server of the lessons: Voilà, closed to all that a pupil has no need of.

Only the landing page, the lessons of the syllabus and the files they load can be asked for.
A pupil's page talks to its own kernel and to nothing else.
"""

# mypy: allow-subclassing-any, disable-error-code="import-untyped"
# Voilà has no types.

from __future__ import annotations

import asyncio
import errno
import gc
import os
import re
import shutil
import signal
import tempfile
from functools import partial
from io import TextIOBase
from pathlib import Path
from typing import Any, Final

import zmq
from jupyter_core.paths import jupyter_path
from jupyter_server.auth.identity import IdentityProvider, User
from jupyter_server.services.kernels.handlers import KernelHandler
from jupyter_server.services.kernels.websocket import KernelWebsocketHandler
from jupyter_server.utils import url_path_join
from tornado.httpserver import HTTPServer
from tornado.ioloop import IOLoop
from tornado.iostream import StreamClosedError
from tornado.netutil import bind_sockets
from tornado.web import HTTPError, RequestHandler
from traitlets import Bool, Callable, Instance, List, Unicode
from traitlets.config import Config
from voila.app import Voila
from voila.handler import BaseVoilaHandler
from voila.paths import collect_static_paths, collect_template_paths
from voila.shutdown_kernel_handler import VoilaShutdownKernelHandler
from voila.tornado.handler import TornadoVoilaHandler
from voila.tornado.treehandler import TornadoVoilaTreeHandler
from voila.utils import get_voila_labextensions_path

from mastermind_edu.classroom.assets import AssetHandler, Assets
from mastermind_edu.classroom.class_pages import class_addresses
from mastermind_edu.classroom.connection import LARGEST_MESSAGE, LessonConnection
from mastermind_edu.classroom.exporter import use_lesson_exporter
from mastermind_edu.classroom.hosts import known_names, only_as_known
from mastermind_edu.classroom.kernels import LessonKernels, LessonKernelSpecs
from mastermind_edu.classroom.pages import Page, published
from mastermind_edu.classroom.places import visitor
from mastermind_edu.classroom.programs import programs
from mastermind_edu.classroom.school_class import SchoolClass, on_this_page, page_environment
from mastermind_edu.classroom.visitors import InLanguage, attended
from mastermind_edu.language import current_language
from mastermind_edu.lessons.course import Lesson, course_folder, syllabus

__all__ = ["Classroom", "NoFreePort", "configuration"]

TEMPLATE: Final = "mastermind"
PROGRAMS: Final = "programs"
EXTENSIONS: Final = (
    "@jupyter-widgets/jupyterlab-manager",
    "@voila-dashboards/widgets-manager8",
    "anywidget",
)
KERNEL_ID: Final = r"(?P<kernel_id>\w+-\w+-\w+-\w+-\w+)"
KERNEL_OF_PAGE: Final = re.compile(rf'"kernelId": "{KERNEL_ID}"')
CLASS_HOUR: Final = 3600
PORTS_TRIED: Final = 50
SILENCE: Final = 90
HEARTBEAT: Final = 10
TOGETHER: Final = 0.02
LONGEST_SOCKET_PATH: Final = 100

OWN_HOST_ONLY: Final = "; ".join(
    (
        "default-src 'self'",
        "script-src 'self' 'unsafe-inline' 'unsafe-eval' blob: data:",
        "style-src 'self' 'unsafe-inline'",
        "img-src 'self' data: blob:",
        "font-src 'self' data:",
        "connect-src 'self' ws: wss: data: blob:",
        "frame-ancestors 'self'",
        "base-uri 'self'",
        "form-action 'self'",
        "object-src 'none'",
    )
)


class NoFreePort(OSError):
    """No port could be had to serve the lessons at; the message says why."""


def configuration(*, most: int, per_address: int = 0) -> Config:
    """Return the settings that Voilà runs the lessons with.

    :param most: how many lessons can be open at the same time.
    :param per_address: how many of them for one address of the network; all if 0.
    """
    config = Config()
    config.VoilaConfiguration.template = TEMPLATE
    config.VoilaConfiguration.allow_template_override = "NO"
    config.VoilaConfiguration.allow_theme_override = "NO"
    config.VoilaConfiguration.theme = "light"
    config.VoilaConfiguration.show_tracebacks = False
    config.VoilaConfiguration.strip_sources = True
    config.VoilaConfiguration.extension_allowlist = list(EXTENSIONS)
    config.VoilaConfiguration.multi_kernel_manager_class = LessonKernels
    config.VoilaConfiguration.kernel_spec_manager_class = LessonKernelSpecs
    config.VoilaConfiguration.http_keep_alive_timeout = HEARTBEAT
    config.Voila.identity_provider_class = Pupils
    config.Voila.kernel_websocket_connection_class = LessonConnection
    config.Voila.tornado_settings = {
        "disable_check_xsrf": True,
        "headers": {
            "Content-Security-Policy": OWN_HOST_ONLY,
            "Referrer-Policy": "same-origin",
        },
        "websocket_max_message_size": LARGEST_MESSAGE,
    }
    config.LessonKernels.most = most
    config.LessonKernels.per_address = per_address
    config.LessonKernels.cull_interval = 10
    config.LessonKernels.cull_idle_timeout = CLASS_HOUR
    config.LessonKernels.cull_connected = True
    config.KernelManager.transport = "ipc" if zmq.has("ipc") and os.name == "posix" else "tcp"
    config.KernelRestarter.restart_limit = 0
    config.Exporter.optimistic_validation = True
    config.VoilaConfiguration.http_header_envs = ["Referer"]
    return config


class Pupils(IdentityProvider):
    """Let everybody in, and know nobody: no name, no cookie."""

    def get_user(self, handler: RequestHandler) -> User:  # noqa: ARG002
        """Return the same user for every visitor."""
        return User(username="pupil")


class LandingHandler(InLanguage, TornadoVoilaTreeHandler):
    """Show the lessons as cards."""

    async def get(self, address: str | None = None) -> None:
        """Show them in the language of the address, or else the reader's.

        :raises HTTPError: 404 if there are no lessons in it.
        """
        if address and address not in [page.address for page in self.page.languages]:
            raise HTTPError(404)
        self.set_header("Vary", "Accept-Language, Cookie")
        await super().get()


class ShortAddressHandler(InLanguage, BaseVoilaHandler):
    """Lead from ``/pt/01-play`` to the lesson."""

    async def get(self, address: str, key: str) -> None:
        """Send the reader on.

        :raises HTTPError: 404 if there is no such lesson.
        """
        path = f"{address}/{key}.ipynb"
        if path not in self.page.published:
            raise HTTPError(404)
        self.redirect(url_path_join(self.base_url, "voila/render", path))


class LessonHandler(InLanguage, TornadoVoilaHandler):
    """Show a lesson of the syllabus; there is nothing else to show."""

    _sending: asyncio.Task[None] | None = None

    def initialize(self, *, classroom: Classroom, **kwargs: Any) -> None:
        """Take the classroom, whose lessons these are."""
        super().initialize(**kwargs)
        self.classroom = classroom
        self.left = False

    def on_connection_close(self) -> None:
        """Take notice that the visitor has gone."""
        self.left = True

    async def get(self, path: str | None = None) -> None:
        """Run the lesson of this path and send its page while it runs.

        A visitor who leaves before the page is complete leaves no kernel behind.

        :raises HTTPError: 404 if there is no such lesson, 503 or 429 if too many are open.
        """
        if path not in self.classroom.lessons:
            raise HTTPError(404)
        visitor.set(self.request.remote_ip or "")
        attendance = self.attendance
        on_this_page.set(attendance)
        if self.school_class:
            lesson = self.classroom.lessons[path].key
            page_environment.set(self.school_class.environment(attendance, lesson))
        kernel = None
        silence = 0
        async for part in self.get_generator(path=path):
            kernel = kernel or KERNEL_OF_PAGE.search(part)
            silence = silence + HEARTBEAT if "voila_heartbeat()" in part else 0
            if silence >= SILENCE:
                self.log.error("The lesson %s did not answer for %d s.", path, silence)
                self._send("<script>mastermindStuck()</script>")
                break
            self._send(part)
        if self._sending:
            await self._sending
        if self.left and kernel:
            await self.kernel_manager.shutdown_kernel(kernel["kernel_id"])

    def _send(self, part: str) -> None:
        """Send a part of the page soon; parts come in crumbs, and go together."""
        if self.left:
            return
        self.write(part)
        if self._sending is None or self._sending.done():
            self._sending = asyncio.create_task(self._flush_soon())

    async def _flush_soon(self) -> None:
        await asyncio.sleep(TOGETHER)
        try:
            await self.flush()
        except StreamClosedError:
            self.left = True


class PlaceHandler(BaseVoilaHandler):
    """Tell a page that waits whether there is a place for its lesson."""

    async def get(self) -> None:
        """Answer with no content if there is one, and with 503 if not."""
        free = self.kernel_manager.has_place(self.request.remote_ip or "")
        self.set_status(204 if free else 503)
        self.finish()


class SessionHandler(KernelHandler):
    """Tell a page whether its kernel is still there; a page does no more to it."""

    SUPPORTED_METHODS = ("GET",)


class LessonSocket(KernelWebsocketHandler):
    """The websocket of a lesson; what it refuses is no page, so it gets none.

    It is not Voilà's, which looks into what is sent and never ends when the page speaks the older
    protocol: it takes the four bytes that such a message begins with for the eight of the newer.
    """

    async def on_message(self, ws_message: str | bytes) -> None:
        """Take what the page says; the next is read when this has been heard."""
        if self.connection is not None:
            await self.connection.hear(ws_message)

    def write_error(self, status_code: int, **_: Any) -> None:  # noqa: ARG002
        """Answer with the status alone."""
        self.finish()


class NowhereHandler(InLanguage, BaseVoilaHandler):
    """Answer every address that is not ours."""

    async def prepare(self) -> None:
        """Say that there is no such page.

        :raises HTTPError: 404, always.
        """
        await super().prepare()
        raise HTTPError(404)


class Classroom(Voila):
    """Voilà as a classroom needs it: the lessons of the course and nothing else.

    :param notebooks: the folder of the notebooks, which has one folder for each language.
    :param on_open: is called with the port when the server listens.
    :param language: the language of the landing page; each reader's own if none is given.
    :param journal: gets what the kernels write and do not send to a page.
    :param school_class: the class that is held, if there is one.
    :param behind_proxy: whether all visitors come through a proxy, which tells their addresses
        in the headers ``X-Forwarded-For`` and ``X-Forwarded-Proto``. It looks for the lessons at
        one port only.
    :param names: by which, beside its own, this computer may be asked for; a proxy knows by itself.
    """

    name = "mastermind-edu"
    config_file_paths = List(Unicode())
    notebooks = Instance(Path)
    on_open = Callable(lambda _port: None)
    journal = Instance(TextIOBase, allow_none=True)
    language = Unicode(None, allow_none=True)
    school_class = Instance(SchoolClass, allow_none=True)
    behind_proxy = Bool(False)  # noqa: FBT003
    names = List(Unicode())

    asset_handler_class: type[AssetHandler] = AssetHandler
    port: int
    lessons: dict[str, Lesson]

    def initialize(self, argv: list[str] | None = None) -> None:
        """Find the lessons and their files."""
        use_lesson_exporter()
        self.root_dir = str(self.notebooks)
        self.lessons = published(self.notebooks, syllabus())
        super().initialize(argv)
        self.connection_dir_root = short_temporary_folder()
        self.assets = Assets(
            {
                "static": map(Path, collect_static_paths(["voila"], "lab", prune=True)),
                "labextensions": map(Path, get_voila_labextensions_path()),
                "course": [course_folder() / "voila" / "templates" / TEMPLATE / "static"],
            },
            {f"{PROGRAMS}/{name}": text for name, text in programs().items()},
        )
        self.page = Page(
            language=self.language or current_language(),
            published=self.lessons,
            assets=url_path_join(self.base_url, "assets", self.assets.version),
        ).there()
        self.voila_configuration.page_config_hook = self.page_config

    def setup_template_dirs(self) -> None:
        """Find the templates in the course, wherever it is installed."""
        self.template_paths = collect_template_paths(
            ["voila", "nbconvert"],
            TEMPLATE,
            prune=True,
            root_dirs=[str(course_folder()), *jupyter_path()],
        )

    def page_config(
        self, page_config: dict[str, Any], *, base_url: str, notebook_path: str, **_: Any
    ) -> dict[str, Any]:
        """Return what a page and Voilà's front end are told, and no more than that."""
        front_end = {
            "baseUrl": base_url,
            "fullStaticUrl": f"{self.page.assets}/static",
            "fullLabextensionsUrl": f"{self.page.assets}/labextensions",
            "federated_extensions": page_config["federated_extensions"],
        }
        page_config.clear()
        page_config.update(front_end, page=self.page)
        if notebook_path in self.lessons:
            page_config["page"] = attended(self.page.at(notebook_path), on_this_page.get())
        return page_config

    def init_settings(self) -> Any:
        """Give the templates their texts and the page of an unknown address."""
        settings = super().init_settings()
        self.kernel_manager.journal = self.journal
        self.kernel_manager.programs = f"{self.page.assets}/{PROGRAMS}"
        return {
            **settings,
            "compress_response": True,
            "default_handler_class": NowhereHandler,
            "default_handler_args": {"voila_configuration": self.voila_configuration},
            "page": self.page,
            "language_is_chosen": self.language is not None,
            "school_class": self.school_class,
        }

    def init_handlers(self) -> Any:
        """Return the addresses that can be asked for."""
        voila = {"voila_configuration": self.voila_configuration}
        lesson = {
            **voila,
            "classroom": self,
            "template_paths": self.template_paths,
            "config": self.config,
        }
        addresses: list[tuple[Any, ...]] = [
            *(class_addresses(voila) if self.school_class else ()),
            (r"(?:(?P<address>[a-z]{2})/?)?", LandingHandler, voila),
            (r"(?P<address>[a-z]{2})/(?P<key>[\w-]+)/?", ShortAddressHandler, voila),
            (r"voila/render/(?P<path>.+)", LessonHandler, lesson),
            (
                r"assets/(?P<version>\w+)/(?P<path>.+)",
                self.asset_handler_class,
                {"assets": self.assets},
            ),
            ("place", PlaceHandler, voila),
            (f"api/kernels/{KERNEL_ID}", SessionHandler),
            (f"api/kernels/{KERNEL_ID}/channels", LessonSocket),
            (f"voila/api/shutdown/{KERNEL_ID}", VoilaShutdownKernelHandler),
        ]
        return [
            (url_path_join(re.escape(self.server_url), address), *handler)
            for address, *handler in addresses
        ]

    def listen(self) -> None:
        """Serve at the port wanted or the next that is free, until told to stop.

        :raises NoFreePort: if there is none.
        """
        known = self.app if self.behind_proxy else only_as_known(self.app, known_names(self.names))
        server = HTTPServer(known, xheaders=self.behind_proxy, max_body_size=LARGEST_MESSAGE)
        self.ioloop = IOLoop.current()
        signal.signal(signal.SIGINT, self._handle_signal_stop)
        try:
            server.add_sockets(self._sockets())
            self.ioloop.add_callback(self.on_open, self.port)
            self.ioloop.add_callback(self.kernel_manager.pool.open)
            gc.freeze()  # what is loaded stays, and need not be looked at while a class plays
            self.ioloop.start()
        finally:
            server.stop()
            self.stop()

    def stop(self) -> None:
        """End every kernel and leave nothing behind."""
        self.ioloop.run_sync(partial(self.kernel_manager.shutdown_all, now=True))
        shutil.rmtree(self.connection_dir, ignore_errors=True)

    def _sockets(self) -> list[Any]:
        tried = 1 if self.behind_proxy else PORTS_TRIED
        for port in range(self.port, min(self.port + tried, 65536)):
            try:
                sockets = bind_sockets(port, self.ip)
            except OSError as error:
                if error.errno != errno.EADDRINUSE:
                    raise NoFreePort(error.errno, os.strerror(error.errno or 0)) from error
            else:
                self.port = sockets[0].getsockname()[1]
                return sockets
        raise NoFreePort(errno.EADDRINUSE, os.strerror(errno.EADDRINUSE))


def short_temporary_folder() -> str:
    """Return a folder for the kernels' sockets, whose paths must not become too long."""
    usual = tempfile.gettempdir()
    longest = os.path.join(usual, "voila_12345678", f"kernel-{'0' * 36}-ipc-5")
    return usual if len(longest) <= LONGEST_SOCKET_PATH else "/tmp"
