"use client";

import { useEffect, useEffectEvent, useLayoutEffect, useRef, useState } from "react";
import { flushSync } from "react-dom";
import { ChargeButton } from "@/components/pos/charge-button";
import { EntryAmount } from "@/components/pos/entry-amount";
import { Keypad } from "@/components/pos/keypad";
import { ReferenceRow } from "@/components/pos/reference-row";
import { type TipChoice, TipRow } from "@/components/pos/tip-row";
import { UnitChoice } from "@/components/pos/unit-choice";
import type { WantedCharge } from "@/lib/payments/pos/current-charge";
import {
  type DecimalSign,
  type EntryKey,
  formatAmount,
  formatInOther,
  formatLimit,
  formatTyped,
  formatWithUnit,
  localizeAmount,
  percentOf,
  pressKey,
  tipOf,
  typedAmount,
} from "@/lib/payments/pos/entry";
import { decimalIn, findUnit, type KeypadPrice, toMicros, USDT } from "@/lib/payments/pos/unit";
import { posMessages } from "@/lib/service/messages/en/pos";
import { ConfirmLargeCharge } from "./confirm-large-charge";
import { useDeviceSetting } from "./use-device-setting";

export type Typed = {
  /** what the text is in: `USDT`, or the currency of the business */
  unit: string;
  text: string;
  tip: TipChoice;
  reference: string;
};

export function nothingTyped(unit: string): Typed {
  return { unit, text: "", tip: { kind: "preset", percent: 0 }, reference: "" };
}

type Props = {
  typed: Typed;
  onType(typed: Typed): void;
  onCharge(wanted: WantedCharge): void;
  sign: DecimalSign;
  /** null: amounts are in USDT only */
  price: KeypadPrice | null;
  /** a larger charge needs a second press, in micro-USDT */
  unusualAbove: bigint;
  /** false while a drawer over the keypad has the keyboard */
  listening: boolean;
};

/** Amount, tip and reference, entered by touch or by keyboard. */
export function Entry({ typed, onType, onCharge, sign, price, unusualAbove, listening }: Props) {
  const [row, setRow] = useState<"tip" | "reference" | null>(null);
  const [own, setOwn] = useDeviceSetting("own-tip", "");
  const [asking, setAsking] = useState(false);
  const amount = useRef<HTMLOutputElement>(null);
  const field = useRef<HTMLInputElement>(null);

  // null: the custom one isn't valid, so there is no total to charge
  const percent = typed.tip.kind === "own" ? percentOf(own) : typed.tip.percent;
  const unit = findUnit(typed.unit) ?? USDT;
  const net = typedAmount(typed.text, unit);
  const tip = tipOf(net, percent ?? 0, unit);
  const total = net + tip;
  // null: it can't be charged
  const micros = toMicros(total, unit, price);
  const about = price && micros !== null ? formatInOther(micros, unit, price, sign) : null;
  const ready = percent !== null && micros !== null;
  const withUnit = (amount: bigint, of = unit) => formatWithUnit(amount, of, sign);

  useEffect(() => amount.current?.focus({ preventScroll: true }), []);
  const rowField = row === "reference" || typed.tip.kind === "own";
  useEffect(() => {
    if (rowField) field.current?.focus();
  }, [rowField]);

  const press = (key: EntryKey) => onType({ ...typed, text: pressKey(typed.text, key, unit) });
  // what was typed in one unit is never taken for the other
  const choose = (code: string) => code !== typed.unit && onType({ ...typed, unit: code, text: "" });
  const toggle = (wanted: "tip" | "reference") => setRow(row === wanted ? null : wanted);

  const charge = () => {
    if (percent === null) return correctTip();
    if (micros === null) return;
    if (micros > unusualAbove) setAsking(true);
    else send();
  };

  const send = () =>
    onCharge({
      unit: unit.code,
      amount: decimalIn(unit, net),
      tip: decimalIn(unit, tip),
      tipPercent: percent ?? 0,
      reference: typed.reference.trim(),
    });

  const stopAsking = () => {
    setAsking(false);
    amount.current?.focus({ preventScroll: true });
  };

  const correctTip = () => {
    flushSync(() => setRow("tip"));
    field.current?.focus();
  };

  const closeRow = () => {
    setRow(null);
    amount.current?.focus({ preventScroll: true });
  };

  const onKey = useEffectEvent((event: KeyboardEvent) => {
    if (!listening || asking || event.ctrlKey || event.metaKey || event.altKey || event.isComposing) return;
    const target = event.target as HTMLElement;
    if (event.key === "Escape") return row === null ? press("clear") : closeRow();
    if (target.matches("input")) return;
    if (event.key === "Enter") {
      if (target.matches("button, a, summary") || event.repeat) return;
      // the same press must not answer the question that it may open
      event.preventDefault();
      return charge();
    }
    const key = keyOf(event.key);
    if (!key) return;
    event.preventDefault();
    press(key);
  });
  // with the first frame that shows it, so that no key is lost
  useLayoutEffect(() => {
    const listen = (event: KeyboardEvent) => onKey(event);
    document.addEventListener("keydown", listen);
    return () => document.removeEventListener("keydown", listen);
  }, []);

  return (
    <div className="flex flex-1 flex-col gap-2 px-3 lg:grid lg:grid-cols-2 lg:content-center lg:gap-x-10 lg:px-10 landscape:max-lg:grid landscape:max-lg:grid-cols-2 landscape:max-lg:grid-rows-[1fr_auto]">
      <div className="mx-auto w-full max-w-xl px-1 pt-1 pb-1 lg:row-span-2 lg:max-w-roll lg:self-center">
        <EntryAmount
          ref={amount}
          typed={localizeAmount(formatTyped(typed.text), sign)}
          unit={unit.sign}
          empty={typed.text === ""}
          tip={
            percent !== null && tip > 0n ? { percent, amount: price ? withUnit(tip) : formatAmount(tip, sign) } : null
          }
          reference={typed.reference.trim()}
          choice={
            price === null
              ? undefined
              : {
                  units: <UnitChoice units={[price.currency, USDT.code]} chosen={unit.code} onChoose={choose} />,
                  other: about,
                  hasTip: tip > 0n,
                }
          }
        />
      </div>
      <div className="flex flex-1 flex-col justify-end gap-2 sm:mx-auto sm:w-full sm:max-w-xl landscape:max-lg:col-start-2 landscape:max-lg:row-span-2 landscape:max-lg:row-start-1 landscape:max-lg:pb-3">
        {row !== null && (
          <div data-row>
            {row === "tip" ? (
              <TipRow
                ownRef={field}
                choice={typed.tip}
                onChoose={(choice) => onType({ ...typed, tip: choice })}
                own={own}
                onOwn={setOwn}
              />
            ) : (
              <ReferenceRow
                ref={field}
                value={typed.reference}
                onChange={(reference) => onType({ ...typed, reference })}
                onDone={closeRow}
              />
            )}
          </div>
        )}
        <div className="flex max-h-[27rem] sm:max-h-[34rem] lg:max-h-none lg:h-[27rem] lg:flex-none flex-1 flex-col">
          <Keypad
            sign={sign}
            hasDecimals={unit.decimals > 0}
            onPress={press}
            tip={{
              label: posMessages.entry.tip,
              open: row === "tip",
              set: percent !== 0,
              onToggle: () => toggle("tip"),
            }}
            reference={{
              label: posMessages.entry.reference,
              open: row === "reference",
              set: typed.reference !== "",
              onToggle: () => toggle("reference"),
            }}
          />
        </div>
      </div>
      <div className="sticky bottom-0 bg-paper pb-[max(0.75rem,env(safe-area-inset-bottom))] sm:mx-auto sm:w-full sm:max-w-xl lg:static lg:col-start-2 lg:self-start">
        <ChargeButton
          total={percent !== null && total > 0n ? formatAmount(total, sign, unit) : null}
          unit={unit.sign}
          // pressed with a wrong tip, it leads to the tip
          ready={ready || percent === null}
          onCharge={charge}
        />
      </div>
      {asking && (
        <ConfirmLargeCharge
          amount={withUnit(total)}
          cost={unit === USDT || micros === null ? null : withUnit(micros, USDT)}
          usual={formatLimit(unusualAbove, unit, price, sign)}
          // the rate may have ended since the question
          onConfirm={ready ? send : stopAsking}
          onClose={stopAsking}
        />
      )}
    </div>
  );
}

function keyOf(pressed: string): EntryKey | null {
  if (/^\d$/.test(pressed)) return pressed as EntryKey;
  if (pressed === "." || pressed === "," || pressed === "Decimal") return ".";
  if (pressed === "Backspace") return "back";
  return pressed === "Delete" ? "clear" : null;
}
