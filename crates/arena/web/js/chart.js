// A small chart in SVG: lines or steps, with intervals, a cursor, and a label for each line.

import { el, fill, svg } from "./dom.js";

/** @typedef {{x: number, y: number, low?: number, high?: number}} Point */
/** @typedef {{points: Point[], label?: string, class?: "ours" | "paper" | "third", step?: boolean, dash?: boolean, dots?: boolean, area?: boolean}} Series */
/**
 * @typedef {object} ChartOptions
 * @property {string} label what the chart shows, in a sentence
 * @property {Series[]} series
 * @property {number} [width]
 * @property {number} [height]
 * @property {number} [yMin]
 * @property {number} [yMax]
 * @property {number} [xMin]
 * @property {number} [xMax]
 * @property {(y: number) => string} [yText]
 * @property {(x: number) => string} [xText]
 * @property {number | null} [cursor] an x
 * @property {(x: number) => void} [onpick] a click or drag on the chart
 * @property {{y: number, text: string}[]} [marks] lines across
 * @property {{x: number, y: number}[]} [bars] small bars at the foot, as high as their share of the highest
 */

/**
 * @param {number} low
 * @param {number} high
 * @param {number} wanted
 */
export function ticks(low, high, wanted = 4) {
  const raw = (high - low || 1) / wanted;
  const power = 10 ** Math.floor(Math.log10(raw));
  const step = [1, 2, 5, 10].map((k) => k * power).find((k) => k >= raw) ?? raw;
  const out = [];
  for (let y = Math.ceil(low / step) * step; y <= high + step * 1e-9; y += step) out.push(Math.round(y / step) * step);
  return out;
}

/**
 * Draws into `host`, which it empties. Draw again for new data; nothing is kept.
 * @param {Element} host
 * @param {ChartOptions} options
 */
export function chart(host, options) {
  const { series, width = 340, height = 140, yText = (y) => String(y), xText = (x) => String(x) } = options;
  const points = series.flatMap((one) => one.points);
  const xs = points.map((p) => p.x);
  const ys = points.flatMap((p) => [p.low ?? p.y, p.high ?? p.y]).concat((options.marks ?? []).map((mark) => mark.y));
  const xMin = options.xMin ?? Math.min(0, ...xs), xMax = Math.max(options.xMax ?? -Infinity, ...xs, xMin + 1);
  let yMin = options.yMin ?? Math.min(...ys, Infinity), yMax = options.yMax ?? Math.max(...ys, -Infinity);
  if (!Number.isFinite(yMin)) [yMin, yMax] = [0, 1];
  if (yMin === yMax) [yMin, yMax] = [yMin - 1, yMax + 1];
  const left = 40, right = 14, top = 8, bottom = 20;
  const X = (/** @type {number} */ x) => left + ((x - xMin) / (xMax - xMin)) * (width - left - right);
  const Y = (/** @type {number} */ y) => height - bottom - ((Math.max(yMin, Math.min(yMax, y)) - yMin) / (yMax - yMin)) * (height - top - bottom);
  const root = svg("svg", { class: "plot", viewBox: `0 0 ${width} ${height}`, role: "img", "aria-label": options.label });
  for (const y of ticks(yMin, yMax, height > 200 ? 5 : 3)) {
    root.append(svg("line", { class: "grid", x1: left, x2: width - right, y1: Y(y), y2: Y(y) }), svg("text", { x: left - 6, y: Y(y) + 4, "text-anchor": "end" }, yText(y)));
  }
  for (const x of ticks(xMin, xMax, Math.max(2, Math.round(width / 70)))) {
    root.append(svg("text", { x: X(x), y: height - 5, "text-anchor": "middle" }, xText(x)));
  }
  const highest = Math.max(1, ...(options.bars ?? []).map((bar) => bar.y));
  for (const bar of options.bars ?? []) {
    const h = (22 * bar.y) / highest;
    root.append(svg("rect", { class: "count", x: X(bar.x) - 2.5, y: height - bottom - h, width: 5, height: h }));
  }
  for (const mark of options.marks ?? []) {
    root.append(svg("line", { class: "paper dash", x1: left, x2: width - right, y1: Y(mark.y), y2: Y(mark.y) }), svg("text", { x: width - right, y: Y(mark.y) - 4, "text-anchor": "end" }, mark.text));
  }
  for (const one of series) {
    const first = one.points[0], last = one.points.at(-1);
    if (!first || !last) continue;
    const cls = one.class ?? "ours";
    const line = one.points.map((p, i) => (i === 0 ? `M${X(p.x)} ${Y(p.y)}` : one.step ? `H${X(p.x)}V${Y(p.y)}` : `L${X(p.x)} ${Y(p.y)}`)).join("");
    const band = one.points.filter((p) => p.low !== undefined && p.high !== undefined);
    if (band.length > 1) {
      const upper = band.map((p) => `${X(p.x)} ${Y(p.high ?? p.y)}`), lower = band.map((p) => `${X(p.x)} ${Y(p.low ?? p.y)}`).reverse();
      root.append(svg("path", { class: `area ${cls}-a`, d: `M${[...upper, ...lower].join("L")}Z` }));
    } else if (one.area) {
      root.append(svg("path", { class: `area ${cls}-a`, d: `${line}V${Y(yMin)}H${X(first.x)}Z` }));
    }
    root.append(svg("path", { class: `${cls}${one.dash ? " dash" : ""}`, d: line }));
    const dots = one.dots ? one.points : [last];
    for (const p of dots) root.append(svg("circle", { class: `${cls}-m`, cx: X(p.x), cy: Y(p.y), r: 3 }));
  }
  if (options.cursor !== null && options.cursor !== undefined) {
    root.append(svg("line", { class: "cursor", x1: X(options.cursor), x2: X(options.cursor), y1: top, y2: height - bottom }));
  }
  const pick = options.onpick;
  if (pick) {
    root.classList.add("pick");
    const at = (/** @type {PointerEvent} */ event) => {
      const box = root.getBoundingClientRect();
      const x = ((event.clientX - box.left) / box.width) * width;
      pick(xMin + ((x - left) / (width - left - right)) * (xMax - xMin));
    };
    root.addEventListener("pointerdown", at);
    root.addEventListener("pointermove", (event) => event.buttons && at(event));
  }
  const legend = series.filter((one) => one.label && one.points.length);
  fill(host, root, legend.length ? el("p", { class: "legend" }, ...legend.map((one) => el("span", {}, el("i", { class: `${one.class ?? "ours"}-k` }), one.label))) : null);
  return root;
}
