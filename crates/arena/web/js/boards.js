// Ready-made boards as pictures, for the form of a new game.

import { el } from "./dom.js";
import { get } from "./net.js";

/** @import * as T from "./types.js" */

/** @type {Map<string, Promise<any>>} */
const known = new Map();

/** What never changes in a game with this specification. @param {string} name the game @param {string} spec */
export function boardOf(name, spec) {
  const found = known.get(spec) ?? get(`games/${name}/board?spec=${encodeURIComponent(spec)}`);
  known.set(spec, found);
  return found;
}

/**
 * A button with a picture for each board.
 * @param {T.GameInfo} info
 * @param {object} options
 * @param {string} options.label
 * @param {(spec: string) => boolean} options.chosen
 * @param {(board: any) => SVGElement} options.draw
 * @param {(spec: string) => void} options.choose
 */
export function boardButtons(info, { label, chosen, draw, choose }) {
  return el("div", { class: "minis whole", role: "group", "aria-label": label }, ...info.boards.map(({ name, spec }) => {
    const shot = el("span");
    boardOf(info.name, spec).then((found) => shot.replaceWith(draw(found)), () => shot.remove());
    return el("button", { type: "button", class: "mini", "aria-pressed": String(chosen(spec)), onclick: () => choose(spec) }, shot, el("span", {}, name));
  }));
}
