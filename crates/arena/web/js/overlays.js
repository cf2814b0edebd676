// The switches over the board: what can be laid over it. They outlive the page.

import { button, el, recall, toggle } from "./dom.js";
import { addShortcuts, keepSetting } from "./shell.js";

/** @import { GameDefinition, View } from "./game-types.js" */

/** The overlay of every game. */
const ENGINE = { key: "engine", letter: "E", name: "engine’s view", text: () => "Engine’s view" };

export class Overlays {
  /** @type {Map<string, HTMLElement>} */ #switches = new Map();

  /**
   * @param {GameDefinition} definition
   * @param {Record<string, boolean>} on is filled with what was chosen last
   * @param {(key: string, on: boolean) => void} change
   */
  constructor(definition, on, change) {
    /** @type {NonNullable<GameDefinition["overlays"]>} */
    this.all = [...(definition.overlays ?? []), { ...ENGINE, on: definition.engine ?? true }];
    const box = el("div", { class: "overlays" });
    for (const { key, letter, name = key, on: first } of this.all) {
      const setting = `${definition.game}.${key}`;
      on[key] = recall(localStorage, `set.${setting}`, first);
      const node = toggle("", on[key] ?? false, (now) => {
        keepSetting(setting, now);
        change(key, now);
      });
      this.#switches.set(key, node);
      box.append(node);
      addShortcuts([{ key: letter, does: `${name} on or off`, run: () => node.click(), when: () => !node.hidden }]);
    }
    const more = button("", { class: "icon quiet only-phone", icon: "eye", "aria-label": "Overlays", "aria-expanded": "false" });
    more.addEventListener("click", () => more.setAttribute("aria-expanded", String(box.classList.toggle("open"))));
    this.element = el("div", { class: "overlaybox" }, more, box);
  }

  /** Names the switches that this position has, and hides the others. @param {View} view */
  name(view) {
    for (const { key, text, when } of this.all) {
      const node = this.#switches.get(key);
      if (!node) continue;
      node.hidden = !(when?.(view) ?? true);
      if (node.lastElementChild) node.lastElementChild.textContent = text(view);
    }
  }
}
