import { describe, expect, it, onTestFinished } from "vitest";
import type { MemberContext } from "@/lib/base/context/context";
import { database } from "@/lib/base/db/client";
import { requireTwoStep } from "@/lib/business/merchants/update";
import { openPosForMember } from "@/lib/payments/pos/open-for-member";
import { createHub } from "@/lib/payments/realtime/hub";
import { giveTwoStep, outcome } from "@/tests/support/accounts";
import { createMerchantFixture } from "@/tests/support/fixtures";
import { auditOf, memberContext } from "@/tests/support/member-context";
import { waitFor } from "@/tests/support/wait";

const turnOn = ({ actor }: MemberContext) => giveTwoStep(database(), actor.userId);

async function sessionOf({ actor }: MemberContext): Promise<string> {
  const [session] = await database().sql<[{ id: string }]>`
    insert into user_sessions (user_id, version, address, user_agent, last_seen_at, expires_at)
    values (${actor.userId}, 1, '203.0.113.7', 'test', now(), now() + interval '1 day') returning id`;
  return session.id;
}

describe("two-step sign-in for the whole team", () => {
  it("is required only by an owner who has it, and each change is in the audit log once", async () => {
    const merchant = await createMerchantFixture();
    const owner = await memberContext(merchant);
    expect(await outcome(requireTwoStep(owner, { required: true }))).toBe("conflict");
    await turnOn(owner);
    await requireTwoStep(owner, { required: true });
    await requireTwoStep(owner, { required: true });
    await requireTwoStep(owner, { required: false });
    const entries = (await auditOf(merchant.merchantId)).filter(({ action }) => action === "merchant.two_step_changed");
    expect(entries.map(({ before, after, actor_type }) => ({ before, after, actor_type }))).toEqual([
      { before: { requiresTwoStep: false }, after: { requiresTwoStep: true }, actor_type: "user" },
      { before: { requiresTwoStep: true }, after: { requiresTwoStep: false }, actor_type: "user" },
    ]);
  });

  it("closes the keypad to a member without it, until they have it, and to no one of another business", async () => {
    const [merchant, other] = [await createMerchantFixture(), await createMerchantFixture()];
    const [owner, cashier] = [
      await memberContext(merchant),
      await memberContext(merchant, { role: "cashier", terminalIds: [merchant.terminalId] }),
    ];
    const elsewhere = await memberContext(other);
    await turnOn(owner);
    await requireTwoStep(owner, { required: true });
    const opens = async (member: MemberContext, { terminalId }: { terminalId: string }) =>
      (await openPosForMember(member, terminalId, "sandbox")) !== null;
    expect([await opens(owner, merchant), await opens(cashier, merchant)]).toEqual([true, false]);
    expect(await opens(elsewhere, other)).toBe(true);
    await turnOn(cashier);
    expect(await opens(cashier, merchant)).toBe(true);
  });

  it("ends the live updates that a member without it has open, and keeps the others", async () => {
    const merchant = await createMerchantFixture();
    const [owner, viewer] = [await memberContext(merchant), await memberContext(merchant, { role: "viewer" })];
    await turnOn(owner);
    const hub = createHub(database(), { everyMs: 20 });
    onTestFinished(() => hub.end());
    const ended: string[] = [];
    const watch = async (name: string, member: MemberContext) =>
      hub.watch({
        merchantId: member.merchantId,
        environment: "sandbox",
        terminalIds: null,
        userId: member.actor.userId,
        sessionId: await sessionOf(member),
        onChange() {},
        onBeat() {},
        onEnd: () => void ended.push(name),
      });
    await watch("owner", owner);
    await watch("viewer", viewer);
    await requireTwoStep(owner, { required: true });
    await waitFor("the viewer's end", () => ended.length > 0);
    expect(ended).toEqual(["viewer"]);
  });
});
