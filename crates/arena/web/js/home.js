// The first page: the games, games to go on with, the laboratory, engines to watch.

import { button, el, fill, icon } from "./dom.js";
import { address, forget, known, remember, update } from "./memory.js";
import { get, post } from "./net.js";
import { copsPicture, fourPicture, samegamePicture, tronPicture, yardPicture } from "./pictures.js";
import { chooseRecord } from "./record.js";
import { dialog, mountShell, setHelp, toast } from "./shell.js";

/** @import { Known } from "./memory.js" */

/** @param {string} game @param {string} title @param {string} text @param {string} more @param {Node} picture @param {string} [cls] */
function card(game, title, text, more, picture, cls = "") {
  return el("a", { class: `card game ${cls}`, href: `/${game}` }, el("div", { class: "art" }, picture), el("div", { class: "words" }, el("h2", {}, title), el("p", {}, text), el("p", { class: "muted small" }, more)));
}

function games() {
  const map = el("div", { class: "map-host" });
  void yardPicture(map).catch(() => {});
  return el("div", { class: "games" },
    card("scotland-yard", "Scotland Yard", "Five detectives, one hidden man. See where he may be, and what the search makes of it.", "You against an engine, or against a friend by link · advice for a board on your table", map, "wide"),
    card("samegame", "SameGame", "One colour at a time, and the last big group pays.", "20 standard boards with the published records", samegamePicture()),
    card("tron", "Tron", "Both turn at once. Do not run out of room.", "Real time, against an engine", tronPicture()),
    card("cops-and-robbers", "Cops & Robbers", "The chase on any graph, solved where it is small.", "Either side", copsPicture()),
    card("connect-four", "Connect Four", "Four in a line, and a search that counts.", "The easiest way to watch a tree grow", fourPicture()),
    el("p", { class: "soft also" }, "Smaller still: ", el("a", { href: "/tic-tac-toe" }, "tic-tac-toe"), "."));
}

/** @param {Known} game @param {() => void} redraw */
function row(game, redraw) {
  const state = game.over ? "finished" : game.note || "open";
  const away = button("", { class: "icon quiet", icon: "cross", "aria-label": `Forget this game of ${game.title}`, onclick: () => { forget(game.room); redraw(); } });
  return el("li", { class: "cont" }, el("a", { href: address(game.game, game.room) }, el("b", {}, game.title), el("span", { class: "muted small" }, `${game.you}${game.against ? ` against ${game.against}` : ""}`)), el("span", { class: `badge ${state === "your move" ? "good" : ""}` }, game.over ? "finished" : state === "your move" ? "your move" : "open"), away);
}

function continueCard() {
  const list = el("ul", {});
  const number = el("span", { class: "muted small" });
  const draw = () => {
    const all = known();
    number.textContent = all.length ? `${all.length} ${all.length === 1 ? "game" : "games"}` : "";
    fill(list, ...all.slice(0, 6).map((game) => row(game, draw)));
    if (!all.length) fill(list, el("li", { class: "state" }, icon("tree", "large"), el("p", {}, "No games yet. Games that you start stay here, also after a restart.")));
  };
  draw();
  for (const game of known().slice(0, 6)) {
    get(`rooms/${game.room}`).then((room) => {
      if (room.over && !game.over) {
        update(game.room, { over: true });
        draw();
      }
    }, (error) => {
      if (error.code === "no-room") {
        forget(game.room);
        draw();
      }
    });
  }
  return el("section", { class: "card box" }, el("header", {}, el("h2", {}, "Continue"), number), list);
}

function laboratoryCard() {
  const body = el("div", {}, el("div", { class: "skel line" }), el("div", { class: "skel line" }));
  get("experiments").then((/** @type {{papers: {id: string, title: string, holds: number, fails: number, open: number, experiments: unknown[]}[]}} */ { papers }) => {
    const sum = (/** @type {"holds" | "fails" | "open"} */ key) => papers.reduce((all, paper) => all + (paper[key] ?? 0), 0);
    const experiments = papers.reduce((all, paper) => all + paper.experiments.length, 0);
    fill(body, el("p", {}, `${experiments} experiments: the numbers of five papers beside ours, and measurements of our own.`),
      el("p", { class: "row wrap" }, el("span", { class: "badge good" }, icon("check"), `${sum("holds")} hold`), el("span", { class: "badge bad" }, icon("cross"), `${sum("fails")} fail`), el("span", { class: "badge" }, icon("ring"), `${sum("open")} open`)));
  }, () => fill(body, el("p", { class: "muted" }, "What the papers claim, played again with honest verdicts.")));
  return el("section", { class: "card box" }, el("header", {}, el("h2", {}, "Laboratory"), el("a", { href: "/laboratory" }, "open")), body);
}

function watchCard() {
  const list = el("ul", {}, el("li", { class: "skel line" }));
  get("games").then(({ games }) => {
    const rows = ["scotland-yard", "connect-four"].flatMap((name) => {
      const game = games.find((/** @type {{name: string}} */ one) => one.name === name);
      if (!game) return [];
      const engines = game.sides.map((/** @type {{strengths: {spec: string}[]}} */ side) => (side.strengths[1] ?? side.strengths[0])?.spec);
      const run = async () => {
        try {
          const made = await post("rooms", { game: name, practice: true, tick: 0, chairs: engines.map((/** @type {string} */ engine, /** @type {number} */ side) => ({ side, engine })) });
          remember({ room: made.room, game: name, title: game.title, seats: [], you: "watching", against: "", made: Date.now(), over: false });
          location.assign(address(name, made.room));
        } catch (error) {
          toast(/** @type {Error} */ (error).message, { kind: "bad" });
        }
      };
      return [el("li", { class: "cont" }, el("span", {}, el("b", {}, game.title), el("code", { class: "muted small" }, [...new Set(engines)].join(" – "))), button("Watch", { icon: "eye", "aria-label": `Watch ${game.title}`, onclick: run }))];
    });
    fill(list, ...rows);
  }, (error) => fill(list, el("li", { class: "muted" }, error.message)));
  return el("section", { class: "card box" }, el("header", {}, el("h2", {}, "Watch"), el("span", { class: "muted small" }, "engine against engine")), list);
}

function join() {
  const field = el("input", { class: "in mono", type: "url", placeholder: `${location.origin}/scotland-yard?room=…`, "aria-label": "Link of a game" });
  const form = el("form", { class: "row" }, field, el("button", { class: "btn primary", type: "submit" }, "Join"));
  form.addEventListener("submit", (event) => {
    event.preventDefault();
    try {
      const url = new URL(field.value.trim(), location.origin);
      if (!url.searchParams.get("room")) throw new Error();
      // Only the path matters: a link from another address of this server works as well.
      location.assign(url.pathname + url.search + url.hash);
    } catch {
      toast("This is no link of a game.", { kind: "bad" });
    }
  });
  dialog({ title: "Join by link", body: [el("p", {}, "Paste the link that you were given."), form] });
}

mountShell({ page: "home", title: "Spinney" });
setHelp(() => [el("p", {}, "Choose a game, or go on with one. Everything runs on this computer: the engines think here, and nothing is sent elsewhere.")]);
const main = /** @type {HTMLElement} */ (document.getElementById("main"));
main.className = "home";
fill(main, el("header", { class: "lead" }, el("div", {}, el("h1", {}, "Play against a search, and watch it think"), el("p", {}, "Games against Monte-Carlo tree search, and a laboratory that checks what the papers say about it.")),
  el("div", { class: "row wrap" }, button("Join by link", { icon: "users", class: "big", onclick: join }), button("Open a record", { icon: "up", class: "big", onclick: chooseRecord }), el("a", { class: "btn primary big", href: "/scotland-yard" }, icon("play"), "New game"))),
games(), el("aside", { class: "rail", "aria-label": "Your games and the laboratory" }, continueCard(), laboratoryCard(), watchCard()),
el("footer", { class: "muted small" }, "Runs on this computer; nothing leaves it. Scotland Yard is a trademark of Ravensburger. Spinney is independent of it, and the drawing of the board is our own."));
