/** Tasks after an accepted pass. They are independent: an error in one does not keep the others from running. */
const UPKEEP_TASKS = [
  ...(["held", "expiry", "balances", "books"] as const),
  ...(["canary", "hour", "disputes", "pools", "ahead", "day", "token"] as const),
] as const;
export type UpkeepTask = (typeof UPKEEP_TASKS)[number];
export type UpkeepAlarm = `upkeep_${UpkeepTask}`;
