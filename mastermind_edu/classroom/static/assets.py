"""The files that pages load, in a folder that is named after what is in it.

A browser may keep a file as long as it likes: when a site is built anew, and anything in the
folder has changed, all addresses change, so that no page meets files of another site.
"""

from __future__ import annotations

import hashlib
import shutil
from pathlib import Path
from typing import Final

from mastermind_edu.lessons.course import course_folder

__all__ = ["STATIC_SITE", "TEMPLATE", "copy_scripts", "name_by_content"]

STATIC_SITE: Final = "static-site"
TEMPLATE: Final = "voila/templates/mastermind"
SHARED: Final = ("colours.js", "course.css", "favicon.svg", "progress.js")


def copy_scripts(assets: Path) -> None:
    """Copy the scripts and styles of the pages."""
    shutil.copytree(course_folder() / STATIC_SITE / "host", assets / "host")
    (assets / "course").mkdir()
    for name in SHARED:
        shutil.copyfile(course_folder() / TEMPLATE / "static" / name, assets / "course" / name)


def name_by_content(assets: Path) -> str:
    """Give a folder a name that changes when one of its files does, and return that."""
    digest = hashlib.sha256()
    for file in sorted(path for path in assets.rglob("*") if path.is_file()):
        content = hashlib.sha256(file.read_bytes()).hexdigest()
        digest.update(f"{file.relative_to(assets).as_posix()} {content}\n".encode())
    name = digest.hexdigest()[:12]
    assets.rename(assets.with_name(name))
    return name
