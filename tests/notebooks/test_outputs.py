"""What a lesson's cells show when they are run from top to bottom.

nbval runs every notebook and fails on an error; these tests look at the outputs too.
"""

from pathlib import Path
from typing import Any

import nbformat
import pytest
from nbclient import NotebookClient

from mastermind_edu.lessons.course import notebooks_folder

NOTEBOOKS = sorted(notebooks_folder().glob("en/*.ipynb"))
WIDGET = "application/vnd.jupyter.widget-view+json"


@pytest.fixture(scope="module", params=NOTEBOOKS, ids=lambda file: file.stem)
def outputs(request: pytest.FixtureRequest) -> list[Any]:
    """Return the outputs of a lesson's code cells, as one list."""
    file: Path = request.param
    notebook = nbformat.read(file, as_version=nbformat.NO_CONVERT)
    NotebookClient(notebook, timeout=120, resources={"metadata": {"path": file.parent}}).execute()
    cells = [cell for cell in notebook.cells if cell.cell_type == "code"]
    return [output for cell in cells for output in cell.outputs]


def test_nothing_but_widgets_and_pictures_is_shown(outputs: list[Any]) -> None:
    assert outputs
    for output in outputs:
        assert output.output_type in {"execute_result", "display_data"}, output
        assert output.data.keys() & {WIDGET, "text/html"}, output
