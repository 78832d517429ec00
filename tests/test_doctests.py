"""Every example in the README and in the package's docstrings gives what it says."""

import doctest
import importlib
import pkgutil
from pathlib import Path

import pytest

import mastermind_edu

ROOT = Path(__file__).parents[1]
OPTIONAL = {"mastermind_edu.solvers.compiled"}
MODULES = sorted(
    module.name
    for module in pkgutil.walk_packages(mastermind_edu.__path__, "mastermind_edu.")
    if module.name not in OPTIONAL and not module.name.endswith("__main__")
)


@pytest.mark.parametrize("name", MODULES)
def test_examples_of_a_module(name: str) -> None:
    failed, _ = doctest.testmod(importlib.import_module(name))
    assert not failed


def test_examples_of_the_readme() -> None:
    failed, tried = doctest.testfile(str(ROOT / "README.md"), module_relative=False)
    assert tried
    assert not failed


def test_ci_runs_what_the_readme_says() -> None:
    command = 'pip install ".[test]" -c constraints.txt && pytest'
    assert command in (ROOT / "README.md").read_text(encoding="utf-8")
    assert command in (ROOT / ".ci" / "run").read_text(encoding="utf-8").splitlines()
