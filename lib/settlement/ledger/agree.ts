import type { receiveAddresses } from "@/drizzle/schema";
import { log as serviceLog } from "@/lib/base/process/log";
import type { HexAddress } from "@/lib/base/tron/address";
import type { WatchedTransfer } from "@/lib/chain/nodes/chain-transfer";
import { holdsLog } from "@/lib/chain/nodes/check";
import { finalNumber } from "@/lib/chain/nodes/finality";
import type { Rpc } from "@/lib/chain/nodes/rpc";
import { blockAt, headNumber, receiptOf, transactionsOf } from "@/lib/chain/nodes/rpc-calls";
import { isRpcError } from "@/lib/chain/nodes/rpc-error";
import { TRANSFER_TOPIC, wordOfAddress } from "@/lib/chain/nodes/rpc-values";
import type { WatchContext } from "@/lib/chain/nodes/watch-context";
import { needsAgreement } from "@/lib/settlement/ledger/needs-agreement";

export type Verdicts = {
  /** may be entered */
  agreed: WatchedTransfer[];
  /** the other provider is unavailable, lags, or can't tell */
  undecided: WatchedTransfer[];
  /** the other provider has the final block, without such a transfer */
  contradicted: WatchedTransfer[];
};

/**
 * Has large transfers confirmed by the provider that did not find them: the second one, or a further one if that can't
 * tell, or the current one when the second found them. With only one provider, all are agreed.
 */
export async function agreeOn(
  ctx: WatchContext,
  transfers: readonly WatchedTransfer[],
  { foundBy = "current" }: { foundBy?: "current" | "second" } = {},
): Promise<Verdicts> {
  const large = needsAgreement(transfers, await receivedBefore(ctx, transfers), ctx.watchSettings.agreeFromMicros);
  const verdicts: Verdicts = {
    agreed: transfers.filter((one) => !large.includes(one)),
    undecided: [],
    contradicted: [],
  };
  if (large.length === 0) return verdicts;
  const judged = new Map<WatchedTransfer, keyof Verdicts>();
  const judgeAll = (rpc: Rpc) =>
    Promise.all(
      large.map(async (one) => {
        if (isDecided(judged.get(one))) return;
        const verdict = await judge(ctx, rpc, one);
        // another provider's may have come first, while this one was late
        if (!isDecided(judged.get(one))) judged.set(one, verdict);
      }),
    );
  const isEnough = () => large.every((one) => isDecided(judged.get(one)));
  try {
    const told =
      foundBy === "second" ? await ctx.providers.use(judgeAll) : await ctx.providers.second(judgeAll, isEnough);
    for (const one of large) verdicts[told ? (judged.get(one) ?? "undecided") : "agreed"].push(one);
  } catch (error) {
    if (!isRpcError(error)) throw error;
    serviceLog().warn({ err: error }, "the other provider could not be asked about a transfer");
    for (const transfer of large) verdicts.undecided.push(transfer);
  }
  return verdicts;
}

/** What the pending intents at the addresses have received so far. */
async function receivedBefore(
  { db }: WatchContext,
  transfers: readonly WatchedTransfer[],
): Promise<Map<string, bigint>> {
  const addresses = [...new Set(transfers.filter((one) => one.arrives !== false).map((one) => one.to))];
  if (addresses.length === 0) return new Map();
  const rows = await db.sql<(Pick<typeof receiveAddresses.$inferSelect, "address"> & { received: bigint })[]>`
    select a.address, i.received_micros as received
      from receive_addresses a join address_leases l on l.address_id = a.id and l.released_at is null
           join payment_intents i on i.id = l.intent_id
     where a.address = any(${addresses})`;
  return new Map(rows.map((row) => [row.address, row.received]));
}

/** Whether no other provider need be asked. */
export function isDecided(verdict: keyof Verdicts | undefined): boolean {
  return verdict === "agreed" || verdict === "contradicted";
}

/** One provider's verdict on a transfer that another one reported. */
export async function judge({ network }: WatchContext, rpc: Rpc, transfer: WatchedTransfer): Promise<keyof Verdicts> {
  const calls = [blockAt("finalized"), headNumber, blockAt(transfer.blockNumber)] as const;
  const [finalized, head, block, hashes, receipt] = await rpc.batch([
    ...calls,
    transactionsOf(transfer.blockNumber),
    receiptOf(transfer.txHash, network.token),
  ]);
  const error = head.error ?? block.error ?? hashes.error ?? receipt.error;
  if (error) throw error;
  if (!block.value || finalNumber(finalized, head.value as number) < transfer.blockNumber) return "undecided";
  if (block.value.hash !== transfer.blockHash) return "contradicted";
  // the block names the transaction but its receipt is missing: the node's index has a hole
  if (!receipt.value) return hashes.value?.includes(transfer.txHash) ? "undecided" : "contradicted";
  const isSame =
    receipt.value.blockHash === transfer.blockHash && holdsLog(receipt.value, toLog(network.token, transfer));
  return receipt.value.succeeded && isSame ? "agreed" : "contradicted";
}

function toLog(token: HexAddress, { from, to, amountMicros, logIndex }: WatchedTransfer) {
  return {
    logIndex,
    address: token,
    topics: [TRANSFER_TOPIC, wordOfAddress(from), wordOfAddress(to)],
    data: `0x${amountMicros.toString(16).padStart(64, "0")}`,
  };
}
