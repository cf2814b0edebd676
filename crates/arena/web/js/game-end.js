// The end of a game: its review in the panel beside the board, and a word to those who played.

import { button, el, fill } from "./dom.js";
import { Review } from "./review.js";
import { dialog, toast } from "./shell.js";

/** @import * as T from "./types.js" */
/** @import { GamePage } from "./game.js" */
/** @import { ReviewSource } from "./review.js" */

/**
 * Puts the review of a game in place of its moves.
 * @param {GamePage} page
 * @param {ReviewSource} source
 * @returns {Promise<HTMLElement>} the button that begins another game
 */
export async function openReview(page, source) {
  const { definition, panels = [] } = page;
  const review = new Review({ ...definition.review, ...source, puzzle: definition.puzzle, face: definition.face, format: definition.format, draw: (data, index, analysis, next) => page.drawReview(data, index, analysis, next), you: page.welcome?.you?.players[0] ?? null });
  page.review = review;
  document.body.dataset.tab = "moves";
  const again = definition.again && source.room
    ? button(definition.again.text, { class: "primary", onclick: () => definition.again?.run(page) })
    : button("New game", { class: "primary", onclick: () => location.assign(`/${definition.game}`) });
  review.element.dataset.tab = "moves";
  if (page.side) fill(page.side, review.element, ...panels.filter((panel) => !panel.tab || panel.tab === "log").map((panel) => panel.element), el("div", { class: "foot" }, ...review.buttons(), again));
  for (const panel of panels) delete panel.element.dataset.tab;
  page.progress?.classList.remove("on");
  try {
    await review.load();
  } catch (error) {
    toast(`The review could not be loaded: ${/** @type {Error} */ (error).message}`, { kind: "bad", action: "Try again", run: () => void review.load(), millis: 0 });
  }
  return again;
}

/**
 * Who has won, for those who were there.
 * @param {GamePage} page
 * @param {T.Result} result
 * @param {HTMLElement} focus what gets the focus afterwards
 */
export function endCard(page, result, focus) {
  const { definition, welcome } = page;
  const own = welcome?.you?.side;
  const title = result.winner === null || own === undefined || own === null ? "The game is over" : result.winner === own ? "You win" : "You lose";
  const box = dialog({ title, body: [el("p", {}, result.text)], footer: [
    el("a", { class: "btn", href: `/${definition.game}` }, "New game"),
    ...(definition.again ? [button(definition.again.text, { onclick: () => definition.again?.run(page) })] : []),
    button("Review the game", { class: "primary", icon: "play", autofocus: true, onclick: () => box.close() }),
  ], onclose: () => focus.focus({ preventScroll: true }) });
}
