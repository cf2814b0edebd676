// The games as small pictures, in the colours of the theme.

import { svg } from "./dom.js";
import { London } from "./london.js";
import { loadDrawing } from "./london-network.js";

/** Scotland Yard: a part of the map with a hunt on it. @param {HTMLElement} host */
export async function yardPicture(host) {
  const london = new London(host, await loadDrawing(), null, () => {});
  const belief = new Map(Object.entries({ 123: 0.02, 137: 0.02, 148: 0.06, 150: 0.09, 152: 0.02, 154: 0.03, 155: 0.09, 164: 0.05, 165: 0.06, 167: 0.02, 168: 0.02, 182: 0.02, 191: 0.06, 192: 0.05, 193: 0.02, 194: 0.1, 195: 0.09, 196: 0.02, 197: 0.02 }).map(([station, p]) => [Number(station), p]));
  london.update({ belief, pieces: [null, 184, 153, 142, 163, 181], turn: null, moves: [], chosen: null, analysis: null, ghost: { station: 166, round: 8 }, last: [], route: null, label: "A hunt on the map of London" });
  const { root } = london;
  root.setAttribute("role", "img");
  root.removeAttribute("tabindex");
  // A picture does not zoom; the part with the hunt fills the card.
  const still = /** @type {SVGSVGElement} */ (root.cloneNode(true));
  still.setAttribute("viewBox", "90 528 860 262");
  still.setAttribute("preserveAspectRatio", "xMidYMid slice");
  still.classList.add("picture");
  still.querySelector(".maplegend")?.remove();
  root.replaceWith(still);
}

/** SameGame: colour and sign. */
export function samegamePicture() {
  const heights = [13, 0, 15, 15, 12, 14, 12, 11, 12, 11, 9, 8, 10, 11, 14];
  const root = svg("svg", { viewBox: "0 0 300 300", class: "thumb", "aria-hidden": "true" });
  let seed = 7;
  heights.forEach((height, c) => {
    for (let row = 0; row < Math.min(height, 12); row++) {
      seed = (seed * 1103515245 + 12345) % 2147483648;
      const colour = row > 0 && seed % 3 === 0 ? Number(root.lastElementChild?.getAttribute("data-c") ?? 0) : (seed >> 8) % 5;
      const [x, y] = [c * 20 + 10, 290 - row * 20];
      const signs = [svg("circle", { r: 4 }), svg("path", { d: "M-4-4 4 4M4-4-4 4", class: "stroke" }), svg("path", { d: "M0-5 5 4H-5z" }), svg("rect", { x: -5, y: -1.5, width: 10, height: 3 }), svg("circle", { r: 3.4, class: "stroke" })];
      root.append(svg("g", { class: `sg g${colour}`, "data-c": colour, transform: `translate(${x} ${y})` }, svg("rect", { class: "body", x: -9, y: -9, width: 18, height: 18, rx: 4 }), signs[colour]));
    }
  });
  return root;
}

/** Tron: two trails and who reaches what. */
export function tronPicture() {
  const root = svg("svg", { viewBox: "0 0 300 300", class: "thumb", "aria-hidden": "true" });
  const a = "M40 260V160H100V220H160V120H120", b = "M260 40V140H200V60H240V100";
  root.append(svg("rect", { class: "field", x: 10, y: 10, width: 280, height: 280, rx: 10 }));
  for (let x = 20; x < 290; x += 20) for (let y = 20; y < 290; y += 20) root.append(svg("rect", { class: x + (300 - y) < 330 - y / 3 ? "ra" : "rb", x: x - 8, y: y - 8, width: 16, height: 16, rx: 2 }));
  root.append(svg("path", { class: "trail a", d: a }), svg("path", { class: "trail b", d: b }), svg("circle", { class: "head a", cx: 120, cy: 120, r: 9 }), svg("rect", { class: "head b", x: 232, y: 92, width: 16, height: 16, rx: 3 }));
  return root;
}

/** Cops & Robbers: the dodecahedron. */
export function copsPicture() {
  const root = svg("svg", { viewBox: "0 0 300 300", class: "thumb", "aria-hidden": "true" });
  const ring = (/** @type {number} */ r, /** @type {number} */ n, /** @type {number} */ turn) => Array.from({ length: n }, (_, i) => [150 + r * Math.sin((2 * Math.PI * (i + turn)) / n), 155 - r * Math.cos((2 * Math.PI * (i + turn)) / n)]);
  const outer = ring(132, 5, 0), middle = ring(88, 10, 0), inner = ring(42, 5, 0.5);
  const line = (/** @type {number[] | undefined} */ p, /** @type {number[] | undefined} */ q) => p && q && root.append(svg("line", { class: "edge", x1: p[0], y1: p[1], x2: q[0], y2: q[1] }));
  for (let i = 0; i < 5; i++) {
    line(outer[i], outer[(i + 1) % 5]);
    line(outer[i], middle[2 * i]);
    line(inner[i], inner[(i + 1) % 5]);
    line(inner[i], middle[2 * i + 1]);
  }
  for (let i = 0; i < 10; i++) line(middle[i], middle[(i + 1) % 10]);
  for (const [x, y] of [...outer, ...middle, ...inner]) root.append(svg("circle", { class: "vertex", cx: x, cy: y, r: 9 }));
  const at = (/** @type {number[] | undefined} */ p) => `translate(${p?.[0]} ${p?.[1]})`;
  root.append(svg("g", { transform: at(outer[1]), class: "pc d1" }, svg("rect", { class: "body", x: -13, y: -13, width: 26, height: 26, rx: 5 })), svg("g", { transform: at(middle[7]), class: "pc d2" }, svg("path", { class: "body", d: "M0-17 17 0 0 17-17 0z" })), svg("g", { transform: at(inner[2]), class: "pc mrx" }, svg("circle", { class: "body", r: 14 })));
  return root;
}

/** Connect Four. */
export function fourPicture() {
  const root = svg("svg", { viewBox: "0 0 300 300", class: "thumb", "aria-hidden": "true" });
  root.append(svg("rect", { class: "frame", x: 10, y: 30, width: 280, height: 242, rx: 12 }));
  const columns = ["o", "xo", "xxo", "oxxo", "xoxx", "o", ""];
  columns.forEach((column, c) => {
    for (let row = 0; row < 6; row++) {
      const [cx, cy] = [33 + c * 39, 252 - row * 40];
      const player = column[row];
      root.append(svg("circle", { class: player === "x" ? "p0" : player === "o" ? "p1" : "hole", cx, cy, r: 15.5 }));
      if (player === "x") root.append(svg("path", { class: "s", d: `M${cx - 5} ${cy - 5}l10 10m0-10-10 10` }));
      if (player === "o") root.append(svg("circle", { class: "s", cx, cy, r: 6 }));
    }
  });
  return root;
}
