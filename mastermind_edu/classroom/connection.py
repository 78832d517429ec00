"""The websocket between a page and its kernel: what a pupil's page must not see stays here.

What the page may say is in :mod:`mastermind_edu.classroom.requests`; here it is heard no faster
than a busy reader could mean it.
"""

from __future__ import annotations

import asyncio
import re
import time
from typing import Any, ClassVar, Final
from weakref import WeakKeyDictionary

from jupyter_server.services.kernels.connection.channels import ZMQChannelsWebsocketConnection

from mastermind_edu.classroom.requests import Refused, read_request

__all__ = ["LARGEST_MESSAGE", "LessonConnection", "Pace"]

LARGEST_MESSAGE: Final = 256 * 1024
TOKEN_OF_BYTES: Final = 4096
MOST_PAGES: Final = 6
TOO_MANY_PAGES: Final = 4429

NO_SUCH_COMM: Final = re.compile(r"No such comm: \S*\s*")
"""A kernel says so when a message comes close upon the opening of its comm, and obeys it."""


class Pace:
    """A purse of tokens that fills with time; who takes more than there are waits for them.

    :param most: the tokens it can hold, and holds at first.
    :param rate: the tokens it gets in a second.
    """

    def __init__(self, most: float = 200, rate: float = 30) -> None:
        self.most = most
        self.rate = rate
        self._tokens = most
        self._at = time.monotonic()

    async def take(self, tokens: float) -> None:
        """Take tokens, and wait until they have been earned."""
        now = time.monotonic()
        earned = self.rate * (now - self._at)
        self._tokens = min(self.most, self._tokens + earned) - tokens
        self._at = now
        if self._tokens < 0:
            await asyncio.sleep(-self._tokens / self.rate)


class LessonConnection(ZMQChannelsWebsocketConnection):
    """Send to the page all that its widgets need, and to the teacher's log what goes wrong.

    Errors carry a traceback with source lines, and standard error may, so neither is sent.
    """

    paces: ClassVar[WeakKeyDictionary[Any, Pace]] = WeakKeyDictionary()
    """The pace of each kernel, which all pages that are connected to it share."""

    def __init__(self, **kwargs: Any) -> None:
        super().__init__(**kwargs)
        self._connected = False
        self._told: set[str] = set()

    def connect(self) -> Any:
        """Connect the page to its kernel; there are only so many that one can have."""
        if self.multi_kernel_manager.pages(self.kernel_id) >= MOST_PAGES:
            self._open_sessions.pop(self.session_key, None)
            self.websocket_handler.close(TOO_MANY_PAGES, "too many pages")
            return asyncio.sleep(0)
        self.multi_kernel_manager.page_arrived(self.kernel_id, self.websocket_handler)
        self._connected = True
        return super().connect()

    def disconnect(self) -> None:  # type: ignore[override]
        """Take notice that the page has gone."""
        if self._connected:
            self.multi_kernel_manager.page_left(self.kernel_id, self.websocket_handler)
            super().disconnect()  # type: ignore[no-untyped-call]

    async def hear(self, frame: str | bytes) -> None:
        """Send on to the kernel what a page says, if it may say that.

        Nothing more is read of a page that says too much until it may say more.
        """
        pace = self.paces.setdefault(self.kernel_manager, Pace())
        await pace.take(1 + len(frame) / TOKEN_OF_BYTES)
        if self.channels:
            self.handle_incoming_message(frame)

    def handle_incoming_message(self, incoming_msg: str | bytes) -> None:
        """Send on to the kernel what a page says, or tell the teacher once why not."""
        try:
            request = read_request(incoming_msg)
        except Refused as refused:
            if str(refused) not in self._told and len(self._told) < 10:
                self._told.add(str(refused))
                self.log.warning("Kernel %s: %s.", self.kernel_id, refused)
        else:
            self.session.send(self.channels["shell"], request.message())

    def handle_outgoing_message(self, stream: Any, outgoing_msg: list[Any]) -> None:
        """Send a kernel's message to the page, unless it is the teacher's business."""
        _, parts = self.session.feed_identities(outgoing_msg)
        _signature, header, _parent, _metadata, content, *_buffers = parts
        kind = self.session.unpack(header)["msg_type"]
        if kind == "execute_input":  # the source of a cell
            return
        trouble = self._trouble(kind, content)
        if trouble is None:
            super().handle_outgoing_message(stream, outgoing_msg)
        elif not NO_SUCH_COMM.fullmatch(trouble) and trouble.strip():
            self.log.error("In a lesson: %s\n%s", trouble.strip().splitlines()[-1], trouble)

    def _trouble(self, kind: str, content: Any) -> str | None:
        if kind == "error":
            return "\n".join(self.session.unpack(content)["traceback"])
        if kind == "stream":
            output = self.session.unpack(content)
            return str(output["text"]) if output["name"] == "stderr" else None
        return None
