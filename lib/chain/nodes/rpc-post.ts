import { Agent, buildConnector, request } from "undici";
import { RpcError } from "@/lib/chain/nodes/rpc-error";

export type Posted = { status: number; text: string; retryAfter: string | null };

/** Between two passes of a busy watcher the connection stays. */
const KEEP_ALIVE_MS = 10_000;
const CONNECTIONS = 4;
const ERROR_TEXT_BYTES = 1024;

/**
 * Posts JSON to one address, on connections that are kept; on the same one as the last when `onOneConnection` asks for
 * it. An exchange takes `timeoutMs` at most, reads `maxBytes` at most, and follows no redirect. Errors: `unavailable`,
 * with `unsent` as long as there was no connection, and `limit` for a body that is too long.
 */
export function createPost(options: {
  url: URL;
  headers: Record<string, string>;
  timeoutMs: number;
  maxBytes: number;
}) {
  const { url, headers, timeoutMs, maxBytes } = options;
  let hasConnected = false;
  const connector = buildConnector({ timeout: timeoutMs });
  const agentOf = (connections: number) =>
    new Agent({
      connections,
      connect: (options, callback) =>
        connector(options, (...outcome) => {
          hasConnected ||= outcome[0] === null;
          callback(...outcome);
        }),
      keepAliveTimeout: KEEP_ALIVE_MS,
      headersTimeout: timeoutMs,
      bodyTimeout: timeoutMs,
    });
  const agent = agentOf(CONNECTIONS);
  /** for questions that one backend of a balancer should answer */
  const single = agentOf(1);

  async function post(body: string, { onOneConnection = false } = {}): Promise<Posted> {
    const signal = AbortSignal.timeout(timeoutMs);
    const dispatcher = onOneConnection ? single : agent;
    try {
      const answer = await request(url, { method: "POST", headers, body, signal, dispatcher });
      const limit = answer.statusCode === 200 ? maxBytes : ERROR_TEXT_BYTES;
      const { text, isWhole } = await read(answer.body, limit);
      if (!isWhole && answer.statusCode === 200) {
        throw new RpcError("limit", `the response exceeds ${maxBytes} bytes`);
      }
      return { status: answer.statusCode, text, retryAfter: first(answer.headers["retry-after"]) };
    } catch (error) {
      if (error instanceof RpcError) throw error;
      const unsent = hasConnected ? {} : { unsent: true as const };
      if (!signal.aborted) throw new RpcError("unavailable", formatCause(error), unsent);
      throw new RpcError("unavailable", `no response within ${timeoutMs} ms`, { timedOut: true, ...unsent });
    }
  }

  return { post, close: async () => void (await Promise.all([agent.destroy(), single.destroy()])) };
}

/** Up to `limit` bytes; what follows is not read, and the connection ends. */
async function read(body: AsyncIterable<Buffer>, limit: number): Promise<{ text: string; isWhole: boolean }> {
  const chunks: Buffer[] = [];
  let length = 0;
  for await (const chunk of body) {
    chunks.push(chunk);
    length += chunk.length;
    // leaving the loop destroys the stream
    if (length > limit) return { text: Buffer.concat(chunks).toString("utf8", 0, limit), isWhole: false };
  }
  return { text: Buffer.concat(chunks).toString("utf8"), isWhole: true };
}

/** By its code: messages of the network layer may hold addresses. */
function formatCause(error: unknown): string {
  const { code, cause } = error as { code?: unknown; cause?: { code?: unknown } };
  return `no answer: ${String(code ?? cause?.code ?? "connection failed")}`;
}

function first(value: string | string[] | undefined): string | null {
  return (Array.isArray(value) ? value[0] : value) ?? null;
}
