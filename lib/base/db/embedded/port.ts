import { randomInt } from "node:crypto";
import net from "node:net";

/**
 * Below the usual ephemeral port ranges (Linux from 32768, macOS and Windows from 49152), so that no outgoing
 * connection can take the port while PostgreSQL restarts.
 */
const LOWEST_PORT = 20_000;
const HIGHEST_PORT = 29_999;
const ATTEMPTS = 50;

/**
 * Returns a port of 127.0.0.1 that is free right now: the preferred one, else a random one.
 * @throws if fifty in a row are taken
 */
export async function choosePort(preferred: number | null): Promise<number> {
  if (preferred !== null && (await isFree(preferred))) return preferred;
  for (let attempt = 0; attempt < ATTEMPTS; attempt++) {
    const port = randomInt(LOWEST_PORT, HIGHEST_PORT + 1);
    if (await isFree(port)) return port;
  }
  throw new Error(`PostgreSQL found no free port on 127.0.0.1 between ${LOWEST_PORT} and ${HIGHEST_PORT}.`);
}

function isFree(port: number): Promise<boolean> {
  return new Promise((resolve) => {
    const server = net.createServer();
    server.once("error", () => resolve(false));
    server.listen({ port, host: "127.0.0.1", exclusive: true }, () => server.close(() => resolve(true)));
  });
}
