#!/usr/bin/env python3
"""Draw the London board as a schematic, from the table of the board.

    python3 crates/arena/tools/map.py

Reads crates/games/data/scotland-yard/board.txt and writes crates/arena/web/data/london.json: places and line
paths, for the pages. Standard library only; the same input gives the same output.

1. Places: start from the table, then push stations apart (MIN_GAP), push them off streets that
   are not theirs (STREET_GAP), and turn streets that are nearly level, upright or diagonal all the way.
2. Lines: every line tries a few shapes and takes the cheapest. Running over somebody else's
   station is dear, running along another line is dear, bending costs a little. Then every line
   tries again among all the others, twice.
"""
import json
import math
from collections import defaultdict
from pathlib import Path

W, H = 1080, 812          # the drawing, in its own units: one unit is one pixel on a 1440-pixel screen
PAD_X, PAD_Y = 26, 24
MIN_GAP = 30              # between two stations
STREET_GAP = 17           # between a station and a street that passes it
CLEAR = 15                # between a station and any line that passes it
KINDS = ["taxi", "bus", "underground", "ferry"]


def read(path):
    place, edges = {}, []
    for line in path.read_text().splitlines():
        words = line.split()
        if not words or words[0] != "station":
            continue
        station, kind = int(words[1]), None
        place[station] = [float(words[2]), float(words[3])]
        for word in words[4:]:
            if word in KINDS:
                kind = word
            else:
                edges.append((station, int(word), kind))
    return place, sorted(edges)


def fit(place):
    xs = [p[0] for p in place.values()]
    ys = [p[1] for p in place.values()]
    for p in place.values():
        p[0] = PAD_X + (p[0] - min(xs)) / (max(xs) - min(xs)) * (W - 2 * PAD_X)
        p[1] = PAD_Y + (p[1] - min(ys)) / (max(ys) - min(ys)) * (H - 2 * PAD_Y)


def relax(place, edges, rounds=260):
    ids = sorted(place)
    home = {s: tuple(place[s]) for s in ids}
    streets = sorted({(a, b) for a, b, k in edges if k == "taxi"})
    roads = sorted({(a, b) for a, b, k in edges if k in ("taxi", "bus")})
    for step in range(rounds):
        heat = 1 - step / rounds
        move = defaultdict(lambda: [0.0, 0.0])
        for i, a in enumerate(ids):                      # stations keep apart
            ax, ay = place[a]
            for b in ids[i + 1:]:
                dx, dy = place[b][0] - ax, place[b][1] - ay
                if abs(dx) >= MIN_GAP or abs(dy) >= MIN_GAP:
                    continue
                d = math.hypot(dx, dy) or 0.01
                if d < MIN_GAP:
                    f = 0.5 * (MIN_GAP - d) / d
                    move[a][0] -= dx * f; move[a][1] -= dy * f
                    move[b][0] += dx * f; move[b][1] += dy * f
        for a, b in streets:                             # streets keep off other stations
            (x1, y1), (x2, y2) = place[a], place[b]
            lo_x, hi_x = min(x1, x2) - STREET_GAP, max(x1, x2) + STREET_GAP
            lo_y, hi_y = min(y1, y2) - STREET_GAP, max(y1, y2) + STREET_GAP
            ll = (x2 - x1) ** 2 + (y2 - y1) ** 2
            for s in ids:
                px, py = place[s]
                if s in (a, b) or not (lo_x < px < hi_x and lo_y < py < hi_y):
                    continue
                t = max(0, min(1, ((px - x1) * (x2 - x1) + (py - y1) * (y2 - y1)) / ll))
                qx, qy = x1 + t * (x2 - x1), y1 + t * (y2 - y1)
                d = math.hypot(px - qx, py - qy) or 0.01
                if d < STREET_GAP:
                    f = 0.35 * (STREET_GAP - d) / d
                    gx, gy = (px - qx) * f, (py - qy) * f
                    move[s][0] += gx; move[s][1] += gy
                    move[a][0] -= gx * (1 - t); move[a][1] -= gy * (1 - t)
                    move[b][0] -= gx * t; move[b][1] -= gy * t
        for a, b in roads:                               # nearly straight becomes straight
            dx, dy = place[b][0] - place[a][0], place[b][1] - place[a][1]
            angle = math.atan2(dy, dx)
            off = round(angle / (math.pi / 4)) * (math.pi / 4) - angle
            if abs(off) < math.radians(15):
                f = 0.10 * off
                move[a][0] += dy * f; move[a][1] -= dx * f
                move[b][0] -= dy * f; move[b][1] += dx * f
        for s in ids:                                    # and nobody goes far from home
            p = place[s]
            mx, my = move[s]
            mx += (home[s][0] - p[0]) * 0.03; my += (home[s][1] - p[1]) * 0.03
            d = math.hypot(mx, my)
            cap = 1 + 5 * heat
            if d > cap:
                mx, my = mx * cap / d, my * cap / d
            p[0] = min(W - PAD_X + 6, max(PAD_X - 6, p[0] + mx))
            p[1] = min(H - PAD_Y + 4, max(PAD_Y - 4, p[1] + my))
    for p in place.values():
        p[0], p[1] = round(p[0], 1), round(p[1], 1)


def cubic(p0, c1, c2, p3, n):
    out = []
    for i in range(n + 1):
        t = i / n
        u = 1 - t
        out.append((u * u * u * p0[0] + 3 * u * u * t * c1[0] + 3 * u * t * t * c2[0] + t ** 3 * p3[0],
                    u * u * u * p0[1] + 3 * u * u * t * c1[1] + 3 * u * t * t * c2[1] + t ** 3 * p3[1]))
    return out


def rounded(points, radius):
    """A polyline with rounded corners: its path and points along it."""
    d = [f"M{points[0][0]:.1f} {points[0][1]:.1f}"]
    along = [points[0]]
    for i in range(1, len(points) - 1):
        a, b, c = points[i - 1], points[i], points[i + 1]
        la, lc = math.dist(a, b), math.dist(b, c)
        r = min(radius, la / 2, lc / 2)
        s = (b[0] + (a[0] - b[0]) * r / la, b[1] + (a[1] - b[1]) * r / la)
        e = (b[0] + (c[0] - b[0]) * r / lc, b[1] + (c[1] - b[1]) * r / lc)
        d.append(f"L{s[0]:.1f} {s[1]:.1f}Q{b[0]:.1f} {b[1]:.1f} {e[0]:.1f} {e[1]:.1f}")
        along += [s, ((s[0] + 2 * b[0] + e[0]) / 4, (s[1] + 2 * b[1] + e[1]) / 4), e]
    d.append(f"L{points[-1][0]:.1f} {points[-1][1]:.1f}")
    along.append(points[-1])
    dense = []
    for a, b in zip(along, along[1:]):
        n = max(1, int(math.dist(a, b) / 6))
        dense += [(a[0] + (b[0] - a[0]) * i / n, a[1] + (b[1] - a[1]) * i / n) for i in range(n)]
    return "".join(d), dense + [along[-1]]


def shapes(kind, p, q):
    """Shapes that a line may take: (path, points, cost of the shape itself)."""
    dx, dy = q[0] - p[0], q[1] - p[1]
    length = math.hypot(dx, dy)
    nx, ny = -dy / length, dx / length
    n = max(4, int(length / 6))
    if kind == "underground":                # level, upright and diagonal pieces
        m = min(abs(dx), abs(dy))
        sx, sy = math.copysign(1, dx), math.copysign(1, dy)
        straight = (dx - sx * m, dy - sy * m)
        for share in [i / 20 for i in range(21)]:      # how much of the straight piece comes first
            a = (p[0] + straight[0] * share, p[1] + straight[1] * share)
            b = (a[0] + sx * m, a[1] + sy * m)
            pts = [p] + [c for c in (a, b) if math.dist(c, p) > 8 and math.dist(c, q) > 8] + [q]
            yield *rounded(pts, 26), 3 * (len(pts) - 2)
        for share in [i / 20 for i in range(2, 19)]:                       # diagonal first and last
            a = (p[0] + sx * m * share, p[1] + sy * m * share)
            b = (a[0] + straight[0], a[1] + straight[1])
            yield *rounded([p, a, b, q], 26), 7
        for stub in (26, 42):                               # first a stub across, then as before
            for a in ((p[0] + sx * stub, p[1]), (p[0], p[1] + sy * stub)):
                u, v = q[0] - a[0], q[1] - a[1]
                w = min(abs(u), abs(v))
                e, f = math.copysign(1, u), math.copysign(1, v)
                for share in (0, 0.5, 1):
                    b = (a[0] + (u - e * w) * share, a[1] + (v - f * w) * share)
                    c = (b[0] + e * w, b[1] + f * w)
                    pts = [p, a] + [k for k in (b, c) if math.dist(k, a) > 8 and math.dist(k, q) > 8] + [q]
                    yield *rounded(pts, 26), 12
    if kind == "bus":                                   # beside a street, a few units off
        for side in (4.4, -4.4):
            a, b = (p[0] + nx * side, p[1] + ny * side), (q[0] + nx * side, q[1] + ny * side)
            pts = [(a[0] + dx * i / n, a[1] + dy * i / n) for i in range(n + 1)]
            yield f"M{a[0]:.1f} {a[1]:.1f}L{b[0]:.1f} {b[1]:.1f}", pts, 1
    bends = (0, 7, -7, 13, -13, 20, -20) if kind == "taxi" else (0, 6, -6, 10, -10, 15, -15, 21, -21, 28, -28, 36, -36, 46, -46, 58, -58)
    for bend in bends:
        if abs(bend) > length * 0.33:
            continue
        c1 = (p[0] + dx * 0.3 + nx * bend * 1.33, p[1] + dy * 0.3 + ny * bend * 1.33)
        c2 = (p[0] + dx * 0.7 + nx * bend * 1.33, p[1] + dy * 0.7 + ny * bend * 1.33)
        if bend == 0:
            d = f"M{p[0]:.1f} {p[1]:.1f}L{q[0]:.1f} {q[1]:.1f}"
        else:
            d = f"M{p[0]:.1f} {p[1]:.1f}C{c1[0]:.1f} {c1[1]:.1f} {c2[0]:.1f} {c2[1]:.1f} {q[0]:.1f} {q[1]:.1f}"
        base = (12 if kind == "underground" else 0)
        yield d, cubic(p, c1, c2, q, n), base + abs(bend) * (0.9 if kind == "taxi" else 0.45)


def route(place, edges):
    stations = sorted(place)
    taken = defaultdict(list)                            # cell -> (x, y, direction, edge)
    room = {"taxi": 14, "bus": 15, "underground": 17, "ferry": 16}
    apart = {"taxi": 3.6, "bus": 4.2, "underground": 5.6, "ferry": 5}

    def cost(kind, a, b, pts):
        total = 0.0
        for s in stations:                               # over somebody else's station
            if s in (a, b):
                continue
            x, y = place[s]
            near = min((px - x) ** 2 + (py - y) ** 2 for px, py in pts)
            if near < room[kind] ** 2:
                total += 4 * (room[kind] - math.sqrt(near)) + 8
        for i in range(len(pts) - 1):                    # along another line
            (x1, y1), (x2, y2) = pts[i], pts[i + 1]
            if math.dist((x1, y1), place[a]) < 13 or math.dist((x1, y1), place[b]) < 13:
                continue
            way = math.atan2(y2 - y1, x2 - x1)
            cx, cy = int(x1 // 12), int(y1 // 12)
            for gx in (cx - 1, cx, cx + 1):
                for gy in (cy - 1, cy, cy + 1):
                    for ox, oy, other in taken.get((gx, gy), ()):
                        if abs(ox - x1) < apart[kind] and abs(oy - y1) < apart[kind]:
                            turn = abs((way - other + math.pi / 2) % math.pi - math.pi / 2)
                            if turn < 0.45:
                                total += 1.1
        if min(p[0] for p in pts) < 6 or max(p[0] for p in pts) > W - 6:
            total += 60
        if min(p[1] for p in pts) < 6 or max(p[1] for p in pts) > H - 6:
            total += 60
        return total

    order = {"taxi": 0, "underground": 1, "bus": 2}
    length = lambda e: math.dist(place[e[0]], place[e[1]])
    queue = sorted(edges, key=lambda e: (order[e[2]], length(e) if e[2] != "underground" else -length(e), e))
    chosen = {}

    def cells(pts):
        for (x1, y1), (x2, y2) in zip(pts, pts[1:]):
            yield (int(x1 // 12), int(y1 // 12)), (x1, y1, math.atan2(y2 - y1, x2 - x1))

    for _ in range(3):
        for edge in queue:
            a, b, kind = edge
            if edge in chosen:
                for cell, mark in cells(chosen[edge][1]):
                    taken[cell].remove(mark)
            best = None
            for d, pts, own in shapes(kind, place[a], place[b]):
                c = own + cost(kind, a, b, pts)
                if best is None or c < best[0] - 1e-9:
                    best = (c, d, pts)
            chosen[edge] = best[1:]
            for cell, mark in cells(best[2]):
                taken[cell].append(mark)
    return {edge: chosen[edge] for edge in queue}


def ferries(place):
    """The ferry's three legs and the river, drawn together: the water goes where the boat goes."""
    legs = [(108, 115, [(-60, -52), (-200, -50)]), (115, 157, [(-4, 66), (-22, 128)]), (157, 194, [(-10, 150), (-180, 88)])]
    lines, bed = [], []
    for a, b, bends in legs:
        p, q = place[a], place[b]
        c1, c2 = [(p[0] + x, p[1] + y) for x, y in bends]
        lines.append([a, b, "ferry", f"M{p[0]:.1f} {p[1]:.1f}C{c1[0]:.1f} {c1[1]:.1f} {c2[0]:.1f} {c2[1]:.1f} {q[0]:.1f} {q[1]:.1f}"])
        pts = cubic(p, c1, c2, q, 8)
        bed += pts[1:8] if a != 108 else pts[0:8]
    x, y = place[194]
    bed += [(x - 30, y + 12), (x - 130, y + 34), (x - 250, y + 22), (-50, y - 40)]
    bed = [(W + 50, place[108][1] + 34), (W - 60, place[108][1] + 22)] + bed
    d = [f"M{bed[0][0]:.0f} {bed[0][1]:.0f}"]
    for i in range(len(bed) - 1):                        # a smooth curve through all of them
        p0, p1, p2, p3 = bed[max(0, i - 1)], bed[i], bed[i + 1], bed[min(len(bed) - 1, i + 2)]
        d.append(f"C{p1[0] + (p2[0] - p0[0]) / 6:.0f} {p1[1] + (p2[1] - p0[1]) / 6:.0f} "
                 f"{p2[0] - (p3[0] - p1[0]) / 6:.0f} {p2[1] - (p3[1] - p1[1]) / 6:.0f} {p2[0]:.0f} {p2[1]:.0f}")
    return lines, "".join(d)


def yield_way(place, land):
    """Stations that a line still crowds step aside, as far as their neighbours let them."""
    for (a, b, _), (_, pts) in land.items():
        for s, p in place.items():
            if s in (a, b):
                continue
            q = min(pts, key=lambda q: math.dist(p, q))
            d = math.dist(p, q) or 0.01
            if d >= CLEAR:
                continue
            away = math.atan2(p[1] - q[1], p[0] - q[0])
            for turn in (0, 0.5, -0.5, 1, -1):
                step = 0.7 * (CLEAR - d) / math.cos(turn)
                to = [round(p[0] + step * math.cos(away + turn), 1), round(p[1] + step * math.sin(away + turn), 1)]
                if all(t == s or math.dist(to, place[t]) >= 28 for t in place):
                    place[s] = to
                    break


def main():
    root = Path(__file__).resolve().parents[3]
    place, edges = read(root / "crates/games/data/scotland-yard/board.txt")
    fit(place)
    relax(place, edges)
    roads = [e for e in edges if e[2] != "ferry"]
    land = route(place, roads)
    for _ in range(3):
        yield_way(place, land)
        land = route(place, roads)
    boats, water = ferries(place)
    lines = [[a, b, kind, d] for (a, b, kind), (d, _) in land.items()] + boats
    geo = {"width": W, "height": H, "river": water, "places": [place[s] for s in sorted(place)], "lines": lines}
    out = root / "crates/arena/web/data/london.json"
    out.parent.mkdir(exist_ok=True)
    out.write_text(json.dumps(geo, separators=(",", ":")) + "\n")
    gaps = sorted(math.dist(place[a], place[b]) for a in place for b in place if a < b)
    tight = sorted((min(math.dist(p, place[s]) for p in pts), s, a, b, kind)
                   for (a, b, kind), (_, pts) in land.items() for s in place if s not in (a, b))
    print(f"closest two stations {gaps[0]:.1f}; {len(lines)} lines")
    print("lines that come closest to a station of others: " + ", ".join(f"{kind} {a}-{b} to {s} {d:.1f}" for d, s, a, b, kind in tight[:12]))


if __name__ == "__main__":
    main()
