// A game is saved as a file and opened again; boards are pasted.

import assert from "node:assert/strict";
import { readFileSync, writeFileSync } from "node:fs";
import path from "node:path";
import { test } from "node:test";
import { accessible, arena, closeDialog, newGame, noSidewaysScroll, picture, playOut } from "../harness.js";

const { server, open } = arena();

/** Plays a game to its end and saves it. @param {import("playwright-core").Page} page @param {string} game @param {Parameters<typeof newGame>[2]} options @returns {Promise<string>} the file */
async function saved(page, game, options) {
  await newGame(page, game, options);
  await playOut(page);
  await closeDialog(page);
  const [download] = await Promise.all([page.waitForEvent("download"), page.getByRole("button", { name: "Record" }).click()]);
  assert.match(download.suggestedFilename(), new RegExp(`^${game}-.*\\.txt$`));
  return readFileSync(await download.path(), "utf8");
}

test("a saved game is opened from a file, from the home page", async () => {
  const { page, context, errors } = await open();
  const text = await saved(page, "connect-four", { opponents: [["O, second", "easy"]], seed: 5 });
  assert.match(text, /^spinney-game 1\ngame: connect-four\nseed: 5\n/);
  const outcome = await page.locator(".caption").textContent();
  const positions = await page.locator(".movetable button").count();
  const file = path.join(server.folder, "game.txt");
  writeFileSync(file, text);
  await context.close();

  const other = await open();
  await other.page.goto("/");
  await other.page.getByRole("button", { name: "Open a record" }).click();
  await accessible(other.page, "the form for a record");
  await picture(other.page, "record-form");
  await other.page.getByLabel("File with a record").setInputFiles(file);
  await other.page.getByRole("button", { name: "Open", exact: true }).click();
  await other.page.waitForURL(/connect-four\?record/);
  await other.page.locator(".caption", { hasText: outcome ?? "?" }).waitFor();
  assert.equal(await other.page.locator(".movetable button").count(), positions);
  await other.page.keyboard.press("Home");
  await other.page.locator(".caption", { hasText: "The start" }).waitFor();
  await other.page.keyboard.press("ArrowRight");
  await other.page.locator(".caption", { hasText: "After move 1" }).waitFor();
  await accessible(other.page, "a game from a file");
  await picture(other.page, "record-review");
  // The tab keeps it.
  await other.page.reload();
  await other.page.locator(".caption", { hasText: outcome ?? "?" }).waitFor();
  assert.deepEqual([...errors, ...other.errors], []);
  await other.context.close();
});

for (const [game, options] of /** @type {[string, Parameters<typeof newGame>[2]][]} */ ([
  ["scotland-yard", { you: "Mr X", opponents: [["Detectives", "easy"]], seed: 3 }],
  ["samegame", { seed: 2 }],
  ["cops-and-robbers", { you: "Robber", opponents: [["Cops", "easy"]], seed: 4 }],
])) {
  test(`a game of ${game} is pasted`, async () => {
    const { page, context, errors } = await open();
    const text = await saved(page, game, options);
    const outcome = await page.locator(".caption").textContent();
    await page.goto(`/${game}`);
    await page.getByRole("button", { name: "Open a record" }).click();
    await page.getByLabel("Text of a record").fill(`${text}${text}`);
    await page.getByLabel("Game of the file").selectOption({ index: 1 });
    await page.getByRole("button", { name: "Open", exact: true }).click();
    await page.waitForURL(/\?record/);
    await page.locator(".caption", { hasText: outcome ?? "?" }).waitFor();
    await page.keyboard.press("Home");
    await page.keyboard.press("ArrowRight");
    await page.locator(".caption", { hasText: "The end" }).waitFor({ state: "detached" });
    await picture(page, `record-${game}`);
    await page.setViewportSize({ width: 360, height: 780 });
    await noSidewaysScroll(page, `a record of ${game}`);
    assert.deepEqual(errors, []);
    await context.close();
  });
}

test("a text that is no record is refused with a reason", async () => {
  const { page, context } = await open();
  await page.goto("/");
  await page.getByRole("button", { name: "Open a record" }).click();
  await page.getByLabel("Text of a record").fill("hello");
  await page.getByRole("button", { name: "Open", exact: true }).click();
  await page.getByRole("alert").getByText(/begins with/).waitFor();
  await context.close();
});

for (const phone of [false, true]) {
  test(`a board of SameGame is pasted${phone ? " on a phone" : ""}`, async () => {
    const { page, context, errors } = await open({ phone, dark: phone });
    await page.goto("/samegame");
    const rows = page.getByLabel("Rows of the board");
    await rows.fill("112\n12");
    await page.getByRole("button", { name: "Play this board" }).click();
    await page.getByRole("alert").getByText("line 2: 2 cells where the row above has 3").waitFor();
    await rows.scrollIntoViewIfNeeded();
    await picture(page, `samegame-own-board${phone ? "-phone" : ""}`);
    await accessible(page, "the form for a board");
    await noSidewaysScroll(page, "the form for a board");
    await rows.fill("112\n122\n1.2".replace("1.2", "122"));
    await page.getByRole("button", { name: "Play this board" }).click();
    await page.locator(".same .blk").first().waitFor();
    assert.equal(await page.locator(".same .blk").count(), 9);
    if (!phone) await page.getByText("a board of your own").first().waitFor();
    // The browser notes the refusal, too.
    assert.deepEqual(errors.filter((text) => !text.includes("400 (Bad Request)")), []);
    await context.close();
  });
}
