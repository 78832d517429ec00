"""The catalogues of translations: made from the sources, brought up to date, and checked.

There are three domains. ``mastermind_edu`` has what programs say: the library, the widgets,
the exercises, the pages and the syllabus. ``lessons`` has the prose of the lessons and
``guide`` that of the teacher's guide, paragraph by paragraph.

Run ``python -m mastermind_edu.lessons.catalogues`` after changing a text: it brings every
catalogue up to date and says what is still to be translated.
"""

from __future__ import annotations

import re
import sys
from collections.abc import Iterator
from datetime import UTC, datetime
from pathlib import Path
from typing import Final

import jupytext  # type: ignore[import-untyped]
from babel.messages.catalog import Catalog, Message
from babel.messages.extract import extract_from_dir
from babel.messages.pofile import read_po, write_po

from mastermind_edu.language import DOMAIN, LANGUAGES, SOURCE, gettext, locale_folder
from mastermind_edu.lessons.course import course_folder, syllabus
from mastermind_edu.lessons.prose import paragraphs

__all__ = [
    "DOMAINS",
    "GUIDE",
    "LESSONS",
    "PACKAGE",
    "catalogue_file",
    "faults",
    "template",
    "update",
]

LESSONS: Final = "lessons"
GUIDE: Final = "guide"
DOMAINS: Final = (DOMAIN, LESSONS, GUIDE)

PACKAGE: Final = Path(__file__).resolve().parents[1]
KEYWORDS: Final = {
    "_": None,
    "gettext": None,
    "mark": None,
    "ngettext": (1, 2),
    "pgettext": ((1, "c"), 2),
    "pmark": ((1, "c"), 2),
}
BEGUN: Final = datetime(2026, 11, 30, tzinfo=UTC)
"""The date in all headers: the history of a catalogue is in the repository, not in it."""

PLACEHOLDER: Final = re.compile(r"\{\w*(?:![rs])?(?::[^}]*)?\}")
LINK: Final = re.compile(r"\]\(([^)]*)\)")
CODE: Final = re.compile(r"`[^`]*`")


def template(domain: str) -> Catalog:
    """Return all texts of a domain, untranslated, in the order of their sources."""
    catalog = Catalog(domain=domain, creation_date=BEGUN)
    for place, context, text in _texts(domain):
        catalog.add(text, locations=[(place, 0)], context=context)
    return catalog


def _texts(domain: str) -> Iterator[tuple[str, str | None, str | tuple[str, str]]]:
    course = course_folder()
    if domain == DOMAIN:
        yield from _program_texts(course)
        return
    folder = course / ("lessons" if domain == LESSONS else "teacher-guide/texts")
    for file in sorted(folder.glob("*.md")):
        for paragraph in _prose(file, cells=domain == LESSONS):
            yield file.name, None, paragraph


def _prose(file: Path, *, cells: bool) -> Iterator[str]:
    text = file.read_text(encoding="utf-8")
    if not cells:
        yield from paragraphs(text)
        return
    for cell in jupytext.reads(text, fmt="md:myst").cells:
        if cell.cell_type == "markdown":
            yield from paragraphs(cell.source)


def _program_texts(course: Path) -> Iterator[tuple[str, str | None, str | tuple[str, str]]]:
    pages = course / "voila" / "templates"
    for root, methods in (
        (PACKAGE, [("**.py", "python")]),
        (pages, [("**.html", "jinja2"), ("**.j2", "jinja2")]),
        (course / "static-site", [("**.html", "jinja2")]),
    ):
        found = extract_from_dir(str(root), methods, keywords=KEYWORDS)
        for file, _line, text, _comments, context in sorted(found, key=lambda one: one[:2]):
            yield file, context, text  # type: ignore[misc]
    for lesson in syllabus(course):
        for text in (lesson.title, lesson.question, *lesson.objectives, *lesson.key_points):
            yield "syllabus.toml", None, text


def catalogue_file(language: str, domain: str, folder: Path | None = None) -> Path:
    """Return the file of a catalogue."""
    return (folder or locale_folder()) / language / "LC_MESSAGES" / f"{domain}.po"


def update(language: str, folder: Path | None = None) -> None:
    """Bring the catalogues of a language up to date; texts that are gone are dropped."""
    for domain in DOMAINS:
        file = catalogue_file(language, domain, folder)
        if file.is_file():
            with file.open("rb") as opened:
                catalog = read_po(opened, locale=language, domain=domain)
        else:
            catalog = Catalog(
                locale=language,
                domain=domain,
                header_comment=f"# {LANGUAGES.get(language, language)}: {domain}",
                project="mastermind_edu",
                version="1",
                msgid_bugs_address="the issues of the project",
                last_translator="the mastermind_edu authors",
                language_team=language,
                revision_date=BEGUN,
                fuzzy=False,
            )
        catalog.update(template(domain), no_fuzzy_matching=True)
        catalog.obsolete.clear()
        file.parent.mkdir(parents=True, exist_ok=True)
        with file.open("wb") as opened:
            write_po(opened, catalog, width=0, omit_header=False, include_lineno=False)


def faults(language: str, folder: Path | None = None) -> list[str]:
    """Return what is wrong with the catalogues of a language, one sentence each.

    A text must be there, finished, translated in all its plural forms, and have the same
    placeholders, links and code as its source.
    """
    found = []
    for domain in DOMAINS:
        file = catalogue_file(language, domain, folder)
        if not file.is_file():
            found.append(gettext("{file} is missing.").format(file=file))
            continue
        with file.open("rb") as opened:
            catalog = read_po(opened, locale=language, domain=domain)
        for wanted in template(domain):
            if wanted.id:
                message = catalog.get(wanted.id, wanted.context)
                fault = _fault(wanted, message, catalog.num_plurals)
                if fault:
                    text = wanted.id if isinstance(wanted.id, str) else wanted.id[0]
                    found.append(f"{language}/{domain}: {fault} {text!r}")
    return found


def _fault(wanted: Message, message: Message | None, plurals: int) -> str:
    if message is None or not message.string:
        return gettext("Not translated:")
    if message.fuzzy:
        return gettext("Not finished:")
    forms = [message.string] if isinstance(message.string, str) else list(message.string)
    sources = [wanted.id] if isinstance(wanted.id, str) else list(wanted.id)
    if not all(forms) or (len(sources) > 1 and len(forms) != plurals):
        return gettext("A plural form is missing:")
    allowed = [sorted(PLACEHOLDER.findall(source)) for source in sources]
    if any(sorted(PLACEHOLDER.findall(form)) not in allowed for form in forms):
        return gettext("Other placeholders:")
    for part, fault in ((LINK, gettext("Other links:")), (CODE, gettext("Other code:"))):
        expected = sorted(part.findall(sources[0]))
        if any(sorted(part.findall(form)) != expected for form in forms):
            return fault
    return ""


def main() -> int:
    """Bring all catalogues up to date, and say what is wrong with them; return the exit status."""
    found = []
    for language in LANGUAGES:
        if language != SOURCE:
            update(language)
            found += faults(language)
    sys.stdout.writelines(f"{fault}\n" for fault in found)
    return 1 if found else 0


if __name__ == "__main__":
    sys.exit(main())
