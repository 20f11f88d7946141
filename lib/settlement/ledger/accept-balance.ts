import { z } from "zod";
import type { addressLedgers, receiveAddresses } from "@/drizzle/schema";
import { recordAudit } from "@/lib/base/audit/record";
import type { MemberContext } from "@/lib/base/context/context";
import { requireNetwork } from "@/lib/base/context/network";
import { lockLedger } from "@/lib/base/db/locks";
import { type HexAddress, hexFromTron, tronFromHex } from "@/lib/base/tron/address";
import { conflict } from "@/lib/base/values/errors";
import { reviewDiffering } from "@/lib/settlement/ledger/compare-ledgers";

const CHANGED =
  "The balance or your records of this address have changed since you opened this page. Nothing was changed. Reload the page.";

export const AcceptBalanceInput = z.object({
  address: z.string().max(100),
  /** what the member was shown, as whole numbers */
  shown: z.object({ balanceMicros: z.string().max(30), ledgerMicros: z.string().max(30) }),
});
export type AcceptBalanceInput = z.infer<typeof AcceptBalanceInput>;

export type DifferingAddress = { address: string; balanceMicros: bigint; ledgerMicros: bigint; since: Date };

const SHOWN = 20;

/**
 * The merchant's addresses whose balance differs from the ledger, the longest-standing first, twenty at most; `more`:
 * beyond those.
 */
export async function listDiffering({
  db: { sql },
  settings,
  merchantId,
}: MemberContext): Promise<{ addresses: DifferingAddress[]; more: number }> {
  const rows = await sql<(Omit<DifferingAddress, "address"> & { address: HexAddress; count: number })[]>`
    select a.address, coalesce(a.balance_micros, 0)::bigint as "balanceMicros", a.differs_at as since,
           (coalesce(l.opening_micros, 0) + coalesce(l.received_micros, 0) - coalesce(l.sent_micros, 0))::bigint as "ledgerMicros",
           (count(*) over ())::int as count
      from receive_addresses a
           left join address_ledgers l on l.network = ${requireNetwork(settings).id} and l.address = a.address
     where a.merchant_id = ${merchantId} and a.differs_at is not null order by a.differs_at, a.address limit ${SHOWN}`;
  return {
    addresses: rows.map(({ count: _, ...row }) => ({ ...row, address: tronFromHex(row.address) })),
    more: (rows[0]?.count ?? 0) - rows.length,
  };
}

/**
 * Accepts an address's balance, so that it can be leased again. Recorded transfers stay; the difference goes into the
 * opening balance. Recorded in the audit log. Error: `conflict` when the address no longer differs, or its figures
 * aren't those shown.
 */
export async function acceptBalance(ctx: MemberContext, { address: text, shown }: AcceptBalanceInput): Promise<void> {
  const { merchantId, actor } = ctx;
  const network = requireNetwork(ctx.settings).id;
  await ctx.db.sql.begin(async (tx) => {
    await lockLedger(tx, network);
    const address = hexFromTron(text.trim());
    // before the address, as for one that is given out
    const [recorded] = await tx<{ ledgerMicros: bigint }[]>`
      select (opening_micros + received_micros - sent_micros)::bigint as "ledgerMicros" from address_ledgers
       where network = ${network} and address = ${address} for no key update`;
    const [accepted] = await tx<
      (Pick<typeof receiveAddresses.$inferSelect, "id" | "address"> & { balanceMicros: bigint })[]
    >`
      update receive_addresses set differs_at = null
       where address = ${address} and merchant_id = ${merchantId} and differs_at is not null
         and balance_at is not null and balance_block is null
      returning id, address, coalesce(balance_micros, 0)::bigint as "balanceMicros"`;
    if (!accepted)
      throw conflict("This address has nothing to check, or its balance is being updated. Nothing was changed.");
    const ledgerMicros = recorded?.ledgerMicros ?? 0n;
    if (String(accepted.balanceMicros) !== shown.balanceMicros || String(ledgerMicros) !== shown.ledgerMicros)
      throw conflict(CHANGED);
    const [ledger] = await tx<[Pick<typeof addressLedgers.$inferSelect, "openingMicros">]>`
      insert into address_ledgers as l (network, address, opening_micros)
      values (${network}, ${accepted.address}, ${accepted.balanceMicros})
      on conflict (network, address)
      do update set opening_micros = excluded.opening_micros - l.received_micros + l.sent_micros
      returning opening_micros as "openingMicros"`;
    await recordAudit(tx, {
      merchantId,
      actor,
      action: "address.balance_accepted",
      targetType: "address",
      targetId: accepted.id,
      after: {
        address: text.trim(),
        balanceMicros: String(accepted.balanceMicros),
        openingMicros: String(ledger.openingMicros),
      },
    });
    await reviewDiffering(tx, network, merchantId);
  });
}
