import { describe, expect, it } from "vitest";
import { systemContext } from "@/lib/base/context/context";
import { database } from "@/lib/base/db/client";
import { findAccountLink } from "@/lib/people/accounts/find-link";
import { findSession } from "@/lib/people/accounts/find-session";
import { changeEmail } from "@/lib/people/sign-in/change-email";
import { changePassword } from "@/lib/people/sign-in/change-password";
import { completePasswordReset } from "@/lib/people/sign-in/complete-password-reset";
import { confirmEmail } from "@/lib/people/sign-in/confirm-email";
import { createResetLink } from "@/lib/people/sign-in/create-reset-link";
import { requestPasswordReset, sendResetLink } from "@/lib/people/sign-in/request-password-reset";
import { signIn } from "@/lib/people/sign-in/sign-in";
import {
  deviceOf,
  LAPTOP,
  newPerson,
  outcome,
  PASSWORD,
  PHONE,
  renewed,
  securityLogOf,
  stranger,
  withSettings,
} from "@/tests/support/accounts";
import { waitForLocks } from "@/tests/support/locks";
import { startMailServer } from "@/tests/support/mail-server";
import type { ReceivedMail } from "@/tests/support/smtp-server";
import { waitFor } from "@/tests/support/wait";

const NEW = "another fine phrase";
const operator = () => systemContext(database(), "admin");
const smtp = (url: string) => ({ SMTP_URL: url, MAIL_FROM: "Till <till@shop.example>" });
const tokenIn = (text: string | undefined) =>
  /\/(?:reset-password|confirm-email)\/([\w-]{43})(?:\s|$)/.exec(text ?? "")?.[1] ?? "";
const lives = async (sessionId: string) => (await findSession(stranger(), sessionId)) !== null;
const openSignIn = (email: string, password: string) =>
  outcome(signIn(stranger(), { email, password, code: "" }, LAPTOP));

describe("changing the password", () => {
  it("ends every other session, keeps this one, and the old password no longer works", async () => {
    const person = await newPerson();
    const here = await deviceOf(person);
    const there = await deviceOf(person, PHONE);
    await changePassword(here, { newPassword: NEW });
    expect([await lives(here.sessionId), await lives(there.sessionId)]).toEqual([true, false]);
    expect(await openSignIn(person.email, PASSWORD)).toBe("sign_in_failed");
    expect(await openSignIn(person.email, NEW)).toBe("done");
    expect(await securityLogOf(person.id)).toContain("password.changed");
  });

  it("is refused to a session that a reset has ended meanwhile, and the reset's password stays", async () => {
    const person = await newPerson();
    const [here, there] = [await deviceOf(person), await deviceOf(person, PHONE)];
    const { link } = await createResetLink(operator(), person.email);
    await completePasswordReset(stranger(), { token: tokenIn(link), password: NEW }, LAPTOP);
    expect(await outcome(changePassword(here, { newPassword: "an attacker's fine phrase" }))).toBe("signed_out");
    expect([await lives(here.sessionId), await lives(there.sessionId)]).toEqual([false, false]);
    expect(await openSignIn(person.email, NEW)).toBe("done");
  });

  it("of two devices at the same moment succeeds on one, and ends the other's session", async () => {
    const person = await newPerson();
    const devices = [await deviceOf(person), await deviceOf(person, PHONE)];
    const outcomes = await Promise.all(
      devices.map((device, n) => outcome(changePassword(device, { newPassword: `${NEW} ${n}` }))),
    );
    expect([...outcomes].sort()).toEqual(["done", "signed_out"]);
    const alive = await Promise.all(devices.map(({ sessionId }) => lives(sessionId)));
    expect(alive).toEqual(outcomes.map((one) => one === "done"));
    expect(await openSignIn(person.email, `${NEW} ${outcomes.indexOf("done")}`)).toBe("done");
  });

  it("ends every session of twenty simultaneous sign-ins with the old password", async () => {
    const person = await newPerson();
    const here = await deviceOf(person);
    const racing = Array.from({ length: 20 }, () =>
      signIn(stranger(), { email: person.email, password: PASSWORD, code: "" }, PHONE).catch(() => null),
    );
    await changePassword(here, { newPassword: NEW });
    const started = (await Promise.all(racing)).filter((session) => session !== null);
    const alive = await Promise.all(started.map((session) => lives(session.sessionId)));
    expect(alive.filter(Boolean)).toEqual([]);
    expect(await lives(here.sessionId)).toBe(true);
  });

  it.each(["a reset", "a new email"])("while a link for %s is used ends the link", async (purpose) => {
    const { sql } = database();
    const person = await newPerson();
    const here = await deviceOf(person);
    const token = tokenIn((await createResetLink(operator(), person.email)).link);
    if (purpose === "a new email") {
      await sql`
        update account_tokens set purpose = 'email_change', new_email = ${`new-${person.email}`} where user_id = ${person.id}`;
    }
    const follow = () =>
      purpose === "a new email"
        ? confirmEmail(stranger(), { token }, LAPTOP)
        : completePasswordReset(stranger(), { token, password: PASSWORD }, LAPTOP);
    const running = await sql.begin(async (tx) => {
      await tx`select from users where id = ${person.id} for update`;
      const changing = outcome(changePassword(here, { newPassword: NEW }));
      await waitForLocks(1);
      const following = outcome(follow());
      await waitForLocks(2);
      return [changing, following];
    });
    expect(await Promise.all(running)).toEqual(["done", "link_ended"]);
    expect(await openSignIn(person.email, NEW)).toBe("done");
  });

  it("is refused to a revoked session, which stays so", async () => {
    const person = await newPerson();
    const here = await deviceOf(person);
    await database().sql`update user_sessions set revoked_at = now() where id = ${here.sessionId}`;
    expect(await outcome(changePassword(here, { newPassword: NEW }))).toBe("signed_out");
    expect(await lives(here.sessionId)).toBe(false);
    expect(await openSignIn(person.email, PASSWORD)).toBe("done");
  });
});

describe("a password reset", () => {
  it("by the operator's link works once, ends all sessions and keeps the authenticator", async () => {
    const person = await newPerson();
    const device = await deviceOf(person);
    await database().sql`update users set totp_secret = '\\x01', totp_enabled_at = now() where id = ${person.id}`;
    const { link } = await createResetLink(operator(), person.email.toUpperCase());
    const token = tokenIn(link);
    expect(await findAccountLink(stranger(), "password_reset", token)).toEqual({ email: person.email, newEmail: null });
    expect(await findAccountLink(stranger(), "email_change", token)).toBeNull();
    await completePasswordReset(stranger(), { token, password: NEW }, LAPTOP);
    expect(await lives(device.sessionId)).toBe(false);
    expect(await openSignIn(person.email, NEW)).toBe("code_required");
    expect(await outcome(completePasswordReset(stranger(), { token, password: PASSWORD }, LAPTOP))).toBe("link_ended");
    expect(await findAccountLink(stranger(), "password_reset", token)).toBeNull();
    expect(await securityLogOf(person.id)).toEqual(["session.started", "password.reset_requested", "password.reset"]);
  });

  it("of twenty simultaneous uses of one link, one wins", async () => {
    const person = await newPerson();
    const token = tokenIn((await createResetLink(operator(), person.email)).link);
    const outcomes = await Promise.all(
      Array.from({ length: 20 }, (_, n) =>
        outcome(completePasswordReset(stranger(), { token, password: `${NEW} ${n}` }, LAPTOP)),
      ),
    );
    expect(outcomes.filter((code) => code === "done")).toHaveLength(1);
    expect(new Set(outcomes)).toEqual(new Set(["done", "link_ended"]));
  });

  it("has a link that ends after an hour or with a newer password, and is stored only as a hash", async () => {
    const person = await newPerson();
    const links = await Promise.all([1, 2].map(() => createResetLink(operator(), person.email)));
    const [old, other] = links.map(({ link }) => tokenIn(link)) as [string, string];
    const rows = await database().sql`select * from account_tokens where user_id = ${person.id}`;
    expect(rows).toHaveLength(2);
    expect(JSON.stringify(rows)).not.toContain(old);
    const [token] = await database().sql`
      update account_tokens set expires_at = expires_at - interval '61 minutes'
       where user_id = ${person.id} and token_hash = sha256(${old}::bytea) returning expires_at < now() as over`;
    expect(token).toEqual({ over: true });
    expect(await outcome(completePasswordReset(stranger(), { token: old, password: NEW }, LAPTOP))).toBe("link_ended");
    await changePassword(await deviceOf(person), { newPassword: NEW });
    expect(await outcome(completePasswordReset(stranger(), { token: other, password: PASSWORD }, LAPTOP))).toBe(
      "link_ended",
    );
    expect(await openSignIn(person.email, NEW)).toBe("done");
  });

  it("is refused to the operator when the email has no account", async () => {
    expect(await outcome(createResetLink(operator(), "nobody@example.com"))).toBe("invalid_request");
  });

  it("gets the same answer for every email, before anything is looked up", async () => {
    const person = await newPerson();
    const post = await startMailServer();
    await withSettings(smtp(post.url), async () => {
      await database().sql.begin(async (tx) => {
        // a lookup of the account would wait here
        await tx`lock table users in access exclusive mode`;
        const known = requestPasswordReset(stranger(), { email: person.email });
        const unknown = requestPasswordReset(stranger(), { email: "nobody@example.com" });
        expect(known).toEqual({ mail: "on" });
        expect(unknown).toEqual(known);
      });
      await waitFor("the one mail", () => post.mails.length === 1);
    });
    expect(post.mails[0]?.to).toEqual([person.email]);
  });

  it("is mailed with growing pauses, seven times a day, even in a race", async () => {
    const person = await newPerson();
    const post = await startMailServer();
    const ask = async (many = 1) => {
      await Promise.all(Array.from({ length: many }, () => sendResetLink(stranger(), person.email)));
      return post.mails.length;
    };
    const later = (minutes: number) => database().sql`
      update account_tokens set created_at = created_at - make_interval(mins => ${minutes}) where user_id = ${person.id}`;
    await withSettings(smtp(post.url), async () => {
      expect(await ask(20)).toBe(1);
      for (const [sent, pause] of [1, 5, 30, 120, 360, 360].entries()) {
        await later(pause - 1);
        expect(await ask()).toBe(sent + 1);
        await later(1);
        expect(await ask()).toBe(sent + 2);
      }
      await later(500);
      expect(await ask()).toBe(7);
      await later(1_000);
      expect(await ask()).toBe(8);
    });
  });

  it("is mailed as plain text, and not twice within a minute", async () => {
    const person = await newPerson();
    const post = await startMailServer();
    await withSettings({ ...smtp(post.url), APP_NAME: "Corner Pay" }, async () => {
      requestPasswordReset(stranger(), { email: person.email.toUpperCase() });
      const mail = (await waitFor("the mail", () => post.mails[0])) as ReceivedMail;
      expect(mail.from).toBe("till@shop.example");
      expect(mail.headers).toMatchObject({
        from: "Till <till@shop.example>",
        "content-type": "text/plain; charset=utf-8",
        "auto-submitted": "auto-generated",
      });
      expect(mail.text).toContain("Your password stays the same.");
      expect(mail.text).toMatch(/^http:\/\/localhost:3000\/reset-password\/[\w-]{43}$/m);
      requestPasswordReset(stranger(), { email: person.email });
      const other = await newPerson();
      requestPasswordReset(stranger(), { email: other.email });
      await waitFor("the mail of the later request", () => post.mails.some(({ to }) => to[0] === other.email));
      expect(post.mails).toHaveLength(2);
      await completePasswordReset(stranger(), { token: tokenIn(mail.text), password: NEW }, LAPTOP);
      await waitFor("the mail that tells of the change", () => post.mails.length === 3);
      expect(post.mails[2]?.text).toContain("All other sessions were signed out.");
    });
    expect(await openSignIn(person.email, NEW)).toBe("done");
  });

  it("without a mail server creates no link", async () => {
    const person = await newPerson();
    expect(requestPasswordReset(stranger(), { email: person.email })).toEqual({ mail: "off" });
    await sendResetLink(stranger(), person.email);
    expect(await database().sql`select id from account_tokens where user_id = ${person.id}`).toEqual([]);
  });
});

describe("a new email", () => {
  it("without a mail server is set immediately, and links to the old mailbox end", async () => {
    const person = await newPerson();
    const here = await deviceOf(person);
    const token = tokenIn((await createResetLink(operator(), person.email)).link);
    const email = `new-${person.email}`;
    expect(await changeEmail(here, { email })).toEqual({ outcome: "changed" });
    expect(await openSignIn(person.email, PASSWORD)).toBe("sign_in_failed");
    expect(await openSignIn(email, PASSWORD)).toBe("done");
    expect(await outcome(completePasswordReset(stranger(), { token, password: NEW }, LAPTOP))).toBe("link_ended");
    expect(await lives(here.sessionId)).toBe(true);
  });

  it.each(["with", "without"])(
    "%s a mail server is refused to a session that a reset has ended meanwhile",
    async (mail) => {
      const person = await newPerson();
      const here = await deviceOf(person);
      const post = await startMailServer();
      await withSettings(mail === "with" ? smtp(post.url) : {}, async () => {
        const { link } = await createResetLink(operator(), person.email);
        await completePasswordReset(stranger(), { token: tokenIn(link), password: NEW }, LAPTOP);
        expect(await outcome(changeEmail(renewed(here), { email: `thief-${person.email}` }))).toBe("signed_out");
      });
      expect(post.mails.filter(({ to }) => to.includes(`thief-${person.email}`))).toEqual([]);
      expect(await openSignIn(person.email, NEW)).toBe("done");
      const open = await database().sql`select from account_tokens where user_id = ${person.id} and used_at is null`;
      expect(open).toHaveLength(0);
    },
  );

  it("that has an account is refused, even when two accounts take it at the same moment", async () => {
    const taken = await newPerson();
    const racers = await Promise.all([1, 2].map(async () => deviceOf(await newPerson())));
    for (const each of racers)
      expect(await outcome(changeEmail(each, { email: taken.email.toUpperCase() }))).toBe("conflict");
    const email = `wanted-${taken.email}`;
    const outcomes = await Promise.all(racers.map((each) => outcome(changeEmail(each, { email }))));
    expect(outcomes.sort()).toEqual(["conflict", "done"]);
  });

  it("with a mail server needs the link in the new mailbox, and the old mailbox is informed", async () => {
    const person = await newPerson();
    const here = await deviceOf(person);
    const post = await startMailServer();
    const email = `new-${person.email}`;
    await withSettings(smtp(post.url), async () => {
      const asked = renewed(here);
      expect(await changeEmail(asked, { email: `first-${email}` })).toEqual({ outcome: "mail_sent" });
      expect(await changeEmail(asked, { email })).toEqual({ outcome: "mail_sent" });
      expect(post.mails.map((mail) => mail.to)).toEqual([[`first-${email}`], [email]]);
      const [first, second] = post.mails.map((mail) => tokenIn(mail.text)) as [string, string];
      expect(await openSignIn(person.email, PASSWORD)).toBe("done");
      expect(await outcome(confirmEmail(stranger(), { token: first }, LAPTOP))).toBe("link_ended");
      expect(await confirmEmail(stranger(), { token: second }, LAPTOP)).toEqual({ email });
      expect(await outcome(confirmEmail(stranger(), { token: second }, LAPTOP))).toBe("link_ended");
      await waitFor("the mail to the old address", () => post.mails.length === 3);
      expect(post.mails[2]?.to).toEqual([person.email]);
      expect(post.mails[2]?.text).toContain(email);
    });
    expect(await openSignIn(email, PASSWORD)).toBe("done");
  });

  it("is confirmed by one of twenty simultaneous uses of the link, and each step is in the security log", async () => {
    const person = await newPerson();
    const here = await deviceOf(person);
    const post = await startMailServer();
    const email = `new-${person.email}`;
    await withSettings(smtp(post.url), async () => {
      await changeEmail(renewed(here), { email });
      const token = tokenIn(post.mails[0]?.text);
      const rows = await database().sql`select * from account_tokens where user_id = ${person.id}`;
      expect(rows).toMatchObject([{ purpose: "email_change", new_email: email, used_at: null }]);
      expect(JSON.stringify(rows)).not.toContain(token);
      const uses = Array.from({ length: 20 }, () => outcome(confirmEmail(stranger(), { token }, LAPTOP)));
      const outcomes = await Promise.all(uses);
      expect(outcomes.filter((code) => code === "done")).toHaveLength(1);
      expect(new Set(outcomes)).toEqual(new Set(["done", "link_ended"]));
    });
    expect((await securityLogOf(person.id)).slice(-2)).toEqual(["email.change_requested", "email.changed"]);
    expect(await openSignIn(email, PASSWORD)).toBe("done");
  });

  it("of a link that is older than an hour, or than a new password, stays the old one", async () => {
    const person = await newPerson();
    const here = await deviceOf(person);
    const post = await startMailServer();
    await withSettings(smtp(post.url), async () => {
      await changeEmail(renewed(here), { email: `late-${person.email}` });
      const [link] = await database().sql`
        update account_tokens set expires_at = expires_at - interval '61 minutes'
         where user_id = ${person.id} returning expires_at < now() as over`;
      expect(link).toEqual({ over: true });
      await changeEmail(renewed(here), { email: `new-${person.email}` });
      await changePassword(renewed(here), { newPassword: NEW });
      const [late = "", ended = ""] = post.mails.map(({ text }) => tokenIn(text));
      expect(await outcome(confirmEmail(stranger(), { token: late }, LAPTOP))).toBe("link_ended");
      expect(await outcome(confirmEmail(stranger(), { token: ended }, LAPTOP))).toBe("link_ended");
    });
    expect(await openSignIn(person.email, NEW)).toBe("done");
  });

  it("with a mail server is mailed at most five times a day, since the mailbox may belong to someone else", async () => {
    const here = await deviceOf(await newPerson());
    const post = await startMailServer();
    await withSettings(smtp(post.url), async () => {
      const asked = Array.from({ length: 7 }, (_, n) =>
        outcome(changeEmail(renewed(here), { email: `victim+${n}@example.com` })),
      );
      expect((await Promise.all(asked)).sort()).toEqual([...Array(5).fill("done"), "rate_limited", "rate_limited"]);
    });
    expect(post.mails).toHaveLength(5);
  });

  it("with a mail server reveals nothing about other accounts", async () => {
    const taken = await newPerson();
    const here = await deviceOf(await newPerson());
    const post = await startMailServer();
    await withSettings(smtp(post.url), async () => {
      expect(await changeEmail(renewed(here), { email: taken.email })).toEqual({ outcome: "mail_sent" });
    });
    expect(post.mails.map(({ to, text }) => [to, tokenIn(text)])).toEqual([[[taken.email], ""]]);
    expect(post.mails[0]?.text).toContain("nothing was changed");
  });

  it("survives a mail server that refuses or never answers, and says that the mail failed", async () => {
    const person = await newPerson();
    const here = await deviceOf(person);
    const refusing = await startMailServer("refuse");
    await withSettings(smtp(refusing.url), async () => {
      expect(await changeEmail(renewed(here), { email: `new-${person.email}` })).toEqual({ outcome: "mail_failed" });
    });
    const hanging = await startMailServer("hang");
    await withSettings(smtp(hanging.url), () => changePassword(renewed(here), { newPassword: NEW }));
    expect(await openSignIn(person.email, NEW)).toBe("done");
  });
});
