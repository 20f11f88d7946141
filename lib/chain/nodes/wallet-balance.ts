import { setTimeout as pause } from "node:timers/promises";
import type { Context } from "@/lib/base/context/context";
import type { Network } from "@/lib/base/context/network";
import { log } from "@/lib/base/process/log";
import type { HexAddress } from "@/lib/base/tron/address";
import { getProviders } from "@/lib/chain/nodes/providers";
import { askToken, balanceOf } from "@/lib/chain/nodes/rpc-calls";
import { isRpcError } from "@/lib/chain/nodes/rpc-error";

/** `null`: not known. `trxSun`: 1 TRX is 1,000,000 sun. */
export type WalletBalance = { usdtMicros: bigint | null; trxSun: bigint | null };

/** A person waits for it. */
const WAIT_MS = 3_000;

const UNKNOWN: WalletBalance = { usdtMicros: null, trxSun: null };

/** What an address that Till doesn't watch holds now, by the node in use. Null: it didn't say so in three seconds. */
export function readWalletBalance(
  { settings }: Context,
  network: Network,
  address: HexAddress,
): Promise<WalletBalance> {
  const providers = getProviders(network, settings.tronApiKey);
  const reading = providers
    .use(async (rpc): Promise<WalletBalance> => {
      const [usdt, trx] = await rpc.batch([askToken(network.token, "balanceOf", address), balanceOf(address)]);
      return { usdtMicros: usdt.value ?? null, trxSun: trx.value ?? null };
    })
    .catch((error: unknown) => {
      if (!isRpcError(error)) throw error;
      log().warn({ err: error }, "the balance of a refund wallet could not be read");
      return UNKNOWN;
    });
  return Promise.race([reading, pause(WAIT_MS, UNKNOWN, { ref: false })]);
}
