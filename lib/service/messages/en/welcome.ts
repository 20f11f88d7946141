/** What an owner reads on the way from a new business to its first payment. */
export const welcomeMessages = {
  pageTitle: "Welcome",
  title: (business: string) => `Welcome, ${business}`,
  description: "Two steps to your first payment. You're in the sandbox, so no real money moves.",
  /** after the title of a step that is done, for screen readers */
  stepDone: ", done",
  terminal: {
    title: "Create your first terminal",
    intro: "A terminal is a place that takes payments, such as a counter, an online store or a market stall.",
    name: "Name",
    nameHint: "Shown to your team and your customers.",
    namePlaceholder: "Front desk",
    timeZone: "Time zone",
    timeZoneHint: "Used for its business day and reports.",
    searchTimeZones: "Search time zones",
    submit: "Create terminal",
    /** after the name */
    created: "created",
  },
  key: {
    lost: "The sandbox key was shown once. If you didn't copy it, get a new one. The old key stops working.",
    missing: "This terminal has no sandbox key yet.",
    submit: "Get new sandbox key",
  },
  payment: {
    title: "Create your first payment",
    waiting: "Waiting for your first payment",
    runCommand: "Run the command above.",
    useKey: "Create a payment with this terminal's key.",
    withoutCode: "Without code, use New payment or the terminal's keypad.",
    updates: "This page updates when the payment arrives.",
    created: "First payment created",
    /** by status, after the amount */
    states: {
      pending: "due. Open the payment to simulate your customer paying it.",
      paid: "paid.",
      expired: "expired before it was paid.",
      cancelled: "cancelled.",
    },
    open: "View payment",
  },
  toOverview: "Go to overview",
  nextWebhooks: "Next: set up webhooks",
};
