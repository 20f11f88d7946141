import { readFileSync } from "node:fs";
import type { Page } from "@playwright/test";
import { expect, test, toldOf, USUAL_BODY, USUAL_SCRIPT } from "@/tests/e2e/support/shop-page";

const windowOf = (page: Page) => page.getByRole("dialog");
const waiting = (page: Page) =>
  expect(windowOf(page).getByRole("status").filter({ hasText: "Waiting for payment" })).toBeVisible();

const HOSTILE_CSS = `
  body * { display: none !important; opacity: 0 !important; font-size: 3px !important; }
  main, main * { display: block !important; opacity: 1 !important; font-size: 16px !important; }
  html { font-size: 4px; color: red; direction: rtl; text-transform: uppercase; transform: scale(1); }
  * { --ink: red; --paper: red; --tw-leading: 1px; }
  div, dialog, button, p, svg { visibility: hidden !important; position: static !important; color: red !important; }
  main button { visibility: visible !important; }
  #pay { z-index: 2147483647; position: relative !important; }`;

const HOSTILE_SCRIPT = `
  Array.prototype.toJSON = () => "broken";
  Array.prototype.extra = function () {};
  Object.prototype.extra = "inherited";
  Object.freeze(Object.prototype);
  Object.freeze(Array.prototype);
  addEventListener("keydown", (event) => { if (event.key !== "Escape") event.preventDefault(); });
  addEventListener("focusin", () => document.getElementById("pay").focus());
  document.documentElement.addEventListener("click", () => { window.heard = true; });`;

test("a hostile page changes nothing in the window", async ({ page, shop }) => {
  await shop.open({ head: HOSTILE_CSS, script: `${HOSTILE_SCRIPT}${USUAL_SCRIPT}` });
  await page.locator("#pay").click();
  await waiting(page);
  const amount = windowOf(page).getByRole("heading", { level: 2 });
  await expect(amount).toHaveCSS("font-size", "16px");
  await expect(amount.getByText("12.50", { exact: true })).toHaveCSS("font-size", "72px");
  await expect(amount).toHaveCSS("text-transform", "none");
  await expect(amount).toHaveCSS("color", "rgb(29, 26, 21)");
  await expect(windowOf(page)).toHaveCSS("visibility", "visible");
  await expect(windowOf(page)).toHaveCSS("direction", "ltr");
  await page.evaluate("heard = false");
  const link = windowOf(page).getByRole("link", { name: "Open in your wallet" });
  await link.focus();
  await expect(link).toBeFocused();
  const box = await windowOf(page).boundingBox();
  expect(box?.width).toBe(416);
  const onTop = await page.evaluate(
    () => document.elementFromPoint(innerWidth / 2, innerHeight / 2)?.parentElement?.tagName,
  );
  expect(onTop).toBe("HTML");
  await windowOf(page).getByRole("button", { name: "Close" }).click();
  await expect(windowOf(page)).toHaveCount(0);
  expect(await page.evaluate("heard")).toBe(false);
});

test("two buttons on a page have a payment each", async ({ page, shop }) => {
  await shop.open({
    body: `${USUAL_BODY}<button id="tip">Tip</button>`,
    script: `${USUAL_SCRIPT} Till.checkout({ ...options, button: "tip" });`,
  });
  for (const id of ["pay", "tip", "pay", "tip"]) {
    await page.locator(`#${id}`).click();
    await waiting(page);
    await page.keyboard.press("Escape");
  }
  expect(shop.made).toHaveLength(2);
});

test("a button that comes later or is made anew works, and the new one gets the focus back", async ({ page, shop }) => {
  await shop.open({ body: `<main><h1>Shop</h1><div id="root"></div></main>` });
  const render = () =>
    page.evaluate(() => {
      const made = document.createElement("button");
      made.id = "pay";
      made.append("Pay with USDT");
      document.getElementById("root")?.replaceChildren(made);
    });
  await render();
  await render();
  await page.locator("#pay").click();
  await waiting(page);
  await render();
  await page.keyboard.press("Escape");
  await expect(page.locator("#pay")).toBeFocused();
  expect(shop.made).toHaveLength(1);
});

test("a call repeated for one button replaces the first, and what is destroyed is quiet", async ({ page, shop }) => {
  await shop.open({ script: `${USUAL_SCRIPT} window.second = Till.checkout(options);` });
  await page.locator("#pay").click();
  await waiting(page);
  expect(shop.asked).toHaveLength(1);
  await page.evaluate("second.destroy()");
  await expect(windowOf(page)).toHaveCount(0);
  await page.locator("#pay").click();
  await expect(windowOf(page)).toHaveCount(0);
  expect(await toldOf(page)).toEqual([]);
});

test("what is destroyed while the shop makes the payment is quiet when the shop fails", async ({ page, shop }) => {
  await shop.open({
    script: `${USUAL_SCRIPT}
    const createIntent = () => new Promise((_, refuse) => { window.refuse = refuse; });
    window.second = Till.checkout({ ...options, createIntent });`,
  });
  await page.locator("#pay").click();
  await expect(windowOf(page)).toBeVisible();
  await page.evaluate("second.destroy()");
  await expect(windowOf(page)).toHaveCount(0);
  await page.evaluate("refuse(new Error('out of stock')); new Promise((done) => setTimeout(done))");
  expect(await toldOf(page)).toEqual([]);
});

test("a browser without the newest functions of the language has the window too", async ({ page, shop }) => {
  await page.addInitScript(() => {
    Reflect.deleteProperty(Object, "hasOwn");
    for (const name of ["at", "findLast", "toSorted"]) Reflect.deleteProperty(Array.prototype, name);
  });
  await shop.open();
  await page.locator("#pay").click();
  await waiting(page);
});

test("a browser without constructed style sheets has the window's styles under the documented policy", async ({
  page,
  shop,
}) => {
  const [documented = ""] = /^script-src .*$/m.exec(readFileSync("docs/checkout-js.md", "utf8")) ?? [];
  await page.addInitScript("delete window.CSSStyleSheet");
  await shop.open({
    csp: documented.replaceAll("'nonce-…'", "'nonce-{nonce}'").replace("https://pay.example", "{till}"),
  });
  await page.locator("#pay").click();
  await waiting(page);
  const amount = windowOf(page).getByRole("heading", { level: 2 });
  await expect(amount.getByText("12.50", { exact: true })).toHaveCSS("font-size", "72px");
});

test("an element and a call of open work as an id does", async ({ page, shop }) => {
  await shop.open({
    script: `${USUAL_SCRIPT}
    window.other = Till.checkout({ ...options, button: document.querySelector("h1") });`,
  });
  await page.locator("h1").click();
  await waiting(page);
  await page.keyboard.press("Escape");
  await page.evaluate("other.open()");
  await waiting(page);
  await page.evaluate("other.close()");
  expect((await toldOf(page)).map(([name]) => name)).toEqual(["cancel", "cancel"]);
  expect(shop.made).toHaveLength(1);
});

test("open is a handler too: the element that had the focus gets it back, and the button opens the window again", async ({
  page,
  shop,
}) => {
  await shop.open({
    body: `<main><h1>Shop</h1><button id="own">Checkout</button><button id="pay">Pay with USDT</button></main>`,
    script: `${USUAL_SCRIPT} document.getElementById("own").addEventListener("click", widget.open);`,
  });
  for (const button of ["#own", "#pay", "#own"]) {
    await page.locator(button).click();
    await waiting(page);
    await page.keyboard.press("Escape");
    await expect(windowOf(page)).toHaveCount(0);
    await expect(page.locator(button)).toBeFocused();
  }
  expect((await toldOf(page)).map(([name]) => name)).toEqual(["cancel", "cancel", "cancel"]);
  expect(shop.made).toHaveLength(1);
});

test("an opener that fails to take the focus is the page's error, and the button opens the window again", async ({
  page,
  shop,
  tolerated,
}) => {
  tolerated.pattern = /the page's own/;
  await shop.open({
    script: `${USUAL_SCRIPT} document.getElementById("pay").focus = () => { throw new Error("the page's own"); };`,
  });
  for (let press = 0; press < 2; press++) {
    await page.locator("#pay").click();
    await waiting(page);
    await page.keyboard.press("Escape");
    await expect(windowOf(page)).toHaveCount(0);
  }
  expect((await toldOf(page)).map(([name]) => name)).toEqual(["cancel", "cancel"]);
});

test("the script adds one global, and included twice it is there once", async ({ page, shop }) => {
  const globals = async () => {
    await shop.open({ script: "", csp: null });
    await page.waitForLoadState();
    return (await page.evaluate("Object.getOwnPropertyNames(window)")) as string[];
  };
  const withIt = await globals();
  const stays = await page.evaluate(
    (source) =>
      new Promise((done) => {
        const first = window.Till;
        const again = document.createElement("script");
        again.onload = () => done(window.Till === first);
        again.src = source;
        document.head.append(again);
      }),
    `${shop.till}/checkout.js`,
  );
  expect(stays).toBe(true);
  await page.route("**/checkout.js", (route) => route.fulfill({ contentType: "text/javascript", body: "" }));
  const without = new Set(await globals());
  expect(withIt.filter((name) => !without.has(name))).toEqual(["Till"]);
});

test("the versioned path is kept for ever, open to every origin, and matches its integrity", async ({
  page,
  shop,
  request,
}) => {
  const told = await (await request.get("/checkout.json")).json();
  for (const [path, cache] of [
    ["/checkout.js", "public, max-age=300"],
    [told.path, "public, max-age=31536000, immutable"],
  ]) {
    const answer = await request.get(path);
    expect(answer.headers()).toMatchObject({
      "cache-control": cache,
      "access-control-allow-origin": "*",
      "cross-origin-resource-policy": "cross-origin",
      "x-content-type-options": "nosniff",
      "content-type": expect.stringContaining("javascript"),
      "content-encoding": "br",
    });
  }
  const absent = await request.get("/checkout/0.0.0-00000000.js");
  expect(absent.status()).toBe(404);
  expect(absent.headers()["cache-control"]).not.toContain("immutable");

  await page.route(`${shop.till}/checkout.js`, (route) => route.continue({ url: `${shop.till}${told.path}` }));
  await shop.open({ tag: `integrity="${told.integrity}" crossorigin` });
  await page.locator("#pay").click();
  await waiting(page);
});

test.describe("declared by attributes", () => {
  const body = (attributes: string, field = `<input name="token" value="t-1">`) =>
    `<main><form>${field}<button id="pay" data-till-create-url="/intents" ${attributes}>Pay</button></form></main>`;
  const script = `window.told = [];
    for (const name of ["success", "cancel", "expired", "error"])
      addEventListener("till:" + name, (event) => told.push([name, event.detail]));`;

  test("a button posts its form to the shop, opens the window and tells by events", async ({ page, shop, service }) => {
    await page.clock.install();
    await shop.open({ body: body(`data-till-success-url="/thanks"`), script });
    await page.locator("#pay").click();
    await waiting(page);
    expect(shop.asked.map((one) => one.body)).toEqual(["token=t-1"]);
    // with the clock at rest the page stays until it is known what it was told
    await page.clock.pauseAt(Date.now() + 60_000);
    await service.simulate(shop.made[0]?.intent_id ?? "", "paid");
    await expect.poll(() => toldOf(page)).toEqual([["success", shop.made[0]]]);
    await page.clock.runFor(2_500);
    await expect(page).toHaveURL(/\/thanks$/);
  });

  test("a form that was changed gets a payment of its own, and one that wasn't the same payment", async ({
    page,
    shop,
  }) => {
    const fields = `<input type="hidden" name="token" value="t-1"><input name="quantity" value="1">
      <input type="hidden" name="gift" value="no"><input type="checkbox" name="gift" value="yes">
      <input type="file" name="picture">`;
    await shop.open({ body: body("", fields), script });
    const press = async () => {
      await page.locator("#pay").click();
      await waiting(page);
      await page.keyboard.press("Escape");
      return shop.asked.map((one) => one.body.replace("token=", ""));
    };
    const posted = ["t-1&quantity=1&gift=no"];
    expect(await press()).toEqual(posted);
    // neither a new token nor a file, which isn't posted, makes another order
    await page.locator("[name=token]").evaluate((field: HTMLInputElement) => {
      field.value = "t-2";
    });
    await page.locator("[name=picture]").setInputFiles({ name: "a.png", mimeType: "image/png", buffer: Buffer.of(1) });
    expect(await press()).toEqual(posted);

    await page.locator("[name=quantity]").fill("3");
    posted.push("t-2&quantity=3&gift=no");
    expect(await press()).toEqual(posted);
    expect(await press()).toEqual(posted);
    await page.locator("[type=checkbox]").check();
    posted.push("t-2&quantity=3&gift=no&gift=yes");
    expect(await press()).toEqual(posted);
    expect(shop.made).toHaveLength(3);
  });

  test("what is not filled in, disabled or of another origin opens nothing or says so", async ({ page, shop }) => {
    await shop.open({ body: body("", `<input name="name" required>`), script });
    await page.locator("#pay").click();
    await expect(windowOf(page)).toHaveCount(0);

    await shop.open({ body: body(`aria-disabled="true" type="button"`), script });
    await page.locator("#pay").dispatchEvent("click");
    await expect(windowOf(page)).toHaveCount(0);

    await shop.open({ body: body("").replace("/intents", "{till}/api/v1/demo-create-intent"), script });
    await page.locator("#pay").click();
    await expect(windowOf(page).getByRole("alert")).toBeVisible();
    expect((await toldOf(page)).map(([name, event]) => [name, event.code])).toEqual([["error", "create_failed"]]);
    expect(shop.asked).toEqual([]);
  });

  test("languages and colours are said by the script's tag or the button", async ({ page, shop }) => {
    await shop.open({ body: body(`data-till-locale="de-AT"`), script, tag: `data-till-theme="dark"` });
    await page.locator("#pay").click();
    await expect(windowOf(page).getByRole("status").filter({ hasText: "Warten auf Zahlung" })).toBeVisible();
    await expect(windowOf(page)).toHaveCSS("background-color", "rgb(17, 15, 12)");
  });
});
