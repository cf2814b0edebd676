// The games that this browser knows, and the tokens of their chairs.

import { keep, recall } from "./dom.js";

/**
 * @typedef {object} Known
 * @property {string} room
 * @property {string} game the game's name, which is also its page
 * @property {string} title
 * @property {string[][]} seats tokens by seat; a seat is one side
 * @property {string} you what this client plays, in words
 * @property {string} against
 * @property {number} made when, in milliseconds since the epoch
 * @property {boolean} over
 * @property {{text: string, url: string}[]} [invites] links for friends
 * @property {string} [note] where the game stands
 */

const MOST = 40;

/** The games of this browser, the latest first. @returns {Known[]} */
export const known = () => recall(localStorage, "games", /** @type {Known[]} */ ([]));

/** @param {Known} game */
export function remember(game) {
  keep(localStorage, "games", [game, ...known().filter((other) => other.room !== game.room)].slice(0, MOST));
}

/**
 * @param {string} room
 * @param {Partial<Known>} change
 */
export function update(room, change) {
  keep(localStorage, "games", known().map((game) => (game.room === room ? { ...game, ...change } : game)));
}

/** @param {string} room */
export function forget(room) {
  keep(localStorage, "games", known().filter((game) => game.room !== room));
}

/**
 * The address of a game's page. Tokens stay behind `#`, which is never sent to a server.
 * @param {string} game
 * @param {string} room
 * @param {string[]} [tokens]
 */
export function address(game, room, tokens = []) {
  return `/${game}?room=${encodeURIComponent(room)}${tokens.length ? `#token=${tokens.map(encodeURIComponent).join(",")}` : ""}`;
}

/**
 * The room and the seats that this page's address stands for. Tokens leave the address at once:
 * the tab keeps them, so that what is copied from the address bar shows the game and gives
 * nothing away.
 * @returns {{room: string, seats: string[][]} | null}
 */
export function arrive() {
  const room = new URLSearchParams(location.search).get("room");
  if (!room) return null;
  const tokens = new URLSearchParams(location.hash.slice(1)).get("token");
  if (tokens) {
    const seats = [tokens.split(",").filter(Boolean)];
    keep(sessionStorage, `seats.${room}`, seats);
    history.replaceState(null, "", location.pathname + location.search);
  }
  const here = recall(sessionStorage, `seats.${room}`, /** @type {string[][] | null} */ (null));
  return { room, seats: here ?? known().find((game) => game.room === room)?.seats ?? [] };
}
