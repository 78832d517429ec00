"""The readable rules must run where NumPy is not (yet) there, as in a browser."""

import subprocess
import sys

BLOCKED = """
import sys
sys.modules["numpy"] = None  # makes every import of it fail
import importlib, pkgutil
import mastermind_edu.games
"""


def run(program):
    return subprocess.run(
        [sys.executable, "-c", BLOCKED + program], capture_output=True, text=True, check=False
    )


def test_a_game_is_read_marked_and_played_without_numpy():
    done = run("""
from mastermind_edu.games.catalogue import CLASSIC, GAMES, GRAND, SENHA
from mastermind_edu.games.play import Game
parse = CLASSIC.space.parse
print(CLASSIC.feedback(parse("RGBY"), parse("1122")))
print(SENHA.feedback(SENHA.space.parse("RGBY"), SENHA.space.parse("RBOP")))
print(GRAND.feedback(GRAND.space.parse("YsRcRcRc"), GRAND.space.parse("RcBcGtGt")))
for rules in GAMES:
    game = Game(rules, seed=1)
    game.guess(rules.space.code_at(0))
    game.resign()
    print(rules.key, rules.space.size, rules.space.format(game.secret))
print("numpy" in sys.modules and sys.modules["numpy"])
""")
    assert done.stderr == ""
    lines = done.stdout.splitlines()
    assert lines[0] == "1 in the right place, 1 in the wrong place"
    assert lines[1].startswith("place 1: in the right place; place 2: in the wrong place;")
    assert len(lines) == 11
    assert lines[-1] == "None"


def test_only_the_fast_modules_of_games_need_numpy():
    done = run("""
for module in pkgutil.iter_modules(mastermind_edu.games.__path__, "mastermind_edu.games."):
    try:
        importlib.import_module(module.name)
    except ImportError as error:
        print(module.name.removeprefix("mastermind_edu.games."), error.name)
""")
    assert done.stderr == ""
    assert {line.split()[0] for line in done.stdout.splitlines()} <= {
        "census",
        "grand_vectorised",
        "vectorised",
    }
    assert "vectorised numpy" in done.stdout.splitlines()


def test_many_answers_at_once_are_marked_readably_without_numpy():
    done = run("""
from mastermind_edu.games.catalogue import CLASSIC, GAMES
for rules in GAMES:
    if rules.space.size < 10_000:
        print(rules.key, len(rules.space.array()), rules.space.array()[1].tolist())
ids = CLASSIC.feedback_ids((0, 0, 1, 1), CLASSIC.space.array())
print(sum(CLASSIC.feedbacks[i] == (1, 1) for i in ids))
""")
    assert done.stderr == ""
    lines = done.stdout.splitlines()
    assert "classic 1296 [0, 0, 0, 1]" in lines
    assert "senha 360 [0, 1, 2, 4]" in lines
    assert lines[-1] == "208"


def test_arrays_of_wrong_codes_are_refused_without_numpy_too():
    done = run("""
from mastermind_edu.games.catalogue import CLASSIC
for wrong in [[(0, 0, 1)], [(0, 0, 1, 6)]]:
    try:
        CLASSIC.feedback_ids((0, 0, 1, 1), wrong)
    except ValueError as error:
        print(type(error).__name__)
""")
    assert done.stderr == ""
    assert done.stdout.split() == ["WrongLength", "UnknownPeg"]
