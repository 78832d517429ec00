"""The kernel of a static page: Python in the browser runs a lesson's cells and its widgets.

A kernel of Jupyter brings IPython and an event loop of sockets; a page needs neither. Here
cells are run one by one, what they show is returned, and the messages of widgets go to the
page through one function. Where IPython is absent, a stand-in says what ipywidgets asks it.

Messages are the comm messages of the Jupyter protocol: their type, the comm's id and the data.
"""

from __future__ import annotations

import ast
import contextlib
import io
import json
import sys
import traceback
from collections.abc import Callable, Sequence
from types import CodeType, ModuleType
from typing import Any, Final, TypeAlias

import comm
from comm.base_comm import BaseComm

__all__ = ["Kernel", "stand_in_for_ipython"]

Buffers: TypeAlias = Sequence[bytes]
Post: TypeAlias = Callable[[str, Buffers], None]
Output: TypeAlias = dict[str, str]

VIEW: Final = "application/vnd.jupyter.widget-view+json"
KINDS: Final = {"html": "_repr_html_", "svg": "_repr_svg_"}
"""What a page shows, and the method of an object that gives it; the first there is counts."""


class Kernel:
    """Runs the cells of one lesson.

    :param post: sends a message to the page: a text in JSON, and buffers of bytes.
    """

    def __init__(self, post: Post) -> None:
        self._post = post
        self._outputs: list[Output] = []
        self._names: dict[str, Any] = {"__name__": "__main__", "display": self.display}
        comm.create_comm = self._create_comm

    def _create_comm(self, *arguments: Any, **options: Any) -> BaseComm:
        return PageComm(self._post, *arguments, **options)

    def display(self, *values: Any) -> None:
        """Show ``values`` below the cell that is being run."""
        self._outputs += map(_shown, values)

    def run(self, source: str) -> str:
        """Run one cell and return what it shows, as a list in JSON.

        An output has a ``kind``, which is ``widget``, ``html``, ``svg``, ``text``, ``missing``
        or ``error``, and its ``content``: of a widget the model's id, of what is missing the
        name of the module.
        """
        self._outputs = []
        printed = io.StringIO()
        try:
            body, last = _compiled(source)
            with contextlib.redirect_stdout(printed):
                exec(body, self._names)
                value = eval(last, self._names) if last else None
            if value is not None:
                self.display(value)
        except ModuleNotFoundError as error:
            self._outputs.append({"kind": "missing", "content": error.name or str(error)})
        except Exception:
            self._outputs.append({"kind": "error", "content": traceback.format_exc()})
        if printed.getvalue():
            self._outputs.insert(0, {"kind": "text", "content": printed.getvalue()})
        return json.dumps(self._outputs)

    def receive(self, message: str) -> None:
        """Hand a message of the page, in JSON, to the widget that it is for."""
        content = json.loads(message)
        found = comm.get_comm_manager().comms.get(content["id"])
        if found is not None:
            found.handle_msg({"content": {"data": content["data"]}, "buffers": []})


def stand_in_for_ipython(kernel: Kernel) -> None:
    """Have a module ``IPython`` that knows of no shell, unless there is a real one already."""
    if "IPython" in sys.modules:
        return
    contents: dict[str, dict[str, Any]] = {
        "IPython": {"get_ipython": lambda: None, "version_info": (9, 0), "__path__": []},
        "IPython.core": {"__path__": []},
        "IPython.core.interactiveshell": {"InteractiveShell": type("InteractiveShell", (), {})},
        "IPython.display": {"display": kernel.display, "clear_output": lambda **_: None},
    }
    for name, content in contents.items():
        sys.modules[name] = ModuleType(name)
        sys.modules[name].__dict__.update(content)


class PageComm(BaseComm):
    """A channel between a widget and its model on the page."""

    def __init__(self, post: Post, *arguments: Any, **options: Any) -> None:
        self._post = post
        super().__init__(*arguments, **options)

    def publish_msg(
        self,
        msg_type: str,
        data: dict[str, Any] | None = None,
        metadata: dict[str, Any] | None = None,  # noqa: ARG002
        buffers: Buffers | None = None,
        **_: Any,
    ) -> None:
        """Send a message to the page."""
        message = {"type": msg_type, "id": self.comm_id, "data": data or {}}
        self._post(json.dumps(message), [bytes(one) for one in buffers or ()])


def _compiled(source: str) -> tuple[CodeType, CodeType | None]:
    """Return the code of a cell and, apart, of the expression it ends with, if it does."""
    module = ast.parse(source, "<cell>")
    last = module.body[-1] if module.body else None
    if not isinstance(last, ast.Expr) or source.rstrip().endswith(";"):
        return compile(module, "<cell>", "exec"), None
    module.body.pop()
    expression = ast.Expression(last.value)
    return compile(module, "<cell>", "exec"), compile(expression, "<cell>", "eval")


def _shown(value: Any) -> Output:
    if hasattr(value, "_repr_mimebundle_"):
        bundle = value._repr_mimebundle_()
        data = bundle[0] if isinstance(bundle, tuple) else bundle
        if VIEW in data:
            return {"kind": "widget", "content": data[VIEW]["model_id"]}
    for kind, method in KINDS.items():
        if hasattr(value, method):
            return {"kind": kind, "content": getattr(value, method)()}
    return {"kind": "text", "content": repr(value)}
