"""What holds for every lesson as it is committed."""

from pathlib import Path
from typing import Any

import nbformat
import pytest
from markdown_it import MarkdownIt

from mastermind_edu.games.catalogue import CLASSIC, SENHA, WITH_BLANKS
from mastermind_edu.games.pegs import Blank
from mastermind_edu.language import LANGUAGES, address
from mastermind_edu.lessons.course import course_folder, notebooks_folder, syllabus

NOTEBOOKS = sorted(notebooks_folder().glob("*/*.ipynb"))
every_notebook = pytest.mark.parametrize(
    "file", NOTEBOOKS, ids=lambda file: f"{file.parent.name}-{file.stem}"
)


def read(file: Path) -> Any:
    return nbformat.read(file, as_version=nbformat.NO_CONVERT)


def headings(file: Path) -> list[int]:
    prose = [cell.source for cell in read(file).cells if cell.cell_type == "markdown"]
    tokens = [token for text in prose for token in MarkdownIt().parse(text)]
    return [int(token.tag[1:]) for token in tokens if token.type == "heading_open"]


def test_every_lesson_has_a_notebook_in_every_language() -> None:
    names = [f"{lesson.key}.ipynb" for lesson in syllabus()]
    assert {(file.parent.name, file.name) for file in NOTEBOOKS} == {
        (address(language), name) for language in LANGUAGES for name in names
    }


@every_notebook
def test_headings_start_with_one_title_and_skip_no_level(file: Path) -> None:
    title, *rest = headings(file)
    assert title == 1
    assert min(rest) == 2
    assert all(after <= before + 1 for before, after in zip([title, *rest], rest, strict=False))


@every_notebook
def test_nothing_but_the_text_is_stored(file: Path) -> None:
    notebook = read(file)
    code = [cell for cell in notebook.cells if cell.cell_type == "code"]
    assert code
    assert all(cell.outputs == [] and cell.execution_count is None for cell in code)
    assert notebook.metadata.keys() == {"title", "mastermind_edu", "kernelspec", "language_info"}


@every_notebook
def test_code_cells_are_short_enough_to_read_at_a_glance(file: Path) -> None:
    imports = ("from ", "import ")
    for cell in read(file).cells:
        if cell.cell_type == "code":
            lines = [line for line in cell.source.splitlines() if not line.startswith(imports)]
            longest = 5 if "program" in cell.metadata.get("tags", []) else 2
            assert len(list(filter(None, lines))) <= longest, cell.source


def test_figures_in_play_are_those_of_the_games() -> None:
    text = " ".join((course_folder() / "lessons" / "01-play.md").read_text("utf-8").split())
    colours = [kind for kind in WITH_BLANKS.space.kinds if not isinstance(kind, Blank)]
    assert CLASSIC.space.pegs == SENHA.space.pegs == WITH_BLANKS.space.pegs == 4
    assert len(CLASSIC.space.kinds) == len(SENHA.space.kinds) == len(colours) == 6
    assert not SENHA.space.repeats
    for words in (
        "**code**: four coloured pegs",
        f"You have {CLASSIC.rows} rows. A colour may come more than once.",
        f"{len(CLASSIC.space.kinds)} colours, {CLASSIC.rows} rows",
        f"No colour comes twice, in the code or in your guess. The key pegs stand under your "
        f"pegs. You have {SENHA.rows} rows.",
        f"An empty place counts like one more colour. You have {WITH_BLANKS.rows} rows.",
    ):
        assert words in text


@pytest.mark.parametrize("game", [CLASSIC, WITH_BLANKS, SENHA], ids=lambda game: game.key)
def test_the_table_of_key_pegs_in_play_agrees_with_the_games(game: Any) -> None:
    lines = (course_folder() / "lessons" / "01-play.md").read_text("utf-8").splitlines()
    colours = {key.meaning: key.name for key in game.keys}
    assert "| Game | right place | wrong place |" in lines
    assert f"| {game.name} | {colours['exact']} | {colours['misplaced']} |" in lines


def test_words_on_the_example_in_play_are_true() -> None:
    """Red is exact, green misplaced, purple and orange absent, as the prose says."""
    text = (course_folder() / "lessons" / "01-play.md").read_text("utf-8")
    assert text.count('secret="1234", guess="1562"') == 2
    parse = SENHA.space.parse
    marks = SENHA.feedback(parse("1234"), parse("1562"))
    pegs = [SENHA.space.kind(peg).name for peg in parse("1562")]
    said = dict(zip(pegs, map(str, marks), strict=True))
    assert said == {
        "red": "in the right place",
        "purple": "not in the code",
        "orange": "not in the code",
        "green": "in the wrong place",
    }
