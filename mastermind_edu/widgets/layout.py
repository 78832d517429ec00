"""Widgets in view together: the board, and beside it what it teaches."""

from __future__ import annotations

import ipywidgets

__all__ = ["beside"]


def beside(*widgets: ipywidgets.Widget) -> ipywidgets.Box:
    """Return ``widgets`` side by side where the page is wide enough, else one under another.

    The first widget has the left column, the others share the right one.
    """
    first, *others = widgets
    right = ipywidgets.VBox(others, layout={"overflow": "visible", "width": "100%"})
    box = ipywidgets.Box([first, right] if others else [first])
    box.add_class("mm-beside")
    return box
