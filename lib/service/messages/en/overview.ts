import type { SetupStep } from "@/lib/business/merchants/find-setup";
import type { PaymentFlag } from "@/lib/payments/lists/flags";
import type { OverviewSpan } from "@/lib/payments/reports/overview-periods";

type SpanTexts = { label: string; takings: string; before: string; nothingBefore: string; than: string };

/** What people read on the overview. */
export const overviewMessages = {
  title: "Overview",
  times: (zone: string) => `All times in ${zone}`,

  firstPayment: {
    title: "No payments yet",
    text: "Create a test payment here or with the API. It appears on this page automatically.",
    viewing: "The first payment appears on this page automatically.",
    code: "Create a payment with the API",
    caption: "curl",
    replace: (key: string) => `Replace ${key} with your sandbox key.`,
    lostKey: "Lost it? Rotate it on the terminal's page.",
  },
  firstLivePayment: {
    title: "No live payments yet",
    ready:
      "Everything is set up. Use New payment to create a payment of 1 USDT, and pay it yourself. If your server creates payments, issue a live key for a terminal.",
    openTerminals: "Go to terminals",
    viewing: "Everything is set up. Live payments will appear here.",
    notReady: "Live payments will appear here.",
    off: "Live payments aren't available on this server.",
    /** after the above, for those who can create payments in the sandbox */
    trySandbox: {
      notReady: "Until then, you can try everything in the sandbox.",
      off: "You can try everything in the sandbox.",
    },
    openSandbox: "Go to sandbox",
  },

  checklist: {
    title: "Set up your business",
    progress: (done: number, total: number) => `${done} of ${total} done`,
    /** before the title of the next step */
    next: "Next:",
    /** after the title of a step, for screen readers */
    done: ", done",
    dismiss: "Dismiss checklist",
    question: "Dismiss the checklist?",
    consequence: "It's hidden for your whole team. You can still do every step on its own page.",
    keep: "Keep it",
    /** `roles`: "owner or manager" */
    ask: (roles: string) => `Ask an ${roles} to do this.`,
    liveOff: "Live payments aren't available on this server.",
    steps: {
      terminal: "Create a terminal",
      payment: "Create a test payment",
      webhook: "Add a webhook endpoint",
      team: "Invite your team",
      wallet: "Set up the receiving wallet",
      liveKey: "Issue a live key, if your server creates payments",
      livePayment: "Take your first live payment",
    } satisfies Record<SetupStep, string>,
  },

  refunded: "Refunded",
  net: "Net",

  spansLabel: "Period",
  spans: {
    today: {
      label: "Today",
      takings: "Takings today",
      before: "Yesterday",
      nothingBefore: "No takings by this time yesterday",
      than: "vs. this time yesterday",
    },
    "7d": {
      label: "7 days",
      takings: "Takings in the last 7 days",
      before: "Previous 7 days",
      nothingBefore: "No takings in the previous 7 days",
      than: "vs. previous 7 days",
    },
    "30d": {
      label: "30 days",
      takings: "Takings in the last 30 days",
      before: "Previous 30 days",
      nothingBefore: "No takings in the previous 30 days",
      than: "vs. previous 30 days",
    },
  } satisfies Record<OverviewSpan, SpanTexts>,

  change: {
    none: "No change",
    /** `amount`: "12", "<1" */
    percent: (sign: string, amount: string) => `${sign}${amount}%`,
    points: (sign: string, points: number) => `${sign}${points}\u00a0${points === 1 ? "point" : "points"}`,
  },

  chart: {
    title: (takings: string, step: "hour" | "day") => `${takings}, by ${step}`,
    description: (before: string) =>
      `Each bar shows the takings in USDT. The dashed line shows ${before.toLowerCase()}. A table with the same figures follows.`,
    /** what a bar shows: the figures of one hour or day */
    point: (point: { title: string; amount: string; paid: number; nameBefore: string; amountBefore: string }) =>
      `${point.title}: ${point.amount}\u00a0USDT, ${point.paid === 1 ? "1 payment" : `${point.paid} payments`}. ` +
      `${point.nameBefore}: ${point.amountBefore}\u00a0USDT`,
    asTable: "Show as table",
    caption: (takings: string) => `${takings}, in USDT`,
    steps: { hour: "Hour", day: "Day" },
    payments: "Payments",
    takings: "Takings",
  },

  stats: {
    payments: "Paid payments",
    completion: "Completion rate",
    completionNone: "No completed payments yet",
    unpaidNone: "None expired or cancelled",
    unpaid: (expired: string, cancelled: string) => `${expired} expired, ${cancelled} cancelled`,
    median: "Median time to pay",
    medianNone: "No paid payments yet",
    medianBefore: (duration: string) => `Previously ${duration}`,
    pending: "Pending",
    pendingNone: "No pending payments",
    pendingTotal: "total",
    pendingMore: "and more",
  },

  latest: { title: "Latest payments", all: "View all payments" },

  attention: {
    title: "Needs attention",
    none: "All clear",
    since: "Since",
    /** `kind`: "Late payment" */
    counted: (count: number, isMore: boolean, kind: string) => {
      if (isMore) return `${kind} × ${count}+`;
      return count === 1 ? kind : `${kind} × ${count}`;
    },
    flags: {
      partial: (count: string) => `${count} partially paid`,
      over: (count: string) => `${count} overpaid`,
      late: (count: string) => (count === "1" ? "1 late payment" : `${count} late payments`),
    } satisfies Record<PaymentFlag, (count: string) => string>,
    period: "In the last 30 days.",
    keys: {
      /** after the name of the only one */
      unused: "hasn't used its API key yet.",
      missing: "has no API key.",
      terminals: (count: number) => `${count} terminals`,
      severalUnused: "haven't used their API key yet.",
      severalMissing: "have no API key.",
      mixed: "have no API key or haven't used it yet.",
      dismiss: "Dismiss",
    },
    rate: (currency: string) => `Exchange rate for ${currency}`,
    disabledSince: "Disabled since",
    disabledWhy: { failing: "after 5 days of failures", gone: "after a 410 Gone response" } as Record<string, string>,
    failingSince: "Failing since",
    undelivered: (count: number) =>
      count === 1
        ? "1 event from the last 30 days wasn't delivered."
        : `${count} events from the last 30 days weren't delivered.`,
    rotation: { until: "Its new secret takes over at", sooner: "or as soon as you finish the rotation." },
  },
};
