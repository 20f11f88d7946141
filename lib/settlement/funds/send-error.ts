import { log } from "@/lib/base/process/log";
import { tronFromHex } from "@/lib/base/tron/address";
import type { ReadTransfer } from "@/lib/base/tron/transfer-transaction";
import { DomainError } from "@/lib/base/values/errors";
import { ruleOf } from "@/lib/chain/nodes/broadcast-answers";
import type { SendResult } from "@/lib/chain/nodes/send-transaction";
import type { RecordedSending } from "@/lib/settlement/funds/record-sent";

type NotAccepted = Exclude<SendResult, { state: "accepted" }>;

/** Whether the same transaction may be taken later, since no node has looked at it or all that have are behind. */
export function mayBeTakenLater(result: NotAccepted, recorded: RecordedSending | null): boolean {
  if (result.state === "unsent") return true;
  return result.state === "refused" && isOutOfStep(result) && recorded?.expiresSoon === false;
}

/** In the reader's words: nothing was sent, why, and what to do. */
export function toUnsentError(
  result: NotAccepted,
  { from }: ReadTransfer,
  { expiresSoon }: RecordedSending,
): DomainError {
  if (result.state === "refused") {
    const { code, message } = result;
    log().warn({ code, message }, "the network refused a signed transaction");
    const isBehind = isOutOfStep(result);
    if (isBehind && expiresSoon) return new DomainError("conflict", EXPIRED);
    return new DomainError(
      "conflict",
      ruleOf(code, message).says(tronFromHex(from)),
      isBehind ? { canSendAgain: true } : {},
    );
  }
  log().warn({ cause: result.cause }, "no node took a signed transaction");
  if (result.state !== "unsent") return new DomainError("conflict", UNAVAILABLE);
  const reasons = new Intl.ListFormat("en").format(result.reasons);
  return new DomainError(
    "conflict",
    `No TRON node took the transaction: ${reasons}. Nothing was sent. Send the same one again in a few minutes.`,
    { canSendAgain: true },
  );
}

/** A node may have taken it, now or when it was sent before. */
export function toUnclearError(result: NotAccepted): DomainError {
  log().warn({ ...result }, "no node confirmed a signed transaction");
  return new DomainError("api_error", UNCLEAR, { canSendAgain: true });
}

const EXPIRED = "The network refused it: it has expired. Nothing was sent. Prepare and sign a new one.";
const UNAVAILABLE = "No TRON node takes transactions, so nothing was sent. Your administrator must set TRON_HTTP_URLS.";
const UNCLEAR =
  "No TRON node confirmed that it took the transaction. It may still arrive: send the same one again, don't sign a new one.";

function isOutOfStep({ code, message }: { code: string; message: string }): boolean {
  return ruleOf(code, message).meaning === "out_of_step";
}
