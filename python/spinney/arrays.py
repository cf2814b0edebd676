"""Observations as arrays. Everything is made of :meth:`spinney.Game.observe`, so that an array
tells a seat no more than it may know.

============== ==================== ==============================================================
game           shape                numbers
============== ==================== ==============================================================
samegame       (colours, rows, columns)  1 where a block has the colour
connect-four   (2, 6, 7)            1 where the first, the second player has a stone; row 0 on top
tic-tac-toe    (2, 3, 3)            the same
tron           (3, rows, columns)   walls, the head of the seat, the head of the other
scotland-yard  (n, 200)             by station: each detective, the possible stations of Mr X, Mr X
                                    where the seat knows him; then the tickets of each (see below)
cops-and-robbers (n, vertices)      by vertex: each cop, its target, where the robber can be, the
                                    robber where the seat knows him
============== ==================== ==============================================================

In Scotland Yard the rows after that hold, in their first columns, the tickets of each detective and
of Mr X (taxi, bus, underground, black), his double moves, the round and who is to move.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import numpy as np
from numpy.typing import NDArray

if TYPE_CHECKING:
    from .games import Game

Array = NDArray[np.float32]


def encode(game: Game, seat: str | int | None = None) -> Array:
    """What a seat may know, as an array."""
    name = game.spec.partition("(")[0]
    view = game.observe(seat)
    match name:
        case "samegame":
            return _samegame(view)
        case "connect-four":
            return _connect_four(view)
        case "tic-tac-toe":
            return _tic_tac_toe(view)
        case "tron":
            return _tron(view, 0 if seat is None else game._seat(seat))
        case "scotland-yard":
            return _scotland_yard(view)
        case "cops-and-robbers":
            return _cops_and_robbers(view, len(game.board["names"]))
    raise ValueError(f"`{name}` has no array; use observe()")


def _samegame(view: dict[str, Any], colours: int = 5) -> Array:
    cells = np.asarray(view["rows"], dtype=np.int64)
    colours = max(colours, int(cells.max(initial=0)))
    return np.stack([cells == colour for colour in range(1, colours + 1)]).astype(np.float32)


def _connect_four(view: dict[str, Any]) -> Array:
    height = view["height"]
    planes = np.zeros((2, height, view["width"]), np.float32)
    for column, stones in enumerate(view["columns"]):
        for row, player in enumerate(stones):
            planes[player, height - 1 - row, column] = 1
    return planes


def _tic_tac_toe(view: dict[str, Any]) -> Array:
    planes = np.zeros((2, 3, 3), np.float32)
    for place, player in enumerate(view["cells"]):
        if player is not None:
            planes[player, place // 3, place % 3] = 1
    return planes


def _tron(view: dict[str, Any], seat: int) -> Array:
    rows = view["rows"]
    planes = np.zeros((3, len(rows), len(rows[0])), np.float32)
    planes[0] = np.asarray([[cell in "#AB" for cell in row] for row in rows])
    for player, (column, row) in enumerate(view["heads"]):
        planes[1 if player == seat else 2, row, column] = 1
    return planes


_TICKETS = ("taxi", "bus", "underground", "black")


def _scotland_yard(view: dict[str, Any]) -> Array:
    detectives = view["detectives"]
    n = len(detectives)
    rows = np.zeros((2 * n + 5, 200), np.float32)
    for row, detective in enumerate(detectives):
        rows[row, detective["station"]] = 1
    rows[n, view["possible"]] = 1
    mr_x = view["mr_x"]
    if mr_x["station"] is not None:
        rows[n + 1, mr_x["station"]] = 1
    for row, piece in enumerate([*detectives, mr_x]):
        rows[n + 2 + row, :4] = [piece["tickets"][ticket] for ticket in _TICKETS]
    rows[2 * n + 3, 0] = mr_x["doubles"]
    rows[2 * n + 4, :2] = [view["round"], view["turn"]]
    return rows


def _cops_and_robbers(view: dict[str, Any], vertices: int) -> Array:
    cops = view["cops"]
    n = len(cops)
    rows = np.zeros((2 * n + 3, vertices), np.float32)
    for row, (cop, target) in enumerate(zip(cops, view["targets"], strict=True)):
        rows[row, cop] = 1
        if target is not None:
            rows[n + row, target] = 1
    rows[2 * n, view["possible"]] = 1
    if view["robber"] is not None:
        rows[2 * n + 1, view["robber"]] = 1
    rows[2 * n + 2, 0] = view["round"] / max(1, view["rounds"])
    return rows
