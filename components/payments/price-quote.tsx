import { formatBps, perUnitLine } from "@/components/currencies/rate-text";
import { relativeLabel } from "@/components/ui/instant-labels";
import { decimalsOf, displayPrice } from "@/lib/base/values/currencies";
import { displayAmount } from "@/lib/base/values/money";
import { readTypedPrice } from "@/lib/base/values/typed-price";
import type { OfferedPrice } from "@/lib/payments/prices/offer-prices";
import { quoteMicros } from "@/lib/payments/prices/quote";
import { newPaymentMessages } from "@/lib/service/messages/en/new-payment";

const words = newPaymentMessages.quote;
const DAY_SECONDS = 86_400;

type Props = {
  offer: OfferedPrice;
  /** the amount as typed so far */
  typed: string;
};

/** What a typed price costs in USDT by the rate in force, where that rate comes from and how old it is. */
export function PriceQuote({ offer, typed }: Props) {
  const { currency, rate } = offer;
  if (!rate) return <p className="text-pretty">{words.none(currency)}</p>;
  return (
    <>
      <p className="min-h-[1.5em] text-16">{quoteLine(offer, typed)}</p>
      <p className="text-ink-2">
        {[
          perUnitLine(currency, rate.rate),
          sourceLine(rate),
          rate.spreadBps > 0 && words.spread(formatBps(rate.spreadBps)),
        ]
          .filter(Boolean)
          .join(" · ")}
      </p>
    </>
  );
}

function quoteLine({ currency, rate }: OfferedPrice, typed: string) {
  const price = readTypedPrice(typed, currency);
  if ("error" in price || !rate) return null;
  const { minor } = price;
  const micros = quoteMicros({ minor, decimals: decimalsOf(currency) ?? 0, ...rate });
  if (micros === "too_small") return words.tooSmall(currency);
  if (micros === "too_large") return words.tooLarge;
  return (
    <span translate="no" dir="ltr" className="money">
      <span className="whitespace-nowrap">{displayPrice({ currency, minor })}</span>
      <span>{" · "}</span>
      <span className="font-medium whitespace-nowrap">{`${displayAmount(micros)}\u00a0USDT`}</span>
    </span>
  );
}

function sourceLine({ source, ageSeconds }: NonNullable<OfferedPrice["rate"]>): string | null {
  if (source === "par" || ageSeconds === null) return null;
  const now = new Date(ageSeconds * 1_000).toISOString();
  const ago = relativeLabel(new Date(0).toISOString(), now) ?? words.days(Math.floor(ageSeconds / DAY_SECONDS));
  return `${words.sources[source]}, ${ago}`;
}
