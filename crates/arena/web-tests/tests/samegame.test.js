import assert from "node:assert/strict";
import { test } from "node:test";
import { accessible, arena, closeDialog, isOver, newGame, noSidewaysScroll, picture, playOut, turn } from "../harness.js";

const { open } = arena();

/** @param {import("playwright-core").Page} page */
const score = async (page) => Number((await page.locator(".big3 b").first().textContent())?.replace(/,/g, "").replace("−", "-"));

test("a standard position: preview, play, undo, solve, and the solution plays to the end", async () => {
  const { page, context, errors } = await open({ still: false });
  await page.goto("/samegame");
  const rows = page.locator(".boardtable tbody tr");
  await rows.first().waitFor();
  assert.equal(await rows.count(), 20);
  assert.match((await rows.first().textContent()) ?? "", /3,413/, "the published score is in the table");
  await accessible(page, "the lobby of SameGame");
  await picture(page, "samegame-setup");
  await page.getByRole("button", { name: "Play standard position 1", exact: true }).click();
  await page.locator(".grp.legal").first().waitFor();
  await page.locator(".state-line", { hasText: "position 1" }).waitFor();
  // The pointer shows the group and what it gives; a click removes it.
  const block = page.locator(".grp.legal .blk").nth(40);
  await block.hover();
  const tip = page.locator(".gain");
  await tip.waitFor();
  const [, n = "0", points = "0"] = (await tip.textContent())?.match(/(\d+) blocks\+([\d,]+)/) ?? [];
  assert.equal((Number(n) - 2) ** 2, Number(points.replace(",", "")));
  assert.notEqual(await page.locator(".same .edge").last().getAttribute("d"), "");
  await picture(page, "samegame-play");
  await accessible(page, "SameGame in play");
  await block.click();
  await page.locator(".table[data-turn='1']").waitFor();
  assert.equal(await score(page), (Number(n) - 2) ** 2);
  await page.mouse.move(5, 500);
  assert.equal(Number(await page.locator(".big3 b").nth(2).textContent()), 225 - Number(n));
  await page.keyboard.press("u");
  await page.locator(".state-line", { hasText: "225 blocks left" }).waitFor();
  assert.equal(await score(page), 0);
  // Solve: a step line under the published record.
  await page.getByRole("radio", { name: "3 s" }).click();
  await page.getByRole("button", { name: "Solve", exact: true }).click();
  await page.locator(".solveplot path.ours").waitFor();
  await page.getByText("3,413 best published").waitFor();
  await page.getByRole("button", { name: "Solve again" }).waitFor({ timeout: 30_000 });
  await picture(page, "samegame-solved");
  const found = Number((await page.locator(".panel[aria-label=Solve] header .end").textContent())?.match(/([\d,]+) points/)?.[1]?.replace(",", ""));
  assert.ok(found > 1000, `the engine found ${found}`);
  await page.getByRole("button", { name: "Play the solution" }).click();
  await page.getByRole("button", { name: "Pause" }).click();
  const stopped = await turn(page);
  await page.waitForTimeout(1500);
  assert.equal(await turn(page), stopped, "a pause holds");
  await page.getByRole("button", { name: /Go on|Play the solution/ }).click();
  await page.locator(".review").waitFor({ timeout: 120_000 });
  await page.getByRole("dialog").waitFor();
  await page.getByRole("dialog").getByText(`${found} points`).waitFor();
  await page.getByRole("button", { name: "Review the game" }).click();
  await accessible(page, "the review of SameGame");
  await page.locator("dialog[open]").waitFor({ state: "detached" });
  await page.keyboard.press("Home");
  await page.getByText("The start").waitFor();
  assert.notEqual(await page.locator(".same .edge.played").getAttribute("d"), "");
  await picture(page, "samegame-review");
  // The engine's score is kept beside the published one; it is not the player's.
  await page.goto("/samegame");
  const cells = page.locator(".boardtable tbody tr").first().locator("td");
  await cells.first().waitFor();
  assert.equal(await cells.nth(0).textContent(), "–");
  assert.equal(Number((await cells.nth(1).textContent())?.replace(",", "")), found);
  assert.deepEqual(errors, []);
  await context.close();
});

test("by the keyboard alone, on a small board, with a reload", async () => {
  const { page, context, errors } = await open();
  await page.goto("/samegame");
  await page.getByRole("combobox", { name: "Board" }).selectOption({ label: "Random, 10 by 10, four colours" });
  await page.getByRole("button", { name: "Start" }).click();
  await page.locator(".grp.legal").first().waitFor();
  await page.locator(".grp.legal[tabindex='0']").focus();
  let moved = 0;
  await playOut(page, {
    how: async () => {
      const before = await turn(page);
      if (!(await page.evaluate(() => document.activeElement?.closest(".grp")))) await page.locator(".grp.legal[tabindex='0']").focus();
      for (const key of ["ArrowDown", "ArrowRight", "ArrowUp", "ArrowLeft"]) {
        await page.keyboard.press(key);
        if (await page.locator(".cand[aria-pressed=true]").count()) break;
      }
      if (!(await page.locator(".cand[aria-pressed=true]").count())) await page.keyboard.press("1");
      else moved += 1;
      await page.keyboard.press("Enter");
      await page.waitForFunction((was) => document.querySelector(".review") || document.querySelector(".table")?.getAttribute("data-turn") !== was, before);
    },
    each: async (n) => {
      if (n !== 3) return;
      const now = await turn(page);
      await page.reload();
      await page.locator(".grp.legal").first().waitFor();
      assert.equal(await turn(page), now);
    },
  });
  assert.ok(moved > 3, "arrows choose groups");
  assert.ok(await isOver(page));
  await closeDialog(page);
  assert.deepEqual(errors, []);
  await context.close();
});

test("on a phone, in the dark, by finger", async () => {
  const { page, context, errors } = await open({ phone: true, dark: true });
  await newGame(page, "samegame", { seed: 5 });
  await page.locator(".grp.legal").first().waitFor();
  await noSidewaysScroll(page, "SameGame");
  const block = page.locator(".grp.legal .blk").first();
  await block.tap();
  assert.equal(await turn(page), "0", "the first tap shows");
  await page.locator(".gain").waitFor();
  await picture(page, "samegame-phone-dark");
  await accessible(page, "SameGame on a phone");
  await block.tap();
  await page.locator(".table[data-turn='1']").waitFor();
  await page.getByRole("tab", { name: "Solve" }).tap();
  await page.getByRole("button", { name: "Solve", exact: true }).waitFor();
  await picture(page, "samegame-phone-solve");
  await page.getByRole("tab", { name: "Boards" }).tap();
  await page.locator(".boardtable").waitFor();
  await noSidewaysScroll(page, "SameGame's boards");
  await page.getByRole("tab", { name: "Moves" }).tap();
  await playOut(page, { how: async () => {
    await page.locator(".cands .cand").first().tap();
    await page.locator(".foot .btn.primary").tap();
  } });
  await noSidewaysScroll(page, "the end of SameGame");
  assert.deepEqual(errors, []);
  await context.close();
});
