"use client";

import { useState } from "react";
import { perUnitLine } from "@/components/currencies/rate-text";
import { Field } from "@/components/ui/field";
import { Input } from "@/components/ui/input";
import { decimalsOf } from "@/lib/base/values/currencies";
import { decimalFromMicros, microsFromDecimal } from "@/lib/base/values/money";
import { readTypedPrice } from "@/lib/base/values/typed-price";
import { worthMicros } from "@/lib/payments/prices/quote";
import { attentionMessages } from "@/lib/service/messages/en/attention";

const words = attentionMessages.refund.money;

export type RefundRate = { currency: string; rate: string };

type Props = RefundRate & {
  /** the most that can be refunded, as decimal text */
  most: string;
  mostShown: string;
  /** the USDT for what was typed, as decimal text */
  onAmount: (usdt: string) => void;
};

/** Fills in the USDT of a refund from an amount in a currency, at today's rate and never above what was received. */
export function RefundInMoney({ currency, rate, most, mostShown, onAmount }: Props) {
  const [isOver, setOver] = useState(false);
  const change = (text: string) => {
    const price = readTypedPrice(text, currency);
    if ("error" in price) return setOver(false);
    const worth = worthMicros({ minor: price.minor, decimals: decimalsOf(currency) ?? 0, rate });
    const mostMicros = microsFromDecimal(most) ?? 0n;
    setOver(worth > mostMicros);
    onAmount(decimalFromMicros(worth < mostMicros ? worth : mostMicros));
  };
  return (
    <Field
      label={words.label(currency)}
      description={words.description(perUnitLine(currency, rate))}
      error={isOver ? words.over(mostShown) : null}
      optional
    >
      <span className="sm:max-w-xs">
        <Input
          name="money"
          onChange={(event) => change(event.target.value)}
          inputMode="decimal"
          autoComplete="off"
          maxLength={40}
          trail={currency}
          figures
        />
      </span>
    </Field>
  );
}
