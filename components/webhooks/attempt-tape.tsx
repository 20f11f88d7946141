import { StatusMark } from "@/components/ui/status-mark";
import { Time } from "@/components/ui/time";
import { Timeline, TimelineEvent } from "@/components/ui/timeline";
import { WarningMark } from "@/components/ui/warning-mark";
import { explainAttempt } from "@/lib/delivery/log/explain";
import type { AttemptRow, DeliveryDetail } from "@/lib/delivery/log/get-delivery";
import { formatElapsed } from "@/lib/delivery/sending/span-labels";
import { webhooksMessages } from "@/lib/service/messages/en/webhooks";
import { AnswerBody } from "./answer-body";

const { attempts: words } = webhooksMessages.delivery;

type Props = { delivery: DeliveryDetail; zone: string; now: string };

/** Every attempt with its request and response, the latest first and open. */
export function AttemptTape({ delivery, zone, now }: Props) {
  const { log, nextAttemptAt, endpoint, status, underWay, isTest } = delivery;
  const coming = status === "pending" && nextAttemptAt;
  if (log.length === 0 && !coming) return <p className="text-14 text-ink-2">{words.none}</p>;
  return (
    <Timeline label={words.title}>
      {coming && (
        <TimelineEvent
          title={underWay ? words.inProgress : words.next}
          time={<Time iso={nextAttemptAt.toISOString()} zone={zone} now={now} />}
          mark={<StatusMark status="pending" />}
          tone="amber"
        />
      )}
      {log.toReversed().map((attempt, index) => (
        <TimelineEvent
          key={attempt.number}
          title={words.one(attempt.number, resultOf(attempt), formatElapsed(attempt.durationMs))}
          time={<Time iso={attempt.startedAt.toISOString()} zone={zone} now={now} />}
          mark={attempt.errorClass === null ? <StatusMark status="paid" /> : <WarningMark />}
          tone={attempt.errorClass === null ? "good" : "brick"}
        >
          {attempt.status === null && <p>{explainAttempt({ ...attempt, url: endpoint.url, isTest }).happened}</p>}
          <Exchange attempt={attempt} url={endpoint.url} open={index === 0} />
        </TimelineEvent>
      ))}
    </Timeline>
  );
}

function resultOf({ status, errorClass }: AttemptRow): string {
  return String(status ?? webhooksMessages.failures[errorClass ?? ""] ?? errorClass);
}

function Exchange({ attempt, url, open }: { attempt: AttemptRow; url: string; open: boolean }) {
  return (
    <details open={open} className="group/exchange">
      <summary className="w-fit py-2 font-medium text-ink">{words.exchange}</summary>
      <div className="flex min-w-0 flex-col gap-4 pt-1">
        <Headers url={url} headers={attempt.requestHeaders} />
        {attempt.status !== null ? <AnswerBody excerpt={attempt.excerpt} /> : <p>{words.noResponse}</p>}
      </div>
    </details>
  );
}

/** The request line and the headers as they were sent. */
function Headers({ url, headers }: { url: string; headers: Record<string, string> }) {
  return (
    <dl translate="no" className="figures flex min-w-0 flex-col gap-1 rounded-till border bg-card p-4 text-14 text-ink">
      <div className="wrap-anywhere">
        <dt className="sr-only">{words.request}</dt>
        <dd>
          <span className="font-semibold">POST</span>
          <span>{` ${url}`}</span>
        </dd>
      </div>
      {inOrder(headers).map(([name, value]) => (
        <div key={name} className="wrap-anywhere">
          <dt className="inline text-ink-2">{`${name}: `}</dt>
          <dd className="inline">{value}</dd>
        </div>
      ))}
    </dl>
  );
}

const GROUPS = ["Content-", "User-", "X-Service-", "webhook-"];

/** `jsonb` does not keep the order of headers; this groups the related ones. */
function inOrder(headers: Record<string, string>): [string, string][] {
  const group = (name: string) => GROUPS.findIndex((start) => name.startsWith(start));
  return Object.entries(headers).sort(([a], [b]) => group(a) - group(b) || a.localeCompare(b));
}
