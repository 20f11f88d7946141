import { ShortAddress } from "@/components/settlement/chain-text";
import { Amount } from "@/components/ui/amount";
import type { Elements } from "@/components/ui/elements";
import { Section } from "@/components/ui/section";
import { StatusBadge } from "@/components/ui/status-badge";
import { Time } from "@/components/ui/time";
import { displayAmount } from "@/lib/base/values/money";
import { describeFailure, signingMessages } from "@/lib/service/messages/en/signing";
import type { FailedSweep, UnfinishedSweep } from "@/lib/settlement/funds/unfinished-sweeps";

const words = signingMessages.again;

type Props = {
  kept: readonly UnfinishedSweep[];
  failed: readonly FailedSweep[];
  zone: string;
  now: string;
  actions: (kept: UnfinishedSweep) => Elements;
};

/**
 * Above a plan: transfers that failed, and signed ones that no node is known to have, each with what to do. Long lists
 * scroll.
 */
export function UnfinishedSweeps({ kept, failed, zone, now, actions }: Props) {
  return (
    <>
      {failed.length > 0 && (
        <Section title={words.failures.title} description={words.failures.description}>
          <ul aria-label={words.failures.title} className={LIST}>
            {failed.map((one) => (
              <li key={one.txHash} className={`${ROW} lg:grid-cols-[11rem_11rem_minmax(0,1fr)]`}>
                <ShortAddress address={one.from} name={signingMessages.table.copyFrom} />
                <Amount value={displayAmount(one.amountMicros)} />
                <p className="w-full max-w-measure text-14 text-pretty">{describeFailure(one.cause)}</p>
              </li>
            ))}
          </ul>
        </Section>
      )}
      {kept.length > 0 && (
        <Section title={words.sweeps.title} description={words.sweeps.description}>
          <ul aria-label={words.sweeps.title} className={LIST}>
            {kept.map((one) => (
              <li key={one.txHash} className={`${ROW} lg:grid-cols-[11rem_11rem_9rem_minmax(0,1fr)_13rem]`}>
                <ShortAddress address={one.from} name={signingMessages.table.copyFrom} />
                <Amount value={displayAmount(one.amountMicros)} />
                <StatusBadge
                  status={one.isUnsent ? "failed" : "waiting"}
                  words={one.isUnsent ? words.sweeps.unsent : words.sweeps.unclear}
                />
                <span className="text-14 text-ink-2">
                  {words.sweeps.until} <Time iso={one.expiresAt.toISOString()} zone={zone} now={now} />
                </span>
                {actions(one)}
              </li>
            ))}
          </ul>
        </Section>
      )}
    </>
  );
}

const LIST = "flex max-h-96 w-full flex-col divide-y overflow-y-auto border-y";
const ROW = "flex min-w-0 shrink-0 flex-wrap items-center justify-between gap-x-6 gap-y-2 py-3 lg:grid";
