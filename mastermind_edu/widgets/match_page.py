"""What the page of a match board is told: what to agree on, and how a match stands.

A code in play is never in it, nor why an answer to a guess at that code is wrong.
"""

from __future__ import annotations

from collections.abc import Sequence
from enum import Enum
from typing import Any, Final

from mastermind_edu.games.catalogue import SENHA
from mastermind_edu.games.match import MOST_GAMES, Match, Phase, Played, Scoring
from mastermind_edu.games.rules import Rules
from mastermind_edu.language import gettext
from mastermind_edu.solvers.candidates import Refutation, contradictions
from mastermind_edu.solvers.opponent import fitting
from mastermind_edu.solvers.strategies import Strategy
from mastermind_edu.widgets.codemaker_wording import rules_text, thoughts_on
from mastermind_edu.widgets.match_wording import (
    game_result,
    guesses_text,
    hand_over,
    lot_text,
    match_result,
    news,
    only_codemaker_text,
    peek_text,
    prompt,
    put_right_text,
    roles_text,
    scoring_name,
    scoring_rule,
    shown_secret,
    stuck_text,
)
from mastermind_edu.widgets.mending import explain_contradictions, explain_slips
from mastermind_edu.widgets.table import describe_row, describe_table
from mastermind_edu.widgets.wording import game_label

__all__ = [
    "LONGEST_FILE",
    "Stage",
    "describe_agreed",
    "describe_choices",
    "describe_match",
    "describe_thoughts",
    "explain_wrong",
]

ROW_CHOICES: Final = (6, 8, 10, 12)
LONGEST_FILE: Final = 200_000
"""The longest saved match that is taken, in characters."""


class Stage(Enum):
    """What the page is to show."""

    AGREE = "agree"
    PASS = "pass"
    HIDE = "hide"
    GUESS = "guess"
    MOVE = "move"
    ANSWER = "answer"
    MEND = "mend"
    SWAP = "swap"
    OVER = "over"


def describe_choices(
    games: Sequence[Rules], suggested: Rules, strategies: Sequence[Strategy]
) -> dict[str, Any]:
    """Return what there is to agree on; ``suggested`` is one of ``games``."""
    return {
        "games": [
            {
                "name": game_label(game),
                "rows": game.rows,
                "scoring": (Scoring.FEWEST if game.key == SENHA.key else Scoring.GUESSES).value,
            }
            for game in games
        ],
        "suggested": games.index(suggested),
        "rowChoices": sorted({*ROW_CHOICES, *(game.rows for game in games)}),
        "longest": LONGEST_FILE,
        "numbers": list(range(2, MOST_GAMES + 1, 2)),
        "scorings": [
            {"key": way.value, "name": scoring_name(way), "rule": scoring_rule(way)}
            for way in Scoring
        ],
        "strategies": [{"key": one.key, "name": one.name, "idea": one.idea} for one in strategies],
    }


def describe_agreed(match: Match) -> dict[str, Any]:
    """Return what has been agreed and what lies on the table."""
    return describe_table(match.game) | {
        "players": list(match.players),
        "byHand": match.answered_by_hand,
        "againstComputer": any(match.computers),
        "scoringRule": scoring_rule(match.scoring),
        "codes": rules_text(match.game),
    }


def describe_match(
    match: Match, stage: Stage, *, lot: bool, slips: Sequence[Refutation]
) -> dict[str, Any]:
    """Return how the match stands.

    :param lot: whether the lot has named the first codemaker.
    :param slips: the last answers that were refused or put right.
    """
    played, space = match.current, match.game.space
    stuck, on_paper = stage is Stage.MEND, played.hidden and played.secret is None
    ended = played.ended(match.game) and not stuck
    games = match.ended[:-1] if stuck and played.ended(match.game) else match.ended
    return {
        "title": gettext("Game {n} of {all}").format(n=len(match.played), all=match.games),
        "roles": _roles(match, lot=lot),
        "prompt": _prompt(match, stage),
        "player": "" if match.turn is None else match.players[match.turn],
        "rows": _rows(match, played),
        "guess": None if played.asked is None else list(space.row(played.asked)),
        "hidden": played.hidden,
        "ended": ended,
        "secret": _secret(match, played) if ended else None,
        "peek": peek_text(match) if match.phase is Phase.ANSWER and played.secret else "",
        "canCorrect": on_paper,
        "canReveal": on_paper and (stuck or ended),
        "trouble": _trouble(match, stage, slips),
        "games": [_describe_game(match, number, one) for number, one in enumerate(games, start=1)],
        "points": [
            sum(points)
            for points in zip(
                *(one.points(match.game, match.scoring) for one in games), strict=True
            )
        ],
        "result": match_result(match) if stage is Stage.OVER else "",
    }


def _roles(match: Match, *, lot: bool) -> str:
    begins = lot and len(match.played) == 1 and not match.current.rows
    return lot_text(match) if begins else roles_text(match)


def _prompt(match: Match, stage: Stage) -> str:
    if stage is Stage.PASS:
        return hand_over(match)
    if stage is Stage.MEND:
        return stuck_text(match)
    if stage in (Stage.GUESS, Stage.MOVE) and match.current.rows:
        return gettext("{news} {prompt}").format(news=news(match), prompt=prompt(match))
    return prompt(match)


def _trouble(match: Match, stage: Stage, slips: Sequence[Refutation]) -> dict[str, Any] | None:
    """Return what is wrong, without the pegs that would tell about a code in play."""
    if stage is Stage.MEND:
        rows = match.current.rows
        return explain_contradictions(contradictions(match.game, rows), range(len(rows)))
    if not slips:
        return None
    explained = explain_wrong(match, slips)
    if not match.current.ended(match.game):
        explained["text"] = gettext("That happens to everybody.")
        explained["advice"] = "" if any(match.computers) else only_codemaker_text(match)
        for row in explained["rows"]:
            del row["pegs"]
    return explained


def explain_wrong(match: Match, slips: Sequence[Refutation]) -> dict[str, Any]:
    """Return why answers were wrong, and how they are mended if they are not yet."""
    explained = explain_slips(slips, range(match.game.rows))
    if all(slip.index < len(match.current.rows) for slip in slips):
        explained["title"] = put_right_text(slips)
        for row in explained["rows"]:
            row["mends"] = []
    return explained


def describe_thoughts(match: Match, stage: Stage, plan: Strategy | None) -> list[str]:
    """Return what the computer thinks of the guess that waits, or of the last one.

    :param plan: how it guesses; None if it does not, or its thoughts are not asked for.
    """
    played = match.current
    if plan is None or stage is Stage.MEND:
        return []
    if played.asked is not None:
        return thoughts_on(match.game, plan, played.asked, fitting(match.game, played.rows))
    if not played.rows or match.answered_by_hand:
        return []
    *before, last = played.rows
    return thoughts_on(match.game, plan, last.guess, fitting(match.game, tuple(before)))


def _rows(match: Match, played: Played) -> list[dict[str, Any]]:
    return [
        describe_row(match.game, number, row) for number, row in enumerate(played.rows, start=1)
    ]


def _secret(match: Match, played: Played) -> list[int] | None:
    secret = shown_secret(match, played)
    return None if secret is None else list(match.game.space.row(secret))


def _describe_game(match: Match, number: int, played: Played) -> dict[str, Any]:
    """Return what a game that has ended gave, and its rows to be played again."""
    return {
        "number": number,
        "title": gettext("Game {n}").format(n=number),
        "roles": roles_text(match, played),
        "guesses": guesses_text(match, played),
        "points": list(played.points(match.game, match.scoring)),
        "result": game_result(match, played),
        "rows": _rows(match, played),
    }
