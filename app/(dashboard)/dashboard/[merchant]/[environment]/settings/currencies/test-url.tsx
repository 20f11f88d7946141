"use client";

import { useState } from "react";
import { useAction } from "@/app/_kit/use-action";
import { type RateValues, urlQuestionIn } from "@/components/currencies/rate-values";
import { UrlTested } from "@/components/currencies/url-tested";
import type { DashboardParams } from "@/components/shell/paths";
import { Button } from "@/components/ui/button";
import { FormError } from "@/components/ui/form-error";
import { currenciesMessages } from "@/lib/service/messages/en/currencies";
import { testRateUrl } from "./actions";

const messages = currenciesMessages.form;

type Props = { dashboard: DashboardParams; currency: string; values: RateValues };

/** Reads the URL in the surrounding form once and shows what it answers. */
export function TestUrl({ dashboard, currency, values }: Props) {
  const [answer, setAnswer] = useState<Awaited<ReturnType<typeof testRateUrl>> | null>(null);
  const { run, busy, failure, clear } = useAction(testRateUrl, {
    onDone: (data) => setAnswer({ ok: true, data }),
    onRefused: () => setAnswer(null),
    refresh: false,
  });
  const test = (form: HTMLFormElement | null) => {
    if (!form) return;
    clear();
    setAnswer(null);
    run(dashboard, urlQuestionIn(new FormData(form), values));
  };
  return (
    <div className="flex flex-col items-start gap-3">
      <Button look="secondary" size="small" pending={busy} onClick={(event) => test(event.currentTarget.form)}>
        {messages.test}
      </Button>
      <FormError>{failure?.message}</FormError>
      {answer?.ok && <UrlTested currency={currency} answer={answer.data} />}
    </div>
  );
}
