"""Many codes at once: by NumPy, or, where it is absent, in plain lists. Chosen here alone.

NumPy is absent in a browser's own Python where nobody has put it. There the readable marking
answers code by code, which is fast enough for the games of the first lessons, and ``np`` is
:mod:`mastermind_edu.games.plain`, as much of NumPy as these lessons ask for.
"""

from __future__ import annotations

try:
    import numpy as np

    from mastermind_edu.games.vectorised import all_rows, answers
except ModuleNotFoundError:
    from mastermind_edu.games import plain as np  # type: ignore[no-redef]
    from mastermind_edu.games.plain import all_rows, answers  # type: ignore[assignment]

__all__ = ["all_rows", "answers", "np"]
