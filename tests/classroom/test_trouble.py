"""What goes wrong in a lesson is told to the teacher; the pupil gets a plain sentence."""

from __future__ import annotations

import asyncio
import html
import inspect
import json
import logging
import uuid
from collections.abc import AsyncIterator
from types import SimpleNamespace
from typing import Any, cast

import pytest
from voila.handler import VoilaHandler
from websockets.sync.client import ClientConnection, connect

from mastermind_edu.classroom.server import LessonHandler
from mastermind_edu.language import catalogue

from .conftest import Classroom
from .sockets import TOO_LARGE, closing_code

SENTENCE = (
    "Something went wrong here, so the rest of this lesson is missing. Please reload the page; "
    "if it happens again, tell your teacher."
)
OF_A_TRACEBACK = ("Traceback", "ZeroDivisionError", "1 / 0", "name_in_the_source", "ipykernel_")


def channels(classroom: Classroom, kernel: str) -> ClientConnection:
    address = f"ws://{classroom.host}/api/kernels/{kernel}/channels?session_id={uuid.uuid4().hex}"
    return connect(address, max_size=None)


def message(kind: str, channel: str = "shell", **content: Any) -> str:
    header = {
        "msg_id": uuid.uuid4().hex,
        "msg_type": kind,
        "session": "a-page",
        "username": "",
        "version": "5.3",
    }
    return json.dumps(
        {
            "header": header,
            "parent_header": {},
            "metadata": {},
            "content": content,
            "channel": channel,
            "buffers": [],
        }
    )


def received(socket: ClientConnection, seconds: float = 1.5) -> list[dict[str, Any]]:
    """Return what arrives until the kernel has been idle for a while, as sent and decoded."""
    messages = []
    while True:
        try:
            raw = socket.recv(timeout=seconds)
        except TimeoutError:
            return messages
        text = raw if isinstance(raw, str) else raw.decode("utf-8", "replace")
        start = text.index("{")
        messages.append({"raw": text, **json.JSONDecoder().raw_decode(text[start:])[0]})


def widget_of(socket: ClientConnection) -> str:
    """Return the id of the lesson's widget, as a page finds it."""
    socket.send(message("comm_info_request", target_name="jupyter.widget"))
    for _ in range(50):
        answer = json.loads(socket.recv(timeout=10))
        if answer["msg_type"] == "comm_info_reply":
            break
    for comm in answer["content"]["comms"]:
        socket.send(message("comm_msg", comm_id=comm, data={"method": "request_state"}))
    for _ in range(50):
        raw = socket.recv(timeout=10)
        if isinstance(raw, str) and '"told"' in raw:
            return str(json.loads(raw)["content"]["comm_id"])
    pytest.fail("the page has no widget")


def test_an_error_in_a_cell_is_a_plain_sentence(pages: dict[str, str]) -> None:
    page = pages["fr"]
    sentence = catalogue("fr").gettext(SENTENCE)
    assert sentence != SENTENCE
    assert html.unescape(page).count(sentence) == 1
    assert "This comes after the error" not in page
    assert page.rstrip().endswith("</html>")
    for part in OF_A_TRACEBACK:
        assert part not in page


def test_the_teacher_gets_the_traceback_of_a_cell(
    classroom: Classroom, pages: dict[str, str]
) -> None:
    assert "fr" in pages
    log = classroom.wait_for_log("ZeroDivisionError: division by zero")
    assert "name_in_the_source = 1 / 0" in log


def test_code_is_not_shown(pages: dict[str, str]) -> None:
    assert "put out" in pages["en"]
    assert "print(" not in pages["en"]
    assert "traitlets" not in pages["en"]


def test_metadata_of_a_lesson_is_escaped(pages: dict[str, str]) -> None:
    assert "<title>Probe &lt;script&gt; · Crack the code</title>" in pages["en"]


def test_formulas_are_set_here_and_only_where_there_are_any(pages: dict[str, str]) -> None:
    assert "no-maths.js" in pages["en"]
    assert "no-maths.js" not in pages["es"]
    assert '"fullMathjaxUrl": null' in pages["es"]


def test_an_error_in_an_action_stays_on_the_server(classroom: Classroom) -> None:
    kernel = classroom.kernel()
    with channels(classroom, kernel) as socket:
        widget = widget_of(socket)
        content = {"say": "hello", "divisor": 0}
        socket.send(
            message("comm_msg", comm_id=widget, data={"method": "custom", "content": content})
        )
        messages = received(socket)
    assert any('"told": 1' in sent["raw"] for sent in messages), "the action did not run"
    assert not [sent for sent in messages if sent["msg_type"] in {"error", "stream"}]
    for part in (*OF_A_TRACEBACK, "secret_name_in_source", "on standard error"):
        assert not [sent for sent in messages if part in sent["raw"]]
    log = classroom.wait_for_log("on standard error hello")
    assert "secret_name_in_source = 1 / content" in classroom.wait_for_log("secret_name_in_source")
    assert "ZeroDivisionError" in log
    classroom.close(kernel)


@pytest.mark.parametrize("channel", ["shell", "control"])
def test_a_page_cannot_run_code(classroom: Classroom, channel: str) -> None:
    kernel = classroom.kernel()
    with channels(classroom, kernel) as socket:
        for kind in ("execute_request", "inspect_request", "complete_request", "debug_request"):
            socket.send(message(kind, channel, code="print('ran')", silent=False, cursor_pos=0))
        replies = [
            sent for sent in received(socket, 1.5) if sent["msg_type"] not in {"status", "x"}
        ]
    assert replies == []
    classroom.close(kernel)


def test_a_huge_message_ends_the_connection(classroom: Classroom) -> None:
    kernel = classroom.kernel()
    with channels(classroom, kernel) as socket:
        socket.send(message("comm_info_request", padding="x" * 300_000))
        assert closing_code(socket) in TOO_LARGE
    assert classroom.is_alive(kernel)
    classroom.close(kernel)


class Mute(LessonHandler):
    """A lesson that never says anything, as when its kernel dies while it starts."""

    log = logging.getLogger("mute")
    attendance = None
    school_class = None
    request = cast(Any, SimpleNamespace(remote_ip="127.0.0.1"))

    def __init__(self) -> None:
        self.classroom = cast(Any, SimpleNamespace(lessons={"en/01-play.ipynb": None}))
        self.left = False
        self.sent: list[str] = []

    async def get_generator(self, path: str) -> AsyncIterator[str]:  # noqa: ARG002
        while True:
            yield "<script>window.voila_heartbeat()</script>\n"

    def _send(self, part: str) -> None:
        self.sent.append(part)


def test_a_lesson_that_does_not_answer_is_given_up() -> None:
    handler = Mute()
    asyncio.run(handler.get("en/01-play.ipynb"))
    assert handler.sent[-1] == "<script>mastermindStuck()</script>"
    assert 1 < len(handler.sent) <= 10


def test_voila_still_says_when_a_lesson_is_silent() -> None:
    assert "window.voila_heartbeat()" in inspect.getsource(VoilaHandler.get_generator)
