"""The named games are those of the published rules; games of one's own stay within limits."""

import tomllib
from pathlib import Path

import pytest

from mastermind_edu.games.catalogue import (
    ANSWERS,
    CLASSIC,
    GAMES,
    MINI,
    UnknownGame,
    custom,
    game,
    grand,
)
from mastermind_edu.games.feedback import CountedMarking, PerPositionMarking
from mastermind_edu.games.grand import ShapedMarking
from mastermind_edu.games.pegs import Blank
from mastermind_edu.games.rules import InvalidRules

TABLE = tomllib.loads((Path(__file__).parents[1] / "data" / "games.toml").read_text("utf-8"))
MARKINGS = {
    "counted": CountedMarking,
    "per position": PerPositionMarking,
    "shaped": ShapedMarking,
}


def test_every_game_of_the_table_is_in_the_catalogue_once():
    assert [rules.key for rules in GAMES] == [row["key"] for row in TABLE["game"]]


@pytest.mark.parametrize("row", TABLE["game"], ids=lambda row: row["key"])
def test_a_game_is_as_the_table_says(row):
    rules = game(row["key"])
    assert rules.space.pegs == row["pegs"]
    assert len(rules.space.kinds) == row["kinds"]
    assert rules.space.size == row["size"]
    assert rules.space.repeats == row["repeats"]
    assert any(isinstance(kind, Blank) for kind in rules.space.kinds) == row["blanks"]
    assert type(rules.marking) is MARKINGS[row["answer"]]
    assert rules.rows == row["rows"]
    assert {key.meaning: key.name for key in rules.keys} == row["keys"]


@pytest.mark.parametrize("row", [row for row in TABLE["game"] if "answers" in row])
def test_a_game_has_as_many_answers_as_the_table_says(row):
    assert len(game(row["key"]).feedbacks) == row["answers"]


@pytest.mark.parametrize("rules", GAMES)
def test_key_pegs_of_a_game_differ_in_name_and_fill(rules):
    assert len({key.name for key in rules.keys}) == len({key.fill for key in rules.keys})
    assert len({key.fill for key in rules.keys}) == len(rules.keys)


def test_mini_is_classic_with_fewer_rows():
    assert (MINI.space, MINI.feedbacks) == (CLASSIC.space, CLASSIC.feedbacks)


@pytest.mark.parametrize("rows", [6, 8, 12])
def test_a_game_can_be_played_in_another_number_of_rows(rows):
    other = CLASSIC.with_rows(rows)
    assert (other.rows, other.key, other.space) == (rows, "classic", CLASSIC.space)
    assert CLASSIC.rows == 10


@pytest.mark.parametrize("rows", [0, -1])
def test_a_game_without_rows_is_refused(rows):
    with pytest.raises(InvalidRules) as refusal:
        CLASSIC.with_rows(rows)
    assert str(refusal.value) == f"A game has at least 1 row, got {rows}."


def test_games_show_what_they_are():
    assert repr(CLASSIC) == "<Rules classic: <CodeSpace 4 pegs x 6 kinds: 1,296>, 10 rows>"


def test_titles_are_names():
    assert [rules.name for rules in GAMES] == [
        "Classic",
        "With blanks",
        "Senha",
        "Mini",
        "Super",
        "Bulls and cows",
        "Grand",
    ]


def test_a_game_that_there_is_not_is_refused_with_those_that_there_are():
    with pytest.raises(UnknownGame) as refusal:
        game("chess")
    assert str(refusal.value) == (
        "There is no game 'chess'. The games are "
        "classic, with-blanks, senha, mini, super, bulls-and-cows, grand."
    )


# Games of one's own


@pytest.mark.parametrize("pegs", [1, 8])
@pytest.mark.parametrize("colours", [2, 12])
@pytest.mark.parametrize("blanks", [True, False])
@pytest.mark.parametrize("answer", ANSWERS)
@pytest.mark.parametrize("rows", [1, 20])
def test_the_limits_themselves_are_allowed(pegs, colours, blanks, answer, rows):
    rules = custom(pegs=pegs, colours=colours, blanks=blanks, answer=answer, rows=rows)
    assert rules.space.size == (colours + blanks) ** pegs
    assert (rules.rows, type(rules.marking)) == (rows, MARKINGS[answer])


def test_a_blank_counts_as_a_colour_where_there_are_no_repeats():
    assert custom(pegs=4, colours=3, repeats=False, blanks=True).space.size == 24


@pytest.mark.parametrize(
    ("options", "message"),
    [
        ({"pegs": 0}, "Expected 1 to 8 pegs, got 0."),
        ({"pegs": 9}, "Expected 1 to 8 pegs, got 9."),
        ({"pegs": "4"}, "Expected 1 to 8 pegs, got '4'."),
        ({"pegs": 4.0}, "Expected 1 to 8 pegs, got 4.0."),
        ({"colours": 1}, "Expected 2 to 12 colours, got 1."),
        ({"colours": 13}, "Expected 2 to 12 colours, got 13."),
        ({"colours": None}, "Expected 2 to 12 colours, got None."),
        ({"rows": 0}, "Expected 1 to 20 rows, got 0."),
        ({"rows": 21}, "Expected 1 to 20 rows, got 21."),
        ({"answer": "guess"}, "The answer is one of counted, per position, got 'guess'."),
        ({"answer": None}, "The answer is one of counted, per position, got None."),
        (
            {"pegs": 5, "colours": 4, "repeats": False},
            "Without repeats, 5 pegs need at least 5 colours.",
        ),
        (
            {"pegs": 5, "colours": 3, "repeats": False, "blanks": True},
            "Without repeats, 5 pegs need at least 4 colours and the blank.",
        ),
    ],
)
def test_a_game_out_of_range_is_refused(options, message):
    with pytest.raises(UnknownGame) as refusal:
        custom(**options)
    assert str(refusal.value) == message


@pytest.mark.parametrize(
    ("options", "message"),
    [
        ({"pegs": 9}, "Expected 1 to 8 pegs, got 9."),
        ({"colours": 0}, "Expected 1 to 12 colours, got 0."),
        ({"shapes": 6}, "Expected 1 to 5 shapes, got 6."),
        ({"rows": 21}, "Expected 1 to 20 rows, got 21."),
    ],
)
def test_a_grand_game_out_of_range_is_refused(options, message):
    with pytest.raises(UnknownGame) as refusal:
        grand(**options)
    assert str(refusal.value) == message


@pytest.mark.parametrize("error", [UnknownGame, InvalidRules])
def test_refusals_are_value_errors(error):
    assert issubclass(error, ValueError)


def test_readable_answers_are_given_only_to_codes_of_the_game():
    with pytest.raises(ValueError, match=r"^A code has 4 pegs, got 3\.$"):
        CLASSIC.feedback((0, 0, 1, 1), (0, 0, 1))
    with pytest.raises(ValueError, match=r"^There is no peg 6 in this game\."):
        CLASSIC.feedback((0, 0, 1, 6), (0, 0, 1, 1))
