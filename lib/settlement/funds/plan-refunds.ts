import type { MemberContext } from "@/lib/base/context/context";
import { requireNetwork } from "@/lib/base/context/network";
import { type HexAddress, hexFromTron } from "@/lib/base/tron/address";
import { transferCommand } from "@/lib/base/tron/command-lines";
import { type CostEstimate, estimateCost } from "@/lib/settlement/funds/estimate-cost";
import { type LeftOut, type RefundsToSignInput, refundsToSign } from "@/lib/settlement/funds/refunds-to-sign";

export type RefundPlan = {
  /** what can be signed, grouped by the address that pays; addresses in base58 */
  refunds: { refundId: string; from: string; to: string; amountMicros: bigint }[];
  leftOut: LeftOut[];
  totalMicros: bigint;
  /** addresses that pay */
  senders: number;
  /** what they cost, and which addresses lack TRX for all of theirs; null: there are none */
  estimate: CostEstimate | null;
  /** for TRON's official wallet-cli, one a refund */
  lines: string[];
};

/** What signing the chosen refunds would send, before anything is signed. Errors as for `refundsToSign`. */
export async function planRefunds(ctx: MemberContext, input: RefundsToSignInput): Promise<RefundPlan> {
  const { token } = requireNetwork(ctx.settings);
  const { transfers, leftOut } = await refundsToSign(ctx, input, "file");
  const refunds = transfers
    .map(({ refundId, from, to, amountMicros }) => ({ refundId, from, to, amountMicros }))
    .toSorted((a, b) => (a.from < b.from ? -1 : Number(a.from > b.from)));
  const estimate = refunds.length > 0 ? await estimateCost(ctx, refunds.map(toTransfer)) : null;
  return {
    refunds,
    leftOut,
    estimate,
    totalMicros: refunds.reduce((sum, { amountMicros }) => sum + amountMicros, 0n),
    senders: new Set(refunds.map(({ from }) => from)).size,
    lines:
      estimate?.cost?.commands ??
      refunds.map(({ from, to, amountMicros }) =>
        transferCommand({
          token,
          from: hexFromTron(from) as HexAddress,
          to: hexFromTron(to) as HexAddress,
          amountMicros,
        }),
      ),
  };
}

function toTransfer({ from, to, amountMicros }: RefundPlan["refunds"][number]) {
  return { from, to, amountMicros };
}
