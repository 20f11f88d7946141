/** What visitors read on the start page, and above and below every public page. */
export const siteMessages = {
  description: "Accept USDT payments on TRON with software you run yourself.",
  frame: {
    navigation: "Main",
    apiReference: "API reference",
    dashboard: "Dashboard",
    signIn: "Sign in",
    footer: (appName: string) => `${appName} runs on your own server. It never holds funds or private keys.`,
  },
  hero: {
    title: "Accept USDT on your own server",
    text: (appName: string) =>
      `${appName} accepts USDT payments on TRON (TRC20). Your server creates a payment, your customer scans a QR code and pays from their wallet, and your server gets a signed webhook.`,
    createAccount: "Create account",
    signIn: "Sign in",
    openDashboard: "Open dashboard",
    invitationOnly: "New accounts need an invitation from a team.",
    facts: [
      { name: "For", text: "Businesses and developers who want to accept USDT with software they run themselves." },
      {
        name: "Runs",
        text: "As a single process with its own Postgres database. No one takes a share of your payments.",
      },
      { name: "Exact", text: "Amounts have six decimal places and are never rounded." },
      { name: "Not", text: "A wallet, an exchange or a custodian. It never holds your funds or private keys." },
    ],
  },
  howItWorks: {
    title: "How it works",
    steps: [
      { who: "Your server", does: "creates a payment with its secret key.", wire: "POST /create-payment-intent" },
      {
        who: "Your customer",
        does: "opens the payment page, or scans the QR code at the counter.",
        wire: "checkout_url",
      },
      { who: "The payment page", does: "updates as soon as the payment arrives.", wire: "GET /intent-status" },
      {
        who: "Your server",
        does: "gets a signed webhook, with up to six attempts over 31 hours.",
        wire: "payment.success",
      },
    ],
  },
  firstPayment: {
    title: "Your first payment",
    text: "Two commands, then a webhook to your server.",
    merchant: {
      title: "Create your business",
      text: "Run this on the machine that hosts this service. It prints your webhook signing secret and your sandbox key. Copy the key now: it's shown only once.",
      caption: "In the project folder",
    },
    payment: {
      title: "Create a payment",
      text: "Call the API from your server, never from a browser: the key is secret. Send your customer to the checkout_url in the response. In the sandbox, you can simulate the payment there.",
      caption: "On your server",
    },
    webhook: {
      title: "Receive webhooks",
      text: "Your server gets a POST request for every event. Verify the signature of the raw body, then respond with a 2xx status. Anything else is retried after 10 s, 100 s and so on, up to six attempts.",
      caption: "What your server receives",
      verifyCaption: "Verify it in Node.js",
    },
    /** around the link to the API reference */
    referenceBefore: "Find every endpoint, field and error in the",
    reference: "API reference",
  },
  apiReference: {
    pageTitle: "API reference",
    description: "Every endpoint, field, error and event of the payments API.",
  },
};

/** The demo on the start page, which is the part of it that runs in the browser. */
export const demoMessages = {
  title: "Try it",
  /** after the title */
  environment: "in the sandbox",
  button: {
    idle: "Create demo payment",
    asking: "Creating payment…",
    waiting: "Waiting for payment…",
    over: "Create another payment",
  },
  blank: "Create a payment on this server. A simulated customer pays it six seconds later.",
  qr: (amount: string) => `QR code for a demo payment of ${amount} USDT`,
  waiting: "A simulated customer will pay shortly.",
  amount: "Amount",
  payment: "Payment ID",
  /** what a button copies, for a screen reader */
  paymentId: "payment ID",
  open: "View payment page",
  noMoney: "Sandbox: no real money moved.",
  requests: "API requests",
  noAnswer: "no response",
};
