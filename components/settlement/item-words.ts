import type { ItemKind, ItemResolution } from "@/lib/settlement/item-kinds";

type Words = {
  short: string;
  /** what the amount of such an item is */
  amount: string;
  /** what one can do, said before the buttons */
  choices: string;
};

/** What each kind of item is called, and what can be done about it; as in docs/settlement.md. */
export const KIND_WORDS: Record<ItemKind, Words> = {
  partial: {
    short: "Part paid",
    amount: "Missing",
    choices: "Ask for the rest with a new payment, give the money back, or accept it as it is.",
  },
  over: { short: "Overpaid", amount: "Too much", choices: "Give the excess back, or accept it." },
  late: {
    short: "Late",
    amount: "Came late",
    choices: "Deliver and accept it, or give the money back.",
  },
  after_cancel: {
    short: "After cancellation",
    amount: "Came after",
    choices: "Deliver after all and accept it, or give the money back.",
  },
  after_paid: { short: "Paid twice", amount: "Came again", choices: "Give it back, or accept it." },
  unassigned: {
    short: "Unassigned",
    amount: "Came",
    choices: "Find out whose it is; then give it back, or accept it.",
  },
  disputed: {
    short: "Unconfirmed",
    amount: "Said to have come",
    choices:
      "There is nothing to decide: this transfer is not in the books, and the nodes are asked again every few minutes. Deliver nothing for it until both confirm it; an explorer shows what the chain says.",
  },
  unreadable: {
    short: "Unreadable transfer",
    amount: "Reported amount",
    choices:
      "Look the transaction up in an explorer before you deliver anything. Attach it later to record it, or accept with a note if it needs no further action.",
  },
};

export const RESOLUTION_WORDS: Record<ItemResolution, string> = {
  accepted: "Accepted",
  refunded: "Refunded",
  asked: "Rest asked for",
  settled: "Settled by itself",
};
