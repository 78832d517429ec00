"""The kernel of a notebook in the browser: what it loads, and the wheels that come with it."""

from __future__ import annotations

from importlib.util import find_spec
from pathlib import Path
from typing import Final

from jupyter_core.paths import jupyter_path

from mastermind_edu.classroom.static.trouble import SiteTrouble
from mastermind_edu.language import gettext

__all__ = ["EXTENSION", "KERNEL", "NoLab", "expect_lab", "extension_folder", "kernel_wheels"]

KERNEL: Final = ("micropip", "piplite", "ipykernel", "comm", "pyodide-kernel", "jedi", "ipython")
"""What the kernel of a notebook loads before it is one."""

EXTENSION: Final = "@jupyterlite/pyodide-kernel-extension"
OWN: Final = ("ipykernel", "piplite", "pyodide_kernel")


class NoLab(SiteTrouble):
    """JupyterLab cannot be added; the message says why, and what to do."""


def expect_lab() -> None:
    """Expect that what builds a JupyterLab is installed.

    :raises NoLab: if it is not.
    """
    for module in ("jupyterlite_core", "jupyterlite_pyodide_kernel"):
        if find_spec(module) is None:
            raise NoLab(
                gettext(
                    "A JupyterLab for changing lessons needs more packages: {command}. Or leave "
                    "it out with --no-lab."
                ).format(command="pip install 'mastermind-edu[static]'")
            )


def kernel_wheels() -> list[Path]:
    """Return the wheels that come with the builder of JupyterLab.

    :raises NoLab: if they are not installed.
    """
    folder = extension_folder(EXTENSION) / "static" / "pypi"
    return [wheel for name in OWN for wheel in sorted(folder.glob(f"{name}-*.whl"))[-1:]]


def extension_folder(name: str) -> Path:
    """Return the folder of an extension of JupyterLab.

    :raises NoLab: if it is not installed.
    """
    for folder in jupyter_path("labextensions"):
        if Path(folder, name).is_dir():
            return Path(folder, name)
    raise NoLab(gettext("The extension {name} of JupyterLab is not installed.").format(name=name))
