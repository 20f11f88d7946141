import { randomUUID } from "node:crypto";
import net from "node:net";
import { onTestFinished } from "vitest";
import { type Database, database } from "@/lib/base/db/client";
import type { Progress } from "@/lib/payments/page/progress";
import { type CustomersHub, createCustomersHub } from "@/lib/payments/realtime/customers";

type HubOptions = { db?: Database; url?: string; tickMs?: number; perAddress?: number; perProcess?: number };

/** A hub of a test's own, on a database that counts its selects. It reads on its own only once in fifteen hours. */
export function startHub(options: HubOptions = {}) {
  const db = options.db ?? database();
  let selects = 0;
  const sql = new Proxy(db.sql, {
    apply(target, self, args) {
      const [strings] = args as [readonly string[]];
      if (String(strings[0]).trimStart().startsWith("select")) selects += 1;
      return Reflect.apply(target, self, args);
    },
  });
  const hub = createCustomersHub({ ...db, sql } as Database, {
    url: options.url ?? String(process.env.DATABASE_URL),
    perAddress: options.perAddress ?? 0,
    perProcess: options.perProcess ?? 0,
    tickMs: options.tickMs ?? 3_600_000,
  });
  onTestFinished(() => hub.end());
  return { hub, selects: () => selects };
}

export type OpenPage = { states: Progress[]; said: string[]; ended: boolean; leave(): void };

/** A customer's page at an intent, with everything that it was told. */
export async function openPage(hub: CustomersHub, id: string, address: string = randomUUID()): Promise<OpenPage> {
  const feed = await hub.enter(id, address);
  if (!feed) throw new Error("the hub is full");
  const page: OpenPage = { states: [], said: [], ended: false, leave: () => feed.leave() };
  feed.attach({
    send: (text) => {
      page.said.push(text);
      page.states.push(...statesIn(text));
    },
    end: () => {
      page.ended = true;
    },
  });
  return page;
}

/** The states in a piece of a stream. */
export function statesIn(text: string): Progress[] {
  return [...text.matchAll(/^event: state\ndata: (.*)\n\n/gm)].map((match) => JSON.parse(match[1] ?? ""));
}

/** The way to a database, which can be cut and mended. */
export async function startCable(databaseUrl: string) {
  const target = new URL(databaseUrl);
  const { port: targetPort, hostname } = target;
  const sockets = new Set<net.Socket>();
  const server = net.createServer((socket) => {
    const onward = net.connect(Number(targetPort), hostname);
    for (const end of [socket, onward]) {
      sockets.add(end);
      end.on("error", () => {}).on("close", () => sockets.delete(end));
    }
    socket.pipe(onward).pipe(socket);
    socket.on("close", () => onward.destroy());
    onward.on("close", () => socket.destroy());
  });
  const listen = (port: number) => new Promise<void>((resolve) => server.listen(port, "127.0.0.1", resolve));
  await listen(0);
  const { port } = server.address() as net.AddressInfo;
  const cut = async () => {
    const closed = new Promise((resolve) => server.close(resolve));
    for (const socket of sockets) socket.destroy();
    await closed;
  };
  onTestFinished(() => (server.listening ? cut() : undefined));
  target.hostname = "127.0.0.1";
  target.port = String(port);
  return { url: target.href, cut, mend: () => listen(port) };
}
