"""The key that all kernels of a computer share, in a file that outlasts the command."""

from __future__ import annotations

import os
import stat
from pathlib import Path

import pytest

from mastermind_edu.classroom.sealing_key import default_key_file, hand_out_key
from mastermind_edu.games.sealing import KEY_VARIABLE


@pytest.fixture(autouse=True)
def _no_key(monkeypatch: pytest.MonkeyPatch) -> None:
    """Begin without a key, and leave none behind."""
    monkeypatch.setenv(KEY_VARIABLE, "")


def handed_out(monkeypatch: pytest.MonkeyPatch, file: Path) -> str:
    monkeypatch.setenv(KEY_VARIABLE, "")
    hand_out_key(file)
    return os.environ[KEY_VARIABLE]


def test_the_same_file_gives_the_same_key_and_another_file_another(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    first = handed_out(monkeypatch, tmp_path / "new" / "key")
    assert len(first) == 64
    assert handed_out(monkeypatch, tmp_path / "new" / "key") == first
    assert handed_out(monkeypatch, tmp_path / "key") != first


@pytest.mark.skipif(os.name != "posix", reason="file modes are those of POSIX")
def test_nobody_else_can_read_the_key(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    handed_out(monkeypatch, tmp_path / "key")
    assert stat.S_IMODE((tmp_path / "key").stat().st_mode) == 0o600


def test_a_key_of_the_environment_stays(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    monkeypatch.setenv(KEY_VARIABLE, "the class's own")
    hand_out_key(tmp_path / "key")
    assert os.environ[KEY_VARIABLE] == "the class's own"
    assert not (tmp_path / "key").exists()


@pytest.mark.parametrize("content", [b"", b"\xff\xfe"])
def test_a_file_without_a_key_gives_a_new_one_each_time(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path, content: bytes
) -> None:
    (tmp_path / "key").write_bytes(content)
    keys = {handed_out(monkeypatch, tmp_path / "key") for _ in range(2)}
    assert len(keys) == 2
    assert {len(key) for key in keys} == {64}


def test_a_place_that_cannot_be_written_gives_a_key_all_the_same(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    (tmp_path / "file").touch()
    assert len(handed_out(monkeypatch, tmp_path / "file" / "key")) == 64


def test_the_key_is_kept_with_the_data_of_the_person() -> None:
    assert default_key_file().name == "key"
    assert "mastermind-edu" in default_key_file().parts
