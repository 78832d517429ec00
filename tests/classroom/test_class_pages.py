"""A class over HTTP: who may join, what a name can do, and what is the teacher's alone."""

from __future__ import annotations

import io
import os
import re
import stat
from collections.abc import Callable, Iterator
from pathlib import Path

import httpx
import pytest
from markupsafe import escape
from typer.testing import CliRunner

from mastermind_edu.classbook.book import ClassBook
from mastermind_edu.classroom.cli import _class_text, command
from mastermind_edu.classroom.school_class import (
    CODE,
    InvalidClassCode,
    SchoolClass,
    new_code,
)
from mastermind_edu.language import catalogue

from .conftest import Classroom, free_port, running

CODE_OF_CLASS = "7B"
WRONG_TOKENS = ("", "x", "é", "0" * 32, "' OR 1=1")

Visitor = Callable[[], httpx.Client]


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return tmp_path_factory.mktemp("class")


@pytest.fixture(scope="module")
def held(folder: Path, lessons: Path) -> Iterator[Classroom]:
    """A server with a class."""
    with running(folder, *options(folder, lessons)) as classroom:
        yield classroom


def options(folder: Path, lessons: Path) -> list[str]:
    return [
        *("--local", "--port", str(free_port()), "--lessons", str(lessons)),
        *("--class", CODE_OF_CLASS, "--class-folder", str(folder / "classes")),
    ]


@pytest.fixture(scope="module")
def book(folder: Path, held: Classroom) -> ClassBook:  # noqa: ARG001
    return ClassBook(folder / "classes" / f"{CODE_OF_CLASS}.sqlite3")


@pytest.fixture
def visitor(held: Classroom, book: ClassBook) -> Iterator[Visitor]:
    """A browser of somebody who has not been here, for each call; the class is empty again then."""
    clients: list[httpx.Client] = []

    def visit() -> httpx.Client:
        clients.append(browser(held))
        return clients[-1]

    yield visit
    for client in clients:
        client.close()
    book.go_on()
    for pupil in book.pupils():
        book.remove(pupil.id)


def browser(classroom: Classroom) -> httpx.Client:
    base = str(classroom.http.base_url).rstrip("/")
    return httpx.Client(base_url=base, timeout=60, headers={"Origin": base})


def join(client: httpx.Client, nickname: str, **fields: str) -> httpx.Response:
    return client.post("/en/class", data={"nickname": nickname, **fields})


@pytest.fixture
def teacher(visitor: Visitor, book: ClassBook) -> httpx.Client:
    client = visitor()
    assert client.post("/teacher/door", data={"token": book.token}).status_code == 204
    return client


# ---- joining ----------------------------------------------------------------------------


def test_the_landing_page_asks_for_a_nickname_and_nothing_else(visitor: Visitor) -> None:
    page = visitor().get("/en/").text
    assert "Class 7B" in page
    visible = re.findall(r'<input (?!type="hidden")[^>]*name="(\w+)"', page)
    assert visible == ["nickname"]


def test_who_joins_is_known_from_then_on(visitor: Visitor, book: ClassBook) -> None:
    client = visitor()
    answer = join(client, "  Ana ")
    assert (answer.status_code, answer.headers["Location"]) == (303, "/en/")
    assert [pupil.nickname for pupil in book.pupils()] == ["Ana"]
    assert "You play as Ana." in client.get("/en/").text
    cookie = answer.headers["Set-Cookie"]
    assert cookie.startswith("mastermind-pupil-7B=")
    assert "HttpOnly" in cookie
    assert "SameSite=Lax" in cookie


def test_a_pupil_is_led_back_to_the_lesson(visitor: Visitor) -> None:
    client = visitor()
    assert 'name="lesson" value="01-play"' in client.get("/en/?lesson=01-play").text
    answer = join(client, "Ana", lesson="01-play")
    assert answer.headers["Location"] == "/voila/render/en/01-play.ipynb"


@pytest.mark.parametrize(
    "lesson", ["//evil.example", "https://evil.example", "../..", "01-play?x", "nope"]
)
def test_a_form_leads_nowhere_else(visitor: Visitor, lesson: str) -> None:
    assert join(visitor(), "Ana", lesson=lesson).headers["Location"] == "/en/"


def test_a_pupil_can_change_the_nickname_and_leave_the_browser(
    visitor: Visitor, book: ClassBook
) -> None:
    client = visitor()
    join(client, "Ana")
    (before,) = book.pupils()
    join(client, "Anna")
    assert [(one.id, one.nickname) for one in book.pupils()] == [(before.id, "Anna")]
    client.post("/en/class", data={"do": "leave"})
    assert "Choose a nickname" in client.get("/en/").text
    assert len(book.pupils()) == 1


@pytest.mark.parametrize(
    ("nickname", "problem"),
    [
        ("", "Write a nickname first."),
        ("x" * 21, "A nickname has at most 20 characters."),
        ("x" * 100_000, "A nickname has at most 20 characters."),
        ("a\u202eb", "A nickname has letters, digits and signs only."),
        ("aNA", "Somebody is called aNA already. Choose another nickname."),
    ],
)
def test_a_nickname_that_cannot_be_had_is_told_kindly(
    visitor: Visitor, book: ClassBook, nickname: str, problem: str
) -> None:
    join(visitor(), "Ana")
    answer = join(visitor(), nickname)
    assert answer.status_code == 400
    assert problem in answer.text
    assert "Set-Cookie" not in answer.headers or "mastermind" not in answer.headers["Set-Cookie"]
    assert len(book.pupils()) == 1


def test_what_is_wrong_with_a_nickname_is_told_in_the_language_of_the_page(
    visitor: Visitor,
) -> None:
    answer = visitor().post("/es/class", data={"nickname": ""})
    assert str(escape(catalogue("es").gettext("Write a nickname first."))) in answer.text
    assert '<html lang="es"' in answer.text


@pytest.mark.parametrize("path", ["/en/class", "/teacher", "/teacher/door"])
@pytest.mark.parametrize(
    "headers",
    [
        {"Origin": "https://evil.example"},
        {"Origin": "null"},
        {"Origin": "", "Referer": "https://evil.example/"},
        {"Origin": ""},
    ],
)
def test_forms_of_other_sites_are_not_obeyed(
    teacher: httpx.Client, book: ClassBook, path: str, headers: dict[str, str]
) -> None:
    fields = {"nickname": "Mallory", "do": "end", "token": book.token}
    answer = teacher.post(path, data=fields, headers=headers)
    assert answer.status_code == 403
    assert book.pupils() == []
    assert not book.has_ended


# ---- names that try ---------------------------------------------------------------------

EVIL = (
    "<script>a()</script>"[:20],
    "<img onerror=a() x>",
    '" autofocus onx="',
    "'><svg/onload=a()>",
    "{{ 7*7 }}{% raw %}",
    "</table></select>",
)


@pytest.mark.parametrize("nickname", EVIL)
def test_a_nickname_is_text_wherever_it_is_shown(
    visitor: Visitor, teacher: httpx.Client, held: Classroom, book: ClassBook, nickname: str
) -> None:
    client = visitor()
    join(client, nickname)
    (pupil,) = book.pupils()
    assert pupil.nickname == nickname
    book.write_game(pupil.id, "01-play/1", '{"game": "classic"}', 1, [(0, 0, 0, 0)], "won")
    taken = join(visitor(), nickname.upper())
    lesson = client.get("/voila/render/en/01-play.ipynb")
    pages = {
        "joined": client.get("/en/").text,
        "taken": taken.text.replace(escape(nickname.upper()), escape(nickname)),
        "lesson": lesson.text,
        "teacher": teacher.get("/teacher").text,
        "ranking": teacher.get("/teacher/ranking").text,
    }
    for kernel in re.findall(r'"kernelId": "([0-9a-f-]{36})"', lesson.text)[:1]:
        held.close(kernel)
    for name, page in pages.items():
        assert str(escape(nickname)) in page, name
        assert nickname not in page or nickname == escape(nickname), name


# ---- the teacher alone ------------------------------------------------------------------


@pytest.mark.parametrize("token", WRONG_TOKENS)
def test_a_wrong_token_opens_nothing(visitor: Visitor, token: str) -> None:
    client = visitor()
    answer = client.post("/teacher/door", data={"token": token})
    assert answer.status_code == 403
    assert "mastermind-teacher" not in answer.headers.get("Set-Cookie", "")


@pytest.mark.parametrize(
    "path",
    ["/teacher", "/teacher/", "/teacher/ranking", "/teacher/games.csv", "/teacher/answers.csv"],
)
def test_nobody_else_sees_the_results(visitor: Visitor, book: ClassBook, path: str) -> None:
    client = visitor()
    join(client, "Ana")
    for cookie in (None, *("x", "0" * 32)):
        if cookie:
            client.cookies.set("mastermind-teacher-7B", cookie)
        answer = client.get(path)
        assert answer.status_code == 403
        assert "Ana" not in answer.text.partition("<main")[2]
        assert book.token not in answer.text


@pytest.mark.parametrize("do", ["end", "go on", "remove", "delete", ""])
def test_nobody_else_can_do_anything(visitor: Visitor, book: ClassBook, do: str) -> None:
    client = visitor()
    join(client, "Ana")
    fields = {"do": do, "sure": "yes", "pupil": book.pupils()[0].id, "code": CODE_OF_CLASS}
    assert client.post("/teacher", data=fields).status_code == 403
    assert len(book.pupils()) == 1
    assert not book.has_ended


def test_the_token_is_in_no_page_and_no_log(
    visitor: Visitor, teacher: httpx.Client, held: Classroom, book: ClassBook
) -> None:
    assert book.token not in held.said
    client = visitor()
    join(client, "Ana")
    client.get(f"/teacher/{book.token[:5]}")
    client.post("/teacher/door", data={"token": "wrong"})
    lesson = client.get("/voila/render/en/01-play.ipynb").text
    held.close(re.findall(r'"kernelId": "([0-9a-f-]{36})"', lesson)[0])
    pages = [client.get(path).text for path in ("/", "/en/", "/teacher", "/nowhere")]
    own = [teacher.get(path).text for path in ("/teacher", "/teacher/ranking")]
    for secret in (book.token, book.key):
        assert not [page for page in (*pages, *own, lesson) if secret in page]
    log = held.wait_for_log("/teacher/door")
    assert book.token not in log
    assert book.key not in log
    assert book.pupils()[0].id not in log


def test_a_terminal_is_told_the_teachers_address_and_a_log_is_told_of_a_file(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    school_class = SchoolClass.held(tmp_path, "8C")
    home = "http://localhost:8866/"
    address = f"{home}teacher#{school_class.book.token}"
    monkeypatch.setattr("sys.stdout", Terminal())
    assert address in _class_text(school_class, home)
    assert not school_class.address_file.exists()
    monkeypatch.setattr("sys.stdout", io.StringIO())
    for _ in range(2):
        said = _class_text(school_class, home)
        assert school_class.book.token not in said
        assert str(school_class.address_file) in said
        assert school_class.address_file.read_text() == f"{address}\n"
    if os.name == "posix":
        assert stat.S_IMODE(school_class.address_file.stat().st_mode) == 0o600
    school_class.delete()
    assert list(tmp_path.iterdir()) == []


class Terminal(io.StringIO):
    """What is written to somebody who reads it."""

    def isatty(self) -> bool:
        return True


def test_the_teachers_cookie_goes_to_the_teachers_page_alone(
    visitor: Visitor, book: ClassBook
) -> None:
    answer = visitor().post("/teacher/door", data={"token": book.token})
    cookie = answer.headers["Set-Cookie"]
    assert cookie.startswith("mastermind-teacher-7B=")
    for part in ("HttpOnly", "SameSite=Strict", "Path=/teacher"):
        assert part in cookie


def test_what_the_teachers_page_has_already_is_not_sent_again(
    visitor: Visitor, teacher: httpx.Client
) -> None:
    tag = teacher.get("/teacher").headers["ETag"]
    same = teacher.get("/teacher", headers={"If-None-Match": tag})
    assert (same.status_code, same.content) == (304, b"")
    join(visitor(), "Ana")
    other = teacher.get("/teacher", headers={"If-None-Match": tag})
    assert other.status_code == 200
    assert "1 pupil has joined." in other.text


def test_the_tables_can_be_downloaded(
    visitor: Visitor, teacher: httpx.Client, book: ClassBook
) -> None:
    join(visitor(), "=1+1")
    (pupil,) = book.pupils()
    book.write_game(pupil.id, "01-play/1", '{"game": "classic"}', 1, [(0, 1, 2, 3)], "won")
    book.write_answer(pupil.id, "03-how-many/tiny", 6, correct=False)
    for kind in ("games", "answers"):
        answer = teacher.get(f"/teacher/{kind}.csv")
        assert answer.headers["Content-Disposition"] == f'attachment; filename="7B-{kind}.csv"'
        assert answer.content.startswith(b"\xef\xbb\xbfnickname,")
        assert "\n'=1+1," in answer.text
    assert teacher.get("/teacher/secrets.csv").status_code == 404


def test_ending_the_class_shows_the_ranking_and_lets_nobody_join(
    visitor: Visitor, teacher: httpx.Client, book: ClassBook
) -> None:
    answer = teacher.post("/teacher", data={"do": "end"})
    assert (answer.status_code, answer.headers["Location"]) == (303, "/teacher/ranking")
    assert book.has_ended
    late = visitor()
    assert "The class has ended." in late.get("/en/").text
    assert join(late, "Ana").status_code == 400
    teacher.post("/teacher", data={"do": "go on"})
    assert join(late, "Ana").status_code == 303


@pytest.mark.parametrize("query", ["board=9", "board=x", "board=1&round=9", "board=-1", "round=1"])
def test_a_ranking_that_there_is_not_is_that_of_all(teacher: httpx.Client, query: str) -> None:
    answer = teacher.get(f"/teacher/ranking?{query}")
    assert answer.status_code == 200
    assert "All games" in answer.text


def test_taking_a_pupil_out_needs_a_second_word(
    visitor: Visitor, teacher: httpx.Client, book: ClassBook
) -> None:
    client = visitor()
    join(client, "Ana")
    (pupil,) = book.pupils()
    teacher.post("/teacher", data={"do": "remove", "pupil": pupil.id})
    assert book.pupils() == [pupil]
    teacher.post("/teacher", data={"do": "remove", "pupil": pupil.id, "sure": "yes"})
    assert book.pupils() == []
    assert "Choose a nickname" in client.get("/en/").text
    assert join(client, "Ana").status_code == 303


def test_all_who_have_done_nothing_can_be_taken_out(
    visitor: Visitor, teacher: httpx.Client, book: ClassBook
) -> None:
    for nickname in ("Ana", "Ben"):
        join(visitor(), nickname)
    book.write_answer(book.pupils()[0].id, "q", 1, correct=True)
    teacher.post("/teacher", data={"do": "remove idle"})
    assert [pupil.nickname for pupil in book.pupils()] == ["Ana"]


def test_what_there_is_not_to_do_is_refused(teacher: httpx.Client) -> None:
    assert teacher.post("/teacher", data={"do": "dance"}).status_code == 400


def test_without_a_class_there_is_no_teachers_page(classroom: Classroom) -> None:
    for path in ("/teacher", "/teacher/games.csv", "/en/class"):
        assert classroom.http.get(path).status_code == 404
    assert 'class="join"' not in classroom.http.get("/en/").text


# ---- the class goes on, and ends for ever ------------------------------------------------


def test_a_class_goes_on_after_a_restart_until_it_is_deleted(tmp_path: Path, lessons: Path) -> None:
    book = ClassBook(tmp_path / "classes" / f"{CODE_OF_CLASS}.sqlite3")
    arguments = options(tmp_path, lessons)
    with (
        running(tmp_path, *arguments) as before,
        browser(before) as pupil,
        browser(before) as teacher,
    ):
        join(pupil, "Ana")
        key, token, (ana,) = book.key, book.token, book.pupils()
        teacher.post("/teacher/door", data={"token": token})
        before.process.kill()
        before.process.wait()
        with running(tmp_path, *arguments) as after:
            assert (book.key, book.token, book.pupils()) == (key, token, [ana])
            assert "You play as Ana." in pupil.get("/en/").text
            delete_all(book, teacher, after)


def delete_all(book: ClassBook, teacher: httpx.Client, after: Classroom) -> None:
    ana = book.pupils()[0]
    assert "1 pupil has joined." in teacher.get("/teacher").text
    wrong = teacher.post("/teacher", data={"do": "delete", "code": "8C"})
    assert wrong.status_code == 303
    assert "nothing was deleted" in teacher.get(wrong.headers["Location"]).text
    assert book.pupils() == [ana]
    done = teacher.post("/teacher", data={"do": "delete", "code": "7b"})
    assert "Everything is deleted" in done.text
    assert list(book.file.parent.iterdir()) == []
    assert teacher.get("/teacher").status_code == 404
    assert 'class="join"' not in after.http.get("/en/").text
    assert after.http.get("/voila/render/en/01-play.ipynb").status_code == 200


# ---- the command ------------------------------------------------------------------------


def test_a_code_can_be_read_out() -> None:
    codes = {new_code() for _ in range(50)}
    assert len(codes) > 45
    assert all(CODE.fullmatch(code) and not set(code) & set("01IO") for code in codes)


@pytest.mark.parametrize("code", ["", "-", "a b", "../x", "x" * 21, "é", "a/b", "a.b"])
def test_what_is_no_code_is_refused(tmp_path: Path, code: str) -> None:
    with pytest.raises(InvalidClassCode, match="1 to 20 letters"):
        SchoolClass.held(tmp_path, code)
    assert list(tmp_path.iterdir()) == []


def test_a_code_is_the_same_in_small_letters(tmp_path: Path) -> None:
    first = SchoolClass.held(tmp_path, "7b")
    again = SchoolClass.held(tmp_path, " 7B ")
    assert (first.code, again.book.key) == ("7B", first.book.key)


@pytest.mark.parametrize(
    ("content", "said"), [(b"x" * 4096, "is no class book"), (None, "cannot be kept in")]
)
def test_a_folder_that_cannot_be_used_is_named(
    tmp_path: Path, content: bytes | None, said: str
) -> None:
    folder = tmp_path / "classes"
    if content is None:
        folder.write_text("a file, not a folder")
    else:
        folder.mkdir()
        (folder / "7B.sqlite3").write_bytes(content)
    done = CliRunner().invoke(command(), ["--class", "7B", "--class-folder", str(folder)])
    assert done.exit_code == 1
    assert said in " ".join(done.output.split())
    if content is not None:
        assert (folder / "7B.sqlite3").read_bytes() == content


def test_the_option_can_stand_alone_and_a_code_is_made(tmp_path: Path, lessons: Path) -> None:
    arguments = ["--local", "--port", str(free_port()), "--lessons", str(lessons)]
    with running(
        tmp_path, "--class", *arguments, XDG_DATA_HOME=str(tmp_path / "data")
    ) as classroom:
        found = re.search(r"The class code is ([A-Z2-9]{5})\.", classroom.said)
        assert found, classroom.said
        file = tmp_path / "data" / "mastermind-edu" / "classes" / f"{found[1]}.sqlite3"
        assert str(file) in classroom.said.replace("\n", "")
        assert file.exists()
