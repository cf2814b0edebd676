// Cops & Robbers on any graph.

import { button, capital, el, fill, icon } from "./dom.js";
import { parseSpec, writeSpec } from "./agent-form.js";
import { boardButtons, boardOf } from "./boards.js";
import { GamePage } from "./game.js";
import { graphBoard, piece, thumbnail } from "./graph-board.js";
import { addShortcuts } from "./shell.js";
import { again } from "./start.js";

/** @import * as T from "./types.js" */
/** @import { View } from "./game-types.js" */
/** @import { Graph, Hunt } from "./graph-board.js" */

/** Families of graphs and what their numbers mean, with the least and the most that a page can show. */
/** @type {{name: string, text: string, parameters: {text: string, value: number, min: number, max: number}[]}[]} */
const FAMILIES = [
  { name: "ladder", text: "Ladder", parameters: [{ text: "length", value: 20, min: 2, max: 200 }, { text: "vertices between rungs", value: 1, min: 0, max: 100 }] },
  { name: "circle", text: "Circle with chords", parameters: [{ text: "vertices", value: 30, min: 3, max: 400 }, { text: "vertices a chord skips", value: 2, min: 0, max: 200 }] },
  { name: "grid", text: "Grid", parameters: [{ text: "width", value: 6, min: 1, max: 20 }, { text: "height", value: 6, min: 1, max: 20 }] },
  { name: "dodecahedron", text: "Dodecahedron", parameters: [] }, { name: "petersen", text: "Petersen’s graph", parameters: [] }, { name: "scotland-yard", text: "Scotland Yard", parameters: [] },
  { name: "hypercube", text: "Hypercube", parameters: [{ text: "dimensions", value: 4, min: 1, max: 8 }] },
  { name: "random-regular", text: "Random regular", parameters: [{ text: "vertices", value: 30, min: 4, max: 400 }, { text: "neighbours of each", value: 3, min: 1, max: 10 }, { text: "seed", value: 1, min: 0, max: 1e9 }] },
  { name: "cycle", text: "Ring", parameters: [{ text: "vertices", value: 12, min: 3, max: 400 }] }, { name: "path", text: "Line", parameters: [{ text: "vertices", value: 10, min: 2, max: 200 }] }, { name: "complete", text: "Complete", parameters: [{ text: "vertices", value: 6, min: 2, max: 40 }] },
];

/**
 * The picker in the form: pictures of graphs, or a family with its numbers.
 * @param {T.GameInfo} info
 * @param {string} spec
 * @param {(spec: string) => void} choose
 */
function picker(info, spec, choose) {
  const now = parseSpec(spec);
  const graph = now.args.get("graph") ?? "scotland-yard";
  const inside = parseSpec(graph);
  const numbers = graph.includes("(") ? graph.slice(graph.indexOf("(") + 1, graph.lastIndexOf(")")).split(",").map((one) => Number(one)) : [];
  const cops = now.args.get("cops") ?? info.options.find((one) => one.name === "cops")?.default ?? "3";
  const change = (/** @type {string} */ to, /** @type {string} */ many = cops) => {
    const args = new Map(now.args);
    args.set("graph", to);
    args.set("cops", many);
    choose(writeSpec({ name: info.name, args }));
  };
  const minis = boardButtons(info, { label: "Graphs", draw: thumbnail, chosen: (one) => parseSpec(one).args.get("graph") === graph, choose: (one) => {
    const { args } = parseSpec(one);
    change(args.get("graph") ?? "", args.get("cops"));
  } });
  const family = FAMILIES.find((one) => one.name === inside.name);
  const select = el("select", { class: "in", "aria-label": "Family of graphs" }, family ? null : el("option", { selected: true, value: graph }, graph), ...FAMILIES.map((one) => el("option", { value: one.name, selected: one === family }, one.text)));
  select.addEventListener("change", () => {
    const next = FAMILIES.find((one) => one.name === select.value);
    change(next?.parameters.length ? `${next.name}(${next.parameters.map((one) => one.value).join(", ")})` : select.value);
  });
  const fields = (family?.parameters ?? []).map((one, i) => {
    const input = el("input", { class: "in", type: "number", min: one.min, max: one.max, value: numbers[i] ?? one.value, "aria-label": one.text });
    input.addEventListener("change", () => {
      const values = (family?.parameters ?? []).map((other, j) => (j === i ? Math.max(one.min, Math.min(one.max, Math.round(Number(input.value)) || one.min)) : (numbers[j] ?? other.value)));
      change(`${family?.name}(${values.join(", ")})`);
    });
    return el("label", { class: "number" }, el("span", { class: "small soft" }, one.text), input);
  });
  const many = el("input", { class: "in", type: "number", min: 1, max: 8, value: cops, "aria-label": "Cops" });
  many.addEventListener("change", () => change(graph, String(Math.max(1, Math.min(8, Number(many.value) || 1)))));
  const preview = el("div", { class: "preview whole", role: "status" }, "…");
  boardOf(info.name, spec).then((found) => fill(preview, thumbnail(found), el("span", { class: "small soft" }, `${found.names.length} vertices, ${found.edges.length} edges`)),
    (error) => fill(preview, el("span", { class: "note bad" }, /** @type {Error} */ (error).message)));
  return [el("div", { class: "field" }, el("span", { class: "label" }, "Graph"), minis),
    el("div", { class: "field" }, el("span", { class: "label" }, "Any size"), el("div", { class: "row wrap" }, select, ...fields, el("label", { class: "number" }, el("span", { class: "small soft" }, "cops"), many)), preview)];
}

/** Solved distances of the decision now, by vertex. @type {Map<number, number>} */
let distances = new Map();

/** Whether the game is small enough to be solved on the spot, and an agent may say so to this side. @param {GamePage} page */
function solvable({ welcome }) {
  if (!welcome?.you || !welcome.room.practice) return false;
  const args = parseSpec(welcome.room.game).args;
  const n = /** @type {Graph} */ (welcome.board).names.length, cops = Number(args.get("cops") ?? 3);
  if (welcome.you.side === 0 && args.get("seen-every") !== "1") return false;
  let states = n;
  for (let i = 0; i < cops; i++) states *= (n + i) / (i + 1);
  return states < 4e6;
}

/** Asks for the distances at each own decision, and then for the engine's view again. @param {GamePage} page */
function solver(page) {
  let asked = -1;
  const ask = () => {
    const { state, room } = page;
    if (!state || !room || state.turn === asked || !state.moves.length || !page.overlays.distance || !solvable(page)) return;
    asked = state.turn;
    room.hint("perfect");
  };
  page.room?.on("state", (state) => {
    if (state.turn !== asked) distances = new Map();
    setTimeout(ask);
  }).on("analysis", (message) => {
    if (!message.agent.startsWith("perfect") || message.turn !== page.state?.turn || message.purpose !== "hint") return;
    distances = new Map(message.analysis.candidates.map((one) => [Number(one.mv.data.vertex), one.distance ?? Infinity]));
    page.draw();
    if (message.done && page.overlays.engine) page.room?.hint();
  });
  return ask;
}

/** @param {GamePage} page */
function players(page) {
  const element = el("section", { class: "panel hunt", "aria-label": "Players" });
  const update = (/** @type {View} */ view) => {
    /** @type {Hunt} */
    const seen = view.observation;
    const name = (/** @type {number | null | undefined} */ v) => (v === null || v === undefined ? "" : String(view.board.names[v]));
    const chair = (/** @type {number} */ side) => page.welcome?.room.chairs.find((one) => one.side === side);
    const who = (/** @type {number} */ side) => (view.you?.side === side ? "you" : (chair(side)?.engine ?? "a person"));
    const decider = view.deciding[0];
    const robber = view.review ? view.review.data.steps[view.review.index]?.observations[1]?.robber : seen.robber;
    const where = robber !== null && robber !== undefined ? `at ${name(robber)}` : seen.seen !== null ? `last seen at ${name(seen.seen)}` : "not seen yet";
    fill(element, el("div", { class: "pl", "aria-current": decider?.side === 1 && !view.result ? "true" : null }, piece("robber"), el("span", { class: "who" }, "Robber", el("small", {}, who(1))), el("span", { class: "at" }, where)),
      ...seen.cops.map((at, i) => el("div", { class: "pl", "aria-current": decider?.side === 0 && !view.result && Number(decider.name.match(/\d+/)?.[0] ?? 1) - 1 === i ? "true" : null }, piece(i), el("span", { class: "who" }, `Cop ${i + 1}`, el("small", {}, who(0))),
        el("span", { class: "at" }, `at ${name(at)}${seen.targets[i] === null || seen.targets[i] === undefined ? "" : ` → ${name(seen.targets[i])}`}`))));
  };
  return { element, update };
}

/** What is known and solved, in words. @param {GamePage} page */
function notes(page) {
  const element = el("section", { class: "panel", "data-tab": "moves", "aria-label": "What is known" });
  const update = (/** @type {View} */ view) => {
    /** @type {Hunt} */
    const seen = view.observation;
    const n = seen.possible.length, list = n <= 12 ? `: ${seen.possible.map((v) => view.board.names[v]).join(", ")}` : "";
    const place = n === 1 ? "1 vertex" : `${n} vertices`;
    const own = view.you?.side === 1;
    const lines = [el("p", { class: "small soft" }, own ? `The cops know that you can be at ${place}${list}.` : `The robber can be at ${place}${list}.`)];
    if (distances.size && page.overlays.distance && !view.review) {
      const values = [...distances.values()];
      const best = own ? Math.max(...values) : Math.min(...values);
      const sight = own ? "were you always in sight, " : "";
      const text = own ? (Number.isFinite(best) ? `${sight}the cops would catch you in ${best} moves at the latest.` : `${sight}you could still get away for ever.`) : Number.isFinite(best) ? `capture in ${best} moves by best play.` : "by best play he gets away.";
      lines.push(el("p", { class: "note" }, icon("eye", "s"), el("span", {}, `Solved: ${text}`)));
    }
    fill(element, ...lines);
  };
  return { element, update };
}

document.body.classList.add("huntgame");
/** @type {ReturnType<typeof graphBoard> | null} */
let shown = null;
/** @type {() => void} */
let ask = () => {};

/** @type {GamePage} */
const page = new GamePage({
  game: "cops-and-robbers",
  title: "Cops & Robbers",
  intro: "Some cops hunt a robber whom they rarely see, on any graph. Play either side; see where he can be, and on small graphs how far he is from capture.",
  titles: { 0: "Cops", 1: "Robber" },
  setup: { first: { side: 1, board: "cops-and-robbers(graph=dodecahedron, cops=3)" }, boards: false, more: picker },
  privacy: true,
  overlays: [
    { key: "belief", letter: "B", text: (view) => (view.you?.side === 1 && !view.review ? "What they know" : "Possible vertices"), on: true },
    { key: "distance", letter: "D", text: () => "Solved distances", on: true, when: (view) => !view.review && solvable(page) },
    { key: "route", letter: "R", text: () => "True route", on: true, when: (view) => Boolean(view.review) },
  ],
  board: (host, page) => {
    ask = solver(page);
    shown = graphBoard(host, page, () => (page.overlays.distance ? distances : new Map()));
    const { update, arrow } = shown;
    return { arrow, update: (view) => {
      update(view);
      ask();
    } };
  },
  panels: (page) => [players(page), notes(page)],
  tools: () => {
    const tool = (/** @type {import("./dom.js").IconName} */ name, /** @type {string} */ text, /** @type {() => void} */ run) => button("", { class: "icon quiet", icon: name, "aria-label": text, onclick: run });
    addShortcuts([{ key: "+", does: "zoom in", run: () => shown?.zoom(1.25) }, { key: "-", show: "−", does: "zoom out", run: () => shown?.zoom(0.8) }, { key: "0", does: "the whole graph", run: () => shown?.reset() }]);
    return [el("span", { class: "row zoomtools" }, tool("minus", "Zoom out", () => shown?.zoom(0.8)), tool("plus", "Zoom in", () => shown?.zoom(1.25)), tool("fit", "Whole graph", () => shown?.reset()))];
  },
  face: (move) => [capital(move.label)],
  again: { text: "Play again", run: (page) => page.welcome && void again(page.welcome, page.room?.seats.length ?? 1) },
  turn: (view) => {
    /** @type {Hunt} */
    const seen = view.observation;
    const round = `round ${Math.min(seen.round, seen.rounds)} of ${seen.rounds}`;
    if (view.review) return { text: view.result?.text ?? "", more: `${round} · position ${view.review.index} of ${view.review.data.steps.length - 1}` };
    if (view.result) return { text: view.result.text };
    const decider = view.deciding[0];
    if (!decider) return { text: "Wait", more: round };
    const sign = decider.side === 1 ? piece("robber") : piece(Number(decider.name.match(/\d+/)?.[0] ?? 1) - 1);
    return { text: decider.yours ? (decider.side === 1 ? "Your move" : `Move ${decider.name.toLowerCase()}`) : `${capital(decider.name)} to move`, more: round, mark: sign };
  },
  review: { bars: (data) => data.steps.map((step, x) => ({ x, y: step.observations[0]?.possible.length ?? 0 })), barsText: "bars: vertices where he can be" },
  help: () => [
    el("p", {}, "The cops win when one of them enters the robber’s vertex, or he enters theirs. The robber wins when the rounds are over. The cops see him only after every so many of his moves."),
    el("p", {}, "A move goes along one edge. The cops choose one after another and then move together. Click a ringed vertex to choose it and again to play, or use the list."),
    el("p", {}, "Violet vertices are where the robber can be; the darker, the likelier. Small figures beside a vertex are the moves until capture if everybody saw everything and played perfectly; ∞ means never."),
  ],
});
