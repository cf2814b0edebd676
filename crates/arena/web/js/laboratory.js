// The laboratory: experiments with the papers' numbers beside ours, runs, and comparisons.

import { button, copy, count, el, fill, icon, segments } from "./dom.js";
import { comparison, compareForm } from "./lab-compare.js";
import { active, askToStart, badge as jobBadge, jobCard, Jobs, time } from "./lab-jobs.js";
import { labPlot, short } from "./lab-plots.js";
import { get } from "./net.js";
import { mountShell, setHelp, stateCard, toast } from "./shell.js";

/** @import { Job } from "./lab-jobs.js" */
/** @import { Cell, Measured } from "./lab-plots.js" */

/** @typedef {{id: string, title: string, kind: string, place?: string, cells: number, played: number, games?: number, asked?: number, verdict: string}} Entry */
/** @typedef {{id: string, title: string, summary: string, holds: number, fails: number, open: number, experiments: Entry[]}} Paper */
/** @typedef {{id: string, title: string, place?: string, games?: number, asked?: number, text: string, cells: Cell[], claims: {text: string, verdict: string, why: string}[], svg: string[]}} Experiment */

/** @type {Record<string, [string, import("./dom.js").IconName, string]>} */
const VERDICTS = { holds: ["good", "check", "holds"], fails: ["bad", "cross", "fails"], open: ["", "ring", "open"], none: ["", "dots", "not played"] };
/** @param {string | null | undefined} verdict */
const kind = (verdict) => (/hold|agree/.test(verdict ?? "") ? "holds" : /fail|differ|disagree/.test(verdict ?? "") ? "fails" : /open/.test(verdict ?? "") ? "open" : "none");
/** @param {string | null | undefined} verdict @param {string} [words] */
function badge(verdict, words) {
  const [cls = "", name, text = ""] = VERDICTS[kind(verdict)] ?? [];
  return el("span", { class: `badge ${cls}` }, name ? icon(name) : null, words ?? text);
}
/** A mark without its word, which the label has. @param {string} verdict */
function mark(verdict) {
  const [cls = "", name, text = ""] = VERDICTS[kind(verdict)] ?? [];
  return el("span", { class: `m ${cls}`, role: "img", "aria-label": text, title: text }, name ? icon(name) : null);
}

mountShell({ page: "laboratory", title: "Laboratory" });
setHelp(() => [
  el("p", {}, "Each paper has its tables and figures as experiments that are played again. Open squares are the paper’s numbers, dots are ours; bars are 95 % intervals."),
  el("p", {}, "A claim holds if our intervals say so, fails if they say the opposite, and is open if the games do not tell. Open is no failure: more games may decide."),
  el("p", {}, "A run plays games and keeps them; stop it at any time, and go on later. Compare two agents, and watch the interval of their difference shrink."),
]);

const main = /** @type {HTMLElement} */ (document.getElementById("main"));
main.className = "lab";
const list = el("section", { class: "list", "aria-label": "Experiments" });
const detail = el("section", { class: "detail", "aria-label": "Detail" });
const running = el("div", { class: "runs" });
const card = el("div", { class: "card paper" });
const back = el("a", { class: "btn only-phone backlink", href: "#" }, "All experiments");
fill(detail, back, running, card);
fill(main, list, detail);

/** @type {Paper[] | null} */
let papers = null;
let filter = "all";
let words = "";
/** @type {Experiment | null} */
let experiment = null;

const jobs = new Jobs((ended) => {
  drawRuns();
  const job = jobs.all.find((one) => `#/job/${one.id}` === location.hash);
  if (job) showJob(job);
  else if (location.hash === "" || location.hash === "#") home();
  if (ended) {
    void loadList();
    if (ended.kind === "experiment" && experiment) void showExperiment(experiment.id, true);
  }
});

function drawRuns() {
  const here = location.hash;
  const shown = jobs.shown.filter((job) => here !== `#/job/${job.id}`);
  fill(running, ...shown.map((job) => el("div", { class: "card" }, jobCard(job, jobs, { open: () => (location.hash = `#/job/${job.id}`) }))));
}

async function loadList() {
  try {
    ({ papers } = await get("experiments"));
    drawList();
  } catch (error) {
    fill(list, stateCard("warn", "The experiments could not be loaded", /** @type {Error} */ (error).message, button("Try again", { onclick: () => void loadList() })));
  }
}

/** @param {Entry} entry */
const matches = (entry) => (filter === "all" || (filter === "played" ? entry.played > 0 : kind(entry.verdict) === "fails")) && `${entry.id} ${entry.place ?? ""} ${entry.title}`.toLowerCase().includes(words.toLowerCase());

/** @type {HTMLElement | null} */
let rows = null;
function drawList() {
  if (!papers) return;
  const all = papers.flatMap((paper) => paper.experiments);
  if (!rows) {
    rows = el("div", { class: "exps" });
    const find = el("input", { class: "in", placeholder: "Find a table or a word", "aria-label": "Find", type: "search" });
    find.addEventListener("input", () => {
      words = find.value;
      drawRows();
    });
    fill(list, el("div", { class: "lh" }, el("div", {}, el("h1", {}, "Laboratory"), el("p", { class: "muted small" }, "The papers’ tables and figures, played again")), el("a", { class: "btn primary", href: "#/compare" }, "Compare agents")),
      el("div", { class: "filters" }, segments("Show", [{ value: "all", text: `All ${all.length}` }, { value: "played", text: "Played" }, { value: "fails", text: "Fails" }], filter, (value) => {
        filter = value;
        drawRows();
      }), find),
      el("div", { class: "key small muted" }, ...["holds", "open", "fails", "none"].map((verdict) => el("span", {}, mark(verdict), VERDICTS[verdict]?.[2] ?? "")), el("span", { class: "end" }, "cells · games · verdict")), rows);
  }
  drawRows();
}

function drawRows() {
  if (!rows || !papers) return;
  const shown = papers.map((paper) => ({ paper, entries: paper.experiments.filter(matches) })).filter(({ entries }) => entries.length);
  fill(rows, ...(shown.length ? shown.flatMap(({ paper, entries }) => [
    el("div", { class: "src" }, el("div", {}, el("h2", {}, paper.title), el("p", { class: "muted small" }, paper.summary)), el("span", { class: "tallies" }, ...(/** @type {[string, number][]} */ ([["holds", paper.holds], ["fails", paper.fails], ["open", paper.open]])).map(([verdict, n]) => badge(n ? verdict : "open", `${n} ${verdict === "holds" ? "hold" : verdict === "fails" ? "fail" : "open"}`)))),
    el("ul", {}, ...entries.map((entry) => {
      const bar = el("i");
      bar.style.width = `${Math.min(100, entry.asked ? (100 * (entry.games ?? 0)) / entry.asked : (100 * entry.played) / Math.max(1, entry.cells))}%`;
      const id = entry.id.includes("/") ? entry.id : `${paper.id}/${entry.id}`;
      return el("li", {}, el("a", { class: "exp", href: `#/${id}`, "aria-current": location.hash === `#/${id}` ? "true" : null },
        el("b", { class: "nm" }, entry.place || id.split("/").at(-1)), el("span", { class: "ab" }, entry.title), el("span", { class: "cells", title: `${entry.played} of ${entry.cells} cells are played` }, entry.cells ? `${entry.played}/${entry.cells}` : "–"), el("span", { class: "prog", title: entry.asked ? `${count(entry.games ?? 0)} of ${count(entry.asked)} games` : null, "aria-hidden": "true" }, bar), mark(entry.verdict)));
    })),
  ]) : [el("p", { class: "muted none" }, "Nothing fits.")]));
}

function home() {
  document.body.dataset.view = "list";
  const done = jobs.all.filter((job) => !active(job)).slice(0, 6);
  fill(card, stateCard("flask", "Choose an experiment", "The list has every table and figure that is played again here. Or compare two agents of your own.", el("a", { class: "btn primary", href: "#/compare" }, "Compare two agents")),
    done.length ? el("div", { class: "recent" }, el("h3", {}, "Runs before"), el("ul", {}, ...done.map((job) => el("li", {}, jobBadge(job), el("a", { href: `#/job/${job.id}` }, job.title), el("span", { class: "muted small" }, job.sentence ?? ""))))) : null);
}

/** @param {Measured | null} one */
function number(one) {
  if (!one || one.value === null || one.value === undefined) return ["–"];
  const { value, low, high, games } = one;
  const known = low !== null && low !== undefined && high !== null && high !== undefined && low !== high;
  return [el("b", { title: games ? `${count(games)} games` : null }, short(value)), known ? el("small", { class: "muted block" }, `${short(low)} to ${short(high)}`) : null];
}

/** @param {Element} host @param {Cell[]} cells */
function table(host, cells) {
  const rows = new Set(cells.map((cell) => cell.row)).size > 1, columns = new Set(cells.map((cell) => cell.column)).size > 1;
  const printed = cells.some((cell) => cell.paper);
  const heads = [...(printed ? ["Paper"] : []), "Ours", "Games"].map((text) => el("th", { class: text === "Games" ? "num games" : "num", scope: "col" }, text));
  const verdict = (/** @type {Cell} */ cell) => badge(cell.verdict, kind(cell.verdict) === "holds" ? "agrees" : kind(cell.verdict) === "fails" ? "differs" : undefined);
  fill(host, el("table", { class: printed ? "judged" : "" }, el("thead", {}, el("tr", {}, el("td"), rows && columns ? el("th", { scope: "col" }, "Column") : null, ...heads, printed ? el("th", { scope: "col" }, "Verdict") : null)),
    el("tbody", {}, ...cells.map((cell) => el("tr", {}, el("th", { scope: "row" }, rows || !columns ? cell.row : cell.column), rows && columns ? el("td", {}, cell.column) : null, printed ? el("td", { class: "num" }, ...number(cell.paper)) : null,
      el("td", { class: "num" }, ...number(cell.ours)), el("td", { class: "num games muted" }, cell.ours?.games ? count(cell.ours.games) : "–"), printed ? el("td", {}, cell.verdict ? verdict(cell) : "–") : null)))));
}

/** The plot and its table, which show the same cells. @param {Experiment} found */
function numbers(found) {
  if (!found.cells.length) return null;
  const host = el("div", { class: "tb", tabindex: 0, role: "region", "aria-label": "The numbers" });
  const measures = [...new Set(found.cells.map((cell) => cell.measure).filter(Boolean))].join("; ");
  return el("div", {}, measures ? el("p", { class: "muted small measure" }, `${measures.charAt(0).toUpperCase()}${measures.slice(1)}`) : null, el("div", { class: "two" }, labPlot(found.cells, (cells) => table(host, cells)), host));
}

/** Text of the experiment's file, with its code set as such. @param {string} text */
const prose = (text) => text.split(/\n{2,}/).filter(Boolean).map((part) => el("p", { class: "soft about" }, ...part.split("`").map((piece, i) => (i % 2 ? el("code", {}, piece) : piece))));

/** @param {Experiment} found */
function runForm(found) {
  if (jobs.allowed === false) return el("p", { class: "muted small" }, "This server takes no runs. Start it on this computer, or with --laboratory.");
  const games = el("input", { class: "in", type: "number", min: 1, max: 100000, value: 20, id: "run-games" });
  const form = el("form", { class: "row wrap runform" }, el("label", { for: "run-games" }, "Games per cell"), games, el("button", { class: "btn primary", type: "submit" }, icon("play"), el("span", {}, "Run")),
    el("span", { class: "muted small" }, found.asked ? `${count(found.games ?? 0)} of ${count(found.asked)} games are played` : ""));
  form.addEventListener("submit", (event) => {
    event.preventDefault();
    askToStart(jobs, { kind: "experiment", id: found.id, games: Math.max(1, Math.round(Number(games.value)) || 1) });
  });
  return form;
}

/** @param {string} id @param {boolean} [quiet] again, without the skeleton */
async function showExperiment(id, quiet = false) {
  document.body.dataset.view = "detail";
  if (!quiet) fill(card, el("div", { class: "skel title" }), el("div", { class: "skel line" }), el("div", { class: "skel block" }));
  try {
    /** @type {Experiment} */
    const found = await get(`experiments/${id.split("/").map(encodeURIComponent).join("/")}`);
    if (location.hash !== `#/${id}`) return;
    experiment = found;
    const paper = papers?.find((one) => id.startsWith(`${one.id}/`));
    const tally = (/** @type {string} */ verdict) => found.claims.filter((claim) => kind(claim.verdict) === verdict).length;
    const command = `spinney experiment run ${found.id}`;
    fill(card,
      el("header", {}, el("div", {}, el("p", { class: "muted" }, `${paper ? `After “${paper.title}”, ` : ""}${found.place || id.split("/").at(-1)}`), el("h2", {}, found.title)), el("span", { class: "row wrap" }, ...(/** @type {[string, string][]} */ ([["holds", "hold"], ["fails", "fail"], ["open", "open"], ["none", "not played"]])).map(([verdict, text]) => (tally(verdict) ? badge(verdict, `${tally(verdict)} ${text}`) : null)).filter((node) => node !== null))),
      numbers(found),
      found.claims.length ? el("section", { class: "claims", "aria-label": "Claims" }, el("h3", {}, "What the paper says, as tests"), el("ul", {}, ...found.claims.map((claim) => el("li", {}, badge(claim.verdict), el("span", { class: "grow" }, claim.text), el("span", { class: "muted small why" }, claim.why))))) : null,
      found.text ? el("section", { class: "notes", "aria-label": "Notes" }, el("h3", {}, "Notes"), ...prose(found.text)) : null,
      found.svg?.length ? el("details", {}, el("summary", {}, "The report’s own figures"), ...found.svg.map((text, i) => el("img", { class: "figure", alt: `Figure ${i + 1} of the report on ${found.title}`, src: `data:image/svg+xml,${encodeURIComponent(text)}` }))) : null,
      el("footer", {}, found.cells.length ? runForm(found) : el("p", { class: "muted small" }, "There is nothing to play here."), button("Command", { icon: "copy", title: command, onclick: async () => toast((await copy(command)) ? "Command copied." : command) })));
  } catch (error) {
    experiment = null;
    fill(card, stateCard("warn", "The experiment could not be loaded", /** @type {Error} */ (error).message, button("Try again", { onclick: () => void showExperiment(id) })));
  }
}

/** @param {Job} job */
function showJob(job) {
  document.body.dataset.view = "detail";
  if (job.kind === "compare") return comparison(card, job, jobs, () => (location.hash = "#/compare"));
  fill(card, jobCard(job, jobs));
}

function route() {
  const here = location.hash.replace(/^#\/?/, "");
  experiment = null;
  for (const link of rows?.querySelectorAll(".exp") ?? []) link.toggleAttribute("aria-current", link.getAttribute("href") === location.hash);
  drawRuns();
  if (!here) home();
  else if (here === "compare") {
    document.body.dataset.view = "detail";
    if (jobs.allowed === false) fill(card, stateCard("warn", "This server takes no runs", "Start it on this computer, or with --laboratory."));
    else void compareForm(card, jobs, (job) => (location.hash = `#/job/${job.id}`));
  } else if (here.startsWith("job/")) {
    const job = jobs.all.find((one) => `job/${one.id}` === here);
    if (job) showJob(job);
    else fill(card, stateCard("warn", "This run is not here", "It may have been forgotten by a restart of the server.", el("a", { class: "btn", href: "#/compare" }, "Compare two agents")));
  } else void showExperiment(here);
  if (document.body.dataset.view === "detail" && matchMedia("(max-width: 720px)").matches) scrollTo(0, 0);
}

fill(list, el("div", { class: "lh" }, el("h1", {}, "Laboratory")), el("div", { class: "skel line" }), el("div", { class: "skel block" }));
await Promise.all([loadList(), jobs.load()]);
addEventListener("hashchange", route);
route();
