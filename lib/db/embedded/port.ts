import { randomInt } from "node:crypto";
import net from "node:net";

/**
 * Ports below every usual ephemeral range (Linux from 32768, macOS and Windows from 49152): while Postgres restarts, no
 * outgoing connection of this machine can be given its port.
 */
const LOWEST_PORT = 20_000;
const HIGHEST_PORT = 29_999;
const ATTEMPTS = 50;

/**
 * A port of 127.0.0.1 that nobody listens on at this moment: the preferred one, else a random one.
 * @throws when fifty in a row are taken
 */
export async function choosePort(preferred: number | null): Promise<number> {
  if (preferred !== null && (await isFree(preferred))) return preferred;
  for (let attempt = 0; attempt < ATTEMPTS; attempt++) {
    const port = randomInt(LOWEST_PORT, HIGHEST_PORT + 1);
    if (await isFree(port)) return port;
  }
  throw new Error(`No free port for PostgreSQL on 127.0.0.1 between ${LOWEST_PORT} and ${HIGHEST_PORT}.`);
}

function isFree(port: number): Promise<boolean> {
  return new Promise((resolve) => {
    const server = net.createServer();
    server.once("error", () => resolve(false));
    server.listen({ port, host: "127.0.0.1", exclusive: true }, () => server.close(() => resolve(true)));
  });
}
