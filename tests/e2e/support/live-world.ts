import { once } from "node:events";
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { createServer } from "node:https";
import type { AddressInfo } from "node:net";
import { tmpdir } from "node:os";
import path from "node:path";
import { text } from "node:stream/consumers";
import { pathToFileURL } from "node:url";
import { startServer } from "@/tests/e2e/support/server";
import { startChain } from "@/tests/support/chain/chain";
import { tronProxy } from "@/tests/support/chain/proxy";
import { SELF_SIGNED } from "@/tests/support/self-signed";

type Hook = { headers: Record<string, string | string[] | undefined>; body: string };

/**
 * A chain, a shop's backend on the public internet, and a service that settles on the one and tells the other. All of
 * it is on this machine; the service's own rules for live webhooks hold.
 */
export async function openLiveWorld() {
  const chain = await startChain({ startsAt: new Date() });
  const proxy = await tronProxy(chain);
  const backend = await startBackend();
  const folder = mkdtempSync(path.join(tmpdir(), "till-live-"));
  const certificate = path.join(folder, "shop.pem");
  writeFileSync(certificate, SELF_SIGNED.cert);
  const server = await startServer({
    ...chain.env(proxy),
    TRON_POLL_BUSY_MS: "200",
    TRON_POLL_IDLE_MS: "500",
    NODE_OPTIONS: `--import ${pathToFileURL(path.resolve("tests/e2e/support/public-shop.mjs")).href}`,
    NODE_EXTRA_CA_CERTS: certificate,
    PUBLIC_SHOP_PORT: String(backend.port),
  });
  return {
    chain,
    /** the node that the service reads */
    node: proxy,
    url: server.url,
    hooks: backend.hooks,
    hookUrl: "https://shop.test/webhooks",
    async close() {
      await server.stop();
      await backend.close();
      await proxy.stop();
      await chain.stop();
      rmSync(folder, { recursive: true });
    },
  };
}

async function startBackend() {
  const hooks: Hook[] = [];
  const server = createServer(SELF_SIGNED, async (request, response) => {
    hooks.push({ headers: request.headers, body: await text(request) });
    response.end("thank you");
  });
  server.listen(0, "127.0.0.1");
  await once(server, "listening");
  return {
    hooks,
    port: (server.address() as AddressInfo).port,
    close: async () => {
      server.closeAllConnections();
      server.close();
      await once(server, "close");
    },
  };
}
