import { randomUUID } from "node:crypto";
import { describe, expect, it } from "vitest";
import { database } from "@/lib/base/db/client";
import { endSession } from "@/lib/people/accounts/end-session";
import { type BrowserToken, findKnownBrowser, issueBrowserToken } from "@/lib/people/accounts/known-browser";
import { changePassword } from "@/lib/people/sign-in/change-password";
import { signIn } from "@/lib/people/sign-in/sign-in";
import { accountKey, withAnonymousContext } from "@/lib/service/auth/anonymous";
import { limitSignIn } from "@/lib/service/auth/limit-sign-in";
import {
  deviceOf,
  LAPTOP,
  newPerson,
  outcome,
  PASSWORD,
  PHONE,
  stranger,
  withSettings,
} from "@/tests/support/accounts";

const open = withAnonymousContext("sign-up", async (ctx, _input: { email?: string }) => ctx.actor.type);

describe("sign-in attempts", () => {
  const email = () => `${randomUUID()}@example.com`;
  const attempts = async (many: number, attempt: (n: number) => Promise<void>) => {
    const outcomes = [];
    for (let n = 1; n <= many; n++) outcomes.push(await outcome(attempt(n)));
    return outcomes;
  };
  const three = ["done", "done", "done", "rate_limited"];

  it.each([
    ["an account", 18],
    ["no account", 19],
  ])("are counted by account and address, by address, and over %s", async (which, network) => {
    const named = which === "an account" ? (await newPerson()).email : email();
    const from = (n: number) => `198.${network}.${n}.1`;
    const own = { address: from(0), email: named, browser: null };
    const guess = (address: string) => limitSignIn({ ...own, address });
    await withSettings({ RATE_LIMIT_SIGN_IN_PER_MINUTE: "3" }, async () => {
      expect(await attempts(4, () => guess(from(1)))).toEqual(three);
      // guesses from one address do not block the person's own, until they come from many
      expect(await outcome(limitSignIn(own))).toBe("done");
      expect(await attempts(4, () => guess(from(2)))).toEqual(three);
      expect(await attempts(9, (n) => guess(from(10 + n)))).toEqual([...Array(8).fill("done"), "rate_limited"]);
      expect(await outcome(limitSignIn(own))).toBe("rate_limited");
      // a browser that has signed in before has a count of its own
      for (const browser of [randomUUID(), randomUUID()]) {
        const known = { ...own, address: from(browser.charCodeAt(0)), browser };
        expect(await attempts(4, () => limitSignIn(known))).toEqual(three);
      }
      const spray = attempts(10, () => limitSignIn({ ...own, address: from(200), email: email() }));
      expect(await spray).toEqual([...Array(9).fill("done"), "rate_limited"]);
    });
  });

  it("reach an account only by the spellings that are counted together", async () => {
    const person = await newPerson();
    const spelled = `i${person.email}`;
    await database().sql`update users set email = ${spelled} where id = ${person.id}`;
    const attempt = (email: string) => outcome(signIn(stranger(), { email, password: PASSWORD, code: "" }, LAPTOP));
    expect(await attempt(spelled.toUpperCase())).toBe("done");
    expect(accountKey(spelled.toUpperCase())).toBe(accountKey(spelled));
    // PostgreSQL's `lower` makes an i of it, as a browser's doesn't
    expect(await attempt(spelled.replace("i", "\u0130"))).toBe("sign_in_failed");
  });

  it("recognise a browser that has signed in to this account, until its password changes", async () => {
    const person = await newPerson();
    const device = await deviceOf(person);
    const issued = (await issueBrowserToken(device, device.sessionId)) as BrowserToken;
    const kept = new Map([[issued.userId, issued.token]]);
    const find = (named = person.email) => findKnownBrowser(stranger(), named, (userId) => kept.get(userId));
    const browser = await find(person.email.toUpperCase());
    expect(issued.token.startsWith(`${browser}.`)).toBe(true);
    const other = await newPerson();
    kept.set(other.id, issued.token);
    expect(await find(other.email)).toBe(null);
    expect(await find("nobody@example.com")).toBe(null);
    kept.set(person.id, `${randomUUID()}.${issued.token.split(".")[1]}`);
    expect(await find()).toBe(null);
    kept.set(person.id, issued.token);
    await changePassword(device, { newPassword: "another four words here" });
    expect(await find()).toBe(null);
    const again = (await issueBrowserToken(device, device.sessionId, browser ?? "")) as BrowserToken;
    kept.set(person.id, again.token);
    expect(await find()).toBe(browser);
    await endSession(stranger(), device.sessionId);
    expect(await issueBrowserToken(device, device.sessionId)).toBe(null);
  });
});

describe("actions without a session", () => {
  it("are limited per address, and per account from every address, whether the account exists or not", async () => {
    await withSettings({ RATE_LIMIT_SIGN_IN_PER_MINUTE: "3" }, async () => {
      expect(await open(LAPTOP, {})).toBe("public");
      expect(await outcome(open(LAPTOP, {}))).toBe("done");
      expect(await outcome(open(LAPTOP, {}))).toBe("done");
      expect(await outcome(open(LAPTOP, {}))).toBe("rate_limited");
      // the whole network behind an IPv6 customer is one caller
      const neighbours = [
        "2001:db8:0:1::1",
        "2001:db8:0:1::2",
        "2001:db8:0:1::3",
        "2001:db8:0:1::4",
        "2001:db8:0:2::1",
      ];
      const outcomes = [];
      for (const address of neighbours) outcomes.push(await outcome(open({ ...PHONE, address }, {})));
      expect(outcomes).toEqual(["done", "done", "done", "rate_limited", "done"]);
      const named = [];
      for (let n = 1; n <= 4; n++) {
        const email = n % 2 ? "Ana@example.com" : "ana@EXAMPLE.com";
        named.push(await outcome(open({ ...PHONE, address: `198.51.100.${n}` }, { email })));
      }
      expect(named).toEqual(["done", "done", "done", "rate_limited"]);
    });
  });
});
