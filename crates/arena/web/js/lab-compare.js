// Compare two agents: the form, and the interval while it shrinks.

import { button, el, fill, segments } from "./dom.js";
import { agentForm } from "./agent-form.js";
import { get } from "./net.js";
import { stateCard } from "./shell.js";
import { active, jobCard, measures, shrinking } from "./lab-jobs.js";

/** @import * as T from "./types.js" */
/** @import { Job, Jobs } from "./lab-jobs.js" */

/** @type {Promise<T.GameInfo[]> | null} */
let games = null;
const load = () => (games ??= get("games").then((/** @type {{games: T.GameInfo[]}} */ answer) => answer.games));

/**
 * @param {Element} host
 * @param {Jobs} jobs
 * @param {(job: Job) => void} started
 */
export async function compareForm(host, jobs, started) {
  fill(host, el("div", { class: "skel title" }), el("div", { class: "skel line" }), el("div", { class: "skel block" }));
  try {
    const all = await load();
    new CompareForm(host, all, jobs, started);
  } catch (error) {
    games = null;
    fill(host, stateCard("warn", "The form could not be loaded", /** @type {Error} */ (error).message, button("Try again", { onclick: () => void compareForm(host, jobs, started) })));
  }
}

class CompareForm {
  spec = "";
  side = 0;
  specs = { a: "", b: "", opponent: "" };

  /**
   * @param {Element} host
   * @param {T.GameInfo[]} games
   * @param {Jobs} jobs
   * @param {(job: Job) => void} started
   */
  constructor(host, games, jobs, started) {
    this.host = host;
    this.games = games;
    this.jobs = jobs;
    this.started = started;
    this.info = /** @type {T.GameInfo} */ (games.find((one) => one.name === "connect-four") ?? games[0]);
    this.many = 200;
    this.reset();
    this.draw();
  }

  reset() {
    const { info } = this;
    this.spec = info.boards[0]?.spec ?? info.name;
    this.side = 0;
    this.agents();
  }

  agents() {
    const strengths = this.info.sides[this.side]?.strengths ?? [];
    const quick = (/** @type {string | undefined} */ spec) => spec ?? this.info.sides[this.side]?.agents[0]?.name ?? "random";
    this.specs = { a: quick(strengths[1]?.spec ?? strengths[0]?.spec), b: quick(strengths[0]?.spec), opponent: this.info.sides[1 - this.side]?.strengths[0]?.spec ?? "random" };
  }

  draw() {
    const { info } = this;
    const game = el("select", { class: "in", "aria-label": "Game" }, ...this.games.map((one) => el("option", { value: one.name, selected: one === info }, one.title)));
    game.addEventListener("change", () => {
      this.info = this.games.find((one) => one.name === game.value) ?? info;
      this.reset();
      this.draw();
    });
    const board = el("input", { class: "in mono", value: this.spec, "aria-label": "The game with its options", spellcheck: "false", list: "lab-boards" });
    board.addEventListener("input", () => (this.spec = board.value.trim()));
    const known = el("datalist", { id: "lab-boards" }, ...info.boards.map((one) => el("option", { value: one.spec }, one.name)));
    const field = (/** @type {string} */ label, /** @type {(Node | null)[]} */ nodes, /** @type {string} */ hint = "") => el("div", { class: "field" }, el("span", { class: "label" }, label), ...nodes, hint ? el("span", { class: "hint" }, hint) : null);
    const needsSide = !info.symmetric && info.sides.length > 1;
    const many = el("input", { class: "in", type: "number", min: 2, max: 100000, step: 2, value: this.many, "aria-label": "Games" });
    many.addEventListener("input", () => (this.many = Math.max(2, Math.min(100000, Math.round(Number(many.value)) || 2))));
    const problem = el("p", { class: "note bad", role: "alert", hidden: true });
    const form = el("form", { class: "compareform" }, field("Game", [game]), field("Board", [board, known], "As on the command line."),
      needsSide ? field("Side", [segments("Side", info.sides.map((side, i) => ({ value: String(i), text: side.title })), String(this.side), (value) => {
        this.side = Number(value);
        this.agents();
        this.draw();
      })], "A and B both play this side against the same opponent.") : null,
      this.agent("A", "a", this.side), this.agent("B", "b", this.side), needsSide ? this.agent("Opponent", "opponent", 1 - this.side) : null,
      field("Games", [many], "More games make the interval narrower: four times as many halve it."), problem,
      el("div", { class: "row end" }, el("button", { class: "btn primary big", type: "submit" }, "Compare")));
    form.addEventListener("submit", (event) => {
      event.preventDefault();
      const { a, b, opponent } = this.specs;
      void this.jobs.start({ kind: "compare", game: this.spec, side: this.side, a, b, ...(needsSide ? { opponent } : {}), games: this.many }).then((job) => job && this.started(job));
    });
    fill(this.host, el("h2", {}, "Compare two agents"), el("p", { class: "soft" }, "Both play the same openings with the same seeds. The interval says how sure the difference is; it shrinks while games are played."), form);
  }

  /**
   * @param {string} label
   * @param {"a" | "b" | "opponent"} key
   * @param {number} side
   */
  agent(label, key, side) {
    const info = this.info.sides[side];
    const specs = this.specs;
    if (!info) return null;
    const detail = el("div", { class: "hint" });
    const items = [...info.strengths.map((one) => ({ value: one.name, text: one.name, hint: one.spec })), { value: "agent", text: "any agent" }];
    const kind = info.strengths.find((one) => one.spec === specs[key])?.name ?? "agent";
    const show = (/** @type {string} */ now) => {
      detail.className = now === "agent" ? "whole" : "hint";
      if (now === "agent") fill(detail, agentForm(info, specs[key], (spec) => (specs[key] = spec)));
      else fill(detail, el("code", {}, specs[key]));
    };
    show(kind);
    return el("div", { class: "field" }, el("span", { class: "label" }, label), segments(`Agent ${label}`, items, kind, (value) => {
      specs[key] = info.strengths.find((one) => one.name === value)?.spec ?? specs[key];
      show(value);
    }), detail);
  }
}

/**
 * A comparison that runs or has run.
 * @param {Element} host
 * @param {Job} job
 * @param {Jobs} jobs
 * @param {() => void} another
 */
export function comparison(host, job, jobs, another) {
  const plot = el("div", { class: "shrinking" });
  shrinking(plot, job);
  const last = measures(job).at(-1);
  const unit = /percentage/.test(job.sentence ?? "") ? "percentage points" : "points";
  const half = last ? (last.high - last.low) / 2 : null;
  const sign = (/** @type {number} */ x) => `${x > 0 ? "+" : x < 0 ? "−" : ""}${Math.abs(x).toFixed(1)}`;
  fill(host, jobCard(job, jobs), last ? el("div", { class: "big3" }, el("div", {}, el("small", {}, `A less B, in ${unit}`), el("b", {}, sign(last.value))), el("div", {}, el("small", {}, "95 % interval"), el("b", {}, `${sign(last.low)} to ${sign(last.high)}`)), el("div", {}, el("small", {}, "Half its width"), el("b", {}, `± ${(half ?? 0).toFixed(1)}`))) : null,
    plot, el("div", { class: "row end" }, active(job) ? null : button("Another comparison", { onclick: another })));
}
