import type { Context, Environment } from "@/lib/context";
import { checkoutUri } from "@/lib/intents/links";
import type { IntentStatus } from "@/lib/intents/state";
import { logoPath } from "@/lib/merchants/logo-path";
import { displayAmount } from "@/lib/money";

export type Checkout = {
  id: string;
  status: IntentStatus;
  environment: Environment;
  /** display text without the unit: `12.50` */
  amount: string;
  /** display text of what has arrived so far, null when nothing has */
  received: string | null;
  /** display text of what is still missing, null when nothing has arrived or all has */
  missing: string | null;
  merchantName: string;
  /** path of the merchant's logo, null when there is none */
  logo: string | null;
  /** `#rrggbb`, null when the merchant chose none */
  accentColour: string | null;
  terminalName: string;
  reference: string | null;
  isDemo: boolean;
  checkoutUri: string;
  /** ISO 8601, UTC */
  createdAt: string;
  expiresAt: string;
  /** whole seconds left by the database's clock, 0 when over */
  expiresInSeconds: number;
  /** when it left pending, null before */
  endedAt: string | null;
};

type Row = {
  status: IntentStatus;
  environment: Environment;
  amount_micros: bigint;
  received_micros: bigint;
  reference: string | null;
  merchant_id: string;
  merchant_name: string;
  accent_colour: string | null;
  logo_digest: string | null;
  terminal_name: string;
  is_demo: boolean;
  created_at: Date;
  expires_at: Date;
  seconds_left: number;
  ended_at: Date | null;
};

/** What the customer may see of an intent; null when there is none. One query, no secret, nothing of other intents. */
export async function getCheckout(ctx: Context, id: string): Promise<Checkout | null> {
  const [row] = await ctx.db.sql<Row[]>`
    select i.status, i.environment, i.amount_micros, i.received_micros, i.reference, i.created_at, i.expires_at,
           coalesce(i.paid_at, i.expired_at, i.cancelled_at) as ended_at,
           greatest(0, ceil(extract(epoch from i.expires_at - now())))::int as seconds_left,
           i.merchant_id, m.name as merchant_name, m.accent_colour, l.digest as logo_digest, m.is_demo,
           t.name as terminal_name
      from payment_intents i
      join merchants m on m.id = i.merchant_id
      join terminals t on t.id = i.terminal_id
      left join merchant_logos l on l.merchant_id = i.merchant_id
     where i.id = ${id}`;
  return row ? present(id, row) : null;
}

function present(id: string, row: Row): Checkout {
  const missing = row.amount_micros - row.received_micros;
  const partly = row.received_micros > 0n && missing > 0n;
  return {
    id,
    status: row.status,
    environment: row.environment,
    amount: displayAmount(row.amount_micros),
    received: row.received_micros > 0n ? displayAmount(row.received_micros) : null,
    missing: partly ? displayAmount(missing) : null,
    merchantName: row.merchant_name,
    logo: logoPath(row.merchant_id, row.logo_digest),
    accentColour: row.accent_colour,
    terminalName: row.terminal_name,
    reference: row.reference,
    isDemo: row.is_demo,
    checkoutUri: checkoutUri(id),
    createdAt: row.created_at.toISOString(),
    expiresAt: row.expires_at.toISOString(),
    expiresInSeconds: row.seconds_left,
    endedAt: row.ended_at?.toISOString() ?? null,
  };
}
