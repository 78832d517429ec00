"""The pages of a class: joining it, and the teacher's page.

A pupil is known by a random id in a cookie, the teacher by the class's token in another; pages
cannot read either. The forms are obeyed only if they come from a page of this server.
"""

# mypy: allow-subclassing-any, disable-error-code="import-untyped"
# Voilà has no types.

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import replace
from typing import Any, Final
from urllib.parse import urlsplit

from jupyter_server.utils import url_path_join
from tornado.httputil import HTTPServerRequest
from tornado.web import HTTPError
from voila.handler import BaseVoilaHandler
from voila.tornado.treehandler import TornadoVoilaTreeHandler

from mastermind_edu.classroom.results import ClassResults, answers_table, games_table
from mastermind_edu.classroom.school_class import Attendance, SchoolClass
from mastermind_edu.classroom.visitors import InLanguage
from mastermind_edu.language import speaking

__all__ = ["class_addresses"]

DAYS_KNOWN: Final = 90
LONGEST_FIELD: Final = 200

TABLES: Final[Mapping[str, Callable[[ClassResults], str]]] = {
    "games": games_table,
    "answers": answers_table,
}


class JoinHandler(InLanguage, TornadoVoilaTreeHandler):
    """Where pupils join the class, change their nickname, or leave the browser to another."""

    school_class: SchoolClass

    async def post(self, address: str) -> None:  # noqa: ARG002
        """Obey the form, and lead on to the lesson where the pupil came from, or to the lessons.

        :raises HTTPError: 404 if the class was deleted, 403 if the form is not ours.
        """
        refuse_strangers(self.request)
        attendance = self.attendance
        if attendance is None:
            raise HTTPError(404)
        lesson, nickname = field(self, "lesson"), field(self, "nickname")
        if field(self, "do") == "leave":
            self.clear_cookie(self.school_class.pupil_cookie, path=self.base_url)
        else:
            try:
                self._join(attendance, nickname)
            except ValueError as error:
                self.attendance = replace(
                    attendance, problem=str(error), given=nickname, lesson=lesson
                )
                self.set_status(400)
                await super().get()
                return
        self.redirect(self.in_language.elsewhere(self.base_url, lesson), status=303)

    def get(self, address: str) -> None:  # noqa: ARG002
        """Lead who reloads the page to the lessons."""
        self.redirect(self.in_language.home(self.base_url))

    def _join(self, attendance: Attendance, nickname: str) -> None:
        book = self.school_class.book
        with speaking(self.in_language.language):
            if attendance.pupil:
                book.rename(attendance.pupil.id, nickname)
            else:
                pupil = book.join(nickname)
                _set_cookie(
                    self,
                    self.school_class.pupil_cookie,
                    pupil.id,
                    path=self.base_url,
                    same_site="Lax",
                )


def refuse_strangers(request: HTTPServerRequest) -> None:
    """Let only forms pass that are on a page of this server.

    :raises HTTPError: 403, for any other.
    """
    origin = request.headers.get("Origin") or request.headers.get("Referer") or ""
    if urlsplit(origin).netloc.lower() != request.host.lower():
        raise HTTPError(403, "a form came from another site")


def field(handler: Any, name: str) -> str:
    """Return what a form says in a field; nothing if it is left out or absurdly long."""
    text = str(handler.get_body_argument(name, "", strip=False))
    return text[:LONGEST_FIELD]


def _set_cookie(handler: Any, name: str, value: str, *, path: str, same_site: str) -> None:
    handler.set_cookie(
        name,
        value,
        path=path,
        expires_days=DAYS_KNOWN,
        httponly=True,
        samesite=same_site,
        secure=handler.request.protocol == "https",
    )


class OfTeacher(InLanguage, BaseVoilaHandler):
    """A page for the teacher alone."""

    school_class: SchoolClass

    async def prepare(self) -> None:
        """Let nobody else in.

        :raises HTTPError: 404 if the class was deleted, 403 if this is not the teacher.
        """
        await super().prepare()
        self.set_header("Cache-Control", "no-store")
        self.set_header("Referrer-Policy", "same-origin")
        if not self.school_class.is_there:
            raise HTTPError(404)
        if self.request.method != "GET":
            refuse_strangers(self.request)
        if not self.is_teacher:
            self.refuse()

    @property
    def is_teacher(self) -> bool:
        """Whether the browser has the teacher's token."""
        return self.school_class.is_teacher(self.get_cookie(self.school_class.teacher_cookie) or "")

    @property
    def home(self) -> str:
        """The address of the teacher's page."""
        return url_path_join(self.base_url, "teacher")

    def refuse(self) -> None:
        """Send who is not the teacher away.

        :raises HTTPError: 403, always.
        """
        raise HTTPError(403)

    def show(self, template: str, **values: Any) -> None:
        """Send a page made from a template, in the language of the page."""
        with speaking(self.page.language):
            self.finish(self.render_template(template, **values))


class DoorHandler(OfTeacher):
    """Where the teacher's page hands in the token that its address had."""

    def refuse(self) -> None:
        """Let everybody knock."""

    def post(self) -> None:
        """Know the teacher from now on.

        :raises HTTPError: 403 if the token is wrong.
        """
        token = field(self, "token")
        if not self.school_class.is_teacher(token):
            raise HTTPError(403)
        _set_cookie(
            self, self.school_class.teacher_cookie, token, path=self.home, same_site="Strict"
        )
        self.set_status(204)
        self.finish()


class TeacherHandler(OfTeacher):
    """The teacher's page, and what the teacher can do there."""

    def refuse(self) -> None:
        """Show the door, whose script hands in the token of the address, if there is one.

        :raises HTTPError: 403, if something was to be done.
        """
        if self.request.method != "GET":
            raise HTTPError(403)
        self.set_status(403)
        self.show("teacher-door.html", door=url_path_join(self.home, "door"))

    def get(self, view: str = "") -> None:
        """Show how the class stands, or its ranking.

        What the page has already is not sent again: it says so by the tag of what it got.

        :param view: ``ranking`` or nothing.
        """
        self.set_header("ETag", f'"{self.page.language}-{self.school_class.book.stamp}"')
        if self.check_etag_header():
            self.set_status(304)
            return
        with speaking(self.page.language):
            results = ClassResults(self.school_class.book)
            self.show(
                "teacher-ranking.html" if view else "teacher.html",
                results=results,
                chosen=self._chosen(results),
                teacher=self.home,
                file=self.school_class.book.file,
                not_sure=self.get_query_argument("not-sure", ""),
            )

    def _chosen(self, results: ClassResults) -> tuple[int, int]:
        """Return which board's and which round's ranking is asked for; 0 stands for all."""
        try:
            board = int(self.get_query_argument("board", "0"))
            number = int(self.get_query_argument("round", "0"))
        except ValueError:
            return 0, 0
        if not 0 < board <= len(results.boards):
            return 0, 0
        return board, number if number in results.boards[board - 1].rounds else 0

    def post(self, view: str = "") -> None:  # noqa: ARG002
        """Do what the teacher wants done, and show the page that tells of it.

        :raises HTTPError: 400 if there is no such thing to do.
        """
        book = self.school_class.book
        wanted = field(self, "do")
        if wanted == "end":
            book.end()
            self._see(url_path_join(self.home, "ranking"))
        elif wanted == "go on":
            book.go_on()
            self._see(self.home)
        elif wanted == "remove" and field(self, "sure"):
            book.remove(field(self, "pupil"))
            self._see(self.home)
        elif wanted == "remove idle":
            book.remove_idle()
            self._see(self.home)
        elif wanted == "delete" and field(self, "code").strip().upper() == self.school_class.code:
            self._delete()
        elif wanted in ("remove", "delete"):
            self._see(f"{self.home}?not-sure={wanted}#{wanted}")
        else:
            raise HTTPError(400)

    def _delete(self) -> None:
        try:
            self.school_class.delete()
        except OSError as error:
            self.log.error("The class is deleted, but a file cannot be removed: %s", error)
        self.clear_cookie(self.school_class.teacher_cookie, path=self.home)
        self.show("teacher-deleted.html", code=self.school_class.code)

    def _see(self, address: str) -> None:
        self.redirect(address, status=303)


class TableHandler(OfTeacher):
    """The results as tables for a spreadsheet."""

    def get(self, kind: str) -> None:
        """Send all games, or all answers, as CSV.

        :raises HTTPError: 404 if there is no such table.
        """
        if kind not in TABLES:
            raise HTTPError(404)
        with speaking(self.page.language):
            results = ClassResults(self.school_class.book)
            table = TABLES[kind](results)
        name = f"{results.code}-{kind}.csv"
        self.set_header("Content-Type", "text/csv; charset=utf-8")
        self.set_header("Content-Disposition", f'attachment; filename="{name}"')
        self.set_header("X-Content-Type-Options", "nosniff")
        self.finish("\ufeff" + table)


def class_addresses(arguments: Mapping[str, Any]) -> list[tuple[Any, ...]]:
    """Return the addresses that there are in a class, each with its handler.

    :param arguments: what Voilà's handlers are made with.
    """
    return [
        (r"(?P<address>[a-z]{2})/class/?", JoinHandler, arguments),
        (r"teacher/?", TeacherHandler, arguments),
        (r"teacher/(?P<view>ranking)/?", TeacherHandler, arguments),
        (r"teacher/door", DoorHandler, arguments),
        (r"teacher/(?P<kind>\w+)\.csv", TableHandler, arguments),
    ]
