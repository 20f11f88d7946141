import { describe, expect, it } from "vitest";
import { listAccountLog } from "@/lib/base/audit/list-account";
import { systemContext } from "@/lib/base/context/context";
import { database } from "@/lib/base/db/client";
import { timeCursor } from "@/lib/base/lists/cursor";
import { changeName } from "@/lib/people/accounts/change-name";
import { endSession } from "@/lib/people/accounts/end-session";
import { findSession } from "@/lib/people/accounts/find-session";
import { listSessions } from "@/lib/people/accounts/list-sessions";
import { revokeOtherSessions } from "@/lib/people/accounts/revoke-other-sessions";
import { revokeSession } from "@/lib/people/accounts/revoke-session";
import { confirmPassword } from "@/lib/people/sign-in/confirm-password";
import { createResetLink } from "@/lib/people/sign-in/create-reset-link";
import { signIn } from "@/lib/people/sign-in/sign-in";
import { removeOld } from "@/lib/service/jobs/remove-old";
import {
  deviceOf,
  LAPTOP,
  newPerson,
  outcome,
  PASSWORD,
  PHONE,
  securityLogOf,
  stranger,
} from "@/tests/support/accounts";

const lives = async (sessionId: string) => (await findSession(stranger(), sessionId)) !== null;

describe("signing in", () => {
  it("gives an unknown account and a wrong password the same answer after the same work", async () => {
    const { email } = await newPerson();
    const refused = (given: string) =>
      signIn(stranger(), { email: given, password: "wrong", code: "" }, LAPTOP).catch((e) => e);
    await refused("warms-up@example.com");
    const [known, unknown] = [await refused(email), await refused("nobody@example.com")];
    expect(known).toMatchObject({ code: "sign_in_failed" });
    expect(unknown).toEqual(known);
    // of the processor: the clock tells what else the machine does
    const time = async (given: string) => {
      const times = [];
      for (let n = 0; n < 9; n++) {
        const start = process.cpuUsage();
        await refused(given);
        const { user, system } = process.cpuUsage(start);
        times.push(user + system);
      }
      return times.sort((a, b) => a - b)[4] as number;
    };
    // hashing takes most of it, and an answer without it a hundredth
    const ratio = (await time(email)) / (await time("nobody@example.com"));
    expect(ratio).toBeGreaterThan(0.2);
    expect(ratio).toBeLessThan(5);
  });

  it("accepts the email in any case, and shows a changed name", async () => {
    const person = await newPerson();
    const device = await deviceOf({ ...person, email: ` ${person.email.toUpperCase()}`.trim() });
    await changeName(device, { name: "Ana" });
    expect(await findSession(stranger(), device.sessionId)).toMatchObject({ name: "Ana", email: person.email });
  });

  it("checks the password again before a sensitive action", async () => {
    const device = await deviceOf(await newPerson());
    expect(await outcome(confirmPassword(device, PASSWORD))).toBe("done");
    expect(await outcome(confirmPassword(device, `${PASSWORD}.`))).toBe("wrong_password");
  });
});

describe("active sessions", () => {
  it("are listed by browser and device, the current one first", async () => {
    const person = await newPerson();
    const phone = await deviceOf(person, PHONE);
    const laptop = await deviceOf(person);
    await deviceOf(await newPerson());
    expect(await listSessions(phone)).toMatchObject([
      { id: phone.sessionId, device: "Safari on iPhone", address: PHONE.address, current: true },
      { id: laptop.sessionId, device: "Firefox on Linux", address: LAPTOP.address, current: false },
    ]);
  });

  it("end immediately when revoked, and only by their own person", async () => {
    const person = await newPerson();
    const [here, there] = [await deviceOf(person), await deviceOf(person, PHONE)];
    const thief = await deviceOf(await newPerson());
    expect(await outcome(revokeSession(thief, { sessionId: there.sessionId }))).toBe("not_found");
    expect(await lives(there.sessionId)).toBe(true);
    await revokeSession(here, { sessionId: there.sessionId });
    expect(await lives(there.sessionId)).toBe(false);
    expect(await outcome(revokeSession(here, { sessionId: there.sessionId }))).toBe("not_found");
    expect(await listSessions(here)).toHaveLength(1);
    expect((await securityLogOf(person.id)).at(-1)).toBe("session.revoked");
  });

  it("can all be ended but the current one, which ends for copies of its cookie too on signing out", async () => {
    const person = await newPerson();
    const [here, ...others] = [await deviceOf(person), await deviceOf(person, PHONE), await deviceOf(person)];
    const bystander = await deviceOf(await newPerson());
    expect(await revokeOtherSessions(here as typeof bystander)).toEqual({ ended: 2 });
    const alive = await Promise.all([here, ...others, bystander].map((each) => lives(each?.sessionId ?? "")));
    expect(alive).toEqual([true, false, false, true]);
    await endSession(stranger(), bystander.sessionId);
    expect(await lives(bystander.sessionId)).toBe(false);
  });

  it("aren't ended by a session that was ended meanwhile", async () => {
    const person = await newPerson();
    const [here, there] = [await deviceOf(person), await deviceOf(person, PHONE)];
    await revokeSession(here, { sessionId: there.sessionId });
    expect(await outcome(revokeSession(there, { sessionId: here.sessionId }))).toBe("signed_out");
    expect(await outcome(revokeOtherSessions(there))).toBe("signed_out");
    expect(await lives(here.sessionId)).toBe(true);
  });
});

describe("a person's security log", () => {
  it("shows only their entries, newest first, without a gap between pages", async () => {
    const person = await newPerson();
    const device = await deviceOf(person);
    await deviceOf(await newPerson());
    await database().sql.begin(async (tx) => {
      for (let n = 0; n < 119; n++) {
        await tx`
          insert into audit_log (actor_type, actor_id, action, target_type, target_id, created_at)
          values ('user', ${person.id}, ${`test.n${n}`}, 'user', ${person.id}, now() + ${n % 7} * interval '1 microsecond')`;
      }
    });
    const first = await listAccountLog(device, {});
    const second = await listAccountLog(device, { cursor: timeCursor.schema.parse(first.next) });
    const third = await listAccountLog(device, { cursor: timeCursor.schema.parse(second.next) });
    expect([first, second, third].map(({ entries }) => entries.length)).toEqual([50, 50, 20]);
    expect(third.next).toBeNull();
    const all = [first, second, third].flatMap(({ entries }) => entries);
    expect(new Set(all.map((entry) => entry.id)).size).toBe(120);
    expect(all.at(-1)).toMatchObject({ action: "session.started", by: "you", address: LAPTOP.address });
  });
});

describe("retention", () => {
  it("deletes ended sessions and used links, and keeps the valid ones", async () => {
    const person = await newPerson();
    const [here, old] = [await deviceOf(person), await deviceOf(person, PHONE)];
    const system = systemContext(database(), "test");
    await createResetLink(system, person.email);
    await createResetLink(system, person.email);
    await database().sql`update user_sessions set expires_at = now() - interval '1 second' where id = ${old.sessionId}`;
    await database().sql`
      update account_tokens set used_at = now() - interval '25 hours'
       where id = (select id from account_tokens where user_id = ${person.id} limit 1)`;
    expect(await removeOld(system, AbortSignal.abort())).toBe(0);
    expect(await removeOld(system)).toBe(2);
    expect(await database().sql`select id from user_sessions where user_id = ${person.id}`).toEqual([
      { id: here.sessionId },
    ]);
    expect(await database().sql`select id from account_tokens where user_id = ${person.id}`).toHaveLength(1);
  });
});
