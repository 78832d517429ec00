"""What this package does in a Jupyter Server or JupyterLab: see that nobody gets in unasked.

Whoever reaches such a server can run any program on the computer. Lessons are changed there, by
one who has logged in; a class gets them from ``mastermind-edu``, where no program can be sent.
"""

from __future__ import annotations

from typing import Any

from mastermind_edu.language import gettext

__all__ = ["has_login"]


def has_login(server: Any) -> bool:
    """Tell whether a Jupyter Server asks who somebody is: by token, password or a hub."""
    return bool(server.identity_provider.auth_enabled)


def _load_jupyter_server_extension(server: Any) -> None:
    """End a Jupyter Server that has no login, and say why."""
    if not has_login(server):
        server.log.critical(
            gettext(
                "This server has no login, so anybody who reaches it could run programs on this "
                "computer; it does not start. Set a token or a password. To serve lessons to a "
                "class, use the command mastermind-edu."
            )
        )
        server.exit(1)
