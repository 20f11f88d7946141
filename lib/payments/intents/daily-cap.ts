import type { merchants } from "@/drizzle/schema";
import type { Transaction } from "@/lib/base/db/client";
import { DomainError } from "@/lib/base/values/errors";
import { displayAmount } from "@/lib/base/values/money";
import { displayLimit } from "@/lib/payments/prices/price-within";
import type { Quote } from "@/lib/payments/prices/quote";

/**
 * Holds a new live intent to the merchant's cap for the UTC day: the sum of the pending and paid intents created that
 * day. Expired and cancelled intents don't count. Concurrent requests of a merchant wait here for each other, so
 * together they can't exceed the cap. Error: `daily_cap_exceeded`, on screens also in the currency of the price.
 */
export async function requireRoomUnderCap(
  tx: Transaction,
  { merchantId, amountMicros, quote, at }: { merchantId: string; amountMicros: bigint; quote: Quote | null; at: Date },
): Promise<void> {
  const [merchant] = await tx<Pick<typeof merchants.$inferSelect, "dailyLiveCapMicros">[]>`
    select daily_live_cap_micros as "dailyLiveCapMicros" from merchants where id = ${merchantId} for no key update`;
  const cap = merchant?.dailyLiveCapMicros ?? null;
  if (cap === null) return;
  const [day] = await tx<[{ asked: bigint }]>`
    select coalesce(sum(amount_micros), 0) as asked from payment_intents
     where merchant_id = ${merchantId} and environment = 'live' and status in ('pending', 'paid')
       and created_at >= date_trunc('day', ${at}::timestamptz, 'UTC')
       and created_at < date_trunc('day', ${at}::timestamptz, 'UTC') + interval '24 hours'`;
  if (day.asked + amountMicros <= cap) return;
  const left = cap > day.asked ? cap - day.asked : 0n;
  const say = (shown: (micros: bigint) => string) =>
    `This business accepts up to ${shown(cap)} in live payments per UTC day. ${shown(left)} is left today.`;
  throw new DomainError(
    "daily_cap_exceeded",
    say((micros) => `${displayAmount(micros)} USDT`),
    quote ? { onScreen: say((micros) => displayLimit(micros, quote)) } : {},
  );
}
