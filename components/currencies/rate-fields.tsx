"use client";

import { useState } from "react";
import { Checkbox } from "@/components/ui/checkbox";
import type { Elements } from "@/components/ui/elements";
import { Field } from "@/components/ui/field";
import { Input } from "@/components/ui/input";
import { RadioCards } from "@/components/ui/radio-cards";
import { Select } from "@/components/ui/select";
import { currencySign } from "@/lib/base/values/currencies";
import type { RateSource } from "@/lib/payments/prices/quote";
import type { RateWay } from "@/lib/payments/prices/rate";
import { currenciesMessages } from "@/lib/service/messages/en/currencies";
import { RateExample } from "./rate-example";
import { type RateValues, usualWay } from "./rate-values";

const { form: words } = currenciesMessages;

type Props = {
  currency: string;
  values: RateValues;
  errors: Record<string, string> | undefined;
  /** the test of a URL */
  test: Elements;
};

/** Where the rate of a currency comes from, and the spread. */
export function RateFields({ currency, values, errors = {}, test }: Props) {
  const [source, setSource] = useState<RateSource>(values.source);
  const [spread, setSpread] = useState(values.spread);
  const hasPar = currency === "USD";
  const shown = source === "par" && !hasPar ? "manual" : source;
  const sources: RateSource[] = hasPar ? ["par", "manual", "url"] : ["manual", "url"];
  return (
    <>
      <RadioCards
        name="source"
        legend={words.source}
        value={shown}
        onChange={(next) => setSource(next as RateSource)}
        cards={sources.map((value) => ({ value, ...words[value] }))}
      />
      {shown === "manual" && <TypedRate currency={currency} values={values} spread={spread} errors={errors} />}
      {shown === "url" && <UrlFields currency={currency} values={values} spread={spread} errors={errors} test={test} />}
      <Field label={words.spread} description={words.spreadHint} error={errors.spread ?? errors.spreadBps}>
        <div className="max-w-40">
          <Input
            name="spread"
            value={spread}
            onChange={(event) => setSpread(event.target.value)}
            inputMode="decimal"
            autoComplete="off"
            maxLength={6}
            trail="%"
            figures
          />
        </div>
      </Field>
    </>
  );
}

type PartProps = { currency: string; values: RateValues; spread: string; errors: Record<string, string> };

/** A rate in the way that people know it, with what it means below. */
function TypedRate({ currency, values, spread, errors }: PartProps) {
  const [chosen, setWay] = useState<RateWay | null>(values.rate === "" ? null : values.way);
  const way = chosen ?? usualWay(currency);
  const [typed, setTyped] = useState(values.rate);
  const unit = currencySign(currency);
  return (
    <div className="flex flex-col gap-5">
      <div className="flex flex-col gap-2">
        <div className="grid grid-cols-[8.5rem_minmax(0,1fr)] gap-3">
          <Field label={words.way}>
            <Select
              name="way"
              value={way}
              onChange={(event) => setWay(event.target.value as RateWay)}
              options={[
                { value: "units_per_usdt", label: words.one("USDT") },
                { value: "usdt_per_unit", label: words.one(unit) },
              ]}
            />
          </Field>
          <Field label={words.rate} error={errors.rate ?? errors["fallback.rate"]} required>
            <Input
              name="rate"
              value={typed}
              onChange={(event) => setTyped(event.target.value)}
              inputMode="decimal"
              autoComplete="off"
              spellCheck={false}
              maxLength={61}
              trail={way === "usdt_per_unit" ? "USDT" : unit}
              figures
            />
          </Field>
        </div>
        <RateExample currency={currency} typed={typed} way={way} spread={spread} />
      </div>
      <Field
        label={words.maxAgeDays}
        description={words.maxAgeDaysHint}
        error={errors.maxAgeDays ?? errors["fallback.maxAgeDays"]}
      >
        <div className="max-w-40">
          <Input
            name="maxAgeDays"
            defaultValue={values.maxAgeDays}
            inputMode="numeric"
            autoComplete="off"
            maxLength={3}
            trail={words.days}
            figures
          />
        </div>
      </Field>
    </div>
  );
}

function UrlFields({ currency, values, spread, errors, test }: PartProps & { test: Elements }) {
  const [hasFallback, setFallback] = useState(values.hasFallback);
  const unit = currencySign(currency);
  const pointer = (name: "pointer" | "timePointer") => (
    <Input
      name={name}
      defaultValue={values[name]}
      autoComplete="off"
      autoCapitalize="none"
      spellCheck={false}
      maxLength={500}
      figures
    />
  );
  return (
    <div className="flex flex-col gap-5">
      <Field label={words.url_} description={words.urlHint} error={errors.url} required>
        <Input
          name="url"
          defaultValue={values.url}
          inputMode="url"
          autoComplete="off"
          autoCapitalize="none"
          spellCheck={false}
          maxLength={2_048}
        />
      </Field>
      <div className="grid gap-5 sm:grid-cols-2">
        <Field label={words.pointer} description={words.pointerHint} error={errors.pointer} required>
          {pointer("pointer")}
        </Field>
        <Field label={words.urlWay}>
          <Select
            name="urlWay"
            defaultValue={values.urlWay}
            options={[
              { value: "units_per_usdt", label: words.unitsFor(unit) },
              { value: "usdt_per_unit", label: words.usdtFor(unit) },
            ]}
          />
        </Field>
        <Field label={words.timePointer} optional description={words.timePointerHint} error={errors.timePointer}>
          {pointer("timePointer")}
        </Field>
      </div>
      {test}
      <div className="grid gap-5 sm:grid-cols-2">
        <Field label={words.maxAgeMinutes} description={words.maxAgeMinutesHint} error={errors.maxAgeMinutes}>
          <Input
            name="maxAgeMinutes"
            defaultValue={values.maxAgeMinutes}
            inputMode="numeric"
            autoComplete="off"
            maxLength={5}
            trail={words.minutes}
            figures
          />
        </Field>
        <Field label={words.band} description={words.bandHint} error={errors.band ?? errors.bandBps}>
          <Input
            name="band"
            defaultValue={values.band}
            inputMode="decimal"
            autoComplete="off"
            maxLength={6}
            trail="%"
            figures
          />
        </Field>
      </div>
      <Checkbox
        name="hasFallback"
        checked={hasFallback}
        onChange={(event) => setFallback(event.target.checked)}
        label={words.fallback}
        description={words.fallbackHint}
      />
      {hasFallback && <TypedRate currency={currency} values={values} spread={spread} errors={errors} />}
    </div>
  );
}
