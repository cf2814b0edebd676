// Making elements, and small helpers for text and storage.

/** @typedef {Node | string | number | null | undefined | false} Child */

const SVG = "http://www.w3.org/2000/svg";

/**
 * @param {Element} node
 * @param {Record<string, unknown>} props
 */
function assign(node, props) {
  for (const [name, value] of Object.entries(props)) {
    if (value === null || value === undefined || value === false) continue;
    if (name.startsWith("on") && typeof value === "function") {
      node.addEventListener(name.slice(2), /** @type {EventListener} */ (value));
    } else {
      node.setAttribute(name, value === true ? "" : String(value));
    }
  }
}

/**
 * An HTML element. A property that begins with `on` is a listener; every other one an attribute,
 * left out when it is null, undefined or false. (A `style` attribute would break the page's
 * security policy: set `element.style` instead.)
 * @template {keyof HTMLElementTagNameMap} K
 * @param {K} tag
 * @param {Record<string, unknown>} [props]
 * @param {...Child} children
 * @returns {HTMLElementTagNameMap[K]}
 */
export function el(tag, props = {}, ...children) {
  const node = document.createElement(tag);
  assign(node, props);
  append(node, children);
  return node;
}

/**
 * The same for SVG.
 * @template {keyof SVGElementTagNameMap} K
 * @param {K} tag
 * @param {Record<string, unknown>} [props]
 * @param {...Child} children
 * @returns {SVGElementTagNameMap[K]}
 */
export function svg(tag, props = {}, ...children) {
  const node = document.createElementNS(SVG, tag);
  assign(node, props);
  append(node, children);
  return node;
}

/**
 * @param {Element} node
 * @param {Child[]} children
 */
function append(node, children) {
  for (const child of children) {
    if (child === null || child === undefined || child === false) continue;
    node.append(child instanceof Node ? child : String(child));
  }
}

/**
 * Gives an element these children instead of those that it has.
 * @template {Element} E
 * @param {E} node
 * @param {...Child} children
 * @returns {E}
 */
export function fill(node, ...children) {
  node.replaceChildren();
  append(node, children);
  return node;
}

/** The shapes of the icons, on a square of 20. */
const ICONS = {
  undo: "M7 5 3 9l4 4M3 9h9a5 5 0 0 1 0 10H9", hint: "M7.500 14.500a5.500 5.500 0 1 1 5 0V16h-5zM8 19h4", flag: "M4 19V2M4 3h11l-2.500 4L15 11H4",
  link: "M8 12a4 4 0 0 0 6 0l3-3a4 4 0 0 0-6-6l-1 1M12 8a4 4 0 0 0-6 0l-3 3a4 4 0 0 0 6 6l1-1", moon: "M17 12A7.500 7.500 0 0 1 8 3a7.500 7.500 0 1 0 9 9z",
  sun: "M10 6a4 4 0 1 0 0 8 4 4 0 0 0 0-8M10 1v2M10 17v2M1 10h2M17 10h2M3.600 3.600 5 5M15 15l1.400 1.400M3.600 16.400 5 15M15 5l1.400-1.400",
  help: "M7.300 7.400A2.800 2.800 0 1 1 10 11v1.500M10 15.600v.1", plus: "M10 4v12M4 10h12", minus: "M4 10h12", fit: "M3 7V3h4M13 3h4v4M17 13v4h-4M7 17H3v-4",
  play: "M6 4l10 6-10 6z", pause: "M7 4v12M13 4v12", next: "M7 4l7 6-7 6", prev: "M13 4l-7 6 7 6", first: "M15 4l-7 6 7 6M5 4v12", last: "M5 4l7 6-7 6M15 4v12",
  menu: "M3 6h14M3 10h14M3 14h14", check: "M4 10.500 8.500 15 16 6", cross: "M5 5l10 10M15 5 5 15", ring: "M10 4a6 6 0 1 0 0 12 6 6 0 0 0 0-12", clock: "M10 3a7 7 0 1 0 0 14 7 7 0 0 0 0-14M10 6v4l3 2",
  eye: "M2 10s3-5 8-5 8 5 8 5-3 5-8 5-8-5-8-5zM10 8a2 2 0 1 0 0 4 2 2 0 0 0 0-4", users: "M7 9a3 3 0 1 0 0-6 3 3 0 0 0 0 6M1.500 17c0-3 2.500-5 5.500-5s5.500 2 5.500 5M13 3.500a3 3 0 0 1 0 5.500M15 12.500c2 .7 3.500 2.400 3.500 4.500",
  flask: "M8 3h4M9 3v5l-5 8a1.500 1.500 0 0 0 1.300 2h9.400a1.500 1.500 0 0 0 1.300-2l-5-8V3M6.500 13h7", stop: "M5 5h10v10H5z", dots: "M4 10h.1M10 10h.1M16 10h.1", tilde: "M3 11c2-4 4.500-4 7-1s5 3 7-1", copy: "M7 7h10v10H7zM13 7V3H3v10h4",
  plug: "M7 3v4M13 3v4M5 7h10v3a5 5 0 0 1-10 0zM10 15v4", dice: "M4 4h12v12H4zM7.500 7.500h.1M12.500 12.500h.1M10 10h.1", down: "M10 3v10M5 9l5 5 5-5M4 17h12", up: "M10 17V7M5 11l5-5 5 5M4 3h12", tree: "M10 3v5M10 8l-5 4M10 8l5 4M10 8v4M5 14v2M10 14v2M15 14v2",
  gear: "M10 7a3 3 0 1 0 0 6 3 3 0 0 0 0-6M10 2v2M10 16v2M2 10h2M16 10h2M4.300 4.300l1.400 1.400M14.300 14.300l1.400 1.400M4.300 15.700l1.400-1.400M14.300 5.700l1.400-1.400", warn: "M10 3 18 17H2zM10 8v4M10 14.500v.1",
};

/** @typedef {keyof typeof ICONS} IconName */

/**
 * An icon. It is decoration: the element around it has the name.
 * @param {IconName} name
 * @param {string} [more] more classes; `s` is small
 */
export function icon(name, more = "") {
  return svg("svg", { class: `i ${more}`, viewBox: "0 0 20 20", "aria-hidden": "true" }, svg("path", { d: ICONS[name] }));
}

/**
 * A button with an optional icon.
 * @param {string} text
 * @param {{icon?: IconName, class?: string, onclick?: (event: Event) => void, [attribute: string]: unknown}} [props]
 */
export function button(text, props = {}) {
  const { icon: name, class: more, ...rest } = props;
  return el("button", { type: "button", class: `btn ${more ?? ""}`, ...rest }, name ? icon(name) : null, text ? el("span", {}, text) : null);
}

/**
 * A switch. Its element has `role="switch"`; `onchange` is told the new value.
 * @param {string} text
 * @param {boolean} on
 * @param {(on: boolean) => void} onchange
 * @param {Record<string, unknown>} [props]
 */
export function toggle(text, on, onchange, props = {}) {
  const node = el("button", { type: "button", class: "switch", role: "switch", "aria-checked": String(on), ...props }, el("i"), el("span", {}, text));
  node.addEventListener("click", () => {
    const now = node.getAttribute("aria-checked") !== "true";
    node.setAttribute("aria-checked", String(now));
    onchange(now);
  });
  return node;
}

/**
 * A segmented control: one of several. Returns the element; `onchange` is told the new value.
 * @template {string} T
 * @param {string} label what is chosen
 * @param {{value: T, text: string, hint?: string}[]} items
 * @param {T} chosen
 * @param {(value: T) => void} onchange
 */
export function segments(label, items, chosen, onchange) {
  const group = el("div", { class: "seg", role: "radiogroup", "aria-label": label });
  const buttons = items.map((item) => el("button", { type: "button", role: "radio", "aria-checked": String(item.value === chosen), tabindex: item.value === chosen ? 0 : -1, "data-value": item.value, title: item.hint }, item.text));
  const pick = (/** @type {number} */ index) => {
    buttons.forEach((other, i) => {
      other.setAttribute("aria-checked", String(i === index));
      other.tabIndex = i === index ? 0 : -1;
    });
    const item = items[index];
    if (item) onchange(item.value);
  };
  buttons.forEach((node, index) => {
    node.addEventListener("click", () => pick(index));
    node.addEventListener("keydown", (event) => {
      const step = { ArrowRight: 1, ArrowDown: 1, ArrowLeft: -1, ArrowUp: -1 }[event.key];
      if (!step) return;
      event.preventDefault();
      event.stopPropagation();
      const to = (index + step + buttons.length) % buttons.length;
      buttons[to]?.focus();
      pick(to);
    });
  });
  if (!items.some((item) => item.value === chosen) && buttons[0]) buttons[0].tabIndex = 0;
  group.append(...buttons);
  return group;
}

/** @param {number} value a share from 0 to 1 */
export const percent = (value) => `${(100 * value).toFixed(1)} %`;

const GROUPS = new Intl.NumberFormat("en");
/** @param {number} value */
export const count = (value) => GROUPS.format(Math.round(value));

/**
 * Brings an element into view within the panel that scrolls around it, and leaves the page where it is.
 * @param {Element | null} node
 */
export function reveal(node) {
  let outer = node?.parentElement ?? null;
  while (outer && !(outer.scrollHeight > outer.clientHeight && /auto|scroll/.test(getComputedStyle(outer).overflowY))) outer = outer.parentElement;
  if (!node || !outer) return;
  const [inner, frame] = [node.getBoundingClientRect(), outer.getBoundingClientRect()];
  // Something taller than the panel is shown from its top.
  if (inner.top < frame.top || inner.height > frame.height) outer.scrollTop += inner.top - frame.top;
  else if (inner.bottom > frame.bottom) outer.scrollTop += inner.bottom - frame.bottom;
}

/** Whether nothing should move. */
export const still = () => matchMedia("(prefers-reduced-motion: reduce)").matches;
export const onPhone = () => matchMedia("(max-width: 720px)").matches;

/**
 * What was kept under a key, or the fallback.
 * @template T
 * @param {Storage} where
 * @param {string} key
 * @param {T} fallback
 * @returns {T}
 */
export function recall(where, key, fallback) {
  try {
    const text = where.getItem(`spinney.${key}`);
    return text === null ? fallback : JSON.parse(text);
  } catch {
    return fallback;
  }
}

/**
 * @param {Storage} where
 * @param {string} key
 * @param {unknown} value
 */
export function keep(where, key, value) {
  try {
    where.setItem(`spinney.${key}`, JSON.stringify(value));
  } catch {
    // Storage is full or forbidden; the page goes on without it.
  }
}

/**
 * Copies text, also where the clipboard needs help (a page without TLS on another address).
 * @param {string} text
 * @returns {Promise<boolean>}
 */
export async function copy(text) {
  try {
    await navigator.clipboard.writeText(text);
    return true;
  } catch {
    const area = el("textarea", { class: "sr", readonly: true });
    area.value = text;
    (document.querySelector("dialog[open]") ?? document.body).append(area);
    area.select();
    const done = document.execCommand("copy");
    area.remove();
    return done;
  }
}

/**
 * Offers text as a file.
 * @param {string} name
 * @param {string} text
 */
export function download(name, text) {
  const url = URL.createObjectURL(new Blob([text], { type: "text/plain" }));
  el("a", { href: url, download: name }).click();
  setTimeout(() => URL.revokeObjectURL(url), 1000);
}

/** The same with a capital letter in front. @param {string} text */
export const capital = (text) => text.charAt(0).toUpperCase() + text.slice(1);
