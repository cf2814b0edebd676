"""Boards as SVG, for notebooks. A picture is made of what the seat may know."""

from __future__ import annotations

from collections.abc import Iterable
from html import escape
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from .games import Game

_COLOURS = ("#c0504d", "#4f81bd", "#9bbb59", "#f2b134", "#8064a2", "#4bacc6", "#a0724a", "#d48ab5")
_LINES = {
    "taxi": ("#b8a24a", 1.0, "none"),
    "bus": ("#3f8f6b", 2.4, "none"),
    "underground": ("#b8483f", 3.2, "9 4"),
    "ferry": ("#3f6fb8", 2.6, "2 5"),
}


def svg(game: Game, seat: str | int | None = None) -> str:
    """The board as a seat sees it; without a seat, as everybody may see it."""
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
            return _tron(view)
        case "scotland-yard":
            return _scotland_yard(view, game.board)
        case "cops-and-robbers":
            return _cops_and_robbers(view, game.board)
    return _text(game.draw(seat))


def _picture(width: float, height: float, parts: Iterable[str], scale: float = 1.0) -> str:
    inside = "".join(parts)
    return (
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {width:g} {height:g}" '
        f'width="{width * scale:g}" height="{height * scale:g}" font-family="sans-serif" '
        f'text-anchor="middle">{inside}</svg>'
    )


def _rect(x: float, y: float, width: float, height: float, fill: str) -> str:
    return f'<rect x="{x:g}" y="{y:g}" width="{width:g}" height="{height:g}" fill="{fill}"/>'


def _circle(x: float, y: float, r: float, fill: str, stroke: str = "none") -> str:
    return f'<circle cx="{x:g}" cy="{y:g}" r="{r:g}" fill="{fill}" stroke="{stroke}"/>'


def _label(x: float, y: float, size: float, text: object, fill: str = "#222") -> str:
    return (
        f'<text x="{x:g}" y="{y:g}" font-size="{size:g}" fill="{fill}" '
        f'dominant-baseline="central">{escape(str(text))}</text>'
    )


def _text(drawing: str) -> str:
    lines = drawing.splitlines()
    parts = (
        f'<text x="4" y="{14 * row + 14}" font-family="monospace" font-size="12" '
        f'text-anchor="start" xml:space="preserve">{escape(line)}</text>'
        for row, line in enumerate(lines)
    )
    return _picture(8 * max(map(len, lines), default=1) + 8, 14 * len(lines) + 8, parts)


def _samegame(view: dict[str, Any]) -> str:
    rows = view["rows"]
    width, height = 20 * len(rows[0]), 20 * len(rows)
    parts = [_rect(0, 0, width, height + 20, "#fbfaf7")]
    for y, row in enumerate(rows):
        for x, colour in enumerate(row):
            if colour:
                fill = _COLOURS[(colour - 1) % len(_COLOURS)]
                parts.append(_rect(20 * x + 1, 20 * y + 1, 18, 18, fill))
    parts.append(_label(width / 2, height + 10, 11, f"{view['points']} points"))
    return _picture(width, height + 20, parts)


def _connect_four(view: dict[str, Any]) -> str:
    width, height = view["width"], view["height"]
    parts = [_rect(0, 0, 40 * width, 40 * height, "#31599c")]
    for x, stones in enumerate(view["columns"]):
        for y in range(height):
            fill = ("#e2c044", "#c0504d")[stones[y]] if y < len(stones) else "#fbfaf7"
            parts.append(_circle(40 * x + 20, 40 * (height - 1 - y) + 20, 16, fill))
    return _picture(40 * width, 40 * height, parts)


def _tic_tac_toe(view: dict[str, Any]) -> str:
    parts = [_rect(0, 0, 120, 120, "#fbfaf7")]
    for at in (40, 80):
        parts += [_rect(at - 1, 0, 2, 120, "#888"), _rect(0, at - 1, 120, 2, "#888")]
    for place, player in enumerate(view["cells"]):
        if player is not None:
            x, y = 40 * (place % 3) + 20, 40 * (place // 3) + 20
            parts.append(_label(x, y, 30, "×○"[player], ("#31599c", "#c0504d")[player]))
    return _picture(120, 120, parts)


def _tron(view: dict[str, Any]) -> str:
    fills = {"#": "#444", "1": "#e4edf8", "2": "#f8e6e4", "=": "#f2f0e8", " ": "#ffffff"}
    fills |= {"A": "#31599c", "B": "#c0504d"}
    rows = view["rows"]
    parts = [
        _rect(16 * x, 16 * y, 15, 15, fills[cell])
        for y, row in enumerate(rows)
        for x, cell in enumerate(row)
    ]
    return _picture(16 * len(rows[0]), 16 * len(rows), parts)


def _scotland_yard(view: dict[str, Any], board: dict[str, Any]) -> str:
    places = board["places"]
    parts = [_rect(0, 0, 1010, 760, "#f7f5ef")]
    for by in ("underground", "ferry", "bus", "taxi"):
        colour, width, dashes = _LINES[by]
        lines = [link for link in board["links"] if link["by"] == by]
        parts.append(f'<g stroke="{colour}" stroke-width="{width}" stroke-dasharray="{dashes}">')
        parts += [_line(places[link["from"] - 1], places[link["to"] - 1]) for link in lines]
        parts.append("</g>")
    possible = set(view["possible"])
    for station, (x, y) in enumerate(places, 1):
        fill = "#f3a59b" if station in possible else "#ffffff"
        parts += [_circle(x, y, 8, fill, "#b8a24a"), _label(x, y, 7, station)]
    for number, detective in enumerate(view["detectives"], 1):
        x, y = places[detective["station"] - 1]
        parts += [_circle(x, y, 11, "#1f4fa3", "#fff"), _label(x, y, 11, number, "#fff")]
    station = view["mr_x"]["station"]
    if station is not None:
        x, y = places[station - 1]
        parts += [_circle(x, y, 11, "#222", "#fff"), _label(x, y, 11, "X", "#fff")]
    return _picture(1010, 760, parts, 0.8)


def _line(a: tuple[float, float], b: tuple[float, float]) -> str:
    return f'<line x1="{a[0]:g}" y1="{a[1]:g}" x2="{b[0]:g}" y2="{b[1]:g}"/>'


def _cops_and_robbers(view: dict[str, Any], board: dict[str, Any]) -> str:
    raw = board["places"]
    low = [min(p[i] for p in raw) for i in (0, 1)]
    spans = [max(p[i] for p in raw) - low[i] or 1.0 for i in (0, 1)]
    places = [(20 + 560 * (x - low[0]) / spans[0], 20 + 360 * (y - low[1]) / spans[1]) for x, y in raw]
    parts = [_rect(0, 0, 600, 400, "#f7f5ef"), '<g stroke="#999">']
    parts += [_line(places[a], places[b]) for a, b in board["edges"]]
    parts.append("</g>")
    possible = set(view["possible"])
    for vertex, (x, y) in enumerate(places):
        parts.append(_circle(x, y, 6, "#f3a59b" if vertex in possible else "#ffffff", "#888"))
        if len(places) <= 60:
            parts.append(_label(x, y, 6, board["names"][vertex]))
    for number, cop in enumerate(view["cops"], 1):
        x, y = places[cop]
        parts += [_circle(x, y, 9, "#1f4fa3", "#fff"), _label(x, y, 10, number, "#fff")]
    if view["robber"] is not None:
        x, y = places[view["robber"]]
        parts += [_circle(x, y, 9, "#222", "#fff"), _label(x, y, 10, "R", "#fff")]
    return _picture(600, 400, parts)
