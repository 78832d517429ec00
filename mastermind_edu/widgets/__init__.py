"""What a student touches: boards, grids and charts for any notebook."""

from mastermind_edu.widgets.board import Board

__all__ = ["Board"]
