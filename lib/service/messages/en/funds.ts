import type { AddressState } from "@/lib/chain/wallets/address-state";

/** What people read under Settlement, Funds. */
export const fundsMessages = {
  title: "Funds",
  description: "Balance per address. Only you can move these funds.",
  sweep: "Sweep funds",
  totals: {
    balance: "On-chain balance, USDT",
    updated: "Updated",
    notUpdated: "Not checked yet",
    recorded: { label: "Recorded, USDT", hint: "Received minus sent" },
    addresses: "Addresses",
    mismatch: {
      strong: (count: number, shown: string) =>
        count === 1 ? "1 address doesn't match your records." : `${shown} addresses don't match your records.`,
      text: "A transfer may still be on its way, or arrived before the address was added. If this doesn't clear, attach the transaction under Needs attention.",
    },
  },
  check: {
    title: "Addresses to check",
    description:
      "The balances of these addresses don't match your records, so they aren't used for new payments. Attach the missing transaction under Needs attention, or accept the balance.",
    onChain: "on-chain,",
    recorded: "recorded",
    more: (count: number, shown: string) =>
      count === 1
        ? "1 more address doesn't match. It appears here once one of these is settled."
        : `${shown} more addresses don't match. They appear here once some of these are settled.`,
    accept: {
      action: "Accept balance",
      question: "Accept this balance?",
      consequence: "The address can be used for payments again. Only accept if you know what caused the difference.",
      done: "Balance accepted",
    },
  },
  filter: { label: "Balance", funded: "Above zero" },
  table: {
    caption: "Addresses",
    address: "Address",
    copyAddress: "the address",
    state: "Status",
    match: "Balance check",
    lastUsed: "Last used",
    never: "Never",
    recorded: "Recorded, USDT",
    balance: "On-chain, USDT",
    matches: "Match",
    differs: "Mismatch",
    notChecked: "Not checked yet",
  },
  empty: {
    title: "No addresses yet",
    text: "Once there is a receiving wallet, its addresses and balances appear here.",
  },
  noBalance: {
    title: "No address has a balance",
    text: "Addresses appear here once they receive a payment.",
    action: "Show all",
  },
  found: (count: number) => (count === 1 ? "1 address" : `${count} addresses`),
};

export const addressStates: Record<AddressState, string> = {
  free: "Available",
  leased: "In use",
  resting: "In cooldown",
  used: "Used",
  frozen: "Frozen",
  differs: "To check",
  retired: "Previous wallet",
};

/** What people read on the page that plans a sweep. */
export const sweepMessages = {
  title: "Sweep funds",
  description: "Collect your balances in one address. Till prepares the transfers; you sign them in your own wallet.",
  to: {
    label: "Destination address",
    description: "For example your exchange or main wallet. It can't be an address that receives payments here.",
  },
  threshold: { label: "Minimum balance", description: "Addresses with less are skipped to save fees." },
  submit: "Plan sweep",
  empty: {
    title: "Nothing to sweep",
    text: "No address has this much to move. Recent payments may not show yet.",
  },
  plan: {
    title: "Sweep plan",
    download: "Download commands",
    inFlight: (count: number) =>
      count === 1
        ? "1 address is left out: a transfer that was signed for it isn't confirmed yet."
        : `${count} addresses are left out: transfers that were signed for them aren't confirmed yet.`,
    isMore: "A plan covers up to 1,000 addresses. Run this one, then plan again for the rest.",
    moves: {
      label: "To transfer",
      hint: (count: number, shown: string) => `From ${count === 1 ? "1 address" : `${shown} addresses`}`,
    },
    to: { label: "Destination", copy: "the destination", hint: "Check that this is your address before you sign." },
    cost: { label: "Estimated maximum fee", hint: (energy: string) => `${energy} energy` },
    stays: {
      label: "Not transferred",
      hint: "Pending refunds and payments, open items, amounts that aren't recorded, small balances, and 0.000001 USDT per address, which keeps the next payment to it cheap.",
    },
  },
  reserved: {
    strong: (amount: string) => `${amount} USDT stays where it is`,
    reasons: (refunds: number, items: number) => {
      const reasons = [
        refunds > 0 && (refunds === 1 ? "1 pending refund" : `${refunds} pending refunds`),
        items > 0 && (items === 1 ? "1 item that needs attention" : `${items} items that need attention`),
      ];
      return `for ${reasons.filter(Boolean).join(" and ")}.`;
    },
    rule: "A refund is sent from the address that received the payment while it holds the money, so a sweep leaves it there.",
  },
};
