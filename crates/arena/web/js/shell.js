// What every page has: the top bar, messages, dialogs, help, keys, and the state of the connection.

import { button, el, fill, icon, keep, svg } from "./dom.js";

/** @typedef {{key: string, does: string, run: (event: KeyboardEvent) => void, when?: () => boolean, show?: string}} Shortcut */

/** @type {[string, string][]} */
const PAGES = [
  ["scotland-yard", "Scotland Yard"], ["samegame", "SameGame"], ["tron", "Tron"],
  ["cops-and-robbers", "Cops & Robbers"], ["connect-four", "Connect Four"], ["laboratory", "Laboratory"],
];

const polite = el("div", { class: "sr", role: "status", "aria-live": "polite" });
const urgent = el("div", { class: "sr", role: "alert" });
const toasts = el("div", { class: "toasts" });
const live = el("span", { class: "live", hidden: true });
const actions = el("span", { class: "row" });
/** @type {Shortcut[]} */
const shortcuts = [];
/** @type {() => Node[]} */
let help = () => [];
let title = "";

function logo() {
  return svg("svg", { viewBox: "0 0 26 26", "aria-hidden": "true" },
    svg("path", { d: "M13 24V9M13 20 6.500 14.500M13 17l6.500-6M13 13 8.500 8.500", fill: "none", stroke: "currentColor", "stroke-width": 1.8, "stroke-linecap": "round" }),
    svg("g", { fill: "currentColor" }, ...[[13, 6, 3.6], [6, 13.5, 3], [20, 10, 3], [8, 7, 2]].map(([cx, cy, r]) => svg("circle", { cx, cy, r }))));
}

function links(/** @type {string} */ page) {
  return PAGES.map(([name, text]) => el("a", { href: `/${name}`, "aria-current": name === page ? "page" : null }, text));
}

const isDark = () => {
  const chosen = document.documentElement.dataset.theme;
  return chosen ? chosen === "dark" : matchMedia("(prefers-color-scheme: dark)").matches;
};

function themeButton() {
  const node = button("", { class: "icon quiet", "aria-label": "Light or dark" });
  const draw = () => fill(node, icon(isDark() ? "sun" : "moon"));
  node.addEventListener("click", () => {
    const theme = isDark() ? "light" : "dark";
    document.documentElement.dataset.theme = theme;
    try {
      localStorage.setItem("spinney.theme", theme);
    } catch {
      // Without storage the choice holds for this page.
    }
    draw();
  });
  matchMedia("(prefers-color-scheme: dark)").addEventListener("change", draw);
  draw();
  return node;
}

/**
 * Builds the bar into `<header id="bar">` and the regions for messages.
 * @param {{page: string, title: string}} options
 */
export function mountShell(options) {
  title = options.title;
  const bar = document.getElementById("bar");
  if (!bar) return;
  bar.className = "bar";
  const menu = button("", { class: "icon quiet only-phone", icon: "menu", "aria-label": "Menu", onclick: () => openMenu(options.page) });
  fill(bar,
    el("a", { class: "brand", href: "/" }, logo(), el("span", { class: "no-phone" }, "Spinney"), el("span", { class: "only-phone" }, options.title), el("span", { class: "sr" }, ", home")),
    el("nav", { "aria-label": "Pages" }, ...links(options.page)),
    el("div", { class: "end" }, actions, live,
      button("", { class: "icon quiet", icon: "help", "aria-label": "How to play, and keys", onclick: openHelp }), themeButton(), menu));
  document.body.append(toasts, polite, urgent);
  addShortcuts([{ key: "?", does: "how to play, and keys", run: openHelp }]);
}

/** @param {string} page */
function openMenu(page) {
  // What has no room in the bar of a phone is here.
  const own = /** @type {HTMLElement[]} */ ([...actions.children]).map((node) => button(node.textContent ?? "", { onclick: () => { box.close(); node.click(); } }));
  const box = dialog({ title: "Spinney", body: [own.length ? el("div", { class: "row wrap" }, ...own) : "", el("nav", { class: "menu", "aria-label": "Pages" }, el("a", { href: "/", "aria-current": page === "home" ? "page" : null }, "Home"), ...links(page))] });
}

/**
 * Buttons of this page in the top bar.
 * @param {...Node} nodes
 */
export const barActions = (...nodes) => fill(actions, ...nodes);

/**
 * Says something to people who listen instead of look.
 * @param {string} text
 * @param {boolean} [now] interrupts; for captures and lost connections only
 */
export function say(text, now = false) {
  const region = now ? urgent : polite;
  region.textContent = "";
  setTimeout(() => (region.textContent = text), 30);
}

/**
 * A short message at the foot of the page.
 * @param {string} text
 * @param {{kind?: "bad", action?: string, run?: () => void, millis?: number}} [options]
 * @returns {() => void} takes it away
 */
export function toast(text, { kind, action, run, millis = 5000 } = {}) {
  const node = el("div", { class: `toast ${kind ?? ""}` }, el("span", {}, text));
  const away = () => node.remove();
  if (action) node.append(button(action, { onclick: () => { away(); run?.(); } }));
  toasts.append(node);
  say(text, kind === "bad");
  if (millis > 0) setTimeout(away, millis);
  return away;
}

/**
 * A dialog: the browser keeps the focus inside and gives it back afterwards.
 * @param {{title: string, body: (Node | string)[], footer?: Node[], onclose?: () => void, lasting?: boolean, class?: string}} options `lasting`: Escape does not close it
 * @returns {{node: HTMLDialogElement, close: () => void}}
 */
export function dialog({ title, body, footer = [], onclose, lasting = false, class: more = "" }) {
  const back = document.activeElement;
  const heading = el("h2", { id: `dialog-${Date.now()}` }, title);
  const node = el("dialog", { class: `dialog ${more}`, "aria-labelledby": heading.id });
  const close = () => node.close();
  fill(node, el("header", {}, heading, lasting ? null : button("", { class: "icon quiet", icon: "cross", "aria-label": "Close", onclick: close })),
    el("div", { class: "body" }, ...body), footer.length ? el("footer", {}, ...footer) : null);
  if (lasting) node.addEventListener("cancel", (event) => event.preventDefault());
  else node.addEventListener("click", (event) => { if (event.target === node) close(); });
  node.addEventListener("close", () => {
    node.remove();
    if (back instanceof HTMLElement && back.isConnected) back.focus();
    onclose?.();
  });
  document.body.append(node);
  node.showModal();
  return { node, close };
}

/**
 * Asks before something that cannot be taken back.
 * @param {{title: string, text: string, yes: string, run: () => void}} options
 */
export function confirm({ title, text, yes, run }) {
  const box = dialog({ title, body: [el("p", {}, text)], footer: [
    button("Cancel", { onclick: () => box.close() }),
    button(yes, { class: "danger", onclick: () => { box.close(); run(); } }),
  ] });
}

/**
 * The page's own help, above the list of keys.
 * @param {() => Node[]} make
 */
export function setHelp(make) {
  help = make;
}

export function openHelp() {
  if (document.querySelector("dialog[open]")) return;
  const rows = shortcuts.map((one) => el("div", { class: "keyrow" }, el("span", {}, ...(one.show ?? one.key).split(" ").map((key) => el("kbd", {}, key))), el("span", {}, one.does)));
  dialog({ title: `How to play: ${title}`, body: [...help(), el("h3", {}, "Keys"), el("div", { class: "keys" }, ...rows)] });
}

/**
 * Turns the server's help (paragraphs and lines) into nodes.
 * @param {string} text
 */
export function paragraphs(text) {
  return text.split(/\n+/).filter((line) => line.trim()).map((line) => el("p", {}, line.trim()));
}

/**
 * Keys of this page. `key` is what `KeyboardEvent.key` says; letters match in either case; `1-9` matches digits.
 * They are off inside fields and while a dialog is open.
 * @param {Shortcut[]} more
 */
export function addShortcuts(more) {
  shortcuts.push(...more);
}

addEventListener("keydown", (event) => {
  if (event.defaultPrevented || event.ctrlKey || event.metaKey || event.altKey) return;
  const target = /** @type {Element | null} */ (event.target instanceof Element ? event.target : null);
  if (target?.closest("input, textarea, select, dialog[open], [contenteditable]")) return;
  if (document.querySelector("dialog[open]")) return;
  // Enter and Space belong to the element that has the focus.
  if ((event.key === "Enter" || event.key === " ") && target?.closest("button, a, [role=radio], summary")) return;
  const matches = (/** @type {string} */ key) => (key === "1-9" ? /^[1-9]$/.test(event.key) : key.toLowerCase() === event.key.toLowerCase());
  for (const one of shortcuts) {
    if (!matches(one.key) || (one.when && !one.when())) continue;
    event.preventDefault();
    one.run(event);
    return;
  }
});

/** @type {(() => void) | null} */
let banner = null;

/**
 * Shows the state of the connection in the bar, and a lasting message while it is lost.
 * @param {"connecting" | "open" | "lost" | "closed"} state
 * @param {() => void} retry
 */
export function showConnection(state, retry) {
  live.hidden = false;
  live.classList.toggle("lost", state === "lost" || state === "closed");
  live.textContent = { connecting: "Connecting", open: "Connected", lost: "Reconnecting", closed: "Disconnected" }[state];
  document.body.classList.toggle("offline", state !== "open");
  if (state === "lost") {
    banner ??= toast("Connection lost. Trying again; the game is safe.", { kind: "bad", action: "Now", millis: 0, run: () => { banner = null; retry(); } });
  } else if (state === "open" && banner) {
    banner();
    banner = null;
    toast("Connected again.", { millis: 2500 });
  }
}

/**
 * A whole-page state: empty, missing, broken.
 * @param {IconNameLike} name
 * @param {string} heading
 * @param {string} text
 * @param {...Node} more
 */
export function stateCard(name, heading, text, ...more) {
  return el("div", { class: "state" }, icon(name, "large"), el("h2", {}, heading), el("p", {}, text), ...more);
}
/** @typedef {import("./dom.js").IconName} IconNameLike */

/**
 * A setting that outlives the page, such as an overlay.
 * @param {string} key
 * @param {unknown} value
 */
export const keepSetting = (key, value) => keep(localStorage, `set.${key}`, value);
