// The places of a board where a move can be made.

import { fill, svg } from "./dom.js";

/** @import * as T from "./types.js" */
/** @import { GamePage } from "./game.js" */
/** @import { View } from "./game-types.js" */

/**
 * Targets that stay the same elements while the position does: a browser drops a click when the element
 * under it was replaced between press and release, and analyses arrive several times per second.
 * @param {GamePage} page
 * @param {(move: T.Move) => {label: string, at?: string, shapes: SVGElement[]}} draw a name for screen readers, where it is (a transform), and what it looks like
 */
export function targets(page, draw) {
  const element = svg("g", {});
  let drawn = "";

  /** @param {T.Move} move */
  const target = (move) => {
    const { label, at, shapes } = draw(move);
    const node = svg("g", { class: "target", role: "button", "data-move": move.text, "aria-label": label, transform: at }, ...shapes);
    node.addEventListener("click", () => page.choose(move.text));
    node.addEventListener("keydown", (event) => {
      // Enter plays what is chosen, wherever the focus is; without a choice it chooses.
      if (event.key !== " " && (event.key !== "Enter" || page.view?.chosen)) return;
      event.preventDefault();
      page.choose(move.text);
    });
    return node;
  };

  /** @param {View} view @param {unknown} position what else the look of a target depends on */
  const update = (view, position) => {
    const signature = JSON.stringify([position, view.moves.map((move) => move.text)]);
    if (signature !== drawn) {
      drawn = signature;
      const focused = element.contains(document.activeElement) ? document.activeElement?.getAttribute("data-move") : null;
      fill(element, ...view.moves.map(target));
      if (focused) focus(focused);
    }
    const chosen = view.chosen?.text;
    const first = chosen ?? view.moves[0]?.text;
    for (const node of element.children) {
      const move = node.getAttribute("data-move");
      node.setAttribute("tabindex", move === first ? "0" : "-1");
      node.setAttribute("aria-pressed", String(move === chosen));
    }
  };

  /** Gives the focus to the target of a move, or to the first one. @param {string} move */
  const focus = (move) => {
    const node = element.querySelector(`[data-move="${move}"]`) ?? element.firstElementChild;
    /** @type {SVGElement | null} */ (node)?.focus();
  };

  return { element, update, focus };
}
