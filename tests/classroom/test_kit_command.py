"""The command ``mastermind-edu kit``."""

from __future__ import annotations

import sys
from pathlib import Path

import pytest
from babel.messages.catalog import Catalog
from babel.messages.mofile import write_mo
from pypdf import PdfReader
from typer.testing import CliRunner

from mastermind_edu.classroom import cli
from mastermind_edu.classroom.kit import command
from mastermind_edu.classroom.kit.files import AlreadyThere, write_files
from mastermind_edu.language import DOMAIN, current_language


def invoke(*arguments: str) -> tuple[int, str]:
    result = CliRunner().invoke(cli.command(), ["kit", *arguments])
    return result.exit_code, result.output


def refusal(*arguments: str) -> str:
    code, output = invoke(*arguments)
    assert code == 1
    assert len(output.splitlines()) == 1
    return output.strip()


@pytest.fixture
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.chdir(tmp_path)
    return tmp_path


def files_in(folder: Path) -> list[str]:
    return sorted(file.relative_to(folder).as_posix() for file in folder.rglob("*.*"))


# ------------------------------------------------------------------ writing


def test_three_kits_are_written_if_none_is_named(folder: Path) -> None:
    code, output = invoke()
    names = ["senha-8-rows-a4-en.pdf", "classic-10-rows-a4-en.pdf", "grand-10-rows-a4-en.pdf"]
    assert (code, output.split()[:5]) == (0, ["3", "files", "written", "to", "mastermind-kit:"])
    assert files_in(folder / "mastermind-kit") == sorted(names)
    assert output.split()[5:] == names


def test_game_rows_paper_and_pupils_are_options(folder: Path) -> None:
    options = ("-g", "classic", "--rows", "6", "--paper", "letter", "--pupils", "60")
    assert invoke("here", *options)[0] == 0
    (file,) = (folder / "here").iterdir()
    assert file.name == "classic-6-rows-letter-en.pdf"
    pages = PdfReader(file).pages
    assert (float(pages[0].mediabox.width), float(pages[0].mediabox.height)) == (612, 792)
    assert "board with 6 rows" in pages[0].extract_text()
    assert "60" in pages[-1].extract_text().split()


def test_parts_for_a_3d_printer_are_written_too(folder: Path) -> None:
    options = ("--peg", "14", "--key-peg", "6", "--clearance", "0.2", "--bed", "210 x 250")
    code, output = invoke("-g", "senha", "--3d", *options, "--copies", "2", "--key-copies", "3")
    assert code == 0, output
    names = files_in(folder / "mastermind-kit")
    assert names[-1] == "senha-8-rows-a4-en.pdf"
    assert "senha-8-rows-3d/board.stl" in names
    text = (folder / "mastermind-kit" / "senha-8-rows-3d" / "read-me.txt").read_text("utf-8")
    assert "2 pegs, red" in text
    assert "3 key pegs, white" in text


def test_games_without_3d_parts_are_printed_on_paper_only(folder: Path) -> None:
    options = ("-g", "mini", "-g", "grand", "--3d", "--copies", "1", "--key-copies", "1")
    assert invoke(*options)[0] == 0
    folders = {Path(name).parts[0] for name in files_in(folder / "mastermind-kit")}
    assert folders == {
        "mini-6-rows-a4-en.pdf",
        "mini-6-rows-3d",
        "grand-10-rows-a4-en.pdf",
    }


def test_a_kit_speaks_the_language_asked_for(folder: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    catalogue = Catalog(locale="pt_BR")
    catalogue.add("Attempts", "Tentativas")
    catalogue.add("Analysis", "Análise")
    target = folder / "pt_BR" / "LC_MESSAGES" / f"{DOMAIN}.mo"
    target.parent.mkdir(parents=True)
    with target.open("wb") as file:
        write_mo(file, catalogue)
    monkeypatch.setattr(command, "locale_folder", lambda: folder)
    assert invoke("out", "-g", "senha", "--lang", "pt")[0] == 0
    reader = PdfReader(folder / "out" / "senha-8-rows-a4-pt_BR.pdf")
    text = reader.pages[0].extract_text()
    assert ("Tentativas" in text, "Análise" in text) == (True, True)
    assert reader.root_object["/Lang"] == "pt-BR"
    assert current_language() == "en"
    assert refusal("--lang", "xx") == ("There is no kit in the language 'xx', but in en and pt_BR.")


# --------------------------------------------------------------- overwriting


def test_nothing_is_overwritten_silently(folder: Path) -> None:
    mine = folder / "mastermind-kit" / "classic-10-rows-a4-en.pdf"
    mine.parent.mkdir()
    mine.write_text("mine", encoding="utf-8")
    assert refusal().startswith("classic-10-rows-a4-en.pdf is already in mastermind-kit, so")
    assert files_in(mine.parent) == [mine.name]
    assert mine.read_text(encoding="utf-8") == "mine"


def test_files_are_replaced_on_request(folder: Path) -> None:
    (folder / "mini-6-rows-a4-en.pdf").write_text("old", encoding="utf-8")
    assert invoke(".", "-g", "mini", "--overwrite")[0] == 0
    assert (folder / "mini-6-rows-a4-en.pdf").read_bytes().startswith(b"%PDF")


def test_many_files_that_are_there_are_counted(tmp_path: Path) -> None:
    files = {f"{n}.txt": b"" for n in range(5)}
    write_files(tmp_path, files)
    with pytest.raises(AlreadyThere, match=r"^0\.txt, 1\.txt and 3 others are already in "):
        write_files(tmp_path, files)
    with pytest.raises(AlreadyThere, match=r"^0\.txt and 1\.txt are already in "):
        write_files(tmp_path, {"0.txt": b"", "1.txt": b"", "new.txt": b""})
    assert not (tmp_path / "new.txt").exists()


def test_a_folder_that_is_a_file_is_refused(folder: Path) -> None:
    (folder / "mine").write_text("mine", encoding="utf-8")
    assert refusal("mine", "-g", "mini").startswith("The kit cannot be written to mine: ")
    assert (folder / "mine").read_text(encoding="utf-8") == "mine"


# ----------------------------------------------------------------- refusals


@pytest.mark.parametrize(
    ("arguments", "sentence"),
    [
        (["-g", "go"], "There is no kit for 'go'. There are kits for senha, classic, grand, "),
        (["--rows", "7"], "Classic has boards with 6, 8, 10 and 12 rows, not with 7."),
        (["-g", "senha", "--rows", "12"], "Senha has a board with 8 rows, not with 12."),
        (["--paper", "a3"], "There is no paper 'a3' here. Expected one of a4, letter."),
        (["--pupils", "1"], "A tournament is for 2 to 200 pupils, not for 1."),
        (["--bed", "200x200"], "--bed is for the 3D printer, so it needs --3d."),
        (["--key-copies", "9"], "--key-copies is for the 3D printer, so it needs --3d."),
        (["-g", "grand", "--3d"], "There are no parts to print in 3D for Grand, but for "),
        (["-g", "mini", "--3d", "--peg", "3"], "The diameter of a peg is 10 to 25 mm here, not 3"),
        (["-g", "mini", "--3d", "--key-peg", "8"], "The diameter of a key peg is 4 to 5.25 mm "),
        (["-g", "mini", "--3d", "--clearance", "2"], "The gap around a peg is 0.1 to 1 mm "),
        (["-g", "mini", "--3d", "--copies", "0"], "There are 1 to 200 pegs of a colour, not 0."),
        (["-g", "mini", "--3d", "--bed", "wide"], "A printer's bed is given as width x depth "),
        (["-g", "mini", "--3d", "--bed", "50x50"], "A side of the printer's bed is 100 to 600 "),
    ],
)
def test_a_bad_option_gets_one_sentence(folder: Path, arguments: list[str], sentence: str) -> None:
    assert refusal(*arguments).startswith(sentence)
    assert files_in(folder) == []


def test_a_missing_extra_is_named(folder: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    for module in ("plates", "solids"):
        monkeypatch.delitem(sys.modules, f"mastermind_edu.classroom.kit.{module}", raising=False)
    monkeypatch.setitem(sys.modules, "manifold3d", None)
    assert refusal("-g", "mini", "--3d") == (
        "Files for a 3D printer need more packages: pip install 'mastermind-edu[print3d]'."
    )
    assert invoke("-g", "mini")[0] == 0
    assert files_in(folder / "mastermind-kit") == ["mini-6-rows-a4-en.pdf"]
