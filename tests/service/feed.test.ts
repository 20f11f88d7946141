import { expect, it } from "vitest";
import { startService } from "@/tests/support/service";
import { signInAt } from "@/tests/support/signed-in";
import { waitFor } from "@/tests/support/wait";

it("pages that are open do not hold up the service: their feeds end when it stops", async () => {
  const service = await startService();
  const owner = { email: "owner@example.com", password: "a long enough password" };
  const made = await service.createMerchant(undefined, owner);
  const place = `/dashboard/${made.merchant_id}/sandbox`;
  const browser = await signInAt(service, owner.email, owner.password);
  const feeds = Array.from({ length: 30 }, () => browser.get(`${place}/feed`));
  const refused = await waitFor("the pages above twelve to be refused", async () => {
    const ended: (string | { status: number })[] = await Promise.all(feeds.map((feed) => Promise.race([feed, "open"])));
    const answers = ended.filter((answer) => typeof answer !== "string");
    return answers.length === 18 ? answers : null;
  });
  for (const { status } of refused) expect(status).toBe(429);
  expect((await browser.get(`${place}/payments`)).status).toBe(200);
  expect(await service.end()).toBe(0);
  // each was ended: one that is cut off, as requests in flight are after ten seconds, rejects
  const open = (await Promise.all(feeds)).filter(({ status }) => status !== 429);
  expect(open).toHaveLength(12);
  for (const { status, text } of open) expect([status, text]).toEqual([200, expect.stringContaining("retry:")]);
});
