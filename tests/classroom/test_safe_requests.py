"""What a page may say to its kernel is read strictly; every other frame is refused in words."""

from __future__ import annotations

import json
import struct
import uuid
from typing import Any

import pytest
from jupyter_client.session import Session
from jupyter_server.services.kernels.connection.base import (
    serialize_binary_message,
    serialize_msg_to_ws_v1,
)

from mastermind_edu.classroom.requests import Refused, read_request

WIDGET = uuid.uuid4().hex
COMM = str(uuid.uuid4())
TYPES = (
    "apply_request",
    "clear_output",
    "comm_info_reply",
    "complete_request",
    "connect_request",
    "create_subshell_request",
    "debug_request",
    "delete_subshell_request",
    "display_data",
    "error",
    "execute_input",
    "execute_reply",
    "execute_request",
    "execute_result",
    "history_request",
    "input_reply",
    "input_request",
    "inspect_request",
    "interrupt_request",
    "is_complete_request",
    "kernel_info_reply",
    "list_subshell_request",
    "shutdown_request",
    "status",
    "stream",
    "update_display_data",
    "usage_request",
)
"""The types of Jupyter's messages that no page sends, and ipykernel's own."""


def message(kind: Any, content: Any, channel: Any = "shell", **parts: Any) -> dict[str, Any]:
    header = {"msg_id": "one", "msg_type": kind, "session": "a-page", "username": ""}
    return {
        "channel": channel,
        "header": header,
        "parent_header": {},
        "metadata": {},
        "content": content,
        "buffers": [],
        **parts,
    }


def binary(message: dict[str, Any]) -> bytes:
    """Write a message in the binary form, as Jupyter's front end does."""
    return bytes(serialize_msg_to_ws_v1(message, message["channel"], Session().pack))


def frames(message: dict[str, Any]) -> list[str | bytes]:
    return [json.dumps(message), binary(message)]


def told(data: Any, comm_id: str = WIDGET) -> dict[str, Any]:
    return message("comm_msg", {"comm_id": comm_id, "data": data})


ALLOWED = [
    message("kernel_info_request", {}),
    message("comm_info_request", {"target_name": "jupyter.widget"}),
    message("comm_info_request", {}),
    message(
        "comm_open",
        {"comm_id": COMM, "target_name": "jupyter.widget.control", "data": {}},
        metadata={"version": "1.0.0"},
    ),
    message("comm_close", {"comm_id": COMM, "data": {}}),
    told({"method": "request_states"}, COMM),
    told({"method": "request_state"}),
    told({"method": "custom", "content": {"type": "submit", "guess": [0, 0, 1, 1]}}),
    told({"method": "update", "state": {"value": 3}, "buffer_paths": []}),
]


@pytest.mark.parametrize("allowed", ALLOWED, ids=lambda one: one["header"]["msg_type"])
def test_a_page_may_say_what_its_widgets_say(allowed: dict[str, Any]) -> None:
    for frame in frames(allowed):
        sent = read_request(frame).message()
        assert sent["header"]["msg_type"] == allowed["header"]["msg_type"]
        assert sent["header"]["msg_id"] == "one"
        assert sent["header"]["session"] == "a-page"
        assert sent["metadata"] == allowed["metadata"]
        assert sent["content"] == allowed["content"]


@pytest.mark.parametrize("channel", ["shell", "control", "stdin", "iopub"])
@pytest.mark.parametrize("kind", TYPES)
def test_no_other_message_is_sent_on(kind: str, channel: str) -> None:
    content = {"code": "1", "value": "1", "comm_id": WIDGET, "restart": False}
    for frame in frames(message(kind, content, channel)):
        with pytest.raises(Refused, match=f"'{kind}'"):
            read_request(frame)


@pytest.mark.parametrize("channel", ["control", "stdin", "iopub", "", None, 7, ["shell"]])
def test_pages_speak_on_one_channel_only(channel: Any) -> None:
    with pytest.raises(Refused, match="channel"):
        read_request(json.dumps(message("kernel_info_request", {}, channel)))


REFUSED = {
    "a widget": message(
        "comm_open",
        {"comm_id": WIDGET, "target_name": "jupyter.widget", "data": {"state": {}}},
    ),
    "a comm of another target": message(
        "comm_open", {"comm_id": COMM, "target_name": "matplotlib", "data": {}}
    ),
    "a comm in the place of a widget": message(
        "comm_open",
        {"comm_id": WIDGET, "target_name": "jupyter.widget.control", "data": {}},
        metadata={"version": "1.0.0"},
    ),
    "a comm without a version": message(
        "comm_open", {"comm_id": COMM, "target_name": "jupyter.widget.control", "data": {}}
    ),
    "the end of a widget": message("comm_close", {"comm_id": WIDGET, "data": {}}),
    "no method": told({}),
    "no data": message("comm_msg", {"comm_id": WIDGET}),
    "data that is a list": told([]),
    "a method that is a list": told({"method": ["custom"]}),
    "an echo": told({"method": "echo_update", "state": {}}),
    "code": told({"method": "update", "state": {"_esm": "alert(1)"}}),
    "a trait of our own": told({"method": "update", "state": {"_kept": {"done": True}}}),
    "a trait among others": told({"method": "update", "state": {"value": 1, "max": 10**9}}),
    "state that is a list": told({"method": "update", "state": ["value"]}),
    "all states of a widget": told({"method": "request_states"}),
    "the address of a widget as a path": told({"method": "request_state"}, "../" + WIDGET),
    "a comm that is a list": message(
        "comm_msg", {"comm_id": [WIDGET], "data": {"method": "custom"}}
    ),
    "content that is a list": message("kernel_info_request", []),
    "content that is null": message("comm_info_request", None),
    "a type that is a list": message(["kernel_info_request"], {}),
    "no type": message(None, {}),
}


@pytest.mark.parametrize("refused", REFUSED.values(), ids=REFUSED.keys())
def test_what_no_widget_says_is_refused(refused: dict[str, Any]) -> None:
    for frame in frames(refused):
        with pytest.raises(Refused):
            read_request(frame)


@pytest.mark.parametrize("part", ["msg_id", "session"])
@pytest.mark.parametrize("value", [None, "", "x" * 129, "a b", "a\n", 7, {"$": 1}])
def test_names_are_short_and_plain(part: str, value: Any) -> None:
    odd = message("kernel_info_request", {})
    odd["header"][part] = value
    for frame in frames(odd):
        with pytest.raises(Refused, match=part):
            read_request(frame)


DEEP = '{"a":' * 100_000
INFINITE = "1e999"
PLAIN = json.dumps(told({"method": "custom", "content": {"type": "submit"}}))


@pytest.mark.parametrize(
    "frame",
    [
        "",
        "null",
        "7",
        "[]",
        "{}",
        "{",
        DEEP,
        PLAIN.replace('"submit"', DEEP),
        PLAIN.replace('"submit"', "[" * 40 + "]" * 40),
        PLAIN.replace('"submit"', INFINITE),
        PLAIN.replace('"submit"', "-Infinity"),
        PLAIN.replace('"submit"', "NaN"),
        PLAIN.replace('"submit"', "9" * 5000),
        PLAIN.replace("submit", r"\ud800"),
        PLAIN.replace('"type"', r'"\ud800"'),
        PLAIN.replace('"buffers": []', '"buffers": [""]'),
        PLAIN.replace('"header": {', '"header": ["'),
    ],
    ids=lambda frame: frame[-40:],
)
def test_text_that_is_no_message_is_refused(frame: str) -> None:
    with pytest.raises(Refused):
        read_request(frame)


WHOLE = binary(ALLOWED[0])


def with_offsets(*offsets: int) -> bytes:
    return struct.pack(f"<{len(offsets) + 1}Q", len(offsets), *offsets) + WHOLE[56:]


@pytest.mark.parametrize(
    "frame",
    [
        b"",
        b"\0" * 8,
        b"\xff" * 8,
        b"\xff" * 4096,
        WHOLE[:-1],
        WHOLE + b"x",
        WHOLE[:30],
        struct.pack("<Q", 2**62) + WHOLE[8:],
        with_offsets(56, 0, 0, 0, 0, len(WHOLE)),
        with_offsets(56, 61, 61, 61, 61, 2**63),
        with_offsets(*[len(WHOLE)] * 6),
        WHOLE.replace(b"shell", b"\xff\xfe\xfd\xfc\xfb"),
        WHOLE.replace(b'"one"', b'"\xff\xff\xff"'[:5]),
        serialize_binary_message({**ALLOWED[0], "buffers": [b"x"]}),
        bytes(
            serialize_msg_to_ws_v1([b'{"msg_type": "kernel_info_request"}', *[b"{}"] * 4], "shell")
        ),
    ],
    ids=range(15),
)
def test_bytes_that_are_no_message_are_refused(frame: bytes) -> None:
    with pytest.raises(Refused):
        read_request(frame)


def test_what_is_sent_on_is_written_anew() -> None:
    """What a kernel could read into a message, but the server did not, never gets there."""
    tricky = told({"method": "custom", "content": {"type": "hint"}, "state": {"_esm": ""}})
    tricky["header"] |= {"subshell_id": "x", "msg_type": "comm_msg", "username": "root"}
    tricky["parent_header"] = {"msg_type": "execute_request"}
    tricky["metadata"] = {"deletedCells": ["x"]}
    for frame in frames(tricky):
        sent = read_request(frame).message()
        assert sent["content"]["data"] == {"method": "custom", "content": {"type": "hint"}}
        assert sent["metadata"] == sent["parent_header"] == {}
        assert "subshell_id" not in sent["header"]
        assert sent["header"]["username"] == ""


def test_of_two_answers_to_one_question_the_kernel_hears_the_one_that_was_checked() -> None:
    twice = '{"msg_type": "execute_request", "msg_type": "kernel_info_request", '
    frame = json.dumps(ALLOWED[0]).replace("{", "{", 1).replace('"header": {', f'"header": {twice}')
    assert read_request(frame).kind == "kernel_info_request"
    frame = frame.replace('"msg_type": "kernel_info_request", "session"', '"session"')
    assert read_request(frame).message()["msg_type"] == "kernel_info_request"
