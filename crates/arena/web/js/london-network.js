// London as a network: where stations are, which lines join them, and what is near.

import { svg } from "./dom.js";

/** @typedef {{width: number, height: number, river: string, places: [number, number][], lines: [number, number, string, string][]}} Drawing */

/** @type {Promise<Drawing> | undefined} */
let drawing;
/** The drawing, loaded once. */
export const loadDrawing = () => (drawing ??= fetch("/data/london.json").then((answer) => answer.json()));

export class Network {
  /** @type {Map<string, {d: string, kind: string}>} */ #lines = new Map();

  /**
   * @param {Drawing} geo
   * @param {{from: number, to: number, by: string}[] | null} links the connections of this edition; null: all
   */
  constructor(geo, links) {
    this.geo = geo;
    const there = links && new Set(links.map((one) => `${one.from}-${one.to}-${one.by}`));
    for (const [from, to, kind, d] of geo.lines) {
      if (there && !there.has(`${Math.min(from, to)}-${Math.max(from, to)}-${kind}`)) continue;
      this.#lines.set(`${from}-${to}-${kind}`, { d, kind });
    }
  }

  /** @param {number} station */
  place(station) {
    const [x, y] = this.geo.places[station - 1] ?? [0, 0];
    return { x, y };
  }

  /** By what one can leave a station. @param {number} n */
  kinds(n) {
    return new Set([...this.#lines].filter(([key]) => key.startsWith(`${n}-`) || key.split("-")[1] === String(n)).map(([, line]) => line.kind));
  }

  /**
   * The line of a move, and whether it is drawn the other way round.
   * @param {number} from
   * @param {number} to
   * @param {string} ticket
   */
  line(from, to, ticket) {
    const kinds = ticket === "black" ? ["taxi", "bus", "underground", "ferry"] : [ticket];
    for (const kind of kinds) {
      const there = this.#lines.get(`${from}-${to}-${kind}`);
      if (there) return { ...there, back: false };
      const back = this.#lines.get(`${to}-${from}-${kind}`);
      if (back) return { ...back, back: true };
    }
    return null;
  }

  /** The lines, for the drawing. */
  net() {
    const group = svg("g", { class: "net", "aria-hidden": "true" });
    for (const kind of ["taxi", "bus", "underground", "ferry"]) {
      const d = [...this.#lines.values()].filter((line) => line.kind === kind).map((line) => line.d).join("");
      if (kind === "bus" || kind === "underground") group.append(svg("path", { class: `case case-${kind}`, d }));
      group.append(svg("path", { class: kind, d }));
      if (kind === "underground") group.append(svg("path", { class: "core", d }));
    }
    return group;
  }

  legend() {
    const group = svg("g", { class: "maplegend", "aria-hidden": "true" });
    ["taxi", "bus", "underground", "ferry"].forEach((kind, i) => {
      const y = 410 + 18 * i;
      group.append(svg("path", { class: kind, d: `M14 ${y}h24` }));
      if (kind === "underground") group.append(svg("path", { class: "core", d: `M14 ${y}h24` }));
      group.append(svg("text", { x: 45, y: y + 4 }, kind));
    });
    return group;
  }

  /**
   * A place beside a station that covers nothing else.
   * @param {number} station
   * @param {{x: number, y: number}[]} taken
   */
  free(station, taken) {
    const { x, y } = this.place(station);
    const others = [...this.geo.places.map(([x, y]) => ({ x, y })), ...taken].filter((p) => p.x !== x || p.y !== y);
    let best = { x, y: y - 28 }, room = -1;
    for (const degrees of [-90, 90, 0, 180, -45, -135, 45, 135]) {
      const at = { x: x + 36 * Math.cos((degrees * Math.PI) / 180), y: y + 26 * Math.sin((degrees * Math.PI) / 180) };
      if (at.x < 24 || at.y < 12 || at.x > this.geo.width - 24 || at.y > this.geo.height - 12) continue;
      const d = Math.min(...others.map((p) => Math.hypot(p.x - at.x, p.y - at.y)));
      if (d > room + 3) [best, room] = [at, d];
    }
    return best;
  }

  /**
   * The nearest of some stations in the direction of an arrow key.
   * @param {string} key
   * @param {number} from
   * @param {number[]} all
   */
  towards(key, from, all) {
    const origin = this.place(from);
    const [dx, dy] = { ArrowLeft: [-1, 0], ArrowRight: [1, 0], ArrowUp: [0, -1], ArrowDown: [0, 1] }[key] ?? [0, 0];
    let best = null, least = Infinity;
    for (const station of all) {
      const p = this.place(station);
      const [x, y] = [p.x - origin.x, p.y - origin.y];
      const along = x * (dx ?? 0) + y * (dy ?? 0);
      if (along <= 1) continue;
      const cost = Math.hypot(x, y) * (1 + 1.5 * (1 - along / Math.hypot(x, y)));
      if (cost < least) [best, least] = [station, cost];
    }
    return best;
  }
}
