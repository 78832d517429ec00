"""How pupils reach this machine: its addresses, and a picture of one that a camera reads."""

from __future__ import annotations

import io
import ipaddress
import socket
from typing import Final, NamedTuple
from urllib.parse import urlsplit

import psutil
import segno

from mastermind_edu.language import gettext

__all__ = ["InvalidAddress", "PublicAddress", "addresses", "qr_code", "url"]

ELSEWHERE: Final = ("192.0.2.1", 9)
"""An address of RFC 5737 that nobody has: asking for the way there sends nothing."""

VIRTUAL: Final = ("br-", "docker", "tailscale", "utun", "vboxnet", "veth", "virbr", "vmnet", "wg")


class InvalidAddress(ValueError):
    """An address that no browser could ask for; the message says what was expected."""


class PublicAddress(NamedTuple):
    """The address by which a proxy lets pupils in, and its path, both with a slash at the end."""

    url: str
    path: str

    @classmethod
    def parse(cls, text: str) -> PublicAddress:
        """Return the address that ``text`` is.

        :raises InvalidAddress: if it is none, or has more than a scheme, a host and a path.
        """
        url = text.rstrip("/") + "/"
        parts = urlsplit(url)
        known = parts.scheme in ("http", "https") and parts.hostname
        if not known or parts.query or parts.fragment or parts.username:
            raise InvalidAddress(
                gettext(
                    "{address} is no address of a page; expected one such as "
                    "https://lessons.example.org/."
                ).format(address=text)
            )
        return cls(url, parts.path)


def addresses() -> tuple[str, ...]:
    """Return the addresses of this machine in its local networks, the likeliest first."""
    states = psutil.net_if_stats()
    found = [
        entry.address
        for name, entries in psutil.net_if_addrs().items()
        if states[name].isup and not name.startswith(VIRTUAL)
        for entry in entries
        if entry.family == socket.AF_INET and _is_reachable(entry.address)
    ]
    way_out = _way_out()
    return tuple(sorted(found, key=lambda address: address != way_out))


def _is_reachable(address: str) -> bool:
    parsed = ipaddress.ip_address(address)
    return not (parsed.is_loopback or parsed.is_link_local or parsed.is_unspecified)


def _way_out() -> str | None:
    """Return the address that this machine would use to talk to others."""
    with socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as probe:
        try:
            probe.connect(ELSEWHERE)
        except OSError:
            return None
        return str(probe.getsockname()[0])


def url(host: str, port: int, path: str = "/") -> str:
    """Return the address of the lessons as people type it."""
    return f"http://{host}:{port}{path}"


def qr_code(text: str) -> str:
    """Return ``text`` as a QR code for a terminal."""
    out = io.StringIO()
    segno.make(text, micro=False).terminal(out, compact=True, border=2)
    return out.getvalue()
