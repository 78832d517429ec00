"""What is the same on all pages is made once."""

from __future__ import annotations

import inspect

import pytest
import voila.notebook_renderer
from jinja2 import DictLoader, Environment
from nbformat import NotebookNode
from voila.exporter import VoilaExporter

from mastermind_edu.classroom.exporter import Compiled, LessonExporter


def test_a_template_is_compiled_once_for_all_environments(monkeypatch: pytest.MonkeyPatch) -> None:
    compiled = []
    compile_template = Environment.compile

    def watched(self: Environment, source: str, *rest: object) -> object:
        compiled.append(source)
        return compile_template(self, source, *rest)  # type: ignore[call-overload]

    monkeypatch.setattr(Environment, "compile", watched)
    cache = Compiled()

    def render(source: str) -> str:
        loader = DictLoader({"page": source})
        return Environment(loader=loader, bytecode_cache=cache).get_template("page").render(n=7)

    assert [render("a{{ n }}"), render("a{{ n }}"), render("b{{ n }}")] == ["a7", "a7", "b7"]
    assert compiled == ["a{{ n }}", "b{{ n }}"]


def test_prose_is_formatted_once(monkeypatch: pytest.MonkeyPatch) -> None:
    formatted = []

    def markdown2html(_self: object, _context: object, source: str) -> str:
        formatted.append(source)
        return f"<p>{source}</p>"

    monkeypatch.setattr(VoilaExporter, "markdown2html", markdown2html)
    monkeypatch.setattr(LessonExporter, "_formatted", {})
    context = {"cell": NotebookNode()}
    for source in ("one", "one", "![](a.png)", "![](a.png)"):
        said = LessonExporter().markdown2html(context, source)  # type: ignore[arg-type]
        assert said == f"<p>{source}</p>"
    assert formatted == ["one", "![](a.png)", "![](a.png)"]


def test_voila_still_takes_its_exporter_by_this_name() -> None:
    renderer = inspect.getsource(voila.notebook_renderer.NotebookRenderer.initialize)
    assert "self.exporter = VoilaExporter(" in renderer
