import type { merchantLogos, merchants, paymentIntents, refundAddresses, terminals } from "@/drizzle/schema";
import type { Context, Environment } from "@/lib/base/context/context";
import type { Settings } from "@/lib/base/context/settings";
import { batchById } from "@/lib/base/db/batch";
import type { Sql } from "@/lib/base/db/client";
import { tronFromHex } from "@/lib/base/tron/address";
import { decimalFromMicros, displayAmount, numberFromMicros } from "@/lib/base/values/money";
import { logoPath } from "@/lib/business/merchants/logo-get";
import type { Contact } from "@/lib/customer/checkout/contact-links";
import { checkoutUri, checkoutUrl } from "@/lib/customer/checkout/links";
import { type IntentStatus, remainingMicros, takesRefundAddress } from "@/lib/payments/intents/state";
import {
  type CheckoutRefund,
  listCheckoutRefunds,
  presentRefund,
  type RefundRow,
  type RefundSums,
  refundSumColumns,
  refundSumsOf,
} from "@/lib/payments/page/checkout-refunds";
import {
  type CheckoutTransfer,
  presentTransfer,
  type TransferRow,
  transferColumns,
  transfersOf,
} from "@/lib/payments/page/checkout-transfers";
import { isDelayed, sightedColumns, sightingsOf } from "@/lib/payments/page/get-progress";
import { type CheckoutPrice, type PriceColumns, presentPrice } from "@/lib/payments/page/price";
import { type Progress, progressOf } from "@/lib/payments/page/progress";

/** Which version of a payment the database has. */
export type CheckoutVersion = {
  /** another text once anything of it changed that customers see, but for the time left */
  version: string;
  /** whole seconds until the deadline; 0 after it */
  secondsLeft: number;
};

export type Checkout = CheckoutVersion & {
  id: string;
  status: IntentStatus;
  environment: Environment;
  amountUsdt: number;
  /** display text without the unit: `12.50` */
  amount: string;
  /** what the amount was quoted from; null without a price */
  price: CheckoutPrice | null;
  /** display text of the amount received, null when nothing was */
  received: string | null;
  /** display text of the remaining amount, null unless partially paid */
  missing: string | null;
  /** display text of the overpaid amount, null when there is none */
  excess: string | null;
  /** display text of transfers that were received and not applied, null when there are none */
  uncounted: string | null;
  /** exact decimal text of what the customer should send now: `12.5`; null when nothing, or enough was detected */
  toSend: string | null;
  /** exact decimal text of the least that must arrive now, the tolerance deducted; null like `toSend` */
  toArrive: string | null;
  /** detected transfers in blocks that are not final yet */
  confirming: { confirmations: number; required: number; amount: string } | null;
  /** the progress as it is now; the page's stream tells of later ones */
  progress: Progress;
  /** base58; null in the sandbox */
  receiveAddress: string | null;
  /** null in the sandbox */
  network: { id: string; name: string; contract: string } | null;
  /** the newest transfers, in order of arrival */
  transfers: CheckoutTransfer[];
  /** of all transfers, those that aren't listed included */
  transferCount: number;
  merchantName: string;
  /** path of the merchant's logo, null when there is none */
  logo: string | null;
  /** `#rrggbb`, null when the merchant chose none */
  accentColour: string | null;
  terminalName: string;
  /** IANA name of the terminal's zone */
  timeZone: string;
  /** the terminal's, if it has any, or else the merchant's */
  contact: Contact;
  reference: string | null;
  isDemo: boolean;
  /** asks for the remaining amount of an earlier, partially paid payment */
  isForRemaining: boolean;
  checkoutUri: string;
  /** return URLs, as given when the intent was created */
  successUrl: string | null;
  cancelUrl: string | null;
  /** ISO 8601, UTC */
  createdAt: string;
  expiresAt: string;
  /** when it ended; null while pending */
  endedAt: string | null;
  /** the customer may leave an address for a refund, or has */
  takesRefundAddress: boolean;
  /** as the customer left it: base58, and when (ISO 8601, UTC); null until then */
  refundAddress: { address: string; at: string } | null;
  /** the newest refunds, oldest first */
  refunds: CheckoutRefund[];
  /** display text of what was refunded for good, null when nothing was */
  refunded: string | null;
  /** display text of the refunds that wait for the customer's address, null when none does */
  refundAsked: string | null;
  /** refunds give back all that wasn't due; left out: they don't, or nothing was */
  refundsBeyondDue?: true;
  /** the payment that requests the remaining amount; left out: there is none */
  followUp?: { url: string; isPaid: boolean };
};

type Intent = Pick<
  typeof paymentIntents.$inferSelect,
  | ("id" | "amountMicros" | "toleranceMicros" | "receivedMicros" | "uncountedMicros")
  | ("receiveAddress" | "reference" | "successUrl" | "cancelUrl" | "merchantId" | "createdAt" | "expiresAt")
>;
type Merchant = typeof merchants.$inferSelect;
type Terminal = typeof terminals.$inferSelect;

type Row = Intent &
  PriceColumns &
  RefundSums &
  Pick<Merchant, "accentColour" | "isDemo" | "supportEmail" | "supportUrl" | "supportPhone"> &
  Pick<Terminal, "timeZone"> & {
    status: IntentStatus;
    environment: Environment;
    sightedMicros: bigint;
    sightedBlocks: number;
    isDelayed: boolean;
    transfers: TransferRow[];
    transferCount: number;
    merchantName: Merchant["name"];
    logoDigest: (typeof merchantLogos.$inferSelect)["digest"] | null;
    terminalName: Terminal["name"];
    isForRemaining: boolean;
    version: string;
    secondsLeft: number;
    endedAt: Date | null;
    followUpId: string | null;
    followUpStatus: IntentStatus | null;
    refundAddress: (typeof refundAddresses.$inferSelect)["address"] | null;
    refundAddressAt: Date | null;
    refunds: RefundRow[];
  };

/** What the customer may see of an intent; null when it does not exist. Concurrent callers share a query. */
export async function getCheckout(ctx: Context, id: string): Promise<Checkout | null> {
  const row = await loader(ctx.db)(id.toLowerCase());
  return row && present(ctx.settings, row);
}

/** Much cheaper than the payment itself, for what is kept of its page. Null when it does not exist. */
export async function getCheckoutVersion(ctx: Context, id: string): Promise<CheckoutVersion | null> {
  return versionLoader(ctx.db)(id.toLowerCase());
}

const loader = batchById("intents.checkout", (db, ids) => loadCheckouts(db.sql, ids));
const versionLoader = batchById("intents.checkoutVersion", (db, ids) => selectVersions(db.sql, ids));

function selectVersions(sql: Sql, ids: string[]) {
  return sql<(CheckoutVersion & { id: string })[]>`
    select i.id, ${versionColumns(sql)} ${tablesOf(sql)}
     where i.id = any(${ids}::uuid[])`;
}

/** Each write of a row changes its `xmin`, and each transfer writes to its payment. */
function versionColumns(sql: Sql) {
  return sql`
    format('%s %s %s %s %s %s %s %s %s %s %s %s', i.xmin, m.xmin, t.xmin, l.xmin, r.xmin, s.micros, s.blocks, s.marks,
           n.rest_id, n.rest_status, ${isDelayed(sql)}, g.marks) as version,
    greatest(0, ceil(extract(epoch from i.expires_at - now())))::int as "secondsLeft"`;
}

function tablesOf(sql: Sql) {
  return sql`
      from payment_intents i
      join merchants m on m.id = i.merchant_id
      join terminals t on t.id = i.terminal_id
      left join merchant_logos l on l.merchant_id = i.merchant_id
      left join refund_addresses r on r.payment_intent_id = i.id and r.merchant_id = i.merchant_id
      ${sightingsOf(sql)} ${followUpOf(sql)} ${refundSumsOf(sql)}`;
}

/** The payment that requests the remaining amount of a partially paid one, while that isn't cancelled or expired. */
function followUpOf(sql: Sql) {
  return sql`
    left join lateral (
      select rest.id as rest_id, rest.status as rest_status
        from attention_items asked
             join payment_intents rest on rest.id = asked.rest_intent_id and rest.merchant_id = asked.merchant_id
       where i.status = 'expired' and i.received_micros > 0 and asked.intent_id = i.id
         and asked.merchant_id = i.merchant_id and asked.resolution = 'asked'
    ) n on true`;
}

/** Few payments have refunds: planning to read them would take a tenth of the time of every page. */
async function loadCheckouts(sql: Sql, ids: string[]): Promise<Row[]> {
  const rows = await selectCheckouts(sql, ids);
  const refunded = rows.flatMap(({ id, refundMarks }) => (refundMarks === null ? [] : [id]));
  const refunds = await listCheckoutRefunds(sql, refunded);
  return rows.map((row) => ({ ...row, refunds: refunds.get(row.id) ?? [] }));
}

function selectCheckouts(sql: Sql, ids: string[]) {
  return sql<Omit<Row, "refunds">[]>`
    select i.id, i.status, i.environment, i.amount_micros as "amountMicros", i.tolerance_micros as "toleranceMicros",
           i.received_micros as "receivedMicros", i.uncounted_micros as "uncountedMicros",
           i.price_currency as "priceCurrency", i.price_minor as "priceMinor",
           ${sightedColumns(sql)}, ${isDelayed(sql)} as "isDelayed",
           ${transferColumns(sql)}, i.receive_address as "receiveAddress",
           i.reference, i.success_url as "successUrl", i.cancel_url as "cancelUrl", i.created_at as "createdAt",
           i.expires_at as "expiresAt",
           coalesce(i.paid_at, i.expired_at, i.cancelled_at) as "endedAt",
           ${versionColumns(sql)}, ${refundSumColumns(sql)}, g.refunded as "refundedMicros",
           g.asked as "askedMicros",
           i.merchant_id as "merchantId", m.name as "merchantName", m.accent_colour as "accentColour",
           l.digest as "logoDigest", m.is_demo as "isDemo", coalesce(i.metadata ? 'rest_of', false) as "isForRemaining",
           r.address as "refundAddress", r.created_at as "refundAddressAt",
           n.rest_id as "followUpId", n.rest_status as "followUpStatus",
           t.name as "terminalName", t.time_zone as "timeZone",
           case when own.contact then t.support_email else m.support_email end as "supportEmail",
           case when own.contact then t.support_url else m.support_url end as "supportUrl",
           case when own.contact then t.support_phone else m.support_phone end as "supportPhone"
      ${tablesOf(sql)}
     cross join lateral (select num_nonnulls(t.support_email, t.support_url, t.support_phone) > 0 as contact) own
      ${transfersOf(sql)}
     where i.id = any(${ids}::uuid[])`;
}

function present(settings: Settings, row: Row): Checkout {
  const { id } = row;
  const progress = progressOf(row);
  const { confirming } = progress;
  return {
    ...amountsOf(row),
    price: presentPrice(row),
    id,
    version: row.version,
    secondsLeft: row.secondsLeft,
    status: row.status,
    environment: row.environment,
    progress,
    confirming: confirming && {
      confirmations: confirming.confirmations,
      required: confirming.required,
      amount: displayAmount(row.sightedMicros),
    },
    receiveAddress: row.receiveAddress && tronFromHex(row.receiveAddress),
    network: row.environment === "live" ? networkOf(settings) : null,
    transfers: row.transfers.map(presentTransfer),
    transferCount: row.transferCount,
    merchantName: row.merchantName,
    logo: logoPath(row.merchantId, row.logoDigest),
    accentColour: row.accentColour,
    terminalName: row.terminalName,
    timeZone: row.timeZone,
    contact: { email: row.supportEmail, url: row.supportUrl, phone: row.supportPhone },
    reference: row.reference,
    isDemo: row.isDemo,
    isForRemaining: row.isForRemaining,
    checkoutUri: checkoutUri(settings, id),
    successUrl: row.successUrl,
    cancelUrl: row.cancelUrl,
    createdAt: row.createdAt.toISOString(),
    expiresAt: row.expiresAt.toISOString(),
    endedAt: row.endedAt?.toISOString() ?? null,
    takesRefundAddress: takesRefundAddress(row),
    refundAddress: refundAddressOf(row),
    refunds: row.refunds.map((refund) => presentRefund(refund, row.refundAddress !== null)),
    refunded: row.refundedMicros > 0n ? displayAmount(row.refundedMicros) : null,
    refundAsked: row.askedMicros > 0n ? displayAmount(row.askedMicros) : null,
    ...(isBeyondDueRefunded(row) && { refundsBeyondDue: true }),
    ...followUpLink(settings, row),
  };
}

function isBeyondDueRefunded({ amountMicros, receivedMicros, uncountedMicros, refunds }: Row): boolean {
  const excess = receivedMicros > amountMicros ? receivedMicros - amountMicros : 0n;
  const refunded = refunds.reduce((sum, { micros }) => sum + micros, 0n);
  return excess + uncountedMicros > 0n && refunded >= excess + uncountedMicros;
}

/** A paid one leaves nothing to pay. */
function followUpLink(settings: Settings, { followUpId: id, followUpStatus: status }: Row): Pick<Checkout, "followUp"> {
  return id ? { followUp: { url: checkoutUrl(settings, id), isPaid: status === "paid" } } : {};
}

function amountsOf(row: Row) {
  const { amountMicros: amount, receivedMicros: received, uncountedMicros: uncounted } = row;
  const late = row.status === "pending" ? 0n : uncounted;
  const remaining = row.followUpStatus === "paid" ? 0n : remainingMicros(row, late);
  const toSend = row.status === "pending" ? remainingMicros(row, row.sightedMicros) : 0n;
  return {
    amountUsdt: numberFromMicros(amount),
    amount: displayAmount(amount),
    received: received > 0n ? displayAmount(received) : null,
    missing: received > 0n && remaining > 0n ? displayAmount(remaining) : null,
    excess: received > amount ? displayAmount(received - amount) : null,
    uncounted: uncounted > 0n ? displayAmount(uncounted) : null,
    toSend: toSend > 0n ? decimalFromMicros(toSend) : null,
    toArrive: toSend > 0n ? decimalFromMicros(toSend - row.toleranceMicros) : null,
  };
}

function refundAddressOf({ refundAddress: address, refundAddressAt: at }: Row): Checkout["refundAddress"] {
  return address && at ? { address: tronFromHex(address), at: at.toISOString() } : null;
}

function networkOf({ network }: Settings): Checkout["network"] {
  return network && { id: network.id, name: network.name, contract: tronFromHex(network.token) };
}
