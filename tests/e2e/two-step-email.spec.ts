import { expectAccessible } from "@/tests/e2e/support/axe";
import { expect } from "@/tests/e2e/support/dashboard";
import { test } from "@/tests/e2e/support/sending";
import { signIn } from "@/tests/e2e/support/shop";

test("a member sets up required two-step sign-in by a link from their email, and can ask for a new one", async ({
  page,
  shop,
  equipped,
}) => {
  const viewer = await shop.addMember("viewer");
  await shop.ctx.db.sql`update merchants set requires_two_step = true where id = ${shop.merchantId}`;
  await signIn(page, viewer);
  await page.goto("/account/security");
  const instruction = page.getByText("Request a setup link by email.");
  await expect(instruction).toBeVisible();
  const links = () =>
    equipped.post.mails
      .filter(({ to }) => to.join().includes(viewer.email))
      .flatMap(({ text }) => /\/two-step\/\S+/.exec(text) ?? []);
  for (const [count, name] of [
    [1, "Email setup link"],
    [2, "Email a new link"],
  ] as const) {
    await page.getByRole("button", { name }).click();
    await expect.poll(() => links().length).toBe(count);
    await expect(page.getByText(`We've sent a setup link to ${viewer.email}.`)).toBeVisible();
    await expect(instruction).toBeHidden();
  }
  await expectAccessible(page);

  const [first = "", second = ""] = links();
  await page.goto(first);
  await expect(page.getByRole("heading", { name: "This link no longer works" })).toBeVisible();
  await page.goto(second);
  await expect(page.getByText(`You're signed in as ${viewer.email}.`)).toBeVisible();
  await expect(page.getByRole("button", { name: "Add authenticator app" })).toBeVisible();
  await expectAccessible(page);
});
