import type { HexAddress } from "@/lib/settlement/address";
import { askToken } from "@/lib/settlement/rpc-calls";
import type { WatchContext } from "@/lib/settlement/watch-context";

const BATCH = 500;
/** PostgreSQL's; no real balance comes near it, but a token may have any supply. */
const MAX_BIGINT = 2n ** 63n - 1n;

/** `askedAt` as text: the moment that the answer takes the place of, to the microsecond. */
type Stale = { id: string; address: HexAddress; askedAt: string | null };

/**
 * Asks the token for the balances of addresses that a transfer has touched, and daily of all that are watched or held
 * something. Returns how many it was told; the rest waits for the next look.
 */
export async function refreshBalances({ network, db, providers }: WatchContext): Promise<number> {
  const stale = await db.sql<Stale[]>`
    select id, address, balance_at::text as "askedAt" from receive_addresses
     where last_leased_at is not null
       and (balance_at is null or balance_at < now() - interval '1 day'
            and (funded or last_leased_at > now() - interval '30 days'))
     order by balance_at nulls first, id limit ${BATCH}`;
  if (stale.length === 0) return 0;
  const answers = await providers.use(async (rpc) => {
    const all = await rpc.batch(stale.map((one) => askToken(network.token, "balanceOf", one.address)));
    // a provider that gives none is one that fails; single ones stay due
    if (all.every(({ error }) => error)) throw all[0]?.error;
    return all;
  });
  const told = stale.flatMap((one, index) => {
    const micros = answers[index]?.value;
    return micros === undefined ? [] : [{ ...one, micros: micros > MAX_BIGINT ? MAX_BIGINT : micros }];
  });
  await db.sql`
    update receive_addresses a set balance_micros = b.micros, balance_at = now(), funded = b.micros > 0
      from unnest(${told.map((one) => one.id)}::uuid[], ${told.map((one) => one.askedAt)}::text[],
                  ${told.map((one) => String(one.micros))}::bigint[]) as b(id, asked_at, micros)
     where a.id = b.id and a.balance_at is not distinct from b.asked_at::timestamptz`;
  return told.length;
}
