import type { Sql, Transaction } from "@/lib/base/db/client";
import type { Claimed } from "@/lib/delivery/notifications/claim-due";

/** Between two messages about what can wait, so that nobody's mailbox is flooded by way of many businesses. */
const PAUSE = "1 minute";

/** Anyone who signs up can cause as many of these as they like. */
const canWait = ({ kind }: Claimed) => kind === "payment" || kind === "endpoint";

type Recipient = { telegramChatId: string | null; now: Date };

/**
 * Until when a message waits because its person has just had one on the channel, about whichever of their businesses;
 * null if it needn't. A failing endpoint waits only for messages about other businesses: its own business's are few.
 */
export async function findPauseEnd(sql: Sql, notices: Claimed[], recipient: Recipient): Promise<Date | null> {
  const [{ channel, merchantId, userId }] = notices as [Claimed];
  if (!notices.every(canWait)) return null;
  const isPayments = notices.every(({ kind }) => kind === "payment");
  const [{ until }] = await sql<[{ until: Date | null }]>`
    select max(case ${channel} when 'email' then p.payments_emailed_at else p.payments_messaged_at end) + ${PAUSE}::interval
             as until
      from memberships m
      join notification_preferences p on p.merchant_id = m.merchant_id and p.user_id = m.user_id
     where m.user_id = ${userId}
       and (${channel} = 'email' or p.telegram_chat_id = ${recipient.telegramChatId})
       and (${isPayments} or p.merchant_id <> ${merchantId})`;
  return until && until > recipient.now ? until : null;
}

/** The person's next messages about what can wait do so from now on. */
export async function beginPause(tx: Transaction, sent: Claimed[]): Promise<void> {
  const [{ channel, merchantId, userId, environment }] = sent as [Claimed];
  if (!sent.some(canWait)) return;
  await tx`
    update notification_preferences
       set payments_emailed_at = case when ${channel} = 'email' then now() else payments_emailed_at end,
           payments_messaged_at = case when ${channel} = 'telegram' then now() else payments_messaged_at end
     where merchant_id = ${merchantId} and user_id = ${userId} and environment = ${environment}`;
}
