import type { addressLeases } from "@/drizzle/schema";
import type { Transaction } from "@/lib/base/db/client";
import { cooldownSeconds, MIN_COOLDOWN_SECONDS } from "@/lib/chain/wallets/cooldown";

/**
 * Ends the leases of live intents that have just left `pending`, in the same transaction, and starts their addresses'
 * cooldown. Locks the addresses in the order of their ids, after the intents.
 */
export async function releaseAddresses(
  tx: Transaction,
  intentIds: string[],
  { paid }: { paid: boolean },
): Promise<void> {
  if (intentIds.length === 0) return;
  const ended = await tx<Pick<typeof addressLeases.$inferSelect, "addressId">[]>`
    update address_leases set released_at = now() where intent_id = any(${intentIds}::uuid[]) and released_at is null
    returning address_id as "addressId"`;
  if (ended.length === 0) return;
  await tx`
    with resting as (
      select id from receive_addresses where id = any(${ended.map((lease) => lease.addressId)}::uuid[])
       order by id for no key update)
    update receive_addresses
       set rests_until = greatest(now() + make_interval(secs => ${cooldownSeconds(paid)}), rests_after_loss_until),
           rests_at_least_until = now() + make_interval(secs => ${MIN_COOLDOWN_SECONDS})
     where id = any(array(select id from resting))`;
}
