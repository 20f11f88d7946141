import { randomUUID } from "node:crypto";
import { describe, expect, it } from "vitest";
import { database } from "@/lib/base/db/client";
import { endKey } from "@/lib/business/keys/end";
import { listKeys, type WorkingKey } from "@/lib/business/keys/list";
import { rotateKey } from "@/lib/business/keys/rotate";
import { archiveTerminal, restoreTerminal } from "@/lib/business/terminals/archive";
import { issueKeyToTerminal } from "@/lib/business/terminals/issue-key";
import { flushRequestLog, recordRequests } from "@/lib/payments/requests/record";
import { renewed, withSettings } from "@/tests/support/accounts";
import { call } from "@/tests/support/api";
import { createMerchantFixture } from "@/tests/support/fixtures";
import { auditOf, memberContext } from "@/tests/support/member-context";

const create = (key: string) => call("create-payment-intent", { amount_usdt: 1 }, { key });

async function merchantWithoutKey() {
  const merchant = await createMerchantFixture();
  const ctx = await memberContext(merchant);
  const { terminalId } = merchant;
  await archiveTerminal(ctx, { terminalId });
  await restoreTerminal(ctx, { terminalId });
  return { ...merchant, ctx };
}

describe("a key", () => {
  it("is issued to a terminal that has none: twenty ask, one gets it, and it works", async () => {
    const { ctx, terminalId, merchantId } = await merchantWithoutKey();
    const asked = await Promise.allSettled(Array.from({ length: 20 }, () => issueKeyToTerminal(ctx, { terminalId })));
    const issued = asked.flatMap((one) => (one.status === "fulfilled" ? [one.value.key] : []));
    expect(issued).toHaveLength(1);
    const refused = asked.flatMap((one) => (one.status === "rejected" ? [one.reason] : []));
    const conflict = { code: "conflict", message: expect.stringMatching(/Rotate it instead/) };
    expect(refused).toMatchObject(Array(19).fill(conflict));
    expect((await create(issued[0] as string)).status).toBe(200);
    const entries = (await auditOf(merchantId)).filter((entry) => entry.action === "api_key.issued");
    expect(entries.map((entry) => entry.after)).toEqual([{ environment: "sandbox", last4: issued[0]?.slice(-4) }]);
  });

  it("for live is refused with what is missing", async () => {
    const merchant = await createMerchantFixture();
    const ctx = await memberContext(merchant, { environment: "live" });
    const terminal = { terminalId: merchant.terminalId };
    const refused = (missing: RegExp) => ({ code: "invalid_request", message: expect.stringMatching(missing) });
    await withSettings({ TRON_RPC_URLS: "" }, async () => {
      await expect(issueKeyToTerminal(renewed(ctx), terminal)).rejects.toMatchObject(refused(/TRON_RPC_URLS/));
    });
    await withSettings({ TRON_RPC_URLS: "http://127.0.0.1:9" }, async () => {
      await expect(issueKeyToTerminal(renewed(ctx), terminal)).rejects.toMatchObject(refused(/receiving wallet/));
    });
    expect(await listKeys(ctx)).toEqual([]);
  });

  it("is not issued to an archived terminal, nor to somebody else's", async () => {
    const merchant = await createMerchantFixture();
    const other = await createMerchantFixture();
    const ctx = await memberContext(merchant);
    await archiveTerminal(ctx, { terminalId: merchant.terminalId });
    const conflict = issueKeyToTerminal(ctx, { terminalId: merchant.terminalId });
    await expect(conflict).rejects.toMatchObject({ code: "conflict" });
    for (const terminalId of [other.terminalId, randomUUID()]) {
      const refused = { code: "not_found", message: "No such terminal." };
      await expect(issueKeyToTerminal(ctx, { terminalId })).rejects.toMatchObject(refused);
    }
  });

  it("that was replaced is listed with its end until it is ended by hand, and then dead where it was remembered", async () => {
    const merchant = await createMerchantFixture();
    const ctx = await memberContext(merchant);
    const { terminalId, keys } = merchant;
    await create(keys.sandbox);
    const fresh = await rotateKey(ctx, { terminalId, environment: "sandbox", graceHours: 24 });
    const listed = await listKeys(ctx, { terminalId });
    expect(listed.map((key) => key.last4)).toEqual([fresh.last4, keys.sandbox.slice(-4)]);
    expect(listed[0]?.endsAt).toBeNull();
    const endsIn = (listed[1]?.endsAt?.getTime() ?? 0) - Date.now();
    expect(Math.round(endsIn / 3_600_000)).toBe(24);

    const [current, old] = [...listed] as [WorkingKey, WorkingKey];
    const refused = { code: "not_found" };
    await expect(endKey(ctx, { keyId: current.id })).rejects.toMatchObject(refused);
    const stranger = await memberContext(await createMerchantFixture());
    await expect(endKey(stranger, { keyId: old.id })).rejects.toMatchObject(refused);
    expect((await create(keys.sandbox)).status).toBe(200);
    const asked = await Promise.allSettled(Array.from({ length: 20 }, () => endKey(ctx, { keyId: old.id })));
    const reasons = asked.flatMap((one) => (one.status === "rejected" ? [one.reason] : []));
    expect(reasons).toMatchObject(Array(19).fill(refused));
    expect((await create(keys.sandbox)).status).toBe(401);
    expect((await create(fresh.key)).status).toBe(200);
    expect(await listKeys(ctx)).toHaveLength(1);
    const [last] = (await auditOf(merchant.merchantId)).slice(-1);
    expect(last).toMatchObject({ action: "api_key.ended", after: { last4: keys.sandbox.slice(-4) } });
  });

  it("of a terminal that a cashier does not serve is not listed for him", async () => {
    const merchant = await createMerchantFixture();
    expect(await listKeys(await memberContext(merchant, { role: "cashier", terminalIds: [] }))).toEqual([]);
    expect(await listKeys(await memberContext(merchant))).toHaveLength(1);
  });

  it("says when it was last used, written down once a minute at most", async () => {
    const merchant = await createMerchantFixture();
    const ctx = await memberContext(merchant);
    expect((await listKeys(ctx))[0]?.lastUsedAt).toBeNull();
    await create(merchant.keys.sandbox);
    await flushRequestLog();
    const used = (await listKeys(ctx))[0]?.lastUsedAt;
    expect(used).toBeInstanceOf(Date);
    const [entry] = await database().sql`
      select id, merchant_id as "merchantId", terminal_id as "terminalId", key_id as "keyId", environment, method, path,
             status, code, error, duration_us as "durationMicros", address
        from api_requests where merchant_id = ${merchant.merchantId}`;
    const at = (seconds: number) => ({ ...entry, id: randomUUID(), at: new Date(Number(used) + seconds * 1_000) });
    await recordRequests(database(), [at(30) as never]);
    expect((await listKeys(ctx))[0]?.lastUsedAt).toEqual(used);
    await recordRequests(database(), [at(61) as never, at(90) as never]);
    expect(Number((await listKeys(ctx))[0]?.lastUsedAt) - Number(used)).toBe(90_000);
  });
});
