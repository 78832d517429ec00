"""Prose is taken apart into paragraphs and put together again."""

from __future__ import annotations

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from mastermind_edu.lessons.prose import paragraphs, translated

SOURCE = """\
## A heading

Two lines
of one paragraph.

- a list
- of two

| a | table |
|---|-------|
| 1 | 2     |

```python
code = "stays"

more = "of it"
```

---

1. 2 = 3

Last words."""


def test_a_paragraph_ends_at_an_empty_line() -> None:
    assert list(paragraphs(SOURCE)) == [
        "## A heading",
        "Two lines\nof one paragraph.",
        "- a list\n- of two",
        "| a | table |\n|---|-------|\n| 1 | 2     |",
        "Last words.",
    ]


@pytest.mark.parametrize("fence", ["```", "~~~", "   ```"])
def test_code_between_fences_is_no_prose(fence: str) -> None:
    source = f"Before.\n\n{fence}\none\n\ntwo\n{fence}\n\nAfter."
    assert list(paragraphs(source)) == ["Before.", "After."]


@pytest.mark.parametrize("source", ["", "\n\n", "---", "1 + 2", "$$\n6^4\n$$", "* * *"])
def test_what_has_no_letters_is_no_prose(source: str) -> None:
    assert list(paragraphs(source)) == []


@pytest.mark.parametrize("source", ["Año.", "é", "Σ", "1 b", "**a**"])
def test_what_has_letters_is_prose(source: str) -> None:
    assert list(paragraphs(source)) == [source]


def test_gaps_of_any_kind_end_a_paragraph() -> None:
    assert list(paragraphs("one\n \t\ntwo\n\n\n\nthree\n")) == ["one", "two", "three\n"]


def test_each_paragraph_is_translated_and_all_else_stays() -> None:
    done = translated(SOURCE, str.upper)
    assert done == SOURCE.upper().replace(
        'CODE = "STAYS"\n\nMORE = "OF IT"', 'code = "stays"\n\nmore = "of it"'
    ).replace("```PYTHON", "```python")


MARKS = st.lists(st.sampled_from(["a", "é", "1", "#", "-", "```", "~~~", " ", "\n", "\n\n", "\t"]))


@given(MARKS.map("".join))
@settings(derandomize=True, deadline=None)
def test_nothing_is_lost(source: str) -> None:
    assert translated(source, lambda text: text) == source
    seen: list[str] = []
    translated(source, lambda text: seen.append(text) or text)
    assert seen == list(paragraphs(source))
