"""A visitor with a raw websocket gets from a kernel what the widgets of a page get, and no more."""

from __future__ import annotations

import json
import time
import uuid
from collections.abc import Iterator
from contextlib import ExitStack
from pathlib import Path
from typing import Any

import pytest
from websockets.exceptions import InvalidStatus
from websockets.sync.client import connect

from mastermind_edu.classroom.connection import MOST_PAGES, TOO_MANY_PAGES

from .conftest import KERNEL_ID, Classroom, free_port, running, write_lesson
from .sockets import JSON, PROTOCOLS, TOO_LARGE, Visitor, visiting
from .test_safe_requests import REFUSED, TYPES

CHANNELS = ("shell", "control", "stdin")
OF_A_TRACEBACK = ("Traceback", "Error", "ipykernel", "site-packages", ".py")


@pytest.fixture(scope="module")
def course(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Classroom]:
    """The lessons of the course."""
    with running(tmp_path_factory.mktemp("course"), "--local", "--port", str(free_port())) as it:
        yield it


@pytest.fixture(scope="module")
def kernel(course: Classroom) -> str:
    """The kernel of lesson 1."""
    return open_lesson(course, "01-play")


def open_lesson(course: Classroom, key: str) -> str:
    page = course.http.get(f"/voila/render/en/{key}.ipynb").text
    return KERNEL_ID.findall(page)[0]


def states(visitor: Visitor) -> dict[str, dict[str, Any]]:
    """Return the state of every widget, but for what it says of the last thing it was told."""
    return {
        widget: {name: value for name, value in state.items() if name != "_notice"}
        for widget, state in visitor.states().items()
    }


def no_traceback(visitor: Visitor) -> None:
    kinds = {message["header"]["msg_type"] for message in visitor.received}
    assert kinds <= {"comm_msg", "comm_info_reply", "kernel_info_reply", "status"}
    for message in visitor.received:
        if message["header"]["msg_type"] == "comm_msg":
            data = message["content"]["data"]
            said = json.dumps(data.get("state", {}).get("_notice", ""))
            assert not [part for part in OF_A_TRACEBACK if part in said]


# ------------------------------------------------------------------- messages


@pytest.mark.parametrize("protocol", PROTOCOLS)
def test_no_code_runs_whatever_it_is_sent_as(
    course: Classroom, kernel: str, tmp_path: Path, protocol: str
) -> None:
    trace = tmp_path / "ran"
    code = f"open({str(trace)!r}, 'w').close()"
    with visiting(course, kernel, protocol) as visitor:
        before = states(visitor)
        sent = [
            visitor.send(
                kind,
                channel=channel,
                code=code,
                value=code,
                silent=False,
                store_history=False,
                allow_stdin=True,
                user_expressions={"x": code},
                command="evaluate",
                arguments={"expression": code},
                type="request",
                seq=1,
                cursor_pos=1,
                detail_level=1,
                hist_access_type="tail",
                n=10,
                output=True,
                raw=True,
                restart=False,
                bound="()",
            )
            for channel in CHANNELS
            for kind in TYPES
        ]
        seen = visitor.answers()
        assert states(visitor) == before
    assert not [one for one in seen if one["parent_header"].get("msg_id") in sent]
    assert not trace.exists()
    assert course.is_alive(kernel)


@pytest.mark.parametrize("protocol", PROTOCOLS)
def test_what_no_widget_says_changes_nothing(course: Classroom, kernel: str, protocol: str) -> None:
    with visiting(course, kernel, protocol) as visitor:
        before = states(visitor)
        board = next(widget for widget, state in before.items() if "_kept" in state)
        for refused in REFUSED.values():
            content = refused["content"]
            if isinstance(content, dict) and isinstance(refused["header"]["msg_type"], str):
                content = {**content, **({"comm_id": board} if "comm_id" in content else {})}
                visitor.send(refused["header"]["msg_type"], metadata=refused["metadata"], **content)
        visitor.answers()
        assert states(visitor) == before
        no_traceback(visitor)


@pytest.mark.parametrize("protocol", PROTOCOLS)
def test_no_trait_can_be_written(course: Classroom, kernel: str, protocol: str) -> None:
    with visiting(course, kernel, protocol) as visitor:
        before = states(visitor)
        for widget, state in before.items():
            for name in state if "_anywidget_id" in state else ():
                data = {"method": "update", "state": {name: "written"}, "buffer_paths": []}
                visitor.send("comm_msg", comm_id=widget, data=data)
            everything = {"method": "update", "state": dict.fromkeys(state, 0)}
            visitor.send("comm_msg", comm_id=widget, data=everything)
            visitor.send("comm_msg", comm_id=widget, data={"method": "state", "state": {}})
        visitor.answers()
        assert states(visitor) == before


def test_no_widget_is_made(course: Classroom, kernel: str) -> None:
    versions = {"version": "2.1.0"}
    described = {
        "_model_module": "@jupyter-widgets/controls",
        "_model_module_version": "2.0.0",
        "_model_name": "TextModel",
        "_view_module": "@jupyter-widgets/controls",
        "_view_module_version": "2.0.0",
        "_view_name": "TextView",
        "value": "x" * 1000,
    }
    with visiting(course, kernel) as visitor:
        before = states(visitor)
        for target in ("jupyter.widget", "jupyter.widget.version", "matplotlib", "", "anywidget"):
            for comm in (uuid.uuid4().hex, str(uuid.uuid4()), next(iter(before))):
                data = {"state": described, "buffer_paths": []}
                visitor.send(
                    "comm_open", comm_id=comm, target_name=target, data=data, metadata=versions
                )
        visitor.answers()
        assert states(visitor) == before
        visitor.send("comm_info_request")
        visitor.answers()
    comms = [
        message["content"]["comms"]
        for message in visitor.received
        if message["header"]["msg_type"] == "comm_info_reply"
    ]
    assert set(comms[-1]) == set(before)


def test_widgets_cannot_be_closed(course: Classroom, kernel: str) -> None:
    with visiting(course, kernel) as visitor:
        before = states(visitor)
        for widget in before:
            visitor.send("comm_close", comm_id=widget, data={})
        visitor.answers()
        assert states(visitor) == before


def test_a_program_is_not_taken_for_an_answer(course: Classroom, tmp_path: Path) -> None:
    trace = tmp_path / "ran"
    code = f"open({str(trace)!r}, 'w').close()"
    kernel = open_lesson(course, "09-kata")
    with visiting(course, kernel) as visitor:
        before = states(visitor)
        exercises = [one for one, state in before.items() if "Exercise" in state.get("_name", "")]
        assert exercises
        for exercise in exercises:
            visitor.tell(exercise, {"type": "check", "answer": code})
            sheets = [{**sheet, "answer": code} for sheet in before[exercise]["_kept"]["sheets"]]
            kept = {**before[exercise]["_kept"], "sheets": sheets}
            visitor.tell(exercise, {"type": "restore", "kept": kept})
        visitor.answers()
    assert not trace.exists()
    course.close(kernel)


# ----------------------------------------------------------------- out of turn

ODD: tuple[Any, ...] = (
    None,
    "submit",
    [],
    ["submit"],
    7,
    {},
    {"type": None},
    {"type": ["submit"]},
    {"type": {"submit": 1}},
    {"type": "__init__"},
    {"type": "set_state", "_esm": ""},
    {"type": "say", "text": "hello"},
    {"type": "anywidget-command", "name": "_obey"},
    {"kind": "anywidget-command", "name": "_obey", "id": "1"},
    {"event": "click"},
)
"""Custom messages that no widget of the course knows."""

JUNK: tuple[Any, ...] = (
    None,
    -1,
    10**30,
    1.5,
    True,
    "x" * 50,
    "\0",
    {},
    [[]],
    [None] * 4,
    [0, 0, 0, 99],
    [-1, 0, 0, 0],
    [[0, 1]] * 500,
    {"a": {"b": [1]}},
)
ARGUMENTS = (
    *("agree", "answer", "by", "cell", "code", "colours", "exact", "game", "grade", "guess"),
    *("hold", "id", "kept", "level", "misplaced", "mode", "node", "on", "pairs", "panel", "pegs"),
    *("place", "points", "row", "rows", "rule", "secret", "seed", "step", "strategies", "to"),
    "tree",
)
ACTIONS = (
    *("agree", "another", "answer", "ask", "back", "change", "choose", "correct", "edit", "guess"),
    *("hide", "hold", "ignore", "point", "restore", "reveal", "start", "step", "submit"),
    *("take up", "think", "tree", "try", "turn"),
)
"""What pages ask for with something that has to be right; in "check", an answer may be wrong."""


@pytest.mark.parametrize("key", ["01-play", "04-candidates", "08-shapes", "12-match"])
def test_a_message_that_is_wrong_leaves_a_widget_as_it_was(course: Classroom, key: str) -> None:
    """Wrong, for another widget, or out of turn: the state is the same, and no program shows."""
    kernel = open_lesson(course, key)
    with visiting(course, kernel) as visitor:
        before = states(visitor)
        for widget in one_of_each_kind(before):
            for odd in ODD:
                visitor.tell(widget, odd)
            for number, action in enumerate(ACTIONS):
                junk = JUNK[number % len(JUNK)]
                visitor.tell(widget, {"type": action, **dict.fromkeys(ARGUMENTS, junk)})
            visitor.answers()
            assert states(visitor) == before
        no_traceback(visitor)
    log = course.log.read_text("utf-8")
    course.close(kernel)
    assert "Traceback" not in log, log[-3000:]


def one_of_each_kind(states: dict[str, dict[str, Any]]) -> list[str]:
    """Return a widget of the course of each kind that there is."""
    kinds = {
        state["_anywidget_id"]: widget
        for widget, state in states.items()
        if "_anywidget_id" in state
    }
    return list(kinds.values())


def test_a_message_as_large_as_may_be_changes_nothing(course: Classroom, kernel: str) -> None:
    with visiting(course, kernel) as visitor:
        before = states(visitor)
        board = next(widget for widget, state in before.items() if "_kept" in state)
        for content in (
            {"type": "submit", "guess": [0] * 80_000},
            {"type": "restore", "kept": {"rows": [[[0, 0, 0, 0], [4, 0]]] * 10_000}},
            {"type": "new", "seed": "x" * 250_000},
            {"type": "x" * 250_000},
        ):
            visitor.tell(board, content)
        visitor.answers()
        assert states(visitor) == before
        no_traceback(visitor)


@pytest.mark.parametrize("protocol", PROTOCOLS)
def test_a_larger_message_ends_the_connection(
    course: Classroom, kernel: str, protocol: str
) -> None:
    with visiting(course, kernel, protocol) as visitor:
        visitor.tell("0" * 32, "x" * 300_000)
        assert visitor.closing_code() in TOO_LARGE
    assert course.is_alive(kernel)


@pytest.mark.parametrize("protocol", PROTOCOLS)
def test_frames_that_are_no_messages_do_no_harm(
    course: Classroom, kernel: str, protocol: str
) -> None:
    with visiting(course, kernel, protocol) as visitor:
        before = states(visitor)
        for frame in ("", "null", "{", '{"a":' * 50_000, b"", b"\xff" * 8, b"\xff" * 200_000):
            visitor.socket.send(frame)
        assert states(visitor) == before


def test_both_forms_of_messages_carry_pictures_of_many_codes(course: Classroom) -> None:
    """Voilà reads binary messages of the old form as new ones, and never comes to an end."""
    kernel = open_lesson(course, "04-candidates")
    with visiting(course, kernel, JSON) as old, visiting(course, kernel, PROTOCOLS[1]) as new:
        assert old.states().keys() == new.states().keys()
    course.close(kernel)


def test_who_says_more_than_a_reader_can_waits(course: Classroom, kernel: str) -> None:
    other = open_lesson(course, "02-answer")
    with visiting(course, kernel) as visitor, visiting(course, other) as another:
        for _ in range(260):
            visitor.send("comm_info_request")
        began = time.monotonic()
        another.answers()
        answered = time.monotonic() - began
        visitor.answers()
        assert time.monotonic() - began > max(1, 2 * answered)
    course.close(other)


def test_a_kernel_has_only_so_many_pages(course: Classroom) -> None:
    kernel = open_lesson(course, "03-how-many")
    with ExitStack() as pages:
        visitors = [pages.enter_context(visiting(course, kernel)) for _ in range(MOST_PAGES + 1)]
        assert visitors[-1].closing_code() == TOO_MANY_PAGES
        assert visitors[0].answers()
    with visiting(course, kernel) as visitor:
        assert visitor.answers()
    course.close(kernel)


# --------------------------------------------------------------- other kernels


@pytest.mark.parametrize(
    "other",
    ["00000000-0000-4000-8000-000000000000", "0-0-0-0-0", "1-1-1-1-1", "none"],
)
def test_a_kernel_that_is_not_there_cannot_be_reached(course: Classroom, other: str) -> None:
    with pytest.raises(InvalidStatus, match="404"):
        connect(f"ws://{course.host}/api/kernels/{other}/channels?session_id=x")
    assert course.http.get(f"/api/kernels/{other}").status_code == 404
    assert course.http.post(f"/voila/api/shutdown/{other}").status_code == 404


@pytest.mark.parametrize("method", ["POST", "PUT", "PATCH", "DELETE"])
@pytest.mark.parametrize("action", ["", "/interrupt", "/restart", "/channels"])
def test_a_kernel_is_not_run_over_http(
    course: Classroom, kernel: str, method: str, action: str
) -> None:
    answer = course.http.request(method, f"/api/kernels/{kernel}{action}", json={})
    assert answer.status_code in {403, 404, 405}
    assert course.is_alive(kernel)


def test_the_log_is_free_of_what_pages_always_say(course: Classroom) -> None:
    """Kernels complain of messages that come close upon the opening of their comm."""
    kernel = open_lesson(course, "01-play")
    with visiting(course, kernel) as visitor:
        for _ in range(5):
            visitor.states()
        visitor.answers()
    assert "No such comm" not in course.log.read_text("utf-8")
    course.close(kernel)


def test_refusals_are_told_to_the_teacher_once(course: Classroom, kernel: str) -> None:
    with visiting(course, kernel) as visitor:
        for _ in range(20):
            visitor.send("history_request")
        visitor.answers()
    log = course.wait_for_log("'history_request'")
    assert (
        log.count(f"Kernel {kernel}: a page may not send a message of type 'history_request'") == 1
    )


# ------------------------------------------------------------ a teacher's lesson

CONTROLS = """
import ipywidgets

slider = ipywidgets.IntSlider(3, max=9, description="rows")
told = ipywidgets.Label("3")
slider.observe(lambda change: setattr(told, "value", str(change["new"])), "value")
ipywidgets.VBox([slider, told])
"""


def test_a_control_in_a_lesson_of_a_teacher_can_be_set_and_not_rebuilt(tmp_path: Path) -> None:
    write_lesson(tmp_path / "lessons" / "en", CONTROLS)
    options = ("--local", "--port", str(free_port()), "--lessons", str(tmp_path / "lessons"))
    with (
        running(tmp_path, *options) as classroom,
        visiting(classroom, classroom.kernel(), PROTOCOLS[1]) as visitor,
    ):
        before = visitor.states()
        slider = next(one for one, state in before.items() if state.get("description") == "rows")
        told = next(one for one, state in before.items() if state.get("value") == "3")
        for state in ({"max": 10**9}, {"value": 5, "description": "x"}, {"value": 7}):
            data = {"method": "update", "state": state, "buffer_paths": []}
            visitor.send("comm_msg", comm_id=slider, data=data)
        after = visitor.states()
    assert after[slider] == {**before[slider], "value": 7}
    assert after[told] == {**before[told], "value": "7"}
