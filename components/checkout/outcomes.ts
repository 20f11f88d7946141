/** What a sandbox payment can be made to do, in English. */
export const OUTCOMES = [
  { outcome: "paid", verb: "Pay exactly", effect: "The full amount arrives on time." },
  { outcome: "underpaid", verb: "Pay too little", effect: "Part of the amount arrives. The rest stays due." },
  { outcome: "overpaid", verb: "Pay too much", effect: "More than the amount due arrives. The payment is paid." },
  { outcome: "late", verb: "Pay too late", effect: "The payment expires, then money arrives." },
  { outcome: "expired", verb: "Let it expire", effect: "The payment expires without any money arriving." },
] as const;

export type Outcome = (typeof OUTCOMES)[number]["outcome"];
