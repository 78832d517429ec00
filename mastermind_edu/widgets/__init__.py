"""What a student touches: boards, grids and charts for any notebook.

Each widget is loaded when it is first asked for: a lesson with a board alone stays small.
"""

from __future__ import annotations

from importlib import import_module
from typing import TYPE_CHECKING, Any, Final

if TYPE_CHECKING:
    from mastermind_edu.widgets.board import Board
    from mastermind_edu.widgets.candidate_grid import CandidateGrid
    from mastermind_edu.widgets.codemaker import Codemaker
    from mastermind_edu.widgets.facts import Facts
    from mastermind_edu.widgets.game_review import GameReview
    from mastermind_edu.widgets.grand_marking import GrandMarking
    from mastermind_edu.widgets.hint_panel import HintPanel
    from mastermind_edu.widgets.layout import beside
    from mastermind_edu.widgets.match_board import MatchBoard
    from mastermind_edu.widgets.partition_chart import PartitionChart
    from mastermind_edu.widgets.proof_of_best import ProofOfBest
    from mastermind_edu.widgets.strategy_race import StrategyRace
    from mastermind_edu.widgets.tree_explorer import TreeExplorer

__all__ = [
    "Board",
    "CandidateGrid",
    "Codemaker",
    "Facts",
    "GameReview",
    "GrandMarking",
    "HintPanel",
    "MatchBoard",
    "PartitionChart",
    "ProofOfBest",
    "StrategyRace",
    "TreeExplorer",
    "beside",
]

_MODULES: Final = {
    "Board": "board",
    "CandidateGrid": "candidate_grid",
    "Codemaker": "codemaker",
    "Facts": "facts",
    "GameReview": "game_review",
    "GrandMarking": "grand_marking",
    "HintPanel": "hint_panel",
    "MatchBoard": "match_board",
    "PartitionChart": "partition_chart",
    "ProofOfBest": "proof_of_best",
    "StrategyRace": "strategy_race",
    "TreeExplorer": "tree_explorer",
    "beside": "layout",
}


def __getattr__(name: str) -> Any:
    """Load the widget called ``name``."""
    if name not in _MODULES:
        raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
    return getattr(import_module(f"{__name__}.{_MODULES[name]}"), name)
