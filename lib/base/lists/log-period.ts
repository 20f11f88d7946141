/** Periods that a log can be looked at, in hours. */
export const LOG_PERIODS = { "1h": 1, "24h": 24, "7d": 168, "30d": 720 } as const;
export type LogPeriod = keyof typeof LOG_PERIODS;
