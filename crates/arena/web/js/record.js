// Games from a file: choosing one, and what the server makes of it.

import { button, el, keep, recall } from "./dom.js";
import { post } from "./net.js";
import { dialog } from "./shell.js";

/** @import * as T from "./types.js" */

/** How each game of a file begins. */
const HEAD = "spinney-game 1";

/** The page that shows the record that was chosen. @param {string} game */
export const recordAddress = (game) => `/${game}?record`;

/** Whether this page's address asks for a record, and one was chosen. */
export const hasRecord = () => new URLSearchParams(location.search).has("record") && recall(sessionStorage, "record", "") !== "";

/**
 * The record that was chosen, turn by turn.
 * @param {string} [game] the game, where the record does not name it
 * @param {string} [record]
 * @returns {Promise<T.ReplayData>}
 */
export const replay = (game, record = recall(sessionStorage, "record", "")) => post("replay", { record, ...(game && !record.trimStart().startsWith("spinney-game") ? { game } : {}) });

/** The games of a file. @param {string} text */
const gamesOf = (text) => text.split(/^(?=spinney-game 1\s*$)/m).filter((part) => part.trimStart().startsWith(HEAD));

/** Asks for a file or its text, and goes to the review of the game. */
export function chooseRecord() {
  const file = el("input", { type: "file", accept: ".txt,text/plain", class: "in", "aria-label": "File with a record" });
  const text = el("textarea", { class: "in mono", rows: "8", spellcheck: "false", "aria-label": "Text of a record", placeholder: `${HEAD}\ngame: …` });
  const which = el("select", { class: "in", "aria-label": "Game of the file" });
  const choice = el("label", { class: "field", hidden: true }, el("span", { class: "label" }, "Game"), which);
  const problem = el("p", { class: "note bad", role: "alert", hidden: true });
  const look = () => {
    problem.hidden = true;
    const games = gamesOf(text.value);
    choice.hidden = games.length < 2;
    which.replaceChildren(...games.map((game, i) => el("option", { value: i }, `${i + 1}: ${game.match(/^game: *(.*)$/m)?.[1] ?? "a game"}`)));
  };
  file.addEventListener("change", async () => {
    text.value = (await file.files?.[0]?.text()) ?? "";
    look();
  });
  text.addEventListener("input", look);
  const open = async () => {
    const record = gamesOf(text.value)[Number(which.value) || 0] ?? text.value;
    try {
      const data = await replay(undefined, record);
      keep(sessionStorage, "record", record);
      location.assign(recordAddress(data.room.name));
    } catch (error) {
      problem.textContent = /** @type {Error} */ (error).message;
      problem.hidden = false;
    }
  };
  dialog({ title: "Open a record", body: [
    el("p", {}, "A file that you saved after a game here, or that ", el("code", {}, "spinney match --save"), " wrote. It is read and shown; nothing is kept."),
    el("div", { class: "stack" }, file, text, choice, problem),
  ], footer: [button("Open", { class: "primary", onclick: open })] });
}
