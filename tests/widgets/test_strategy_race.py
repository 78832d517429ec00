"""The race: totals that are known, strategies of one's own, cancel, CSV."""

import csv
import io
import logging
import threading

import pytest

from mastermind_edu.games.catalogue import CLASSIC, SENHA, custom
from mastermind_edu.solvers.candidates import candidates
from mastermind_edu.solvers.own import NotAStrategy, StrategyFailed
from mastermind_edu.solvers.strategies import (
    ENTROPY,
    EXPECTED_SIZE,
    FIRST,
    MINIMAX,
    MOST_PARTS,
    RANDOM,
)
from mastermind_edu.widgets import StrategyRace, strategy_race
from mastermind_edu.widgets.strategy_race import MOST_COLUMNS, NothingToRace

PATIENCE = 60
SMALL = custom(pegs=2, colours=4)


class InOrder:
    """Guesses one code after the other, whatever the answers."""

    name = "In order"

    def choose(self, game, rows):
        return game.space.code_at(len(rows))


class FirstThatFits:
    key = "mine"

    def choose(self, game, rows):
        return game.space.code(candidates(game, rows)[0])


def state(race: StrategyRace) -> dict:
    return race._state


@pytest.fixture(scope="module")
def finished():
    race = StrategyRace(CLASSIC)
    race.run()
    return race


@pytest.fixture
def held(monkeypatch):
    """Have each tree after the first wait, telling its progress, until this event is set."""
    go, waiting = threading.Event(), threading.Event()
    trees = iter([strategy_race.tree_of])

    def tree_of(game, strategy, progress):
        built = next(trees, None)
        while built is None and not go.is_set():
            progress(0, 1)
            waiting.set()
        return (built or original)(game, strategy, progress)

    original = strategy_race.tree_of
    monkeypatch.setattr(strategy_race, "tree_of", tree_of)
    go.waiting = waiting
    yield go
    go.set()


@pytest.mark.parametrize(
    ("strategy", "total", "average", "worst"),
    [
        (MINIMAX, "5,801", "4.476", "5"),
        (EXPECTED_SIZE, "5,696", "4.395", "6"),
        (ENTROPY, "5,722", "4.415", "6"),
        (MOST_PARTS, "5,668", "4.373", "6"),
    ],
    ids=lambda value: getattr(value, "key", value),
)
def test_the_figures_are_the_published_ones(finished, strategy, total, average, worst) -> None:
    one = next(one for one in state(finished)["results"] if one["name"] == strategy.name)
    assert (one["total"], one["average"], one["worst"]) == (total, average, worst)


def test_each_histogram_counts_every_code_once(finished) -> None:
    for one in state(finished)["results"]:
        assert sum(one["counts"]) == 1296
    assert state(finished)["most"] == max(max(one["counts"]) for one in state(finished)["results"])
    assert state(finished)["phase"] == "done"


def test_the_csv_parses_back_to_the_trees(finished) -> None:
    text = state(finished)["csv"]
    assert text == finished.csv
    lines = list(csv.DictReader(io.StringIO(text)))
    assert [line["strategy"] for line in lines] == list(finished.trees)
    for line in lines:
        tree = finished.trees[line["strategy"]]
        assert line["game"] == "classic"
        assert int(line["secrets"]) == 1296
        assert int(line["total"]) == tree.total
        assert float(line["average"]) == pytest.approx(tree.average, abs=1e-4)
        assert int(line["worst"]) == tree.worst
        histogram = {int(name): int(n) for name, n in line.items() if name.isdigit() and n != "0"}
        assert histogram == {length: n for length, n in tree.histogram.items() if n}


def test_a_race_can_be_run_on_another_game() -> None:
    race = StrategyRace(CLASSIC, games=[CLASSIC, SENHA])
    race.run(["entropy"], SENHA)
    assert race.trees["entropy"].total == 1056
    assert (state(race)["game"], state(race)["gameName"]) == (1, "Senha")


def test_games_of_ones_own_are_named_by_their_size() -> None:
    games = [custom(pegs=3, colours=4), custom(pegs=1, colours=2, blanks=True, repeats=False)]
    race = StrategyRace(games[0], games=games)
    assert race.comm.state["_choices"]["games"] == [
        "3 pegs, 4 colours",
        "1 peg, 2 colours, with blanks, no repeats",
    ]


def test_the_page_starts_a_race_with_some_strategies() -> None:
    race = StrategyRace(CLASSIC, games=[CLASSIC, SMALL])
    race.comm.act("start", game=1, strategies=["first", "minimax", "first"])
    race.wait(PATIENCE)
    assert list(race.trees) == ["first", "minimax"]
    assert state(race)["phase"] == "done"
    assert state(race)["chosen"] == ["first", "minimax"]
    assert race.comm.state["_progress"] == 1.0


def test_a_strategy_of_ones_own_takes_part() -> None:
    race = StrategyRace(CLASSIC, strategies=[FIRST, FirstThatFits()])
    race.run()
    assert (race.trees["mine"].lengths == race.trees["first"].lengths).all()
    assert race.comm.state["_choices"]["strategies"][1]["name"] == "FirstThatFits"


def test_a_long_histogram_ends_in_a_column_for_the_rest() -> None:
    race = StrategyRace(SMALL, strategies=[InOrder()])
    race.run()
    assert race.trees["in-order"].histogram == dict.fromkeys(range(1, 17), 1)
    assert state(race)["lengths"] == [*map(str, range(1, MOST_COLUMNS)), "10 or more"]
    assert state(race)["results"][0]["counts"] == [1] * 9 + [7]


def test_what_arrives_is_shown_and_kept_when_the_rest_is_cancelled(held) -> None:
    race = StrategyRace(CLASSIC)
    race.comm.act("start", game=0, strategies=["first", "minimax"])
    assert held.waiting.wait(PATIENCE)
    assert state(race)["phase"] == "working"
    assert [one["name"] for one in state(race)["results"]] == [FIRST.name]
    race.comm.act("cancel")
    race.wait(PATIENCE)
    assert not race._work.running
    assert list(race.trees) == ["first"]
    assert (state(race)["phase"], state(race)["chosen"]) == ("stopped", ["first", "minimax"])


def test_a_cancel_that_comes_too_late_leaves_the_results_as_they_are() -> None:
    race = StrategyRace(SMALL, strategies=[FIRST])
    race.comm.act("start", game=0, strategies=["first"])
    race.wait(PATIENCE)
    over = state(race)
    race.comm.act("cancel")
    assert state(race) == over
    assert over["phase"] == "done"


def test_a_new_race_drops_the_one_before(held) -> None:
    race = StrategyRace(CLASSIC, games=[CLASSIC, SMALL])
    race.comm.act("start", game=0, strategies=["first", "minimax"])
    assert held.waiting.wait(PATIENCE)
    held.set()
    race.comm.act("start", game=1, strategies=["random"])
    race.wait(PATIENCE)
    assert list(race.trees) == ["random"]
    assert race.trees["random"].game == SMALL


def test_a_strategy_that_fails_is_named_in_the_page() -> None:
    class Broken:
        name = "Broken"

        def choose(self, game, rows):
            return {}[game.key, rows]

    race = StrategyRace(SMALL, strategies=[RANDOM, Broken()])
    race.comm.act("start", game=0, strategies=["random", "broken"])
    race.wait(PATIENCE)
    assert race.comm.notice == "Broken failed before the first row: KeyError: ('custom', ())."
    assert (state(race)["phase"], list(race.trees)) == ("stopped", ["random"])
    with pytest.raises(StrategyFailed):
        race.run()


def test_a_failure_of_the_course_is_logged(monkeypatch, caplog) -> None:
    monkeypatch.setattr(strategy_race, "tree_of", lambda *_: 1 // 0)
    race = StrategyRace(SMALL)
    race.comm.act("start", game=0, strategies=["random"])
    with caplog.at_level(logging.ERROR):
        race.wait(PATIENCE)
    assert race.comm.notice.startswith("Something went wrong here.")
    assert [record.exc_info[0] for record in caplog.records] == [ZeroDivisionError]
    assert state(race)["phase"] == "stopped"


@pytest.mark.parametrize(
    "message",
    [
        {"type": "start", "game": 0, "strategies": []},
        {"type": "start", "game": 0, "strategies": ["nobody"]},
        {"type": "start", "game": 0, "strategies": "minimax"},
        {"type": "start", "game": 0, "strategies": [["minimax"]]},
        {"type": "start", "game": 0},
        {"type": "start", "game": 1, "strategies": ["minimax"]},
        {"type": "start", "game": -1, "strategies": ["minimax"]},
        {"type": "start", "game": True, "strategies": ["minimax"]},
        {"type": "start", "strategies": ["minimax"]},
        {"type": "run"},
        {},
    ],
)
def test_what_a_page_may_not_ask_changes_nothing(message) -> None:
    race = StrategyRace(SMALL)
    race.run(["first"])
    before = dict(race.trees), state(race)
    race.comm.deliver(message)
    assert (race.trees, state(race)) == before
    assert not race._work.running
    assert race.comm.notice


def test_an_unknown_strategy_is_refused_and_the_known_are_named() -> None:
    with pytest.raises(NothingToRace, match="Smallest worst case"):
        StrategyRace(SMALL).run(["nobody"])


def test_a_race_needs_strategies_that_can_be_told_apart() -> None:
    with pytest.raises(NothingToRace, match="at least one"):
        StrategyRace(SMALL, strategies=[])
    with pytest.raises(NothingToRace, match="'random' twice"):
        StrategyRace(SMALL, strategies=[RANDOM, RANDOM.seeded(3)])
    with pytest.raises(NotAStrategy):
        StrategyRace(SMALL, strategies=["minimax"])


def test_its_text_form_is_stable(finished) -> None:
    assert repr(finished) == (
        "<StrategyRace classic: random, first, minimax, expected-size, entropy, most-parts>"
    )
