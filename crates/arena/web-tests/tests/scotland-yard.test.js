import assert from "node:assert/strict";
import { test } from "node:test";
import { accessible, arena, clickFirst, closeDialog, isOver, newGame, noSidewaysScroll, picture, playOut, Server, turn } from "../harness.js";

const { open } = arena();

/** Plays by the map: a click on a lit station chooses, a second one plays. @param {import("playwright-core").Page} page */
async function clickMap(page) {
  const before = await turn(page);
  // A detective who cannot move passes by himself.
  if (!(await page.locator(".map .st.legal").count())) return;
  const station = await page.locator(".map .st.legal").first().getAttribute("data-station");
  await page.locator(`.map .st[data-station="${station}"]`).click();
  if ((await turn(page)) === before) await page.locator(`.map .st[data-station="${station}"]`).click();
}

/** Plays by the list; a detective who cannot move passes by himself. @param {import("playwright-core").Page} page */
async function clickRow(page) {
  if ((await page.locator(".cands .cand").first().getAttribute("data-move")) !== "-") await clickFirst(page);
}

test("the detectives, from the home page to the end, with a reload", async () => {
  const { page, context, errors } = await open();
  await page.goto("/");
  await page.getByRole("main").getByRole("link", { name: /Scotland Yard/ }).first().click();
  await page.getByRole("heading", { name: "New game of Scotland Yard" }).waitFor();
  await accessible(page, "the form of Scotland Yard");
  await picture(page, "scotland-yard-setup");
  await page.getByRole("radiogroup", { name: "Mr X" }).getByRole("radio", { name: "easy" }).click();
  await page.getByRole("button", { name: "Start" }).click();
  /** @type {string[]} */
  const received = [];
  page.on("websocket", (socket) => socket.on("framereceived", (frame) => received.push(String(frame.payload))));
  await playOut(page, {
    how: clickMap,
    each: async (n) => {
      if (n === 2) {
        // Nothing moves from the first to the last update of a search.
        const boxes = () => page.evaluate(() => [".board", ".movelist", ".foot", ".tools"].map((name) => JSON.stringify(document.querySelector(name)?.getBoundingClientRect())));
        await page.locator(".legal-ring.share").first().waitFor();
        const first = await boxes();
        await page.waitForTimeout(1500);
        assert.deepEqual(await boxes(), first);
        await accessible(page, "the detectives' seat");
        await picture(page, "scotland-yard-detectives");
      }
      if (n === 7) {
        const before = await turn(page);
        await page.reload();
        await page.locator(".cands .cand").first().waitFor();
        assert.equal(await turn(page), before);
      }
      if (n === 12) {
        // The map has no piece of Mr X, and no message before the end has had his station.
        assert.equal(await page.locator(".map .pc.mrx").count(), 0);
        for (const text of received) {
          const message = JSON.parse(text);
          if (message.type === "state") assert.equal(message.observation.mr_x.station, null);
        }
      }
    },
  });
  await page.getByRole("dialog").waitFor();
  await picture(page, "scotland-yard-end");
  await page.getByRole("button", { name: "Review the game" }).click();
  await page.locator(".reviewplot .plot").waitFor();
  assert.ok(await page.locator(".map .route").count() > 0, "the true route is drawn");
  assert.equal(await page.locator(".map .pc.mrx").count(), 1);
  for (let i = 0; i < 8; i++) await page.keyboard.press("ArrowLeft");
  await page.getByText(/He was at \d+/).waitFor();
  await accessible(page, "the review of Scotland Yard");
  await picture(page, "scotland-yard-review");
  await page.keyboard.press("r");
  assert.equal(await page.locator(".map .route").count(), 0);
  await page.keyboard.press("r");
  assert.deepEqual(errors, []);
  await context.close();
});

test("Mr X, from the form to the end, with a double move taken back", async () => {
  const { page, context, errors } = await open({ dark: true });
  await newGame(page, "scotland-yard", { you: "Mr X", opponents: [["Detectives", "easy"]] });
  let taken = false;
  await playOut(page, {
    each: async (n) => {
      if (n !== 1 || taken) return;
      taken = true;
      await page.getByRole("button", { name: "Double move" }).click();
      await page.locator(".legal-ring").first().waitFor();
      await picture(page, "scotland-yard-mrx-dark");
      const before = await turn(page);
      await clickFirst(page);
      await page.getByText("Second half of your double move").waitFor();
      assert.notEqual(await turn(page), before);
      await page.keyboard.press("u");
      await page.getByText("Your move", { exact: true }).waitFor();
      await page.locator(".cands .cand").first().waitFor();
      await accessible(page, "Mr X's seat");
    },
  });
  assert.ok(taken);
  await closeDialog(page);
  await page.locator(".reviewplot .plot").waitFor();
  await picture(page, "scotland-yard-mrx-review-dark");
  assert.deepEqual(errors, []);
  await context.close();
});

test("some of the detectives, the engine moves the rest, by the keyboard alone", async () => {
  const { page, context, errors } = await open();
  await page.goto("/scotland-yard");
  await page.getByRole("heading", { name: /New game of/ }).waitFor();
  for (const n of [3, 4, 5]) await page.getByRole("group", { name: "You move" }).getByRole("button", { name: new RegExp(`${n}$`) }).press("Enter");
  await page.getByRole("radiogroup", { name: /Detectives 3, 4, 5/ }).getByRole("radio", { name: "easy" }).click();
  await page.getByRole("radiogroup", { name: "Mr X" }).getByRole("radio", { name: "easy" }).click();
  await page.getByRole("button", { name: "Start" }).press("Enter");
  await page.locator(".cands .cand").first().waitFor();
  // Arrows on the map go to lit stations.
  await page.locator(".map .st.legal[tabindex='0']").focus();
  for (const key of ["ArrowLeft", "ArrowRight", "ArrowUp", "ArrowDown"]) await page.keyboard.press(key);
  assert.match((await page.evaluate(() => document.activeElement?.getAttribute("class"))) ?? "", /legal/);
  await page.locator(".map .st.legal.chosen").waitFor();
  await page.keyboard.press("Escape");
  await page.keyboard.press("b");
  assert.equal(await page.locator(".halo").count(), 0, "B hides the possible stations");
  await page.keyboard.press("b");
  assert.ok(await page.locator(".halo").count() > 0);
  await page.keyboard.press("+");
  await page.keyboard.press("0");
  const mine = new Set();
  await playOut(page, {
    how: async () => {
      mine.add(await page.locator(".state-line b").textContent());
      await page.keyboard.press("1");
      await page.keyboard.press("Enter");
    },
  });
  assert.deepEqual([...mine].filter((text) => !/passes/.test(text ?? "")).sort(), ["Detective 1 to move", "Detective 2 to move"]);
  await closeDialog(page);
  for (const key of ["Home", "ArrowRight", "End"]) await page.keyboard.press(key);
  assert.deepEqual(errors, []);
  await context.close();
});

test("two people at one screen have a screen between them", async () => {
  const { page, context, errors } = await open();
  await page.goto("/scotland-yard");
  await page.getByRole("radio", { name: "Both, one screen" }).click();
  await page.getByRole("button", { name: "Start" }).click();
  const box = page.getByRole("dialog");
  await box.getByRole("button", { name: "Continue as Mr X" }).click();
  await page.getByText("Your move", { exact: true }).waitFor();
  await page.reload();
  await box.getByRole("button", { name: "Continue as Mr X" }).click();
  await page.locator(".table[data-mine] .cand").first().waitFor();
  await clickFirst(page);
  await box.getByText("The board is hidden until then").waitFor();
  await page.keyboard.press("Escape");
  assert.equal(await box.count(), 1, "Escape does not lift the screen");
  await picture(page, "scotland-yard-privacy");
  await box.getByRole("button").click();
  await page.getByText("Detective 1 to move").waitFor();
  assert.equal(await page.locator(".map .pc.mrx").count(), 0);
  for (let i = 1; i <= 5; i++) {
    await page.getByText(`Detective ${i} to move`).waitFor();
    await clickFirst(page);
  }
  await page.getByRole("dialog").getByRole("button", { name: /Mr X/ }).click();
  await page.getByText("Your move", { exact: true }).waitFor();
  assert.equal(await page.locator(".map .pc.mrx").count(), 1);
  await page.getByRole("button", { name: "Resign" }).click();
  await page.getByRole("button", { name: "Give up" }).click();
  await page.locator(".review").waitFor();
  assert.deepEqual(errors, []);
  await context.close();
});

test("zoom and pan, and a piece runs along its line", async () => {
  const { page, context, errors } = await open({ still: false });
  await newGame(page, "scotland-yard", { opponents: [["Mr X", "easy"]] });
  await page.locator(".table[data-mine] .cand").first().waitFor();
  const map = page.locator(".map");
  const box = () => map.getAttribute("viewBox");
  const whole = await box();
  await page.mouse.move(500, 450);
  await page.mouse.wheel(0, -600);
  const near = await box();
  assert.notEqual(near, whole, "the wheel zooms");
  await page.mouse.down();
  await page.mouse.move(380, 380, { steps: 5 });
  await page.mouse.up();
  assert.notEqual(await box(), near, "a drag moves the map");
  assert.equal(await page.locator(".cand[aria-pressed=true]").count(), 0, "a drag chooses nothing");
  await page.keyboard.press("0");
  assert.equal(await box(), whole);
  const piece = page.locator(".map .pc.d1");
  const from = await piece.getAttribute("transform");
  // Every place on the way is noted.
  await page.evaluate(() => {
    const node = /** @type {Element} */ (document.querySelector(".map .pc.d1"));
    const seen = new Set();
    new MutationObserver(() => seen.add(node.getAttribute("transform"))).observe(node, { attributes: true, attributeFilter: ["transform"] });
    /** @type {any} */ (window).seen = seen;
  });
  await clickFirst(page);
  await page.getByText("Detective 2 to move").waitFor();
  await page.waitForTimeout(600);
  const seen = await page.evaluate(() => [.../** @type {any} */ (window).seen]);
  assert.ok(seen.length >= 3, `the piece was at ${seen.length} places on its way`);
  assert.notEqual(await piece.getAttribute("transform"), from);
  assert.equal(await piece.getAttribute("transform"), seen.at(-1));
  assert.deepEqual(errors, []);
  await context.close();
});

test("a lost connection in the middle", async () => {
  const own = new Server();
  await own.start();
  const { page, context } = await open({ server: own });
  await newGame(page, "scotland-yard", { opponents: [["Mr X", "easy"]] });
  await page.locator(".cands .cand").first().waitFor();
  await clickFirst(page);
  await page.getByText("Detective 2 to move").waitFor();
  await own.stop("SIGKILL");
  await page.getByText("Connection lost").first().waitFor();
  await own.start();
  await page.getByText("Detective 2 to move").waitFor();
  await page.getByText("Connected again").first().waitFor({ timeout: 30_000 });
  await page.locator(".cands .cand").first().waitFor();
  await clickFirst(page);
  await page.getByText("Detective 3 to move").waitFor();
  await context.close();
  await own.close();
});

test("on a phone of 360 pixels, with zoom and tabs", async () => {
  const { page, context, errors } = await open({ phone: true });
  await newGame(page, "scotland-yard", { opponents: [["Mr X", "easy"]] });
  await page.locator(".cands .cand").first().waitFor();
  await page.locator(".legal-ring").first().waitFor();
  await noSidewaysScroll(page, "Scotland Yard");
  await accessible(page, "Scotland Yard on a phone");
  await picture(page, "scotland-yard-phone");
  const zoomed = await page.locator(".map").getAttribute("viewBox");
  await page.getByRole("button", { name: /Whole map/ }).click();
  assert.notEqual(await page.locator(".map").getAttribute("viewBox"), zoomed);
  await page.getByRole("tab", { name: "Log" }).click();
  await page.getByText("Travel log").waitFor();
  await picture(page, "scotland-yard-phone-log");
  await page.getByRole("tab", { name: "Players" }).click();
  await page.getByText("Detective 5").waitFor();
  await page.getByRole("tab", { name: "Moves" }).click();
  await playOut(page, { how: clickRow, most: 300 });
  assert.ok(await isOver(page));
  await closeDialog(page);
  await noSidewaysScroll(page, "the review");
  await picture(page, "scotland-yard-phone-review");
  assert.deepEqual(errors, []);
  await context.close();
});

test("advice for a board on the table", async () => {
  const { page, context, errors } = await open();
  await page.goto("/scotland-yard");
  await page.getByRole("link", { name: "Advice for a table" }).click();
  await page.getByText("Where does detective 1 start?").waitFor();
  await page.locator('.map .st[data-station="13"]').click();
  await page.getByText("Where does detective 2 start?").waitFor();
  await page.getByRole("textbox", { name: /Stations of the detectives/ }).fill("13 26 29 34 50");
  await page.getByRole("button", { name: "Set" }).click();
  await page.getByText("Which ticket did Mr X show?").waitFor();
  await page.locator(".cands .cand").first().click();
  await page.getByRole("button", { name: /^Enter/ }).click();
  await page.getByText(/What did [dD]etective 1 play\?/).waitFor();
  await page.getByRole("radio", { name: "0.5 s" }).click();
  await page.getByRole("button", { name: "Advice", exact: true }).click();
  await page.locator(".advice .bestmove").waitFor();
  assert.match((await page.locator(".advice").textContent()) ?? "", /\.$/);
  assert.ok(await page.locator(".halo").count() > 0);
  await accessible(page, "advice");
  await picture(page, "scotland-yard-advice");
  await page.reload();
  await page.getByText(/What did [dD]etective 1 play\?/).waitFor();
  await page.getByRole("button", { name: "Back" }).click();
  await page.getByText("Which ticket did Mr X show?").waitFor();
  assert.deepEqual(errors, []);
  await context.close();
});

test("two fingers zoom the map, and one moves it", async () => {
  const { page, context, errors } = await open({ phone: true });
  await newGame(page, "scotland-yard", { you: "Detectives", seed: 7 });
  await page.locator(".map .st.legal").first().waitFor({ state: "attached" });
  await page.getByRole("button", { name: "Whole map or your moves" }).tap();
  const view = () => page.locator("svg.map").evaluate((map) => (map.getAttribute("viewBox") ?? "").split(" ").map(Number));
  const [, , whole = 0] = await view();
  const box = await page.locator("svg.map").boundingBox();
  assert.ok(box && whole > 0);
  const [x, y] = [box.x + box.width / 2, box.y + box.height / 2];
  const fingers = await context.newCDPSession(page);
  /** @param {"touchStart" | "touchMove" | "touchEnd"} type @param {[number, number][]} points */
  const touch = (type, ...points) => fingers.send("Input.dispatchTouchEvent", { type, touchPoints: points.map(([dx, dy], id) => ({ x: x + dx, y: y + dy, id })) });
  // From 40 to 120 pixels apart: three times as large.
  await touch("touchStart", [-20, 0], [20, 0]);
  for (let step = 1; step <= 8; step++) await touch("touchMove", [-20 - 5 * step, 0], [20 + 5 * step, 0]);
  await touch("touchEnd");
  const [left = 0, top = 0, width = 0, height = 0] = await view();
  assert.ok(Math.abs(whole / width - 3) < 0.2, `${whole} to ${width}`);
  // What lies between the fingers stays there.
  const middle = await page.locator("svg.map").evaluate((map) => ({ width: map.clientWidth, height: map.clientHeight }));
  assert.ok(middle.width > 0 && Math.abs(left + width / 2 - whole / 2) < 0.1 * whole, `${left} ${width}`);
  await picture(page, "scotland-yard-pinched");
  // One finger moves the map by as much as it goes, and chooses nothing.
  await touch("touchStart", [40, 40]);
  for (let step = 1; step <= 6; step++) await touch("touchMove", [40 - 10 * step, 40 - 5 * step]);
  await touch("touchEnd");
  const [panned = 0, lower = 0] = await view();
  const unit = width / box.width;
  assert.ok(Math.abs(panned - left - 60 * unit) < 8 * unit, `${left} to ${panned}`);
  assert.ok(Math.abs(lower - top - 30 * unit) < 8 * unit, `${top} to ${lower}`);
  assert.equal(await page.locator(".map .st.chosen").count(), 0);
  // Together again, beyond the whole map: it stays whole.
  await touch("touchStart", [-60, 0], [60, 0]);
  for (let step = 1; step <= 8; step++) await touch("touchMove", [-60 + 7 * step, 0], [60 - 7 * step, 0]);
  await touch("touchEnd");
  assert.ok(Math.abs((await view())[2] ?? 0) >= whole - 1);
  assert.ok(height > 0);
  assert.deepEqual(errors, []);
  await context.close();
});
