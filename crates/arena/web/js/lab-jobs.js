// Jobs of the laboratory: started, watched and stopped.

import { button, count, el, fill, icon, onPhone } from "./dom.js";
import { chart } from "./chart.js";
import { get, post, remove } from "./net.js";
import { dialog, say, toast } from "./shell.js";

/** @typedef {{games: number, value: number, low: number, high: number}} Measure */
/**
 * @typedef {object} Job
 * @property {string} id
 * @property {"experiment" | "compare"} kind
 * @property {string} title
 * @property {"waiting" | "running" | "done" | "stopped" | "failed"} status
 * @property {number} done
 * @property {number} of
 * @property {number} seconds
 * @property {number | null} left
 * @property {string | null} sentence
 * @property {Measure[]} series
 * @property {string | null} error
 */

/** @param {number | null | undefined} seconds */
export function time(seconds) {
  if (seconds === null || seconds === undefined || !Number.isFinite(seconds)) return "";
  if (seconds < 90) return `${Math.max(1, Math.round(seconds))} s`;
  if (seconds < 5400) return `${Math.round(seconds / 60)} min`;
  return seconds < 172_800 ? `${(seconds / 3600).toFixed(1)} h` : `${Math.round(seconds / 86_400)} days`;
}

/** @type {Record<Job["status"], [string, import("./dom.js").IconName, string]>} */
const STATUS = { waiting: ["", "clock", "Waiting"], running: ["run", "clock", "Running"], done: ["good", "check", "Done"], stopped: ["", "stop", "Stopped"], failed: ["bad", "cross", "Failed"] };

/** @param {Job} job */
export const active = (job) => job.status === "waiting" || job.status === "running";

/** The jobs of the server, kept up to date. */
export class Jobs {
  /** @type {Job[]} */ all = [];
  /** Whether this server takes jobs; null as long as it is not known. @type {boolean | null} */ allowed = null;
  /** @type {Map<string, EventSource>} */ #sources = new Map();
  /** @type {Set<string>} */ #hidden = new Set();

  /** @param {(finished: Job | null) => void} onchange told of each change, and which job has just ended */
  constructor(onchange) {
    this.onchange = onchange;
  }

  async load() {
    try {
      /** @type {{jobs: Job[]}} */
      const { jobs } = await get("jobs");
      this.all = jobs;
      this.allowed = true;
      jobs.filter(active).forEach((job) => this.#follow(job.id));
    } catch {
      this.allowed = false;
    }
    this.onchange(null);
  }

  /** @param {object} body @returns {Promise<Job | null>} */
  async start(body) {
    try {
      /** @type {Job} */
      const job = await post("jobs", body);
      this.#note(job);
      this.#follow(job.id);
      say(`${job.title} started.`);
      return job;
    } catch (error) {
      toast(/** @type {Error} */ (error).message, { kind: "bad", millis: 9000 });
      return null;
    }
  }

  /** @param {string} id */
  async stop(id) {
    try {
      await remove(`jobs/${id}`);
    } catch (error) {
      toast(/** @type {Error} */ (error).message, { kind: "bad" });
    }
  }

  /** @param {string} id */
  hide(id) {
    this.#hidden.add(id);
    this.onchange(null);
  }

  /** Those that are worth showing on top. */
  get shown() {
    return this.all.filter((job) => !this.#hidden.has(job.id) && active(job));
  }

  /** @param {Job} job */
  #note(job) {
    const place = this.all.findIndex((one) => one.id === job.id);
    const before = this.all[place];
    if (place < 0) this.all = [job, ...this.all];
    else this.all[place] = job;
    const ended = Boolean(before && active(before) && !active(job));
    if (ended) say(job.sentence ?? `${job.title}: ${STATUS[job.status][2]}.`);
    this.onchange(ended ? job : null);
  }

  /** @param {string} id */
  #follow(id) {
    if (this.#sources.has(id)) return;
    const source = new EventSource(`/api/v1/jobs/${encodeURIComponent(id)}/events`);
    this.#sources.set(id, source);
    source.addEventListener("message", (event) => {
      /** @type {Job} */
      const job = JSON.parse(event.data);
      if (!active(job)) {
        source.close();
        this.#sources.delete(id);
      }
      this.#note(job);
    });
    source.addEventListener("error", () => {
      // The browser tries again by itself, unless the job is unknown by now.
      if (source.readyState === EventSource.CLOSED) this.#sources.delete(id);
    });
  }
}

/** How long a run takes, in a sentence. @param {{games: number, seconds: number, sampled: number, at_least: boolean}} estimate */
export function estimateText({ games, seconds, sampled, at_least }) {
  const many = `${count(games)} ${games === 1 ? "game" : "games"}`;
  if (!games) return "Nothing is left to play: all these games are in the store.";
  if (at_least) return `${many} to play. None of the sample ended within its time, so the run takes at least ${time(seconds)}.`;
  return `${many} to play: about ${time(seconds)} on one thread, by a sample of ${count(sampled)}.`;
}

/**
 * Says how long a run takes before it starts. Whoever knows may start it at once.
 * @param {Jobs} jobs
 * @param {object} order
 * @param {(job: Job) => void} [started]
 */
export function askToStart(jobs, order, started) {
  const said = el("p", { role: "status" }, "A few games are played to see how long it takes…");
  const start = async () => {
    box.close();
    const job = await jobs.start(order);
    if (job) started?.(job);
  };
  const box = dialog({ title: "Start this run?", body: [said, el("p", { class: "muted small" }, "You can stop it at any time; what was played is kept.")], footer: [button("Cancel", { onclick: () => box.close() }), button("Start", { class: "primary", icon: "play", onclick: start })] });
  post("jobs/estimate", order).then((estimate) => (said.textContent = estimateText(estimate)), (/** @type {Error} */ error) => (said.textContent = error.message));
}

/** @param {Job} job */
export const badge = (job) => el("span", { class: `badge ${STATUS[job.status][0]}` }, icon(STATUS[job.status][1]), STATUS[job.status][2]);

/**
 * A job as a card that is filled anew at each event.
 * @param {Job} job
 * @param {Jobs} jobs
 * @param {{open?: () => void}} [options]
 */
export function jobCard(job, jobs, { open } = {}) {
  const bar = el("i");
  bar.style.width = `${(100 * job.done) / Math.max(1, job.of)}%`;
  const left = active(job) && job.left !== null ? `${time(job.left)} left` : job.seconds ? time(job.seconds) : "";
  return el("div", { class: "runbar" },
    el("div", { class: "row" }, badge(job), open ? el("button", { type: "button", class: "linklike grow", onclick: open }, job.title) : el("b", { class: "grow" }, job.title), el("span", { class: "muted small nowrap" }, left),
      active(job) ? button("Stop", { icon: "stop", class: "danger", "aria-label": `Stop ${job.title}`, onclick: () => void jobs.stop(job.id) }) : null),
    el("div", { class: "row" }, el("div", { class: `prog tall grow ${active(job) ? "run" : ""}`, role: "progressbar", "aria-label": `Progress of ${job.title}`, "aria-valuemin": 0, "aria-valuemax": job.of, "aria-valuenow": job.done }, bar), el("span", { class: "nowrap small" }, el("b", {}, count(job.done)), ` of ${count(job.of)} games`)),
    job.sentence ? el("p", { class: "small soft" }, job.sentence) : null, job.error ? el("p", { class: "note bad", role: "alert" }, job.error) : null);
}

/** What has an interval: one game alone has none. @param {Job} job */
export const measures = (job) => job.series.filter((one) => Number.isFinite(one.low ?? NaN) && Number.isFinite(one.high ?? NaN));

/**
 * How the interval of a comparison shrinks.
 * @param {Element} host
 * @param {Job} job
 */
export function shrinking(host, job) {
  const series = measures(job), last = series.at(-1);
  if (!last) return fill(host, el("p", { class: "muted small" }, active(job) ? "The first games are being played." : "Too few games for an interval."));
  // The first games say little, and their wide intervals would flatten the rest.
  const some = series.filter((one) => one.games >= Math.min(8, last.games));
  const reach = Math.max(1, ...some.slice(Math.floor(some.length / 8)).flatMap((one) => [Math.abs(one.low), Math.abs(one.high)]));
  chart(host, { label: job.sentence ?? "The difference of the two agents", width: Math.max(300, Math.min(860, host.clientWidth || (onPhone() ? 310 : 760))), height: 260, xMin: 0, xMax: job.of, yMin: -reach, yMax: reach, marks: [{ y: 0, text: "no difference" }],
    series: [{ points: some.map((one) => ({ x: one.games, y: one.value, low: one.low, high: one.high })), label: "A minus B, with its 95 % interval" }], yText: (y) => `${y > 0 ? "+" : ""}${y.toLocaleString("en")}`, xText: (x) => count(x) });
  return host;
}
