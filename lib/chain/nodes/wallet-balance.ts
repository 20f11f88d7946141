import { setTimeout as pause } from "node:timers/promises";
import type { Context } from "@/lib/base/context/context";
import type { Network } from "@/lib/base/context/network";
import { keptAnswer } from "@/lib/base/process/kept-answers";
import { log } from "@/lib/base/process/log";
import type { HexAddress } from "@/lib/base/tron/address";
import { getProviders } from "@/lib/chain/nodes/providers";
import { askToken, balanceOf } from "@/lib/chain/nodes/rpc-calls";
import { isRpcError } from "@/lib/chain/nodes/rpc-error";

/** `null`: not known. `trxSun`: 1 TRX is 1,000,000 sun. */
export type WalletBalance = { usdtMicros: bigint | null; trxSun: bigint | null };

/** A person waits for it. */
const WAIT_MS = 3_000;

/** Pages that show it refresh every few seconds. */
const KEPT_MS = 60_000;
/** A node may answer again at any moment. */
const KEPT_UNKNOWN_MS = 15_000;

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

/** What `readWalletBalance` said in the last minute: however many pages show it, a node is asked once a minute. */
export function keptWalletBalance(ctx: Context, network: Network, address: HexAddress): Promise<WalletBalance> {
  return keptAnswer({
    name: "wallet balances",
    key: [network.id, ...network.httpUrls, address].join(" "),
    ask: () => readWalletBalance(ctx, network, address),
    keptMs: ({ usdtMicros, trxSun }) => (usdtMicros === null || trxSun === null ? KEPT_UNKNOWN_MS : KEPT_MS),
  });
}
