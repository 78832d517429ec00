"""What a pupil may be called, and which nicknames are the same."""

from __future__ import annotations

import pytest

from mastermind_edu.classbook.nicknames import LONGEST, InvalidNickname, check_nickname, folded


@pytest.mark.parametrize(
    ("written", "kept"),
    [
        ("Ana", "Ana"),
        ("  Ana \t Lu\n", None),
        ("  Ana   Lu ", "Ana Lu"),
        ("e\u0301lan", "élan"),
        ("王小明", "王小明"),
        ("<b>Ana</b>", "<b>Ana</b>"),
        ("=1+1", "=1+1"),
        ("👩\u200d🎓", "👩\u200d🎓"),
        ("x" * LONGEST, "x" * LONGEST),
    ],
)
def test_a_nickname_is_trimmed_and_composed(written: str, kept: str | None) -> None:
    if kept is None:
        with pytest.raises(InvalidNickname, match="letters, digits and signs only"):
            check_nickname(written)
    else:
        assert check_nickname(written) == kept


@pytest.mark.parametrize("written", ["", "   ", "\u200d", "\u200c \u200d", "\u3000"])
def test_a_nickname_that_nobody_can_see_is_none(written: str) -> None:
    with pytest.raises(InvalidNickname, match="Write a nickname first"):
        check_nickname(written)


@pytest.mark.parametrize(
    "written", ["a\0b", "a\nb", "a\x1bb", "a\u202eb", "a\u2066b", "a\u2028b", "a\ufeffb", "\ud800"]
)
def test_a_control_character_is_refused(written: str) -> None:
    with pytest.raises(InvalidNickname, match="letters, digits and signs only"):
        check_nickname(written)


def test_a_nickname_has_a_longest() -> None:
    with pytest.raises(InvalidNickname, match="at most 20 characters"):
        check_nickname("x" * (LONGEST + 1))


@pytest.mark.parametrize(
    ("one", "other"),
    [("Ana", "aNA"), ("Straße", "STRASSE"), ("Ana", "Ａｎａ"), ("Ana", "An\u200da"), ("É", "é")],
)
def test_nicknames_that_look_the_same_fold_to_the_same(one: str, other: str) -> None:
    assert folded(one) == folded(other)


@pytest.mark.parametrize(("one", "other"), [("Ana", "Anna"), ("José", "Jose"), ("A B", "AB")])
def test_other_nicknames_stay_apart(one: str, other: str) -> None:
    assert folded(one) != folded(other)
