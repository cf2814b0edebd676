// Tic-tac-toe: small enough for the whole tree.

import { capital, count, el, fill, svg } from "./dom.js";
import { GamePage } from "./game.js";
import { rate } from "./moves.js";
import { targets } from "./targets.js";

/** @import { View } from "./game-types.js" */

const CELL = 100;
/** @type {[string, string]} */
const NAMES = ["Crosses", "Rings"];
const LINES = [[0, 1, 2], [3, 4, 5], [6, 7, 8], [0, 3, 6], [1, 4, 7], [2, 5, 8], [0, 4, 8], [2, 4, 6]];

/** @param {number} player @param {number} x @param {number} y */
const sign = (player, x, y, r = 31) => svg("g", { class: `stone p${player}`, transform: `translate(${x} ${y})` }, svg("circle", { class: "body", r }),
  player === 0 ? svg("path", { d: `M${-r / 3} ${-r / 3}l${(2 * r) / 3} ${(2 * r) / 3}M${r / 3} ${-r / 3}l${(-2 * r) / 3} ${(2 * r) / 3}` }) : svg("circle", { r: r / 2.6 }));

/**
 * @param {HTMLElement} host
 * @param {GamePage} page
 */
function board(host, page) {
  const drawing = svg("g", {});
  const places = targets(page, (move) => {
    const [x = 0, y = 0] = centre(Number(move.data.cell));
    const ghost = sign(page.view?.deciding[0]?.player ?? 0, x, y);
    ghost.classList.add("ghost");
    return { label: capital(move.label), shapes: [svg("rect", { x: x - 44, y: y - 44, width: 88, height: 88, rx: 10 }), ghost] };
  });
  const root = svg("svg", { class: "four ttt", role: "application", viewBox: "0 0 300 300" }, drawing, places.element);
  host.append(root);
  const centre = (/** @type {number} */ cell) => [((cell % 3) + 0.5) * CELL, (Math.floor(cell / 3) + 0.5) * CELL];

  /** @param {View} view */
  const update = (view) => {
    /** @type {(number | null)[]} */
    const cells = view.observation.cells;
    const won = LINES.find(([a = 0, b = 0, c = 0]) => cells[a] !== null && cells[a] === cells[b] && cells[a] === cells[c]) ?? [];
    const found = new Map(view.analysis?.candidates.map((one) => [Number(one.mv.data.cell), one]));
    root.setAttribute("aria-label", `Tic-tac-toe. ${cells.map((who, i) => `${i + 1} ${who === null ? "empty" : NAMES[who]}`).join(", ")}.`);
    fill(drawing, svg("rect", { class: "frame", x: 2, y: 2, width: 296, height: 296, rx: 14 }),
      ...cells.flatMap((who, cell) => {
        const [x = 0, y = 0] = centre(cell);
        const nodes = [svg("rect", { class: "hole", x: x - 44, y: y - 44, width: 88, height: 88, rx: 10 })];
        const node = who === null ? null : sign(who, x, y);
        if (node && won.includes(cell)) node.classList.add("won");
        const one = found.get(cell);
        return [...nodes, node, who === null && one ? svg("g", { class: "visits", "aria-hidden": "true" }, svg("text", { x, y: y + 40 }, rate(one, (value) => `${Math.round(100 * value)} %`)), svg("title", {}, `${count(one.visits)} visits`)) : null];
      }));
    places.update(view, [cells, view.deciding[0]?.player]);
  };

  /** @param {string} key */
  const arrow = (key) => {
    const moves = page.view?.moves ?? [];
    const way = /** @type {Record<string, [number, number]>} */ ({ ArrowLeft: [-1, 0], ArrowRight: [1, 0], ArrowUp: [0, -1], ArrowDown: [0, 1] })[key];
    const now = moves.find((move) => move.text === document.activeElement?.getAttribute("data-move")) ?? moves[0];
    if (!way || !now) return false;
    const [x = 0, y = 0] = centre(Number(now.data.cell));
    const cost = (/** @type {import("./types.js").Move} */ move) => {
      const [u = 0, v = 0] = centre(Number(move.data.cell));
      const along = (u - x) * way[0] + (v - y) * way[1];
      return along > 0 ? along + 2 * Math.abs((u - x) * way[1] + (v - y) * way[0]) : Infinity;
    };
    const next = moves.filter((move) => cost(move) < Infinity).sort((a, b) => cost(a) - cost(b))[0] ?? now;
    page.list?.choose(next.text);
    places.focus(next.text);
    return true;
  };
  return { update, arrow };
}

new GamePage({
  game: "tic-tac-toe",
  title: "Tic-tac-toe",
  intro: "Three in a line win. Small enough to see the search find out that neither side can force it.",
  titles: { 0: `${NAMES[0]}, first`, 1: `${NAMES[1]}, second` },
  setup: { first: { side: 0 } },
  board,
  face: (move) => [capital(move.label)],
  turn: (view) => {
    if (view.review) return { text: view.result?.text ?? "", more: `position ${view.review.index} of ${view.review.data.steps.length - 1}` };
    if (view.result) return { text: view.result.text };
    const decider = view.deciding[0];
    return decider ? { text: decider.yours ? "Your move" : `${NAMES[decider.player]} to move`, more: NAMES[decider.player] } : { text: "Wait" };
  },
  help: () => [el("p", {}, "Put a sign into an empty cell. Three of yours in a line win: across, upright or aslant."), el("p", {}, "Click a cell once to choose it and again to play. The figures are the value for the one who is to move.")],
});
