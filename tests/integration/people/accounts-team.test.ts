import { randomUUID } from "node:crypto";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import type { MemberContext, UserContext } from "@/lib/base/context/context";
import { type Database, database, openDatabase } from "@/lib/base/db/client";
import type { Role } from "@/lib/base/values/permissions";
import { archiveTerminal, restoreTerminal } from "@/lib/business/terminals/archive";
import { createTerminal } from "@/lib/business/terminals/create";
import { ChangeMemberInput, changeMember } from "@/lib/people/members/change";
import { findMembership } from "@/lib/people/members/find-membership";
import { leaveMerchant } from "@/lib/people/members/leave";
import { listMembers } from "@/lib/people/members/list";
import { removeMember } from "@/lib/people/members/remove";
import { giveTwoStep, outcome } from "@/tests/support/accounts";
import { createMerchantFixture } from "@/tests/support/fixtures";
import { auditOf, memberContext } from "@/tests/support/member-context";

let racers: Database;

beforeAll(() => {
  racers = openDatabase(process.env.DATABASE_URL as string, { pool: 20 });
});

afterAll(() => racers.close());

const racing = <C extends { db: Database }>(ctx: C): C => ({ ...ctx, db: racers });
const asUser = (ctx: MemberContext): UserContext => ({ ...ctx, merchantId: null, sessionId: randomUUID() });
const shownOf = ({ role, terminalIds }: MemberContext) => ({ role, terminalIds: terminalIds ?? [] });
const change = (
  ctx: MemberContext,
  who: MemberContext,
  role: Role,
  terminalIds: string[] = [],
  shown: { role: Role; terminalIds: string[] } = shownOf(who),
) => outcome(changeMember(ctx, { userId: who.actor.userId, role, terminalIds, shown }));
const remove = (ctx: MemberContext, who: MemberContext) => outcome(removeMember(ctx, { userId: who.actor.userId }));
const leave = (ctx: MemberContext) => outcome(leaveMerchant(asUser(ctx), { merchantId: ctx.merchantId }));

async function ownersOf(merchantId: string) {
  const rows = await database()
    .sql`select user_id from memberships where merchant_id = ${merchantId} and role = 'owner'`;
  return rows.length;
}

/** A shop with the owner that its fixture has and an `owner` for the test. */
async function shop() {
  const merchant = await createMerchantFixture();
  return { merchant, owner: await memberContext(merchant) };
}

/** A shop in which two people are the only owners. */
async function shopOfTwo() {
  const { merchant, owner } = await shop();
  await database().sql`
    delete from memberships where merchant_id = ${merchant.merchantId} and user_id <> ${owner.actor.userId}`;
  return { merchant, owner, other: await memberContext(merchant) };
}

describe("the team", () => {
  it("is listed with what everybody is and sees, owners first, and nobody of another shop", async () => {
    const { merchant, owner } = await shop();
    await shop();
    await memberContext(merchant, { role: "viewer" });
    const cashier = await memberContext(merchant, { role: "cashier", terminalIds: [merchant.terminalId] });
    const team = await listMembers(owner);
    expect(team.map(({ role }) => role)).toEqual(["owner", "owner", "cashier", "viewer"]);
    expect(team.filter(({ you }) => you).map(({ userId }) => userId)).toEqual([owner.actor.userId]);
    expect(team.find(({ userId }) => userId === cashier.actor.userId)).toMatchObject({
      terminals: [{ id: merchant.terminalId, name: "Front desk" }],
      totpEnabled: false,
      lastSeenAt: null,
      neverSeen: true,
    });
  });

  it("shows until when a member can set up two-step sign-in that the business requires", async () => {
    const { merchant, owner } = await shop();
    const viewer = await memberContext(merchant, { role: "viewer" });
    const until = async () =>
      (await listMembers(owner)).find(({ userId }) => userId === viewer.actor.userId)?.setUpUntil ?? null;
    const allow = (hours: number) => database().sql`
      update memberships set two_step_setup_until = now() + make_interval(hours => ${hours})
       where user_id = ${viewer.actor.userId}`;
    await allow(1);
    expect(await until()).toBeNull();
    await database().sql`update merchants set requires_two_step = true where id = ${merchant.merchantId}`;
    expect(await until()).toBeInstanceOf(Date);
    await allow(-1);
    expect(await until()).toBeNull();
    await allow(1);
    await giveTwoStep(database(), viewer.actor.userId);
    expect(await until()).toBeNull();
  });

  it("shows when everyone was seen last: of those who weren't while sessions are kept, not that they never were", async () => {
    const { owner } = await shop();
    await database().sql`
      update memberships set created_at = now() - interval '15 days' where user_id = ${owner.actor.userId}`;
    const seen = async () => (await listMembers(owner)).find(({ you }) => you);
    expect(await seen()).toMatchObject({ lastSeenAt: null, neverSeen: false });
    await database().sql`
      insert into user_sessions (user_id, version, address, user_agent, last_seen_at, expires_at)
      select ${owner.actor.userId}, 1, '203.0.113.7', 'test', now() - n * interval '1 day', now() + interval '1 day'
        from generate_series(1, 2) n`;
    const { lastSeenAt, neverSeen } = (await seen()) ?? {};
    expect(neverSeen).toBe(false);
    expect(Math.round((Date.now() - (lastSeenAt?.getTime() ?? 0)) / 86_400_000)).toBe(1);
  });

  it("a changed role holds at once, with its terminals, and the log has before and after", async () => {
    const { merchant, owner } = await shop();
    const viewer = await memberContext(merchant, { role: "viewer" });
    expect(await change(owner, viewer, "cashier", [merchant.terminalId.toUpperCase(), merchant.terminalId])).toBe(
      "done",
    );
    expect(await findMembership(asUser(viewer), merchant.merchantId)).toMatchObject({
      role: "cashier",
      terminalIds: [merchant.terminalId],
    });
    const shown = { role: "cashier" as const, terminalIds: [merchant.terminalId] };
    expect(await change(owner, viewer, "manager", [merchant.terminalId], shown)).toBe("done");
    expect(await findMembership(asUser(viewer), merchant.merchantId)).toMatchObject({
      role: "manager",
      terminalIds: null,
    });
    expect((await auditOf(merchant.merchantId)).at(-1)).toMatchObject({
      action: "member.changed",
      target_id: viewer.actor.userId,
      before: { role: "cashier", terminals: [merchant.terminalId] },
      after: { role: "manager", terminals: null },
      address: "203.0.113.7",
    });
  });

  it("a cashier's terminals are this shop's and in use", async () => {
    const { merchant, owner } = await shop();
    const viewer = await memberContext(merchant, { role: "viewer" });
    const foreign = (await shop()).merchant.terminalId;
    const archived = await createTerminal(merchant.ctx, { name: "Old" });
    await database().sql`update terminals set archived_at = now() where id = ${archived.id}`;
    for (const wrong of [foreign, archived.id, randomUUID()]) {
      expect(await change(owner, viewer, "cashier", [merchant.terminalId, wrong])).toBe("not_found");
    }
    const none = ChangeMemberInput.safeParse({
      userId: viewer.actor.userId,
      role: "cashier",
      shown: shownOf(viewer),
    });
    expect(none.error?.issues).toMatchObject([
      { path: ["terminalIds"], message: expect.stringMatching(/at least one/) },
    ]);
  });

  it("a role or terminals that a colleague has changed since they were shown aren't replaced", async () => {
    const { merchant, owner } = await shop();
    const colleague = await memberContext(merchant);
    const bar = (await createTerminal(merchant.ctx, { name: "Bar" })).id;
    const cashier = await memberContext(merchant, { role: "cashier", terminalIds: [merchant.terminalId] });
    expect(await change(colleague, cashier, "cashier", [bar])).toBe("done");
    expect(await change(owner, cashier, "cashier", [merchant.terminalId, bar])).toBe("conflict");
    // what is there already is no change, whatever was shown
    expect(await change(owner, cashier, "cashier", [bar.toUpperCase()])).toBe("done");
    const shown = { role: "cashier" as const, terminalIds: [bar] };
    expect(await change(colleague, cashier, "viewer", [], shown)).toBe("done");
    expect(await change(owner, cashier, "manager", [], shown)).toBe("conflict");
    expect(await findMembership(asUser(cashier), merchant.merchantId)).toMatchObject({ role: "viewer" });
    const entries = (await auditOf(merchant.merchantId)).filter(({ action }) => action === "member.changed");
    expect(entries.map(({ after }) => after)).toEqual([
      { role: "cashier", terminals: [bar] },
      { role: "viewer", terminals: null },
    ]);
  });

  it("a cashier keeps an archived terminal when the others change, and has it again once it is restored", async () => {
    const { merchant, owner } = await shop();
    const [bar, terrace] = [
      (await createTerminal(merchant.ctx, { name: "Bar" })).id,
      (await createTerminal(merchant.ctx, { name: "Terrace" })).id,
    ];
    const cashier = await memberContext(merchant, { role: "cashier", terminalIds: [merchant.terminalId, bar] });
    await archiveTerminal(owner, { terminalId: bar });
    const offered = { role: "cashier" as const, terminalIds: [merchant.terminalId] };
    expect(await change(owner, cashier, "cashier", [merchant.terminalId, terrace], offered)).toBe("done");
    await restoreTerminal(owner, { terminalId: bar });
    const all = [merchant.terminalId, terrace, bar];
    expect((await findMembership(asUser(cashier), merchant.merchantId))?.terminalIds).toEqual(all);
    // a page from before the terminal was restored doesn't offer it
    const stale = { role: "cashier" as const, terminalIds: [merchant.terminalId, terrace] };
    expect(await change(owner, cashier, "cashier", [terrace], stale)).toBe("conflict");
    await archiveTerminal(owner, { terminalId: bar });
    expect(await change(owner, cashier, "viewer", [], stale)).toBe("done");
    expect(await change(owner, cashier, "cashier", [terrace], { role: "viewer", terminalIds: [] })).toBe("done");
    expect((await findMembership(asUser(cashier), merchant.merchantId))?.terminalIds).toEqual([terrace]);
  });

  it("somebody of another shop is nobody here, word for word", async () => {
    const { owner } = await shop();
    const foreign = (await shop()).owner;
    const said = (running: Promise<unknown>) => running.catch((error) => [error.code, error.message]);
    for (const userId of [foreign.actor.userId, randomUUID()]) {
      expect(await said(removeMember(owner, { userId }))).toEqual(["not_found", "No such member."]);
      expect(
        await said(changeMember(owner, { userId, role: "viewer", terminalIds: [], shown: shownOf(owner) })),
      ).toEqual(["not_found", "No such member."]);
    }
    expect(await leave({ ...owner, merchantId: foreign.merchantId })).toBe("not_found");
    expect(await findMembership(asUser(foreign), foreign.merchantId)).toMatchObject({ role: "owner" });
  });

  it("only owners make, change and remove owners", async () => {
    const { merchant, owner } = await shop();
    const manager = await memberContext(merchant, { role: "manager" });
    const viewer = await memberContext(merchant, { role: "viewer" });
    expect(await change(manager, viewer, "owner")).toBe("forbidden");
    expect(await change(manager, manager, "owner")).toBe("forbidden");
    expect(await change(manager, owner, "viewer")).toBe("forbidden");
    expect(await remove(manager, owner)).toBe("forbidden");
    expect(await change(manager, viewer, "developer")).toBe("done");
    expect(await change(owner, manager, "owner")).toBe("done");
  });

  it("a removed member is out at once and cannot act on the role he had", async () => {
    const { merchant, owner } = await shop();
    const manager = await memberContext(merchant, { role: "manager" });
    const viewer = await memberContext(merchant, { role: "viewer" });
    expect(await remove(owner, manager)).toBe("done");
    expect(await findMembership(asUser(manager), merchant.merchantId)).toBeNull();
    expect(await remove(manager, viewer)).toBe("forbidden");
    expect(await change(manager, viewer, "manager")).toBe("forbidden");
    expect(await remove(owner, manager)).toBe("not_found");
    expect(await remove(owner, owner)).toBe("conflict");
    expect((await auditOf(merchant.merchantId)).at(-1)).toMatchObject({
      action: "member.removed",
      before: { role: "manager" },
    });
  });

  it("keeps a person's account and other shops", async () => {
    const { merchant, owner } = await shop();
    const elsewhere = await shop();
    const viewer = await memberContext(merchant, { role: "viewer" });
    await database().sql`
      insert into memberships (merchant_id, user_id, role) values (${elsewhere.merchant.merchantId}, ${viewer.actor.userId}, 'manager')`;
    await remove(owner, viewer);
    expect(await findMembership(asUser(viewer), elsewhere.merchant.merchantId)).toMatchObject({ role: "manager" });
  });
});

describe("the last owner", () => {
  it("neither leaves nor becomes something else; anybody else may go", async () => {
    const { owner, other } = await shopOfTwo();
    expect(await leave(other)).toBe("done");
    expect(await leave(owner)).toBe("conflict");
    expect(await change(owner, owner, "manager")).toBe("conflict");
    const { merchant, owner: second } = await shop();
    const viewer = await memberContext(merchant, { role: "viewer" });
    expect(await leave(viewer)).toBe("done");
    expect(await leave(second)).toBe("done");
    expect((await auditOf(merchant.merchantId)).map(({ action }) => action).slice(-2)).toEqual([
      "member.left",
      "member.left",
    ]);
  });

  it("two owners who demote each other, remove each other or leave at the same moment: one stays, thirty times", async () => {
    for (let round = 0; round < 10; round++) {
      const acts = [
        (one: MemberContext, two: MemberContext) => change(racing(one), two, "viewer"),
        (one: MemberContext, two: MemberContext) => remove(racing(one), two),
        (one: MemberContext) => leave(racing(one)),
      ];
      for (const act of acts) {
        const { merchant, owner, other } = await shopOfTwo();
        const outcomes = await Promise.all([act(owner, other), act(other, owner)]);
        expect(outcomes.filter((result) => result === "done")).toHaveLength(1);
        expect(await ownersOf(merchant.merchantId)).toBe(1);
      }
    }
  });
});
