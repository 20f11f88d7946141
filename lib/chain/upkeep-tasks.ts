/** What is done after an accepted pass, each by itself: an error of one keeps no other from running. */
export const UPKEEP_TASKS = [
  ...(["held", "expiry", "balances", "books"] as const),
  ...(["canary", "hour", "disputes", "pools", "ahead", "day", "token"] as const),
] as const;
export type UpkeepTask = (typeof UPKEEP_TASKS)[number];
export type UpkeepAlarm = `upkeep_${UpkeepTask}`;
