import type { AlarmKind } from "@/lib/settlement/alarms";
import { UPKEEP_TASKS, type UpkeepAlarm, type UpkeepTask } from "@/lib/settlement/upkeep-tasks";

type Words = {
  title: string;
  /** what the reader can do, or what follows by itself */
  advice: string;
  /** money or new payments are held up */
  grave?: true;
};

const OPERATOR = "Tell whoever operates this installation.";

const UPKEEP: Record<UpkeepTask, string> = {
  held: "Large payments can't be confirmed",
  expiry: "Live payments can't be expired",
  balances: "Balances can't be refreshed",
  books: "Balances can't be compared with the books",
  canary: "The node's index can't be checked",
  hour: "The last hour can't be read again",
  disputes: "Unconfirmed transfers can't be looked at again",
  pools: "Address pools can't be reviewed",
  ahead: "The next addresses of public keys can't be derived",
  day: "The last day can't be read again",
  token: "The USDT contract can't be checked",
};

const upkeepWords = Object.fromEntries(
  UPKEEP_TASKS.map((task) => [
    `upkeep_${task}`,
    { title: UPKEEP[task], advice: `Payments are still read and recorded. ${OPERATOR}` },
  ]),
) as Record<UpkeepAlarm, Words>;

/** What each alarm means for a shop. */
export const ALARM_WORDS: Record<AlarmKind, Words> = {
  ...upkeepWords,
  fork: {
    title: "A block that was final has changed",
    advice: `Live payments wait until it is known which node told the truth. ${OPERATOR}`,
    grave: true,
  },
  wrong_chain: {
    title: "A node is on another chain",
    advice: `Nothing is read from it. ${OPERATOR} One of the addresses in TRON_RPC_URLS belongs to another network.`,
    grave: true,
  },
  watcher_unhealthy: {
    title: "A live payment could not be asked for",
    advice: "The chain was not being read at that moment. New live payments are refused until it is again.",
    grave: true,
  },
  provider_down: {
    title: "A node does not answer",
    advice: "The next one in the list is used. With no other left, reading stops until it is back.",
  },
  lag: {
    title: "Reading is behind",
    advice: "Payments turn paid later than usual. None is lost, and none expires before its blocks have been read.",
  },
  clock_skew: {
    title: "The clocks of the blockchain and the database differ",
    advice: `New live payments are refused until the clocks agree. Payments already created keep their address. ${OPERATOR}`,
    grave: true,
  },
  bad_block_time: {
    title: "A node reports impossible block times",
    advice: `Its answers are refused and the next node is used. ${OPERATOR}`,
  },
  finality_lag: {
    title: "Blocks become final late",
    advice: `Payments are recorded later than usual. With a node of your own, use its full node port, not its solidity port. ${OPERATOR}`,
  },
  hole_found: {
    title: "A node had left out a transfer",
    advice: `It was found by reading again, and it is in the books now. If this comes back, use another node. ${OPERATOR}`,
  },
  canary: {
    title: "A node shows no transfers at all",
    advice: `Its index may be broken, so what it says is not relied on. ${OPERATOR}`,
    grave: true,
  },
  disputed: {
    title: "A transfer is not confirmed by a second node",
    advice: "It stays out of the books until both nodes confirm it. Nothing else waits for it. See Needs attention.",
  },
  token_paused: {
    title: "USDT is paused by its issuer",
    advice: "Nobody can send it now, and you cannot move it. Payments wait until the issuer goes on.",
    grave: true,
  },
  token_deprecated: {
    title: "USDT has moved to another contract",
    advice: `Take no live payments until this installation reads the new one. ${OPERATOR}`,
    grave: true,
  },
  token_fee: {
    title: "USDT takes a fee on transfers now",
    advice: "Customers who send the exact amount arrive with less. A tolerance on the terminal takes it into account.",
  },
  token_unchecked: {
    title: "The USDT contract couldn't be checked",
    advice: `A pause, a fee or a frozen address would go unnoticed. The check is repeated every few minutes. ${OPERATOR}`,
  },
  blacklisted: {
    title: "One of your addresses is frozen by the issuer",
    advice: "It is given to no further payment, and what lies on it cannot be moved. Only the issuer can lift this.",
    grave: true,
  },
  ledger_differs: {
    title: "An address holds a different balance than the books say",
    advice:
      "No payment gets it for now. Attach the missing transaction under Needs attention, or accept the balance under Funds.",
    grave: true,
  },
  pool_low: {
    title: "Addresses are running short",
    advice: "Add addresses to the list, or give a public key, which has no end.",
  },
  pool_empty: {
    title: "No address was free",
    advice: "A live payment was refused for it. Add addresses to the list, or give a public key, which has no end.",
    grave: true,
  },
};
