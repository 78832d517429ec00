"""The kinds of question that a lesson can ask, and how each judges an answer.

A question knows its prompt, its hints, its solution and some wrong answers, and explains any
answer it is given. It knows nothing of widgets, so all of it can be tested without a page.
Answers are plain data (numbers, texts, lists), save what pupils program.
"""

from mastermind_edu.lessons.questions.base import (
    InvalidAnswer,
    InvalidQuestion,
    Outcome,
    Question,
    Verdict,
)
from mastermind_edu.lessons.questions.basic import Choice, Number, Option
from mastermind_edu.lessons.questions.deducing import (
    Defend,
    PickRemaining,
    Prove,
    Puzzle,
    played,
)
from mastermind_edu.lessons.questions.kata import Kata
from mastermind_edu.lessons.questions.marking import MarkAGuess
from mastermind_edu.lessons.questions.programming import CodeQuestion, Trial
from mastermind_edu.lessons.questions.shapes import FoolTheMarker, MarkShapes

__all__ = [
    "Choice",
    "CodeQuestion",
    "Defend",
    "FoolTheMarker",
    "InvalidAnswer",
    "InvalidQuestion",
    "Kata",
    "MarkAGuess",
    "MarkShapes",
    "Number",
    "Option",
    "Outcome",
    "PickRemaining",
    "Prove",
    "Puzzle",
    "Question",
    "Trial",
    "Verdict",
    "played",
]
