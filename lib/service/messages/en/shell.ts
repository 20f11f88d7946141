/** What people read around every page of the dashboard. */
export const shellMessages = {
  skipToContent: "Skip to content",
  sandbox: {
    title: "Sandbox",
    /** after the title, on screens wide enough */
    detail: ": no real money moves",
  },
  business: {
    /** after the name, for screen readers */
    switch: ", switch business",
    add: "Add business",
  },
  search: {
    open: "Search or jump to…",
    pages: "Go to",
    switches: "Switch to",
    help: "Help",
    business: "Business",
  },
  /** of the palette; named as the buttons where they lead */
  commands: {
    heading: "Actions",
    newPayment: "New payment",
    rotateKey: "Rotate key",
    viewDeliveries: "View webhook deliveries",
    viewAccounting: "View accounting",
    viewRequests: "View request log",
    viewAudit: "View audit log",
    viewRates: "View exchange rates",
    chooseTerminal: "Choose a terminal",
    /** further words by which an action is found */
    keywords: {
      newPayment: ["create payment", "charge", "keypad", "request payment"],
      rotateKey: ["API key", "secret"],
      createRestrictedKey: ["API key", "scopes"],
      linkDevice: ["tablet", "phone", "keypad"],
      addEndpoint: ["webhook", "create endpoint"],
      viewDeliveries: ["events", "resend", "retry"],
      viewAccounting: ["books", "bookkeeping", "export", "hledger"],
      setWallet: ["receiving wallet", "address"],
      invite: ["add member", "team", "user"],
      addCurrency: ["exchange rate", "price", "euro", "dollar"],
      viewRates: ["currencies", "prices"],
    },
  },
  shortcuts: {
    title: "Keyboard shortcuts",
    general: "General",
    palette: "Search and actions",
    search: "Search the list on the page",
    show: "Keyboard shortcuts",
    close: "Close a dialog or clear the search",
    lists: "In a list",
    next: "Next row",
    previous: "Previous row",
    open: "Open row",
    sections: "Go to",
    or: "or",
    followedBy: "then",
  },
  environment: {
    label: "Environment",
    sandboxTip: "Test payments, no real money",
    liveTip: "Real payments from customers",
    /** after "Live" when the server has no TRON node */
    off: "off",
    liveOffTip: "Not available on this server",
  },
  navigation: {
    label: "Main",
    allSections: "All sections",
    more: "More",
    menu: "Menu",
    overview: "Overview",
    payments: "Payments",
    terminals: "Terminals",
    settlement: "Settlement",
    webhooks: "Webhooks",
    reports: "Reports",
    developers: "Developers",
    settings: "Settings",
    /** after the number, for screen readers */
    needAttention: (count: number) => (count === 1 ? " needs attention" : " need attention"),
  },
  user: {
    account: "Your account",
    /** after the name, for screen readers */
    accountOf: ", your account",
    signOut: "Sign out",
  },
  live: {
    off: {
      title: "Live payments aren't available on this server.",
      text: "No TRON node is configured. You can still use the sandbox.",
    },
    no_wallet: {
      title: "Live payments aren't set up.",
      text: "An owner needs to add the wallet that receives your payments.",
    },
    clock_skew: {
      title: "New live payments are paused.",
      text: "The blockchain and database clocks don't match. Payments already created keep their address.",
    },
    not_watching: {
      title: "Blockchain sync has stopped.",
      text: "You can't create live payments, and none expire. Payments sent now are found once sync resumes.",
    },
    setUpWallet: "Set up wallet",
    viewSettlement: "View settlement",
  },
  forbidden: {
    title: "Your role doesn't allow this",
    text: "Ask an owner or manager to change your role in Settings > Team.",
    action: "Go to dashboard",
  },
  notFound: {
    title: "Page not found",
    text: "Check the address. You may not have access to this page.",
    action: "Go to dashboard",
  },
};
