import { Amount } from "@/components/ui/amount";
import type { Elements } from "@/components/ui/elements";
import { Section } from "@/components/ui/section";
import { StatusBadge } from "@/components/ui/status-badge";
import { Time } from "@/components/ui/time";
import { displayAmount } from "@/lib/base/values/money";
import { describeFailure, signingMessages } from "@/lib/service/messages/en/signing";
import type { FailedSweep, KeptSweep } from "@/lib/settlement/funds/unfinished-sweeps";
import { ShortAddress } from "./chain-text";

const words = signingMessages.again;

type Props = {
  kept: readonly KeptSweep[];
  failed: readonly FailedSweep[];
  zone: string;
  now: string;
  actions: (kept: KeptSweep) => Elements;
};

/** Above a plan: signed transfers that no node is known to have, and those that failed, each with what to do. */
export function UnfinishedSweeps({ kept, failed, zone, now, actions }: Props) {
  return (
    <>
      {kept.length > 0 && (
        <Section title={words.sweeps.title} description={words.sweeps.description}>
          <ul aria-label={words.sweeps.title} className={LIST}>
            {kept.map((one) => (
              <li key={one.txHash} className={ROW}>
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
      {failed.length > 0 && (
        <Section title={words.failures.title} description={words.failures.description}>
          <ul aria-label={words.failures.title} className={LIST}>
            {failed.map((one) => (
              <li key={one.txHash} className={ROW}>
                <ShortAddress address={one.from} name={signingMessages.table.copyFrom} />
                <Amount value={displayAmount(one.amountMicros)} />
                <p className="w-full max-w-measure text-14 text-pretty">{describeFailure(one.cause)}</p>
              </li>
            ))}
          </ul>
        </Section>
      )}
    </>
  );
}

const LIST = "flex w-full flex-col divide-y border-y";
const ROW = "flex min-w-0 flex-wrap items-center justify-between gap-x-6 gap-y-2 py-3";
