import assert from "node:assert/strict";
import { test } from "node:test";
import { accessible, arena, closeDialog, isOver, newGame, noSidewaysScroll, picture, playOut, Server, turn } from "../harness.js";

const { open } = arena();

const EASY = /** @type {[string, string][]} */ ([["O, second", "easy"]]);

test("from the home page to the end, by mouse, with a reload in the middle", async () => {
  const { page, context, errors } = await open({ still: false });
  await page.goto("/");
  await page.getByRole("main").getByRole("link", { name: /Connect Four/ }).click();
  await page.getByRole("heading", { name: "New game of Connect Four" }).waitFor();
  await accessible(page, "the form of Connect Four");
  await picture(page, "connect-four-setup");
  await page.getByRole("radiogroup", { name: "O, second" }).getByRole("radio", { name: "easy" }).click();
  await page.getByRole("button", { name: "Start" }).click();
  const played = await playOut(page, {
    how: async () => {
      // On the board: once chooses, twice plays.
      const target = page.locator(".four .target").first();
      const move = await target.getAttribute("data-move");
      await target.click();
      await page.locator(`.four .target[data-move="${move}"]`).click();
    },
    each: async (n) => {
      if (n === 2) {
        await page.locator(".visits rect").first().waitFor();
        await accessible(page, "Connect Four in play");
        await picture(page, "connect-four-play");
        const before = await turn(page);
        const address = page.url();
        assert.doesNotMatch(address, /token/);
        await page.reload();
        await page.locator(".cands .cand").first().waitFor();
        assert.equal(await turn(page), before);
        assert.equal(page.url(), address);
      }
    },
  });
  assert.ok(played >= 4);
  await page.getByRole("dialog").getByText(/win|lose|draw/i).first().waitFor();
  await page.getByRole("button", { name: "Review the game" }).click();
  await page.locator(".reviewplot .plot").waitFor();
  await accessible(page, "the review of Connect Four");
  await page.keyboard.press("Home");
  await page.getByText("The start").waitFor();
  await page.keyboard.press("ArrowRight");
  await page.getByText(/After move 1 of/).waitFor();
  await page.getByRole("button", { name: "Let an engine look at every move" }).click();
  await page.getByText(/^\d+ decisions looked at\.$/).waitFor({ timeout: 120_000 });
  await picture(page, "connect-four-review");
  const download = page.waitForEvent("download");
  await page.getByRole("button", { name: "Record" }).click();
  assert.match((await download).suggestedFilename(), /\.txt$/);
  assert.deepEqual(errors, []);
  // The link of the page is the share link: somebody else sees the same review.
  const other = await open();
  await other.page.goto(page.url());
  await other.page.locator(".reviewplot .plot").waitFor();
  await other.context.close();
  // The home page knows the game.
  await page.goto("/");
  await page.locator(".cont", { hasText: "finished" }).first().waitFor();
  await context.close();
});

test("a click counts though an analysis is drawn between press and release", async () => {
  const { page, context, errors } = await open();
  for (const [game, target] of [["connect-four", ".four .target"], ["tic-tac-toe", ".ttt .target"], ["cops-and-robbers", ".graph .target"]]) {
    await page.goto(`/${game}`);
    await page.getByRole("button", { name: "Start" }).click();
    const place = page.locator(`${target}`).first();
    await place.hover();
    await page.mouse.down();
    // The hint draws its visits; nothing is chosen by it.
    await page.keyboard.press("h");
    await page.locator(".cand.best").waitFor();
    assert.equal(await place.getAttribute("aria-pressed"), "false", `${game}: not chosen by the press alone`);
    await page.mouse.up();
    await page.locator(`${target}[aria-pressed=true]`).waitFor();
  }
  assert.deepEqual(errors, []);
  await context.close();
});

test("by the keyboard alone", async () => {
  const { page, context, errors } = await open();
  await page.goto("/");
  await page.locator(".map.picture").waitFor();
  /** @param {RegExp} name */
  const tabTo = async (name) => {
    for (let i = 0; i < 60; i++) {
      await page.keyboard.press("Tab");
      const text = await page.evaluate(() => `${document.activeElement?.getAttribute("aria-label") ?? ""} ${document.activeElement?.textContent ?? ""}`.trim());
      if (name.test(text)) return;
    }
    assert.fail(`Tab does not reach ${name}`);
  };
  await tabTo(/Four in a line/);
  await page.keyboard.press("Enter");
  await page.getByRole("heading", { name: "New game of Connect Four" }).waitFor();
  await tabTo(/^medium$/);
  await page.keyboard.press("ArrowLeft");
  await tabTo(/^Start$/);
  await page.keyboard.press("Enter");
  await page.locator(".cands .cand").first().waitFor();
  // The board is one tab stop, and its arrows choose; then digits.
  await tabTo(/^Column/);
  await page.keyboard.press("ArrowRight");
  const focused = await page.evaluate(() => getComputedStyle(/** @type {Element} */ (document.activeElement?.querySelector("rect"))).strokeWidth);
  assert.equal(focused, "3px", "the focus is visible");
  await page.keyboard.press("Enter");
  await page.waitForFunction(() => document.querySelector(".table")?.getAttribute("data-turn") !== "0");
  await playOut(page, {
    how: async () => {
      await page.keyboard.press("1");
      await page.keyboard.press("Enter");
    },
  });
  await page.getByRole("dialog").waitFor();
  await closeDialog(page);
  await page.keyboard.press("Home");
  await page.getByText("The start").waitFor();
  await page.keyboard.press("?");
  await page.getByRole("heading", { name: /How to play/ }).waitFor();
  await closeDialog(page);
  assert.deepEqual(errors, []);
  await context.close();
});

test("undo, hint and Escape in practice", async () => {
  const { page, context, errors } = await open();
  await newGame(page, "connect-four", { opponents: EASY });
  await page.locator(".cands .cand").first().waitFor();
  await page.keyboard.press("4");
  await page.keyboard.press("Escape");
  assert.equal(await page.locator(".cand[aria-pressed=true]").count(), 0);
  await page.keyboard.press("4");
  await page.keyboard.press("Enter");
  await page.waitForFunction(() => document.querySelectorAll(".board .stone:not(.ghost)").length === 2);
  await page.keyboard.press("u");
  await page.waitForFunction(() => document.querySelectorAll(".board .stone:not(.ghost)").length === 0);
  await page.keyboard.press("h");
  await page.locator(".cand.best").waitFor();
  await page.getByText("Search tree").click();
  await page.locator(".tree .node").first().waitFor();
  assert.deepEqual(errors, []);
  await context.close();
});

test("the server is killed in the middle, comes back, and the game goes on", async () => {
  const own = new Server();
  await own.start();
  const { page, context, errors } = await open({ server: own });
  await newGame(page, "connect-four", { opponents: EASY });
  await playOut(page, {
    each: async (n) => {
      if (n !== 2) return;
      const before = await turn(page);
      await own.stop("SIGKILL");
      await page.getByText("Connection lost").first().waitFor();
      assert.equal(await page.locator(".foot .btn.primary").isDisabled(), true, "no move without a connection");
      await picture(page, "connect-four-lost");
      await own.start();
      await page.getByText("Connected again").first().waitFor({ timeout: 30_000 });
      await page.locator(".cands .cand").first().waitFor();
      assert.equal(await turn(page), before);
    },
  });
  // While the server was away, the browser itself reports the refused sockets.
  assert.deepEqual(errors.filter((text) => !/WebSocket|ERR_CONNECTION/.test(text)), []);
  await context.close();
  await own.close();
});

test("two people at one screen", async () => {
  const { page, context, errors } = await open();
  await newGame(page, "connect-four", { you: "Both, one screen" });
  await playOut(page);
  assert.ok(await isOver(page));
  assert.deepEqual(errors, []);
  await context.close();
});

test("a friend by invitation, and a spectator", async () => {
  const one = await open();
  await one.page.goto("/connect-four");
  await one.page.getByRole("radiogroup", { name: "O, second" }).getByRole("radio", { name: "a friend" }).click();
  await one.page.getByRole("button", { name: "Start" }).click();
  const link = await one.page.getByRole("textbox", { name: /Link for/ }).inputValue();
  assert.match(link, /#token=/);
  await accessible(one.page, "the invitation");
  await one.page.getByRole("button", { name: "To the game" }).click();
  await one.page.locator(".cands .cand").first().waitFor();
  const two = await open();
  await two.page.goto(link);
  await two.page.locator(".state-line b").waitFor();
  assert.doesNotMatch(two.page.url(), /token/);
  const watcher = await open();
  await watcher.page.goto(one.page.url());
  await watcher.page.getByText("You watch").waitFor();
  for (const player of [one.page, two.page, one.page]) {
    await player.locator(".cands .cand").first().waitFor();
    await player.keyboard.press("1");
    await player.keyboard.press("Enter");
    await player.waitForFunction(() => !document.querySelector(".cands .cand"));
  }
  await watcher.page.waitForFunction(() => document.querySelectorAll(".board .stone:not(.ghost)").length === 3);
  await two.page.getByRole("button", { name: "Resign" }).click();
  await two.page.getByRole("button", { name: "Give up" }).click();
  await one.page.getByRole("heading", { name: "You win" }).waitFor();
  await two.page.getByRole("heading", { name: "You lose" }).waitFor();
  for (const { errors, context } of [one, two, watcher]) {
    assert.deepEqual(errors, []);
    await context.close();
  }
});

test("on a phone of 360 pixels", async () => {
  const { page, context, errors } = await open({ phone: true, dark: true });
  await newGame(page, "connect-four", { opponents: EASY });
  await playOut(page, {
    each: async (n) => {
      if (n !== 2) return;
      await noSidewaysScroll(page, "Connect Four");
      await accessible(page, "Connect Four on a phone");
      await picture(page, "connect-four-phone-dark");
      const small = await page.evaluate(() => [...document.querySelectorAll(".foot .btn, .cand")].filter((node) => node.getBoundingClientRect().height < 43.5).map((node) => node.textContent));
      assert.deepEqual(small, [], "touch targets under 44 pixels");
    },
  });
  await noSidewaysScroll(page, "the review");
  assert.deepEqual(errors, []);
  await context.close();
});

test("any agent by its form, and engine against engine", async () => {
  const { page, context, errors } = await open();
  await page.goto("/connect-four");
  await page.getByRole("radiogroup", { name: "You are" }).getByRole("radio", { name: "Watch" }).click();
  await page.getByRole("radiogroup", { name: "X, first" }).getByRole("radio", { name: "any agent" }).click();
  await page.getByRole("textbox", { name: "Specification" }).fill("uct(playouts=200)");
  await page.locator(".badge.warn:visible", { hasText: "changed" }).waitFor();
  await accessible(page, "the form for any agent");
  await picture(page, "agent-form");
  await page.getByRole("textbox", { name: "Specification" }).fill("uct(no-such-parameter=1)");
  await page.getByRole("button", { name: "Watch" }).click();
  await page.locator(".note.bad").waitFor();
  await page.getByRole("textbox", { name: "Specification" }).fill("uct(playouts=200)");
  await page.getByRole("radiogroup", { name: "O, second" }).getByRole("radio", { name: "easy" }).click();
  await page.getByRole("button", { name: "Watch" }).click();
  await page.locator(".review").waitFor({ timeout: 60_000 });
  assert.deepEqual(errors.filter((text) => !/400/.test(text)), []);
  await context.close();
});
