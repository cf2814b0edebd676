// The pieces of Scotland Yard: a colour, a shape and a sign each.

import { svg } from "./dom.js";

const SHAPES = [
  () => svg("circle", { class: "body", r: 15.5 }), () => svg("rect", { class: "body", x: -13, y: -13, width: 26, height: 26, rx: 5 }),
  () => svg("path", { class: "body", d: "M0-18 18 0 0 18-18 0z" }), () => svg("path", { class: "body", d: "M0-18 16.500-6V14H-16.500V-6z" }),
  () => svg("path", { class: "body", d: "M-9-15H9L18 0 9 15H-9L-18 0z" }), () => svg("path", { class: "body", d: "M-16-14H16V2L0 18-16 2z" }),
];

/** @param {number} player */
export const sign = (player) => (player === 0 ? "X" : String(player));

/**
 * A player's token for lists.
 * @param {number} player
 */
export function token(player) {
  const body = SHAPES[player]?.() ?? svg("circle", { r: 15 });
  body.setAttribute("class", player === 0 ? "mrx" : `d${player}`);
  return svg("svg", { class: "tok", viewBox: "-19 -19 38 38", "aria-hidden": "true" }, body, svg("text", { y: 5 }, sign(player)));
}

/**
 * A player's piece for the map; its first text is the station.
 * @param {number} player
 */
export function piece(player) {
  return svg("g", {}, svg("circle", { class: "ring", r: 22 }), SHAPES[player]?.() ?? null, svg("text", { y: 3.8 }),
    svg("circle", { class: "tag", cx: 15, cy: -14, r: 7.5 }), svg("text", { class: "tagt", x: 15, y: -10.8 }, sign(player)));
}

/**
 * Where Mr X was last seen.
 * @param {{station: number, round: number}} seen
 * @param {number} x
 * @param {number} y
 */
export function ghost(seen, x, y) {
  return svg("g", { class: "pc ghost", transform: `translate(${x} ${y})` }, svg("circle", { class: "body", r: 14.5 }), svg("text", { y: 3.6 }, seen.station),
    svg("circle", { class: "tag", cx: 12, cy: -13, r: 7.5 }), svg("text", { class: "tagt", x: 12, y: -9.8 }, "X"), svg("title", {}, `Mr X was seen here in round ${seen.round}`));
}

/**
 * Lets a piece run along a line, in 320 ms.
 * @param {SVGGElement} node
 * @param {{d: string, back: boolean}} line
 * @param {{x: number, y: number}} end
 */
export function run(node, line, end) {
  const path = svg("path", { d: line.d });
  const length = path.getTotalLength();
  const begin = performance.now();
  node.dataset.run = String(begin);
  const step = (/** @type {number} */ now) => {
    // A later move of the same piece takes over.
    if (node.dataset.run !== String(begin)) return;
    const t = Math.min(1, Math.max(0, now - begin) / 320);
    const e = t * t * (3 - 2 * t);
    const at = path.getPointAtLength(length * (line.back ? 1 - e : e));
    node.setAttribute("transform", t < 1 ? `translate(${at.x} ${at.y})` : `translate(${end.x} ${end.y})`);
    if (t < 1) requestAnimationFrame(step);
  };
  step(begin);
}
