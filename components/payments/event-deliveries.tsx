import type { ReactNode } from "react";
import { CodeBlock } from "@/components/ui/code-block";
import { StatusBadge } from "@/components/ui/status-badge";
import { AttemptTape } from "@/components/webhooks/attempt-tape";
import { EndpointName } from "@/components/webhooks/endpoint-name";
import { HealthBadge, HealthSentence } from "@/components/webhooks/health";
import { readableBody } from "@/components/webhooks/readable-body";
import { explainAttempt, explainNext } from "@/lib/delivery/log/explain";
import type { DeliveryDetail } from "@/lib/delivery/log/get-delivery";
import type { PaymentEvent } from "@/lib/payments/timeline/timeline";
import { paymentMessages } from "@/lib/service/messages/en/payment";

const words = paymentMessages.events;

type Props = {
  event: PaymentEvent;
  zone: string;
  now: string;
  /** a link to the delivery, and its buttons */
  actions: (delivery: DeliveryDetail) => ReactNode;
};

/** The deliveries of an event; each opens to its attempts and the request body. */
export function EventDeliveries({ event, zone, now, actions }: Props) {
  return (
    <div className="mt-1 flex min-w-0 flex-col gap-2">
      <p>
        <span>{`${event.deliveries.length === 0 ? words.unsubscribed : words.webhook} `}</span>
        <code translate="no" className="figures text-ink">
          {event.type}
        </code>
      </p>
      {event.deliveries.map((delivery) => (
        <Delivery key={delivery.id} delivery={delivery} zone={zone} now={now} actions={actions(delivery)} />
      ))}
    </div>
  );
}

const BADGES = { pending: "waiting", delivered: "delivered", failed: "failed" } as const;

function Delivery({
  delivery,
  zone,
  now,
  actions,
}: {
  delivery: DeliveryDetail;
  zone: string;
  now: string;
  actions: ReactNode;
}) {
  const { endpoint, status, log, event } = delivery;
  const last = log.at(-1);
  const off = endpoint.health.state === "off";
  return (
    <div className="flex min-w-0 flex-col gap-1 rounded-till border bg-card px-4 py-3">
      <div className="flex flex-wrap items-center justify-between gap-x-4 gap-y-1">
        <span className="flex min-w-0 flex-wrap items-center gap-x-3 gap-y-1">
          <StatusBadge status={BADGES[status]} />
          <span className="min-w-0 max-w-full">
            <EndpointName url={endpoint.url} />
          </span>
        </span>
        <span className="flex flex-wrap items-center gap-2">{actions}</span>
      </div>
      <p className="text-pretty wrap-anywhere">
        {[
          last && explainAttempt({ ...last, url: endpoint.url, isTest: delivery.isTest }).happened,
          status !== "delivered" && explainNext({ ...delivery, off }),
        ]
          .filter(Boolean)
          .join(" ")}
      </p>
      {(off || endpoint.health.state === "failing") && (
        <p className="flex flex-wrap gap-x-3 gap-y-1 text-pretty">
          <HealthBadge health={endpoint.health} />
          <span>
            <HealthSentence health={endpoint.health} zone={zone} now={now} />
          </span>
        </p>
      )}
      <details className="min-w-0">
        <summary className="w-fit py-2 font-medium text-ink">{words.details(log.length)}</summary>
        <div className="flex min-w-0 flex-col gap-4 pt-2">
          <AttemptTape delivery={delivery} zone={zone} now={now} />
          <CodeBlock code={readableBody(event.body)} caption={words.body} />
        </div>
      </details>
    </div>
  );
}
