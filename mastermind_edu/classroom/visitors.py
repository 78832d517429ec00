"""For whom a page is made: in which language, and for which pupil of the class."""

from __future__ import annotations

import re
from dataclasses import replace
from functools import cached_property
from typing import Any, Final
from urllib.parse import parse_qs

from tornado.httputil import HTTPServerRequest

from mastermind_edu.classroom.pages import Page
from mastermind_edu.classroom.school_class import Attendance, SchoolClass

__all__ = ["InLanguage", "attended"]

LANGUAGE_OF_PATH: Final = re.compile(r"/?(?:voila/render/)?(?P<address>[a-z]{2})(?:/|$)")


def attended(page: Page, attendance: Attendance | None) -> Page:
    """Return ``page`` as it is for who looks at it; the same where there is no class."""
    if attendance is None:
        return page
    return replace(page, attendance=attendance, owner=attendance.owner)


class InLanguage:
    """A page in the language of its address, or else the reader's; a part of a handler.

    Where there is a class, the page knows which of its pupils looks at it.
    """

    settings: dict[str, Any]
    request: HTTPServerRequest

    @property
    def page(self) -> Page:
        """What the templates know about this page."""
        return attended(self.in_language, self.attendance)

    @property
    def in_language(self) -> Page:
        """What the templates know about this page, whoever looks at it."""
        page: Page = self.settings["page"]
        found = LANGUAGE_OF_PATH.match(self.request.path.removeprefix(self.settings["base_url"]))
        for one in page.languages:
            if found and one.address == found["address"]:
                return one
        if self.settings["language_is_chosen"]:
            return page
        return page.for_reader(self.request.headers.get("Accept-Language", ""))

    @property
    def school_class(self) -> SchoolClass | None:
        """The class that is held, if there is one."""
        held: SchoolClass | None = self.settings.get("school_class")
        return held

    @cached_property
    def attendance(self) -> Attendance | None:
        """Who looks at the page, if there is a class."""
        held = self.school_class
        if held is None:
            return None
        cookie = self.request.cookies.get(held.pupil_cookie)
        attendance = held.attendance(cookie.value if cookie else "")
        if attendance is None:
            return None
        return replace(attendance, lesson=parse_qs(self.request.query).get("lesson", [""])[0])

    @property
    def template_namespace(self) -> dict[str, Any]:
        """What every template is told."""
        return {**super().template_namespace, "page": self.page}  # type: ignore[misc]
