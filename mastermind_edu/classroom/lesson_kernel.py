"""A kernel of a lesson, in a process of its own or in one that was forked."""

# mypy: disable-error-code="import-untyped,no-untyped-call"

from __future__ import annotations

import sys
from collections.abc import Sequence

from mastermind_edu.classroom.limits import apply_limits

__all__ = ["announce_widgets", "leave_out_debugger", "run"]


def run(arguments: Sequence[str]) -> None:
    """Be a kernel until the server ends it.

    :param arguments: the options of ipykernel.
    """
    apply_limits()
    leave_out_debugger()
    from ipykernel.kernelapp import IPKernelApp

    kernel = IPKernelApp.instance()
    kernel.initialize(list(arguments))
    announce_widgets()
    kernel.start()


def leave_out_debugger() -> None:
    """Save the time and memory of it: nobody debugs a lesson that a class plays."""
    sys.modules.setdefault("debugpy", None)  # type: ignore[arg-type]


def announce_widgets() -> None:
    """Have the kernel answer pages that ask for its widgets.

    ipywidgets does so where it is imported by a kernel, but not where it was before.
    """
    if "ipywidgets" in sys.modules:
        import ipywidgets

        ipywidgets.register_comm_target()


if __name__ == "__main__":
    run(sys.argv[1:])
