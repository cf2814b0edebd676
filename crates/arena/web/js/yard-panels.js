// The panels beside the map: Mr X, his travel log, the detectives, the last round.

import { capital, el, fill, icon, percent, svg } from "./dom.js";
import { token } from "./pieces.js";
import { Belief, distances, lastSeen, roundNow } from "./yard-view.js";

/** @import { GamePage } from "./game.js" */
/** @import { Panel, View } from "./game-types.js" */
/** @import { MapData, Observation, Tickets } from "./yard-view.js" */

/** @type {Record<string, [string, string]>} */
const TICKET = { taxi: ["T", "t"], bus: ["B", "b"], underground: ["U", "u"], black: ["X", "x"], double: ["2×", "d"] };

/**
 * A ticket: letter, colour and shape.
 * @param {string} name
 */
export function ticket(name) {
  const [letter, cls] = TICKET[name] ?? ["–", "t"];
  return el("span", { class: `tk ${cls}`, "aria-hidden": "true" }, letter);
}

/**
 * @param {[string, number][]} counts
 * @param {string} [more]
 */
function tickets(counts, more = "") {
  return el("div", { class: `tks ${more}` }, ...counts.map(([name, n]) => el("span", { class: n === 0 ? "none" : null, title: name }, ticket(name), n, el("span", { class: "sr" }, ` ${name}`))));
}

/** @param {Tickets} all @returns {[string, number][]} */
const purse = (all) => [["taxi", all.taxi], ["bus", all.bus], ["underground", all.underground]];

/** @param {GamePage} page @param {number} player */
function controller(page, player) {
  if (!page.welcome) return "";
  const chair = page.welcome?.room.chairs.find((one) => one.players.some((p) => p.player === player));
  if (page.welcome?.you?.players.includes(player)) return "you";
  return chair?.engine ?? (chair?.connected ? "a friend" : "a friend, not here yet");
}

/** @param {GamePage} page @returns {Panel} */
function mrX(page) {
  const element = el("section", { class: "panel", "aria-label": "Mr X" });
  const belief = new Belief();
  const update = (/** @type {View} */ view) => {
    /** @type {Observation} */
    const seen = view.observation;
    const own = view.you?.side === 0 && !view.review;
    /** @type {[string, number][]} */
    const counts = [...purse(seen.mr_x.tickets), ["black", seen.mr_x.tickets.black], ["double", seen.mr_x.doubles]];
    const shown = lastSeen(seen);
    let title = "Mr X", what = [controller(page, 0), shown ? `last seen at ${shown.station}, round ${shown.round}` : "not seen yet"].filter(Boolean).join(" · ");
    if (own && seen.mr_x.station) {
      const share = belief.of(seen, null).get(seen.mr_x.station) ?? 0;
      title = `You are Mr X, at ${seen.mr_x.station}`;
      what = `They see ${seen.possible.length} possible ${seen.possible.length === 1 ? "station" : "stations"}${seen.possible.length ? ` and give yours ${percent(share)}` : ""}`;
    }
    const thinks = page.thinking?.player === 0 && !view.result;
    fill(element, el("div", { class: "player" }, token(0), el("div", {}, el("div", { class: "who" }, title), el("div", { class: "what" }, what)), thinks ? el("span", { class: "row small" }, el("span", { class: "think", "aria-hidden": "true" }, el("i"), el("i"), el("i")), "thinks") : null),
      own ? el("div", { class: "counters" }, ...counts.map(([name, n]) => el("div", { class: `counter${n ? "" : " none"}` }, ticket(name), el("b", {}, n), el("small", {}, name)))) : tickets(counts, "inset"));
  };
  return { element, tab: "people", update };
}

/** @returns {Panel} */
function travelLog() {
  const count = el("span", { class: "end" });
  const list = el("ol", { class: "log", "aria-label": "Travel log of Mr X" });
  const element = el("section", { class: "panel" }, el("header", {}, el("h3", {}, "Travel log"), count), list);
  const eye = () => svg("svg", { class: "eye", viewBox: "0 0 20 20", "aria-hidden": "true" }, svg("path", { d: "M1 10s3-6 9-6 9 6 9 6-3 6-9 6-9-6-9-6z" }), svg("circle", { cx: 10, cy: 10, r: 2.5 }));
  /** @type {string} */
  let drawn = "";
  /** @type {Map<number, number>} */
  const own = new Map();
  const update = (/** @type {View} */ view) => {
    /** @type {Observation} */
    const seen = view.observation;
    /** @type {MapData} */
    const map = view.board;
    // Mr X's own stations are remembered from the positions that his seat was sent.
    if (view.you?.side === 0 && !view.review && seen.mr_x.station) own.set(seen.log.length, seen.mr_x.station);
    if (view.review) view.review.data.steps.forEach((step) => own.set(step.observations[0].log.length, step.observations[0].mr_x.station));
    const mine = view.review ? view.overlays.route : view.you?.side === 0;
    const n = seen.possible.length;
    const text = JSON.stringify([seen.log, seen.turn, mine, n, view.overlays.belief, [...own]]);
    if (text === drawn) return;
    drawn = text;
    fill(count, view.overlays.belief && n ? `${n} possible ${n === 1 ? "station" : "stations"}` : null, view.overlays.belief && n ? el("span", { class: "ramp", title: "from unlikely to likely" }, ...Array.from({ length: 6 }, () => el("i"))) : null);
    fill(list, ...Array.from({ length: map.rounds }, (_, i) => {
      const round = i + 1;
      const entry = seen.log[i];
      const up = map.surfacing.includes(round);
      const cls = [up ? "up" : "", entry ? "" : "todo", entry?.double ? "dbl" : "", entry?.shown ? "seen" : "", round === roundNow(seen, map.rounds) && seen.outcome === "running" ? "now" : ""];
      const station = entry?.shown ?? (mine ? own.get(round) : undefined);
      if (entry && station && !entry.shown) cls.push("mine");
      const words = `Round ${round}${up ? ", he surfaces" : ""}${entry ? `: ${entry.ticket}${entry.double ? ", double move" : ""}${station ? `, at ${station}` : ""}` : ""}`;
      return el("li", { class: cls.filter(Boolean).join(" "), title: words }, el("span", { class: "sr" }, words), el("span", { class: "n", "aria-hidden": "true" }, round), up ? eye() : null, entry ? ticket(entry.ticket) : null, entry && station ? el("span", { class: "at", "aria-hidden": "true" }, station) : null);
    }));
  };
  return { element, tab: "log", update };
}

/** @param {GamePage} page @returns {Panel} */
function detectives(page) {
  const list = el("ul", { "aria-label": "Detectives" });
  const element = el("section", { class: "panel" }, el("header", {}, el("h3", {}, "Detectives"), el("span", { class: "end" }, "station · tickets")), list);
  const update = (/** @type {View} */ view) => {
    /** @type {Observation} */
    const seen = view.observation;
    const far = view.you?.side === 0 && !view.review && seen.mr_x.station ? distances(view.board, seen.mr_x.station) : null;
    const last = seen.log.at(-1);
    fill(list, ...seen.detectives.map((one, i) => {
      const player = i + 1;
      const turn = view.deciding[0]?.player === player && !(view.result && !view.review);
      const passed = last?.detectives[i] && last.detectives[i]?.to === null;
      const moves = far?.get(one.station);
      const who = [far ? (moves === undefined ? "" : `${moves} ${moves === 1 ? "move" : "moves"} from you`) : controller(page, player), turn ? "to move" : "", passed ? "cannot move, passes" : ""].filter(Boolean).join(" · ");
      return el("li", { class: "pl", "aria-current": turn ? "true" : null }, token(player), el("span", { class: "who" }, `Detective ${player}`, el("small", {}, who)), el("span", { class: "at", title: "station" }, one.station), tickets(purse(one.tickets), "tight"));
    }));
  };
  return { element, tab: "people", update };
}

/** What happened in the last round, while others are to move. @param {GamePage} page @returns {Panel} */
function lastRound(page) {
  const element = el("section", { class: "panel", "aria-label": "Last moves" });
  const update = (/** @type {View} */ view) => {
    /** @type {Observation} */
    const seen = view.observation;
    const entry = seen.log.at(-1);
    element.hidden = view.moves.length > 0 || view.review !== null || !entry;
    if (element.hidden || !entry) return;
    const hidden = view.you?.side === 1 && page.thinking?.player === 0;
    fill(element, el("header", {}, el("h3", {}, `Round ${seen.log.length}`), el("span", { class: "end" }, ticket(entry.ticket), `Mr X: ${entry.ticket}${entry.shown ? ` to ${entry.shown}` : ""}`)),
      el("ul", { class: "lastmoves" }, ...entry.detectives.map((move, i) => el("li", {}, token(i + 1), move.to ? `${capital(move.ticket)} to ${move.to}` : "cannot move, passes"))),
      hidden ? el("p", { class: "note" }, icon("eye", "s"), el("span", {}, "What he thinks stays hidden until the game is over: it would give his station away. The review shows it.")) : null);
  };
  return { element, tab: "moves", update };
}

/** @param {GamePage} page */
export const panels = (page) => [mrX(page), travelLog(), detectives(page), lastRound(page)];
