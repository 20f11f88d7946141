import { StatusMark } from "@/components/ui/status-mark";
import { Time } from "@/components/ui/time";
import { Timeline, TimelineEvent } from "@/components/ui/timeline";
import { WarningMark } from "@/components/ui/warning-mark";
import { AnswerBody } from "@/components/webhooks/answer-body";
import { explainAttempt } from "@/lib/webhooks/explain";
import type { AttemptRow, DeliveryDetail } from "@/lib/webhooks/get-delivery";
import { tookWords } from "@/lib/webhooks/span-words";

type Props = { delivery: DeliveryDetail; zone: string; now: string };

/** Every attempt down a tape, the latest first and open: what was asked and what came back. */
export function AttemptTape({ delivery, zone, now }: Props) {
  const { log, nextAttemptAt, endpoint, status, underWay } = delivery;
  const coming = status === "pending" && nextAttemptAt;
  if (log.length === 0 && !coming) return <p className="text-14 text-ink-2">No attempt was made.</p>;
  return (
    <Timeline label="Attempts">
      {coming && (
        <TimelineEvent
          title={underWay ? "An attempt is under way" : "Next attempt"}
          time={<Time iso={nextAttemptAt.toISOString()} zone={zone} now={now} />}
          mark={<StatusMark status="pending" />}
          tone="amber"
        />
      )}
      {log.toReversed().map((attempt, index) => (
        <TimelineEvent
          key={attempt.number}
          title={`Attempt ${attempt.number} · ${resultOf(attempt)}`}
          time={<Time iso={attempt.startedAt.toISOString()} zone={zone} now={now} />}
          mark={attempt.errorClass === null ? <StatusMark status="paid" /> : <WarningMark />}
          tone={attempt.errorClass === null ? "good" : "brick"}
        >
          {attempt.status === null && <p>{explainAttempt({ ...attempt, url: endpoint.url }).happened}</p>}
          <Exchange attempt={attempt} url={endpoint.url} open={index === 0} />
        </TimelineEvent>
      ))}
    </Timeline>
  );
}

function resultOf({ status, errorClass, durationMs }: AttemptRow): string {
  return `${status ?? errorClass?.replaceAll("_", " ")} after ${tookWords(durationMs)}`;
}

function Exchange({ attempt, url, open }: { attempt: AttemptRow; url: string; open: boolean }) {
  return (
    <details open={open} className="group/exchange">
      <summary className="w-fit py-2 font-medium text-ink">Request and answer</summary>
      <div className="flex min-w-0 flex-col gap-4 pt-1">
        <Headers url={url} headers={attempt.requestHeaders} />
        {attempt.status !== null ? <AnswerBody excerpt={attempt.excerpt} /> : <p>No answer came.</p>}
      </div>
    </details>
  );
}

/** The request's head as it went over the line, one header under the other. */
function Headers({ url, headers }: { url: string; headers: Record<string, string> }) {
  return (
    <dl className="figures flex min-w-0 flex-col gap-1 rounded-till border bg-card p-4 text-14 text-ink">
      <div className="wrap-anywhere">
        <dt className="sr-only">Request</dt>
        <dd>
          <span className="font-semibold">POST</span> {url}
        </dd>
      </div>
      {inOrder(headers).map(([name, value]) => (
        <div key={name} className="wrap-anywhere">
          <dt className="inline text-ink-2">{name}: </dt>
          <dd className="inline">{value}</dd>
        </div>
      ))}
    </dl>
  );
}

const GROUPS = ["Content-", "User-", "X-Service-", "webhook-"];

/** The database keeps them in an order of its own; here what belongs together stands together. */
function inOrder(headers: Record<string, string>): [string, string][] {
  const group = (name: string) => GROUPS.findIndex((start) => name.startsWith(start));
  return Object.entries(headers).sort(([a], [b]) => group(a) - group(b) || a.localeCompare(b));
}
