import { expect, it } from "vitest";
import { startService } from "@/tests/support/service";
import { signInAt } from "@/tests/support/signed-in";

it("pages that are open do not hold up the service: their feeds end when it stops", async () => {
  const service = await startService();
  const person = ["--email", "owner@example.com", "--password", "a long enough password"];
  const made = await service.admin("create-merchant", "--name", "Shop", "--terminal", "Till 1", ...person);
  const place = `/dashboard/${JSON.parse(made).merchant_id}/sandbox`;
  const browser = await signInAt(service, "owner@example.com", "a long enough password");
  const feeds = Array.from({ length: 20 }, () => browser.get(`${place}/feed`));
  expect((await browser.get(`${place}/payments`)).status).toBe(200);
  expect(await service.end()).toBe(0);
  // each was ended: one that is cut off, as requests in flight are after ten seconds, rejects
  for (const feed of await Promise.all(feeds))
    expect([feed.status, feed.text]).toEqual([200, expect.stringContaining("retry:")]);
});
