import type { LogPeriod } from "@/lib/base/lists/log-period";
import { formatCount } from "@/lib/base/values/intl";
import type { EventType } from "@/lib/delivery/events/catalog";

const deliveries = (count: number) => (count === 1 ? "1 delivery" : `${formatCount(count)} deliveries`);

const periods: Record<LogPeriod, string> = {
  "1h": "Last hour",
  "24h": "Last 24 hours",
  "7d": "Last 7 days",
  "30d": "Last 30 days",
};

/** When each event is sent. */
const events: Record<EventType, string> = {
  "payment.success": "A payment was paid. Deliver the order only on this event.",
  "intent.created": "A payment was created.",
  "payment.expired": "A payment expired before it was paid.",
  "key.rotated": "A terminal's API key was rotated.",
  "test.ping": "Someone sent a test event.",
  "intent.cancelled": "A payment was cancelled before it was paid.",
  "attention.opened": "A live payment needs attention.",
  "attention.resolved": "A live payment that needed attention was resolved.",
  "alarm.raised": "An endpoint is failing, the wallet needs attention, or live payments are delayed.",
  "alarm.cleared": "The problem of an alarm is over.",
  "refund.prepared": "A refund was prepared. It isn't sent yet.",
  "refund.sent": "A refund was sent, and its transfer is final.",
  "refund.failed": "A refund's transaction failed. It can be prepared again.",
  "refund.cancelled": "A refund was cancelled before it was sent.",
};

/** Why an attempt got no HTTP status, by its error class. */
const failures: Record<string, string> = {
  timeout: "Timed out",
  dns: "Host not found",
  refused: "Refused",
  connect_timeout: "Unreachable",
  tls: "TLS error",
  tls_name: "Wrong certificate",
  tls_expired: "Certificate expired",
  tls_not_yet_valid: "Certificate not yet valid",
  tls_self_signed: "Self-signed certificate",
  tls_authority: "Untrusted certificate",
  reset: "Connection lost",
  blocked_address: "Address blocked",
  invalid_url: "Invalid URL",
  invalid_response: "Invalid response",
  secret_unavailable: "Secret unavailable",
  endpoint_disabled: "Not sent",
};

/** What people read under Webhooks. Texts that end in `Before` or `After` stand beside a time. */
export const webhooksMessages = {
  title: "Webhooks",
  archived: (terminal: string) => `${terminal} (archived)`,

  tabs: { label: "Webhooks", endpoints: "Endpoints", deliveries: "Deliveries" },

  endpoints: {
    description: "Events sent to your server in real time, signed and retried automatically.",
    add: "Add endpoint",
    loading: "Loading webhooks",
    empty: {
      title: "No endpoints yet",
      text: "An endpoint is a URL on your server that receives events, for example when a payment is paid.",
      sandbox: "In the sandbox, it can be on your own machine, for example http://localhost:8080/webhooks.",
      live: "Live endpoints must be public and use HTTPS, for example https://shop.example/webhooks.",
    },
    allTerminals: "All terminals",
    eventCount: (count: number) => (count === 1 ? "1 event" : `${count} events`),
    /** the name of the restricted key that created it by API */
    createdBy: (key: string) => `created by API key ${key}`,
    pendingCount: (count: number) => `${count >= 1_000 ? "1,000+" : count} pending`,
  },

  health: {
    new: { badge: "New", text: "No events yet, apart from tests. Send a test event to check that it arrives." },
    healthy: { before: "Last delivered", after: "." },
    failing: { before: "Failing since", after: ". Disabled automatically after 5 days of failures." },
    off: {
      badge: "Disabled",
      before: {
        gone: "Disabled after a 410 Gone response on",
        failing: "Disabled after 5 days of failures on",
        manual: "Disabled by a team member on",
        api: "Disabled by API on",
      },
      after: ". Events are kept, and you can send them later.",
    },
  },

  form: {
    url: "Endpoint URL",
    urlHint: {
      sandbox: "On your server or your own machine, for example http://localhost:8080/webhooks.",
      live: "A public HTTPS URL, for example https://shop.example/webhooks.",
    },
    urlError: (message: string, code: string) => `${message} Code: ${code}`,
    terminals: "Terminals",
    allTerminals: "All terminals, including new ones",
    events: "Events",
    save: "Save endpoint",
    saved: { title: "Endpoint saved", text: "Pending events will be sent to this URL." },
  },
  events,

  added: {
    secretBefore: "Save it on your server now, for example as",
    secretAfter: ". It verifies that webhooks are genuine. You can reveal it again with your password.",
    sendTestEvent: "Send a test event",
  },

  endpoint: {
    title: "Endpoint",
    edit: "Edit endpoint",
    enable: "Enable endpoint",
    enabled: { title: "Endpoint enabled", text: "You can now retry the deliveries it missed." },
    enableLive: {
      title: "Enable this endpoint?",
      text: "It receives the events of live payments again.",
    },
    notEnabled: "Couldn't enable the endpoint",
    moreActions: "More actions",
    disable: {
      verb: "Disable endpoint",
      title: "Disable this endpoint?",
      text: (pending: number) =>
        [
          "It stops receiving events.",
          pending === 1 && "1 pending event will be marked as failed.",
          pending > 1 && `${formatCount(pending)} pending events will be marked as failed.`,
          "New events are kept, and you can send them once it's enabled again.",
        ]
          .filter(Boolean)
          .join(" "),
      done: "Endpoint disabled",
    },
    delete: {
      verb: "Delete endpoint",
      title: "Delete this endpoint?",
      text: "It stops receiving events, its secret stops working and its delivery log is deleted. This can't be undone. To pause it, disable it instead.",
      done: "Endpoint deleted",
    },
    configuration: "Configuration",
    url: "URL",
    terminals: "Terminals",
    allTerminals: "All",
    events: "Events",
    createdBy: "Created by",
    key: (name: string) => `API key ${name}`,
    endedKey: (name: string) => `API key ${name} (ended)`,
  },

  testEvent: {
    label: "Test event",
    send: "Send test event",
    hint: "Sends a signed test.ping event once and shows your server's response.",
    waiting: "Sent. Waiting up to 10 seconds for the response.",
    delivered: "Test event delivered",
    failed: "Test event not delivered",
    stillFailing:
      "The endpoint stays marked as failing until another event is delivered. Resend one from the list below.",
    details: "View request and response",
  },

  recent: {
    title: "Recent deliveries",
    all: "View all deliveries",
    empty: "No deliveries yet.",
    /** after `empty`, for those who can */
    sendOne: "Send a test event or create a payment.",
  },

  retryFailed: {
    verb: "Retry failed deliveries",
    title: "Retry failed deliveries?",
    text: "Events keep their IDs, so a server that handles each ID once won't process any of them twice.",
    confirm: (count: number) => `Retry ${count > 10_000 ? "more than 10,000 deliveries" : deliveries(count)}`,
    period: "Failed in",
    count: (count: number) => (count > 10_000 ? "More than 10,000 deliveries" : deliveries(count)),
    done: { title: "Deliveries queued", text: "View all deliveries to see the responses." },
  },

  secret: {
    title: "Signing secret",
    text: "Your server uses it to verify that webhooks are genuine.",
    rotateHint: "Rotate the secret if someone else may have it. No webhook is rejected while you switch.",
    reveal: "Reveal secret",
    current: "current secret",
    only: "signing secret",
    next: "new secret",
    nextBefore: "New secret, not active yet:",
    recorded: "This view is recorded in the audit log.",
    rotate: "Rotate secret",
    rotateAgain: "Rotate again",
    rotateTitle: "Rotate secret (step 1 of 2)",
    rotateText: "This creates a new secret that signs alongside the current one until you finish the rotation.",
    rotateAgainText:
      "This replaces the new secret that isn't active yet. If that one is already on your server, replace it there too.",
    create: "Create new secret",
    created: {
      title: "New secret",
      text: "Add it to your server so that both secrets are accepted. Then finish the rotation (step 2). Otherwise the new secret takes over after 24 hours.",
    },
    copied: "I've copied it",
    rotating: {
      introduction: "The new secret isn't active yet.",
      both: "contains both signatures.",
      switchBefore: "switches to the new secret when you finish the rotation, or automatically by",
    },
    finish: "Finish rotation",
    finishTitle: "Is the new secret on your server?",
    finishText: "From now on, only the new secret signs webhooks. A server that doesn't have it will reject them all.",
    finished: { title: "Secret rotated", text: "Remove the old secret from your server." },
  },

  verify: {
    title: "Verify signatures",
    text: "Verify the raw body before you parse it. Handle each event ID only once: an event can arrive twice.",
    languages: "Languages",
  },

  log: {
    description: "Every event sent to your endpoints, with the response.",
    caption: "Deliveries",
    search: { label: "Search deliveries", placeholder: "Payment ID, reference or event ID" },
    filters: { status: "Status", event: "Event", endpoint: "Endpoint", period: "Time" },
    periods,
    found: deliveries,
    nothingFound: {
      title: "No results",
      titleSoFar: "No matches so far",
      text: "No deliveries of the last 180 days match. Search by a payment ID, reference or event ID, or remove a filter.",
      textSoFar: "Search further, or remove a filter.",
      action: "Show all deliveries",
    },
    empty: {
      title: "No deliveries yet",
      text: "Events sent to your endpoints appear here with the response.",
      /** after `text`, for those who can */
      sendOne: "Send a test event to see one.",
      action: "Go to endpoints",
    },
  },

  columns: {
    event: "Event",
    payment: "Payment",
    amount: "Amount, USDT",
    status: "Status",
    response: "Response",
    endpoint: "Endpoint",
    attempts: "Attempts",
    time: "Time",
  },
  statuses: { pending: "Pending", delivered: "Delivered", failed: "Failed" },
  failures,

  delivery: {
    pageTitle: (event: string) => `${event} delivery`,
    back: "Deliveries",
    resend: "Resend event",
    resent: { title: "Event queued", text: "The response will appear here shortly." },
    notResent: "Couldn't resend the event",
    enableFirst: "Open the endpoint to enable it.",
    fixed: {
      delivered: "",
      pending: " Already fixed it? Resend the event.",
      failed: " Once it's fixed, resend the event.",
    },
    attempts: {
      title: "Attempts",
      expired: "Requests and responses are kept for 30 days.",
      none: "No attempts were made.",
      inProgress: "Attempt in progress",
      next: "Next attempt",
      one: (number: number, result: string, duration: string) => `Attempt ${number} · ${result} after ${duration}`,
      exchange: "Request and response",
      request: "Request",
      response: "Response",
      noResponse: "No response",
      emptyResponse: "The response body is empty.",
    },
    body: {
      title: "Body",
      text: (bytes: number) =>
        `${formatCount(bytes)} bytes. Every attempt sends the same raw body, which the signature covers.`,
      readable: "Formatted",
      raw: "Raw",
    },
    details: {
      title: "Details",
      endpoint: "Endpoint",
      payment: "Payment",
      reference: "Reference",
      amount: "Amount",
      eventId: "Event ID",
      copyEventId: "event ID",
      time: "Time",
    },
  },
};
