// Colour is never the only sign: with every colour of a group the same, its members still differ.

import assert from "node:assert/strict";
import { test } from "node:test";
import { arena, newGame, picture } from "../harness.js";

const { open } = arena();

/** What is compared: a page with its styles, the tokens that become one colour, and how to draw each member in a box of 40 pixels. */
const GROUPS = [
  { what: "players", page: "/scotland-yard", tokens: ["d1", "d2", "d3", "d4", "d5", "mrx"], one: ["on-d", "on-mrx"] },
  { what: "lines", page: "/scotland-yard", tokens: ["taxi", "bus", "underground", "ferry"], one: [] },
  { what: "tickets", page: "/scotland-yard", tokens: ["taxi-fill", "bus-fill", "underground-fill", "black-fill", "black-edge"], one: ["taxi-ink", "bus-ink", "underground-ink", "black-ink"] },
  { what: "blocks", page: "/samegame", tokens: ["g0", "g1", "g2", "g3", "g4"], one: [] },
  { what: "stones", page: "/", tokens: ["d1", "d2", "mrx", "accent", "warn"], one: ["on-d", "on-mrx"] },
  { what: "cycles", page: "/tron", tokens: ["d1", "d2"], one: [] },
  { what: "verdicts", page: "/laboratory", tokens: ["good", "bad", "open", "ink", "ink-2", "ink-3"], one: ["good-soft", "bad-soft", "open-soft"] },
];

/**
 * Draws the members of a group side by side. Runs in the page.
 * @param {string} what
 */
async function sheet(what) {
  const load = (/** @type {string} */ name) => import(/* @vite-ignore */ `/js/${name}.js`);
  const { el, icon, svg } = await load("dom");
  const drawing = (/** @type {unknown[]} */ ...nodes) => svg("svg", { class: "map", viewBox: "-20 -20 40 40" }, ...nodes);
  /** @type {Element[]} */
  let members = [];
  if (what === "players") members = await load("pieces").then(({ token }) => [0, 1, 2, 3, 4, 5].map(token));
  if (what === "lines") members = ["taxi", "bus", "underground", "ferry"].map((kind) => drawing(svg("path", { class: kind, d: "M-20 0h40" }), kind === "underground" ? svg("path", { class: "core", d: "M-20 0h40" }) : null));
  if (what === "tickets") members = await load("yard-panels").then(({ ticket }) => ["taxi", "bus", "underground", "black"].map(ticket));
  if (what === "blocks") members = await load("samegame-board").then(({ blockIcon }) => [1, 2, 3, 4, 5, 6, 7, 8, 9].map(blockIcon));
  if (what === "stones") members = await load("pictures").then(({ fourPicture }) => {
    const shot = fourPicture();
    return ["p0", "p1"].map((player) => {
      const body = shot.querySelector(`.${player}`);
      const [x, y] = [Number(body.getAttribute("cx")), Number(body.getAttribute("cy"))];
      return svg("svg", { class: "thumb", viewBox: `${x - 20} ${y - 20} 40 40` }, body.cloneNode(true), body.nextElementSibling.cloneNode(true));
    });
  });
  if (what === "cycles") members = [svg("circle", { class: "cycle p0", r: 14 }), svg("rect", { class: "cycle p1", x: -13, y: -13, width: 26, height: 26, rx: 5 })].map((node) => svg("svg", { class: "tron", viewBox: "-20 -20 40 40" }, node));
  if (what === "verdicts") members = ["check", "cross", "ring", "dots"].map((name) => icon(name));
  const host = el("div", { id: "sheet" }, ...members.map((member) => {
    const box = el("span", {}, member);
    Object.assign(box.style, { display: "inline-grid", placeItems: "center", width: "40px", height: "40px", overflow: "hidden" });
    if (member instanceof SVGElement) Object.assign(member.style, { width: "36px", height: "36px", padding: "0" });
    // The letter of a token is a sign as well, but the shape is to do without it.
    member.querySelectorAll("svg.tok text").forEach((text) => text.remove());
    if (member.matches("svg.tok")) member.querySelectorAll("text").forEach((text) => text.remove());
    return box;
  }));
  Object.assign(host.style, { position: "fixed", inset: "0 auto auto 0", zIndex: "9999", background: "white", lineHeight: "0" });
  document.body.append(host);
  return members.length;
}

/**
 * The number of pixels in which each pair of pictures differs. Runs in the page.
 * @param {string[]} pictures
 */
async function differences(pictures) {
  const pixels = await Promise.all(pictures.map(async (text) => {
    const bytes = Uint8Array.from(atob(text), (letter) => letter.charCodeAt(0));
    const bitmap = await createImageBitmap(new Blob([bytes], { type: "image/png" }));
    const context = new OffscreenCanvas(bitmap.width, bitmap.height).getContext("2d");
    context?.drawImage(bitmap, 0, 0);
    return context?.getImageData(0, 0, bitmap.width, bitmap.height).data ?? new Uint8ClampedArray();
  }));
  const grey = (/** @type {Uint8ClampedArray} */ data, /** @type {number} */ i) => 0.2126 * (data[i] ?? 0) + 0.7152 * (data[i + 1] ?? 0) + 0.0722 * (data[i + 2] ?? 0);
  return pixels.flatMap((one, a) => pixels.slice(a + 1).map((other, b) => {
    let count = 0;
    for (let i = 0; i < one.length; i += 4) if (Math.abs(grey(one, i) - grey(other, i)) > 60) count += 1;
    return { a, b: a + 1 + b, count };
  }));
}

for (const dark of [false, true]) {
  test(`without colour, everything is still told apart ${dark ? "in the dark" : "in the light"}`, async () => {
    const { page, context } = await open({ dark });
    for (const { what, page: at, tokens, one } of GROUPS) {
      await page.goto(at);
      await page.locator("#main > *").first().waitFor();
      await page.evaluate(([same, ink]) => {
        for (const name of same ?? []) document.documentElement.style.setProperty(`--${name}`, "#555555");
        for (const name of ink ?? []) document.documentElement.style.setProperty(`--${name}`, "#ffffff");
        document.documentElement.style.setProperty("--paper", "#ffffff");
        document.documentElement.style.setProperty("--g-sign", "#ffffff");
      }, [tokens, one]);
      const n = await page.evaluate(sheet, what);
      assert.ok(n >= 2, `${what}: ${n} members`);
      const shots = [];
      for (let i = 0; i < n; i++) shots.push((await page.locator("#sheet > span").nth(i).screenshot()).toString("base64"));
      const pairs = await page.evaluate(differences, shots);
      assert.equal(pairs.length, (n * (n - 1)) / 2);
      for (const { a, b, count } of pairs) assert.ok(count >= 20, `${what} ${a} and ${b} differ in ${count} pixels`);
    }
    await context.close();
  });
}

test("a game in grey, to be looked at", async () => {
  const { page, context, errors } = await open();
  await newGame(page, "scotland-yard", { you: "Detectives", seed: 7 });
  await page.locator(".map .pc").first().waitFor();
  await page.evaluate(() => (document.documentElement.style.filter = "grayscale(1)"));
  await page.keyboard.press("Escape");
  await picture(page, "scotland-yard-grey");
  await newGame(page, "samegame", { seed: 3 });
  await page.locator(".same .blk").first().waitFor();
  await page.evaluate(() => (document.documentElement.style.filter = "grayscale(1)"));
  await picture(page, "samegame-grey");
  assert.deepEqual(errors, []);
  await context.close();
});
