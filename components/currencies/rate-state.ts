import type { ListedRate } from "@/lib/payments/prices/list-rates";

export type RateState = "current" | "aging" | "fallback" | "held" | "none";

const SOON_MS = 86_400_000;

/** The one thing to know about a rate, the worst first. */
export function rateState({ source, inForce, url }: ListedRate, now: string): RateState {
  if (!inForce) return "none";
  if (url?.held) return "held";
  if (inForce.source !== source) return "fallback";
  const isAging = source === "manual" && inForce.until !== null && inForce.until.getTime() - Date.parse(now) < SOON_MS;
  return isAging ? "aging" : "current";
}

/** When the rate in force was entered or read; null: it is always the same. */
export function rateFrom({ inForce, manual, url }: ListedRate): Date | null {
  if (!inForce || inForce.source === "par") return null;
  return (inForce.source === "url" ? url?.fetched?.at : manual?.at) ?? null;
}

/** A held rate and the one that it is compared with; null: none is held. */
export function heldOf({ currency, spreadBps, manual, url }: ListedRate) {
  if (!url?.held) return null;
  return { currency, spreadBps, last: url.fetched?.rate ?? manual?.rate ?? null, held: url.held.rate };
}
