import type { MemberContext } from "@/lib/base/context/context";

/** What a new merchant sets up, in this order; from `wallet` on, it is for live payments. */
export const SETUP_STEPS = ["terminal", "payment", "webhook", "team", "wallet", "liveKey", "livePayment"] as const;
export type SetupStep = (typeof SETUP_STEPS)[number];

export type Setup = {
  isDone: Record<SetupStep, boolean>;
  /** live payments are switched off on this server, so their steps can't be done */
  isLiveOff: boolean;
};

/** How far the merchant's setup is, in both environments; null once the checklist was dismissed. */
export async function findSetup(ctx: MemberContext): Promise<Setup | null> {
  const { sql } = ctx.db;
  const [row] = await sql<[Record<SetupStep, boolean> & { dismissed: boolean }]>`
    select exists (select from dismissed_notices n
                    where n.merchant_id = ${ctx.merchantId} and n.notice = 'checklist') as dismissed,
           exists (select from terminals t where t.merchant_id = ${ctx.merchantId} and t.archived_at is null) as terminal,
           exists (select from terminals t
                     join payment_intents i on i.merchant_id = t.merchant_id and i.terminal_id = t.id
                      and i.environment = 'sandbox'
                    where t.merchant_id = ${ctx.merchantId}) as payment,
           exists (select from webhook_endpoints p where p.merchant_id = ${ctx.merchantId}) as webhook,
           exists (select from memberships s where s.merchant_id = ${ctx.merchantId} and s.user_id <> ${ctx.actor.userId})
             or exists (select from invitations v
                         where v.merchant_id = ${ctx.merchantId} and v.accepted_at is null and v.revoked_at is null
                           and v.expires_at > now()) as team,
           exists (select from receiving_wallets w where w.merchant_id = ${ctx.merchantId} and w.retired_at is null) as wallet,
           exists (select from api_keys k
                    where k.merchant_id = ${ctx.merchantId} and k.environment = 'live' and k.ends_at is null) as "liveKey",
           exists (select from terminals t
                     join payment_intents i on i.merchant_id = t.merchant_id and i.terminal_id = t.id
                      and i.environment = 'live' and i.status = 'paid'
                    where t.merchant_id = ${ctx.merchantId}) as "livePayment"`;
  const { dismissed, ...isDone } = row;
  return dismissed ? null : { isDone, isLiveOff: ctx.settings.network === null };
}
