import type { MerchantContext } from "@/lib/base/context/context";
import { database } from "@/lib/base/db/client";
import type { GetResult } from "@/lib/base/http/get";
import type { ReadUrl } from "@/lib/payments/prices/fetch-rates";
import { SetRateInput, setRate } from "@/lib/payments/prices/set-rate";
import { memberContext } from "@/tests/support/member-context";

type Given = { currency: string } & Record<string, unknown>;

/** Sets a rate as an owner, by default a confirmed one by hand in USDT for one unit; `answer` is what a URL answers. */
export async function giveRate(
  merchant: Pick<MerchantContext, "merchantId">,
  given: Given,
  answer?: GetResult,
): Promise<void> {
  const base = { source: "manual", way: "usdt_per_unit", rate: "1.0895", confirmed: true };
  await setRate(await memberContext(merchant), SetRateInput.parse({ ...base, ...given }), answer && answering(answer));
}

export const EUR_URL = {
  currency: "EUR",
  source: "url",
  url: "https://rates.example/v1?key=secret",
  pointer: "/eur",
} as const;

export const answering =
  (answer: GetResult): ReadUrl =>
  async () =>
    answer;
export const eur = (rate: string): GetResult => ({ status: 200, text: JSON.stringify({ eur: rate }) });

/** Time passes for the rates of a business, but not for their history. */
export async function ratesAge({ merchantId }: Pick<MerchantContext, "merchantId">, minutes: number): Promise<void> {
  await database().sql`
    update exchange_rates e
       set manual_at = manual_at - d, fetched_at = fetched_at - d, held_at = held_at - d, failed_at = failed_at - d,
           next_fetch_at = next_fetch_at - d
      from (select make_interval(mins => ${minutes}) as d) passed
     where merchant_id = ${merchantId}`;
}
