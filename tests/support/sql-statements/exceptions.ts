/**
 * Statements whose conditions depend on each other, so that some of their texts never run. Every fragment must be in
 * one that is accepted.
 */
export const DEPENDENT: Record<string, string> = {
  "lib/payments/lists/scan.ts": "reads the columns that `picks` checks only if there are picks",
};

/**
 * Nullable columns, by property of the row type, that a statement never returns as null although its text doesn't say
 * so.
 */
export const NEVER_NULL: Record<string, string> = {
  "lib/chain/wallets/refund-wallet-watch.ts from": "joined with refund_wallets by equality",
  "lib/payments/intents/transition.ts movedAt": "set by the same update",
  "lib/payments/prices/fetch-rates.ts bandBps": "a check has it in each row of a URL, and only those are read",
  "lib/payments/prices/fetch-rates.ts maxAgeSeconds": "a check has it in each row of a URL, and only those are read",
  "lib/payments/prices/fetch-rates.ts pointer": "a check has it in each row of a URL, and only those are read",
  "lib/payments/prices/fetch-rates.ts url": "only rows with a URL are due",
  "lib/payments/prices/fetch-rates.ts way": "a check has it in each row of a URL, and only those are read",
  "lib/settlement/books/facts.ts at": "a fee above zero has the time of its block, by a check",
  "lib/settlement/books/facts.ts sun": "compared with zero",
  "lib/settlement/books/queue.ts sourceId": "only changes of values have none, by a check",
  "lib/settlement/ledger/attach-transfer.ts to": "joined with receive_addresses by equality",
  "lib/settlement/ledger/disputed.ts disputed": "compared with the network by equality",
};
