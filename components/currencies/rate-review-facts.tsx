import type { ReactNode } from "react";
import { Note } from "@/components/ui/note";
import type { RateSource } from "@/lib/payments/prices/quote";
import { differenceBps } from "@/lib/payments/prices/rate";
import type { RateReview } from "@/lib/payments/prices/review-rate";
import { currenciesMessages } from "@/lib/service/messages/en/currencies";
import { exampleLine, examplePrice, formatBps, perUnitLine, perUsdtLine } from "./rate-text";

const { failures, review: words } = currenciesMessages;

type Props = { currency: string; source: RateSource; spreadBps: number; review: RateReview };

/** A rate before it is saved: what a price costs at it, and how far it is from the one in force. */
export function RateReviewFacts({ currency, source, spreadBps, review }: Props) {
  const { rate, fallback, failure, before } = review;
  const price = examplePrice(currency, before?.rate ?? rate);
  const example = exampleLine({ currency, rate, spreadBps }, price);
  const was = before && exampleLine({ currency, ...before }, price);
  return (
    <div className="flex flex-col gap-4 text-14">
      {failure && (
        <Note tone="amber">
          <p className="text-pretty">{`${failures[failure]} ${words.urlFails}`}</p>
        </Note>
      )}
      <div className="flex flex-col gap-1">
        <p translate="no" className="figures text-20 font-semibold">
          {example}
        </p>
        {was !== null && was !== example && (
          <p translate="no" className="figures text-ink-2">
            {words.was(was)}
          </p>
        )}
      </div>
      <dl className="flex flex-col gap-1.5">
        <Fact name={words.rate}>
          <span className="block">{perUnitLine(currency, rate)}</span>
          <span className="block">{perUsdtLine(currency, rate)}</span>
        </Fact>
        <Fact name={words.before}>
          {before === null ? words.noBefore : `${perUnitLine(currency, before.rate)}${changeOf(rate, before.rate)}`}
        </Fact>
        {spreadBps > 0 && <Fact name={words.spread}>{formatBps(spreadBps)}</Fact>}
        {fallback !== null && !failure && <Fact name={words.fallback}>{perUnitLine(currency, fallback)}</Fact>}
      </dl>
      {source === "par" && <p className="text-pretty">{words.par}</p>}
    </div>
  );
}

/** ` (+12.3 %)`; empty for the same rate. */
function changeOf(rate: string, before: string): string {
  const bps = differenceBps(rate, before);
  if (bps === 0n) return "";
  return ` (${isHigher(rate, before) ? "+" : "\u2212"}${formatBps(bps)})`;
}

function isHigher(rate: string, other: string): boolean {
  const [whole = "", fraction = ""] = rate.split(".");
  const [otherWhole = "", otherFraction = ""] = other.split(".");
  const places = Math.max(fraction.length, otherFraction.length);
  return BigInt(whole + fraction.padEnd(places, "0")) > BigInt(otherWhole + otherFraction.padEnd(places, "0"));
}

function Fact({ name, children }: { name: string; children: ReactNode }) {
  return (
    <div className="grid gap-x-6 sm:grid-cols-[minmax(7rem,9rem)_minmax(0,1fr)]">
      <dt className="text-ink-2">{name}</dt>
      <dd translate="no" className="figures wrap-anywhere">
        {children}
      </dd>
    </div>
  );
}
