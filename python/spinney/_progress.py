"""Progress bars, in terminals and notebooks."""

from __future__ import annotations

import sys
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from typing import Any

Hear = Callable[[int, int, str], None]


def wanted(progress: bool | None) -> bool:
    """Whether to show a bar: where not said, in a terminal or a notebook."""
    if progress is not None:
        return progress
    return sys.stderr.isatty() or "ipykernel" in sys.modules


@contextmanager
def bar(progress: bool | None, unit: str = "games") -> Iterator[Hear | None]:
    """What hears of progress and shows it."""
    if not wanted(progress):
        yield None
        return
    from tqdm.auto import tqdm

    shown: Any = tqdm(total=None, unit=unit, unit_scale=True, dynamic_ncols=True)
    at = {"part": ""}

    def hear(done: int, of: int, part: str) -> None:
        if part != at["part"]:
            at["part"] = part
            shown.reset()
            shown.set_description(part)
        shown.total = of or None
        shown.n = done
        shown.refresh()

    try:
        yield hear
    finally:
        shown.close()
