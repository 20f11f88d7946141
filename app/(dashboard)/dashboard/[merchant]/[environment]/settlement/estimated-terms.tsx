import { Suspense } from "react";
import { Commands } from "@/components/funds/commands";
import { TransferCost } from "@/components/funds/transfer-cost";
import type { MemberContext } from "@/lib/base/context/context";
import { signingMessages } from "@/lib/service/messages/en/signing";
import { estimateCost } from "@/lib/settlement/funds/estimate-cost";

type Given = {
  transfers: Parameters<typeof estimateCost>[1];
  commands: readonly string[];
  /** what can be said of the fee where no node says more */
  assumed?: string;
};
type Props = { ctx: MemberContext } & Given;

/**
 * What nodes say of transfers to sign, for `SigningWays`. The page doesn't wait for it: meanwhile, and where no node
 * answers, the commands have a safe fee limit.
 */
export function estimatedTerms(ctx: MemberContext, { transfers, commands, assumed }: Given) {
  return {
    cost: (
      <Suspense fallback={<p className="text-14 text-ink-2">{signingMessages.cost.estimating}</p>}>
        <EstimatedCost ctx={ctx} transfers={transfers} commands={commands} assumed={assumed} />
      </Suspense>
    ),
    commands: (
      <Suspense fallback={<Commands lines={commands} />}>
        <EstimatedCommands ctx={ctx} transfers={transfers} commands={commands} />
      </Suspense>
    ),
  };
}

async function EstimatedCost({ ctx, transfers, assumed }: Props) {
  return <TransferCost estimate={await estimateCost(ctx, transfers)} assumed={assumed} />;
}

async function EstimatedCommands({ ctx, transfers, commands }: Props) {
  return <Commands lines={(await estimateCost(ctx, transfers)).cost?.commands ?? commands} />;
}
