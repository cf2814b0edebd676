// The list of legal moves: one list for mouse, keys and screen readers, with what a search says.

import { count, el, fill, percent, reveal } from "./dom.js";

/** @import * as T from "./types.js" */

/** A rate from fewer visits than this says nothing and is not shown. */
export const ENOUGH = 30;

/**
 * A candidate's value as text, or nothing where it says nothing.
 * @param {T.Candidate} candidate
 * @param {(value: number) => string} format
 */
export function rate(candidate, format) {
  if (candidate.exact !== null && candidate.exact !== undefined) return `= ${format(candidate.exact)}`;
  if (candidate.value === null || candidate.value === undefined) return "–";
  // A search that does not count visits gives a judgement, not a mean.
  if (candidate.visits > 0 && candidate.visits < ENOUGH) return "–";
  return format(candidate.value);
}

/**
 * @typedef {object} MoveListOptions
 * @property {(move: T.Move | null) => void} onchoose
 * @property {(move: T.Move) => void} onplay
 * @property {(move: T.Move) => (Node | string)[]} [face] how a move is drawn; its label by default
 * @property {(value: number) => string} [format] a value as text; per cent by default
 * @property {string} [unit] the head of the last column
 */

/** The list. `element` goes into the page. */
export class MoveList {
  /** @type {T.Move | null} */ chosen = null;
  /** @type {T.Move[]} */ #moves = [];
  /** @type {T.Analysis | null} */ #analysis = null;
  /** @type {string | null} */ #played = null;
  /** @type {Map<string, HTMLButtonElement>} */ #rows = new Map();
  /** @type {string[]} */ #order = [];
  /** @type {unknown} */ #position = null;
  /** Whether this position's list has been in the order of a search. */
  #sorted = false;
  #saidAt = 0;

  /** @param {MoveListOptions} options */
  constructor(options) {
    this.options = options;
    this.list = el("ol", { class: "cands" });
    this.head = el("div", { class: "cand-head", "aria-hidden": "true" }, el("span", {}, "move"), el("span", { class: "count" }, "visits"), el("span", {}, options.unit ?? "value"));
    this.element = el("div", { class: "movelist" }, this.head, this.list);
    const sort = () => setTimeout(() => this.#sort());
    this.list.addEventListener("pointerleave", sort);
    this.list.addEventListener("focusout", sort);
    this.list.addEventListener("keydown", (event) => this.#key(event));
  }

  /** The moves in the order of the list. */
  get moves() {
    return this.#order.map((text) => this.#moves.find((move) => move.text === text)).filter((move) => move !== undefined);
  }

  /**
   * @param {T.Move[]} moves
   * @param {{played?: string | null, key?: unknown}} [more] `played`: the move that was made here, in a review; `key`: another one means another position
   */
  setMoves(moves, { played = null, key = null } = {}) {
    const same = key === this.#position && moves.length === this.#moves.length && moves.every((move, i) => move.text === this.#moves[i]?.text) && played === this.#played;
    if (same) return;
    this.#position = key;
    this.#sorted = false;
    this.#moves = moves;
    this.#played = played;
    this.#analysis = null;
    this.chosen = null;
    this.#order = moves.map((move) => move.text);
    this.#rows.clear();
    const hadFocus = this.list.contains(document.activeElement);
    fill(this.list, ...moves.map((move) => {
      const row = el("button", { type: "button", class: "cand", "aria-pressed": "false", tabindex: -1, "data-move": move.text },
        el("span", { class: "sr" }, move.label), el("span", { class: "mv", "aria-hidden": "true" }, ...(this.options.face?.(move) ?? [move.label])),
        el("span", { class: "vis", "aria-hidden": "true" }, el("i"), el("span")), el("span", { class: "wr", "aria-hidden": "true" }));
      if (move.text === played) row.classList.add("played");
      row.addEventListener("click", () => (this.chosen?.text === move.text ? this.options.onplay(move) : this.choose(move.text)));
      this.#rows.set(move.text, row);
      return el("li", {}, row);
    }));
    this.#draw();
    this.#rove();
    if (hadFocus) this.focus();
  }

  /** @param {T.Analysis | null} analysis */
  setAnalysis(analysis) {
    this.#analysis = analysis;
    this.#sort();
    this.#draw();
  }

  /**
   * Chooses a move, or lets it go with null.
   * @param {string | null} text
   */
  choose(text) {
    this.chosen = this.#moves.find((move) => move.text === text) ?? null;
    for (const [name, row] of this.#rows) row.setAttribute("aria-pressed", String(name === text));
    this.#rove();
    reveal(this.#rows.get(text ?? "") ?? null);
    this.options.onchoose(this.chosen);
  }

  /** @param {number} index from 0 */
  chooseNth(index) {
    const text = this.#order[index];
    if (text) this.choose(text);
  }

  focus() {
    this.#rows.get(this.chosen?.text ?? this.#order[0] ?? "")?.focus();
  }

  #rove() {
    const at = this.chosen?.text ?? this.#order[0];
    for (const [name, row] of this.#rows) row.tabIndex = name === at ? 0 : -1;
  }

  /** @param {KeyboardEvent} event */
  #key(event) {
    const at = this.#order.findIndex((text) => this.#rows.get(text) === document.activeElement);
    const to = { ArrowDown: at + 1, ArrowUp: at - 1, Home: 0, End: this.#order.length - 1 }[event.key];
    if (to === undefined || at < 0) return;
    event.preventDefault();
    event.stopPropagation();
    const text = this.#order[Math.max(0, Math.min(this.#order.length - 1, to))];
    if (text) {
      this.choose(text);
      this.#rows.get(text)?.focus();
    }
  }

  #sort() {
    const analysis = this.#analysis;
    // The order stands while the pointer is over the list, or the focus in it. A focus that was
    // left there by the last move does not hold the first order of a new position up.
    const held = this.list.matches(":hover") || (this.#sorted && this.list.contains(document.activeElement));
    if (!analysis || held) return;
    this.#sorted = true;
    const visits = new Map(analysis.candidates.map((candidate, i) => [candidate.mv.text, [candidate.visits, -i]]));
    const key = (/** @type {T.Move} */ move) => visits.get(move.text) ?? [-1, 0];
    const order = [...this.#moves].sort((a, b) => {
      const [x, y] = [key(a), key(b)];
      return (y[0] ?? 0) - (x[0] ?? 0) || (y[1] ?? 0) - (x[1] ?? 0);
    }).map((move) => move.text);
    if (order.every((text, i) => text === this.#order[i])) return;
    this.#order = order;
    const focused = document.activeElement;
    for (const text of order) {
      const item = this.#rows.get(text)?.parentElement;
      if (item) this.list.append(item);
    }
    // An element that is put elsewhere loses the focus.
    if (focused instanceof HTMLElement && this.list.contains(focused)) focused.focus({ preventScroll: true });
    this.#rove();
  }

  #draw() {
    const { format = percent } = this.options;
    const found = new Map(this.#analysis?.candidates.map((candidate) => [candidate.mv.text, candidate]));
    const most = Math.max(1, ...[...found.values()].map((candidate) => candidate.visits));
    const best = this.#analysis?.best.text;
    const say = Date.now() - this.#saidAt > 2000 || !this.#analysis;
    if (say) this.#saidAt = Date.now();
    this.head.classList.toggle("idle", !this.#analysis);
    this.head.classList.toggle("uncounted", ![...found.values()].some((candidate) => candidate.visits > 0));
    for (const move of this.#moves) {
      const row = this.#rows.get(move.text);
      if (!row) continue;
      const candidate = found.get(move.text);
      const bar = /** @type {HTMLElement} */ (row.querySelector(".vis i"));
      const number = /** @type {HTMLElement} */ (row.querySelector(".vis span"));
      const wins = /** @type {HTMLElement} */ (row.querySelector(".wr"));
      bar.style.width = candidate ? `${(100 * candidate.visits) / most}%` : "0";
      number.textContent = candidate && candidate.visits > 0 ? count(candidate.visits) : "";
      wins.textContent = candidate ? rate(candidate, format) : "";
      row.classList.toggle("best", move.text === best);
      if (say) {
        const parts = [move.label];
        if (candidate) parts.push(`${count(candidate.visits)} visits`, rate(candidate, format));
        if (move.text === best) parts.push("best so far");
        if (move.text === this.#played) parts.push("played");
        const label = row.querySelector(".sr");
        if (label) label.textContent = parts.join(", ");
      }
    }
  }
}
