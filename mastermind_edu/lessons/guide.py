"""Build the teacher's guide, a page for each lesson and some for the whole course.

Authors edit ``teacher-guide/texts`` in the course's folder. The text of a lesson's page is
``<key>.md``. Its title, question, minutes and objectives come from the syllabus and its
solutions from the exercises themselves, so nothing is typed a second time. A text of any other
name is a page about the course. In all of them, ``[](04-candidates.md)`` becomes a link with
the lesson's title, a line ``{lessons}`` a table of the lessons, and a line ``{capacity}`` one of
the computers that numbers of pupils need.

The pages hold solutions. They stand in the course's folder and never among the notebooks,
which are all that a server shows.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Iterator, Sequence
from functools import singledispatch
from pathlib import Path
from typing import Final

from mastermind_edu.language import gettext, listing, ngettext, number
from mastermind_edu.lessons import capacity
from mastermind_edu.lessons.course import KEY, Lesson
from mastermind_edu.lessons.exercises import keys, label, sheets
from mastermind_edu.lessons.prose import translated
from mastermind_edu.lessons.questions import (
    Choice,
    CodeQuestion,
    Defend,
    FoolTheMarker,
    MarkAGuess,
    Number,
    PickRemaining,
    Prove,
    Puzzle,
    Question,
)
from mastermind_edu.lessons.questions.deducing import AboutRows
from mastermind_edu.solvers.candidates import check_rows

__all__ = ["GUIDE", "InvalidGuide", "guide", "pages", "solutions"]

GUIDE: Final = "teacher-guide"
"""The folder of the guide in the course's folder; its pages are in a folder a language."""

TEXTS: Final = "texts"
TABLE: Final = re.compile(r"^\{(?P<of>lessons|capacity)\}$", re.MULTILINE)
UNNAMED_LINK: Final = re.compile(r"\[\]\((?P<key>[^)]*)\.md\)")


class InvalidGuide(ValueError):
    """A page of the guide cannot be built; the message names the file and what was expected."""


def guide(
    course: Path, lessons: Sequence[Lesson], prose: Callable[[str], str] = str
) -> dict[str, str]:
    """Return the pages of the guide in the current language, by the names of their files.

    A lesson without a text of its own has a page too, with its objectives and its solutions. A
    course without a folder ``teacher-guide`` has no guide, and so no pages.

    :param prose: translates a paragraph of the texts.
    :raises InvalidGuide: if a text cannot be read, or speaks of a lesson that there is not.
    """
    folder = course / GUIDE / TEXTS
    if not folder.is_dir():
        return {}
    texts = {file.name: translated(_read(file), prose) for file in sorted(folder.glob("*.md"))}
    names = [f"{lesson.key}.md" for lesson in lessons]
    for name in texts:
        if KEY.fullmatch(Path(name).stem) and name not in names:
            raise InvalidGuide(
                gettext("The syllabus has no lesson for {file}.").format(file=folder / name)
            )
    pages = {name: _filled(folder / name, text, lessons) for name, text in texts.items()}
    of_lessons = {
        name: _page(lesson, pages.get(name, ""), lessons)
        for name, lesson in zip(names, lessons, strict=True)
    }
    return pages | of_lessons


def pages(course: Path) -> tuple[Path, ...]:
    """Return the pages that are there, in all languages, whether or not they are up to date."""
    found = (course / GUIDE).glob("*/*.md")
    return tuple(sorted(file for file in found if file.parent.name != TEXTS))


def _read(file: Path) -> str:
    try:
        return file.read_text(encoding="utf-8")
    except UnicodeDecodeError as error:
        raise InvalidGuide(
            gettext("{file} cannot be read: {error}.").format(file=file, error=error)
        ) from error


def _filled(file: Path, text: str, lessons: Sequence[Lesson]) -> str:
    headings = {lesson.key: lesson.heading for lesson in lessons}

    def link(found: re.Match[str]) -> str:
        key = found["key"]
        if key not in headings:
            raise InvalidGuide(
                gettext("{file} has a link to the lesson {key!r}, which there is not.").format(
                    file=file, key=key
                )
            )
        return f"[{headings[key]}]({key}.md)"

    filled = UNNAMED_LINK.sub(link, text)
    return TABLE.sub(
        lambda found: _table(lessons) if found["of"] == "lessons" else capacity.table(), filled
    )


def _table(lessons: Iterable[Lesson]) -> str:
    head = (gettext("Lesson"), gettext("Minutes"), gettext("The question it answers"))
    rows = [
        (f"[{lesson.heading}]({lesson.key}.md)", str(lesson.minutes), gettext(lesson.question))
        for lesson in lessons
    ]
    return "\n".join(f"| {' | '.join(row)} |" for row in (head, ("---", "--:", "---"), *rows))


def _page(lesson: Lesson, text: str, lessons: Iterable[Lesson]) -> str:
    minutes = ngettext("About {n} minute.", "About {n} minutes.", lesson.minutes)
    before = ", ".join(other.heading for other in lessons if other.key in lesson.prerequisites)
    builds_on = gettext("Builds on: {lessons}").format(lessons=before) if before else ""
    answers = "\n\n".join(solutions(lesson.key))
    paragraphs = (
        f"# {lesson.heading}",
        f"**{gettext(lesson.question)}**",
        f"{minutes.format(n=lesson.minutes)} {builds_on}".rstrip(),
        gettext("Afterwards, pupils can:"),
        _list(map(gettext, lesson.objectives)),
        text.strip(),
        "## " + gettext("Solutions") if answers else "",
        answers,
        "## " + gettext("What to remember"),
        _list(map(gettext, lesson.key_points)),
    )
    return "\n\n".join(filter(None, paragraphs)) + "\n"


def _list(texts: Iterable[str]) -> str:
    return "\n".join(f"- {text}" for text in texts)


def solutions(lesson: str) -> Iterator[str]:
    """Return, as paragraphs, what each exercise of a lesson asks and what the answer is.

    :param lesson: the lesson's key.
    """
    for key in keys():
        if key.partition("/")[0] == lesson:
            yield f"### {label(key)}"
            yield from _exercise([sheet.question for sheet in sheets(key)])


def _exercise(questions: Sequence[Question]) -> Iterator[str]:
    """Return the paragraphs of an exercise; what all its questions share is said once."""
    said: set[str] = set()
    for place, question in enumerate(questions, start=1):
        if len(questions) > 1:
            text = gettext("Question {n} of {all}")
            yield f"**{text.format(n=place, all=len(questions))}**"
        for paragraph in (*question.prompt.split("\n\n"), *given(question)):
            if paragraph not in said:
                said.add(paragraph)
                yield paragraph
        yield from _answer(question)


def _answer(question: Question) -> Iterator[str]:
    why = question.explain(question.solution).replace("\n", " ")
    answer = solution(question)
    answer += "." if answer and answer[-1] not in ".!?" else ""
    label = gettext("Answer:")
    yield " ".join(filter(None, (f"**{label}**", answer and f"**{answer}**", why)))
    if isinstance(question, CodeQuestion):
        yield f"```python\n{question.published.strip()}\n```"


@singledispatch
def given(_question: Question) -> Iterator[str]:
    """Return, as paragraphs, what pupils see beside the prompt."""
    yield from ()


@given.register
def _(question: Choice) -> Iterator[str]:
    yield _list(option.text for option in question.options)


@given.register
def _(question: MarkAGuess) -> Iterator[str]:
    form = question.game.space.format
    yield gettext("Code {code}, guess {guess}").format(
        code=form(question.secret), guess=form(question.guess)
    )


@given.register
def _(question: AboutRows) -> Iterator[str]:
    text = gettext("Row {row}: {guess}, {answer}.")
    rows = check_rows(question.game, question.rows)
    yield _list(
        text.format(row=place, guess=question.game.space.format(guess), answer=answer)
        for place, (guess, answer) in enumerate(rows, start=1)
    )


@given.register
def _(question: PickRemaining) -> Iterator[str]:
    yield from given.dispatch(AboutRows)(question)
    yield gettext("Codes: {codes}.").format(
        codes=", ".join(map(question.game.space.format, question.codes))
    )


@given.register
def _(question: Defend) -> Iterator[str]:
    yield from given.dispatch(AboutRows)(question)
    yield gettext("Code: {code}.").format(code=question.game.space.format(question.code))


@singledispatch
def solution(_question: Question) -> str:
    """Return the answer in a few words; nothing where the explanation alone says it best."""
    return ""


@solution.register
def _(question: Choice) -> str:
    return question.options[question.solution].text


@solution.register
def _(question: Number) -> str:
    return number(question.value)


@solution.register
def _(question: Defend) -> str:
    options = question.describe()["options"]
    return str(options[question.solution])


@solution.register
def _(question: PickRemaining) -> str:
    return listing(question.game.space.format(question.codes[i]) for i in question.solution)


@solution.register
def _(question: Prove) -> str:
    text = ngettext("Row {rows}", "Rows {rows}", len(question.solution))
    return text.format(rows=listing(index + 1 for index in question.solution))


@solution.register
def _(question: Puzzle) -> str:
    return question.game.space.format(question.code)


@solution.register
def _(question: FoolTheMarker) -> str:
    secret, guess = map(question.game.space.format, question.example)
    return gettext("Code {code}, guess {guess}").format(code=secret, guess=guess)
