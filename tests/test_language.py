from pathlib import Path

import pytest
from babel.messages.catalog import Catalog
from babel.messages.mofile import write_mo

from mastermind_edu.games.catalogue import CLASSIC, GRAND
from mastermind_edu.games.codes import UnknownPeg
from mastermind_edu.games.feedback import Counted
from mastermind_edu.language import (
    DOMAIN,
    current_language,
    gettext,
    listing,
    mark,
    ngettext,
    number,
    pgettext,
    pmark,
    speaking,
    use_language,
)

LETTER = "letter of a colour"


@pytest.fixture
def catalogues(tmp_path):
    """Compile a small Spanish catalogue, and give back English at the end."""
    spanish = Catalog(locale="es")
    plurals = spanish.num_plurals - 1
    spanish.add("red", "rojo")
    spanish.add("yellow", "amarillo")
    spanish.add("blue", "azul")
    spanish.add("square", "cuadrado")
    spanish.add("Y", "M", context=LETTER)
    spanish.add("B", "A", context=LETTER)
    spanish.add("{colour} {shape}", "{shape} {colour}", context="a peg")
    spanish.add(("{n} code", "{n} codes"), ("{n} código", *["{n} códigos"] * plurals))
    spanish.add(
        ("{n} in the right place", "{n} in the right place"),
        ["{n} en su sitio"] * (1 + plurals),
    )
    spanish.add(
        ("{n} in the wrong place", "{n} in the wrong place"),
        ["{n} en otro sitio"] * (1 + plurals),
    )
    spanish.add("{firsts} and {last}", "{firsts} y {last}")
    spanish.add(",", ".", context="thousands separator")
    spanish.add(".", ",", context="decimal point")
    spanish.add(
        "There is no peg {got} in this game. Its pegs are {known}.",
        "No hay ninguna ficha {got}. Las fichas son {known}.",
    )
    target = tmp_path / "es" / "LC_MESSAGES" / f"{DOMAIN}.mo"
    target.parent.mkdir(parents=True)
    with target.open("wb") as file:
        write_mo(file, spanish)
    yield tmp_path
    use_language("en")


def test_the_source_is_english():
    assert current_language() == "en"
    assert (gettext("red"), pgettext(LETTER, "Y")) == ("red", "Y")
    assert (ngettext("{n} code", "{n} codes", 1), ngettext("{n} code", "{n} codes", 2)) == (
        "{n} code",
        "{n} codes",
    )


def test_texts_come_in_the_language_in_use(catalogues):
    use_language("es", catalogues)
    assert current_language() == "es"
    assert (gettext("red"), pgettext(LETTER, "Y")) == ("rojo", "M")
    assert ngettext("{n} code", "{n} codes", 1) == "{n} código"
    assert ngettext("{n} code", "{n} codes", 3) == "{n} códigos"


def test_what_is_not_translated_stays_english(catalogues):
    with speaking("es", catalogues):
        assert (gettext("green"), pgettext(LETTER, "G")) == ("green", "G")


@pytest.mark.parametrize("folder", [None, Path("nowhere")])
def test_a_language_without_a_catalogue_is_english_and_says_so(folder):
    with speaking("xx", folder):
        assert (gettext("red"), current_language()) == ("red", "en")


def test_a_language_is_spoken_inside_its_block_only(catalogues):
    with speaking("es", catalogues):
        assert gettext("red") == "rojo"
        with speaking("en"):
            assert (gettext("red"), current_language()) == ("red", "en")
        assert (gettext("red"), current_language()) == ("rojo", "es")
    assert (gettext("red"), current_language()) == ("red", "en")


def test_the_former_language_comes_back_after_an_error(catalogues):
    with pytest.raises(RuntimeError), speaking("es", catalogues):
        raise RuntimeError
    assert current_language() == "en"


def test_marked_constants_stay_as_they_are(catalogues):
    with speaking("es", catalogues):
        assert (mark("red"), pmark(LETTER, "Y")) == ("red", "Y")


def test_codes_and_answers_follow_the_language(catalogues):
    space = CLASSIC.space
    with speaking("es", catalogues):
        assert (space.format((3, 2, 0, 0)), space.spell((3, 2, 0, 0))) == (
            "MARR",
            "amarillo, azul, rojo, rojo",
        )
        assert space.parse("MARR") == space.parse("amarillo azul rojo rojo") == (3, 2, 0, 0)
        assert GRAND.space.spell(GRAND.space.parse("Ms Ms Ms Ms")).startswith("cuadrado amarillo")
        assert str(Counted(1, 2)) == "1 en su sitio, 2 en otro sitio"
        with pytest.raises(UnknownPeg, match=r"^No hay ninguna ficha Y\. Las fichas son R \(rojo"):
            space.parse("RRRY")
    assert space.format((3, 2, 0, 0)) == "YBRR"


# Lists and numbers


@pytest.mark.parametrize(
    ("items", "words"),
    [([1], "1"), ([1, 3], "1 and 3"), (["a", "b", "c"], "a, b and c")],
)
def test_a_list_is_said_in_words(items, words):
    assert listing(items) == words


def test_an_empty_list_cannot_be_said():
    with pytest.raises(ValueError, match="not enough values"):
        listing([])


def test_numbers_are_written_as_the_language_does(catalogues):
    assert (number(1296), number(2.9333, 3), number(390625)) == ("1,296", "2.933", "390,625")
    with speaking("es", catalogues):
        assert (number(1296), number(1234.5, 1), listing([1, 2])) == ("1.296", "1.234,5", "1 y 2")
