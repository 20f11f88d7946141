import { describe, expect, it } from "vitest";
import { type MemberContext, systemContext, type UserContext } from "@/lib/base/context/context";
import { database } from "@/lib/base/db/client";
import { findSession } from "@/lib/people/accounts/find-session";
import { acceptInvitation } from "@/lib/people/members/accept-invitation";
import { allowTwoStepSetup } from "@/lib/people/members/allow-two-step-setup";
import { createInvitation } from "@/lib/people/members/create-invitation";
import { signUpInvited } from "@/lib/people/members/sign-up-invited";
import { addPasskey, beginPasskey } from "@/lib/people/second-factor/add-passkey";
import { beginAuthenticator } from "@/lib/people/second-factor/begin-authenticator";
import { confirmAuthenticator } from "@/lib/people/second-factor/confirm-authenticator";
import { findSecondFactor } from "@/lib/people/second-factor/find-second-factor";
import { removeAuthenticator, removeAuthenticatorOf } from "@/lib/people/second-factor/remove-authenticator";
import { requestTwoStepLink } from "@/lib/people/second-factor/request-two-step-link";
import { changeEmail } from "@/lib/people/sign-in/change-email";
import { changePassword } from "@/lib/people/sign-in/change-password";
import { completePasswordReset } from "@/lib/people/sign-in/complete-password-reset";
import { confirmEmail } from "@/lib/people/sign-in/confirm-email";
import { createResetLink } from "@/lib/people/sign-in/create-reset-link";
import {
  codesOf,
  deviceOf,
  giveTwoStep,
  LAPTOP,
  newPerson,
  outcome,
  PASSWORD,
  PHONE,
  renewed,
  securityLogOf,
  stranger,
  type TestPerson,
  withSettings,
} from "@/tests/support/accounts";
import { createAuthenticator } from "@/tests/support/authenticator";
import { createMerchantFixture } from "@/tests/support/fixtures";
import { startMailServer } from "@/tests/support/mail-server";
import { auditOf, memberContext } from "@/tests/support/member-context";

type Shop = { merchantId: string; owner: MemberContext };

async function newShop({ requires = true } = {}): Promise<Shop> {
  const { merchantId } = await createMerchantFixture();
  const owner = await memberContext({ merchantId });
  await giveTwoStep(database(), owner.actor.userId);
  if (requires) await require({ merchantId, owner });
  return { merchantId, owner };
}

async function require({ merchantId }: Shop) {
  await database().sql`update merchants set requires_two_step = true where id = ${merchantId}`;
}

async function join({ merchantId }: Shop, { id }: TestPerson) {
  await database().sql`insert into memberships (merchant_id, user_id, role) values (${merchantId}, ${id}, 'viewer')`;
}

/** A member of a business that requires two-step sign-in, who doesn't have it, signed in with the password. */
async function newMember(...shops: Shop[]) {
  const person = await newPerson();
  for (const shop of shops) await join(shop, person);
  return { person, device: await deviceOf(person) };
}

/** Sets two-step sign-in up from start to end. */
async function setUp(device: UserContext, token = ""): Promise<string> {
  const begun = await beginAuthenticator(device, { token }).catch((error) => error);
  if (!("secret" in begun)) return begun.code;
  return outcome(confirmAuthenticator(device, { code: codesOf(begun.secret)[0], token }));
}

const allow = ({ owner }: Shop, { id }: TestPerson) => outcome(allowTwoStepSetup(owner, { userId: id }));

async function tokenFromInvitation({ owner }: Shop): Promise<string> {
  const { link } = await createInvitation(owner, { email: null, role: "viewer", terminalIds: [] });
  return tokenIn(link);
}

const NEW = "another four words here";

const tokenIn = (text: string) =>
  /\/(?:two-step|invitation|confirm-email|reset-password)\/([\w-]{43})/.exec(text)?.[1] ?? "";

async function withMail<T>(work: (lastToken: () => string) => Promise<T>): Promise<T> {
  const post = await startMailServer();
  return withSettings({ SMTP_URL: post.url, MAIL_FROM: "till@shop.example" }, () =>
    work(() => tokenIn(post.mails.at(-1)?.text ?? "")),
  );
}

async function passAnHour() {
  const { sql } = database();
  await sql`update users set two_step_link_until = two_step_link_until - interval '1 hour'`;
  await sql`update memberships set two_step_setup_until = two_step_setup_until - interval '1 hour'`;
}

describe("two-step sign-in that a business requires", () => {
  it("isn't set up with the password alone, not with an authenticator that was begun before it was required either", async () => {
    const shop = await newShop({ requires: false });
    const { person, device } = await newMember(shop);
    const { secret } = await beginAuthenticator(device);
    await require(shop);
    const refusal = await beginAuthenticator(device).catch((error) => error);
    expect(refusal).toMatchObject({ code: "forbidden" });
    expect(refusal.message).toContain("Ask an owner of Corner Bookshop to allow it under Settings > Team.");
    expect(await outcome(confirmAuthenticator(device, { code: codesOf(secret)[0] }))).toBe("forbidden");
    expect(await setUp(device, "A".repeat(43))).toBe("link_ended");
    expect(await findSecondFactor(device)).toMatchObject({ onSince: null });
    expect(await securityLogOf(person.id)).not.toContain("authenticator.added");
  });

  it("gives someone with the password alone no passkey and no other email, begun before or not", async () => {
    const shop = await newShop({ requires: false });
    const { person, device } = await newMember(shop);
    const { challengeId, options } = await beginPasskey(device);
    const response = createAuthenticator(device.settings.appUrl).create(options);
    await withMail(async (lastToken) => {
      await changeEmail(renewed(device), { email: "thief@example.com" });
      const token = lastToken();
      await require(shop);
      expect(await outcome(changeEmail(renewed(device), { email: "thief-2@example.com" }))).toBe("conflict");
      expect(await outcome(confirmEmail(stranger(), { token }, LAPTOP))).toBe("conflict");
    });
    expect(await outcome(changeEmail(device, { email: "thief@example.com" }))).toBe("conflict");
    expect(await outcome(beginPasskey(device))).toBe("conflict");
    const answer = JSON.stringify({ challengeId, response });
    expect(await outcome(addPasskey(device, { name: "Thief", answer }))).toBe("conflict");
    const left = await database().sql`
      select email, (select count(*)::int from passkeys p where p.user_id = u.id) as passkeys
        from users u where id = ${person.id}`;
    expect(left).toEqual([{ email: person.email, passkeys: 0 }]);
  });
});

describe("an owner's permission", () => {
  it("lets the member set it up within an hour, and is in both logs", async () => {
    const shop = await newShop();
    const { person, device } = await newMember(shop);
    expect(await allow(shop, person)).toBe("done");
    await passAnHour();
    expect(await setUp(device)).toBe("forbidden");
    expect(await allow(shop, person)).toBe("done");
    expect(await setUp(device)).toBe("done");
    const entries = (await auditOf(shop.merchantId)).filter(({ action }) => action.startsWith("member.two_step"));
    expect(entries.map(({ target_id, actor_type }) => ({ target_id, actor_type }))).toEqual([
      { target_id: person.id, actor_type: "user" },
      { target_id: person.id, actor_type: "user" },
    ]);
    const log = await securityLogOf(person.id);
    expect(log.filter((action) => action.startsWith("authenticator."))).toEqual([
      "authenticator.setup_allowed",
      "authenticator.setup_allowed",
      "authenticator.added",
    ]);
  });

  it("is needed from each business that requires it", async () => {
    const [ours, theirs] = [await newShop(), await newShop()];
    const { person, device } = await newMember(ours, theirs);
    expect(await allow(ours, person)).toBe("done");
    expect(await setUp(device)).toBe("forbidden");
    expect(await allow(theirs, person)).toBe("done");
    expect(await setUp(device)).toBe("done");
  });

  it("isn't given to others, for what isn't required or is on already, or where the member can get a link", async () => {
    const [shop, lax, other] = [await newShop(), await newShop({ requires: false }), await newShop()];
    const { person } = await newMember(shop, lax);
    expect(await allow(other, person)).toBe("not_found");
    expect(await allow(lax, person)).toBe("conflict");
    await withMail(async () => {
      const owner = renewed(shop.owner);
      expect(await outcome(allowTwoStepSetup(owner, { userId: person.id }))).toBe("conflict");
    });
    await giveTwoStep(database(), person.id);
    expect(await allow(shop, person)).toBe("conflict");
    expect((await auditOf(shop.merchantId)).map(({ action }) => action)).not.toContain("member.two_step_setup_allowed");
  });

  it("is over once it was used: after the operator turned two-step sign-in off, the password isn't enough again", async () => {
    const shop = await newShop();
    const { person, device } = await newMember(shop);
    await allow(shop, person);
    expect(await setUp(device)).toBe("done");
    const admin = systemContext(database(), "admin");
    await removeAuthenticatorOf(admin, person.email);
    expect(await setUp(device)).toBe("forbidden");
  });
});

describe("a setup link", () => {
  it("goes to the member's email, works for their session alone, once and for an hour, and is in the log", async () => {
    const shop = await newShop();
    const [member, other] = [await newMember(shop), await newMember(shop)];
    await withMail(async (lastToken) => {
      const [device, stranger] = [renewed(member.device), renewed(other.device)];
      expect((await beginAuthenticator(device).catch((error) => error)).message).toContain("setup link by email");
      expect(await requestTwoStepLink(device)).toEqual({ email: member.person.email, outcome: "mail_sent" });
      const old = lastToken();
      expect(await setUp(stranger, old)).toBe("link_ended");
      await requestTwoStepLink(device);
      expect(await setUp(device, old)).toBe("link_ended");
      await passAnHour();
      expect(await setUp(device, lastToken())).toBe("link_ended");
      await requestTwoStepLink(device);
      const token = lastToken();
      expect(await setUp(device, token)).toBe("done");
      await removeAuthenticatorOf(systemContext(database(), "admin"), member.person.email);
      expect(await setUp(device, token)).toBe("link_ended");
    });
    const log = await securityLogOf(member.person.id);
    expect(log.filter((action) => action === "authenticator.setup_requested")).toHaveLength(3);
  });

  it("ends with the password it was asked with", async () => {
    const { device } = await newMember(await newShop());
    await withMail(async (lastToken) => {
      await requestTwoStepLink(renewed(device));
      await changePassword(renewed(device), { newPassword: NEW });
      expect(await setUp(renewed(device), lastToken())).toBe("link_ended");
    });
  });

  it("is sent five times a day, by no server without email, and to no one who has two-step sign-in", async () => {
    const { person, device } = await newMember(await newShop());
    expect(await outcome(requestTwoStepLink(device))).toBe("conflict");
    await withMail(async () => {
      const codes = await Promise.all([1, 2, 3, 4, 5, 6, 7].map(() => outcome(requestTwoStepLink(renewed(device)))));
      expect(codes.toSorted()).toEqual([...Array.from({ length: 5 }, () => "done"), "rate_limited", "rate_limited"]);
      await giveTwoStep(database(), person.id);
      expect(await outcome(requestTwoStepLink(renewed(device)))).toBe("conflict");
    });
  });
});

describe("an invitation", () => {
  it("lets the person who takes it set up two-step sign-in, with a new account or their own, for an hour", async () => {
    const shop = await newShop();
    const ana = { email: "ana@invited.example", password: PASSWORD };
    await signUpInvited(stranger(), { token: await tokenFromInvitation(shop), name: "Ana", ...ana }, LAPTOP);
    const [{ id }] = await database().sql<[{ id: string }]>`select id from users where email = ${ana.email}`;
    expect(await setUp(await deviceOf({ id, email: ana.email }))).toBe("done");
    const [prompt, late] = [await deviceOf(await newPerson()), await deviceOf(await newPerson())];
    await acceptInvitation(late, { token: await tokenFromInvitation(shop) });
    await passAnHour();
    await acceptInvitation(prompt, { token: await tokenFromInvitation(shop) });
    expect([await setUp(late), await setUp(prompt)]).toEqual(["forbidden", "done"]);
  });

  it("from a business of a thief's own opens nothing of another", async () => {
    const [shop, thief] = [await newShop(), await newShop()];
    const { device } = await newMember(shop);
    await acceptInvitation(device, { token: await tokenFromInvitation(thief) });
    expect(await setUp(device)).toBe("forbidden");
  });
});

describe("a password reset by link", () => {
  it("lets the person set up two-step sign-in for an hour, since no one else knows the new password", async () => {
    const [member, late] = [await newMember(await newShop()), await newMember(await newShop())];
    const reset = async ({ email }: TestPerson) => {
      const { link } = await createResetLink(systemContext(database(), "admin"), email);
      await completePasswordReset(stranger(), { token: tokenIn(link), password: NEW }, PHONE);
    };
    await reset(late.person);
    await passAnHour();
    await reset(member.person);
    expect(await setUp(await deviceOf(late.person, LAPTOP, "", NEW))).toBe("forbidden");
    expect(await setUp(await deviceOf(member.person, LAPTOP, "", NEW))).toBe("done");
    expect(await setUp(member.device)).toBe("signed_out");
  });
});

describe("turning two-step sign-in on", () => {
  it("ends every other session and keeps this one", async () => {
    const person = await newPerson();
    const [device, other] = [await deviceOf(person), await deviceOf(person, PHONE)];
    expect(await setUp(device)).toBe("done");
    expect(await findSession(stranger(), other.sessionId)).toBeNull();
    expect(await outcome(changePassword(other, { newPassword: NEW }))).toBe("signed_out");
    expect(await outcome(changePassword(device, { newPassword: NEW }))).toBe("done");
  });

  it("removes the passkeys that someone may have added before, if wanted", async () => {
    const device = await deviceOf(await newPerson());
    const { challengeId, options } = await beginPasskey(device);
    const response = createAuthenticator(device.settings.appUrl).create(options);
    await addPasskey(device, { name: "Thief", answer: JSON.stringify({ challengeId, response }) });
    const { secret } = await beginAuthenticator(device);
    await confirmAuthenticator(device, { code: codesOf(secret)[0], removePasskeys: true });
    const log = (await securityLogOf(device.actor.userId)).slice(-2);
    expect(log.toSorted()).toEqual(["authenticator.added", "passkey.removed"]);
  });

  it("again with another authenticator works for an hour after a code turned it off", async () => {
    const shop = await newShop();
    const { person, device } = await newMember(shop);
    await allow(shop, person);
    const { secret } = await beginAuthenticator(device);
    const { recoveryCodes } = await confirmAuthenticator(device, { code: codesOf(secret)[0] });
    await removeAuthenticator(device, { code: recoveryCodes[0] as string });
    const another = await beginAuthenticator(device);
    await passAnHour();
    expect(await outcome(confirmAuthenticator(device, { code: codesOf(another.secret)[0] }))).toBe("forbidden");
  });
});
