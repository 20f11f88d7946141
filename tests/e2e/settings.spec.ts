import { expectAccessible, rulesIn } from "@/tests/e2e/support/axe";
import { expect, test } from "@/tests/e2e/support/dashboard";
import { chooseFile } from "@/tests/e2e/support/hydrated";
import { expectFitsPhone } from "@/tests/e2e/support/layout";
import { signIn } from "@/tests/e2e/support/shop";
import { pngOf } from "@/tests/support/images";

const png = (size: number) => ({ name: "logo.png", mimeType: "image/png", buffer: pngOf(size, size) });

test("name, logo and accent reach the payment page, in light and in dark", async ({ page, signedIn: shop }) => {
  const intent = await shop.createIntent();
  await page.goto(shop.at("settings"));
  await expect(page).toHaveURL(/settings\/general$/);
  await page.getByRole("textbox", { name: "Name" }).fill("Corner Shop & Sons");
  await page.getByRole("button", { name: "Save details" }).click();
  await expect(page.getByText("Details saved")).toBeVisible();
  await page.getByRole("textbox", { name: "Colour", exact: true }).fill("#fde047");
  await expect(page.getByText(/^Hard to see on light pages/)).toBeVisible();
  await page.getByRole("textbox", { name: "Colour", exact: true }).fill("#c2410c");
  await expect(page.getByText(/^Clearly visible on light and dark pages/)).toBeVisible();
  await page.getByRole("button", { name: "Save colour" }).click();
  await expect(page.getByText("Accent colour saved")).toBeVisible();
  await chooseFile(page.locator("input[type=file]"), png(900));
  await expect(page.getByText("Logo saved")).toBeVisible();
  await expectAccessible(page);

  for (const colorScheme of ["light", "dark"] as const) {
    await page.emulateMedia({ colorScheme });
    await page.goto(`/pay/${intent.id}`);
    await expect(page.getByText("Corner Shop & Sons").first()).toBeVisible();
    const logo = page.locator("header img");
    await expect.poll(() => logo.evaluate((image: HTMLImageElement) => image.naturalWidth)).toBe(512);
    await expectAccessible(page, rulesIn[colorScheme]);
  }
  const path = await page.locator("header img").getAttribute("src");
  const answer = await page.request.get(path as string);
  expect(answer.headers()).toMatchObject({
    "content-type": "image/png",
    "cache-control": "public, max-age=31536000, immutable",
    "x-content-type-options": "nosniff",
  });
  expect(answer.headers()["content-security-policy"]).toContain("sandbox");

  await page.goto(shop.at("settings", "general"));
  await page.getByRole("button", { name: "Remove logo" }).press("Enter");
  const question = page.getByRole("alertdialog");
  await question.getByRole("button", { name: "Cancel" }).click();
  await expect(question).toBeHidden();
  await expectAccessible(page);
  expect((await page.request.get(path as string)).status()).toBe(200);
  await page.getByRole("button", { name: "Remove logo" }).press("Enter");
  await question.getByRole("button", { name: "Remove logo" }).press("Enter");
  await expect(page.getByText("Logo removed")).toBeVisible();
  await expect(page.getByRole("button", { name: "Choose image" })).toBeFocused();
  expect((await page.request.get(path as string)).status()).toBe(404);
});

test("a wide logo keeps its shape beside the name, in the preview and on the payment page", async ({
  page,
  signedIn: shop,
}) => {
  const intent = await shop.createIntent();
  await page.goto(shop.at("settings", "general"));
  const wide = { name: "logo.png", mimeType: "image/png", buffer: pngOf(320, 96) };
  await chooseFile(page.locator("input[type=file]"), wide);
  await expect(page.getByText("Logo saved")).toBeVisible();
  const content = (image: HTMLImageElement) => {
    const { paddingLeft, paddingTop } = getComputedStyle(image);
    const padding = { x: 2 * Number.parseFloat(paddingLeft), y: 2 * Number.parseFloat(paddingTop) };
    return [image.clientWidth - padding.x, image.clientHeight - padding.y].map(Math.round);
  };
  const mark = page.locator("button img, p img").filter({ visible: true }).first();
  await expect.poll(() => page.locator("figure img").first().evaluate(content)).toEqual([160, 48]);
  await expect.poll(() => mark.evaluate(content)).toEqual([84, 28]);
  await expectFitsPhone(page);
  await page.setViewportSize({ width: 1440, height: 900 });
  await page.goto(`/pay/${intent.id}`);
  await expect.poll(() => page.locator("header img").evaluate(content)).toEqual([160, 48]);
  await expectFitsPhone(page);
});

test("a colour that can't be read says so under its field, and the picker stays beside it", async ({
  page,
  signedIn: shop,
}) => {
  await page.goto(shop.at("settings", "general"));
  const colour = page.getByRole("textbox", { name: "Colour", exact: true });
  const picker = page.getByLabel("Pick a colour");
  await colour.fill("#12");
  await page.getByRole("button", { name: "Save colour" }).click();
  const error = page.getByText("Enter # and six digits from 0 to f");
  await expect(error).toBeVisible();
  const [field, beside, below] = await Promise.all([colour, picker, error].map((one) => one.boundingBox()));
  expect(beside?.y).toBeCloseTo(field?.y ?? Number.NaN, 0);
  expect(below?.y).toBeGreaterThan((field?.y ?? 0) + (field?.height ?? 0));
  await expectAccessible(page);
});

test("after saving, the fields show what is saved and the focus is still where it was", async ({
  page,
  signedIn: shop,
}) => {
  await page.goto(shop.at("settings", "general"));
  const colour = page.getByRole("textbox", { name: "Colour", exact: true });
  await colour.fill("#C2410C");
  await page.getByRole("button", { name: "Save colour" }).press("Enter");
  await expect(colour).toHaveValue("#c2410c");
  await expect(page.getByRole("button", { name: "Save colour" })).toBeFocused();
  await page.getByLabel("Support email").fill("  help@shop.example");
  await page.getByLabel("Support email").press("Enter");
  await expect(page.getByLabel("Support email")).toHaveValue("help@shop.example");
  await expect(page.getByLabel("Support email")).toBeFocused();

  await page.goto("/account");
  await page.getByLabel("Current password").fill(shop.owner.password);
  await page.getByLabel("New password", { exact: true }).fill("four words in a row");
  await page.getByRole("button", { name: "Change password" }).press("Enter");
  await expect(page.getByLabel("Current password")).toHaveValue("");
  await expect(page.getByRole("button", { name: "Change password" })).toBeFocused();
});

test("a file that is not an image is refused with what is allowed", async ({ page, signedIn: shop }) => {
  await page.goto(shop.at("settings", "general"));
  const svg = { name: "logo.png", mimeType: "image/png", buffer: Buffer.from("<svg onload='alert(1)'/>") };
  const input = page.locator("input[type=file]");
  await chooseFile(input, svg);
  await expect(page.getByText("Upload a PNG, JPEG or WebP image.")).toBeVisible();
});

test("a support contact reaches expired payments; a terminal's own replaces it", async ({ page, signedIn: shop }) => {
  const intent = await shop.createIntent({ reference: "order 7" });
  await shop.simulate(intent.id, "expired");
  await page.goto(shop.at("settings", "general"));
  const save = page.getByRole("button", { name: "Save contact" });
  await page.getByLabel("Support email").fill("help@shop.example");
  await page.getByLabel("Support page").fill("javascript:alert(1)");
  await page.getByLabel("Support phone").fill("call me");
  await save.click();
  await expect(page.getByText(/^Enter a full URL/)).toBeVisible();
  await expect(page.getByText(/^Enter a number of up to 30/)).toBeVisible();
  await expectAccessible(page);
  await page.getByLabel("Support page").fill("https://shop.example/help");
  await page.getByLabel("Support phone").fill("+351 21 000 0000");
  await save.click();
  await expect(page.getByText("Support contact saved")).toBeVisible();
  await page.reload();
  await expect(page.getByLabel("Support phone")).toHaveValue("+351 21 000 0000");

  await page.goto(`/pay/${intent.id}`);
  await expect(page.getByRole("heading", { name: "Contact Corner Shop" })).toBeVisible();
  const subject = `Payment%20${intent.id}%2C%20Reference%20order%207`;
  for (const [name, href] of [
    ["help@shop.example", `mailto:help@shop.example?subject=${subject}`],
    ["+351 21 000 0000", "tel:+351210000000"],
    ["shop.example/help", `https://shop.example/help?intent_id=${intent.id}`],
  ] as const) {
    const link = page.getByRole("link", { name });
    await expect(link).toHaveAttribute("href", href);
    expect((await link.boundingBox())?.height).toBeGreaterThanOrEqual(44);
  }
  await expectAccessible(page);
  await page.goto(`/pay/${intent.id}/receipt`);
  await page.emulateMedia({ media: "print" });
  await expect(page.getByText("help@shop.example")).toBeVisible();
  await page.emulateMedia({ media: "screen" });

  await page.goto(shop.at("terminals", shop.terminalId));
  await page.getByLabel("Support email").fill("desk@shop.example");
  await page.getByRole("button", { name: "Save terminal" }).click();
  await expect(page.getByText("Terminal saved")).toBeVisible();
  await page.goto(`/pay/${intent.id}`);
  await expect(page.getByRole("link", { name: "desk@shop.example" })).toBeVisible();
  await expect(page.getByRole("link", { name: "+351 21 000 0000" })).toHaveCount(0);
});

test("the cap takes an amount as people write it; only an owner changes it", async ({ page, signedIn: shop }) => {
  await page.goto(shop.at("settings", "general"));
  await page.getByRole("textbox", { name: "Cap" }).fill("12 thousand");
  await page.getByRole("button", { name: "Save cap" }).click();
  await expect(page.getByText(/for example 25000\./)).toBeVisible();
  await page.getByRole("textbox", { name: "Cap" }).fill("25,000");
  await page.getByRole("button", { name: "Save cap" }).click();
  await expect(page.getByText("Enter 25000 or 25.000, without a comma.")).toBeVisible();
  await page.getByRole("textbox", { name: "Cap" }).fill("25,000.5");
  await page.getByRole("textbox", { name: "Cap" }).press("Enter");
  await expect(page.getByText("Cap saved")).toBeVisible();
  await expect(page.getByRole("textbox", { name: "Cap" })).toHaveValue("25000.5");
  await expect(page.getByRole("textbox", { name: "Cap" })).toBeFocused();
  await signIn(page, await shop.addMember("manager"));
  await page.goto(shop.at("settings", "general"));
  await expect(page.getByText("Only an owner can change this.")).toBeVisible();
  await expect(page.getByText("25,000.50")).toBeVisible();
});

test("each role lands on the first settings that it may see", async ({ page, shop, tolerated }) => {
  await signIn(page, await shop.addMember("viewer"));
  await page.goto(shop.at("settings"));
  await expect(page).toHaveURL(/settings\/currencies$/);
  tolerated.pattern = /403|favicon/;
  expect((await page.goto(shop.at("settings", "general")))?.status()).toBe(403);
  await signIn(page, await shop.addMember("cashier"));
  expect((await page.goto(shop.at("settings")))?.status()).toBe(403);
});

test("the settings are sound on a phone, with a long name", async ({ page, signedIn: shop }) => {
  await page.setViewportSize({ width: 390, height: 844 });
  await shop.ctx.db
    .sql`update merchants set name = ${"Longname".repeat(15)}, accent_colour = '#1f6f64' where id = ${shop.merchantId}`;
  await page.goto(shop.at("settings", "general"));
  await expect(page.getByRole("heading", { level: 1 })).toBeVisible();
  const [content, screen] = await page.evaluate(() => [document.documentElement.scrollWidth, window.innerWidth]);
  expect(content).toBeLessThanOrEqual(screen ?? 0);
  await expectAccessible(page);
});

test("the sandbox's banner is calmer after the first day, and never gone", async ({ page, signedIn: shop }) => {
  const banner = page.getByRole("complementary", { name: "Sandbox" });
  await page.goto(shop.at("payments"));
  await expect(banner).toHaveClass(/training-hatch/);
  await shop.ctx.db.sql`
    update merchants set created_at = now() - interval '25 hours' where id = ${shop.merchantId}`;
  await page.goto(shop.at("payments"));
  await expect(banner).toBeVisible();
  await expect(banner).not.toHaveClass(/training-hatch/);
});
