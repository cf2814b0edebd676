// Connect Four. The smallest page, and the pattern for the others.

import { count, el, fill, still, svg } from "./dom.js";
import { GamePage } from "./game.js";
import { rate } from "./moves.js";
import { targets } from "./targets.js";

/** @import * as T from "./types.js" */
/** @import { View } from "./game-types.js" */

const CELL = 80;
const TOP = 64;
/** @type {[string, string]} */
const NAMES = ["X", "O"];
/** The middle of a column. @param {number} column */
const X = (column) => (column + 0.5) * CELL;
/** The middle of a row, counted from below. @param {number} row @param {number} height of the board */
const Y = (row, height) => TOP + (height - 0.5 - row) * CELL;

/**
 * A stone: colour and sign, so that neither is needed alone.
 * @param {number} player
 * @param {number} x
 * @param {number} y
 */
function stone(player, x, y, r = 31) {
  const sign = player === 0 ? svg("path", { d: `M${-r / 3} ${-r / 3}l${(2 * r) / 3} ${(2 * r) / 3}M${r / 3} ${-r / 3}l${(-2 * r) / 3} ${(2 * r) / 3}` }) : svg("circle", { r: r / 2.6 });
  return svg("g", { class: `stone p${player}`, transform: `translate(${x} ${y})` }, svg("circle", { class: "body", r }), sign);
}

/** @param {number} player */
const mark = (player) => svg("svg", { class: "tok", viewBox: "-34 -34 68 68", "aria-hidden": "true" }, stone(player, 0, 0));

/**
 * The four in a line that end the game, if there are any.
 * @param {number[][]} columns
 * @returns {[number, number][]}
 */
function four(columns) {
  for (const [c, column] of columns.entries()) {
    for (const [r, player] of column.entries()) {
      for (const [dc, dr] of /** @type {[number, number][]} */ ([[1, 0], [0, 1], [1, 1], [1, -1]])) {
        const line = [0, 1, 2, 3].map((k) => /** @type {[number, number]} */ ([c + k * dc, r + k * dr]));
        if (line.every(([x, y]) => columns[x]?.[y] === player)) return line;
      }
    }
  }
  return [];
}

/**
 * @param {HTMLElement} host
 * @param {GamePage} page
 */
function board(host, page) {
  /** @type {{width: number, height: number, columns: number[][]} | null} */
  let before = null;
  const drawing = svg("g", {});
  const places = targets(page, (move) => {
    const { height, columns } = page.view?.observation;
    const column = move.data.column;
    const ghost = stone(page.view?.deciding[0]?.player ?? 0, X(column), Y(columns[column].length, height));
    ghost.classList.add("ghost");
    return { label: `Column ${column + 1}`, shapes: [svg("rect", { x: X(column) - CELL / 2, y: TOP, width: CELL, height: height * CELL, rx: 14 }), ghost] };
  });
  const root = svg("svg", { class: "four", role: "application" }, drawing, places.element);
  host.append(root);

  /** @param {View} view */
  const update = (view) => {
    const { width, height, columns } = view.observation;
    root.setAttribute("viewBox", `0 0 ${width * CELL} ${TOP + height * CELL}`);
    const decider = view.deciding[0];
    root.setAttribute("aria-label", `Connect Four, ${columns.flat().length} stones. ${view.result ? view.result.text : decider ? `${NAMES[decider.player]} to move.` : ""}`);
    const won = four(columns);
    const stones = svg("g", {});
    for (const [c, column] of columns.entries()) {
      for (let row = 0; row < height; row++) {
        const player = column[row];
        if (player === undefined) {
          stones.append(svg("circle", { class: "hole", cx: X(c), cy: Y(row, height), r: 31 }));
          continue;
        }
        const node = stone(player, X(c), Y(row, height));
        if (won.some(([x, y]) => x === c && y === row)) node.classList.add("won");
        if (before && before.columns[c]?.length === row && column.length === row + 1 && !still()) {
          node.classList.add("drop");
          node.style.setProperty("--from", `${-(height - row) * CELL}px`);
        }
        stones.append(node);
      }
    }
    fill(drawing, svg("rect", { class: "frame", x: 2, y: TOP + 2, width: width * CELL - 4, height: height * CELL - 4, rx: 18 }), stones, bars(view), played(view));
    places.update(view, [columns, decider?.player]);
    before = view.observation;
  };

  /** The visits of each column, as bars above it. @param {View} view */
  const bars = (view) => {
    const group = svg("g", { class: "visits", "aria-hidden": "true" });
    const all = view.analysis?.candidates ?? [];
    const most = Math.max(1, ...all.map((one) => one.visits));
    for (const one of all) {
      const h = (34 * one.visits) / most;
      const best = one.mv.text === view.analysis?.best.text;
      group.append(svg("rect", { class: best ? "best" : "", x: X(one.mv.data.column) - 30, y: 40 - h, width: 60, height: h, rx: 3 }),
        svg("text", { x: X(one.mv.data.column), y: 56 }, rate(one, (value) => `${Math.round(100 * value)} %`)), svg("title", {}, `${count(one.visits)} visits`));
    }
    return group;
  };

  /** The move that was made here, in a review. @param {View} view */
  const played = (view) => {
    const column = view.review && view.played ? view.analysis?.candidates.find((one) => one.mv.text === view.played)?.mv.data.column : undefined;
    return column === undefined ? null : svg("path", { class: "playedmark", d: `M${X(column) - 8} ${TOP - 2}h16l-8 9z` });
  };

  /** @param {string} key */
  const arrow = (key) => {
    const moves = page.view?.moves ?? [];
    const step = { ArrowLeft: -1, ArrowRight: 1 }[key];
    if (!step || !moves.length) return false;
    const chosen = page.view?.chosen?.text ?? document.activeElement?.getAttribute("data-move");
    const at = moves.findIndex((move) => move.text === chosen);
    const move = moves[Math.max(0, Math.min(moves.length - 1, page.view?.chosen ? at + step : at))];
    if (!move) return false;
    page.list?.choose(move.text);
    places.focus(move.text);
    return true;
  };
  return { update, arrow };
}

/** @param {GamePage} page */
function players(page) {
  const element = el("section", { class: "panel", "aria-label": "Players" });
  const update = (/** @type {View} */ view) => {
    const chairs = page.welcome?.room.chairs ?? [];
    fill(element, ...[0, 1].map((player) => {
      const chair = chairs.find((one) => one.players.some((p) => p.player === player));
      const who = view.you?.players.includes(player) ? "you" : (chair?.engine ?? (chair?.connected ? "a person" : "a person, not here yet"));
      return el("div", { class: "pl", "aria-current": view.deciding[0]?.player === player && !view.result ? "true" : null }, mark(player), el("span", { class: "who" }, NAMES[player] ?? "", el("small", {}, who)));
    }));
  };
  return { element, update };
}

new GamePage({
  game: "connect-four",
  title: "Connect Four",
  intro: "Four in a line win: across, upright or aslant. Watch how the search divides its visits among the columns.",
  titles: { 0: `${NAMES[0]}, first`, 1: `${NAMES[1]}, second` },
  setup: { first: { side: 0 } },
  board,
  panels: (page) => [players(page)],
  face: (move) => [`Column ${move.data.column + 1}`],
  turn: (view) => {
    if (view.review) return { text: view.result?.text ?? "", more: `position ${view.review.index} of ${view.review.data.steps.length - 1}` };
    if (view.result) return { text: view.result.text };
    const decider = view.deciding[0];
    if (!decider) return { text: "Wait" };
    const own = decider.yours ? "Your move" : `${NAMES[decider.player]} to move`;
    return { text: own, more: decider.yours ? `${NAMES[decider.player]} · choose a column` : "", mark: mark(decider.player) };
  },
  help: () => [
    el("p", {}, "Drop a stone into a column. Four of your stones in a line win: across, upright or aslant."),
    el("p", {}, "Click a column once to choose it and again to play. The bars above the columns are the visits of the search; the figure is the value for the one who is to move."),
  ],
});
