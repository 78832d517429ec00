"""Which lessons need NumPy: each is run where there is none, and those that miss it say so."""

from __future__ import annotations

import json
import subprocess
import sys
from collections.abc import Iterable
from pathlib import Path
from typing import Final

from mastermind_edu.classroom.static.trouble import SiteTrouble
from mastermind_edu.language import gettext

__all__ = ["LessonBroken", "in_need_of_numpy"]

PROGRAM: Final = """
import contextlib, json, sys
sys.modules["numpy"] = None  # makes every import of it fail
lessons, wanting = json.load(sys.stdin), []
for key, cells in lessons.items():
    names = {"__name__": "__main__"}
    try:
        with contextlib.redirect_stdout(sys.stderr):
            for cell in cells:
                exec(compile(cell, key, "exec"), names)
    except ModuleNotFoundError as error:
        if (error.name or "").partition(".")[0] != "numpy":
            raise
        wanting.append(key)
print(json.dumps(wanting))
"""


class LessonBroken(SiteTrouble):
    """A lesson does not run; the message says why."""


def in_need_of_numpy(notebooks: Iterable[Path]) -> frozenset[str]:
    """Return the names of those notebooks, without their ending, that do not run without NumPy.

    :raises LessonBroken: if one does not run for another reason.
    """
    cells = {notebook.stem: _code(notebook) for notebook in notebooks}
    done = subprocess.run(
        [sys.executable, "-P", "-c", PROGRAM],
        input=json.dumps(cells),
        capture_output=True,
        text=True,
        check=False,
    )
    if done.returncode:
        raise LessonBroken(
            gettext("A lesson does not run: {reason}").format(
                reason=done.stderr.strip().splitlines()[-1]
            )
        )
    return frozenset(json.loads(done.stdout))


def _code(notebook: Path) -> list[str]:
    cells = json.loads(notebook.read_text(encoding="utf-8"))["cells"]
    return ["".join(cell["source"]) for cell in cells if cell["cell_type"] == "code"]
