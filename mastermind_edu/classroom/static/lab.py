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
from pathlib import Path
from typing import Any, Final

import nbformat
from nbformat.v4 import new_markdown_cell

from mastermind_edu.classroom.static.lab_kernel import EXTENSION, KERNEL, NoLab, extension_folder
from mastermind_edu.classroom.static.packages import NOTEBOOKS_LOCK
from mastermind_edu.classroom.static.pages import Pages
from mastermind_edu.language import gettext

__all__ = ["build_lab"]

KERNELSPEC: Final = {
    "name": "python",
    "display_name": "Python (Pyodide)",
    "language": "python",
}
EXTENSIONS: Final = ("@jupyter-widgets/jupyterlab-manager", EXTENSION, "anywidget")


def build_lab(folder: Path, pages: Pages) -> None:
    """Build JupyterLab with copies of the lessons in ``folder``.

    :param pages: the pages of the same lessons.
    :raises NoLab: if the builder fails.
    """
    with tempfile.TemporaryDirectory() as workshop:
        contents = Path(workshop, "contents")
        _copy_notebooks(pages, contents)
        _write(Path(workshop, "jupyter-lite.json"), _settings(pages))
        _write(Path(workshop, "jupyter_lite_config.json"), _plan(contents, folder.resolve()))
        done = subprocess.run(
            [sys.executable, "-P", "-m", "jupyterlite_core", "build"],
            cwd=workshop,
            capture_output=True,
            text=True,
            check=False,
        )
    if done.returncode:
        lines = (done.stderr or done.stdout).strip().splitlines()
        reason = lines[-1] if lines else str(done.returncode)
        raise NoLab(gettext("JupyterLab cannot be built: {reason}").format(reason=reason))


def _settings(pages: Pages) -> dict[str, Any]:
    """Return what JupyterLab is told in the browser."""
    pyodide = f"../assets/{pages.version}/pyodide"
    kernel = {
        "pyodideUrl": f"../{pyodide}/pyodide.js",  # seen from the page
        "disablePyPIFallback": True,
        "loadPyodideOptions": {
            "lockFileURL": f"{pyodide}/{NOTEBOOKS_LOCK}",  # seen from the folder
            "packages": [*KERNEL, "mastermind-edu", *pages.packages],
        },
    }
    return {
        "jupyter-lite-schema-version": 0,
        "jupyter-config-data": {
            "appName": gettext("Crack the code"),
            "litePluginSettings": {f"{EXTENSION}:kernel": kernel},
        },
    }


def _plan(contents: Path, folder: Path) -> dict[str, Any]:
    """Return what the builder is told."""
    return {
        "LiteBuildConfig": {
            "apps": ["lab"],
            "contents": [str(contents)],
            "output_dir": str(folder),
            "ignore_sys_prefix": True,
            "federated_extensions": [str(extension_folder(name)) for name in EXTENSIONS],
            "no_sourcemaps": True,
            "no_unused_shared_packages": True,
        }
    }


def _copy_notebooks(pages: Pages, contents: Path) -> None:
    shutil.copytree(pages.notebooks, contents, ignore=shutil.ignore_patterns(".*"))
    for page, lesson in pages.lessons():
        file = contents / page.path(lesson)
        notebook = nbformat.read(file, as_version=4)  # type: ignore[no-untyped-call]
        notebook.metadata.kernelspec = KERNELSPEC
        if lesson.key in pages.readable:
            text = page.gettext(
                "This lesson needs NumPy, which is not in this edition. It does not run here."
            )
            notebook.cells.insert(0, new_markdown_cell(f"**{text}**"))  # type: ignore[no-untyped-call]
        nbformat.write(notebook, file)  # type: ignore[no-untyped-call]


def _write(file: Path, content: object) -> None:
    file.write_text(json.dumps(content), encoding="utf-8")
