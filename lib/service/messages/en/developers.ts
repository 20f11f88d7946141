/** What the error codes of the API mean, beside a logged request that has no error message of its own. */
const codes: Record<string, string> = {
  invalid_amount: "amount_usdt is missing, is not above 0, or has more than six decimals.",
  invalid_request: "A field has an invalid value. The response's error says which one.",
  invalid_period: "start or end is not an ISO 8601 date or time, or start is after end.",
  invalid_transition: "The payment has already ended or has received funds.",
  idempotency_conflict: "This Idempotency-Key was already used with a different body.",
  invalid_idempotency_key: "The Idempotency-Key is empty, too long or has unprintable characters.",
  not_found: "This terminal has no such payment in this environment.",
  rate_limited: "The key exceeded its requests per second.",
  payload_too_large: "The request body is too large.",
  unsupported_media_type: "The request body is compressed. Send it without Content-Encoding.",
  method_not_allowed: "This path doesn't support this method.",
  api_error:
    "Something went wrong on our end. Give your administrator the request ID to find the cause in the server log.",
};

/** What people read under Developers. */
export const developersMessages = {
  title: "Developers",
  description: "Accept payments from your own server.",
  apiReference: "API reference",
  liveBlocked: {
    noNode: "No TRON node is configured, so you can't issue live keys.",
    noWallet: (business: string) => `Live keys need a receiving wallet. ${business} has none yet.`,
    useSandbox: "Build against the sandbox for now: only the key changes.",
  },
  quickStart: {
    title: "Quick start",
    sandbox:
      "Create a payment, open the checkout_url you get back, and simulate the payment there. No real money moves.",
    live: "Create a payment and open the checkout_url you get back. Live payments move real money: start by paying yourself 1 USDT.",
    key: "Your key",
    keyHint: "Paste your key to fill in the examples. It's never sent or stored.",
    languages: "Languages",
    liveKeyInSandbox: "This is a live key. Use a sandbox key, which starts with svc_test_.",
    sandboxKeyInLive: "This is a sandbox key. Use a live key, which starts with svc_live_.",
    signingSecret: (prefix: string) => `This is a webhook signing secret. Keys start with ${prefix}.`,
    incomplete: (prefix: string) =>
      `This key isn't complete. Keys start with ${prefix} and have 47 characters, for example ${prefix}4fK….`,
  },
  keys: {
    title: "Keys",
    description: "One per terminal. A key is shown only once, when it's issued.",
    expires: "expires",
    used: "last used",
    unused: "never used",
    none: (environment: "sandbox" | "live") => `no ${environment} key`,
    noTerminal: "A key belongs to a terminal.",
    askForTerminal: "Ask an owner or manager to create one.",
    all: "View all terminals",
  },
  endpoints: {
    title: "Webhook endpoints",
    description: "Where your server receives events.",
    empty: "No endpoints yet.",
    add: "Add an endpoint",
    addReason: "to be notified of payments.",
    all: "View all endpoints",
  },
  recent: {
    title: "Recent requests",
    viewLog: "View request log",
    empty: "No requests yet. API requests are listed here for 30 days.",
  },
  log: {
    title: "Request log",
    description:
      "API requests from the last 30 days, without bodies, keys and queries. New requests appear after about a second.",
    caption: "Requests",
    search: { label: "Search requests", placeholder: "Request ID" },
    filters: { status: "Status", path: "Path", code: "Error code", terminal: "Terminal", period: "Time" },
    statuses: [
      { value: "2xx", label: "2xx, succeeded" },
      { value: "4xx", label: "4xx, rejected" },
      { value: "5xx", label: "5xx, server error" },
    ],
    shown: (count: number) => (count === 1 ? "1 request" : `${count} requests`),
    empty: {
      title: "No requests yet",
      text: "Requests that your server sends with its keys appear here.",
      action: "See how to send one",
    },
    emptySearch: {
      title: "No results",
      titleSoFar: "No matches so far",
      text: "No requests from the last 30 days match. Search by the ID in a response's X-Request-Id header, or remove a filter. Requests with an invalid key aren't logged.",
      textSoFar: "Search further, or remove a filter.",
      action: "Show all requests",
    },
    columns: {
      status: "Status",
      request: "Request",
      error: "Error",
      terminal: "Terminal",
      duration: "Duration",
      received: "Received",
    },
  },
  request: {
    id: "Request ID",
    copyId: "request ID",
    received: "Received",
    duration: "Duration",
    terminal: "Terminal",
    key: "Key",
    address: "IP address",
    unstored: "Body, key and query",
    notStored: "Not stored",
    seeReference: "See the API reference.",
  },
  codes,
};
