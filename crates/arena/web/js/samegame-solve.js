// Solve: the best score found against time, and then the solution plays by itself.

import { button, count, el, fill, keep, recall, segments, still } from "./dom.js";
import { chart } from "./chart.js";
import { valueOf } from "./review.js";

/** @import * as T from "./types.js" */
/** @import { GamePage } from "./game.js" */
/** @import { View } from "./game-types.js" */

const PAUSE = 650;

/**
 * The panel. `published` is the best score that was ever published for this board.
 * @param {GamePage} page
 * @param {() => number | null} published
 * @param {(score: number) => void} onsolved
 */
export function solvePanel(page, published, onsolved) {
  const status = el("span", { class: "end", role: "status" });
  const plot = el("div", { class: "solveplot" });
  const actions = el("div", { class: "row solverow" });
  let seconds = recall(localStorage, "samegame.seconds", 10);
  const times = segments("Time to solve", ["3", "10", "30", "60"].map((value) => ({ value, text: `${value} s` })), String(seconds), (value) => {
    seconds = Number(value);
    keep(localStorage, "samegame.seconds", seconds);
    draw();
  });
  const element = el("section", { class: "panel", "aria-label": "Solve" }, el("header", {}, el("h3", {}, "Solve"), status), plot, el("div", { class: "row" }, el("span", { class: "soft small" }, "Time"), times), actions);

  /** @type {{x: number, y: number}[]} */
  let points = [];
  let began = 0;
  let asked = 0;
  /** @type {T.Analysis | null} */
  let found = null;
  let searching = false;
  /** @type {T.Move[]} what is left of the solution */
  let line = [];
  let playing = false;
  /** @type {ReturnType<typeof setTimeout> | undefined} */
  let timer;

  const solve = () => {
    stopPlaying();
    points = [];
    found = null;
    began = Date.now();
    asked = seconds;
    searching = page.room?.hint(`best(millis=${seconds * 1000})`) ?? false;
    draw();
  };

  const step = () => {
    clearTimeout(timer);
    const move = line[0];
    if (!playing || !move || !page.state?.moves.some((one) => one.text === move.text)) {
      if (playing && (!move || page.state?.moves.length)) stopPlaying();
      return;
    }
    timer = setTimeout(() => {
      if (!playing) return;
      line.shift();
      page.playMove(move);
    }, still() ? 1.5 * PAUSE : PAUSE);
  };
  const play = () => {
    if (!line.length && found) line = [...found.line];
    playing = true;
    if (page.room) keep(localStorage, `samegame.solved.${page.room.id}`, true);
    draw();
    step();
  };
  const stopPlaying = () => {
    playing = false;
    clearTimeout(timer);
    draw();
  };

  page.room?.on("analysis", (message) => {
    if (message.purpose !== "hint" || message.turn !== page.state?.turn) return;
    const value = valueOf(message.analysis);
    if (!searching) {
      // A hint that somebody else asked for: the list of moves shows it.
      return;
    }
    const x = (Date.now() - began) / 1000;
    if (value !== null) points.push({ x, y: value });
    found = message.analysis;
    if (message.done) {
      searching = false;
      line = [...message.analysis.line];
      if (value !== null) onsolved(value);
    }
    draw();
  });
  page.room?.on("error", () => {
    searching = false;
    draw();
  });
  let turn = -1;
  page.room?.on("state", (state) => {
    if (state.turn === turn) return;
    turn = state.turn;
    searching = false;
    const goesOn = line[0] && state.moves.some((move) => move.text === line[0]?.text);
    if (!goesOn && !playing) line = [];
    setTimeout(() => {
      draw();
      step();
    });
  });

  const draw = () => {
    const best = points.at(-1)?.y ?? null;
    const record = published();
    const rate = found && found.millis > 0 && found.playouts > 0 ? ` · ${count((1000 * found.playouts) / found.millis)} playouts per second` : "";
    fill(status, searching ? el("span", { class: "think", "aria-hidden": "true" }, el("i"), el("i"), el("i")) : null,
      searching ? `${Math.min(asked, (Date.now() - began) / 1000).toFixed(1)} of ${asked} s` : best !== null ? `${count(best)} points${rate}` : "");
    const host = el("div");
    const low = Math.min(...points.map((p) => p.y), ...(record === null ? [] : [record]));
    const high = Math.max(...points.map((p) => p.y), record ?? -Infinity);
    const margin = Math.max(50, (high - low) * 0.15);
    if (points.length || searching) {
      const now = searching ? (Date.now() - began) / 1000 : 0;
      const last = points.at(-1);
      chart(host, { label: best === null ? "The search has found nothing yet" : `Best score against time: ${count(best)}`, height: 150, xMin: 0, xMax: asked,
        series: [{ points: last && now > last.x ? [...points, { x: now, y: last.y }] : points, step: true, area: true }], marks: record === null ? [] : [{ y: record, text: `${count(record)} best published` }],
        ...(Number.isFinite(low) ? { yMin: low - margin, yMax: high + margin } : {}), yText: (y) => count(y), xText: (x) => `${x} s` });
    } else {
      fill(host, el("p", { class: "muted small solveempty" }, "An engine looks for the best way to remove everything from here. Its best score rises as it finds better lines",
        record === null ? "." : `; the dashed line is the best published score, ${count(record)}.`));
    }
    fill(plot, host);
    const able = page.room?.connection === "open" && (page.state?.moves.length ?? 0) > 0 && page.welcome?.room.practice === true;
    const signature = JSON.stringify([searching, playing, line.length, able]);
    if (actions.dataset.signature === signature) return;
    actions.dataset.signature = signature;
    const had = actions.contains(document.activeElement);
    fill(actions, searching ? button("Stop", { icon: "stop", class: "grow", onclick: () => page.room?.stop() }) : button(found ? "Solve again" : "Solve", { icon: "hint", class: line.length ? "grow" : "primary grow", disabled: !able || playing, onclick: solve }),
      playing ? button("Pause", { icon: "pause", class: "primary grow", onclick: stopPlaying })
        : button(line.length && found && line.length < found.line.length ? "Go on" : "Play the solution", { icon: "play", class: line.length ? "primary grow" : "grow", disabled: !line.length || !able, onclick: play }));
    if (had) /** @type {HTMLElement | null} */ (actions.querySelector("button:not([disabled])"))?.focus();
  };
  setInterval(() => searching && draw(), 250);
  draw();
  return { element, tab: "Solve", update: (/** @type {View} */ _view) => draw() };
}
