import { z } from "zod";
import type { MemberContext } from "@/lib/base/context/context";
import { type Network, requireNetwork } from "@/lib/base/context/network";
import { tronFromHex } from "@/lib/base/tron/address";
import { MAX_FEE_LIMIT_SUN } from "@/lib/base/tron/fees";
import {
  type ReadTransfer,
  readTransfer,
  signedTransactionHex,
  signerOf,
  transactionIdOf,
} from "@/lib/base/tron/transfer-transaction";
import { conflict, DomainError } from "@/lib/base/values/errors";
import { MAX_LEDGER_MICROS } from "@/lib/chain/nodes/rpc-values";
import { type SendResult, sendTransaction } from "@/lib/chain/nodes/send-transaction";
import {
  forgetSent,
  markAccepted,
  markUnsent,
  recordSent,
  type Sending,
  settleEarlier,
} from "@/lib/settlement/funds/record-sent";
import { mayBeTakenLater, toUnclearError, toUnsentError } from "@/lib/settlement/funds/send-error";
import { findEnd } from "@/lib/settlement/funds/sent-before";
import { isKnownUnfrozen } from "@/lib/settlement/funds/signing-terms";

export const SendSignedInput = z.object({
  /** `raw_data_hex` and one signature, as wallets and the offline wallet return them */
  rawDataHex: z.string().max(1_000).toLowerCase(),
  signature: z.string().max(200).toLowerCase(),
});
export type SendSignedInput = z.output<typeof SendSignedInput>;

export type SentTransfer = {
  /** 64 hexadecimal digits after `0x` */
  txHash: string;
  /** base58 */
  from: string;
  to: string;
  amountMicros: bigint;
  /** this very transaction was sent before, so nothing is paid a second time */
  isRepeated: boolean;
};

/**
 * Sends a signed transfer from one of the business's addresses to the network and records it; a transfer like a
 * prepared refund counts as that refund. Whether it arrives is read from the chain. Sending the same one again is
 * harmless. Errors: `invalid_request` when it isn't such a transfer or its signature is wrong, `conflict` when it
 * expired or failed before, nothing was sent because the network refuses it or no node can take it, an address is
 * frozen, the refund was sent with another transaction or cancelled, or its address is known to hold less, `api_error`
 * when no node confirmed that it took it.
 */
export async function sendSigned(ctx: MemberContext, input: SendSignedInput): Promise<SentTransfer> {
  const network = requireNetwork(ctx.settings);
  const transfer = readSigned(input, network);
  const sending: Sending = { network, txHash: `0x${transactionIdOf(input.rawDataHex)}`, transfer, signed: input };
  const end = await findEnd(ctx.db.sql, ctx, sending);
  if (end === "failed") throw conflict(FAILED);
  if (end === "arrived") return toSent(sending, true);
  const refund = await settleEarlier(ctx, sending);
  const isUnfrozen = await isKnownUnfrozen(ctx, network, transfer);
  const recorded = await ctx.db.sql.begin((tx) => recordSent(tx, ctx, { ...sending, refund }));
  const hex = signedTransactionHex(input.rawDataHex, input.signature);
  const result = isUnfrozen ? await sendTransaction(network, { hex, apiKey: ctx.settings.tronApiKey }) : UNASKED;
  if (result.state === "accepted") await markAccepted(ctx, sending);
  else {
    const undo = mayBeTakenLater(result, recorded) ? markUnsent : forgetSent;
    const isUnsent = result.state !== "unclear" && recorded !== null && (await undo(ctx, sending, recorded));
    throw isUnsent ? toUnsentError(result, transfer, recorded) : toUnclearError(result);
  }
  return toSent(sending, recorded === null);
}

const FAILED = "The network carried out this transaction before, and it failed. Nothing was sent. Sign a new one.";

function toSent({ txHash, transfer: { from, to, amountMicros } }: Sending, isRepeated: boolean): SentTransfer {
  return { txHash, from: tronFromHex(from), to: tronFromHex(to), amountMicros, isRepeated };
}

/** What is sent to a frozen address is lost, so it waits until a node says that it isn't. */
const UNASKED: SendResult = {
  state: "unsent",
  reasons: ["a node can't be reached"],
  cause: "no node says whether an address is frozen",
};

function readSigned({ rawDataHex, signature }: SendSignedInput, { token }: Network): ReadTransfer {
  const transfer = readTransfer(rawDataHex);
  if (!transfer) throw refused("This isn't a transfer that Till prepared.");
  if (transfer.token !== token) throw refused("This transfer isn't of USDT on this network.");
  if (transfer.amountMicros === 0n) throw refused("This transfer moves nothing: its amount is 0. Nothing was sent.");
  if (transfer.amountMicros > MAX_LEDGER_MICROS) {
    throw refused("This transfer's amount is more than any address can hold. Nothing was sent.");
  }
  if (transfer.feeLimitSun > MAX_FEE_LIMIT_SUN) {
    throw refused(
      "This isn't a transfer that Till prepared: it could burn more TRX than Till allows. Nothing was sent.",
    );
  }
  if (signerOf(rawDataHex, signature) !== transfer.from) {
    throw refused(
      `The signature isn't the one of ${tronFromHex(transfer.from)}. Sign with the wallet that has this address.`,
    );
  }
  return transfer;
}

function refused(message: string): DomainError {
  return new DomainError("invalid_request", message);
}
