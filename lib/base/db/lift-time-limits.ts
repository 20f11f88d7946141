import { noticeLostClient, type Transaction } from "@/lib/base/db/client";

/**
 * Lets a transaction take as long as it takes: no page waits for it. It ends all the same if the machine of its client
 * vanishes.
 */
export async function liftTimeLimits(tx: Transaction): Promise<void> {
  await noticeLostClient(tx);
  await tx`
    select set_config('statement_timeout', '0', true), set_config('idle_in_transaction_session_timeout', '0', true),
           case when current_setting('transaction_timeout', true) is not null
                then set_config('transaction_timeout', '0', true) end`;
}
