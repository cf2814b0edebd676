import assert from "node:assert/strict";
import { test } from "node:test";
import { accessible, arena, closeDialog, newGame, noSidewaysScroll, picture, playOut, turn } from "../harness.js";

const { open } = arena();

test("the robber on the dodecahedron: solved distances, the end, the true route", async () => {
  const { page, context, errors } = await open();
  await page.goto("/cops-and-robbers");
  await page.locator(".minis .mini svg").nth(5).waitFor();
  await page.locator(".preview svg").waitFor();
  await accessible(page, "the form of Cops & Robbers");
  await picture(page, "cops-setup");
  await page.getByRole("radiogroup", { name: "Cops" }).getByRole("radio", { name: "easy" }).click();
  await page.getByRole("button", { name: "Start" }).click();
  await page.locator(".graph .target").first().waitFor();
  await page.locator(".graph .far").first().waitFor();
  await page.getByText(/Solved:/).waitFor();
  await page.locator(".graph .share").first().waitFor();
  await picture(page, "cops-robber");
  await accessible(page, "Cops & Robbers as the robber");
  // On the board: once chooses, twice plays.
  await playOut(page, { how: async () => {
    const target = page.locator(".graph .target").first();
    const move = await target.getAttribute("data-move");
    await target.click();
    await page.locator(`.graph .target[data-move="${move}"]`).click();
  } });
  await page.getByRole("button", { name: "Review the game" }).click();
  await page.locator("dialog[open]").waitFor({ state: "detached" });
  await page.keyboard.press("Home");
  await page.locator(".graph .route.coming").waitFor({ state: "attached" });
  await accessible(page, "the review of Cops & Robbers");
  await picture(page, "cops-review");
  assert.deepEqual(errors, []);
  await context.close();
});

test("the cops on a grid, by the keyboard; the robber stays hidden", async () => {
  const { page, context, errors } = await open({ dark: true });
  await page.goto("/cops-and-robbers");
  await page.getByRole("heading", { name: /New game of/ }).waitFor();
  await page.getByRole("radiogroup", { name: "You are" }).getByRole("radio", { name: "Cops", exact: true }).click();
  await page.getByRole("radiogroup", { name: "Robber" }).getByRole("radio", { name: "easy" }).click();
  await page.getByRole("combobox", { name: "Family of graphs" }).selectOption("grid");
  await page.getByRole("spinbutton", { name: "width" }).fill("4");
  await page.getByRole("spinbutton", { name: "width" }).press("Tab");
  await page.getByText("24 vertices").waitFor();
  await page.getByRole("spinbutton", { name: "cops" }).fill("2");
  await page.getByRole("spinbutton", { name: "cops" }).press("Tab");
  await page.getByRole("button", { name: "Start" }).click();
  await page.locator(".graph .target").first().waitFor();
  await page.getByText(/not seen yet/).waitFor();
  assert.equal(await page.locator(".graph .piece.robber").count(), 0);
  await picture(page, "cops-dark");
  let shown = 0, decisions = 0;
  await playOut(page, {
    how: async () => {
      const before = await turn(page);
      await page.locator(".graph .target[tabindex='0']").focus();
      await page.keyboard.press("ArrowRight");
      if (!(await page.locator(".cand[aria-pressed=true]").count())) await page.keyboard.press("1");
      await page.keyboard.press("Enter");
      await page.waitForFunction((was) => document.querySelector(".review") || document.querySelector(".table")?.getAttribute("data-turn") !== was, before);
    },
    each: async () => {
      decisions += 1;
      shown += await page.locator(".graph .piece.robber").count();
    },
  });
  // He is seen after every fourth of his moves; in between the board has nothing of him.
  assert.ok(shown <= decisions / 3, `the robber was on the board at ${shown} of ${decisions} decisions`);
  await closeDialog(page);
  assert.deepEqual(errors, []);
  await context.close();
});

test("Scotland Yard's map on a phone", async () => {
  const { page, context, errors } = await open({ phone: true });
  await page.goto("/cops-and-robbers");
  await page.getByRole("button", { name: /Scotland Yard, three cops/ }).tap();
  await page.getByText("199 vertices").waitFor();
  await noSidewaysScroll(page, "the form of Cops & Robbers");
  await page.getByRole("radiogroup", { name: "Cops" }).getByRole("radio", { name: "easy" }).tap();
  await page.getByRole("button", { name: "Start" }).tap();
  await page.locator(".graph .target").first().waitFor();
  await page.waitForTimeout(800);
  await noSidewaysScroll(page, "Cops & Robbers");
  await picture(page, "cops-phone");
  await accessible(page, "Cops & Robbers on a phone");
  await playOut(page, { how: async () => {
    await page.locator(".cands .cand").first().tap();
    await page.locator(".foot .btn.primary").tap();
  } });
  await closeDialog(page);
  await noSidewaysScroll(page, "the end of Cops & Robbers");
  assert.deepEqual(errors, []);
  await context.close();
});

test("watching: a spectator sees what everybody may know", async () => {
  const { page, context, errors } = await open();
  await newGame(page, "cops-and-robbers", { you: "Watch", opponents: [["Cops", "easy"], ["Robber", "easy"]] });
  await page.waitForFunction(() => document.querySelector(".review") || Number(document.querySelector(".table")?.getAttribute("data-turn")) >= 3, null, { timeout: 60_000 });
  if (!(await page.locator(".review").count())) assert.equal(await page.locator(".graph .piece.robber").count(), 0);
  await page.locator(".review").waitFor({ timeout: 180_000 });
  await closeDialog(page);
  await page.locator(".graph .piece.robber").waitFor();
  assert.deepEqual(errors, []);
  await context.close();
});
