import type { ListedRate } from "@/lib/payments/prices/list-rates";
import type { RateSource } from "@/lib/payments/prices/quote";
import { displayRate, type RateWay, unitsPerUsdt } from "@/lib/payments/prices/rate";
import { currenciesMessages } from "@/lib/service/messages/en/currencies";
import { bpsFromPercent, percentOf } from "./rate-text";

const { form: words } = currenciesMessages;

/** What the fields of a rate say, as text. */
export type RateValues = {
  source: RateSource;
  rate: string;
  way: RateWay;
  maxAgeDays: string;
  spread: string;
  url: string;
  pointer: string;
  urlWay: RateWay;
  timePointer: string;
  maxAgeMinutes: string;
  band: string;
  hasFallback: boolean;
};

export const NEW_RATE: RateValues = {
  source: "manual",
  rate: "",
  way: "units_per_usdt",
  maxAgeDays: "7",
  spread: "0",
  url: "",
  pointer: "",
  urlWay: "units_per_usdt",
  timePointer: "",
  maxAgeMinutes: "60",
  band: "5",
  hasFallback: false,
};

/** Worth more than a dollar, and so quoted in dollars: 1 € = 1.0895. Of others people know the units for a dollar. */
const DEARER = ["BHD", "CHF", "EUR", "GBP", "GIP", "JOD", "KWD", "KYD", "OMR"];

/** The way in which people know the rate of a currency. */
export function usualWay(currency: string): RateWay {
  return DEARER.includes(currency) ? "usdt_per_unit" : "units_per_usdt";
}

/** The fields for a rate that is set already. */
export function valuesOf({ source, spreadBps, manual, url }: ListedRate): RateValues {
  return {
    ...NEW_RATE,
    source,
    spread: percentOf(spreadBps),
    ...(manual && { ...typedWay(manual.rate), maxAgeDays: String(manual.maxAgeDays) }),
    ...(url && {
      url: url.url,
      pointer: url.pointer,
      urlWay: url.way,
      timePointer: url.timePointer ?? "",
      maxAgeMinutes: String(url.maxAgeMinutes),
      band: percentOf(url.bandBps),
      hasFallback: manual !== null,
    }),
  };
}

/** The way in which a rate has the fewest digits is the one in which it was typed. */
function typedWay(rate: string): Pick<RateValues, "rate" | "way"> {
  const units = unitsPerUsdt(rate);
  if (units.length < rate.length) return { rate: units, way: "units_per_usdt" };
  return { rate: displayRate(rate, 24), way: "usdt_per_unit" };
}

/** What the verb that sets a rate takes. */
export type RateInput = { spreadBps: number } & (
  | { source: "par"; currency: "USD" }
  | ({ source: "manual"; currency: string } & ByHand)
  | {
      source: "url";
      currency: string;
      url: string;
      pointer: string;
      way: RateWay;
      timePointer: string | null;
      maxAgeMinutes: number;
      bandBps: number;
      fallback: ByHand | null;
    }
);

type ByHand = { rate: string; way: RateWay; maxAgeDays: number };

/** What a test of the URL in a form asks. The server says what is wrong with it. */
export function urlQuestionIn(data: FormData, shown: RateValues) {
  const { url, pointer, urlWay, timePointer, maxAgeMinutes } = valuesIn(data, shown);
  return { url, pointer, way: urlWay, timePointer: timePointer || null, maxAgeMinutes: Number(maxAgeMinutes) };
}

export type RateErrors = Partial<Record<keyof RateValues | "currency", string>>;

/** The fields of a submitted form; those without a field keep what they said. */
export function valuesIn(data: FormData, shown: RateValues): RateValues {
  const text = (name: Exclude<keyof RateValues, "hasFallback">) => (data.get(name) ?? shown[name]).toString().trim();
  return {
    source: text("source") as RateSource,
    rate: text("rate"),
    way: text("way") as RateWay,
    maxAgeDays: text("maxAgeDays"),
    spread: text("spread"),
    url: text("url"),
    pointer: text("pointer"),
    urlWay: text("urlWay") as RateWay,
    timePointer: text("timePointer"),
    maxAgeMinutes: text("maxAgeMinutes"),
    band: text("band"),
    hasFallback: data.has("hasFallback"),
  };
}

/** What the verb takes, or what is wrong with the fields. The server checks again. */
export function readRateValues(currency: string, values: RateValues): { input: RateInput } | { errors: RateErrors } {
  const errors: RateErrors = {};
  const whole = (name: "maxAgeDays" | "maxAgeMinutes", [least, most]: [number, number]) => {
    const number = /^\d{1,6}$/.test(values[name]) ? Number(values[name]) : 0;
    if (number < least || number > most) errors[name] = words.whole(least, most);
    return number;
  };
  const percent = (name: "spread" | "band", [least, most]: [number, number]) => {
    const bps = bpsFromPercent(values[name]);
    if (bps === null || bps < least || bps > most) errors[name] = words.percentField(percentOf(least), percentOf(most));
    return bps ?? 0;
  };
  const typed = () => {
    const { rate, way } = values;
    return { rate, way, maxAgeDays: whole("maxAgeDays", [1, 365]) };
  };

  if (currency === "") errors.currency = words.chooseCurrency;
  const common = { spreadBps: percent("spread", [0, 2_000]) };
  let input: RateInput;
  if (values.source === "par") input = { ...common, source: "par", currency: "USD" };
  else if (values.source === "manual") input = { ...common, source: "manual", currency, ...typed() };
  else {
    input = {
      ...common,
      source: "url",
      currency,
      url: values.url,
      pointer: values.pointer,
      way: values.urlWay,
      timePointer: values.timePointer === "" ? null : values.timePointer,
      maxAgeMinutes: whole("maxAgeMinutes", [15, 14_400]),
      bandBps: percent("band", [1, 2_000]),
      fallback: values.hasFallback ? typed() : null,
    };
  }
  return Object.keys(errors).length === 0 ? { input } : { errors };
}
