"""The lessons, served by the command until they are wanted no longer."""

from __future__ import annotations

import subprocess
import sysconfig
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Final

COMMAND: Final = str(Path(sysconfig.get_path("scripts"), "mastermind-edu"))


@contextmanager
def serving(folder: Path, *options: str) -> Iterator[str]:
    """Run the command in ``folder`` and yield what it said when the lessons were open."""
    process = subprocess.Popen(
        [COMMAND, "--no-browser", "--log", str(folder / "classroom.log"), *options],
        cwd=folder,
        stdout=subprocess.PIPE,
        stderr=subprocess.STDOUT,
        text=True,
        encoding="utf-8",
    )
    said = ""
    try:
        assert process.stdout is not None
        for line in process.stdout:
            said += line
            if "Ctrl+C" in line:
                break
        yield said
    finally:
        process.terminate()
        process.communicate(timeout=20)
