"use client";

import { useEffect, useState } from "react";
import { getPriceOffers } from "@/app/(dashboard)/dashboard/[merchant]/[environment]/payments/actions";
import { PriceQuote } from "@/components/payments/price-quote";
import type { DashboardParams } from "@/components/shell/paths";
import { Field } from "@/components/ui/field";
import { Input } from "@/components/ui/input";
import { Select } from "@/components/ui/select";
import type { OfferedPrice } from "@/lib/payments/prices/offer-prices";
import { newPaymentMessages as messages } from "@/lib/service/messages/en/new-payment";

type Props = {
  dashboard: DashboardParams;
  /** as the page knew them */
  offers: OfferedPrice[];
  error: string | undefined;
  isFocused: boolean;
};

/** The amount of a new payment, in USDT or as a price with what it costs in USDT. */
export function AmountFields({ dashboard, offers: known, error, isFocused }: Props) {
  const offers = useOffers(dashboard, known);
  const [currency, setCurrency] = useState(() => offers.find(({ isOwn }) => isOwn)?.currency ?? "USDT");
  const [typed, setTyped] = useState("");
  const offer = offers.find((one) => one.currency === currency);
  const input = (
    <Input
      name="amount"
      // the button that led back here is gone
      ref={isFocused ? focus : undefined}
      onChange={(event) => setTyped(event.target.value)}
      inputMode="decimal"
      autoComplete="off"
      maxLength={40}
      trail={offers.length === 0 ? "USDT" : undefined}
      figures
    />
  );
  if (offers.length === 0) {
    return (
      <Field label={messages.amount} description={messages.amountHint} error={error} required>
        {input}
      </Field>
    );
  }
  return (
    <div className="flex flex-col gap-1.5">
      <div className="flex items-start gap-3">
        <Field label={messages.amount} error={error} required className="grow">
          {input}
        </Field>
        <Field label={messages.currency} className="w-28 shrink-0">
          <Select
            name="currency"
            value={offer ? currency : "USDT"}
            onChange={(event) => setCurrency(event.target.value)}
            options={[...offers.map((one) => one.currency), "USDT"].map((code) => ({ value: code, label: code }))}
          />
        </Field>
      </div>
      <div role="status" className="text-14">
        {offer ? <PriceQuote offer={offer} typed={typed} /> : <p className="text-ink-2">{messages.amountHint}</p>}
      </div>
    </div>
  );
}

/** Rates may have changed since the page was loaded. */
function useOffers({ merchant, environment }: DashboardParams, known: OfferedPrice[]): OfferedPrice[] {
  const [offers, setOffers] = useState(known);
  const isPriced = known.length > 0;
  useEffect(() => {
    if (!isPriced) return;
    let isGone = false;
    const load = async () => {
      const answer = await getPriceOffers({ merchant, environment }, {});
      if (!isGone && answer.ok && answer.data.length > 0) setOffers(answer.data);
    };
    // without an answer the known ones stay, and the server quotes anyway
    load().catch(() => {});
    return () => {
      isGone = true;
    };
  }, [isPriced, merchant, environment]);
  return offers;
}

function focus(input: HTMLInputElement | null) {
  input?.focus();
}
