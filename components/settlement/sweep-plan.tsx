import { buttonClass } from "@/components/ui/button";
import { CodeBlock } from "@/components/ui/code-block";
import { EmptyState } from "@/components/ui/empty-state";
import { Note } from "@/components/ui/note";
import { Section } from "@/components/ui/section";
import { Stat, Stats } from "@/components/ui/stat";
import { formatCount } from "@/lib/intl";
import { displayAmount } from "@/lib/money";
import type { Sweep } from "@/lib/settlement/plan-sweep";

/** What a sweep would move, what it costs and on what assumptions, and its lines. */
export function SweepPlan({ sweep, linesHref }: { sweep: Sweep; linesHref: string }) {
  if (sweep.rows.length === 0) {
    return (
      <>
        <HeldNote held={sweep.held} />
        <EmptyState title="There is nothing to sweep">
          No address has that much to move. Balances are asked of the chain from time to time; what has just arrived may
          not show yet.
        </EmptyState>
      </>
    );
  }
  const { rows, totalMicros, leftMicros, estimateTrx, energy, costWords, isMore, lines } = sweep;
  return (
    <Section
      title="The plan"
      actions={
        <a href={linesHref} download className={buttonClass({ look: "secondary", size: "small" })}>
          Download the lines
        </a>
      }
    >
      <div className="flex min-w-0 flex-col gap-5">
        <HeldNote held={sweep.held} />
        {isMore && <Note>A plan holds a thousand addresses. Run this one, then plan again for the others.</Note>}
        <Stats>
          <Stat
            label="Moves"
            value={displayAmount(totalMicros)}
            unit="USDT"
            hint={`From ${rows.length === 1 ? "1 address" : `${formatCount(rows.length)} addresses`}`}
          />
          <Stat label="Costs at most about" value={estimateTrx} unit="TRX" hint={`${formatCount(energy)} energy`} />
          <Stat
            label="Stays"
            value={displayAmount(leftMicros)}
            unit="USDT"
            hint="Open refunds and items, addresses of pending payments, small change, and a millionth on each address, which keeps the next payment to it cheap."
          />
        </Stats>
        <p className="max-w-measure text-14 text-pretty text-ink-2">{costWords}</p>
        <div className="max-h-120 overflow-y-auto">
          <CodeBlock caption="For wallet-cli" code={lines.join("\n")} />
        </div>
      </div>
    </Section>
  );
}

function HeldNote({ held }: Pick<Sweep, "held">) {
  if (!held) return null;
  const { micros, refunds, items } = held;
  const reasons = [
    counted(refunds, "open refund"),
    counted(items, "item that needs attention", "items that need attention"),
  ];
  return (
    <Note tone="amber">
      <strong className="font-semibold">{displayAmount(micros)} USDT stays where it is</strong> for{" "}
      {reasons.filter((reason) => reason !== null).join(" and ")}. A refund must leave from the address the payment came
      to.
    </Note>
  );
}

function counted(count: number, one: string, many = `${one}s`): string | null {
  if (count === 0) return null;
  return count === 1 ? `1 ${one}` : `${formatCount(count)} ${many}`;
}
