/** What people read under Settings, Notifications, and on the page that ends emails. */
export const notificationsMessages = {
  title: "Notifications",
  description: {
    sandbox: "Choose what you are notified of in the sandbox. Other members choose for themselves.",
    live: "Choose your notifications for live payments. Other members choose for themselves.",
  },
  what: {
    title: "Notify me when",
    kinds: {
      payment: { label: "A payment is received", description: null },
      attention: {
        label: "A payment needs attention",
        description: "It was partially paid, overpaid, paid too late, or can't be assigned.",
      },
      endpoint: {
        label: "A webhook endpoint is failing",
        description: "After 3 failed attempts in a row, again if it keeps failing, and when it works again.",
      },
      wallet: {
        label: "The receiving wallet needs attention",
        description: "For example, it is running out of addresses.",
      },
      chain: {
        label: "Live payments are delayed",
        description: "Payments aren't confirmed because the blockchain can't be read.",
      },
      rate: {
        label: "An exchange rate needs attention",
        description: "It has jumped, its URL is failing, or it is too old or soon will be.",
      },
    },
    payments: "How often payments are reported",
    paymentsOptions: { each: "One by one", hourly: "Summed up every hour" },
  },
  how: {
    title: "Where",
    email: "By email",
    emailTo: (address: string) => `To ${address}.`,
    noMail: "This server has no mail server, so it can't send emails.",
    nothing:
      "This server has neither a mail server nor a Telegram bot, so it can't send notifications. Your administrator can set SMTP_URL or TELEGRAM_BOT_TOKEN.",
    test: "Send test email",
    tested: "Test email sent",
  },
  telegram: {
    title: "Telegram",
    description: "A bot writes to you, or to a group that you add it to.",
    connect: "Connect Telegram",
    open: "Open the bot",
    steps: "Open the bot in Telegram and press Start. Then come back and press Done.",
    done: "Done",
    connected: "Telegram connected",
    to: (name: string) => `Connected to ${name}.`,
    test: "Send test message",
    tested: "Test message sent",
    disconnect: "Disconnect",
    question: "Disconnect Telegram?",
    consequence: "You'll no longer get Telegram notifications in this environment.",
    disconnected: "Telegram disconnected",
  },
  quiet: {
    title: "Quiet hours",
    switch: "Use quiet hours",
    description: (zone: string) => `Notifications are held back and sent together at the end. Times are in ${zone}.`,
    from: "From",
    until: "Until",
  },
  save: "Save notifications",
  saved: "Notifications saved",
  unsubscribe: {
    pageTitle: "Stop emails",
    title: "Stop notification emails?",
    description: {
      before: "No more notification emails about",
      between: "will be sent to",
    },
    sandbox: "(sandbox)",
    submit: "Stop emails",
    ended: "No more notification emails",
    endedText: "You can turn them on again under Settings, Notifications.",
    unknown: "Change your notifications in the dashboard, under Settings, Notifications.",
    toDashboard: "Go to the dashboard",
  },
};
