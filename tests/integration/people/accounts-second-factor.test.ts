import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { publicContext, systemContext } from "@/lib/base/context/context";
import { type Database, database, openDatabase } from "@/lib/base/db/client";
import { endSession } from "@/lib/people/accounts/end-session";
import { beginAuthenticator } from "@/lib/people/second-factor/begin-authenticator";
import { countedAfter, pauseSeconds } from "@/lib/people/second-factor/code-pause";
import { confirmAuthenticator } from "@/lib/people/second-factor/confirm-authenticator";
import { findSecondFactor } from "@/lib/people/second-factor/find-second-factor";
import { findWrongCodes } from "@/lib/people/second-factor/find-wrong-codes";
import { removeAuthenticator, removeAuthenticatorOf } from "@/lib/people/second-factor/remove-authenticator";
import { replaceRecoveryCodes } from "@/lib/people/second-factor/replace-recovery-codes";
import { findTotpStep } from "@/lib/people/second-factor/second-factor";
import { changePassword } from "@/lib/people/sign-in/change-password";
import { signIn } from "@/lib/people/sign-in/sign-in";
import {
  codesOf,
  deviceOf,
  LAPTOP,
  newPerson,
  outcome,
  PASSWORD,
  securityLogOf,
  stranger,
  type TestPerson,
  withSettings,
} from "@/tests/support/accounts";
import { startMailServer } from "@/tests/support/mail-server";
import { waitFor } from "@/tests/support/wait";

let racers: Database;

beforeAll(() => {
  racers = openDatabase(process.env.DATABASE_URL as string, { pool: 20 });
});

afterAll(() => racers.close());

const enter = (person: TestPerson, code: string, ctx = stranger()) =>
  outcome(signIn(ctx, { email: person.email, password: PASSWORD, code }, LAPTOP));

/**
 * A person with two-step sign-in: `used` turned it on, `next` is still valid, and `later` gives one that is valid by
 * then.
 */
async function guarded() {
  const person = await newPerson();
  const device = await deviceOf(person);
  const { secret } = await beginAuthenticator(device);
  const [used, next] = codesOf(secret);
  const { recoveryCodes } = await confirmAuthenticator(device, { code: used });
  return { person, device, used, next, later: () => codesOf(secret)[1], recoveryCodes };
}

async function forgetWrongCodes({ id }: TestPerson) {
  await database().sql`update users set wrong_codes = 0, wrong_codes_told_at = null where id = ${id}`;
}

/** As if the last wrong code had been that much earlier. */
async function letPass({ id }: TestPerson, seconds: number) {
  await database().sql`
    update users set last_wrong_code_at = last_wrong_code_at - make_interval(secs => ${seconds}) where id = ${id}`;
}

describe("an authenticator", () => {
  it("is required only after a first code was confirmed, and its secret is encrypted", async () => {
    const person = await newPerson();
    const device = await deviceOf(person);
    const { secret, uri } = await beginAuthenticator(device);
    expect(secret).toMatch(/^[A-Z2-7]{32}$/);
    expect(uri).toMatch(/^otpauth:\/\/totp\/Till:.*secret=[A-Z2-7]{32}&algorithm=SHA1&digits=6&period=30$/);
    expect(await enter(person, "")).toBe("done");
    expect(await outcome(confirmAuthenticator(device, { code: "000000x" }))).toBe("wrong_code");
    expect(await enter(person, "")).toBe("done");
    const { recoveryCodes } = await confirmAuthenticator(device, { code: codesOf(secret)[0] });
    expect(await enter(person, "")).toBe("code_required");
    const rows = await database().sql`
      select totp_secret::text, (select json_agg(r) from recovery_codes r where user_id = u.id) as codes
        from users u where id = ${person.id}`;
    expect(JSON.stringify(rows)).not.toContain(Buffer.from(secret).toString("hex"));
    for (const code of recoveryCodes) expect(JSON.stringify(rows)).not.toContain(code.replaceAll("-", ""));
    expect(await securityLogOf(person.id)).toContain("authenticator.added");
  });

  it("is not mentioned after a wrong password", async () => {
    const { person, next } = await guarded();
    const wrong = { email: person.email, password: "wrong", code: next };
    expect(await outcome(signIn(stranger(), wrong, LAPTOP))).toBe("sign_in_failed");
  });

  it("accepts no code twice: not the first one, and once of twenty simultaneous uses", async () => {
    const { person, used, next } = await guarded();
    expect(await enter(person, used)).toBe("wrong_code");
    const outcomes = await Promise.all(Array.from({ length: 20 }, () => enter(person, next, publicContext(racers))));
    expect(outcomes.filter((result) => result === "done")).toHaveLength(1);
    expect(new Set(outcomes)).toEqual(new Set(["done", "wrong_code", "codes_paused"]));
    await forgetWrongCodes(person);
    expect(await enter(person, next)).toBe("wrong_code");
    expect(await enter(person, used)).toBe("wrong_code");
  });

  it("records wrong codes in the security log, since someone had the password", async () => {
    const { person } = await guarded();
    expect(await enter(person, "000000")).toBe("wrong_code");
    expect((await securityLogOf(person.id)).at(-1)).toBe("session.refused");
    expect(await enter(person, "")).toBe("code_required");
    expect((await securityLogOf(person.id)).filter((action) => action === "session.refused")).toHaveLength(1);
  });

  it("is removed with a code, and nothing of it remains", async () => {
    const { person, device, next } = await guarded();
    expect(await outcome(beginAuthenticator(device))).toBe("conflict");
    expect(await outcome(removeAuthenticator(device, { code: "000000" }))).toBe("wrong_code");
    expect(await findSecondFactor(device)).toMatchObject({ onSince: expect.any(Date), recoveryCodesLeft: 10 });
    await removeAuthenticator(device, { code: next });
    expect(await findSecondFactor(device)).toEqual({ onSince: null, recoveryCodesLeft: 0 });
    expect(await enter(person, "")).toBe("done");
    expect(await outcome(removeAuthenticator(device, { code: next }))).toBe("conflict");
    const [row] = await database().sql`select totp_secret, totp_last_step from users where id = ${person.id}`;
    expect(row).toEqual({ totp_secret: null, totp_last_step: null });
  });

  it("confirmed twice at once is turned on once, with one set of recovery codes", async () => {
    const person = await newPerson();
    const device = await deviceOf(person);
    const { secret } = await beginAuthenticator(device);
    const outcomes = await Promise.all(codesOf(secret).map((code) => outcome(confirmAuthenticator(device, { code }))));
    expect(outcomes.sort()).toEqual(["conflict", "done"]);
    expect(await findSecondFactor(device)).toMatchObject({ recoveryCodesLeft: 10 });
  });

  it("is neither begun, confirmed, removed nor given new codes by a session that was ended meanwhile", async () => {
    const other = await deviceOf(await newPerson());
    const { secret } = await beginAuthenticator(other);
    const { device, next } = await guarded();
    const endedMeanwhile = [other, device].map(({ sessionId }) => endSession(stranger(), sessionId));
    await Promise.all(endedMeanwhile);
    expect(await outcome(confirmAuthenticator(other, { code: codesOf(secret)[0] }))).toBe("signed_out");
    expect(await outcome(beginAuthenticator(other))).toBe("signed_out");
    expect(await outcome(replaceRecoveryCodes(device, { code: next }))).toBe("signed_out");
    expect(await outcome(removeAuthenticator(device, { code: next }))).toBe("signed_out");
    expect(await findSecondFactor(other)).toMatchObject({ onSince: null });
    expect(await findSecondFactor(device)).toMatchObject({ onSince: expect.any(Date), recoveryCodesLeft: 10 });
  });

  it("can be removed by the operator for someone who has lost everything", async () => {
    const { person } = await guarded();
    await removeAuthenticatorOf(systemContext(database(), "admin"), person.email);
    expect(await enter(person, "")).toBe("done");
    expect(await outcome(removeAuthenticatorOf(systemContext(database(), "admin"), person.email))).toBe(
      "invalid_request",
    );
  });
});

describe("recovery codes", () => {
  it("are ten of 80 random bits, and each works once, even in a race of twenty", async () => {
    const { person, recoveryCodes } = await guarded();
    expect(new Set(recoveryCodes).size).toBe(10);
    for (const code of recoveryCodes) expect(code).toMatch(/^([a-z2-7]{4}-){3}[a-z2-7]{4}$/);
    const [first, second] = recoveryCodes as [string, string];
    const outcomes = await Promise.all(Array.from({ length: 20 }, () => enter(person, first, publicContext(racers))));
    expect(outcomes.filter((result) => result === "done")).toHaveLength(1);
    expect(await enter(person, ` ${second.toUpperCase().replaceAll("-", " ")} `)).toBe("done");
    await forgetWrongCodes(person);
    expect(await enter(person, second)).toBe("wrong_code");
  });

  it("work for no other account", async () => {
    const [ours, theirs] = [await guarded(), await guarded()];
    expect(await enter(theirs.person, ours.recoveryCodes[0] as string)).toBe("wrong_code");
    expect(await enter(ours.person, ours.recoveryCodes[0] as string)).toBe("done");
  });

  it("are replaced with an authenticator code: the old ones end, the new ones work", async () => {
    const { person, device, next, recoveryCodes } = await guarded();
    expect(await outcome(replaceRecoveryCodes(device, { code: "000000" }))).toBe("wrong_code");
    const fresh = await replaceRecoveryCodes(device, { code: next });
    expect(await enter(person, recoveryCodes[0] as string)).toBe("wrong_code");
    expect(await enter(person, fresh.recoveryCodes[0] as string)).toBe("done");
    expect(await findSecondFactor(device)).toMatchObject({ recoveryCodesLeft: 9 });
  });
});

describe("wrong codes", () => {
  it("cause pauses of up to two hours across processes, while recovery codes still work", async () => {
    const { person, later, recoveryCodes } = await guarded();
    for (let n = 0; n < 5; n++) expect(await enter(person, "000000")).toBe("wrong_code");
    for (const seconds of [60, 120, 240, 480, 960, 1920, 3840, 7200]) {
      await letPass(person, seconds - 55);
      expect([seconds, await enter(person, later(), publicContext(racers))]).toEqual([seconds, "codes_paused"]);
      await letPass(person, 55);
      expect([seconds, await enter(person, "000000")]).toEqual([seconds, "wrong_code"]);
    }
    // of the longest pause one is forgotten, so the next one is as long
    await letPass(person, 7_000);
    expect(await enter(person, later())).toBe("codes_paused");
    expect(await enter(person, recoveryCodes[0] as string)).toBe("done");
    expect(await enter(person, later())).toBe("codes_paused");
    await letPass(person, 200);
    expect(await enter(person, later())).toBe("done");
  });

  it("are checked five times when twenty come at once", async () => {
    const { person } = await guarded();
    const outcomes = await Promise.all(
      Array.from({ length: 20 }, () => enter(person, "000000", publicContext(racers))),
    );
    expect(outcomes.filter((result) => result === "wrong_code")).toHaveLength(5);
    expect(outcomes.filter((result) => result === "codes_paused")).toHaveLength(15);
  });

  it("count for changes to the authenticator too, and a correct code does not reset them", async () => {
    const { person, device, next } = await guarded();
    for (let n = 0; n < 4; n++)
      expect(await outcome(removeAuthenticator(device, { code: "000000" }))).toBe("wrong_code");
    expect(await enter(person, next)).toBe("done");
    expect(await outcome(replaceRecoveryCodes(device, { code: "000000" }))).toBe("wrong_code");
    for (const act of [removeAuthenticator, replaceRecoveryCodes]) {
      const refusal = await act(device, { code: "000000" }).catch((error) => error);
      expect(refusal).toMatchObject({ code: "codes_paused", extra: { retryAfterSeconds: expect.any(Number) } });
      expect(refusal.extra.retryAfterSeconds).toBeGreaterThan(0);
      expect(refusal.extra.retryAfterSeconds).toBeLessThanOrEqual(60);
    }
  });

  it("cause one email a day, and a warning on every page until the password changes", async () => {
    const post = await startMailServer();
    await withSettings({ SMTP_URL: post.url, MAIL_FROM: "till@example.com" }, async () => {
      const { person, device } = await guarded();
      const subjects = () =>
        post.mails.filter(({ to }) => to.includes(person.email)).map(({ headers }) => headers.subject);
      const told = () => subjects().filter((subject) => subject === "Till: Someone knows your password");
      for (let n = 0; n < 4; n++) await enter(person, "000000");
      expect(await findWrongCodes(device)).toBe(null);
      await enter(person, "000000");
      await waitFor("the mail", () => told().length === 1);
      expect(await findWrongCodes(device)).toEqual({ count: 5 });
      await letPass(person, 60);
      await enter(person, "000000");
      expect((await securityLogOf(person.id)).filter((action) => action === "session.refused")).toHaveLength(6);
      await changePassword(device, { newPassword: "another four words here" });
      expect(await findWrongCodes(device)).toBe(null);
      await waitFor("the mail about the password", () => subjects().includes("Till: Your password was changed"));
      expect(told()).toHaveLength(1);
    });
  });

  it("leave less than 1 in 1,000 for two weeks of guessing with a known password", () => {
    const twoWeeks = 14 * 86_400;
    let [now, count, last, guesses] = [0, 0, 0, 0];
    for (; now <= twoWeeks; now = last + pauseSeconds(count)) {
      count = countedAfter(count, now - last) + 1;
      last = now;
      guesses += 1;
    }
    expect(guesses).toBe(178);
    expect(1 - (1 - 3e-6) ** guesses).toBeLessThan(1 / 1_000);
  });
});

describe("the time step of a code", () => {
  // RFC 6238, appendix B: SHA-1 secret "12345678901234567890", here its last six digits
  const secret = "GEZDGNBVGY3TQOJQGEZDGNBVGY3TQOJQ";

  it.each([
    [59_000, "287082", 1n],
    [1_111_111_109_000, "081804", 37_037_036n],
    [1_234_567_890_000, "005924", 41_152_263n],
    [20_000_000_000_000, "353130", 666_666_666n],
  ])("at %i ms is that of RFC 6238's %s", (nowMs, code, step) => {
    expect(findTotpStep(secret, code, nowMs)).toBe(step);
    expect(findTotpStep(secret, code, nowMs + 30_000)).toBe(step);
    expect(findTotpStep(secret, code, nowMs - 30_000)).toBe(step);
    expect(findTotpStep(secret, code, nowMs + 60_000)).toBeNull();
    expect(findTotpStep(secret, code, nowMs - 60_000)).toBeNull();
  });

  it.each(["", "28708", "2870822", "28708x", "-87082", "２８７０８２"])("is none for %j", (code) => {
    expect(findTotpStep(secret, code, 59_000)).toBeNull();
  });
});
