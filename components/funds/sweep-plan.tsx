import { CopyableAddress } from "@/components/settlement/chain-text";
import { Detail, DetailList } from "@/components/ui/detail-list";
import type { Elements } from "@/components/ui/elements";
import { EmptyState } from "@/components/ui/empty-state";
import { Note } from "@/components/ui/note";
import { Section } from "@/components/ui/section";
import { Stat, Stats } from "@/components/ui/stat";
import { formatCount } from "@/lib/base/values/intl";
import { displayAmount } from "@/lib/base/values/money";
import { sweepMessages } from "@/lib/service/messages/en/funds";
import type { Sweep } from "@/lib/settlement/funds/plan-sweep";

const words = sweepMessages.plan;

/** What a sweep would move, its `fee` as a stat, and as `children` the ways to sign it. */
export function SweepPlan({ sweep, fee, children }: { sweep: Sweep; fee: Elements; children: Elements }) {
  if (sweep.rows.length === 0) {
    return (
      <>
        <ReservedNote reserved={sweep.reserved} />
        {sweep.inFlight > 0 && <Note>{words.inFlight(sweep.inFlight)}</Note>}
        <EmptyState title={sweepMessages.empty.title}>{sweepMessages.empty.text}</EmptyState>
      </>
    );
  }
  const { rows, totalMicros, leftMicros, isMore, inFlight } = sweep;
  return (
    <Section title={words.title}>
      <div className="flex min-w-0 flex-col gap-5">
        <ReservedNote reserved={sweep.reserved} />
        {inFlight > 0 && <Note>{words.inFlight(inFlight)}</Note>}
        {isMore && <Note>{words.isMore}</Note>}
        <Stats>
          <Stat
            label={words.moves.label}
            value={displayAmount(totalMicros)}
            unit="USDT"
            hint={words.moves.hint(rows.length, formatCount(rows.length))}
          />
          {fee}
          <Stat label={words.stays.label} value={displayAmount(leftMicros)} unit="USDT" hint={words.stays.hint} />
        </Stats>
        <DetailList>
          <Detail name={words.to.label}>
            <CopyableAddress address={sweep.to} name={words.to.copy} />
            <span className="block text-ink-2">{words.to.hint}</span>
          </Detail>
        </DetailList>
        {children}
      </div>
    </Section>
  );
}

/** What the transfers of a sweep burn, in decimal text. */
export function SweepFee({ trx, energy }: { trx: string; energy: number }) {
  return <Stat label={words.cost.label} value={trx} unit="TRX" hint={words.cost.hint(formatCount(energy))} />;
}

function ReservedNote({ reserved }: Pick<Sweep, "reserved">) {
  if (!reserved) return null;
  const { micros, refunds, items } = reserved;
  return (
    <Note tone="amber">
      <strong className="font-semibold">{sweepMessages.reserved.strong(displayAmount(micros))}</strong>
      <span>{` ${sweepMessages.reserved.reasons(refunds, items)} ${sweepMessages.reserved.rule}`}</span>
    </Note>
  );
}
