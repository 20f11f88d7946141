import type { Transaction } from "@/lib/db/client";
import { DomainError } from "@/lib/errors";
import { displayAmount } from "@/lib/money";

/**
 * Holds a new live intent to what its merchant allows a UTC day: what the intents created that day ask for together, the
 * pending and the paid; what expired or was cancelled makes room again. Racers of a merchant wait here for each other, so
 * that they cannot pass the cap together. Error: `daily_cap_exceeded`.
 */
export async function requireRoomUnderCap(
  tx: Transaction,
  { merchantId, amountMicros, at }: { merchantId: string; amountMicros: bigint; at: Date },
): Promise<void> {
  const [merchant] = await tx<{ cap: bigint | null }[]>`
    select daily_live_cap_micros as cap from merchants where id = ${merchantId} for no key update`;
  if (!merchant || merchant.cap === null) return;
  const [day] = await tx<[{ asked: bigint }]>`
    select coalesce(sum(amount_micros), 0)::bigint as asked from payment_intents
     where merchant_id = ${merchantId} and environment = 'live' and status in ('pending', 'paid')
       and created_at >= date_trunc('day', ${at}::timestamptz, 'UTC')
       and created_at < date_trunc('day', ${at}::timestamptz, 'UTC') + interval '24 hours'`;
  if (day.asked + amountMicros <= merchant.cap) return;
  const left = merchant.cap > day.asked ? merchant.cap - day.asked : 0n;
  throw new DomainError(
    "daily_cap_exceeded",
    `This shop takes at most ${displayAmount(merchant.cap)} USDT in live payments a day (UTC), and ${displayAmount(left)} USDT of it is left.`,
  );
}
