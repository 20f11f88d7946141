import type { ServerResponse } from "node:http";
import type { Socket } from "node:net";
import { Readable } from "node:stream";
import { pipeline } from "node:stream/promises";
import type { TLSSocket } from "node:tls";
import { gzipSync } from "node:zlib";
import { describe, expect, onTestFinished, test } from "vitest";
import type { PostResult } from "@/lib/base/http/post";
import { createSender, type SendRequest } from "@/lib/delivery/sending/send";
import { freePort } from "@/scripts/lib/free-port.mjs";
import { startRawReceiver, startReceiver } from "@/tests/support/receiver";
import { AUTHORITY, EXPIRED, ISSUED, NOT_YET_VALID, SELF_SIGNED } from "@/tests/support/self-signed";
import { withResolvers } from "@/tests/support/with-resolvers";

type SenderOptions = Partial<Parameters<typeof createSender>[0]>;

const HEAD_OF_200 = "HTTP/1.1 200 OK\r\nContent-Type: text/plain\r\n";
const PUBLIC_ADDRESS = "8.8.8.8";

function startSender(options: SenderOptions = {}) {
  const sender = createSender({ allowPrivateSandbox: true, totalTimeoutMs: 60_000, ...options });
  onTestFinished(() => sender.close());
  return sender;
}

function post(url: string, changes: Partial<SendRequest> = {}): SendRequest {
  return {
    endpointId: "endpoint",
    url,
    environment: "sandbox",
    headers: { "X-Test": "1" },
    body: '{"a":1}',
    ...changes,
  };
}

async function sendOnce(request: SendRequest, options: SenderOptions = {}): Promise<PostResult> {
  const result = await startSender(options).send(request);
  if (result === null) throw new Error("nothing was sent");
  return result;
}

const answered = (status: number) => expect.objectContaining({ status, errorClass: null });
const failedBy = (errorClass: PostResult["errorClass"]) => expect.objectContaining({ status: null, errorClass });

/** A lookup that knows these names only and touches no network. */
const names = (table: Record<string, string[]>) => async (host: string) => {
  const addresses = table[host];
  if (addresses === undefined) throw new Error(`unexpected lookup of ${host}`);
  return addresses;
};

describe("answers", () => {
  test("method, path, query, headers and body arrive as given, and the answer comes back", async () => {
    const receiver = await startReceiver((_request, response) => {
      response.writeHead(200, { "Content-Type": "application/json" }).end('{"ok":true}');
    });
    const body = '{"event":"test.ping","message":"Grüße 🧾"}';
    const headers = { "Content-Type": "application/json", "webhook-id": "1" };
    const result = await sendOnce(post(`${receiver.url}?a=1%20b#part`, { headers, body }));

    expect(result).toEqual({
      status: 200,
      errorClass: null,
      responseHeaders: { retryAfter: null, contentType: "application/json" },
      responseExcerpt: '{"ok":true}',
      durationMs: expect.any(Number),
    });
    const [received] = receiver.requests;
    expect(received?.body).toBe(body);
    expect(received?.request).toMatchObject({ method: "POST", url: "/hook?a=1%20b" });
    expect(received?.request.headers).toMatchObject({
      host: `127.0.0.1:${receiver.port}`,
      "content-type": "application/json",
      "content-length": String(Buffer.byteLength(body)),
      "webhook-id": "1",
    });
  });

  test("a 503 is reported with its Retry-After", async () => {
    const receiver = await startReceiver((_request, response) => {
      response.writeHead(503, { "Retry-After": "120" }).end("busy");
    });
    expect(await sendOnce(post(receiver.url))).toMatchObject({
      status: 503,
      errorClass: null,
      responseHeaders: { retryAfter: "120", contentType: null },
      responseExcerpt: "busy",
    });
  });

  test("a 204 has an empty excerpt", async () => {
    const receiver = await startReceiver((_request, response) => {
      response.writeHead(204).end();
    });
    expect(await sendOnce(post(receiver.url))).toMatchObject({ status: 204, responseExcerpt: "" });
  });

  test("an answer after interim ones counts", async () => {
    const receiver = await startReceiver((_request, response) => {
      response.writeProcessing();
      response.writeHead(201).end();
    });
    expect(await sendOnce(post(receiver.url))).toEqual(answered(201));
  });

  const CONTINUE = "HTTP/1.1 100 Continue\r\n\r\n";
  const OK = `${HEAD_OF_200}Content-Length: 2\r\n\r\nok`;

  test.each([
    ["a 100", [CONTINUE + OK]],
    ["a 100 of its own packet", [CONTINUE, OK]],
    ["a 100 in single bytes", [...(CONTINUE + OK)]],
    ["a 100 with headers", ["HTTP/1.1 100 Continue\r\nServer: old\r\nDate: Sun, 01 Mar 2026 00:00:00 GMT\r\n\r\n", OK]],
    ["a 100 that closes", ["HTTP/1.1 100 Continue\r\nConnection: close\r\n\r\n", OK]],
    ["a 100 of HTTP/1.0", [`HTTP/1.0 100 Continue\r\n\r\n${OK}`]],
    [
      "several",
      [CONTINUE, `HTTP/1.1 102 Processing\r\n\r\n${CONTINUE}`, "HTTP/1.1 103 Early Hints\r\nLink: </a>\r\n\r\n", OK],
    ],
  ])("a receiver that sends %s first has received", async (_name, parts) => {
    const receiver = await startRawReceiver(async (socket) => {
      socket.setNoDelay(true);
      for (const part of parts) await new Promise((sent) => socket.write(part, sent));
    });
    expect(await sendOnce(post(receiver.url))).toMatchObject({ status: 200, errorClass: null, responseExcerpt: "ok" });
  });

  test("the connection of a receiver that sends a 100 first is used again", async () => {
    const receiver = await startReceiver((_request, response) => {
      response.writeContinue();
      response.end();
    });
    const sender = startSender();
    for (const _ of times(3, () => null)) expect(await sender.send(post(receiver.url))).toEqual(answered(200));
    expect(receiver.sockets).toHaveLength(1);
  });

  test("a 100 alone is no response, and a body that looks like one stays as it is", async () => {
    const silent = await startRawReceiver((socket) => socket.write(CONTINUE, () => socket.end()));
    expect(await sendOnce(post(silent.url))).toEqual(failedBy("reset"));
    const receiver = await startReceiver((_request, response) => response.end(CONTINUE));
    expect(await sendOnce(post(receiver.url))).toMatchObject({
      status: 200,
      responseExcerpt: expect.stringContaining("HTTP/1.1 100 Continue"),
    });
  });

  test("a switch of protocols that nobody asked for is an invalid response", async () => {
    const receiver = await startRawReceiver((socket) =>
      socket.write("HTTP/1.1 101 Switching Protocols\r\nConnection: upgrade\r\nUpgrade: h2c\r\n\r\n"),
    );
    expect(await sendOnce(post(receiver.url))).toEqual(failedBy("invalid_response"));
  });

  test("a redirect is not followed", async () => {
    const target = await startReceiver((_request, response) => response.end());
    const receiver = await startReceiver((_request, response) => {
      response.writeHead(307, { Location: target.url }).end();
    });
    expect(await sendOnce(post(receiver.url))).toEqual(answered(307));
    expect(target.requests).toHaveLength(0);
  });

  test("a compressed body is not inflated and not shown", async () => {
    const receiver = await startReceiver((_request, response) => {
      response.writeHead(200, { "Content-Encoding": "gzip" }).end(gzipSync("x".repeat(1e6)));
    });
    expect(await sendOnce(post(receiver.url))).toMatchObject({ status: 200, responseExcerpt: "" });
  });

  test("the excerpt is safe to store and to show", async () => {
    const receiver = await startReceiver((_request, response) => {
      response.end("a\u0000b\u001b[31mc\u202ed\u0085e\tf\r\ng\n");
    });
    const { responseExcerpt } = await sendOnce(post(receiver.url));
    expect(responseExcerpt).toBe("a\ufffdb\ufffd[31mc\ufffdd\ufffde\tf\ng\n");
  });

  test.each([0, 1, 2, 3])("the excerpt is the first kB and cuts no character in half (%d)", async (shift) => {
    const receiver = await startReceiver((_request, response) => {
      response.end("x".repeat(shift) + "🧾".repeat(1000));
    });
    const { responseExcerpt } = await sendOnce(post(receiver.url));
    expect(responseExcerpt).toBe("x".repeat(shift) + "🧾".repeat(shift === 0 ? 256 : 255));
  });
});

describe("receivers that misbehave", () => {
  const short = { totalTimeoutMs: 500 };

  test("one that never answers is a timeout when the deadline passes, and is cut off", async () => {
    const receiver = await startRawReceiver(() => {});
    const result = await sendOnce(post(receiver.url), short);
    expect(result).toEqual(failedBy("timeout"));
    expect(result.durationMs).toBeGreaterThanOrEqual(149);
    await closed(receiver.sockets);
  });

  test("one that drips its headers is a timeout", async () => {
    const receiver = await startRawReceiver((socket) => {
      socket.write(HEAD_OF_200);
      drip(socket, "X-Drip: 1\r\n");
    });
    expect(await sendOnce(post(receiver.url), short)).toEqual(failedBy("timeout"));
    await closed(receiver.sockets);
  });

  test("one that drips its body has answered, and is cut off at the deadline", async () => {
    const receiver = await startRawReceiver((socket) => {
      socket.write(`${HEAD_OF_200}Content-Length: 100000\r\n\r\nok`);
      drip(socket, ".");
    });
    // long enough for the head to arrive on a machine that has much else to do
    const result = await sendOnce(post(receiver.url), { totalTimeoutMs: 4_000 });
    expect(result).toEqual(answered(200));
    expect(result.responseExcerpt).toMatch(/^ok\.+$/);
    await closed(receiver.sockets);
  });

  test("one that resets within its body has answered", async () => {
    const receiver = await startRawReceiver((socket) => {
      socket.write(`${HEAD_OF_200}Content-Length: 100\r\n\r\nok`, () => socket.end());
    });
    const result = await sendOnce(post(receiver.url));
    expect(result).toMatchObject({ status: 200, errorClass: null, responseExcerpt: "ok" });
  });

  test("one that resets before its answer on a new connection is a reset, and is asked once", async () => {
    const receiver = await startRawReceiver((socket) => socket.resetAndDestroy());
    expect(await sendOnce(post(receiver.url))).toEqual(failedBy("reset"));
    expect(receiver.sockets).toHaveLength(1);
  });

  test("one that hangs up within its headers is a reset", async () => {
    const receiver = await startRawReceiver((socket) => socket.end(HEAD_OF_200));
    expect(await sendOnce(post(receiver.url))).toEqual(failedBy("reset"));
  });

  test("of 100 MB only the beginning is taken", async () => {
    let sentBytes = 0;
    function* megabytes() {
      for (; sentBytes < 100e6; sentBytes += 65_536) yield Buffer.alloc(65_536, "a");
    }
    const receiver = await startReceiver((_request, response) => {
      pipeline(Readable.from(megabytes()), response).catch(() => {});
    });
    const result = await sendOnce(post(receiver.url));
    expect(result).toEqual(answered(200));
    expect(result.responseExcerpt).toBe("a".repeat(1024));
    await closed(receiver.sockets);
    expect(sentBytes).toBeLessThan(20e6); // what the kernel's buffers swallowed
  });

  test("16 kB are read to the end and the connection is kept", async () => {
    const receiver = await startReceiver((_request, response) => response.end("a".repeat(16_384)));
    const sender = startSender();
    await sender.send(post(receiver.url));
    await sender.send(post(receiver.url));
    expect(receiver.sockets).toHaveLength(1);
  });

  test("endless chunk extensions end the reading, the status stands", async () => {
    const receiver = await startRawReceiver((socket) => {
      socket.write(`${HEAD_OF_200}Transfer-Encoding: chunked\r\n\r\n1;`);
      flood(socket, "e".repeat(65_536));
    });
    const result = await sendOnce(post(receiver.url));
    expect(result).toEqual(answered(200));
    expect(result.durationMs).toBeLessThan(50_000);
    await closed(receiver.sockets);
  });

  test("endless interim answers are an invalid response", async () => {
    const receiver = await startRawReceiver((socket) => {
      flood(socket, "HTTP/1.1 103 Early Hints\r\nLink: </a>\r\n\r\n".repeat(1000));
    });
    const result = await sendOnce(post(receiver.url));
    expect(result).toEqual(failedBy("invalid_response"));
    expect(result.durationMs).toBeLessThan(50_000);
  });

  test.each([
    ["not HTTP", "220 mail.example ESMTP\r\n"],
    ["a broken status line", "HTTP/1.1 abc OK\r\n\r\n"],
    ["a control character in a header", "HTTP/1.1 200 OK\r\nX: a\u0000b\r\n\r\n"],
    ["two lengths", "HTTP/1.1 200 OK\r\nContent-Length: 1\r\nContent-Length: 2\r\n\r\na"],
    ["headers beyond 16 kB", `HTTP/1.1 200 OK\r\nX: ${"a".repeat(40_000)}\r\n\r\n`],
    ["an upgrade nobody asked for", "HTTP/1.1 101 Switching Protocols\r\nConnection: upgrade\r\nUpgrade: x\r\n\r\n"],
  ])("%s is an invalid response", async (_name, bytes) => {
    const receiver = await startRawReceiver((socket) => socket.write(bytes, "latin1"));
    expect(await sendOnce(post(receiver.url))).toEqual(failedBy("invalid_response"));
    await closed(receiver.sockets);
  });
});

describe("connections", () => {
  test("are kept and used again, and the name is resolved once for each", async () => {
    const receiver = await startReceiver((_request, response) => response.end());
    const asked: string[] = [];
    const lookup = async (host: string) => {
      asked.push(host);
      return ["127.0.0.1"];
    };
    const sender = startSender({ lookup });
    const request = post(`http://shop.test:${receiver.port}/`);
    for (let index = 0; index < 5; index += 1) {
      expect(await sender.send(request)).toEqual(answered(200));
    }
    expect(receiver.sockets).toHaveLength(1);
    expect(asked).toEqual(["shop.test"]);
    expect(receiver.requests[0]?.request.headers.host).toBe(`shop.test:${receiver.port}`);
  });

  test("a kept connection that the receiver closes as the next post arrives is replaced, once", async () => {
    const receiver = await startReceiver((request, response) => {
      const isSecondOnSocket = receiver.requests.length === 2;
      if (isSecondOnSocket) request.socket.destroy();
      else response.end("ok");
    });
    const sender = startSender();
    expect(await sender.send(post(receiver.url))).toEqual(answered(200));
    expect(await sender.send(post(receiver.url))).toEqual(answered(200));
    expect(receiver.requests).toHaveLength(3);
    expect(receiver.sockets).toHaveLength(2);
  });

  test("a second close in a row is a reset", async () => {
    const receiver = await startReceiver((request, response) => {
      if (receiver.requests.length > 1) request.socket.destroy();
      else response.end("ok");
    });
    const sender = startSender();
    await sender.send(post(receiver.url));
    expect(await sender.send(post(receiver.url))).toEqual(failedBy("reset"));
    expect(receiver.requests).toHaveLength(3);
  });

  test("a kept connection that breaks off within its answer is not replaced", async () => {
    const receiver = await startReceiver((request, response) => {
      if (receiver.requests.length > 1) request.socket.end("HTTP/1.1 200");
      else response.end("ok");
    });
    const sender = startSender();
    await sender.send(post(receiver.url));
    expect(await sender.send(post(receiver.url))).toEqual(failedBy("reset"));
    expect(receiver.requests).toHaveLength(2);
  });

  test("a receiver that closes after every answer gets every post once", async () => {
    const receiver = await startReceiver((_request, response) => {
      response.writeHead(200, { Connection: "close" }).end();
    });
    const sender = startSender();
    const results = await Promise.all(times(200, () => sender.send(post(receiver.url))));
    expect(results).toEqual(times(200, () => answered(200)));
    expect(receiver.requests).toHaveLength(200);
  });

  test("two hundred posts at once share at most 64", async () => {
    const receiver = await startReceiver((_request, response) => response.end());
    const sender = startSender();
    const results = await Promise.all(times(200, () => sender.send(post(receiver.url))));
    expect(results).toEqual(times(200, () => answered(200)));
    expect(receiver.sockets.length).toBeLessThanOrEqual(64);
  });

  test("posts still in line after half of their time are never sent, and other receivers do not wait", async () => {
    const hung = await startReceiver(() => {});
    const well = await startReceiver((_request, response) => response.end());
    // long enough for the receiver that is well, on a machine that has much else to do
    const sender = startSender({ totalTimeoutMs: 6_000 });
    const stuck = Promise.all(times(100, () => sender.send(post(hung.url))));
    expect(await sender.send(post(well.url))).toEqual(answered(200));
    const results = await stuck;
    expect(results.filter((result) => result === null)).toHaveLength(36);
    expect(results.filter((result) => result !== null)).toEqual(times(64, () => failedBy("timeout")));
    await closed(hung.sockets);
    expect(hung.requests.length).toBeLessThanOrEqual(64);
    expect(hung.sockets.length).toBeLessThanOrEqual(64);
  });

  test("are not shared by two endpoints of the same origin, so that neither waits for the other", async () => {
    const receiver = await startReceiver((request, response) => {
      if (request.url === "/well") response.end();
    });
    const origin = `http://127.0.0.1:${receiver.port}`;
    const sender = startSender({ totalTimeoutMs: 6_000 });
    const stuck = Promise.all(times(100, () => sender.send(post(`${origin}/hung`, { endpointId: "hung" }))));
    expect(await sender.send(post(`${origin}/well`, { endpointId: "well" }))).toEqual(answered(200));
    await stuck;
  });

  test("stay open between posts only up to a limit, the latest ones of all endpoints", async () => {
    const receiver = await startReceiver((_request, response) => response.end());
    const sender = startSender({ maxIdle: 3 });
    const postFor = (endpointId: string) => sender.send(post(receiver.url, { endpointId }));
    for (const endpointId of ["1", "2", "3", "4"]) expect(await postFor(endpointId)).toEqual(answered(200));
    expect(receiver.sockets).toHaveLength(4);
    await postFor("1");
    expect(receiver.sockets).toHaveLength(5);
  });

  test("close waits for what is under way, ends idle connections and refuses later posts", async () => {
    const { promise, resolve: received } = withResolvers<ServerResponse>();
    const receiver = await startReceiver((_request, response) => received(response));
    const sender = startSender();
    const underWay = sender.send(post(receiver.url));
    const response = await promise;
    const closing = sender.close();
    expect(await sender.send(post(receiver.url))).toEqual(failedBy("reset"));
    response.end("late");
    expect(await underWay).toMatchObject({ status: 200, responseExcerpt: "late" });
    await closing;
    await closed(receiver.sockets);
    await sender.close();
  });
});

describe("connecting", () => {
  test("a closed port is refused", async () => {
    const url = `http://127.0.0.1:${await freePort()}`;
    expect(await sendOnce(post(url))).toEqual(failedBy("refused"));
  });

  test("a TLS handshake that gets no answer is a connect timeout", async () => {
    const receiver = await startRawReceiver(() => {});
    const request = post(receiver.url.replace("http:", "https:"));
    expect(await sendOnce(request, { connectTimeoutMs: 100 })).toEqual(failedBy("connect_timeout"));
    await closed(receiver.sockets);
  });

  test("when the first address refuses, the next one is tried", async () => {
    const receiver = await startReceiver((_request, response) => response.end());
    const lookup = names({ "shop.test": ["::1", "127.0.0.1"] });
    const request = post(`http://shop.test:${receiver.port}`);
    expect(await sendOnce(request, { lookup })).toEqual(answered(200));
  });

  test("localhost is found without a DNS", async () => {
    const receiver = await startReceiver((_request, response) => response.end());
    expect(await sendOnce(post(`http://localhost:${receiver.port}`))).toEqual(answered(200));
  });

  test("a name that does not exist, has no address or gets no answer is a dns failure", async () => {
    const request = post("http://shop.test/");
    expect(await sendOnce(request, { lookup: names({}) })).toEqual(failedBy("dns"));
    expect(await sendOnce(request, { lookup: names({ "shop.test": [] }) })).toEqual(failedBy("dns"));
    const lookup = () => new Promise<string[]>(() => {});
    expect(await sendOnce(request, { lookup, connectTimeoutMs: 50 })).toEqual(failedBy("dns"));
    expect(await sendOnce(request, { lookup, totalTimeoutMs: 50 })).toEqual(failedBy("timeout"));
  });
});

describe("TLS", () => {
  test("a certificate that nobody vouches for is refused before anything is sent", async () => {
    const receiver = await startReceiver((_request, response) => response.end(), { tls: true });
    expect(await sendOnce(post(receiver.url))).toEqual(failedBy("tls_self_signed"));
    expect(receiver.requests).toHaveLength(0);
  });

  test.each([
    ["tls_self_signed", SELF_SIGNED, undefined],
    ["tls_expired", EXPIRED, EXPIRED.cert],
    ["tls_not_yet_valid", NOT_YET_VALID, NOT_YET_VALID.cert],
    ["tls_authority", ISSUED, undefined],
    ["tls_authority", { ...ISSUED, cert: `${ISSUED.cert}\n${AUTHORITY}` }, undefined],
  ] as const)("what is wrong with a certificate is said: %s", async (errorClass, tls, ca) => {
    const receiver = await startReceiver((_request, response) => response.end(), { tls });
    expect(await sendOnce(post(receiver.url), { ca })).toEqual(failedBy(errorClass));
    expect(receiver.requests).toHaveLength(0);
  });

  test("a certificate of an authority that is trusted is taken", async () => {
    const receiver = await startReceiver((_request, response) => response.end(), { tls: ISSUED });
    expect(await sendOnce(post(receiver.url), { ca: AUTHORITY })).toEqual(answered(200));
  });

  test("the certificate is checked against the name of the URL, which is also the SNI", async () => {
    const receiver = await startReceiver((_request, response) => response.end(), { tls: true });
    const lookup = names({
      "shop.test": ["127.0.0.1"],
      "shop.test.": ["127.0.0.1"],
      "other.test": ["127.0.0.1"],
    });
    const options = { lookup, ca: SELF_SIGNED.cert };
    const to = (host: string) => post(`https://${host}:${receiver.port}/hook`);
    expect(await sendOnce(to("shop.test"), options)).toEqual(answered(200));
    expect(await sendOnce(to("shop.test."), options)).toEqual(answered(200));
    expect(await sendOnce(to("other.test"), options)).toEqual(failedBy("tls_name"));
    const servernames = receiver.requests.map(({ request }) => (request.socket as TLSSocket).servername);
    expect(servernames).toEqual(["shop.test", "shop.test"]);
  });

  test("a literal address is checked against the certificate's addresses", async () => {
    const receiver = await startReceiver((_request, response) => response.end(), { tls: true });
    const options = { ca: SELF_SIGNED.cert };
    expect(await sendOnce(post(receiver.url), options)).toEqual(answered(200));
    const lookup = names({ "other.test": ["127.0.0.1"] });
    const other = receiver.url.replace("127.0.0.1", "other.test");
    expect(await sendOnce(post(other), { ...options, lookup })).toEqual(failedBy("tls_name"));
  });

  test("a kept TLS connection that the receiver closes is replaced, too", async () => {
    const receiver = await startReceiver(
      (request, response) => {
        if (receiver.requests.length === 2) request.socket.end();
        else response.end();
      },
      { tls: true },
    );
    const sender = startSender({ ca: SELF_SIGNED.cert });
    expect(await sender.send(post(receiver.url))).toEqual(answered(200));
    expect(await sender.send(post(receiver.url))).toEqual(answered(200));
    expect(receiver.sockets).toHaveLength(2);
  });

  test("when the first address refuses, the next one gets the handshake", async () => {
    const receiver = await startReceiver((_request, response) => response.end(), { tls: true });
    const lookup = names({ "shop.test": ["::1", "127.0.0.1"] });
    const request = post(`https://shop.test:${receiver.port}`);
    expect(await sendOnce(request, { lookup, ca: SELF_SIGNED.cert })).toEqual(answered(200));
  });

  test("a receiver that speaks plain HTTP on an https URL is a tls failure", async () => {
    const receiver = await startReceiver((_request, response) => response.end());
    const request = post(receiver.url.replace("http:", "https:"));
    expect(await sendOnce(request)).toEqual(failedBy("tls"));
  });
});

describe("addresses", () => {
  const live = (url: string) => post(url, { environment: "live" });

  test("a name with a public and a private address is blocked, and nobody is called", async () => {
    const receiver = await startReceiver(() => {}, { tls: true });
    const lookup = names({ "shop.test": [PUBLIC_ADDRESS, "127.0.0.1"] });
    const request = live(`https://shop.test:${receiver.port}`);
    expect(await sendOnce(request, { lookup })).toEqual(failedBy("blocked_address"));
    expect(receiver.sockets).toHaveLength(0);
  });

  test.each([
    "127.0.0.1",
    "10.0.0.1",
    "::1",
    "::ffff:127.0.0.1",
    "169.254.169.254",
    "100.64.0.1",
    "fd00::1",
    "0.0.0.0",
    "64:ff9b::a00:1",
    "64:ff9b::7f00:1",
    "64:ff9b::a9fe:a9fe",
    "not an address",
  ])("a name that resolves to %s is blocked in live", async (address) => {
    const lookup = names({ "shop.test": [address] });
    expect(await sendOnce(live("https://shop.test"), { lookup })).toEqual(failedBy("blocked_address"));
  });

  test.each([
    "169.254.169.254",
    "::ffff:169.254.169.254",
    "fe80::1",
    "fd00:ec2::254",
    "168.63.129.16",
    "100.100.100.200",
    "64:ff9b::a9fe:a9fe",
  ])("a name that resolves to %s is blocked in the sandbox", async (address) => {
    const lookup = names({ "shop.test": ["127.0.0.1", address] });
    expect(await sendOnce(post("http://shop.test"), { lookup })).toEqual(failedBy("blocked_address"));
  });

  test("a name with the address that DNS64 makes of a public one isn't blocked", async () => {
    const receiver = await startReceiver((_request, response) => response.end());
    const lookup = names({ "shop.test": ["127.0.0.1", "64:ff9b::5db8:d822"] });
    expect(await sendOnce(post(`http://shop.test:${receiver.port}`), { lookup })).toEqual(answered(200));
  });

  test("a name that turns to a blocked address is blocked at the next connection", async () => {
    const receiver = await startReceiver((_request, response) => {
      response.writeHead(200, { Connection: "close" }).end();
    });
    const answers = [["127.0.0.1"], ["169.254.169.254"]];
    const sender = startSender({ lookup: async () => answers.shift() ?? [] });
    const request = post(`http://shop.test:${receiver.port}`);
    expect(await sender.send(request)).toEqual(answered(200));
    expect(await sender.send(request)).toEqual(failedBy("blocked_address"));
  });

  test("connections of the sandbox are never lent to live", async () => {
    const receiver = await startReceiver((_request, response) => response.end(), { tls: true });
    const lookup = names({ "shop.test": ["127.0.0.1"] });
    const sender = startSender({ lookup, ca: SELF_SIGNED.cert });
    const url = `https://shop.test:${receiver.port}`;
    expect(await sender.send(post(url))).toEqual(answered(200));
    expect(await sender.send(live(url))).toEqual(failedBy("blocked_address"));
  });

  test("private addresses can be switched off in the sandbox", async () => {
    const receiver = await startReceiver((_request, response) => response.end());
    const options = { allowPrivateSandbox: false, lookup: names({ "shop.test": ["127.0.0.1"] }) };
    expect(await sendOnce(post(receiver.url), options)).toEqual(failedBy("blocked_address"));
    const byName = post(`http://shop.test:${receiver.port}`);
    expect(await sendOnce(byName, options)).toEqual(failedBy("blocked_address"));
    expect(receiver.sockets).toHaveLength(0);
  });

  test.each([
    ["http://shop.example", "live", "invalid_url"],
    ["ftp://shop.example", "live", "invalid_url"],
    ["", "sandbox", "invalid_url"],
    ["https://10.0.0.1", "live", "blocked_address"],
    ["https://2130706433", "live", "blocked_address"],
    ["https://localhost", "live", "blocked_address"],
    ["http://169.254.169.254/latest/meta-data", "sandbox", "blocked_address"],
    ["http://[fe80::1]", "sandbox", "blocked_address"],
  ] as const)("%j in %s is %s without a lookup", async (url, environment, errorClass) => {
    const lookup = names({});
    expect(await sendOnce(post(url, { environment }), { lookup })).toEqual(failedBy(errorClass));
  });

  test("a header that cannot be sent is a failure, not an exception", async () => {
    const receiver = await startReceiver((_request, response) => response.end());
    const headers = { "X-Bad": "a\r\nX-Injected: 1" };
    expect(await sendOnce(post(receiver.url, { headers }))).toMatchObject({ status: null });
    expect(receiver.requests).toHaveLength(0);
  });
});

const times = <Value>(count: number, make: () => Value): Value[] => Array.from({ length: count }, make);

/** Resolves when all of a receiver's connections have ended. */
async function closed(sockets: Socket[]) {
  const ends = sockets.map(
    (socket) =>
      new Promise<void>((resolve) => {
        socket.resume();
        if (socket.destroyed) resolve();
        else socket.on("error", () => {}).once("close", () => resolve());
      }),
  );
  await Promise.all(ends);
}

function drip(socket: Socket, text: string) {
  const timer = setInterval(() => socket.write(text), 20);
  socket.on("close", () => clearInterval(timer));
}

function flood(socket: Socket, text: string) {
  const write = () => {
    while (!socket.destroyed && socket.write(text));
  };
  socket.on("drain", write);
  write();
}
