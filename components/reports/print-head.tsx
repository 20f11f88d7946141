import { MerchantMark } from "@/components/shell/merchant-mark";
import { instantLabels, zoneLabel } from "@/components/ui/instant-labels";
import type { TakingsRow } from "@/lib/payments/reports/takings";
import { reportsMessages } from "@/lib/service/messages/en/reports";
import { dayLabel } from "./day-labels";

const messages = reportsMessages.print;

type Props = {
  merchant: { name: string; logoUrl: string | null; timeZone: string };
  sandbox: boolean;
  filter: { from: string; to: string };
  /** the names of its terminals */
  names: string[];
  /** the rows of its last day or month */
  lastSpan: TakingsRow[];
  /** when the figures were read */
  at: Date;
};

/** Whose report it is and what it covers, on paper only: a screen shows the same around the report. */
export function PrintHead({ merchant, sandbox, filter: { from, to }, names, lastSpan, at }: Props) {
  const zones = [...new Set(lastSpan.map(({ ends, zone }) => zoneLabel(ends, zone)))];
  const lines = [
    [messages.period, from === to ? dayLabel(from) : messages.days(dayLabel(from), dayLabel(to))],
    [messages.terminals(names.length), names.join(", ")],
    [messages.zones(zones.length), zones.join(", ")],
    [messages.at, instantLabels(at.toISOString(), merchant.timeZone).exact],
  ] as const;
  return (
    <div className="hidden gap-4 print:flex">
      <MerchantMark name={merchant.name} logoUrl={merchant.logoUrl} size="paper" />
      <div className="min-w-0">
        <p className="text-20 font-semibold wrap-anywhere">{merchant.name}</p>
        <p className="text-16">{messages.title}</p>
        {sandbox && <p className="text-14">{messages.sandbox}</p>}
        <dl className="mt-2 grid grid-cols-[auto_minmax(0,1fr)] gap-x-4 text-14">
          {lines.map(([name, value]) => (
            <div key={name} className="contents">
              <dt>{name}</dt>
              <dd className="wrap-anywhere">{value}</dd>
            </div>
          ))}
        </dl>
      </div>
    </div>
  );
}
