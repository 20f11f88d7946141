import type { IncomingMessage, ServerResponse } from "node:http";
import { type AddressInfo, createServer, type Server as NetServer } from "node:net";
import type { Duplex } from "node:stream";
import { flushRequestLog } from "@/lib/api/request-log";
import { DATABASE_RETRY_SECONDS, wasDatabaseAway } from "@/lib/db/away";
import { EnvError, env } from "@/lib/env";
import { processCustomers } from "@/lib/realtime/process-customers";
import { processHub } from "@/lib/realtime/process-hub";
import { refusalOfPages } from "@/lib/server/admission";
import { clientAddressFinder } from "@/lib/server/client-address";
import { createHttpServer, type HttpServer, sendRefusal } from "@/lib/server/http-server";

export type Pages = {
  handle: (request: IncomingMessage, response: ServerResponse) => void;
  /** null: upgrade requests are answered as ordinary ones */
  upgrade: ((request: IncomingMessage, socket: Duplex, head: Buffer) => void) | null;
};

export type Web = {
  /** the actual port */
  port: number;
  /** Finishes requests in flight, for ten seconds at most, then writes the rest of the request log. */
  close(): Promise<void>;
};

export type FastLane = (request: IncomingMessage, response: ServerResponse) => boolean;

const CLOSE_MS = 10_000;

/**
 * Listens immediately, so that a taken port is reported before anything else starts, and holds requests until `open` is
 * called with their handlers. Error: `EnvError` if the port is taken or not permitted.
 */
export async function listenForWeb(): Promise<{ port: number; open(fast: FastLane | null, pages: Pages): Web }> {
  let admit: (answer: (request: IncomingMessage, response: ServerResponse) => void) => void = () => {};
  const opened = new Promise<(request: IncomingMessage, response: ServerResponse) => void>((resolve) => {
    admit = resolve;
  });
  let answer = (request: IncomingMessage, response: ServerResponse) => {
    void opened.then((open) => open(request, response));
  };
  const httpServer = createHttpServer(clientAddressFinder(env().TRUSTED_PROXIES), (request, response) =>
    answer(request, response),
  );
  const port = await listen(httpServer.server);
  return {
    port,
    open(fast, pages) {
      answer = (request, response) => {
        if (fast?.(request, response)) return;
        const refusal = refusalOfPages(request);
        if (refusal) sendRefusal(response, refusal);
        else pages.handle(request, unavailableInsteadOfFailed(response));
      };
      if (pages.upgrade) httpServer.server.on("upgrade", pages.upgrade);
      admit(answer);
      return { port, close: () => close(httpServer) };
    },
  };
}

/** Turns Next's 500 into 503 with `Retry-After` while the database is unavailable. */
function unavailableInsteadOfFailed(response: ServerResponse): ServerResponse {
  const writeHead = response.writeHead;
  response.writeHead = ((...args: Parameters<typeof writeHead>) => {
    if (args[0] === 500 && wasDatabaseAway()) {
      args[0] = 503;
      response.setHeader("Retry-After", DATABASE_RETRY_SECONDS);
    }
    return writeHead.apply(response, args);
  }) as typeof writeHead;
  return response;
}

/** Closes the endless event feeds first. */
async function close(httpServer: HttpServer): Promise<void> {
  processHub().end();
  await Promise.all([processCustomers().end(), httpServer.close(CLOSE_MS)]);
  await flushRequestLog();
}

/**
 * Finds the port that several processes will share, by listening on it briefly: `PORT`, or a free one if it is 0.
 * Errors: as for `listenForWeb`.
 */
export async function findPort(): Promise<number> {
  const probe = createServer();
  const port = await listen(probe);
  await new Promise((resolve) => probe.close(resolve));
  return port;
}

function listen(server: NetServer): Promise<number> {
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
