import { isRpcError, RpcError } from "@/lib/chain/nodes/rpc-error";
import { createPost, type Posted } from "@/lib/chain/nodes/rpc-post";
import { getSecrets, getsKey, toHeaders, without, withoutCredentials } from "@/lib/chain/nodes/rpc-secrets";

const TIMEOUT_MS = 10_000;
const MAX_BYTES = 64 * 1024;

/** One node's HTTP API. `httpUrls`: all of the network's, which decide whether this one gets the key. */
export type HttpNode = { httpUrl: string; httpUrls: readonly string[]; apiKey?: string; timeoutMs?: number };

/** Posts JSON to a path of a node's HTTP API, such as `/wallet/broadcasthex`. Error: `RpcError`, which holds no key. */
export async function askHttpApi(node: HttpNode, path: string, body: object): Promise<Posted> {
  const { httpUrl, httpUrls, timeoutMs = TIMEOUT_MS } = node;
  const url = new URL(httpUrl);
  const apiKey = getsKey(httpUrl, httpUrls) ? node.apiKey : undefined;
  url.pathname = `${url.pathname.replace(/\/$/, "")}${path}`;
  const { post, close } = createPost({
    url: withoutCredentials(url),
    headers: toHeaders(url, apiKey),
    timeoutMs,
    maxBytes: MAX_BYTES,
  });
  try {
    return await post(JSON.stringify(body));
  } catch (error) {
    if (!isRpcError(error)) throw error;
    throw new RpcError(error.kind, `${url.host}: ${without(getSecrets(url, apiKey), error.message)}`, error.details);
  } finally {
    await close();
  }
}
