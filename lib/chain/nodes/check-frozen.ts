import type { receiveAddresses } from "@/drizzle/schema";
import type { Transaction } from "@/lib/base/db/client";
import type { HexAddress } from "@/lib/base/tron/address";
import { clearAlarm, raiseAlarm } from "@/lib/chain/nodes/alarms";
import { askContract } from "@/lib/chain/nodes/ask-contract";
import { askToken } from "@/lib/chain/nodes/rpc-calls";
import type { WatchContext } from "@/lib/chain/nodes/watch-context";

/** One request of most nodes. */
const AT_ONCE = 100;
/** No payment is read meanwhile. */
const MOST_REQUESTS = 5;

/** One check of all addresses, which may take several passes. */
export type FrozenCheck = {
  /** the addresses with lower ids have had their turn */
  after: string;
  /** could not be asked in their turn */
  missed: string[];
  /** missed ones that are asked again now */
  again: string[];
};

export function newFrozenCheck(): FrozenCheck {
  return { after: "00000000-0000-0000-0000-000000000000", missed: [], again: [] };
}

/**
 * Goes on with a check of whether the token's issuer has frozen addresses that wait for money, hold some or may be
 * leased again. True when it is through; else it goes on at the next call. An error leaves it where it was, except that
 * an address that can't be asked is asked again only after all others.
 */
export async function checkFrozen(ctx: WatchContext, check: FrozenCheck): Promise<boolean> {
  for (let n = 0; n < MOST_REQUESTS; n++) {
    const held = await listHeld(ctx, check);
    const { told, failure } = await askContract(
      ctx,
      held.map((one) => askToken(ctx.network.token, "isBlackListed", one.address)),
    );
    const missed = held.filter((_, index) => told[index] === undefined).map((one) => one.id);
    if (failure && missed.length === held.length) throw failure;
    await keepAnswers(ctx, held, told);
    check.missed.push(...missed);
    check.again = check.again.filter((id) => !held.some((one) => one.id === id));
    const last = held.at(-1)?.id;
    if (last && last > check.after) check.after = last;
    if (held.length === AT_ONCE) continue;
    if (check.missed.length === 0) return true;
    Object.assign(check, { again: check.missed, missed: [] });
  }
  return false;
}

type Held = Pick<typeof receiveAddresses.$inferSelect, "id" | "merchantId"> & {
  address: HexAddress;
  wasFrozen: boolean;
};

function listHeld({ db }: WatchContext, { after, again }: FrozenCheck): Promise<Held[]> {
  return db.sql<Held[]>`
    select a.id, a.merchant_id as "merchantId", a.address, a.blacklisted_at is not null as "wasFrozen"
      from receive_addresses a
     where a.last_leased_at is not null and (a.id > ${after} or a.id = any(${again}::uuid[]))
       and (a.balance_micros > 1 or a.blacklisted_at is not null
            or exists (select from address_leases l where l.address_id = a.id and l.released_at is null)
            or a.funded and a.retired_at is null
               and not (select never_reuse_addresses from merchants where id = a.merchant_id))
     order by a.id limit ${AT_ONCE}`;
}

async function keepAnswers({ network, db }: WatchContext, held: Held[], told: (bigint | null | undefined)[]) {
  const changed = { frozen: [] as string[], freed: [] as string[] };
  for (const [index, { id, wasFrozen }] of held.entries()) {
    const value = told[index];
    if (value === undefined || value === null || (value !== 0n) === wasFrozen) continue;
    changed[value === 0n ? "freed" : "frozen"].push(id);
  }
  const concerned = held.filter(({ id, wasFrozen }) => wasFrozen || changed.frozen.includes(id));
  if (concerned.length === 0) return;
  await db.sql.begin(async (tx) => {
    // locked in the order of everybody who locks several
    await tx`
    with held as (
      select id from receive_addresses where id = any(${[...changed.frozen, ...changed.freed]}::uuid[])
       order by id for no key update)
    update receive_addresses set blacklisted_at = case when id = any(${changed.frozen}::uuid[]) then now() end
     where id = any(array(select id from held))`;
    for (const merchantId of new Set(concerned.map((one) => one.merchantId))) {
      await reviewFrozen(tx, network.id, merchantId);
    }
  });
}

/** Raises `blacklisted` for a merchant with frozen addresses, or ends it. */
async function reviewFrozen(sql: Transaction, network: string, merchantId: string): Promise<void> {
  const [{ count }] = await sql<[{ count: number }]>`
    select count(*)::int as count from receive_addresses where merchant_id = ${merchantId} and blacklisted_at is not null`;
  const alarm = { network, kind: "blacklisted" as const, merchantId };
  const message = `The issuer has frozen ${count === 1 ? "1 address" : `${count} addresses`}.`;
  await (count > 0 ? raiseAlarm(sql, { ...alarm, message }) : clearAlarm(sql, alarm));
}
