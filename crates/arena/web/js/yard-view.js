// From an observation of Scotland Yard to what lies on the map.

/** @import * as T from "./types.js" */
/** @import { View } from "./game-types.js" */
/** @import { MapView, Leg } from "./london.js" */

/** @typedef {{taxi: number, bus: number, underground: number, black: number}} Tickets */
/** @typedef {{to: number | null, ticket: string, double: boolean}} MoveData */
/** @typedef {{ticket: string, double: boolean, shown: number | null, detectives: MoveData[]}} LogEntry */
/**
 * @typedef {object} Observation
 * @property {number} round
 * @property {number} turn
 * @property {"running" | "escaped" | "caught" | "cornered"} outcome
 * @property {number | null} captor
 * @property {{station: number, tickets: Tickets}[]} detectives
 * @property {{station: number | null, tickets: Tickets, doubles: number}} mr_x
 * @property {LogEntry[]} log
 * @property {number[]} possible
 */
/** @typedef {{rounds: number, surfacing: number[], places: [number, number][], links: {from: number, to: number, by: string}[]}} MapData */

/** The last round in which Mr X was seen. @param {Observation} seen */
export function lastSeen(seen) {
  for (let i = seen.log.length - 1; i >= 0; i--) {
    const shown = seen.log[i]?.shown;
    if (shown) return { station: shown, round: i + 1 };
  }
  return null;
}

/** The round of the decision that comes now. @param {Observation} seen @param {number} rounds */
export const roundNow = (seen, rounds) => Math.min(rounds, seen.turn === 0 ? seen.log.length + 1 : seen.log.length);

/**
 * What the detectives believe. The belief of a search holds for the rest of its round, as far as
 * the stations are still possible; otherwise every possible station is as likely.
 */
export class Belief {
  /** @type {{round: number, places: T.Place[]} | null} */ #kept = null;

  /**
   * @param {Observation} seen
   * @param {T.Analysis | null} analysis
   * @returns {Map<number, number>}
   */
  of(seen, analysis) {
    const round = seen.log.length;
    if (analysis?.belief.length) this.#kept = { round, places: analysis.belief };
    if (this.#kept?.round !== round) this.#kept = null;
    const possible = new Set(seen.possible);
    const places = (this.#kept?.places ?? []).filter((one) => possible.has(one.place));
    const sum = places.reduce((all, one) => all + one.probability, 0);
    if (sum > 0) return new Map(places.map((one) => [one.place, one.probability / sum]));
    return new Map(seen.possible.map((station) => [station, 1 / seen.possible.length]));
  }
}

/**
 * Stations before the last moves, so that a move has both ends. The log has only destinations.
 * @param {Observation} seen
 * @param {number[]} start the detectives' first stations
 */
function origins(seen, start) {
  const at = [...start];
  const before = [...start];
  for (const entry of seen.log) {
    entry.detectives.forEach((move, i) => {
      before[i] = at[i] ?? 0;
      if (move.to) at[i] = move.to;
    });
  }
  return before;
}

/**
 * Mr X's stations by step of a review, with the ticket that led to each.
 * @param {T.ReviewData} data
 * @param {number} index
 * @param {number[]} surfacing
 * @returns {MapView["route"]}
 */
export function trueRoute(data, index, surfacing) {
  const first = data.steps[0]?.observations[0]?.mr_x.station;
  if (!first) return null;
  /** @type {{station: number, ticket: string, step: number}[]} */
  const way = [{ station: first, ticket: "", step: 0 }];
  data.steps.forEach((step, i) => {
    for (const made of step.moves) if (made.player === 0 && made.move?.data.to) way.push({ station: made.move.data.to, ticket: made.move.data.ticket, step: i });
  });
  const now = way.filter((one) => one.step <= index).length - 1;
  /** @type {(Leg & {when: "old" | "recent" | "next"})[]} */
  const legs = way.slice(1).map((one, i) => ({ from: way[i]?.station ?? 0, to: one.station, ticket: one.ticket, when: i + 1 > now ? "next" : i + 1 > now - 3 ? "recent" : "old" }));
  // A mark for each station, with the latest round in which he was there.
  const marks = new Map();
  way.slice(0, now + 1).forEach((one, i) => marks.set(one.station, { station: one.station, text: String(i), old: i < now - 3, up: surfacing.includes(i) }));
  return { legs: legs.filter((_, i) => i < now + 3), marks: [...marks.values()] };
}

/**
 * @param {View} view
 * @param {Belief} belief
 * @param {{start: number[] | null, mrx: number | null}} memory what earlier positions told
 * @returns {MapView}
 */
export function mapView(view, belief, memory) {
  /** @type {Observation} */
  const seen = view.observation;
  /** @type {MapData} */
  const map = view.board;
  const review = view.review;
  const truth = review ? (review.data.steps[review.index]?.observations[0]?.mr_x.station ?? null) : seen.mr_x.station;
  const decider = view.deciding[0];
  const shown = lastSeen(seen);
  const stations = seen.detectives.map((one) => one.station);
  memory.start ??= seen.log.length === 0 ? stations : null;
  const before = memory.start ? origins(seen, memory.start) : null;
  /** @type {MapView["last"]} */
  const last = [];
  const entry = seen.log.at(-1);
  if (!view.moves.length && entry && before) {
    entry.detectives.forEach((move, i) => {
      if (move.to) last.push({ player: i + 1, from: before[i] ?? 0, to: move.to, ticket: move.ticket });
    });
  }
  for (const made of view.last) {
    const from = before?.[made.player - 1];
    if (made.player > 0 && made.move?.data.to && from && !last.some((one) => one.player === made.player)) last.push({ player: made.player, from, to: made.move.data.to, ticket: made.move.data.ticket });
  }
  const visible = truth && (review ? view.overlays.route || view.result : true) ? truth : null;
  const names = stations.map((station, i) => `detective ${i + 1} at ${station}`).join(", ");
  return {
    belief: view.overlays.belief && seen.outcome === "running" ? belief.of(seen, view.analysis) : new Map(),
    pieces: [visible, ...stations],
    turn: view.result && !review ? null : (decider?.player ?? null),
    moves: view.moves,
    considered: view.considered,
    chosen: view.chosen,
    analysis: view.analysis,
    ghost: shown && !visible ? shown : null,
    last: view.moves.length ? last.slice(-1) : last,
    route: review && view.overlays.route ? trueRoute(review.data, review.index, map.surfacing) : null,
    label: `Map of London, round ${roundNow(seen, map.rounds)} of ${map.rounds}: ${names}${visible ? `, Mr X at ${visible}` : ""}. ${view.moves.length ? `${decider?.name} can go to ${new Set(view.moves.map((move) => move.data.to)).size} stations.` : ""}`,
  };
}

/**
 * How many moves each station is from a place, for detectives (who take no ferry).
 * @param {MapData} map
 * @param {number} from
 */
export function distances(map, from) {
  /** @type {Map<number, number[]>} */
  const near = new Map();
  for (const link of map.links) {
    if (link.by === "ferry") continue;
    near.set(link.from, [...(near.get(link.from) ?? []), link.to]);
    near.set(link.to, [...(near.get(link.to) ?? []), link.from]);
  }
  const out = new Map([[from, 0]]);
  const queue = [from];
  for (const station of queue) {
    for (const next of near.get(station) ?? []) {
      if (out.has(next)) continue;
      out.set(next, (out.get(station) ?? 0) + 1);
      queue.push(next);
    }
  }
  return out;
}
