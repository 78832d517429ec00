"""A stand-in for the page: it receives what a widget sends, and sends what a page may send."""

from __future__ import annotations

import copy
import itertools
from collections.abc import Callable
from typing import Any

import comm
import pytest


class Page:
    """One widget as its page knows it; widgets under test find it as their ``comm``."""

    _numbers = itertools.count(1)

    def __init__(self, *, data: dict[str, Any], **_: object) -> None:
        self.comm_id = f"model-{next(self._numbers)}"
        self.received: list[dict[str, Any]] = []
        self.state: dict[str, Any] = {}
        self._receive(data)

    def _receive(self, data: dict[str, Any]) -> None:
        self.received.append(copy.deepcopy(data))
        self.state |= self.received[-1].get("state", {})

    def send(self, data: dict[str, Any], **_: object) -> None:
        """Take a message from the widget."""
        self._receive(data)

    def close(self) -> None:
        """Be closed by the widget."""

    def on_msg(self, callback: Callable[[dict[str, Any]], None]) -> None:
        """Register the widget's ear."""
        self._tell = callback

    def deliver(self, content: object) -> None:
        """Send a custom message with any ``content`` to the widget."""
        self._post({"method": "custom", "content": content})

    def act(self, kind: str, **arguments: object) -> None:
        """Send an action to the widget."""
        self.deliver({"type": kind, **arguments})

    def write(self, **state: object) -> None:
        """Write into the widget's synchronised traits, as any page can try to."""
        self._post({"method": "update", "state": state})

    def _post(self, data: dict[str, Any]) -> None:
        self._tell({"content": {"data": data}, "buffers": []})

    @property
    def notice(self) -> str:
        """The last sentence that the widget said, or nothing."""
        return str(self.state["_notice"].get("text", ""))


@pytest.fixture(autouse=True)
def _pages(monkeypatch: pytest.MonkeyPatch) -> None:
    """Give every widget a :class:`Page` as its ``comm``."""
    monkeypatch.setattr(comm, "create_comm", Page)
