import { buttonClass } from "@/components/ui/button";
import { CodeBlock } from "@/components/ui/code-block";
import { EmptyState } from "@/components/ui/empty-state";
import { Note } from "@/components/ui/note";
import { Section } from "@/components/ui/section";
import { Stat, Stats } from "@/components/ui/stat";
import type { Sweep } from "@/lib/funds/plan-sweep";
import { formatCount } from "@/lib/intl";
import { sweepMessages } from "@/lib/messages/en/funds";
import { displayAmount } from "@/lib/money";

const words = sweepMessages.plan;

/** What a sweep would move, what it costs and on what assumptions, and its commands. */
export function SweepPlan({ sweep, linesHref }: { sweep: Sweep; linesHref: string }) {
  if (sweep.rows.length === 0) {
    return (
      <>
        <HeldNote held={sweep.held} />
        <EmptyState title={sweepMessages.empty.title}>{sweepMessages.empty.text}</EmptyState>
      </>
    );
  }
  const { rows, totalMicros, leftMicros, estimateTrx, energy, costText, isMore, lines } = sweep;
  return (
    <Section
      title={words.title}
      actions={
        <a href={linesHref} download className={buttonClass({ look: "secondary", size: "small" })}>
          {words.download}
        </a>
      }
    >
      <div className="flex min-w-0 flex-col gap-5">
        <HeldNote held={sweep.held} />
        {isMore && <Note>{words.isMore}</Note>}
        <Stats>
          <Stat
            label={words.moves.label}
            value={displayAmount(totalMicros)}
            unit="USDT"
            hint={words.moves.hint(rows.length, formatCount(rows.length))}
          />
          <Stat label={words.cost.label} value={estimateTrx} unit="TRX" hint={words.cost.hint(formatCount(energy))} />
          <Stat label={words.stays.label} value={displayAmount(leftMicros)} unit="USDT" hint={words.stays.hint} />
        </Stats>
        <p className="max-w-measure text-14 text-pretty text-ink-2">{costText}</p>
        <div className="max-h-120 overflow-y-auto">
          <CodeBlock caption={words.command} code={lines.join("\n")} />
        </div>
      </div>
    </Section>
  );
}

function HeldNote({ held }: Pick<Sweep, "held">) {
  if (!held) return null;
  const { micros, refunds, items } = held;
  return (
    <Note tone="amber">
      <strong className="font-semibold">{sweepMessages.held.strong(displayAmount(micros))}</strong>{" "}
      {sweepMessages.held.reasons(refunds, items)} {sweepMessages.held.rule}
    </Note>
  );
}
