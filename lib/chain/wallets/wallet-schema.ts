import { z } from "zod";
import type { HexAddress } from "@/lib/base/tron/address";
import { DomainError } from "@/lib/base/values/errors";
import { type ReadWallet, readWallet } from "@/lib/chain/wallets/wallet-input";

/** Room for 5,000 addresses with a column beside each. */
const MAX_CHARACTERS = 400_000;
const SHOWN_PROBLEMS = 5;

export const WalletInput = z.object({
  /** addresses or an extended public key, as pasted */
  wallet: z.string().max(MAX_CHARACTERS, "This text is too long. Paste up to 5,000 addresses."),
});
export type WalletInput = z.infer<typeof WalletInput>;

/** The wallet that a text means. Error: `invalid_request`, field `wallet`, with a sentence a line for what is wrong. */
export function parseWallet({ wallet }: WalletInput, token: HexAddress): ReadWallet {
  const read = readWallet(wallet, token);
  if (!("problems" in read)) return read;
  const shown = read.problems.slice(0, SHOWN_PROBLEMS);
  const more = read.problems.length - shown.length;
  if (more > 0) shown.push(more === 1 ? "And 1 more problem." : `And ${more} more problems.`);
  throw new DomainError("invalid_request", shown.join("\n"), { field: "wallet" });
}

/** `xpub6D1A…ZBCd`: enough to know it again, too little to derive from. */
export function shortXpub(xpub: string): string {
  return `${xpub.slice(0, 8)}…${xpub.slice(-4)}`;
}
