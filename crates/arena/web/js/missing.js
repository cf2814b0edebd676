// The page for an address that has none.

import { el, fill } from "./dom.js";
import { mountShell, stateCard } from "./shell.js";

mountShell({ page: "missing", title: "Spinney" });
const main = /** @type {HTMLElement} */ (document.getElementById("main"));
main.className = "lobby";
fill(main, el("div", { class: "card" }, stateCard("warn", "There is no such page", `Nothing is at ${location.pathname}. The link may be mistyped.`, el("a", { class: "btn primary", href: "/" }, "To the first page"))));
