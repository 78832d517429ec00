"""The JupyterLab of the static edition, where the lessons can be opened and changed.

It shares Pyodide and the wheels with the pages of the lessons: all that its kernel starts with
is in one lock, so it looks for packages nowhere else.
"""

from __future__ import annotations

import json
import shutil
import subprocess
import sys
import tempfile
from importlib.util import find_spec
from pathlib import Path
from typing import Final

from jupyter_core.paths import jupyter_path

from mastermind_edu.classroom.static.trouble import SiteTrouble
from mastermind_edu.language import gettext

__all__ = ["KERNEL", "NoLab", "build_lab", "expect_lab", "kernel_wheels"]

KERNEL: Final = ("micropip", "piplite", "ipykernel", "comm", "pyodide-kernel", "jedi", "ipython")
"""What the kernel of a notebook loads before it is one."""

KERNEL_EXTENSION: Final = "@jupyterlite/pyodide-kernel-extension"
EXTENSIONS: Final = ("@jupyter-widgets/jupyterlab-manager", KERNEL_EXTENSION, "anywidget")
PYODIDE: Final = "../assets/pyodide/"


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
    """Return the wheels that come with the builder of JupyterLab."""
    folder = _extension(KERNEL_EXTENSION) / "static" / "pypi"
    names = ("ipykernel", "piplite", "pyodide_kernel")
    return [wheel for name in names for wheel in sorted(folder.glob(f"{name}-*.whl"))[-1:]]


def build_lab(folder: Path, notebooks: Path, packages: tuple[str, ...]) -> None:
    """Build JupyterLab with copies of the lessons in ``folder``.

    :param packages: what each kernel loads besides what makes it one.
    :raises NoLab: if the builder fails.
    """
    kernel = {
        "pyodideUrl": f"../{PYODIDE}pyodide.js",  # seen from the page
        "disablePyPIFallback": True,
        "loadPyodideOptions": {
            "lockFileURL": f"{PYODIDE}pyodide-lock.json",  # seen from the folder
            "packages": [*KERNEL, *packages],
        },
    }
    page = {
        "appName": gettext("Crack the code"),
        "litePluginSettings": {f"{KERNEL_EXTENSION}:kernel": kernel},
    }
    with tempfile.TemporaryDirectory() as workshop:
        contents = Path(workshop, "contents")
        shutil.copytree(notebooks, contents, ignore=shutil.ignore_patterns(".*"))
        _write(
            Path(workshop, "jupyter-lite.json"),
            {
                "jupyter-lite-schema-version": 0,
                "jupyter-config-data": page,
            },
        )
        _write(
            Path(workshop, "jupyter_lite_config.json"),
            {
                "LiteBuildConfig": {
                    "apps": ["lab"],
                    "contents": [str(contents)],
                    "output_dir": str(folder.resolve()),
                    "ignore_sys_prefix": True,
                    "federated_extensions": [str(_extension(name)) for name in EXTENSIONS],
                    "no_sourcemaps": True,
                    "no_unused_shared_packages": True,
                }
            },
        )
        done = subprocess.run(
            [sys.executable, "-P", "-m", "jupyterlite_core", "build"],
            cwd=workshop,
            capture_output=True,
            text=True,
            check=False,
        )
    if done.returncode:
        lines = (done.stderr or done.stdout).strip().splitlines()
        raise NoLab(
            gettext("JupyterLab cannot be built: {reason}").format(
                reason=lines[-1] if lines else ""
            )
        )


def _write(file: Path, content: object) -> None:
    file.write_text(json.dumps(content), encoding="utf-8")


def _extension(name: str) -> Path:
    for folder in jupyter_path("labextensions"):
        if Path(folder, name).is_dir():
            return Path(folder, name)
    raise NoLab(gettext("The extension {name} of JupyterLab is not installed.").format(name=name))
