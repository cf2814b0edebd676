// The form for a new game, and the links for friends.

import { button, copy, el, fill, segments, toggle } from "./dom.js";
import { agentForm, parameterField, parseSpec, writeSpec } from "./agent-form.js";
import { address, remember } from "./memory.js";
import { get, post } from "./net.js";
import { dialog, stateCard, toast } from "./shell.js";

/** @import * as T from "./types.js" */

/** Who sits on a chair that is not yours: a strength, `agent` for a specification, or `friend`. */
/** @typedef {{kind: string, spec: string}} Controller */

/**
 * @typedef {object} SetupOptions
 * @property {string} game
 * @property {{side?: number | "both" | "none", board?: string, practice?: boolean}} [first] what is chosen at first
 * @property {{[side: number]: string}} [titles] what a side is called, where the game's own word is short
 * @property {boolean} [boards] false: no menu of boards, because `more` has one
 * @property {(info: T.GameInfo, spec: string, choose: (spec: string) => void) => Node[]} [more] more fields; they may choose another board
 */

/**
 * The form, in an element that fills itself.
 * @param {SetupOptions} options
 */
export function setup(options) {
  const host = el("div", { class: "setup card" }, el("div", { class: "skel title" }), el("div", { class: "skel line" }), el("div", { class: "skel block" }));
  const load = async () => {
    try {
      /** @type {T.GameInfo} */
      const info = await get(`games/${options.game}`);
      new Setup(host, info, options);
    } catch (error) {
      fill(host, stateCard("warn", "The form could not be loaded", /** @type {Error} */ (error).message, button("Try again", { onclick: load })));
    }
  };
  void load();
  return host;
}

class Setup {
  /**
   * @param {HTMLElement} host
   * @param {T.GameInfo} info
   * @param {SetupOptions} options
   */
  constructor(host, info, options) {
    this.host = host;
    this.info = info;
    this.options = options;
    const usual = (/** @type {T.Side} */ side) => side.strengths[Math.min(1, side.strengths.length - 1)] ?? { name: "agent", spec: side.presets[0]?.spec ?? side.agents[0]?.name ?? "random" };
    /** @type {Controller[]} */
    this.controllers = info.sides.map((side) => ({ kind: usual(side).name, spec: usual(side).spec }));
    /** @type {string} a side's number, `both` or `none` */
    this.you = String(options.first?.side ?? (info.sides.length > 1 ? info.sides.length - 1 : 0));
    /** @type {Set<number>} the players that are yours, where a side has several */
    this.mine = new Set();
    this.practice = options.first?.practice ?? true;
    this.tick = info.real_time ? 200 : 0;
    this.seed = "";
    /** @type {Map<string, string>} */
    this.args = new Map(options.first?.board ? parseSpec(options.first.board).args : []);
    this.problem = el("p", { class: "note bad", role: "alert", hidden: true });
    this.#takeAll();
    this.draw();
  }

  /** @param {number} side */
  title(side) {
    return this.options.titles?.[side] ?? this.info.sides[side]?.title ?? `Side ${side + 1}`;
  }

  #takeAll() {
    this.mine = new Set(this.info.sides[Number(this.you)]?.players.map((one) => one.player));
  }

  /** The sides and players for which somebody else is needed. */
  #others() {
    const out = [];
    for (const [side, info] of this.info.sides.entries()) {
      if (this.you === "both") continue;
      const all = info.players.map((one) => one.player);
      const rest = String(side) === this.you ? all.filter((player) => !this.mine.has(player)) : all;
      if (rest.length) out.push({ side, players: rest, all: rest.length === all.length });
    }
    return out;
  }

  draw() {
    const { info } = this;
    const one = info.sides.length === 1;
    const roles = [...info.sides.map((_, side) => ({ value: String(side), text: one ? "Play" : this.title(side) })),
      ...(one ? [] : [{ value: "both", text: "Both, one screen", hint: "Two people at this screen" }]),
      { value: "none", text: "Watch", hint: "Engine against engine" }];
    const side = info.sides[Number(this.you)];
    const fields = [el("div", { class: "field" }, el("span", { class: "label" }, "You are"), segments("You are", roles, this.you, (value) => {
      this.you = value;
      this.#takeAll();
      this.draw();
    }))];
    if (side && side.players.length > 1) {
      const chips = side.players.map((player) => {
        const chip = el("button", { type: "button", class: "chip", "aria-pressed": String(this.mine.has(player.player)) }, player.name);
        chip.addEventListener("click", () => {
          if (!this.mine.delete(player.player)) this.mine.add(player.player);
          if (!this.mine.size) this.mine.add(player.player);
          this.draw();
        });
        return chip;
      });
      fields.push(el("div", { class: "field" }, el("span", { class: "label" }, "You move"), el("div", { class: "row wrap", role: "group", "aria-label": "You move" }, ...chips)));
    }
    for (const other of this.#others()) fields.push(this.#opponent(other));
    if (info.boards.length && this.options.boards !== false) fields.push(this.#boards());
    if (info.real_time) {
      const ticks = [["0", "waits"], ["400", "400 ms"], ["200", "200 ms"], ["100", "100 ms"]];
      fields.push(el("div", { class: "field" }, el("span", { class: "label" }, "Clock"), segments("Clock", ticks.map(([value = "", text = ""]) => ({ value, text })), String(this.tick), (value) => (this.tick = Number(value))),
        el("span", { class: "hint" }, "The time per turn; “waits” gives everybody as long as they like.")));
    }
    fields.push(el("div", { class: "field" }, el("span", { class: "label" }, "Practice"), toggle("hints, undo and the engine’s view", this.practice, (on) => (this.practice = on))));
    const seed = el("input", { class: "in", type: "text", inputmode: "numeric", placeholder: "random", value: this.seed, "aria-label": "Seed" });
    seed.addEventListener("input", () => (this.seed = seed.value.trim()));
    const rules = el("details", {}, el("summary", {}, "Rules and seed"),
      ...info.options.map((one) => parameterField(one, this.args.get(one.name) ?? one.default, (value) => this.#arg(one, value))),
      el("div", { class: "field" }, el("span", { class: "label" }, "seed"), seed, el("span", { class: "hint" }, "The same seed gives the same start.")));
    const form = el("form", {}, el("h2", {}, `New game of ${info.title}`), ...fields, ...(this.options.more?.(info, writeSpec({ name: info.name, args: this.args }), (spec) => { this.args = parseSpec(spec).args; this.draw(); }) ?? []), rules, this.problem,
      el("div", { class: "row end" }, el("button", { class: "btn primary big", type: "submit" }, this.you === "none" ? "Watch" : "Start")));
    form.addEventListener("submit", (event) => {
      event.preventDefault();
      void this.start();
    });
    const at = /** @type {HTMLElement | null} */ (document.activeElement)?.closest("[data-value], .chip")?.textContent;
    fill(this.host, form);
    if (at) /** @type {HTMLElement | undefined} */ ([...form.querySelectorAll("[data-value], .chip")].find((node) => node.textContent === at))?.focus();
  }

  /**
   * @param {T.Parameter} option
   * @param {string} value
   */
  #arg(option, value) {
    if (value === option.default) this.args.delete(option.name);
    else this.args.set(option.name, value);
  }

  /** @param {{side: number, players: number[], all: boolean}} other */
  #opponent({ side, players, all }) {
    const info = this.info.sides[side];
    const controller = this.controllers[side];
    if (!info || !controller) return el("div");
    const items = [...info.strengths.map((one) => ({ value: one.name, text: one.name, hint: one.spec })), { value: "agent", text: "any agent" },
      ...(this.you === "none" ? [] : [{ value: "friend", text: "a friend" }])];
    const detail = el("div", { class: "hint" });
    const show = () => {
      if (controller.kind === "friend") fill(detail, "You get a link for your friend.");
      else if (controller.kind === "agent") fill(detail, agentForm(info, controller.spec, (spec) => (controller.spec = spec)));
      else fill(detail, el("code", {}, controller.spec));
      detail.className = controller.kind === "agent" ? "whole" : "hint";
    };
    const names = info.players.filter((one) => players.includes(one.player)).map((one) => one.name.replace(/^\D+(?=\d)/, ""));
    const label = all ? this.title(side) : `${this.title(side)} ${names.join(", ")}`;
    const control = segments(label, items, controller.kind, (value) => {
      controller.kind = value;
      controller.spec = info.strengths.find((one) => one.name === value)?.spec ?? controller.spec;
      show();
    });
    show();
    return el("div", { class: "field" }, el("span", { class: "label" }, label), control, detail);
  }

  #boards() {
    const now = writeSpec({ name: this.info.name, args: this.args });
    const select = el("select", { class: "in", "aria-label": "Board" }, ...this.info.boards.map((one) => el("option", { value: one.spec, selected: one.spec === now }, one.note ? `${one.name} · ${one.note}` : one.name)));
    select.addEventListener("change", () => {
      this.args = parseSpec(select.value).args;
      this.draw();
    });
    if (!this.info.boards.some((one) => one.spec === now)) select.prepend(el("option", { value: now, selected: true }, "as the rules say"));
    return el("div", { class: "field" }, el("span", { class: "label" }, "Board"), select);
  }

  async start() {
    this.problem.hidden = true;
    const chairs = [];
    /** @type {{chair: number, side: number, text: string}[]} */
    const friends = [];
    /** @type {number[][]} */
    const seats = [];
    for (const [side, info] of this.info.sides.entries()) {
      const all = info.players.map((one) => one.player);
      const own = this.you === "both" ? all : String(side) === this.you ? all.filter((player) => this.mine.has(player)) : [];
      const rest = all.filter((player) => !own.includes(player));
      if (own.length) {
        seats.push([chairs.length]);
        chairs.push({ side, players: own });
      }
      const controller = this.controllers[side];
      if (!rest.length || !controller) continue;
      if (controller.kind === "friend") {
        friends.push({ chair: chairs.length, side, text: this.title(side) });
        chairs.push({ side, players: rest });
      } else {
        chairs.push({ side, players: rest, engine: controller.spec });
      }
    }
    const game = writeSpec({ name: this.info.name, args: this.args });
    try {
      const seed = this.seed === "" ? {} : { seed: Number(this.seed) };
      const made = await post("rooms", { game, ...seed, practice: this.practice, tick: this.tick, chairs });
      const tokens = seats.map((own) => own.map((chair) => String(made.chairs[chair].token)));
      const others = chairs.filter((chair) => chair.engine).map((chair) => chair.engine);
      const invites = friends.map((friend) => ({ text: friend.text, url: new URL(made.chairs[friend.chair].url, location.href).href }));
      remember({ room: made.room, invites, game: this.info.name, title: this.info.title, seats: tokens, made: Date.now(), over: false,
        you: this.you === "both" ? "both sides" : this.you === "none" ? "watching" : this.title(Number(this.you)), against: friends.length ? "a friend" : [...new Set(others)].join(" and ") });
      const go = () => location.assign(address(this.info.name, made.room));
      if (!friends.length) return go();
      invitations(invites, go);
    } catch (error) {
      this.problem.textContent = /** @type {Error} */ (error).message;
      this.problem.hidden = false;
    }
  }
}

/**
 * Shows links with a button to copy each.
 * @param {{text: string, url: string}[]} links
 * @param {() => void} [go] what follows
 */
export function invitations(links, go) {
  const rows = links.map(({ text, url }) => {
    const field = el("input", { class: "in mono", readonly: true, value: url, "aria-label": `Link for ${text}` });
    field.addEventListener("focus", () => field.select());
    return el("div", { class: "invite" }, el("strong", {}, text), el("div", { class: "row" }, field, button("Copy", { icon: "copy", onclick: async () => toast((await copy(url)) ? "Link copied." : "Copying is not allowed here; mark the link and copy it.") })));
  });
  dialog({ title: "Invite", body: [el("p", {}, "Whoever opens the link of a side plays it. Give it only to the one who should."), ...rows], footer: go ? [button("To the game", { class: "primary", onclick: go })] : [], onclose: go });
}
