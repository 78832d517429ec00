"""Widgets whose page keeps what was done, so that a reload or a lost kernel loses nothing.

The page keeps what :attr:`KeptWidget._kept` says in the browser's own storage, for each tab and
lesson by itself, and gives it back to a fresh kernel by the action ``restore``. What is kept is
as public as the page: a secret goes there sealed, or not at all.
"""

from __future__ import annotations

from abc import abstractmethod
from collections import Counter
from collections.abc import Mapping
from typing import Any

import traitlets

from mastermind_edu.language import gettext
from mastermind_edu.widgets.base import Action, LessonWidget

__all__ = ["KeptWidget", "NotKept"]

_made: Counter[str] = Counter()


class NotKept(ValueError):
    """What a page gave back is nothing that was kept, or cannot be opened any more."""


class KeptWidget(LessonWidget):
    """A widget whose page keeps its state; widgets of a lesson are told apart by their order.

    ``_kept`` is plain data; ``done`` in it says whether the pupil has done what there is to do.
    """

    _name = traitlets.Unicode().tag(sync=True)
    _kept = traitlets.Dict().tag(sync=True)

    def __init__(self, **traits: Any) -> None:
        _made[self.counts_as] += 1
        super().__init__(_name=f"{self.counts_as}-{_made[self.counts_as]}", **traits)

    @property
    def counts_as(self) -> str:
        """What it is to the progress of a pupil: a lesson is done when its exercises are."""
        return type(self).__name__

    @property
    def actions(self) -> Mapping[str, Action]:
        """What a page may ask for: to have back what it kept."""
        return {"restore": self._restore}

    def _restore(self, content: Mapping[str, Any]) -> None:
        kept = content.get("kept")
        try:
            if not isinstance(kept, dict):
                raise TypeError
            self.restore(kept)
        except (ValueError, TypeError, KeyError, IndexError, AttributeError) as error:
            raise NotKept(gettext("What was kept here could not be opened again.")) from error

    @abstractmethod
    def restore(self, kept: Mapping[str, Any]) -> None:
        """Take up what the page kept, wholly or, with any error, not at all."""
