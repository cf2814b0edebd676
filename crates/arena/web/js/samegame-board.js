// The board of SameGame: groups, outlines, falling blocks.

import { count, el, fill, still, svg } from "./dom.js";

/** @import * as T from "./types.js" */
/** @import { GamePage } from "./game.js" */
/** @import { View } from "./game-types.js" */

const CELL = 30;

/** A group of blocks that touch; `cells` are rows and columns. @typedef {{colour: number, cells: [number, number][]}} Group */

/** What a group of so many blocks gives. @param {number} n */
export const gain = (n) => (n - 2) ** 2;

/**
 * What the end here would add: the bonus for an empty board, or the deduction for what is left.
 * @param {number[][]} rows
 */
export function ending(rows) {
  const left = new Map();
  for (const colour of rows.flat()) if (colour) left.set(colour, (left.get(colour) ?? 0) + 1);
  return left.size ? -[...left.values()].reduce((sum, n) => sum + gain(n), 0) : 1000;
}

/**
 * The groups of a board, single blocks included.
 * @param {number[][]} rows
 */
export function groupsOf(rows) {
  /** @type {Group[]} */
  const all = [];
  const seen = rows.map((row) => row.map(() => false));
  rows.forEach((row, r) => row.forEach((colour, c) => {
    if (!colour || seen[r]?.[c]) return;
    /** @type {[number, number][]} */
    const cells = [[r, c]];
    /** @type {boolean[]} */ (seen[r])[c] = true;
    for (const [y, x] of cells) {
      for (const [dy, dx] of /** @type {[number, number][]} */ ([[0, 1], [1, 0], [0, -1], [-1, 0]])) {
        if (rows[y + dy]?.[x + dx] !== colour || seen[y + dy]?.[x + dx]) continue;
        /** @type {boolean[]} */ (seen[y + dy])[x + dx] = true;
        cells.push([y + dy, x + dx]);
      }
    }
    all.push({ colour, cells });
  }));
  return all;
}

/** @param {Group} group @param {number} row @param {number} column */
const has = (group, row, column) => group.cells.some(([r, c]) => r === row && c === column);

/**
 * Where each block comes from when one group of `before` is gone in `after`; null if it is not so.
 * @param {number[][]} before
 * @param {number[][]} after
 * @param {Group} gone
 * @returns {Map<string, [number, number]> | null} by `row,column`
 */
function cameFrom(before, after, gone) {
  const height = before.length;
  const from = new Map();
  let to = 0;
  for (let c = 0; c < (before[0]?.length ?? 0); c++) {
    let row = height - 1;
    for (let r = height - 1; r >= 0; r--) {
      if (!before[r]?.[c] || has(gone, r, c)) continue;
      if (after[row]?.[to] !== before[r]?.[c]) return null;
      from.set(`${row},${to}`, [r, c]);
      row -= 1;
    }
    if (row < height - 1) to += 1;
  }
  return from.size === after.flat().filter(Boolean).length ? from : null;
}

/** A sign per colour, on a square of 30 about 0, so that colours are never needed alone. */
const SIGNS = [
  () => svg("circle", { r: 5.5 }), () => svg("path", { class: "s", d: "M-5-5 5 5M5-5-5 5" }), () => svg("path", { d: "M0-7 6.500 5h-13z" }),
  () => svg("rect", { x: -6.5, y: -2, width: 13, height: 4, rx: 1 }), () => svg("circle", { class: "s", r: 5.2 }), () => svg("path", { class: "s", d: "M0-6V6M-6 0H6" }),
  () => svg("rect", { x: -5, y: -5, width: 10, height: 10 }), () => svg("path", { class: "s", d: "M-4-6V6M4-6V6" }), () => svg("path", { d: "M0-7 7 0 0 7-7 0z" }),
];
export const SIGN_NAMES = ["dot", "cross", "triangle", "bar", "ring", "plus", "square", "pillars", "diamond"];

/**
 * @param {number} colour from 1
 * @param {number} x
 * @param {number} y
 */
function block(colour, x, y) {
  const n = colour - 1;
  return svg("g", { class: `blk g${n % 5}`, transform: `translate(${x} ${y})` },
    svg("rect", { x: -14, y: -14, width: 28, height: 28, rx: 5 }), svg("g", {}, (SIGNS[n % SIGNS.length] ?? SIGNS[0])?.() ?? null));
}

/** A block for lists. @param {number} colour */
export const blockIcon = (colour) => svg("svg", { class: "blkicon", viewBox: "-15 -15 30 30", "aria-hidden": "true" }, block(colour, 0, 0));

/** The outline of a group. @param {Group} group */
function outline(group) {
  const inside = new Set(group.cells.map(([r, c]) => `${r},${c}`));
  return group.cells.map(([r, c]) => {
    const x = c * CELL, y = r * CELL;
    return [inside.has(`${r - 1},${c}`) ? "" : `M${x} ${y}h${CELL}`, inside.has(`${r + 1},${c}`) ? "" : `M${x} ${y + CELL}h${CELL}`,
      inside.has(`${r},${c - 1}`) ? "" : `M${x} ${y}v${CELL}`, inside.has(`${r},${c + 1}`) ? "" : `M${x + CELL} ${y}v${CELL}`].join("");
  }).join("");
}

/**
 * @param {HTMLElement} host
 * @param {GamePage} page
 * @param {(group: Group | null) => void} onlook the group that is looked at
 */
export function sameBoard(host, page, onlook) {
  host.classList.add("same-board");
  const blocks = svg("g", {}), gaps = svg("g", { "aria-hidden": "true" }), edge = svg("path", { class: "edge" }), played = svg("path", { class: "edge played" });
  const root = svg("svg", { class: "same", role: "application" }, gaps, blocks, played, edge);
  const tip = el("div", { class: "gain", "aria-hidden": "true", hidden: true });
  host.append(root, tip);
  /** @type {number[][]} */
  let rows = [];
  let drawn = "";
  /** @type {Group[]} */
  let groups = [];
  /** @type {Group | null} */
  let hover = null;
  /** @type {[number, number] | null} the cell from which arrows go on */
  let cursor = null;

  /** @param {Group} group */
  const moveOf = (group) => page.view?.moves.find((move) => has(group, move.data.row, move.data.column)) ?? null;
  /** @param {T.Move | null | undefined} move */
  const groupOf = (move) => (move ? (groups.find((group) => has(group, move.data.row, move.data.column)) ?? null) : null);
  /** @param {EventTarget | null} target */
  const groupAt = (target) => {
    const at = target instanceof Element ? target.closest("[data-at]")?.getAttribute("data-at") : null;
    const [r, c] = (at ?? "").split(",").map(Number);
    return at ? (groups.find((group) => has(group, r ?? -1, c ?? -1)) ?? null) : null;
  };

  const look = () => {
    const focused = groupAt(root.querySelector(".grp:focus-visible")?.firstElementChild ?? null);
    const group = [hover, groupOf(page.view?.chosen), focused].find((one) => one && moveOf(one)) ?? null;
    edge.setAttribute("d", group ? outline(group) : "");
    root.classList.toggle("looking", group !== null);
    for (const node of blocks.children) node.classList.toggle("on", group !== null && groupAt(node.firstElementChild) === group);
    tip.hidden = group === null;
    if (group) {
      fill(tip, el("span", {}, `${group.cells.length} blocks`), el("b", {}, `+${count(gain(group.cells.length))}`));
      const box = edge.getBoundingClientRect(), frame = host.getBoundingClientRect();
      const x = Math.max(70, Math.min(frame.width - 70, (box.left + box.right) / 2 - frame.left));
      tip.style.left = `${x}px`;
      tip.style.top = `${Math.max(4, box.top - frame.top - 42)}px`;
    }
    onlook(group);
  };

  const redraw = (/** @type {View} */ view) => {
    const before = rows;
    rows = view.observation.rows;
    groups = groupsOf(rows);
    const height = rows.length, width = rows[0]?.length ?? 0;
    const made = view.last.at(-1)?.move;
    const old = made && before.length === height ? groupsOf(before).find((group) => has(group, made.data.row, made.data.column)) : null;
    const from = old && !still() ? cameFrom(before, rows, old) : null;
    root.setAttribute("viewBox", `-3 -3 ${width * CELL + 6} ${height * CELL + 6}`);
    fill(gaps, ...rows.flatMap((row, r) => row.map((colour, c) => (colour ? null : svg("circle", { class: "gap", cx: (c + 0.5) * CELL, cy: (r + 0.5) * CELL, r: 1.5 })))));
    const focused = document.activeElement?.getAttribute("data-move");
    const at = view.chosen?.text ?? view.moves[0]?.text;
    fill(blocks, ...groups.map((group) => {
      const move = moveOf(group);
      const [r, c] = move ? [move.data.row, move.data.column] : (group.cells[0] ?? [0, 0]);
      const sign = SIGN_NAMES[(group.colour - 1) % SIGN_NAMES.length];
      const props = move ? { role: "button", "data-move": move.text, tabindex: move.text === at ? 0 : -1, "aria-label": `${group.cells.length} blocks with a ${sign}, row ${r + 1}, column ${c + 1}: ${gain(group.cells.length)} points` } : { "aria-hidden": "true" };
      return svg("g", { class: move ? "grp legal" : "grp", ...props }, ...group.cells.map(([row, column]) => {
        const node = block(group.colour, (column + 0.5) * CELL, (row + 0.5) * CELL);
        node.setAttribute("data-at", `${row},${column}`);
        const start = from?.get(`${row},${column}`);
        if (start && (start[0] !== row || start[1] !== column)) {
          node.classList.add("fall");
          node.style.setProperty("--dx", `${(start[1] - column) * CELL}px`);
          node.style.setProperty("--dy", `${(start[0] - row) * CELL}px`);
        }
        return node;
      }));
    }));
    hover = null;
    if (focused) {
      const next = cursor ? nearest(cursor, null) : null;
      /** @type {SVGElement | null} */ (root.querySelector(`[data-move="${next?.move.text ?? at}"]`) ?? root.querySelector("[tabindex='0']"))?.focus();
    }
  };

  /**
   * The nearest legal group from a cell, in a direction or in any.
   * @param {[number, number]} from
   * @param {[number, number] | null} direction
   */
  const nearest = (from, direction) => {
    const here = groups.find((group) => has(group, ...from));
    /** @type {{cost: number, move: T.Move, cell: [number, number]} | null} */
    let best = null;
    for (const group of groups) {
      const move = moveOf(group);
      if (!move || (direction && group === here)) continue;
      for (const [r, c] of group.cells) {
        const dy = r - from[0], dx = c - from[1];
        const along = direction ? dy * direction[0] + dx * direction[1] : 0;
        const cost = direction ? along + 2 * Math.abs(dy * direction[1] + dx * direction[0]) : Math.abs(dy) + Math.abs(dx);
        if ((direction && along <= 0) || (best && cost >= best.cost)) continue;
        best = { cost, move, cell: [r, c] };
      }
    }
    return best;
  };

  /** @param {string} key */
  const arrow = (key) => {
    const direction = /** @type {Record<string, [number, number]>} */ ({ ArrowUp: [-1, 0], ArrowDown: [1, 0], ArrowLeft: [0, -1], ArrowRight: [0, 1] })[key];
    if (!direction) return false;
    const group = groupAt(document.activeElement?.firstElementChild ?? null);
    const from = cursor && group && has(group, ...cursor) ? cursor : (group?.cells[0] ?? [rows.length, -1]);
    const next = nearest(from, direction);
    if (!next) return true;
    cursor = next.cell;
    page.list?.choose(next.move.text);
    for (const node of root.querySelectorAll(".grp.legal")) node.setAttribute("tabindex", node.getAttribute("data-move") === next.move.text ? "0" : "-1");
    /** @type {SVGElement | null} */ (root.querySelector(`[data-move="${next.move.text}"]`))?.focus();
    return true;
  };

  root.addEventListener("pointermove", (event) => {
    if (event.pointerType !== "mouse") return;
    const group = groupAt(event.target);
    if (group !== hover) {
      hover = group;
      look();
    }
  });
  root.addEventListener("pointerleave", () => {
    hover = null;
    look();
  });
  root.addEventListener("focusin", () => look());
  root.addEventListener("focusout", () => setTimeout(look));
  root.addEventListener("click", (event) => {
    const group = groupAt(event.target), move = group ? moveOf(group) : null;
    if (!move) return page.list?.choose(null);
    // The pointer of a mouse has shown the group already; a finger shows it first.
    if (/** @type {PointerEvent} */ (event).pointerType === "mouse") page.playMove(move);
    else page.choose(move.text);
  });
  root.addEventListener("keydown", (event) => {
    const move = document.activeElement?.getAttribute("data-move");
    if ((event.key !== "Enter" && event.key !== " ") || !move) return;
    event.preventDefault();
    page.choose(move);
  });

  /** @param {View} view */
  const update = (view) => {
    const signature = JSON.stringify([view.observation.rows, view.moves.map((move) => move.text)]);
    if (signature !== drawn) {
      drawn = signature;
      redraw(view);
    }
    const next = view.review && view.played ? groups.find((group) => has(group, .../** @type {[number, number]} */ (view.played?.split(",").map(Number)))) : null;
    played.setAttribute("d", next ? outline(next) : "");
    root.setAttribute("aria-label", `SameGame: ${view.observation.blocks} blocks in ${rows[0]?.length ?? 0} columns, ${view.moves.length} groups to remove.`);
    look();
  };
  return { update, arrow };
}
