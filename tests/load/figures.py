"""Figures and the table of them."""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass, field

from rich.console import Console
from rich.table import Table


@dataclass(frozen=True)
class Times:
    """How long something took, each time it was done; what failed has no time."""

    seconds: Sequence[float]
    failures: Sequence[BaseException] = ()

    @classmethod
    def of(cls, results: Sequence[float | BaseException]) -> Times:
        """Sort what came out into times and failures."""
        failed = [one for one in results if isinstance(one, BaseException)]
        return cls([one for one in results if not isinstance(one, BaseException)], failed)

    def quantile(self, share: float) -> float:
        """Return what the given share of times does not exceed."""
        ordered = sorted(self.seconds)
        return ordered[math.ceil(share * len(ordered)) - 1] if ordered else math.nan

    def __str__(self) -> str:
        def shown(seconds: float) -> str:
            return f"{seconds:.1f} s" if seconds >= 1 else f"{1000 * seconds:.0f} ms"

        text = f"p50 {shown(self.quantile(0.5))}, p95 {shown(self.quantile(0.95))}, "
        return text + f"max {shown(self.quantile(1))}, {len(self.failures)} failed"


@dataclass
class Figures:
    """A table in the making: what is measured, the figure wanted, and the two servers."""

    rows: list[tuple[str, str, str, str]] = field(default_factory=list)

    def add(self, what: str, wanted: str, ours: object, stock: object = "") -> None:
        """Add a figure, and print it at once, as the table takes a while."""
        self.rows.append((what, wanted, str(ours), str(stock)))
        print(f"{what}: {ours}" + (f"; stock {stock}" if stock else ""), flush=True)

    def show(self) -> None:
        """Print the table."""
        table = Table("measured", "wanted", "classroom, real lesson", "stock Voilà, empty notebook")
        for row in self.rows:
            table.add_row(*row)
        Console(width=140).print(table)
