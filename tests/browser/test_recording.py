"""The search for a code in what has been recorded, and the frames of a kernel's websocket."""

from __future__ import annotations

import pytest

from mastermind_edu.games.catalogue import BULLS_AND_COWS, CLASSIC, GRAND

from .recording import Message, forms


@pytest.mark.parametrize(
    "text",
    [
        "RGBY",
        "the code is rgby.",
        '"letters": ["R", "G", "B", "Y"]',
        "red, green, blue, yellow",
        "The code was red, green, blue, yellow.",
        r"{\"names\": [\"red\", \"green\", \"blue\", \"yellow\"]}",
        '"secret": [0, 1, 2, 3]',
        "[0,1,2,3]",
        "0123",
        "1234",
        "1 2 3 4",
        "1-2-3-4",
        "[\n  0,\n  1,\n  2,\n  3\n]",
    ],
)
def test_a_code_is_found_in_every_form(text: str) -> None:
    assert forms(CLASSIC, (0, 1, 2, 3)).search(text)


@pytest.mark.parametrize("text", ["RGBYP", "3.1234", "12345", "a1234", "0, 1, 2", "#001233"])
def test_what_only_begins_or_ends_like_a_code_is_none(text: str) -> None:
    assert not forms(CLASSIC, (0, 1, 2, 3)).search(text)


def test_codes_of_digits_and_of_shapes_are_found_too() -> None:
    assert forms(BULLS_AND_COWS, (4, 0, 8, 9)).search("4089")
    code = GRAND.space.parse("YsRcRcBd")
    assert forms(GRAND, code).search(f"it is {GRAND.space.spell(code)}!")


def test_a_message_is_written_as_it_was_read() -> None:
    message = Message("shell", {"msg_type": "comm_msg"}, {"data": {"type": "new"}}, [b"\x00\xff"])
    assert Message.read(message.frame()) == message
