"""The parts of a guess: what the chart tells its page, checked against counting one by one."""

from collections import Counter

import pytest

from mastermind_edu.games.catalogue import BULLS_AND_COWS, CLASSIC, SENHA, WITH_BLANKS, custom
from mastermind_edu.games.codes import InvalidCode
from mastermind_edu.widgets import Board, PartitionChart
from mastermind_edu.widgets.partition_chart import MOST_BARS

SMALL = custom(pegs=3, colours=4)
ROWS = [((0, 0, 1, 1), (1, 1)), ((0, 2, 1, 3), (2, 0))]


def counted(game, rows, guess) -> Counter:
    """Count the answers of the codes that fit ``rows``, one by one."""
    return Counter(
        game.feedback(code, guess)
        for code in game.space
        if all(game.feedback(code, row) == answer for row, answer in rows)
    )


def bars(chart: PartitionChart, panel: int = 0) -> dict[str, int]:
    return {
        bar["words"]: bar["size"] for bar in chart.comm.state["_state"]["panels"][panel]["bars"]
    }


def figures(chart: PartitionChart, panel: int = 0) -> list[str]:
    return [one["value"] for one in chart.comm.state["_state"]["panels"][panel]["figures"]]


@pytest.mark.parametrize(
    ("guess", "parts", "largest", "expected", "bits"),
    [
        ("1111", "5", "625", "512.0", "1.50"),
        ("1112", "11", "317", "235.9", "2.69"),
        ("1122", "13", "256", "204.5", "2.89"),
        ("1123", "14", "276", "185.3", "3.04"),
        ("1234", "14", "312", "188.2", "3.06"),
    ],
)
def test_first_guesses_have_the_known_figures(guess, parts, largest, expected, bits) -> None:
    chart = PartitionChart(CLASSIC, guesses=[guess])
    assert figures(chart) == [parts, largest, expected, bits, "yes"]


@pytest.mark.parametrize("game", [SMALL, CLASSIC, WITH_BLANKS], ids=lambda game: game.key)
def test_bars_are_those_of_counting_one_by_one(game) -> None:
    guess = game.space.code_at(7)
    chart = PartitionChart(game, guesses=[guess])
    assert bars(chart) == {str(answer): n for answer, n in counted(game, [], guess).items()}


def test_bars_count_what_fits_the_rows() -> None:
    chart = PartitionChart(CLASSIC, ROWS, guesses=["1122", "6666"])
    for panel, guess in enumerate([(0, 0, 1, 1), (5, 5, 5, 5)]):
        expected = counted(CLASSIC, ROWS, guess)
        assert bars(chart, panel) == {str(answer): n for answer, n in expected.items()}


def test_each_bar_shows_the_key_pegs_of_its_answer() -> None:
    chart = PartitionChart(CLASSIC, guesses=["1122"])
    for bar in chart.comm.state["_state"]["panels"][0]["bars"]:
        exact, misplaced = bar["answer"].count("exact"), bar["answer"].count("misplaced")
        assert str(CLASSIC.check_feedback((exact, misplaced))) == bar["words"]
        assert set(bar["answer"]) <= chart.comm.state["_state"]["keys"].keys()


def test_a_guess_that_cannot_be_the_code_says_so() -> None:
    assert figures(PartitionChart(CLASSIC, ROWS, guesses=["1122"]))[-1] == "no"


def test_many_parts_are_shortened_to_the_largest_and_a_count() -> None:
    chart = PartitionChart(SENHA, guesses=["1234"])
    expected = counted(SENHA, [], (0, 1, 2, 3))
    shown = bars(chart)
    assert len(shown) == MOST_BARS < len(expected)
    assert sorted(shown.values()) == sorted(expected.values())[-MOST_BARS:]
    rest = chart.comm.state["_state"]["panels"][0]["rest"]
    assert rest == f"and {len(expected) - MOST_BARS} more parts, no larger"


def test_without_guesses_the_last_row_is_shown_with_the_part_that_came() -> None:
    chart = PartitionChart(CLASSIC, ROWS)
    (panel,) = chart.comm.state["_state"]["panels"]
    assert panel["guess"] == [0, 2, 1, 3]
    assert bars(chart) == {
        str(answer): n for answer, n in counted(CLASSIC, ROWS[:1], (0, 2, 1, 3)).items()
    }
    assert [bar["words"] for bar in panel["bars"] if bar["happened"]] == [
        str(CLASSIC.check_feedback((2, 0)))
    ]


def test_the_part_that_came_is_shown_however_small_it_is() -> None:
    guess = (0, 1, 2, 3)
    rarest = min(counted(SENHA, [], guess).items(), key=lambda item: item[1])[0]
    chart = PartitionChart(SENHA, [(guess, rarest)])
    bars = chart.comm.state["_state"]["panels"][0]["bars"]
    assert [bar["words"] for bar in bars if bar["happened"]] == [str(rarest)]


def test_before_the_first_row_there_is_nothing_to_show() -> None:
    assert PartitionChart(CLASSIC).comm.state["_state"]["panels"] == []


def test_it_follows_a_board_through_guesses_and_games() -> None:
    board = Board(CLASSIC, secret=(3, 2, 1, 0), games=[CLASSIC, BULLS_AND_COWS])
    chart = PartitionChart(board)
    board.guess("RRGG")
    assert bars(chart) == bars(PartitionChart(CLASSIC, board.rows))
    board.new_game(BULLS_AND_COWS)
    assert chart.comm.state["_state"]["panels"] == []


def test_a_board_of_another_game_drops_guesses_that_are_no_codes_there() -> None:
    board = Board(CLASSIC, games=[CLASSIC, BULLS_AND_COWS])
    chart = PartitionChart(board, guesses=["1122", "1234"])
    board.new_game(BULLS_AND_COWS)
    assert chart.partitions == ()


def test_a_peg_can_be_changed_in_the_page() -> None:
    chart = PartitionChart(CLASSIC, guesses=["1122", "1234"])
    chart.comm.act("change", panel=1, guess=[0, 1, 2, 5])
    assert [split.guess for split in chart.partitions] == [(0, 0, 1, 1), (0, 1, 2, 5)]
    assert chart.comm.state["_state"]["panels"][1]["guess"] == [0, 1, 2, 5]


def test_a_guess_that_is_no_code_is_refused() -> None:
    with pytest.raises(InvalidCode):
        PartitionChart(CLASSIC, guesses=["112"])


@pytest.mark.parametrize(
    "message",
    [
        {"type": "change", "panel": 2, "guess": [0, 0, 0, 0]},
        {"type": "change", "panel": -1, "guess": [0, 0, 0, 0]},
        {"type": "change", "panel": True, "guess": [0, 0, 0, 0]},
        {"type": "change", "panel": 0, "guess": [0, 0, 0, 6]},
        {"type": "change", "panel": 0, "guess": [0, 0, 0, -1]},
        {"type": "change", "panel": 0, "guess": [0, 0, 0]},
        {"type": "change", "panel": 0, "guess": [0] * 100_000},
        {"type": "change", "panel": 0, "guess": [0, 0, 0, 1.0]},
        {"type": "change", "panel": 0, "guess": "1234"},
        {"type": "change", "panel": 0},
        {"type": "change", "guess": [0, 0, 0, 0]},
        {"type": "split"},
        {},
    ],
)
def test_what_a_page_may_not_ask_changes_nothing(message) -> None:
    chart = PartitionChart(CLASSIC, guesses=["1122", "1234"])
    before = chart.partitions, chart.comm.state["_state"]
    chart.comm.deliver(message)
    assert (chart.partitions, chart.comm.state["_state"]) == before
    assert chart.comm.notice


def test_a_repeated_peg_is_refused_where_there_are_no_repeats() -> None:
    chart = PartitionChart(SENHA, guesses=["1234"])
    chart.comm.act("change", panel=0, guess=[0, 0, 1, 2])
    assert [split.guess for split in chart.partitions] == [(0, 1, 2, 3)]
    assert chart.comm.notice


def test_its_text_form_is_stable() -> None:
    assert repr(PartitionChart(CLASSIC, guesses=["1122", "1234"])) == (
        "<PartitionChart classic: 1122 13 parts, 1234 14 parts>"
    )
    assert repr(PartitionChart(CLASSIC)) == "<PartitionChart classic: nothing yet>"
