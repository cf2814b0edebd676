// Two people at one screen: whose turn it is sits down, behind a screen where something is hidden.

import { button, el } from "./dom.js";
import { dialog } from "./shell.js";

/** @import * as T from "./types.js" */
/** @import { GamePage } from "./game.js" */

export class HotSeat {
  /** The screen between the two is up. */
  #screen = false;
  /** The seat whose owner has said that they sit here. */
  #unlocked = -1;

  /** @param {GamePage} page */
  constructor(page) {
    this.page = page;
  }

  /**
   * Takes the seat of the one who decides.
   * @param {T.State} state
   * @param {() => void} show draws the position once its owner has sat down
   * @returns {boolean} whether somebody else is to sit down first
   */
  changes(state, show) {
    const { room, definition, welcome } = this.page;
    if (!room || room.seats.length < 2 || state.result) return false;
    const next = state.deciding.find((one) => !one.engine);
    if (!next) return false;
    const seat = next.yours ? room.seat : room.seats.findIndex((_, i) => i !== room.seat);
    const secret = definition.privacy ?? false;
    if (next.yours && (!secret || this.#unlocked === seat)) return false;
    const sit = () => {
      this.#screen = false;
      this.#unlocked = seat;
      if (next.yours) return show();
      this.page.state = null;
      room.sit(seat);
    };
    if (!secret) sit();
    else if (!this.#screen) {
      this.#screen = true;
      const name = welcome?.room.sides[next.side]?.title ?? next.name;
      const box = dialog({ title: `Next: ${name}`, lasting: true, class: "privacy", body: [el("p", {}, "Hand the screen over. The board is hidden until then.")], footer: [button(`Continue as ${name}`, { class: "primary big", onclick: () => { box.close(); sit(); } })] });
    }
    return true;
  }
}
