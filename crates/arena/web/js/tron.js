// Tron: two light cycles in real time, against an engine or another person.

import { button, count, el, fill, icon, keep, onPhone, percent, recall, svg } from "./dom.js";
import { parseSpec, writeSpec } from "./agent-form.js";
import { boardButtons } from "./boards.js";
import { GamePage } from "./game.js";
import { rate } from "./moves.js";
import { addShortcuts } from "./shell.js";
import { again } from "./start.js";

/** @import * as T from "./types.js" */
/** @import { View } from "./game-types.js" */

const CELL = 30;
/** @typedef {[[number, number], [number, number]]} Heads columns and rows of both cycles */
/** @typedef {{rows: string[], heads: Heads, exits: [string, string]}} Observation */

/** @type {Record<string, {text: string, dx: number, dy: number, name: string}>} */
const WAYS = { N: { text: "Up", dx: 0, dy: -1, name: "north" }, E: { text: "Right", dx: 1, dy: 0, name: "east" }, S: { text: "Down", dx: 0, dy: 1, name: "south" }, W: { text: "Left", dx: -1, dy: 0, name: "west" } };

/** A cycle's sign: a disc with 1, a square with 2. @param {number} player */
const mark = (player) => svg("svg", { class: "tok", viewBox: "-19 -19 38 38", "aria-hidden": "true" },
  player === 0 ? svg("circle", { class: "d1", r: 16 }) : svg("rect", { class: "d2", x: -15, y: -15, width: 30, height: 30, rx: 5 }), svg("text", { y: 6 }, player + 1));

/** Cells of a kind, as one path of squares. @param {string[]} rows @param {(cell: string, x: number, y: number) => boolean} is @param {(x: number, y: number) => string} draw */
const paint = (rows, is, draw) => rows.map((row, y) => [...row].map((cell, x) => (is(cell, x, y) ? draw(x * CELL, y * CELL) : "")).join("")).join("");
const square = (/** @type {number} */ x, /** @type {number} */ y) => `M${x} ${y}h${CELL}v${CELL}h${-CELL}z`;

/** Where both cycles were, by turn: a state tells only where they are. */
class Trails {
  /** @type {Heads[]} */ path = [];

  /**
   * @param {number} turn
   * @param {Heads} heads
   * @param {T.Played[]} history the moves before this page was there
   */
  note(turn, heads, history) {
    if (this.path.length < turn) this.path = pathTo(heads, history, turn);
    this.path.length = turn;
    this.path[turn] = heads;
  }
}

/**
 * The way that led here, backwards from the heads: the last `turns` turns of the history.
 * @param {Heads} heads
 * @param {T.Played[]} history
 * @param {number} turns
 */
function pathTo(heads, history, turns) {
  /** @type {Heads[]} */
  const path = [];
  let at = heads;
  for (let turn = turns; turn > 0; turn--) {
    const made = history.slice(2 * (turn - 1), 2 * turn);
    const before = (/** @type {0 | 1} */ player) => {
      const way = WAYS[made.find((one) => one.player === player)?.move?.text ?? ""];
      return /** @type {[number, number]} */ ([at[player][0] - (way?.dx ?? 0), at[player][1] - (way?.dy ?? 0)]);
    };
    at = [before(0), before(1)];
    path[turn - 1] = at;
  }
  return path;
}

/**
 * @param {HTMLElement} host
 * @param {GamePage} page
 */
function board(host, page) {
  host.classList.add("tron-board");
  const names = ["land0", "land1", "walls", "reach0", "reach1", "both"];
  const classes = ["land p0", "land p1", "wall", "reach p0", "reach p1", "reach both"];
  const paths = Object.fromEntries(names.map((name, i) => [name, svg("path", { class: classes[i] })]));
  const floor = svg("rect", { class: "floor" }), pieces = svg("g", {});
  const root = svg("svg", { class: "tron", role: "img", tabindex: "-1" }, floor, ...Object.values(paths), pieces);
  const veil = el("div", { class: "veil", hidden: true });
  host.append(root, veil);
  const trails = new Trails();
  /** @type {string | null} */
  let aim = null;
  let aimTurn = -1;
  let readyAt = 0;

  /** @param {string} way */
  const steer = (way) => {
    const { state, room } = page;
    const decider = page.decider;
    if (!state || !room || !decider || state.result || state.paused) return;
    if (!state.moves.some((move) => move.text === way)) return;
    aim = way;
    aimTurn = state.turn;
    room.play(decider.player, way);
    page.draw();
  };
  const playing = () => page.review === null && page.state?.result === null;
  const live = () => playing() && (page.welcome?.room.tick ?? 0) > 0;
  const mayPause = () => live() && Boolean(page.welcome?.room.practice) && (page.welcome?.you !== null || page.welcome.room.chairs.every((chair) => chair.engine));
  const everybody = () => page.welcome?.room.chairs.every((chair) => chair.connected) ?? false;
  const pause = (/** @type {boolean} */ on) => mayPause() && page.room?.pause(on);
  addShortcuts([["ArrowUp", "N"], ["ArrowRight", "E"], ["ArrowDown", "S"], ["ArrowLeft", "W"], ["w", "N"], ["d", "E"], ["s", "S"], ["a", "W"]].map(([key = "", way = ""]) => (
    { key, show: { ArrowUp: "↑", ArrowRight: "→", ArrowDown: "↓", ArrowLeft: "←" }[key] ?? key.toUpperCase(), does: `steer ${WAYS[way]?.name}`, run: () => steer(way), when: playing })));
  addShortcuts([{ key: " ", show: "Space", does: "pause or go on, in practice", run: () => pause(!page.state?.paused), when: mayPause }]);
  addEventListener("blur", () => !page.state?.paused && pause(true));
  document.addEventListener("visibilitychange", () => document.hidden && !page.state?.paused && pause(true));

  /** @type {{x: number, y: number} | null} */
  let swipe = null;
  root.addEventListener("pointerdown", (event) => (swipe = { x: event.clientX, y: event.clientY }));
  root.addEventListener("pointermove", (event) => {
    if (!swipe) return;
    const dx = event.clientX - swipe.x, dy = event.clientY - swipe.y;
    if (Math.max(Math.abs(dx), Math.abs(dy)) < 24) return;
    swipe = { x: event.clientX, y: event.clientY };
    steer(Math.abs(dx) > Math.abs(dy) ? (dx > 0 ? "E" : "W") : dy > 0 ? "S" : "N");
  });
  for (const end of ["pointerup", "pointercancel", "pointerleave"]) root.addEventListener(end, () => (swipe = null));

  const drawVeil = () => {
    const state = page.state;
    const left = Math.ceil((readyAt - Date.now()) / 1000);
    /** @type {Node[] | null} */
    let content = null;
    let signature = "";
    if (state && live()) {
      if (state.paused) {
        signature = "paused";
        content = [el("b", {}, "Paused"), el("p", { class: "soft" }, "The clock stands."), mayPause() ? button("Go on", { class: "primary", icon: "play", onclick: () => pause(false) }) : el("span")];
      } else if (state.deadline === null && everybody()) {
        signature = "ready";
        content = [el("b", {}, "Get ready"), el("p", { class: "soft" }, "The clock starts in a moment.")];
      } else if (state.deadline === null) {
        signature = "waiting";
        content = [el("b", {}, "Wait"), el("p", { class: "soft" }, "The clock starts when everybody is here.")];
      } else if (left > 0) {
        signature = `ready ${left}`;
        content = [el("b", {}, left), el("p", { class: "soft" }, page.welcome?.you ? `You are cycle ${(page.decider?.player ?? 0) + 1}. Arrow keys, W A S D, or swipe.` : "Get ready.")];
      }
    }
    if (veil.dataset.signature === signature) return;
    veil.dataset.signature = signature;
    veil.hidden = content === null;
    fill(veil, content ? el("div", { role: "status" }, ...content) : null);
    // The key that goes on is Space, which a focused button takes, too.
    /** @type {HTMLElement | null} */ (veil.querySelector("button"))?.focus({ preventScroll: true });
  };
  page.room?.on("state", (state) => {
    const tick = page.welcome?.room.tick ?? 0;
    if (state.deadline !== null && tick > 0 && state.deadline > tick + 100) readyAt = Date.now() + state.deadline;
    if (state.deadline === null || state.deadline <= tick) readyAt = 0;
  });
  setInterval(drawVeil, 100);

  /** @param {View} view */
  const update = (view) => {
    /** @type {Observation} */
    const { rows, heads } = view.observation;
    if (!view.review && page.state) trails.note(page.state.moves_played, heads, page.welcome?.history ?? []);
    const path = view.review ? view.review.data.steps.slice(0, view.review.index + 1).map((step) => /** @type {Heads} */ (step.observations[0].heads)) : trails.path;
    const width = rows[0]?.length ?? 0, height = rows.length;
    root.setAttribute("viewBox", `0 0 ${width * CELL} ${height * CELL}`);
    root.setAttribute("aria-label", describe(view, rows));
    floor.setAttribute("width", String(width * CELL));
    floor.setAttribute("height", String(height * CELL));
    const own = new Set(path.flat().map(([x, y]) => `${x},${y}`));
    const set = (/** @type {string} */ name, /** @type {string} */ d) => paths[name]?.setAttribute("d", d);
    const half = CELL / 2;
    set("walls", paint(rows, (cell, x, y) => cell === "#" && !own.has(`${x},${y}`), square));
    const reach = view.overlays.reach ?? true;
    set("land0", reach ? paint(rows, (cell) => cell === "1", square) : "");
    set("land1", reach ? paint(rows, (cell) => cell === "2", square) : "");
    set("reach0", reach ? paint(rows, (cell) => cell === "1", (x, y) => `M${x + half} ${y + half}h.01`) : "");
    set("reach1", reach ? paint(rows, (cell) => cell === "2", (x, y) => `M${x + half - 4} ${y + half}h8`) : "");
    set("both", reach ? paint(rows, (cell) => cell === "=", (x, y) => `M${x + half} ${y + half}h.01`) : "");
    const centre = (/** @type {[number, number] | undefined} */ at) => `${((at?.[0] ?? 0) + 0.5) * CELL} ${((at?.[1] ?? 0) + 0.5) * CELL}`;
    const over = Boolean(view.result) && (!view.review || view.review.index === view.review.data.steps.length - 1);
    fill(pieces, ...[0, 1].flatMap((player) => {
      const line = `M${path.map((one) => centre(one[player])).join("L")}`;
      const head = heads[player] ?? [0, 0];
      const x = (head[0] + 0.5) * CELL, y = (head[1] + 0.5) * CELL;
      const lost = over && view.result?.reason === "end" && view.result.winner !== player;
      return [svg("path", { class: `trail p${player}`, d: line }), player === 1 ? svg("path", { class: "trail-core", d: line }) : null,
        player === 0 ? svg("circle", { class: "cycle p0", cx: x, cy: y, r: 14 }) : svg("rect", { class: "cycle p1", x: x - 13, y: y - 13, width: 26, height: 26, rx: 5 }),
        svg("text", { class: "cycletext", x, y: y + 5 }, player + 1), lost ? svg("path", { class: "crash", d: `M${x - 17} ${y - 17}l34 34M${x + 17} ${y - 17}l-34 34` }) : null].filter((node) => node !== null);
    }));
    const me = page.decider?.player;
    const way = aim && page.state?.turn === aimTurn && !view.review ? WAYS[aim] : null;
    const head = me === undefined ? null : heads[me];
    if (way && head) pieces.append(svg("path", { class: "aim", d: "M18-8l9 8-9 8", transform: `translate(${(head[0] + 0.5) * CELL} ${(head[1] + 0.5) * CELL}) rotate(${(Math.atan2(way.dy, way.dx) * 180) / Math.PI})` }));
    drawVeil();
  };
  controls.steer = steer;
  controls.pause = () => pause(!page.state?.paused);
  controls.mayPause = mayPause;
  return { update };
}

/** What the board has for the panels. */
const controls = { steer: (/** @type {string} */ _way) => {}, pause: () => {}, mayPause: () => false };

/** @param {string[]} rows @param {string} kind */
const cells = (rows, kind) => rows.reduce((sum, row) => sum + row.split(kind).length - 1, 0);

/** @param {View} view @param {string[]} rows */
const describe = (view, rows) => `Tron on a field of ${rows[0]?.length} by ${rows.length}. Cycle 1 reaches ${cells(rows, "1")} cells first, cycle 2 ${cells(rows, "2")}. ${view.result?.text ?? ""}`;

/** @param {GamePage} page */
function duel(page) {
  const lines = el("div", { class: "duel" }), split = el("div", { class: "split", "aria-hidden": "true" });
  const pad = el("div", { class: "pad" }, ...Object.entries(WAYS).map(([way, { text }]) => {
    const key = button("", { class: way.toLowerCase(), "aria-label": text });
    fill(key, icon(way === "W" ? "prev" : "next"));
    key.addEventListener("pointerdown", (event) => {
      event.preventDefault();
      controls.steer(way);
    });
    key.addEventListener("click", (event) => event.detail === 0 && controls.steer(way));
    return key;
  }));
  const element = el("section", { class: "panel", "aria-label": "Cycles" }, lines, split, el("p", { class: "small muted" }, "Cells each reaches first: dots for 1, dashes for 2."), pad);
  const update = (/** @type {View} */ view) => {
    const rows = /** @type {Observation} */ (view.observation).rows;
    const reach = [cells(rows, "1"), cells(rows, "2")];
    const chairs = page.welcome?.room.chairs ?? [];
    fill(lines, ...[0, 1].map((player) => {
      const chair = chairs.find((one) => one.players.some((p) => p.player === player));
      const you = view.you?.players.includes(player);
      return el("div", {}, mark(player), el("span", {}, el("b", {}, you ? "You" : chair?.engine ? (chair.engine.split("(")[0] ?? "") : "Another person"), el("small", { title: chair?.engine }, you ? (onPhone() ? "swipe, or the keys" : "arrow keys or W A S D") : (chair?.engine ?? (chair?.connected ? "here" : "not here yet")))), el("strong", {}, reach[player]));
    }));
    fill(split, ...reach.map((n) => {
      const bar = el("i");
      bar.style.flex = String(Math.max(n, 0.01));
      return bar;
    }));
    pad.hidden = !view.you || Boolean(view.result);
  };
  return { element, update };
}

/** What engines thought, kept over the tick. @param {GamePage} page */
function engineView(page) {
  const element = el("section", { class: "panel engineview", "aria-label": "Engine’s view" });
  /** @type {Map<number, T.AnalysisMessage>} */
  const latest = new Map();
  page.room?.on("analysis", (message) => {
    if (message.analysis.candidates.length) latest.set(message.player, message);
  });
  let signature = "";
  const update = (/** @type {View} */ view) => {
    element.hidden = !page.overlays.engine || Boolean(view.review);
    const all = [...latest.values()].sort((a, b) => a.player - b.player);
    const now = JSON.stringify(all.map((one) => [one.player, one.analysis.playouts, one.turn]));
    if (now === signature && element.childElementCount) return;
    signature = now;
    if (!all.length) return void fill(element, el("header", {}, el("h3", {}, "Engine’s view")), el("p", { class: "muted small" }, view.you ? "In practice games: what the engine thought in the last turn." : "What the engines thought in the last turn."));
    fill(element, ...all.flatMap((message) => {
      const { candidates, best, playouts } = message.analysis;
      const most = Math.max(1, ...candidates.map((one) => one.visits));
      return [el("header", {}, el("h3", {}, `Cycle ${message.player + 1} ${message.purpose === "hint" ? "could" : "thinks"}`), el("span", { class: "end" }, playouts ? `${count(playouts)} playouts` : "")),
        el("ul", {}, ...candidates.map((one) => {
          const bar = el("i");
          bar.style.width = `${(100 * one.visits) / most}%`;
          return el("li", { class: `cand ${one.mv.text === best.text ? "best" : ""}` }, el("span", { class: "mv" }, WAYS[one.mv.text]?.text ?? one.mv.text), el("span", { class: "vis" }, bar, el("span", {}, one.visits ? count(one.visits) : "")), el("span", { class: "wr" }, rate(one, percent)));
        }))];
    }), el("p", { class: "small muted" }, "Shown after each turn, so it cannot help in the one that is being played."));
  };
  return { element, update };
}

/** @typedef {{room: string, winner: number | null, you: number | null}} Outcome */

/** The rounds of this session. @param {GamePage} page */
function session(page) {
  const element = el("section", { class: "panel", "aria-label": "This session" });
  const update = (/** @type {View} */ view) => {
    /** @type {Outcome[]} */
    let all = recall(sessionStorage, "tron.session", []);
    const room = page.room?.id ?? "";
    if (view.result && !all.some((one) => one.room === room)) {
      all = [...all, { room, winner: view.result.winner, you: view.you?.side ?? null }].slice(-20);
      keep(sessionStorage, "tron.session", all);
    }
    const own = all.filter((one) => one.you !== null);
    const won = own.filter((one) => one.winner === one.you).length, drawn = own.filter((one) => one.winner === null).length;
    element.hidden = !all.length;
    fill(element, el("header", {}, el("h3", {}, "This session"), el("span", { class: "end" }, own.length ? `${won} won, ${own.length - won - drawn} lost, ${drawn} drawn` : "")),
      el("ol", { class: "results" }, ...all.map((one) => el("li", { class: `res ${one.winner === 0 ? "w" : one.winner === 1 ? "l" : ""}`, title: one.winner === null ? "draw" : `cycle ${one.winner + 1} won` }, one.winner === null ? "=" : one.winner + 1, el("span", { class: "sr" }, one.winner === null ? " a draw" : " won")))));
  };
  return { element, update };
}

/** A field in small: its walls, and the cycles where they always start at the same place. @param {{rows: string[], heads: Heads | null}} board */
function thumbnail({ rows, heads }) {
  const root = svg("svg", { viewBox: `0 0 ${(rows[0]?.length ?? 1) * CELL} ${rows.length * CELL}`, "aria-hidden": "true" }, svg("path", { class: "walls", d: paint(rows, (cell) => cell === "#", square) }));
  for (const [player, [x, y]] of (heads ?? []).entries()) {
    const [cx, cy] = [(x + 0.5) * CELL, (y + 0.5) * CELL];
    root.append(player === 0 ? svg("circle", { class: "p0", cx, cy, r: 18 }) : svg("rect", { class: "p1", x: cx - 16, y: cy - 16, width: 32, height: 32 }));
  }
  return root;
}

/** @param {T.GameInfo} info @param {string} spec @param {(spec: string) => void} choose */
function picker(info, spec, choose) {
  const board = (/** @type {string} */ one) => parseSpec(one).args.get("board") ?? "20x20";
  const minis = boardButtons(info, { label: "Board", draw: thumbnail, chosen: (one) => board(one) === board(spec), choose: (one) => {
    const { args } = parseSpec(spec);
    choose(writeSpec({ name: info.name, args: args.set("board", board(one)) }));
  } });
  minis.classList.add("scroll");
  return [el("div", { class: "field" }, el("span", { class: "label" }, "Board"), minis)];
}

document.body.classList.add("trongame");
/** @type {GamePage} */
const page = new GamePage({
  game: "tron",
  title: "Tron",
  intro: "Two light cycles move at once and leave walls behind. Who crashes loses. Cut the other off, and fill your own room well.",
  titles: { 0: "Cycle 1", 1: "Cycle 2" },
  setup: { first: { side: 0 }, boards: false, more: picker },
  list: false,
  overlays: [{ key: "reach", letter: "R", text: () => "Reach", on: true }],
  board,
  panels: (page) => [duel(page), engineView(page), session(page)],
  tools: () => {
    const node = button("Pause", { icon: "pause", onclick: () => controls.pause() });
    setInterval(() => {
      node.hidden = !controls.mayPause();
      const paused = page.state?.paused ?? false, text = paused ? "Go on" : "Pause";
      if (node.textContent !== text) fill(node, icon(paused ? "play" : "pause"), el("span", {}, text));
    }, 200);
    return [node];
  },
  face: (move) => [WAYS[move.text]?.text ?? move.text],
  again: { text: "Rematch", run: (page) => page.welcome && void again(page.welcome, page.room?.seats.length ?? 1) },
  turn: (view) => {
    if (view.review) return { text: view.result?.text ?? "", more: `turn ${view.review.index} of ${view.review.data.steps.length - 1}` };
    if (view.result) return { text: view.result.text };
    const tick = page.welcome?.room.tick ?? 0;
    const me = view.deciding.find((one) => one.yours);
    // The line is read aloud, so that it must not change at every tick.
    return { text: me ? `You are cycle ${me.player + 1}` : view.you ? "Wait" : "Engine against engine", more: tick ? `${tick} ms per turn · both choose at once` : "both choose at once", ...(me ? { mark: mark(me.player) } : {}) };
  },
  review: { caption: (data, index) => (index === 0 ? "The start" : index === data.steps.length - 1 ? `The end: ${data.result.text}` : `After turn ${index} of ${data.steps.length - 1}`) },
  help: () => [
    el("p", {}, "Both cycles move one cell per turn, at the same time, and leave a wall behind. Who runs into a wall loses. If both do, it is a draw."),
    el("p", {}, "Steer with the arrow keys, with W A S D, by a swipe over the board, or with the four keys beside it. With a clock, a cycle goes straight on until you steer; without one, the game waits for both."),
    el("p", {}, "Reach shades the cells that each cycle can be at first: dots for cycle 1, dashes for cycle 2. In practice games, Space stops the clock, and so does leaving the window."),
  ],
});
