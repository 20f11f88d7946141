import { once } from "node:events";
import { type AddressInfo, createServer, connect as dial, type Socket } from "node:net";
import { database } from "@/lib/base/db/client";
import { resetEnv } from "@/lib/base/process/env";

export type CuttingProxy = {
  url: string;
  /** Resets every connection, both ways, as a network that fails does. */
  cut(): void;
  /** Does so when a client next sends this text, which does not arrive. */
  cutOn(text: string): void;
  /** Refuses connections and cuts those that there are, until `accept`. */
  refuse(): Promise<void>;
  accept(): Promise<void>;
  close(): Promise<void>;
};

/** A TCP proxy before the database of `target`; `url` is the same database seen through it. */
export async function cuttingProxy(target: string): Promise<CuttingProxy> {
  const { hostname, port } = new URL(target);
  const sockets = new Set<Socket>();
  let trigger: string | null = null;
  const cut = () => {
    for (const socket of sockets) socket.resetAndDestroy();
  };
  const server = createServer((client) => {
    const upstream = dial(Number(port), hostname);
    tie(sockets, client, upstream);
    tie(sockets, upstream, client);
    upstream.pipe(client);
    client.on("data", (bytes) => {
      if (trigger === null || !bytes.includes(trigger)) return upstream.write(bytes);
      trigger = null;
      cut();
    });
  });
  const listen = (at: number) => once(server.listen(at, "127.0.0.1"), "listening");
  await listen(0);
  const own = (server.address() as AddressInfo).port;
  const url = new URL(target);
  url.hostname = "127.0.0.1";
  url.port = String(own);
  const refuse = async () => {
    const closed = once(server, "close");
    server.close();
    cut();
    await closed;
  };
  return {
    url: url.href,
    cut,
    cutOn: (text) => {
      trigger = text;
    },
    refuse,
    accept: async () => void (await listen(own)),
    close: async () => {
      if (server.listening) await refuse();
    },
  };
}

/** From here on this process sees its database through the proxy. Before the first use of anything that keeps it. */
export async function useDatabaseThrough({ url }: CuttingProxy): Promise<void> {
  await database().close();
  process.env.DATABASE_URL = url;
  resetEnv();
  (globalThis as unknown as { __till: Map<string, unknown> }).__till.delete("database");
}

function tie(sockets: Set<Socket>, socket: Socket, other: Socket): void {
  sockets.add(socket);
  socket.on("error", () => {});
  socket.once("close", () => {
    sockets.delete(socket);
    other.destroy();
  });
}
