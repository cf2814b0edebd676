import assert from "node:assert/strict";
import { test } from "node:test";
import { accessible, arena, noSidewaysScroll, picture } from "../harness.js";

const { server, open } = arena();

test("the first page is small, quick and from this server alone", async (t) => {
  const { page, context, errors } = await open();
  /** @type {string[]} */
  const hosts = [];
  /** @type {Promise<{ api: boolean, bytes: number }>[]} */
  const answers = [];
  page.on("response", (response) => {
    const { host, pathname } = new URL(response.url());
    hosts.push(host);
    const api = pathname.startsWith("/api/");
    answers.push(response.finished().then(() => response.request().sizes()).then((sizes) => ({ api, bytes: sizes.responseBodySize })));
  });
  const begin = Date.now();
  await page.goto("/");
  await page.locator(".map.picture").waitFor();
  const usable = hosts.length;
  // How long that takes depends on what else the machine does: it is said, not judged.
  t.diagnostic(`the first page could be used after ${Date.now() - begin} ms and ${usable} requests`);
  await page.waitForLoadState("networkidle");
  const all = await Promise.all(answers);
  const sum = (/** @type {boolean} */ api) => all.filter((answer) => answer.api === api).reduce((bytes, answer) => bytes + answer.bytes, 0);
  const [files, catalogues] = [sum(false), sum(true)];
  t.diagnostic(`the first page has ${files} bytes of files and ${catalogues} of the API, compressed`);
  assert.ok(usable < 40, `the first page needs ${usable} requests before it can be used`);
  assert.ok(files > 10_000 && catalogues > 5_000, "the sums count what was sent");
  assert.ok(files + catalogues < 120_000, `the first page needs ${files + catalogues} bytes`);
  assert.deepEqual([...new Set(hosts)], [new URL(server.url).host]);
  assert.deepEqual(errors, []);
  await context.close();
});

test("the pages are under a strict policy", async () => {
  for (const path of ["/", "/scotland-yard", "/connect-four"]) {
    const answer = await fetch(server.url + path);
    assert.equal(answer.status, 200, path);
    const policy = answer.headers.get("content-security-policy") ?? "";
    assert.match(policy, /default-src 'self'/);
    assert.doesNotMatch(policy, /unsafe/);
    assert.doesNotMatch(await answer.text(), / style=|<style|<script>|https?:\/\//);
  }
});

for (const dark of [false, true]) {
  for (const phone of [false, true]) {
    const name = `${phone ? "phone" : "desktop"}-${dark ? "dark" : "light"}`;
    test(`home is accessible: ${name}`, async () => {
      const { page, context, errors } = await open({ dark, phone });
      await page.goto("/");
      await page.locator(".map.picture").waitFor();
      await page.waitForLoadState("networkidle");
      await accessible(page, `home, ${name}`);
      await noSidewaysScroll(page, "home");
      await picture(page, `home-${name}`);
      assert.deepEqual(errors, []);
      await context.close();
    });
  }
}

test("the theme can be overridden, and the override is there before the first paint", async () => {
  const { page, context } = await open();
  await page.goto("/");
  await page.getByRole("button", { name: "Light or dark" }).click();
  assert.equal(await page.locator("html").getAttribute("data-theme"), "dark");
  /** @type {string | null} */
  let early = null;
  await page.exposeFunction("tell", (/** @type {string} */ theme) => (early ??= theme));
  await page.addInitScript(() => {
    new MutationObserver((_, observer) => {
      if (!document.body) return;
      observer.disconnect();
      void (/** @type {any} */ (window).tell(document.documentElement.dataset.theme ?? "none"));
    }).observe(document, { childList: true, subtree: true });
  });
  await page.reload();
  await page.getByRole("heading", { level: 1 }).waitFor();
  assert.equal(early, "dark");
  await context.close();
});

test("the phone menu leads to every page", async () => {
  const { page, context, errors } = await open({ phone: true });
  await page.goto("/");
  await page.getByRole("button", { name: "Menu" }).click();
  await page.getByRole("dialog").getByRole("link", { name: "Connect Four" }).click();
  await page.getByRole("heading", { name: "Connect Four", exact: true }).waitFor();
  assert.deepEqual(errors, []);
  await context.close();
});

test("a room that is not there is said plainly", async () => {
  const { page, context } = await open();
  await page.goto("/connect-four?room=nosuchroom");
  await page.getByRole("heading", { name: /not here|could not be opened/ }).waitFor();
  await page.getByRole("link", { name: "New game" }).waitFor();
  await context.close();
});

test("so is an address without a page", async () => {
  const { page, context } = await open();
  const answer = await page.goto("/no-such-page");
  assert.equal(answer?.status(), 404);
  await page.getByRole("heading", { name: "There is no such page" }).waitFor();
  await accessible(page, "the page for no page");
  await page.getByRole("link", { name: "To the first page" }).click();
  await page.getByRole("heading", { name: /watch it think/ }).waitFor();
  await context.close();
});
