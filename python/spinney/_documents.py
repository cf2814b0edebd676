"""Documents as dataclasses."""

from __future__ import annotations

from dataclasses import fields
from typing import Any, TypeVar

T = TypeVar("T")


def pick(cls: type[T], document: dict[str, Any], **replaced: Any) -> T:
    """A dataclass from the fields of a document that it has; some of them replaced."""
    names = {field.name for field in fields(cls)}  # type: ignore[arg-type]
    given = {**document, **replaced}
    return cls(**{name: value for name, value in given.items() if name in names})
