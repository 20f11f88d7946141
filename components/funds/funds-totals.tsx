import { Note } from "@/components/ui/note";
import { Stat, Stats } from "@/components/ui/stat";
import { Time } from "@/components/ui/time";
import { formatCount } from "@/lib/base/values/intl";
import { displayAmount } from "@/lib/base/values/money";
import { fundsMessages } from "@/lib/service/messages/en/funds";
import type { FundsTotals as Totals } from "@/lib/settlement/funds/funds";

type Props = { totals: Totals; zone: string; now: string };

const words = fundsMessages.totals;

/** The on-chain and recorded total of all addresses, and the age of the oldest balance in it. */
export function FundsTotals({ totals, zone, now }: Props) {
  const { addresses, balanceMicros, ledgerMicros, disagree, oldestBalanceAt } = totals;
  return (
    <div className="flex flex-col gap-4">
      <Stats>
        <Stat
          label={words.balance}
          value={<Figure micros={balanceMicros} />}
          hint={
            oldestBalanceAt ? (
              <span>
                {words.updated} <Time iso={oldestBalanceAt.toISOString()} zone={zone} now={now} />
              </span>
            ) : (
              words.notUpdated
            )
          }
        />
        <Stat label={words.recorded.label} value={<Figure micros={ledgerMicros} />} hint={words.recorded.hint} />
        <Stat label={words.addresses} value={formatCount(addresses)} />
      </Stats>
      {disagree > 0 && (
        <Note tone="amber">
          <strong className="font-semibold">{words.mismatch.strong(disagree, formatCount(disagree))}</strong>{" "}
          {words.mismatch.text}
        </Note>
      )}
    </div>
  );
}

/** Large sums are set smaller, so that they fit on one line on a phone. */
function Figure({ micros }: { micros: bigint }) {
  const value = displayAmount(micros);
  return value.length > 9 ? <span className="text-20 max-sm:text-16">{value}</span> : value;
}
