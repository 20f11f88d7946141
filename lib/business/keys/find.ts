import type { Environment, KeyTerminal } from "@/lib/base/context/context";
import { databaseBatch } from "@/lib/base/db/batch";
import type { Database } from "@/lib/base/db/client";
import { processWide } from "@/lib/base/process/process-wide";
import type { Role } from "@/lib/base/values/permissions";
import { grantableScopes, type Scope, TERMINAL_KEY_SCOPES } from "@/lib/base/values/scopes";

export type FoundKey = {
  /** of a restricted key the same through its rotations */
  keyId: string;
  merchantId: string;
  environment: Environment;
  /** null: every terminal of the merchant */
  terminal: KeyTerminal | null;
  scopes: readonly Scope[];
  ipRanges: readonly string[];
  isRestricted: boolean;
};

/**
 * The working key with this hash, read from the database; null if it is unknown or has ended, its terminal is archived,
 * or the member who made it has left. Concurrent calls share a query.
 */
export function findKey(db: Database, hash: Buffer): Promise<FoundKey | null> {
  return finder(db)(hash);
}

const finder = databaseBatch("keys.find", selectKeys, { concurrency: 2 });

/**
 * Like `findKey`, but a terminal's key is up to five seconds old. Only for endpoints that check it again in the
 * statement that answers or before they refuse, so that a key that was rotated meanwhile creates, reads and learns
 * nothing.
 */
export async function recallKey(db: Database, hash: Buffer): Promise<FoundKey | null> {
  const memory = processWide("keys.memory", () => new Map<string, { key: FoundKey; until: number }>());
  const name = hash.toString("latin1");
  const known = memory.get(name);
  if (known && known.until > performance.now()) return known.key;
  const key = await findKey(db, hash);
  if (memory.size >= MEMORY_MAX) memory.clear();
  if (key && !key.isRestricted) memory.set(name, { key, until: performance.now() + MEMORY_MS });
  else memory.delete(name);
  return key;
}

/** Removes a key from this process's cache. */
export function forgetKey(hash: Buffer): void {
  processWide("keys.memory", () => new Map()).delete(hash.toString("latin1"));
}

const MEMORY_MS = 5_000;
const MEMORY_MAX = 10_000;

type Row = Omit<FoundKey, "terminal" | "scopes"> & {
  hash: Buffer;
  terminalId: string | null;
  terminalName: string;
  intentLifeSeconds: number;
  /** of a restricted key */
  scopes: Scope[];
  /** of a restricted key's maker */
  role: Role;
};

async function selectKeys(db: Database, hashes: Buffer[]): Promise<(FoundKey | null)[]> {
  const { sql } = db;
  const asked = hashes.map((hash) => hash.toString("hex"));
  const wanted = sql`any(array(select decode(h, 'hex') from unnest(${asked}::text[]) h))`;
  const rows = await sql<Row[]>`
    select k.key_hash as hash, false as "isRestricted", k.id as "keyId", k.merchant_id as "merchantId", k.environment,
           t.id as "terminalId", t.name as "terminalName", t.intent_life_seconds as "intentLifeSeconds",
           null::text[] as scopes, '{}'::text[] as "ipRanges", null as role
      from api_keys k join terminals t on t.id = k.terminal_id
     where k.key_hash = ${wanted} and (k.ends_at is null or k.ends_at > now()) and t.archived_at is null
    union all
    select s.key_hash, true, k.id, k.merchant_id, k.environment, t.id, t.name, t.intent_life_seconds, k.scopes,
           k.ip_ranges, m.role
      from restricted_key_secrets s join restricted_keys k on k.id = s.key_id
      join memberships m on m.merchant_id = k.merchant_id and m.user_id = k.made_by
      left join terminals t on t.merchant_id = k.merchant_id and t.id = k.terminal_id
     where s.key_hash = ${wanted} and (s.ends_at is null or s.ends_at > now())
       and (k.ends_at is null or k.ends_at > now()) and t.archived_at is null`;
  const byHash = new Map(rows.map((row) => [row.hash.toString("latin1"), toFoundKey(row)]));
  return hashes.map((hash) => byHash.get(hash.toString("latin1")) ?? null);
}

function toFoundKey(row: Row): FoundKey {
  const { keyId, merchantId, environment, ipRanges, isRestricted, terminalId, terminalName, intentLifeSeconds } = row;
  const terminal = terminalId === null ? null : { id: terminalId, name: terminalName, intentLifeSeconds };
  return { keyId, merchantId, environment, terminal, scopes: scopesOf(row), ipRanges, isRestricted };
}

/** A restricted key does no more than the role of its maker allows by now. */
function scopesOf({ isRestricted, scopes, role }: Row): readonly Scope[] {
  if (!isRestricted) return TERMINAL_KEY_SCOPES;
  const granted = grantableScopes(role);
  return scopes.filter((scope) => granted.includes(scope));
}
