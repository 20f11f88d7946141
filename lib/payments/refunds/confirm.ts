import { z } from "zod";
import { type AuditEntry, recordAudits } from "@/lib/base/audit/record";
import type { MemberContext } from "@/lib/base/context/context";
import type { Transaction } from "@/lib/base/db/client";
import { type HexAddress, hexFromTron, tronFromHex } from "@/lib/base/tron/address";
import { conflict } from "@/lib/base/values/errors";
import { formatCount } from "@/lib/base/values/intl";
import { type LockedRefund, lockRefunds } from "@/lib/payments/refunds/lock";
import { refundTarget } from "@/lib/payments/refunds/target";
import { confirmPrepared, giveAddresses } from "@/lib/payments/refunds/transition";

/** So many refunds are confirmed, rejected or signed at once. */
export const MOST_REFUNDS = 1_000;

/** `to`: the address as the member was shown it, in base58. */
export const ConfirmRefundsInput = z.object({
  refunds: z
    .array(z.object({ refundId: z.guid(), to: z.string().max(100) }))
    .min(1)
    .max(MOST_REFUNDS),
});
export type ConfirmRefundsInput = z.output<typeof ConfirmRefundsInput>;

/**
 * Confirms recipients and amounts, after which the refunds may be signed: of what a key prepared, and of refunds that
 * wait for an address, with the one that the customer left. All of them or none. The caller has checked the member's
 * password. Those that are confirmed already with that address stay as they are. Errors: `not_found`; `conflict` when
 * any has another address than the member saw, was cancelled, or goes to an address of the business's own.
 */
export async function confirmRefunds(
  ctx: MemberContext,
  { refunds: shown }: ConfirmRefundsInput,
): Promise<{ confirmed: number }> {
  const { userId } = ctx.actor;
  const shownTo = new Map(shown.map(({ refundId, to }) => [refundId, hexFromTron(to)]));
  return ctx.db.sql.begin(async (tx) => {
    const locked = await lockRefunds(tx, ctx, [...shownTo.keys()]);
    const left = await lockLeftAddresses(tx, ctx, locked);
    const known = locked.map((refund) => ({ ...refund, to: refund.to ?? left.get(refund.intentId) }));
    const asShown = known.filter((refund): refund is Sound => isAsShown(refund, shownTo.get(refund.id) ?? null));
    if (asShown.length < shownTo.size) throw conflict(changed(shownTo.size - asShown.length));
    const open = asShown.filter(({ confirmedAt }) => confirmedAt === null);
    await requireOthers(tx, ctx, open);
    const waiting = open.filter(({ status }) => status === "waiting_for_address");
    const given = await giveAddresses(tx, waiting, { userId });
    const confirmed = await confirmPrepared(
      tx,
      open.filter(({ status }) => status === "prepared"),
      { userId },
    );
    // all are locked, so each was in the status that it was read with
    if (given.length + confirmed.length !== open.length) throw new Error("a locked refund was moved");
    await recordAudits(
      tx,
      open.map((refund) => auditEntry(ctx, refund)),
    );
    return { confirmed: open.length };
  });
}

type Known = Omit<LockedRefund, "to"> & { to: HexAddress | undefined };
type Sound = Known & { to: HexAddress };

/** Whether a refund goes where the member saw it go, and is confirmed or can be. */
function isAsShown({ to, status, confirmedAt }: Known, shown: HexAddress | null): boolean {
  if (!to || to !== shown || status === "cancelled") return false;
  return confirmedAt !== null || status === "prepared" || status === "waiting_for_address";
}

/** What customers left for these refunds, by payment; none is cleared until the transaction ends. */
async function lockLeftAddresses(
  tx: Transaction,
  { merchantId }: MemberContext,
  locked: readonly LockedRefund[],
): Promise<Map<string | null, HexAddress>> {
  const waiting = locked.flatMap(({ status, intentId }) => (status === "waiting_for_address" && intentId) || []);
  const rows = await tx<{ intentId: string; address: HexAddress }[]>`
    select payment_intent_id as "intentId", address from refund_addresses
     where payment_intent_id = any(${waiting}::uuid[]) and merchant_id = ${merchantId}
     order by payment_intent_id for share`;
  return new Map(rows.map(({ intentId, address }) => [intentId, address]));
}

/** Error: `conflict` when the business has come to receive payments at one of the addresses. */
async function requireOthers(tx: Transaction, { merchantId }: MemberContext, open: readonly Sound[]): Promise<void> {
  const own = await tx<{ address: string }[]>`
    select address from receive_addresses
     where address = any(${open.map(({ to }) => to)}::text[]) and merchant_id = ${merchantId}`;
  if (own.length === 0) return;
  const ownAddresses = new Set(own.map(({ address }) => address));
  throw conflict(toOwn(open.filter(({ to }) => ownAddresses.has(to)).length));
}

function auditEntry({ merchantId, actor }: MemberContext, refund: Sound): AuditEntry {
  return {
    merchantId,
    actor,
    action: "refund.confirmed",
    ...refundTarget(refund),
    after: { refundId: refund.id, to: tronFromHex(refund.to), amountMicros: String(refund.amountMicros) },
  };
}

function changed(count: number): string {
  const which =
    count === 1
      ? "1 refund has changed since you opened this page: it has another address or was cancelled."
      : `${formatCount(count)} refunds have changed since you opened this page: they have another address or were cancelled.`;
  return `${which} Nothing was confirmed. Reload the page and check again.`;
}

function toOwn(count: number): string {
  const which = count === 1 ? "1 refund goes" : `${formatCount(count)} refunds go`;
  return `${which} to an address that receives payments here. Nothing was confirmed. Reject ${count === 1 ? "it" : "them"} and prepare the refund with another address.`;
}
