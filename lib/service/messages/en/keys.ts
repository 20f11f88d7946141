import type { Scope } from "@/lib/base/values/scopes";

/** What each scope lets a key do. */
const scopes: Record<Scope, string> = {
  "intents:read": "List and read payments, with their transfers and refunds.",
  "intents:write": "Create and cancel payments.",
  "customers:read":
    "With intents:read, also see the addresses that customers left for refunds, and those that refunds went to.",
  "refunds:write":
    "Prepare refunds up to a daily limit, read them, and cancel those that it prepared. A member confirms each with their password.",
  "events:read": "Read the events of the last 180 days, as webhooks carry them.",
  "webhooks:write": "Add up to 5 webhook endpoints, and test, change or delete those that it added.",
  "reports:read": "Read sales reports and the books.",
};

/** What people read under Developers, API keys. */
export const keysMessages = {
  title: "API keys",
  description: "A restricted key can do only what you choose, for one terminal or all of them.",
  /** before and after the link to Terminals */
  terminalKeys: { before: "Each terminal has a key of its own too. It's on the terminal's page, under", after: "." },
  terminals: "Terminals",
  scopes,
  allTerminals: "All terminals",
  anyAddress: "Any address",
  noEnd: "No end date",
  neverUsed: "Never used",
  /** before an address */
  from: "from",
  list: {
    caption: "Restricted keys",
    create: "Create restricted key",
    empty: {
      title: "No restricted keys yet",
      text: "Create one for a shop plugin, your accounting or a script, with only the scopes that it needs.",
    },
    columns: {
      name: "Name",
      state: "Status",
      scopes: "Scopes",
      terminals: "Terminals",
      lastUsed: "Last used",
      ends: "Last day",
      ended: "Ended",
      madeBy: "Made by",
    },
    /** below a key's scopes */
    refundLimit: (amount: string) => `Refunds up to ${amount} USDT per day`,
    ended: { title: "Ended keys", description: "Revoked or past their last day within the last 30 days." },
  },
  states: {
    active: "Active",
    endsSoon: "Ends soon",
    reduced: "Limited",
    stopped: "Stopped",
    ended: "Ended",
  },
  /** above a key's details: why it can't do all that it was made for, and what to do */
  notes: {
    left: (maker: string) => `This key has stopped, because ${maker}, who made it, is no longer in this business.`,
    stopped: (maker: string) =>
      `This key has stopped, because the role of ${maker}, who made it, doesn't allow its scopes any more.`,
    reduced: (maker: string, missing: string) =>
      `This key can't use ${missing}, because the role of ${maker}, who made it, doesn't allow that any more.`,
    takeOver: "If you rotate it, you become its maker, and it works with your role.",
    endsSoon: "This key stops working after its last day. Create a new one before then.",
    ended: "This key no longer works.",
  },
  detail: {
    key: "Key",
    endingIn: "ending in",
    scopes: "Scopes",
    notAllowed: "not allowed any more",
    refundLimit: "Refund limit per day (UTC)",
    terminals: "Terminals",
    addresses: "IP addresses",
    lastUsed: "Last used",
    ends: "Last day",
    ended: "Ended",
    madeBy: "Made by",
    /** after a person */
    left: "no longer in this business",
    created: "Created",
    replaced: {
      title: "Replaced keys",
      description: "Earlier keys that still work after a rotation.",
      state: "Replaced",
      worksUntil: "Works until",
    },
  },
  create: {
    title: "Create restricted key",
    name: "Name",
    nameHint: "The system that will use it. Only your team sees this.",
    namePlaceholder: "Shop plugin",
    terminals: "Terminals",
    terminalsHint: "A key for one terminal has no access to the others.",
    scopes: "Scopes",
    scopesHint: "Select only what the system needs. You can't change this later.",
    cannotGive: (roles: string) => `Your role can't give this scope. ${roles} can.`,
    refundLimit: "Refund limit per day (UTC)",
    refundLimitHint: "The most that this key can prepare in refunds per day. You can't change this later.",
    /** USDT */
    refundLimitDefault: "500",
    addresses: "IP addresses",
    addressesHint: "Only these can use the key. One address or range per line, up to 20. Leave empty to allow any.",
    addressesPlaceholder: "203.0.113.7\n198.51.100.0/24",
    ends: "Last day",
    endsHint: (zone: string) =>
      `The key stops working at the end of this day (time zone ${zone}). Leave empty for no end date.`,
    endsPlaceholder: "31 Jan 2030",
    submit: "Create key",
    noWallet: (business: string) =>
      `Live keys with intents:write need a receiving wallet. ${business} has none yet. You can give other scopes.`,
    noNode: "No TRON node is configured, so you can't give a live key intents:write. You can give other scopes.",
  },
  made: {
    live: "Live key",
    sandbox: "Sandbox key",
    hint: "Copy this key to the system that will use it now. Never put it in an app or a web page. If you lose it, rotate it.",
    open: "View key",
    close: "I've copied it",
  },
  rotate: {
    open: "Rotate key",
    title: (name: string) => `Rotate ${name}`,
    description:
      "You get a new key with the same scopes and endpoints, and become its maker: it can do only what your role allows.",
    cannot: (missing: string, roles: string) =>
      `To rotate this key, your role would have to allow ${missing}. ${roles} can do it.`,
  },
  /** what becomes of the keys that a member made, when they leave or their role changes */
  affected: {
    whose: { theirs: "they", yours: "you" },
    /** before a list of keys */
    stop: (count: number, maker: string) =>
      count === 1
        ? `A restricted key that ${maker} made stops working:`
        : `${count} restricted keys that ${maker} made stop working:`,
    change: (count: number, maker: string) =>
      count === 1
        ? `A restricted key that ${maker} made can do less:`
        : `${count} restricted keys that ${maker} made can do less:`,
    key: (name: string, environment: "sandbox" | "live") => `${name} (${environment})`,
    stops: (key: string) => `${key} stops working`,
    loses: (key: string, scopes: string) => `${key} loses ${scopes}`,
    more: (count: number) => `and ${count} more`,
    keep: {
      theirs: "To keep a key working, rotate it. You then become its maker, and it works with your role.",
      yours: "To keep a key working, a colleague can rotate it. They then become its maker.",
    },
  },
  revoke: {
    open: "Revoke key",
    title: (name: string) => `Revoke ${name}?`,
    confirm: "Revoke key",
    consequences: [
      "Calls with this key and its replaced keys fail immediately.",
      "Webhook endpoints that it added keep receiving events. You can delete them under Webhooks.",
      "This can't be undone.",
    ],
    done: (name: string) => `${name} revoked`,
  },
};
