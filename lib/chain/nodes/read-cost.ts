import type { Network } from "@/lib/base/context/network";
import type { HexAddress } from "@/lib/base/tron/address";
import type { AccountState, Prices } from "@/lib/base/tron/transfer-cost";
import { type TokenTransfer, transferParameter } from "@/lib/base/tron/transfer-transaction";
import { parseAccount, parseEnergy, parsePrices } from "@/lib/chain/nodes/cost-answers";
import { askHttpApi } from "@/lib/chain/nodes/http-api";
import { isRpcError } from "@/lib/chain/nodes/rpc-error";

/** The nodes that are asked, in turn, until one answers or it is `until` (milliseconds of `performance.now()`). */
export type AskedNodes = { network: Network; apiKey: string | undefined; until: number };

/** What the network charges. Null: no node says so in time. */
export function readPrices(nodes: AskedNodes): Promise<Prices | null> {
  return inTurn(nodes, async (ask) => parsePrices(await ask("/wallet/getchainparameters", {})));
}

/** The energy that a transfer of tokens takes now. Null: it would fail, or no node says so in time. */
export function readEnergy(nodes: AskedNodes, transfer: TokenTransfer): Promise<number | null> {
  const call = {
    owner_address: `41${transfer.from.slice(2)}`,
    contract_address: `41${transfer.token.slice(2)}`,
    function_selector: "transfer(address,uint256)",
    parameter: transferParameter(transfer),
    visible: false,
  };
  return inTurn(nodes, async (ask) => parseEnergy(await ask("/wallet/triggerconstantcontract", call)));
}

/** What an address has of its own to pay with. Null: no node says so in time. */
export function readAccount(nodes: AskedNodes, address: HexAddress): Promise<AccountState | null> {
  const body = { address: `41${address.slice(2)}`, visible: false };
  return inTurn(nodes, async (ask) => {
    const [resource, account] = await Promise.all([
      ask("/wallet/getaccountresource", body),
      ask("/wallet/getaccount", body),
    ]);
    return parseAccount(address, resource, account);
  });
}

type Ask = (path: string, body: object) => Promise<string>;

async function inTurn<T>(
  { network: { httpUrls }, apiKey, until }: AskedNodes,
  read: (ask: Ask) => Promise<T | null>,
): Promise<T | null> {
  for (const httpUrl of httpUrls) {
    const timeoutMs = Math.floor(until - performance.now());
    if (timeoutMs <= 0) return null;
    const ask: Ask = async (path, body) =>
      (await askHttpApi({ httpUrl, httpUrls, apiKey, timeoutMs }, path, body)).text;
    try {
      const found = await read(ask);
      if (found !== null) return found;
    } catch (error) {
      if (!isRpcError(error)) throw error;
    }
  }
  return null;
}
