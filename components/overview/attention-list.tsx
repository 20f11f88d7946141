import type { ReactElement, ReactNode } from "react";
import { type DashboardParams, pathTo, withQuery } from "@/components/shell/paths";
import { StatusMark } from "@/components/ui/status-mark";
import { TextLink } from "@/components/ui/text-link";
import { Time } from "@/components/ui/time";
import { WarningMark } from "@/components/ui/warning-mark";
import { EndpointName } from "@/components/webhooks/endpoint-name";
import { formatCount } from "@/lib/base/values/intl";
import type { AlarmKind } from "@/lib/chain/nodes/alarms";
import type { AttentionCount } from "@/lib/payments/attention/attention-list";
import type { Attention, EndpointTrouble } from "@/lib/payments/reports/attention";
import { attentionKinds } from "@/lib/service/messages/en/attention";
import { overviewMessages } from "@/lib/service/messages/en/overview";
import { paymentsMessages } from "@/lib/service/messages/en/payments";
import { refundsMessages } from "@/lib/service/messages/en/refunds";
import { alarmMessages } from "@/lib/service/messages/en/settlement";
import type { StandingAlarm } from "@/lib/settlement/watcher/get-health";

/** What needs attention in settlement; the sandbox has no alarms. Null for members who may not see it. */
export type SettlementAttention = {
  items: AttentionCount[];
  /** up to a thousand */
  refundsToConfirm: number;
  /** from the refund wallet, up to a thousand */
  proposedTransfers: number;
  alarms: StandingAlarm[];
};

const words = overviewMessages.attention;

type Props = {
  attention: Attention;
  settlement?: SettlementAttention | null;
  dashboard: DashboardParams;
  zone: string;
  now: string;
  /** the button that dismisses the line about keys, for those who may */
  dismissKeys?: ReactNode;
};

/** What needs attention: money first, then what stops it from coming in; each line links to where it can be fixed. */
export function AttentionList({ attention, settlement = null, dashboard, zone, now, dismissKeys }: Props) {
  const { endpoints, terminals, rates, since } = attention;
  // each of these payments has an item of its own, which goes away once it is resolved
  const payments = settlement ? [] : attention.payments;
  const { items, refundsToConfirm, proposedTransfers, alarms } = settlement ?? NOTHING;
  const time = (at: Date) => <Time iso={at.toISOString()} zone={zone} now={now} />;
  const flagHref = (flag: string) => withQuery(pathTo(dashboard, "payments"), { flag, from: since });
  return (
    <ul className="flex flex-col divide-y text-14">
      {items.map(({ kind, count, isMore }) => (
        <Item key={kind} tone="amber">
          <TextLink href={withQuery(pathTo(dashboard, "settlement", "attention"), { kind })}>
            {words.counted(count, isMore, attentionKinds[kind].short)}
          </TextLink>
          <p>{attentionKinds[kind].choices}</p>
        </Item>
      ))}
      {refundsToConfirm > 0 && (
        <Item tone="amber">
          <TextLink href={withQuery(pathTo(dashboard, "settlement", "refunds"), { confirmed: "no" })}>
            {refundsMessages.attention(refundsToConfirm, formatCount(refundsToConfirm))}
          </TextLink>
          <p>{refundsMessages.attentionText}</p>
        </Item>
      )}
      {proposedTransfers > 0 && (
        <Item tone="amber">
          <TextLink href={pathTo(dashboard, "settlement")}>
            {refundsMessages.proposals(proposedTransfers, formatCount(proposedTransfers))}
          </TextLink>
          <p>{refundsMessages.proposalsText}</p>
        </Item>
      )}
      {payments.map(({ flag, count, isMore }) => (
        <Item key={flag} tone="amber">
          <TextLink href={flagHref(flag)}>{words.flags[flag](`${count}${isMore ? "+" : ""}`)}</TextLink>
          <p>{`${paymentsMessages.flags[flag].sentence} ${words.period}`}</p>
        </Item>
      ))}
      {alarms.map(({ kind, raisedAt }) => (
        <Item key={kind} tone={alarmMessages[kind as AlarmKind]?.grave ? "brick" : "amber"}>
          <TextLink href={pathTo(dashboard, "settlement")}>
            {alarmMessages[kind as AlarmKind]?.title ?? kind.replaceAll("_", " ")}
          </TextLink>
          <p>
            {words.since} {time(raisedAt)}
          </p>
        </Item>
      ))}
      {rates.map(({ currency, level, message }) => (
        <Item key={currency} tone={level === "none" ? "brick" : "amber"}>
          <TextLink href={pathTo(dashboard, "settings", "currencies", currency)}>{words.rate(currency)}</TextLink>
          <p>{message}</p>
        </Item>
      ))}
      {endpoints.map((endpoint) => (
        <Item key={endpoint.id} tone={endpoint.disabledAt || endpoint.failingSince ? "brick" : "amber"}>
          <TextLink href={pathTo(dashboard, "webhooks", endpoint.id)} className="block max-w-full">
            <EndpointName url={endpoint.url} />
          </TextLink>
          <p>{endpointState(endpoint, time)}</p>
        </Item>
      ))}
      {terminals.length > 0 && (
        <Item tone="amber" action={dismissKeys}>
          <Keys terminals={terminals} dashboard={dashboard} />
        </Item>
      )}
      {alarms.length +
        items.length +
        refundsToConfirm +
        proposedTransfers +
        rates.length +
        endpoints.length +
        payments.length +
        terminals.length ===
        0 && (
        <li className="flex items-center gap-3 py-3 text-ink-2">
          <span className="text-verdigris">
            <StatusMark status="paid" />
          </span>
          {words.none}
        </li>
      )}
    </ul>
  );
}

const NOTHING: SettlementAttention = { items: [], refundsToConfirm: 0, proposedTransfers: 0, alarms: [] };

type KeysProps = { terminals: Attention["terminals"]; dashboard: DashboardParams };

/** One line for all terminals whose key is missing or unused. */
function Keys({ terminals, dashboard }: KeysProps) {
  const [first, ...others] = terminals;
  if (first && others.length === 0) {
    return (
      <>
        <TextLink href={pathTo(dashboard, "terminals", first.id)}>{first.name}</TextLink>
        <span>{` ${first.hasKey ? words.keys.unused : words.keys.missing}`}</span>
      </>
    );
  }
  const withKey = terminals.filter(({ hasKey }) => hasKey).length;
  const rest = withKey === 0 ? words.keys.severalMissing : words.keys.severalUnused;
  return (
    <>
      <TextLink href={pathTo(dashboard, "terminals")}>{words.keys.terminals(terminals.length)}</TextLink>
      <span>{` ${withKey === 0 || withKey === terminals.length ? rest : words.keys.mixed}`}</span>
    </>
  );
}

function Item({ tone, action, children }: { tone: "amber" | "brick"; action?: ReactNode; children: ReactNode }) {
  return (
    <li className="flex gap-3 py-3">
      <span className={`mt-0.5 ${tone === "brick" ? "text-brick" : "text-amber-ink"}`}>
        <WarningMark />
      </span>
      <div className="min-w-0 flex-1 text-pretty text-ink-2">{children}</div>
      {action && <div className="-my-2">{action}</div>}
    </li>
  );
}

function endpointState(endpoint: EndpointTrouble, time: (at: Date) => ReactElement): ReactElement {
  const { disabledAt, disabledReason, failingSince, undelivered, rotationUntil } = endpoint;
  const missed = undelivered === 0 ? "" : words.undelivered(undelivered);
  if (disabledAt) {
    const why = words.disabledWhy[disabledReason ?? ""];
    return (
      <span>
        {words.disabledSince} {time(disabledAt)}
        <span>{`${why ? `, ${why}` : ""}. ${missed}`}</span>
      </span>
    );
  }
  if (failingSince) {
    return (
      <span>
        {words.failingSince} {time(failingSince)}
        <span>{`. ${missed}`}</span>
      </span>
    );
  }
  return (
    <span>
      <span>{missed}</span>
      {rotationUntil && (
        <span>
          {" "}
          {words.rotation.until} {time(rotationUntil)}, {words.rotation.sooner}
        </span>
      )}
    </span>
  );
}
