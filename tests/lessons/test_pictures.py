import re
from html.parser import HTMLParser

import pytest

from mastermind_edu.games.catalogue import CLASSIC, SENHA, WITH_BLANKS, custom
from mastermind_edu.games.codes import RepeatedPeg, WrongLength
from mastermind_edu.games.feedback import Counted
from mastermind_edu.lessons.pictures import AnswerTable, Example, Joined


class Reader(HTMLParser):
    """Collects what a screen reader meets: names of drawings, and text outside of them."""

    def __init__(self, html: str) -> None:
        super().__init__()
        self.names: list[str | None] = []
        self.texts: list[str] = []
        self.inside = False
        self.hidden = False
        self.feed(html)

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        if tag == "span":
            self.hidden = dict(attrs).get("aria-hidden") == "true"
        if tag == "svg":
            self.inside = True
            if not self.hidden:
                self.names.append(dict(attrs)["aria-label"])

    def handle_endtag(self, tag: str) -> None:
        if tag == "svg":
            self.inside = False

    def handle_data(self, data: str) -> None:
        if not self.inside:
            self.texts.append(data)


def test_the_answer_is_the_game_s_own() -> None:
    assert Example(CLASSIC, secret="1234", guess="1562").feedback == Counted(1, 1)


def test_pegs_and_key_pegs_are_named() -> None:
    reader = Reader(Example(CLASSIC, secret="1234", guess="1562")._repr_html_())
    assert reader.names[:8] == [
        *("red", "green", "blue", "yellow"),
        *("red", "purple", "orange", "green"),
    ]
    assert reader.names[8:] == ["black", "white"]


def test_the_answer_is_said_in_words_with_its_legend() -> None:
    reader = Reader(Example(CLASSIC, secret="1234", guess="1562")._repr_html_())
    assert reader.texts == [
        "Hidden code",
        "Guess",
        "Answer",
        "1 in the right place, 1 in the wrong place",
        "black: right colour, right place",
        "white: right colour, wrong place",
    ]


def test_the_same_answer_has_the_other_colours_in_senha() -> None:
    reader = Reader(Example(SENHA, secret="1234", guess="1562")._repr_html_())
    assert reader.names[8:] == ["white", "none", "none", "black"]
    assert "white: right colour, right place" in reader.texts


def test_key_pegs_of_senha_stand_in_the_slots_of_their_pegs() -> None:
    html = Example(SENHA, secret="1234", guess="1562")._repr_html_()
    answer = html.split("Answer")[1].split("<figcaption")[0]
    slots = answer.split("<span ")[1:]
    assert ["dasharray" in slot for slot in slots] == [False, True, True, False]


def test_a_blank_is_drawn_and_named() -> None:
    reader = Reader(Example(WITH_BLANKS, secret="1737", guess="7777")._repr_html_())
    assert reader.names[:8] == ["red", "blank", "blue", "blank", *["blank"] * 4]


@pytest.mark.parametrize(("guess", "error"), [("12345", WrongLength), ("1123", RepeatedPeg)])
def test_a_wrong_code_is_refused_at_once(guess: str, error: type[ValueError]) -> None:
    with pytest.raises(error):
        Example(SENHA, secret="1234", guess=guess)


def test_a_key_peg_is_a_line_between_equal_pegs_each_used_once() -> None:
    joined = Joined(CLASSIC, secret="1223", guess="2212")
    assert joined.pairs == ((1, 1), (0, 2), (2, 0))


def test_there_are_as_many_lines_as_the_answer_says() -> None:
    space = custom(pegs=3, colours=3).space
    for secret in space:
        for guess in space:
            texts = (space.format(secret), space.format(guess))
            pairs = Joined(custom(pegs=3, colours=3), *texts).pairs
            exact = [pair for pair in pairs if pair[0] == pair[1]]
            answer = custom(pegs=3, colours=3).feedback(secret, guess)
            assert (len(exact), len(pairs) - len(exact)) == answer
            assert all(guess[place] == secret[other] for place, other in pairs)
            assert len({place for place, _ in pairs}) == len({p for _, p in pairs}) == len(pairs)


def test_the_lines_are_said_in_words() -> None:
    html = Joined(CLASSIC, secret="5362", guess="5231")._repr_html_()
    assert 'aria-label="Code: purple, blue, orange, green; Guess: purple, green, blue, red"' in html
    assert html.count('stroke-dasharray="6 5"') == 2
    assert "So the answer is: 1 in the right place, 2 in the wrong place." in html


def test_the_table_shows_every_answer_and_the_one_that_cannot_be() -> None:
    html = AnswerTable(CLASSIC)._repr_html_()
    titles = re.findall(r'title="([^"]*)"', html)
    assert titles == [
        str(Counted(exact, misplaced))
        for exact in range(5)
        for misplaced in range(5 - exact)
        if (exact, misplaced) != (3, 1)
    ]
    assert len(titles) == len(CLASSIC.feedbacks) == 14
    assert "There are 14 answers." in html
    assert html.count("cannot be") == 1
