// Plots of the laboratory: the paper's numbers as open squares, ours as dots, intervals on both.

import { el, fill, onPhone, segments, svg } from "./dom.js";
import { ticks } from "./chart.js";

/** @typedef {{value: number | null, low?: number | null, high?: number | null, games?: number | null, source?: string | null}} Measured */
/** @typedef {{id: string, row: string, column: string, paper: Measured | null, ours: Measured | null, verdict: string | null, measure?: string}} Cell */

/** @param {string} text */
const numberIn = (text) => {
  const found = text.replace(/[, ](?=\d{3}\b)/g, "").match(/-?\d+(?:\.\d+)?/);
  return found ? Number(found[0]) : NaN;
};

/** @param {number} value */
export const short = (value) => (Math.abs(value) >= 1000 ? Math.round(value).toLocaleString("en") : String(Math.round(value * 10) / 10));

/** @param {Measured | null} one */
const known = (one) => (one && one.value !== null && one.value !== undefined ? { value: one.value, low: one.low ?? one.value, high: one.high ?? one.value } : null);

/** @param {Cell[]} cells */
function range(cells) {
  const all = cells.flatMap((cell) => [known(cell.paper), known(cell.ours)]).flatMap((one) => (one ? [one.low, one.high] : []));
  const low = Math.min(...all), high = Math.max(...all);
  const pad = 0.06 * (high - low || Math.abs(high) || 1);
  return [low >= 0 && low < 0.35 * high ? 0 : low - pad, high + pad];
}

/** Rows below one another, values across: for names. @param {Cell[]} cells @param {(cell: Cell) => string} label */
function forest(cells, label) {
  const width = onPhone() ? 330 : 460, left = onPhone() ? 120 : 170, right = 16, line = 30, top = 8;
  const height = top + cells.length * line + 26;
  const [low = 0, high = 1] = range(cells);
  const X = (/** @type {number} */ x) => left + ((x - low) / (high - low)) * (width - left - right);
  const root = svg("svg", { class: "plot labplot", viewBox: `0 0 ${width} ${height}`, role: "img", "aria-label": "The paper’s numbers and ours, with 95 % intervals; the table has the same numbers" });
  for (const x of ticks(low, high, 5)) root.append(svg("line", { class: "grid", x1: X(x), x2: X(x), y1: top, y2: height - 22 }), svg("text", { x: X(x), y: height - 6, "text-anchor": "middle" }, short(x)));
  cells.forEach((cell, i) => {
    const y = top + (i + 0.5) * line;
    const text = label(cell);
    root.append(svg("text", { x: left - 10, y: y + 4, "text-anchor": "end" }, text.length > left / 6.2 ? `${text.slice(0, Math.floor(left / 6.2) - 1)}…` : text, svg("title", {}, text)));
    for (const [one, cls, dy] of /** @type {[Measured | null, string, number][]} */ ([[cell.paper, "paper", -5], [cell.ours, "ours", 5]])) {
      const m = known(one);
      if (!m) continue;
      const at = y + dy;
      root.append(svg("path", { class: cls, d: `M${X(m.low)} ${at}H${X(m.high)}M${X(m.low)} ${at - 3}v6M${X(m.high)} ${at - 3}v6` }), cls === "paper" ? svg("rect", { class: "paper-m", x: X(m.value) - 3.5, y: at - 3.5, width: 7, height: 7 }) : svg("circle", { class: "ours-m", cx: X(m.value), cy: at, r: 4 }));
    }
  });
  return root;
}

/** A curve: for numbers. @param {Cell[]} cells @param {(cell: Cell) => number} at @param {string} axis */
function curve(cells, at, axis) {
  const width = onPhone() ? 330 : 460, height = 290, left = 42, right = 46, top = 10, bottom = 38;
  const [low = 0, high = 1] = range(cells);
  const xs = cells.map(at), first = Math.min(...xs), last = Math.max(...xs);
  // Playouts and times go by factors.
  const logs = first > 0 && last / first > 30;
  const scale = (/** @type {number} */ x) => (logs ? Math.log(x) : x);
  const X = (/** @type {number} */ x) => left + 14 + ((scale(x) - scale(first)) / (scale(last) - scale(first) || 1)) * (width - left - right - 28);
  const Y = (/** @type {number} */ y) => height - bottom - ((y - low) / (high - low)) * (height - top - bottom);
  const root = svg("svg", { class: "plot labplot", viewBox: `0 0 ${width} ${height}`, role: "img", "aria-label": `The paper’s numbers and ours${axis ? ` by ${axis}` : ""}, with 95 % intervals; the table has the same numbers` });
  for (const y of ticks(low, high, 5)) root.append(svg("line", { class: "grid", x1: left, x2: width - right, y1: Y(y), y2: Y(y) }), svg("text", { x: left - 8, y: Y(y) + 4, "text-anchor": "end" }, short(y)));
  let taken = -Infinity;
  for (const x of [...new Set(xs)].sort((a, b) => a - b)) {
    if (X(x) - taken < 34) continue;
    taken = X(x);
    root.append(svg("text", { x: X(x), y: height - 20, "text-anchor": "middle" }, String(x)));
  }
  root.append(svg("text", { x: (left + width - right) / 2, y: height - 4, "text-anchor": "middle" }, axis));
  /** @type {number[]} */
  const named = [];
  for (const [key, cls, dx, name] of /** @type {["paper" | "ours", string, number, string][]} */ ([["paper", "paper", -3, "paper"], ["ours", "ours", 3, "ours"]])) {
    const points = cells.map((cell) => ({ x: at(cell), m: known(cell[key]) })).filter((one) => one.m !== null).sort((a, b) => a.x - b.x);
    root.append(svg("path", { class: cls, opacity: 0.55, d: points.map((p, i) => `${i ? "L" : "M"}${X(p.x) + dx} ${Y(p.m?.value ?? 0)}`).join("") }));
    if (points.length > 30) {
      // Too many for a bar each: a band.
      const edge = (/** @type {"low" | "high"} */ end) => points.map((p) => `${X(p.x) + dx} ${Y(p.m?.[end] ?? 0)}`);
      root.append(svg("path", { class: `area ${cls}-a`, d: `M${[...edge("high"), ...edge("low").reverse()].join("L")}Z` }));
    }
    for (const { x, m } of points.length > 30 ? [] : points) {
      if (!m) continue;
      const at = X(x) + dx;
      root.append(svg("path", { class: cls, d: `M${at} ${Y(m.low)}V${Y(m.high)}M${at - 4} ${Y(m.low)}h8M${at - 4} ${Y(m.high)}h8` }), cls === "paper" ? svg("rect", { class: "paper-m", x: at - 4, y: Y(m.value) - 4, width: 8, height: 8 }) : svg("circle", { class: "ours-m", cx: at, cy: Y(m.value), r: 4.5 }));
    }
    const end = points.at(-1);
    if (end?.m) {
      // Names keep apart from each other where the lines end together.
      const wanted = Y(end.m.value) + 4, other = named[0];
      const y = other !== undefined && Math.abs(wanted - other) < 14 ? other + (wanted < other ? -14 : 14) : wanted;
      named.push(y);
      root.append(svg("text", { class: "lab", x: width - right + 4, y }, name));
    }
  }
  return root;
}

/**
 * A plot of a table of cells: a curve where an axis has numbers, otherwise a row per cell. Where
 * both axes have several values, one is chosen.
 * @param {Cell[]} cells
 * @param {(shown: Cell[]) => void} onpick the cells that are drawn now
 */
export function labPlot(cells, onpick) {
  const host = el("div", { class: "labplots" });
  const seen = cells.filter((cell) => known(cell.paper) || known(cell.ours));
  if (!seen.length) onpick(cells);
  if (!seen.length) return fill(host, el("p", { class: "muted" }, "No number to draw yet."));
  const rows = [...new Set(seen.map((cell) => cell.row))], columns = [...new Set(seen.map((cell) => cell.column))];
  // Numbers, perhaps with one word about them all: “r = 0.4”.
  const numbers = (/** @type {string[]} */ names) => names.length > 2 && names.every((name) => /^[^\d/]{0,14}[\d.,\s]+[^\d/]{0,12}$/.test(name))
    && new Set(names.map((name) => name.replace(/-?[\d.,\s]+/, "#"))).size === 1 && new Set(names.map(numberIn)).size === names.length;
  const across = numbers(columns) && !numbers(rows);
  const [pick, along] = across ? [rows, columns] : [columns, rows];
  const name = (/** @type {Cell} */ cell) => (across ? cell.column : cell.row), group = (/** @type {Cell} */ cell) => (across ? cell.row : cell.column);
  const drawing = el("div");
  const draw = (/** @type {string} */ chosen) => {
    const some = seen.filter((cell) => group(cell) === chosen);
    onpick(cells.filter((cell) => group(cell) === chosen));
    const axis = (along[0] ?? "").replace(/-?[\d.,]+/g, "").replace(/[=:]\s*$/, "").trim();
    fill(drawing, numbers(along) ? curve(some, (cell) => numberIn(name(cell)), axis) : forest(some, name));
  };
  // At first the part of which most is played.
  const ours = (/** @type {string} */ value) => seen.filter((cell) => group(cell) === value && known(cell.ours)).length;
  const begin = pick.reduce((best, value) => (ours(value) > ours(best) ? value : best), pick[0] ?? "");
  draw(begin);
  const legend = el("p", { class: "legend labkey" }, seen.some((cell) => known(cell.paper)) ? el("span", {}, el("i", { class: "paper-k" }), "□ paper") : null, el("span", {}, el("i", {}), "● ours"), el("span", {}, "bars: 95 % intervals"));
  const control = pick.length > 1 ? (pick.length <= 5 ? segments("Column", pick.map((value) => ({ value, text: value || "all" })), begin, draw) : select(pick, begin, draw)) : null;
  return fill(host, control, drawing, legend);
}

/** @param {string[]} values @param {string} chosen @param {(value: string) => void} onchange */
function select(values, chosen, onchange) {
  const node = el("select", { class: "in", "aria-label": "Part of the table" }, ...values.map((value) => el("option", { value, selected: value === chosen }, value)));
  node.addEventListener("change", () => onchange(node.value));
  return node;
}
