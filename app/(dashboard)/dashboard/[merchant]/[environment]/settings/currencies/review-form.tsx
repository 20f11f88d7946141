"use client";

import { useRouter } from "next/navigation";
import { useAction } from "@/app/_kit/use-action";
import { PreviewTable } from "@/components/currencies/preview-table";
import { RateReviewFacts } from "@/components/currencies/rate-review-facts";
import { exampleLine, examplePrice, formatBps } from "@/components/currencies/rate-text";
import type { RateInput } from "@/components/currencies/rate-values";
import { type DashboardParams, pathTo } from "@/components/shell/paths";
import { Checkbox } from "@/components/ui/checkbox";
import { DialogClose, useDialogClose } from "@/components/ui/dialog";
import { FieldError } from "@/components/ui/field";
import { Form, FormActions, SubmitButton } from "@/components/ui/form";
import { Note } from "@/components/ui/note";
import { OwnPassword, ownPassword } from "@/components/ui/own-password";
import { toast } from "@/components/ui/toast";
import { differenceBps } from "@/lib/payments/prices/rate";
import type { RateReview } from "@/lib/payments/prices/review-rate";
import { currenciesMessages } from "@/lib/service/messages/en/currencies";
import { setRate } from "./actions";

const { preview, review: messages } = currenciesMessages;

type Props = { dashboard: DashboardParams; input: RateInput; review: RateReview };

/** What a rate means for prices and for the last payments; saves it with the password. */
export function ReviewForm({ dashboard, input, review }: Props) {
  const router = useRouter();
  const close = useDialogClose();
  const { currency } = input;
  const { run, busy, failure } = useAction(setRate, {
    onDone: () => {
      close();
      toast({ title: messages.saved(currency), tone: "good" });
      router.push(pathTo(dashboard, "settings", "currencies", currency));
    },
    refresh: false,
  });
  const { password, confirmed } = failure?.fields ?? {};
  const { spreadBps, source } = input;
  const example = exampleLine(
    { currency, rate: review.rate, spreadBps },
    examplePrice(currency, review.before?.rate ?? review.rate),
  );
  return (
    <Form
      action={(data) => {
        const reviewed = source === "url" ? { reviewedRate: review.rate } : {};
        return run(dashboard, { ...input, ...reviewed, confirmed: data.has("confirmed") }, ownPassword(data));
      }}
      pending={busy}
      error={failure && !password && !confirmed ? failure.message : null}
    >
      <RateReviewFacts currency={currency} source={source} spreadBps={spreadBps} review={review} />
      {(review.doubt || confirmed) && (
        <Note tone="amber">
          <div className="flex flex-col gap-2">
            <p className="text-pretty">{warningOf(currency, review)}</p>
            <Checkbox
              name="confirmed"
              label={
                <span translate="no" className="font-medium">
                  {messages.confirm(example)}
                </span>
              }
              aria-invalid={confirmed ? true : undefined}
            />
            {confirmed && <FieldError id="confirmed-error">{messages.notConfirmed}</FieldError>}
          </div>
        </Note>
      )}
      {review.preview.payments.length > 0 && (
        <section className="flex flex-col gap-1 text-14">
          <h3 className="font-semibold">{preview.title}</h3>
          <p className="text-pretty text-ink-2">{preview[review.preview.kind](currency)}</p>
          <PreviewTable currency={currency} preview={review.preview} beside="before" />
        </section>
      )}
      <OwnPassword error={password} />
      <FormActions>
        <DialogClose />
        <SubmitButton>{messages.save}</SubmitButton>
      </FormActions>
    </Form>
  );
}

function warningOf(currency: string, { rate, before, doubt }: RateReview): string {
  if (before === null) return messages.first(currency);
  return doubt === "fallback" ? messages.fallbackFar : messages.jump(formatBps(differenceBps(rate, before.rate)));
}
