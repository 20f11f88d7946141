import type { HexAddress } from "@/lib/settlement/address";
import { type AlarmKind, clearAlarm, raiseAlarm } from "@/lib/settlement/alarms";
import { askToken } from "@/lib/settlement/rpc-calls";
import type { WatchContext } from "@/lib/settlement/watch-context";

/** What the contract answers; null where it has no such function, as other tokens than USDT's. */
type TokenState = Record<"paused" | "deprecated" | "basisPointsRate" | "maximumFee", bigint | null>;

const QUESTIONS = ["paused", "deprecated", "basisPointsRate", "maximumFee"] as const;

/**
 * Asks the token's contract whether it is paused, replaced or takes a fee, and whether its issuer has frozen addresses that
 * wait for money or hold some. Each is an alarm until it is over; a frozen address is not leased again.
 */
export async function checkToken(ctx: WatchContext): Promise<void> {
  const { network, db } = ctx;
  const state = await readToken(ctx);
  await weigh(ctx, "token_paused", state.paused, "The USDT contract is paused: nobody can pay.");
  await weigh(ctx, "token_deprecated", state.deprecated, "The USDT contract was replaced by another one.");
  const fee = state.basisPointsRate === null ? null : state.basisPointsRate * (state.maximumFee ?? 1n);
  await weigh(ctx, "token_fee", fee, "The USDT contract takes a fee: less arrives than payers send.");
  await checkFrozen(ctx);
  const kept = Object.fromEntries(QUESTIONS.map((name) => [name, wordOf(name, state[name])]));
  await db.sql`
    update chain_cursors set token_checked_at = now(), token = ${JSON.stringify(kept)}::text::jsonb
     where network = ${network.id}`;
}

function wordOf(name: (typeof QUESTIONS)[number], value: bigint | null): string | boolean {
  if (value === null) return "unknown";
  return name === "paused" || name === "deprecated" ? value !== 0n : String(value);
}

async function readToken({ network, providers }: WatchContext): Promise<TokenState> {
  const answers = await providers.use((rpc) => rpc.batch(QUESTIONS.map((name) => askToken(network.token, name))));
  return Object.fromEntries(QUESTIONS.map((name, index) => [name, answers[index]?.value ?? null])) as TokenState;
}

async function weigh({ network, db }: WatchContext, kind: AlarmKind, value: bigint | null, message: string) {
  if (value === null) return;
  if (value === 0n) await clearAlarm(db.sql, { network: network.id, kind });
  else await raiseAlarm(db.sql, { network: network.id, kind, message });
}

type Held = { id: string; merchantId: string; address: HexAddress; wasFrozen: boolean };

async function checkFrozen({ network, db, providers }: WatchContext): Promise<void> {
  const held = await db.sql<Held[]>`
    select a.id, a.merchant_id as "merchantId", a.address, a.blacklisted_at is not null as "wasFrozen"
      from receive_addresses a
     where a.last_leased_at is not null
       and (a.funded or a.blacklisted_at is not null
            or exists (select from address_leases l where l.address_id = a.id and l.released_at is null))
     order by a.id`;
  const calls = held.map((one) => askToken(network.token, "isBlackListed", one.address));
  const answers = held.length === 0 ? [] : await providers.use((rpc) => rpc.batch(calls));
  const changed = { frozen: [] as string[], freed: [] as string[] };
  for (const [index, { id, wasFrozen }] of held.entries()) {
    const value = answers[index]?.value;
    if (value === undefined || (value !== 0n) === wasFrozen) continue;
    changed[value === 0n ? "freed" : "frozen"].push(id);
  }
  await db.sql`update receive_addresses set blacklisted_at = now() where id = any(${changed.frozen}::uuid[])`;
  await db.sql`update receive_addresses set blacklisted_at = null where id = any(${changed.freed}::uuid[])`;
  for (const merchantId of new Set(held.map((one) => one.merchantId))) {
    const frozen = held.filter((one) => one.merchantId === merchantId && isFrozen(one, changed)).length;
    const alarm = { network: network.id, kind: "blacklisted" as const, merchantId };
    const message = `The issuer of USDT has frozen ${frozen} receive address(es): what they hold cannot be moved.`;
    await (frozen > 0 ? raiseAlarm(db.sql, { ...alarm, message }) : clearAlarm(db.sql, alarm));
  }
}

function isFrozen({ id, wasFrozen }: Held, { frozen, freed }: { frozen: string[]; freed: string[] }): boolean {
  return frozen.includes(id) || (wasFrozen && !freed.includes(id));
}
