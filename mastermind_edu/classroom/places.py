"""How many lessons are open from each address of the network.

A school may have one address for all of its pupils, so there is a limit only if a teacher sets
one; but when all places are taken, the log names who has the most.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from contextlib import contextmanager
from contextvars import ContextVar
from typing import Final

from tornado.web import HTTPError

__all__ = ["Places", "visitor"]

TOO_MANY: Final = 429

visitor: ContextVar[str] = ContextVar("visitor", default="")
"""The address that the page which is made now was asked for from."""


class Places:
    """Who has how many lessons open; an address holds its places until it gives them back.

    :param most: how many there can be from one address; as many as it likes if 0.
    """

    def __init__(self, most: int = 0) -> None:
        self._most = most
        self._taken: Counter[str] = Counter()
        self._holders: dict[str, str] = {}

    @contextmanager
    def take(self) -> Iterator[list[str]]:
        """Take a place for the visitor; yield a list, which wants the id of the kernel.

        The place is given back at once if there is no kernel in the end.

        :raises HTTPError: 429, if the address has as many as it can have.
        """
        address = visitor.get()
        if not self.has_one(address):
            raise HTTPError(TOO_MANY, "all %d lessons for %s are open", self._most, address)
        self._taken[address] += 1
        kernels: list[str] = []
        try:
            yield kernels
        finally:
            for kernel_id in kernels:
                self._holders[kernel_id] = address
            if not kernels:
                self._leave(address)

    def give_back(self, kernel_id: str) -> None:
        """Give back the place of a kernel that has ended."""
        address = self._holders.pop(kernel_id, None)
        if address is not None:
            self._leave(address)

    def has_one(self, address: str) -> bool:
        """Tell whether there is a place for somebody at ``address``."""
        return not self._most or self._taken[address] < self._most

    def __len__(self) -> int:
        """Return how many places are taken."""
        return self._taken.total()

    def __str__(self) -> str:
        """Say who has the most places."""
        address, count = max(self._taken.items(), key=lambda one: one[1], default=("nobody", 0))
        return f"{count} of them for {address}"

    def _leave(self, address: str) -> None:
        self._taken[address] -= 1
        self._taken += Counter()
