import { randomInt } from "node:crypto";
import net from "node:net";

/**
 * Returns a port of 127.0.0.1 that is free right now, for a test's server that listens later or stops in between. It is
 * below the usual ephemeral port ranges, and apart from PostgreSQL's (`lib/base/db/embedded/port.ts`), so that the
 * system gives it to no one else meanwhile.
 */
export async function freePort() {
  for (;;) {
    const port = randomInt(11_000, 20_000);
    if (await isFree(port)) return port;
  }
}

function isFree(port) {
  const probe = net.createServer();
  return new Promise((resolve, reject) => {
    probe.once("error", (error) => (error.code === "EADDRINUSE" ? resolve(false) : reject(error)));
    probe.listen(port, "127.0.0.1", () => probe.close(() => resolve(true)));
  });
}
