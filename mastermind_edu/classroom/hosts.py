"""By which names the lessons may be asked for: those that nobody far away can have.

The page of a stranger's site can make the site's own name lead to this computer, and would then
pass for a page of ours (DNS rebinding). A browser still sends the name, so it is looked at. An
address in numbers cannot be taken over like this, nor a name that is known to the local network
only.
"""

# mypy: allow-subclassing-any

from __future__ import annotations

import ipaddress
import re
import socket
from collections.abc import Iterable
from typing import Any, Final

from tornado.httputil import HTTPServerRequest
from tornado.routing import AnyMatches, Matcher, Rule, RuleRouter
from tornado.web import Application, RequestHandler

from mastermind_edu.language import gettext

__all__ = ["is_known", "known_names", "only_as_known"]

HOST: Final = re.compile(r"(?:\[(?P<six>[0-9a-f:.]+)\]|(?P<name>[\w.-]+))(?::\d+)?", re.IGNORECASE)
LOCAL: Final = ("home.arpa", "internal", "local", "localhost")
"""What names end in that are never given to anybody in the public network (RFC 6761, 6762, 8375,
and a resolution of ICANN of 2024)."""

MISDIRECTED: Final = 421


def known_names(others: Iterable[str] = ()) -> frozenset[str]:
    """Return the name of this computer, and ``others``."""
    return frozenset(map(_plain, [socket.gethostname(), *others])) - {""}


def is_known(host: str, names: frozenset[str]) -> bool:
    """Tell whether ``host``, as in the header of this name, may ask for the lessons.

    :param names: further names that may.
    """
    found = HOST.fullmatch(host)
    if not found:
        return False
    if found["six"]:
        return _is_address(found["six"])
    name = _plain(found["name"])
    is_local = "." not in name or name.endswith(tuple(f".{end}" for end in LOCAL))
    return bool(name) and (is_local or name in names or _is_address(name))


def only_as_known(app: Application, names: frozenset[str]) -> RuleRouter:
    """Return ``app`` for those who ask for it by a known name; others get a plain sentence."""
    stranger = Application([(r".*", StrangeNameHandler)])
    return RuleRouter([Rule(KnownName(names), app), Rule(AnyMatches(), stranger)])


class KnownName(Matcher):
    """Matches requests by name."""

    def __init__(self, names: frozenset[str]) -> None:
        self._names = names

    def match(self, request: HTTPServerRequest) -> dict[str, Any] | None:
        """Return no parameters if the name is known."""
        return {} if is_known(request.host, self._names) else None


class StrangeNameHandler(RequestHandler):
    """Says that there is nothing under this name, and what a teacher can do."""

    def prepare(self) -> None:
        """Answer every request alike."""
        self.set_status(MISDIRECTED)
        self.set_header("Content-Type", "text/plain; charset=utf-8")
        self.set_header("X-Content-Type-Options", "nosniff")
        self.finish(
            gettext(
                "There are no lessons under this name. Ask for them by the address of the computer "
                "in numbers, or start them with the option --host-name."
            )
            + "\n"
        )


def _plain(name: str) -> str:
    return name.lower().removesuffix(".")


def _is_address(text: str) -> bool:
    try:
        ipaddress.ip_address(text)
    except ValueError:
        return False
    return True
