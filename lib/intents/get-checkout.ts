import type { Context, Environment } from "@/lib/context";
import { checkoutUri } from "@/lib/intents/links";
import { type Progress, progressOf } from "@/lib/intents/progress";
import { type IntentStatus, remainingMicros } from "@/lib/intents/state";
import { logoPath } from "@/lib/merchants/logo-path";
import { decimalFromMicros, displayAmount } from "@/lib/money";
import { tronFromHex } from "@/lib/settlement/address";
import { liveNetwork } from "@/lib/settlement/network";

export type Checkout = {
  id: string;
  status: IntentStatus;
  environment: Environment;
  /** display text without the unit: `12.50` */
  amount: string;
  /** display text of the amount received, null when nothing was */
  received: string | null;
  /** display text of the remaining amount, null unless partially paid */
  missing: string | null;
  /** display text of the overpaid amount, null when there is none */
  excess: string | null;
  /** display text of late payments that were not applied, null when there are none */
  uncounted: string | null;
  /** exact decimal text of what the customer should send now: `12.5`; null when nothing, or enough was detected */
  toSend: string | null;
  /** detected transfers in blocks that are not final yet */
  confirming: { confirmations: number; required: number; amount: string } | null;
  /** the progress when the page was rendered; the page's stream updates it */
  progress: Progress;
  /** base58; null in the sandbox */
  receiveAddress: string | null;
  /** null in the sandbox */
  network: { id: string; name: string; contract: string } | null;
  /** of the transfer that completed the amount, as explorers write it; null in the sandbox and until then */
  transactionHash: string | null;
  merchantName: string;
  /** path of the merchant's logo, null when there is none */
  logo: string | null;
  /** `#rrggbb`, null when the merchant chose none */
  accentColour: string | null;
  terminalName: string;
  /** IANA name of the terminal's zone */
  timeZone: string;
  reference: string | null;
  isDemo: boolean;
  checkoutUri: string;
  /** return URLs, as given when the intent was created */
  successUrl: string | null;
  cancelUrl: string | null;
  /** ISO 8601, UTC */
  createdAt: string;
  expiresAt: string;
  /** whole seconds until expiry by the database's clock, 0 after it */
  expiresInSeconds: number;
  /** when it ended; null while pending */
  endedAt: string | null;
};

type Row = {
  status: IntentStatus;
  environment: Environment;
  amount_micros: bigint;
  tolerance_micros: bigint;
  received_micros: bigint;
  uncounted_micros: bigint;
  sighted_micros: bigint;
  sighted_blocks: number;
  receive_address: string | null;
  transaction_hash: string | null;
  reference: string | null;
  success_url: string | null;
  cancel_url: string | null;
  merchant_id: string;
  merchant_name: string;
  accent_colour: string | null;
  logo_digest: string | null;
  terminal_name: string;
  time_zone: string;
  is_demo: boolean;
  created_at: Date;
  expires_at: Date;
  seconds_left: number;
  ended_at: Date | null;
};

/** What the customer may see of an intent; null when it does not exist. One query, no secrets, no other intents. */
export async function getCheckout(ctx: Context, id: string): Promise<Checkout | null> {
  const [row] = await ctx.db.sql<Row[]>`
    select i.status, i.environment, i.amount_micros, i.tolerance_micros, i.received_micros, i.uncounted_micros,
           coalesce(s.micros, 0)::bigint as sighted_micros, coalesce(s.blocks, 0)::int as sighted_blocks,
           i.receive_address, case when i.environment = 'live' then x.tx_hash end as transaction_hash,
           i.reference, i.success_url, i.cancel_url, i.created_at, i.expires_at,
           coalesce(i.paid_at, i.expired_at, i.cancelled_at) as ended_at,
           ceil(extract(epoch from i.expires_at - now()))::int as seconds_left,
           i.merchant_id, m.name as merchant_name, m.accent_colour, l.digest as logo_digest, m.is_demo,
           t.name as terminal_name, t.time_zone
      from payment_intents i
      join merchants m on m.id = i.merchant_id
      join terminals t on t.id = i.terminal_id
      left join merchant_logos l on l.merchant_id = i.merchant_id
      left join transfers x on x.id = i.transfer_id
      left join lateral (
        -- a final one may be both in the books and, until the next look, among the sightings
        select sum(c.amount_micros) as micros, min(n.head_number - c.block_number + 1) as blocks
          from chain_sightings c
          join chain_cursors n on n.network = c.network
         where c.intent_id = i.id
           and not exists (select from transfers b
                            where b.network = c.network and b.tx_hash = c.tx_hash and b.log_index = c.log_index)
      ) s on i.environment = 'live'
     where i.id = ${id}`;
  return row ? present(id, row) : null;
}

function present(id: string, row: Row): Checkout {
  const progress = progressOf({
    status: row.status,
    amountMicros: row.amount_micros,
    toleranceMicros: row.tolerance_micros,
    receivedMicros: row.received_micros,
    uncountedMicros: row.uncounted_micros,
    sightedMicros: row.sighted_micros,
    sightedBlocks: row.sighted_blocks,
    secondsLeft: row.seconds_left,
  });
  const { confirming } = progress;
  return {
    ...amountsOf(row),
    id,
    status: row.status,
    environment: row.environment,
    progress,
    confirming: confirming && {
      confirmations: confirming.confirmations,
      required: confirming.required,
      amount: displayAmount(row.sighted_micros),
    },
    receiveAddress: row.receive_address && tronFromHex(row.receive_address),
    network: row.environment === "live" ? networkOf() : null,
    transactionHash: row.transaction_hash?.replace(/^0x/, "") ?? null,
    merchantName: row.merchant_name,
    logo: logoPath(row.merchant_id, row.logo_digest),
    accentColour: row.accent_colour,
    terminalName: row.terminal_name,
    timeZone: row.time_zone,
    reference: row.reference,
    isDemo: row.is_demo,
    checkoutUri: checkoutUri(id),
    successUrl: row.success_url,
    cancelUrl: row.cancel_url,
    createdAt: row.created_at.toISOString(),
    expiresAt: row.expires_at.toISOString(),
    expiresInSeconds: progress.expires_in_seconds,
    endedAt: row.ended_at?.toISOString() ?? null,
  };
}

function amountsOf(row: Row) {
  const { amount_micros: amount, received_micros: received, uncounted_micros: uncounted } = row;
  const facts = { amountMicros: amount, toleranceMicros: row.tolerance_micros, receivedMicros: received };
  const remaining = remainingMicros(facts);
  const toSend = row.status === "pending" ? remainingMicros(facts, row.sighted_micros) : 0n;
  return {
    amount: displayAmount(amount),
    received: received > 0n ? displayAmount(received) : null,
    missing: received > 0n && remaining > 0n ? displayAmount(remaining) : null,
    excess: received > amount ? displayAmount(received - amount) : null,
    uncounted: uncounted > 0n ? displayAmount(uncounted) : null,
    toSend: toSend > 0n ? decimalFromMicros(toSend) : null,
  };
}

function networkOf(): Checkout["network"] {
  const network = liveNetwork();
  return network && { id: network.id, name: network.name, contract: tronFromHex(network.token) };
}
