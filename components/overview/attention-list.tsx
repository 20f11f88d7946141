import type { Route } from "next";
import type { ReactNode } from "react";
import { FLAG_WORDS } from "@/components/payments/payment-words";
import { ALARM_WORDS } from "@/components/settlement/alarm-words";
import { KIND_WORDS } from "@/components/settlement/item-words";
import { type Place, pathTo } from "@/components/shell/paths";
import { StatusMark } from "@/components/ui/status-mark";
import { TextLink } from "@/components/ui/text-link";
import { Time } from "@/components/ui/time";
import { WarningMark } from "@/components/ui/warning-mark";
import { EndpointName } from "@/components/webhooks/endpoint-name";
import type { Attention, EndpointTrouble } from "@/lib/reports/attention";
import type { AlarmKind } from "@/lib/settlement/alarms";
import type { AttentionCount } from "@/lib/settlement/attention-list";
import type { StandingAlarm } from "@/lib/settlement/get-health";
import type { ItemKind } from "@/lib/settlement/item-kinds";

/** What live settlement needs; null in the sandbox and for who may not see it. */
export type LiveAttention = { items: AttentionCount[]; alarms: StandingAlarm[] };

type Props = { attention: Attention; live?: LiveAttention | null; place: Place; zone: string; now: string };

/** What somebody should look at, the worst first; each line leads to where it is put right. */
export function AttentionList({ attention, live = null, place, zone, now }: Props) {
  const { endpoints, terminals, since } = attention;
  // in live each of these payments has an item of its own, which goes once somebody has decided
  const payments = live ? [] : attention.payments;
  const { items, alarms } = live ?? NOTHING;
  const time = (at: Date) => <Time iso={at.toISOString()} zone={zone} now={now} />;
  const flagHref = (flag: string) => `${pathTo(place, "payments")}?flag=${flag}&from=${since}` as Route;
  return (
    <ul className="flex flex-col divide-y text-14">
      {alarms.map(({ kind, raisedAt }) => (
        <Item key={kind} tone={ALARM_WORDS[kind as AlarmKind]?.grave ? "brick" : "amber"}>
          <TextLink href={pathTo(place, "settlement")}>
            {ALARM_WORDS[kind as AlarmKind]?.title ?? kind.replaceAll("_", " ")}
          </TextLink>
          <p>Since {time(raisedAt)}.</p>
        </Item>
      ))}
      {items.map(({ kind, count, isMore }) => (
        <Item key={kind} tone="amber">
          <TextLink href={`${pathTo(place, "settlement", "attention")}?kind=${kind}` as Route}>
            {`${count}${isMore ? "+" : ""} ${itemNoun(kind, count)}`}: {KIND_WORDS[kind].short.toLowerCase()}
          </TextLink>
          <p>{KIND_WORDS[kind].choices}</p>
        </Item>
      ))}
      {endpoints.map((endpoint) => (
        <Item key={endpoint.id} tone={endpoint.disabledAt || endpoint.failingSince ? "brick" : "amber"}>
          <TextLink href={pathTo(place, "webhooks", endpoint.id)} className="block max-w-full">
            <EndpointName url={endpoint.url} />
          </TextLink>
          <p>{endpointWords(endpoint, time)}</p>
        </Item>
      ))}
      {payments.map(({ flag, count, isMore }) => (
        <Item key={flag} tone="amber">
          <TextLink href={flagHref(flag)}>
            {count === 1 ? "1 payment" : `${count}${isMore ? "+" : ""} payments`}:{" "}
            {FLAG_WORDS[flag].short.toLowerCase()}
          </TextLink>
          <p>{FLAG_WORDS[flag].sentence} In the last 30 days.</p>
        </Item>
      ))}
      {terminals.map(({ id, name, hasKey }) => (
        <Item key={id} tone="amber">
          <TextLink href={pathTo(place, "terminals", id)}>{name}</TextLink>
          <p>
            {hasKey
              ? "No request has come with its key yet."
              : "It has no key, so no server can ask for payments with it."}
          </p>
        </Item>
      ))}
      {alarms.length + items.length + endpoints.length + payments.length + terminals.length === 0 && (
        <li className="flex items-center gap-3 py-3 text-ink-2">
          <span className="text-verdigris">
            <StatusMark status="paid" />
          </span>
          Nothing. Endpoints answer, payments are as they should be.
        </li>
      )}
    </ul>
  );
}

/** Some of these belong to no payment. */
function itemNoun(kind: ItemKind, count: number): string {
  const noun = ["unassigned", "disputed", "unreadable"].includes(kind) ? "transfer" : "payment";
  return count === 1 ? noun : `${noun}s`;
}

const NOTHING: LiveAttention = { items: [], alarms: [] };

function Item({ tone, children }: { tone: "amber" | "brick"; children: ReactNode }) {
  return (
    <li className="flex gap-3 py-3">
      <span className={`mt-0.5 ${tone === "brick" ? "text-brick" : "text-amber-ink"}`}>
        <WarningMark />
      </span>
      <div className="min-w-0 flex-1 text-pretty text-ink-2">{children}</div>
    </li>
  );
}

function endpointWords(endpoint: EndpointTrouble, time: (at: Date) => ReactNode): ReactNode {
  const { disabledAt, disabledReason, failingSince, undelivered, rotationUntil } = endpoint;
  const missed =
    undelivered === 0
      ? ""
      : ` ${undelivered === 1 ? "One event" : `${undelivered} events`} of the last 30 days did not arrive.`;
  if (disabledAt) {
    return (
      <>
        Switched off since {time(disabledAt)}
        {disabledReason === "failing" && ", after five days of failures"}
        {disabledReason === "gone" && ", since it answered 410"}.{missed}
      </>
    );
  }
  if (failingSince) {
    return (
      <>
        Fails since {time(failingSince)}.{missed}
      </>
    );
  }
  return (
    <>
      {missed.trim()}
      {rotationUntil && <> Its second secret takes over at {time(rotationUntil)}, or as soon as you activate it.</>}
    </>
  );
}
