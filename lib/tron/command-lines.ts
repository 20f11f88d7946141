import { type HexAddress, tronFromHex } from "@/lib/tron/address";

/**
 * The most that one transfer may burn, in sun: twice its cost to an address without USDT at 100 sun per unit of energy. A
 * command that would need more fails without moving anything.
 */
const FEE_LIMIT_SUN = 30_000_000;

/**
 * The line that moves USDT in TRON's official wallet-cli, logged in with the sender's key. Its form is
 * `TriggerContract [ownerAddress] contractAddress method args isHex fee_limit value token_value token_id`.
 */
export function transferCommand(transfer: {
  token: HexAddress;
  from: HexAddress;
  to: HexAddress;
  amountMicros: bigint;
}): string {
  const { token, from, to, amountMicros } = transfer;
  return [
    ...["TriggerContract", tronFromHex(from), tronFromHex(token), "transfer(address,uint256)"],
    ...[`"${tronFromHex(to)}",${amountMicros}`, "false", String(FEE_LIMIT_SUN), "0", "0", "#"],
  ].join(" ");
}
