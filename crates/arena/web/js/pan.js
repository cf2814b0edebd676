// Zoom and pan of a drawing: drag, wheel, pinch, buttons and keys.

import { still } from "./dom.js";

const TAP = 6;

/** Moves the `viewBox` of a drawing whose own size is `width` × `height`. */
export class Pan {
  /** Where the middle of the view is, and how many pixels a unit has. */
  x; y; scale = 1;
  /** Whether the whole drawing is shown, whatever size the view gets. */
  whole = true;
  /** @type {Map<number, {x: number, y: number}>} */ #fingers = new Map();
  #moved = false;
  #frame = 0;

  /**
   * @param {SVGSVGElement} root
   * @param {number} width
   * @param {number} height
   */
  constructor(root, width, height) {
    this.root = root;
    this.width = width;
    this.height = height;
    this.x = width / 2;
    this.y = height / 2;
    root.addEventListener("wheel", (event) => {
      event.preventDefault();
      this.zoom(Math.exp(-event.deltaY * 0.0016), event.clientX, event.clientY);
    }, { passive: false });
    root.addEventListener("pointerdown", (event) => {
      if (event.button !== 0) return;
      this.#fingers.set(event.pointerId, { x: event.clientX, y: event.clientY });
      if (this.#fingers.size === 1) this.#moved = false;
    });
    root.addEventListener("pointermove", (event) => this.#drag(event));
    const up = (/** @type {PointerEvent} */ event) => {
      this.#fingers.delete(event.pointerId);
      root.classList.remove("dragging");
    };
    root.addEventListener("pointerup", up);
    root.addEventListener("pointercancel", up);
    // A drag that ends over a station does not choose it.
    root.addEventListener("click", (event) => {
      if (this.#moved) event.stopPropagation();
      this.#moved = false;
    }, true);
    new ResizeObserver(() => this.#resize()).observe(root);
  }

  get #box() {
    return this.root.getBoundingClientRect();
  }

  get #smallest() {
    const { width, height } = this.#box;
    return Math.min(width / this.width, height / this.height) || 1;
  }

  #resize() {
    if (this.whole) this.fit();
    else this.#apply();
  }

  /** @param {PointerEvent} event */
  #drag(event) {
    const from = this.#fingers.get(event.pointerId);
    if (!from) return;
    const to = { x: event.clientX, y: event.clientY };
    const others = [...this.#fingers].filter(([id]) => id !== event.pointerId).map(([, at]) => at);
    const other = others[0];
    if (!this.#moved && !other && Math.hypot(to.x - from.x, to.y - from.y) < TAP) return;
    if (!this.#moved) {
      this.#moved = true;
      this.root.classList.add("dragging");
    }
    if (other) {
      const ratio = Math.hypot(to.x - other.x, to.y - other.y) / (Math.hypot(from.x - other.x, from.y - other.y) || 1);
      this.zoom(ratio, other.x, other.y);
    } else {
      this.whole = false;
      this.x -= (to.x - from.x) / this.scale;
      this.y -= (to.y - from.y) / this.scale;
      this.#apply();
    }
    this.#fingers.set(event.pointerId, to);
  }

  /**
   * @param {number} factor
   * @param {number} [clientX] what stays in place; the middle by default
   * @param {number} [clientY]
   */
  zoom(factor, clientX, clientY) {
    cancelAnimationFrame(this.#frame);
    const box = this.#box;
    const dx = (clientX ?? box.left + box.width / 2) - (box.left + box.width / 2);
    const dy = (clientY ?? box.top + box.height / 2) - (box.top + box.height / 2);
    const next = Math.max(this.#smallest, Math.min(4, this.scale * factor));
    this.x += dx / this.scale - dx / next;
    this.y += dy / this.scale - dy / next;
    this.scale = next;
    this.whole = next <= this.#smallest * 1.001;
    this.#apply();
  }

  /** Shows the whole drawing. */
  fit() {
    this.whole = true;
    this.scale = this.#smallest;
    this.x = this.width / 2;
    this.y = this.height / 2;
    this.#apply();
  }

  /**
   * Moves the view so that these points fit, with a scale between two bounds.
   * @param {{x: number, y: number}[]} points the first is the most important
   * @param {number} least
   * @param {number} most
   */
  show(points, least, most) {
    const first = points[0];
    if (!first) return;
    const { width, height } = this.#box;
    const xs = points.map((p) => p.x), ys = points.map((p) => p.y);
    const w = Math.max(...xs) - Math.min(...xs) + 70, h = Math.max(...ys) - Math.min(...ys) + 70;
    const scale = Math.max(least, Math.min(most, width / w, height / h));
    // Where not all fit, the first point decides.
    const middle = (/** @type {number[]} */ all, /** @type {number} */ own, /** @type {number} */ room) => {
      const mid = (Math.min(...all) + Math.max(...all)) / 2;
      const reach = Math.max(0, room / scale / 2 - 40);
      return Math.max(own - reach, Math.min(own + reach, mid));
    };
    this.#glide(middle(xs, first.x, width), middle(ys, first.y, height), scale);
  }

  /**
   * @param {number} x
   * @param {number} y
   * @param {number} scale
   */
  #glide(x, y, scale) {
    cancelAnimationFrame(this.#frame);
    this.whole = false;
    const from = { x: this.x, y: this.y, scale: this.scale };
    const begin = performance.now();
    const step = (/** @type {number} */ now) => {
      const t = still() ? 1 : Math.min(1, (now - begin) / 260);
      const e = 1 - (1 - t) ** 3;
      this.x = from.x + (x - from.x) * e;
      this.y = from.y + (y - from.y) * e;
      this.scale = from.scale + (scale - from.scale) * e;
      this.#apply();
      if (t < 1) this.#frame = requestAnimationFrame(step);
    };
    step(begin);
  }

  #apply() {
    const { width, height } = this.#box;
    if (!width || !height) return;
    const w = width / this.scale, h = height / this.scale;
    const clamp = (/** @type {number} */ at, /** @type {number} */ half, /** @type {number} */ all) => (half * 2 >= all ? all / 2 : Math.max(half, Math.min(all - half, at)));
    this.x = clamp(this.x, w / 2, this.width);
    this.y = clamp(this.y, h / 2, this.height);
    this.root.setAttribute("viewBox", `${this.x - w / 2} ${this.y - h / 2} ${w} ${h}`);
  }
}
