// The map of London with everything that can lie on it.

import { count, fill, onPhone, still, svg } from "./dom.js";
import { Network } from "./london-network.js";
import { Pan } from "./pan.js";
import { ghost, piece, run } from "./pieces.js";

/** @import * as T from "./types.js" */
/** @import { Drawing } from "./london-network.js" */

/** @typedef {{from: number, to: number, ticket: string}} Leg */
/**
 * @typedef {object} MapView
 * @property {Map<number, number>} belief stations and probabilities; empty: no shading
 * @property {(number | null)[]} pieces the station of Mr X, if known, then of the detectives
 * @property {number | null} turn the player whose ring is drawn
 * @property {T.Move[]} moves legal moves, from the piece of `turn`
 * @property {T.Move[]} [considered] moves of an engine, drawn but not for choosing
 * @property {T.Move | null} chosen
 * @property {T.Analysis | null} analysis
 * @property {{station: number, round: number} | null} ghost where Mr X was last seen
 * @property {(Leg & {player: number})[]} last soft bands along the last moves
 * @property {{legs: (Leg & {when: "old" | "recent" | "next"})[], marks: {station: number, text: string, old: boolean, up: boolean}[]} | null} route
 * @property {string} label the position in a sentence
 * @property {number[]} [pickable] stations that can be chosen without a move, as when a position is entered
 */

const STEPS = [0, 0.015, 0.03, 0.05, 0.08, 0.15];
const RING = 2 * Math.PI * 16;

export class London {
  /** @type {Map<number, SVGGElement>} */ #stations = new Map();
  /** @type {(SVGGElement | null)[]} */ #pieces = [];
  /** @type {(number | null)[]} */ #at = [];
  /** @type {Map<number, T.Move[]>} */ #targets = new Map();
  /** @type {MapView | null} */ #view = null;
  #turn = "";

  /**
   * @param {HTMLElement} host
   * @param {Drawing} geo
   * @param {{from: number, to: number, by: string}[] | null} links the connections of this edition; null: all
   * @param {(station: number) => void} onpick
   */
  constructor(host, geo, links, onpick) {
    this.geo = geo;
    this.onpick = onpick;
    this.network = new Network(geo, links);
    const layer = (/** @type {string} */ name) => svg("g", { class: name });
    this.layers = { halos: layer("halos"), route: layer("routes"), last: layer("lasts"), ways: layer("ways"), stations: layer("stations"), rings: layer("rings"), marks: layer("marks"), pieces: layer("pieces"), pills: layer("pills"), tip: layer("tip") };
    this.root = svg("svg", { class: "map", role: "application", preserveAspectRatio: "xMidYMid meet", tabindex: -1 });
    this.root.append(svg("path", { class: "river", d: geo.river }), this.network.net(), this.network.legend(), ...Object.values(this.layers));
    geo.places.forEach((_, i) => this.layers.stations.append(this.#station(i + 1)));
    host.append(this.root);
    this.pan = new Pan(this.root, geo.width, geo.height);
    this.root.addEventListener("click", (event) => {
      const station = Number(/** @type {Element} */ (event.target).closest("[data-station]")?.getAttribute("data-station"));
      if (station && (this.#targets.has(station) || this.#view?.pickable?.includes(station))) this.onpick(station);
    });
    this.root.addEventListener("pointerover", (event) => {
      if (event.pointerType === "mouse") this.#tip(Number(/** @type {Element} */ (event.target).closest("[data-station]")?.getAttribute("data-station")));
    });
    this.root.addEventListener("pointerleave", () => this.#tip(0));
    this.root.addEventListener("keydown", (event) => {
      // Enter plays what is chosen, wherever the focus is; without a choice it chooses.
      if (event.key !== " " && (event.key !== "Enter" || this.#view?.chosen)) return;
      const station = Number(/** @type {Element} */ (event.target).getAttribute("data-station"));
      if (!station) return;
      event.preventDefault();
      this.onpick(station);
    });
  }

  /** @param {number} n */
  #station(n) {
    const { x, y } = this.network.place(n);
    const kinds = this.network.kinds(n);
    const cls = kinds.has("underground") ? "u" : kinds.has("bus") ? "b" : "t";
    const mark = cls === "u" ? svg("rect", { x: x - 11.5, y: y - 10, width: 23, height: 20, rx: 5 }) : svg("circle", { cx: x, cy: y, r: cls === "b" ? 10.5 : 10 });
    const node = svg("g", { class: `st st-${cls}`, "data-station": n }, mark, svg("text", { x, y: y + 3.5 }, n), kinds.has("ferry") ? svg("circle", { class: "pier", cx: x + 9, cy: y - 9, r: 3.4 }) : null);
    node.dataset.base = `st st-${cls}`;
    this.#stations.set(n, node);
    return node;
  }

  /** @param {MapView} view */
  update(view) {
    this.#view = view;
    this.#targets = new Map();
    for (const move of view.moves) {
      if (move.data.to === null) continue;
      const all = this.#targets.get(move.data.to) ?? [];
      all.push(move);
      this.#targets.set(move.data.to, all);
    }
    this.root.setAttribute("aria-label", view.label);
    this.root.classList.toggle("quiet", this.#drawn(view).length > 0);
    const from = view.turn === null ? null : (view.pieces[view.turn] ?? null);
    this.#shade(view);
    this.#bands(view);
    this.#routes(view);
    this.#ways(view, from);
    this.#mark(view);
    this.#rings(view);
    this.#move(view);
    this.#pills(view);
    const turn = `${view.turn}:${from}:${view.moves.length > 0}`;
    if (turn !== this.#turn) this.#tip(0);
    if (turn !== this.#turn && view.moves.length) this.frame();
    this.#turn = turn;
  }

  /** On a phone, moves the map so that the piece and its targets fit. */
  frame() {
    const view = this.#view;
    const from = view && view.turn !== null ? view.pieces[view.turn] : null;
    if (!view || !from || !onPhone()) return;
    this.pan.show([from, ...this.#targets.keys()].map((station) => this.network.place(station)), 1, 1.4);
  }

  /** @param {MapView} view */
  #shade(view) {
    fill(this.layers.halos, ...[...view.belief].map(([station, p]) => {
      const { x, y } = this.network.place(station);
      return svg("circle", { class: "halo", cx: x, cy: y, r: 12 + 58 * Math.sqrt(Math.min(p, 0.5)) });
    }));
  }

  /** @param {MapView} view */
  #bands(view) {
    fill(this.layers.last, ...view.last.map(({ from, to, ticket, player }) => {
      const line = this.network.line(from, to, ticket);
      return line && svg("path", { class: `last ${player ? `d${player}` : "mrx"}`, d: line.d });
    }));
  }

  /** @param {MapView} view */
  #routes(view) {
    const legs = (view.route?.legs ?? []).map((leg) => ({ ...leg, line: this.network.line(leg.from, leg.to, leg.ticket) }));
    fill(this.layers.route, ...legs.map((leg) => leg.line && svg("path", { class: "route-case", d: leg.line.d })), ...legs.map((leg) => leg.line && svg("path", { class: `route ${leg.when}`, d: leg.line.d })));
    fill(this.layers.marks, ...(view.route?.marks ?? []).map(({ station, text, old, up }) => {
      const { x, y } = this.network.place(station);
      return svg("g", { class: `rno${old ? " old" : ""}${up ? " up" : ""}` }, svg("circle", { cx: x - 11, cy: y - 10, r: 7 }), svg("text", { x: x - 11, y: y - 7 }, text));
    }));
  }

  /**
   * @param {MapView} view
   * @param {number | null} from
   */
  #ways(view, from) {
    const nodes = [];
    const seen = new Set();
    for (const move of this.#drawn(view)) {
      if (from === null || move.data.to === null) continue;
      const line = this.network.line(from, move.data.to, move.data.ticket);
      if (!line || seen.has(line.d)) continue;
      seen.add(line.d);
      const on = view.chosen?.data.to === move.data.to && (view.chosen?.data.ticket === move.data.ticket || view.chosen?.data.ticket === "black");
      nodes.push(svg("path", { class: "way-case", d: line.d }), svg("path", { class: `way ${line.kind}${on ? " on" : ""}`, d: line.d }));
      if (line.kind === "underground") nodes.push(svg("path", { class: "core", d: line.d }));
    }
    fill(this.layers.ways, ...nodes);
  }

  /** Classes, roles and focus of the stations. @param {MapView} view */
  #mark(view) {
    const chosen = view.chosen?.data.to ?? null;
    const stop = chosen ?? this.#targets.keys().next().value ?? view.pickable?.[0];
    for (const [n, node] of this.#stations) {
      const p = view.belief.get(n);
      const moves = this.#targets.get(n);
      const pick = moves !== undefined || (view.pickable?.includes(n) ?? false);
      const heat = p === undefined ? "" : ` h${STEPS.filter((step) => p >= step).length}`;
      node.setAttribute("class", `${node.dataset.base}${heat}${pick ? " legal" : ""}${n === chosen ? " chosen" : ""}`);
      if (pick) {
        node.setAttribute("role", "button");
        node.setAttribute("tabindex", n === stop ? "0" : "-1");
        node.setAttribute("aria-label", `Station ${n}${moves ? `: ${[...new Set(moves.map((move) => move.data.ticket))].join(", ")}` : ""}${p === undefined ? "" : `, he may be here, ${(100 * p).toFixed(1)} %`}`);
        node.setAttribute("aria-pressed", String(n === chosen));
      } else {
        for (const name of ["role", "tabindex", "aria-label", "aria-pressed"]) node.removeAttribute(name);
      }
    }
  }

  /** @param {MapView} view */
  #drawn(view) {
    return view.moves.length ? view.moves : (view.considered ?? []);
  }

  /** Visits and values by station. @param {MapView} view */
  #shares(view) {
    /** @type {Map<number, {visits: number, value: number | null}>} */
    const out = new Map();
    const drawn = new Set(this.#drawn(view).map((move) => move.text));
    for (const one of view.analysis?.candidates ?? []) {
      const to = one.mv.data.to;
      if (to === null || !drawn.has(one.mv.text)) continue;
      const known = out.get(to) ?? { visits: 0, value: null };
      known.visits += one.visits;
      if (one.visits >= 30 && one.value !== null) known.value = Math.max(known.value ?? -Infinity, one.value);
      out.set(to, known);
    }
    return out;
  }

  /** @param {MapView} view */
  #rings(view) {
    const shares = this.#shares(view);
    const total = [...shares.values()].reduce((sum, one) => sum + one.visits, 0);
    const nodes = [];
    for (const station of new Set(this.#drawn(view).map((move) => move.data.to))) {
      if (station === null) continue;
      const { x, y } = this.network.place(station);
      const on = view.chosen?.data.to === station ? " chosen" : "";
      if (total) {
        const share = (shares.get(station)?.visits ?? 0) / total;
        nodes.push(svg("circle", { class: "legal-ring track", cx: x, cy: y, r: 16 }), svg("circle", { class: `legal-ring${on}`, cx: x, cy: y, r: 13 }),
          svg("circle", { class: "legal-ring share", cx: x, cy: y, r: 16, "stroke-dasharray": `${RING * share} ${RING}`, transform: `rotate(-90 ${x} ${y})` }));
      } else {
        nodes.push(svg("circle", { class: `legal-ring${on}`, cx: x, cy: y, r: 14 }));
      }
    }
    fill(this.layers.rings, ...nodes);
  }

  /** The best three, as figures beside their stations. @param {MapView} view */
  #pills(view) {
    const best = [...this.#shares(view)].filter(([, one]) => one.value !== null).sort((a, b) => b[1].visits - a[1].visits).slice(0, 3);
    const taken = view.pieces.flatMap((station) => (station ? [this.network.place(station)] : []));
    fill(this.layers.pills, ...best.map(([station, one], rank) => {
      const { x, y } = this.network.free(station, taken);
      taken.push({ x, y });
      return svg("g", { class: `pill${rank ? " alt" : ""}` }, svg("rect", { x: x - 20, y: y - 8.5, width: 40, height: 17, rx: 8.5 }), svg("text", { x, y: y + 3.6 }, `${(100 * (one.value ?? 0)).toFixed(1)} %`));
    }));
  }

  /** What a lit station offers, beside the pointer. @param {number} station */
  #tip(station) {
    this.layers.tip.replaceChildren();
    const moves = this.#targets.get(station);
    if (!moves) return;
    const one = this.#view && this.#shares(this.#view).get(station);
    const tickets = [...new Set(moves.map((move) => move.data.ticket))].join(" or ");
    const lines = [`${station}: ${tickets}`, one ? `${one.value === null ? "" : `${(100 * one.value).toFixed(1)} %, `}${count(one.visits)} visits` : ""].filter(Boolean);
    const { x, y } = this.network.place(station);
    const width = 16 + 6.2 * Math.max(...lines.map((line) => line.length)), height = 10 + 16 * lines.length;
    const left = x + 28 + width < this.geo.width ? x + 28 : x - 28 - width;
    const top = Math.min(this.geo.height - height - 4, Math.max(4, y - height / 2));
    this.layers.tip.append(svg("g", { class: "maptip" }, svg("rect", { x: left, y: top, width, height, rx: 6 }),
      ...lines.map((line, i) => svg("text", { x: left + 8, y: top + 17 + 16 * i, class: i ? "" : "b" }, line))));
  }

  /** Puts the pieces where they are, along their lines where they moved. @param {MapView} view */
  #move(view) {
    const tickets = new Map(view.last.map((leg) => [leg.player, leg.ticket]));
    view.pieces.forEach((station, player) => {
      const was = this.#at[player] ?? null;
      let node = this.#pieces[player] ?? null;
      if (!station) {
        node?.remove();
        this.#pieces[player] = null;
      } else {
        if (!node) {
          node = piece(player);
          this.#pieces[player] = node;
          this.layers.pieces.append(node);
        }
        node.setAttribute("class", `pc ${player ? `d${player}` : "mrx"}${view.turn === player ? " turn" : ""}`);
        const text = node.querySelector("text");
        if (text) text.textContent = String(station);
        const { x, y } = this.network.place(station);
        // Where he is caught, both are seen.
        const shared = player === 0 && view.pieces.indexOf(station, 1) > 0;
        node.style.setProperty("translate", shared ? "-13px -13px" : "0 0");
        const line = was && was !== station ? this.network.line(was, station, tickets.get(player) ?? "black") : null;
        if (line && !still()) run(node, line, { x, y });
        else if (was !== station) node.setAttribute("transform", `translate(${x} ${y})`);
      }
      this.#at[player] = station;
    });
    this.layers.pieces.querySelector(".ghost")?.remove();
    if (view.ghost) {
      const { x, y } = this.network.place(view.ghost.station);
      this.layers.pieces.prepend(ghost(view.ghost, x, y));
    }
  }

  /**
   * The nearest target in the direction of an arrow key, from the station that has the focus.
   * @param {string} key
   * @param {number | null} from
   */
  towards(key, from) {
    const all = [...this.#targets.keys(), ...(this.#view?.pickable ?? [])];
    return this.network.towards(key, from ?? all[0] ?? 1, all);
  }

  /** @param {number} station */
  focus(station) {
    this.#stations.get(station)?.focus({ preventScroll: true });
  }
}
