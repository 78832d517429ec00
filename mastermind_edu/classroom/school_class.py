"""The class that is held: its code, its class book, and who of it is looking at a page."""

from __future__ import annotations

import hashlib
import hmac
import os
import re
import secrets
from contextvars import ContextVar
from dataclasses import dataclass
from pathlib import Path
from typing import Final

from platformdirs import user_data_path

from mastermind_edu.classbook.book import BookTrouble, ClassBook, Pupil
from mastermind_edu.classbook.nicknames import LONGEST
from mastermind_edu.classbook.seat import BOOK_VARIABLE, LESSON_VARIABLE, PUPIL_VARIABLE
from mastermind_edu.language import gettext

__all__ = [
    "Attendance",
    "InvalidClassCode",
    "SchoolClass",
    "default_class_folder",
    "new_code",
    "on_this_page",
    "page_environment",
]

CODE: Final = re.compile(r"[A-Z0-9][A-Z0-9-]{0,19}")
SIGNS: Final = "ABCDEFGHJKMNPQRSTUVWXYZ23456789"
"""Letters and digits that nobody takes for others when they are read out or copied."""

SIGNS_OF_A_CODE: Final = 5


class InvalidClassCode(ValueError):
    """What was given cannot be the code of a class; the message says what was expected."""


@dataclass(frozen=True)
class Attendance:
    """What a pupil's page is told of the class.

    :param code: what the class is called.
    :param pupil: who looks at the page; None if that pupil has not joined.
    :param has_ended: whether the class has ended.
    :param problem: why the nickname that was given cannot be had.
    :param given: that nickname.
    :param lesson: the key of the lesson to go to after joining, if any.
    """

    code: str
    pupil: Pupil | None
    has_ended: bool = False
    problem: str = ""
    given: str = ""
    lesson: str = ""
    longest: int = LONGEST

    @property
    def owner(self) -> str:
        """A short text that tells this pupil's things from others' in a shared browser."""
        return hashlib.sha256(self.pupil.id.encode()).hexdigest()[:8] if self.pupil else ""


on_this_page: ContextVar[Attendance | None] = ContextVar("on_this_page", default=None)
"""Who looks at the page that is being made."""

page_environment: ContextVar[dict[str, str] | None] = ContextVar("page_environment", default=None)
"""The environment variables by which the kernel of the page being made learns of its pupil."""


class SchoolClass:
    """A class with its book in a folder of the teacher.

    :raises BookTrouble: if the book cannot be used.
    """

    def __init__(self, book: ClassBook) -> None:
        book.check()
        self.book = book
        self.code = book.code
        self._token = book.token

    @classmethod
    def held(cls, folder: Path, code: str) -> SchoolClass:
        """Return the class of this code: the one whose book is in ``folder``, or a new one.

        :raises InvalidClassCode: if it cannot be a code.
        :raises BookTrouble: if there is a file that is no class book that can be used.
        :raises OSError: if the book cannot be made.
        """
        name = code.strip().upper()
        if not CODE.fullmatch(name):
            raise InvalidClassCode(
                gettext("A class code has 1 to 20 letters (A to Z), digits or hyphens.")
            )
        file = folder / f"{name}.sqlite3"
        return cls(ClassBook(file) if file.exists() else ClassBook.create(file, name))

    @property
    def pupil_cookie(self) -> str:
        """The name of the cookie that holds a pupil's id; each class of a host has its own."""
        return f"mastermind-pupil-{self.code}"

    @property
    def teacher_cookie(self) -> str:
        """The name of the cookie that holds the teacher's token."""
        return f"mastermind-teacher-{self.code}"

    @property
    def teachers_address(self) -> str:
        """The teacher's page, after the address of the server.

        The token is in the fragment, which browsers send to no server: so it gets into no log.
        """
        return f"teacher#{self._token}"

    def write_address(self, home: str) -> Path:
        """Write the address of the teacher's page into a file that only its owner can read.

        For where what the command says is no terminal, and may end up in a log.

        :param home: the address of the server.
        :raises OSError: if it cannot be written.
        """
        self.address_file.unlink(missing_ok=True)
        with os.fdopen(
            os.open(self.address_file, os.O_WRONLY | os.O_CREAT | os.O_EXCL, 0o600), "w"
        ) as file:
            file.write(f"{home}{self.teachers_address}\n")
        return self.address_file

    @property
    def address_file(self) -> Path:
        """Where the address of the teacher's page is written, if it is."""
        return self.book.file.with_suffix(".teacher.txt")

    def delete(self) -> None:
        """Delete all that is kept of the class.

        :raises OSError: if a file cannot be removed; the book is empty then all the same.
        """
        self.address_file.unlink(missing_ok=True)
        self.book.delete()

    def is_teacher(self, token: str) -> bool:
        """Tell whether ``token`` is the teacher's."""
        return hmac.compare_digest(token.encode(), self._token.encode())

    @property
    def is_there(self) -> bool:
        """Whether there is still a class book."""
        try:
            return bool(self.book.code)
        except BookTrouble:
            return False

    def attendance(self, pupil: str) -> Attendance | None:
        """Return what a page of the pupil of this id is told; None if the class was deleted."""
        try:
            return Attendance(self.code, self.book.pupil(pupil), has_ended=self.book.has_ended)
        except ValueError:
            return None

    def environment(self, attendance: Attendance | None, lesson: str) -> dict[str, str]:
        """Return what a kernel is told, so that it writes into the class book."""
        return {
            BOOK_VARIABLE: str(self.book.file.absolute()),
            LESSON_VARIABLE: lesson,
            PUPIL_VARIABLE: attendance.pupil.id if attendance and attendance.pupil else "",
        }


def new_code() -> str:
    """Return a class code drawn by lot."""
    return "".join(secrets.choice(SIGNS) for _ in range(SIGNS_OF_A_CODE))


def default_class_folder() -> Path:
    """Return where class books are kept if the teacher names no other place."""
    return user_data_path("mastermind-edu", appauthor=False) / "classes"
