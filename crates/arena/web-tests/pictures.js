// Makes the pictures of the documentation: docs/pictures/arena-*.png.
//   SPINNEY_BIN=target/release/spinney node crates/arena/web-tests/pictures.js
// Needs pngquant for small files.

import { execFileSync } from "node:child_process";
import path from "node:path";
import { fileURLToPath } from "node:url";
import { closeDialog, newGame, openBrowser, openPage, playOut, Server } from "./harness.js";

const OUT = path.join(path.dirname(fileURLToPath(import.meta.url)), "../../../docs/pictures");
const wanted = process.argv.slice(2);

/** @param {import("playwright-core").Page} page @param {string} name */
async function shoot(page, name) {
  const file = path.join(OUT, `arena-${name}.png`);
  await page.screenshot({ path: file });
  execFileSync("pngquant", ["--force", "--strip", "--quality", "60-95", "--output", file, file]);
  console.log(file);
}

/** Plays what the search likes best. @param {import("playwright-core").Page} page */
async function playBest(page) {
  await page.waitForTimeout(350);
  const best = page.locator(".cand.best");
  const row = (await best.count()) ? best.first() : page.locator(".cands .cand").first();
  const move = await row.getAttribute("data-move");
  const one = page.locator(`.cands .cand[data-move="${move}"]`);
  await one.click();
  await one.click();
}

/** Plays until this many own moves are made. @param {import("playwright-core").Page} page @param {number} moves */
async function playSome(page, moves) {
  let n = 0;
  await playOut(page, { how: playBest, each: async () => { if (n++ === moves) throw new Error("enough"); } }).catch((error) => {
    if (error.message !== "enough") throw error;
  });
  await page.waitForTimeout(1500);
  await page.mouse.move(0, 0);
}

const server = await new Server().start();
const browser = await openBrowser();
/** @type {Record<string, () => Promise<void>>} */
const all = {
  async scotlandYard() {
    const { page } = await openPage(browser, server);
    await newGame(page, "scotland-yard", { opponents: [["Mr X", "medium"]], seed: 11 });
    // Round 5: Mr X was last seen in round 3.
    await playSome(page, 22);
    await shoot(page, "scotland-yard");
    await page.getByRole("button", { name: "Light or dark" }).click();
    await shoot(page, "scotland-yard-dark");
    await page.getByRole("button", { name: "Light or dark" }).click();
    await playOut(page, { how: playBest, most: 300 });
    await closeDialog(page);
    await page.getByRole("button", { name: "Let an engine look at every move" }).click();
    await page.getByText(/^\d+ decisions looked at\.$/).waitFor({ timeout: 240_000 });
    for (let i = 0; i < 9; i++) await page.keyboard.press("ArrowLeft");
    await page.waitForTimeout(500);
    await shoot(page, "review");
    await page.goto("/");
    await page.locator(".map.picture").waitFor();
    await page.waitForLoadState("networkidle");
    await shoot(page, "home");
  },
  async phone() {
    const { page } = await openPage(browser, server, { phone: true });
    await newGame(page, "scotland-yard", { you: "Mr X", opponents: [["Detectives", "easy"]], seed: 5 });
    await playSome(page, 4);
    await shoot(page, "phone");
  },
  async connectFour() {
    const { page } = await openPage(browser, server);
    await newGame(page, "connect-four", { opponents: [["O, second", "medium"]], seed: 11 });
    await page.getByText("Search tree").click();
    await playSome(page, 4);
    await shoot(page, "connect-four");
  },
};
try {
  for (const [name, make] of Object.entries(all)) if (!wanted.length || wanted.includes(name)) await make();
} finally {
  await browser.close();
  await server.close();
}
