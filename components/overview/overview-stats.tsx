import type { Route } from "next";
import { Amount } from "@/components/ui/amount";
import { Stat, Stats } from "@/components/ui/stat";
import { TextLink } from "@/components/ui/text-link";
import { displayAmount, headlineAmount } from "@/lib/base/values/money";
import type { overview } from "@/lib/payments/reports/overview";
import type { OverviewSpan } from "@/lib/payments/reports/overview-periods";
import { overviewMessages } from "@/lib/service/messages/en/overview";
import { changeOf, completionPercent, formatDuration, pointsOf, withCommas } from "./change";

const { stats } = overviewMessages;

type Props = { span: OverviewSpan; figures: Awaited<ReturnType<typeof overview>>; pendingHref: Route };

/** The four figures beside the takings. */
export function OverviewStats({ span, figures, pendingHref }: Props) {
  const { current, before, pending } = figures;
  const { than } = overviewMessages.spans[span];
  const paid = changeOf(current.paid, before.paid);
  const [rate, rateBefore] = [completionPercent(current), completionPercent(before)];
  const points = rate !== null && rateBefore !== null ? pointsOf(rate, rateBefore) : null;
  return (
    <Stats plain>
      <Stat
        label={stats.payments}
        value={withCommas(current.paid)}
        change={paid ? { ...paid, than, ...goodWhen(paid.direction, "up") } : undefined}
      />
      <Stat
        label={stats.completion}
        value={rate === null ? "–" : `${rate}%`}
        change={points ? { ...points, than, ...goodWhen(points.direction, "up") } : undefined}
        hint={rate === null ? stats.completionNone : unpaidLabel(current)}
      />
      <Stat
        label={stats.median}
        value={current.medianSeconds === null ? "–" : formatDuration(current.medianSeconds)}
        hint={
          current.medianSeconds === null
            ? stats.medianNone
            : before.medianSeconds !== null && stats.medianBefore(formatDuration(before.medianSeconds))
        }
      />
      <Stat
        label={stats.pending}
        value={`${withCommas(pending.count)}${pending.isMore ? "+" : ""}`}
        hint={
          pending.count === 0 ? (
            stats.pendingNone
          ) : (
            <TextLink href={pendingHref}>
              <span data-tip={`${displayAmount(pending.micros)}\u00a0USDT`}>
                <Amount value={headlineAmount(pending.micros)} />
              </span>
              <span>{` ${pending.isMore ? stats.pendingMore : stats.pendingTotal}`}</span>
            </TextLink>
          )
        }
      />
    </Stats>
  );
}

function goodWhen(direction: "up" | "down" | "level", good: "up" | "down") {
  return direction === "level" ? {} : { good: direction === good };
}

function unpaidLabel({ expired, cancelled }: { expired: bigint; cancelled: bigint }): string {
  if (expired + cancelled === 0n) return stats.unpaidNone;
  return stats.unpaid(withCommas(expired), withCommas(cancelled));
}
