// SameGame: play, and let the search solve it.

import { button, capital, count, el, fill, keep, onPhone, recall } from "./dom.js";
import { GamePage } from "./game.js";
import { get } from "./net.js";
import { blockIcon, ending, gain, groupsOf, sameBoard } from "./samegame-board.js";
import { solvePanel } from "./samegame-solve.js";
import { again, begin } from "./start.js";

/** @import * as T from "./types.js" */
/** @import { View } from "./game-types.js" */
/** @import { Group } from "./samegame-board.js" */

/** @typedef {{[spec: string]: {you?: number, engine?: number}}} Scores */
/** @returns {Scores} */
const scores = () => recall(localStorage, "samegame.scores", /** @type {Scores} */ ({}));

/**
 * @param {string} spec
 * @param {"you" | "engine"} who
 * @param {number} score
 */
function keepScore(spec, who, score) {
  const all = scores();
  const old = all[spec] ?? {};
  if ((old[who] ?? -Infinity) >= score) return;
  keep(localStorage, "samegame.scores", { ...all, [spec]: { ...old, [who]: score } });
}

/** The boards that the server offers. @type {T.GameInfo["boards"]} */
let boards = [];
const published = (/** @type {string} */ spec) => {
  const note = boards.find((board) => board.spec === spec)?.note?.match(/best (\d+)/);
  return note ? Number(note[1]) : null;
};
const standard = () => boards.filter((board) => /position=\d+/.test(board.spec));
/** @param {string} spec */
const positionOf = (spec) => spec.match(/position=(\d+)/)?.[1];

/** @param {string} game @param {number} [seed] */
const start = (game, seed) => begin({ name: "samegame", title: "SameGame", game, seed, chairs: [{ side: 0 }], seats: [[0]], you: positionOf(game) ? `position ${positionOf(game)}` : "a random board" });

/** A board of one's own: pasted, or typed. */
function ownBoard() {
  const text = el("textarea", { class: "in mono", rows: "8", spellcheck: "false", autocapitalize: "off", "aria-label": "Rows of the board", placeholder: "31141\n33204\n31120" });
  const problem = el("p", { class: "note bad", role: "alert", hidden: true });
  const play = () => {
    problem.hidden = true;
    void begin({ name: "samegame", title: "SameGame", game: "samegame", board: text.value, chairs: [{ side: 0 }], seats: [[0]], you: "a board of your own", refused: (message) => {
      problem.textContent = capital(message);
      problem.hidden = false;
      text.focus();
    } });
  };
  return el("section", { class: "card lobbycard" }, el("h2", {}, "A board of your own"),
    el("p", { class: "soft" }, "One row per line, from the top. A digit or a letter from a to i is a colour, a dot is an empty cell; at most 30 by 30 cells and 9 colours."),
    el("div", { class: "stack" }, text, problem, el("div", { class: "row end" }, button("Play this board", { class: "primary", onclick: play }))));
}

/** The 20 standard positions, with scores. @param {string} [here] the board that is on the table */
function table(here) {
  const kept = scores();
  const number = (/** @type {number | null | undefined} */ value) => (value === null || value === undefined ? "–" : count(value));
  return el("table", { class: "boardtable" }, el("thead", {}, el("tr", {}, el("th", { scope: "col" }, "Position"), ...["You", "Engine", "Published"].map((text) => el("th", { class: "num", scope: "col" }, text)))),
    el("tbody", {}, ...standard().map((board) => {
      const own = kept[board.spec] ?? {}, record = published(board.spec);
      const name = positionOf(board.spec) ?? board.name;
      return el("tr", { class: board.spec === here ? "on" : null },
        el("th", { scope: "row" }, el("button", { type: "button", class: "btn quiet", "aria-label": `Play standard position ${name}`, onclick: () => start(board.spec) }, name)),
        el("td", { class: "num" }, number(own.you)), el("td", { class: "num" }, number(own.engine)),
        el("td", { class: "num", title: board.note }, number(record), own.you !== undefined && record !== null && own.you >= record ? " ★" : ""));
    })));
}

/** @param {GamePage} page @param {{group: Group | null}} looked */
function scorePanel(page, looked) {
  const element = el("section", { class: "panel", "data-tab": "moves", "aria-label": "Score" });
  const draw = () => {
    const { view } = page;
    if (!view) return;
    const { rows, score, points, blocks } = view.observation;
    const group = looked.group, n = group?.cells.length ?? 0;
    const end = view.result && !view.review;
    fill(element, el("div", { class: "big3" }, el("div", {}, el("small", {}, "Score"), el("b", {}, count(end ? score : points))),
      end ? el("div", {}, el("small", {}, ending(rows) >= 0 ? "Bonus" : "Deduction"), el("b", {}, count(ending(rows)))) : el("div", {}, el("small", {}, "This group"), el("b", { class: "plus" }, group ? `+${count(gain(n))}` : "–")),
      el("div", {}, el("small", {}, group ? "Left after it" : "Blocks left"), el("b", {}, group ? blocks - n : blocks))),
    el("p", { class: "small muted" }, end ? view.result?.text : "A group of n blocks gives (n − 2)². An empty board gives 1,000 more; what is left costs points."));
  };
  return { element, update: draw };
}

/** @param {GamePage} page */
function boardsPanel(page) {
  const head = el("summary", {}, el("h3", {}, "Standard positions"));
  const body = el("div");
  const element = el("details", { class: "panel treepanel", open: onPhone() }, head, body);
  let drawn = "";
  const update = () => {
    const here = page.welcome?.room.game;
    const signature = `${here} ${boards.length} ${JSON.stringify(scores())}`;
    if (signature === drawn) return;
    drawn = signature;
    fill(body, boards.length ? table(here) : el("p", { class: "muted small" }, "The list of boards could not be loaded."));
  };
  return { element, tab: "boards", update };
}

document.body.classList.add("samegame");
/** @type {{group: Group | null}} */
const looked = { group: null };
/** @type {(() => void) | null} */
let lookAgain = null;
const listing = el("section", { class: "card lobbycard", hidden: true });

/** @type {GamePage} */
const page = new GamePage({
  game: "samegame",
  title: "SameGame",
  intro: "Remove groups of one colour. The larger the group, the more it gives; clear the board for 1,000 more. The search plays it well: let it solve the board and watch its best score rise.",
  puzzle: true,
  engine: false,
  setup: { first: { side: 0, board: "samegame" } },
  format: (value) => count(value),
  board: (host, page) => sameBoard(host, page, (group) => {
    looked.group = group;
    lookAgain?.();
  }),
  panels: (page) => {
    const score = scorePanel(page, looked);
    lookAgain = score.update;
    const spec = () => page.welcome?.room.game ?? "";
    return [score, solvePanel(page, () => published(spec()), (value) => {
      if (positionOf(spec())) keepScore(spec(), "engine", value);
    }), boardsPanel(page)];
  },
  face: (move) => {
    const n = Number(move.label.match(/(\d+) blocks/)?.[1] ?? 0);
    const here = page.state?.moves.includes(move) ? groupsOf(page.state.observation.rows).find((group) => group.cells.some(([r, c]) => r === move.data.row && c === move.data.column)) : null;
    return [...(here ? [blockIcon(here.colour)] : []), n ? `${n} blocks` : move.label, ...(n ? [el("small", { class: "soft" }, `+${count(gain(n))}`)] : [])];
  },
  again: { text: "Same board again", run: (page) => page.welcome && void again(page.welcome, 1, { seed: Number(page.welcome.room.seed ?? 0) }) },
  turn: (view) => {
    const game = page.welcome?.room.game ?? "";
    const position = positionOf(game);
    const text = position ? `Position ${position}` : game.includes("board=") ? "A board of your own" : "Random board";
    if (view.review) return { text, more: `position ${view.review.index} of ${view.review.data.steps.length - 1}` };
    const { points, blocks } = view.observation;
    if (view.result) return { text: view.result.text };
    return { text: `${count(points)} points`, more: `${text.toLowerCase()} · ${blocks} blocks left · ${view.moves.length} groups` };
  },
  entries: () => [listing, ownBoard()],
  help: () => [
    el("p", {}, "Remove a group of two or more blocks of one colour that touch. A group of n blocks gives (n − 2)² points, so wait until groups have grown. Blocks fall down, and empty columns close up."),
    el("p", {}, "An empty board gives 1,000 points more. Otherwise the blocks that are left cost (n − 2)² points for each colour."),
    el("p", {}, "With a mouse, the group under the pointer is outlined and its points are shown; a click removes it. With a finger, the first tap outlines and the second removes. With keys, arrows go from group to group, and Enter twice removes."),
    el("p", {}, "Solve lets an engine look for the best line from here. You can let it play that line, and stop it at any move."),
  ],
});

/** Scores at the end, without those that the engine played. */
page.room?.on("state", (state) => {
  const game = page.welcome?.room.game ?? "";
  if (!state.result || !page.welcome?.you || !positionOf(game) || state.result.reason !== "end") return;
  if (recall(localStorage, `samegame.solved.${page.room?.id}`, false)) return;
  keepScore(game, "you", state.result.rewards[0] ?? 0);
});

async function load() {
  try {
    /** @type {T.GameInfo} */
    const info = await get("games/samegame");
    boards = info.boards;
    page.draw();
    if (page.room) return;
    listing.hidden = false;
    fill(listing, el("h2", {}, "The 20 standard positions"), el("p", { class: "soft" }, "Click a number to play. “Published” is the best score in print or on record for the position; a star marks a position where you have reached it."), table());
  } catch {
    // The form says what is wrong.
  }
}
void load();
