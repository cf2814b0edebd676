import assert from "node:assert/strict";
import { test } from "node:test";
import { accessible, arena, closeDialog, newGame, picture, playOut } from "../harness.js";

const { open } = arena();

test("by arrows and Enter, to the end", async () => {
  const { page, context, errors } = await open();
  await newGame(page, "tic-tac-toe", {});
  await page.locator(".ttt .target").first().waitFor();
  await accessible(page, "tic-tac-toe");
  await picture(page, "tic-tac-toe");
  const played = await playOut(page, { how: async () => {
    await page.locator(".ttt .target[tabindex='0']").focus();
    await page.keyboard.press("ArrowRight");
    if (!(await page.locator(".cand[aria-pressed=true]").count())) await page.keyboard.press("1");
    await page.keyboard.press("Enter");
  } });
  assert.ok(played >= 3);
  await closeDialog(page);
  assert.deepEqual(errors, []);
  await context.close();
});
