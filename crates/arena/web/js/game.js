// The page of a game: from the form through the game to the review. A game adds its board, its
// panels and its words; everything else is here.

import { button, capital, count, el, fill, keep, recall, reveal } from "./dom.js";
import { endCard, openReview } from "./game-end.js";
import { HotSeat } from "./hot-seat.js";
import { MoveList } from "./moves.js";
import { address, arrive, known, update } from "./memory.js";
import { get, Room } from "./net.js";
import { Overlays } from "./overlays.js";
import { chooseRecord, hasRecord, recordAddress, replay } from "./record.js";
import { invitations, setup } from "./setup.js";
import { addShortcuts, barActions, confirm, mountShell, openHelp, paragraphs, say, setHelp, showConnection, stateCard, toast } from "./shell.js";
import { gameButtons, sidePanel } from "./side-panel.js";
import { TreeView } from "./tree.js";

/** @import * as T from "./types.js" */
/** @import { Review } from "./review.js" */
/** @import { Board, GameDefinition, Panel, View } from "./game-types.js" */

export class GamePage {
  /** @type {Room | null} */ room = null;
  /** @type {T.State | null} */ state = null;
  /** @type {T.Welcome | null} */ welcome = null;
  /** @type {T.Analysis | null} */ analysis = null;
  /** @type {T.Thinking | null} */ thinking = null;
  /** @type {Review | null} */ review = null;
  /** @type {View | null} */ view = null;
  /** Overlays and whether they are on. @type {Record<string, boolean>} */ overlays = {};
  #hinting = false;
  #thinkingSince = 0;
  /** Whether the game went on while this page was open. */
  #running = false;
  #hotSeat = new HotSeat(this);

  /** @param {GameDefinition} definition */
  constructor(definition) {
    this.definition = definition;
    const { game, title } = definition;
    mountShell({ page: game, title });
    this.main = /** @type {HTMLElement} */ (document.getElementById("main"));
    const here = arrive();
    if (here) this.#open(here.room, here.seats);
    else if (hasRecord()) void this.#record();
    else this.#lobby();
    setHelp(() => definition.help?.() ?? paragraphs(this.welcome?.help ?? definition.intro));
  }

  #lobby() {
    const { definition } = this;
    this.main.className = "lobby";
    fill(this.main, el("header", { class: "lead" }, el("h1", {}, definition.title), el("p", {}, definition.intro)),
      setup({ game: definition.game, titles: definition.titles, ...definition.setup }), ...(definition.entries?.(this) ?? []),
      el("p", { class: "soft" }, "Have a game in a file? ", button("Open a record", { class: "quiet", icon: "up", onclick: chooseRecord })));
  }

  /**
   * @param {string} id
   * @param {string[][]} seats
   */
  #open(id, seats) {
    this.room = new Room(id, seats);
    this.#wait("Opening the game…");
    this.room
      .on("connection", (state) => {
        showConnection(state, () => this.room?.reconnect());
        this.#buttons();
      })
      .on("welcome", (welcome) => this.#welcome(welcome))
      .on("state", (state) => this.#state(state))
      .on("thinking", (thinking) => this.#think(thinking))
      .on("analysis", (message) => this.#analyse(message))
      .on("presence", (presence) => this.#presence(presence))
      .on("error", (problem) => this.#problem(problem))
      .connect();
  }

  /** @param {T.Problem} problem */
  #problem(problem) {
    if (problem.fatal || !this.state) {
      this.main.className = "lobby";
      const words = { "no-room": "This game is not here", "bad-token": "This link does not fit the game" }[problem.code] ?? "The game could not be opened";
      fill(this.main, el("div", { class: "card" }, stateCard("warn", words, problem.message, el("a", { class: "btn primary", href: `/${this.definition.game}` }, "New game"), el("a", { class: "btn", href: address(this.definition.game, this.room?.id ?? "") }, "Watch it"))));
      return;
    }
    this.#hinting = false;
    // A message that came too late has done no harm, and the next state is on its way.
    if (problem.code !== "stale") toast(problem.message, { kind: "bad" });
    this.#buttons();
  }

  /** @param {T.Welcome} welcome */
  #welcome(welcome) {
    this.welcome = welcome;
    if (!this.board) this.#layout();
    this.room?.watch(this.overlays.engine ?? false);
    this.#seatName();
  }

  #seatName() {
    const { welcome } = this;
    if (!welcome) return;
    const own = welcome.you ? welcome.room.sides[welcome.you.side]?.title : null;
    document.title = `${this.definition.title}${own && welcome.room.sides.length > 1 ? `, ${own}` : ""} · Spinney`;
  }

  #layout() {
    const { definition } = this;
    this.main.className = "table";
    this.switches = new Overlays(definition, this.overlays, (key, on) => this.setOverlay(key, on));
    this.line = el("p", { class: "state-line", role: "status", "aria-live": "polite" });
    this.progress = el("div", { class: "prog thin", "aria-hidden": "true" }, el("i"));
    this.boardHost = el("div", { class: "board" });
    this.list = new MoveList({ onchoose: () => this.draw(), onplay: (move) => this.playMove(move), face: definition.face, format: definition.format, unit: definition.puzzle ? "points" : "value" });
    this.tree = new TreeView({ format: definition.format, face: definition.face });
    this.listHead = el("h3", {}, "Moves");
    this.effort = el("span", { class: "end", role: "status" });
    this.panels = definition.panels?.(this) ?? [];
    const unfold = () => this.treePanel?.open && reveal(this.treePanel);
    this.treePanel = el("details", { class: "panel treepanel", ontoggle: unfold }, el("summary", {}, el("h3", {}, "Search tree")), this.tree.element);
    this.listPanel = el("section", { class: "panel", "data-tab": "moves", "aria-label": "Moves" }, el("header", {}, this.listHead, this.effort, ...(definition.listTools?.(this) ?? [])), this.list.element);
    this.foot = el("div", { class: "foot" });
    this.side = el("aside", { class: "side", "aria-label": "Game" });
    const stage = el("section", { class: "stage", "aria-label": "Board" }, el("div", { class: "tools" }, this.line, el("div", { class: "end" }, this.switches.element, ...(definition.tools?.(this) ?? []))), this.progress, this.boardHost);
    fill(this.main, stage, this.side);
    sidePanel(this);
    this.board = definition.board(this.boardHost, this);
    this.#keys();
    const invite = this.room ? [button("Invite", { class: "no-phone", icon: "users", onclick: () => this.#invite() })] : [];
    barActions(...invite, button("New game", { class: "no-phone", icon: "plus", onclick: () => location.assign(`/${definition.game}`) }));
  }

  #invite() {
    const friends = known().find((game) => game.room === this.room?.id)?.invites ?? [];
    invitations([...friends, { text: "to watch", url: location.href }]);
  }

  /**
   * @param {string} key
   * @param {boolean} on
   */
  setOverlay(key, on) {
    this.overlays[key] = on;
    if (key === "engine") {
      this.room?.watch(on);
      if (!on) {
        this.#hinting = false;
        this.analysis = null;
      }
    }
    this.draw();
  }

  /** The one of this client who decides now. */
  get decider() {
    return this.state?.deciding.find((one) => one.yours) ?? null;
  }

  /** @param {T.State} state */
  #state(state) {
    const fresh = this.state?.turn !== state.turn;
    this.state = state;
    if (fresh) {
      this.analysis = null;
      this.thinking = null;
      this.#hinting = false;
      this.tree?.reset();
    }
    if (this.#hotSeat.changes(state, () => this.#state(state))) return;
    this.#running ||= state.result === null;
    if (this.room) update(this.room.id, { over: state.result !== null, note: state.result?.text ?? (this.decider ? "your move" : "") });
    if (state.result) void this.#over(state.result);
    this.draw();
  }

  /** @param {T.Thinking} thinking */
  #think(thinking) {
    if (thinking.turn !== this.state?.turn) return;
    this.thinking = thinking;
    this.#thinkingSince = Date.now();
    this.draw();
    this.#tickProgress();
  }

  #tickProgress() {
    const bar = /** @type {HTMLElement | null | undefined} */ (this.progress?.firstElementChild);
    if (!bar || !this.progress) return;
    const { thinking } = this;
    this.progress.classList.toggle("on", Boolean(thinking) || this.#hinting);
    this.progress.classList.toggle("unknown", this.#hinting || (Boolean(thinking) && !thinking?.millis));
    if (thinking?.millis) {
      bar.style.width = `${Math.min(100, (100 * (Date.now() - this.#thinkingSince)) / thinking.millis)}%`;
      setTimeout(() => this.thinking === thinking && this.#tickProgress(), 200);
    } else {
      bar.style.width = "";
    }
  }

  /** @param {T.AnalysisMessage} message */
  #analyse(message) {
    if (message.turn !== this.state?.turn) return;
    this.analysis = message.analysis;
    if (message.done && message.purpose === "hint") this.#hinting = false;
    this.draw();
  }

  /** @param {T.Presence} presence */
  #presence(presence) {
    for (const { chair, connected } of presence.chairs) {
      const known = this.welcome?.room.chairs.find((one) => one.chair === chair);
      if (!known) continue;
      const own = this.welcome?.you?.chairs.includes(chair);
      const side = this.welcome?.room.sides[known.side]?.title;
      if (known.connected !== connected && !own && !known.engine) toast(connected ? `${side} is here.` : `${side} has left. The game waits.`);
      known.connected = connected;
    }
    this.draw();
  }

  /** Draws everything from what is known. */
  draw() {
    const { state, welcome, definition } = this;
    if (!state || !welcome || !this.board) return;
    if (this.review?.data) {
      this.review.go(this.review.index);
      return;
    }
    this.main.dataset.turn = String(state.turn);
    const mine = state.moves.length > 0;
    this.main.toggleAttribute("data-mine", mine);
    const moves = definition.filter?.(state.moves, this) ?? state.moves;
    const analysis = this.overlays.engine || this.#hinting || (mine && this.analysis) ? this.analysis : null;
    const ofMine = analysis && mine && analysis.candidates.every((one) => state.moves.some((move) => move.text === one.mv.text)) ? analysis : null;
    const considered = mine || state.result ? [] : (analysis?.candidates.map((one) => one.mv) ?? []);
    this.list?.setMoves(mine ? moves : considered, { key: state.turn });
    this.list?.setAnalysis(mine ? ofMine : analysis);
    this.#show({ board: welcome.board, observation: state.observation, moves, considered, chosen: mine ? (this.list?.chosen ?? null) : null, last: state.last, analysis, deciding: state.deciding, you: welcome.you, result: state.result, overlays: this.overlays, review: null, played: null });
    this.tree?.update(analysis);
    if (this.listHead && this.list) {
      const decider = this.decider;
      this.listHead.textContent = mine && decider ? (welcome.room.sides.length > 1 && (welcome.you?.players.length ?? 0) > 1 ? `Moves of ${decider.name}` : "Your moves") : "Moves";
      if (considered.length && state.deciding[0]) this.listHead.textContent = `${capital(state.deciding[0].name)} considers`;
      this.list.element.hidden = !mine && !considered.length;
      const effort = mine ? ofMine : analysis;
      if (this.effort) this.effort.textContent = effort ? `${count(effort.playouts || effort.nodes)} ${effort.playouts ? "playouts" : "positions"}` : mine ? `${moves.length}` : "others are to move";
    }
    this.#buttons();
    this.#tickProgress();
  }

  /**
   * Draws a moment of a game that is over.
   * @param {T.ReviewData} data
   * @param {number} index
   * @param {T.Analysis | null} analysis
   * @param {T.Played | null} next the decision that is shown
   */
  drawReview(data, index, analysis, next) {
    const { welcome } = this;
    const step = data.steps[index];
    if (!step || !welcome) return;
    const side = next?.side ?? welcome.you?.side ?? 0;
    const shown = this.overlays.engine ? analysis : null;
    this.#show({ board: data.board, observation: step.observations[side], moves: [], considered: shown?.candidates.map((one) => one.mv) ?? [], chosen: null, last: step.moves, analysis: shown,
      deciding: next ? [{ player: next.player, side: next.side, name: next.name, yours: false, engine: true }] : [], you: welcome.you, result: data.result, overlays: this.overlays, review: { data, index }, played: next?.move?.text ?? null });
  }

  /** @param {View} view */
  #show(view) {
    const { definition } = this;
    this.view = view;
    const { text, more, short, mark } = definition.turn(view);
    const waiting = this.thinking && !view.review && !view.result ? el("span", { class: "think", "aria-hidden": "true" }, el("i"), el("i"), el("i")) : null;
    const said = `${text} ${more ?? ""} ${mark?.textContent ?? ""}`;
    if (this.line && this.line.dataset.said !== said + Boolean(waiting)) {
      this.line.dataset.said = said + Boolean(waiting);
      fill(this.line, mark, el("b", {}, text), more ? el("span", { class: "no-phone" }, more) : null, short ? el("span", { class: "only-phone" }, short) : null, waiting);
    }
    this.switches?.name(view);
    this.board?.update(view);
    for (const panel of this.panels ?? []) panel.update(view);
  }

  #buttons() {
    const { foot } = this;
    if (!foot || this.review) return;
    const nodes = gameButtons(this, this.#hinting);
    const signature = nodes.map((node) => `${node.textContent}${node.hasAttribute("disabled")}`).join("|");
    if (!nodes.length || foot.dataset.signature === signature) return;
    const focused = foot.contains(document.activeElement) ? [...foot.children].indexOf(/** @type {Element} */ (document.activeElement)) : -1;
    foot.dataset.signature = signature;
    fill(foot, ...nodes);
    if (focused >= 0) /** @type {HTMLElement | undefined} */ (foot.children[focused])?.focus();
  }

  #keys() {
    const playing = () => this.review === null && this.state?.result === null;
    // Handled below and by the list; here for the list of keys.
    if (this.board?.arrow) addShortcuts([{ key: "arrows", show: "↑ ↓ ← →", does: "go from move to move, on the board or in the list", run: () => {} }]);
    addShortcuts([
      { key: "1-9", show: "1 – 9", does: "choose the nth move", run: (event) => this.list?.chooseNth(Number(event.key) - 1), when: playing },
      { key: "Enter", does: "play the chosen move", run: () => this.play(), when: playing },
      { key: "Escape", show: "Esc", does: "let it go", run: () => this.list?.choose(null), when: playing },
      { key: "u", show: "U", does: "undo, in practice", run: () => this.state?.can_undo && this.room?.undo(), when: playing },
      { key: "h", show: "H", does: "hint, in practice", run: () => this.hint(), when: playing },
    ]);
    for (const key of ["ArrowUp", "ArrowDown", "ArrowLeft", "ArrowRight"]) {
      addEventListener("keydown", (event) => {
        if (event.key !== key || event.defaultPrevented || !playing() || !this.boardHost?.contains(document.activeElement)) return;
        if (this.board?.arrow?.(key)) event.preventDefault();
      });
    }
  }

  /**
   * Chooses a move, as the list would.
   * @param {string | null} text
   */
  choose(text) {
    if (text !== null && this.list?.chosen?.text === text) this.play();
    else this.list?.choose(text);
  }

  /** Plays the chosen move. */
  play() {
    if (this.list?.chosen) this.playMove(this.list.chosen);
  }

  /** @param {T.Move} move */
  playMove(move) {
    const decider = this.decider;
    if (!decider || !this.room) return;
    if (!this.room.play(decider.player, move.text)) say("Not connected. The move is not played yet.", true);
  }

  hint() {
    if (!this.welcome?.room.practice || !this.state?.moves.length) return;
    this.#hinting = true;
    this.room?.hint();
    this.draw();
  }

  resign() {
    confirm({ title: "Give up?", text: "The game ends, and the other side wins.", yes: "Give up", run: () => this.room?.resign() });
  }

  /** @param {T.Result} result */
  async #over(result) {
    if (this.review || !this.room || !this.welcome) return;
    const { room } = this;
    say(result.text, true);
    const again = await openReview(this, { room, info: this.welcome.room, load: () => get(`rooms/${room.id}/review`) });
    if (this.#running) endCard(this, result, again);
  }

  /** A game from a file: only its review. */
  async #record() {
    this.#wait("Reading the record…");
    try {
      const data = await replay(this.definition.game);
      if (data.room.name !== this.definition.game) return location.replace(recordAddress(data.room.name));
      this.welcome = { protocol: 1, room: data.room, you: null, board: data.board, history: [], help: data.help };
      this.state = { turn: 0, moves_played: data.steps.length - 1, deciding: [], moves: [], last: [], observation: data.steps[0]?.observations[0], result: data.result, can_undo: false, paused: false, deadline: null };
      this.#layout();
      await openReview(this, { room: null, info: data.room, load: async () => data });
    } catch (error) {
      fill(this.main, el("div", { class: "card" }, stateCard("warn", "The record could not be read", /** @type {Error} */ (error).message, button("Open another", { class: "primary", onclick: chooseRecord }), el("a", { class: "btn", href: `/${this.definition.game}` }, "New game"))));
    }
  }

  /** @param {string} text */
  #wait(text) {
    this.main.className = "lobby";
    fill(this.main, el("div", { class: "card state", role: "status" }, el("span", { class: "think", "aria-hidden": "true" }, el("i"), el("i"), el("i")), el("p", {}, text)));
  }

  /** Shows the help once to somebody who has never seen it. */
  greet() {
    const key = `greeted.${this.definition.game}`;
    if (recall(localStorage, key, false)) return;
    keep(localStorage, key, true);
    openHelp();
  }
}
