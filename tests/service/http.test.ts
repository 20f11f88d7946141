import { randomUUID } from "node:crypto";
import { writeFileSync } from "node:fs";
import net from "node:net";
import path from "node:path";
import { describe, expect, it } from "vitest";
import { newEncryptionKey } from "@/tests/support/encryption-keys";
import { startReceiver } from "@/tests/support/receiver";
import { ask, bearer, newDataDir, sharedService, startService } from "@/tests/support/service";
import { builtActions } from "@/tests/support/signed-in";
import { waitFor } from "@/tests/support/wait";

/** Sends bytes as they are and resolves to everything that came back when the server closed or `ms` went by. */
function raw(url: string, bytes: string | string[], ms = 90_000): Promise<string> {
  const { port } = new URL(url);
  return new Promise((resolve) => {
    const socket = net.connect(Number(port), "127.0.0.1");
    let answer = "";
    const timer = setTimeout(() => socket.destroy(), ms);
    socket.on("data", (chunk) => {
      answer += chunk;
    });
    socket.on("error", () => {});
    socket.on("close", () => {
      clearTimeout(timer);
      resolve(answer);
    });
    for (const part of [bytes].flat()) socket.write(part);
  });
}

const body = (answer: string) => JSON.parse(answer.slice(answer.indexOf("\r\n\r\n") + 4));

const statusOf = (answer: string) => Number(/^HTTP\/1\.1 (\d+) /.exec(answer)?.[1]);

const headerOf = (answer: string, name: string) => new RegExp(`^${name}: (.*)\r$`, "im").exec(answer)?.[1];

const PAGE_HEADERS = ["content-security-policy", "referrer-policy", "x-robots-tag", "x-frame-options", "set-cookie"];

const TOKEN = "a-token-of-some-length";

describe("the HTTP front", () => {
  const running = sharedService(() => ({ env: { METRICS_TOKEN: TOKEN, RATE_LIMIT_STATUS_PER_MINUTE: "0" } }));

  it("answers in the documented shape whatever arrives", async () => {
    const service = running();
    const merchant = await service.createMerchant();
    const auth = `Authorization: Bearer ${merchant.keys.sandbox}`;
    const head = `POST /api/v1/create-payment-intent HTTP/1.1\r\nHost: x\r\n${auth}\r\n`;
    const garbage = await raw(service.url, "NOT HTTP AT ALL\r\n\r\n");
    expect(garbage).toMatch(/^HTTP\/1\.1 400 /);
    expect(body(garbage)).toMatchObject({ code: "invalid_request" });
    const overflow = await raw(service.url, `GET / HTTP/1.1\r\nHost: x\r\nX-Long: ${"x".repeat(40_000)}\r\n\r\n`);
    expect(overflow).toMatch(/^HTTP\/1\.1 431 /);
    const declared = await raw(service.url, `${head}Content-Length: 10000000000\r\n\r\n{`);
    expect(declared).toMatch(/^HTTP\/1\.1 413 /);
    const chunk = `4000\r\n${"x".repeat(0x4000)}\r\n`;
    const endless = await raw(service.url, [`${head}Transfer-Encoding: chunked\r\n\r\n`, ...Array(40).fill(chunk)]);
    expect(endless).toMatch(/^HTTP\/1\.1 413 /);
    expect(body(endless)).toMatchObject({ code: "payload_too_large" });
    const neverEnding = await raw(service.url, `${head}Content-Length: 100\r\n\r\n{"amount_usdt":`);
    expect(neverEnding).toMatch(/^HTTP\/1\.1 408 /);
    // the limit of the fast lane, not the server's own
    expect(body(neverEnding)).toMatchObject({ code: "request_timeout", error: expect.stringContaining("10 seconds") });
    expect((await ask(service, "/api/health/ready")).status).toBe(200);
  });

  it("refuses what no page, file or endpoint could answer, without a word in the log", async () => {
    const service = running();
    const { host } = new URL(service.url);
    const quiet = service.output();
    const refused: [string, number][] = [
      ["GET /pay/%zz", 400],
      ["GET /pay/%zz/progress", 400],
      ["GET /invitation/%ff", 400],
      ["GET /api/auth/%zz", 400],
      ["GET /api/v1/%zz", 400],
      ["GET /_next/static/%zz", 400],
      ["OPTIONS *", 400],
      ["GET *", 400],
      ["GET ftp://x/", 400],
      ["GET http:///", 400],
      ["GET http://elsewhere.example/", 421],
      ["TRACE /", 405],
      ["TRACE /api/v1/intent-status", 405],
      ["PROPFIND /sign-in", 405],
      ["DELETE /", 405],
      ["OPTIONS /", 405],
      ["DELETE /checkout.js", 405],
      ["POST /checkout.js", 405],
      ["PUT /icon.svg", 405],
      ["CONNECT elsewhere.example:443", 405],
    ];
    for (const [line, status] of refused) {
      const answer = await raw(service.url, `${line} HTTP/1.1\r\nHost: ${host}\r\nConnection: close\r\n\r\n`);
      expect([line, statusOf(answer)]).toEqual([line, status]);
      expect(body(answer)).toEqual({
        error: expect.any(String),
        code: status === 405 ? "method_not_allowed" : "invalid_request",
      });
      expect(answer).toMatch(/^x-request-id: [0-9a-f-]{36}\r$/im);
      expect(/^allow: \S/im.test(answer)).toBe(status === 405);
    }
    const head = "GET /sign-in HTTP/1.1\r\nConnection: close\r\n";
    const broken: [string, number][] = [
      [`${head}\r\n`, 400],
      [`${head}Host: a\r\nHost: b\r\n\r\n`, 400],
      [`${head}Host: a b\\\r\n\r\n`, 400],
      [`${head}Host: ${host}\r\nExpect: bogus\r\n\r\n`, 417],
      [`${head}Host: ${host}\r\nOrigin: ::bad::\r\n\r\n`, 400],
      [`${head.replace("GET", "POST")}Host: ${host}\r\nContent-Type: multipart/form-data\r\n\r\n`, 400],
    ];
    for (const [bytes, status] of broken) {
      const answer = await raw(service.url, bytes);
      expect([bytes, statusOf(answer)]).toEqual([bytes, status]);
      expect(body(answer)).toMatchObject({ code: "invalid_request" });
    }
    const json = { "content-type": "application/json" };
    const signIn = await ask(service, "/api/auth/callback/credentials", "{", json);
    expect([signIn.status, signIn.json?.code]).toEqual([400, "invalid_request"]);
    expect((await ask(service, "/api/auth/_log", "{}", json)).status).toBe(404);
    const authHead = `POST /api/auth/signout HTTP/1.1\r\nHost: ${host}\r\nConnection: close\r\nContent-Type: application/json\r\n`;
    const part = `10000\r\n${"x".repeat(0x10000)}\r\n`;
    const endless = await raw(service.url, [`${authHead}Transfer-Encoding: chunked\r\n\r\n`, part, part, "0\r\n\r\n"]);
    expect([statusOf(endless), endless]).toEqual([413, expect.stringContaining('"code":"payload_too_large"')]);
    const name = `next-auth.callback-url-${new URL(service.url).port}`;
    const cookie = `GET /api/auth/session HTTP/1.1\r\nCookie: ${name}=%00%zz::\r\nConnection: close\r\n`;
    expect(statusOf(await raw(service.url, `${cookie}Host: ${host}\r\n\r\n`))).toBe(200);
    expect(service.output()).toBe(quiet);
  });

  it("refuses forms and arguments of actions that can't be decoded, and answers those that can", async () => {
    const service = running();
    const { id: action = "" } = builtActions().find(({ name }) => name === "beginPasskeySignIn") ?? {};
    const form = { "content-type": "multipart/form-data; boundary=x" };
    const cut = '--x\r\nContent-Disposition: form-data; name="0"\r\n\r\n["$K1"';
    const text = { "content-type": "text/plain", "next-action": action };
    const large = `--x\r\nContent-Disposition: form-data; name="a"\r\n\r\n${"x".repeat(1_100_000)}\r\n--x--\r\n`;
    const undecodable: [number, string, Record<string, string>][] = [
      [400, "garbage", form],
      [400, cut, form],
      [413, large, form],
      [400, "garbage", { ...form, "next-action": action }],
      [400, cut, { ...form, "next-action": action }],
      [400, "--x--\r\n", { ...form, "next-action": action }],
      [413, large, { ...form, "next-action": action }],
      [400, "garbage", text],
      [400, '["$F1"]', text],
      [413, JSON.stringify("x".repeat(1_100_000)), text],
      [400, "garbage", { ...text, "x-till-action-request": "1" }],
    ];
    for (const [status, sent, headers] of undecodable) {
      const what = [sent.slice(0, 60), headers] as const;
      const answer = await ask(service, "/sign-in", sent, { origin: service.url, ...headers });
      expect([...what, answer.status]).toEqual([...what, status]);
      const code = status === 413 ? "payload_too_large" : "invalid_request";
      expect(answer.json).toEqual({ error: expect.any(String), code });
      expect(answer.headers.get("x-request-id")).toMatch(/^[0-9a-f-]{36}$/);
    }
    const decoded = await ask(service, "/sign-in", "[]", { origin: service.url, ...text });
    expect([decoded.status, decoded.headers.get("content-type")]).toEqual([200, "text/x-component"]);
    const field = `--x\r\nContent-Disposition: form-data; name="$ACTION_ID_${action}"\r\n\r\n\r\n--x--\r\n`;
    const page = await ask(service, "/sign-in", field, { origin: service.url, ...form });
    expect([page.status, page.headers.get("content-type")]).toEqual([200, "text/html; charset=utf-8"]);
  });

  it("serves a target with scheme and host like the path it means, and a whole file whatever range is asked", async () => {
    const service = running();
    const { host } = new URL(service.url);
    const get = (target: string, headers = "") =>
      raw(service.url, `GET ${target} HTTP/1.1\r\nHost: ${host}\r\nConnection: close\r\n${headers}\r\n`);
    expect(statusOf(await get(`http://${host}/sign-in`))).toBe(200);
    expect(statusOf(await get(`http://${host}?lang=de`))).toBe(200);
    expect(body(await get(`http://${host}/api/v1/intent-status?id=x`))).toMatchObject({ code: "invalid_id" });
    expect(statusOf(await get("/checkout.js", "Range: bytes=99999999-\r\n"))).toBe(200);
  });

  it("takes the forms of its own pages whatever a proxy made of the Host header, and no other site's", async () => {
    const service = running();
    const { host, hostname, origin } = new URL(service.url);
    const form = async (seen: string, from: string, more = "") =>
      statusOf(
        await raw(
          service.url,
          `POST /sign-in HTTP/1.1\r\nHost: ${seen}\r\nOrigin: ${from}\r\nNext-Action: ${"0".repeat(42)}\r\n${more}` +
            "Content-Type: text/plain\r\nContent-Length: 2\r\nConnection: close\r\n\r\n[]",
        ),
      );
    // the form itself is unknown, which is found out once its origin is accepted
    for (const seen of [host, hostname, "upstream"]) expect([seen, await form(seen, origin)]).toEqual([seen, 409]);
    expect(await form(host, origin, "X-Forwarded-Host: elsewhere\r\n")).toBe(409);
    for (const seen of [host, "upstream"]) expect(await form(seen, "https://elsewhere.example")).toBe(403);
  });

  it("sends every script and style as brotli, kept forever but for checkout.js", async () => {
    const service = running();
    const page = await ask(service, "/sign-in");
    const found = [...page.text.matchAll(/<(?:script|link)[^>]*(?:src|href)="([^"]+\.(?:js|css))"/g)].map(
      ([, at]) => at,
    );
    expect(found.length).toBeGreaterThan(2);
    for (const at of ["/checkout.js", ...(found as string[])]) {
      const answer = await fetch(new URL(at, service.url), { headers: { "accept-encoding": "br, gzip" } });
      expect(answer.headers.get("content-encoding"), at).toBe("br");
      expect(answer.headers.get("cache-control"), at).toMatch(at === "/checkout.js" ? /max-age=300$/ : /immutable/);
      expect((await answer.text()).length, at).toBeGreaterThan(100);
    }
  });

  it("upgrades nothing: each such request is answered as it is and its connection closed", async () => {
    const service = running();
    const upgrade = (path: string, protocol: string) =>
      raw(service.url, `GET ${path} HTTP/1.1\r\nHost: x\r\nConnection: Upgrade\r\nUpgrade: ${protocol}\r\n\r\n`);
    expect(statusOf(await upgrade("/nope", "websocket"))).toBe(404);
    const asked = Array.from({ length: 300 }, () => upgrade("/api/v1/intent-status?id=x", "h2c"));
    for (const answer of await Promise.all(asked)) {
      expect(body(answer)).toMatchObject({ code: "invalid_id" });
      expect(answer).toMatch(/^connection: close\r$/im);
    }
  });

  it("HEAD claims no length that GET wouldn't have", async () => {
    const service = running();
    const demo = await ask(service, "/api/v1/demo-create-intent", "");
    for (const path of [`/api/v1/intent-status?id=${demo.json.intent_id}`, `/pay/${demo.json.intent_id}`]) {
      const head = await fetch(`${service.url}${path}`, { method: "HEAD" });
      expect(head.status).toBe(200);
      expect(head.headers.get("content-length"), path).toBeNull();
    }
  });

  it("metrics are for who knows the token", async () => {
    const service = running();
    expect((await ask(service, "/metrics")).status).toBe(401);
    await ask(service, `/api/v1/intent-status?id=${randomUUID()}`);
    const { text } = await ask(service, "/metrics", undefined, bearer(TOKEN));
    expect(text).toMatch(
      /till_api_request_seconds_count\{route="\/api\/v1\/intent-status",method="GET",status="404"\} 1/,
    );
    expect(text).toMatch(/till_job_lag_seconds 0/);
  });
});

describe("the HTTP front that logs everything", () => {
  const running = sharedService(() => ({ env: { LOG_LEVEL: "debug" } }));

  it("a forged X-Forwarded-For opens no further demo intents", async () => {
    const service = running();
    const answers = [];
    for (let i = 0; i < 8; i++) {
      const answer = await ask(service, "/api/v1/demo-create-intent", "", {
        "x-forwarded-for": `203.0.113.${i}`,
        "x-real-ip": `203.0.113.${i}`,
        forwarded: `for=203.0.113.${i}`,
      });
      answers.push(answer);
    }
    expect(answers.map(({ status }) => status)).toEqual([200, 200, 200, 200, 200, 429, 429, 429]);
    for (const answer of answers.slice(5)) {
      expect(answer.json.code).toBe("rate_limited");
      expect(Number(answer.headers.get("retry-after"))).toBeGreaterThan(0);
      expect(answer.headers.get("ratelimit")).toMatch(/^"demo";r=0;t=\d+$/);
    }
  });

  it("keys and secrets never reach the log", async () => {
    const service = running();
    const merchant = await service.createMerchant("http://127.0.0.1:9/hook");
    const key = bearer(merchant.keys.sandbox);
    await ask(service, "/api/v1/create-payment-intent", { amount_usdt: 1, reference: "SECRET-ORDER" }, key);
    await ask(service, "/api/v1/create-payment-intent", { amount_usdt: 1 }, bearer(`${merchant.keys.sandbox}x`));
    // to have read all that it logs; the last test here
    await service.end();
    for (const secret of [merchant.keys.sandbox, merchant.webhook_secret, "SECRET-ORDER"]) {
      expect(service.output()).not.toContain(secret);
    }
  });
});

describe("the HTTP front with settings of its own", () => {
  it("a trusted proxy speaks for its clients", async () => {
    const service = await startService({ env: { TRUSTED_PROXIES: "127.0.0.0/8,::1" } });
    for (let i = 0; i < 8; i++) {
      const forwarded = { "x-forwarded-for": `203.0.113.${i}` };
      expect((await ask(service, "/api/v1/demo-create-intent", "", forwarded)).status).toBe(200);
    }
  });

  it("the fast lane and Next answer every request alike", async () => {
    const env = { RATE_LIMIT_CREATE_PER_SECOND: "0", RATE_LIMIT_STATUS_PER_MINUTE: "0" };
    const fast = await startService({ env: { ...env, FAST_LANE: "true" } });
    const merchant = await fast.createMerchant();
    const key = bearer(merchant.keys.sandbox);
    const made = await ask(fast, "/api/v1/create-payment-intent", { amount_usdt: 1 }, key);
    const id = made.json.intent.id as string;
    const gone = await ask(fast, "/api/v1/create-payment-intent", { amount_usdt: 3 }, key);
    const page = `/pay/${gone.json.intent.id}`;
    await ask(fast, "/api/v1/cancel-payment-intent", { id: gone.json.intent.id }, key);
    const requests: [string, string, unknown, Record<string, string>][] = [
      ["GET", `/api/v1/intent-status?id=${id}`, undefined, {}],
      ["HEAD", `/api/v1/intent-status?id=${id}`, undefined, {}],
      ["GET", "/api/v1/intent-status?id=7", undefined, {}],
      ["GET", `/api/v1/intent-status?id=${randomUUID()}`, undefined, {}],
      ["POST", "/api/v1/create-payment-intent", { amount_usdt: 0 }, key],
      ["POST", "/api/v1/create-payment-intent", "{", key],
      ["POST", "/api/v1/create-payment-intent", { amount_usdt: 1 }, {}],
      ["POST", "/api/v1/create-payment-intent", { amount_usdt: 2 }, { ...key, "idempotency-key": "one" }],
      ["POST", "/api/v1/create-payment-intent", { amount_usdt: 2, junk: "x".repeat(70_000) }, key],
      ["GET", "/api/v1/create-payment-intent", undefined, key],
      ["DELETE", "/api/v1/create-payment-intent", undefined, key],
      ["OPTIONS", "/api/v1/demo-create-intent", undefined, {}],
      ["GET", "/api/v1/get-terminal-sales?start=2026-01-01&end=2026-01-02", undefined, key],
      ["GET", "/v1/get-terminal-sales?start=2026-01-01&end=2026-01-02", undefined, key],
      ["POST", "/api/v1/cancel-payment-intent", { id: randomUUID() }, key],
      ["GET", "/api/v1/nothing/here", undefined, {}],
      ["POST", "/api/v1/nothing", {}, {}],
      ["GET", page, undefined, {}],
      ["GET", `${page}?lang=de`, undefined, {}],
      ["HEAD", page, undefined, {}],
      ["GET", `${page}/receipt`, undefined, { "accept-language": "fr" }],
      ["GET", `${page}/fragment?lang=ar`, undefined, {}],
      ["GET", "/pay/nonsense", undefined, {}],
      ["PUT", page, {}, {}],
      ["OPTIONS", page, undefined, {}],
      ["GET", "/api/v1", undefined, {}],
      ["POST", "/api/v1?x", {}, {}],
      ["PUT", "/v1/get-terminal-sales", {}, key],
      ["OPTIONS", "/v1/get-terminal-sales", undefined, {}],
    ];
    // what fetch would change, or follow
    const lines = [
      "TRACE /api/v1/nope",
      "TRACE /api/v1/intent-status",
      "TRACE /v1/get-terminal-sales",
      `TRACE ${page}`,
      "TRACE /checkout.js",
      "PROPFIND /api/v1",
      `GET /api/v1/intent-status/?id=${id}`,
      "POST /api/v1/create-payment-intent/",
      "TRACE /api/v1/intent-status/",
      "GET /api/v1/",
      "GET /api/v1/nope/",
      `GET /api/v1//intent-status?id=${id}`,
      `GET /api/v1/./intent-status?id=${id}`,
      `GET /api/v1/x/../intent-status?id=${id}`,
      `GET /api/v1/intent%2Dstatus?id=${id}`,
      "GET /api/v1/nope%2Fnope",
      "GET /api/v1/%00",
      `GET /api/v1/intent-status?id=${id}#x`,
      `GET /api/v1/intent-status#?id=${id}`,
      `GET ${page}/#x`,
      `GET ${page}/receipt/`,
    ];
    const answers: unknown[][] = [];
    for (const lane of ["true", "false"]) {
      const service =
        lane === "true" ? fast : await startService({ dataDir: fast.dataDir, env: { ...fast.env, FAST_LANE: lane } });
      const seen = [];
      for (const [method, path, payload, headers] of requests) {
        const answer = await fetch(`${service.url}${path}`, {
          method,
          headers: { ...headers, "content-type": "application/json" },
          body: payload === undefined ? undefined : typeof payload === "string" ? payload : JSON.stringify(payload),
        });
        const names = [
          "content-type",
          "cache-control",
          "allow",
          "access-control-allow-origin",
          "www-authenticate",
          "etag",
          // Next adds its own to what isn't a page
          ...(answer.headers.get("content-type")?.startsWith("text/html") ? PAGE_HEADERS : []),
        ];
        // cookies are named by the service's port
        const shown = names.map((name) => answer.headers.get(name)?.replace(/^(till-[a-z]+)-\d+=/, "$1="));
        expect(answer.headers.get("x-request-id")).toMatch(/^[0-9a-f-]{36}$/);
        seen.push([
          method,
          path,
          answer.status,
          shown,
          (await answer.text()).replaceAll(/http:\/\/localhost:\d+/g, ""),
        ]);
      }
      for (const line of lines) {
        const head = `${line} HTTP/1.1\r\nHost: x\r\nConnection: close\r\nContent-Length: 0\r\n\r\n`;
        const answer = await raw(service.url, head);
        const shown = ["content-type", "allow", "location"].map((name) => headerOf(answer, name));
        // Next sends it in chunks
        const json = shown[0]?.startsWith("application/json") ? JSON.parse(/\{.*\}/s.exec(answer)?.[0] ?? "") : null;
        seen.push([line, statusOf(answer), shown, json]);
      }
      answers.push(seen);
      await service.end();
    }
    expect(answers[1]).toEqual(answers[0]);
  });

  it("several processes read their secrets from files, share the port, the limit and the timed work, and stop together", async () => {
    const ENCRYPTION_KEY_FILE = path.join(path.dirname(newDataDir()), "encryption key");
    writeFileSync(ENCRYPTION_KEY_FILE, `${newEncryptionKey()}\n`);
    const service = await startService({ env: { WEB_CONCURRENCY: "2", METRICS_TOKEN: TOKEN, ENCRYPTION_KEY_FILE } });
    const answers = await Promise.all(
      Array.from({ length: 12 }, () => ask(service, "/api/v1/demo-create-intent", "", { connection: "close" })),
    );
    expect(answers.filter((answer) => answer.status === 200)).toHaveLength(5);
    const receiver = await startReceiver((_request, response) => response.end());
    const merchant = await service.createMerchant(receiver.url);
    const made = await ask(service, "/api/v1/create-payment-intent", { amount_usdt: 1 }, bearer(merchant.keys.sandbox));
    expect([made.status, service.output()]).toEqual([200, expect.not.stringContaining("both set")]);
    await waitFor("the event, sent by the primary", () => receiver.requests.length === 1);
    const text = await waitFor("metrics of all processes", async () => {
      const scraped = await ask(service, "/metrics", undefined, bearer(TOKEN));
      return scraped.text.includes("till_webhook_attempts_total") ? scraped.text : null;
    });
    expect(text).toMatch(/till_webhook_attempts_total\{outcome="delivered"\} 1/);
    expect(text).toMatch(/_count\{route="\/api\/v1\/demo-create-intent",method="POST",status="200"\} 5/);
    expect(await service.end()).toBe(0);
  });
});
