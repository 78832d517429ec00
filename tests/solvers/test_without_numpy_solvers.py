"""What lessons 01 to 04 ask of the solvers and the map is the same where NumPy is absent."""

from __future__ import annotations

import json
import subprocess
import sys

import pytest

PROGRAM = """
import json, random, sys
if sys.argv[1] == "absent":
    sys.modules["numpy"] = None  # makes every import of it fail
from mastermind_edu.games import arrays
from mastermind_edu.games.catalogue import CLASSIC, SENHA, custom
from mastermind_edu.solvers.candidates import Candidates, candidates, contradictions
from mastermind_edu.solvers.codebreaker import Codebreaker
from mastermind_edu.solvers.deduction import NoCodeFits, facts
from mastermind_edu.widgets.candidate_grid import CandidateGrid

def facts_of(game, rows):
    try:
        return [str(fact) for fact in facts(game, rows)]
    except NoCodeFits as error:
        return str(error)

def play(game, rng, liar):
    secret = game.space.random(rng)
    rows = []
    for _ in range(3):
        guess = game.space.random(rng)
        rows.append((guess, rng.choice(game.feedbacks) if liar else game.feedback(secret, guess)))
    return rows

def look(game, rows):
    following = Candidates(game, rows)
    counts = following.counts
    following.undo()
    found = contradictions(game, rows)
    grid = CandidateGrid(game, rows)
    grid.send = lambda *_: None
    grid._point({"cell": 7})
    return [
        candidates(game, rows).tolist(), counts, following.refuted_by.tolist(),
        [str(found), [[str(mend) for mend in mends] for mends in found.mends]],
        facts_of(game, rows),
        [grid._levels.hex(), grid._map["places"], grid._map["lines"], grid._state, grid._pointed],
    ]

def guesses(game):
    breaker, secret = Codebreaker(game, seed="class"), game.space.code_at(game.space.size // 3)
    while breaker.guess is not None:
        breaker.answer(game.feedback(secret, breaker.guess))
    return [list(map(str, row)) for row in breaker.rows]

rng = random.Random(9)
games = [CLASSIC, SENHA, custom(pegs=3, colours=4), custom(colours=3, answer="per position")]
print(json.dumps({
    "module": arrays.np.__name__,
    "looks": [look(game, play(game, rng, liar)) for game in games for liar in (False, True, True)],
    "guesses": [guesses(game) for game in games],
}))
"""


def answers(numpy: str) -> dict:
    done = subprocess.run(
        [sys.executable, "-c", PROGRAM, numpy], capture_output=True, text=True, check=False
    )
    assert done.stderr == ""
    return json.loads(done.stdout)


@pytest.fixture(scope="module")
def with_and_without() -> tuple[dict, dict]:
    return answers("there"), answers("absent")


def test_numpy_is_used_where_it_is_and_missed_nowhere(with_and_without):
    there, absent = with_and_without
    assert there["module"] == "numpy"
    assert absent["module"] == "mastermind_edu.games.plain"


def test_candidates_facts_contradictions_and_the_map_are_the_same(with_and_without):
    there, absent = with_and_without
    assert any("cannot" in look[3][0] for look in there["looks"])
    assert any("because" in "".join(look[4]) for look in there["looks"])
    assert absent["looks"] == there["looks"]


def test_the_computer_guesses_the_same(with_and_without):
    there, absent = with_and_without
    assert absent["guesses"] == there["guesses"]
