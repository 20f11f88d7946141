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
