"""How the page of a lesson is written: as Voilà does it, but what is the same only once.

By itself Voilà compiles its templates and formats all prose anew for each page, which is half of
its work for one.
"""

# mypy: allow-subclassing-any, disable-error-code="import-untyped,no-untyped-call"

from __future__ import annotations

from types import CodeType
from typing import ClassVar, Final

import voila.notebook_renderer
from jinja2 import BytecodeCache, Environment, pass_context
from jinja2.bccache import Bucket
from jinja2.runtime import Context
from voila.exporter import VoilaExporter

__all__ = ["LessonExporter", "use_lesson_exporter"]


class Compiled(BytecodeCache):
    """The templates that have been compiled, as long as their sources stay the same."""

    def __init__(self) -> None:
        self._codes: dict[tuple[str, str], CodeType] = {}

    def load_bytecode(self, bucket: Bucket) -> None:
        """Put a template's code into ``bucket`` if there is any."""
        bucket.code = self._codes.get((bucket.key, bucket.checksum))

    def dump_bytecode(self, bucket: Bucket) -> None:
        """Keep a template's code."""
        assert bucket.code is not None
        self._codes[bucket.key, bucket.checksum] = bucket.code


COMPILED: Final = Compiled()


class LessonExporter(VoilaExporter):
    """Writes a page with templates and prose that all pages share."""

    _formatted: ClassVar[dict[str, str]] = {}

    @pass_context
    def markdown2html(self, context: Context, source: str) -> str:
        """Format prose; what shows a file or an attachment is formatted each time."""
        if "![" in source:
            return str(super().markdown2html(context, source))
        if source not in self._formatted:
            self._formatted[source] = super().markdown2html(context, source)
        return self._formatted[source]

    def _create_environment(self) -> Environment:
        environment: Environment = super()._create_environment()
        environment.bytecode_cache = COMPILED
        return environment


def use_lesson_exporter() -> None:
    """Have Voilà write its pages so; it asks for no exporter of ours by itself."""
    voila.notebook_renderer.VoilaExporter = LessonExporter
