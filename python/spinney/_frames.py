"""Frames, where pandas is present."""

from __future__ import annotations

from collections.abc import Iterable
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    import pandas as pd


def frame(rows: Iterable[dict[str, Any]], index: str | None = None) -> pd.DataFrame:
    """Rows as a frame."""
    try:
        import pandas
    except ImportError as error:
        raise ImportError("frames need pandas: pip install 'spinney[pandas]'") from error
    made = pandas.DataFrame(list(rows))
    return made.set_index(index) if index is not None and len(made) else made
