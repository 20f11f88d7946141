import { randomBytes } from "node:crypto";
import { readdirSync } from "node:fs";
import path from "node:path";
import { type MemberContext, systemContext } from "@/lib/base/context/context";
import { database } from "@/lib/base/db/client";
import { createDeviceLink } from "@/lib/business/devices/create";
import { createRestrictedKey } from "@/lib/business/keys/create-restricted";
import { listReplacedSecrets } from "@/lib/business/keys/list-replaced-secrets";
import { rotateKey } from "@/lib/business/keys/rotate";
import { rotateRestrictedKey } from "@/lib/business/keys/rotate-restricted";
import { createMerchant } from "@/lib/business/merchants/create";
import { createInvitation } from "@/lib/people/members/create-invitation";
import { giveRate } from "@/tests/support/rates";
import { ask, bearer } from "@/tests/support/service";
import { waitFor } from "@/tests/support/wait";

export const PASSWORD = "a long enough password";

/** One merchant with one of everything that has an id. */
export type World = {
  email: string;
  memberEmail: string;
  merchant: string;
  terminal: string;
  payment: string;
  endpoint: string;
  delivery: string;
  request: string;
  key: string;
  restrictedKey: string;
  /** a replaced secret of that key */
  restrictedSecret: string;
  device: string;
  invitation: string;
  user: string;
  session: string;
  item: string;
  refund: string;
  /** the number of a shift at `terminal` */
  shift: string;
  /** that it prices in, and no other world does */
  currency: string;
};

/** Fills a running service with a merchant that has one of everything. */
export async function makeWorld(service: { url: string }, name: string, currency: string): Promise<World> {
  const db = database();
  const system = systemContext(db, "test");
  const [email, memberEmail] = [`${name}@example.com`, `${name}-member@example.com`];
  const made = await createMerchant(system, {
    name,
    email,
    password: PASSWORD,
    terminal: `${name} till`,
    webhookUrl: "http://127.0.0.1:9/hooks",
  });
  const merchant = made.merchant_id;
  const [owner] = await db.sql<[{ id: string }]>`select id from users where email = ${email}`;
  const ctx = {
    ...system,
    merchantId: merchant,
    actor: { type: "user" as const, userId: owner.id, address: "203.0.113.9" },
    environment: "sandbox" as const,
    role: "owner" as const,
    terminalIds: null,
  };
  const [user] = await db.sql<[{ id: string }]>`
    insert into users (email, password_hash) select ${memberEmail}, password_hash from users where id = ${owner.id}
    returning id`;
  await db.sql`insert into memberships (merchant_id, user_id, role) values (${merchant}, ${user.id}, 'viewer')`;
  const [session] = await db.sql<[{ id: string }]>`
    insert into user_sessions (user_id, version, address, user_agent, last_seen_at, expires_at)
    values (${owner.id}, 1, '203.0.113.9', 'test', now(), now() + interval '1 day') returning id`;
  const key = made.keys.sandbox;
  const { json } = await ask(service, "/api/v1/create-payment-intent", { amount_usdt: 7 }, bearer(key));
  await rotateKey(ctx, { terminalId: made.terminal_id, environment: "sandbox", graceHours: 24 });
  const [old] = await db.sql<[{ id: string }]>`
    select id from api_keys where terminal_id = ${made.terminal_id} and ends_at is not null`;
  const restricted = await makeRestrictedKey(ctx);
  const device = await createDeviceLink(ctx, { terminalId: made.terminal_id, name: "Tablet" });
  await createInvitation(ctx, { email: null, role: "manager", terminalIds: [] });
  const [invitation] = await db.sql<[{ id: string }]>`select id from invitations where merchant_id = ${merchant}`;
  const [delivery] = await db.sql<[{ id: string }]>`
    select d.id from webhook_deliveries d join events e on e.id = d.event_id where e.intent_id = ${json.intent.id}`;
  const request = await waitFor("the call to be logged", async () => {
    const [row] = await db.sql<{ id: string }[]>`select id from api_requests where merchant_id = ${merchant}`;
    return row;
  });
  await db.sql`
    insert into shifts (merchant_id, terminal_id, environment, number, opened_by, paid_count_before, paid_micros_before,
                        tip_micros_before, expired_count_before, cancelled_count_before)
    values (${merchant}, ${made.terminal_id}, 'sandbox', 1, 'Maria', 0, 0, 0, 0, 0)`;
  const { item, refund } = await makeRefund(merchant, made.terminal_id, owner.id);
  await giveRate({ merchantId: merchant }, { currency });
  return {
    email,
    memberEmail,
    merchant,
    terminal: made.terminal_id,
    payment: json.intent.id,
    endpoint: made.webhook_endpoint_id as string,
    delivery: delivery.id,
    request: request.id,
    key: old.id,
    ...restricted,
    device: device.deviceId,
    invitation: invitation.id,
    user: user.id,
    session: session.id,
    item,
    refund,
    shift: "1",
    currency,
  };
}

/** A restricted key with a replaced secret that still works. */
async function makeRestrictedKey(ctx: MemberContext) {
  const { id } = await createRestrictedKey(ctx, {
    name: "Shop plugin",
    terminalId: null,
    scopes: ["intents:read"],
    ipRanges: [],
    endsOn: null,
  });
  await rotateRestrictedKey(ctx, { restrictedKeyId: id, graceHours: 24 });
  const [secret] = await listReplacedSecrets(ctx, id);
  return { restrictedKey: id, restrictedSecret: secret?.id as string };
}

/** A sandbox payment that was paid in part, and a refund that waits to leave. */
async function makeRefund(merchant: string, terminal: string, userId: string) {
  const { sql } = database();
  const to = `0x${randomBytes(20).toString("hex")}`;
  const [made] = await sql<[{ item: string; refund: string }]>`
    with i as (insert into payment_intents (id, merchant_id, terminal_id, environment, amount_micros, received_micros,
                                            expires_at)
               values (gen_random_uuid(), ${merchant}, ${terminal}, 'sandbox', 9000000, 4000000,
                       now() + interval '1 hour') returning id),
         n as (insert into attention_items (merchant_id, environment, kind, intent_id, amount_micros)
               select ${merchant}, 'sandbox', 'partial', i.id, 5000000 from i returning id)
    insert into refunds (merchant_id, item_id, to_address, amount_micros, prepared_by)
    select ${merchant}, n.id, ${to}, 1000000, ${userId} from n returning item_id as item, id as refund`;
  return made;
}

/** Every page and route below a merchant, as the folders of its address: `["payments", "[payment]"]`. */
export function merchantPaths(): string[][] {
  return pathsBelow("app/(dashboard)/dashboard/[merchant]/[environment]");
}

/** The same below a keypad. */
export function keypadPaths(): string[][] {
  return pathsBelow("app/pos/[terminal]/[environment]");
}

function pathsBelow(folder: string): string[][] {
  const files = readdirSync(folder, { recursive: true, encoding: "utf8" });
  return files
    .filter((file) => /(^|\/)(page\.tsx|route\.ts)$/.test(file))
    .map((file) =>
      path
        .dirname(file)
        .split(path.sep)
        .filter((part) => part !== "." && !part.startsWith("(")),
    );
}

/** The address of such a page with ids of a world; throws for a kind of id that no world has. */
export function addressOf(parts: string[], world: World, merchant = world.merchant): string {
  const below = parts.map((part) => {
    const name = /^\[(\w+)\]$/.exec(part)?.[1];
    if (name === undefined) return part;
    const id = world[name as keyof World];
    if (id === undefined) throw new Error(`tests/support/tenancy.ts has no id for ${part}: give a world one`);
    return id;
  });
  return ["/dashboard", merchant, "sandbox", ...below].join("/");
}

/**
 * Every row of the database but what moves by looking: visits, sessions that begin, the request log, deliveries under
 * way.
 */
export async function everything(): Promise<string> {
  const { sql } = database();
  const tables = await sql<{ name: string }[]>`
    select table_name as name from information_schema.tables
     where table_schema = 'public' and table_type = 'BASE TABLE' order by 1`;
  const kept = tables.filter(({ name }) => !MOVING.includes(name));
  const dumps = await Promise.all(
    kept.map(
      ({ name }) =>
        sql`select ${name} as name, coalesce(jsonb_agg(to_jsonb(t) order by to_jsonb(t)::text), '[]') as rows from ${sql(name)} t`,
    ),
  );
  return JSON.stringify(dumps.flat(), (_, value) => (typeof value === "bigint" ? String(value) : value), 1);
}

const MOVING = ["api_requests", "user_sessions", "webhook_deliveries", "webhook_attempts"];
