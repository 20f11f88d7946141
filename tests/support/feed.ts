import { randomUUID } from "node:crypto";
import { onTestFinished } from "vitest";
import { openDatabase, type Sql, type Transaction } from "@/lib/base/db/client";
import { env } from "@/lib/base/process/env";
import { call } from "@/tests/support/api";

type EventRow = { type?: string; terminalId?: string | null; environment?: string; createdAt?: string };

/** Writes an event that says nothing. Returns its ID. */
export async function writeEvent(
  sql: Sql | Transaction,
  merchantId: string,
  { type = "payment.success", terminalId = null, environment = "sandbox", createdAt }: EventRow = {},
): Promise<string> {
  const id = randomUUID();
  await sql`
    insert into events (id, merchant_id, terminal_id, environment, type, body, created_at)
    values (${id}, ${merchantId}, ${terminalId}, ${environment}, ${type}, ${`{"id":"${id}"}`}, coalesce(${createdAt ?? null}::timestamptz, now()))`;
  return id;
}

/** A connection pool of its own, as another process has. */
export function otherProcess(pool = 10) {
  const db = openDatabase(env().DATABASE_URL as string, { pool });
  onTestFinished(() => db.close());
  return db;
}

type Asked = Record<string, string | number>;

/** A page of the feed by API. */
export function readEvents(key: string, asked: Asked = {}) {
  const query = new URLSearchParams(Object.entries(asked).map(([name, value]) => [name, String(value)]));
  return call(`events?${query}`, undefined, { key });
}

/** The IDs of every event behind a place, page by page, and the place behind the last. */
export async function readAll(key: string, asked: Asked = {}): Promise<{ ids: string[]; next: string | null }> {
  const ids: string[] = [];
  let next = (asked.after as string | undefined) ?? null;
  for (;;) {
    const { status, text, json } = await readEvents(key, { ...asked, ...(next === null ? {} : { after: next }) });
    if (status !== 200) throw new Error(text);
    ids.push(...json.data.map(({ id }: { id: string }) => id));
    next = json.next;
    if (!json.has_more) return { ids, next };
  }
}
