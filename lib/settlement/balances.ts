import type { HexAddress } from "@/lib/settlement/address";
import { askToken } from "@/lib/settlement/rpc-calls";
import type { WatchContext } from "@/lib/settlement/watch-context";

const BATCH = 500;

/** `askedAt` as text: the moment that the answer takes the place of, to the microsecond. */
type Stale = { id: string; address: HexAddress; askedAt: string | null };

/**
 * Asks the token for the balances of addresses that a transfer has touched, and daily of all that are watched or held
 * something. Returns how many it asked for; the rest waits for the next look.
 */
export async function refreshBalances({ network, db, providers }: WatchContext): Promise<number> {
  const stale = await db.sql<Stale[]>`
    select id, address, balance_at::text as "askedAt" from receive_addresses
     where last_leased_at is not null
       and (balance_at is null or balance_at < now() - interval '1 day'
            and (funded or last_leased_at > now() - interval '30 days'))
     order by balance_at nulls first, id limit ${BATCH}`;
  if (stale.length === 0) return 0;
  const balances = await providers.use((rpc) =>
    rpc.ask(stale.map((one) => askToken(network.token, "balanceOf", one.address))),
  );
  await db.sql`
    update receive_addresses a set balance_micros = b.micros, balance_at = now(), funded = b.micros > 0
      from unnest(${stale.map((one) => one.id)}::uuid[], ${stale.map((one) => one.askedAt)}::text[],
                  ${balances.map(String)}::bigint[]) as b(id, asked_at, micros)
     where a.id = b.id and a.balance_at is not distinct from b.asked_at::timestamptz`;
  return stale.length;
}
