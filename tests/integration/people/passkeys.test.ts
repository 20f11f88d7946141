import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { describe, expect, it, onTestFinished } from "vitest";
import { systemContext, type UserContext } from "@/lib/base/context/context";
import { readSettings } from "@/lib/base/context/settings";
import { database } from "@/lib/base/db/client";
import { findSession } from "@/lib/people/accounts/find-session";
import { removeEndedChallenges } from "@/lib/people/accounts/remove-old";
import { addPasskey, beginPasskey } from "@/lib/people/second-factor/add-passkey";
import { beginAuthenticator } from "@/lib/people/second-factor/begin-authenticator";
import { confirmAuthenticator } from "@/lib/people/second-factor/confirm-authenticator";
import { listPasskeys } from "@/lib/people/second-factor/list-passkeys";
import { removePasskey } from "@/lib/people/second-factor/remove-passkey";
import { changePassword } from "@/lib/people/sign-in/change-password";
import { completePasswordReset } from "@/lib/people/sign-in/complete-password-reset";
import { createResetLink } from "@/lib/people/sign-in/create-reset-link";
import { signIn } from "@/lib/people/sign-in/sign-in";
import { beginPasskeySignIn, signInWithPasskey } from "@/lib/people/sign-in/sign-in-with-passkey";
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
  withSettings,
} from "@/tests/support/accounts";
import { attestedByAnyone, selfAttested } from "@/tests/support/attestation";
import { createAuthenticator } from "@/tests/support/authenticator";
import { waitForLocks } from "@/tests/support/locks";
import { startMailServer } from "@/tests/support/mail-server";
import { waitFor } from "@/tests/support/wait";

type Authenticator = ReturnType<typeof createAuthenticator>;
type Oddity = Parameters<Authenticator["get"]>[1];

const newAuthenticator = (options?: { counts: boolean }) => createAuthenticator(readSettings().appUrl, options);

async function register(device: UserContext, authenticator: Authenticator, odd: Oddity = {}, name = "Laptop") {
  const { challengeId, options } = await beginPasskey(device);
  return addPasskey(device, {
    name,
    answer: JSON.stringify({ challengeId, response: authenticator.create(options, odd) }),
  });
}

/** The answer of an authenticator to a new sign-in challenge. */
async function answerOf(authenticator: Authenticator, odd: Oddity = {}): Promise<string> {
  const { challengeId, options } = await beginPasskeySignIn(stranger());
  return JSON.stringify({ challengeId, response: authenticator.get(options, odd) });
}

const enter = (passkey: string) => outcome(signInWithPasskey(stranger(), { passkey }, PHONE));

async function personWithPasskey() {
  const person = await newPerson();
  const device = await deviceOf(person);
  const authenticator = newAuthenticator();
  const { id } = await register(device, authenticator);
  return { person, device, authenticator, id };
}

const NEW = "another long password";

const reset = async (email: string) => {
  const { link } = await createResetLink(systemContext(database(), "admin"), email);
  const token = link.split("/").at(-1) ?? "";
  return completePasswordReset(stranger(), { token, password: NEW }, PHONE);
};

describe("a password reset", () => {
  it("removes all passkeys of the account and of no other, and says so in the log and by email", async () => {
    const post = await startMailServer();
    const { person, device, authenticator } = await personWithPasskey();
    const other = await personWithPasskey();
    const phone = newAuthenticator();
    await register(device, phone, {}, "Phone");
    const answers = [await answerOf(authenticator), await answerOf(phone)];
    await withSettings({ SMTP_URL: post.url, MAIL_FROM: "till@shop.example" }, async () => {
      await reset(person.email);
      await waitFor("the email", () => post.mails.length === 1);
    });
    expect(post.mails[0]?.text).toContain("All passkeys of the account were removed.");
    expect(await listPasskeys(device)).toEqual([]);
    for (const answer of answers) expect(await enter(answer)).toBe("passkey_refused");
    expect(await enter(await answerOf(authenticator))).toBe("passkey_refused");
    expect(await enter(await answerOf(other.authenticator))).toBe("done");
    const { sql } = database();
    const removed = await sql`
      select before from audit_log where target_id = ${person.id} and action = 'passkey.removed' order by before->>'name'`;
    expect(removed.map(({ before }) => before)).toEqual([{ name: "Laptop" }, { name: "Phone" }]);
  });

  it("isn't followed by a passkey that a session of before was about to add", async () => {
    const { person, device } = await personWithPasskey();
    const { challengeId, options } = await beginPasskey(device);
    const answer = JSON.stringify({ challengeId, response: newAuthenticator().create(options) });
    await reset(person.email);
    expect(await outcome(addPasskey(device, { name: "Thief", answer }))).toBe("signed_out");
    expect(await listPasskeys(device)).toEqual([]);
  });

  it("isn't followed by the removal of a new passkey by a session of before", async () => {
    const { person, device } = await personWithPasskey();
    await reset(person.email);
    const owner = await deviceOf(person, PHONE, "", NEW);
    const { id: passkeyId } = await register(owner, newAuthenticator());
    expect(await outcome(removePasskey(device, { passkeyId }))).toBe("signed_out");
    expect(await listPasskeys(owner)).toMatchObject([{ id: passkeyId }]);
  });

  it("and a sign-in with a passkey at the same moment don't wait for each other, and no session remains", async () => {
    const { person, authenticator } = await personWithPasskey();
    const answer = await answerOf(authenticator);
    const { sql } = database();
    const running = await sql.begin(async (tx) => {
      // the sign-in has begun, and the reset comes between
      await tx`select from passkeys where user_id = ${person.id} for update`;
      const entering = outcome(signInWithPasskey(stranger(), { passkey: answer }, PHONE));
      await waitForLocks(1);
      const resetting = outcome(reset(person.email));
      await waitForLocks(2);
      return [entering, resetting];
    });
    expect(await Promise.all(running)).toEqual(["done", "done"]);
    const alive = await sql`
      select from user_sessions s join users u on u.id = s.user_id and u.session_version = s.version
       where u.id = ${person.id}`;
    expect(alive).toHaveLength(0);
  });
});

describe("a changed password", () => {
  it("keeps the passkeys or removes them all, as the person wants, and says so in the log and by email", async () => {
    const { person, device, authenticator } = await personWithPasskey();
    await register(device, newAuthenticator(), {}, "Stranger's phone");
    await changePassword(device, { newPassword: NEW });
    expect(await listPasskeys(device)).toHaveLength(2);
    const post = await startMailServer();
    await withSettings({ SMTP_URL: post.url, MAIL_FROM: "till@shop.example" }, async () => {
      await changePassword(renewed(device), { newPassword: PASSWORD, removePasskeys: true });
      await waitFor("the email", () => post.mails.length === 1);
    });
    expect(post.mails[0]?.text).toContain("All passkeys of the account were removed.");
    expect(await listPasskeys(device)).toEqual([]);
    expect(await enter(await answerOf(authenticator))).toBe("passkey_refused");
    const log = (await securityLogOf(person.id)).slice(-3);
    expect(log.toSorted()).toEqual(["passkey.removed", "passkey.removed", "password.changed"]);
  });
});

describe("a passkey", () => {
  it("is the whole sign-in of its owner, is listed with its last use, and each step is in the security log", async () => {
    const { person, device, authenticator } = await personWithPasskey();
    expect(await listPasskeys(device)).toMatchObject([{ name: "Laptop", lastUsedAt: null }]);
    const started = await signInWithPasskey(stranger(), { passkey: await answerOf(authenticator) }, PHONE);
    expect(started.userId).toBe(person.id);
    expect(await findSession(stranger(), started.sessionId)).toMatchObject({ email: person.email });
    expect(await listPasskeys(device)).toMatchObject([{ name: "Laptop", lastUsedAt: expect.any(Date) }]);
    expect((await securityLogOf(person.id)).slice(-2)).toEqual(["passkey.added", "session.started"]);
  });

  it("replaces the code of an account with two-step sign-in, and only its own account's", async () => {
    const { person, authenticator } = await personWithPasskey();
    const other = await personWithPasskey();
    await giveTwoStep(database(), person.id);
    const withPassword = async (password: string, given: Authenticator) => {
      const passkey = await answerOf(given);
      return outcome(signIn(stranger(), { email: person.email, password, passkey }, LAPTOP));
    };
    expect(await outcome(signIn(stranger(), { email: person.email, password: PASSWORD }, LAPTOP))).toBe(
      "code_required",
    );
    expect(await withPassword(PASSWORD, other.authenticator)).toBe("passkey_refused");
    expect(await withPassword("not the password", authenticator)).toBe("sign_in_failed");
    expect(await withPassword(PASSWORD, authenticator)).toBe("done");
  });

  it("takes no answer for another site, without the person's verification, or with another key", async () => {
    const { authenticator } = await personWithPasskey();
    const odd: Oddity[] = [
      { origin: "https://evil.example" },
      { rpId: "evil.example" },
      { verified: false },
      { forged: true },
    ];
    for (const each of odd)
      expect([each, await enter(await answerOf(authenticator, each))]).toEqual([each, "passkey_refused"]);
    for (const text of ["", "{}", "null", "[]", "not json", '{"challengeId":"1","response":{}}']) {
      expect(await enter(text)).toBe("passkey_refused");
    }
    expect(await enter(await answerOf(newAuthenticator()))).toBe("passkey_refused");
    expect(await enter(await answerOf(authenticator))).toBe("done");
  });

  it("answers a challenge once: of twenty simultaneous sign-ins with one answer, one wins", async () => {
    const { authenticator } = await personWithPasskey();
    const answer = await answerOf(authenticator);
    const outcomes = await Promise.all(Array.from({ length: 20 }, () => enter(answer)));
    expect(outcomes.filter((code) => code === "done")).toHaveLength(1);
    expect(new Set(outcomes)).toEqual(new Set(["done", "passkey_refused"]));
  });

  it("answers no challenge that is older than five minutes, which goes in the end", async () => {
    const { authenticator } = await personWithPasskey();
    const answer = await answerOf(authenticator);
    const { challengeId } = JSON.parse(answer) as { challengeId: string };
    const { sql } = database();
    await sql`update passkey_challenges set expires_at = expires_at - interval '5 minutes' where id = ${challengeId}`;
    expect(await enter(answer)).toBe("passkey_refused");
    expect(await removeEndedChallenges(stranger(), 1_000)).toBeGreaterThan(0);
    expect(await sql`select id from passkey_challenges where id = ${challengeId}`).toEqual([]);
  });

  it("that was copied is found out: a counter that doesn't rise is refused, in a race too", async () => {
    const { authenticator } = await personWithPasskey();
    expect(await enter(await answerOf(authenticator, { counter: 7 }))).toBe("done");
    expect(await enter(await answerOf(authenticator, { counter: 7 }))).toBe("passkey_refused");
    expect(await enter(await answerOf(authenticator, { counter: 3 }))).toBe("passkey_refused");
    const answers = await Promise.all(Array.from({ length: 10 }, () => answerOf(authenticator, { counter: 8 })));
    const outcomes = await Promise.all(answers.map(enter));
    expect(outcomes.filter((code) => code === "done")).toHaveLength(1);
  });

  it("of an authenticator that doesn't count works again and again", async () => {
    const device = await deviceOf(await newPerson());
    const authenticator = newAuthenticator({ counts: false });
    await register(device, authenticator);
    expect([await enter(await answerOf(authenticator)), await enter(await answerOf(authenticator))]).toEqual([
      "done",
      "done",
    ]);
  });
});

describe("adding a passkey", () => {
  it("takes the answer of the person who asked, for this site, once", async () => {
    const [device, other] = [await deviceOf(await newPerson()), await deviceOf(await newPerson())];
    const authenticator = newAuthenticator();
    const { challengeId, options } = await beginPasskey(device);
    const answer = JSON.stringify({ challengeId, response: authenticator.create(options) });
    expect(await outcome(addPasskey(other, { name: "Theirs", answer }))).toBe("passkey_refused");
    expect(await enter(answer)).toBe("passkey_refused");
    expect(await outcome(addPasskey(device, { name: "Laptop", answer }))).toBe("done");
    expect(await outcome(addPasskey(device, { name: "Laptop", answer }))).toBe("passkey_refused");
    expect(await outcome(register(other, authenticator))).toBe("passkey_refused");
    for (const odd of [{ origin: "https://evil.example" }, { rpId: "evil.example" }, { verified: false }]) {
      expect([odd, await outcome(register(device, newAuthenticator(), odd))]).toEqual([odd, "passkey_refused"]);
    }
    expect(await listPasskeys(device)).toHaveLength(1);
    expect(await listPasskeys(other)).toEqual([]);
  });

  it("needs a code where two-step sign-in is on, each once: the password and a session aren't enough", async () => {
    const device = await deviceOf(await newPerson());
    const { secret } = await beginAuthenticator(device);
    const [used, next] = codesOf(secret);
    const { recoveryCodes } = await confirmAuthenticator(device, { code: used });
    const code = recoveryCodes[0] as string;
    expect(await outcome(beginPasskey(device))).toBe("code_required");
    expect(await outcome(beginPasskey(device, { code: "000000" }))).toBe("wrong_code");
    expect(await outcome(beginPasskey(device, { code: used }))).toBe("wrong_code");
    const { challengeId, options } = await beginPasskey(device, { code: next });
    const answer = JSON.stringify({ challengeId, response: newAuthenticator().create(options) });
    expect(await outcome(addPasskey(device, { name: "Laptop", answer }))).toBe("done");
    expect(await outcome(beginPasskey(device, { code: next }))).toBe("wrong_code");
    expect([await outcome(beginPasskey(device, { code })), await outcome(beginPasskey(device, { code }))]).toEqual([
      "done",
      "wrong_code",
    ]);
    expect(await listPasskeys(device)).toHaveLength(1);
  });

  it("takes no attestation, and asks no server that one names", async () => {
    const asked: string[] = [];
    const server = createServer(({ url = "" }, response) => {
      asked.push(url);
      response.end();
    });
    await new Promise<void>((listening) => server.listen(0, "127.0.0.1", listening));
    onTestFinished(() => void server.close());
    const { port } = server.address() as AddressInfo;
    const device = await deviceOf(await newPerson());
    const attestations: Oddity[] = [
      { attest: attestedByAnyone(`http://127.0.0.1:${port}/revoked.crl`) },
      { attest: selfAttested },
      ...["fido-u2f", "tpm", "apple", "android-safetynet", "None", "", 0, null].map((fmt) => ({
        attest: () => ({ fmt, statement: null }),
      })),
      { attest: () => ({ fmt: "none", statement: { sig: Buffer.from("signed") } }) },
    ];
    const outcomes: string[] = [];
    for (const odd of attestations) outcomes.push(await outcome(register(device, newAuthenticator(), odd)));
    expect({ asked, outcomes: new Set(outcomes) }).toEqual({ asked: [], outcomes: new Set(["passkey_refused"]) });
    expect(await listPasskeys(device)).toEqual([]);
  });

  it("and removing it are told by email; a removed one opens nothing, and no one removes another's", async () => {
    const person = await newPerson();
    const post = await startMailServer();
    await withSettings({ SMTP_URL: post.url, MAIL_FROM: "Till <till@shop.example>" }, async () => {
      const device = renewed(await deviceOf(person));
      const other = await deviceOf(await newPerson());
      const authenticator = newAuthenticator();
      const { id } = await register(device, authenticator, {}, "Work phone");
      expect(await outcome(removePasskey(other, { passkeyId: id }))).toBe("not_found");
      await removePasskey(device, { passkeyId: id });
      expect(await enter(await answerOf(authenticator))).toBe("passkey_refused");
      await waitFor("both emails", () => post.mails.length === 2);
    });
    expect(post.mails.map(({ to }) => to)).toEqual([[person.email], [person.email]]);
    for (const { text } of post.mails) expect(text).toContain("Work phone");
    expect((await securityLogOf(person.id)).slice(-2)).toEqual(["passkey.added", "passkey.removed"]);
  });

  it("stops at twenty", async () => {
    const device = await deviceOf(await newPerson());
    for (let made = 0; made < 20; made += 1) await register(device, newAuthenticator());
    expect(await outcome(beginPasskey(device))).toBe("conflict");
  });

  it("stops at twenty when several that were begun before are added at once", async () => {
    const device = await deviceOf(await newPerson());
    for (let made = 0; made < 19; made += 1) await register(device, newAuthenticator());
    const begun = await Promise.all([1, 2, 3].map(() => beginPasskey(device)));
    const running = await database().sql.begin(async (tx) => {
      await tx`select from users where id = ${device.actor.userId} for update`;
      const adding = begun.map(({ challengeId, options }) => {
        const answer = JSON.stringify({ challengeId, response: newAuthenticator().create(options) });
        return outcome(addPasskey(device, { name: "Laptop", answer }));
      });
      await waitForLocks(adding.length);
      return adding;
    });
    expect((await Promise.all(running)).toSorted()).toEqual(["conflict", "conflict", "done"]);
    expect(await listPasskeys(device)).toHaveLength(20);
  });
});
