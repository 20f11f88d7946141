import type { ReactNode } from "react";
import { StatusBadge } from "@/components/ui/status-badge";
import { explainAttempt } from "@/lib/delivery/log/explain";
import type { PingAnswer } from "@/lib/delivery/sending/ping";
import { webhooksMessages } from "@/lib/service/messages/en/webhooks";
import { AnswerBody } from "./answer-body";

const { testEvent } = webhooksMessages;

type Props = {
  answer: PingAnswer;
  url: string;
  /** the endpoint is failing, which a test event doesn't change */
  failing: boolean;
  more: ReactNode;
};

/** The result of a test event: what happened, what to do, and the response. */
export function PingResult({ answer, url, failing, more }: Props) {
  const { happened, advice } = explainAttempt({ ...answer, url, isTest: true });
  return (
    <div className="flex min-w-0 flex-col gap-3 rounded-till border bg-card p-4">
      <StatusBadge
        status={answer.delivered ? "delivered" : "failed"}
        words={answer.delivered ? testEvent.delivered : testEvent.failed}
      />
      <p className="text-14 text-pretty wrap-anywhere">{`${happened} ${advice}`}</p>
      {answer.delivered && failing && <p className="text-14 text-pretty">{testEvent.stillFailing}</p>}
      {answer.status !== null && <AnswerBody excerpt={answer.excerpt} />}
      <p className="text-14">{more}</p>
    </div>
  );
}
