import { z } from "zod";
import { ENVIRONMENTS, type Environment } from "@/lib/base/context/context";
import { MERCHANT_ALARMS, type MerchantAlarm } from "@/lib/base/values/alarm-kinds";
import { ITEM_KINDS, ITEM_RESOLUTIONS, type ItemKind, type ItemResolution } from "@/lib/base/values/attention-kinds";
import { numberFromMicros } from "@/lib/base/values/money";

const intentId = z.uuid().meta({ description: "The intent." });
const terminalId = z.uuid().meta({ description: "The terminal." });
const moment = z.iso.datetime();
const timestamp = moment.meta({ description: "The time of the event." });
const amount = z
  .number()
  .meta({ description: "The intent's amount in USDT, exact to the millionth.", format: "double" });
const currency = z.literal("USDT");
const origin = {
  environment: z.enum(ENVIRONMENTS).meta({ description: "`sandbox`: no real funds. `live`: real USDT." }),
  livemode: z.boolean().meta({ description: "True for live, false for sandbox." }),
};

/** The members shared by both events about an item of Needs attention. */
const itemMembers = {
  item_id: z.uuid().meta({ description: "The item, the same in both events." }),
  kind: z.enum(ITEM_KINDS).meta({ description: "Why the payment needs attention." }),
  intent_id: z.uuid().nullable().meta({ description: "The intent; null when it is unknown." }),
  terminal_id: z.uuid().nullable().meta({ description: "The intent's terminal." }),
  transfer_id: z.uuid().nullable().meta({ description: "The transfer; null when none is recorded." }),
  tx_hash: z.string().nullable().meta({ description: "The transaction hash: `0x` and 64 hex digits." }),
  amount: z.number().meta({
    format: "double",
    description:
      "In USDT: the remaining amount for `partial`, the excess for `over`, otherwise the whole transfer. 0 for an `unreadable` transfer of unknown amount, and for `partial` if what remains is in the item of a later payment.",
  }),
  currency,
  ...origin,
};

/** The members shared by both events about an alarm. */
const alarmMembers = {
  alarm_id: z.uuid().meta({ description: "The alarm, the same in all its events." }),
  kind: z.enum(MERCHANT_ALARMS).meta({
    description:
      "`endpoint`: a webhook endpoint keeps failing. `wallet`: the receiving wallet needs attention. `chain`: live payments are delayed. `rate`: prices in a currency have no current rate, or soon won't, or a rate waits for a member.",
  }),
  message: z.string().meta({ description: "What is wrong, in one sentence." }),
  webhook_endpoint_id: z.uuid().nullable().meta({ description: "The failing endpoint; null for other kinds." }),
  raised_at: moment.meta({ description: "Since when the problem is known." }),
  ...origin,
};

/** The members shared by the events about a refund. */
const refundMembers = {
  refund_id: z.uuid().meta({ description: "The refund, the same in all its events." }),
  intent_id: z.uuid().nullable().meta({ description: "The intent; null when the money belongs to none." }),
  terminal_id: z.uuid().nullable().meta({ description: "The intent's terminal." }),
  amount: z.number().meta({ description: "The refund's amount in USDT, exact to the millionth.", format: "double" }),
  currency,
  tx_hash: z.string().nullable().meta({ description: "The transaction hash; null until it is sent." }),
  ...origin,
};

/** Each event's body. The first five events are the specification's; the others are opt-in. */
export const EVENT_BODIES = {
  "payment.success": z
    .object({
      event: z.literal("payment.success"),
      intent_id: intentId,
      transfer_id: z
        .uuid()
        .nullable()
        .meta({ description: "The transfer that completed the payment, if there is one." }),
      amount,
      amount_usdt: amount.meta({ description: "Same value as `amount`." }),
      currency,
      terminal_id: terminalId,
      terminal_name: z.string().meta({ description: "The terminal's name." }),
      ...origin,
      simulated: z.boolean().meta({ description: "True when no real funds moved." }),
      timestamp,
    })
    .meta({ id: "PaymentSuccessEvent" }),
  "intent.created": z
    .object({
      event: z.literal("intent.created"),
      intent_id: intentId,
      amount,
      currency,
      terminal_id: terminalId,
      ...origin,
      expires_at: moment.meta({ description: "When the intent expires." }),
      checkout_uri: z.string().meta({ description: "Deep link for the wallet app." }),
      timestamp,
    })
    .meta({ id: "IntentCreatedEvent" }),
  "payment.expired": z
    .object({
      event: z.literal("payment.expired"),
      intent_id: intentId,
      amount,
      currency,
      terminal_id: terminalId,
      ...origin,
      timestamp,
    })
    .meta({ id: "PaymentExpiredEvent" }),
  "key.rotated": z
    .object({
      event: z.literal("key.rotated"),
      terminal_id: terminalId,
      ...origin,
      rotated_at: moment.meta({ description: "When the new key was issued." }),
      last4: z.string().length(4).meta({ description: "The last four characters of the new key." }),
    })
    .meta({ id: "KeyRotatedEvent" }),
  "test.ping": z
    .object({
      event: z.literal("test.ping"),
      message: z.string().meta({ description: "A readable message." }),
      request_id: z.uuid().meta({ description: "Unique for each test event." }),
      ...origin,
      timestamp,
    })
    .meta({ id: "TestPingEvent" }),
  "intent.cancelled": z
    .object({
      event: z.literal("intent.cancelled"),
      intent_id: intentId,
      amount,
      currency,
      terminal_id: terminalId,
      ...origin,
      timestamp,
    })
    .meta({ id: "IntentCancelledEvent" }),
  "attention.opened": z
    .object({ event: z.literal("attention.opened"), ...itemMembers, timestamp })
    .meta({ id: "AttentionOpenedEvent" }),
  "attention.resolved": z
    .object({
      event: z.literal("attention.resolved"),
      ...itemMembers,
      resolution: z
        .enum(ITEM_RESOLUTIONS)
        .meta({ description: "How the item was resolved. `settled`: automatically." }),
      timestamp,
    })
    .meta({ id: "AttentionResolvedEvent" }),
  "alarm.raised": z
    .object({ event: z.literal("alarm.raised"), ...alarmMembers, timestamp })
    .meta({ id: "AlarmRaisedEvent" }),
  "alarm.cleared": z
    .object({ event: z.literal("alarm.cleared"), ...alarmMembers, timestamp })
    .meta({ id: "AlarmClearedEvent" }),
  "refund.prepared": z
    .object({ event: z.literal("refund.prepared"), ...refundMembers, timestamp })
    .meta({ id: "RefundPreparedEvent" }),
  "refund.sent": z
    .object({ event: z.literal("refund.sent"), ...refundMembers, timestamp })
    .meta({ id: "RefundSentEvent", description: "The refund's transfer is final." }),
  "refund.failed": z
    .object({
      event: z.literal("refund.failed"),
      ...refundMembers,
      failure: z.string().nullable().meta({
        description: "Why, as java-tron names it, such as `OUT_OF_ENERGY`, or `EXPIRED`; null when not known.",
      }),
      timestamp,
    })
    .meta({ id: "RefundFailedEvent" }),
  "refund.cancelled": z
    .object({ event: z.literal("refund.cancelled"), ...refundMembers, timestamp })
    .meta({ id: "RefundCancelledEvent" }),
} as const;

export type EventType = keyof typeof EVENT_BODIES;

/** Sent on request to one endpoint. Its result says nothing about the endpoint's health, and it is never retried. */
export const TEST_EVENT = "test.ping" satisfies EventType;
export type EventBody<T extends EventType> = z.infer<(typeof EVENT_BODIES)[T]>;

export const EVENT_TYPES = Object.keys(EVENT_BODIES) as EventType[];
export const DEFAULT_EVENT_TYPES: EventType[] = [
  "payment.success",
  "intent.created",
  "payment.expired",
  "key.rotated",
  "test.ping",
];

type IntentFacts = {
  id: string;
  terminalId: string;
  environment: Environment;
  amountMicros: bigint;
};

/** The members shared by bodies about an intent, in the specification's order. */
function intentMembers(intent: IntentFacts) {
  return {
    amount: numberFromMicros(intent.amountMicros),
    currency: "USDT" as const,
    terminal_id: intent.terminalId,
    ...originOf(intent.environment),
  };
}

export function originOf(environment: Environment) {
  return { environment, livemode: environment === "live" };
}

export function intentCreated(
  intent: IntentFacts & { expiresAt: Date; checkoutUri: string },
  now: Date,
): EventBody<"intent.created"> {
  return {
    event: "intent.created",
    intent_id: intent.id,
    ...intentMembers(intent),
    expires_at: intent.expiresAt.toISOString(),
    checkout_uri: intent.checkoutUri,
    timestamp: now.toISOString(),
  };
}

export function paymentSuccess(
  intent: IntentFacts & { terminalName: string; transferId: string | null },
  now: Date,
): EventBody<"payment.success"> {
  const amountUsdt = numberFromMicros(intent.amountMicros);
  return {
    event: "payment.success",
    intent_id: intent.id,
    transfer_id: intent.transferId,
    amount: amountUsdt,
    amount_usdt: amountUsdt,
    currency: "USDT",
    terminal_id: intent.terminalId,
    terminal_name: intent.terminalName,
    ...originOf(intent.environment),
    simulated: intent.environment === "sandbox",
    timestamp: now.toISOString(),
  };
}

/** Bodies of the two events for an intent that ended unpaid. */
export function intentEnded<T extends "payment.expired" | "intent.cancelled">(
  event: T,
  intent: IntentFacts,
  now: Date,
) {
  return { event, intent_id: intent.id, ...intentMembers(intent), timestamp: now.toISOString() };
}

/** An item of Needs attention as its events describe it; only live items have events. */
export type ItemFacts = {
  id: string;
  kind: ItemKind;
  intentId: string | null;
  terminalId: string | null;
  transferId: string | null;
  txHash: string | null;
  amountMicros: bigint;
};

export function attentionOpened(item: ItemFacts, now: Date): EventBody<"attention.opened"> {
  return { event: "attention.opened", ...membersOfItem(item), timestamp: now.toISOString() };
}

export function attentionResolved(
  item: ItemFacts,
  resolution: ItemResolution,
  now: Date,
): EventBody<"attention.resolved"> {
  return { event: "attention.resolved", ...membersOfItem(item), resolution, timestamp: now.toISOString() };
}

function membersOfItem(item: ItemFacts) {
  return {
    item_id: item.id,
    kind: item.kind,
    intent_id: item.intentId,
    terminal_id: item.terminalId,
    transfer_id: item.transferId,
    tx_hash: item.txHash,
    amount: numberFromMicros(item.amountMicros),
    currency: "USDT" as const,
    ...originOf("live"),
  };
}

/** An alarm as the events for businesses describe it. */
export type AlarmFacts = {
  id: string;
  kind: MerchantAlarm;
  message: string;
  endpointId: string | null;
  raisedAt: Date;
  environment: Environment;
};

/** Bodies of the two events about an alarm. */
export function alarmChanged<T extends "alarm.raised" | "alarm.cleared">(event: T, alarm: AlarmFacts, now: Date) {
  return {
    event,
    alarm_id: alarm.id,
    kind: alarm.kind,
    message: alarm.message,
    webhook_endpoint_id: alarm.endpointId,
    raised_at: alarm.raisedAt.toISOString(),
    ...originOf(alarm.environment),
    timestamp: now.toISOString(),
  };
}

/** A refund as its events describe it. */
export type RefundFacts = {
  id: string;
  intentId: string | null;
  terminalId: string | null;
  amountMicros: bigint;
  txHash: string | null;
  failure: string | null;
  environment: Environment;
};

/** Bodies of the events about a refund, except for its failure. */
export function refundChanged<T extends "refund.prepared" | "refund.sent" | "refund.cancelled">(
  event: T,
  refund: RefundFacts,
  now: Date,
) {
  return { event, ...membersOfRefund(refund), timestamp: now.toISOString() };
}

export function refundFailed(refund: RefundFacts, now: Date): EventBody<"refund.failed"> {
  return {
    event: "refund.failed",
    ...membersOfRefund(refund),
    failure: refund.failure,
    timestamp: now.toISOString(),
  };
}

function membersOfRefund(refund: RefundFacts) {
  return {
    refund_id: refund.id,
    intent_id: refund.intentId,
    terminal_id: refund.terminalId,
    amount: numberFromMicros(refund.amountMicros),
    currency: "USDT" as const,
    tx_hash: refund.txHash,
    ...originOf(refund.environment),
  };
}
