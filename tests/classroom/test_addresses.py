"""Only the landing page, the lessons of the syllabus and their files can be asked for."""

from __future__ import annotations

import re
from pathlib import Path

import pytest
from websockets.exceptions import InvalidStatus
from websockets.sync.client import connect

from .conftest import KERNEL_ID, Classroom

ASSET = re.compile(r'(?:src|href)="(/assets/[^"]+)"')


@pytest.mark.parametrize(
    "path",
    [
        "/api",
        "/api/config/notebook",
        "/api/contents",
        "/api/contents/en/01-play.ipynb",
        "/api/kernels",
        "/api/kernelspecs",
        "/api/me",
        "/api/sessions",
        "/api/spec.yaml",
        "/api/status",
        "/api/terminals",
        "/files/en/01-play.ipynb",
        "/lab",
        "/login",
        "/metrics",
        "/nbconvert/html/en/01-play.ipynb",
        "/static/favicon.ico",
        "/terminals",
        "/terminals/1",
        "/terminals/websocket/1",
        "/tree",
        "/view/en/01-play.ipynb",
        "/voila/api/contents/",
        "/voila/api/contents/en",
        "/voila/execution/00000000-0000-0000-0000-000000000000",
        "/voila/files/en/01-play.ipynb",
        "/voila/files/en/notes.png",
        "/voila/query/00000000-0000-0000-0000-000000000000",
        "/voila/static/voila.js",
        "/voila/templates/mastermind/static/course.css",
        "/voila/tree",
        "/voila/tree/en",
    ],
)
def test_nothing_of_jupyter_is_there(classroom: Classroom, path: str) -> None:
    answer = classroom.http.get(path)
    assert answer.status_code == 404
    assert "There is no such page" in answer.text


@pytest.mark.parametrize("method", ["POST", "PUT", "PATCH", "DELETE"])
@pytest.mark.parametrize("path", ["/api/kernels", "/api/contents/x.ipynb", "/api/sessions"])
def test_nothing_can_be_made_or_changed(classroom: Classroom, method: str, path: str) -> None:
    assert classroom.http.request(method, path, json={"name": "python3"}).status_code == 404


@pytest.mark.parametrize(
    "path",
    [
        "en/02-other.ipynb",
        "en/01-play.py",
        "en/",
        "en",
        "01-play.ipynb",
        "pt/01-play.ipynb",
        "not-published/en/01-play.ipynb",
        "../en/01-play.ipynb",
        "en/../en/01-play.ipynb",
        "..%2f..%2fetc%2fpasswd",
        "%2e%2e/%2e%2e/etc/passwd",
        "en%2f01-play.ipynb%00",
        "/etc/passwd",
        "en/./01-play.ipynb",
        "EN/01-play.ipynb",
    ],
)
def test_nothing_but_lessons_is_shown(classroom: Classroom, path: str) -> None:
    assert classroom.status(f"/voila/render/{path}") == 404


def test_a_link_out_of_the_folder_is_not_followed(classroom: Classroom, lessons: Path) -> None:
    outside = lessons.parent / "outside"
    outside.mkdir()
    (outside / "secret.ipynb").write_text("{}", encoding="utf-8")
    (lessons / "en" / "link").symlink_to(outside)
    assert classroom.http.get("/voila/render/en/link/secret.ipynb").status_code == 404


@pytest.mark.parametrize(
    "path",
    [
        "course/../../../conf.json",
        "course/..%2f..%2fconf.json",
        "static/../index.html.j2",
        "labextensions/../../../../etc/passwd",
        "course//etc/passwd",
        "course/",
        "course",
        "labextensions/@jupyter-widgets/jupyterlab-manager/",
    ],
)
def test_no_file_but_an_asset_is_served(classroom: Classroom, path: str) -> None:
    version = asset_addresses(classroom)[0].split("/")[2]
    assert classroom.status(f"/assets/{version}/{path}") == 404


@pytest.mark.parametrize("query", ["template=nope&theme=nope", "template=lab&theme=dark"])
def test_a_visitor_cannot_choose_a_template_or_theme(classroom: Classroom, query: str) -> None:
    usual = classroom.http.get("/").text
    assert classroom.http.get(f"/?{query}&classic-tree=true").text == usual
    lesson = classroom.http.get(f"/voila/render/es/01-play.ipynb?{query}", timeout=30)
    classroom.close(KERNEL_ID.findall(lesson.text)[0])
    assert lesson.status_code == 200
    assert '"jupyterLabTheme": "light"' in lesson.text
    assert 'class="brand"' in lesson.text


def test_a_page_of_another_host_cannot_talk_to_a_kernel(classroom: Classroom) -> None:
    kernel = classroom.kernel()
    address = f"ws://{classroom.host}/api/kernels/{kernel}/channels?session_id=other"
    with pytest.raises(InvalidStatus, match="403"):
        connect(address, origin="http://elsewhere.example")
    with connect(address, origin=f"http://{classroom.host}"):
        pass
    elsewhere = {"Origin": "http://elsewhere.example"}
    refused = classroom.http.post(f"/voila/api/shutdown/{kernel}", headers=elsewhere)
    assert refused.status_code == 404
    assert classroom.is_alive(kernel)
    classroom.close(kernel)


def test_pages_ask_no_other_host(classroom: Classroom, pages: dict[str, str]) -> None:
    landing = classroom.http.get("/")
    nowhere = classroom.http.get("/nowhere")
    for page in (landing.text, nowhere.text, *pages.values()):
        assert not re.findall(r'(?:src|href|action)="(?:https?:)?//[^"]*"', page)
    policy = landing.headers["Content-Security-Policy"]
    assert policy.startswith("default-src 'self';")
    assert "http:" not in policy


def test_a_visitor_gets_no_name(classroom: Classroom) -> None:
    cookies = [name for name in classroom.http.get("/").cookies if name != "_xsrf"]
    assert cookies == []


def test_assets_are_small_and_kept_for_ever(classroom: Classroom) -> None:
    addresses = asset_addresses(classroom)
    assert any(address.endswith("/static/voila.js") for address in addresses)
    for address in addresses:
        answer = classroom.http.get(address)
        assert answer.status_code == 200, address
        assert answer.headers["Content-Encoding"] == "gzip"
        assert "immutable" in answer.headers["Cache-Control"]
        plain = classroom.http.get(address, headers={"Accept-Encoding": "identity"})
        assert "Content-Encoding" not in plain.headers
        assert plain.content == answer.content


def test_an_old_address_of_an_asset_is_not_kept(classroom: Classroom) -> None:
    answer = classroom.http.get("/assets/0123456789ab/course/course.css")
    assert answer.status_code == 200
    assert answer.headers["Cache-Control"] == "no-cache"


def test_pages_are_compressed(classroom: Classroom) -> None:
    assert classroom.http.get("/").headers["Content-Encoding"] == "gzip"
    lesson = classroom.open("es")
    assert lesson.headers["Content-Encoding"] == "gzip"
    classroom.close(KERNEL_ID.findall(lesson.text)[0])


def asset_addresses(classroom: Classroom) -> list[str]:
    return ASSET.findall(classroom.http.get("/").text)
