"""Envelopes: they give the secret back, tell nothing, and notice every change."""

import os
import subprocess
import sys

import pytest

from mastermind_edu.games.catalogue import CLASSIC, GAMES, SENHA, custom
from mastermind_edu.games.codes import InvalidCode
from mastermind_edu.games.sealing import KEY_VARIABLE, BrokenSeal, open_envelope, seal


@pytest.mark.parametrize("game", GAMES, ids=lambda game: game.key)
def test_an_envelope_gives_its_secret_back(game) -> None:
    for index in (0, game.space.size // 3, game.space.size - 1):
        secret = game.space.code_at(index)
        assert open_envelope(game, seal(game, secret)) == secret


def test_one_secret_never_looks_the_same() -> None:
    assert len({seal(CLASSIC, (0, 0, 0, 0)) for _ in range(50)}) == 50


def test_a_changed_envelope_is_refused() -> None:
    envelope = seal(CLASSIC, (3, 2, 1, 0))
    for place in range(len(envelope)):
        other = "A" if envelope[place] != "A" else "B"
        with pytest.raises(BrokenSeal, match="cannot be opened any more"):
            open_envelope(CLASSIC, envelope[:place] + other + envelope[place + 1 :])


@pytest.mark.parametrize("text", ["", "no envelope", "ä", "AAAA", "A" * 44])
def test_what_is_no_envelope_is_refused(text: str) -> None:
    with pytest.raises(BrokenSeal):
        open_envelope(CLASSIC, text)


def test_an_envelope_of_another_game_is_refused() -> None:
    with pytest.raises(BrokenSeal):
        open_envelope(SENHA, seal(CLASSIC, (3, 2, 1, 0)))
    with pytest.raises(BrokenSeal):
        open_envelope(custom(pegs=3), seal(custom(pegs=4), (3, 2, 1, 0)))


def test_only_codes_of_the_game_are_sealed() -> None:
    with pytest.raises(InvalidCode):
        seal(SENHA, (0, 0, 1, 1))


def elsewhere(code: str, key: str | None) -> str:
    environment = {name: value for name, value in os.environ.items() if name != KEY_VARIABLE}
    if key is not None:
        environment[KEY_VARIABLE] = key
    command = (
        "from mastermind_edu.games.catalogue import CLASSIC;"
        "from mastermind_edu.games.sealing import *;" + code
    )
    done = subprocess.run(
        [sys.executable, "-c", command],
        env=environment,
        capture_output=True,
        text=True,
        check=False,
    )
    return done.stdout.strip() or done.stderr.strip().splitlines()[-1]


def test_kernels_with_the_same_key_open_each_others_envelopes() -> None:
    envelope = elsewhere("print(seal(CLASSIC, (3, 2, 1, 0)))", "class 7b")
    assert elsewhere(f"print(open_envelope(CLASSIC, {envelope!r}))", "class 7b") == "(3, 2, 1, 0)"


@pytest.mark.parametrize("key", ["class 7c", None])
def test_without_the_key_an_envelope_stays_shut(key: str | None) -> None:
    envelope = elsewhere("print(seal(CLASSIC, (3, 2, 1, 0)))", "class 7b")
    assert "BrokenSeal" in elsewhere(f"print(open_envelope(CLASSIC, {envelope!r}))", key)
