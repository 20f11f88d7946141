import { cpSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import postgres from "postgres";
import { expect, inject, it, onTestFinished } from "vitest";
import { migrateDatabase } from "@/lib/db/migrate";
import { withDatabase } from "@/tests/support/cluster";

const BEFORE = "0002_accounts";

/** The migrations up to the one before the sums of what ended unpaid. */
function earlierMigrations(): string {
  const folder = mkdtempSync(path.join(tmpdir(), "till-migrations-"));
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
  cpSync(path.resolve("drizzle/migrations"), folder, { recursive: true });
  const file = path.join(folder, "meta/_journal.json");
  const journal = JSON.parse(readFileSync(file, "utf8"));
  const last = journal.entries.findIndex((entry: { tag: string }) => entry.tag === BEFORE);
  writeFileSync(file, JSON.stringify({ ...journal, entries: journal.entries.slice(0, last + 1) }));
  return folder;
}

it("an installation that is upgraded has the sums and flags of everything that was there before", async () => {
  const admin = postgres(inject("clusterUrl"), { max: 1, onnotice: () => {} });
  await admin.unsafe("create database till_upgraded");
  const url = withDatabase(inject("clusterUrl"), "till_upgraded");
  const sql = postgres(url, { max: 1, onnotice: () => {} });
  onTestFinished(async () => {
    await sql.end();
    await admin.unsafe("drop database till_upgraded with (force)");
    await admin.end();
  });
  await migrateDatabase(url, earlierMigrations());
  const [merchant] = await sql`insert into merchants (name) values ('Shop') returning id`;
  const [terminal] = await sql`insert into terminals (merchant_id, name) values (${merchant?.id}, 'Bar') returning id`;
  const insert = async (status: string, received: number) => {
    const [row] = await sql`
      insert into payment_intents (id, merchant_id, terminal_id, environment, amount_micros, received_micros, expires_at)
      values (gen_random_uuid(), ${merchant?.id}, ${terminal?.id}, 'sandbox', 10, ${received}, now()) returning id`;
    if (status !== "pending") {
      await sql`
        update payment_intents set status = ${status}, ${sql(`${status}_at`)} = '2026-03-01T10:30:00Z' where id = ${row?.id}`;
    }
    return row?.id;
  };
  const expired = await insert("expired", 4);
  await insert("expired", 0);
  await insert("cancelled", 0);
  await insert("paid", 12);
  await sql`
    insert into transfers (merchant_id, intent_id, network, tx_hash, log_index, amount_micros, occurred_at, counted)
    values (${merchant?.id}, ${expired}, 'sandbox', 'a', 0, 6, now(), false),
           (${merchant?.id}, ${expired}, 'sandbox', 'b', 0, 7, now(), false)`;

  await migrateDatabase(url, path.resolve("drizzle/migrations"));
  expect(
    await sql`select span, starts_at, expired_count::int, cancelled_count::int from unpaid_sums order by span`,
  ).toEqual([
    { span: "day", starts_at: new Date("2026-03-01T00:00:00Z"), expired_count: 2, cancelled_count: 1 },
    { span: "hour", starts_at: new Date("2026-03-01T10:00:00Z"), expired_count: 2, cancelled_count: 1 },
  ]);
  expect(
    await sql`select status, flags, uncounted_micros::int as late from payment_intents order by status, flags`,
  ).toEqual([
    { status: "cancelled", flags: 0, late: 0 },
    { status: "expired", flags: 0, late: 0 },
    { status: "expired", flags: 5, late: 13 },
    { status: "paid", flags: 2, late: 0 },
  ]);
  await insert("expired", 0);
  await insert("paid", 10);
  const [sums] = await sql`
    select (select expired_count::int from unpaid_sums where span = 'day') as expired,
           (select sales_count::int from sales_sums where span = 'day') as paid`;
  expect(sums).toEqual({ expired: 3, paid: 2 });
});
