import type { Env } from "@/lib/base/process/env";
import { type HexAddress, hexFromTron } from "@/lib/base/tron/address";
import { USDT_MAINNET } from "@/lib/base/tron/usdt";
import { DomainError } from "@/lib/base/values/errors";

/** The chain that live payments are settled on, and how it is reached. */
export type Network = {
  /** as transfers and cursors name it */
  id: string;
  /** for people */
  name: string;
  chainId: number;
  /** one of TRON's own, with a block every three seconds of the world's clock */
  isPublic: boolean;
  /** USDT's contract */
  token: HexAddress;
  /** tried in this order; the first that works stays */
  rpcUrls: string[];
  /** base URLs of the nodes' HTTP API, which takes signed transactions */
  httpUrls: string[];
};

/** The one on which USDT is worth something. */
export const MAIN_NETWORK = "tron-mainnet";

const KNOWN = {
  mainnet: { id: MAIN_NETWORK, name: "TRON", chainId: 0x2b6653dc, token: USDT_MAINNET },
  nile: {
    id: "tron-nile",
    name: "TRON Nile testnet",
    chainId: 0xcd8690dc,
    token: "TXYZopYRdj2D9XRtbG411XZZ3kM5VkAeBf",
  },
} as const;

/** Whether the network is so busy that no block is without a transfer of the token. */
export function hasTraffic({ id }: Network): boolean {
  return id === MAIN_NETWORK;
}

export const LIVE_IS_OFF =
  "Live payments are off: no TRON node is configured. Your administrator must set TRON_RPC_URLS.";

type Variables = Pick<Env, "TRON_RPC_URLS" | "TRON_HTTP_URLS" | "TRON_NETWORK" | "TRON_CHAIN_ID" | "TRON_TOKEN">;

/** The network that the environment names. Null: no provider is configured, so live is off. */
export function networkFrom(variables: Variables): Network | null {
  const { TRON_RPC_URLS, TRON_HTTP_URLS, TRON_NETWORK, TRON_CHAIN_ID, TRON_TOKEN } = variables;
  if (TRON_RPC_URLS.length === 0) return null;
  const known =
    TRON_NETWORK === "custom"
      ? {
          id: `tron-${TRON_CHAIN_ID}`,
          name: `TRON-like chain ${TRON_CHAIN_ID}`,
          chainId: TRON_CHAIN_ID as number,
          isPublic: false,
          token: "",
        }
      : { ...KNOWN[TRON_NETWORK], isPublic: true };
  const token = hexFromTron(TRON_TOKEN ?? known.token);
  if (!token) throw new Error("the environment let a token pass that is no address");
  const httpUrls = TRON_HTTP_URLS.length > 0 ? TRON_HTTP_URLS : TRON_RPC_URLS.map(httpUrlOf);
  return { ...known, token, rpcUrls: TRON_RPC_URLS, httpUrls };
}

/**
 * Most nodes serve both interfaces at one address: `https://api.example/jsonrpc` beside `https://api.example/wallet/…`.
 */
function httpUrlOf(rpcUrl: string): string {
  const url = new URL(rpcUrl);
  url.pathname = url.pathname.replace(/\/jsonrpc\/?$/, "/");
  return url.href;
}

/** The chain that live payments are settled on. Error: `conflict` when none is configured. */
export function requireNetwork({ network }: { network: Network | null }): Network {
  if (!network) throw new DomainError("conflict", LIVE_IS_OFF);
  return network;
}
