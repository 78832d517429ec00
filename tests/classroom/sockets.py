"""A visitor with a websocket of their own, in either form that Jupyter's messages have."""

from __future__ import annotations

import json
import time
import uuid
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from typing import Any, Final

from jupyter_client.session import Session
from jupyter_server.services.kernels.connection.base import (
    deserialize_binary_message,
    deserialize_msg_from_ws_v1,
    serialize_msg_to_ws_v1,
)
from websockets.exceptions import ConnectionClosed
from websockets.sync.client import ClientConnection, connect

from .conftest import Classroom

JSON: Final = ""
BINARY: Final = "v1.kernel.websocket.jupyter.org"
PROTOCOLS: Final = (JSON, BINARY)


class Visitor:
    """Sends what it likes, and keeps what it gets."""

    def __init__(self, socket: ClientConnection, protocol: str) -> None:
        self.socket = socket
        self.protocol = protocol
        self.received: list[dict[str, Any]] = []
        self.raw: list[str] = []

    def send(self, kind: str, *, channel: str = "shell", **content: Any) -> str:
        """Send a message and return its id."""
        metadata = content.pop("metadata", {})
        identifier = uuid.uuid4().hex
        message = {
            "channel": channel,
            "header": {
                "msg_id": identifier,
                "msg_type": kind,
                "session": "a-visitor",
                "username": "",
                "version": "5.3",
            },
            "parent_header": {},
            "metadata": metadata,
            "content": content,
            "buffers": [],
        }
        if self.protocol == BINARY:
            self.socket.send(serialize_msg_to_ws_v1(message, channel, Session().pack))
        else:
            self.socket.send(json.dumps(message))
        return identifier

    def tell(self, widget: str, content: Any) -> str:
        """Send a custom message to a widget."""
        return self.send("comm_msg", comm_id=widget, data={"method": "custom", "content": content})

    def messages(self, seconds: float = 20) -> Iterator[dict[str, Any]]:
        """Yield what arrives, for so many seconds at most."""
        deadline = time.monotonic() + seconds
        while True:
            try:
                frame = self.socket.recv(timeout=max(0.0, deadline - time.monotonic()))
            except TimeoutError:
                return
            self.raw.append(frame if isinstance(frame, str) else frame.decode("utf-8", "replace"))
            self.received.append(_read(frame, self.protocol))
            yield self.received[-1]

    def answers(self, seconds: float = 20) -> list[dict[str, Any]]:
        """Return all that arrives until the kernel has heard what was sent so far.

        Whatever answers to the messages before comes before the answer to this one.
        """
        last = self.send("kernel_info_request")
        seen = []
        open_ends = {"kernel_info_reply", "idle"}
        for message in self.messages(seconds):
            seen.append(message)
            if message["parent_header"].get("msg_id") == last:
                kind = message["header"]["msg_type"]
                open_ends.discard(kind)
                if kind == "status":
                    open_ends.discard(message["content"]["execution_state"])
            if not open_ends:
                return seen
        raise AssertionError("the kernel does not answer")

    def states(self) -> dict[str, dict[str, Any]]:
        """Return the state of every widget of the kernel, by the address of the widget."""
        comm = str(uuid.uuid4())
        target = "jupyter.widget.control"
        version = {"version": "1.0.0"}
        self.send("comm_open", comm_id=comm, target_name=target, data={}, metadata=version)
        self.send("comm_msg", comm_id=comm, data={"method": "request_states"})
        for message in self.messages():
            data = message["content"].get("data", {})
            if message["content"].get("comm_id") == comm and data["method"] == "update_states":
                self.send("comm_close", comm_id=comm, data={})
                return {widget: one["state"] for widget, one in data["states"].items()}
        raise AssertionError("the kernel does not tell of its widgets")

    def closing_code(self) -> int | None:
        """Return the code that the server closes the connection with."""
        return closing_code(self.socket)


@contextmanager
def visiting(classroom: Classroom, kernel: str, protocol: str = JSON) -> Iterator[Visitor]:
    """Yield a visitor of a kernel."""
    address = f"ws://{classroom.host}/api/kernels/{kernel}/channels?session_id={uuid.uuid4().hex}"
    subprotocols: Any = [protocol] if protocol else None
    with connect(address, max_size=None, max_queue=None, subprotocols=subprotocols) as socket:
        assert socket.subprotocol == (protocol or None)
        yield Visitor(socket, protocol)


TOO_LARGE = {1009, 1006}
"""The server says 1009 and hangs up; what it has not read then may make the system cut the line
before that arrives, which is 1006."""


def closing_code(socket: ClientConnection) -> int | None:
    """Return the code that the server closes a connection with, whatever it sends before."""
    with suppress(ConnectionClosed):
        while True:
            socket.recv(timeout=15)
    return socket.close_code


def _read(frame: str | bytes, protocol: str) -> dict[str, Any]:
    if isinstance(frame, str):
        return dict(json.loads(frame))
    if protocol == BINARY:
        channel, parts = deserialize_msg_from_ws_v1(frame)
        header, parent, metadata, content = map(json.loads, parts[:4])
        return {
            "channel": channel,
            "header": header,
            "parent_header": parent,
            "metadata": metadata,
            "content": content,
        }
    return dict(deserialize_binary_message(frame))
