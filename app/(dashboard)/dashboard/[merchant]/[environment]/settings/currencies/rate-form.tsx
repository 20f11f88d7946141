"use client";

import { useState } from "react";
import { useAction } from "@/app/_kit/use-action";
import { RateFields } from "@/components/currencies/rate-fields";
import { type RateInput, type RateValues, readRateValues, valuesIn } from "@/components/currencies/rate-values";
import { type DashboardParams, pathTo } from "@/components/shell/paths";
import { ButtonLink } from "@/components/ui/button-link";
import { Combobox } from "@/components/ui/combobox";
import type { ComboboxOption } from "@/components/ui/combobox-popup";
import { Field } from "@/components/ui/field";
import { Form, FormActions, SubmitButton } from "@/components/ui/form";
import { LoadedDialog } from "@/components/ui/loaded-dialog";
import type { RateReview } from "@/lib/payments/prices/review-rate";
import { commonMessages } from "@/lib/service/messages/en/common";
import { currenciesMessages } from "@/lib/service/messages/en/currencies";
import { reviewRate } from "./actions";
import { TestUrl } from "./test-url";

const { form: messages, review: reviewMessages } = currenciesMessages;

type Props = {
  dashboard: DashboardParams;
  /** the currency whose rate is changed, or a suggestion to add */
  currency: string | null;
  /** the currencies that can be added; null: the currency is fixed */
  options: ComboboxOption[] | null;
  values: RateValues;
};

type Reviewed = { input: RateInput; review: RateReview };

const loadReview = () => import("./review-form").then((module) => module.ReviewForm);

/** Sets the rate of a currency; before it is saved, it is shown what it means. */
export function RateForm({ dashboard, currency: given, options, values }: Props) {
  const [currency, setCurrency] = useState(given ?? "");
  const [reviewed, setReviewed] = useState<Reviewed | null>(null);
  const [isOpen, setOpen] = useState(false);
  const { run, busy, failure } = useAction(
    async (data: FormData) => {
      const read = readRateValues(currency, valuesIn(data, values));
      if ("errors" in read) return { ok: false as const, code: "invalid_request" as const, ...refusalOf(read.errors) };
      const result = await reviewRate(dashboard, read.input);
      return result.ok ? { ...result, data: { input: read.input, review: result.data } } : result;
    },
    {
      onDone: (done) => {
        setReviewed(done);
        setOpen(true);
      },
      refresh: false,
    },
  );
  const back =
    options === null
      ? pathTo(dashboard, "settings", "currencies", currency)
      : pathTo(dashboard, "settings", "currencies");
  return (
    <>
      <Form
        action={run}
        pending={busy}
        error={failure && !failure.fields ? failure.message : null}
        className="max-w-xl"
      >
        {options && (
          <Field label={messages.currency} error={failure?.fields?.currency}>
            <Combobox
              name="currency"
              options={options}
              defaultValue={currency}
              onChange={setCurrency}
              placeholder={messages.chooseCurrency}
              searchLabel={messages.search}
            />
          </Field>
        )}
        {currency !== "" && (
          <RateFields
            currency={currency}
            values={values}
            errors={failure?.fields}
            test={<TestUrl dashboard={dashboard} currency={currency} values={values} />}
          />
        )}
        <FormActions align="start">
          <ButtonLink href={back}>{commonMessages.cancel}</ButtonLink>
          <SubmitButton>{messages.review}</SubmitButton>
        </FormActions>
      </Form>
      {reviewed && (
        <LoadedDialog
          title={reviewMessages.title(reviewed.input.currency)}
          open={isOpen}
          onOpenChange={setOpen}
          insist
          wide
          load={loadReview}
          content={{ dashboard, ...reviewed }}
        />
      )}
    </>
  );
}

function refusalOf(errors: Partial<Record<string, string>>) {
  const fields = Object.fromEntries(Object.entries(errors).filter((entry): entry is [string, string] => !!entry[1]));
  return { message: Object.values(fields)[0] ?? "", fields };
}
