"""Pyodide, Python for browsers: taken from npm or from a given folder."""

from __future__ import annotations

import json
import shutil
import subprocess
import tarfile
from pathlib import Path
from typing import Any, Final

from mastermind_edu.classroom.static.trouble import SiteTrouble
from mastermind_edu.language import gettext

__all__ = ["NoPyodide", "copy_pyodide", "from_npm", "read_lock"]

MODULES: Final = {"pyodide.mjs": "pyodide.js", "pyodide.asm.mjs": "pyodide.asm.js"}
"""Scripts and what they are called here: many servers do not know that .mjs is a script."""

VERSION: Final = "314"
"""The release of Pyodide that pages and notebooks are made for."""

DATA: Final = ("pyodide.asm.wasm", "python_stdlib.zip")
LOCK: Final = "pyodide-lock.json"


class NoPyodide(SiteTrouble):
    """Pyodide cannot be had; the message says why, and what to do."""


def from_npm(folder: Path) -> Path:
    """Fetch the newest Pyodide from npm into ``folder`` and return where it is.

    :raises NoPyodide: if there is no npm, or it cannot fetch it.
    """
    npm = shutil.which("npm")
    if npm is None:
        raise NoPyodide(
            gettext(
                "Pyodide comes from npm, which is not on this computer. Install Node.js, or name "
                "a folder that has Pyodide with --pyodide."
            )
        )
    done = subprocess.run(
        [npm, "pack", f"pyodide@{VERSION}", "--silent"],
        cwd=folder,
        capture_output=True,
        text=True,
        check=False,
    )
    archives = sorted(folder.glob("pyodide-*.tgz"))
    if done.returncode or not archives:
        reason = (done.stderr or done.stdout).strip().splitlines()
        raise NoPyodide(
            gettext(
                "npm cannot fetch Pyodide: {reason}. Is there a connection? Or name a folder that "
                "has Pyodide with --pyodide."
            ).format(reason=reason[-1] if reason else npm)
        )
    with tarfile.open(archives[-1]) as archive:
        archive.extractall(folder, filter="data")
    return folder / "package"


def copy_pyodide(source: Path, target: Path) -> None:
    """Copy what a browser loads of Pyodide.

    :raises NoPyodide: if ``source`` does not hold it.
    """
    for name in (*MODULES, *DATA, LOCK):
        if not (source / name).is_file():
            raise NoPyodide(
                gettext("There is no Pyodide in {folder}: the file {name} is missing.").format(
                    folder=source, name=name
                )
            )
    target.mkdir(parents=True, exist_ok=True)
    for name in DATA:
        shutil.copyfile(source / name, target / name)
    for name, known in MODULES.items():
        script = (source / name).read_text(encoding="utf-8")
        script = script.replace("pyodide.asm.mjs", MODULES["pyodide.asm.mjs"])
        (target / known).write_text(script, encoding="utf-8")


def read_lock(source: Path) -> dict[str, Any]:
    """Return Pyodide's lock with those packages only whose files ``source`` has."""
    lock: dict[str, Any] = json.loads((source / LOCK).read_text(encoding="utf-8"))
    lock["packages"] = {
        name: package
        for name, package in lock["packages"].items()
        if (source / package["file_name"]).is_file()
    }
    return lock
