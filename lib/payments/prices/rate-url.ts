import { z } from "zod";
import type { Settings } from "@/lib/base/context/settings";
import { checkWebhookUrl } from "@/lib/base/http/url-rules";
import { DomainError } from "@/lib/base/values/errors";
import { isPointer, type RateFailure } from "@/lib/payments/prices/rate-response";

const POINTER = "Enter a JSON pointer, for example /rates/EUR.";
/** Public sources have one rate a working day: the last one before a long weekend is four days old. */
const MAX_AGE_MINUTES = 14_400;

/** Where the rate of a currency is read, and how. */
export const RateUrlFields = {
  url: z.string().trim(),
  /** RFC 6901, to a number or text */
  pointer: z.string().trim().refine(isPointer, POINTER),
  way: z.enum(["usdt_per_unit", "units_per_usdt"]),
  /** to the time of the rate; null: that of the answer counts */
  timePointer: z.string().trim().refine(isPointer, POINTER).nullable().default(null),
  maxAgeMinutes: z.int().min(15).max(MAX_AGE_MINUTES).default(60),
};

/** Why a URL brought no rate: the end of a sentence that begins with it. */
export const RATE_FAILURES: Record<RateFailure, string> = {
  unreachable: "didn't answer within 5 seconds, or isn't a public HTTPS address",
  status: "didn't answer with status 200",
  too_large: "answered more than 256 kB",
  not_json: "didn't answer in JSON",
  not_found: "answered without the field that the JSON pointer names",
  not_a_rate: "answered something that isn't a rate above 0",
  too_old: "answered a rate that is too old",
};

/** Refuses what isn't an HTTPS URL of a public server, as for live webhooks. Error: `invalid_request` field `url`. */
export function requireRateUrl({ webhooks }: Settings, text: string): void {
  const checked = checkWebhookUrl(text, "live", webhooks);
  if (checked.ok) return;
  const messages: Record<string, string> = {
    http_in_live: "A rate URL must start with https://.",
    private_ip_in_live: "This isn't the address of a public server.",
  };
  const message =
    messages[checked.code] ?? "Enter a full URL without a password, for example https://rates.example/eur.";
  throw new DomainError("invalid_request", message, { field: "url" });
}
