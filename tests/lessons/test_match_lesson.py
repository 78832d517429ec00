"""What the lesson on matches says of points is what the library counts."""

from __future__ import annotations

import pytest

from mastermind_edu.games.catalogue import CLASSIC, SENHA
from mastermind_edu.games.match import Match, Scoring, new_match
from mastermind_edu.lessons.course import course_folder
from mastermind_edu.widgets.match_wording import scoring_name

LESSON = course_folder() / "lessons" / "12-match.md"
ANA_HIDES = (1, 2, 2, 3, 4)
BEN_HIDES = (0, 1, 1, 2, 1, 1, 2, 2)


def text() -> str:
    return " ".join(LESSON.read_text("utf-8").split())


def played(scoring: Scoring) -> Match:
    """Play the match of the lesson: answers with so many key pegs, the code on paper."""
    match = new_match(CLASSIC.with_rows(8), ("Ana", "Ben"), scoring=scoring, answered_by_hand=True)
    for keys in (ANA_HIDES, BEN_HIDES):
        match = match.hide(None)
        for pegs in keys:
            exact = pegs if pegs == CLASSIC.space.pegs else 0
            match = match.guess((0, 1, 2, 3)).answer((exact, pegs - exact))
        if keys is ANA_HIDES:
            match = match.swap()
    return match


@pytest.mark.parametrize("scoring", Scoring)
def test_the_table_of_points_is_right(scoring: Scoring) -> None:
    match = played(scoring)
    ana, ben = match.points
    assert match.winner is not None
    name = scoring_name(scoring).partition(",")[0]
    assert f"| {name} | {ana} | {ben} | {match.players[match.winner]} |" in LESSON.read_text(
        "utf-8"
    )


def test_the_example_is_the_one_that_is_told() -> None:
    *first, last = ANA_HIDES
    assert f"The answers have {', '.join(map(str, first))} and {last} key pegs." in text()
    *first, last = BEN_HIDES
    assert f"The answers have {', '.join(map(str, first))} and {last} key pegs." in text()
    assert f"a match of two games with {SENHA.rows} rows" in text()


@pytest.mark.parametrize("scoring", Scoring)
def test_each_way_to_score_is_told_by_its_name(scoring: Scoring) -> None:
    assert f"**{scoring_name(scoring)}.**" in text()
