import { randomBytes, randomUUID } from "node:crypto";
import { describe, expect, it } from "vitest";
import { database } from "@/lib/base/db/client";
import { type IdempotencyScope, type IdempotentRequest, recallAnswer } from "@/lib/base/idempotency/request";
import { createMerchantFixture } from "@/tests/support/fixtures";

type Kept = { scope: IdempotencyScope; request: IdempotentRequest };

/** An answer that is kept for an hour, or that ended an hour ago. */
async function keepAnswer(hours = 1): Promise<Kept> {
  const { merchantId, terminalId } = await createMerchantFixture();
  const scope = { merchantId, ownerId: terminalId, environment: "sandbox", keyId: null };
  const request = { key: "order-1", path: "/api/v1/x", requestHash: randomBytes(32) };
  await database().sql`
    insert into idempotency_keys (terminal_id, environment, path, key, request_hash, intent_id, response, ends_at)
    values (${terminalId}, 'sandbox', ${request.path}, ${request.key}, ${request.requestHash}, ${randomUUID()}, 'kept',
            now() + make_interval(hours => ${hours}))`;
  return { scope, request };
}

const recall = ({ scope, request }: Kept) => recallAnswer(database().sql, scope, request);

describe("a kept answer", () => {
  it.each<[string, (kept: Kept) => Kept]>([
    ["another owner", (kept) => ({ ...kept, scope: { ...kept.scope, ownerId: randomUUID() } })],
    ["the other environment", (kept) => ({ ...kept, scope: { ...kept.scope, environment: "live" } })],
    ["another path", (kept) => ({ ...kept, request: { ...kept.request, path: "/api/v1/y" } })],
    ["another key", (kept) => ({ ...kept, request: { ...kept.request, key: "order-2" } })],
  ])("isn't that of %s", async (_, change) => {
    const kept = await keepAnswer();
    expect(await recall(kept)).toBe("kept");
    expect(await recall(change(kept))).toBeNull();
  });

  it("that has ended is removed, and no other", async () => {
    const [ended, other] = [await keepAnswer(-1), await keepAnswer(-1)];
    expect(await recall(ended)).toBeNull();
    const left = await database().sql`
      select from idempotency_keys where terminal_id = any(${[ended.scope.ownerId, other.scope.ownerId]}::uuid[])`;
    expect(left).toHaveLength(1);
  });

  it("of another body is a conflict", async () => {
    const { scope, request } = await keepAnswer();
    const changed = { ...request, requestHash: randomBytes(32) };
    await expect(recall({ scope, request: changed })).rejects.toMatchObject({ code: "idempotency_conflict" });
  });
});

describe("with an API key", () => {
  async function createKey({ merchantId, ownerId }: IdempotencyScope, endsIn: string | null): Promise<string> {
    const [{ id }] = await database().sql<[{ id: string }]>`
      insert into api_keys (merchant_id, terminal_id, environment, key_hash, last4, ends_at)
      values (${merchantId}, ${ownerId}, 'sandbox', ${randomBytes(32)}, 'abcd', now() + ${endsIn}::interval)
      returning id`;
    return id;
  }

  // the fixture's terminal has a current key
  const live = async (kept: Kept) => {
    const [{ id }] = await database().sql<[{ id: string }]>`
      select id from api_keys where terminal_id = ${kept.scope.ownerId} and environment = 'sandbox' and ends_at is null`;
    return id;
  };

  it.each<[string, (kept: Kept) => Promise<string>, boolean]>([
    ["that works", live, true],
    ["that works for an hour more", ({ scope }) => createKey(scope, "1 hour"), true],
    ["that has ended", ({ scope }) => createKey(scope, "-1 second"), false],
    ["that doesn't exist", async () => randomUUID(), false],
    ["of another business", async () => live(await keepAnswer()), false],
  ])("%s the answer is given only if it works", async (_, keyOf, works) => {
    const kept = await keepAnswer();
    const withKey = { ...kept, scope: { ...kept.scope, keyId: await keyOf(kept) } };
    const answered = await recall(withKey).catch((error) => error.code);
    expect(answered).toBe(works ? "kept" : "invalid_api_key");
  });
});
