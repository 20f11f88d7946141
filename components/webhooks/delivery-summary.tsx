import type { ReactNode } from "react";
import { explainAttempt, explainNext } from "@/lib/delivery/log/explain";
import type { DeliveryDetail } from "@/lib/delivery/log/get-delivery";
import { webhooksMessages } from "@/lib/service/messages/en/webhooks";

type Props = {
  delivery: DeliveryDetail;
  /** shown when the endpoint is disabled */
  off: ReactNode;
};

const { fixed } = webhooksMessages.delivery;

const WASHES = {
  delivered: "border-verdigris bg-verdigris-wash",
  pending: "border-amber bg-amber-wash",
  failed: "border-brick bg-brick-wash",
};

/** A delivery's result, its next attempt and what the reader can do, in a sentence or two. */
export function DeliverySummary({ delivery, off }: Props) {
  const { status, log, endpoint, lastError, lastStatus, isTest } = delivery;
  const last = log.at(-1);
  const notSent = lastError === "endpoint_disabled";
  const known = last ?? { status: lastStatus, errorClass: lastError, durationMs: 0 };
  const facts = notSent ? { status: null, errorClass: lastError, durationMs: 0 } : known;
  const tried = last !== undefined || lastError !== null || lastStatus !== null;
  const explained = tried ? explainAttempt({ ...facts, url: endpoint.url, isTest }) : null;
  return (
    <div className={`flex flex-col gap-1.5 rounded-till border-s-4 px-5 py-4 ${WASHES[status]}`}>
      {explained && <p className="text-16 font-medium text-pretty wrap-anywhere">{explained.happened}</p>}
      <p className={explained ? "text-14 text-pretty" : "text-16 font-medium"}>
        <span>{`${explainNext({ ...delivery, off: off !== false })} `}</span>
        {status === "failed" && <span>{off}</span>}
      </p>
      {explained && explained.advice !== "" && !off && (
        <p className="max-w-measure text-14 text-pretty">{`${explained.advice}${fixed[status]}`}</p>
      )}
    </div>
  );
}
