import postgres from "postgres";
import { describe, expect, it, onTestFinished } from "vitest";
import { systemContext } from "@/lib/base/context/context";
import { type Database, directUrl, directVariable } from "@/lib/base/db/client";
import { explainFaults } from "@/lib/base/db/describe-fault";
import { INTENTS_CHANNEL, listen } from "@/lib/base/db/listen";
import { migrateDatabase, requireSchema } from "@/lib/base/db/migrate";
import { requireSessions } from "@/lib/base/db/require-usable";
import { unchangeableSettings } from "@/lib/base/db/unchangeable-settings";
import { seedDemoMerchant } from "@/lib/business/merchants/seed-demo";
import { simulatePayment } from "@/lib/payments/intents/simulate";
import { restoreBackup } from "@/lib/service/backup/restore";
import { writeBackup } from "@/lib/service/backup/write";
import { judgeSetting } from "@/scripts/admin/checks/storage";
import { call } from "@/tests/support/api";
import { migrations, newFolder, someLife } from "@/tests/support/backups";
import { deliverDue, deliveriesOf } from "@/tests/support/deliveries";
import { HOSTILE, hostileDatabase, migratedHostileDatabase } from "@/tests/support/hostile-database";
import { hasPgBouncer, startPgBouncer } from "@/tests/support/pgbouncer";
import { switchDatabase } from "@/tests/support/switch-database";
import { waitFor } from "@/tests/support/wait";

if (!hasPgBouncer())
  console.warn("SKIPPED: no pgbouncer on this machine, so hostile settings were not tried behind one.");

const WAYS = ["directly", "through PgBouncer in session mode", "through PgBouncer in transaction mode"] as const;
const ways = hasPgBouncer() ? WAYS : WAYS.slice(0, 1);

const PAYMENTS = 60;

/** Opens a database in one of the ways, as this process's own. */
async function open(url: string, way: (typeof WAYS)[number], pool = PAYMENTS): Promise<Database> {
  if (way === "directly") return switchDatabase(url, { pool });
  if (way.includes("session")) return switchDatabase(await startPgBouncer(url, "session"), { pool: 15 });
  return switchDatabase(await startPgBouncer(url), { pool, directUrl: url });
}

describe.each(ways)("where database and role set everything otherwise, %s", (way) => {
  it("payments are created, paid once, reported and delivered, and their times are right", async () => {
    const { url } = await migratedHostileDatabase();
    const db = await open(url, way);
    await requireSessions(directUrl(), directVariable());
    await requireSchema(directUrl(), migrations);
    await seedDemoMerchant(systemContext(db, "test"));
    const heard: string[] = [];
    const end = await listen(directUrl(), INTENTS_CHANNEL, (ids) => ids && heard.push(...ids.split(",")));
    onTestFinished(end);

    const merchant = await someLife();
    const key = merchant.keys.sandbox;
    expect((await call("create-payment-intent", { amount_usdt: 1 }, { key: "sk_sandbox_other" })).status).toBe(401);
    const start = new Date(Date.now() - 60_000).toISOString();
    const created = await Promise.all(
      Array.from({ length: PAYMENTS }, () => call("create-payment-intent", { amount_usdt: 2.5 }, { key })),
    );
    expect(new Set(created.map(({ status }) => status))).toEqual(new Set([200]));
    const [intent] = created.map(({ json }) => json.intent);
    const lifeMs = Date.parse(intent.expires_at) - Date.now();
    expect([lifeMs > 0, lifeMs < 3_600_000], intent.expires_at).toEqual([true, true]);

    const ctx = systemContext(db, "test");
    const paid = await Promise.all(
      created.map(({ json }) => simulatePayment(ctx, { id: json.intent.id, outcome: "paid" })),
    );
    expect(paid).toHaveLength(PAYMENTS);
    const again = await call("create-payment-intent", { amount_usdt: 2.5 }, { key });
    const racers = await Promise.allSettled(
      Array.from({ length: PAYMENTS }, () => simulatePayment(ctx, { id: again.json.intent.id, outcome: "paid" })),
    );
    expect(racers.filter(({ status }) => status === "fulfilled")).toHaveLength(1);
    const refused = racers.flatMap((racer) => (racer.status === "rejected" ? [racer.reason.code] : []));
    expect(new Set(refused)).toEqual(new Set(["invalid_transition"]));

    const status = await call(`intent-status?id=${again.json.intent.id}`, undefined);
    expect(status.json.status).toBe("paid");
    const query = new URLSearchParams({ start });
    const report = await call(`get-terminal-sales?${query}`, undefined, { key });
    // with those of the life before
    expect([report.status, report.json.summary?.sales_count]).toEqual([200, PAYMENTS + 1 + 4]);
    await waitFor("the news of the last payment", () => heard.includes(again.json.intent.id));

    await deliverDue({ db });
    const deliveries = await deliveriesOf(merchant.merchantId);
    expect(deliveries.length).toBeGreaterThan(2 * PAYMENTS);
    expect(new Set(deliveries.map((one) => one.status))).toEqual(new Set(["delivered"]));
  });

  it("sessions and transactions have Till's settings, and keep them", async () => {
    const { url } = await hostileDatabase();
    const db = await open(url, way, 3);
    const facts = await db.sql.begin(
      (tx) => tx`
        select current_setting('transaction_isolation') as isolation, current_setting('transaction_read_only') as "readOnly",
               current_setting('statement_timeout') as statements, current_setting('lock_timeout') as locks,
               current_setting('transaction_timeout', true) as transactions, now()::text as now, '\\xff'::bytea::text as bytes,
               0.1::float8::text as number, (${[null]}::text[])[1] is null as nulls, current_setting('synchronous_commit') as commits`,
    );
    const expected = {
      isolation: "read committed",
      readOnly: "off",
      statements: "30s",
      locks: "0",
      transactions: "0",
      commits: "on",
      now: expect.stringMatching(/^\d{4}-\d\d-\d\d [\d:.]+\+00$/),
      bytes: "\\xff",
      number: "0.1",
      nulls: true,
    };
    expect([...facts]).toEqual([expected]);
    const held = await db.reserve();
    const [session] =
      await held`select current_setting('idle_session_timeout') as idle, current_setting('exit_on_error') as exits`;
    held.release();
    expect(session).toEqual({ idle: "0", exits: "off" });
  });

  it("a backup is whole, and is restored into such a database", async () => {
    const { url } = await migratedHostileDatabase();
    const db = await open(url, way, 5);
    await seedDemoMerchant(systemContext(db, "test"));
    await someLife();
    const { folder, rows } = await writeBackup(systemContext(db, "test"), { to: newFolder() });
    const target = await hostileDatabase();
    const restored = await restoreBackup(target.url, { from: folder, migrations });
    expect(restored.rows).toBe(rows);
    const copy = switchDatabase(target.url, { pool: 5 });
    const textOf = async ({ sql }: Database) =>
      sql`select i::text as intent, e.body from payment_intents i join events e on e.intent_id = i.id order by 1, 2`;
    expect(await textOf(copy)).toEqual(await textOf(db));
    const [settled] = await copy.sql`select count(*)::int as count from pg_trigger where tgenabled <> 'O'`;
    expect(settled?.count).toBe(0);
  });
});

describe("what Till can't set", () => {
  it("is refused in words if triggers would be off, directly and through a pooler", async () => {
    const { url } = await hostileDatabase({ session_replication_role: "replica" }, []);
    const words =
      /^DATABASE_URL: session_replication_role turns triggers off.* alter role .* reset session_replication_role/;
    await expect(explainFaults("DATABASE_URL", () => migrateDatabase(url, migrations))).rejects.toThrow(words);
    const pooled = hasPgBouncer() ? await startPgBouncer(url) : url;
    const db = switchDatabase(pooled, { pool: 2, directUrl: url });
    for (let turn = 0; turn < 3; turn++) {
      await expect(explainFaults("DATABASE_URL", async () => db.sql`select 1`)).rejects.toThrow(words);
    }
  });

  it("is named to the operator", async () => {
    const { url } = await hostileDatabase();
    const { sql } = switchDatabase(url, { pool: 2 });
    const found = (await unchangeableSettings(sql, false)).map(judgeSetting);
    const named = found.map(({ state, detail }) => `${state} ${detail}`);
    expect(named).toContainEqual(expect.stringMatching(/^fail fsync is off: .* Set fsync = on/));
    expect(named).toContainEqual(
      expect.stringMatching(/^warn enable_indexscan is off.* alter role till reset enable_indexscan;/),
    );
    expect(named).not.toContainEqual(expect.stringContaining("idle_session_timeout"));
  });

  it("leaves an operator's stricter choice for commits, and raises one that loses them", async () => {
    const { url } = await hostileDatabase({ synchronous_commit: "remote_write" }, []);
    const read = async (to: string) => {
      const { sql } = switchDatabase(to, { pool: 2 });
      return [...(await sql`show synchronous_commit`)][0]?.synchronous_commit;
    };
    expect(await read(url)).toBe("remote_write");
    expect(await read((await hostileDatabase({ synchronous_commit: "off" }, [])).url)).toBe("on");
  });
});

describe("a pooler", () => {
  it.skipIf(!hasPgBouncer())("in transaction mode isn't taken for PostgreSQL itself", async () => {
    const { url } = await hostileDatabase({}, []);
    const pooled = await startPgBouncer(url);
    await expect(requireSessions(pooled, "DATABASE_URL")).rejects.toThrow(
      /^DATABASE_URL is the URL of a pooler in transaction mode\. Set DATABASE_DIRECT_URL/,
    );
    await expect(requireSessions(await startPgBouncer(url, "session"), "DATABASE_URL")).resolves.toBeUndefined();
  });

  it.skipIf(!hasPgBouncer())("in front of the server that can be written is found fit", async () => {
    const { url } = await hostileDatabase({}, []);
    for (const mode of ["session", "transaction"] as const) {
      const pooled = `${await startPgBouncer(url, mode)}?target_session_attrs=primary`;
      const { sql } = switchDatabase(pooled, { pool: 2, directUrl: mode === "session" ? undefined : url });
      expect(await sql`select 1 as one`).toEqual([{ one: 1 }]);
    }
  });

  it.skipIf(!hasPgBouncer())("keeps nothing that a statement of ours sets", async () => {
    const { url } = await hostileDatabase({ search_path: "elsewhere", bytea_output: "escape" }, []);
    const pooled = await startPgBouncer(url);
    const { sql } = switchDatabase(pooled, { pool: 8, directUrl: url });
    const [ours] = await sql`select current_setting('search_path') as path, current_setting('bytea_output') as output`;
    expect(ours).toEqual({ path: "public, pg_temp", output: "hex" });
    const other = postgres(pooled, { max: 4, prepare: false, fetch_types: false });
    onTestFinished(() => other.end());
    const seen = await Promise.all(
      Array.from({ length: 8 }, () => other`select current_setting('search_path') as path`),
    );
    expect(new Set(seen.map(([row]) => row?.path))).toEqual(new Set(["elsewhere"]));
  });

  it("whose transaction can't begin gives its connection back", async () => {
    const sql = postgres(
      process.env.DATABASE_URL as string,
      {
        max: 1,
        begin: (modes: string) => `begin ${modes}; select 1 / ${modes.includes("serializable") ? 0 : 1}`,
      } as postgres.Options<Record<string, never>>,
    );
    onTestFinished(() => sql.end());
    await expect(sql.begin("isolation level serializable", () => sql`select 1`)).rejects.toThrow(/division by zero/);
    expect([...(await sql`select 1 as one`)]).toEqual([{ one: 1 }]);
    await expect(sql`select no_such_column`).rejects.toMatchObject({ code: "42703" });
    expect(await sql`select 2 as two`.values()).toEqual([[2]]);
  });
});

it("every setting of the list is one that a server knows", async () => {
  const { sql } = switchDatabase((await hostileDatabase({}, [])).url, { pool: 2 });
  const known =
    await sql`select name from pg_settings where lower(name) = any(${Object.keys(HOSTILE).map((name) => name.toLowerCase())}::text[])`;
  expect(known.length).toBeGreaterThan(30);
});
