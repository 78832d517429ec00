import copy
import itertools
import pickle
import random
import tomllib
from pathlib import Path

import pytest

from mastermind_edu.games.catalogue import CLASSIC, GAMES, GRAND, MINI, SENHA, custom, game
from mastermind_edu.games.codes import InvalidCode, RepeatedPeg, UnknownPeg, WrongLength
from mastermind_edu.games.feedback import Counted, Mark
from mastermind_edu.games.play import (
    Game,
    GameOver,
    GameState,
    NothingToUndo,
    Row,
    SecretHidden,
    Status,
    draw,
)

SEEDS = tomllib.loads((Path(__file__).parents[1] / "data" / "secrets.toml").read_text("utf-8"))
SECRET = (3, 1, 4, 2)


def playing():
    return Game(CLASSIC, SECRET)


def won():
    game = playing()
    game.guess((0, 0, 1, 1))
    game.guess(SECRET)
    return game


def lost():
    game = Game(CLASSIC.with_rows(2), SECRET)
    game.guess((0, 0, 1, 1))
    game.guess((0, 0, 1, 2))
    return game


def resigned():
    game = playing()
    game.guess((0, 0, 1, 1))
    game.resign()
    return game


# Playing


def test_a_new_game_has_no_rows_and_goes_on():
    game = playing()
    assert (game.rows, game.status) == ((), Status.PLAYING)


def test_a_guess_is_answered_and_kept():
    game = playing()
    assert game.guess([0, 0, 1, 3]) == Counted(0, 2)
    assert game.rows == (Row((0, 0, 1, 3), Counted(0, 2)),)
    assert game.status is Status.PLAYING


def test_finding_the_secret_wins():
    game = won()
    assert game.status is Status.WON
    assert game.rows[-1] == (SECRET, (4, 0))
    assert game.secret == SECRET


def test_finding_the_secret_in_the_last_row_wins():
    game = Game(CLASSIC.with_rows(1), SECRET)
    game.guess(SECRET)
    assert game.status is Status.WON


@pytest.mark.parametrize("rules", GAMES)
def test_using_up_all_rows_loses(rules):
    game = Game(rules, rules.space.code_at(0))
    for _ in range(rules.rows):
        assert game.status is Status.PLAYING
        game.guess(rules.space.code_at(1))
    assert game.status is Status.LOST
    assert game.secret == rules.space.code_at(0)


def test_resigning_ends_the_game_and_shows_the_secret():
    game = resigned()
    assert (game.status, game.secret, len(game.rows)) == (Status.RESIGNED, SECRET, 1)


def test_senha_is_answered_place_by_place():
    game = Game(SENHA, SECRET)
    assert game.guess((3, 4, 0, 5)) == (Mark.EXACT, Mark.MISPLACED, Mark.ABSENT, Mark.ABSENT)


def test_grand_mastermind_is_answered_in_three_colours():
    parse = GRAND.space.parse
    assert Game(GRAND, parse("YsRcRcRc")).guess(parse("RcBcGtGt")) == (0, 1, 1)


@pytest.mark.parametrize("answer", ["counted", "per position"])
def test_a_game_of_one_peg_can_be_won_and_lost(answer):
    rules = custom(pegs=1, colours=3, rows=2, answer=answer)
    game = Game(rules, (2,))
    game.guess((0,))
    assert game.status is Status.PLAYING
    game.guess((2,))
    assert game.status is Status.WON
    game = Game(rules, (2,))
    game.guess((0,))
    game.guess((1,))
    assert game.status is Status.LOST


def test_rows_given_out_are_not_the_games_own():
    game = playing()
    before = game.rows
    game.guess((0, 0, 1, 1))
    assert before == ()


# Taking back


def test_undo_takes_the_last_row_back():
    game = playing()
    game.guess((0, 0, 1, 1))
    game.guess((2, 2, 3, 3))
    assert game.undo() == Row((2, 2, 3, 3), Counted(0, 2))
    assert [row.guess for row in game.rows] == [(0, 0, 1, 1)]


def test_a_row_taken_back_can_be_played_again():
    game = Game(CLASSIC.with_rows(2), SECRET)
    game.guess((0, 0, 1, 1))
    game.undo()
    game.guess((0, 0, 1, 1))
    assert game.status is Status.PLAYING
    assert game.guess(SECRET) == (4, 0)


def test_nothing_can_be_taken_back_before_the_first_row():
    with pytest.raises(NothingToUndo) as refusal:
        playing().undo()
    assert str(refusal.value) == "There is no row to take back."


# Refusals, after which all is as it was


@pytest.mark.parametrize("finished", [won, lost, resigned])
@pytest.mark.parametrize(
    ("move", "error", "message"),
    [
        (lambda game: game.guess((0, 0, 0, 0)), GameOver, "The game is over."),
        (lambda game: game.guess("nonsense"), GameOver, "The game is over."),
        (lambda game: game.resign(), GameOver, "The game is over."),
        (
            lambda game: game.undo(),
            NothingToUndo,
            "The game is over: no row can be taken back.",
        ),
    ],
)
def test_a_game_that_is_over_takes_no_more_moves(finished, move, error, message):
    game = finished()
    before = game.state
    with pytest.raises(error) as refusal:
        move(game)
    assert str(refusal.value) == message
    assert game.state == before
    assert game.secret == SECRET


@pytest.mark.parametrize(
    ("guess", "error"),
    [
        ((0, 1, 2), WrongLength),
        ((0, 1, 2, 6), UnknownPeg),
        ((0, 1, 2, []), UnknownPeg),
        ("RGBY", InvalidCode),
        (None, InvalidCode),
    ],
)
def test_a_wrong_guess_uses_no_row(guess, error):
    game = playing()
    game.guess((0, 0, 1, 1))
    before = game.state
    with pytest.raises(error):
        game.guess(guess)
    assert game.state == before
    assert game.guess(SECRET) == (4, 0)


def test_a_guess_with_repeats_is_refused_in_senha():
    game = Game(SENHA, SECRET)
    with pytest.raises(RepeatedPeg):
        game.guess((0, 0, 1, 2))
    assert game.rows == ()


def test_a_wrong_secret_is_refused():
    with pytest.raises(RepeatedPeg):
        Game(SENHA, (0, 0, 1, 2))


@pytest.mark.parametrize("rows", [0, 3])
def test_the_secret_is_not_told_while_the_game_goes_on(rows):
    game = playing()
    for _ in range(rows):
        game.guess((0, 0, 0, 0))
    with pytest.raises(SecretHidden) as refusal:
        _ = game.secret
    assert str(refusal.value) == "The secret is shown when the game is over."
    assert refusal.value.__cause__ is None


@pytest.mark.parametrize("error", [GameOver, NothingToUndo, SecretHidden])
def test_refusals_are_value_errors(error):
    assert issubclass(error, ValueError)


# Secrets


@pytest.mark.parametrize("row", SEEDS["seed"], ids=lambda row: str(row["seed"]))
@pytest.mark.parametrize("key", [rules.key for rules in GAMES])
def test_a_seed_draws_the_same_secret_for_ever(row, key):
    rules = game(key)
    assert rules.space.format(draw(rules, row["seed"])) == row[key]
    played = Game(rules, seed=row["seed"])
    played.resign()
    assert rules.space.format(played.secret) == row[key]


def test_a_number_and_its_digits_are_the_same_seed():
    assert draw(CLASSIC, 7) == draw(CLASSIC, "7")


def test_games_of_the_same_codes_have_secrets_of_their_own():
    drawn = [(draw(CLASSIC, seed), draw(MINI, seed)) for seed in range(20)]
    assert sum(classic == mini for classic, mini in drawn) < 3


def test_seeds_draw_from_the_whole_space():
    assert {draw(custom(pegs=2, colours=3), seed) for seed in range(100)} == set(
        itertools.product(range(3), repeat=2)
    )


def test_drawing_leaves_the_random_numbers_of_others_alone():
    random.seed(5)
    expected = random.random()
    random.seed(5)
    draw(CLASSIC, 1)
    draw(CLASSIC)
    assert random.random() == expected


def test_without_a_seed_secrets_vary():
    assert len({draw(CLASSIC) for _ in range(30)}) > 20


# What can be seen of a game


def written(rules, secret):
    """The secret in every form in which it might slip out."""
    pegs = [str(peg) for peg in rules.space.row(secret)]
    names = [rules.space.kind(peg).name for peg in secret]
    return [
        repr(secret),
        rules.space.format(secret),
        rules.space.spell(secret),
        "".join(pegs),
        ", ".join(pegs),
        " ".join(names),
        repr(secret).replace(" ", ""),
    ]


@pytest.mark.parametrize("seed", range(5))
@pytest.mark.parametrize("rules", GAMES)
def test_the_secret_is_not_in_what_a_game_shows(rules, seed):
    game = Game(rules, seed=seed)
    secret = draw(rules, seed)
    game.guess(next(code for code in rules.space if code != secret))
    for shown in (repr(game), str(game), f"{game}", repr(game.state), repr(game.rows)):
        assert not [form for form in written(rules, secret) if form in shown]


@pytest.mark.parametrize("protocol", range(pickle.HIGHEST_PROTOCOL + 1))
@pytest.mark.parametrize("rules", GAMES)
def test_a_pickled_game_does_not_depend_on_its_secret(rules, protocol):
    # Whatever the form, a pickle that is the same for two secrets holds neither.
    guess, one, other = (rules.space.code_at(index) for index in (0, 1, 2))
    assert rules.feedback(one, guess) == rules.feedback(other, guess)
    pickles = []
    for secret in (one, other):
        game = Game(rules, secret)
        game.guess(guess)
        pickles.append(pickle.dumps(game, protocol))
    assert pickles[0] == pickles[1]


@pytest.mark.parametrize("protocol", range(pickle.HIGHEST_PROTOCOL + 1))
@pytest.mark.parametrize("rules", GAMES)
def test_the_secret_is_in_no_pickle(rules, protocol):
    secret = draw(rules, 1)
    game = Game(rules, secret)
    for data in (pickle.dumps(game, protocol), pickle.dumps(game.state, protocol)):
        forms = [form.encode() for form in written(rules, secret)]
        forms += [bytes(rules.space.row(secret)), pickle.dumps(secret, protocol)[2:-1]]
        assert not [form for form in forms if form in data]


@pytest.mark.parametrize("make", [playing, won, lost, resigned])
@pytest.mark.parametrize(
    "duplicate", [copy.copy, copy.deepcopy, lambda g: pickle.loads(pickle.dumps(g))]
)
def test_what_is_copied_of_a_game_is_its_public_state(make, duplicate):
    game = make()
    state = duplicate(game)
    assert type(state) is GameState
    assert state == game.state
    assert state == GameState(game.rules, game.rows, game.status)


def test_a_game_shows_how_far_it_is():
    game = playing()
    game.guess((0, 0, 1, 1))
    assert repr(game) == str(game) == "<Game classic: 1 of 10 rows, playing>"


def test_nothing_can_be_written_into_a_game():
    game = playing()
    for name in ("rows", "status", "secret", "state", "other"):
        with pytest.raises(AttributeError):
            setattr(game, name, None)
