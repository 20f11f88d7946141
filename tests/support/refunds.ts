import { randomBytes, randomUUID } from "node:crypto";
import type { Environment, MemberContext } from "@/lib/base/context/context";
import type { Transaction } from "@/lib/base/db/client";
import type { HexAddress } from "@/lib/base/tron/address";
import { insertRefund } from "@/lib/payments/refunds/insert";
import { moveToCancelled, moveToFailed, moveToFinal, moveToSent } from "@/lib/payments/refunds/transition";

type Draft = {
  amountMicros: bigint;
  /** null: of money without a payment, which only live has */
  intentId: string | null;
  /** UTC; of a final one */
  at?: string;
  status?: "prepared" | "sent" | "failed" | "cancelled" | "final";
  reason?: string;
  environment?: Environment;
};

/** A member of the business, on its database. */
type Maker = Pick<MemberContext, "db" | "merchantId" | "environment"> & { actor: { userId: string } };

/** Refunds with the lives that the drafts tell of, by default final; returns their IDs. */
export async function makeRefunds(ctx: Maker, drafts: Draft[]): Promise<string[]> {
  const { merchantId } = ctx;
  return ctx.db.sql.begin(async (tx) => {
    const ids: string[] = [];
    for (const { amountMicros, intentId, at, status = "final", reason, environment = ctx.environment } of drafts) {
      const hex = (): HexAddress => `0x${randomBytes(20).toString("hex")}` as HexAddress;
      const isLive = environment === "live";
      const [from, to, itemId] = [
        isLive ? hex() : null,
        hex(),
        intentId ? null : await itemWithoutPayment(tx, merchantId, amountMicros),
      ];
      const by = { userId: ctx.actor.userId };
      const draft = { merchantId, environment, intentId, itemId, amountMicros, from, to, reason, by, network: null };
      const { id } = await insertRefund(tx, draft);
      const owned = { id, merchantId };
      ids.push(id);
      if (status === "cancelled") await moveToCancelled(tx, [owned]);
      if (status === "sent" || status === "failed") await moveToSent(tx, [owned]);
      if (status === "failed") await moveToFailed(tx, owned, "EXPIRED");
      if (status !== "final") continue;
      const occurredAt = new Date(at ?? Date.now());
      const left = isLive
        ? { outgoingId: await outgoing(tx, merchantId, { from: from as string, to, amountMicros, occurredAt }) }
        : { simulatedTxHash: randomBytes(32).toString("hex") };
      await moveToFinal(tx, owned, { by: left, at: occurredAt });
    }
    return ids;
  });
}

async function itemWithoutPayment(tx: Transaction, merchantId: string, amountMicros: bigint): Promise<string> {
  const [item] = await tx<[{ id: string }]>`
    with t as (insert into transfers (merchant_id, network, tx_hash, log_index, amount_micros, occurred_at, counted)
               values (${merchantId}, 'tron-mainnet', ${randomUUID()}, 0, ${amountMicros}, now(), false) returning id)
    insert into attention_items (merchant_id, kind, transfer_id, amount_micros)
    select ${merchantId}, 'unassigned', id, ${amountMicros} from t returning id`;
  return item.id;
}

type Outgoing = { from: string; to: string; amountMicros: bigint; occurredAt: Date };

async function outgoing(
  tx: Transaction,
  merchantId: string,
  { from, to, amountMicros, occurredAt }: Outgoing,
): Promise<string> {
  const [sent] = await tx<[{ id: string }]>`
    insert into outgoing_transfers (merchant_id, network, tx_hash, log_index, from_address, to_address, amount_micros,
                                    block_number, occurred_at)
    values (${merchantId}, 'tron-mainnet', ${`0x${randomBytes(32).toString("hex")}`}, 0, ${from}, ${to}, ${amountMicros},
            1, ${occurredAt.toISOString()}) returning id`;
  return sent.id;
}
