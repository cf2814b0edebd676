// Advice for a board on the table: enter the moves as they are made, ask for a recommendation.

import { button, capital, copy, el, fill, icon, keep, recall, segments } from "./dom.js";
import { London } from "./london.js";
import { loadDrawing } from "./london-network.js";
import { token } from "./pieces.js";
import { MoveList } from "./moves.js";
import { post } from "./net.js";
import { addShortcuts, confirm, mountShell, say, setHelp, toast } from "./shell.js";
import { TreeView } from "./tree.js";
import { panels, ticket } from "./yard-panels.js";
import { Belief, mapView } from "./yard-view.js";

/** @import * as T from "./types.js" */
/** @import { Observation } from "./yard-view.js" */
/** @import { View } from "./game-types.js" */

/** @typedef {{observation: Observation, deciding: {player: number, name: string} | null, next: T.Move[], possible: T.Place[], analysis: T.Analysis | null, sentence: string, board?: any}} Advice */

const TIMES = [{ value: "500", text: "0.5 s" }, { value: "2000", text: "2 s" }, { value: "10000", text: "10 s" }];
const MAP = { rounds: 24, surfacing: [3, 8, 13, 18, 24], places: [], links: [] };

class Table {
  /** @type {number[]} where the detectives start */ start = [];
  /** @type {{player: number, text: string}[]} */ moves = [];
  /** @type {Advice | null} */ advice = null;
  /** @type {London | null} */ london = null;
  detectives = 5;
  millis = "2000";
  #busy = false;
  #asked = 0;

  constructor() {
    const kept = recall(localStorage, "advice", /** @type {{start: number[], moves: {player: number, text: string}[], detectives: number} | null} */ (null));
    if (kept) ({ start: this.start, moves: this.moves, detectives: this.detectives } = kept);
    this.belief = new Belief();
    this.memory = { start: null, mrx: null };
    this.line = el("p", { class: "state-line", role: "status", "aria-live": "polite" });
    this.host = el("div", { class: "board" });
    this.entry = el("section", { class: "panel", "data-tab": "moves" });
    this.sentence = el("section", { class: "panel advice", "data-tab": "moves", "aria-live": "polite", hidden: true });
    this.list = new MoveList({ onchoose: () => this.draw(), onplay: (move) => this.enter(move), face: (move) => this.#face(move) });
    this.list.element.classList.add("wide");
    this.tree = new TreeView({ face: (move) => this.#face(move) });
    this.treePanel = el("details", { class: "panel treepanel", "data-tab": "moves", hidden: true }, el("summary", {}, el("h3", {}, "Search tree")), this.tree.element);
    this.foot = el("div", { class: "foot" });
    // The panels of the game, without people behind them.
    this.panels = panels(/** @type {any} */ ({ welcome: null, thinking: null }));
    for (const panel of this.panels) panel.element.dataset.tab = "people";
    this.progress = el("div", { class: "prog thin unknown", "aria-hidden": "true" }, el("i"));
    this.#layout();
    this.#keys();
    void loadDrawing().then((drawing) => {
      this.london = new London(this.host, drawing, null, (station) => this.pick(station));
      void this.refresh();
    });
  }

  #layout() {
    const main = /** @type {HTMLElement} */ (document.getElementById("main"));
    main.className = "table";
    const tab = (/** @type {string} */ name) => {
      document.body.dataset.tab = name;
      for (const node of tabs.children) node.setAttribute("aria-selected", String(node.getAttribute("data-to") === name));
    };
    const tabs = el("div", { class: "seg wide", role: "tablist", "aria-label": "Panels" }, ...[["moves", "Moves"], ["people", "Table"]].map(([name = "", text]) => el("button", { type: "button", role: "tab", "data-to": name, onclick: () => tab(name) }, text)));
    const fit = button("", { class: "icon quiet only-phone", icon: "fit", "aria-label": "Whole map or the moves", onclick: () => (this.london?.pan.whole ? this.london.frame() : this.london?.pan.fit()) });
    const zoom = el("span", { class: "seg no-phone", role: "group", "aria-label": "Zoom" }, ...[["plus", "Zoom in", 1.3], ["minus", "Zoom out", 1 / 1.3], ["fit", "Whole map", 0]].map(([name, text, factor]) =>
      el("button", { type: "button", "aria-label": String(text), onclick: () => (factor ? this.london?.pan.zoom(Number(factor)) : this.london?.pan.fit()) }, icon(/** @type {"plus"} */ (name), "s"))));
    const stage = el("section", { class: "stage", "aria-label": "Board" }, el("div", { class: "tools" }, this.line, el("div", { class: "end" }, fit, zoom)), this.progress, this.host);
    const side = el("aside", { class: "side", "aria-label": "Advice" }, el("div", { class: "tabs" }, tabs), this.sentence, this.entry, this.treePanel, ...this.panels.slice(0, 3).map((panel) => panel.element), this.foot);
    fill(main, stage, side);
    tab("moves");
  }

  #keys() {
    addShortcuts([
      { key: "1-9", show: "1 – 9", does: "choose the nth move", run: (event) => this.list.chooseNth(Number(event.key) - 1) },
      { key: "Enter", does: "enter the chosen move", run: () => this.list.chosen && this.enter(this.list.chosen) },
      { key: "Escape", show: "Esc", does: "let it go", run: () => this.list.choose(null) },
      { key: "u", show: "U", does: "take the last entry back", run: () => this.back() },
      { key: "h", show: "H", does: "ask for advice", run: () => this.ask() },
    ]);
    addEventListener("keydown", (event) => {
      if (!event.key.startsWith("Arrow") || !this.host.contains(document.activeElement)) return;
      const station = this.london?.towards(event.key, this.list.chosen?.data.to ?? (Number(document.activeElement?.getAttribute("data-station")) || null));
      if (!station) return;
      event.preventDefault();
      const move = this.list.moves.find((one) => one.data.to === station);
      if (move) this.list.choose(move.text);
      this.london?.focus(station);
    });
  }

  /** @param {T.Move} move */
  #face(move) {
    const { data } = move;
    if (!data?.ticket || /^-/.test(move.text)) return [move.label];
    return [...(data.double ? [ticket("double")] : []), ticket(data.ticket), el("span", {}, data.to ?? move.label), ...(move.text.endsWith("!") ? [el("span", { class: "badge good" }, "caught")] : [])];
  }

  /** The log, as `spinney advise` reads it. */
  get log() {
    let text = `start ? ${this.start.join(" ")}`;
    let round = 0;
    for (const { player, text: move } of this.moves) text += player === 0 ? `\n${++round} ${move}` : ` ${move}`;
    return `${text}\n`;
  }

  get #game() {
    return this.detectives === 5 ? "scotland-yard" : `scotland-yard(detectives=${this.detectives})`;
  }

  /** Asks the server what the log means, without a search. */
  async refresh() {
    keep(localStorage, "advice", { start: this.start, moves: this.moves, detectives: this.detectives });
    this.advice = null;
    this.sentence.hidden = true;
    if (this.start.length === this.detectives) await this.#post(null);
    this.draw();
  }

  /** @param {string | null} agent */
  async #post(agent) {
    const asked = ++this.#asked;
    this.#busy = true;
    this.progress.classList.toggle("on", agent !== null);
    this.#buttons();
    try {
      const advice = /** @type {Advice} */ (await post("advice", { game: this.#game, log: this.log, agent }));
      if (asked !== this.#asked) return;
      this.advice = advice;
      if (agent) this.#recommend(advice);
    } catch (error) {
      toast(/** @type {Error} */ (error).message, { kind: "bad" });
      // An entry that the rules refuse is taken back; the rest of the log stands.
      if (!agent && this.moves.length) {
        this.moves.pop();
        await this.#post(null);
      }
    } finally {
      if (asked === this.#asked) {
        this.#busy = false;
        this.progress.classList.remove("on");
        this.draw();
      }
    }
  }

  /** @param {Advice} advice */
  #recommend(advice) {
    const best = advice.analysis?.best;
    this.sentence.hidden = false;
    fill(this.sentence, el("header", {}, el("h3", {}, best ? `Advice for ${advice.deciding?.name ?? ""}` : "The position")), best ? el("p", { class: "bestmove" }, ...(best.data?.ticket ? [ticket(best.data.ticket)] : []), el("b", {}, capital(best.label))) : null, el("p", {}, advice.sentence));
    say(advice.sentence);
  }

  ask() {
    if (this.#busy || !this.advice?.deciding) return;
    void this.#post(`best(millis=${this.millis})`);
  }

  /** @param {number} station */
  pick(station) {
    if (this.start.length < this.detectives) {
      if (this.start.includes(station)) return;
      this.start.push(station);
      void this.refresh();
      return;
    }
    const moves = this.list.moves.filter((move) => move.data.to === station);
    if (this.list.chosen && moves.includes(this.list.chosen)) return this.enter(this.list.chosen);
    if (moves[0]) this.list.choose(moves[0].text);
  }

  /** @param {T.Move} move */
  enter(move) {
    if (!this.advice?.deciding || this.#busy) return;
    this.moves.push({ player: this.advice.deciding.player, text: move.text });
    void this.refresh();
  }

  back() {
    if (this.moves.length) this.moves.pop();
    else this.start.pop();
    void this.refresh();
  }

  draw() {
    const { advice, london } = this;
    if (!london) return;
    const starting = this.start.length < this.detectives;
    const seen = advice?.observation;
    if (starting || !seen) {
      const free = Array.from({ length: 199 }, (_, i) => i + 1).filter((station) => !this.start.includes(station));
      london.update({ belief: new Map(), pieces: [null, ...this.start], turn: null, moves: [], chosen: null, analysis: null, ghost: null, last: [], route: null, label: `Map of London. ${this.start.length} of ${this.detectives} detectives stand.`, pickable: starting ? free : [] });
      for (const panel of this.panels) panel.element.hidden = true;
      this.list.setMoves([]);
    } else {
      const decider = advice.deciding;
      this.list.setMoves(advice.next);
      this.list.setAnalysis(advice.analysis);
      /** @type {View} */
      const view = { board: MAP, observation: seen, moves: advice.next.filter((move) => move.data?.to), considered: [], chosen: this.list.chosen, last: [], analysis: advice.analysis, deciding: decider ? [{ ...decider, side: decider.player ? 1 : 0, yours: true, engine: false }] : [], you: { side: 1, chairs: [], players: [] }, result: null, overlays: { belief: true }, review: null, played: null };
      const map = mapView(view, this.belief, this.memory);
      london.update({ ...map, belief: new Map(advice.possible.map((one) => [one.place, one.probability])) });
      for (const panel of this.panels) {
        panel.element.hidden = false;
        panel.update(view);
      }
    }
    this.tree.update(advice?.analysis ?? null);
    this.treePanel.hidden = !advice?.analysis?.tree?.length;
    this.#enterPanel(starting);
    this.#title(starting);
    this.#buttons();
  }

  /** @param {boolean} starting */
  #title(starting) {
    const { advice } = this;
    const n = this.start.length + 1;
    if (starting) fill(this.line, token(n), el("b", {}, `Where does detective ${n} start?`), el("span", { class: "no-phone" }, "Click the station"));
    else if (!advice) fill(this.line, el("b", {}, this.#busy ? "Reading the log…" : "The position is not known"));
    else if (!advice.deciding) fill(this.line, icon("flag"), el("b", {}, "The game is over"));
    else fill(this.line, token(advice.deciding.player), el("b", {}, advice.deciding.player ? `What did ${advice.deciding.name} play?` : "Which ticket did Mr X show?"), el("span", { class: "no-phone" }, "enter it, or ask for advice first"));
  }

  /** @param {boolean} starting */
  #enterPanel(starting) {
    if (starting) {
      if (this.entry.querySelector("input")) return;
      const field = el("input", { class: "in", type: "text", inputmode: "numeric", placeholder: "13 26 29 34 50", "aria-label": "Stations of the detectives, in order" });
      const form = el("form", { class: "row" }, field, button("Set", { type: "submit" }));
      form.addEventListener("submit", (event) => {
        event.preventDefault();
        const stations = field.value.split(/\D+/).map(Number).filter((n) => n >= 1 && n <= 199);
        if (new Set(stations).size !== stations.length || !stations.length || stations.length > 5) return void toast("One to five different stations from 1 to 199.", { kind: "bad" });
        this.start = stations;
        this.detectives = stations.length;
        void this.refresh();
      });
      fill(this.entry, el("header", {}, el("h3", {}, "The start")), el("p", { class: "soft" }, "Click the station of each detective, in the order in which they move, or type all of them."), form,
        el("div", { class: "field" }, el("span", { class: "label" }, "Detectives"), segments("Detectives", [1, 2, 3, 4, 5].map((k) => ({ value: String(k), text: String(k) })), String(this.detectives), (value) => {
          this.detectives = Number(value);
          this.start = this.start.slice(0, this.detectives);
          void this.refresh();
        })));
      return;
    }
    const over = this.advice && !this.advice.deciding;
    if (!this.entry.contains(this.list.element)) {
      const time = segments("Thinking time", TIMES, this.millis, (value) => (this.millis = value));
      this.entryHead = el("h3", {});
      fill(this.entry, el("header", {}, this.entryHead, el("span", { class: "end" }, time)), this.list.element);
    }
    if (this.entryHead) this.entryHead.textContent = over ? "The game is over" : this.advice?.deciding?.player ? "Moves" : "Mr X’s ticket";
  }

  #buttons() {
    const { advice } = this;
    const chosen = this.list.chosen;
    fill(this.foot,
      button("Back", { icon: "undo", disabled: !this.start.length, onclick: () => this.back() }),
      button("Log", { icon: "copy", disabled: !this.start.length, onclick: async () => toast((await copy(this.log)) ? "The log is copied; `spinney advise` reads it." : this.log) }),
      button("", { icon: "cross", class: "icononly", "aria-label": "Clear the table", disabled: !this.start.length, onclick: () => confirm({ title: "Clear the table?", text: "All entries are forgotten.", yes: "Clear", run: () => { this.start = []; this.moves = []; void this.refresh(); } }) }),
      chosen ? button(`Enter ${chosen.label}`, { class: "primary wide", disabled: this.#busy, onclick: () => this.enter(chosen) })
        : button(this.#busy ? "Thinking…" : "Advice", { class: "primary wide", icon: "hint", disabled: this.#busy || !advice?.deciding || advice.deciding.player === 0, onclick: () => this.ask() }));
  }
}

export function advise() {
  mountShell({ page: "scotland-yard", title: "Advice" });
  document.title = "Advice for a table · Spinney";
  setHelp(() => [
    el("p", {}, "Set up the detectives as they stand on your table. Then enter every move as it is made: Mr X’s ticket, with his station where he surfaces, and the move of each detective."),
    el("p", {}, "Violet stations are where Mr X may be. Whenever a detective is to move, press Advice: the search says which move it would make, and why."),
    el("p", {}, "What you enter stays in this browser. Back takes the last entry away."),
  ]);
  new Table();
}
