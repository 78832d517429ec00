"""What can go wrong while a site is built, each with a message that says what to do."""

from __future__ import annotations

__all__ = ["SiteTrouble"]


class SiteTrouble(Exception):
    """A site cannot be built; the message says why."""
