"""What a student touches: boards, grids and charts for any notebook."""

from mastermind_edu.widgets.board import Board
from mastermind_edu.widgets.candidate_grid import CandidateGrid
from mastermind_edu.widgets.codemaker import Codemaker
from mastermind_edu.widgets.facts import Facts
from mastermind_edu.widgets.game_review import GameReview
from mastermind_edu.widgets.grand_marking import GrandMarking
from mastermind_edu.widgets.hint_panel import HintPanel
from mastermind_edu.widgets.layout import beside
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
    "PartitionChart",
    "ProofOfBest",
    "StrategyRace",
    "TreeExplorer",
    "beside",
]
