"""What is said in a match: what was agreed, what to do next, how each game and the match ended."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Final

from mastermind_edu.games.codes import Code
from mastermind_edu.games.match import Match, Phase, Played, Scoring
from mastermind_edu.language import gettext, listing, mark, ngettext, pgettext
from mastermind_edu.solvers.candidates import Refutation
from mastermind_edu.widgets.table import table_texts
from mastermind_edu.widgets.wording import game_label, row_text

__all__ = [
    "game_result",
    "guesses_text",
    "hand_over",
    "lot_text",
    "match_result",
    "match_texts",
    "news",
    "only_codemaker_text",
    "peek_text",
    "prompt",
    "put_right_text",
    "record",
    "roles_text",
    "scoring_name",
    "scoring_rule",
    "shown_secret",
    "stuck_text",
    "tally",
]

SCORING: Final = {
    Scoring.GUESSES: (
        mark("A point a guess"),
        mark(
            "The codemaker gets a point for each guess, and one more if the code is not found. "
            "The most points win."
        ),
    ),
    Scoring.KEY_PEGS: (
        mark("A point a key peg"),
        mark("The codemaker gets a point for each key peg of the answers. The most points win."),
    ),
    Scoring.FEWEST: (
        mark("Fewest guesses, as in Senha"),
        mark(
            "The guesses of each codebreaker are added up, and the fewest win. A code that is not "
            "found counts one guess more than there are rows."
        ),
    ),
}


def scoring_name(scoring: Scoring) -> str:
    """Return what a way of scoring is called."""
    return gettext(SCORING[scoring][0])


def scoring_rule(scoring: Scoring) -> str:
    """Return a way of scoring in a sentence or two."""
    return gettext(SCORING[scoring][1])


def match_texts() -> dict[str, str]:
    """Return the fixed texts; the page fills in the words in braces."""
    return table_texts() | {
        "board": gettext("Mastermind match"),
        "agree": gettext("Agree on your match"),
        "agreeHelp": gettext("Each plays both roles: you swap after every game."),
        "opponent": gettext("Who plays"),
        "people": gettext("Two people"),
        "computer": gettext("Me and the computer"),
        "firstName": gettext("First name"),
        "secondName": gettext("Second name"),
        "name": gettext("Your name"),
        "firstPlayer": gettext("Player 1"),
        "secondPlayer": gettext("Player 2"),
        "computerName": gettext("Computer"),
        "strategy": gettext("The computer’s way to guess"),
        "game": gettext("Game"),
        "rows": gettext("Rows"),
        "games": gettext("Number of games"),
        "begins": gettext("Who hides the first code"),
        "lot": gettext("drawn by lot"),
        "answers": gettext("Who answers"),
        "program": gettext("This board"),
        "byHand": gettext("The codemaker, with key pegs"),
        "scoring": gettext("How you score"),
        "start": gettext("Start the match"),
        "resume": gettext("Go on with a saved match"),
        "unreadable": gettext("This file cannot be read."),
        "yourGuess": gettext("Your guess, row {row}"),
        "covered": gettext("covered"),
        "chosen": gettext("Place {place} has its peg."),
        "show": gettext("Show the pegs"),
        "cover": gettext("Cover the pegs"),
        "movedCovered": gettext("This game has no repeats, so that peg moved to place {place}."),
        "iAm": gettext("I am {name}"),
        "hide": gettext("Hide this code"),
        "paper": gettext("My code is on paper"),
        "check": gettext("Check"),
        "giveUp": gettext("Give up"),
        "giveUpSure": gettext("Really give up this game?"),
        "move": gettext("Let the computer guess"),
        "waits": gettext("waits for its answer"),
        "why": gettext("Show why, peg by peg"),
        "reveal": gettext("Tell your code, and see which answer was wrong"),
        "revealEnd": gettext("What was the code? Check the answers."),
        "checkAnswers": gettext("Check the answers"),
        "swap": gettext("Swap roles: next game"),
        "again": gettext("Another match"),
        "againSure": gettext("Really leave this match?"),
        "scores": gettext("Score"),
        "gameHead": pgettext("a game that is played", "Game"),
        "guessesHead": gettext("Guesses"),
        "total": gettext("Total"),
        "replay": gettext("Replay game {n}"),
        "download": gettext("Save this match in a file"),
        "downloadHelp": gettext("Open the file in a new match to go on. Hidden codes are sealed."),
        "record": gettext("Record to read or print"),
        "first": gettext("To the start"),
        "back": gettext("A row back"),
        "forth": gettext("Next row"),
        "last": gettext("To the end"),
        "step": gettext("{n} of {all} rows"),
        "close": gettext("Close"),
        "waiting": gettext("One moment …"),
    }


def roles_text(match: Match, played: Played | None = None) -> str:
    """Return who hides the code and who guesses, in the game in play if none is named."""
    one = played or match.current
    return gettext("{codemaker} hides the code, {codebreaker} guesses.").format(
        codemaker=match.players[one.codemaker], codebreaker=match.players[one.codebreaker]
    )


def lot_text(match: Match) -> str:
    """Return on whom the lot fell."""
    one = match.current
    return gettext("The lot says: {codemaker} hides the first code, {codebreaker} guesses.").format(
        codemaker=match.players[one.codemaker], codebreaker=match.players[one.codebreaker]
    )


def prompt(match: Match) -> str:
    """Return what is due now, and how a game that has ended ended."""
    game, played = match.game, match.current
    maker, breaker = match.players[played.codemaker], match.players[played.codebreaker]
    if match.phase is Phase.HIDE:
        return gettext("{name}, hide a code.").format(name=maker)
    if match.phase is Phase.GUESS:
        if match.computers[played.codebreaker] is None:
            text = gettext("{name}, guess the code: row {row} of {rows}.")
        else:
            text = gettext("Now {name} guesses: row {row} of {rows}.")
        return text.format(name=breaker, row=len(played.rows) + 1, rows=game.rows)
    if match.phase is Phase.ANSWER:
        return gettext("{breaker} guesses {pegs}. {maker}, what is your answer?").format(
            breaker=breaker, maker=maker, pegs=game.space.spell(played.asked or ())
        )
    result = game_result(match, played)
    if match.phase is Phase.OVER:
        return gettext("{game} {match}").format(game=result, match=match_result(match))
    return result


def news(match: Match) -> str:
    """Return what the last row of the game in play has brought."""
    played = match.current
    row, number = played.rows[-1], len(played.rows)
    if match.computers[played.codebreaker] is not None:
        return row_text(match.game, number, row)
    return gettext("Row {number}: {answer}.").format(number=number, answer=row.feedback)


def peek_text(match: Match) -> str:
    """Return what the button says by which codemakers look at their own code."""
    if any(match.computers):
        return gettext("Look at my code")
    return gettext("Look at my code: only {name} looks").format(
        name=match.players[match.current.codemaker]
    )


def hand_over(match: Match) -> str:
    """Return to whom the screen goes now, and what the other one does."""
    if match.phase is Phase.HIDE:
        text = gettext("Hand the screen to {name}, who hides a code. {other} looks away.")
        to = match.current.codemaker
    else:
        text = gettext("The code is hidden. Hand the screen to {name}, who guesses.")
        to = match.current.codebreaker
    return text.format(name=match.players[to], other=match.players[1 - to])


def guesses_text(match: Match, played: Played) -> str:
    """Return who guessed in a game that has ended, and how often."""
    found = played.solved(match.game)
    text = gettext("{name}: {n}") if found else gettext("{name}: not found")
    return text.format(name=match.players[played.codebreaker], n=len(played.rows))


def only_codemaker_text(match: Match) -> str:
    """Return who may be shown why an answer is wrong."""
    return gettext("Why it is so tells about the code: only {name} should look.").format(
        name=match.players[match.current.codemaker]
    )


def stuck_text(match: Match) -> str:
    """Return that answers cannot be, and who is to mend them."""
    return gettext("Stuck: no code fits the answers. {name}, look at them again.").format(
        name=match.players[match.current.codemaker]
    )


def put_right_text(slips: Sequence[Refutation]) -> str:
    """Return which answers have been put right."""
    return ngettext(
        "The answer to row {rows} is put right.",
        "The answers to rows {rows} are put right.",
        len(slips),
    ).format(rows=listing(slip.index + 1 for slip in slips))


def shown_secret(match: Match, played: Played) -> Code | None:
    """Return the code of a game that has ended, if anybody has told or found it."""
    if not played.ended(match.game):
        return None
    return played.rows[-1].guess if played.solved(match.game) else played.secret


def game_result(match: Match, played: Played) -> str:
    """Return how a game ended, what its code was, and whom it gave how many points."""
    guesses = len(played.rows)
    secret = shown_secret(match, played)
    if played.solved(match.game):
        text = ngettext(
            "{name} found the code in {n} guess.", "{name} found the code in {n} guesses.", guesses
        )
    elif played.given_up:
        text = gettext("{name} gave up.")
    else:
        text = gettext("{name} did not find the code.")
    sentences = [text.format(name=match.players[played.codebreaker], n=guesses)]
    if secret is not None:
        spelled = match.game.space.spell(secret)
        sentences.append(gettext("The code: {code}.").format(code=spelled))
    return " ".join((*sentences, _gained(match, played)))


def _gained(match: Match, played: Played) -> str:
    points = sum(played.points(match.game, match.scoring))
    if match.scoring is Scoring.FEWEST:
        text = ngettext(
            "That counts {n} guess for {name}.", "That counts {n} guesses for {name}.", points
        )
        to = played.codebreaker
    else:
        text = ngettext("{name} gets {n} point.", "{name} gets {n} points.", points)
        to = played.codemaker
    return text.format(n=points, name=match.players[to])


def tally(match: Match, points: int) -> str:
    """Return some points, or guesses where these are counted, with their unit."""
    if match.scoring is Scoring.FEWEST:
        return ngettext("{n} guess", "{n} guesses", points).format(n=points)
    return ngettext("{n} point", "{n} points", points).format(n=points)


def match_result(match: Match) -> str:
    """Return who has won the match, or that it is a tie."""
    first, second = match.points
    winner = match.winner
    if winner is None:
        return gettext("The match is a tie: {points} each.").format(points=tally(match, first))
    ours, theirs = (first, second) if winner == 0 else (second, first)
    return gettext("{winner} wins the match: {ours}, and {loser} has {theirs}.").format(
        winner=match.players[winner],
        loser=match.players[1 - winner],
        ours=tally(match, ours),
        theirs=tally(match, theirs),
    )


def record(match: Match) -> str:
    """Return the whole match as a text to read; the code of a game in play is not in it."""
    return "\n".join(_record(match)) + "\n"


def _record(match: Match) -> Iterator[str]:
    first, second = match.players
    yield gettext("Match: {first} and {second}").format(first=first, second=second)
    yield gettext("{game}, {rows}, {games}").format(
        game=game_label(match.game),
        rows=ngettext("{n} row", "{n} rows", match.game.rows).format(n=match.game.rows),
        games=ngettext("{n} game", "{n} games", match.games).format(n=match.games),
    )
    yield scoring_rule(match.scoring)
    for number, played in enumerate(match.played, start=1):
        yield ""
        yield gettext("Game {n}: {roles}").format(n=number, roles=roles_text(match, played))
        for row, (guess, feedback) in enumerate(played.rows, start=1):
            yield f"{row:>4}  {match.game.space.format(guess)}  {feedback}"
        ended = played.ended(match.game)
        yield game_result(match, played) if ended else gettext("This game goes on.")
    yield ""
    yield from (
        f"{name}: {tally(match, points)}"
        for name, points in zip(match.players, match.points, strict=True)
    )
    if match.phase is Phase.OVER:
        yield match_result(match)
