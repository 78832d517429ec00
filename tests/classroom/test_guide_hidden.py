"""The teacher's guide holds solutions: no address of the server leads to it."""

from __future__ import annotations

import re
import urllib.parse

import pytest

from mastermind_edu.lessons.course import course_folder
from mastermind_edu.lessons.guide import GUIDE

from .conftest import Classroom

PAGE = f"{GUIDE}/en/02-answer.md"
ASSET = re.compile(r'(?:src|href)="(/assets/\w+/)')
UP = "../" * 4


@pytest.mark.parametrize(
    "path",
    [
        f"/{PAGE}",
        f"/course/{PAGE}",
        f"/files/{PAGE}",
        f"/voila/files/course/{PAGE}",
        f"/voila/render/{PAGE}",
        f"/voila/render/../course/{PAGE}",
        f"/voila/render/{urllib.parse.quote(f'../course/{PAGE}', safe='')}",
        f"/voila/render/en/../../../course/{PAGE}",
        f"/voila/render/{GUIDE}/texts/02-answer.md",
        f"/voila/render{course_folder()}/{PAGE}",
        f"{{assets}}course/{PAGE}",
        f"{{assets}}course/{UP}{PAGE}",
        f"{{assets}}course/{urllib.parse.quote(UP + PAGE, safe='')}",
        f"{{assets}}static/{course_folder()}/{PAGE}",
    ],
)
def test_no_address_leads_to_the_guide(classroom: Classroom, path: str) -> None:
    text = (course_folder() / PAGE).read_text("utf-8")
    assert "## Solutions" in text
    found = ASSET.search(classroom.http.get("/").text)
    assert found
    answer = classroom.http.get(path.format(assets=found[1]))
    assert answer.status_code in (403, 404)
    assert "Solutions" not in answer.text
