import type { Environment, Open } from "./intents.js";
import { parseJson } from "./json.js";
import { Members, ShapeError } from "./members.js";

type Common = {
  /** The event ID, the same for every delivery attempt. Process each one only once. */
  readonly id: string;
  /** The original JSON, including members newer than this library. */
  readonly body: Readonly<Record<string, unknown>>;
};
type Origin = { readonly environment: Environment; readonly livemode: boolean };
type AboutIntent = Common &
  Origin & {
    readonly intentId: string;
    /** The shortest exact decimal, for example `"12.5"`. */
    readonly amountUsdt: string;
    /** The amount in micro-USDT. */
    readonly amountMicros: bigint;
    readonly currency: string;
    readonly terminalId: string;
    readonly timestamp: Date;
  };

/** An intent is paid. Fulfil the order when you receive this event. */
export type PaymentSuccess = AboutIntent & {
  readonly type: "payment.success";
  readonly transferId: string | null;
  readonly terminalName: string;
  /** True when no real funds moved. */
  readonly simulated: boolean;
};
export type IntentCreated = AboutIntent & {
  readonly type: "intent.created";
  readonly expiresAt: Date;
  readonly checkoutUri: string;
};
export type PaymentExpired = AboutIntent & { readonly type: "payment.expired" };
export type IntentCancelled = AboutIntent & { readonly type: "intent.cancelled" };
export type KeyRotated = Common &
  Origin & {
    readonly type: "key.rotated";
    readonly terminalId: string;
    readonly rotatedAt: Date;
    /** The last four characters of the new key. */
    readonly last4: string;
  };
export type TestPing = Common &
  Origin & {
    readonly type: "test.ping";
    readonly message: string;
    readonly requestId: string;
    readonly timestamp: Date;
  };

/** Why a live payment needs attention. */
export type AttentionKind = Open<
  "partial" | "over" | "late" | "after_cancel" | "after_paid" | "unassigned" | "disputed" | "unreadable"
>;
type AboutAttention = Common &
  Origin & {
    /** Identifies the item: its opened and resolved events share this ID. */
    readonly itemId: string;
    readonly kind: AttentionKind;
    readonly intentId: string | null;
    readonly terminalId: string | null;
    readonly transferId: string | null;
    /** The transaction on the blockchain. */
    readonly txHash: string | null;
    /** The remaining amount for `partial`, the excess for `over`, else the whole transfer. */
    readonly amountUsdt: string;
    /** The amount in micro-USDT. */
    readonly amountMicros: bigint;
    readonly currency: string;
    readonly timestamp: Date;
  };
/** A live transfer doesn't match its intent. */
export type AttentionOpened = AboutAttention & { readonly type: "attention.opened" };
/** Someone resolved the item, or it resolved itself. */
export type AttentionResolved = AboutAttention & {
  readonly type: "attention.resolved";
  readonly resolution: Open<"accepted" | "refunded" | "asked" | "settled">;
};

/** What an alarm is about. */
export type AlarmKind = Open<"endpoint" | "wallet" | "chain" | "rate">;
type AboutAlarm = Common &
  Origin & {
    /** Identifies the alarm: its events share this ID. */
    readonly alarmId: string;
    readonly kind: AlarmKind;
    /** What is wrong, in one sentence. */
    readonly message: string;
    /** The failing endpoint. */
    readonly webhookEndpointId: string | null;
    readonly raisedAt: Date;
    readonly timestamp: Date;
  };
/** A problem lasts, or has become worse. */
export type AlarmRaised = AboutAlarm & { readonly type: "alarm.raised" };
/** The problem is over. */
export type AlarmCleared = AboutAlarm & { readonly type: "alarm.cleared" };

type AboutRefund = Common &
  Origin & {
    /** Identifies the refund: its events share this ID. */
    readonly refundId: string;
    /** `null` if the money belongs to no intent, like `terminalId`. */
    readonly intentId: string | null;
    readonly terminalId: string | null;
    readonly amountUsdt: string;
    /** The amount in micro-USDT. */
    readonly amountMicros: bigint;
    readonly currency: string;
    /** The transaction on the blockchain. `null` until it is sent. */
    readonly txHash: string | null;
    readonly timestamp: Date;
  };
/** A refund has an amount and a recipient. Someone of the business signs it next. */
export type RefundPrepared = AboutRefund & { readonly type: "refund.prepared" };
/** The refund's transfer is final. */
export type RefundSent = AboutRefund & { readonly type: "refund.sent" };
/** The refund's transaction failed or expired. No money moved. */
export type RefundFailed = AboutRefund & {
  readonly type: "refund.failed";
  /** Why, such as `OUT_OF_ENERGY` or `EXPIRED`. `null` if it isn't known. */
  readonly failure: string | null;
};
/** The refund was cancelled before it was sent. */
export type RefundCancelled = AboutRefund & { readonly type: "refund.cancelled" };

/**
 * Represents any other string, as a type of one value, so that `switch` distinguishes it from the known names. Exists
 * only as a type.
 */
declare enum OtherName {
  any = "…",
}
/** An event newer than this library. Its name is in `type`, everything else in `body`. */
export type UnknownEvent = Common & { readonly type: OtherName };

/** `switch (event.type)` narrows to each event; `default` is an `UnknownEvent`. */
export type WebhookEvent =
  | PaymentSuccess
  | IntentCreated
  | PaymentExpired
  | KeyRotated
  | TestPing
  | IntentCancelled
  | AttentionOpened
  | AttentionResolved
  | AlarmRaised
  | AlarmCleared
  | RefundPrepared
  | RefundSent
  | RefundFailed
  | RefundCancelled
  | UnknownEvent;

const intentOf = (members: Members) => ({ intentId: members.text("intent_id") });
const originOf = (members: Members) => ({
  environment: members.text("environment"),
  livemode: members.flag("livemode"),
});
const timestampOf = (members: Members) => ({ timestamp: members.moment("timestamp") });

/** The specification shows the amount under two names. */
const amountOf = (members: Members) => {
  const { usdt, micros } = members.amount(members.has("amount") ? "amount" : "amount_usdt");
  return { amountUsdt: usdt, amountMicros: micros, currency: members.text("currency") };
};

const chargeOf = (members: Members) => ({
  ...amountOf(members),
  terminalId: members.text("terminal_id"),
});

const endOf = (members: Members) => ({
  ...intentOf(members),
  ...chargeOf(members),
  ...originOf(members),
  ...timestampOf(members),
});

const attentionOf = (members: Members) => ({
  itemId: members.text("item_id"),
  kind: members.text("kind"),
  intentId: members.textOrNull("intent_id"),
  terminalId: members.textOrNull("terminal_id"),
  transferId: members.textOrNull("transfer_id"),
  txHash: members.textOrNull("tx_hash"),
  ...amountOf(members),
  ...originOf(members),
});

const alarmOf = (members: Members) => ({
  alarmId: members.text("alarm_id"),
  kind: members.text("kind"),
  message: members.text("message"),
  webhookEndpointId: members.textOrNull("webhook_endpoint_id"),
  raisedAt: members.moment("raised_at"),
  ...originOf(members),
  ...timestampOf(members),
});

const refundOf = (members: Members) => ({
  refundId: members.text("refund_id"),
  intentId: members.textOrNull("intent_id"),
  terminalId: members.textOrNull("terminal_id"),
  ...amountOf(members),
  txHash: members.textOrNull("tx_hash"),
  ...originOf(members),
});
const movedRefundOf = (members: Members) => ({ ...refundOf(members), ...timestampOf(members) });

const READERS = new Map<string, (members: Members) => object>([
  [
    "payment.success",
    (members) => ({
      ...intentOf(members),
      transferId: members.textOrNull("transfer_id"),
      ...chargeOf(members),
      terminalName: members.text("terminal_name"),
      ...originOf(members),
      simulated: members.flag("simulated"),
      ...timestampOf(members),
    }),
  ],
  [
    "intent.created",
    (members) => ({
      ...intentOf(members),
      ...chargeOf(members),
      ...originOf(members),
      expiresAt: members.moment("expires_at"),
      checkoutUri: members.text("checkout_uri"),
      ...timestampOf(members),
    }),
  ],
  ["payment.expired", endOf],
  [
    "key.rotated",
    (members) => ({
      terminalId: members.text("terminal_id"),
      ...originOf(members),
      rotatedAt: members.moment("rotated_at"),
      last4: members.text("last4"),
    }),
  ],
  [
    "test.ping",
    (members) => ({
      message: members.text("message"),
      requestId: members.text("request_id"),
      ...originOf(members),
      ...timestampOf(members),
    }),
  ],
  ["intent.cancelled", endOf],
  ["attention.opened", (members) => ({ ...attentionOf(members), ...timestampOf(members) })],
  [
    "attention.resolved",
    (members) => ({ ...attentionOf(members), resolution: members.text("resolution"), ...timestampOf(members) }),
  ],
  ["alarm.raised", alarmOf],
  ["alarm.cleared", alarmOf],
  ["refund.prepared", movedRefundOf],
  ["refund.sent", movedRefundOf],
  [
    "refund.failed",
    (members) => ({ ...refundOf(members), failure: members.textOrNull("failure"), ...timestampOf(members) }),
  ],
  ["refund.cancelled", movedRefundOf],
]);

/** Parses a verified body. Throws `ShapeError` if it is no event, or a known event with missing members. */
export function readEvent(text: string, id: string): WebhookEvent {
  const members = membersOf(text);
  const type = members.text("event");
  if (type === "") throw new ShapeError("event is empty");
  return { id, type, ...READERS.get(type)?.(members), body: JSON.parse(text) } as unknown as WebhookEvent;
}

function membersOf(text: string): Members {
  try {
    return new Members(parseJson(text));
  } catch {
    throw new ShapeError("it isn't a JSON object");
  }
}
