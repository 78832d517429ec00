"""The proof in the page: known optima, what is told on the way, stopping it."""

import logging
import threading

import pytest

from mastermind_edu.games.catalogue import BULLS_AND_COWS, CLASSIC, SUPER, WITH_BLANKS, custom
from mastermind_edu.solvers.optimal import SearchProgress
from mastermind_edu.widgets import ProofOfBest, proof_of_best
from mastermind_edu.widgets.proof_of_best import SMALL_GAMES, NothingToProve

PATIENCE = 60
SMALL = custom(pegs=3, colours=4)


def state(proof: ProofOfBest) -> dict:
    return proof.comm.state["_state"]


def figures(proof: ProofOfBest) -> list[str]:
    return [one["value"] for one in state(proof)["figures"]]


@pytest.mark.parametrize(
    ("game", "total"), list(zip(SMALL_GAMES, [206, 451, 854, 905, 2463], strict=True)), ids=repr
)
def test_the_proven_totals_are_the_known_ones(game, total) -> None:
    proof = ProofOfBest([game])
    proof.comm.act("start", game=0, limit=0)
    proof.wait(PATIENCE)
    assert state(proof)["phase"] == "proven"
    assert (proof.tree.total, proof.tree.bound) == (total, total)
    assert (
        f"fewer than {total:,} guesses for all {game.space.size:,} codes" in state(proof)["result"]
    )
    assert figures(proof)[:2] == [f"{total:,}", f"{total:,}"]
    assert state(proof)["low"] == state(proof)["high"]
    assert proof.comm.state["_progress"] == pytest.approx(1.0)


def test_the_average_and_the_worst_case_are_told() -> None:
    proof = ProofOfBest([SMALL])
    proof.run()
    assert "3.219 on average, and 4 at worst" in state(proof)["result"]


def test_two_pegs_of_three_colours_need_21_guesses_as_counted_by_hand() -> None:
    game = custom(pegs=2, colours=3)
    proof = ProofOfBest([game])
    proof.run()
    by_hand = 1 * 1 + 4 * 2 + 4 * 3
    assert len(game.feedbacks) == 1 + 4
    assert proof.tree.total == by_hand


def test_a_limit_that_costs_a_guess_and_one_that_cannot_be_kept() -> None:
    proof = ProofOfBest([SMALL], limits=[None, 4, 3])
    assert proof.comm.state["_choices"]["limits"] == [
        "any number of guesses",
        "at most 4 guesses",
        "at most 3 guesses",
    ]
    proof.comm.act("start", game=0, limit=1)
    proof.wait(PATIENCE)
    assert (proof.tree.total, proof.tree.worst) == (206, 4)
    proof.comm.act("start", game=0, limit=2)
    proof.wait(PATIENCE)
    assert (proof.tree, state(proof)["phase"]) == (None, "none")
    assert state(proof)["result"] == "No strategy finds every code within 3 guesses."


def test_bound_and_best_close_in_on_each_other(monkeypatch) -> None:
    def steps(game, worst, progress):
        for best, bound in [(100, 60), (100, 80), (90, 80), (85, 85)]:
            progress(SearchProgress(1, best, bound))
            seen.append((round(state(proof)["low"], 3), round(state(proof)["high"], 3)))
        return original(game, worst, progress)

    seen: list[tuple[float, float]] = []
    original = proof_of_best.optimal_tree
    monkeypatch.setattr(proof_of_best, "optimal_tree", steps)
    proof = ProofOfBest([SMALL])
    proof.run()
    assert seen == [(0.0, 1.0), (0.5, 1.0), (0.5, 0.75), (0.625, 0.625)]


def test_stopping_keeps_the_best_found_and_says_that_it_is_not_proven() -> None:
    proof = ProofOfBest([WITH_BLANKS])
    proof.observe(lambda change: change["new"]["figures"] and proof.comm.act("cancel"), "_state")
    proof.comm.act("start", game=0, limit=0)
    proof.wait(PATIENCE)
    assert not proof._work.running
    assert not proof.tree.proven
    assert state(proof)["phase"] == "stopped"
    assert state(proof)["result"] == "Stopped before the proof."
    assert proof.tree.bound < 11228 <= proof.tree.total
    assert figures(proof)[:2] == [f"{proof.tree.total:,}", f"{proof.tree.bound:,}"]


def test_another_proof_drops_the_one_before(monkeypatch) -> None:
    started = threading.Event()

    def endless(_game, _worst, progress):
        while True:
            progress(SearchProgress(1, 100, 50))
            started.set()

    proof = ProofOfBest([WITH_BLANKS, SMALL])
    with monkeypatch.context() as patched:
        patched.setattr(proof_of_best, "optimal_tree", endless)
        proof.comm.act("start", game=0, limit=0)
        assert started.wait(PATIENCE)
    dropped = proof._work._thread
    proof.comm.act("start", game=1, limit=0)
    proof.wait(PATIENCE)
    dropped.join(PATIENCE)
    assert not dropped.is_alive()
    assert (state(proof)["game"], proof.tree.total) == (1, 206)


def test_a_game_too_large_is_said_in_the_page(caplog) -> None:
    proof = ProofOfBest([SUPER])
    proof.comm.act("start", game=0, limit=0)
    proof.wait(PATIENCE)
    assert "32,768" in proof.comm.notice
    assert (state(proof)["phase"], proof.tree) == ("idle", None)
    assert caplog.records == []


def test_a_failure_reaches_the_page_and_the_log(monkeypatch, caplog) -> None:
    monkeypatch.setattr(proof_of_best, "optimal_tree", lambda *_: 1 // 0)
    proof = ProofOfBest([SMALL])
    proof.comm.act("start", game=0, limit=0)
    with caplog.at_level(logging.ERROR):
        proof.wait(PATIENCE)
    assert proof.comm.notice.startswith("Something went wrong here.")
    assert [record.exc_info[0] for record in caplog.records] == [ZeroDivisionError]


@pytest.mark.parametrize(
    "message",
    [
        {"type": "start", "game": 1, "limit": 0},
        {"type": "start", "game": -1, "limit": 0},
        {"type": "start", "game": 0, "limit": 1},
        {"type": "start", "game": 0, "limit": None},
        {"type": "start", "game": "0", "limit": 0},
        {"type": "start", "game": True, "limit": 0},
        {"type": "start", "limit": 0},
        {"type": "prove"},
        {},
    ],
)
def test_what_a_page_may_not_ask_changes_nothing(message) -> None:
    proof = ProofOfBest([SMALL])
    proof.run()
    before = proof.tree, state(proof)
    proof.comm.deliver(message)
    assert (proof.tree, state(proof)) == before
    assert not proof._work.running
    assert proof.comm.notice


def test_there_must_be_something_to_prove() -> None:
    with pytest.raises(NothingToProve):
        ProofOfBest([])
    with pytest.raises(NothingToProve):
        ProofOfBest([CLASSIC], limits=[])


def test_its_text_form_is_stable() -> None:
    proof = ProofOfBest([SMALL])
    assert repr(proof) == "<ProofOfBest 3 pegs, 4 colours: not searched>"
    proof.run()
    assert repr(proof) == "<ProofOfBest 3 pegs, 4 colours: total 206>"
    assert repr(ProofOfBest([BULLS_AND_COWS])) == "<ProofOfBest Bulls and cows: not searched>"
