import { and, eq } from "drizzle-orm";
import { receiveAddresses } from "@/drizzle/schema";
import { orm, type Sql, type Transaction } from "@/lib/base/db/client";
import { type HexAddress, hexFromTron } from "@/lib/base/tron/address";
import { DomainError } from "@/lib/base/values/errors";

const ZERO = `0x${"0".repeat(40)}`;

/**
 * `invalid`: no TRON address. `lost`: no one could spend what is sent there. `own`: this business receives payments
 * there. Others' addresses are like any address, so that neither a stranger nor another business learns of them.
 */
export type RecipientFault = "invalid" | "lost" | "own";

const FAULTS: Record<RecipientFault, string> = {
  invalid: "This isn't a valid TRON address. TRON addresses start with T and have 34 characters.",
  lost: "Funds sent to this address would be lost. Enter a wallet address.",
  own: "This address receives payments here. Enter a different address.",
};

/** An address that money may be sent to. Error: `invalid_request`, field `to`, for any fault. */
export async function readRecipient(sql: Sql | Transaction, recipient: Recipient): Promise<HexAddress> {
  const found = await checkRecipient(sql, recipient);
  if ("fault" in found) throw new DomainError("invalid_request", FAULTS[found.fault], { field: "to" });
  return found.address;
}

/** What is wrong with an address that money is to be sent to, in a sentence. Null: nothing. */
export async function findRecipientFault(sql: Sql | Transaction, recipient: Recipient): Promise<string | null> {
  const found = await checkRecipient(sql, recipient);
  return "fault" in found ? FAULTS[found.fault] : null;
}

type Recipient = {
  /** base58, blanks around it allowed */
  text: string;
  /** the token's contract; null: no network is configured */
  token: HexAddress | null;
  /** whose receive addresses count as own */
  merchantId: string;
};

/** An address that money may be sent to, or what is wrong with it. */
export async function checkRecipient(
  sql: Sql | Transaction,
  { text, token, merchantId }: Recipient,
): Promise<{ address: HexAddress } | { fault: RecipientFault }> {
  const address = hexFromTron(text.trim());
  if (!address) return { fault: "invalid" };
  if (address === token || address === ZERO) return { fault: "lost" };
  const [own] = await orm(sql)
    .select({ id: receiveAddresses.id })
    .from(receiveAddresses)
    .where(and(eq(receiveAddresses.address, address), eq(receiveAddresses.merchantId, merchantId)));
  return own ? { fault: "own" } : { address };
}
