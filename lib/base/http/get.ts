import { Agent, request } from "undici";
import { createDial, type Lookup } from "@/lib/base/http/dial";
import { readBody } from "@/lib/base/http/read-body";

export type GetOptions = {
  environment: "sandbox" | "live";
  allowPrivateSandbox: boolean;
  lookup: Lookup;
  /** of the whole call */
  timeoutMs: number;
  maxBytes: number;
  /** Replaces the trusted certificate authorities; PEM. */
  ca?: string;
};

export type GetResult = { status: number; text: string } | { failure: "unreachable" | "too_large" };

/**
 * Reads what others chose to be read, from checked addresses only; redirects aren't followed. `unreachable` covers what
 * doesn't answer within the time, or not in HTTP.
 */
export async function get(url: URL, options: GetOptions): Promise<GetResult> {
  const { timeoutMs, maxBytes } = options;
  const dial = createDial({ ...options, connectTimeoutMs: timeoutMs });
  const agent = new Agent({
    connect: (target, callback) => {
      const { protocol, hostname, port } = target;
      dial({ protocol, hostname, port }, callback as Parameters<typeof dial>[1]);
    },
    maxResponseSize: maxBytes,
  });
  try {
    const headers = { accept: "application/json", "accept-encoding": "identity" };
    const response = await request(url, { dispatcher: agent, headers, signal: AbortSignal.timeout(timeoutMs) });
    const body = await readBody(response.body as unknown as ReadableStream<Uint8Array>, maxBytes);
    return body === null ? { failure: "too_large" } : { status: response.statusCode, text: body.toString("utf8") };
  } catch (error) {
    return { failure: isTooLarge(error) ? "too_large" : "unreachable" };
  } finally {
    await agent.destroy();
  }
}

function isTooLarge(error: unknown): boolean {
  return error instanceof Error && "code" in error && error.code === "UND_ERR_RES_EXCEEDED_MAX_SIZE";
}
