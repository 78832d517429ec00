"""How pupils reach this machine: its addresses, and a picture of one that a camera reads."""

from __future__ import annotations

import io
import ipaddress
import socket
from typing import Final

import psutil
import segno

__all__ = ["addresses", "qr_code", "url"]

ELSEWHERE: Final = ("192.0.2.1", 9)
"""An address of RFC 5737 that nobody has: asking for the way there sends nothing."""

VIRTUAL: Final = ("br-", "docker", "tailscale", "utun", "vboxnet", "veth", "virbr", "vmnet", "wg")


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


def url(host: str, port: int) -> str:
    """Return the address of the lessons as people type it."""
    return f"http://{host}:{port}/"


def qr_code(text: str) -> str:
    """Return ``text`` as a QR code for a terminal."""
    out = io.StringIO()
    segno.make(text, micro=False).terminal(out, compact=True, border=2)
    return out.getvalue()
