import assert from "node:assert/strict";
import { test } from "node:test";
import { accessible, arena, noSidewaysScroll, picture } from "../harness.js";

const { server, open } = arena();

test("experiments: every paper, a detail with both numbers, find and filter", async () => {
  const { page, context, errors } = await open();
  await page.goto("/laboratory");
  await page.locator(".exp").first().waitFor();
  const papers = (await (await fetch(`${server.url}/api/v1/experiments`)).json()).papers;
  const all = papers.flatMap((/** @type {any} */ paper) => paper.experiments).length;
  assert.equal(await page.locator(".exp").count(), all);
  await accessible(page, "the laboratory");
  await picture(page, "laboratory-home");
  await page.getByRole("searchbox", { name: "Find" }).fill("zzz");
  await page.getByText("Nothing fits.").waitFor();
  await page.getByRole("searchbox", { name: "Find" }).fill("");
  await page.getByRole("link", { name: /Coalition reduction with four numbers of playouts/ }).first().click();
  await page.getByRole("heading", { name: "Coalition reduction with four numbers of playouts" }).waitFor();
  await page.locator(".paper .tb tbody tr").first().waitFor();
  await page.locator(".paper-m").first().waitFor();
  await page.locator(".ours-m").first().waitFor();
  assert.ok((await page.locator(".claims li .badge").count()) >= 5, "each claim has its verdict");
  // Another part of the table: plot and table change together.
  await page.getByRole("radiogroup", { name: "Column" }).getByRole("radio", { name: "2500" }).click();
  await page.locator(".tb", { hasText: "48.3" }).waitFor();
  await accessible(page, "an experiment");
  await picture(page, "laboratory-detail");
  assert.deepEqual(errors, []);
  await context.close();
});

test("compare two agents: the interval shrinks", async () => {
  const { page, context, errors } = await open({ dark: true });
  await page.goto("/laboratory");
  await page.getByRole("link", { name: "Compare agents" }).click();
  await page.locator(".compareform").waitFor();
  await accessible(page, "the form for a comparison");
  await page.getByRole("combobox", { name: "Game", exact: true }).selectOption({ label: "Tic Tac Toe" });
  for (const [name, spec] of [["A", "uct(playouts=100)"], ["B", "random"]]) {
    const field = page.locator(".field", { has: page.getByRole("radiogroup", { name: `Agent ${name}` }) }).first();
    await field.getByRole("radio", { name: "any agent" }).click();
    await field.getByRole("textbox", { name: "Specification" }).fill(spec ?? "");
  }
  await page.getByRole("spinbutton", { name: "Games" }).fill("200");
  await page.getByRole("button", { name: "Compare", exact: true }).click();
  await page.locator(".shrinking .plot").waitFor({ timeout: 60_000 });
  await page.locator(".badge", { hasText: "Done" }).first().waitFor({ timeout: 120_000 });
  const width = Number((await page.locator(".big3 b").nth(2).textContent())?.match(/[\d.]+/)?.[0]);
  assert.ok(width > 0 && width < 20, `the interval is ± ${width}`);
  assert.match((await page.locator(".big3 b").first().textContent()) ?? "", /^\+/, "a search beats random moves");
  await accessible(page, "a comparison");
  await picture(page, "laboratory-compare");
  assert.deepEqual(errors, []);
  await context.close();
});

test("a run can be stopped; on a phone nothing scrolls sideways", async () => {
  const { page, context, errors } = await open({ phone: true });
  await page.goto("/laboratory#/compare");
  await page.locator(".compareform").waitFor();
  await noSidewaysScroll(page, "the form for a comparison");
  await page.getByRole("spinbutton", { name: "Games" }).fill("5000");
  await page.getByRole("button", { name: "Compare", exact: true }).tap();
  await page.getByRole("button", { name: /^Stop/ }).first().waitFor();
  await noSidewaysScroll(page, "a comparison");
  await page.getByRole("button", { name: /^Stop/ }).first().tap();
  await page.locator(".badge", { hasText: "Stopped" }).first().waitFor({ timeout: 30_000 });
  await picture(page, "laboratory-phone");
  await accessible(page, "a comparison on a phone");
  await page.getByRole("link", { name: "All experiments" }).tap();
  await page.locator(".exp").first().waitFor();
  await noSidewaysScroll(page, "the laboratory");
  assert.deepEqual(errors, []);
  await context.close();
});

test("an experiment is run from its page, watched and found again", async () => {
  const { page, context, errors } = await open();
  await page.goto("/laboratory#/varkevisser-2019/figure-5-1");
  await page.getByRole("heading", { name: "Random cops on ladders" }).waitFor();
  await page.getByRole("spinbutton", { name: "Games per cell" }).fill("1");
  await page.getByRole("button", { name: "Run", exact: true }).click();
  // How long it takes is said before it starts.
  await page.getByText(/games to play: about .* on one thread|at least/).waitFor();
  await picture(page, "laboratory-estimate");
  await accessible(page, "the estimate of a run");
  await page.getByRole("button", { name: "Start", exact: true }).click();
  const bar = page.locator(".runs").getByRole("progressbar");
  await bar.waitFor();
  await page.waitForFunction(() => Number(document.querySelector(".runs [role=progressbar]")?.getAttribute("aria-valuenow")) > 0 || !document.querySelector(".runs [role=progressbar]"));
  const stop = page.locator(".runs").getByRole("button", { name: /^Stop/ });
  if (await stop.count()) await stop.click({ timeout: 2000 }).catch(() => {});
  await bar.waitFor({ state: "detached", timeout: 60_000 });
  await page.goto("/laboratory");
  const before = page.locator(".recent li", { hasText: "Random cops on ladders" });
  await before.getByText(/Done|Stopped/).waitFor();
  await accessible(page, "the runs before");
  assert.deepEqual(errors, []);
  await context.close();
});
