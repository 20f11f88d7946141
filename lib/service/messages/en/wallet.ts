import { addressesFor } from "@/lib/chain/wallets/capacity";
import { COOLDOWNS } from "@/lib/chain/wallets/cooldown";

const plural = (count: number, shown: string) => (count === 1 ? "1 address" : `${shown} addresses`);

/** What people read about the receiving wallet and its addresses. */
export const walletMessages = {
  title: "Receiving wallet",
  description: "Where your customers' payments arrive.",
  set: "Set up wallet",
  change: "Change wallet",
  empty: {
    title: "No wallet yet",
    text: "To take live payments, add addresses from a wallet app or a Ledger, or an xpub.",
    canSet: "Never paste a private key or seed phrase.",
    cannotSet: "Only an owner can set up the wallet.",
  },
  facts: {
    kind: "Type",
    list: (count: number, shown: string) => `List of ${plural(count, shown)}`,
    xpubKind: "xpub, unlimited addresses",
    capacity: "Capacity",
    beyondCapacity: "When no address is available, new live payments are declined. An xpub has no such limit.",
    xpub: "xpub",
    first: "First addresses",
    one: "Address",
    some: "Sample addresses",
    copyAddress: (index: number) => `address ${index}`,
    setOn: "Set",
    by: (name: string) => ` by ${name}`,
    previous: "Previous wallet",
    retired: (count: number, shown: string) =>
      `${plural(count, shown)} no longer used for new payments. Till records transfers to them for 30 days after the change or the last payment.`,
  },
  pool: {
    title: "Addresses",
    description: `Each pending payment has its own address. Afterwards the address is in cooldown, for ${COOLDOWNS.paid} if it was paid and ${COOLDOWNS.unpaid} if not, so that a late payment can still be matched. When no other address is available, ${COOLDOWNS.minimum} is enough.`,
    describeNeverReused: "Each payment has its own address, which isn't used for another payment.",
    none: "No addresses yet",
    derived: "New addresses are derived from the xpub as needed.",
    empty: {
      strong: "No address is available.",
      text: `New live payments are declined until an address has been in cooldown for ${COOLDOWNS.minimum}.`,
      textNeverReused: "New live payments are declined until there are more addresses.",
    },
    low: "When none are available, live payments are declined.",
    addAddresses: "Change the wallet: paste your current addresses and more, or use an xpub for unlimited addresses.",
    askOwner: "An owner can add addresses, or use an xpub for unlimited addresses.",
    gap: {
      strong: (count: number) => `${count} addresses in a row have never received a payment.`,
      text: "Many wallet apps stop looking after 20 empty addresses and may not show later ones. They're still yours: raise the app's gap limit or use wallet-cli.",
    },
  },
  reuse: {
    on: {
      title: "Addresses are reused",
      text: "After its cooldown, an address can receive another payment. Paying to an address that already holds USDT costs customers about half the energy.",
      action: "Reuse addresses",
      question: "Reuse addresses?",
    },
    off: {
      title: "Addresses are never reused",
      text: "Each payment gets a new address, so your payments can't be linked by address.",
      action: "Stop reusing addresses",
      question: "Stop reusing addresses?",
      consequence: {
        list: "Each address on your list then serves one payment, so the list runs out. An xpub doesn't.",
        xpub: "Customers pay about twice the energy, because each address is new.",
      },
    },
    done: "Saved",
  },
};

/** What people read while they set the receiving wallet. */
export const walletSteps = {
  setTitle: "Set up receiving wallet",
  changeTitle: "Change receiving wallet",
  step: (step: number) => `Step ${step} of 2`,
  input: {
    label: "Addresses or xpub",
    description:
      "One TRON address per line, a CSV export from your wallet, or a single xpub. Never paste a private key or seed phrase.",
    /** when a list is set already */
    replaces: "This replaces your list: to add addresses, paste the current ones too.",
    submit: "Check wallet",
  },
  secret: {
    title: "Stop. This must stay secret.",
    cleared: "The field was cleared and nothing was sent.",
  },
  preview: {
    kind: "Detected",
    hiddenEnd: ", last six characters hidden",
    unused: "Ignored text",
    unusedLine: (line: number, text: string) => `Line ${line}: “${text}”`,
    unusedMore: (count: number, shown: string) => (count === 1 ? "And 1 more line" : `And ${shown} more lines`),
    previous: "Previous wallet",
    keeps: (count: number, shown: string) => `${plural(count, shown)} ${count === 1 ? "stays" : "stay"} in use. `,
    retiresNone: "No addresses are retired.",
    retires: (count: number, shown: string) =>
      `${plural(count, shown)} won't be used for new payments. Till records transfers to them for 30 days after the change or the last payment.`,
  },
  unchanged: "This wallet is already set. There's nothing to change.",
  confirmation: {
    label: "Last six characters of the first address",
    description: "Read them in your wallet, not here. This protects you from malware that swaps addresses.",
  },
  password: "Your password",
  done: {
    title: "Wallet saved",
    detail: "Next, create a 1 USDT payment and pay it yourself. If your server creates payments, issue a live key.",
  },
};

const EXAMPLE = { perHour: 30, lifeSeconds: 1_800 };

/** Help on which wallet to use. */
export const walletHelp = {
  title: "Choosing a wallet",
  kinds: [
    {
      name: "Wallet app, such as TronLink",
      text: "Create 5 to 20 accounts and paste their addresses. Enough for 5 to 20 payments an hour.",
    },
    {
      name: "Ledger",
      text: "Add TRON accounts and paste their addresses, checking each on the device. Your keys stay in hardware.",
    },
    {
      name: "Offline wallet",
      text: "Paste its xpub for unlimited addresses. You keep the seed phrase on paper.",
    },
    {
      name: "Exchange",
      text: "Not suitable. Deposit addresses may change, credits are slow, and withdrawals don't come from your address.",
    },
  ],
  howMany: `How many addresses? One per pending payment, plus those in cooldown. For ${EXAMPLE.perHour} payments an hour that expire after ${EXAMPLE.lifeSeconds / 60} minutes, use at least ${addressesFor(EXAMPLE)}.`,
  offline: {
    title: "Create an offline wallet",
    text: "A single file that generates a seed phrase and its xpub. Download it, disconnect your computer, then open the file. Nothing leaves the page.",
    action: "Download file",
  },
};
