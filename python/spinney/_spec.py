"""Specifications from text and keyword arguments."""

from __future__ import annotations

from operator import index

from . import _spinney

Option = bool | int | float | str


def _text(value: Option) -> str:
    if isinstance(value, bool):
        return "true" if value else "false"
    if isinstance(value, (int, float, str)):
        return str(value)
    raise TypeError(f"a number, a string or a truth value was expected, not {type(value).__name__}")


def spec(text: str, options: dict[str, Option]) -> str:
    """A specification with options put into it; an underscore stands for a hyphen.

    >>> spec("nijssen", {"playouts": 2000, "hide_epsilon": 0.2})
    'nijssen(playouts=2000, hide-epsilon=0.2)'
    """
    if not isinstance(text, str):
        raise TypeError(f"a specification is a string, not {type(text).__name__}")
    pairs = [(key.replace("_", "-"), _text(value)) for key, value in options.items()]
    return _spinney.canonical(text, pairs)


def natural(name: str, value: int) -> int:
    """A whole number from 0 on, as the core counts.

    >>> natural("seed", -1)
    Traceback (most recent call last):
    ...
    ValueError: seed=-1: a whole number from 0 to 2**64 - 1 was expected
    """
    number = index(value)
    if 0 <= number < 2**64:
        return number
    raise ValueError(f"{name}={value}: a whole number from 0 to 2**64 - 1 was expected")


def seconds(name: str, value: float | None) -> float | None:
    """A time, or none.

    >>> seconds("clock", "1 min")
    Traceback (most recent call last):
    ...
    TypeError: clock: seconds were expected, not str
    """
    if value is None or isinstance(value, (int, float)):
        return value
    raise TypeError(f"{name}: seconds were expected, not {type(value).__name__}")
