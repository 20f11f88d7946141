import { type Env, env } from "@/lib/base/process/env";

type Row = {
  /** calls of one caller, 0 for no limit */
  limit(settings: Env): number;
  per: keyof typeof SECONDS;
  /** too frequent for a round trip: counted in each process alone */
  isFrequent?: boolean;
};

const SECONDS = { second: 1, minute: 60, hour: 3_600 };

const RULES = {
  create: { limit: (settings) => settings.RATE_LIMIT_CREATE_PER_SECOND, per: "second", isFrequent: true },
  status: { limit: (settings) => settings.RATE_LIMIT_STATUS_PER_MINUTE, per: "minute", isFrequent: true },
  // lists, events and webhook endpoints
  api: { limit: (settings) => settings.RATE_LIMIT_API_PER_MINUTE, per: "minute" },
  // test events of one key: enough to set up its endpoints, too few to flood a receiver
  testEvent: { limit: () => 10, per: "minute" },
  demo: { limit: (settings) => settings.RATE_LIMIT_DEMO_PER_MINUTE, per: "minute" },
  simulate: { limit: (settings) => settings.RATE_LIMIT_SIMULATE_PER_MINUTE, per: "minute" },
  signIn: { limit: (settings) => settings.RATE_LIMIT_SIGN_IN_PER_MINUTE, per: "minute" },
  signInAddress: { limit: (settings) => 3 * settings.RATE_LIMIT_SIGN_IN_PER_MINUTE, per: "minute" },
  signInAccount: { limit: (settings) => 5 * settings.RATE_LIMIT_SIGN_IN_PER_MINUTE, per: "minute" },
  receiptAddress: { limit: (settings) => settings.RATE_LIMIT_RECEIPT_PER_MINUTE, per: "minute" },
  // emails of one payment's receipt: enough to correct an address, too few to annoy its owner
  receiptPayment: { limit: () => 3, per: "hour" },
  // refund addresses of one payment that replace another one: each is kept in the audit log
  refundAddress: { limit: () => 10, per: "hour" },
  // of one member, whose address may be unconfirmed
  testNotification: { limit: () => 5, per: "hour" },
  // of one member: each asks Telegram, which limits the bot of all members
  connectTelegram: { limit: () => 30, per: "hour" },
} satisfies Record<string, Row>;

export type LimitName = keyof typeof RULES;
export type LimitRule = { limit: number; per: Row["per"]; windowSeconds: number; isFrequent: boolean };

/** How many calls of one caller a limit allows in how long. `limit`: 0 for any number. */
export function limitRule(name: LimitName): LimitRule {
  const { limit, per, isFrequent = false }: Row = RULES[name];
  return { limit: limit(env()), per, windowSeconds: SECONDS[per], isFrequent };
}
