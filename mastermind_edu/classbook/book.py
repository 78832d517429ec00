"""The class book: a file of SQLite in the teacher's folder, which many kernels write at once.

The file has the version of its schema as ``user_version`` and four tables, see ``SCHEMA``.
Times are UTC, as ISO 8601. What a pupil did is on the disk before the answer is on the page:
each write is a transaction of its own (write-ahead log, ``synchronous = FULL``), and a writer
waits up to ``PATIENCE`` seconds for others. The write-ahead log needs a disk of this computer:
a folder shared over a network is no place for a class book.
"""

from __future__ import annotations

import json
import logging
import os
import secrets
import sqlite3
from collections.abc import Iterator, Sequence
from contextlib import closing, contextmanager
from datetime import UTC, datetime
from pathlib import Path
from typing import Any, Final, NamedTuple, TypeAlias

from mastermind_edu.classbook.nicknames import check_nickname, folded
from mastermind_edu.language import gettext

__all__ = [
    "MOST_PUPILS",
    "SCHEMA",
    "VERSION",
    "BookGone",
    "BookTrouble",
    "ClassBook",
    "ClassFull",
    "ClassOver",
    "GivenAnswer",
    "NewerBook",
    "NicknameTaken",
    "NotAClassBook",
    "PlayedGame",
    "Pupil",
]

VERSION: Final = 1
PATIENCE: Final = 20
MOST_PUPILS: Final = 200
PLAYING: Final = "playing"

SCHEMA: Final = """
-- The class: one row.
CREATE TABLE class (
    code  TEXT NOT NULL,  -- what the class is called
    key   TEXT NOT NULL,  -- all secrets of the class are drawn from it; no page gets it
    token TEXT NOT NULL,  -- who has it is the teacher
    began TEXT NOT NULL,
    ended TEXT            -- NULL while the class goes on
);
CREATE TABLE pupil (
    id       TEXT PRIMARY KEY,      -- drawn by lot; the pupil's browser keeps it
    nickname TEXT NOT NULL,
    folded   TEXT NOT NULL UNIQUE,  -- the nickname, regardless of case
    joined   TEXT NOT NULL
);
-- One game of one pupil; rounds of a board are counted for each game from 1.
CREATE TABLE game (
    pupil   TEXT NOT NULL REFERENCES pupil ON DELETE CASCADE,
    board   TEXT NOT NULL,     -- lesson and number of the board in it: 01-play/2
    game    TEXT NOT NULL,     -- the rules as JSON, without the number of rows
    round   INTEGER NOT NULL,
    guesses TEXT NOT NULL,     -- JSON: for each guess the positions of its pegs in the kinds
    outcome TEXT NOT NULL CHECK (outcome IN ('playing', 'won', 'lost', 'resigned')),
    began   TEXT NOT NULL,
    latest  TEXT NOT NULL,     -- when the latest guess was made
    PRIMARY KEY (pupil, board, game, round)
);
-- Every answer to an exercise, right or wrong.
CREATE TABLE answer (
    pupil    TEXT NOT NULL REFERENCES pupil ON DELETE CASCADE,
    question TEXT NOT NULL,    -- lesson, exercise and number of the question: 02-answer/marks/1
    answer   TEXT NOT NULL,    -- JSON, as the question keeps it
    correct  INTEGER NOT NULL, -- 1 or 0
    given    TEXT NOT NULL
);
CREATE INDEX answer_question ON answer (question);
"""

log = logging.getLogger(__name__)


class BookTrouble(ValueError):
    """The class book cannot be read or written; the log says why."""


class BookGone(BookTrouble):
    """There is no class book any more."""


class NotAClassBook(BookTrouble):
    """A file is no class book; it stays as it is."""


class NewerBook(BookTrouble):
    """A class book was made by a newer version of this program; it stays as it is."""


class ClassOver(ValueError):
    """The class has ended, or the pupil is not in it any more: nothing more is written."""


class ClassFull(ValueError):
    """There are as many pupils in the class as there can be."""


class NicknameTaken(ValueError):
    """Another pupil of the class is called so."""


class Pupil(NamedTuple):
    """A pupil of the class."""

    id: str
    nickname: str
    joined: str


Guess: TypeAlias = Sequence[int]
"""A guess as the positions of its pegs in the kinds of the game."""


class PlayedGame(NamedTuple):
    """A game of a pupil, with the columns of the table ``game``."""

    pupil: str
    board: str
    game: str
    round: int
    guesses: tuple[Guess, ...]
    outcome: str
    began: str
    latest: str


class GivenAnswer(NamedTuple):
    """An answer of a pupil, with the columns of the table ``answer``."""

    pupil: str
    question: str
    answer: Any
    correct: bool
    given: str


class ClassBook:
    """The class book in ``file``, opened anew for each thing that is read or written.

    So a book that was deleted stays deleted: nothing makes it again but :meth:`create`. All
    methods raise :class:`BookTrouble` or one of its subclasses if the file is gone, is no
    class book, or cannot be used.
    """

    def __init__(self, file: Path) -> None:
        self.file = file

    def __repr__(self) -> str:
        return f"<ClassBook {self.file.name}>"

    @classmethod
    def create(cls, file: Path, code: str) -> ClassBook:
        """Return the book of a new class.

        :raises FileExistsError: if there is such a file.
        :raises OSError: if it cannot be made.
        """
        file.parent.mkdir(parents=True, exist_ok=True, mode=0o700)
        os.close(os.open(file, os.O_RDWR | os.O_CREAT | os.O_EXCL, 0o600))
        book = cls(file)
        with book._connection() as connection:
            connection.execute("PRAGMA journal_mode = WAL")
            connection.executescript(f"BEGIN; {SCHEMA} PRAGMA user_version = {VERSION}; COMMIT")
            connection.execute(
                "INSERT INTO class VALUES (?, ?, ?, ?, NULL)",
                (code, secrets.token_hex(32), secrets.token_urlsafe(24), _now()),
            )
        return book

    # ---- the class ----------------------------------------------------------------------

    def check(self) -> None:
        """Do nothing if this is a class book that can be used.

        :raises BookGone: if there is no such file.
        :raises NotAClassBook: if it is something else.
        :raises NewerBook: if a newer version of this program made it.
        """
        with self._reading():
            pass

    @property
    def code(self) -> str:
        """What the class is called."""
        return self._of_class("code")

    @property
    def key(self) -> str:
        """What all secrets of the class are drawn from."""
        return self._of_class("key")

    @property
    def token(self) -> str:
        """What the teacher is known by."""
        return self._of_class("token")

    @property
    def has_ended(self) -> bool:
        """Whether the teacher has ended the class, so that nothing more is written."""
        return bool(self._of_class("ended"))

    @property
    def stamp(self) -> str:
        """A short text that changes when something is written."""
        files = (self.file, self.file.with_name(f"{self.file.name}-wal"))
        states = [file.stat() for file in files if file.exists()]
        return "-".join(f"{state.st_mtime_ns:x}.{state.st_size:x}" for state in states)

    def end(self) -> None:
        """End the class: its results stay as they are."""
        with self._writing(even_if_over=True) as connection:
            connection.execute("UPDATE class SET ended = ?", (_now(),))

    def go_on(self) -> None:
        """Let the class go on that had ended."""
        with self._writing(even_if_over=True) as connection:
            connection.execute("UPDATE class SET ended = NULL")

    def delete(self) -> None:
        """Delete all of it, so that nothing of it can be had back from the file; then the file.

        :raises OSError: if the emptied file cannot be removed.
        """
        with self._reading() as connection:
            connection.execute("BEGIN IMMEDIATE")
            for table in ("answer", "game", "pupil", "class"):
                connection.execute(f"DELETE FROM {table}")
            connection.execute("COMMIT")
            connection.execute("VACUUM")
            connection.execute("PRAGMA wal_checkpoint(TRUNCATE)")
        for suffix in ("", "-wal", "-shm"):
            self.file.with_name(self.file.name + suffix).unlink(missing_ok=True)

    def _of_class(self, column: str) -> str:
        with self._reading() as connection:
            row = connection.execute(f"SELECT {column} FROM class").fetchone()
        if row is None:
            raise BookGone(gettext("There is no class book any more."))
        return row[0] or ""

    # ---- pupils -------------------------------------------------------------------------

    def join(self, nickname: str) -> Pupil:
        """Return a new pupil of the class.

        :raises InvalidNickname: if that is no nickname.
        :raises NicknameTaken: if another pupil is called so, in small or capital letters.
        :raises ClassFull: if there are ``MOST_PUPILS`` already.
        :raises ClassOver: if the class has ended.
        """
        pupil = Pupil(secrets.token_urlsafe(18), check_nickname(nickname), _now())
        with self._writing() as connection:
            (number,) = connection.execute("SELECT count(*) FROM pupil").fetchone()
            if number >= MOST_PUPILS:
                raise ClassFull(gettext("The class is full: ask your teacher."))
            with _unique(pupil.nickname):
                connection.execute(
                    "INSERT INTO pupil VALUES (?, ?, ?, ?)",
                    (pupil.id, pupil.nickname, folded(pupil.nickname), pupil.joined),
                )
        return pupil

    def rename(self, pupil: str, nickname: str) -> None:
        """Call the pupil of this id otherwise.

        :raises ValueError: the errors of :meth:`join`.
        """
        name = check_nickname(nickname)
        with self._writing() as connection, _unique(name):
            changed = connection.execute(
                "UPDATE pupil SET nickname = ?, folded = ? WHERE id = ?",
                (name, folded(name), pupil),
            )
            if not changed.rowcount:
                raise ClassOver(gettext("You are not in this class any more."))

    def remove(self, pupil: str) -> None:
        """Delete a pupil and all that the pupil did; nothing if there is none of this id."""
        with self._writing(even_if_over=True) as connection:
            connection.execute("DELETE FROM pupil WHERE id = ?", (pupil,))

    def remove_idle(self) -> None:
        """Take out all pupils who have neither played nor answered anything."""
        with self._writing(even_if_over=True) as connection:
            connection.execute(
                "DELETE FROM pupil WHERE id NOT IN (SELECT pupil FROM game) "
                "AND id NOT IN (SELECT pupil FROM answer)"
            )

    def pupil(self, pupil: str) -> Pupil | None:
        """Return the pupil of this id, if there is one."""
        with self._reading() as connection:
            found = connection.execute(
                "SELECT id, nickname, joined FROM pupil WHERE id = ?", (pupil,)
            ).fetchone()
        return Pupil(*found) if found else None

    def pupils(self) -> list[Pupil]:
        """Return all pupils by their nicknames."""
        with self._reading() as connection:
            found = connection.execute("SELECT id, nickname, joined FROM pupil ORDER BY folded")
            return [Pupil(*row) for row in found]

    # ---- what they did ------------------------------------------------------------------

    def latest(self, pupil: str, board: str, game: str) -> PlayedGame | None:
        """Return the game of the latest round that a pupil has begun at a board, if any."""
        with self._reading() as connection:
            found = connection.execute(
                "SELECT * FROM game WHERE (pupil, board, game) = (?, ?, ?) "
                "ORDER BY round DESC LIMIT 1",
                (pupil, board, game),
            ).fetchone()
        return _played(found) if found else None

    def write_game(
        self,
        pupil: str,
        board: str,
        game: str,
        round: int,  # noqa: A002
        guesses: Sequence[Guess],
        outcome: str,
    ) -> None:
        """Add ``guesses`` to those of a game, and note how it stands.

        A game that has ended stays as it is: the first end of a round counts.

        :raises ClassOver: if the class has ended or the pupil is not in it.
        """
        key = (pupil, board, game, round)
        with self._writing() as connection:
            connection.execute(
                "INSERT INTO game VALUES (?, ?, ?, ?, '[]', 'playing', ?, ?) "
                "ON CONFLICT DO NOTHING",
                (*key, _now(), _now()),
            )
            where = "(pupil, board, game, round) = (?, ?, ?, ?)"
            before, stands = connection.execute(
                f"SELECT guesses, outcome FROM game WHERE {where}", key
            ).fetchone()
            if stands == PLAYING:
                all_guesses = json.dumps([*json.loads(before), *map(list, guesses)])
                connection.execute(
                    f"UPDATE game SET guesses = ?, outcome = ?, latest = ? WHERE {where}",
                    (all_guesses, outcome, _now(), *key),
                )

    def write_answer(self, pupil: str, question: str, answer: Any, *, correct: bool) -> None:
        """Add an answer to a question.

        :raises ClassOver: if the class has ended or the pupil is not in it.
        """
        with self._writing() as connection:
            connection.execute(
                "INSERT INTO answer VALUES (?, ?, ?, ?, ?)",
                (pupil, question, json.dumps(answer, sort_keys=True), correct, _now()),
            )

    def games(self) -> list[PlayedGame]:
        """Return all games, in the order in which they were begun."""
        with self._reading() as connection:
            found = connection.execute("SELECT * FROM game ORDER BY began, rowid").fetchall()
        return list(map(_played, found))

    def answers(self) -> list[GivenAnswer]:
        """Return all answers, in the order in which they were given."""
        with self._reading() as connection:
            found = connection.execute("SELECT * FROM answer ORDER BY rowid").fetchall()
        return [
            GivenAnswer(pupil, question, json.loads(answer), bool(correct), given)
            for pupil, question, answer, correct, given in found
        ]

    # ---- the file -----------------------------------------------------------------------

    @contextmanager
    def _writing(self, *, even_if_over: bool = False) -> Iterator[sqlite3.Connection]:
        """Write in one transaction, which is undone with any error."""
        with self._reading() as connection:
            connection.execute("BEGIN IMMEDIATE")
            try:
                ended = connection.execute("SELECT ended FROM class").fetchone()
                if not even_if_over and (ended is None or ended[0]):
                    raise ClassOver(gettext("The class has ended: nothing more is kept of it."))
                yield connection
                connection.execute("COMMIT")
            except sqlite3.IntegrityError as error:
                connection.execute("ROLLBACK")
                raise ClassOver(gettext("You are not in this class any more.")) from error
            except BaseException:
                connection.execute("ROLLBACK")
                raise

    @contextmanager
    def _reading(self) -> Iterator[sqlite3.Connection]:
        with self._connection() as connection:
            (version,) = connection.execute("PRAGMA user_version").fetchone()
            if version > VERSION:
                raise NewerBook(
                    gettext(
                        "{file} was made by a newer version of mastermind-edu; it is left as it is."
                    ).format(file=self.file)
                )
            if version < 1:
                raise NotAClassBook(gettext("{file} is no class book.").format(file=self.file))
            yield connection

    @contextmanager
    def _connection(self) -> Iterator[sqlite3.Connection]:
        if not self.file.is_file():
            raise BookGone(gettext("There is no class book any more."))
        address = f"{self.file.absolute().as_uri()}?mode=rw"
        try:
            with closing(
                sqlite3.connect(address, uri=True, timeout=PATIENCE, isolation_level=None)
            ) as connection:
                connection.execute("PRAGMA foreign_keys = ON")
                connection.execute("PRAGMA synchronous = FULL")
                yield connection
        except sqlite3.Error as error:
            log.exception("The class book %s is in trouble.", self.file)
            if getattr(error, "sqlite_errorcode", None) == sqlite3.SQLITE_NOTADB:
                raise NotAClassBook(
                    gettext("{file} is no class book.").format(file=self.file)
                ) from error
            raise BookTrouble(
                gettext("The class book cannot be used just now. Please tell your teacher.")
            ) from error


@contextmanager
def _unique(nickname: str) -> Iterator[None]:
    try:
        yield
    except sqlite3.IntegrityError as error:
        raise NicknameTaken(
            gettext("Somebody is called {nickname} already. Choose another nickname.").format(
                nickname=nickname
            )
        ) from error


def _played(row: Sequence[Any]) -> PlayedGame:
    pupil, board, game, number, guesses, *rest = row
    return PlayedGame(pupil, board, game, number, tuple(map(tuple, json.loads(guesses))), *rest)


def _now() -> str:
    return datetime.now(UTC).isoformat(timespec="seconds")
