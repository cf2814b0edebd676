// A server and a browser for the tests, and what every test needs of them.

import assert from "node:assert/strict";
import { spawn } from "node:child_process";
import { existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync } from "node:fs";
import { createServer } from "node:net";
import { tmpdir } from "node:os";
import path from "node:path";
import { after, before } from "node:test";
import { fileURLToPath } from "node:url";
import { chromium } from "playwright-core";

const here = path.dirname(fileURLToPath(import.meta.url));
const AXE = readFileSync(path.join(here, "node_modules/axe-core/axe.min.js"), "utf8");
const PICTURES = path.join(here, "pictures");
const BROWSER = ["/usr/bin/chromium", "/usr/bin/chromium-browser", "/usr/bin/google-chrome"].find(existsSync);

/** @returns {Promise<number>} */
function freePort() {
  return new Promise((resolve) => {
    const server = createServer();
    server.listen(0, "127.0.0.1", () => {
      const { port } = /** @type {import("node:net").AddressInfo} */ (server.address());
      server.close(() => resolve(port));
    });
  });
}

/** A server of the arena with a store of its own. */
export class Server {
  folder = mkdtempSync(path.join(tmpdir(), "spinney-web-"));
  port = 0;
  /** @type {import("node:child_process").ChildProcess | null} */ process = null;
  log = "";

  get url() {
    return `http://127.0.0.1:${this.port}`;
  }

  async start() {
    this.port ||= await freePort();
    const binary = process.env.SPINNEY_BIN;
    assert(binary, "SPINNEY_BIN names the binary; `run` sets it");
    const web = path.join(here, "../web");
    this.process = spawn(binary, ["arena", "--port", String(this.port), "--store", path.join(this.folder, "arena.sqlite"), "--web", web], { stdio: ["ignore", "pipe", "pipe"], env: { ...process.env, SPINNEY_STORE: path.join(this.folder, "laboratory.db") } });
    this.process.stdout?.on("data", (text) => (this.log += text));
    this.process.stderr?.on("data", (text) => (this.log += text));
    for (let i = 0; i < 150; i++) {
      try {
        if ((await fetch(`${this.url}/healthz`)).ok) return this;
      } catch {
        // Not yet.
      }
      if (this.process.exitCode !== null) break;
      await new Promise((resolve) => setTimeout(resolve, 100));
    }
    throw new Error(`the server did not start:\n${this.log}`);
  }

  /** @param {NodeJS.Signals} [signal] */
  async stop(signal = "SIGTERM") {
    const child = this.process;
    if (!child || child.exitCode !== null || child.signalCode !== null) return;
    const gone = new Promise((resolve) => child.once("exit", resolve));
    child.kill(signal);
    await gone;
  }

  async close() {
    await this.stop();
    rmSync(this.folder, { recursive: true, force: true });
  }
}

export async function openBrowser() {
  return chromium.launch({
    executablePath: BROWSER,
    headless: true,
    args: ["--no-sandbox", "--disable-gpu", "--disable-quic", "--no-first-run", "--disable-background-networking", "--disable-component-update", "--disable-sync"],
  });
}

export const DESKTOP = { width: 1440, height: 900 };
export const PHONE = { width: 360, height: 780 };

/**
 * A page in a fresh profile that remembers every error of its console.
 * @param {import("playwright-core").Browser} browser
 * @param {Server} server
 * @param {{phone?: boolean, dark?: boolean, still?: boolean, profile?: import("playwright-core").BrowserContext}} [options]
 */
export async function openPage(browser, server, { phone = false, dark = false, still = true, profile } = {}) {
  const context = profile ?? (await browser.newContext({
    baseURL: server.url,
    viewport: phone ? PHONE : DESKTOP,
    hasTouch: phone,
    isMobile: phone,
    deviceScaleFactor: phone ? 2 : 1,
    colorScheme: dark ? "dark" : "light",
    reducedMotion: still ? "reduce" : "no-preference",
  }));
  const page = await context.newPage();
  page.setDefaultTimeout(20_000);
  /** @type {string[]} */
  const errors = [];
  page.on("console", (message) => {
    if (message.type() === "error" || message.type() === "warning") errors.push(message.text());
  });
  page.on("pageerror", (error) => errors.push(String(error)));
  return { page, context, errors };
}

/**
 * A server and a browser for the tests of a file. `open` opens a page as `openPage` does, of another
 * server if one is given.
 */
export function arena() {
  const server = new Server();
  /** @type {import("playwright-core").Browser} */
  let browser;
  before(async () => {
    await server.start();
    browser = await openBrowser();
  });
  after(async () => {
    await browser?.close();
    await server.close();
  });
  /** @param {Parameters<typeof openPage>[2] & {server?: Server}} [options] */
  const open = ({ server: other = server, ...options } = {}) => openPage(browser, other, options);
  return { server, open };
}

/**
 * Asserts that axe finds no serious or critical problem.
 * @param {import("playwright-core").Page} page
 * @param {string} what
 */
export async function accessible(page, what) {
  // The policy of the pages forbids injected scripts; evaluation by the debugger is not one.
  await page.evaluate(AXE);
  const found = await page.evaluate(async () => {
    const result = await /** @type {any} */ (globalThis).axe.run(document, { resultTypes: ["violations"] });
    return result.violations
      .filter((/** @type {any} */ one) => one.impact === "serious" || one.impact === "critical")
      .map((/** @type {any} */ one) => `${one.id}: ${one.help}\n${one.nodes.slice(0, 4).map((/** @type {any} */ node) => `    ${node.html.slice(0, 160)}\n      ${(node.failureSummary ?? "").split("\n").slice(1, 3).join(" ")}`).join("\n")}`);
  });
  assert.deepEqual(found, [], `accessibility of ${what}`);
}

/** @param {import("playwright-core").Page} page @param {string} what */
export async function noSidewaysScroll(page, what) {
  const over = await page.evaluate(() => document.documentElement.scrollWidth - document.documentElement.clientWidth);
  assert.equal(over, 0, `${what} scrolls sideways by ${over} pixels`);
  // The page of a game fills the window: only its panels scroll.
  const longer = await page.evaluate(() => (document.querySelector("main.table") ? document.documentElement.scrollHeight - document.documentElement.clientHeight : 0));
  assert.equal(longer, 0, `${what} is longer than the window by ${longer} pixels`);
}

/** @param {import("playwright-core").Page} page @param {string} name */
export async function picture(page, name) {
  mkdirSync(PICTURES, { recursive: true });
  await page.screenshot({ path: path.join(PICTURES, `${name}.png`) });
}

/**
 * Closes the dialog that is open or about to open: the help, or the card at the end of a game.
 * @param {import("playwright-core").Page} page
 */
export async function closeDialog(page) {
  await page.locator("dialog[open]").waitFor();
  await page.keyboard.press("Escape");
  // Closed is not gone: the focus goes back with the element.
  await page.locator("dialog").waitFor({ state: "detached" });
}

/**
 * Starts a game from the form of a page.
 * @param {import("playwright-core").Page} page
 * @param {string} game the page's name
 * @param {{you?: string, opponents?: [string, string][], seed?: number, practice?: boolean}} [options] `opponents`: the label of a field and the name of the choice
 */
export async function newGame(page, game, { you, opponents = [], seed, practice = true } = {}) {
  await page.goto(`/${game}`);
  await page.getByRole("heading", { name: /New game of/ }).waitFor();
  if (you) await page.getByRole("radiogroup", { name: "You are" }).getByRole("radio", { name: you, exact: true }).click();
  for (const [label, choice] of opponents) await page.getByRole("radiogroup", { name: label }).getByRole("radio", { name: choice, exact: true }).click();
  if (seed !== undefined) {
    await page.getByText("Rules and seed").click();
    await page.getByRole("textbox", { name: "Seed" }).fill(String(seed));
  }
  if (!practice) await page.getByRole("switch", { name: /hints, undo/ }).click();
  await page.getByRole("button", { name: /^(Start|Watch)$/ }).click();
  await page.locator(".state-line b").waitFor();
}

/** Whether the game on this page is over. @param {import("playwright-core").Page} page */
export const isOver = (page) => page.locator(".review").count().then((n) => n > 0);

/**
 * Plays the first legal move again and again until the game is over.
 * @param {import("playwright-core").Page} page
 * @param {{how?: (page: import("playwright-core").Page) => Promise<void>, most?: number, each?: (n: number) => Promise<void>}} [options]
 * @returns {Promise<number>} the moves that were played
 */
export async function playOut(page, { how = clickFirst, most = 200, each } = {}) {
  for (let n = 0; n < most; n++) {
    await page.waitForFunction(() => document.querySelector(".review") || document.querySelector(".table[data-mine] .cands .cand"), null, { timeout: 60_000 });
    if (await isOver(page)) return n;
    await each?.(n);
    const before = await turn(page);
    await how(page);
    await page.waitForFunction((was) => document.querySelector(".review") || document.querySelector(".table")?.getAttribute("data-turn") !== was, before, { timeout: 60_000 });
  }
  throw new Error(`the game is not over after ${most} moves`);
}

/** @param {import("playwright-core").Page} page */
export const turn = (page) => page.locator(".table").getAttribute("data-turn");

/** @param {import("playwright-core").Page} page */
export async function clickFirst(page) {
  // By one row, not by the first place: the order of a list follows the search until it is touched.
  const move = await page.locator(".cands .cand").first().getAttribute("data-move");
  const row = page.locator(`.cands .cand[data-move="${move}"]`);
  await row.click();
  await row.click();
}
