import type { Route } from "next";
import { changeOf, durationWords, pointsOf, successPercent, withCommas } from "@/components/overview/change";
import { SPAN_WORDS } from "@/components/overview/span-words";
import { Amount } from "@/components/ui/amount";
import { Stat, Stats } from "@/components/ui/stat";
import { TextLink } from "@/components/ui/text-link";
import { displayAmount } from "@/lib/money";
import type { OverviewSpan, overview } from "@/lib/reports/overview";

type Props = { span: OverviewSpan; figures: Awaited<ReturnType<typeof overview>>; pendingHref: Route };

/** Four figures beside the takings. */
export function OverviewStats({ span, figures, pendingHref }: Props) {
  const { current, before, pending } = figures;
  const { than } = SPAN_WORDS[span];
  const paid = changeOf(current.paid, before.paid);
  const [success, successBefore] = [successPercent(current), successPercent(before)];
  const points = success !== null && successBefore !== null ? pointsOf(success, successBefore) : null;
  return (
    <Stats>
      <Stat
        label="Payments"
        value={withCommas(current.paid)}
        change={paid ? { ...paid, than, ...goodWhen(paid.direction, "up") } : undefined}
      />
      <Stat
        label="Paid of all that ended"
        value={success === null ? "–" : `${success}\u00a0%`}
        change={points ? { ...points, than, ...goodWhen(points.direction, "up") } : undefined}
        hint={success === null ? "Nothing has ended yet." : endedWords(current)}
      />
      <Stat
        label="Time to pay"
        value={current.medianSeconds === null ? "–" : durationWords(current.medianSeconds)}
        hint={
          current.medianSeconds === null
            ? "Nothing was paid yet."
            : before.medianSeconds === null
              ? "Half of the customers are quicker."
              : `Before that ${durationWords(before.medianSeconds)}. Half of the customers are quicker.`
        }
      />
      <Stat
        label="Waiting now"
        value={`${withCommas(pending.count)}${pending.isMore ? "+" : ""}`}
        hint={
          pending.count === 0 ? (
            "No customer has a payment open."
          ) : (
            <TextLink href={pendingHref}>
              <Amount value={displayAmount(pending.micros)} />
              {pending.isMore ? " and more" : " in all"}
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

function endedWords({ expired, cancelled }: { expired: bigint; cancelled: bigint }): string {
  if (expired + cancelled === 0n) return "None expired, none was cancelled.";
  return `${withCommas(expired)} expired, ${withCommas(cancelled)} cancelled.`;
}
