"""The printed kit, read back from the PDF: pages, pieces and sizes in millimetres."""

from __future__ import annotations

import gettext
import io
import math
import re
from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass, field
from functools import cache
from typing import Any

import pytest
from pypdf import PageObject, PdfReader
from pypdf.generic import ContentStream

from mastermind_edu import language
from mastermind_edu.classroom.kit.boards import Board
from mastermind_edu.classroom.kit.paper import (
    A4,
    LETTER,
    PAPERS,
    Paper,
    Sheets,
    UnprintableText,
    paper,
)
from mastermind_edu.classroom.kit.pieces import (
    KIT_GAMES,
    InvalidKit,
    answers_per_place,
    kit_game,
    peg_kinds,
    pieces,
    rows_of,
)
from mastermind_edu.classroom.kit.printed import printed_kit
from mastermind_edu.classroom.kit.score_sheets import draw_tournament
from mastermind_edu.games.catalogue import BULLS_AND_COWS, CLASSIC, GRAND, SENHA, SUPER
from mastermind_edu.games.pegs import ShapedKind
from mastermind_edu.games.rules import Rules

MM = 25.4 / 72
UNPRINTED = 4.9

VARIANTS = [
    *((game, A4) for game in KIT_GAMES),
    *((CLASSIC.with_rows(rows), LETTER) for rows in rows_of(CLASSIC)),
    *((GRAND.with_rows(rows), LETTER) for rows in (6, 12)),
    *((game, LETTER) for game in (SENHA, SUPER)),
]

variants = pytest.mark.parametrize(
    ("game", "size"),
    VARIANTS,
    ids=[f"{game.key}-{game.rows}-{size.key}" for game, size in VARIANTS],
)
papers = pytest.mark.parametrize("size", PAPERS, ids=lambda size: size.key)


# ------------------------------------------------------------------ reading


@dataclass
class Drawn:
    """A path that was painted: its box in mm from the upper left corner, its colours."""

    operator: str
    box: tuple[float, float, float, float]
    fill: str
    dash: tuple[float, ...]

    @property
    def filled(self) -> bool:
        return self.operator in "fB"

    @property
    def size(self) -> tuple[float, float]:
        left, top, right, bottom = self.box
        return round(right - left, 2), round(bottom - top, 2)


@dataclass
class Pen:
    """The state of a content stream: its matrix, fill and dashes."""

    matrix: tuple[float, ...] = (1, 0, 0, 1, 0, 0)
    fill: str = "#000000"
    dash: tuple[float, ...] = ()
    points: list[tuple[float, float]] = field(default_factory=list)


def multiply(one: tuple[float, ...], other: tuple[float, ...]) -> tuple[float, ...]:
    a, b, c, d, e, f = one
    p, q, r, s, t, u = other
    return (
        *(a * p + b * r, a * q + b * s),
        *(c * p + d * r, c * q + d * s),
        *(e * p + f * r + t, e * q + f * s + u),
    )


def paths(page: PageObject) -> Iterator[Drawn]:
    """Follow the drawing operators of a page (ISO 32000, 8.5) and yield what they paint."""
    height = float(page.mediabox.height)
    pen, kept = Pen(), []
    start: tuple[float, float] | None = None
    for raw, name in ContentStream(page.get_contents(), page.pdf).operations:
        operator = name.decode()
        if operator in ("q", "Q"):
            if operator == "q":
                kept.append((pen.matrix, pen.fill, pen.dash))
            else:
                pen.matrix, pen.fill, pen.dash = kept.pop()
        elif operator == "cm":
            pen.matrix = multiply(tuple(map(float, raw)), pen.matrix)
        elif operator in ("rg", "g"):
            channels = [round(255 * float(value)) for value in raw] * (3 if operator == "g" else 1)
            pen.fill = "#" + "".join(f"{channel:02x}" for channel in channels)
        elif operator == "d":
            pen.dash = tuple(map(float, raw[0]))
        elif operator == "m":
            start = (float(raw[0]), float(raw[1]))
        elif operator in ("l", "c"):
            numbers = list(map(float, raw))
            pen.points += [start] if start else []
            pen.points += zip(numbers[::2], numbers[1::2], strict=True)
            start = None
        elif operator == "re":
            x, y, width, depth = map(float, raw)
            pen.points += [(x, y), (x + width, y + depth)]
        elif operator in ("S", "f", "B", "n"):
            if pen.points and operator != "n":
                yield Drawn(operator, box(pen, height), pen.fill, pen.dash)
            pen.points, start = [], None


def box(pen: Pen, height: float) -> tuple[float, float, float, float]:
    a, b, c, d, e, f = pen.matrix
    xs = [(a * x + c * y + e) * MM for x, y in pen.points]
    ys = [(height - b * x - d * y - f) * MM for x, y in pen.points]
    return min(xs), min(ys), max(xs), max(ys)


class Kit:
    """A kit as it is read back from its file."""

    def __init__(self, content: bytes) -> None:
        self.pages = list(PdfReader(io.BytesIO(content)).pages)
        self._drawn = cache(lambda number: list(paths(self.pages[number])))
        self.texts = [page.extract_text() for page in self.pages]

    def titled(self, words: str) -> list[int]:
        """Return which pages have such words in their title."""
        return [i for i, text in enumerate(self.texts) if words in text.splitlines()[0]]

    def drawn(self, *numbers: int) -> list[Drawn]:
        return [path for number in numbers for path in self._drawn(number)]


@cache
def kit_of(game: Rules, size: Paper) -> Kit:
    return Kit(printed_kit(game, size))


def near(size: tuple[float, float], width: float, height: float | None = None) -> bool:
    return size == pytest.approx((width, width if height is None else height), abs=0.05)


# -------------------------------------------------------------------- pages


@variants
def test_every_kit_has_its_pages(game: Rules, size: Paper) -> None:
    kit = kit_of(game, size)
    titles = [text.splitlines()[0] for text in kit.texts]
    assert all(title.startswith(f"{game.name}: ") for title in titles)
    contents = [title.removeprefix(f"{game.name}: ") for title in titles]
    assert contents[0] == f"board with {game.rows} rows"
    assert contents[1].startswith(f"{len(peg_kinds(game)) * pieces(game).pegs} pegs, ")
    middle = [] if answers_per_place(game) else contents[2]
    assert not middle or re.fullmatch(r"key pegs, \d+ black.*; shield", contents[2])
    assert contents[2 + bool(middle) :] == [
        "how to make the kit",
        "rules",
        "score sheet for a match",
        "class tournament",
    ]


@variants
def test_pages_are_as_large_as_the_paper(game: Rules, size: Paper) -> None:
    for page in kit_of(game, size).pages:
        measured = (float(page.mediabox.width) * MM, float(page.mediabox.height) * MM)
        assert measured == pytest.approx((size.width, size.height), abs=0.01)


@variants
def test_nothing_is_drawn_where_printers_do_not_print(game: Rules, size: Paper) -> None:
    for path in kit_of(game, size).drawn(*range(len(kit_of(game, size).pages))):
        left, top, right, bottom = path.box
        assert min(left, top) >= UNPRINTED
        assert right <= size.width - UNPRINTED
        assert bottom <= size.height - UNPRINTED


@papers
def test_all_is_vectors_and_needs_no_font_file(size: Paper) -> None:
    for page in kit_of(GRAND, size).pages:
        assert not page.images
        fonts = [font.get_object() for font in page["/Resources"]["/Font"].values()]
        assert {font["/BaseFont"] for font in fonts} <= {"/Helvetica", "/Helvetica-Bold"}
        assert not any("/FontDescriptor" in font for font in fonts)


# ------------------------------------------------------------------- pieces


@variants
def test_all_pegs_are_there_and_true_to_size(game: Rules, size: Paper) -> None:
    kit = kit_of(game, size)
    (number,) = kit.titled(" pegs, ")[:1]
    fills = {kind.colour.fill for kind in peg_kinds(game)}  # type: ignore[attr-defined]
    drawn = [path for path in kit.drawn(number) if path.filled and path.fill in fills]
    drawn = [path for path in drawn if max(path.size) > 13]
    assert Counter(path.fill for path in drawn) == {
        fill: len(peg_kinds(game)) // len(fills) * pieces(game).pegs for fill in fills
    }
    assert game.key == GRAND.key or all(near(path.size, 16.65) for path in drawn)


@papers
def test_senha_has_the_chips_of_its_source(size: Paper) -> None:
    drawn = [path for path in kit_of(SENHA, size).drawn(1) if path.filled]
    sixty = [path for path in drawn if near(path.size, 16.65)]
    answers = [path for path in drawn if near(path.size, 14.85)]
    assert (len(sixty), set(Counter(path.fill for path in sixty).values())) == (60, {10})
    assert Counter(path.fill for path in answers) == {"#fbfaf6": 30, "#1d1d1b": 30}


@papers
def test_grand_has_five_colours_in_five_shapes(size: Paper) -> None:
    kit = kit_of(GRAND, size)
    fills = {kind.colour.fill for kind in GRAND.space.kinds if isinstance(kind, ShapedKind)}
    drawn = [path for path in kit.drawn(1) if path.filled and path.fill in fills]
    kinds = Counter((path.fill, path.size) for path in drawn)
    assert len(drawn) == 125
    assert (len(kinds), set(kinds.values())) == (25, {5})


@variants
def test_key_pegs_never_run_out(game: Rules, size: Paper) -> None:
    kit = kit_of(game, size)
    page = 1 if answers_per_place(game) else 2
    disc = 14.85 if answers_per_place(game) else 9.9
    keys = [path for path in kit.drawn(page) if path.filled and near(path.size, disc)]
    wanted = 30 if game.key == "senha" else game.rows * game.space.pegs
    assert Counter(path.fill for path in keys) == {key.fill: wanted for key in game.keys}


def test_pegs_bear_their_letters() -> None:
    letters = Counter(re.findall(r"\b[RGBYPO]\b", kit_of(CLASSIC, A4).texts[1]))
    assert letters == dict.fromkeys("RGBYPO", 16)


def test_rims_repeat_as_the_table_of_pegs_says() -> None:
    """Grey prints tell colours apart by these patterns."""
    dashed = [path for path in kit_of(CLASSIC, A4).drawn(1) if path.dash and not path.filled]
    beats = Counter()
    for path in dashed:
        diameter = path.size[0] * 40 / 18
        beat = sum(path.dash) * (2 if len(path.dash) == 1 else 1)
        beats[round(math.pi * diameter / beat, 1)] += 1
    patterned = [kind.colour for kind in peg_kinds(CLASSIC) if kind.colour.beats]  # type: ignore[attr-defined]
    assert beats == {colour.beats: 16 for colour in patterned}


def marks(drawn: list[Drawn], size: tuple[float, float]) -> list[Drawn]:
    return [path for path in drawn if not path.filled and near(path.size, *size)]


@pytest.mark.parametrize(
    ("game", "page", "side", "columns", "rows"),
    [
        (SENHA, 1, 18.0, 10, 12),
        (CLASSIC, 1, 18.0, 8, 12),
        (CLASSIC, 2, 12.0, 10, 8),
        (GRAND, 1, 18.0, 10, 13),
        (GRAND, 2, 12.0, 10, 12),
    ],
)
def test_cut_marks_are_at_the_sides_of_every_strip(
    game: Rules, page: int, side: float, columns: int, rows: int
) -> None:
    drawn = kit_of(game, LETTER).drawn(page)
    for size, axis, count in (((0, 4), 0, columns), ((4, 0), 1, rows)):
        places = sorted(path.box[axis] for path in marks(drawn, size))
        assert len(places) == 2 * (count + 1)
        assert places[::2] == pytest.approx(places[1::2], abs=0.02)
        steps = [after - before for before, after in zip(places[::2], places[2::2], strict=False)]
        assert steps == pytest.approx([side] * count, abs=0.02)


# ------------------------------------------------------------- board, shield


@pytest.mark.parametrize("size", PAPERS, ids=lambda size: size.key)
@pytest.mark.parametrize("game", KIT_GAMES, ids=lambda game: game.key)
def test_every_board_fits_on_every_paper(game: Rules, size: Paper) -> None:
    sheets = Sheets(size, game.name)
    for rows in rows_of(game):
        board = Board(game.with_rows(rows))
        assert board.width <= sheets.width
        assert sheets.top + board.height <= sheets.bottom


@variants
def test_the_board_has_a_place_for_every_peg(game: Rules, size: Paper) -> None:
    drawn = [path for path in kit_of(game, size).drawn(0) if path.operator == "S"]
    large = sum(near(path.size, 18.2) for path in drawn)
    small = sum(near(path.size, 12.2) for path in drawn)
    places = game.rows * game.space.pegs
    if answers_per_place(game):
        assert (large, small) == (2 * places, 0)
    else:
        assert (large, small) == (places + game.space.pegs, places)
    assert len(marks(drawn, (0, 4))) == len(marks(drawn, (4, 0))) == 4


@papers
def test_senha_has_eight_rows_of_attempts_and_analysis(size: Paper) -> None:
    kit = kit_of(SENHA, size)
    assert "Attempts" in kit.texts[0]
    assert "Analysis" in kit.texts[0]
    cells = [path for path in kit.drawn(0) if near(path.size, 18.2)]
    rows = Counter(round(path.box[1]) for path in cells)
    assert (len(rows), set(rows.values())) == (8, {8})


@variants
def test_the_board_says_what_the_key_pegs_mean(game: Rules, size: Paper) -> None:
    text = " ".join(kit_of(game, size).texts[0].split())
    exact = next(key.name for key in game.keys if key.meaning == "exact")
    assert re.search(rf"{exact}: right colour( and shape)?, right place", text)
    assert ("none: not in the code" in text) == answers_per_place(game)
    assert ("only the colour or only the shape" in text) == (game.key == "grand")


@papers
def test_the_shield_surrounds_the_code(size: Paper) -> None:
    drawn = kit_of(CLASSIC, size).drawn(2)
    assert len([path for path in drawn if near(path.size, 148, 68)]) == 1
    folds = [path for path in drawn if path.dash and path.operator == "S" and 0 in path.size]
    assert sorted(fold.size for fold in folds) == [(0, 40), (0, 40), (88, 0)]


# ------------------------------------------------------------- other pages


@papers
def test_a_line_shows_whether_the_size_is_true(size: Paper) -> None:
    kit = kit_of(CLASSIC, size)
    (page,) = kit.titled("how to make")
    assert len(marks(kit.drawn(page), (100, 0))) == 1
    assert "Print pages 1 to 3 on card" in " ".join(kit.texts[page].split())


@variants
def test_the_rules_give_the_numbers_of_the_game(game: Rules, size: Paper) -> None:
    kit = kit_of(game, size)
    text = " ".join(kit.texts[kit.titled("rules")[0]].split())
    assert f"hides a code of {game.space.pegs} pegs" in text
    assert f"has {game.rows} guesses" in text
    assert f"{pieces(game).pegs} pegs of each kind" in text
    assert ("A tie is possible" in text, "places may stay empty" in text) == (
        True,
        game.key == "with-blanks",
    )


@pytest.mark.parametrize(
    ("game", "answers"),
    [
        (CLASSIC, ["1 in the right place, 2 in the wrong place", "2 in the right place, 0 in"]),
        (SENHA, ["place 1: in the right place; place 2: not in the code; place 3: not in the"]),
        (GRAND, ["1 in the right place, 2 in the wrong place, 1", "0 in the right place, 1 in"]),
    ],
    ids=lambda value: getattr(value, "key", ""),
)
def test_the_rules_show_examples(game: Rules, answers: list[str]) -> None:
    kit = kit_of(game, A4)
    text = " ".join(kit.texts[kit.titled("rules")[0]].split())
    for answer in answers:
        assert f"In words: {answer}" in text


@pytest.mark.parametrize(("pupils", "pages"), [(2, 1), (30, 1), (40, 2), (200, 7)])
def test_the_tournament_has_a_line_for_every_pupil(pupils: int, pages: int) -> None:
    sheets = Sheets(LETTER, SENHA.name)
    draw_tournament(sheets, SENHA, pupils)
    kit = Kit(bytes(sheets.output()))
    numbers = kit.titled("class tournament")
    assert len(numbers) == pages
    lines = [
        int(line) for number in numbers for line in kit.texts[number].splitlines() if line.isdigit()
    ]
    assert lines == list(range(1, pupils + 1))
    cells = [path for path in kit.drawn(*numbers) if path.operator == "S" and 0 not in path.size]
    assert len(cells) == 10 * pupils


@pytest.mark.parametrize("pupils", [1, 0, -3, 201])
def test_a_tournament_needs_pupils(pupils: int) -> None:
    with pytest.raises(InvalidKit, match=rf"2 to 200 pupils, not for {pupils}\."):
        printed_kit(SENHA, pupils=pupils)


# ----------------------------------------------------------------- refusals


def test_other_games_have_no_kit() -> None:
    with pytest.raises(InvalidKit, match="There is no kit for 'bulls-and-cows'"):
        printed_kit(BULLS_AND_COWS)


def test_boards_have_the_rows_of_their_game() -> None:
    with pytest.raises(InvalidKit, match="Senha has a board with 8 rows, not with 10"):
        printed_kit(SENHA.with_rows(10))


def test_papers_are_found_by_name() -> None:
    assert (paper("A4"), paper("letter")) == (A4, LETTER)
    with pytest.raises(InvalidKit, match=r"no paper 'a3' here\. Expected one of a4, letter"):
        paper("a3")


# ---------------------------------------------------------------- languages


class Wordy(gettext.NullTranslations):
    """A language whose texts are two fifths longer, with letters that are not in ASCII."""

    TAIL = " “cœur” – à l’été…"

    def gettext(self, message: str) -> str:
        return message + (self.TAIL * len(message))[: max(4, len(message) * 2 // 5)]

    def ngettext(self, msgid1: str, msgid2: str, n: int) -> str:
        return self.gettext(msgid1 if n == 1 else msgid2)


@pytest.fixture
def wordy(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(language, "_translations", Wordy())


def letter_sizes(page: PageObject) -> set[float]:
    operations: list[Any] = ContentStream(page.get_contents(), page.pdf).operations
    return {float(operands[1]) for operands, name in operations if name == b"Tf"}


@pytest.mark.usefixtures("wordy")
@pytest.mark.parametrize("game", [SENHA, GRAND.with_rows(12), kit_game("super", 12)])
def test_long_texts_fit(game: Rules) -> None:
    kit = Kit(printed_kit(game, LETTER))
    extra = len(kit.pages) - len(kit_of_plain(game))
    assert 0 <= extra <= 1
    assert "“cœur” – à l’été…" in " ".join(" ".join(kit.texts).split())
    assert min(size for page in kit.pages for size in letter_sizes(page)) >= 5.5


def kit_of_plain(game: Rules) -> list[str]:
    return ["board", "pegs", *([] if answers_per_place(game) else ["keys"]), *"mrst"]


def test_letters_that_no_font_has_are_named(monkeypatch: pytest.MonkeyPatch) -> None:
    class Polish(Wordy):
        TAIL = " ł"

    monkeypatch.setattr(language, "_translations", Polish())
    with pytest.raises(UnprintableText, match="The letter 'ł' of "):
        printed_kit(SENHA)


def test_spaces_and_dashes_are_printed_as_their_likeness(monkeypatch: pytest.MonkeyPatch) -> None:
    class French(Wordy):
        TAIL = "\u202f! 5\u2212"

    monkeypatch.setattr(language, "_translations", French())
    assert printed_kit(SENHA).startswith(b"%PDF")


def test_the_file_says_its_language_and_title() -> None:
    reader = PdfReader(io.BytesIO(printed_kit(SENHA)))
    assert reader.metadata is not None
    assert (reader.metadata.title, reader.root_object["/Lang"]) == ("Senha", "en")
