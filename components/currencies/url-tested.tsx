import { StatusBadge } from "@/components/ui/status-badge";
import type { RateFailure } from "@/lib/payments/prices/rate-response";
import { currenciesMessages } from "@/lib/service/messages/en/currencies";
import { BothWays } from "./rate-columns";
import { exampleLine } from "./rate-text";

const { failures, form: words } = currenciesMessages;

type Props = { currency: string; answer: { rate: string } | { failure: RateFailure } };

/** What a rate URL answered to a test. */
export function UrlTested({ currency, answer }: Props) {
  return (
    <div role="status" className="flex w-full min-w-0 flex-col gap-2 rounded-till border bg-card p-4 text-14">
      {"failure" in answer ? (
        <>
          <StatusBadge status="failed" words={words.testFailed} />
          <p className="text-pretty">{failures[answer.failure]}</p>
        </>
      ) : (
        <>
          <StatusBadge status="active" words={words.tested} />
          <BothWays currency={currency} rate={answer.rate} />
          <p translate="no" className="figures">
            {exampleLine({ currency, rate: answer.rate, spreadBps: 0 })}
          </p>
        </>
      )}
    </div>
  );
}
