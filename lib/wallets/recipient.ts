import { eq } from "drizzle-orm";
import { receiveAddresses } from "@/drizzle/schema";
import { orm, type Sql, type Transaction } from "@/lib/db/client";
import { DomainError } from "@/lib/errors";
import { type HexAddress, hexFromTron } from "@/lib/tron/address";

const ZERO = `0x${"0".repeat(40)}`;

/**
 * An address that money may be sent to. Errors: `invalid_request`, field `to`, for what is no address, for the token's
 * contract, and for one that receives payments here.
 */
export async function readRecipient(sql: Sql | Transaction, text: string, token: HexAddress): Promise<HexAddress> {
  const to = hexFromTron(text.trim());
  if (!to) {
    throw refused("This isn't a valid TRON address. TRON addresses start with T and have 34 characters.");
  }
  if (to === token || to === ZERO) throw refused("Funds sent to this address would be lost. Enter a wallet address.");
  const [own] = await orm(sql)
    .select({ id: receiveAddresses.id })
    .from(receiveAddresses)
    .where(eq(receiveAddresses.address, to));
  if (own) throw refused("This address receives payments here. Enter a different address.");
  return to;
}

function refused(message: string): DomainError {
  return new DomainError("invalid_request", message, { field: "to" });
}
