"""The websocket between a page and its kernel: what a pupil's page must not see stays here."""

from __future__ import annotations

from typing import Any

from jupyter_server.services.kernels.connection.channels import ZMQChannelsWebsocketConnection

__all__ = ["LessonConnection"]


class LessonConnection(ZMQChannelsWebsocketConnection):
    """Send to the page all that its widgets need, and to the teacher's log what goes wrong.

    Errors carry a traceback with source lines, and standard error may, so neither is sent.
    """

    def connect(self) -> Any:
        """Connect the page to its kernel."""
        self.multi_kernel_manager.page_arrived(self.kernel_id, self.websocket_handler)
        return super().connect()

    def disconnect(self) -> None:  # type: ignore[override]
        """Take notice that the page has gone."""
        self.multi_kernel_manager.page_left(self.kernel_id, self.websocket_handler)
        super().disconnect()  # type: ignore[no-untyped-call]

    def handle_outgoing_message(self, stream: Any, outgoing_msg: list[Any]) -> None:
        """Send a kernel's message to the page, unless it is the teacher's business."""
        _, parts = self.session.feed_identities(outgoing_msg)
        _signature, header, _parent, _metadata, content, *_buffers = parts
        trouble = self._trouble(self.session.unpack(header)["msg_type"], content)
        if trouble is None:
            super().handle_outgoing_message(stream, outgoing_msg)
        elif trouble.strip():
            self.log.error("In a lesson: %s\n%s", trouble.strip().splitlines()[-1], trouble)

    def _trouble(self, kind: str, content: Any) -> str | None:
        if kind == "error":
            return "\n".join(self.session.unpack(content)["traceback"])
        if kind == "stream":
            output = self.session.unpack(content)
            return str(output["text"]) if output["name"] == "stderr" else None
        return None
