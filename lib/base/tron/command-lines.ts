import { tronFromHex } from "@/lib/base/tron/address";
import { SAFE_FEE_LIMIT_SUN } from "@/lib/base/tron/fees";
import type { TokenTransfer } from "@/lib/base/tron/transfer-transaction";

/**
 * The line that moves USDT in TRON's official wallet-cli, logged in with the sender's key. Its form is
 * `TriggerContract [ownerAddress] contractAddress method args isHex fee_limit value token_value token_id`.
 */
export function transferCommand(
  { token, from, to, amountMicros }: TokenTransfer,
  feeLimitSun = SAFE_FEE_LIMIT_SUN,
): string {
  return [
    "TriggerContract",
    tronFromHex(from),
    tronFromHex(token),
    "transfer(address,uint256)",
    `"${tronFromHex(to)}",${amountMicros}`,
    "false",
    String(feeLimitSun),
    "0",
    "0",
    "#",
  ].join(" ");
}
