import type { Context } from "@/lib/base/context/context";
import { EnvError } from "@/lib/base/process/env";
import { isInFlight } from "@/lib/payments/refunds/in-flight";

/** A transaction expires within a day of its signature; a chain that is no longer read can't say what became of it. */
const LONG_EXPIRED = "1 day";

type Unfinished = { former: string; payments: number; items: number; refunds: number; transactions: number };

/**
 * The network may change only while nothing of the former one is unfinished: a payment that waits there would never be
 * paid or expire, and what was received there would be refunded with this network's money. Error: `EnvError`.
 */
export async function requireSameNetwork({ db, settings }: Context): Promise<void> {
  const { network } = settings;
  if (!network) return;
  const { sql } = db;
  const [found] = await sql<Unfinished[]>`
    with former as (select network as id from chain_cursors order by passed_at desc, network limit 1)
    select former.id as former,
           (select count(*) from payment_intents where environment = 'live' and status = 'pending')::int as payments,
           (select count(*) from attention_items where environment = 'live' and resolved_at is null)::int as items,
           (select count(*) from refunds
             where environment = 'live' and status not in ('final', 'cancelled'))::int as refunds,
           (select count(*) from sent_transactions s
             where s.network = former.id and s.expires_at > now() - ${LONG_EXPIRED}::interval and ${isInFlight(sql)})::int as transactions
      from former where former.id <> ${network.id}`;
  if (!found) return;
  const unfinished = [
    ["pending live payments", found.payments],
    ["items under Needs attention", found.items],
    ["refunds that haven't left", found.refunds],
    ["signed transactions under way", found.transactions],
  ].flatMap(([name, count]) => (count === 0 ? [] : `${name} (${count})`));
  if (unfinished.length === 0) return;
  throw new EnvError(
    `TRON_NETWORK: live payments were on ${found.former} until now, and this database still has something from there: ` +
      `${unfinished.join(", ")}. Start with the former network, and finish, cancel or resolve them before you change it. ` +
      "Or use another database for this network (DATA_DIR or DATABASE_URL).",
  );
}
