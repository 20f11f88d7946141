import { once } from "node:events";
import http from "node:http";
import net, { type AddressInfo } from "node:net";
import { afterEach, expect, it } from "vitest";
import { followReaders, MOST_STALLED_CHECKS } from "@/lib/service/server/stalled-readers";

/** More than the buffers of both ends hold. */
const BYTES = 64 * 1024 * 1024;

const endings: (() => void)[] = [];
afterEach(() => {
  for (const end of endings.splice(0)) end();
});

async function serve(handle: (response: http.ServerResponse) => void) {
  const server = http.createServer((_, response) => handle(response));
  const check = followReaders(server);
  server.listen(0, "127.0.0.1");
  await once(server, "listening");
  endings.push(() => {
    server.closeAllConnections();
    server.close();
  });
  return { server, check };
}

/** A client that has asked and then reads nothing. */
async function ask(server: http.Server) {
  const client = net.connect((server.address() as AddressInfo).port, "127.0.0.1");
  client.on("error", () => {});
  endings.push(() => client.destroy());
  const accepted = once(server, "connection");
  client.write("GET / HTTP/1.1\r\nHost: till.test\r\n\r\n");
  client.pause();
  const [socket] = (await accepted) as [net.Socket];
  await once(server, "request");
  return { client, socket };
}

function checkOften(check: () => void, times: number) {
  for (let n = 0; n < times; n++) check();
}

it("a client that stops reading is dropped, whatever it is sent", async () => {
  for (const send of [
    (response: http.ServerResponse) => response.end(Buffer.alloc(BYTES)),
    (response: http.ServerResponse) =>
      response.writeHead(200, { "content-type": "text/event-stream" }).write("x".repeat(BYTES)),
  ]) {
    const { server, check } = await serve(send);
    const { socket } = await ask(server);
    check();
    checkOften(check, MOST_STALLED_CHECKS - 1);
    expect(socket.destroyed).toBe(false);
    const closed = once(socket, "close");
    check();
    await closed;
  }
});

it("a client that reads slowly gets the whole answer", async () => {
  const { server, check } = await serve((response) => response.end(Buffer.alloc(BYTES)));
  const { client, socket } = await ask(server);
  let read = 0;
  while (read < BYTES) {
    checkOften(check, MOST_STALLED_CHECKS - 1);
    for (let part = 0; part < BYTES / 8 && read < BYTES; ) {
      const chunk = client.read() as Buffer | null;
      if (chunk === null) await once(client, "readable");
      part += chunk?.length ?? 0;
      read += chunk?.length ?? 0;
    }
  }
  expect(socket.destroyed).toBe(false);
});

it("a client whose answer is still being made is left alone", async () => {
  const { server, check } = await serve(() => {});
  const { socket } = await ask(server);
  checkOften(check, 5 * MOST_STALLED_CHECKS);
  expect(socket.destroyed).toBe(false);
});
