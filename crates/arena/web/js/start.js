// Starting a game without the form: from a list of boards, or the same game once more.

import { address, remember } from "./memory.js";
import { post } from "./net.js";
import { invitations } from "./setup.js";
import { toast } from "./shell.js";

/** @import * as T from "./types.js" */

/** @typedef {{side: number, players?: number[], engine?: string}} Chair */

/**
 * @typedef {object} Start
 * @property {string} name the game's name, which is also its page
 * @property {string} title
 * @property {string} game its specification
 * @property {Chair[]} chairs
 * @property {number[][]} seats the chairs of this client, by seat
 * @property {string} you
 * @property {number} [tick]
 * @property {boolean} [practice]
 * @property {number} [seed]
 * @property {string} [board] a board of one’s own, as text
 * @property {(message: string) => void} [refused] is told why not; a toast by default
 */

/**
 * Makes a room and goes there. A person's chair that is not this client's gets a link first.
 * @param {Start} start
 */
export async function begin({ name, title, game, chairs, seats, you, tick = 0, practice = true, seed, board, refused }) {
  try {
    const made = await post("rooms", { game, practice, tick, chairs, ...(seed === undefined ? {} : { seed }), ...(board === undefined ? {} : { board }) });
    const own = new Set(seats.flat());
    const friends = chairs.flatMap((chair, i) => (chair.engine || own.has(i) ? [] : [{ text: `Side ${chair.side + 1}`, url: new URL(made.chairs[i].url, location.href).href }]));
    const engines = [...new Set(chairs.flatMap((chair) => chair.engine ?? []))].join(" and ");
    remember({ room: made.room, game: name, title, you, against: friends.length ? "a friend" : engines, made: Date.now(), over: false,
      seats: seats.map((seat) => seat.map((chair) => String(made.chairs[chair].token))) });
    const go = () => location.assign(address(name, made.room));
    if (friends.length) invitations(friends, go);
    else go();
  } catch (error) {
    if (refused) return refused(/** @type {Error} */ (error).message);
    toast(/** @type {Error} */ (error).message, { kind: "bad" });
  }
}

/**
 * The same game once more, with the same chairs.
 * @param {T.Welcome} welcome
 * @param {number} seats how many seats this client has: two if both sides play at one screen
 * @param {Partial<Start>} [change]
 */
export function again({ room, you }, seats, change = {}) {
  const chairs = room.chairs.map(({ side, players, engine }) => ({ side, players: players.map((one) => one.player), ...(engine ? { engine } : {}) }));
  const persons = room.chairs.filter((chair) => !chair.engine).map((chair) => chair.chair);
  const own = seats > 1 ? persons.map((chair) => [chair]) : you ? [you.chairs] : [];
  return begin({ name: room.name, title: room.title, game: room.game, chairs, seats: own, tick: room.tick, practice: room.practice,
    you: you ? (room.sides.length > 1 ? (room.sides[you.side]?.title ?? "") : "playing") : "watching", ...change });
}
