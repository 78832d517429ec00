"""Pupils without a browser: each does on the wire what the page of a lesson does."""

from __future__ import annotations

import asyncio
import json
import random
import re
import struct
import time
import uuid
from collections.abc import AsyncIterator, Callable, Coroutine
from contextlib import asynccontextmanager
from itertools import accumulate, pairwise
from typing import Any, TypeVar

import httpx
from websockets.asyncio.client import ClientConnection, connect
from websockets.typing import Subprotocol

KERNEL_ID = re.compile(r'"kernelId": "([0-9a-f-]{36})"')
PATIENCE = 120.0

Result = TypeVar("Result")


class Pupil:
    """One who opens pages at the server ``host``.

    :param widgets: whether the pages have widgets; an empty notebook has none.
    """

    def __init__(self, host: str, http: httpx.AsyncClient, *, widgets: bool = True) -> None:
        self.host = host
        self.http = http
        self.widgets = widgets
        self.page = ""
        self.kernel = ""
        self.board = ""
        self.is_over = False
        self.socket: ClientConnection

    async def open(self, path: str) -> float:
        """Open a page and return the seconds until it can be used.

        That is when it has the states of its widgets, or where it has none, when its kernel
        answers. A page that was open before is closed, as a browser does once the new page
        begins to arrive.
        """
        began = time.perf_counter()
        before, self.kernel = self.kernel, ""
        address = f"http://{self.host}{path}"
        headers = {"Referer": self.page} if self.page else {}
        page = ""
        async with self.http.stream("GET", address, headers=headers) as answer:
            assert answer.status_code == 200, answer.status_code
            async for part in answer.aiter_text():
                page += part
                if before:
                    await self._close(before)
                    before = ""
        found = KERNEL_ID.search(page)
        assert found, page[-500:]
        self.page, self.kernel = address, found[1]
        self.socket = await connect(
            f"ws://{self.host}/api/kernels/{self.kernel}/channels?session_id={uuid.uuid4().hex}",
            subprotocols=[Subprotocol("v1.kernel.websocket.jupyter.org")],
            max_size=None,
        )
        await self._ask("kernel_info_request", "kernel_info_reply")
        if self.widgets:
            await self._load_widgets()
        return time.perf_counter() - began

    async def click(self) -> float:
        """Play a row on the board, and return the seconds until the answer is there."""
        if self.is_over:
            await self._act({"type": "new"})
        return await self._act({"type": "submit", "guess": random.sample(range(6), 4)})

    async def leave(self) -> None:
        """Close the page."""
        if self.kernel:
            await self._close(self.kernel)
            self.kernel = ""

    async def _close(self, kernel: str) -> None:
        await self.socket.close()
        address = f"http://{self.host}/voila/api/shutdown/{kernel}"
        await self.http.post(address, files={"_xsrf": (None, "")})

    async def _load_widgets(self) -> None:
        comm = str(uuid.uuid4())
        target = "jupyter.widget.control"
        await self._send("comm_open", comm_id=comm, target_name=target, data={}, version="1.0.0")
        await self._send("comm_msg", comm_id=comm, data={"method": "request_states"})
        states = await self._hear(lambda one: one["content"].get("data", {}).get("states"))
        boards = [one for one, state in states.items() if "_play" in state["state"]]
        self.board, self.is_over = boards[0], False

    async def _act(self, action: dict[str, Any]) -> float:
        began = time.perf_counter()
        data = {"method": "custom", "content": action}
        await self._send("comm_msg", comm_id=self.board, data=data)
        await self._hear(self._shows_play)
        return time.perf_counter() - began

    def _shows_play(self, message: dict[str, Any]) -> bool:
        content = message["content"]
        state = content.get("data", {}).get("state", {})
        assert "_notice" not in state, state
        if content.get("comm_id") != self.board or "_play" not in state:
            return False
        self.is_over = state["_play"]["status"] != "playing"
        return True

    async def _ask(self, kind: str, answer: str) -> None:
        await self._send(kind)
        await self._hear(lambda one: one["header"]["msg_type"] == answer)

    async def _send(self, kind: str, *, version: str | None = None, **content: Any) -> None:
        header = {
            "msg_id": uuid.uuid4().hex,
            "msg_type": kind,
            "session": uuid.uuid4().hex,
            "username": "",
            "version": "5.3",
        }
        metadata = {"version": version} if version else {}
        await self.socket.send(packed("shell", header, {}, metadata, content))

    async def _hear(self, wanted: Callable[[dict[str, Any]], Any]) -> Any:
        """Return what ``wanted`` makes of the first message that it wants."""
        async with asyncio.timeout(PATIENCE):
            while True:
                frame = await self.socket.recv()
                assert isinstance(frame, bytes)
                if found := wanted(unpacked(frame)):
                    return found


def packed(channel: str, *parts: dict[str, Any]) -> bytes:
    """Return a message in the binary form of Jupyter's websockets."""
    texts = [channel.encode(), *(json.dumps(part).encode() for part in parts)]
    first = 8 * (len(texts) + 2)
    offsets = list(accumulate(map(len, texts), initial=first))
    return struct.pack(f"<{len(offsets) + 1}Q", len(offsets), *offsets) + b"".join(texts)


def unpacked(frame: bytes) -> dict[str, Any]:
    """Return the header and the content of a message in the binary form."""
    (count,) = struct.unpack_from("<Q", frame)
    offsets = struct.unpack_from(f"<{count}Q", frame, 8)
    _channel, header, _parent, _metadata, content, *_ = (
        frame[start:stop] for start, stop in pairwise(offsets)
    )
    return {"header": json.loads(header), "content": json.loads(content)}


@asynccontextmanager
async def a_class(host: str, size: int, *, widgets: bool = True) -> AsyncIterator[list[Pupil]]:
    """Pupils of one class, who leave in the end."""
    limits = httpx.Limits(max_connections=None, max_keepalive_connections=0)
    async with httpx.AsyncClient(timeout=PATIENCE, limits=limits) as http:
        pupils = [Pupil(host, http, widgets=widgets) for _ in range(size)]
        try:
            yield pupils
        finally:
            await asyncio.gather(*(one.leave() for one in pupils), return_exceptions=True)


async def within_one_second(
    pupils: list[Pupil], do: Callable[[Pupil], Coroutine[Any, Any, Result]]
) -> list[Result | BaseException]:
    """Have all pupils do something, one after another within a second; return how it went."""

    async def later(pupil: Pupil, delay: float) -> Result:
        await asyncio.sleep(delay)
        return await do(pupil)

    doing = (later(one, number / len(pupils)) for number, one in enumerate(pupils))
    return await asyncio.gather(*doing, return_exceptions=True)


async def play(pupils: list[Pupil], seconds: float, pause: float = 2.0) -> list[float]:
    """Have all pupils play, a click each ``pause`` seconds or so; return how long answers took."""

    async def one(pupil: Pupil) -> list[float]:
        ends = time.monotonic() + seconds
        taken = []
        await asyncio.sleep(random.uniform(0, pause))
        while time.monotonic() < ends:
            taken.append(await pupil.click())
            await asyncio.sleep(random.uniform(0.5, 1.5) * pause)
        return taken

    return [time for taken in await asyncio.gather(*map(one, pupils)) for time in taken]
