/** What people read when they create a payment from the dashboard. */
export const newPaymentMessages = {
  open: "New payment",
  title: "New payment",
  description: (environment: "sandbox" | "live") =>
    environment === "live"
      ? "Creates a link and a QR code for your customer to pay with."
      : "Creates a sandbox link and QR code. No real money moves.",
  noTerminals: "You need a terminal first. Create one under Terminals.",
  noTerminalsVisible: "You aren't assigned to a terminal yet. Ask an owner or manager to assign you one.",
  amount: "Amount",
  amountHint: "For example 12.50",
  currency: "Currency",
  quote: {
    sources: { manual: "Entered by hand", url: "From the rate URL" },
    spread: (percent: string) => `Includes a spread of ${percent}`,
    days: (days: number) => `${days}\u00a0d ago`,
    none: (currency: string) =>
      `There is no current rate for ${currency}. Choose USDT, or ask an owner or manager to set a rate under Settings → Currencies.`,
    tooSmall: (currency: string) => `This amount of ${currency} is too small to be paid in USDT.`,
    tooLarge: "This amount is more than a payment can ask for.",
  },
  reference: "Reference",
  referenceHint: "Visible to the customer, for example order 1042",
  terminal: "Terminal",
  submit: "Create payment",
  created: "Payment created",
  share: "Share link",
  qr: "QR code of the payment page",
  link: "payment link",
  scan: "Let your customer scan this code, or send them the link.",
  view: "View payment",
  another: "New payment",
};
