// A graph as a board: vertices, pieces, possible places, distances, the route. Zoom and pan.

import { onPhone, svg } from "./dom.js";
import { Pan } from "./pan.js";
import { targets } from "./targets.js";

/** @import * as T from "./types.js" */
/** @import { GamePage } from "./game.js" */
/** @import { View } from "./game-types.js" */

/** @typedef {{names: number[], places: [number, number][], edges: [number, number][]}} Graph */
/**
 * @typedef {object} Hunt
 * @property {number} round
 * @property {number} rounds
 * @property {number[]} cops
 * @property {(number | null)[]} targets
 * @property {number | null} robber
 * @property {number | null} seen
 * @property {number[]} possible
 */

const WIDTH = 800;

/** Pieces differ in shape, colour and sign; each shape fits a circle of radius 1. */
const SHAPES = ["M-.8-.8h1.600v1.600h-1.600z", "M0-1 1 0 0 1-1 0z", "M0-1 .9-.3V.8H-.9V-.3z", "M-.55-.9h1.100L1 0 .55.9h-1.100L-1 0z", "M-.85-.85h1.700V.2L0 1-.85.2z"];
/** @param {number} cop */
const shape = (cop) => SHAPES[cop % SHAPES.length] ?? "";

/** A piece for lists. @param {number | "robber"} who */
export function piece(who) {
  const robber = who === "robber";
  return svg("svg", { class: "tok", viewBox: "-19 -19 38 38", "aria-hidden": "true" },
    robber ? svg("circle", { class: "robber", r: 16 }) : svg("path", { class: `cop${who % 5}`, d: shape(who), transform: "scale(17)" }), svg("text", { class: robber ? "robber" : "", y: 6 }, robber ? "R" : who + 1));
}

/** Places scaled into the picture. @param {Graph} graph */
function scaled({ places }) {
  const xs = places.map((p) => p[0]), ys = places.map((p) => p[1]);
  const left = Math.min(...xs), top = Math.min(...ys);
  const wide = Math.max(...xs) - left || 1, high = Math.max(...ys) - top || 1;
  const scale = WIDTH / Math.max(wide, 1.25 * high);
  const at = places.map(([x, y]) => /** @type {[number, number]} */ ([(x - left) * scale, (y - top) * scale]));
  return { at, width: wide * scale, height: high * scale };
}

/** Half the distance between neighbours, so that vertices do not touch. @param {[number, number][]} at */
function radius(at) {
  if (at.length > 600) return 3;
  const nearest = at.map(([x, y], i) => Math.min(...at.map(([u, v], j) => (i === j ? Infinity : Math.hypot(x - u, y - v)))));
  const sorted = nearest.sort((a, b) => a - b);
  return Math.max(4, Math.min(21, 0.42 * (sorted[Math.floor(sorted.length / 10)] ?? 40)));
}

/** A small picture of a graph. @param {Graph} graph */
export function thumbnail(graph) {
  const { at, width, height } = scaled(graph);
  const k = 56 / Math.max(width, height, 1);
  const X = (/** @type {number} */ v) => ((at[v]?.[0] ?? 0) * k + 32 - (width * k) / 2).toFixed(1), Y = (/** @type {number} */ v) => ((at[v]?.[1] ?? 0) * k + 32 - (height * k) / 2).toFixed(1);
  const r = at.length > 100 ? 0.8 : at.length > 40 ? 1.4 : 2.2;
  return svg("svg", { viewBox: "0 0 64 64", "aria-hidden": "true" }, svg("path", { d: graph.edges.map(([a, b]) => `M${X(a)} ${Y(a)}L${X(b)} ${Y(b)}`).join("") }), ...at.map((_, v) => svg("circle", { cx: X(v), cy: Y(v), r })));
}

/** The step of the ramp for a probability. @param {number} p */
const step = (p) => (p >= 0.15 ? 6 : p >= 0.08 ? 5 : p >= 0.05 ? 4 : p >= 0.03 ? 3 : p >= 0.015 ? 2 : 1);

/**
 * @param {HTMLElement} host
 * @param {GamePage} page
 * @param {() => Map<number, number>} distances solved distances of the legal moves, by vertex
 */
export function graphBoard(host, page, distances) {
  host.classList.add("graph-board");
  const root = svg("svg", { class: "graph", role: "application" });
  host.append(root);
  /** @type {Graph | null} */
  let graph = null;
  /** @type {[number, number][]} */
  let at = [];
  let r = 20;
  /** @type {Pan | null} */
  let pan = null;
  const places = targets(page, (move) => {
    const v = Number(move.data.vertex), size = 1.42 * r, caught = distances().get(v);
    return {
      label: `Vertex ${graph?.names[v]}${caught === undefined ? "" : `, caught in ${caught}`}`,
      at: `translate(${P(v).join(" ")})`,
      shapes: [svg("circle", { class: "hit", r: Math.max(size, 16) }), svg("circle", { class: "ring", r: size, "stroke-dasharray": `${r / 3} ${r / 4}` })],
    };
  });
  const layers = Object.fromEntries(["edges", "halos", "route", "hot", "vertices", "pieces", "shares", "targets", "badges"].map((name) => [name, name === "targets" ? places.element : svg("g", {})]));
  root.append(...Object.values(layers));
  const layer = (/** @type {string} */ name, /** @type {(Node | null)[]} */ nodes) => layers[name]?.replaceChildren(...nodes.filter((node) => node !== null));
  const P = (/** @type {number} */ v) => at[v] ?? [0, 0];
  const line = (/** @type {number} */ a, /** @type {number} */ b, /** @type {string} */ cls, /** @type {number} */ width) => svg("path", { class: cls, d: `M${P(a).join(" ")}L${P(b).join(" ")}`, "stroke-width": width });

  const first = (/** @type {Graph} */ given) => {
    graph = given;
    const fit = scaled(graph);
    at = fit.at;
    r = radius(at);
    const margin = 2.6 * r + 10;
    at = at.map(([x, y]) => [x + margin, y + margin]);
    pan ??= new Pan(root, fit.width + 2 * margin, fit.height + 2 * margin);
    pan.fit();
    layer("edges", graph.edges.map(([a, b]) => line(a, b, "ge", Math.max(1, r / 10))));
  };

  /** On a small screen and a large graph: the piece and its targets fill the picture. @param {View} view @param {number} from */
  const approach = (view, from) => {
    if (at.length <= 60 || !onPhone() || !view.moves.length) return;
    const near = [from, ...view.moves.map((move) => Number(move.data.vertex))].map(P);
    pan?.show(near.map(([x, y]) => ({ x, y })), 1, 2);
  };

  /** @param {number} v @param {string} cls @param {number | "robber"} who @param {number} [dx] */
  const put = (v, cls, who, dx = 0) => {
    const [x, y] = P(v), size = Math.max(9, 1.15 * r);
    const body = who === "robber" ? svg("circle", { class: `piece ${cls}`, r: 1 }) : svg("path", { class: `piece ${cls}`, d: shape(who) });
    body.setAttribute("transform", `scale(${size})`);
    body.setAttribute("stroke-width", String(2 / size));
    return svg("g", { transform: `translate(${x + dx} ${y})` }, body, svg("text", { class: `piecetext ${who === "robber" ? "robber" : ""}`, "font-size": 0.95 * size }, who === "robber" ? "R" : who + 1));
  };

  let approached = -1;
  /** @param {View} view */
  const update = (view) => {
    if (graph !== view.board) first(view.board);
    if (!graph) return;
    /** @type {Hunt} */
    const seen = view.observation;
    const steps = view.review?.data.steps ?? [];
    const index = view.review?.index ?? 0;
    /** @type {Hunt} */
    const truth = view.review ? steps[index]?.observations[1] : seen;
    const decider = view.deciding.find((one) => one.yours) ?? view.deciding[0];
    const cop = decider?.side === 0 ? Number(decider.name.match(/\d+/)?.[0] ?? 1) - 1 : -1;
    const from = decider ? (cop >= 0 ? seen.cops[cop] : (truth.robber ?? seen.seen)) : null;

    // Where he can be: by probability where a search says it, otherwise all alike.
    const possible = view.review ? /** @type {Hunt} */ (steps[index]?.observations[0]).possible : seen.possible;
    const belief = new Map(view.analysis?.belief?.map((one) => [one.place, one.probability]));
    const probability = (/** @type {number} */ v) => (belief.size ? (belief.get(v) ?? 0) : 1 / Math.max(1, possible.length));
    const on = view.overlays.belief ?? true;
    const may = new Set(on ? possible : []);
    layer("halos", [...may].map((v) => (probability(v) > 0 ? svg("circle", { class: "halo", cx: P(v)[0], cy: P(v)[1], r: r * (1.2 + 1.6 * Math.sqrt(Math.min(0.4, probability(v)))) }) : null)));
    const names = r >= 7;
    layer("vertices", graph.names.flatMap((name, v) => {
      const level = may.has(v) ? step(probability(v)) : 0;
      return [svg("circle", { class: `gv ${level ? `h${level}` : ""}`, cx: P(v)[0], cy: P(v)[1], r, "stroke-width": Math.max(0.8, r / 13) }), names || may.has(v) ? svg("text", { class: `gn ${level > 3 ? "hi" : level ? "lo" : ""}`, x: P(v)[0], y: P(v)[1], "font-size": Math.max(5, Math.min(15, 0.8 * r)) }, name) : null];
    }));

    const route = view.review && (view.overlays.route ?? true) ? steps.map((one) => one.observations[1]?.robber).filter((v) => v !== null && v !== undefined) : [];
    const path = (/** @type {number[]} */ way, /** @type {string} */ cls) => (way.length > 1 ? svg("path", { class: `route ${cls}`, d: `M${way.map((v) => P(v).join(" ")).join("L")}`, "stroke-width": Math.max(2, r / 5) }) : null);
    layer("route", [path(route.slice(0, Math.max(0, index - 3)), "old"), path(route.slice(Math.max(0, index - 4), index + 1), ""), path(route.slice(index), "coming")]);

    const targets = view.moves.map((move) => Number(move.data.vertex));
    layer("hot", [...(from !== null && from !== undefined ? targets.filter((v) => v !== from).map((v) => line(from, v, "ge hot", Math.max(2, r / 5))) : []),
      ...seen.targets.map((to, i) => (to === null || seen.cops[i] === undefined ? null : line(seen.cops[i], to, `goes cop${i % 5}`, Math.max(2.5, r / 3.5))))]);

    const robber = truth.robber;
    const mark = seen.seen !== null && (robber === null || view.you?.side === 1) && !view.review ? svg("circle", { class: "seen", cx: P(seen.seen)[0], cy: P(seen.seen)[1], r: 1.5 * r, "stroke-width": Math.max(1.5, r / 8) }) : null;
    const together = (/** @type {number} */ i) => truth.cops.slice(0, i).filter((v) => v === truth.cops[i]).length;
    layer("pieces", [mark, robber !== null && robber !== undefined ? put(robber, "robber", "robber", truth.cops.includes(robber) ? 0.9 * r : 0) : null, ...truth.cops.map((v, i) => put(v, `cop${i % 5}`, i, together(i) * 0.7 * r))]);

    const shares = view.analysis?.candidates ?? [];
    const all = shares.reduce((sum, one) => sum + one.visits, 0);
    const far = distances();
    layer("shares", shares.map((one) => {
      const [x, y] = P(Number(one.mv.data.vertex)), size = 1.42 * r + r / 5;
      return one.visits && view.moves.length ? svg("circle", { class: "share", r: size, "stroke-width": r / 4, "stroke-dasharray": `${(one.visits / all) * 2 * Math.PI * size} 9999`, transform: `translate(${x} ${y}) rotate(-90)` }) : null;
    }));
    places.update(view, [r, at.length, ...far]);
    for (const ring of places.element.querySelectorAll(".ring")) ring.setAttribute("stroke-width", String(ring.closest("[aria-pressed=true]") ? r / 4 : r / 8));
    layer("badges", view.moves.map((move) => {
      const distance = far.get(Number(move.data.vertex));
      if (distance === undefined) return null;
      const [x, y] = P(Number(move.data.vertex)), s = Math.max(8, 0.72 * r);
      const text = Number.isFinite(distance) ? String(distance) : "∞";
      return svg("g", { class: "far", "aria-hidden": "true", transform: `translate(${x + 1.15 * r} ${y - 1.15 * r})` }, svg("rect", { x: -s, y: -0.85 * s, width: 2 * s, height: 1.7 * s, rx: 0.8 * s }), svg("text", { "font-size": 1.15 * s }, text));
    }));
    root.setAttribute("aria-label", `A graph with ${graph.names.length} vertices. Cops at ${truth.cops.map((v) => graph?.names[v]).join(", ")}. ${robber !== null && robber !== undefined ? `The robber is at ${graph.names[robber]}.` : `The robber can be at ${seen.possible.length} vertices.`}`);
    const turn = page.state?.turn ?? 0;
    if (from !== null && from !== undefined && turn !== approached && view.moves.length) {
      approached = turn;
      approach(view, from);
    }
  };

  /** @param {string} key */
  const arrow = (key) => {
    const direction = /** @type {Record<string, [number, number]>} */ ({ ArrowUp: [0, -1], ArrowDown: [0, 1], ArrowLeft: [-1, 0], ArrowRight: [1, 0] })[key];
    const view = page.view;
    if (!direction || !view?.moves.length) return false;
    const now = view.moves.find((move) => move.text === (document.activeElement?.getAttribute("data-move") ?? ""));
    const [x, y] = now ? P(Number(now.data.vertex)) : [pan?.x ?? 0, pan?.y ?? 0];
    let best = null, least = Infinity;
    for (const move of view.moves) {
      const [u, v] = P(Number(move.data.vertex));
      const along = (u - x) * direction[0] + (v - y) * direction[1], across = Math.abs((u - x) * direction[1] + (v - y) * direction[0]);
      if (move === now || along <= 0 || along + 2 * across >= least) continue;
      least = along + 2 * across;
      best = move;
    }
    const to = best ?? now;
    if (!to) return true;
    page.list?.choose(to.text);
    places.focus(to.text);
    return true;
  };

  return { update, arrow, zoom: (/** @type {number} */ k) => pan?.zoom(k), reset: () => pan?.fit() };
}
