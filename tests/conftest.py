"""What all tests share: they read English, whatever the language of the machine."""

from __future__ import annotations

from collections.abc import Iterator

import pytest


@pytest.fixture(scope="session", autouse=True)
def _english() -> Iterator[None]:
    with pytest.MonkeyPatch.context() as environment:
        environment.setenv("LANGUAGE", "en")
        yield
