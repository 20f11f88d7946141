import type { AlarmKind } from "@/lib/chain/nodes/alarms";

/** What people read under Settlement, beside Needs attention, Funds and the wallet. */
export const settlementMessages = {
  title: "Settlement",
  loading: "Loading settlement",
  description: "Customers pay straight into your own wallet. Till tracks the payments and can't move your funds.",
  tabs: { overview: "Overview", attention: "Needs attention", refunds: "Refunds", funds: "Funds" },
  sandbox: {
    title: "Wallet and funds are only in live mode",
    text: "Sandbox payments don't move money, so they don't need a wallet. You can practise resolving and refunding payments under Needs attention and Refunds.",
    action: "Switch to live",
  },
  liveOff: {
    title: "Live payments are off",
    text: "No TRON node is configured. Your administrator must set these variables and restart Till. The sandbox works without them.",
    settings: "Environment variables",
    code: `# two or more RPC URLs, separated by commas; the first one that works is used
TRON_RPC_URLS=https://node-one.example/jsonrpc,https://node-two.example/jsonrpc
# your TronGrid API key
TRON_API_KEY=
# mainnet, or nile for test coins, each with a database of its own
TRON_NETWORK=mainnet`,
  },
  sync: {
    title: "Blockchain sync",
    badge: {
      running: "Running",
      notStarted: "Not started",
      clocksDiffer: "Clocks differ",
      stopped: "Stopped",
      notRunning: "Not running",
    },
    meanwhile: {
      clockSkew:
        "Live payments can't be created until the clocks agree, and none expire before both clocks are past the deadline. Check the database server's clock first, then your node.",
      other:
        "Until sync resumes, live payments can't be created and none expire. Missed blocks are then read in full, and block times decide which payments were on time.",
    },
    lag: { label: "Sync lag", hint: "About a minute is normal: that's when blocks become final." },
    lastSync: { label: "Last sync", unit: (unit: string) => `${unit} ago` },
    lastBlock: { label: "Last block", hint: (head: string) => `Latest on the network: ${head}` },
    network: "Network",
    node: "Node",
    blockTime: "Block time",
    failure: (attempts: number) => (attempts === 1 ? "Last error" : `Last error (${attempts} failed attempts)`),
  },
  alarm: {
    since: "Since",
    times: (count: string) => `${count} times, most recently`,
    wholeInstallation: "Affects the whole installation",
  },
  transaction: { hash: "the transaction hash", view: "View on Tronscan" },
};

type AlarmText = {
  title: string;
  /** what the reader can do, or what happens next */
  advice: string;
  /** money or new payments are held up */
  grave?: true;
};

const ADMINISTRATOR = "Contact your administrator.";
const RECORDED = `Payments are still recorded. ${ADMINISTRATOR}`;
const ADD_ADDRESSES =
  "Change the wallet: paste your current addresses and more, or use an xpub for unlimited addresses.";

/** What each alarm means for a business. */
export const alarmMessages: Record<AlarmKind, AlarmText> = {
  upkeep_held: { title: "Large payments can't be confirmed", advice: RECORDED },
  upkeep_expiry: { title: "Live payments can't be expired", advice: RECORDED },
  upkeep_balances: { title: "Balances can't be refreshed", advice: RECORDED },
  upkeep_books: { title: "Balances can't be checked", advice: RECORDED },
  upkeep_canary: { title: "The node's index can't be checked", advice: RECORDED },
  upkeep_hour: { title: "The last hour can't be rechecked", advice: RECORDED },
  upkeep_disputes: { title: "Unconfirmed transfers can't be rechecked", advice: RECORDED },
  upkeep_sweeps: { title: "Failed sweeps can't be found", advice: RECORDED },
  upkeep_pools: { title: "Available addresses can't be counted", advice: RECORDED },
  upkeep_ahead: { title: "New xpub addresses can't be derived", advice: RECORDED },
  upkeep_day: { title: "The last day can't be rechecked", advice: RECORDED },
  upkeep_token: { title: "The USDT contract can't be checked", advice: RECORDED },
  fork: {
    title: "A final block has changed",
    advice: `Live payments are paused until it's clear which node is right. ${ADMINISTRATOR}`,
    grave: true,
  },
  wrong_chain: {
    title: "A node is on the wrong network",
    advice: `Till doesn't use it. One of the URLs in TRON_RPC_URLS belongs to another network. ${ADMINISTRATOR}`,
    grave: true,
  },
  watcher_unhealthy: {
    title: "A live payment couldn't be created",
    advice: "Blockchain sync wasn't running. New live payments are declined until it resumes.",
    grave: true,
  },
  provider_down: {
    title: "A node isn't working",
    advice: "Till uses the next node in the list. If none are left, sync stops until one works again.",
  },
  lag: {
    title: "Blockchain sync is behind",
    advice: "Payments are confirmed later than usual. None are lost, and none expire before their blocks are read.",
  },
  clock_skew: {
    title: "The blockchain and database clocks differ",
    advice: `New live payments are declined until the clocks agree. Existing payments keep their addresses. ${ADMINISTRATOR}`,
    grave: true,
  },
  bad_block_time: {
    title: "A node reports impossible block times",
    advice: `Its answers are rejected and the next node is used. ${ADMINISTRATOR}`,
  },
  finality_lag: {
    title: "Blocks become final late",
    advice: `Payments are recorded later than usual. On your own node, use the full node port, not the solidity port. ${ADMINISTRATOR}`,
  },
  hole_found: {
    title: "A node missed a transfer",
    advice: `The transfer was found on a second read and is now recorded. If this happens again, use another node. ${ADMINISTRATOR}`,
  },
  canary: {
    title: "A node reports no transfers at all",
    advice: `Its index may be broken, so Till doesn't rely on it. ${ADMINISTRATOR}`,
    grave: true,
  },
  disputed: {
    title: "A transfer isn't confirmed by a second node",
    advice: "It isn't recorded until both nodes confirm it. Other payments aren't affected. See Needs attention.",
  },
  token_paused: {
    title: "USDT is paused by its issuer",
    advice: "No one can send USDT, including you. Payments resume when the issuer lifts the pause.",
    grave: true,
  },
  token_deprecated: {
    title: "USDT has moved to a new contract",
    advice: `Don't accept live payments until this installation supports the new contract. ${ADMINISTRATOR}`,
    grave: true,
  },
  token_fee: {
    title: "USDT now charges a transfer fee",
    advice:
      "Payments of the exact amount arrive short. Set an underpayment tolerance on your terminals to allow for it.",
  },
  token_unchecked: {
    title: "The USDT contract couldn't be checked",
    advice: `A pause, a fee or a frozen address would go unnoticed. Till retries every few minutes. ${ADMINISTRATOR}`,
  },
  blacklisted: {
    title: "One of your addresses is frozen by the issuer",
    advice:
      "Frozen addresses aren't used for new payments, and their balances can't be moved. Only the issuer can lift this.",
    grave: true,
  },
  ledger_differs: {
    title: "An address balance doesn't match your records",
    advice:
      "New payments skip addresses with a mismatch, and a pending payment at one doesn't expire for up to a day. Attach the missing transaction under Needs attention, or accept the balance under Funds.",
    grave: true,
  },
  pool_low: { title: "Addresses are running low", advice: ADD_ADDRESSES },
  pool_empty: {
    title: "No address was available",
    advice: `A live payment was declined. ${ADD_ADDRESSES}`,
    grave: true,
  },
};
