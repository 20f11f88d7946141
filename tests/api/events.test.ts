import { expect, it } from "vitest";
import { MAX_LIMIT, MAX_WAIT_SECONDS } from "@/lib/delivery/feed/schemas";
import { AFTER_RULE } from "@/lib/delivery/feed/select-page";
import { call } from "@/tests/support/api";
import { readEvents } from "@/tests/support/feed";
import { createMerchantFixture } from "@/tests/support/fixtures";
import { createRestrictedKey } from "@/tests/support/restricted-keys";

it.each([
  ["limit=0", `limit must be a whole number from 1 to ${MAX_LIMIT}.`],
  ["limit=101", `limit must be a whole number from 1 to ${MAX_LIMIT}.`],
  ["limit=1e9", `limit must be a whole number from 1 to ${MAX_LIMIT}.`],
  ["limit=1.5", `limit must be a whole number from 1 to ${MAX_LIMIT}.`],
  ["limit=", `limit must be a whole number from 1 to ${MAX_LIMIT}.`],
  ["limit=%201", `limit must be a whole number from 1 to ${MAX_LIMIT}.`],
  ["limit=99999999999999999999", `limit must be a whole number from 1 to ${MAX_LIMIT}.`],
  ["wait=-1", `wait must be a whole number of seconds from 0 to ${MAX_WAIT_SECONDS}.`],
  ["wait=26", `wait must be a whole number of seconds from 0 to ${MAX_WAIT_SECONDS}.`],
  ["wait=now", `wait must be a whole number of seconds from 0 to ${MAX_WAIT_SECONDS}.`],
  ["types=", "types must be event types separated by commas, for example payment.success,payment.expired."],
  ["types=test.ping", "types must be event types separated by commas, for example payment.success,payment.expired."],
  [
    "types=payment.success,,",
    "types must be event types separated by commas, for example payment.success,payment.expired.",
  ],
  ["types=nothing", "types must be event types separated by commas, for example payment.success,payment.expired."],
  ["after=garbage", `after must be ${AFTER_RULE}.`],
  ["after=", `after must be ${AFTER_RULE}.`],
  ["after=%00", `after must be ${AFTER_RULE}.`],
  [`after=${"A".repeat(39)}`, `after must be ${AFTER_RULE}.`],
  [`after=${"A".repeat(5_000)}`, `after must be ${AFTER_RULE}.`],
  ["after=latest&after=latest", "after must be given only once."],
  ["limit=1&limit=2", "limit must be given only once."],
])("a wrong value is 400 with a sentence: %s", async (query, sentence) => {
  const { keys } = await createMerchantFixture();
  const { status, json } = await call(`events?${query}`, undefined, { key: keys.sandbox });
  expect([status, json]).toEqual([400, { code: "invalid_request", error: sentence }]);
});

it("the largest values and unknown parameters are accepted", async () => {
  const { keys } = await createMerchantFixture();
  const answer = await readEvents(keys.sandbox, { limit: MAX_LIMIT, wait: 0, after: "latest", color: "red" });
  expect([answer.status, answer.json]).toEqual([200, { data: [], has_more: false, next: null }]);
  expect(answer.headers.get("cache-control")).toBe("no-store");
});

it("a key without the scope learns which one it lacks, and nothing of the schema", async () => {
  const merchant = await createMerchantFixture();
  const { key } = await createRestrictedKey(merchant, { scopes: ["intents:read"] });
  const { status, json } = await call("events?limit=0", undefined, { key });
  expect([status, json.code]).toEqual([403, "insufficient_scope"]);
  expect(json.error).toContain("events:read");
});

it("only GET reads events", async () => {
  const { keys } = await createMerchantFixture();
  const answer = await call("events", {}, { key: keys.sandbox });
  expect([answer.status, answer.headers.get("allow")]).toEqual([405, "GET, HEAD, OPTIONS"]);
});
