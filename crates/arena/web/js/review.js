// After the game: step through it, with what was thought then.

import { button, capital, copy, download, el, fill, percent, segments, still } from "./dom.js";
import { chart } from "./chart.js";
import { MoveList } from "./moves.js";
import { get } from "./net.js";
import { chooseRecord } from "./record.js";
import { addShortcuts, toast } from "./shell.js";

/** @import * as T from "./types.js" */
/** @import { Room } from "./net.js" */

/**
 * Where a game that is over comes from.
 * @typedef {object} ReviewSource
 * @property {Room | null} room null: a file
 * @property {T.RoomInfo} info who played
 * @property {number | null} [you] the player whose decisions are shown first where several decide at once
 * @property {() => Promise<T.ReviewData>} load
 */

/**
 * @typedef {object} ReviewLook
 * @property {(data: T.ReviewData, index: number, analysis: T.Analysis | null, next: T.Played | null) => void} draw shows the position after `index` steps; `analysis` belongs to the decision there, which led to `next`
 * @property {(move: T.Move) => (Node | string)[]} [face]
 * @property {(value: number) => string} [format]
 * @property {boolean} [puzzle] values are points of the one player
 * @property {(data: T.ReviewData, index: number) => (Node | string)[]} [remark] a note about a position
 * @property {(data: T.ReviewData) => {x: number, y: number}[]} [bars] small bars under the chart
 * @property {string} [barsText] what they are
 * @property {(data: T.ReviewData, go: (index: number) => void) => HTMLElement} [table] the moves as a table; its buttons have `data-step`
 * @property {(data: T.ReviewData, index: number) => string} [caption] names a position; “After move 3” by default
 */
/** @typedef {ReviewSource & ReviewLook} ReviewOptions */
/** What was thought about a decision. @typedef {{player: number, agent: string, analysis: T.Analysis, loss: number | null}} Kept */

/** The panels of a review. Put `element` into the side panel, and call `load`. */
export class Review {
  index = 0;
  /** The player whose decisions somebody wants to see, where several decide at once. @type {number | null} */ who = null;
  /** @type {T.ReviewData | null} */ data = null;
  /** Thoughts by the number of moves before the decision: one for each player who decides there. @type {Map<number, Kept[]>} */
  #thoughts = new Map();
  /** @type {ReturnType<typeof setInterval> | undefined} */ #playing;

  /** @param {ReviewOptions} options */
  constructor(options) {
    this.options = options;
    this.plot = el("div", { class: "reviewplot" });
    this.caption = el("p", { class: "caption", role: "status" });
    this.thought = el("div", {});
    this.mistakes = el("div", {});
    this.moves = el("div", { class: "movetable" });
    this.note = el("div", { class: "note", hidden: true });
    this.list = new MoveList({ onchoose: () => {}, onplay: () => {}, face: options.face, format: options.format, unit: options.puzzle ? "points" : "value" });
    const control = (/** @type {import("./dom.js").IconName} */ name, /** @type {string} */ text, /** @type {() => void} */ run) => button("", { class: "icon", icon: name, "aria-label": text, onclick: run });
    this.playButton = control("play", "Play", () => this.playOn());
    const controls = el("div", { class: "row center" }, control("first", "First position", () => this.go(0)), control("prev", "Back", () => this.go(this.index - 1)), this.playButton, control("next", "Forward", () => this.go(this.index + 1)), control("last", "Last position", () => this.go(Infinity)));
    this.ask = button("Let an engine look at every move", { icon: "eye", onclick: () => this.#ask() });
    this.progress = el("p", { class: "muted small", role: "status" });
    this.element = el("div", { class: "review" },
      el("section", { class: "panel" }, this.plot, controls, this.caption),
      el("section", { class: "panel" }, this.thought, this.list.element, this.note),
      // Nobody has thought about a game from a file.
      options.room && el("section", { class: "panel" }, el("header", {}, el("h3", {}, "Biggest mistakes"), options.puzzle ? null : el("span", { class: "end" }, "points of value")), this.mistakes, this.ask, this.progress),
      el("section", { class: "panel" }, el("header", {}, el("h3", {}, "Moves")), this.moves));
    options.room?.on("thought", (thought) => this.#think(thought));
    options.room?.on("error", () => (this.ask.disabled = false));
    const on = () => this.data !== null;
    addShortcuts([
      { key: "ArrowLeft", show: "←", does: "review: a step back", run: () => this.go(this.index - 1), when: on },
      { key: "ArrowRight", show: "→", does: "review: a step forward", run: () => this.go(this.index + 1), when: on },
      { key: "Home", does: "review: the start", run: () => this.go(0), when: on },
      { key: "End", does: "review: the end", run: () => this.go(Infinity), when: on },
      { key: " ", show: "Space", does: "review: play it", run: () => this.playOn(), when: on },
    ]);
  }

  async load() {
    const { load } = this.options;
    // A busy server is asked once more before the failure is shown.
    const again = () => new Promise((resolve) => setTimeout(resolve, 1000)).then(load);
    this.data = await load().catch(again);
    this.data.steps.forEach((step, i) => {
      const before = this.data?.steps[i - 1];
      for (const thought of step.thoughts) if (before) this.#keep(before.moves_played, { ...thought, loss: null });
    });
    this.#table();
    this.#worst();
    this.go(Infinity);
  }

  /**
   * @param {number} played
   * @param {Kept} thought
   */
  #keep(played, thought) {
    const others = (this.#thoughts.get(played) ?? []).filter((one) => one.player !== thought.player);
    this.#thoughts.set(played, [...others, thought]);
  }

  /** The decision that is shown at a position: where several decide at once, that of the chosen player. @param {number} index */
  #decision(index) {
    const movers = this.data?.steps[index + 1]?.moves ?? [];
    const kept = this.#thoughts.get(this.data?.steps[index]?.moves_played ?? 0) ?? [];
    const ownFirst = (/** @type {T.Played[]} */ all) => all.find((one) => one.player === this.options.you) ?? all[0];
    const thoughtAbout = movers.filter((one) => kept.some(({ player }) => player === one.player));
    const made = movers.find((one) => one.player === this.who) ?? ownFirst(thoughtAbout) ?? ownFirst(movers) ?? null;
    return { movers, made, thought: kept.find((one) => one.player === made?.player) ?? null };
  }

  /** The last position's number. */
  get end() {
    return (this.data?.steps.length ?? 1) - 1;
  }

  /** @param {number} index */
  go(index) {
    if (!this.data) return;
    this.index = Math.max(0, Math.min(this.end, index));
    const step = this.data.steps[this.index];
    if (!step) return;
    const { movers, made: next, thought } = this.#decision(this.index);
    this.caption.textContent = this.options.caption?.(this.data, this.index) ?? (this.index === 0 ? "The start" : this.index === this.end ? `The end: ${this.data.result.text}` : `After move ${this.index} of ${this.end}`);
    const heading = el("header", { class: "ph" }, el("h3", {}, next ? `Then ${next.name}: ${next.move?.label ?? "a hidden move"}` : "The game is over"), thought ? el("span", { class: "end clip", title: thought.agent }, thought.agent) : null);
    const who = movers.length > 1 && next ? segments("Whose decision", movers.map((one) => ({ value: String(one.player), text: capital(one.name) })), String(next.player), (value) => {
      this.who = Number(value);
      this.go(this.index);
      /** @type {HTMLElement | null} */ (this.thought.querySelector("[aria-checked=true]"))?.focus();
    }) : null;
    const considered = thought?.analysis.candidates.length ?? 0;
    fill(this.thought, heading, who, next && !considered ? el("p", { class: "muted small" }, thought ? "Played without a search." : "No search was kept for this move.") : null);
    this.list.element.hidden = !considered;
    if (thought) {
      this.list.setMoves(thought.analysis.candidates.map((one) => one.mv), { played: next?.move?.text ?? null, key: `${this.index}.${thought.player}` });
      this.list.setAnalysis(thought.analysis);
    }
    const remark = this.options.remark?.(this.data, this.index) ?? [];
    this.note.hidden = !remark.length;
    fill(this.note, ...remark.map((one) => (typeof one === "string" ? el("span", {}, one) : one)));
    for (const row of this.moves.querySelectorAll("button")) row.toggleAttribute("aria-current", Number(row.dataset.step) === this.index);
    scrollTo(this.moves.querySelector("[aria-current]"));
    this.#chart();
    this.options.draw(this.data, this.index, thought?.analysis ?? null, next);
  }

  playOn() {
    if (this.#playing) {
      clearInterval(this.#playing);
      this.#playing = undefined;
    } else {
      if (this.index === this.end) this.go(0);
      this.#playing = setInterval(() => {
        this.go(this.index + 1);
        if (this.index === this.end) this.playOn();
      }, still() ? 1500 : 900);
    }
    this.playButton.setAttribute("aria-label", this.#playing ? "Pause" : "Play");
    this.playButton.classList.toggle("primary", Boolean(this.#playing));
  }

  #ask() {
    this.ask.disabled = true;
    this.progress.textContent = "An engine looks at every move…";
    this.options.room?.review();
  }

  /** @param {T.Thought} thought */
  #think(thought) {
    const { moves_played, analysis, agent, player, loss } = thought;
    this.#keep(moves_played, { analysis, agent, player, loss });
    const looked = [...this.#thoughts.values()].flat().filter((one) => one.loss !== null).length;
    this.progress.textContent = thought.done ? `${looked} decisions looked at.` : `${looked} of ${thought.of} decisions looked at.`;
    if (thought.done) this.ask.hidden = true;
    this.#worst();
    if (this.data?.steps[this.index]?.moves_played === moves_played) this.go(this.index);
    else this.#chart();
  }

  #worst() {
    if (!this.data) return;
    const { format = percent, puzzle } = this.options;
    const steps = this.data.steps;
    const all = [...this.#thoughts].flatMap(([played, kept]) => kept.map((one) => ({ played, one })));
    const worst = all.flatMap(({ played, one }) => {
      const index = steps.findIndex((step) => step.moves_played === played);
      const made = steps[index + 1]?.moves.find((move) => move.player === one.player);
      const loss = one.loss ?? lossOf(one.analysis, made?.move ?? null);
      return made && loss !== null && loss > (puzzle ? 0 : 0.01) ? [{ index, made, loss, best: one.analysis.best }] : [];
    }).sort((a, b) => b.loss - a.loss).slice(0, 5);
    fill(this.mistakes, worst.length
      ? el("ol", { class: "mistakes" }, ...worst.map(({ index, made, loss, best }) => el("li", {}, el("button", { type: "button", class: "cand", onclick: () => { this.who = made.player; this.go(index); } },
        el("span", {}, `Move ${index + 1}: ${made.name}, ${made.move?.label ?? "hidden"}`, best.text === made.move?.text ? "" : el("small", {}, `better: ${best.label}`)), el("b", { class: "loss" }, `−${puzzle ? format(loss) : (100 * loss).toFixed(1)}`)))))
      : el("p", { class: "muted small" }, "None found so far."));
  }

  #table() {
    if (!this.data) return;
    if (this.options.table) {
      fill(this.moves, this.options.table(this.data, (index) => this.go(index)));
      this.moves.className = "";
      return;
    }
    fill(this.moves, ...this.data.steps.slice(1).map((step, i) => el("button", { type: "button", "data-step": i + 1, onclick: () => this.go(i + 1) },
      el("span", { class: "muted" }, `${i + 1}`), ...step.moves.map((made) => el("span", {}, `${made.name}: `, el("b", {}, made.move?.text ?? "?"))))));
  }

  #chart() {
    if (!this.data) return;
    const { puzzle, format = percent } = this.options;
    const sides = [...new Set(this.data.steps.flatMap((step) => step.moves.map((made) => made.side)))].sort();
    const room = this.options.info;
    const series = sides.map((side, i) => ({
      class: /** @type {"ours" | "paper"} */ (i === 0 ? "ours" : "paper"),
      label: sides.length > 1 ? `as ${room.sides[side]?.title ?? side} sees it` : undefined,
      points: (this.data?.steps ?? []).flatMap((step, x) => {
        const next = this.data?.steps[x + 1]?.moves.find((made) => made.side === side);
        const thought = this.#thoughts.get(step.moves_played)?.find((one) => one.player === next?.player);
        if (!thought) return [];
        const value = valueOf(thought.analysis);
        // One scale for all lines: the chance of the first side.
        return value === null ? [] : [{ x, y: puzzle || side === sides[0] ? value : 1 - value }];
      }),
    }));
    const first = room.sides[sides[0] ?? 0]?.title ?? "";
    const title = puzzle ? "Expected score" : `Chance of ${first}`;
    const bars = this.options.bars?.(this.data);
    if (!this.options.room && !bars) return;
    const host = el("div");
    chart(host, { label: `${title} by move`, series, xMax: this.end, cursor: this.index, bars, onpick: (x) => this.go(Math.round(x)),
      ...(puzzle ? { yText: format } : { yMin: 0, yMax: 1, yText: (/** @type {number} */ y) => `${Math.round(100 * y)} %` }) });
    fill(this.plot, el("header", { class: "ph" }, el("h3", {}, title), bars && this.options.barsText ? el("span", { class: "end" }, this.options.barsText) : null), host);
  }

  /** Buttons for the foot of the page. */
  buttons() {
    const { room, info } = this.options;
    if (!room) return [button("Open another", { icon: "up", onclick: chooseRecord })];
    const save = async () => {
      try {
        download(`${info.name}-${room.id}.txt`, await get(`rooms/${room.id}/record`));
      } catch (error) {
        toast(/** @type {Error} */ (error).message, { kind: "bad" });
      }
    };
    return [
      button("Share", { icon: "link", onclick: async () => toast((await copy(location.href)) ? "Link copied. Whoever opens it sees this game." : location.href) }),
      button("Record", { icon: "down", title: "Saves the game as a file, which can be opened here again", onclick: save }),
    ];
  }
}

/**
 * Brings a row into view within its table, and leaves the rest of the page where it is.
 * @param {Element | null} row
 */
function scrollTo(row) {
  const table = row?.closest(".movetable");
  if (!row || !table) return;
  const [inner, outer] = [row.getBoundingClientRect(), table.getBoundingClientRect()];
  if (inner.top < outer.top + 28) table.scrollTop += inner.top - outer.top - 28;
  else if (inner.bottom > outer.bottom) table.scrollTop += inner.bottom - outer.bottom;
}

/**
 * The value of the move that the search would play.
 * @param {T.Analysis} analysis
 */
export function valueOf(analysis) {
  const best = analysis.candidates.find((one) => one.mv.text === analysis.best.text) ?? analysis.candidates[0];
  return best ? (best.exact ?? best.value) : null;
}

/**
 * What a move gives away against the best one, as a search saw it; null where it says nothing.
 * @param {T.Analysis} analysis
 * @param {T.Move | null} made
 */
export function lossOf(analysis, made) {
  const best = valueOf(analysis);
  const one = analysis.candidates.find((candidate) => candidate.mv.text === made?.text);
  if (best === null || !one || (one.exact === null && one.visits < 30)) return null;
  const value = one.exact ?? one.value;
  return value === null ? null : Math.max(0, best - value);
}
