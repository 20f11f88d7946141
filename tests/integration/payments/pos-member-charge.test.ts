import { randomUUID } from "node:crypto";
import { describe, expect, it } from "vitest";
import { database } from "@/lib/base/db/client";
import { DomainError } from "@/lib/base/values/errors";
import { createTerminal } from "@/lib/business/terminals/create";
import { chargeAsMember, MemberChargeInput } from "@/lib/payments/pos/charge-as-member";
import { createMerchantFixture } from "@/tests/support/fixtures";
import { auditOf, memberContext } from "@/tests/support/member-context";

const asked = (terminalId: string, more: object = {}) =>
  MemberChargeInput.parse({ terminalId, amount: "12.5", reference: "order-7", chargeId: randomUUID(), ...more });
const intentsOf = (merchantId: string) =>
  database().sql`select id, amount_micros, reference, metadata from payment_intents where merchant_id = ${merchantId}`;
const chargesOf = async (merchantId: string) =>
  (await auditOf(merchantId)).filter((entry) => entry.action === "intent.charged");

describe("a payment from the dashboard", () => {
  it("is made once with its entry in the audit log, however often it is sent at once", async () => {
    const merchant = await createMerchantFixture();
    const ctx = await memberContext(merchant, { role: "manager" });
    const charge = asked(merchant.terminalId);
    const answers = await Promise.all(Array.from({ length: 20 }, () => chargeAsMember(ctx, charge)));
    expect(new Set(answers.map(({ id }) => id)).size).toBe(1);
    const [intent, ...more] = await intentsOf(merchant.merchantId);
    expect(more).toEqual([]);
    expect(intent).toMatchObject({ amount_micros: 12_500_000n, reference: "order-7" });
    expect(intent?.metadata).toEqual({ dashboard: expect.stringContaining("@example.com") });
    expect(await chargesOf(merchant.merchantId)).toMatchObject([
      {
        target_id: answers[0]?.id,
        actor_type: "user",
        address: "203.0.113.7",
        after: { terminalId: merchant.terminalId, amountMicros: "12500000" },
      },
    ]);
  });

  it("keeps to the limit of its terminal, and leaves no entry when it is refused", async () => {
    const merchant = await createMerchantFixture();
    const ctx = await memberContext(merchant);
    await expect(chargeAsMember(ctx, asked(merchant.terminalId, { amount: "10000.000001" }))).rejects.toMatchObject({
      code: "invalid_amount",
      extra: { field: "amount" },
    });
    const live = { ...ctx, environment: "live" as const };
    await expect(chargeAsMember(live, asked(merchant.terminalId))).rejects.toMatchObject({
      code: "invalid_request",
      message: expect.stringContaining("Live payments are off"),
    });
    expect(await intentsOf(merchant.merchantId)).toEqual([]);
    expect(await chargesOf(merchant.merchantId)).toEqual([]);
  });

  it("is for terminals of this business that take payments and that the member serves", async () => {
    const merchant = await createMerchantFixture();
    const other = await createMerchantFixture();
    const owner = await memberContext(merchant);
    const second = await createTerminal(merchant.ctx, { name: "Second" });
    const cashier = await memberContext(merchant, { role: "cashier", terminalIds: [second.id] });
    expect(await chargeAsMember(cashier, asked(second.id))).toMatchObject({ amount: "12.50" });
    await database().sql`
      insert into memberships (merchant_id, user_id, role) values (${other.merchantId}, ${owner.actor.userId}, 'owner')`;
    await database().sql`update terminals set archived_at = now() where id = ${second.id}`;
    const viewer = await memberContext(merchant, { role: "viewer" });
    const admit = () => expect.unreachable("counted against the limit of a terminal that isn't the member's");
    for (const [ctx, terminalId] of [
      [cashier, merchant.terminalId],
      [viewer, merchant.terminalId],
      // also the owner's, but of another business than the page's
      [owner, other.terminalId],
      [owner, second.id],
      [owner, randomUUID()],
    ] as const) {
      await expect(chargeAsMember(ctx, asked(terminalId), admit)).rejects.toMatchObject({
        code: "not_found",
        message: "No such terminal.",
      });
    }
    expect(await intentsOf(other.merchantId)).toEqual([]);
  });

  it("counts against one limit of its terminal, however the ID is written, and isn't made when that is used up", async () => {
    const merchant = await createMerchantFixture();
    const ctx = await memberContext(merchant);
    const counted: string[] = [];
    const count = (pos: { terminalId: string }) => void counted.push(pos.terminalId);
    await chargeAsMember(ctx, asked(merchant.terminalId.toUpperCase()), count);
    expect(counted).toEqual([merchant.terminalId]);
    const usedUp = () => {
      throw new DomainError("rate_limited", "Too many requests.");
    };
    await expect(chargeAsMember(ctx, asked(merchant.terminalId), usedUp)).rejects.toMatchObject({
      code: "rate_limited",
    });
    expect(await intentsOf(merchant.merchantId)).toHaveLength(1);
  });
});
