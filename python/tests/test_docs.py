"""The code of the guide runs."""

from __future__ import annotations

import re
from pathlib import Path
from typing import Any

import pytest

DOCS = Path(__file__).parent.parent.parent / "docs"
BLOCKS = re.findall(r"```python\n(.*?)```", (DOCS / "python.md").read_text("utf-8"), re.DOTALL)


def test_the_guide_has_code() -> None:
    assert len(BLOCKS) >= 2


def test_the_code_of_the_guide_runs(capsys: pytest.CaptureFixture[str]) -> None:
    names: dict[str, Any] = {}
    for block in BLOCKS:
        exec(block, names)
    assert capsys.readouterr().out.strip(), "the search was not watched"


def test_calls_of_the_table_run() -> None:
    """The functions that the guide sets beside the commands exist."""
    import spinney

    text = (DOCS / "python.md").read_text("utf-8")
    names = set(re.findall(r"`spinney\.(\w+)\(", text))
    assert {"match", "compare", "tournament", "tune", "solve"} <= names
    assert all(hasattr(spinney, name) for name in names)
