"""Everything that passes between a page and the server, kept so that tests can search it."""

from __future__ import annotations

import json
import re
from dataclasses import dataclass, field
from typing import Any, Final
from urllib.parse import urlsplit

from jupyter_server.services.kernels.connection.base import (
    deserialize_msg_from_ws_v1,
    serialize_msg_to_ws_v1,
)
from playwright.sync_api import ConsoleMessage, Error, Page, Request, WebSocket

from mastermind_edu.games.codes import Code
from mastermind_edu.games.rules import Rules

IDENTIFIER: Final = re.compile(r"[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}")
TIME: Final = re.compile(r"\d{4}-\d\d-\d\dT[\d:.]+")


@dataclass
class Message:
    """A message on the kernel's websocket."""

    channel: str
    header: dict[str, Any]
    content: dict[str, Any]
    buffers: list[bytes]

    @classmethod
    def read(cls, frame: bytes) -> Message:
        """Read a message from a frame of the protocol ``v1.kernel.websocket.jupyter.org``."""
        channel, (header, _parent, _metadata, content, *buffers) = deserialize_msg_from_ws_v1(frame)
        return cls(channel, json.loads(header), json.loads(content), buffers)

    def frame(self) -> bytes:
        """Write the message as a frame; the inverse of :meth:`read`."""
        parts = [json.dumps(part).encode() for part in (self.header, {}, {}, self.content)]
        return bytes(serialize_msg_to_ws_v1([*parts, *self.buffers], self.channel))


@dataclass
class Recording:
    """What one page has asked for, got, sent and complained about."""

    requests: list[Request] = field(default_factory=list)
    sockets: list[str] = field(default_factory=list)
    sent: list[bytes] = field(default_factory=list)
    received: list[bytes] = field(default_factory=list)
    complaints: list[str] = field(default_factory=list)

    def watch(self, page: Page) -> None:
        """Record all that happens on ``page`` from now on."""
        page.on("request", lambda request: self.requests.append(request))
        page.on("websocket", self._watch_socket)
        page.on("console", self._listen)
        page.on("pageerror", lambda error: self.complaints.append(str(error)))

    def _watch_socket(self, socket: WebSocket) -> None:
        self.sockets.append(socket.url)
        socket.on("framesent", lambda frame: self.sent.append(_bytes(frame)))
        socket.on("framereceived", lambda frame: self.received.append(_bytes(frame)))

    def _listen(self, message: ConsoleMessage) -> None:
        # Voilà bundles modules of another JupyterLab than the one installed, and warns of it.
        if message.type == "error":
            self.complaints.append(message.text)

    @property
    def hosts(self) -> set[str]:
        """The hosts, with their ports, that the page has asked anything of."""
        addresses = [request.url for request in self.requests] + self.sockets
        return {urlsplit(address).netloc for address in addresses} - {""}

    @property
    def messages(self) -> list[Message]:
        """The messages that the page has sent to its kernel."""
        return [Message.read(frame) for frame in self.sent]

    def texts(self) -> dict[str, str]:
        """Return all that the page has got so far, as text by where it came from.

        Random identifiers and times are left out, since any digits can stand in them.
        """
        texts = {
            f"frame {i}": frame.decode(errors="replace") for i, frame in enumerate(self.received)
        }
        for request in list(self.requests):
            response = request.response()
            if response is None or response.status in {204, 304}:
                continue
            try:
                texts[request.url] = response.body().decode(errors="replace")
            except Error:
                assert response.request.redirected_to is not None, f"{request.url} has no body"
        return {where: TIME.sub("", IDENTIFIER.sub("", text)) for where, text in texts.items()}


def _bytes(frame: str | bytes) -> bytes:
    return frame.encode() if isinstance(frame, str) else frame


def forms(game: Rules, code: Code) -> re.Pattern[str]:
    """Return a pattern for ``code`` in every form that it could be written in.

    Letters, names, values, and numbers counted from one; run together or apart, quoted or
    not, as a list or with any signs between them.
    """
    kinds = [game.space.kind(peg) for peg in code]
    row = game.space.row(code)
    spellings = (
        [kind.letter for kind in kinds],
        [kind.name for kind in kinds],
        [str(position) for position in row],
        [str(position + 1) for position in row],
    )
    gap = r"""[\s,;:\-'"\\\[\]]*"""
    together = "|".join(gap.join(map(re.escape, spelling)) for spelling in spellings)
    return re.compile(rf"(?<![\w#])(?<!\d\.)(?:{together})(?!\w|\.\d)", re.IGNORECASE)
