#!/usr/bin/env python3
"""Check the pairs of tokens.css for contrast (WCAG 2: 4.5 for text, 3 for lines and marks), also of the lines that
step back while moves are lit, and that no style sheet has a colour of its own.

    contrast.py
"""
import re
import sys
from pathlib import Path

CSS = Path(__file__).resolve().parent.parent / "web/css"

TEXT = [(a, b) for a in ("ink", "ink-2", "ink-3", "accent", "good", "warn", "bad", "run") for b in ("bg", "surface", "surface-2")
        if not (a == "ink-3" and b == "surface-3")]
TEXT += [("on-accent", "accent"), ("on-accent", "accent-hover"), ("accent-soft-ink", "accent-soft")]
TEXT += [(v, v + "-soft") for v in ("good", "warn", "bad", "open", "run")]
TEXT += [(k + "-ink", k + "-fill") for k in ("taxi", "bus", "underground", "black")]
TEXT += [("on-d", f"d{i}") for i in range(1, 6)] + [("on-mrx", "mrx")]
TEXT += [("h-lo-ink", f"h{i}") for i in (1, 2, 3)] + [("h-hi-ink", f"h{i}") for i in (4, 5, 6)] + [("ink", "face"), ("ink", "river")]
MARK = [(k, b) for k in ("taxi", "bus", "underground", "ferry") for b in ("paper", "river")]
MARK += [(f"d{i}", "paper") for i in range(1, 6)] + [("mrx", "paper"), ("line-strong", "surface"), ("line-strong", "bg"), ("focus", "surface"), ("focus", "paper")]
MARK += [("plot-paper", "surface"), ("plot-ours", "surface"), ("plot-3", "surface")] + [(f"g{i}", "paper") for i in range(5)] + [("accent", "paper")]


def luminance(h):
    rgb = [int(h[i:i + 2], 16) / 255 for i in (1, 3, 5)]
    r, g, b = (c / 12.92 if c <= 0.03928 else ((c + 0.055) / 1.055) ** 2.4 for c in rgb)
    return 0.2126 * r + 0.7152 * g + 0.0722 * b


def ratio(a, b):
    x, y = sorted((luminance(a), luminance(b)), reverse=True)
    return (x + 0.05) / (y + 0.05)


def blend(a, b, share):
    mix = (round(int(a[i:i + 2], 16) * share + int(b[i:i + 2], 16) * (1 - share)) for i in (1, 3, 5))
    return "#" + "".join(f"{c:02x}" for c in mix)


css = (CSS / "tokens.css").read_text()
light = dict(re.findall(r"--([\w-]+):\s*(#[0-9a-f]{6})", css[:css.index("@media")]))
blocks = [dict(re.findall(r"--([\w-]+):\s*(#[0-9a-f]{6})", part)) for part in (css[css.index("@media"):css.index(':root[data-theme="dark"]')], css[css.index(':root[data-theme="dark"]'):])]
bad = 0
if blocks[0] != blocks[1]:
    bad += 1
    print("the dark theme of the system and that of the override differ")
dark = {**light, **blocks[0]}
faded = float(re.search(r"\.map\.quiet \.net \.bus[^}]*opacity:\s*([.\d]+)", (CSS / "london.css").read_text()).group(1))
for name, theme in (("light", light), ("dark", dark)):
    for pairs, need in ((TEXT, 4.5), (MARK, 3.0)):
        worst = 99
        for a, b in pairs:
            r = ratio(theme[a], theme[b])
            worst = min(worst, r)
            if r < need:
                bad += 1
                print(f"{name}: {a} on {b} is {r:.2f}, needs {need}")
        print(f"{name}: {len(pairs)} pairs at {need}, lowest {worst:.2f}")
    for kind in ("bus", "underground", "ferry"):
        r = ratio(blend(theme[kind], theme["paper"], faded), theme["paper"])
        if r < 3:
            bad += 1
            print(f"{name}: {kind} at {faded} on paper is {r:.2f}, needs 3")
for sheet in sorted(CSS.glob("*.css")):
    own = [] if sheet.name == "tokens.css" else re.findall(r"#[0-9a-fA-F]{3,8}\b(?![^{]*\{)", sheet.read_text())
    if own:
        bad += 1
        print(f"{sheet.name} has colours of its own: {', '.join(own)}")
sys.exit(bad > 0)
