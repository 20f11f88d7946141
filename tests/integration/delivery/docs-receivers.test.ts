import { type ChildProcess, spawn } from "node:child_process";
import { randomUUID } from "node:crypto";
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { connect } from "node:net";
import { tmpdir } from "node:os";
import path from "node:path";
import { describe, expect, it, onTestFinished } from "vitest";
import { secretVariable, verifyCode } from "@/components/webhooks/verify-code";
import { newWebhookSecret, serviceSignature, standardSignature } from "@/lib/delivery/events/sign";
import { freePort } from "@/scripts/lib/free-port.mjs";
import { waitFor } from "@/tests/support/wait";

const SECRET = newWebhookSecret();
const BODY = `{"event":"payment.success","intent_id":"${randomUUID()}","terminal_name":"Grüße"}`;

/** The receivers for Node that readers copy. */
const RECEIVERS: Record<string, (port: number) => { code: string; env?: Record<string, string> }> = {
  "README.md": (port) => ({ code: block("README.md", /^node -e '\n(.*?)'$/ms).replaceAll("8080", String(port)) }),
  "docs/webhooks.md": docsReceiver,
  "examples/shop": (port) => ({
    code: `await import(${JSON.stringify(path.resolve("examples/shop/server.mjs"))});`,
    env: { PORT: String(port), TILL_API_KEY: "svc_test_key", TILL_WEBHOOK_SECRET: SECRET },
  }),
  "the dashboard": (port) => {
    const variable = secretVariable("sandbox");
    const url = `http://localhost:${port}/hooks`;
    return { code: verifyCode({ url, variable })[0]?.code ?? "", env: { [variable]: SECRET } };
  },
};

function docsReceiver(port: number) {
  const code = block("docs/webhooks.md", /^## Test on your own machine$.*?^```js\n(.*?)^```$/ms);
  return { code: code.replaceAll("8080", String(port)), env: { WEBHOOK_SECRET: SECRET } };
}

it.each(Object.entries(RECEIVERS))("the receiver of %s keeps running when a sender disconnects", async (_of, make) => {
  const receiver = await startReceiver(make);
  const sender = connect(receiver.port, "localhost", () => {
    sender.write("POST /hooks HTTP/1.1\r\nHost: localhost\r\nContent-Length: 100\r\n\r\n{", () => sender.destroy());
  });
  await waitFor("the receiver to notice", () => receiver.output().includes("aborted"));
  expect(await receiver.post({ body: BODY, headers: headersOf(BODY) })).toBe(200);
  expect(receiver.child.exitCode).toBeNull();
});

describe("the receiver of docs/webhooks.md", () => {
  it("knows an event again, whatever its ID in the headers that aren't signed", async () => {
    const receiver = await startReceiver(docsReceiver);
    const headers = headersOf(BODY);
    for (const id of [headers["x-service-event-id"] ?? "", randomUUID(), randomUUID()]) {
      expect(await receiver.post({ body: BODY, headers: { ...headers, "x-service-event-id": id } })).toBe(200);
    }
    const lines = () => receiver.output().match(/^(new|again)\b/gm);
    await waitFor("three lines", () => lines()?.length === 3);
    expect(lines()).toEqual(["new", "again", "again"]);
  });

  it("takes what is signed by either secret during a rotation", async () => {
    const receiver = await startReceiver(docsReceiver);
    const headers = headersOf(BODY);
    const both = `v1,${Buffer.alloc(32).toString("base64")} ${headers["webhook-signature"]}`;
    expect(await receiver.post({ body: BODY, headers: { ...headers, "webhook-signature": both } })).toBe(200);
  });

  it("refuses another ID, an old request and what lacks a signature", async () => {
    const receiver = await startReceiver(docsReceiver);
    const genuine = headersOf(BODY);
    const { "webhook-signature": _standard, ...withoutStandard } = genuine;
    const { "x-service-signature": _service, ...withoutService } = genuine;
    for (const headers of [
      { ...genuine, "webhook-id": randomUUID() },
      headersOf(BODY, -310),
      headersOf(BODY, 310),
      { ...genuine, "webhook-timestamp": "" },
      { ...genuine, "x-service-signature": "é".repeat(64) },
      withoutStandard,
      withoutService,
      {},
    ]) {
      expect(await receiver.post({ body: BODY, headers }), JSON.stringify(headers)).toBe(401);
    }
    expect(await receiver.post({ body: BODY.replace("ü", "u"), headers: genuine })).toBe(401);
    expect(await receiver.post({ body: BODY, headers: genuine })).toBe(200);
  });
});

/** What the service sends with a body, at a time that differs from now by `offsetSeconds`. */
function headersOf(body: string, offsetSeconds = 0): Record<string, string> {
  const id = randomUUID();
  const timestampSeconds = Math.floor(Date.now() / 1_000) + offsetSeconds;
  return {
    "x-service-signature": serviceSignature(body, SECRET),
    "x-service-event": "payment.success",
    "x-service-event-id": id,
    "webhook-id": id,
    "webhook-timestamp": String(timestampSeconds),
    "webhook-signature": standardSignature({ id, timestampSeconds, body, secret: SECRET }),
  };
}

async function startReceiver(make: (typeof RECEIVERS)[string]) {
  const port = await freePort();
  const { code, env } = make(port);
  const folder = mkdtempSync(path.join(tmpdir(), "till-receiver-"));
  const file = path.join(folder, code.includes("require(") ? "receiver.cjs" : "receiver.mjs");
  writeFileSync(file, code);
  const child: ChildProcess = spawn(process.execPath, [file], { env: { ...process.env, ...env } });
  onTestFinished(() => {
    child.kill("SIGKILL");
    rmSync(folder, { recursive: true, force: true });
  });
  let output = "";
  for (const stream of [child.stdout, child.stderr])
    stream?.on("data", (chunk) => {
      output += chunk;
    });
  const send = (init: RequestInit) =>
    fetch(`http://localhost:${port}/hooks`, { method: "POST", ...init }).then(({ status }) => status);
  const listens = () => fetch(`http://localhost:${port}/`, { method: "HEAD" }).catch(() => null);
  await waitFor("the receiver to listen", listens);
  return { port, child, output: () => output, post: send };
}

function block(file: string, pattern: RegExp): string {
  return pattern.exec(readFileSync(file, "utf8"))?.[1] ?? "";
}
