import { expect, test } from "@/tests/e2e/support/dashboard";

test("what is typed before the page's script is there is not lost, however often it is sent", async ({
  page,
  shop,
}) => {
  let release = () => {};
  const released = new Promise<void>((resolve) => {
    release = resolve;
  });
  await page.route(/\/_next\/static\/.*\.js/, async (route) => {
    await released;
    await route.continue();
  });
  await page.goto("/sign-in", { waitUntil: "commit" });
  const password = page.getByLabel("Password", { exact: true });
  await page.getByRole("textbox").first().fill(shop.owner.email);
  await password.fill(shop.owner.password);
  await password.press("Enter");
  await page.locator("form button[type=submit]").click({ force: true });
  expect(await password.inputValue()).toBe(shop.owner.password);
  release();
  await page.locator("form button[type=submit]").click();
  await expect(page.getByRole("heading", { level: 1, name: "Overview" })).toBeVisible();
});
