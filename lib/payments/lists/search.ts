import type { Price } from "@/lib/base/values/currencies";
import { possibleAmounts } from "@/lib/base/values/typed-number";
import { possiblePrices } from "@/lib/base/values/typed-price";

/** What a search text may mean. Several meanings are possible: `12345678` may be anything but a hash. */
export type PaymentSearch = {
  /** the range of ids that start with the typed text, and `end`, the last characters of a shortened id */
  ids: { first: string; last: string; end: string } | null;
  txHash: string | null;
  amounts: bigint[];
  /** of the same number in several currencies, if the text names none */
  prices: Price[];
  /** a reference, or part of one, in any case */
  text: string;
};

const MIN_ID_LENGTH = 8;
const HEX_POSITIONS = "xxxxxxxx-xxxx-xxxx-xxxx-xxxxxxxxxxxx";

/**
 * Recognises an id (in full, its first eight or more characters, or shortened as the lists show it), a transaction
 * hash, an amount in USDT, a price in a currency and part of a reference. Null for blank text.
 */
export function readSearch(text: string): PaymentSearch | null {
  const words = text.trim();
  if (words === "") return null;
  const txHash = /^(?:0x)?([0-9a-f]{64})$/i.exec(words)?.[1]?.toLowerCase() ?? null;
  return {
    ids: txHash ? null : idsOf(words.toLowerCase()),
    txHash,
    amounts: possibleAmounts(words),
    prices: possiblePrices(words),
    text: words,
  };
}

function idsOf(words: string): PaymentSearch["ids"] {
  const [, start = "", end = ""] = /^([0-9a-f]{4})(?:…|\.\.\.)([0-9a-f]{4})$/.exec(words) ?? [];
  const beginning = end === "" ? words : start;
  if (end === "" && words.length < MIN_ID_LENGTH) return null;
  if (beginning.length > HEX_POSITIONS.length) return null;
  const fits = [...beginning].every((character, index) =>
    HEX_POSITIONS[index] === "-" ? character === "-" : /[0-9a-f]/.test(character),
  );
  if (!fits) return null;
  const rest = HEX_POSITIONS.slice(beginning.length);
  return { first: beginning + rest.replaceAll("x", "0"), last: beginning + rest.replaceAll("x", "f"), end };
}
