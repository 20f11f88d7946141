import { type AddressInfo, createServer, type Server } from "node:net";
import { EnvError, env } from "@/lib/base/process/env";

/**
 * Finds the port that several processes will share, by listening on it briefly: `PORT`, or a free one if it is 0.
 * Errors: as for `listen`.
 */
export async function findPort(): Promise<number> {
  const probe = createServer();
  const port = await listen(probe);
  await new Promise((resolve) => probe.close(resolve));
  return port;
}

/** Listens on `PORT` and returns the actual port. Error: `EnvError` if it is taken or not permitted. */
export function listen(server: Server): Promise<number> {
  const { PORT, HOST } = env();
  return new Promise((resolve, reject) => {
    server.once("error", (error: NodeJS.ErrnoException) => reject(readable(error, PORT, HOST)));
    server.listen({ port: PORT, host: HOST }, () => resolve((server.address() as AddressInfo).port));
  });
}

function readable(error: NodeJS.ErrnoException, port: number, host: string | undefined): Error {
  if (error.code === "EADDRINUSE") {
    return new EnvError(`PORT ${port} is already in use. Choose another, for example: PORT=${port + 1} npm start`);
  }
  if (error.code === "EACCES") {
    return new EnvError(
      `PORT ${port} needs administrator rights. Choose a port above 1023, for example: PORT=3000 npm start`,
    );
  }
  if (error.code === "EADDRNOTAVAIL" || error.code === "ENOTFOUND") {
    return new EnvError(`HOST ${host} is not an address of this machine. Remove HOST to listen on all addresses.`);
  }
  return error;
}
