import { z } from "zod";
import { ENVIRONMENTS, type Environment } from "@/lib/context";
import { numberFromMicros } from "@/lib/money";

const id = z.uuid();
const moment = z.iso.datetime();
const amount = z.number().meta({ example: 12.5 });
const origin = { environment: z.enum(ENVIRONMENTS), livemode: z.boolean() };

/** What each event's body holds. The first five are the specification's; every one after them is opt-in. */
export const EVENT_BODIES = {
  "payment.success": z.object({
    event: z.literal("payment.success"),
    intent_id: id,
    transfer_id: id.nullable(),
    amount,
    amount_usdt: amount,
    currency: z.literal("USDT"),
    terminal_id: id,
    terminal_name: z.string(),
    ...origin,
    simulated: z.boolean(),
    timestamp: moment,
  }),
  "intent.created": z.object({
    event: z.literal("intent.created"),
    intent_id: id,
    amount,
    currency: z.literal("USDT"),
    terminal_id: id,
    ...origin,
    expires_at: moment,
    checkout_uri: z.string(),
    timestamp: moment,
  }),
  "payment.expired": z.object({
    event: z.literal("payment.expired"),
    intent_id: id,
    amount,
    currency: z.literal("USDT"),
    terminal_id: id,
    ...origin,
    timestamp: moment,
  }),
  "key.rotated": z.object({
    event: z.literal("key.rotated"),
    terminal_id: id,
    ...origin,
    rotated_at: moment,
    last4: z.string().length(4),
  }),
  "test.ping": z.object({
    event: z.literal("test.ping"),
    message: z.string(),
    request_id: id,
    ...origin,
    timestamp: moment,
  }),
  "intent.cancelled": z.object({
    event: z.literal("intent.cancelled"),
    intent_id: id,
    amount,
    currency: z.literal("USDT"),
    terminal_id: id,
    ...origin,
    timestamp: moment,
  }),
} as const;

export type EventType = keyof typeof EVENT_BODIES;
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

/** The members that the bodies about an intent share, in the specification's order. */
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

/** Bodies of the two events that say only that an intent ended unpaid. */
export function intentEnded<T extends "payment.expired" | "intent.cancelled">(
  event: T,
  intent: IntentFacts,
  now: Date,
) {
  return { event, intent_id: intent.id, ...intentMembers(intent), timestamp: now.toISOString() };
}
