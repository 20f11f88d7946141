"use client";

import { startTransition, useState } from "react";
import { useAction } from "@/app/_kit/use-action";
import { pingEndpoint } from "@/app/(dashboard)/dashboard/[merchant]/[environment]/webhooks/actions";
import { type DashboardParams, pathTo } from "@/components/shell/paths";
import { Button } from "@/components/ui/button";
import { FormError } from "@/components/ui/form-error";
import { TextLink } from "@/components/ui/text-link";
import { PingResult } from "@/components/webhooks/ping-result";
import type { PingAnswer } from "@/lib/delivery/sending/ping";
import { webhooksMessages } from "@/lib/service/messages/en/webhooks";

const { testEvent } = webhooksMessages;

type Props = { dashboard: DashboardParams; endpointId: string; url: string; failing: boolean };

/** Sends a `test.ping` and shows the response as soon as it arrives, together with its row in the list below. */
export function PingPanel({ dashboard, endpointId, url, failing }: Props) {
  const [answer, setAnswer] = useState<PingAnswer | null>(null);
  const { run, busy, failure } = useAction(pingEndpoint, {
    // in one transition with the refresh that follows, so that result and list appear at once
    onDone: (result) => startTransition(() => setAnswer(result)),
  });
  const send = () => {
    setAnswer(null);
    run(dashboard, { endpointId });
  };
  return (
    <section aria-label={testEvent.label} className="flex flex-col gap-4">
      <div className="flex flex-wrap items-center gap-x-4 gap-y-2">
        <Button look="primary" size="small" pending={busy} onClick={send}>
          {testEvent.send}
        </Button>
        <p className="text-14 text-ink-2">{busy ? testEvent.waiting : testEvent.hint}</p>
      </div>
      <FormError>{failure?.message}</FormError>
      <div role="status" className="empty:hidden">
        {answer && (
          <PingResult
            answer={answer}
            url={url}
            failing={failing}
            more={
              <TextLink href={pathTo(dashboard, "webhooks", "deliveries", answer.deliveryId)}>
                {testEvent.details}
              </TextLink>
            }
          />
        )}
      </div>
    </section>
  );
}
