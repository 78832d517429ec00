"""The wheels of a site, and Pyodide's lock, which names each with its hash."""

from __future__ import annotations

import csv
import email
import hashlib
import io
import re
import subprocess
import sys
import zipfile
from collections.abc import Collection, Iterable, Iterator
from dataclasses import dataclass
from email.message import Message
from importlib import metadata
from pathlib import Path
from typing import Any, Final

from babel.messages.mofile import write_mo
from babel.messages.pofile import read_po
from packaging.requirements import Requirement
from packaging.utils import canonicalize_name

from mastermind_edu.classroom.static.trouble import SiteTrouble
from mastermind_edu.language import DOMAIN, gettext, locale_folder
from mastermind_edu.lessons.course import course_folder

__all__ = ["Fetcher", "NoWheels", "lock_entry", "own_wheel", "read_metadata", "requirements"]

PACKAGE: Final = Path(__file__).resolve().parents[2]
MATERIAL: Final = "mastermind_edu/material/course"
ABOUT: Final = re.compile(r"[^/]+\.dist-info/METADATA")
IN_A_BROWSER: Final = {
    "extra": "",
    "os_name": "posix",
    "platform_system": "Emscripten",
    "python_full_version": "3.14.0",
    "python_version": "3.14",
    "sys_platform": "emscripten",
}


class NoWheels(SiteTrouble):
    """The wheels of a site cannot be had; the message says why."""


@dataclass(frozen=True)
class Fetcher:
    """Gets wheels that run on any machine.

    :param folder: where they are put.
    :param python: the version of Python in the browser, such as ``3.14``.
    :param source: a folder that has them all; the index that pip is set up for if none is given.
    """

    folder: Path
    python: str
    source: Path | None = None

    def collect(self, names: Iterable[str] = (), *, without: Collection[str]) -> None:
        """Get packages and what is needed by all in the folder, but not what is in ``without``.

        :raises NoWheels: if one cannot be had.
        """
        asked: set[str] = {canonicalize_name(name) for name in names}
        while missing := self._missing(asked) - set(without):
            self._download(sorted(missing))

    def _missing(self, asked: set[str]) -> set[str]:
        """Return what is asked for, or needed by what is in the folder, and is not there."""
        there = [read_metadata(wheel) for wheel in self.folder.glob("*.whl")]
        needed = asked.union(*map(requirements, there))
        return needed - {canonicalize_name(about["Name"]) for about in there}

    def _download(self, names: Iterable[str]) -> None:
        where = ["--no-index", "--find-links", str(self.source)] if self.source else []
        command = [
            *(sys.executable, "-m", "pip", "download", "--quiet", "--no-deps"),
            *("--disable-pip-version-check", "--only-binary", ":all:", "--dest", str(self.folder)),
            *("--python-version", self.python, "--implementation", "py", "--abi", "none"),
            *("--platform", "any", *where, *names),
        ]
        done = subprocess.run(command, capture_output=True, text=True, check=False)
        if done.returncode:
            raise NoWheels(
                gettext(
                    "pip cannot get the packages of a lesson: {reason}. Is there a connection? Or "
                    "name a folder that has their wheels with --wheels."
                ).format(reason=_last_error(done.stderr))
            )


def _last_error(text: str) -> str:
    lines = [line for line in text.splitlines() if line.startswith("ERROR")] or text.splitlines()
    return lines[-1].removeprefix("ERROR: ") if lines else "pip"


def own_wheel(folder: Path) -> Path:
    """Write this package as a wheel into ``folder`` and return it.

    It has what lessons need at run time: the package, the syllabus and compiled catalogues.
    """
    version = metadata.version("mastermind-edu")
    info = f"mastermind_edu-{version}.dist-info"
    wheel = folder / f"mastermind_edu-{version}-py3-none-any.whl"
    files = dict(_own_files())
    files[f"{info}/METADATA"] = (
        f"Metadata-Version: 2.1\nName: mastermind-edu\nVersion: {version}\n"
        "Requires-Dist: anywidget\nRequires-Dist: ipywidgets\n"
    ).encode()
    files[f"{info}/WHEEL"] = (
        b"Wheel-Version: 1.0\nGenerator: mastermind-edu\nRoot-Is-Purelib: true\nTag: py3-none-any\n"
    )
    record = io.StringIO()
    csv.writer(record).writerows([[name, "", ""] for name in [*files, f"{info}/RECORD"]])
    files[f"{info}/RECORD"] = record.getvalue().encode()
    with zipfile.ZipFile(wheel, "w", zipfile.ZIP_DEFLATED) as archive:
        for name, content in files.items():
            archive.writestr(zipfile.ZipInfo(name), content, zipfile.ZIP_DEFLATED)
    return wheel


def _own_files() -> Iterator[tuple[str, bytes]]:
    material = PACKAGE / "material"
    for file in sorted(PACKAGE.rglob("*")):
        if file.is_file() and "__pycache__" not in file.parts and material not in file.parents:
            yield file.relative_to(PACKAGE.parent).as_posix(), file.read_bytes()
    yield f"{MATERIAL}/syllabus.toml", (course_folder() / "syllabus.toml").read_bytes()
    for folder in sorted(locale_folder().glob("*/LC_MESSAGES")):
        name = f"{MATERIAL}/locale/{folder.parent.name}/LC_MESSAGES/{DOMAIN}.mo"
        yield name, _catalogue(folder)


def _catalogue(folder: Path) -> bytes:
    compiled = folder / f"{DOMAIN}.mo"
    if compiled.is_file():
        return compiled.read_bytes()
    memory = io.BytesIO()
    with (folder / f"{DOMAIN}.po").open("rb") as opened:
        write_mo(memory, read_po(opened, locale=folder.parent.name))
    return memory.getvalue()


def lock_entry(wheel: Path, *, without: Collection[str]) -> dict[str, Any]:
    """Return what Pyodide's lock says of a wheel: its hash, and what it depends on.

    :param without: packages that it does without.
    """
    about = read_metadata(wheel)
    return {
        "name": canonicalize_name(about["Name"]),
        "version": about["Version"],
        "file_name": wheel.name,
        "install_dir": "site",
        "sha256": hashlib.sha256(wheel.read_bytes()).hexdigest(),
        "package_type": "package",
        "imports": _top_level(wheel),
        "depends": sorted(requirements(about) - set(without)),
    }


def requirements(about: Message) -> set[str]:
    """Return the names of the packages that one needs in a browser."""
    needed = map(Requirement, about.get_all("Requires-Dist") or [])
    return {
        canonicalize_name(one.name)
        for one in needed
        if one.marker is None or one.marker.evaluate(IN_A_BROWSER)
    }


def read_metadata(wheel: Path) -> Message:
    """Return what a wheel says of itself."""
    with zipfile.ZipFile(wheel) as archive:
        (name,) = [one for one in archive.namelist() if ABOUT.fullmatch(one)]
        return email.message_from_bytes(archive.read(name))


def _top_level(wheel: Path) -> list[str]:
    with zipfile.ZipFile(wheel) as archive:
        tops = {name.split("/")[0].removesuffix(".py") for name in archive.namelist()}
    return sorted(top for top in tops if top.isidentifier())
