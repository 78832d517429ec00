"""Facts and their proofs, against trying every code and every set of rows."""

from __future__ import annotations

import gettext as gnu
import itertools
from dataclasses import dataclass
from typing import ClassVar

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from mastermind_edu import language
from mastermind_edu.games.catalogue import (
    BULLS_AND_COWS,
    CLASSIC,
    GRAND,
    SENHA,
    WITH_BLANKS,
    custom,
)
from mastermind_edu.games.codes import CodeSpace, SpaceTooLarge, WrongLength
from mastermind_edu.games.feedback import CountedMarking
from mastermind_edu.games.grand import ShapedMarking
from mastermind_edu.games.pegs import Kind, colours, shaped
from mastermind_edu.games.rules import Rules
from mastermind_edu.solvers.candidates import candidates
from mastermind_edu.solvers.deduction import Claim, Fact, NoCodeFits, Trait, facts, traits


@dataclass(frozen=True)
class Suit:
    name: str


@dataclass(frozen=True)
class Card(Kind):
    """A kind that no game of the package has, to show that deduction knows none of them."""

    rank: str
    suits: tuple[Suit, ...]

    @property
    def name(self) -> str:
        return self.rank

    @property
    def letter(self) -> str:
        return self.rank

    @property
    def features(self) -> tuple[Suit, ...]:
        return self.suits


HEARTS, SPADES, ODD = Suit("hearts"), Suit("spades"), Suit("odd one")
CARDS = tuple(
    Card(value, rank, suits)
    for value, (rank, suits) in enumerate(
        [("ace", (HEARTS,)), ("king", (HEARTS, ODD)), ("queen", (SPADES,)), ("ten", (SPADES,))]
    )
)

SMALL = {
    "one peg": custom(pegs=1, colours=4),
    "one peg per position": custom(pegs=1, colours=3, answer="per position"),
    "two colours": custom(pegs=4, colours=2),
    "counted": custom(pegs=3, colours=3),
    "blanks": custom(pegs=2, colours=3, blanks=True),
    "no repeats": custom(pegs=3, colours=4, repeats=False),
    "every colour once": custom(pegs=3, colours=3, repeats=False),
    "per position": custom(pegs=3, colours=3, answer="per position"),
    "per position without repeats": custom(pegs=2, colours=4, repeats=False, answer="per position"),
    "shapes": Rules("s", "s", ShapedMarking(CodeSpace(2, shaped(2, 3))), rows=9, keys=()),
    "cards": Rules("c", "c", CountedMarking(CodeSpace(3, CARDS)), rows=9, keys=()),
}
LARGE = [
    CLASSIC,
    WITH_BLANKS,
    SENHA,
    BULLS_AND_COWS,
    custom(pegs=4, colours=5, answer="per position"),
]

steady = settings(derandomize=True, deadline=None, max_examples=60)
small_games = st.sampled_from(list(SMALL.values()))


@st.composite
def honest(draw, games, most=6):
    """A game and rows that are answered rightly for one of its codes."""
    game = draw(games)
    codes = st.integers(0, game.space.size - 1).map(game.space.code_at)
    secret = draw(codes)
    return game, [
        (guess, game.feedback(secret, guess)) for guess in draw(st.lists(codes, max_size=most))
    ]


def fitting(game: Rules, rows) -> list:
    """The codes that would have given each answer, by the readable rules."""
    return [
        code
        for code in game.space
        if all(game.feedback(code, guess) == feedback for guess, feedback in rows)
    ]


def is_true(game: Rules, claim: Claim, code) -> bool:
    """Whether a claim is true of one code, counting pegs one by one."""
    where = code if claim.place is None else code[claim.place : claim.place + 1]
    thing = claim.trait.thing
    times = sum(thing in (game.space.kind(peg), *game.space.kind(peg).features) for peg in where)
    return times >= claim.number if claim.at_least else times <= claim.number


def every_claim(game: Rules):
    """Everything the vocabulary can say, however weak."""
    for trait in traits(game.space):
        for place in (None, *range(game.space.pegs)):
            for number in range(game.space.pegs + 1 if place is None else 2):
                for at_least in (True, False):
                    yield Claim(trait, place, at_least=at_least, number=number)


def proves(game: Rules, rows, chosen, claim: Claim) -> bool:
    return all(is_true(game, claim, code) for code in fitting(game, [rows[i] for i in chosen]))


@steady
@given(honest(small_games))
def test_facts_are_true_of_every_candidate(played):
    game, rows = played
    for fact in facts(game, rows):
        assert all(is_true(game, fact.claim, code) for code in fitting(game, rows))


@steady
@given(honest(small_games))
def test_what_is_true_of_every_candidate_follows_from_the_facts(played):
    game, rows = played
    left, found = fitting(game, rows), facts(game, rows)
    told = [c for c in game.space if all(is_true(game, fact.claim, c) for fact in found)]
    for claim in every_claim(game):
        if all(is_true(game, claim, code) for code in left):
            assert all(is_true(game, claim, code) for code in told), claim.clause


@steady
@given(honest(small_games))
def test_no_fact_goes_without_saying(played):
    """None is true of all codes, follows from another, or from the places decided."""
    game, rows = played
    extents = {
        fact.claim: {code for code in game.space if is_true(game, fact.claim, code)}
        for fact in facts(game, rows)
    }
    everything = set(game.space)
    decided = [extent for claim, extent in extents.items() if claim.decides]
    known = everything.intersection(*decided)
    for claim, extent in extents.items():
        assert extent != everything
        for other, narrower in extents.items():
            if other is not claim and not claim.decides:
                assert not known & narrower <= extent, (claim.clause, other.clause)
            elif other is not claim and other.decides:
                assert not narrower <= extent, (claim.clause, other.clause)


@settings(steady, max_examples=30)
@given(honest(small_games, most=5))
def test_the_proof_is_the_first_of_the_smallest_sets_of_rows_that_prove_it(played):
    game, rows = played
    for fact in facts(game, rows):
        proof = next(
            chosen
            for size in range(len(rows) + 1)
            for chosen in itertools.combinations(range(len(rows)), size)
            if proves(game, rows, chosen, fact.claim)
        )
        assert fact.rows == proof


@settings(steady, max_examples=25)
@given(honest(st.sampled_from(LARGE), most=8))
def test_each_row_of_a_proof_is_needed_and_together_they_suffice(played):
    game, rows = played
    for fact in facts(game, rows):
        proof = [rows[i] for i in fact.rows]
        assert fact.claim.holds(candidates(game, proof)).all()
        for dropped in proof:
            rest = [row for row in proof if row is not dropped]
            assert not fact.claim.holds(candidates(game, rest)).all()


@settings(steady, max_examples=25)
@given(honest(st.sampled_from(LARGE), most=6))
def test_no_smaller_set_of_rows_proves_a_fact(played):
    game, rows = played
    left = {
        chosen: candidates(game, [rows[i] for i in chosen])
        for size in range(len(rows))
        for chosen in itertools.combinations(range(len(rows)), size)
    }
    for fact in facts(game, rows):
        for chosen, codes in left.items():
            if len(chosen) < len(fact.rows):
                assert not fact.claim.holds(codes).all()


@steady
@given(honest(small_games))
def test_a_claim_holds_for_the_codes_it_is_true_of(played):
    game, rows = played
    for fact in facts(game, rows):
        holds = fact.claim.holds(game.space.array()).tolist()
        assert holds == [is_true(game, fact.claim, code) for code in game.space]


@steady
@given(honest(st.sampled_from(LARGE)))
def test_more_useful_facts_come_first_and_easier_ones_among_them(played):
    game, rows = played
    order = [(fact.claim.usefulness, len(fact.rows)) for fact in facts(game, rows)]
    assert order == sorted(order)


def said(game: Rules, *rows: tuple[str, tuple]) -> list[str]:
    return [str(fact) for fact in facts(game, [(game.space.parse(g), f) for g, f in rows])]


def test_without_rows_nothing_follows():
    assert facts(CLASSIC, []) == ()


def test_an_ordinary_game_reads_as_sentences():
    assert said(CLASSIC, ("RRGG", (0, 0)), ("RBBB", (1, 0))) == [
        "Red is not in the code, because of row 1.",
        "Green is not in the code, because of row 1.",
        "Blue is in the code, because of rows 1 and 2.",
        "Blue is in the code at most once, because of row 2.",
        "Blue is not at place 1, because of row 2.",
    ]


def test_a_found_code_is_its_places_and_no_more():
    assert said(CLASSIC, ("RGBY", (2, 2)), ("RGYB", (4, 0))) == [
        "Red is at place 1, because of row 2.",
        "Green is at place 2, because of row 2.",
        "Yellow is at place 3, because of row 2.",
        "Blue is at place 4, because of row 2.",
    ]


def test_that_no_peg_repeats_is_no_news():
    assert said(SENHA, ("RGBY", ("misplaced", "exact", "absent", "absent"))) == [
        "Green is at place 2, because of row 1.",
        "Blue is not in the code, because of row 1.",
        "Yellow is not in the code, because of row 1.",
        "Red is in the code, because of row 1.",
        "Purple is in the code, because of row 1.",
        "Orange is in the code, because of row 1.",
        "Red is not at place 1, because of row 1.",
    ]


def test_how_often_includes_that_it_is_in_the_code():
    assert said(CLASSIC, ("RRRR", (2, 0))) == [
        "Red is in the code at least 2 times, because of row 1.",
        "Red is in the code at most 2 times, because of row 1.",
    ]


def test_features_shared_by_kinds_are_found_in_a_game_of_shapes():
    sentences = said(GRAND, ("RcRcRcRc", (0, 0, 0)))
    assert "Red is not in the code, because of row 1." in sentences
    assert "Circle is not in the code, because of row 1." in sentences
    assert not any(sentence.startswith("Red circle") for sentence in sentences)


def test_a_feature_can_stand_at_a_place_that_is_not_decided():
    assert said(SMALL["shapes"], ("RcRs", (1, 0, 1)), ("RcGs", (1, 0, 0))) == [
        "Red circle is at place 1, because of rows 1 and 2.",
        "Red is at place 2, because of rows 1 and 2.",
        "Square is not in the code, because of rows 1 and 2.",
    ]


def test_kinds_and_the_features_that_several_share_are_traits():
    names = [(trait.name, set(trait.kinds)) for trait in traits(CodeSpace(2, CARDS))]
    assert names == [
        ("ace", {0}),
        ("king", {1}),
        ("queen", {2}),
        ("ten", {3}),
        ("hearts", {0, 1}),
        ("spades", {2, 3}),
    ]


def test_plain_colours_are_the_only_traits_of_their_game():
    assert [trait.thing for trait in traits(CLASSIC.space)] == list(colours(6))


RED = Trait(CLASSIC.space.kinds[0], frozenset({0}))


@pytest.mark.parametrize(
    ("claim", "sentence"),
    [
        (Claim(RED, 1, at_least=True, number=1), "Red is at place 2."),
        (Claim(RED, 1, at_least=False, number=0), "Red is not at place 2."),
        (Claim(RED, None, at_least=True, number=1), "Red is in the code."),
        (Claim(RED, None, at_least=True, number=2), "Red is in the code at least 2 times."),
        (Claim(RED, None, at_least=False, number=0), "Red is not in the code."),
        (Claim(RED, None, at_least=False, number=1), "Red is in the code at most once."),
        (Claim(RED, None, at_least=False, number=3), "Red is in the code at most 3 times."),
    ],
)
def test_a_claim_is_a_sentence_of_its_own(claim, sentence):
    assert str(claim) == sentence


def test_a_proof_of_many_rows_lists_them():
    claim = Claim(RED, None, at_least=True, number=1)
    assert str(Fact(claim, (0, 2, 3))) == "Red is in the code, because of rows 1, 3 and 4."


class Spanish(gnu.NullTranslations):
    TEXTS: ClassVar = {
        "red": "rojo",
        "{peg} is in the code": "{peg} está en el código",
        "{claim}, because of rows {rows}.": "por las filas {rows}, {claim}.",
        "{firsts} and {last}": "{firsts} y {last}",
    }

    def gettext(self, message):
        return self.TEXTS[message]

    def ngettext(self, singular, plural, n):
        return self.TEXTS[singular if n == 1 else plural]


def test_facts_speak_the_language_in_use(monkeypatch):
    fact = Fact(Claim(RED, None, at_least=True, number=1), (0, 2))
    monkeypatch.setattr(language, "_translations", Spanish())
    assert str(fact) == "Por las filas 1 y 3, rojo está en el código."


def test_rows_that_contradict_each_other_claim_nothing():
    rows = [((0, 0, 0, 0), (0, 0)), ((0, 0, 1, 1), (1, 0)), ((0, 0, 0, 0), (1, 0))]
    with pytest.raises(NoCodeFits) as caught:
        facts(CLASSIC, rows)
    assert list(caught.value.contradictions) == [(0, 2)]
    assert str(caught.value) == "Rows 1 and 3 cannot both be right: no code fits both."


def test_a_bad_row_is_told():
    with pytest.raises(WrongLength, match="Row 1"):
        facts(CLASSIC, [((0, 0, 0), (1, 0))])


def test_a_space_too_large_to_list_says_what_the_limit_is():
    with pytest.raises(SpaceTooLarge, match="1,000,000"):
        facts(custom(pegs=8, colours=12), [])
