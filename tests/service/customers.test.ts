import { expect, it } from "vitest";
import type { Progress } from "@/lib/payments/page/progress";
import { statesIn } from "@/tests/support/customers";
import { ask, bearer, type RunningService, startService } from "@/tests/support/service";
import { waitFor } from "@/tests/support/wait";

async function startShop(env: Record<string, string> = {}) {
  const service = await startService({ env });
  const merchant = await service.createMerchant();
  const newIntent = async () => {
    const made = await ask(service, "/api/v1/create-payment-intent", { amount_usdt: 2 }, bearer(merchant.keys.sandbox));
    return made.json.intent.id as string;
  };
  const pay = (id: string, outcome = "paid") => ask(service, "/api/v1/simulate-payment", { id, outcome });
  return { service, newIntent, pay };
}

/** An open page, reading until the service ends the stream. */
async function open(service: RunningService, id: string) {
  const end = new AbortController();
  const answer = await fetch(`${service.url}/pay/${id}/events`, { signal: end.signal });
  const page = { status: answer.status, headers: answer.headers, text: "", states: [] as Progress[], ended: false };
  const reading = (async () => {
    for await (const chunk of answer.body?.pipeThrough(new TextDecoderStream()) ?? []) {
      page.text += chunk;
      page.states = statesIn(page.text);
    }
    page.ended = true;
  })().catch(() => undefined);
  return { ...page, now: () => page, leave: () => end.abort(), reading };
}

it.each([
  ["the fast lane", "true"],
  ["Next", "false"],
])(
  "pages that are open are told through %s, end with the payment, make room and hold up no stop",
  async (_lane, lane) => {
    const { service, newIntent, pay } = await startShop({ FAST_LANE: lane, OPEN_PAGES_PER_ADDRESS: "3" });
    const id = await newIntent();
    const page = await open(service, id);
    expect(page.headers.get("x-frame-options") === null).toBe(lane === "true");
    expect([page.status, page.headers.get("content-type"), page.headers.get("content-encoding")]).toEqual([
      200,
      "text/event-stream",
      null,
    ]);
    expect(page.headers.get("cache-control")).toBe("no-store, no-transform");
    expect(page.headers.get("x-accel-buffering")).toBe("no");
    await waitFor("the first state", () => page.now().states.length === 1);
    expect(page.now().text).toMatch(/^retry: 2000\n\n/);
    await pay(id, "underpaid");
    await waitFor("the second state", () => page.now().states.length === 2);
    const asked = await ask(service, `/pay/${id}/progress`);
    expect({ ...asked.json, expires_in_seconds: 0 }).toEqual({ ...page.now().states[1], expires_in_seconds: 0 });
    await pay(id);
    await page.reading;
    expect(page.now().states.map((state) => [state.status, state.received_usdt])).toEqual([
      ["pending", 0],
      ["pending", 1],
      ["paid", 2],
    ]);
    for (const name of ["x", "7d9f2b52-6d5c-4b0f-9a54-0f7a3c8e1b11"]) {
      for (const path of ["events", "progress"]) {
        const answer = await ask(service, `/pay/${name}/${path}`);
        expect([answer.status, answer.json]).toEqual([404, { error: "No such intent.", code: "not_found" }]);
      }
    }
    await closeAndStop(service, await newIntent());
  },
);

/** Pages that close make room, and those that stay open do not hold up a stop. */
async function closeAndStop(service: RunningService, id: string) {
  const withRoom = () =>
    waitFor("room", async () => {
      const page = await open(service, id);
      return page.status === 200 ? page : null;
    });
  const pages = [await withRoom(), await withRoom(), await withRoom()];
  const refused = await ask(service, `/pay/${id}/events`);
  expect([refused.status, refused.json.code, refused.headers.get("retry-after")]).toEqual([429, "rate_limited", "15"]);
  pages[0]?.leave();
  const late = await withRoom();
  expect(await service.end()).toBe(0);
  // each was ended: one that is cut off, as requests in flight are after ten seconds, rejects
  for (const page of [pages[1], pages[2], late]) {
    await page?.reading;
    expect([page?.now().ended, page?.now().states.length]).toEqual([true, 1]);
  }
}

it("pages are told whichever of several processes they are open at", async () => {
  const { service, newIntent, pay } = await startShop({ WEB_CONCURRENCY: "2" });
  const id = await newIntent();
  const pages = await Promise.all(Array.from({ length: 12 }, () => open(service, id)));
  await waitFor("every first state", () => pages.every((page) => page.now().states.length === 1));
  await pay(id);
  await Promise.all(pages.map((page) => page.reading));
  for (const page of pages) expect(page.now().states.map((state) => state.status)).toEqual(["pending", "paid"]);
});
