import { randomUUID } from "node:crypto";
import { type Context, publicContext, type UserContext } from "@/lib/base/context/context";
import { readSettings } from "@/lib/base/context/settings";
import { type Database, database } from "@/lib/base/db/client";
import { resetEnv } from "@/lib/base/process/env";
import { hashPassword } from "@/lib/people/accounts/password";
import { createTotp, sealTotpSecret } from "@/lib/people/second-factor/second-factor";
import { signIn } from "@/lib/people/sign-in/sign-in";

export const PASSWORD = "four words in a row";

export const LAPTOP = {
  address: "203.0.113.7",
  userAgent: "Mozilla/5.0 (X11; Linux x64; rv:128.0) Gecko/20100101 Firefox/128.0",
};
export const PHONE = {
  address: "2001:db8::7",
  userAgent:
    "Mozilla/5.0 (iPhone; CPU iPhone OS 17_5 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/17.5 " +
    "Mobile/15E148 Safari/604.1",
};

export type TestPerson = { id: string; email: string };

export const stranger = () => publicContext(database());

let hashed: Promise<string> | undefined;

/** Somebody with an account and no shop. */
export async function newPerson(email = `${randomUUID()}@example.com`): Promise<TestPerson> {
  hashed ??= hashPassword(PASSWORD);
  const passwordHash = await hashed;
  const [user] = await database().sql<[{ id: string }]>`
    insert into users (email, password_hash) values (${email}, ${passwordHash}) returning id`;
  return { id: user.id, email };
}

/** Signs a person in on a device by the verb, and gives the context that the device's actions have. */
export async function deviceOf(
  person: TestPerson,
  device = LAPTOP,
  code = "",
  password = PASSWORD,
): Promise<UserContext> {
  const { sessionId } = await signIn(stranger(), { email: person.email, password, code }, device);
  const actor = { type: "user" as const, userId: person.id, address: device.address };
  return { ...stranger(), actor, sessionId };
}

/** What an authenticator shows now and what it shows next: both are taken for the next 30 s at least. */
export function codesOf(secret: string): [now: string, next: string] {
  const totp = createTotp(secret, { issuer: "", account: "" });
  const now = Date.now();
  return [totp.generate({ timestamp: now }), totp.generate({ timestamp: now + 30_000 })];
}

/** Turns two-step sign-in on for the person with this id or email, without the steps on screen. */
export async function giveTwoStep({ sql }: Pick<Database, "sql">, who: string): Promise<void> {
  const [user] = await sql<[{ id: string }]>`select id from users where id::text = ${who} or email = ${who}`;
  const sealed = sealTotpSecret(user.id, "GEZDGNBVGY3TQOJQGEZDGNBVGY3TQOJQ");
  await sql`update users set totp_secret = ${sealed}, totp_enabled_at = now() where id = ${user.id}`;
}

/** The actions of a person's own security log, oldest first. */
export async function securityLogOf(userId: string): Promise<string[]> {
  const rows = await database().sql<{ action: string }[]>`
    select action from audit_log where merchant_id is null and target_id = ${userId} order by created_at, id`;
  return rows.map((row) => row.action);
}

/** The context as the next request makes it: under the settings that hold now. */
export function renewed<C extends Context>(ctx: C): C {
  return { ...ctx, settings: readSettings() };
}

/** Lives under these settings until the end of `work`. */
export async function withSettings<T>(settings: Record<string, string>, work: () => Promise<T>): Promise<T> {
  const before = Object.keys(settings).map((name) => [name, process.env[name]] as const);
  Object.assign(process.env, settings);
  resetEnv();
  try {
    return await work();
  } finally {
    for (const [name, value] of before) {
      if (value === undefined) delete process.env[name];
      else process.env[name] = value;
    }
    resetEnv();
  }
}

/** The code of the refusal, or `done`. */
export function outcome(running: Promise<unknown>): Promise<string> {
  return running.then(
    () => "done",
    (error) => error.code ?? String(error),
  );
}
