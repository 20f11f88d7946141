import { randomUUID } from "node:crypto";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { type MemberContext, publicContext, systemContext, type UserContext } from "@/lib/base/context/context";
import { type Database, database, openDatabase } from "@/lib/base/db/client";
import { acceptInvitation } from "@/lib/people/members/accept-invitation";
import { changeMember } from "@/lib/people/members/change";
import { type CreateInvitationInput, createInvitation } from "@/lib/people/members/create-invitation";
import { findInvitation } from "@/lib/people/members/find-invitation";
import { findMembership } from "@/lib/people/members/find-membership";
import { listInvitations } from "@/lib/people/members/list-invitations";
import { removeMember } from "@/lib/people/members/remove";
import { revokeInvitation } from "@/lib/people/members/revoke-invitation";
import { signUpInvited } from "@/lib/people/members/sign-up-invited";
import { removeOld } from "@/lib/service/jobs/remove-old";
import {
  deviceOf,
  LAPTOP,
  newPerson,
  outcome,
  PASSWORD,
  renewed,
  stranger,
  withSettings,
} from "@/tests/support/accounts";
import { createMerchantFixture } from "@/tests/support/fixtures";
import { waitForLocks } from "@/tests/support/locks";
import { startMailServer } from "@/tests/support/mail-server";
import { auditOf, memberContext } from "@/tests/support/member-context";

let racers: Database;

beforeAll(() => {
  racers = openDatabase(process.env.DATABASE_URL as string, { pool: 20 });
});

afterAll(() => racers.close());

async function shop() {
  const merchant = await createMerchantFixture();
  return { merchant, owner: await memberContext(merchant) };
}

const wanted = (given: Partial<CreateInvitationInput> = {}): CreateInvitationInput =>
  ({ email: null, role: "viewer", terminalIds: [], ...given }) as CreateInvitationInput;

async function invite(ctx: MemberContext, given: Partial<CreateInvitationInput> = {}) {
  const made = await createInvitation(ctx, wanted(given));
  return { ...made, token: /\/invitation\/([\w-]{43})$/.exec(made.link)?.[1] ?? "" };
}

const accept = (ctx: UserContext, token: string) => outcome(acceptInvitation(ctx, { token }));
const join = (token: string, email: string, ctx = stranger()) =>
  outcome(signUpInvited(ctx, { token, email, name: "Ana", password: PASSWORD }, LAPTOP));
const roleIn = async (ctx: UserContext, merchantId: string) => (await findMembership(ctx, merchantId))?.role ?? null;

describe("an invitation", () => {
  it("makes a signed-in person what it says, once, and the log knows who and by which", async () => {
    const { merchant, owner } = await shop();
    const ana = await deviceOf(await newPerson());
    const made = await invite(owner, { role: "cashier", terminalIds: [merchant.terminalId] });
    expect(made.mail).toBe("off");
    expect(await findInvitation(stranger(), made.token)).toMatchObject({
      shop: "Corner Bookshop",
      role: "cashier",
      email: null,
    });
    expect(await accept(ana, made.token)).toBe("done");
    expect(await findMembership(ana, merchant.merchantId)).toMatchObject({
      role: "cashier",
      terminalIds: [merchant.terminalId],
    });
    expect(await accept(await deviceOf(await newPerson()), made.token)).toBe("link_ended");
    expect(await findInvitation(stranger(), made.token)).toBeNull();
    expect((await auditOf(merchant.merchantId)).slice(-2)).toMatchObject([
      { action: "invitation.created", after: { role: "cashier", email: null } },
      { action: "member.joined", target_id: ana.actor.userId, after: { invitation: made.id } },
    ]);
    expect(JSON.stringify(await database().sql`select * from invitations`)).not.toContain(made.token);
  });

  it("of twenty people who accept it at the same moment, half of them new, one gets in", async () => {
    const { merchant, owner } = await shop();
    const { token } = await invite(owner);
    const people = await Promise.all(Array.from({ length: 10 }, async () => deviceOf(await newPerson())));
    const outcomes = await Promise.all([
      ...people.map((person) => accept({ ...person, db: racers }, token)),
      ...people.map(() => join(token, `${randomUUID()}@example.com`, publicContext(racers))),
    ]);
    expect(outcomes.filter((result) => result === "done")).toHaveLength(1);
    expect(new Set(outcomes)).toEqual(new Set(["done", "link_ended"]));
    const team = await database().sql`select role from memberships where merchant_id = ${merchant.merchantId}`;
    expect(team.filter(({ role }) => role === "viewer")).toHaveLength(1);
  });

  it("lets somebody new in where sign-up is by invitation, and nobody where it is closed", async () => {
    const { merchant, owner } = await shop();
    const [first, second] = [await invite(owner), await invite(owner)];
    const email = `${randomUUID()}@example.com`;
    await withSettings({ SIGNUP: "closed" }, async () => {
      expect(await join(first.token, email)).toBe("sign_up_closed");
    });
    await withSettings({ SIGNUP: "invite" }, async () => {
      expect(await join(first.token, email)).toBe("done");
    });
    const [user] = await database().sql<
      [{ id: string; name: string }]
    >`select id, name from users where email = ${email}`;
    expect(user.name).toBe("Ana");
    const ana = await deviceOf({ id: user.id, email });
    expect(await roleIn(ana, merchant.merchantId)).toBe("viewer");
    await withSettings({ SIGNUP: "closed" }, async () => {
      expect(await accept(await deviceOf(await newPerson()), second.token)).toBe("done");
    });
  });

  it("tells whoever has none nothing of accounts, and leaves no account behind when it is refused", async () => {
    const { owner } = await shop();
    const known = await newPerson();
    const dead = "x".repeat(43);
    expect([await join(dead, known.email), await join(dead, "nobody@example.com")]).toEqual([
      "link_ended",
      "link_ended",
    ]);
    const { token } = await invite(owner, { email: "ana@example.com" });
    expect([await join(token, known.email), await join(token, "nobody@example.com")]).toEqual([
      "forbidden",
      "forbidden",
    ]);
    expect(await database().sql`select id from users where email = 'nobody@example.com'`).toHaveLength(0);
    const open = await invite(owner);
    expect(await join(open.token, known.email.toUpperCase())).toBe("conflict");
    expect(await findInvitation(stranger(), open.token)).not.toBeNull();
  });

  it("to an address is for that address alone, in any spelling, and a refusal does not use it up", async () => {
    const { merchant, owner } = await shop();
    const person = await newPerson();
    const ana = await deviceOf(person);
    const { token } = await invite(owner, { email: person.email.toUpperCase() });
    expect(await accept(await deviceOf(await newPerson()), token)).toBe("forbidden");
    expect(await accept(ana, token)).toBe("done");
    expect(await roleIn(ana, merchant.merchantId)).toBe("viewer");
    expect(await outcome(createInvitation(owner, wanted({ email: person.email })))).toBe("conflict");
    const again = await invite(owner);
    expect(await accept(ana, again.token)).toBe("conflict");
    expect(await findInvitation(stranger(), again.token)).not.toBeNull();
  });

  it("ends after seven days, when it is revoked, and when a newer one goes to the same address", async () => {
    const { owner } = await shop();
    const ana = await deviceOf(await newPerson());
    const [old, revoked, first] = [
      await invite(owner),
      await invite(owner),
      await invite(owner, { email: "b@example.com" }),
    ];
    const newer = await invite(owner, { email: "B@example.com" });
    const [row] = await database().sql`
      update invitations set expires_at = expires_at - interval '7 days 1 second' where id = ${old.id} returning expires_at < now() as over`;
    expect(row).toEqual({ over: true });
    await revokeInvitation(owner, { invitationId: revoked.id });
    for (const { token } of [old, revoked, first]) {
      expect(await accept(ana, token)).toBe("link_ended");
      expect(await findInvitation(stranger(), token)).toBeNull();
    }
    expect((await listInvitations(owner)).map(({ id }) => id)).toEqual([newer.id]);
    expect(await outcome(revokeInvitation(owner, { invitationId: revoked.id }))).toBe("not_found");
  });

  it("is mailed to one address five times a day, whoever sends it; the link is there all the same", async () => {
    const owners = [(await shop()).owner, (await shop()).owner];
    const post = await startMailServer();
    await withSettings({ SMTP_URL: post.url, MAIL_FROM: "till@shop.example" }, async () => {
      const made = [];
      for (let n = 0; n < 6; n++) {
        const owner = renewed(owners[n % 2] as MemberContext);
        made.push(
          await createInvitation(owner, wanted({ email: n % 2 ? "victim@example.com" : "Victim@example.com" })),
        );
      }
      expect(made.map(({ mail }) => mail)).toEqual([...Array(5).fill("sent"), "failed"]);
      expect(await findInvitation(stranger(), made.at(-1)?.link.split("/").at(-1) ?? "")).not.toBeNull();
    });
    expect(post.mails).toHaveLength(5);
  });

  it("is mailed by one person fifty times a day, in all businesses and also if revoked; the links are there all the same", async () => {
    const { owner } = await shop();
    const { userId } = owner.actor;
    const other = await createMerchantFixture();
    await database().sql`
      insert into memberships (merchant_id, user_id, role) values (${other.merchantId}, ${userId}, 'owner')`;
    const shops = [owner, { ...owner, merchantId: other.merchantId }];
    const post = await startMailServer();
    await withSettings({ SMTP_URL: post.url, MAIL_FROM: "till@shop.example" }, async () => {
      const outcomes = [];
      for (let n = 0; n < 60; n++) {
        const ctx = renewed(shops[n % 2] as MemberContext);
        const { id, mail, token } = await invite(ctx, { email: `victim-${n}@example.com` });
        outcomes.push(mail);
        expect(await findInvitation(stranger(), token)).not.toBeNull();
        await revokeInvitation(ctx, { invitationId: id });
      }
      expect(outcomes).toEqual([...Array(50).fill("sent"), ...Array(10).fill("failed")]);
      expect((await invite(renewed((await shop()).owner), { email: "someone@example.com" })).mail).toBe("sent");
    });
    expect(post.mails).toHaveLength(51);
  });

  it("is mailed by one person fifty times when their last two are sent at once from two businesses", async () => {
    const { owner } = await shop();
    const { userId } = owner.actor;
    const other = await createMerchantFixture();
    const { sql } = database();
    await sql`insert into memberships (merchant_id, user_id, role) values (${other.merchantId}, ${userId}, 'owner')`;
    await sql`
      insert into invitations (merchant_id, email, role, token_hash, invited_by, expires_at, revoked_at)
      select ${other.merchantId}, n || '@victim.example', 'viewer', int4send(n), ${userId}, now(), now()
        from generate_series(1, 49) n`;
    const shops = [owner, { ...owner, merchantId: other.merchantId }];
    const post = await startMailServer();
    await withSettings({ SMTP_URL: post.url, MAIL_FROM: "till@shop.example" }, async () => {
      const running = await sql.begin(async (tx) => {
        await tx`lock table audit_log in share mode`;
        const sent = shops.map((ctx, n) => invite({ ...renewed(ctx), db: racers }, { email: `last-${n}@example.com` }));
        await waitForLocks(sent.length);
        return sent;
      });
      expect((await Promise.all(running)).map(({ mail }) => mail).toSorted()).toEqual(["failed", "sent"]);
    });
  });

  it("is mailed to one address five times when ten businesses send one at once", async () => {
    const owners = await Promise.all(Array.from({ length: 10 }, async () => (await shop()).owner));
    const post = await startMailServer();
    await withSettings({ SMTP_URL: post.url, MAIL_FROM: "till@shop.example" }, async () => {
      const running = await database().sql.begin(async (tx) => {
        // all of them have got as far as they can before any goes on
        await tx`lock table audit_log in share mode`;
        const sent = owners.map((owner) =>
          createInvitation({ ...renewed(owner), db: racers }, wanted({ email: "wanted@example.com" })),
        );
        await waitForLocks(sent.length);
        return sent;
      });
      const outcomes = (await Promise.all(running)).map(({ mail }) => mail);
      expect(outcomes.toSorted()).toEqual([...Array(5).fill("failed"), ...Array(5).fill("sent")]);
    });
    expect(post.mails).toHaveLength(5);
  });

  it("gives no role that its sender may not give, and is one shop's own", async () => {
    const { merchant, owner } = await shop();
    const other = await shop();
    const manager = await memberContext(merchant, { role: "manager" });
    expect(await outcome(createInvitation(manager, wanted({ role: "owner" })))).toBe("forbidden");
    const foreign = wanted({ role: "cashier", terminalIds: [other.merchant.terminalId] });
    expect(await outcome(createInvitation(owner, foreign))).toBe("not_found");
    const made = await invite(owner, { role: "owner" });
    expect(await outcome(revokeInvitation(other.owner, { invitationId: made.id }))).toBe("not_found");
    expect(await outcome(revokeInvitation(manager, { invitationId: made.id }))).toBe("forbidden");
    expect(await listInvitations(other.owner)).toEqual([]);
    expect(await findInvitation(stranger(), made.token)).not.toBeNull();
  });

  it("falls with its sender: whoever was removed has no door left", async () => {
    const { merchant, owner } = await shop();
    const manager = await memberContext(merchant, { role: "manager" });
    const { token } = await invite(manager, { role: "manager" });
    expect(await listInvitations(owner)).toHaveLength(1);
    await removeMember(owner, { userId: manager.actor.userId });
    expect(await accept(await deviceOf(await newPerson()), token)).toBe("link_ended");
    expect(await outcome(createInvitation(manager, wanted()))).toBe("forbidden");
    expect(await listInvitations(owner)).toEqual([]);
    const last = (await auditOf(merchant.merchantId)).slice(-2);
    expect(last.map(({ action }) => action).sort()).toEqual(["invitation.revoked", "member.removed"]);
    // not when its sender is back either
    await database().sql`
      insert into memberships (merchant_id, user_id, role) values (${merchant.merchantId}, ${manager.actor.userId}, 'manager')`;
    expect(await accept(await deviceOf(await newPerson()), token)).toBe("link_ended");
  });

  it("takes no place once its sender is gone, or may no longer give its role", async () => {
    const { merchant, owner } = await shop();
    const [manager, second] = [
      await memberContext(merchant, { role: "manager" }),
      await memberContext(merchant, { role: "owner" }),
    ];
    for (let n = 0; n < 48; n++) await invite(manager);
    const [toOwner, toViewer] = [await invite(second, { role: "owner" }), await invite(owner)];
    expect(await outcome(createInvitation(owner, wanted()))).toBe("conflict");
    const shown = { role: "owner" as const, terminalIds: [] };
    await changeMember(owner, { userId: second.actor.userId, role: "manager", terminalIds: [], shown });
    expect(await accept(await deviceOf(await newPerson()), toOwner.token)).toBe("link_ended");
    await removeMember(owner, { userId: manager.actor.userId });
    expect((await listInvitations(owner)).map(({ id }) => id)).toEqual([toViewer.id]);
    for (let n = 0; n < 49; n++) await invite(owner);
  });

  it("to an owner isn't replaced by whoever could not revoke it, and a replaced one is in the log", async () => {
    const { merchant, owner } = await shop();
    const manager = await memberContext(merchant, { role: "manager" });
    const toOwner = await invite(owner, { email: "alice@example.com", role: "owner" });
    expect(await outcome(createInvitation(manager, wanted({ email: "Alice@example.com" })))).toBe("forbidden");
    expect(await findInvitation(stranger(), toOwner.token)).not.toBeNull();
    const newer = await invite(owner, { email: "alice@example.com" });
    expect(await findInvitation(stranger(), toOwner.token)).toBeNull();
    const entries = await auditOf(merchant.merchantId);
    expect(entries.filter(({ action }) => action === "invitation.revoked")).toMatchObject([
      { target_id: toOwner.id, before: { email: "alice@example.com", role: "owner" } },
    ]);
    expect(entries.some(({ target_id }) => target_id === newer.id)).toBe(true);
  });

  it("accepted and replaced at the same moment, twenty times: never stuck, never both", async () => {
    const { owner } = await shop();
    for (let round = 0; round < 20; round++) {
      const person = await newPerson();
      const ana = { ...(await deviceOf(person)), db: racers };
      const { token } = await invite(owner, { email: person.email });
      const [accepted, replaced] = await Promise.all([
        accept(ana, token),
        outcome(createInvitation({ ...owner, db: racers }, wanted({ email: person.email }))),
      ]);
      expect([accepted, replaced].sort()).toEqual(accepted === "done" ? ["conflict", "done"] : ["done", "link_ended"]);
    }
  });

  it("no more than fifty are open at once", async () => {
    const { merchant, owner } = await shop();
    await database().sql`
      insert into invitations (merchant_id, role, token_hash, invited_by, expires_at)
      select ${merchant.merchantId}, 'viewer', sha256(n::text::bytea || ${merchant.merchantId}::text::bytea), ${owner.actor.userId}, now() + interval '1 day'
        from generate_series(1, 50) n`;
    expect(await outcome(createInvitation(owner, wanted()))).toBe("conflict");
    await database()
      .sql`update invitations set revoked_at = now() - interval '31 days' where merchant_id = ${merchant.merchantId}`;
    await removeOld(systemContext(database(), "test"));
    expect(await database().sql`select id from invitations where merchant_id = ${merchant.merchantId}`).toHaveLength(0);
    expect(await outcome(createInvitation(owner, wanted()))).toBe("done");
  });
});

describe("an invitation by mail", () => {
  it("names shop, sender and role, and carries the link that is shown as well", async () => {
    const { owner } = await shop();
    const post = await startMailServer();
    await withSettings({ SMTP_URL: post.url, MAIL_FROM: "till@shop.example" }, async () => {
      const made = await invite(renewed(owner), { email: "ana@example.com", role: "developer" });
      expect(made.mail).toBe("sent");
      expect(post.mails).toMatchObject([
        { to: ["ana@example.com"], headers: { subject: expect.stringContaining("Corner Bookshop") } },
      ]);
      const { text } = post.mails[0] as { text: string };
      expect(text).toContain(`\n${made.link}\n`);
      expect(text).toMatch(/invited you to join Corner Bookshop on Till as developer\./);
    });
  });

  it("that cannot be sent is told, and the link is there to hand over", async () => {
    const { owner } = await shop();
    const post = await startMailServer("refuse");
    await withSettings({ SMTP_URL: post.url, MAIL_FROM: "till@shop.example" }, async () => {
      const made = await invite(renewed(owner), { email: "ana@example.com" });
      expect(made.mail).toBe("failed");
      expect(await findInvitation(stranger(), made.token)).toMatchObject({ email: "ana@example.com" });
    });
  });

  it("stays one mail to one person whatever the shop is called", async () => {
    const { merchant, owner } = await shop();
    await database().sql`
      update merchants set name = ${"Shop\r\nBcc: everybody@example.com\r\n\r\nhello"} where id = ${merchant.merchantId}`;
    const post = await startMailServer();
    await withSettings({ SMTP_URL: post.url, MAIL_FROM: "till@shop.example" }, async () => {
      await invite(renewed(owner), { email: "ana@example.com" });
    });
    expect(post.mails[0]?.to).toEqual(["ana@example.com"]);
    expect(Object.keys(post.mails[0]?.headers ?? {})).not.toContain("bcc");
  });
});
