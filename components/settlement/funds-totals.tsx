import { Note } from "@/components/ui/note";
import { Stat, Stats } from "@/components/ui/stat";
import { Time } from "@/components/ui/time";
import { formatCount } from "@/lib/intl";
import { displayAmount } from "@/lib/money";
import type { FundsTotals as Totals } from "@/lib/settlement/funds";

type Props = { totals: Totals; zone: string; now: string };

/** The sum over all addresses by the chain and by the books, and how old the oldest of its balances is. */
export function FundsTotals({ totals, zone, now }: Props) {
  const { addresses, balanceMicros, ledgerMicros, disagree, oldestBalanceAt } = totals;
  return (
    <div className="flex flex-col gap-4">
      <Stats>
        <Stat
          label="On the chain, USDT"
          value={<Figure micros={balanceMicros} />}
          hint={
            oldestBalanceAt ? (
              <>
                Asked since <Time iso={oldestBalanceAt.toISOString()} zone={zone} now={now} />
              </>
            ) : (
              "Not asked yet"
            )
          }
        />
        <Stat label="In the books, USDT" value={<Figure micros={ledgerMicros} />} hint="Arrived, less what left." />
        <Stat label="Addresses" value={formatCount(addresses)} />
      </Stats>
      {disagree > 0 && (
        <Note tone="amber">
          <strong className="font-semibold">
            {disagree === 1 ? "One address differs" : `${formatCount(disagree)} addresses differ`} from the books.
          </strong>{" "}
          A transfer may be on its way between the two looks, or it came before the address was watched. If it stays,
          attach the transaction under Needs attention.
        </Note>
      )}
    </div>
  );
}

/** Large sums are set smaller, so that they stand in one line on a phone. */
function Figure({ micros }: { micros: bigint }) {
  const value = displayAmount(micros);
  return value.length > 9 ? <span className="text-20 max-sm:text-16">{value}</span> : value;
}
