// The panel beside the board: its tabs on a phone, and the buttons at its foot.

import { button, capital, el, fill } from "./dom.js";

/** @import { GamePage } from "./game.js" */

const NAMES = { moves: "Moves", people: "Players", log: "Log", boards: "Boards" };

/** Fills the panel of a game that goes on. @param {GamePage} page */
export function sidePanel({ side, listPanel, treePanel, foot, panels = [], definition }) {
  if (!side || !listPanel || !treePanel || !foot) return;
  for (const panel of panels) if (panel.tab) panel.element.dataset.tab = panel.tab;
  treePanel.dataset.tab = "moves";
  const used = [...new Set(["moves", ...panels.map((panel) => panel.tab ?? "").filter(Boolean)])];
  const tabs = el("div", { class: "seg wide", role: "tablist", "aria-label": "Panels" });
  const select = (/** @type {string} */ tab) => {
    document.body.dataset.tab = tab;
    side.scrollTop = 0;
    for (const node of tabs.children) node.setAttribute("aria-selected", String(node.getAttribute("data-to") === tab));
  };
  tabs.append(...used.map((tab) => el("button", { type: "button", role: "tab", "data-to": tab, onclick: () => select(tab) }, NAMES[/** @type {keyof typeof NAMES} */ (tab)] ?? tab)));
  select("moves");
  fill(side, used.length > 1 ? el("div", { class: "tabs" }, tabs) : null, ...panels.map((panel) => panel.element), definition.list === false ? null : listPanel, treePanel, foot);
}

/**
 * What can be done now.
 * @param {GamePage} page
 * @param {boolean} hinting whether a hint is under way
 * @returns {HTMLElement[]}
 */
export function gameButtons(page, hinting) {
  const { state, welcome, room, definition, thinking } = page;
  if (!state || !welcome || !room) return [];
  const open = room.connection === "open";
  const practice = welcome.room.practice && welcome.you !== null;
  const mine = state.moves.length > 0;
  const move = mine ? page.list?.chosen : null;
  const words = move ? capital(move.label) : mine ? (definition.button ?? "Choose a move") : thinking ? `${capital(thinking.name)} thinks` : state.deciding[0] ? `${capital(state.deciding[0].name)} to move` : "Wait";
  const nodes = [];
  if (practice) {
    nodes.push(button("Undo", { icon: "undo", disabled: !open || !state.can_undo, title: "Undo (U)", onclick: () => room.undo() }));
    nodes.push(hinting ? button("Stop", { icon: "stop", disabled: !open, onclick: () => room.stop() }) : button("Hint", { icon: "hint", disabled: !open || !mine, title: "Hint (H)", onclick: () => page.hint() }));
  }
  if (welcome.you && !definition.puzzle) nodes.push(button("Resign", { icon: "flag", disabled: !open, class: practice ? "icononly" : "", "aria-label": "Resign", title: "Resign", onclick: () => page.resign() }));
  const engines = welcome.room.chairs.every((chair) => chair.engine);
  if (!welcome.you) nodes.push(el("span", { class: "muted" }, engines ? "You watch engines play each other." : "You watch. The seats are taken by others."));
  else if (definition.list !== false) nodes.push(button(words, { class: "primary wide", disabled: !open || !move, onclick: () => page.play() }));
  return nodes;
}
