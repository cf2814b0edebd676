// The search tree: the most visited lines, unfolding, live.

import { count, el, fill, percent } from "./dom.js";
import { ENOUGH } from "./moves.js";

/** @import * as T from "./types.js" */

/** A view of `analysis.tree`. What is unfolded stays so while the search goes on. */
export class TreeView {
  /** @type {Set<string>} */ #open = new Set();
  #touched = false;
  /** @type {T.TreeNode[]} */ #tree = [];

  /** @param {{format?: (value: number) => string, face?: (move: T.Move) => (Node | string)[]}} [options] */
  constructor({ format = percent, face = (move) => [move.label] } = {}) {
    this.format = format;
    this.face = face;
    this.element = el("div", { class: "tree" });
    this.update(null);
  }

  /** Forgets what is unfolded: another position. */
  reset() {
    this.#open.clear();
    this.#touched = false;
    this.update(null);
  }

  /** @param {T.Analysis | null} analysis */
  update(analysis) {
    this.#tree = analysis?.tree ?? [];
    if (!this.#tree.length) {
      fill(this.element, el("p", { class: "muted small" }, "The lines that the search looks at appear here while it thinks."));
      return;
    }
    if (!this.#touched) this.#unfoldMain();
    this.#draw();
  }

  /** The main line is unfolded until somebody folds or unfolds. */
  #unfoldMain() {
    this.#open.clear();
    let nodes = this.#tree;
    let path = "";
    for (let depth = 0; depth < 3 && nodes[0]; depth++) {
      path += `/${nodes[0].mv.text}`;
      this.#open.add(path);
      nodes = nodes[0].children;
    }
  }

  #draw() {
    const focused = document.activeElement?.closest("[data-path]")?.getAttribute("data-path");
    const all = this.#tree.reduce((sum, node) => sum + node.visits, 0);
    fill(this.element, this.#level(this.#tree, "", Math.max(1, all)));
    if (focused && !this.element.contains(document.activeElement)) {
      /** @type {HTMLElement | null} */ (this.element.querySelector(`[data-path="${CSS.escape(focused)}"]`))?.focus();
    }
  }

  /**
   * @param {T.TreeNode[]} nodes
   * @param {string} parent
   * @param {number} all visits of the parent
   * @returns {HTMLElement}
   */
  #level(nodes, parent, all) {
    return el("ul", {}, ...nodes.map((node) => {
      const path = `${parent}/${node.mv.text}`;
      const open = this.#open.has(path);
      const leaf = !node.children.length;
      const bar = el("i", { class: "share" });
      bar.style.width = `${Math.round((100 * node.visits) / all)}%`;
      const value = node.value === null || node.visits < ENOUGH ? "–" : this.format(node.value);
      const row = el("button", { type: "button", class: "node", "data-path": path, "aria-expanded": leaf ? null : String(open), disabled: leaf },
        el("span", { class: "fold", "aria-hidden": "true" }, leaf ? "·" : open ? "▾" : "▸"),
        el("span", { class: "mv" }, ...this.face(node.mv)), el("span", { class: "vis" }, bar, el("span", {}, count(node.visits))), el("span", { class: "wr" }, value));
      row.addEventListener("click", () => {
        this.#touched = true;
        if (!this.#open.delete(path)) this.#open.add(path);
        this.#draw();
      });
      return el("li", {}, row, open && !leaf ? this.#level(node.children, path, Math.max(1, node.visits)) : null);
    }));
  }
}
