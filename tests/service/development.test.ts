import { request } from "node:http";
import { expect, it } from "vitest";
import { startService } from "@/tests/support/service";

/** Asks for a WebSocket as a browser does; resolves to the status. */
function upgrade(url: string, origin: string): Promise<number | undefined> {
  return new Promise((resolve, reject) => {
    const headers = {
      connection: "Upgrade",
      upgrade: "websocket",
      origin,
      "sec-websocket-version": "13",
      "sec-websocket-key": "dGhlIHNhbXBsZSBub25jZQ==",
    };
    const asked = request(url, { headers, signal: AbortSignal.timeout(60_000) });
    asked.once("upgrade", ({ statusCode }, socket) => {
      socket.destroy();
      resolve(statusCode);
    });
    asked.once("response", ({ statusCode }) => resolve(statusCode));
    asked.once("error", reject);
    asked.end();
  });
}

it("in development, pages get the connection without which they stay still", async () => {
  const service = await startService({
    command: [process.execPath, "dist/server.mjs"],
    env: { NODE_ENV: "development", TILL_ROOT: process.cwd() },
  });
  const { origin } = new URL(service.url);
  expect((await fetch(`${origin}/api/health/live`)).status).toBe(200);
  expect(await upgrade(`${origin}/_next/hmr?id=test`, origin)).toBe(101);
});
