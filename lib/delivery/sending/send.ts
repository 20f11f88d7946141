import type { Settings } from "@/lib/base/context/settings";
import { createConnections } from "@/lib/base/http/connections";
import { createDial, type Lookup } from "@/lib/base/http/dial";
import { Post, type PostErrorClass, type PostResult } from "@/lib/base/http/post";
import { resolveHost } from "@/lib/base/http/resolve";
import { checkWebhookUrl } from "@/lib/base/http/url-rules";
import { processWide } from "@/lib/base/process/process-wide";

export type SendRequest = {
  endpointId: string;
  url: string;
  environment: "sandbox" | "live";
  headers: Record<string, string>;
  body: string;
};

export type Sender = ReturnType<typeof createSender>;

/** More than the slots that the dispatcher has for an endpoint: test events and Inngest's attempts come on top. */
const CONNECTIONS_PER_ENDPOINT = 64;
const MAX_IDLE = 1_024;
const IDLE_MS = 4000;

/** The process's sender, with its kept-alive connections. */
export function webhookSender({ webhooks }: Settings): Sender {
  return processWide("webhooks.sender", () => createSender({ allowPrivateSandbox: webhooks.allowPrivateSandbox }));
}

/**
 * Posts webhooks. `send` never throws or follows redirects. DNS, connecting, queueing for one of the endpoint's 64
 * connections and the response share one deadline, `totalTimeoutMs`. It gives null if no connection became free in half
 * of that time, so that nothing was sent. The URL rules apply to the URL and to every address dialled. `close` waits
 * for posts in progress, then closes the connections; later sends give `reset`.
 */
export function createSender(options: {
  allowPrivateSandbox: boolean;
  totalTimeoutMs?: number;
  connectTimeoutMs?: number;
  maxResponseBytes?: number;
  /** connections of one environment that stay open between posts, whatever the number of endpoints */
  maxIdle?: number;
  /** Replaces the DNS: host name → addresses. */
  lookup?: Lookup;
  /** Replaces the trusted certificate authorities; PEM. */
  ca?: string;
}) {
  const { allowPrivateSandbox, ca, lookup = (host) => resolveHost(host) } = options;
  const { totalTimeoutMs = 10_000, connectTimeoutMs = 5000, maxResponseBytes = 16_384, maxIdle = MAX_IDLE } = options;
  const connectionsFor = (environment: SendRequest["environment"]) => {
    const dial = createDial({ environment, allowPrivateSandbox, connectTimeoutMs, lookup, ca });
    return createConnections({ dial, perPool: CONNECTIONS_PER_ENDPOINT, maxIdle, idleMs: IDLE_MS });
  };
  const connections = { sandbox: connectionsFor("sandbox"), live: connectionsFor("live") };
  const limits = { totalTimeoutMs, maxResponseBytes };
  const underWay = new Set<Post>();
  let closing: { whenIdle: Promise<void>; resolve: () => void } | null = null;

  function send(request: SendRequest): Promise<PostResult | null> {
    const verdict = checkWebhookUrl(request.url, request.environment, options);
    if (closing !== null) return Promise.resolve(failed("reset"));
    if (!verdict.ok) {
      const isBlocked = verdict.code === "private_ip_in_live";
      return Promise.resolve(failed(isBlocked ? "blocked_address" : "invalid_url"));
    }
    return new Promise((resolve) => {
      const lender = connections[request.environment];
      const { endpointId: user, headers, body } = request;
      const post = new Post({ user, headers, body }, verdict.url, lender, limits, (result) => {
        underWay.delete(post);
        resolve(result);
        if (underWay.size === 0) closing?.resolve();
      });
      underWay.add(post);
      post.start();
    });
  }

  async function close(): Promise<void> {
    if (closing === null) {
      let resolve = () => {};
      const whenIdle = new Promise<void>((settle) => {
        resolve = settle;
      });
      closing = { whenIdle, resolve };
      if (underWay.size === 0) resolve();
    }
    await closing.whenIdle;
    connections.sandbox.closeIdle();
    connections.live.closeIdle();
  }

  return { send, close };
}

function failed(errorClass: PostErrorClass): PostResult {
  const responseHeaders = { retryAfter: null, contentType: null };
  return { status: null, errorClass, responseHeaders, responseExcerpt: "", durationMs: 0 };
}
