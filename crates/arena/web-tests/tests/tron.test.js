import assert from "node:assert/strict";
import { test } from "node:test";
import { accessible, arena, closeDialog, newGame, noSidewaysScroll, picture, turn } from "../harness.js";

const { open } = arena();

/** Opens a game on a small field with this clock. @param {import("playwright-core").Page} page @param {{you?: string, clock?: string, board?: string}} options */
async function race(page, { you = "Cycle 1", clock = "200 ms", board = "Open field, 13x13" }) {
  await page.goto("/tron");
  await page.getByRole("heading", { name: /New game of/ }).waitFor();
  await page.getByRole("radiogroup", { name: "You are" }).getByRole("radio", { name: you, exact: true }).click();
  await page.getByRole("group", { name: "Board" }).getByRole("button", { name: board }).click();
  await page.getByRole("radiogroup", { name: "Clock" }).getByRole("radio", { name: clock }).click();
  await page.getByRole("button", { name: /^(Start|Watch)$/ }).click();
  await page.locator(".tron .trail").first().waitFor({ state: "attached" });
}

test("in real time: countdown, steering, pause, the end, a rematch", async () => {
  const { page, context, errors } = await open({ still: false });
  await race(page, { clock: "400 ms" });
  await page.locator(".veil b", { hasText: /^[12]$/ }).waitFor();
  await picture(page, "tron-countdown");
  await page.locator(".veil").waitFor({ state: "hidden" });
  // The arrow is there until the next turn, which a busy machine may not look at in time.
  const aimed = page.evaluate(() => new Promise((/** @type {(seen: boolean) => void} */ resolve) => {
    const look = () => document.querySelector(".tron .aim") && resolve(true);
    new MutationObserver(look).observe(document.body, { childList: true, subtree: true });
    setTimeout(() => resolve(false), 20_000);
  }));
  // At least one of them is free.
  for (const key of ["ArrowUp", "ArrowDown", "ArrowLeft", "ArrowRight"]) await page.keyboard.press(key);
  assert.ok(await aimed, "an arrow shows the way that was chosen");
  await page.waitForFunction(() => Number(document.querySelector(".table")?.getAttribute("data-turn")) >= 2);
  await page.keyboard.press("Space");
  await page.getByText("Paused").waitFor();
  const stopped = await turn(page);
  await picture(page, "tron-paused");
  await accessible(page, "Tron while it stands");
  await page.waitForTimeout(1200);
  assert.equal(await turn(page), stopped, "a pause stops the clock");
  await page.getByRole("button", { name: "Go on" }).first().click();
  await page.waitForFunction((was) => Number(document.querySelector(".table")?.getAttribute("data-turn")) > Number(was), stopped);
  // Leaving the window pauses, too.
  await page.evaluate(() => dispatchEvent(new Event("blur")));
  await page.getByText("Paused").waitFor();
  // A reload keeps the trails.
  const length = () => page.locator(".trail.p0").getAttribute("d").then((d) => d?.length ?? 0);
  const before = await length();
  await page.reload();
  await page.getByText("Paused").waitFor();
  assert.equal(await length(), before);
  await page.getByRole("button", { name: "Go on" }).first().click();
  await page.locator(".veil").waitFor({ state: "hidden" });
  await picture(page, "tron-play");
  // Straight on, until it crashes.
  await page.locator(".review").waitFor({ timeout: 90_000 });
  await page.getByRole("dialog").waitFor();
  await page.getByRole("button", { name: "Review the game" }).click();
  await page.locator("dialog[open]").waitFor({ state: "detached" });
  await page.keyboard.press("Home");
  await page.getByText("The start").waitFor();
  await page.keyboard.press("End");
  await accessible(page, "the review of Tron");
  await picture(page, "tron-review");
  await page.getByText("This session").waitFor();
  const old = page.url();
  await page.getByRole("button", { name: "Rematch" }).click();
  await page.waitForFunction((url) => location.href !== url, old);
  await page.locator(".tron .trail").first().waitFor({ state: "attached" });
  assert.deepEqual(errors, []);
  await context.close();
});

test("without a clock, by keys of both kinds", async () => {
  const { page, context, errors } = await open();
  await race(page, { clock: "waits", board: "Vee" });
  const keys = ["d", "s", "ArrowRight", "ArrowDown", "w", "a"];
  for (let n = 0; n < 400 && !(await page.locator(".review").count()); n++) {
    await page.keyboard.press(keys[n % keys.length] ?? "d");
    await page.waitForTimeout(60);
  }
  await page.locator(".review").waitFor({ timeout: 60_000 });
  await closeDialog(page);
  assert.deepEqual(errors, []);
  await context.close();
});

test("engine against engine", async () => {
  const { page, context, errors } = await open({ dark: true });
  await race(page, { you: "Watch", clock: "100 ms", board: "Vee" });
  await page.waitForFunction(() => Number(document.querySelector(".table")?.getAttribute("data-turn")) >= 12, null, { timeout: 60_000 });
  await page.locator(".engineview .cand").first().waitFor();
  await picture(page, "tron-dark");
  await page.locator(".review").waitFor({ timeout: 120_000 });
  assert.deepEqual(errors, []);
  await context.close();
});

test("on a phone, by swipe and by the four keys", async () => {
  const { page, context, errors } = await open({ phone: true });
  await newGame(page, "tron", {});
  await page.locator(".veil").waitFor({ state: "hidden" });
  await noSidewaysScroll(page, "Tron");
  await page.getByRole("button", { name: "Down", exact: true }).tap();
  await page.waitForFunction(() => Number(document.querySelector(".table")?.getAttribute("data-turn")) >= 4);
  await picture(page, "tron-phone");
  await page.getByRole("button", { name: "Pause" }).tap();
  await page.getByText("Paused").waitFor();
  await accessible(page, "Tron on a phone");
  await page.getByRole("button", { name: "Go on" }).first().tap();
  await page.locator(".veil").waitFor({ state: "hidden" });
  const box = await page.locator(".tron").boundingBox();
  assert.ok(box);
  await page.mouse.move(box.x + 150, box.y + 150);
  await page.mouse.down();
  await page.mouse.move(box.x + 90, box.y + 150, { steps: 4 });
  await page.mouse.up();
  await page.locator(".review").waitFor({ timeout: 90_000 });
  await closeDialog(page);
  await noSidewaysScroll(page, "the end of Tron");
  assert.deepEqual(errors, []);
  await context.close();
});

test("who comes late sees the trails, and boards have pictures", async () => {
  const { page, context, errors } = await open({ still: false });
  await page.goto("/tron");
  const boards = page.getByRole("group", { name: "Board" });
  await boards.locator("svg path.walls").nth(20).waitFor({ state: "attached" });
  // Pictures come one after the other: every board has one in the end, and none has two.
  const count = await boards.getByRole("button").count();
  await boards.locator("svg").nth(count - 1).waitFor({ state: "attached" });
  assert.equal(await boards.locator("svg").count(), count);
  await accessible(page, "the form of Tron");
  await picture(page, "tron-form");
  await race(page, { you: "Watch", clock: "400 ms", board: "Vee" });
  await page.waitForFunction(() => Number(document.querySelector(".table")?.getAttribute("data-turn")) >= 5);
  // The clock stands, so that both see the same turn.
  await page.getByRole("button", { name: "Pause" }).click();
  await page.getByText("Paused").waitFor();
  const trail = (/** @type {import("playwright-core").Page} */ at, /** @type {number} */ player) => at.locator(`.trail.p${player}`).getAttribute("d");
  const guest = await open();
  await guest.page.goto(page.url());
  await guest.page.locator(".tron .trail").first().waitFor({ state: "attached" });
  for (const player of [0, 1]) {
    const seen = await trail(page, player);
    assert.ok((seen ?? "").split("L").length >= 6, `${seen}`);
    assert.equal(await trail(guest.page, player), seen);
  }
  await picture(guest.page, "tron-late");
  await guest.context.close();
  await page.getByRole("button", { name: "Go on" }).first().click();
  await page.locator(".review").waitFor({ timeout: 120_000 });
  // Keys belong to the card at the end until it is closed.
  await closeDialog(page);
  // What the engines thought in real time is kept, for each of them. Where a cycle has one way only,
  // or an engine was late, there is nothing.
  const thought = page.locator(".review .movelist .cand").first();
  for (const cycle of ["Cycle 1", "Cycle 2"]) {
    await page.keyboard.press("Home");
    await page.getByText("The start").waitFor();
    await page.getByRole("radiogroup", { name: "Whose decision" }).getByRole("radio", { name: cycle }).click();
    for (let step = 0; step < 60 && !(await thought.isVisible()); step++) await page.keyboard.press("ArrowRight");
    await thought.waitFor();
    await page.locator(".review h3", { hasText: `Then ${cycle}` }).waitFor();
  }
  await picture(page, "tron-thoughts");
  assert.deepEqual([...errors, ...guest.errors], []);
  await context.close();
});
