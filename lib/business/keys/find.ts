import type { Environment } from "@/lib/base/context/context";
import { databaseBatch } from "@/lib/base/db/batch";
import type { Database } from "@/lib/base/db/client";
import { processWide } from "@/lib/base/process/process-wide";

export type FoundKey = {
  keyId: string;
  merchantId: string;
  terminalId: string;
  terminalName: string;
  environment: Environment;
  intentLifeSeconds: number;
};

type Row = FoundKey & { hash: Buffer };

/**
 * The working key with this hash, read from the database; null if it is unknown or has ended, or its terminal is
 * archived. Concurrent calls share a query.
 */
export function findKey(db: Database, hash: Buffer): Promise<FoundKey | null> {
  return finder(db)(hash);
}

const finder = databaseBatch("keys.find", selectKeys, { concurrency: 2 });

/**
 * Like `findKey`, but up to five seconds old. Only for endpoints that check the key again in the statement that answers
 * or before they refuse, so that a key that was rotated meanwhile creates, reads and learns nothing.
 */
export async function recallKey(db: Database, hash: Buffer): Promise<FoundKey | null> {
  const memory = processWide("keys.memory", () => new Map<string, { key: FoundKey; until: number }>());
  const name = hash.toString("latin1");
  const known = memory.get(name);
  if (known && known.until > performance.now()) return known.key;
  const key = await findKey(db, hash);
  if (memory.size >= MEMORY_MAX) memory.clear();
  if (key) memory.set(name, { key, until: performance.now() + MEMORY_MS });
  else memory.delete(name);
  return key;
}

/** Removes a key from this process's cache. */
export function forgetKey(hash: Buffer): void {
  processWide("keys.memory", () => new Map()).delete(hash.toString("latin1"));
}

const MEMORY_MS = 5_000;
const MEMORY_MAX = 10_000;

async function selectKeys(db: Database, hashes: Buffer[]): Promise<(FoundKey | null)[]> {
  const rows = await db.sql<Row[]>`
    select k.key_hash as hash, k.id as "keyId", k.merchant_id as "merchantId", k.terminal_id as "terminalId",
           k.environment, t.name as "terminalName", t.intent_life_seconds as "intentLifeSeconds"
      from api_keys k join terminals t on t.id = k.terminal_id
     where k.key_hash = any(array(select decode(h, 'hex') from unnest(${hashes.map((hash) => hash.toString("hex"))}::text[]) h))
       and (k.ends_at is null or k.ends_at > now())
       and t.archived_at is null`;
  const byHash = new Map(rows.map((row) => [row.hash.toString("latin1"), row]));
  return hashes.map((hash) => byHash.get(hash.toString("latin1")) ?? null);
}
