/** Alarms that concern a business: its members are notified of them, and its endpoints can subscribe to them. */
export const MERCHANT_ALARMS = ["endpoint", "wallet", "chain", "rate"] as const;
export type MerchantAlarm = (typeof MERCHANT_ALARMS)[number];
