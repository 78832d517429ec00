"""The zygote: a process that has imported all that lessons import, and forks off kernels.

A kernel that is forked has everything imported at once, and shares the memory of it with all
others until it writes there. The process runs one thread and opens no socket of ZeroMQ, as
otherwise it could not be forked safely. It reads requests from its standard input, one a line,
and writes to its standard output what it did and which kernels ended; the other end of this is
:mod:`mastermind_edu.classroom.forking`. It ends with its input, that is with the server, and its
kernels end with it.
"""

# mypy: disable-error-code="import-untyped,no-untyped-call"

from __future__ import annotations

import ast
import gc
import importlib
import json
import os
import pkgutil
import selectors
import signal
import socket
import sys
import threading
from collections.abc import Iterator
from contextlib import suppress
from pathlib import Path
from typing import Any, Final, NoReturn, TypeAlias

from mastermind_edu.classroom.lesson_kernel import leave_out_debugger, run
from mastermind_edu.language import LANGUAGES, catalogue

__all__ = ["main", "warm_up"]

ALWAYS: Final = (
    *("IPython.core.completerlib", "IPython.core.debugger", "IPython.core.logger"),
    *("IPython.extensions.storemagic", "faulthandler", "ipykernel.debugger"),
    *("ipykernel.kernelapp", "ipykernel.zmqshell", "tornado.platform.asyncio"),
    *("anywidget", "ipywidgets"),
    *("numpy", "numpy.ma", "numpy.random"),
)
"""What a kernel imports, whatever its lesson."""

COMPILED: Final = frozenset({"mastermind_edu.solvers.compiled"})
"""What takes more memory than a pupil has, and is not used by kernels."""

Import: TypeAlias = tuple[str, tuple[str, ...]]
"""A module, and the names that are imported from it."""


def warm_up(notebooks: str) -> None:
    """Import what the lessons in this folder import, and read the texts of all languages.

    What cannot be imported is left for its lesson to complain about.
    """
    leave_out_debugger()
    for module, names in (*_always(), *sorted(imports(Path(notebooks)))):
        with suppress(Exception):
            imported = importlib.import_module(module)
            for name in names:
                getattr(imported, name)
    for language in LANGUAGES:
        catalogue(language)


def imports(notebooks: Path) -> set[Import]:
    """Return what the notebooks in the folders of this one import.

    The names are told too, as a package may import its modules when they are asked for.
    """
    return {found for file in notebooks.glob("*/*.ipynb") for found in _imported(file)}


def _imported(file: Path) -> Iterator[Import]:
    with suppress(OSError, ValueError, KeyError, TypeError):
        for cell in json.loads(file.read_text(encoding="utf-8"))["cells"]:
            if cell["cell_type"] == "code":
                with suppress(SyntaxError):
                    yield from _named(ast.parse("".join(cell["source"])))


def _named(code: ast.Module) -> Iterator[Import]:
    for node in ast.walk(code):
        if isinstance(node, ast.Import):
            yield from ((one.name, ()) for one in node.names)
        elif isinstance(node, ast.ImportFrom) and node.module and not node.level:
            yield node.module, tuple(one.name for one in node.names)


def _always() -> Iterator[Import]:
    """Yield what kernels import whatever their lesson, and what lessons import when they run."""
    yield from ((name, ()) for name in ALWAYS)
    for package in ("games", "solvers", "lessons.exercises", "lessons.questions"):
        found = importlib.import_module(f"mastermind_edu.{package}")
        for one in pkgutil.iter_modules(found.__path__, f"{found.__name__}."):
            if one.name not in COMPILED:
                yield one.name, ()


def main() -> None:
    """Import everything, then fork a kernel at each request until the input ends."""
    gc.disable()
    warm_up(sys.argv[1])
    if threading.active_count() > 1:
        sys.exit("What the lessons import runs threads, so kernels cannot be forked.")
    gc.collect()
    gc.freeze()
    Zygote().run()


class Zygote:
    """Forks kernels, tells of their ends, and ends them when nobody asks any more."""

    def __init__(self) -> None:
        self._kernels: set[int] = set()

    def run(self) -> None:
        """Obey one request after another."""
        woken, self._waker = socket.socketpair()
        for end in (woken, self._waker):
            end.settimeout(0)
        signal.signal(signal.SIGCHLD, lambda *_: None)
        signal.set_wakeup_fd(self._waker.fileno(), warn_on_full_buffer=False)
        requests = _Lines(0)
        _tell({"ready": os.getpid()})
        with selectors.DefaultSelector() as selector:
            selector.register(0, selectors.EVENT_READ)
            selector.register(woken, selectors.EVENT_READ)
            while not requests.ended:
                for key, _ in selector.select():
                    if key.fileobj is woken:
                        woken.recv(4096)
                        self._bury()
                    else:
                        for request in requests.read():
                            self._fork(json.loads(request))
        for kernel in self._kernels:
            with suppress(OSError):
                os.killpg(kernel, signal.SIGKILL)

    def _fork(self, request: dict[str, Any]) -> None:
        try:
            kernel = os.fork()
        except OSError as error:
            _tell({"refused": str(error)})
            return
        if kernel == 0:
            _become_kernel(**request)
        self._kernels.add(kernel)
        _tell({"forked": kernel})

    def _bury(self) -> None:
        with suppress(ChildProcessError):
            while (ended := os.waitpid(-1, os.WNOHANG)) != (0, 0):
                kernel, status = ended
                self._kernels.discard(kernel)
                _tell({"ended": kernel, "code": os.waitstatus_to_exitcode(status)})


class _Lines:
    """The lines that arrive at a file descriptor."""

    def __init__(self, descriptor: int) -> None:
        self._descriptor = descriptor
        self._rest = b""
        self.ended = False

    def read(self) -> list[bytes]:
        """Return the lines that are complete now."""
        part = os.read(self._descriptor, 65536)
        self.ended = not part
        *lines, self._rest = (self._rest + part).split(b"\n")
        return lines


def _tell(message: dict[str, Any]) -> None:
    line = json.dumps(message).encode() + b"\n"
    while line:
        line = line[os.write(1, line) :]


def _become_kernel(arguments: list[str], env: dict[str, str], cwd: str | None) -> NoReturn:
    """Run a kernel with these arguments in this process, which was forked a moment ago."""
    status = 1
    try:
        zygote = os.getppid()
        os.setsid()
        signal.set_wakeup_fd(-1)
        signal.signal(signal.SIGCHLD, signal.SIG_DFL)
        null = os.open(os.devnull, os.O_RDONLY)
        os.dup2(null, 0)
        os.dup2(2, 1)
        os.environ.clear()
        os.environ.update(env)
        if cwd is not None:
            os.chdir(cwd)
        gc.enable()
        _forget_chances()
        _go_first()
        run([*arguments, f"--IPKernelApp.parent_handle={zygote}"])
        status = 0
    except BaseException:
        sys.excepthook(*sys.exc_info())
    finally:
        os._exit(status)


def _go_first() -> None:
    """Be ended before the server if the computer has no memory left: one page instead of all."""
    with suppress(OSError):
        Path("/proc/self/oom_score_adj").write_text("500", encoding="ascii")


def _forget_chances() -> None:
    """Draw other lots than the kernels that were forked before; Python's own do so already."""
    if "numpy.random" in sys.modules:
        import numpy as np

        np.random.seed()


if __name__ == "__main__":
    main()
