"""What a student touches: boards, grids and charts for any notebook."""

from mastermind_edu.widgets.board import Board
from mastermind_edu.widgets.candidate_grid import CandidateGrid
from mastermind_edu.widgets.facts import Facts
from mastermind_edu.widgets.hint_panel import HintPanel
from mastermind_edu.widgets.layout import beside
from mastermind_edu.widgets.partition_chart import PartitionChart

__all__ = ["Board", "CandidateGrid", "Facts", "HintPanel", "PartitionChart", "beside"]
