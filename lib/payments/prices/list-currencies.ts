import type { MerchantContext } from "@/lib/base/context/context";

/** The currencies that the business prices in or has priced in, by code. */
export async function listPricedCurrencies({ db: { sql }, merchantId }: MerchantContext): Promise<string[]> {
  // the history has many rows for each of a few currencies, so it is read from one currency to the next
  const rows = await sql<{ currency: string }[]>`
    with recursive known as (
      (select h.currency from exchange_rate_history h where h.merchant_id = ${merchantId} order by h.currency limit 1)
      union all
      select (select h.currency from exchange_rate_history h
               where h.merchant_id = ${merchantId} and h.currency > known.currency order by h.currency limit 1)
        from known where known.currency is not null)
    select currency from known where currency is not null
    union
    select e.currency from exchange_rates e where e.merchant_id = ${merchantId}
    order by currency`;
  return rows.map(({ currency }) => currency);
}
