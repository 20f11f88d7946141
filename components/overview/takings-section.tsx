import type { Route } from "next";
import { Amount } from "@/components/ui/amount";
import { HeadlineAmount } from "@/components/ui/headline-amount";
import { displayAmount } from "@/lib/base/values/money";
import type { overview } from "@/lib/payments/reports/overview";
import type { OverviewSpan } from "@/lib/payments/reports/overview-periods";
import { overviewMessages } from "@/lib/service/messages/en/overview";
import { changeOf } from "./change";
import { type ChartPoint, chartPoints } from "./chart-points";
import { OverviewStats } from "./overview-stats";
import { TakingsChart } from "./takings-chart";

const { chart } = overviewMessages;

type Props = { span: OverviewSpan; figures: Awaited<ReturnType<typeof overview>>; pendingHref: Route };

/** The takings of the span, their change against the span before, four more figures, and the chart. */
export function TakingsSection({ span, figures, pendingHref }: Props) {
  const { current, before, buckets, zone, now } = figures;
  const words = overviewMessages.spans[span];
  const change = changeOf(current.micros, before.micros);
  const points = chartPoints(buckets, zone, span === "today" ? "hour" : "day", now);
  return (
    <section aria-labelledby="takings" className="flex flex-col gap-3">
      <div className="flex flex-col gap-5 border-y py-4 min-[85rem]:flex-row min-[85rem]:gap-8">
        <div className="shrink-0">
          <h2 id="takings" className="text-14 text-ink-2">
            {words.takings}
          </h2>
          <p className="-ms-0.5">
            <HeadlineAmount micros={current.micros} />
          </p>
          <p className="text-14 text-ink-2">
            {change ? (
              <>
                <span className={`figures font-medium ${change.direction === "up" ? "text-verdigris" : ""}`}>
                  {change.words}
                </span>
                <span>{` ${words.than}`}</span>
              </>
            ) : (
              words.nothingBefore
            )}
          </p>
          {current.refunds > 0n && (
            <dl className="mt-1 flex flex-wrap gap-x-4 text-14">
              <Beside name={overviewMessages.refunded} micros={current.refundedMicros} />
              <Beside name={overviewMessages.net} micros={current.micros - current.refundedMicros} />
            </dl>
          )}
        </div>
        <div className="min-w-0 flex-1 min-[85rem]:border-s min-[85rem]:ps-8">
          <OverviewStats span={span} figures={figures} pendingHref={pendingHref} />
        </div>
      </div>
      <TakingsChart
        points={points.map((point) => ({ ...point, figures: chart.point({ ...point, nameBefore: words.before }) }))}
        title={chart.title(words.takings, points[0]?.step ?? "day")}
        description={chart.description(words.before)}
      />
      <div className="relative">
        <AsTable points={points} name={words.takings} nameBefore={words.before} />
        <p aria-hidden="true" className="absolute end-0 top-0 flex gap-x-4 text-12">
          <span className="inline-flex items-center gap-2">
            <span className="size-2.5 rounded-[2px] bg-verdigris" />
            <span>{` ${words.label}`}</span>
          </span>
          <span className="inline-flex items-center gap-2 text-ink-2">
            <span className="w-5 border-t-2 border-dashed border-ink-2" />
            <span>{` ${words.before}`}</span>
          </span>
        </p>
      </div>
    </section>
  );
}

function Beside({ name, micros }: { name: string; micros: bigint }) {
  return (
    <div className="flex gap-1.5">
      <dt className="text-ink-2">{name}</dt>
      <dd>
        <Amount value={displayAmount(micros)} />
      </dd>
    </div>
  );
}

function AsTable({ points, name, nameBefore }: { points: ChartPoint[]; name: string; nameBefore: string }) {
  return (
    <details className="text-14">
      <summary className="-mt-2 w-fit py-2 text-ink-2 hover:text-ink">{chart.asTable}</summary>
      <table className="mt-1 w-full max-w-xl border-collapse">
        <caption className="sr-only">{chart.caption(name)}</caption>
        <thead>
          <tr className="border-b border-ink/40 text-12 text-ink-2">
            <th scope="col" className="py-2 text-start font-medium">
              {chart.steps[points[0]?.step ?? "day"]}
            </th>
            <th scope="col" className="py-2 text-end font-medium">
              {chart.payments}
            </th>
            <th scope="col" className="py-2 text-end font-medium">
              {chart.takings}
            </th>
            <th scope="col" className="py-2 text-end font-medium">
              {nameBefore}
            </th>
          </tr>
        </thead>
        <tbody>
          {points.map((point) => (
            <tr key={point.id} className="border-b">
              <th scope="row" className="figures py-1.5 text-start font-normal">
                {point.title}
              </th>
              <td className="figures py-1.5 text-end">{point.paid}</td>
              <td translate="no" className="money py-1.5 text-end">
                {point.amount}
              </td>
              <td translate="no" className="money py-1.5 text-end text-ink-2">
                {point.amountBefore}
              </td>
            </tr>
          ))}
        </tbody>
      </table>
    </details>
  );
}
