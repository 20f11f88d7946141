import type { Transaction } from "@/lib/db/client";
import { type Lease, whoseTransfer } from "@/lib/settlement/whose";

type Arriving = { to: string; occurredAt: Date };

/** For each transfer the lease that it belongs to, or null, in the transfers' order. */
export async function whoseTransfers(tx: Transaction, arriving: readonly Arriving[]): Promise<(Lease | null)[]> {
  if (arriving.length === 0) return [];
  const leases = await leasesAround(tx, arriving);
  return arriving.map((one) => whoseTransfer(leases.get(one.to) ?? [], one.occurredAt));
}

/** Of each address the last lease before its first transfer and every later one: an address may have had thousands. */
async function leasesAround(tx: Transaction, arriving: readonly Arriving[]): Promise<Map<string, Lease[]>> {
  const firstMs = new Map<string, number>();
  for (const { to, occurredAt } of arriving) {
    firstMs.set(to, Math.min(firstMs.get(to) ?? Number.POSITIVE_INFINITY, occurredAt.getTime()));
  }
  const rows = await tx<(Lease & { address: string })[]>`
    select a.address, l.intent_id as "intentId", l.leased_at as "leasedAt"
      from unnest(${[...firstMs.keys()]}::text[],
                  ${[...firstMs.values()].map((ms) => new Date(ms).toISOString())}::text[]) as f(address, first)
           join receive_addresses a using (address) join address_leases l on l.address_id = a.id
     where l.leased_at >= coalesce((select max(leased_at) from address_leases
                                     where address_id = a.id and leased_at <= f.first::timestamptz), '-infinity')`;
  const byAddress = new Map<string, Lease[]>();
  for (const { address, ...lease } of rows) byAddress.set(address, [...(byAddress.get(address) ?? []), lease]);
  return byAddress;
}
