// Scotland Yard: either side against engines or friends, the review, and advice for a table.

import { button, capital, el, icon, percent } from "./dom.js";
import { advise } from "./advice.js";
import { GamePage } from "./game.js";
import { London } from "./london.js";
import { loadDrawing } from "./london-network.js";
import { token } from "./pieces.js";
import { addShortcuts } from "./shell.js";
import { panels, ticket } from "./yard-panels.js";
import { Belief, mapView, roundNow } from "./yard-view.js";

/** @import * as T from "./types.js" */
/** @import { View } from "./game-types.js" */
/** @import { MapData, Observation } from "./yard-view.js" */

/** Whether the list shows double moves. */
let doubling = false;
/** @type {number | undefined} the turn that it was set for */
let turnOfFilter;
/** @type {HTMLElement | null} the chip that changes it */
let chip = null;
/** @type {London | null} */
let london = null;
/** @type {number | undefined} the last turn in which somebody passed */
let passedIn;

/**
 * @param {HTMLElement} host
 * @param {GamePage} page
 */
function board(host, page) {
  /** @type {View | null} */
  let waiting = null;
  const belief = new Belief();
  /** @type {{start: number[] | null, mrx: number | null}} */
  const memory = { start: null, mrx: null };
  const pick = (/** @type {number} */ station) => {
    const moves = (page.view?.moves ?? []).filter((move) => move.data.to === station);
    const chosen = page.list?.chosen;
    if (chosen && moves.some((move) => move.text === chosen.text)) return page.play();
    // Where several tickets lead there: the best one of the search, else one that is not black.
    const best = page.view?.analysis?.candidates.find((one) => moves.some((move) => move.text === one.mv.text));
    const move = moves.find((one) => one.text === best?.mv.text) ?? moves.find((one) => one.data.ticket !== "black") ?? moves[0];
    if (move) page.choose(move.text);
    london?.focus(station);
  };
  void loadDrawing().then((drawing) => {
    london = new London(host, drawing, page.welcome?.board.links ?? null, pick);
    if (waiting) update(waiting);
  });
  const update = (/** @type {View} */ view) => {
    if (view.review && !waiting?.review) london?.pan.fit();
    waiting = view;
    if (view.review) memory.start = view.review.data.steps[0]?.observations[1]?.detectives.map((/** @type {{station: number}} */ one) => one.station) ?? null;
    london?.update(mapView(view, belief, memory));
    passIfMust(view, page);
  };
  const arrow = (/** @type {string} */ key) => {
    const focused = Number(document.activeElement?.getAttribute("data-station")) || null;
    const from = page.list?.chosen?.data.to ?? focused;
    const station = london?.towards(key, from);
    if (!station) return false;
    const move = (page.view?.moves ?? []).find((one) => one.data.to === station);
    if (move) page.list?.choose(move.text);
    london?.focus(station);
    return true;
  };
  return { update, arrow };
}

/**
 * A detective who cannot move passes by himself; the line over the board says so.
 * @param {View} view
 * @param {GamePage} page
 */
function passIfMust(view, page) {
  const [only, ...others] = view.moves;
  const turn = page.state?.turn;
  if (!only || others.length || only.data.to !== null || turn === passedIn) return;
  passedIn = turn;
  setTimeout(() => page.state?.turn === turn && page.playMove(only), 700);
}

function zoomTools() {
  const zoom = (/** @type {number} */ factor) => london?.pan.zoom(factor);
  addShortcuts([
    { key: "+", does: "zoom in", run: () => zoom(1.3) }, { key: "-", show: "−", does: "zoom out", run: () => zoom(1 / 1.3) }, { key: "0", does: "the whole map", run: () => london?.pan.fit() },
  ]);
  const group = el("span", { class: "seg no-phone", role: "group", "aria-label": "Zoom" },
    el("button", { type: "button", "aria-label": "Zoom in", onclick: () => zoom(1.3) }, icon("plus", "s")), el("button", { type: "button", "aria-label": "Zoom out", onclick: () => zoom(1 / 1.3) }, icon("minus", "s")),
    el("button", { type: "button", "aria-label": "Whole map", onclick: () => london?.pan.fit() }, icon("fit", "s")));
  const phone = button("", { class: "icon quiet only-phone", icon: "fit", "aria-label": "Whole map or your moves", onclick: () => (london?.pan.whole ? london.frame() : london?.pan.fit()) });
  return [phone, group];
}

/** The chip that changes between single and double moves. @param {GamePage} page */
function doubleChip(page) {
  const node = el("button", { type: "button", class: "chip s", "aria-pressed": "false", hidden: true }, ticket("double"), el("span", {}, "Double move"));
  node.addEventListener("click", () => {
    doubling = !doubling;
    page.draw();
  });
  chip = node;
  addShortcuts([{ key: "d", show: "D", does: "double move, as Mr X", run: () => node.click(), when: () => !node.hidden }]);
  return [node];
}

/** @param {T.Move[]} moves @param {GamePage} page */
function filter(moves, page) {
  const can = moves.some((move) => move.data.double);
  if (!can || page.state?.turn !== turnOfFilter) doubling = false;
  turnOfFilter = page.state?.turn;
  if (chip) {
    chip.hidden = !can;
    chip.setAttribute("aria-pressed", String(doubling));
    const best = page.overlays.engine ? page.analysis?.best : null;
    chip.classList.toggle("best", Boolean(best?.data.double && can && !doubling));
  }
  return can ? moves.filter((move) => move.data.double === doubling) : moves;
}

/** @param {T.Move} move */
function face(move) {
  if (move.data.to === null) return ["passes"];
  return [...(move.data.double ? [ticket("double")] : []), ticket(move.data.ticket), el("span", {}, move.data.to), el("span", { class: "sr" }, ` ${move.data.ticket}`)];
}

/** @param {View} view */
function turn(view) {
  /** @type {Observation} */
  const seen = view.observation;
  /** @type {MapData} */
  const map = view.board;
  const round = roundNow(seen, map.rounds);
  const decider = view.deciding[0];
  if (view.review) return { text: view.result?.text ?? "", more: `reviewing round ${round}`, mark: icon("flag") };
  if (view.result) return { text: view.result.text, mark: icon("flag") };
  if (!decider) return { text: "Wait" };
  const next = map.surfacing.find((one) => one > seen.log.length);
  const he = view.you?.side === 0 ? "you surface" : "he surfaces";
  const when = next === undefined ? "" : next === seen.log.length + 1 ? (decider.player === 0 ? `${he} with this move` : `${he} next round`) : `${he} in round ${next}`;
  const second = decider.player === 0 && seen.log.at(-1)?.double;
  const stuck = view.moves.length === 1 && view.moves[0]?.data.to === null;
  const text = stuck ? `${capital(decider.name)} cannot move and passes` : second ? (decider.yours ? "Second half of your double move" : "Mr X moves again") : decider.yours ? (decider.player === 0 ? "Your move" : `${capital(decider.name)} to move`) : decider.engine ? `${capital(decider.name)} thinks` : `${capital(decider.name)} to move`;
  return { text, short: `${round} / ${map.rounds}`, more: `Round ${round} of ${map.rounds}${when ? ` · ${when}` : ""}`, mark: token(decider.player) };
}

/** @param {T.ReviewData} data @param {number} index */
function caption(data, index) {
  const step = data.steps[index];
  const made = step?.moves.at(-1);
  if (index === 0) return "The start";
  const round = step?.observations[1].log.length;
  return index === data.steps.length - 1 ? `The end, round ${round}` : `Round ${round}, after ${made?.name}`;
}

/** @param {T.ReviewData} data @param {number} index */
function remark(data, index) {
  /** @type {Observation | undefined} */
  const seen = data.steps[index]?.observations[1];
  const at = data.steps[index]?.observations[0]?.mr_x.station;
  if (!seen || !at) return [];
  const belief = data.steps[index + 1]?.thoughts[0]?.analysis.belief ?? [];
  const n = seen.possible.length;
  const words = `He was at ${at}. `;
  if (!n) return [words];
  if (!belief.length) return [icon("eye", "s"), `${words}For the detectives ${n} ${n === 1 ? "station was" : "stations were"} possible.`];
  const own = belief.find((one) => one.place === at)?.probability ?? 0;
  const top = [...belief].sort((a, b) => b.probability - a.probability)[0];
  return [icon("eye", "s"), `${words}They gave it ${percent(own)} of ${n} stations${top && top.place !== at ? `; their favourite was ${top.place} with ${percent(top.probability)}` : ", their favourite"}.`];
}

/** The moves by round. @param {T.ReviewData} data @param {(index: number) => void} go */
function table(data, go) {
  const detectives = data.steps[0]?.observations[1].detectives.length ?? 5;
  /** @type {(HTMLElement | null)[][]} */
  const rows = [];
  data.steps.forEach((step, i) => {
    for (const made of step.moves) {
      if (made.player === 0) rows.push(Array.from({ length: detectives + 1 }, () => null));
      const row = rows.at(-1);
      if (row) row[made.player] = el("button", { type: "button", "data-step": i, onclick: () => go(i) }, made.move?.text ?? "?");
    }
  });
  return el("div", { class: "movetable rounds" }, el("table", {}, el("thead", {}, el("tr", {}, el("th", {}, "Round"), el("th", {}, "Mr X"), ...Array.from({ length: detectives }, (_, i) => el("th", {}, `D${i + 1}`)))),
    el("tbody", {}, ...rows.map((row, i) => el("tr", {}, el("th", {}, i + 1), ...row.map((cell) => el("td", {}, cell)))))));
}

const help = () => [
  el("p", {}, el("b", {}, "Move along a line"), " to a station without a detective; each line costs its ticket. Click a lit station, or a row of the list: once chooses, twice plays."),
  el("p", {}, el("b", {}, "Mr X is hidden."), " In between you see only his tickets; he surfaces after his moves 3, 8, 13, 18 and 24. A black ticket hides which transport he took, and only it takes the ferry. With a double move he moves twice in a row."),
  el("p", {}, el("b", {}, "Violet stations"), " are where he may be; the darker, the likelier."),
  el("p", {}, el("b", {}, "The detectives win"), " when one of them enters his station, or he cannot move. Mr X wins after his 24th move, or when no detective can move."),
];

if (new URLSearchParams(location.search).has("advice")) {
  advise();
} else {
  new GamePage({
    game: "scotland-yard",
    title: "Scotland Yard",
    intro: "Five detectives hunt one hidden man through London. See where he may be, and what the search makes of it.",
    titles: { 0: "Mr X", 1: "Detectives" },
    setup: { first: { side: 1 } },
    privacy: true,
    board, panels, filter, face, turn, help,
    tools: zoomTools,
    listTools: doubleChip,
    overlays: [
      { key: "belief", letter: "B", name: "possible stations", text: (view) => (view.you?.side === 0 && !view.review ? "What they know" : "Possible stations"), on: true },
      { key: "route", letter: "R", name: "true route, in a review,", text: () => "His true route", on: true, when: (view) => view.review !== null },
    ],
    review: { caption, remark, table, bars: (data) => data.steps.map((step, x) => ({ x, y: step.observations[1].possible.length })), barsText: "bars: possible stations" },
    entries: () => [el("section", { class: "card entry" }, el("h2", {}, "A board on your table?"), el("p", {}, "Enter the moves as they are made, and get advice: where Mr X may be, and which move the search would play."), el("a", { class: "btn", href: "/scotland-yard?advice" }, "Advice for a table"))],
  });
}
