"""What a page may say to its kernel; all that is not named here is refused.

A message is read, checked, and written anew from what was understood, so nothing that was
overlooked reaches a kernel. The forms of messages on a websocket are those of Jupyter Server:
JSON, and the binary subprotocol ``v1.kernel.websocket.jupyter.org``.
"""

from __future__ import annotations

import json
import math
import re
import struct
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from datetime import UTC, datetime
from itertools import pairwise
from typing import Any, Final, NoReturn, TypeAlias

__all__ = ["Refused", "Request", "read_request"]

Content: TypeAlias = Mapping[str, Any]

BINARY_PARTS: Final = 6
"""Where the parts of a binary message begin and the last one ends: channel, header, parent,
metadata and content. A message that has more carries buffers, which no page of ours sends."""

NAME: Final = re.compile(r"[\w.:-]{1,128}", re.ASCII)
WIDGET: Final = re.compile(r"[0-9a-f]{32}")
PAGES_COMM: Final = re.compile(r"[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}")
"""How pages name a comm that they open; kernels use no dashes, so none can stand for another."""

CONTROLS: Final = frozenset({"value", "index", "selected_index"})
"""What readers set by the controls of ipywidgets, which a teacher may put into a lesson. The
widgets of the course take nothing that is set, only actions."""

DEEPEST: Final = 32


class Refused(ValueError):
    """A page may not say this; the message says why."""


@dataclass(frozen=True)
class Request:
    """A message of a page to its kernel, on the channel ``shell``, that may be sent on."""

    kind: str
    identifier: str
    session: str
    content: Content
    metadata: Content

    def message(self) -> dict[str, Any]:
        """Return it as Jupyter's sessions take it."""
        header = {
            "msg_id": self.identifier,
            "msg_type": self.kind,
            "session": self.session,
            "username": "",
            "date": datetime.now(UTC),
            "version": "5.3",
        }
        return {
            "header": header,
            "msg_id": self.identifier,
            "msg_type": self.kind,
            "parent_header": {},
            "metadata": dict(self.metadata),
            "content": dict(self.content),
        }


def read_request(frame: str | bytes) -> Request:
    """Return what a page says in a frame of its websocket.

    :param frame: text in the JSON form of a message, or bytes in the binary form.
    :raises Refused: if it is malformed, or nothing that a page may say.
    """
    channel, header, metadata, content = (
        _text_parts(frame) if isinstance(frame, str) else _binary_parts(frame)
    )
    kind = header.get("msg_type")
    permitted = PERMITTED.get(kind) if isinstance(kind, str) else None
    if permitted is None:
        _refuse(f"a message of type {_shown(kind)}")
    if channel != "shell":
        _refuse(f"anything on channel {_shown(channel)}")
    return Request(
        kind=str(kind),
        identifier=_name(header, "msg_id"),
        session=_name(header, "session"),
        content=permitted(content),
        metadata={"version": _name(metadata, "version")} if kind == "comm_open" else {},
    )


# ----------------------------------------------------------------------- forms


def _text_parts(frame: str) -> tuple[Any, Content, Content, Content]:
    message = _mapping(_parse(frame))
    if message.get("buffers"):
        _refuse("buffers")
    header, metadata, content = (
        _mapping(message.get(part)) for part in ("header", "metadata", "content")
    )
    return message.get("channel"), header, metadata, content


def _binary_parts(frame: bytes) -> tuple[Any, Content, Content, Content]:
    try:
        count, *offsets = struct.unpack_from(f"<{1 + BINARY_PARTS}Q", frame)
    except struct.error:
        _refuse("a frame of another form")
    if count != BINARY_PARTS or offsets != sorted(offsets) or offsets[-1] != len(frame):
        _refuse("a frame of another form")
    channel, header, _parent, metadata, content = (
        _decode(frame[start:stop]) for start, stop in pairwise(offsets)
    )
    return channel, *(_mapping(_parse(part)) for part in (header, metadata, content))  # type: ignore[return-value]


def _decode(part: bytes) -> str:
    try:
        return part.decode("utf-8")
    except UnicodeDecodeError:
        _refuse("text that is not UTF-8")


def _parse(text: str) -> Any:
    try:
        value = json.loads(text, parse_constant=_finite, parse_float=_finite)
        _check(value, DEEPEST)
    except (ValueError, RecursionError):
        _refuse("what is not JSON, or too deep")
    return value


def _finite(number: str) -> float:
    value = float(number)
    if not math.isfinite(value):
        raise ValueError(number)
    return value


def _check(value: Any, depth: int) -> None:
    """Raise :class:`ValueError` if a value is too deep, or has half a character in a text."""
    if isinstance(value, str):
        value.encode("utf-8")
    elif isinstance(value, (dict, list)):
        if depth == 0:
            raise ValueError(depth)
        for part in value:
            _check(part, depth - 1)
        if isinstance(value, dict):
            _check(list(value.values()), depth)


# --------------------------------------------------------------------- content


def _nothing(_content: Content) -> Content:
    return {}


def _comms_asked_for(content: Content) -> Content:
    return {"target_name": _name(content, "target_name")} if "target_name" in content else {}


def _control_opened(content: Content) -> Content:
    if content.get("target_name") != "jupyter.widget.control":
        _refuse("a widget of its own")
    return {
        "comm_id": _name(content, "comm_id", PAGES_COMM),
        "target_name": "jupyter.widget.control",
        "data": {},
    }


def _control_closed(content: Content) -> Content:
    return {"comm_id": _name(content, "comm_id", PAGES_COMM), "data": {}}


def _told_to_comm(content: Content) -> Content:
    data = _mapping(content.get("data"))
    method = data.get("method")
    if method == "request_states":
        return {"comm_id": _name(content, "comm_id", PAGES_COMM), "data": {"method": method}}
    told = METHODS.get(method) if isinstance(method, str) else None
    if told is None:
        _refuse(f"method {_shown(method)}")
    comm_id = _name(content, "comm_id", WIDGET)
    return {"comm_id": comm_id, "data": {"method": method, **told(data)}}


def _custom(data: Content) -> Content:
    return {"content": data.get("content")}


def _update(data: Content) -> Content:
    state = _mapping(data.get("state"))
    if not state.keys() <= CONTROLS:
        _refuse(f"a value for {_shown(min(state.keys() - CONTROLS))}")
    return {"state": state, "buffer_paths": []}


METHODS: Final[Mapping[str, Callable[[Content], Content]]] = {
    "custom": _custom,
    "request_state": _nothing,
    "update": _update,
}
"""What a page may do with a widget, with what may go along."""

PERMITTED: Final[Mapping[str, Callable[[Content], Content]]] = {
    "kernel_info_request": _nothing,
    "comm_info_request": _comms_asked_for,
    "comm_open": _control_opened,
    "comm_msg": _told_to_comm,
    "comm_close": _control_closed,
}
"""The messages that there are, each with what returns the content that is sent on."""


def _mapping(value: Any) -> Content:
    if not isinstance(value, dict):
        _refuse(f"{_shown(value)} for an object")
    return value


def _name(mapping: Content, key: str, form: re.Pattern[str] = NAME) -> str:
    value = mapping.get(key)
    if not isinstance(value, str) or not form.fullmatch(value):
        _refuse(f"{_shown(value)} for a {key}")
    return value


def _shown(value: Any) -> str:
    return repr(value)[:40]


def _refuse(what: str) -> NoReturn:
    raise Refused(f"a page may not send {what}")
